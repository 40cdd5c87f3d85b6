"""Every check is documented, and every fault of another room has its check."""

import ast
from pathlib import Path

import pytest

from pnp.model.finding import Level
from pnp.model.kit import Deck
from pnp.rules.check import Check, Context, Said, check, parse_story
from pnp.rules.registry import CHECKS, TOPICS, gather_checks, topic_of

PACKAGE = Path(__file__).parent.parent.parent / "pnp"

IDS = (
    "yaml-syntax",
    "yaml-limits",
    "encoding",
    "empty-file",
    "wrong-root",
    "duplicate-key",
    "unknown-key",
    "missing-field",
    "wrong-type",
    "out-of-range",
    "unknown-choice",
    "bad-value",
    "duplicate-id",
    "unknown-reference",
    "comment-cuts-text",
    "outside-kit",
    "bad-table",
    "bad-map",
    "table-format",
    "bad-waiver",
    "unknown-deck",
    "missing-template",
    "template-error",
    "bad-svg",
    "unsupported-svg",
    "unsupported-markdown",
    "missing-file",
    "bad-image",
    "unknown-icon",
    "missing-font",
    "face-size",
    "too-slow",
    "too-big",
    "crashed",
    "text-overflow",
    "missing-glyph",
    "small-type",
    "unsafe-text",
    "art-stops-at-trim",
    "deck-size",
    "empty-deck",
    "unused-file",
    "needless-waiver",
    "does-not-fit",
    "bad-layout",
    "doubled-word",
    "unfinished-text",
    "unbalanced-marks",
    "editors-note",
    "broken-page-reference",
    "forbidden-term",
    "unknown-name",
    "unknown-word",
    "rulebook-number",
    "component-list",
    "low-contrast",
    "colour-alone",
    "marked-backs",
    "missing-backs",
    "near-paper-edge",
    "uncredited-file",
    "number-against-name",
    "number-against-field",
    "scant-bleed",
    "unexplained-lines",
    "wasted-slots",
)

INFORMATION = {"table-format", "scant-bleed", "unexplained-lines", "wasted-slots"}
WARNINGS = {
    "comment-cuts-text",
    "small-type",
    "unsafe-text",
    "art-stops-at-trim",
    "unused-file",
    "needless-waiver",
    "doubled-word",
    "unfinished-text",
    "unbalanced-marks",
    "editors-note",
    "broken-page-reference",
    "forbidden-term",
    "unknown-name",
    "unknown-word",
    "rulebook-number",
    "component-list",
    "low-contrast",
    "colour-alone",
    "marked-backs",
    "missing-backs",
    "near-paper-edge",
    "uncredited-file",
}


@pytest.mark.parametrize("id", IDS)
def test_a_check_is_found_by_its_id(id: str) -> None:
    assert CHECKS[id].id == id
    level = Level.INFORMATION if id in INFORMATION else Level.WARNING if id in WARNINGS else Level.ERROR
    assert CHECKS[id].level is level


@pytest.mark.parametrize("check", CHECKS.values(), ids=lambda check: check.id)
def test_a_check_says_what_it_is_for(check: Check) -> None:
    story = check.story
    assert story.fact.endswith("."), "the first line is a fact about good content"
    assert len(story.why) > 60, "why it matters at the table"
    assert story.bad, "an example of what is found"
    assert story.good, "an example of what is fine"
    assert story.good != story.bad


def test_the_facts_are_short_enough_for_a_list() -> None:
    assert [check.id for check in CHECKS.values() if len(check.story.fact) > 100] == []


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.__name__)
def test_a_check_is_called_as_its_id(topic: object) -> None:
    wrong = [
        name for name, value in vars(topic).items() if isinstance(value, Check) and name != value.id.replace("-", "_")
    ]
    assert wrong == []


def test_a_check_knows_its_topic() -> None:
    assert topic_of(CHECKS["deck-size"]) == "decks"
    assert topic_of(CHECKS["unknown-key"]) == "cards"


def test_no_two_checks_have_one_id() -> None:
    with pytest.raises(ValueError, match="two checks are called yaml-syntax"):
        gather_checks((TOPICS[0], TOPICS[0]))


def test_what_is_recorded_cannot_be_waived_but_for_a_judgement_of_style() -> None:
    waivable = [check.id for check in CHECKS.values() if check.recorded and check.waivable]
    assert waivable == ["comment-cuts-text", "table-format", "undrawn-svg", "hidden-text", "odd-image"]
    assert not CHECKS["missing-glyph"].waivable
    assert not CHECKS["needless-waiver"].waivable


# The calls by which the rooms record a fault, and which of their arguments is the check.
RECORDING = {"Fault": 0, "note": 0, "refuse": 2}


def recorded_ids() -> set[str]:
    """The check ids that any room records, as far as they are written out."""
    ids: set[str] = set()
    for path in sorted(PACKAGE.rglob("*.py")):
        if "rules" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                place = RECORDING.get(ast.unparse(node.func).split(".")[-1])
                given = [] if place is None else node.args[place : place + 1]
                given += [keyword.value for keyword in node.keywords if keyword.arg == "check"]
                ids |= {arg.value for arg in given if isinstance(arg, ast.Constant) and isinstance(arg.value, str)}
    return ids


def test_every_fault_that_a_room_records_has_its_check() -> None:
    ids = recorded_ids()
    assert {"unknown-key", "missing-template", "does-not-fit"} <= ids, "the calls are still called so"
    assert sorted(ids - set(CHECKS)) == []


def test_the_parts_of_a_docstring() -> None:
    story = parse_story(
        """A die has six faces.

        With fewer
        it rolls badly.

        With more, too.

        Bad:
            faces: 5

              - one

        Good:
            faces: 6
        """
    )
    assert story.fact == "A die has six faces."
    assert story.why == "With fewer it rolls badly.\n\nWith more, too."
    assert story.bad == "faces: 5\n\n  - one"
    assert story.good == "faces: 6"


def test_a_docstring_without_parts_has_empty_parts() -> None:
    story = parse_story("Nothing more.")
    assert (story.fact, story.why, story.bad, story.good) == ("Nothing more.", "", "", "")
    assert parse_story("").fact == ""


def test_the_decorator_keeps_what_it_is_told() -> None:
    @check("thin-deck", on=Deck, level=Level.INFORMATION, waits=True)
    def thin_deck(deck: Deck, _context: Context) -> list[Said]:
        """A deck is thick."""
        return []

    assert (thin_deck.id, thin_deck.on, thin_deck.level) == ("thin-deck", Deck, Level.INFORMATION)
    assert (thin_deck.waits, thin_deck.waivable, thin_deck.recorded) == (True, True, False)
    assert thin_deck.story.fact == "A deck is thick."
