"""What a kit declares about itself: rules that must hold, worked examples, and odds worth knowing.

They are kept as they were written; the rules room reads the expressions in them.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple, TypeAlias

from pnp.model.finding import Level
from pnp.model.place import Where

Literal: TypeAlias = "str | int | float | bool | tuple[Literal, ...] | Mapping[str, Literal] | None"
# What a rulebook prints: a Decimal keeps the digits that were written, so that 0.667 stands for what rounds to it.
Printed: TypeAlias = "str | bool | Decimal | tuple[Printed, ...] | None"
# What a rule calls each card of the deck, or space of the board, that it is on.
LOOP_NAME, SPACE_NAME = "card", "space"


class Formula(NamedTuple):
    """An expression, or a message with expressions in braces, as it was written in a file.

    `style` is its quote, `|`, `>`, or nothing, and `lines` are those of the file.
    """

    text: str
    where: Where
    style: str = ""
    lines: Sequence[str] = ()

    def place(self, offset: int) -> Where:
        """Where the character at `offset` stands; the whole formula's place where that is not known."""
        from pnp.model.written import find_place

        return find_place(self.text, offset, self.where, self.style, self.lines)


class Form(NamedTuple):
    """A rule without an expression: `name` is a row of `pnp.kit.schema.FORMS`, `values` what stands under its keys."""

    name: str
    where: Where
    values: Mapping[str, Literal] = {}
    places: Mapping[str, Where] = {}

    def place(self, key: str) -> Where:
        """The place of the key's value, or of the form."""
        return self.places.get(key, self.where)


class Rule(NamedTuple):
    """Something that must hold in a kit.

    `says` is the sentence that a person reads, `ref` a number by which a document calls it, `on` the deck whose cards
    (or the board whose spaces) are looked at. There is either a `form` or what is to `expect`, of `each` thing
    (`card in deck("events")`) that passes the test `only`, with a `message` for those that fail.
    """

    id: str
    says: str
    where: Where
    ref: str = ""
    level: Level | None = None
    on: str = ""
    on_where: Where | None = None
    each: Formula | None = None
    only: Formula | None = None
    expect: Formula | None = None
    message: Formula | None = None
    form: Form | None = None

    @property
    def called(self) -> str:
        """How messages call it: `values-in-range, ZED001`."""
        return f"{self.id}, {self.ref}" if self.ref else self.id


class Facts(NamedTuple):
    """What a kit states of itself without a card for it: `players: 3`. Rules and examples know them as `facts`.

    `places` says where each stands, and each value in it, by its path: `("start", "life")`.
    """

    values: Mapping[str, Literal] = {}
    places: Mapping[tuple[str | int, ...], Where] = {}


class Result(NamedTuple):
    """A value that a worked example comes to: what is `printed`, at `where`, and what gives it.

    Of several, each has a `name`, by which those after it know it. One that is not printed (None) is a step on the way.
    """

    name: str
    printed: Printed
    where: Where
    by_rule: Formula


class Example(NamedTuple):
    """A worked example: with the values `given`, the rules are to give what a rulebook prints. `ref` as of a Rule."""

    id: str
    where: Where
    given: Mapping[str, Literal]
    results: tuple[Result, ...]
    says: str = ""
    ref: str = ""


class Odds(NamedTuple):
    """Chances that a designer wants to see: of the numbers under a deck's `field`, or of `dice` (`2d6+1`).

    So many cards are drawn as each of `draws` says, a modifier is added, and a total that reaches a difficulty passes.
    """

    where: Where
    places: Mapping[str, Where] = {}  # before the name that hides `field`
    deck: str = ""
    field: str = ""
    dice: str = ""
    draws: tuple[int, ...] = (1, 2, 3)
    difficulties: tuple[int, ...] = ()
    modifiers: tuple[int, ...] = (0,)

    def place(self, key: str) -> Where:
        """The place of the key's value, or of the whole."""
        return self.places.get(key, self.where)


class Breach(NamedTuple):
    """A thing that a rule does not hold for. `names` are those by which a waiver may mean it, the plainest first."""

    where: Where
    message: str
    help: str = ""
    names: tuple[str, ...] = ()
    places: tuple[Where, ...] = ()


class Verdict(NamedTuple):
    """What came of a rule, an example or odds when they were tried on the kit.

    `breaches` are what it does not hold for, `trouble` is why it could not be tried to its end, `looked_at` is how
    many things it was tried on, and `read` tells whether all its expressions could be read. `doubt` is why a rule that
    holds says nothing: it takes away what is not there.
    """

    of: Rule | Example | Odds
    breaches: tuple[Breach, ...] = ()
    trouble: Breach | None = None
    looked_at: int = 1
    read: bool = True
    doubt: Breach | None = None
