"""The values that expressions know: nothing, true and false, numbers, texts, lists, chances, and things with fields.

No other object ever gets in, so that no expression can reach what it should not.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isclose, isfinite
from typing import TypeAlias

from pnp.model.board import Board, Space
from pnp.model.guess import guess
from pnp.model.kit import Card, Deck, Path
from pnp.model.place import Where
from pnp.model.table import Table
from pnp.rules.chances import Chances
from pnp.rules.language.budget import LARGEST, MOST_BITS, Budget
from pnp.rules.language.stumble import StumbleError

Number: TypeAlias = int | float | Fraction
Datum: TypeAlias = "bool | int | float | Fraction | str | tuple[Datum, ...] | Thing | Tally | Chances | None"
_NUMBERS = (int, float, Fraction)
_SHOWN, _SHOWN_ITEMS = 60, 6
_CLOSE = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """Something with fields: a deck, a card, a group of values. `what` names it in messages.

    `items` are what a loop over it gives; None if it is nothing to loop over. `spot` is where it stands in a file, and
    `places` where its values do; those of cards and spaces are known by themselves, and so are those of a group of
    values, whose `group` is its card and the way to it there. `unread` are the fields whose values could not be read.
    """

    what: str
    fields: Mapping[str, Datum]
    items: tuple[Datum, ...] | None = None
    card: Card | None = None
    deck: Deck | None = None
    space: Space | None = None
    board: Board | None = None
    table: Table | None = None
    spot: Where | None = None
    places: Mapping[tuple[str | int, ...], Where] = field(default_factory=dict)
    unread: frozenset[str] = frozenset()
    group: tuple[Card, Path] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """How often each value was counted; what was not counted is there 0 times."""

    counts: Mapping[Datum, int] = field(default_factory=dict)


_KINDS: tuple[tuple[type, str], ...] = (
    (bool, "true or false"),
    (int, "a number"),
    (float, "a number"),
    (Fraction, "a number"),
    (str, "text"),
    (tuple, "a list"),
    (Tally, "a count"),
    (Chances, "chances"),
)


def kind_of(value: Datum) -> str:
    """What the value is, in words: `a number`, `the text "*"`."""
    if value is None:
        return "nothing"
    if isinstance(value, str):
        return f"the text {show(value)}"
    if isinstance(value, Thing):
        return value.what
    return next(words for kind, words in _KINDS if isinstance(value, kind))


def show(value: Datum) -> str:
    """The value as a message prints it, on one line and never long."""
    if isinstance(value, str):
        line = " ".join(value.split())
        return f'"{line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"}"'
    if isinstance(value, tuple):
        more = f", and {len(value) - _SHOWN_ITEMS} more" if len(value) > _SHOWN_ITEMS else ""
        return f"[{', '.join(_show_inner(item) for item in value[:_SHOWN_ITEMS])}{more}]"
    return _show_inner(value)


def _show_inner(value: Datum) -> str:
    if isinstance(value, str):
        return show(value)
    if isinstance(value, int | float | Fraction) and not isinstance(value, bool):
        return show_number(value)
    if isinstance(value, tuple):
        return f"[{len(value)} items]"
    if isinstance(value, Tally):
        some = list(value.counts.items())[:_SHOWN_ITEMS]
        return "{" + ", ".join(f"{_show_inner(key)}: {many}" for key, many in some) + "}"
    if isinstance(value, Thing | Chances):
        return value.what if isinstance(value, Thing) else "chances"
    return {None: "nothing", True: "true", False: "false"}[value]


def show_number(value: Number) -> str:
    """A number without needless digits: `3`, `0.667`, `-1.5`."""
    if isinstance(value, int):
        return str(value)
    shown = f"{float(value):.3f}".rstrip("0").rstrip(".")
    return "0" if shown in ("-0", "") else shown


def is_number(value: Datum) -> bool:
    """Whether the value is a number; true and false are none."""
    return type(value) is int or (isinstance(value, _NUMBERS) and not isinstance(value, bool))


def number(value: Datum) -> Number:
    """The value, if it is a number; a StumbleError if not."""
    if type(value) is int or (isinstance(value, _NUMBERS) and not isinstance(value, bool)):
        return value
    cure = "Use count() for how many times something holds." if isinstance(value, bool) else ""
    if value is None:
        cure = "Test it first, as in `if: card.run != None`, or write number(card.run, 0)."
    raise StumbleError(f"this should be a number, but is {kind_of(value)}", cure)


def text(value: Datum) -> str:
    """The value, if it is text; nothing is empty text."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    raise StumbleError(f"this should be text, but is {kind_of(value)}")


def truth(value: Datum) -> bool:
    """Whether the value counts as true: not nothing, 0, or empty; a StumbleError for chances, which are neither."""
    if isinstance(value, Chances):
        raise StumbleError("chances are neither true nor false", "Compare them: at_least(..., 4) >= 0.5.")
    return bool(value)


def items(value: Datum) -> tuple[Datum, ...]:
    """What a loop over the value gives; a StumbleError if there is nothing to loop over."""
    if isinstance(value, tuple):
        return value
    if isinstance(value, Thing) and value.items is not None:
        return value.items
    if isinstance(value, Tally):
        return tuple(value.counts)
    if value is None:
        return ()
    cure = ""
    if isinstance(value, str):
        cure = f'Write deck("{value}") for the deck of that name.'
    raise StumbleError(f"this should be a list, but is {kind_of(value)}", cure if len(cure) < _SHOWN else "")


def plain(value: Datum) -> Datum:
    """The value, if it is one that can be counted: nothing, true or false, a number, text; a StumbleError if not."""
    if value is None or isinstance(value, bool | int | float | Fraction | str):
        return value
    raise StumbleError(f"only numbers and texts can be counted, not {kind_of(value)}")


def bounded(value: Number) -> Number:
    """The number, if it is of a bearable size. Fractions too fine to be kept exact become ordinary numbers."""
    if type(value) is int and -LARGEST <= value <= LARGEST:
        return value
    if (isinstance(value, float) and not isfinite(value)) or not -LARGEST <= value <= LARGEST:
        raise StumbleError("the number becomes too large")
    if isinstance(value, Fraction) and value.denominator.bit_length() > MOST_BITS:
        return float(value)
    return value


def same(one: Datum, other: Datum, budget: Budget) -> bool:
    """Whether two values are equal; things only to themselves."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        if len(one) != len(other):
            return False
        budget.spend(len(one))
        return all(same(a, b, budget) for a, b in zip(one, other, strict=True))
    if isinstance(one, Tally) and isinstance(other, Tally):
        budget.spend(len(one.counts))
        return dict(one.counts) == dict(other.counts)
    if isinstance(one, bool) is not isinstance(other, bool):
        return False
    if isinstance(one, float) or isinstance(other, float):
        return alike(one, other)
    return one is other or one == other


def alike(one: Datum, other: Datum) -> bool:
    """Whether two numbers are the same but for what decimals lose: 0.1 + 0.2 is 0.3, and two fifths are 0.4."""
    if not (isinstance(one, _NUMBERS) and isinstance(other, _NUMBERS)):
        return False
    return isclose(one, other, rel_tol=_CLOSE, abs_tol=_CLOSE)


def field_of(value: Datum, name: str, looped: str = "") -> Datum:
    """What stands under a field; nothing of nothing. A StumbleError names the field that was meant."""
    if value is None:
        return None
    if not isinstance(value, Thing):
        raise StumbleError(f'{kind_of(value)} has no fields, so no "{clip(name)}"', looped)
    if name in value.unread:
        raise StumbleError(f"{clip(name)} of {value.what} could not be read", silent=True)
    if name not in value.fields:
        raise StumbleError(f'{value.what} has no field "{clip(name)}"', meant(name, list(value.fields)))
    return value.fields[name]


def meant(name: str, known: Sequence[str]) -> str:
    """`Did you mean "run"?`, or what there is."""
    near = guess(name, known)
    if near:
        return f'Did you mean "{near}"?'
    more = "" if len(known) <= 20 else f" and {len(known) - 20} more"
    return f"There is: {', '.join(known[:20])}{more}." if known else ""


def clip(text: str) -> str:
    """The text, shortened for a message."""
    return text if len(text) <= 40 else f"{text[:39]}…"
