"""From text to a tree of Python's syntax, of which only few kinds of nodes are allowed."""

import ast
import re
import warnings
from collections.abc import Mapping
from typing import NamedTuple

from pnp.rules.language.budget import DEEPEST, LONGEST
from pnp.rules.language.stumble import StumbleError

# The nodes that an expression may have, and where in them further ones stand.
_INNER: Mapping[type[ast.AST], tuple[str, ...]] = {
    ast.Constant: (),
    ast.Name: ("ctx",),
    ast.Attribute: ("value", "ctx"),
    ast.Subscript: ("value", "slice", "ctx"),
    ast.Slice: ("lower", "upper", "step"),
    ast.List: ("elts", "ctx"),
    ast.Tuple: ("elts", "ctx"),
    ast.UnaryOp: ("op", "operand"),
    ast.BinOp: ("left", "op", "right"),
    ast.BoolOp: ("op", "values"),
    ast.Compare: ("left", "ops", "comparators"),
    ast.IfExp: ("test", "body", "orelse"),
    ast.Call: ("func", "args", "keywords"),
    ast.ListComp: ("elt", "generators"),
    ast.GeneratorExp: ("elt", "generators"),
    ast.comprehension: ("target", "iter", "ifs"),
    **dict.fromkeys((ast.Load, ast.Store, ast.Del), ()),
    **dict.fromkeys((ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod), ()),
    **dict.fromkeys((ast.Not, ast.USub, ast.UAdd, ast.And, ast.Or), ()),
    **dict.fromkeys((ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn), ()),
}
# What people write for what the language has.
_CALLED = {
    "JoinedStr": ("text with f in front", "Put the values into `message:`, in braces."),
    "Lambda": ("lambda", "Write a loop: [card.run for card in deck(...)]."),
    "NamedExpr": (":=", "To compare, write ==."),
    "Dict": ("braces", "Write a list in brackets."),
    "Set": ("braces", "Write a list in brackets."),
    "DictComp": ("braces", "Write a list in brackets, or count_by()."),
    "SetComp": ("braces", "Write a list in brackets."),
    "Pow": ("**", "Multiply instead."),
    "Is": ("is", "To compare, write ==."),
    "IsNot": ("is not", "To compare, write !=."),
    "Starred": ("*", "Name each value."),
}


class Tree(NamedTuple):
    """An expression that was read. `starts` are the offsets at which the lines of its text begin."""

    text: str
    body: ast.expr
    starts: tuple[int, ...]

    def offset(self, node: ast.AST) -> int:
        """Which character of the text the node begins at."""
        line, column = getattr(node, "lineno", 2) - 2, getattr(node, "col_offset", 0)
        if not 0 <= line < len(self.starts):
            return 0
        row = self.text[self.starts[line] :].partition("\n")[0]
        return self.starts[line] + len(row.encode()[:column].decode(errors="ignore"))


def parse(text: str) -> Tree:
    """The tree of an expression; a StumbleError, with its offset, for whatever is not allowed in one."""
    if len(text) > LONGEST:
        raise StumbleError(f"the expression has {len(text)} characters, at most {LONGEST} are read", "", 0)
    starts = (0, *(at + 1 for at, letter in enumerate(text) if letter == "\n"))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            body = ast.parse(f"(\n{text}\n)", mode="eval").body
    except SyntaxError as error:
        raise _misread(error, text, starts) from None
    except (RecursionError, MemoryError):
        raise StumbleError("the expression is nested too deeply", _SIMPLER, 0) from None
    except (ValueError, OverflowError):
        raise StumbleError("the expression holds what cannot be read", "", 0) from None
    if isinstance(body, ast.Tuple) and not body.elts and "(" not in text:
        raise StumbleError("there is no expression here", _guess(""), 0)
    tree = Tree(text, body, starts)
    _judge(tree)
    return tree


_SIMPLER = "Make two rules of it."


def _misread(error: SyntaxError, text: str, starts: tuple[int, ...]) -> StumbleError:
    """What is wrong, as far as it can be told, at the place where reading came to an end."""
    line = (error.lineno or 2) - 2
    known = 0 <= line < len(starts)
    offset = min(starts[line] + max((error.offset or 1) - 1, 0), max(len(text) - 1, 0)) if known else len(text) - 1
    if "too many nested" in (error.msg or "") or "too deep" in (error.msg or ""):
        return StumbleError("the expression is nested too deeply", _SIMPLER, max(offset, 0))
    cure = _guess(text)
    if cure == _COMPARE and (lone := _ASSIGNED.search(text)):
        offset = lone.start()
    return StumbleError("this is no expression that can be read", cure, max(offset, 0))


_COMPARE = "To compare, write ==."
_ASSIGNED = re.compile("(?<![=!<>])=(?!=)")


def _guess(text: str) -> str:
    """A cure for what people write by mistake."""
    if not text.strip():
        return "Write what has to hold, such as card.run <= 3."
    signs = (("&&", "and"), ("||", "or"), ("<>", "!="), ("=>", ">="), ("=<", "<="))
    for sign, meant in signs:
        if sign in text:
            return f"For {sign} write {meant}."
    if _ASSIGNED.search(text):
        return _COMPARE
    if text.count("(") != text.count(")") or text.count("[") != text.count("]"):
        return "Count the brackets: each needs its partner."
    if text.count('"') % 2 or text.count("'") % 2:
        return "Count the quotes: each needs its partner."
    return "Write it as in card.run <= 3 and card.fight <= 3."


def _judge(tree: Tree) -> None:
    """Raise for the first node that is not allowed, and for depth."""
    waiting: list[tuple[ast.AST, int, ast.AST]] = [(tree.body, 1, tree.body)]
    while waiting:
        node, depth, at = waiting.pop()
        if depth <= DEEPEST and _INNER.get(type(node)) == ():
            continue  # nothing stands in it, as in most
        if hasattr(node, "lineno"):
            at = node  # others stand where what they are part of does
        if depth > DEEPEST:
            raise StumbleError("the expression is nested too deeply", _SIMPLER, tree.offset(at))
        if type(node) not in _INNER:
            raise _refused(node, tree.offset(at))
        waiting += [(part, depth + 1, at) for part in reversed(parts_of(node))]


def parts_of(node: ast.AST) -> list[ast.AST]:
    """The nodes that stand directly in one that is allowed, in their order."""
    parts: list[ast.AST] = []
    for name in _INNER[type(node)]:
        part = getattr(node, name)
        if isinstance(part, list):
            parts += part
        elif part is not None:
            parts.append(part)
    return parts


def _refused(node: ast.AST, offset: int) -> StumbleError:
    name = type(node).__name__
    called, cure = _CALLED.get(name, (name, ""))
    return StumbleError(f"`{called}` is not allowed in a rule", cure, offset)
