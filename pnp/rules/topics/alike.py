"""Checks of cards against each other: ids and titles that are mixed up, cards that are doubled or never worth it."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from unicodedata import east_asian_width

from pnp.model.finding import Level
from pnp.model.kit import Card, Deck, Field
from pnp.rules.check import Context, Said, check
from pnp.rules.topics.values import called, frozen, is_whole_deck, listed, number_at, on_line, place_of, written_at

# A letter more or less is no slip of the pen in a short word: cat, bat, rat.
_LONG_WORD = 5
_WORD = re.compile(r"[^\W\d_]+")
# A title that so many cards have besides the first is told of once.
MANY = 4
_LOOK = str.maketrans({"I": "l", "1": "l", "|": "l", "0": "o", "O": "o", "_": "-", ".": "-"})


@check("look-alike-id", on=Deck, level=Level.WARNING)
def look_alike_id(deck: Deck, _context: Context) -> Iterable[Said]:
    """The ids of a deck can be told apart at a glance.

    Cards, rules and waivers call a card by its id. Where two ids differ in one letter, or in signs that look the same
    (l, I and 1; O and 0), a slip of the pen means the other card, and no program can tell.

    Bad:
        - id: zombie-horde
        - id: zombie-hordes

    Good:
        - id: zombie-horde
        - id: endless-horde
    """
    looks: dict[str, Card] = {}
    exchanged: dict[str, Card] = {}
    shortened: dict[str, Card] = {}
    for card in deck.cards:
        if ("id",) not in card.places:
            continue  # made of its title or its place
        look = card.id.translate(_LOOK).casefold()
        cuts = [(look[:at], look[at + 1 :]) for at in _letters(card.id)]
        near = [exchanged.get(f"{a}*{b}") or looks.get(a + b) for a, b in cuts]
        if other := looks.get(look):
            yield _alike(card, other, "look the same")
        elif other := shortened.get(look) or next(filter(None, near), None):
            yield _alike(card, other, "differ in one letter")
        looks.setdefault(look, card)
        for start, end in cuts:
            exchanged.setdefault(f"{start}*{end}", card)
            shortened.setdefault(start + end, card)


def _alike(card: Card, other: Card, how: str) -> Said:
    here, there = card.place("id"), other.place("id")
    return Said(
        here,
        f'the ids "{other.id}" ({on_line(there, here)}) and "{card.id}" {how}',
        "Give one of them another word.",
    )


def _letters(id: str) -> Iterator[int]:
    """Where the letters of long words stand; digits are none, and of wide signs (勇) each is a word."""
    for word in _WORD.finditer(id.casefold()):
        if len(word[0]) >= _LONG_WORD and east_asian_width(word[0][0]) not in ("W", "F"):
            yield from range(*word.span())


@check("same-title", on=Deck, level=Level.WARNING)
def same_title(deck: Deck, context: Context) -> Iterable[Said]:
    """Cards with the same title say the same.

    Players call cards by their titles. Of two that are called alike and do different things, one is often the old
    state of the other.

    Bad:
        - {id: axe, title: Axe, fight: 2}
        - {id: fire-axe, title: Axe, fight: 3}

    Good:
        - {id: axe, title: Axe, fight: 2}
        - {id: fire-axe, title: Fire Axe, fight: 3}
    """
    titled: dict[str, list[Card]] = defaultdict(list)
    for card in deck.cards if is_whole_deck(deck, context) else ():
        titled[" ".join(card.title.split()).casefold()].append(card)
    for title, cards in titled.items():
        pairs = [(card, different) for card in cards if (different := _differences(deck.fields, cards[0], card))]
        if not title or not pairs:
            continue
        if len(pairs) < MANY:
            yield from (_alike_called(cards[0], card, different) for card, different in pairs)
        else:  # a title of many cards is no slip of one
            said = _alike_called(cards[0], *pairs[0], len(pairs) + 1)
            yield said._replace(names=tuple(name for each, _ in pairs for name in (f"{deck.id}/{each.id}", each.id)))


def _alike_called(one: Card, other: Card, different: Sequence[str], many: int = 2) -> Said:
    here = other.place("title")
    places = f"here and {on_line(one.place('title'), here)},"
    some = f"two cards are called {called(other)}, {places} and"
    if many > 2:
        some = f"{many} cards are called {called(other)}; the first two, {places}"
    return Said(
        here,
        f"{some} differ in {listed(different)}",
        "Give one another title, or, if they are meant to be the same, keep one and write `copies: 2`.",
    )


def _differences(fields: Iterable[Field], one: Card, other: Card) -> list[str]:
    return [field.name for field in fields if one.values.get(field.name) != other.values.get(field.name)]


@check("duplicate-card", on=Deck, level=Level.WARNING)
def duplicate_card(deck: Deck, context: Context) -> Iterable[Said]:
    """No two cards of a deck are equal in all but the id.

    What is meant to be in the deck twice has `copies`. A card that was copied to be changed, and never was, takes the
    place of one that was meant.

    Bad:
        - {id: axe, title: Axe, fight: 2}
        - {id: axe-2, title: Axe, fight: 2}

    Good:
        - {id: axe, title: Axe, fight: 2, copies: 2}
    """
    first: dict[object, Card] = {}
    for card in deck.cards if is_whole_deck(deck, context) else ():
        other = first.setdefault((card.title, frozen(card.values)), card)
        if other is not card:
            yield Said(
                card.where,
                f'"{card.id}" is the same card as "{other.id}" {on_line(other.where, card.where)} in all but its id',
                f"If it is meant, write `copies: {card.copies + other.copies}` there and delete it here.",
            )


@check("dominated-card", on=Deck, level=Level.WARNING)
def dominated_card(deck: Deck, context: Context) -> Iterable[Said]:
    """Every card is better than each other one at something that counts.

    The deck says under `better` which values are good for the player. A card that another one beats or equals in all of
    them is never a choice: who has both knows what to play. With `kind: same` only cards of one kind are compared; a
    card without a number in one of the fields is left out.

    Bad:
        better: {fight: high, weight: low}
        cards:
          - {id: axe, title: Axe, fight: 2, weight: 2}
          - {id: club, title: Club, fight: 1, weight: 3}

    Good:
        better: {fight: high, weight: low}
        cards:
          - {id: axe, title: Axe, fight: 2, weight: 2}
          - {id: club, title: Club, fight: 1, weight: 1}
    """
    ways = {each.field: each.way for each in deck.better}
    counting = [field for field, way in ways.items() if way != "same"]
    alike = [field for field, way in ways.items() if way == "same"]
    if not counting or not is_whole_deck(deck, context):
        return
    groups: dict[tuple[str, ...], list[tuple[tuple[float, ...], Card]]] = defaultdict(list)
    for card in deck.cards:
        numbers = [(number_at(card, field), ways[field] == "high") for field in counting]
        worth = tuple(number if high else -number for number, high in numbers if number is not None)
        if len(worth) == len(counting) and card.copies:
            groups[tuple(written_at(card, field) for field in alike)].append((worth, card))
    for group in groups.values():
        for card, better in _beaten(group):
            yield _worse(card, better, counting)


def _beaten(group: list[tuple[tuple[float, ...], Card]]) -> Iterator[tuple[Card, Card]]:
    """The cards that another one beats, each with it: whoever beats a card comes before it in the falling order."""
    best: list[tuple[tuple[float, ...], Card]] = []
    for worth, card in sorted(group, key=lambda pair: pair[0], reverse=True):
        by = next((o for w, o in best if w != worth and all(a >= b for a, b in zip(w, worth, strict=True))), None)
        if by is not None:
            yield card, by
        elif not best or best[-1][0] != worth:
            best.append((worth, card))


def _worse(card: Card, better: Card, fields: Sequence[str]) -> Said:
    against = listed([f"{name} {written_at(card, name)} against {written_at(better, name)}" for name in fields])
    here = place_of(card, fields[0])
    return Said(
        card.where,
        f"{called(card)} is never better than {called(better)} {on_line(better.where, card.where)}: {against}",
        "Make it better at something, or take one of the two out.",
        places=(here,),
    )
