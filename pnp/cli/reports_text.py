"""Findings for a person at a terminal, and a line each for an editor."""

import click

from pnp.cli.excerpt import draw_excerpt, read_lines
from pnp.cli.printing import plain
from pnp.cli.report import Report, write_line
from pnp.model.finding import Finding, Level

_COLOURS = {Level.ERROR: "red", Level.WARNING: "yellow", Level.INFORMATION: "blue"}


def write_text(report: Report) -> str:
    """For a person: each finding with its source line, a caret and the cure."""
    sources: dict[str, tuple[str, ...]] = {}
    written: list[str] = []
    for finding in report.findings:
        file = finding.where.file
        if file not in sources:
            sources[file] = read_lines(report.folder / file)
        written.append(_headline(finding, report.colour))
        written += draw_excerpt(sources[file], finding.where)
        if finding.help:
            written.append(f"  help: {plain(finding.help)}")
        written.append("")
    return report.close(written)


def write_concise(report: Report) -> str:
    """For an editor or grep: a line each."""
    return report.close([_headline(finding, report.colour) for finding in report.findings])


def _headline(finding: Finding, colour: bool) -> str:
    if not colour:
        return write_line(finding)
    where = click.style(plain(str(finding.where)), bold=True)
    level = click.style(finding.level.value, fg=_COLOURS[finding.level], bold=True)
    return f"{where}: {level}: {plain(finding.check)}: {plain(finding.message)}"
