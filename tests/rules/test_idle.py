"""Rules that would hold whatever the cards say: each is told of, at the words that make it so."""

from pathlib import Path

import pytest

from pnp.build import check_kit
from pnp.kit.project import Project
from pnp.model.finding import Finding
from pnp.outcome import Options

from .test_declared import BOARD, write


def find(folder: Path, rules: str) -> list[Finding]:
    """The findings in rules.yaml, of a kit with a deck and a board."""
    game = write(folder, rules)
    (game / "station.yaml").write_text(BOARD, "utf-8")
    findings = check_kit(Project(folder), game, Options()).findings
    return [finding for finding in findings if finding.where.file.endswith("rules.yaml")]


@pytest.mark.parametrize(
    ("row", "check", "at", "message", "cure"),
    [
        ('on: events, expect: ""', "missing-field", "expect", "expect is empty", "Write it"),
        ("on: events, expect: , ref: A1", "missing-field", "expect", "expect is empty", "Write it"),
        ("on: events, if: '', expect: 1 == 1", "missing-field", "if", "if is empty", "Write it"),
        ("for: '', expect: 1 == 1", "missing-field", "for", "for is empty", "Write it"),
        ("on: events, unique: []", "broken-rule", "[]", "`unique` names nothing", "Write unique: title."),
        ("on: events, unique: null", "broken-rule", "null", "`unique` names nothing", "Write unique: title."),
        (
            "on: events, covers: {field: run, values: []}",
            "broken-rule",
            "[]",
            "`values` of covers names",
            "Write values",
        ),
        ("on: events, one_of: {field: kind, values: [[a]]}", "broken-rule", "[[", "should be single values", "Write"),
        ("on: events, range: {field: run, min: .nan}", "broken-rule", ".nan", "`min` of range should be a number", ""),
        ("on: events, range: {field: rnu, min: 1}", "broken-rule", "rnu", 'no field "rnu"', 'Did you mean "run"?'),
        ("on: events, unique: [title, rnu]", "broken-rule", "[title", 'no field "rnu"', 'Did you mean "run"?'),
        (
            "on: events, refers_to: {field: opens, deck: evnts}",
            "broken-rule",
            "evnts",
            'there is no deck "evnts"',
            'Did you mean "events"?',
        ),
        (
            "on: events, refers_to: {field: opens, deck: events, key: tilte}",
            "broken-rule",
            "tilte",
            'no field "tilte"',
            'Did you mean "title"?',
        ),
        ("on: events, range: {field: kind, min: 1}", "idle-rule", "{field", "looks at nothing", "Correct"),
        ("on: events, if: card.run == 7, unique: title", "idle-rule", "card.run", "looks at nothing", "Correct"),
        ("on: events, if: card.run == 7, one_of: {field: kind, values: [a]}", "idle-rule", "card.run", "nothing", ""),
        ("on: events, if: card.run == 7, refers_to: {field: opens, deck: events}", "idle-rule", "card.run", "", ""),
    ],
)
def test_a_rule_that_says_nothing_is_told_of(
    row: str, check: str, at: str, message: str, cure: str, tmp_path: Path
) -> None:
    line = f"  - {{id: r, says: S., {row}}}"
    (finding,) = find(tmp_path, f"rules:\n{line}\n")
    assert (finding.check, finding.where.line, finding.where.column) == (check, 2, line.index(at, 17) + 1)
    assert message in finding.message
    assert cure in finding.help


@pytest.mark.parametrize(
    ("test", "at", "message"),
    [
        ('card.kind == "trap" or "tool"', '"tool"', '"tool" by itself is always true'),
        ("card.run == 1 or not card.run or 2", "2", "2 by itself is always true"),
        ("card.run > 100, card.title", "card.run", "a list is true whatever is in it"),
        ("card.title and [card.run > 100]", "[", "a list is true whatever is in it"),
        ('[each.run > 100 for each in deck("events")]', "[", "a list is true whatever is in it"),
        ('"card.run > 100"', '"card', '"card.run > 100" by itself is always true'),
    ],
)
@pytest.mark.parametrize("key", ["expect", "if"])
def test_words_that_are_true_by_themselves_are_told_of(
    key: str, test: str, at: str, message: str, tmp_path: Path
) -> None:
    other = "expect: card.title" if key == "if" else "level: error"
    line = f"    {key}: '{test}'"
    (finding,) = find(tmp_path, f"rules:\n  - id: r\n    says: S.\n    on: events\n    {other}\n{line}\n")
    assert (finding.check, finding.where.line) == ("broken-rule", 6)
    assert finding.where.column == line.index(at, line.index("'")) + 1
    assert message in finding.message


@pytest.mark.parametrize(
    "test",
    [
        'card.kind in ["trap", "tool"] or card.title',
        'not [each for each in deck("events") if each.run == 7]',
        '(card.opens or "Mall") == "Mall"',
        "given(card.title) and True == (1 < 2)",
    ],
)
def test_words_that_ask_are_not(test: str, tmp_path: Path) -> None:
    assert find(tmp_path, f"rules:\n  - id: r\n    says: S.\n    on: events\n    expect: '{test}'\n") == []


@pytest.mark.parametrize("says", ['""', "' '", ""])
def test_a_rule_without_its_sentence_is_not_passed_over(says: str, tmp_path: Path) -> None:
    (finding,) = find(tmp_path, f"rules:\n  - {{id: r, says: {says}, expect: 1 == 2}}\n")
    assert (finding.check, finding.message) == ("missing-field", "says is empty")


def test_an_example_without_its_rule_is_not_passed_over(tmp_path: Path) -> None:
    (finding,) = find(tmp_path, "examples:\n  - {id: e, printed: 3, by_rule: ''}\n")
    assert (finding.check, finding.message) == ("missing-field", "by_rule is empty")


@pytest.mark.parametrize(
    "row",
    [
        "if: card.run == 7, count: 0",
        "if: card.run == 7, at_most: 3",
        "if: card.kind == 'tool', range: {field: run, min: 1}",
        "range: {field: run, min: -1}",
        "refers_to: {field: opens, deck: events, key: title}",
    ],
)
def test_a_rule_that_says_something_is_not(row: str, tmp_path: Path) -> None:
    assert find(tmp_path, f"rules:\n  - {{id: r, says: S., on: events, {row}}}\n") == []


@pytest.mark.parametrize(
    ("rule", "at", "meant"),
    [
        ("on: station, reachable: {from: hall, without: [onw-way]}", "[onw", "one-way"),
        ("on: station, separates: {by: dors, inside: [room, lower]}", "dors", "doors"),
        ('on: station, expect: \'steps("station", "hall", space, "dors") != 9\'', "steps", "doors"),
        ('expect: \'len(reached("station", "hall", ["lowr"])) == 3\'', "reached", "lower"),
        ('on: station, expect: \'given(neighbours("station", "hall", ["birg"]))\'', "neighbours", "brig"),
    ],
)
def test_what_is_taken_away_is_there(rule: str, at: str, meant: str, tmp_path: Path) -> None:
    """A board without what is not on it is the board: a rule of it holds whatever is changed."""
    (finding,) = find(tmp_path, f"rules:\n  - {{id: r, says: It is so., {rule}}}\n")
    assert (finding.check, finding.where.line) == ("idle-rule", 2)
    assert f"  - {{id: r, says: It is so., {rule}}}".index(at, 27) + 1 == finding.where.column
    assert 'takes away what is not there: nothing on the board "station" is called' in finding.message
    assert finding.help == f'Did you mean "{meant}"?'


def test_a_name_that_another_board_has_may_be_taken_away(tmp_path: Path) -> None:
    """A rule goes through all boards, and not each has a door."""
    game = write(tmp_path, "")
    (game / "cave.yaml").write_text("board: cave\nspaces: [{id: hole, name: Hole}]\n", "utf-8")
    rule = "for: each in kit.boards, expect: 'len(reached(each, each[0], \"doors\")) <= 3'"
    assert find(tmp_path, f"rules:\n  - {{id: r, says: It is so., {rule}}}\n") == []


def test_numbers_with_a_point_add_up_as_they_are_written(tmp_path: Path) -> None:
    game = write(tmp_path, "")
    coins = "deck: coins\nsize: poker\nfront: plain.svg.j2\nfields: {worth: {type: number}}\ncards:\n"
    coins += "  - {id: a, title: A, worth: 0.1}\n  - {id: b, title: B, worth: 0.2}\n"
    (game / "coins.yaml").write_text(coins, "utf-8")
    form = "  - {{id: r{}, says: S., on: coins, sum: {{field: worth, {}}}}}\n"
    rules = [form.format(number, limit) for number, limit in enumerate(("is: 0.3", "max: 0.3", "is: 0.31", "max: 0.2"))]
    assert [finding.where.line for finding in find(tmp_path, f"rules:\n{''.join(rules)}")] == [4, 5]


def test_one_card_has_what_two_cards_have(tmp_path: Path) -> None:
    rule = "on: events, at_most: {field: title, most: 0}, if: card.run == 2"
    (finding,) = find(tmp_path, f"rules:\n  - {{id: r, says: S., {rule}}}\n")
    assert '1 card has title "Mall", at most 0 may' in finding.message
