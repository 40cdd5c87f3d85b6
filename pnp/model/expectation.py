"""What a designer expects of a deck's numbers: declared with the deck, proved by the checks of the same names."""

from typing import NamedTuple

from pnp.model.place import Where


class Amount(NamedTuple):
    """An amount as it is expected: exactly (`least` equals `most`), or from least to most."""

    least: float
    most: float

    def holds(self, amount: float) -> bool:
        """Whether the amount is as expected; what rounding leaves over does not count."""
        return self.least - 1e-9 <= amount <= self.most + 1e-9

    def __str__(self) -> str:
        return f"{self.least:g}" if self.least == self.most else f"{self.least:g} to {self.most:g}"


class Preference(NamedTuple):
    """Which values of a field are better for the player, the `high` ones or the `low` ones.

    With `same`, only cards that have the same value are compared at all.
    """

    field: str
    way: str
    where: Where


class Total(NamedTuple):
    """The sum of a field over all cards, copies counted."""

    field: str
    amount: Amount
    where: Where


class Tally(NamedTuple):
    """How many cards, copies counted, have one value in a field. The value is text, as it is written."""

    field: str
    value: str
    amount: Amount
    where: Where


class Spread(NamedTuple):
    """Every value that a field takes, and how many cards have each; a value that is not among them is a mistake."""

    field: str
    tallies: tuple[Tally, ...]
    where: Where


class Likeness(NamedTuple):
    """Two fields and how far they may be from each other (means), or from independence (correlation)."""

    fields: tuple[str, str]
    within: float
    where: Where


class Capacity(NamedTuple):
    """What a card weighs by `field` fits what carries it: a `limit`, or the field `holder` of a deck (`mats.strength`).

    It fits if one holder can carry it, or, with `every`, if all can. `cards` are the cards meant; none means all.
    """

    field: str
    where: Where
    holder: str = ""
    limit: float | None = None
    every: bool = False
    cards: tuple[str, ...] = ()


class Supply(NamedTuple):
    """The most of a token that can be in play at once: `each` for every one of `times`, and `plus` besides.

    `times` is a number, a deck (as many as it has cards) or `deck/card` (as many as there are copies).
    """

    card: str
    where: Where
    each: float
    times: str = "1"
    plus: float = 0.0


class Expectations(NamedTuple):
    """All that is expected of a deck's numbers; `copies` is of every card."""

    copies: Tally | None = None
    sums: tuple[Total, ...] = ()
    counts: tuple[Tally, ...] = ()
    spreads: tuple[Spread, ...] = ()
    means: tuple[Likeness, ...] = ()
    correlations: tuple[Likeness, ...] = ()
    capacities: tuple[Capacity, ...] = ()
    supplies: tuple[Supply, ...] = ()
