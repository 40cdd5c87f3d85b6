"""Findings as SARIF 2.1.0, for code scanning and editors."""

import hashlib
import json
import re
from collections import Counter
from urllib.parse import quote

from pnp import __version__
from pnp.cli.printing import plain
from pnp.cli.report import Report
from pnp.cli.reports_json import dump_harmless
from pnp.model.finding import Finding, Level
from pnp.model.place import Where
from pnp.rules.baseline import key_of
from pnp.rules.check import Check
from pnp.rules.registry import CHECKS, topic_of

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

_LEVELS = {Level.ERROR: "error", Level.WARNING: "warning", Level.INFORMATION: "note"}


def write_sarif(report: Report) -> str:
    """For code scanning: each finding with what its check is for, and a fingerprint that stays when lines move."""
    rules = sorted({finding.check for finding in report.findings})
    driver = {"name": "pnp", "version": __version__, "rules": [_rule(check) for check in rules]}
    seen: Counter[str] = Counter()
    results = []
    for finding in report.findings:
        print_ = _fingerprint(finding)
        seen[print_] += 1
        results.append(_result(finding, rules.index(finding.check), f"{print_}:{seen[print_]}", report))
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return dump_harmless({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(id: str) -> dict[str, object]:
    """What a check is for, from its docstring; its id alone, if there is none of that name."""
    check = CHECKS.get(id)
    if check is None:
        return {"id": plain(id)}
    return {
        "id": id,
        "shortDescription": {"text": check.story.fact},
        "fullDescription": {"text": check.story.why},
        "help": {"text": _help(check, "", ""), "markdown": _help(check, "```\n", "\n```")},
        "defaultConfiguration": {"level": _LEVELS[check.level]},
        "properties": {"tags": [topic_of(check)], "waivable": check.waivable},
    }


def _help(check: Check, before: str, after: str) -> str:
    story = check.story
    parts = [story.fact, story.why, f"Bad:\n\n{before}{story.bad}{after}", f"Good:\n\n{before}{story.good}{after}"]
    return "\n\n".join(parts)


def _result(finding: Finding, rule: int, fingerprint: str, report: Report) -> dict[str, object]:
    cell = _cell(finding.where)
    text = plain(f"{cell}: {finding.message}" if cell else finding.message)
    if finding.help:
        text += f"\n{plain(finding.help)}"
    return {
        "ruleId": plain(finding.check),
        "ruleIndex": rule,
        "level": _LEVELS[finding.level],
        "message": {"text": _literal(text)},
        "locations": [_location(finding, report)],
        "partialFingerprints": {"pnpFinding/v1": fingerprint},
    }


def _location(finding: Finding, report: Report) -> dict[str, object]:
    """The place in the file. A workbook has no lines: its cell is named, and stands on line 1, as GitHub wants one."""
    where = finding.where
    region = {"startLine": 1} if where.sheet else {"startLine": where.line, "startColumn": where.column}
    artifact = _artifact(report.from_checkout(where.file))
    location: dict[str, object] = {"physicalLocation": {"artifactLocation": artifact, "region": region}}
    names = [plain(name) for name in (finding.thing, _cell(where)) if name]
    if names:
        location["logicalLocations"] = [{"fullyQualifiedName": name} for name in names]
    return location


def _artifact(file: str) -> dict[str, object]:
    path = quote(file.encode("utf-8", "surrogatepass"), safe="/")
    if file.startswith("/"):
        return {"uri": f"file://{path}"}
    return {"uri": path, "uriBaseId": "%SRCROOT%"}


def _cell(where: Where) -> str:
    return f"{where.sheet}!{where.cell}" if where.sheet else ""


def _literal(text: str) -> str:
    """The text so that a viewer finds no link (`[text](place)`) and no place to fill in (`{0}`) in it."""
    return re.sub(r"\{(\d+)\}", r"{{\1}}", text.replace("](", "\\]("))


def _fingerprint(finding: Finding) -> str:
    return hashlib.sha256(json.dumps(key_of(finding)).encode("ascii")).hexdigest()[:32]
