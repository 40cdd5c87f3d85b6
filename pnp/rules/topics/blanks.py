"""Checks of cards that are not finished: texts without words, stand-ins, cards that are not printed."""

import re
import unicodedata
from collections.abc import Iterable

from pnp.model.finding import Level
from pnp.model.kit import Card, Deck, Field, Value
from pnp.rules.check import Context, Said, check
from pnp.rules.topics.values import called, is_whole_deck, on_line, walk_texts

_DUMMY = re.compile(
    r"lorem ipsum|dolor sit amet|\b(?:text|name|title|rules?|effect)s? (?:goes|go) here\b"
    r"|\b(?:card|rules?|flavou?r|event|ability) (?:text|name|title) here\b",
    re.IGNORECASE,
)
# Categories of Unicode: blanks of all widths, breaks, signs that only change others.
_UNSEEN = frozenset(("Cc", "Cf", "Zl", "Zp", "Zs"))
_INSERT = re.compile(r"\b(?:insert|your) [\w ]{1,30} here\b", re.IGNORECASE)
# Twenty and thirty in Roman figures are X after X, too, where other texts of the field are such figures.
_TENS = re.compile(r"XX+")
_ROMAN = re.compile(r"(?=.*[IVLCDM])[IVXLCDM]+")
# One of these is in every text that the two find: they are quicker to look for.
_TELLING = ("here", "lorem", "dolor")
_STAND_INS = re.compile(
    r"(?:place ?holder|dummy(?: text)?|(?:some|sample) text|untitled|new card|asdf|blah|foo|x{2,}"
    r"|(?:card|rules?|flavou?r) (?:name|title|text))"
)


@check("empty-text", on=Deck, level=Level.WARNING)
def empty_text(deck: Deck, context: Context) -> Iterable[Said]:
    """A text that a card must have consists of words.

    A deck asks for a text because every card has a place for it. Two quotes with nothing or with blanks between them
    get past that and leave the place empty on this card alone. A card without a title has `title: ""`; a field that may
    be empty has `required: false`.

    Bad:
        - id: pharmacy-run
          event: " "

    Good:
        - id: pharmacy-run
          event: The shutters are half down.
    """
    if not is_whole_deck(deck, context):
        return
    for card in deck.cards:
        if card.title and not _says_anything(card.title):
            yield Said(card.place("title"), f'the title of "{card.id}" is blank', 'Write one, or `title: ""`.')
    for card, path, field, text in walk_texts(deck):
        if not _says_anything(text) and (text or field.required) and path in card.places and text not in field.also:
            what = "blank" if text else "empty"
            yield Said(
                card.place(*path),
                f"{_label(path)} of {called(card)} is {what}",
                f"Write it, or give the field `required: false` and leave it out ({on_line(field.where, card.where)}).",
            )


def _says_anything(text: str) -> bool:
    """Whether anything of the text can be seen: blanks, joiners and signs of direction cannot."""
    return text[:1].isalnum() or any(unicodedata.category(letter) not in _UNSEEN for letter in text)


@check("placeholder-text", on=Deck, level=Level.WARNING)
def placeholder_text(deck: Deck, _context: Context) -> Iterable[Said]:
    """No text is a stand-in for one that is still to be written.

    "Lorem ipsum", "card text" or "insert rules here" fills a box while a template is made. Printed, it is a card that
    nobody can play.

    Bad:
        event: Lorem ipsum dolor sit amet.

    Good:
        event: The shutters are half down.
    """
    titles = ((card, ("title",), card.title) for card in deck.cards)
    texts = ((card, path, text) for card, path, _field, text in walk_texts(deck))
    for card, path, text in (*titles, *texts):
        low = text.lower()
        found = any(word in low for word in _TELLING) and (_DUMMY.search(text) or _INSERT.search(text))
        plain = text.strip(" .:!*_-[]()<>").casefold() if len(text) < 40 else ""
        if found or (_STAND_INS.fullmatch(plain) and not (_TENS.fullmatch(text) and _is_roman(deck, path))):
            words = found[0] if found else text.strip()
            yield Said(
                card.place(*path),
                f'{_label(path)} of "{card.id}" is a stand-in: "{words}"',
                "Write what the card is to say.",
            )


def _is_roman(deck: Deck, path: tuple[str | int, ...]) -> bool:
    """Whether cards of the deck are numbered so at this place: `XIX`."""
    if path == ("title",):
        return any(_ROMAN.fullmatch(card.title) for card in deck.cards)
    return any(other == path and _ROMAN.fullmatch(text) for _card, other, _field, text in walk_texts(deck))


def _label(path: tuple[str | int, ...]) -> str:
    words = ""
    for step in path:
        words += f" item {step + 1}" if isinstance(step, int) else f".{step}" if words else step
    return words


@check("not-printed", on=Deck, level=Level.INFORMATION)
def not_printed(deck: Deck, context: Context) -> Iterable[Said]:
    """Every card is printed.

    `copies: 0` keeps a card out of the box for a while. That is fine, and worth knowing before the box goes to the
    printer; where another card sends players to it, the game stops.

    Bad:
        - id: mall
          opens: back-door
        - id: back-door
          copies: 0

    Good:
        - id: mall
          opens: back-door
        - id: back-door
    """
    absent = [card for card in deck.cards if card.copies == 0]
    if not absent or deck.size == 0:
        return
    sent: dict[str, Card] = {}
    for other in context.kit.decks:
        for card in other.cards:
            for field in other.fields if card.copies else ():
                for name in _named(field, card.values.get(field.name), deck.id):
                    sent.setdefault(name, card)
    for card in absent:
        by = sent.get(card.id)
        where = card.place("copies")
        if by is None:
            yield Said(
                where, f"{called(card)} has no copies, so it is not printed", "If it is out for good, delete it."
            )
        else:
            yield Said(
                where,
                f"{called(card)} is not printed, but {called(by)} ({on_line(by.where, where)}) leads to it",
                "Print a copy, or have the other card lead elsewhere.",
                level=Level.WARNING,
            )


def _named(field: Field, value: Value, deck: str) -> Iterable[str]:
    """The cards of the deck that a value names."""
    if field.type == "card" and field.deck == deck and isinstance(value, str):
        yield value
    elif field.type == "list" and isinstance(value, tuple) and field.of is not None:
        for item in value:
            yield from _named(field.of, item, deck)
    elif field.type == "group" and isinstance(value, dict):
        for inner in field.fields:
            yield from _named(inner, value.get(inner.name), deck)


@check("wrong-copies", on=Deck)
def wrong_copies(deck: Deck, _context: Context) -> Iterable[Said]:
    """Every card has as many copies as its deck expects.

    In a deck where every card is the only one of its kind, or comes in pairs, one with another number of copies is a
    slip that no count of the whole deck shows.

    Bad:
        expects: {copies: 1}
        cards:
          - {id: axe, title: Axe, copies: 2}

    Good:
        expects: {copies: 1}
        cards:
          - {id: axe, title: Axe}
    """
    wanted = deck.expects.copies
    for card in deck.cards if wanted else ():
        if wanted and not wanted.amount.holds(card.copies):
            number = "1 copy" if card.copies == 1 else f"{card.copies or 'no'} copies"
            yield Said(
                card.place("copies"),
                f'{called(card)} has {number}; the deck "{deck.id}" expects {wanted.amount} of each card',
                f"Change its `copies`, or what the deck expects {on_line(wanted.where, card.where)}.",
            )
