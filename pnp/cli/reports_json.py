"""Findings as JSON, for programs."""

import json

from pnp.cli.report import Report
from pnp.model.finding import Finding, Level


def write_json(report: Report) -> str:
    """For a program. Everything but ASCII is escaped, so the text is harmless wherever it is shown."""
    written: dict[str, object] = {
        "findings": [_record(finding) for finding in report.findings],
        "errors": report.number(Level.ERROR),
        "warnings": report.number(Level.WARNING),
        "informations": report.number(Level.INFORMATION),
    }
    if report.files is not None:
        written["files"] = list(report.files)
    return dump_harmless(written)


def dump_harmless(written: object) -> str:
    """JSON in printable ASCII, in which GitHub's runner finds no command."""
    return json.dumps(written, indent=2).replace("\x7f", "\\u007f").replace("##[", "##\\u005b")


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
