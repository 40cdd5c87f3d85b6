"""An expression, read once and made ready to run."""

import ast
from collections.abc import Iterator
from functools import lru_cache

from pnp.rules.language.parsing import parse
from pnp.rules.language.scope import Scope
from pnp.rules.language.stumble import StumbleError
from pnp.rules.language.values import Datum, show
from pnp.rules.language.writer import Run, write


class Expression:
    """An expression that can be evaluated again and again. A StumbleError, with its offset, if it cannot be read."""

    __slots__ = ("parts", "run", "tree")

    def __init__(self, text: str) -> None:
        self.tree = parse(text)
        self.run = write(self.tree, self.tree.body)
        self.parts: tuple[tuple[ast.expr, Run], ...] = ()

    def evaluate(self, scope: Scope) -> Datum:
        """Its value; a StumbleError, with its offset, where it has none."""
        scope.budget.spend(1)
        return self.run(scope)

    def require_test(self) -> None:
        """A StumbleError, with its offset, where what is asked is true whatever the cards say: `a == 1 or 2`."""
        for part in _asked(self.tree.body):
            message, cure = _judge_alone(part)
            if message:
                raise StumbleError(message, cure, self.tree.offset(part))

    def failing(self, scope: Scope) -> ast.expr:
        """Of what is joined by `and`, the first part that is not true; else the whole."""
        if not self.parts:
            self.parts = tuple((part, write(self.tree, part)) for part in _joined(self.tree.body))
        if len(self.parts) == 1:
            return self.tree.body
        return next((part for part, run in self.parts if not run(scope)), self.tree.body)

    def sides(self, scope: Scope) -> str:
        """What the two sides of a comparison come to: `53, but should be 54`; empty of anything else."""
        body = self.tree.body
        if not isinstance(body, ast.Compare) or len(body.ops) != 1:
            return ""
        left, right = (show(write(self.tree, side)(scope)) for side in (body.left, body.comparators[0]))
        return f"{left}, but should be {_SHOULD.get(type(body.ops[0]), '')}{right}"


@lru_cache(maxsize=1024)
def read_expression(text: str) -> Expression:
    """The expression; many rules of a kit say the same of their cards. A StumbleError, as of an Expression."""
    return Expression(text)


def _asked(node: ast.expr) -> Iterator[ast.expr]:
    """What is joined by `and`, `or` and `not`, part by part."""
    parts = [node.operand] if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not) else []
    for part in node.values if isinstance(node, ast.BoolOp) else parts:
        yield from _asked(part)
    if not (parts or isinstance(node, ast.BoolOp)):
        yield node


def _judge_alone(node: ast.expr) -> tuple[str, str]:
    """Why the part is true whatever the cards say, and a cure; nothing if it is not."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str | int | float) and node.value:
        return f"{show(node.value)} by itself is always true", 'Compare it, as in card.kind in ["trap", "tool"].'
    if isinstance(node, ast.Tuple | ast.List) and node.elts:
        return "a list is true whatever is in it", "Write `and` in place of the comma, or all([...])."
    if isinstance(node, ast.ListComp | ast.GeneratorExp) and isinstance(node.elt, ast.Compare | ast.BoolOp):
        return "a list is true whatever is in it", "Write all([...]) or any([...])."
    return "", ""


def _joined(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        for part in node.values:
            yield from _joined(part)
    else:
        yield node


_SHOULD = {
    ast.NotEq: "other than ",
    ast.Lt: "less than ",
    ast.LtE: "at most ",
    ast.Gt: "more than ",
    ast.GtE: "at least ",
    ast.In: "one of ",
    ast.NotIn: "none of ",
}
