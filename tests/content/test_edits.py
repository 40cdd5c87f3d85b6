"""Edits that a designer might make to Zed Deck: each is found at its line, in words, and nothing follows from it."""

import shutil
from pathlib import Path

import pytest

from pnp.kit.reading import read_kit
from pnp.rules.engine import inspect, settle

ZED = Path(__file__).parents[2] / "content" / "zed-deck"

# The file, what stands there, what is put in its place, how many lines below it that is found, by which check, and a
# part of what it says.
EDITS = [
    (
        "events.yaml",
        "  - id: rooftop-shortcut",
        "  - id: last-bus",
        0,
        "duplicate-id",
        'the id "last-bus" stands twice',
    ),
    (
        "events.yaml",
        "    run: 1\n    fight: 3\n",
        "    run: 4\n    fight: 3\n",
        0,
        "out-of-range",
        "at most 3 is allowed",
    ),
    ("events.yaml", "    run: 1\n    fight: 3\n", "    run: one\n    fight: 3\n", 0, "wrong-type", 'is the text "one"'),
    ("events.yaml", "    run: 1\n    fight: 3\n", "\trun: 1\n    fight: 3\n", 0, "yaml-syntax", "a tab is used"),
    ("events.yaml", "EXACT FARE, says", "EXACT FARE: says", 0, "yaml-syntax", "holds a colon and a space"),
    ("events.yaml", "{run: 3, supplies: 2}", "{run: 3, suplies: 2}", 0, "unknown-key", 'unknown key "suplies"'),
    ("events.yaml", "{run: 3, supplies: 2}", "{run: 12, supplies: 2}", 0, "out-of-range", "at most 9"),
    ("events.yaml", "{run: 3, supplies: 2}", "{run: 3, supplies: 5}", 0, "kit-rule", "Difficulty 3 pays 5"),
    ("events.yaml", "count: 54", "count: 55", 0, "deck-size", "promises 55 cards and has 54"),
    ("events.yaml", "    title: Last Bus Anywhere\n", "", -1, "missing-field", 'card "last-bus" has no title'),
    ("events.yaml", "discard these to cancel", "pay **1**{supplies} to cancel", -2, "kit-rule", "equipment.cost is 0"),
    ("events.yaml", "of the depot", "of the the depot", 0, "doubled-word", '"the the"'),
    ("events.yaml", "out of the depot", "out of the depott", 0, "unknown-word", '"depott" is not in the list'),
    (
        "events.yaml",
        "to cancel **2**{damage}",
        "to cancel **2** wounds",
        0,
        "forbidden-term",
        '"wounds" is called "damage"',
    ),
    (
        "events.yaml",
        "with nobody at the wheel. **Pass:** also heal **1**{heart}.",
        "with nobody at the",
        0,
        "unfinished-text",
        'it ends in "the"',
    ),
    ("events.yaml", "**Pass:** also heal", "**Pass: also heal", 0, "unbalanced-marks", "has no counterpart"),
    (
        "events.yaml",
        "      run: 1\n      fight: 0\n",
        '      run: "*"\n      fight: 0\n',
        -3,
        "kit-rule",
        "An asterisk stands",
    ),
    ("kit.yaml", "[trackers, reference]", "[trackers, refrence]", 0, "unknown-deck", 'no deck "refrence"'),
    ("kit.yaml", "marks: fronts", "marks: front", 0, "unknown-choice", 'marks is "front"'),
    ("rules.yaml", "expect: -1 <= card.run", "expect: -1 <= card.rnu", 0, "broken-rule", 'has no field "rnu"'),
    ("rules.yaml", ".size % 9 == 0", ".size % 9 = 0", 0, "broken-rule", "no expression that can be read"),
    ("rules.yaml", "on: events, count: 54", "on: event, count: 54", 0, "broken-rule", 'there is no deck "event"'),
    ("rules.yaml", "[0.759, 0.444", "[0.769, 0.444", 0, "worked-example", "prints [0.769, "),
]


@pytest.mark.parametrize(("file", "old", "new", "below", "check", "says"), EDITS)
def test_an_edit_is_found_at_its_line(
    file: str, old: str, new: str, below: int, check: str, says: str, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(ZED, tmp_path / "zed-deck"))
    text = (folder / file).read_text("utf-8")
    before, found_old, after = text.partition(old)
    assert found_old, "what is edited is there"
    (folder / file).write_text(before + new + after, "utf-8")
    kit = read_kit(folder, "content/zed-deck")
    (finding,) = settle(kit, inspect(kit, [kit]))
    line = before.count("\n") + 1 + below
    assert (finding.check, finding.where.file, finding.where.line) == (check, f"content/zed-deck/{file}", line)
    assert says in finding.message
    assert finding.help, "and there is a way to mend it"


def test_zed_deck_as_it_is_gives_no_finding() -> None:
    kit = read_kit(ZED, "content/zed-deck")
    assert settle(kit, inspect(kit, [kit])) == []
