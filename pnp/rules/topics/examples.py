"""Worked examples: what a rulebook prints beside what the rules give."""

from decimal import Decimal
from fractions import Fraction

from pnp.model.rule import Breach, Example, Printed, Result, Verdict
from pnp.rules.language.decks import see_literal
from pnp.rules.language.expression import read_expression
from pnp.rules.language.scope import Scope
from pnp.rules.language.stumble import StumbleError
from pnp.rules.language.values import Datum, is_number, show


def try_example(example: Example, scope: Scope) -> Verdict:
    """Whether the rules give what is printed, to the digits that are printed."""
    scope.names.update({name: see_literal(value, name) for name, value in example.given.items()})
    breaches: list[Breach] = []
    read = 0
    for result in example.results:
        try:
            expression = read_expression(result.by_rule.text)
            read += 1
            found = expression.evaluate(scope)
        except StumbleError as error:
            message = f"the example {example.id} cannot be worked out: {error.message}"
            where = result.by_rule.place(max(error.offset, 0))
            after = [each.name for each in example.results[example.results.index(result) :]]
            later = next((name for name in after if name and error.message == f'there is no "{name}" here'), "")
            cure = f'"{later}" is worked out only here or after this: put it before.' if later else error.help
            trouble = Breach(where, message, cure, (example.id,))
            return Verdict(example, tuple(breaches), trouble, read=read == len(example.results))
        if result.name:
            scope.names[result.name] = found
        if result.printed is not None and not agrees(result.printed, found):
            breaches.append(_breach(example, result, found))
    return Verdict(example, tuple(breaches))


def _breach(example: Example, result: Result, found: Datum) -> Breach:
    """What there is to say of a value that is printed otherwise."""
    says = f" ({example.says.strip().rstrip('.')})" if example.says else ""
    called = f" for {result.name}" if result.name else ""
    ref = f" ({example.ref})" if example.ref else ""
    message = (
        f"the example {example.id}{says} prints {_show(result.printed)}{called}, but the rules give {show(found)}{ref}"
    )
    cure = "Correct what is printed, or `by_rule`; if the print stays as it is, waive this with the reason."
    names = (f"{example.id}/{result.name}", example.id) if result.name else (example.id,)
    return Breach(result.where, message, cure, names, (example.where,))


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


def _show(printed: Printed) -> str:
    if isinstance(printed, Decimal):
        return f"{printed:f}"
    if isinstance(printed, tuple):
        return f"[{', '.join(_show(item) for item in printed)}]"
    return show(printed)
