"""Tokens to a tree, in Jinja's syntax, but without going down its whole ladder of operators for every value."""

from typing import NamedTuple

from jinja2 import nodes, parser

# How strong operators are: the strongest is applied first.
_OR, _AND, _NOT, _COMPARE, _ADD, _JOIN, _MULTIPLY, _POWER = range(1, 9)
# What may follow an expression, and is no operator.
_ENDS = frozenset(("variable_end", "block_end", "comma", "rparen", "rbracket", "rbrace", "colon"))


class _Operator(NamedTuple):
    """How strong an operator is, and the node that it makes (of a comparison, each is a part of one)."""

    strength: int
    makes: type[nodes.BinExpr | nodes.Concat | nodes.Compare]


# By the type of the token or, of names, by the name.
_OPERATORS = {
    "or": _Operator(_OR, nodes.Or),
    "and": _Operator(_AND, nodes.And),
    **dict.fromkeys(("in", "not", "eq", "ne", "lt", "lteq", "gt", "gteq"), _Operator(_COMPARE, nodes.Compare)),
    "add": _Operator(_ADD, nodes.Add),
    "sub": _Operator(_ADD, nodes.Sub),
    "tilde": _Operator(_JOIN, nodes.Concat),
    "mul": _Operator(_MULTIPLY, nodes.Mul),
    "div": _Operator(_MULTIPLY, nodes.Div),
    "floordiv": _Operator(_MULTIPLY, nodes.FloorDiv),
    "mod": _Operator(_MULTIPLY, nodes.Mod),
    "pow": _Operator(_POWER, nodes.Pow),
}


class Parser(parser.Parser):
    """Jinja's own, but for expressions: their trees are the same, down to the lines."""

    def parse_expression(self, with_condexpr: bool = True) -> nodes.Expr:
        """An expression; a condition `a if b else c` only if it is allowed."""
        return self.parse_condexpr() if with_condexpr else self.parse_or()

    def parse_condexpr(self) -> nodes.Expr:
        """An expression, or one of two."""
        line = self.stream.current.lineno
        node = self.parse_or()
        while self.stream.current.type == "name" and self.stream.skip_if("name:if"):
            test = self.parse_or()
            other = self.parse_condexpr() if self.stream.skip_if("name:else") else None
            node = nodes.CondExpr(test, node, other, lineno=line)
            line = self.stream.current.lineno
        return node

    def parse_or(self) -> nodes.Expr:
        """An expression without a condition."""
        return self._read(_OR)

    def _read(self, least: int) -> nodes.Expr:
        """An expression of operators that are at least so strong."""
        first = self.stream.current
        if least <= _NOT and first.type == "name" and first.value == "not":
            next(self.stream)
            node: nodes.Expr = nodes.Not(self._read(_NOT), lineno=first.lineno)
            strength = _NOT
        else:
            node = self.parse_unary()
            strength = _POWER
        line = first.lineno
        while operator := self._operator(least, strength):
            if operator.strength < strength:
                strength, line = operator.strength, first.lineno
            node = self._apply(operator, node, line)
            line = self.stream.current.lineno
        return node

    def _operator(self, least: int, most: int) -> _Operator | None:
        """The operator that comes next, if there is one that is so strong."""
        token = self.stream.current
        kind = token.type
        if kind in _ENDS:
            return None
        operator = _OPERATORS.get(token.value if kind == "name" else kind)
        if operator is None or not least <= operator.strength <= most:
            return None
        if token.value == "not" and kind == "name" and not self.stream.look().test("name:in"):
            return None
        return operator

    def _apply(self, operator: _Operator, left: nodes.Expr, line: int) -> nodes.Expr:
        """The operator with what stands on its left and right."""
        if operator.makes is nodes.Compare:
            return self._compare(left)
        next(self.stream)
        right = self._read(operator.strength + 1)
        if operator.makes is not nodes.Concat:
            return operator.makes(left, right, lineno=line)
        parts = [left, right]
        while self.stream.current.type == "tilde":
            next(self.stream)
            parts.append(self._read(_MULTIPLY))
        return nodes.Concat(parts, lineno=line)

    def _compare(self, left: nodes.Expr) -> nodes.Expr:
        """A comparison of one or more things with what stands before them."""
        others, line = [], 0
        while operator := self._operator(_COMPARE, _COMPARE):
            assert operator.makes is nodes.Compare
            token = next(self.stream)
            sign = token.value if token.type == "name" else token.type
            if sign == "not":
                next(self.stream)
                sign = "notin"
            others.append(nodes.Operand(sign, self._read(_ADD)))
            line = self.stream.current.lineno
        return nodes.Compare(left, others, lineno=line)
