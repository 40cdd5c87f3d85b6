"""Markdown to a tree of nodes: the one module that knows markdown-it.

CommonMark with tables, without HTML and pictures, and with blocks `::: name options` ... `:::`.
"""

import re
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.tree import SyntaxTreeNode

    Node: TypeAlias = SyntaxTreeNode

# Blocks that hold nothing and so need no end.
EMPTY = ("contents", "page")
_OPEN = re.compile(r":::[ \t]*([A-Za-z][\w-]*)(.*)")
_CLOSE = re.compile(r":::+[ \t]*$")
# Text nested deeper than a reader could follow.
_DEEPEST = 20


def parse_markdown(text: str) -> "Node":
    """The text as a tree; a node's `map` is its first line, from 0, and the line after its last."""
    from markdown_it.tree import SyntaxTreeNode

    return SyntaxTreeNode(_parser().parse(text))


@lru_cache(maxsize=1)
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"typographer": True, "html": False, "maxNesting": _DEEPEST})
    parser.enable(["table", "smartquotes"]).disable(["code", "text_join", "reference", "autolink"])
    stopped = ["paragraph", "blockquote", "list", "table"]
    parser.block.ruler.before("fence", "container", _container, {"alt": stopped})
    return parser


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
