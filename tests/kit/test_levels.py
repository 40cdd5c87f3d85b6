"""`levels:` in rules.yaml."""

import re
from pathlib import Path

import pytest

from pnp.model.finding import Level

from .conftest import Read

DECK = "deck: d\nsize: poker\nfront: f\ncards: [{id: a, title: A}]\n"
TEXT = (Path(__file__).parents[2] / "content" / "README.md").read_text("utf-8")


def test_levels_with_their_places(read: Read) -> None:
    kit = read(DECK, rules="levels:\n  small-type: information\n  unused-file: 'error'\n")
    assert kit.faults == ()
    assert [(change.check, change.level) for change in kit.levels] == [
        ("small-type", Level.INFORMATION),
        ("unused-file", Level.ERROR),
    ]
    assert [(change.where.line, change.where.column) for change in kit.levels] == [(2, 3), (3, 3)]


@pytest.mark.parametrize("rules", ["levels:\n", "levels: ~\n", "levels: {}\n", "waivers: []\n"])
def test_no_levels_are_none(rules: str, read: Read) -> None:
    kit = read(DECK, rules=rules)
    assert (kit.levels, kit.faults) == ((), ())


@pytest.mark.parametrize(
    ("levels", "column", "check", "words", "help"),
    [
        ("{a: warn}", 13, "unknown-choice", 'the level of "a" is "warn"', 'Did you mean "warning"?'),
        ("{a: off}", 13, "unknown-choice", 'the level of "a" is "off"', "There is: error, warning, information."),
        ("{a: }", 13, "unknown-choice", '"a" is given no level', "There is: error, warning, information."),
        ("{a: [error]}", 13, "unknown-choice", '"a" is given no level', "There is: error, warning, information."),
        (
            "[a]  # [so}",
            9,
            "wrong-type",
            "`levels` should be keys with values, but is `[a]`, which YAML reads as a list",
            "Write `key: value`.",
        ),
    ],
)
def test_bad_levels(levels: str, column: int, check: str, words: str, help: str, read: Read) -> None:
    kit = read(DECK, rules=f"levels: {levels}\n")
    (fault,) = kit.faults
    assert kit.levels == ()
    assert (fault.check, fault.message, fault.help) == (check, words, help)
    assert (fault.where.line, fault.where.column) == (1, column)


def test_the_example_of_the_reference_is_right(read: Read) -> None:
    (rules,) = re.findall(r"```yaml\n(levels:.*?)```", TEXT, re.DOTALL)
    kit = read(DECK, rules=rules)
    assert kit.faults == ()
    assert [change.check for change in kit.levels] == ["small-type", "unused-file"]
