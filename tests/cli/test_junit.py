"""JUnit XML that CI can read: by its schema, by what it counts, and by what a hostile card cannot make it say."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from lxml import etree  # type: ignore[import-untyped]  # it ships no types

from pnp.cli.report import Report
from pnp.cli.reports_junit import write_junit
from pnp.model.finding import Finding, Level
from pnp.rules.registry import CHECKS

from .conftest import finding
from .test_reports import HOSTILE

Junit = Callable[..., Any]
XSD = Path(__file__).parent / "schemas" / "junit-10.xsd"


@pytest.fixture
def junit(project: Path) -> Junit:
    """What is written of findings, after a look whether it keeps to the schema that Jenkins reads JUnit by."""
    schema = etree.XMLSchema(etree.parse(XSD))

    def write(*findings: Finding, names: tuple[str, ...] = ("zed",), strict: bool = False) -> Any:
        written = write_junit(Report(project, len(names), findings, names=names, strict=strict))
        root = etree.fromstring(written.encode("ascii"))
        schema.assertValid(root)
        return root

    return write


def test_a_sound_kit_passes_every_check(junit: Junit) -> None:
    root = junit(names=("helipad", "zed"))
    assert [suite.get("name") for suite in root] == ["helipad", "zed"]
    for suite in root:
        assert [case.get("name") for case in suite] == sorted(CHECKS)
        assert {case.get("classname") for case in suite} == {suite.get("name")}
        assert [suite.get(key) for key in ("tests", "failures", "skipped")] == [str(len(CHECKS)), "0", "0"]
    assert (root.get("tests"), root.get("failures")) == (str(2 * len(CHECKS)), "0")


@pytest.mark.parametrize(
    ("level", "strict", "becomes"),
    [
        (Level.ERROR, False, "failure"),
        (Level.WARNING, False, "skipped"),
        (Level.WARNING, True, "failure"),
        (Level.INFORMATION, True, "system-out"),
    ],
)
def test_what_fails_the_check_fails_the_case(level: Level, strict: bool, becomes: str, junit: Junit) -> None:
    found = replace(finding("4 mm over", level=level, help="Cut it."), thing="events/mall")
    (suite,) = junit(found, strict=strict)
    assert len(suite) == len(CHECKS), "a case less for the check, a case more for its finding"
    (case,) = [case for case in suite if len(case)]
    assert case.get("name") == "text-overflow: events/mall"
    (said,) = case
    assert said.tag == becomes
    assert said.text == f"content/zed/events.yaml:3:9: {level}: text-overflow: 4 mm over\nhelp: Cut it."
    if becomes != "system-out":
        assert (said.get("type"), said.get("message")) == (level, "4 mm over")
    assert (suite.get("failures"), suite.get("skipped")) == (
        str(int(becomes == "failure")),
        str(int(becomes == "skipped")),
    )


def test_a_finding_without_a_thing_is_named_by_its_place(junit: Junit) -> None:
    (case,) = junit(finding()).xpath("//testcase[failure]")
    assert case.get("name") == "text-overflow: content/zed/events.yaml:3:9"


def test_hostile_text_stays_text(junit: Junit, project: Path) -> None:
    hostile = HOSTILE + '\x00\ufffe\ud800]]></failure><testcase name="forged"/>&bad;"\'<!--'
    found = replace(finding(hostile, help=hostile, check=hostile, file=f"content/{hostile}"), thing=hostile)
    root = junit(found, names=("zed",))
    assert root.xpath("//testcase[@name='forged']") == []
    (failure,) = root.xpath("//failure")
    assert len(failure) == 0
    assert "</failure><testcase" in failure.get("message")
    assert "\\x00\\ufffe\\ud800" in failure.get("message")
    written = write_junit(Report(project, 1, (found,)))
    assert "##[" not in written
    assert [line for line in written.splitlines() if line.lstrip().startswith("::")] == []
