"""Markdown to a tree of nodes: the one module that knows markdown-it.

CommonMark with tables, without HTML and pictures, and with blocks `::: name options` ... `:::`. What Markdown would
leave out is in the tree, too: text nested too deep is a node `too_deep`, and a row with more cells than its table has
their number as `cells` in its `meta`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.token import Token

# Blocks that hold nothing and so need no end.
EMPTY = ("contents", "page")
_OPEN = re.compile(r":::[ \t]*([A-Za-z][\w-]*)(.*)")
_CLOSE = re.compile(r":::+[ \t]*$")
# Text nested deeper than a reader could follow: a list is two levels, a note one.
_DEEPEST = 20


class Node(NamedTuple):
    """A part of a text, with what markdown-it tells of it.

    `map` is its first line, from 0, and the line after its last.
    """

    type: str
    tag: str
    markup: str
    info: str
    content: str
    map: Sequence[int] | None
    attrs: Mapping[str, Any]
    meta: Mapping[str, Any]
    children: "list[Node]"


def parse_markdown(text: str) -> list[Node]:
    """The parts of the text, in their order."""
    return _grow(_parser().parse(text))


def _grow(tokens: "Iterable[Token]") -> list[Node]:
    """The tree of tokens, of which some open a node and others close it."""
    growing: list[list[Node]] = [[]]
    for token in tokens:
        if token.nesting < 0:
            growing.pop()
            continue
        children = _grow(token.children) if token.children else []
        name = token.type.removesuffix("_open") if token.nesting else token.type
        told = token.tag, token.markup, token.info, token.content, token.map, token.attrs, token.meta
        growing[-1].append(Node(name, *told, children))
        if token.nesting:
            growing.append(children)
    return growing[0]


@lru_cache(maxsize=1)
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"typographer": True, "html": False, "maxNesting": _DEEPEST + 2})
    parser.enable(["table", "smartquotes"]).disable(["code", "text_join", "reference", "autolink"])
    parser.block.ruler.at("table", _table, {"alt": ["paragraph", "reference"]})
    parser.block.ruler.before("table", "too_deep", _too_deep)
    stopped = ["paragraph", "blockquote", "list", "table"]
    parser.block.ruler.before("fence", "container", _container, {"alt": stopped})
    return parser


def _too_deep(state: "StateBlock", start: int, end: int, silent: bool) -> bool:
    """A block rule: what is nested too deep, up to the first line that is not."""
    if silent or state.level < _DEEPEST:
        return False
    line = start + 1
    while line < end and (state.isEmpty(line) or state.sCount[line] >= state.blkIndent):
        line += 1
    state.push("too_deep", "", 0).map = [start, line]
    state.line = line
    return True


def _table(state: "StateBlock", start: int, end: int, silent: bool) -> bool:
    """The block rule of tables, which also counts the cells of rows that have too many."""
    if start + 2 > end or _line(state, start + 1)[:1] not in ("|", "-", ":"):
        return False
    from markdown_it.rules_block import table
    from markdown_it.rules_block.table import escapedSplit

    first = len(state.tokens)
    if not table(state, start, end, silent):
        return False
    rows = [token for token in state.tokens[first:] if token.type in ("tr_open", "th_open")]
    width = sum(token.type == "th_open" for token in rows)
    for token in rows:
        if token.type == "tr_open" and token.map:
            cells = escapedSplit(_line(state, token.map[0]).strip().removeprefix("|"))
            count = len(cells) - (cells[-1] == "")
            token.meta = {"cells": count} if count > width else {}
    return True


def _container(state: "StateBlock", start: int, end: int, silent: bool) -> bool:
    """A block rule: the lines from `::: name` to the `:::` that belongs to it, or to the end."""
    head = _OPEN.fullmatch(_line(state, start))
    if head is None:
        return False
    if silent:
        return True
    name, options = head[1], head[2].strip()
    last = start if name in EMPTY else _find_end(state, start, end)
    token = state.push("container_open", "div", 1)
    token.info, token.meta = name, {"options": options, "closed": last < end}
    token.map = [start, last + 1]
    token.block = True
    kind, line_max, state.parentType = state.parentType, state.lineMax, "container"
    if last > start:
        state.lineMax = last
        state.md.block.tokenize(state, start + 1, last)
    state.parentType, state.lineMax = kind, line_max
    state.push("container_close", "div", -1).block = True
    state.line = min(last + 1, end)
    return True


def _find_end(state: "StateBlock", start: int, end: int) -> int:
    depth = 1
    for line in range(start + 1, end):
        text = _line(state, line)
        opened = _OPEN.fullmatch(text)
        if opened is not None and opened[1] not in EMPTY:
            depth += 1
        elif _CLOSE.fullmatch(text):
            depth -= 1
            if depth == 0:
                return line
    return end


def _line(state: "StateBlock", line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]
