"""Annotations: which are shown, and what a card cannot make of them."""

from pathlib import Path

import pytest

from pnp.cli.report import Report
from pnp.cli.reports_github import by_importance, write_github
from pnp.model.finding import Level

from .conftest import finding
from .test_reports import HOSTILE

ERROR, WARNING, INFORMATION = Level


@pytest.fixture(autouse=True)
def no_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)


def test_ten_of_each_kind_are_annotations_and_the_rest_is_told(project: Path) -> None:
    found = tuple(
        finding(f"{level} {number}", level=level)
        for number in range(13)
        for level, most in ((INFORMATION, 10), (WARNING, 11), (ERROR, 13))
        if number < most
    )
    lines = write_github(Report(project, 1, found, ("zed: a line",))).splitlines()
    kinds = [line.split(" ")[0] for line in lines if line.startswith("::")]
    assert kinds == ["::error"] * 10 + ["::warning"] * 10 + ["::notice"] * 10
    assert lines[30:] == [
        "content/zed/events.yaml:3:9: error: text-overflow: error 10",
        "content/zed/events.yaml:3:9: error: text-overflow: error 11",
        "content/zed/events.yaml:3:9: error: text-overflow: error 12",
        "content/zed/events.yaml:3:9: warning: text-overflow: warning 10",
        "zed: a line",
        "13 errors, 11 warnings, 10 for information in 1 kit",
        "3 more errors, 1 more warning in this log alone: GitHub shows 10 of each as annotations",
    ]


def test_ten_are_not_too_many(project: Path) -> None:
    found = tuple(finding(str(number)) for number in range(10))
    assert write_github(Report(project, 1, found)).splitlines()[-1] == "10 errors, 0 warnings in 1 kit"


def test_a_mistake_of_many_cards_does_not_hide_the_others() -> None:
    found = (
        finding("odd", level=INFORMATION, check="c"),
        *(finding(f"long {number}", check="a") for number in range(3)),
        *(finding(f"lost {number}", check="b") for number in range(2)),
        finding("small", level=WARNING, check="a"),
    )
    assert [each.message for each in by_importance(found)] == [
        "long 0", "lost 0", "long 1", "lost 1", "long 2", "small", "odd",
    ]  # fmt: skip


def test_what_is_no_annotation_forges_none_either(project: Path) -> None:
    found = tuple(finding(HOSTILE, file=HOSTILE, check=HOSTILE, help=HOSTILE) for _ in range(12))
    written = write_github(Report(project, 1, found, (HOSTILE,), names=(HOSTILE,)))
    assert sum(line.lstrip().startswith("::") for line in written.splitlines()) == 10
    assert written.count("\n") == 10 + 2 + 1 + 1
    assert "##[" not in written
