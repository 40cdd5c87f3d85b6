"""Functions of two columns of numbers."""

from math import fsum, sqrt

from pnp.rules.language.lists import figures_of
from pnp.rules.language.scope import Scope
from pnp.rules.language.stumble import StumbleError
from pnp.rules.language.values import Datum, Number


def correlation(scope: Scope, one: Datum, other: Datum) -> float:
    """Pearson's coefficient; 0 where a column has the same value throughout."""
    return pearson(*_pair(scope, one, other))


def spearman(scope: Scope, one: Datum, other: Datum) -> float:
    """The coefficient of the ranks, equal values sharing the mean of theirs."""
    left, right = _pair(scope, one, other)
    scope.budget.spend(8 * len(left))
    return pearson(ranks(left), ranks(right))


def pearson(left: list[float], right: list[float]) -> float:
    """The coefficient of two columns of one length."""
    middle, centre = fsum(left) / len(left), fsum(right) / len(right)
    together = fsum((a - middle) * (b - centre) for a, b in zip(left, right, strict=True))
    apart = fsum((a - middle) ** 2 for a in left) * fsum((b - centre) ** 2 for b in right)
    return together / sqrt(apart) if apart > 0 else 0.0


def ranks(values: list[float]) -> list[float]:
    """The rank of each value, from 1; equal ones share the mean of theirs."""
    order = sorted(range(len(values)), key=values.__getitem__)
    found = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end + 1 < len(order) and values[order[end + 1]] == values[order[start]]:
            end += 1
        for at in order[start : end + 1]:
            found[at] = (start + end) / 2 + 1
        start = end + 1
    return found


def _pair(scope: Scope, one: Datum, other: Datum) -> tuple[list[float], list[float]]:
    left, right = (_floats(figures_of(scope, column)) for column in (one, other))
    if len(left) != len(right):
        raise StumbleError(f"the two lists have {len(left)} and {len(right)} items, but belong together in pairs")
    if len(left) < 2:
        raise StumbleError("it takes two pairs at least")
    return left, right


def _floats(values: tuple[Number, ...]) -> list[float]:
    return [float(value) for value in values]
