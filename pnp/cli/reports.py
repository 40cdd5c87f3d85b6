"""What a command found, written for a person, an editor, GitHub or a program."""

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

import click

from pnp.cli.excerpt import draw_excerpt, read_lines
from pnp.cli.printing import count, plain
from pnp.model.finding import Finding, Level


@dataclass(frozen=True, slots=True)
class Report:
    """Findings in the order in which they are written, and what else there is to say about the kits.

    `folder` is the project's, which the files of the findings are relative to; `lines` says what was built, a line
    each; `files` are the files that were written, as shown.
    """

    folder: Path
    kits: int
    findings: tuple[Finding, ...]
    lines: tuple[str, ...] = ()
    files: tuple[str, ...] | None = None
    colour: bool = field(default=False, kw_only=True)

    def number(self, level: Level) -> int:
        """How many findings are of the level."""
        return sum(finding.level is level for finding in self.findings)

    @property
    def totals(self) -> str:
        """`1 error, 2 warnings in 1 kit`."""
        parts = [count(self.number(Level.ERROR), "error"), count(self.number(Level.WARNING), "warning")]
        if told := self.number(Level.INFORMATION):
            parts.append(f"{told:,} for information")
        return f"{', '.join(parts)} in {count(self.kits, 'kit')}"


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
    return _close(report, written)


def write_concise(report: Report) -> str:
    """For an editor or grep: a line each."""
    return _close(report, [_headline(finding, report.colour) for finding in report.findings])


def write_github(report: Report) -> str:
    """For GitHub Actions: annotations on the lines that they are about."""
    return _close(report, [_annotation(finding, report.folder) for finding in report.findings])


def write_json(report: Report) -> str:
    """For a program. Everything but ASCII is escaped, so the text is harmless wherever it is shown."""
    import json

    written: dict[str, object] = {
        "findings": [_record(finding) for finding in report.findings],
        "errors": report.number(Level.ERROR),
        "warnings": report.number(Level.WARNING),
    }
    if report.files is not None:
        written["files"] = list(report.files)
    return json.dumps(written, indent=2).replace("\x7f", "\\u007f").replace("##[", "##\\u005b")


# Every format by the name that `--format` takes.
REPORTERS: MappingProxyType[str, Callable[[Report], str]] = MappingProxyType(
    {"text": write_text, "concise": write_concise, "github": write_github, "json": write_json}
)

_COLOURS = {Level.ERROR: "red", Level.WARNING: "yellow", Level.INFORMATION: "blue"}
_COMMANDS = {Level.ERROR: "error", Level.WARNING: "warning", Level.INFORMATION: "notice"}


def _close(report: Report, written: list[str]) -> str:
    return "\n".join([*written, *(plain(line) for line in report.lines), report.totals])


def _headline(finding: Finding, colour: bool) -> str:
    where, level = plain(str(finding.where)), finding.level.value
    if colour:
        where, level = click.style(where, bold=True), click.style(level, fg=_COLOURS[finding.level], bold=True)
    return f"{where}: {level}: {plain(finding.check)}: {plain(finding.message)}"


def _annotation(finding: Finding, folder: Path) -> str:
    """A workflow command; what it says cannot end it or start another.

    GitHub's own escapes are for `%`, line ends and, in properties, `:` and `,`.
    """
    text = plain(finding.message) + (f"\nhelp: {plain(finding.help)}" if finding.help else "")
    properties = {
        "file": _from_workspace(finding.where.file, folder),
        "line": str(finding.where.line),
        "col": str(finding.where.column),
        "title": finding.check,
    }
    said = ",".join(f"{key}={_escape_property(value)}" for key, value in properties.items())
    return f"::{_COMMANDS[finding.level]} {said}::{_escape_data(text)}"


def _escape_data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape_data(plain(text)).replace(":", "%3A").replace(",", "%2C")


def _from_workspace(file: str, folder: Path) -> str:
    """The file as GitHub looks for it: from the checkout's top, where the project may be a folder deeper down."""
    top = os.environ.get("GITHUB_WORKSPACE")
    path = (folder / file).resolve()
    if not top or not path.is_relative_to(Path(top).resolve()):
        return file
    return path.relative_to(Path(top).resolve()).as_posix()


def _record(finding: Finding) -> dict[str, object]:
    return {
        "check": finding.check,
        "level": finding.level.value,
        "file": finding.where.file,
        "line": finding.where.line,
        "column": finding.where.column,
        "message": finding.message,
        "help": finding.help,
        "kit": finding.kit,
    }
