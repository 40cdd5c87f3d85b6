"""Findings as annotations of GitHub Actions, on the lines that they are about."""

from collections import Counter

from pnp.cli.printing import count, plain
from pnp.cli.report import Report, write_line
from pnp.model.finding import Finding, Level

# GitHub shows so many errors, so many warnings and so many notices of one step, and drops the rest.
MOST = 10

_COMMANDS = {Level.ERROR: "error", Level.WARNING: "warning", Level.INFORMATION: "notice"}


def write_github(report: Report) -> str:
    """For GitHub Actions: the most important findings as annotations, the others as lines of the log.

    The last line says how many those are, if there are any.
    """
    shown: list[str] = []
    others: dict[Level, list[str]] = {level: [] for level in Level}
    taken: Counter[Level] = Counter()
    for finding in by_importance(report.findings):
        if taken[finding.level] < MOST:
            taken[finding.level] += 1
            shown.append(_annotation(finding, report))
        else:
            others[finding.level].append(write_line(finding))
    lines = report.close([*shown, *(line for each in others.values() for line in each)])
    nouns = {Level.ERROR: "error", Level.WARNING: "warning", Level.INFORMATION: "notice"}
    more = ", ".join(count(len(each), f"more {nouns[level]}") for level, each in others.items() if each)
    return f"{lines}\n{more} in this log alone: GitHub shows {MOST} of each as annotations" if more else lines


def by_importance(findings: tuple[Finding, ...]) -> list[Finding]:
    """Errors first, then warnings; among them the first of each check before the second of any.

    So a mistake that fifty cards share does not hide the others.
    """
    seen: Counter[tuple[Level, str]] = Counter()
    ranked = []
    for number, finding in enumerate(findings):
        kind = finding.level, finding.check
        ranked.append((list(Level).index(finding.level), seen[kind], number, finding))
        seen[kind] += 1
    return [finding for *_rank, finding in sorted(ranked, key=lambda each: each[:3])]


def _annotation(finding: Finding, report: Report) -> str:
    """A workflow command; what it says cannot end it or start another.

    GitHub's own escapes are for `%`, line ends and, in properties, `:` and `,`.
    """
    text = plain(finding.message) + (f"\nhelp: {plain(finding.help)}" if finding.help else "")
    properties = {
        "file": report.from_checkout(finding.where.file),
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
