"""Expressions as tests evaluate them, over a small kit."""

from functools import cache

from pnp.model.kit import Card, Deck, Kit
from pnp.model.place import Where
from pnp.rules.language.budget import MOST_STEPS, Budget
from pnp.rules.language.decks import see_kit
from pnp.rules.language.expression import Expression
from pnp.rules.language.scope import Scope
from pnp.rules.language.stumble import StumbleError
from pnp.rules.language.values import Datum, Thing

FILE = "content/game/events.yaml"


def card(id: str, copies: int = 1, **values: object) -> Card:
    return Card(id, id.title(), copies, Where(FILE, 1, 5), values)  # type: ignore[arg-type]  # values of cards


CARDS = (
    card("mall", run=2, fight=0, text="Gain **2**{supplies}, then pay 1 {supplies}.", gear={"name": "Axe", "run": 1}),
    card("roof", 2, run=-1, fight=3, text="Draw at most 3 cards.", gear={"name": "Bat", "run": "*"}),
    card("cellar", run=3, fight=1, text="", gear=None),
)


@cache
def kit() -> Thing:
    deck = Deck("events", "Events", Where(FILE), 63.5, 88.9, "f.svg.j2", count=4, cards=CARDS)
    other = Deck("items", "Items", Where(FILE), 63.5, 88.9, "f.svg.j2")
    return see_kit(Kit("game", "Game", Where("content/game/kit.yaml"), decks=(deck, other)))


def scope(**names: Datum) -> Scope:
    return Scope({"kit": kit(), **names}, Budget(MOST_STEPS), kit())


def value(text: str, **names: Datum) -> Datum:
    return Expression(text).evaluate(scope(**names))


def stumble(text: str, **names: Datum) -> StumbleError:
    """How the expression fails; AssertionError if it does not."""
    try:
        found = value(text, **names)
    except StumbleError as error:
        return error
    raise AssertionError(f"{text[:60]} gives {found!r:.60}")
