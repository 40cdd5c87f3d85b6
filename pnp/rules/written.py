"""Expressions as they stand in a file, tried on a kit: what is wrong with one is told at its place there."""

from typing import NamedTuple

from pnp.model.place import Where
from pnp.model.rule import Formula
from pnp.rules.language.expression import Expression, read_expression
from pnp.rules.language.scope import Scope
from pnp.rules.language.stumble import StumbleError
from pnp.rules.language.values import Datum, truth


class Written(NamedTuple):
    """An expression with the formula that it was read from, at whose `start` it begins."""

    run: Expression
    formula: Formula
    start: int = 0

    def evaluate(self, scope: Scope) -> Datum:
        """Its value; a Mishap names the place."""
        try:
            return self.run.evaluate(scope)
        except StumbleError as error:
            raise MishapError(error, self.formula.place(self.start + max(error.offset, 0))) from None

    def holds(self, scope: Scope) -> bool:
        """Whether its value counts as true; a Mishap names the place."""
        value = self.evaluate(scope)
        try:
            return truth(value)
        except StumbleError as error:
            raise MishapError(error, self.formula.place(self.start)) from None


class MishapError(Exception):
    """Why a rule cannot be tried, with its place in the file."""

    def __init__(self, error: StumbleError, where: Where) -> None:
        super().__init__(error.message)
        self.error = error
        self.where = where


def read_formula(formula: Formula, start: int = 0) -> Written:
    """The expression that begins at `start` of the formula; a Mishap names the place where it cannot be read."""
    try:
        return Written(read_expression(formula.text[start:]), formula, start)
    except StumbleError as error:
        raise MishapError(error, formula.place(start + max(error.offset, 0))) from None


def read_test(formula: Formula) -> Written:
    """An expression whose value is to be true or false, as the cards have it."""
    test = read_formula(formula)
    try:
        test.run.require_test()
    except StumbleError as error:
        raise MishapError(error, formula.place(max(error.offset, 0))) from None
    return test
