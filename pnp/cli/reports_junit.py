"""Findings as JUnit XML, for test reports of CI."""

from collections.abc import Iterator
from xml.etree import ElementTree as ET

from pnp.cli.printing import plain
from pnp.cli.report import Report, write_line
from pnp.model.finding import Finding, Level
from pnp.rules.registry import CHECKS


def write_junit(report: Report) -> str:
    """For test reports: a suite for each kit, in it a case for each finding and for each check that finds nothing.

    Errors are failures, so are warnings where they fail the check; elsewhere they are skipped cases, and what is told
    for information passes. The XML is ASCII, so the text is harmless wherever it is shown.
    """
    names = dict.fromkeys((*report.names, *(finding.kit for finding in report.findings)))
    root = ET.Element("testsuites", name="pnp check")
    for name in names:
        root.append(_suite(name, [finding for finding in report.findings if finding.kit == name], report))
    for key in ("tests", "failures"):
        root.set(key, str(sum(int(suite.get(key, 0)) for suite in root)))
    root.set("errors", "0")
    ET.indent(root)
    written: bytes = ET.tostring(root, encoding="us-ascii", xml_declaration=True)
    return written.decode("ascii")


def _suite(name: str, findings: list[Finding], report: Report) -> ET.Element:
    shown = plain(name or "pnp")
    suite = ET.Element("testsuite", name=shown)
    suite.extend(_cases(shown, findings, report))
    numbers = {
        "tests": len(suite),
        "failures": len(suite.findall("testcase/failure")),
        "errors": 0,
        "skipped": len(suite.findall("testcase/skipped")),
    }
    for key, number in numbers.items():
        suite.set(key, str(number))
    return suite


def _cases(suite: str, findings: list[Finding], report: Report) -> Iterator[ET.Element]:
    found = {finding.check for finding in findings}
    for check in sorted(CHECKS.keys() - found):
        yield ET.Element("testcase", classname=suite, name=check)
    for finding in findings:
        yield _case(suite, finding, report)


def _case(suite: str, finding: Finding, report: Report) -> ET.Element:
    place = plain(finding.thing or str(finding.where))
    case = ET.Element("testcase", classname=suite, name=f"{plain(finding.check)}: {place}")
    text = write_line(finding) + (f"\nhelp: {plain(finding.help)}" if finding.help else "")
    said = {"type": finding.level.value, "message": plain(finding.message)}
    if finding.level is Level.ERROR or (finding.level is Level.WARNING and report.strict):
        ET.SubElement(case, "failure", said).text = text
    elif finding.level is Level.WARNING:
        ET.SubElement(case, "skipped", said).text = text
    else:
        ET.SubElement(case, "system-out").text = text
    return case
