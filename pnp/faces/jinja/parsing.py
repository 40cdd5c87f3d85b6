"""Tokens to a tree: Jinja's own parser, but what is most of an expression, a value alone, is read at once.

Jinja goes down its whole ladder of operators for each value, and asks at each step which of them follows.
"""

from collections.abc import Set
from typing import Any

from jinja2 import nodes, parser
from jinja2.lexer import TOKEN_EOF, Token, TokenStream

# What ends an expression.
_ENDS = frozenset(("block_end", "colon", "comma", "rbrace", "rbracket", "rparen", "variable_end"))
# What ends a list of expressions.
_LAST = frozenset(("block_end", "rparen", "variable_end"))
# What ends a value in it: operators, too.
_FOLLOWS = _ENDS.union(
    *(("add", "div", "floordiv", "mod", "mul", "pow", "sub", "tilde"), ("eq", "gt", "gteq", "lt", "lteq", "ne"))
)
_VALUES = frozenset(("float", "integer", "string"))
# Names of values.
_NAMED = {"true": True, "True": True, "false": False, "False": False, "none": None, "None": None}


class Stream(TokenStream):
    """Tokens that are known beforehand; the current one stands in `tokens` at `at`."""

    def __init__(self, tokens: list[Token], name: str | None, filename: str | None) -> None:
        end = Token(tokens[-1].lineno if tokens else 1, TOKEN_EOF, "")
        self.tokens, self.at, self.current = [*tokens, end], 0, (*tokens, end)[0]
        self.name, self.filename, self.closed = name, filename, not tokens

    def __bool__(self) -> bool:
        return self.current.type is not TOKEN_EOF

    def __next__(self) -> Token:
        """The current token; the next one takes its place."""
        token = self.current
        if token.type is not TOKEN_EOF:
            self.at += 1
            self.current = self.tokens[self.at]
        return token

    def look(self) -> Token:
        """The token after the current one."""
        return self.tokens[min(self.at + 1, len(self.tokens) - 1)]

    def next_if(self, expr: str) -> Token | None:
        """The current token, if it is of that type or is so called; the next one then takes its place."""
        token = self.current
        return next(self) if expr.startswith(token.type) and token.test(expr) else None


class Parser(parser.Parser):
    """Jinja's own, but for values alone: their trees are the same, down to the lines."""

    def parse_expression(self, with_condexpr: bool = True) -> nodes.Expr:
        """An expression; a condition `a if b else c` only if it is allowed."""
        return self._read_value(_ENDS) or super().parse_expression(with_condexpr)

    def parse_tuple(self, simplified: bool = False, *rules: Any, **named: Any) -> nodes.Tuple | nodes.Expr:
        """One expression, or several that commas part."""
        value = None if simplified else self._read_value(_LAST)
        return value or super().parse_tuple(simplified, *rules, **named)

    def parse_unary(self, with_filter: bool = True) -> nodes.Expr:
        """A value, with its sign and all that follows it but operators."""
        return self._read_value(_FOLLOWS) or super().parse_unary(with_filter)

    def _read_value(self, follows: Set[str]) -> nodes.Expr | None:
        """A number, a text, a name or a part of what is so called, if one of those follows; else nothing is read."""
        stream = self.stream
        if not isinstance(stream, Stream):
            return None
        line, kind, value = stream.current
        tokens, at = stream.tokens, stream.at + 1
        if kind in _VALUES:
            node = _make(nodes.Const, line, value=value)
        elif kind != "name" or value == "not":
            return None
        elif value in _NAMED:
            node = _make(nodes.Const, line, value=_NAMED[value])
        else:
            node = _make(nodes.Name, line, name=value, ctx="load")
            if tokens[at].type == "dot" and tokens[at + 1].type == "name":
                node = _make(nodes.Getattr, tokens[at].lineno, node=node, attr=tokens[at + 1].value, ctx="load")
                at += 2
        if tokens[at].type not in follows:
            return None
        stream.at, stream.current = at, tokens[at]
        return node


def _make(kind: type[nodes.Expr], line: int, **fields: Any) -> nodes.Expr:
    """A node, without asking which fields it has."""
    node = kind.__new__(kind)
    node.__dict__ = {**fields, "lineno": line, "environment": None}
    return node
