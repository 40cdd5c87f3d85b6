"""Cards that are not finished: empty texts in lists and groups, stand-ins, and who leads to a card that is absent."""

from dataclasses import replace

import pytest

from pnp.model.finding import Level
from pnp.model.kit import Card, Deck, Field, Kit, Value
from pnp.model.place import Where
from pnp.rules.check import Check, Context, Said
from pnp.rules.topics.blanks import empty_text, not_printed, placeholder_text

from .nouns import EVENTS, deck, kit

WHERE = Where(EVENTS, 3)
WORDS = Field("words", "text", WHERE)
NOTES = Field("notes", "list", WHERE, required=False, of=Field("", "text", WHERE))
PART = Field("part", "group", WHERE, fields=(Field("rules", "text", WHERE),))
OPENS = Field("opens", "card", WHERE, deck="events", required=False)
ALL = Field("all", "list", WHERE, of=OPENS, required=False)
PAIR = Field("pair", "group", WHERE, fields=(OPENS,), required=False)


def make(*cards: Card, fields: tuple[Field, ...]) -> Deck:
    return replace(deck(*cards), fields=fields)


def one(id: str = "mall", copies: int = 1, /, **values: Value) -> Card:
    paths = [(key,) for key in values] + [(key, 0) for key in values] + [("part", "rules")]
    return Card(id, id.title(), copies, Where(EVENTS, 10), values, {path: Where(EVENTS, 11) for path in paths})


def said(check: Check, thing: Deck, *, other: Deck | None = None) -> list[Said]:
    game: Kit = kit(thing, *([other] if other else []))
    return list(check.function(thing, Context(game)))


def test_empty_texts_in_lists_and_groups() -> None:
    card = one(words="Run.", notes=(" ", ""), part={"rules": "\n"})
    found = said(empty_text, make(card, fields=(WORDS, NOTES, PART)))
    assert [each.message for each in found] == ['notes item 1 of "Mall" is blank', 'part.rules of "Mall" is blank']


def test_a_text_that_is_left_out_is_not_empty() -> None:
    silent = Card("mall", "Mall", 1, Where(EVENTS, 10), {"words": ""})
    assert said(empty_text, make(silent, fields=(WORDS,))) == []


@pytest.mark.parametrize(
    "text",
    [
        "Lorem ipsum dolor",
        "Rules text.",
        "Effect goes here",
        "your text here",
        "PLACEHOLDER",
        "Flavour text here.",
        "xxx",
        "XX",
    ],
)
def test_stand_ins(text: str) -> None:
    (found,) = said(placeholder_text, make(one(part={"rules": text}), fields=(PART,)))
    assert found.message.startswith('part.rules of "mall" is a stand-in: "')


@pytest.mark.parametrize(
    "text",
    ["Put the dummy on the table.", "Test your luck.", "What goes up", "Insert coin", "Name a card.", "Text", "XI"],
)
def test_texts_that_only_look_like_it(text: str) -> None:
    assert said(placeholder_text, make(one(words=text), fields=(WORDS,))) == []


def test_a_roman_twenty_is_no_stand_in_where_others_are_numbered_so() -> None:
    moon, judgement = one("moon", words="XVIII"), one("judgement", words="XX")
    assert said(placeholder_text, make(moon, judgement, fields=(WORDS,))) == []
    titles = [card._replace(title=title) for card, title in ((moon, "XIX"), (judgement, "XXX"))]
    assert said(placeholder_text, make(*titles, fields=())) == []
    (found,) = said(placeholder_text, make(moon, one(words="xx"), fields=(WORDS,)))
    assert found.message.endswith('"xx"')


@pytest.mark.parametrize(
    ("field", "value"),
    [(OPENS, "door"), (ALL, ("mall", "door")), (PAIR, {"opens": "door"})],
    ids=("one", "list", "group"),
)
def test_a_card_that_is_not_printed_and_who_leads_to_it(field: Field, value: Value) -> None:
    absent = one("door", 0)
    (found,) = said(not_printed, make(one(**{field.name: value}), absent, fields=(field,)))
    assert (found.level, '"Mall"' in found.message) == (Level.WARNING, True)
    (found,) = said(not_printed, make(one("mall"), absent, fields=(field,)))
    assert (found.level, found.message) == (None, '"Door" has no copies, so it is not printed')


def test_a_card_of_the_same_name_elsewhere_is_not_meant() -> None:
    elsewhere = OPENS._replace(deck="places")
    (found,) = said(not_printed, make(one(opens="door"), one("door", 0), fields=(elsewhere,)))
    assert found.level is None


@pytest.mark.parametrize("title", ["\u200b\u2060", "\u00a0", "\u202e\u202c", "\u00ad"])
def test_a_title_of_which_nothing_is_seen_is_blank(title: str) -> None:
    (found,) = said(empty_text, make(one()._replace(title=title), fields=()))
    assert found.message == 'the title of "mall" is blank'
