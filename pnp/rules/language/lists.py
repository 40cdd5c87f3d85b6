"""Functions of lists and numbers."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import floor, isqrt, sqrt
from typing import Any

from pnp.rules.chances import Chances
from pnp.rules.language.budget import MOST_ITEMS
from pnp.rules.language.operators import calculate
from pnp.rules.language.scope import Scope
from pnp.rules.language.stumble import StumbleError
from pnp.rules.language.values import Datum, Number, Tally, bounded, is_number, items, number, plain, same


def each(scope: Scope, value: Datum) -> tuple[Datum, ...]:
    """The items of a list, paid for."""
    found = items(value)
    scope.budget.spend(len(found))
    return found


def figures_of(scope: Scope, value: Datum) -> tuple[Number, ...]:
    """The items of a list of numbers."""
    return tuple(number(item) for item in each(scope, value))


def given(_scope: Scope, value: Datum) -> bool:
    """Whether there is something: not nothing, no empty text, no empty list."""
    return value is not None and value not in ("", ())


def number_or(_scope: Scope, value: Datum, otherwise: Datum) -> Datum:
    """The value, if it is a number, else the other."""
    return value if is_number(value) else otherwise


def length(_scope: Scope, value: Datum) -> int:
    """How many items, or letters."""
    return len(value) if isinstance(value, str) else len(items(value))


def total(scope: Scope, value: Datum) -> Datum:
    """The numbers of a list added up."""
    result: Datum = 0
    for item in each(scope, value):
        result = calculate("Add", result, item, scope.budget)
    return result


def lowest(scope: Scope, *values: Datum) -> Datum:
    """The lowest of a list, of several values, or of chances."""
    return values[0].lowest if isinstance(values[0], Chances) and len(values) == 1 else _ordered(scope, values)[0]


def highest(scope: Scope, *values: Datum) -> Datum:
    """The highest."""
    return values[0].highest if isinstance(values[0], Chances) and len(values) == 1 else _ordered(scope, values)[-1]


def magnitude(_scope: Scope, value: Datum) -> Number:
    """The number without its sign."""
    found = number(value)
    return found if found >= 0 else -found


def rounded(_scope: Scope, value: Datum, digits: Datum = 0) -> Number:
    """The number rounded to so many digits, a half upwards, as people do."""
    if not isinstance(digits, int) or not 0 <= digits <= 12:
        raise StumbleError("the digits to round to are from 0 to 12")
    exact = number(value)
    return exact if digits == 0 and isinstance(exact, int) else _round(exact, digits)


@lru_cache(maxsize=1024, typed=True)
def _round(exact: Number, digits: int) -> Number:
    scale = 10**digits
    shifted = floor(Fraction(str(exact) if isinstance(exact, float) else exact) * scale + Fraction(1, 2))
    return shifted if digits == 0 else Fraction(shifted, scale)


def root(_scope: Scope, value: Datum) -> Number:
    """The square root: exact where it is a whole number or a fraction."""
    exact = number(value)
    if exact < 0:
        raise StumbleError("a number below 0 has no square root")
    if not isinstance(exact, float):
        whole = Fraction(isqrt(Fraction(exact).numerator), isqrt(Fraction(exact).denominator))
        if whole * whole == exact:
            return int(whole) if whole.denominator == 1 else whole
    return sqrt(exact)


def every(scope: Scope, value: Datum) -> bool:
    """Whether every item is true."""
    return all(bool(item) for item in each(scope, value))


def some(scope: Scope, value: Datum) -> bool:
    """Whether an item is true."""
    return any(bool(item) for item in each(scope, value))


_TRUE: Any = object()


def count(scope: Scope, value: Datum, wanted: Datum = _TRUE) -> int:
    """How many items are true, or equal a value."""
    if wanted is _TRUE:
        return sum(1 for item in each(scope, value) if item)
    return sum(1 for item in each(scope, value) if same(item, wanted, scope.budget))


def count_by(scope: Scope, value: Datum) -> Tally:
    """How often each value occurs, in the order in which they come first."""
    return Tally(Counter(plain(item) for item in each(scope, value)))


def distinct(scope: Scope, value: Datum) -> tuple[Datum, ...]:
    """Each value once."""
    return tuple(dict.fromkeys(plain(item) for item in each(scope, value)))


def unique(scope: Scope, value: Datum) -> bool:
    """Whether no value occurs twice."""
    return len(distinct(scope, value)) == len(items(value))


def ordered(scope: Scope, value: Datum) -> tuple[Datum, ...]:
    """The items, the lowest first."""
    return tuple(_ordered(scope, (value,), empty=True))


def best(scope: Scope, value: Datum, many: Datum) -> tuple[Datum, ...]:
    """The highest few, the highest first; all if there are fewer."""
    return tuple(reversed(_ordered(scope, (value,), empty=True)))[: _few(many)]


def worst(scope: Scope, value: Datum, many: Datum) -> tuple[Datum, ...]:
    """The lowest few, the lowest first."""
    return tuple(_ordered(scope, (value,), empty=True))[: _few(many)]


def span(scope: Scope, low: Datum, high: Datum) -> tuple[int, ...]:
    """Every whole number from low to high, both included; none if low is more."""
    if not (isinstance(low, int) and isinstance(high, int)):
        raise StumbleError("span() goes from one whole number to another")
    if high - low >= MOST_ITEMS:
        raise StumbleError(f"a span has at most {MOST_ITEMS} numbers")
    scope.budget.spend(max(0, high - low))
    return tuple(range(low, high + 1))


def mean(scope: Scope, value: Datum) -> Number:
    """The average of a list or of chances."""
    if isinstance(value, Chances):
        scope.budget.spend(value.work)
        return bounded(value.mean)
    found = figures_of(scope, value)
    if not found:
        raise StumbleError("a list without items has no average")
    added = number(total(scope, value))
    return bounded(Fraction(added, len(found)) if isinstance(added, int) else added / len(found))


def share(scope: Scope, value: Datum) -> Fraction:
    """The part of the items that are true, 0 to 1."""
    found = each(scope, value)
    if not found:
        raise StumbleError("a list without items has no shares")
    return Fraction(sum(1 for item in found if item), len(found))


def _few(many: Datum) -> int:
    if not isinstance(many, int) or isinstance(many, bool) or many < 0:
        raise StumbleError("how many is a whole number from 0 up")
    return many


def _ordered(scope: Scope, values: tuple[Datum, ...], *, empty: bool = False) -> list[Any]:
    """The items of a list, or several values, the lowest first. Numbers and texts do not mix."""
    found = values if len(values) > 1 else each(scope, values[0])
    if not found and not empty:
        raise StumbleError("a list without items has no lowest and no highest")
    if not (all(map(is_number, found)) or all(isinstance(item, str) for item in found)):
        strange = next(item for item in found if not is_number(item))
        number(strange)  # says what it is
    scope.budget.spend(4 * len(found))
    found_any: list[Any] = list(found)
    return sorted(found_any)
