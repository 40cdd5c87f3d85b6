"""Worked examples: what a rulebook prints beside what the rules give."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction

from pnp.model.rule import Breach, Example, Literal, Printed, Verdict
from pnp.rules.language.expression import Expression
from pnp.rules.language.scope import Scope
from pnp.rules.language.stumble import StumbleError
from pnp.rules.language.values import Datum, Thing, is_number, show


def try_example(example: Example, scope: Scope) -> Verdict:
    """Whether the rules give what is printed, to the digits that are printed."""
    read = False
    try:
        expression = Expression(example.by_rule.text)
        read = True
        scope.names.update({name: _given(value, name) for name, value in example.given.items()})
        found = expression.evaluate(scope)
    except StumbleError as error:
        message = f"the example {example.id} cannot be worked out: {error.message}"
        where = example.by_rule.place(max(error.offset, 0))
        return Verdict(example, (), Breach(where, message, error.help, (example.id,)), read=read)
    if agrees(example.printed, found):
        return Verdict(example)
    says = f" ({example.says.strip().rstrip('.')})" if example.says else ""
    message = f"the example {example.id}{says} prints {_show(example.printed)}, but the rules give {show(found)}"
    cure = "Correct what is printed, or `by_rule`; if the print stays as it is, waive this with the reason."
    return Verdict(example, (Breach(example.printed_where, message, cure, (example.id,), (example.where,)),))


def agrees(printed: Printed, found: Datum) -> bool:
    """Whether a value is what is printed: a number, if it rounds to the digits that are printed."""
    if isinstance(printed, tuple):
        return (
            isinstance(found, tuple)
            and len(found) == len(printed)
            and all(agrees(one, other) for one, other in zip(printed, found, strict=True))
        )
    if isinstance(printed, Decimal):
        return is_number(found) and isinstance(found, int | float | Fraction) and _rounds_to(found, printed)
    return type(printed) is type(found) and printed == found


def _rounds_to(found: int | float | Fraction, printed: Decimal) -> bool:
    """Whether the number lies within half a unit of the last digit that is printed."""
    exponent = printed.as_tuple().exponent
    unit = Fraction(10) ** min(exponent if isinstance(exponent, int) else 0, 0)
    exact = Fraction(str(found)) if isinstance(found, float) else Fraction(found)
    return exact == Fraction(printed) or (unit < 1 and abs(exact - Fraction(printed)) <= unit / 2)


def _given(value: Literal, name: str) -> Datum:
    if isinstance(value, Mapping):
        return Thing(f"`{name}`", {key: _given(inner, f"{name}.{key}") for key, inner in value.items()})
    if isinstance(value, tuple):
        return tuple(_given(item, f"{name} item") for item in value)
    if isinstance(value, float) and value != value // 1:
        return Fraction(str(value))
    return value


def _show(printed: Printed) -> str:
    if isinstance(printed, Decimal):
        return f"{printed:f}"
    if isinstance(printed, tuple):
        return f"[{', '.join(_show(item) for item in printed)}]"
    return show(printed)
