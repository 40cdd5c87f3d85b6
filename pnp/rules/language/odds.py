"""Functions of chances."""

from fractions import Fraction

from pnp.rules import chances
from pnp.rules.chances import Chances
from pnp.rules.language.lists import figures_of
from pnp.rules.language.scope import Scope
from pnp.rules.language.stumble import StumbleError
from pnp.rules.language.values import Datum, Number, bounded, kind_of, number, text


def dice(scope: Scope, written: Datum) -> Chances:
    """The chances of dice."""
    try:
        return chances.roll(text(written), scope.budget.spend)
    except ValueError as error:
        raise StumbleError(str(error)) from None


def draws(scope: Scope, values: Datum, drawn: Datum) -> Chances:
    """The chances of the sum of so many cards; of all of them where there are fewer.

    They are worked out once for a column, which the memo keeps, so that none can take its place in memory.
    """
    key = "draws", id(values), drawn if isinstance(drawn, int) else None
    known = scope.memo.get(key)
    if isinstance(known, tuple) and isinstance(known[1], Chances):
        return known[1]
    exact = [_exact(value) for value in figures_of(scope, values)]
    try:
        found = chances.draw(exact, _whole(drawn), scope.budget.spend)
    except ValueError as error:
        raise StumbleError(str(error)) from None
    scope.memo[key] = values, found
    return found


def hits(scope: Scope, there: Datum, size: Datum, drawn: Datum) -> Chances:
    """The chances of so many hits (hypergeometric)."""
    try:
        return chances.hits(_whole(there), _whole(size), _whole(drawn), scope.budget.spend)
    except ValueError as error:
        raise StumbleError(str(error)) from None


def outcomes(scope: Scope, of: Datum) -> tuple[Datum, ...]:
    """All that can come about, the lowest first."""
    found = _chances(scope, of)
    return tuple(outcome for outcome, _ways in found.ways)


def reroll(scope: Scope, of: Datum, again: Datum) -> Chances:
    """The chances where these outcomes are rolled again, until another comes."""
    found = _chances(scope, of)
    try:
        return found.without([_exact(value) for value in figures_of(scope, again)])
    except ValueError:
        raise StumbleError("every outcome is rolled again, so nothing can come about") from None


def at_least(scope: Scope, of: Datum, least: Datum) -> Number:
    """How likely so much or more is."""
    return bounded(_chances(scope, of).between(_exact(number(least)), None))


def at_most(scope: Scope, of: Datum, most: Datum) -> Number:
    """How likely so much or less is."""
    return bounded(_chances(scope, of).between(None, _exact(number(most))))


def exactly(scope: Scope, of: Datum, outcome: Datum) -> Number:
    """How likely an outcome is."""
    exact = _exact(number(outcome))
    return bounded(_chances(scope, of).between(exact, exact))


def shortfall(scope: Scope, of: Datum, difficulty: Datum) -> Number:
    """By how much a total misses the difficulty on average."""
    return bounded(_chances(scope, of).shortfall(_exact(number(difficulty))))


def percent(_scope: Scope, value: Datum) -> str:
    """A share as a text."""
    shown = f"{float(number(value)) * 100:.1f}".removesuffix(".0")
    return f"{shown} %"


def _chances(scope: Scope, value: Datum) -> Chances:
    """The value, if it is chances, paid for."""
    if not isinstance(value, Chances):
        raise StumbleError(f"this should be chances, but is {kind_of(value)}", "Write dice(...) or draws(..., n).")
    scope.budget.spend(value.work)
    return value


def _exact(value: Number) -> int | Fraction:
    return value if isinstance(value, int | Fraction) else Fraction(str(value))


def _whole(value: Datum) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise StumbleError(f"this should be a whole number, but is {kind_of(value)}")
    return value
