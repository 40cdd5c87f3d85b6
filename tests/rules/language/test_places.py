"""A mistake in an expression is told at its line and column in the file, however YAML holds it."""

from pathlib import Path

import pytest

from pnp.kit.reading import read_kit
from pnp.model.kit import Kit
from pnp.rules.trial import try_rules

DECK = """deck: events
size: poker
front: f.svg.j2
fields: {run: integer}
cards: [{id: a, title: A, run: 1}]
"""


def read(folder: Path, rules: str) -> Kit:
    game = folder / "game"
    game.mkdir()
    (game / "kit.yaml").write_text("kit: game\ntitle: Game\n", "utf-8")
    (game / "events.yaml").write_text(DECK, "utf-8")
    (game / "rules.yaml").write_text(rules, "utf-8")
    return read_kit(game, "content/game")


@pytest.mark.parametrize(
    "written",
    [
        "expect: card.run > @oops",
        "expect:    card.run > @oops  # a comment",
        'expect: "card.run > @oops"',
        "expect: 'card.run > @oops'",
        "expect: 'card.title != ''x'' and @oops'",
        'expect: "card.title != \\"\\u0041\\x42\\\\\\\\\\" and @oops"',
        "expect: >-\n      card.run >\n      @oops",
        "expect: >\n      card.run > 0\n\n      and @oops",
        "expect: |\n      card.run >\n        @oops",
        "expect: |2-\n       card.run > (\n       1 +\n         @oops)",
        "expect: card.run >\n      0 and\n      @oops",
        'expect: "card.run >\n      0 and \\\n      @oops"',
        "expect: >-\n      card.title != 'Ü–é' and @oops",
        "if: card.run > @oops\n    expect: card.run == 1",
        "expect: card.run == 2\n    message: Run {card.run} and {1 + @oops}.",
        "expect: card.run == 2\n    message: >-\n      It''s {card.run} {{}}\n      and {1 +\n      @oops}.",
        "for: card in [1] + @oops\n    expect: card == 1",
        "for: >-\n      card in\n      @oops\n    expect: card == 1",
    ],
)
def test_the_place_is_that_of_the_word(written: str, tmp_path: Path) -> None:
    on = "" if written.startswith("for") else "    on: events\n"
    text = f"# Ünicode\nrules:\n  - id: r\n    says: It holds.\n{on}    {written}\n"
    at = text.index("@oops")
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    kit = read(tmp_path, text.replace("@oops", "oops"))
    assert kit.faults == ()
    (verdict,) = try_rules(kit)
    assert verdict.trouble is not None
    assert verdict.trouble.message == 'the rule r cannot be tried: there is no "oops" here'
    assert (verdict.trouble.where.line, verdict.trouble.where.column) == (line, column)


def test_an_alias_has_the_place_where_it_stands(tmp_path: Path) -> None:
    text = """rules:
  - {id: a, says: A., on: events, expect: &e card.run == 1}
  - {id: b, says: B., on: events, if: card.run == 1, expect: *e, level: error}
  - {id: c, says: C., on: items, expect: *e}
  - id: d
    says: D.
    expect: *e
"""
    a, b, c, d = try_rules(read(tmp_path, text))
    assert (a.trouble, b.trouble) == (None, None)
    assert c.trouble is not None
    assert d.trouble is not None
    assert (c.trouble.where.line, c.trouble.where.column) == (4, text.splitlines()[3].index("items") + 1)
    assert (d.trouble.where.line, d.trouble.where.column) == (7, 13)


@pytest.mark.parametrize(
    ("rule", "check", "message"),
    [
        ("{id: r, says: It holds.}", "missing-field", "the rule expects nothing"),
        ("{id: r, says: It holds., expect: '1', count: 3}", "bad-value", "the rule has expect and count"),
        ("{id: r, expect: '1'}", "missing-field", 'rule "r" has no says'),
        ("{says: It holds., expect: '1'}", "missing-field", "rule 1 has no id"),
        ("{id: r, says: It holds., expct: '1'}", "unknown-key", 'unknown key "expct"'),
        ("{id: r, says: It holds., unique: title}", "missing-field", "`unique` is about the cards of a deck"),
        ("{id: r, says: H., for: a in b, count: 3}", "bad-value", "`for` does not go with `count`"),
        ("{id: r, says: H., on: events, sum: 3}", "wrong-type", "`sum` should be keys with values"),
        ("{id: r, says: H., on: events, sum: {is: 3}}", "missing-field", "`sum` has no field"),
        ("{id: r, says: H., on: events, range: {field: run, mn: 3}}", "unknown-key", 'unknown key "mn" in range'),
        ("{id: r, says: H., on: events, count: {}}", "missing-field", "`count` has no limits"),
        ("{id: r, says: H., on: events, level: fatal, count: 1}", "unknown-choice", 'level is "fatal"'),
        ("[]", "wrong-type", "rule 1 should be keys with values"),
    ],
)
def test_a_rule_that_is_not_whole_is_told_of(rule: str, check: str, message: str, tmp_path: Path) -> None:
    kit = read(tmp_path, f"rules:\n  - {rule}\n")
    first = kit.faults[0]
    assert (first.check, first.message[: len(message)], first.where.line) == (check, message, 2)


def test_an_id_stands_once(tmp_path: Path) -> None:
    rule = "{id: r, says: It holds., expect: '1'}"
    (fault,) = read(tmp_path, f"rules:\n  - {rule}\n  - {rule}\n").faults
    assert (fault.check, fault.message) == ("duplicate-id", 'the id "r" stands twice: here and on line 2')
