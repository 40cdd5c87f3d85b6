"""The cards of Zed Deck as tests read them."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from pnp.kit.project import Project
from pnp.kit.reading import read_kit
from pnp.model.kit import Card, Deck, Kit, Value
from pnp.model.roots import Roots

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "content/zed-deck"
KINDS = ("run", "fight")


@cache
def kit() -> Kit:
    return read_kit(FOLDER, "content/zed-deck")


@cache
def roots() -> Roots:
    return Project(ROOT).roots(FOLDER)


def deck() -> Deck:
    return kit().deck("events")


def cards() -> tuple[Card, ...]:
    return deck().cards


def group(value: Value) -> Mapping[str, Value]:
    assert isinstance(value, Mapping)
    return value


def text(value: Value) -> str:
    assert isinstance(value, str)
    return value


def number(value: Value) -> int:
    assert isinstance(value, int)
    return value


def column(kind: str) -> list[int]:
    """The Run or the Fight values of the whole deck."""
    return [number(card.values[kind]) for card in cards()]


def event(card: Card) -> str:
    return text(card.values["event"])


def flavour(card: Card) -> str:
    return text(card.values["flavour"])


def equipment(card: Card) -> Mapping[str, Value]:
    return group(card.values["equipment"])


def name(card: Card) -> str:
    return text(equipment(card)["name"])


def rules(card: Card) -> str:
    return text(equipment(card)["rules"])


def modifier(card: Card, kind: str) -> int | None:
    """What the equipment adds; None where the asterisk stands."""
    value = equipment(card)[kind]
    return None if value == "*" else number(value)


def difficulties(card: Card) -> dict[str, int]:
    """What the card's test asks for, by kind; empty without a test."""
    test = card.values["test"]
    if test is None:
        return {}
    return {kind: number(asked) for kind in KINDS if (asked := group(test)[kind]) is not None}


def hardest(card: Card) -> int:
    return max(difficulties(card).values())


def supplies(card: Card) -> int:
    """What passing the test brings; the card has one."""
    return number(group(card.values["test"])["supplies"])


def with_test() -> list[Card]:
    return [card for card in cards() if difficulties(card)]


def without_test() -> list[Card]:
    return [card for card in cards() if not difficulties(card)]


def words(card: Card) -> list[str]:
    """Everything that the card says, as bare words; an icon counts as its name."""
    return re.findall(r"[a-z0-9']+", " ".join((event(card), flavour(card), rules(card))).lower())
