"""What the signs of an expression do to values: + - * / // %, comparisons, subscripts."""

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from pnp.rules.chances import Chances, combine
from pnp.rules.language.budget import MOST_ITEMS, MOST_LETTERS, Budget
from pnp.rules.language.stumble import StumbleError
from pnp.rules.language.values import (
    Datum,
    Number,
    Tally,
    Thing,
    alike,
    bounded,
    field_of,
    is_number,
    kind_of,
    number,
    plain,
    same,
)

_ARITHMETIC: Mapping[str, Callable[[Any, Any], Any]] = MappingProxyType(
    {
        "Add": operator.add,
        "Sub": operator.sub,
        "Mult": operator.mul,
        "Div": operator.truediv,
        "FloorDiv": operator.floordiv,
        "Mod": operator.mod,
    }
)
_ORDER: Mapping[str, Callable[[Any, Any], bool]] = MappingProxyType(
    {"Lt": operator.lt, "LtE": operator.le, "Gt": operator.gt, "GtE": operator.ge}
)
# What compares two whole numbers, or two texts.
PLAIN: Mapping[str, Callable[[Any, Any], bool]] = MappingProxyType({"Eq": operator.eq, "NotEq": operator.ne, **_ORDER})
# So many letters are copied in the time of a step.
_LETTERS_A_STEP = 50


def calculate(sign: str, left: Datum, right: Datum, budget: Budget) -> Datum:
    """The sum, difference, product... of two values; texts and lists can be joined, chances combined."""
    if isinstance(left, Chances) or isinstance(right, Chances):
        return _of_chances(sign, left, right, budget)
    if sign == "Add" and isinstance(left, str) and isinstance(right, str):
        return join_texts(left, right, budget)
    if sign == "Add" and isinstance(left, tuple) and isinstance(right, tuple):
        if len(left) + len(right) > MOST_ITEMS:
            raise StumbleError(f"the list has more than {MOST_ITEMS} items")
        budget.spend(len(left) + len(right))
        return left + right
    one, other = number(left), number(right)
    try:
        result: Number = _ARITHMETIC[sign](one, other)
    except ZeroDivisionError:
        raise StumbleError("this divides by zero", "Test it first: a / b if b > 0 else 0.") from None
    except OverflowError:
        raise StumbleError("the number becomes too large") from None
    return bounded(result)


def join_texts(left: str, right: str, budget: Budget) -> str:
    """Both texts, one after the other."""
    if len(left) + len(right) > MOST_LETTERS:
        raise StumbleError(f"the text becomes longer than {MOST_LETTERS} letters")
    budget.spend(1 + (len(left) + len(right)) // _LETTERS_A_STEP)
    return left + right


def _of_chances(sign: str, left: Datum, right: Datum, budget: Budget) -> Datum:
    """Chances with a number added, or two independent ones joined."""
    join = _ARITHMETIC[sign]
    if sign == "Div":
        join = Fraction
    try:
        return combine(_as_chances(left), _as_chances(right), lambda a, b: _exact(join(a, b)), budget.spend)
    except ZeroDivisionError:
        raise StumbleError("this divides by zero", "Leave out what can be 0.") from None


def _as_chances(value: Datum) -> Chances:
    return value if isinstance(value, Chances) else Chances(((_exact(number(value)), 1),), 1)


def _exact(value: Number) -> int | Fraction:
    value = bounded(value)
    return value if isinstance(value, int | Fraction) else Fraction(str(value))


def negate(value: Datum, *, turned: bool) -> Datum:
    """The number with its sign turned, or as it is."""
    return bounded(-number(value)) if turned else number(value)


def compare(sign: str, left: Datum, right: Datum, budget: Budget) -> bool:
    """Whether the comparison holds; a StumbleError for things that have no order."""
    kind = type(left)
    if (kind is int or kind is str) and type(right) is kind and sign in PLAIN:
        return PLAIN[sign](left, right)
    if sign in ("Eq", "NotEq"):
        return same(left, right, budget) is (sign == "Eq")
    if sign in ("In", "NotIn"):
        return contains(right, left, budget) is (sign == "In")
    if is_number(left) and is_number(right):
        if (isinstance(left, float) or isinstance(right, float)) and alike(left, right):
            return sign in ("LtE", "GtE")
        return _ORDER[sign](left, right)
    if isinstance(left, str) and isinstance(right, str):
        return _ORDER[sign](left, right)
    cure = "Test it first, as in `if: card.run != None`." if None in (left, right) else ""
    raise StumbleError(f"{kind_of(left)} and {kind_of(right)} cannot be compared", cure)


def contains(whole: Datum, part: Datum, budget: Budget) -> bool:
    """Whether a text holds a text, or a list, a deck or a count an item."""
    if isinstance(whole, str):
        if not isinstance(part, str):
            raise StumbleError(f"text can hold text, but this is {kind_of(part)}")
        budget.spend(1 + (len(whole) + len(part)) // _LETTERS_A_STEP)
        return part in whole
    if isinstance(whole, Tally):
        return plain(part) in whole.counts
    within = whole.items if isinstance(whole, Thing) else whole
    if not isinstance(within, tuple):
        raise StumbleError(f"there are no items in {kind_of(whole)}", "Write `in` before a list or a text.")
    if type(part) is str:  # it is the same as what it equals, and nothing else
        found = part in within
        budget.spend(within.index(part) + 1 if found else len(within))
        return found
    for item in within:
        budget.spend(1)
        if same(item, part, budget):
            return True
    return False


def pick(owner: Datum, key: Datum) -> Datum:
    """The item of a list, the count of a value, the letter of a text, the field of a thing."""
    if isinstance(owner, Tally):
        return owner.counts.get(plain(key), 0)
    if isinstance(owner, Thing) and isinstance(key, str):
        if key in owner.fields:
            return owner.fields[key]
        return field_of(owner, key)
    within = owner.items if isinstance(owner, Thing) else owner
    if not isinstance(within, tuple | str):
        raise StumbleError(f"there are no items in {kind_of(owner)}")
    if not isinstance(key, int) or isinstance(key, bool):
        raise StumbleError(f"items are counted by whole numbers, but this is {kind_of(key)}")
    if not -len(within) <= key < len(within):
        raise StumbleError(f"there is no item {key}: it has {len(within)}", "The first one is 0.")
    return within[key]


def slice_of(owner: Datum, start: Datum, end: Datum, budget: Budget) -> Datum:
    """The items from start to before the end."""
    if not isinstance(owner, tuple | str):
        raise StumbleError(f"there are no items in {kind_of(owner)}")
    edges = []
    for edge in (start, end):
        if not (edge is None or (isinstance(edge, int) and not isinstance(edge, bool))):
            raise StumbleError(f"items are counted by whole numbers, but this is {kind_of(edge)}")
        edges.append(edge)
    budget.spend(1 + len(owner) // _LETTERS_A_STEP)
    return owner[edges[0] : edges[1]]
