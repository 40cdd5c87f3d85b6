"""What an expression runs as: each node of its tree becomes a small function of a scope."""

import ast
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from pnp.rules.language.budget import LARGEST, MOST_ITEMS
from pnp.rules.language.functions import FUNCTIONS, Function, meant_function, meant_name
from pnp.rules.language.names import takes_only
from pnp.rules.language.operators import PLAIN, calculate, compare, negate, pick, slice_of
from pnp.rules.language.parsing import Tree
from pnp.rules.language.scope import Scope
from pnp.rules.language.stumble import StumbleError
from pnp.rules.language.values import Datum, Thing, clip, field_of, items

Run: TypeAlias = Callable[[Scope], Datum]


def write(tree: Tree, node: ast.AST) -> Run:
    """The function of a node of the tree, which gives each StumbleError its place."""
    return _Writer(tree).write(node)


class _Writer:
    """Writes the functions of one tree."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree

    def write(self, node: ast.AST) -> Run:
        return _WRITERS[type(node)](self, node)

    def stop(self, node: ast.AST, message: str, help: str = "") -> StumbleError:
        return StumbleError(message, help, self.tree.offset(node))

    def placed(self, node: ast.AST, run: Run) -> Run:
        """The function, whose StumbleErrors get the place of the node where they have none of their own."""

        def placed(scope: Scope) -> Datum:
            try:
                budget = scope.budget
                budget.left -= 1
                if budget.left < 0:
                    budget.stop()
                return run(scope)
            except StumbleError as error:
                if error.offset < 0:
                    error.offset = self.tree.offset(node)
                raise

        return placed

    def constant(self, node: ast.Constant) -> Run:
        value = node.value
        if not (value is None or isinstance(value, bool | int | float | str)):
            raise self.stop(node, "only numbers and texts can be written into a rule")
        if isinstance(value, int | float) and not -LARGEST <= value <= LARGEST:
            raise self.stop(node, "the number is too large")
        return lambda _scope: value

    def name(self, node: ast.Name) -> Run:
        name = node.id

        def find(scope: Scope) -> Datum:
            try:
                return scope.names[name]
            except KeyError:
                raise self.stop(node, f'there is no "{clip(name)}" here', meant_name(name, scope.names)) from None

        return find

    def attribute(self, node: ast.Attribute) -> Run:
        owner, name = self.write(node.value), node.attr
        known = node.value.id if isinstance(node.value, ast.Name) else ""

        def look_up(scope: Scope) -> Datum:
            value = scope.names[known] if known in scope.names else owner(scope)
            if isinstance(value, Thing) and name in value.fields:
                return value.fields[name]
            try:
                return field_of(value, name)
            except StumbleError as error:
                error.offset = self.tree.offset(node)
                raise

        return look_up

    def subscript(self, node: ast.Subscript) -> Run:
        owner = self.write(node.value)
        if isinstance(node.slice, ast.Slice):
            if node.slice.step is not None:
                raise self.stop(node, "a slice has a start and an end, and nothing else")
            start, end = (
                self.write(edge) if edge is not None else _nothing for edge in (node.slice.lower, node.slice.upper)
            )
            return self.placed(node, lambda scope: slice_of(owner(scope), start(scope), end(scope), scope.budget))
        key = self.write(node.slice)
        return self.placed(node, lambda scope: pick(owner(scope), key(scope)))

    def listing(self, node: ast.List | ast.Tuple) -> Run:
        parts = tuple(self.write(part) for part in node.elts)
        ready: tuple[Any, ...] = tuple([part.value for part in node.elts if isinstance(part, ast.Constant)])
        if len(ready) == len(parts):
            return self.placed(node, lambda _scope: ready)
        return self.placed(node, lambda scope: tuple([part(scope) for part in parts]))

    def unary(self, node: ast.UnaryOp) -> Run:
        operand = self.write(node.operand)
        if isinstance(node.op, ast.Not):
            return lambda scope: not operand(scope)
        turned = isinstance(node.op, ast.USub)
        return self.placed(node, lambda scope: negate(operand(scope), turned=turned))

    def binary(self, node: ast.BinOp) -> Run:
        left, right, sign = self.write(node.left), self.write(node.right), type(node.op).__name__
        return self.placed(node, lambda scope: calculate(sign, left(scope), right(scope), scope.budget))

    def boolean(self, node: ast.BoolOp) -> Run:
        """As in Python, the value of the last part that was looked at."""
        parts = tuple(self.write(part) for part in node.values)
        stops = isinstance(node.op, ast.Or)

        def decide(scope: Scope) -> Datum:
            value: Datum = None
            for part in parts:
                value = part(scope)
                if bool(value) is stops:
                    break
            return value

        return decide

    def comparison(self, node: ast.Compare) -> Run:
        first = self.write(node.left)
        rest = tuple(
            (type(sign).__name__, self.write(part)) for sign, part in zip(node.ops, node.comparators, strict=True)
        )
        if len(rest) == 1:
            return self.compared(node, first, *rest[0])

        def compare_all(scope: Scope) -> Datum:
            left = first(scope)
            for sign, part in rest:
                right = part(scope)
                if not compare(sign, left, right, scope.budget):
                    return False
                left = right
            return True

        return self.placed(node, compare_all)

    def compared(self, node: ast.Compare, first: Run, sign: str, other: Run) -> Run:
        """What compares two values, `placed`; most are two texts or two whole numbers, and those at once."""
        plain = PLAIN.get(sign)

        def compare_plain(scope: Scope) -> Datum:
            left, right = first(scope), other(scope)
            kind = type(left)
            if plain is not None and (kind is str or kind is int) and type(right) is kind:
                return plain(left, right)
            return compare(sign, left, right, scope.budget)

        return self.placed(node, compare_plain)

    def condition(self, node: ast.IfExp) -> Run:
        test, then, otherwise = self.write(node.test), self.write(node.body), self.write(node.orelse)
        return lambda scope: then(scope) if test(scope) else otherwise(scope)

    def call(self, node: ast.Call) -> Run:
        if not isinstance(node.func, ast.Name):
            raise self.stop(node, "only functions can be called, by their names", "Write len(text), not text.len().")
        if node.keywords:
            raise self.stop(node, f"{node.func.id}() takes values without names")
        function = FUNCTIONS.get(node.func.id)
        if function is None:
            raise self.stop(node, f'there is no function "{clip(node.func.id)}"', meant_function(node.func.id))
        if not function.least <= len(node.args) <= function.most:
            raise self.stop(node, f"{node.func.id}() takes {function.arity}", f"Write {function.usage}.")
        run = self.placed(node, self.applied(function, tuple(self.write(part) for part in node.args)))
        return self.once(node, run)

    def applied(self, function: Function, parts: tuple[Run, ...]) -> Run:
        call = function.call
        if len(parts) == 1:
            (only,) = parts
            return lambda scope: call(scope, only(scope))
        if len(parts) == 2:
            one, other = parts
            return lambda scope: call(scope, one(scope), other(scope))
        return lambda scope: call(scope, *[part(scope) for part in parts])

    def once(self, node: ast.AST, run: Run) -> Run:
        """The function; where its value is always the same, it is run only once in a scope's life."""
        if not takes_only(node, FIXED):
            return run
        key = object()

        def recall(scope: Scope) -> Datum:
            memo = scope.memo
            if key not in memo:
                memo[key] = run(scope)
            return memo[key]

        return recall

    def comprehension(self, node: ast.ListComp | ast.GeneratorExp) -> Run:
        loops = tuple(self.loop(loop, node) for loop in node.generators)
        result = self.write(node.elt)
        if len(loops) > 2:
            raise self.stop(node, "a list has at most two loops")

        def collect(scope: Scope) -> Datum:
            found: list[Datum] = []
            kept = {name: scope.names[name] for name, _source, _tests in loops if name in scope.names}
            _go_round(scope, loops, result, found)
            for name, _source, _tests in loops:
                scope.names.pop(name, None)
            scope.names.update(kept)
            return tuple(found)

        return self.once(node, self.placed(node, collect))

    def loop(self, loop: ast.comprehension, node: ast.AST) -> "_Loop":
        if not isinstance(loop.target, ast.Name) or loop.is_async:
            raise self.stop(node, "a loop gives one name to each thing", "Write: for card in deck(...).")
        if loop.target.id in FIXED:
            raise self.stop(loop.target, f'"{loop.target.id}" is the name of something else', "Choose another name.")
        return loop.target.id, self.write(loop.iter), tuple(self.write(test) for test in loop.ifs)


_Loop: TypeAlias = tuple[str, Run, tuple[Run, ...]]
# The names whose values never change while a rule is tried.
FIXED = frozenset({"kit", "facts"})


def _go_round(scope: Scope, loops: tuple[_Loop, ...], result: Run, found: list[Datum]) -> None:
    """Collect the results of the innermost of the loops."""
    (name, source, tests), inner = loops[0], loops[1:]
    names, budget = scope.names, scope.budget
    for each in items(source(scope)):
        budget.left -= 1
        if budget.left < 0:
            budget.stop()
        names[name] = each
        if tests and not all(test(scope) for test in tests):
            continue
        if inner:
            _go_round(scope, inner, result, found)
            continue
        found.append(result(scope))
        if len(found) > MOST_ITEMS:
            raise StumbleError(f"the list has more than {MOST_ITEMS} items")


def _nothing(_scope: Scope) -> Datum:
    return None


_WRITERS: Mapping[type[ast.AST], Callable[[_Writer, Any], Run]] = {
    ast.Constant: _Writer.constant,
    ast.Name: _Writer.name,
    ast.Attribute: _Writer.attribute,
    ast.Subscript: _Writer.subscript,
    ast.List: _Writer.listing,
    ast.Tuple: _Writer.listing,
    ast.UnaryOp: _Writer.unary,
    ast.BinOp: _Writer.binary,
    ast.BoolOp: _Writer.boolean,
    ast.Compare: _Writer.comparison,
    ast.IfExp: _Writer.condition,
    ast.Call: _Writer.call,
    ast.ListComp: _Writer.comprehension,
    ast.GeneratorExp: _Writer.comprehension,
}
