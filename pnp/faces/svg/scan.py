"""The one pass over a face's SVG: what stands at the top of it, and every element that has an id."""

import re
from collections.abc import Mapping
from typing import NamedTuple
from xml.parsers import expat

from pnp.faces.svg.elements import read_style
from pnp.faces.svg.numbers import part_numbers
from pnp.faces.svg.transforms import IDENTITY, multiply, read_transform
from pnp.model.face import Matrix

MOST_ELEMENTS = 50_000
MOST_DEPTH = 64
# Quoted values may hold a > too.
TAG = re.compile(rb"""(?:[^"'>]|"[^"]*"|'[^']*')*>""")
TEXTS = frozenset(("pnp:text", "text"))
SPEAKING = frozenset(("pnp:text", "style"))  # whose text is kept
DEFINING = frozenset(
    ("defs", "clipPath", "filter", "linearGradient", "marker", "mask", "pattern", "radialGradient", "symbol")
)
SILENT = frozenset(("desc", "metadata", "title"))
# Groups of these alone change nothing but where and in what colours their content is painted.
PLAIN = frozenset(
    (
        *("id", "transform", "fill", "fill-opacity", "fill-rule", "color"),
        *("stroke", "stroke-width", "stroke-opacity", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit"),
        *("stroke-dasharray", "stroke-dashoffset"),
        *("font-family", "font-size", "font-weight", "font-style", "letter-spacing", "text-anchor", "xml:space"),
    )
)


class RefusedError(Exception):
    """Markup that is not even looked at."""

    def __init__(self, message: str, line: int, help: str) -> None:
        super().__init__(message)
        self.message, self.line, self.help = message, line, help


class Opening(NamedTuple):
    """The start of a plain group: its tag as it is drawn, and its own transform; None if that cannot be read."""

    tag: str
    attributes: Mapping[str, str]
    matrix: Matrix | None


class Group(NamedTuple):
    """A plain group that is open around something.

    `tags` are those of all groups that are open there, the outermost first, `matrix` is the transform of them all.
    """

    tags: tuple[str, ...]
    attributes: Mapping[str, str]
    matrix: Matrix
    line: int


class Node:
    """An element that was met: `start` and `end` are bytes of the SVG, `kind` says what is done with it.

    `number` counts the elements up to it.
    """

    __slots__ = ("attributes", "depth", "end", "groups", "kind", "line", "number", "start", "tag", "text")

    def __init__(self, tag: str, attributes: dict[str, str], start: int, line: int, number: int) -> None:
        self.tag, self.attributes, self.start, self.line, self.number = tag, attributes, start, line, number
        self.end = self.depth = 0
        self.kind = ""
        self.text: list[str] = []
        self.groups: tuple[Group, ...] = ()


class Scan:
    """The pass. Afterwards: `root`, `things` (what stands at the top or in plain groups), `named` (what has an id).

    `shift` is added to line numbers.
    """

    def __init__(self, content: bytes, shift: int) -> None:
        self.content, self.shift = content, shift
        self.root: Node | None = None
        self.head_end = 0
        self.things: list[Node] = []
        self.named: list[Node] = []
        self._stack: list[Node] = []
        self._groups: list[tuple[Group, ...]] = [()]
        self._depth = 0  # inside something that is not looked into, from 1; 0 between things
        self._count = 0
        self._parser = expat.ParserCreate("utf-8")
        self._parser.buffer_text = True

    def run(self) -> None:
        """Make the pass. RefusedError, or expat.ExpatError where the SVG is not well-formed."""
        parser = self._parser
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.EntityDeclHandler = self._refuse_entity
        try:
            parser.Parse(self.content, True)
        finally:
            # A parser and its handlers hold each other: let go of them now.
            parser.StartElementHandler = parser.EndElementHandler = parser.EntityDeclHandler = None
            parser.CharacterDataHandler = None

    def markup(self, node: Node) -> str:
        """The element as written."""
        return self.content[node.start : node.end].decode()

    def _refuse_entity(self, name: str, *_rest: object) -> None:
        line = self._parser.CurrentLineNumber + self.shift
        raise RefusedError(f"it declares the entity {name}", line, "entities are not allowed: save it as plain SVG")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        parser = self._parser
        at = parser.CurrentByteIndex
        self._count += 1
        if self._depth:
            self._depth += 1
            if self._count > MOST_ELEMENTS or self._depth > MOST_DEPTH:
                self._refuse_size()
            if "id" not in attributes and tag != "style":
                return
        node = Node(tag, attributes, at, parser.CurrentLineNumber + self.shift, self._count)
        if "id" in attributes:
            self.named.append(node)
        if self._depth:
            self._open_inner(node)
        elif self.root is None:
            self.root = node
        else:
            self._open(node)

    def _open_inner(self, node: Node) -> None:
        node.depth = self._depth
        self._stack.append(node)
        if node.tag == "style":
            node.kind = "style"
            self.things.append(node)
            self._parser.CharacterDataHandler = node.text.append

    def _open(self, node: Node) -> None:
        if not self.head_end:
            self.head_end = node.start
        self._stack.append(node)
        if node.tag == "g" and is_plain(node.attributes):
            if len(self._groups) > MOST_DEPTH:
                self._refuse_size()
            node.kind = "group"
            self._groups.append(open_group(read_opening(node.attributes), node.line, self._groups[-1]))
            return
        node.kind = name_kind(node.tag)
        node.groups = self._groups[-1]
        self._depth = node.depth = 1
        self.things.append(node)
        if node.tag in SPEAKING:
            self._parser.CharacterDataHandler = node.text.append

    def _end(self, _tag: str) -> None:
        at = self._parser.CurrentByteIndex
        if self._depth:
            if self._stack[-1].depth == self._depth:
                self._close(self._stack.pop(), at)
            self._depth -= 1
        elif self._stack:
            self._close(self._stack.pop(), at)
            self._groups.pop()
        elif not self.head_end:
            self.head_end = at

    def _close(self, node: Node, at: int) -> None:
        # At the end of `<x/>` expat stands behind it, at that of `<x></x>` before the end tag.
        empty = node.number == self._count and self.content[at - 2 : at] == b"/>" and self._is_tag(node.start, at)
        node.end = at if empty else self.content.index(b">", at) + 1
        if node.tag in SPEAKING:
            self._parser.CharacterDataHandler = None

    def _is_tag(self, start: int, end: int) -> bool:
        """Whether these bytes are one tag: text may end in /> as well."""
        if self.content.find(b">", start, end) == end - 1:
            return True  # what most tags are: without a > in a value
        match = TAG.match(self.content, start)
        return match is not None and match.end() == end

    def _refuse_size(self) -> None:
        line = self._parser.CurrentLineNumber + self.shift
        limits = f"at most {MOST_ELEMENTS:,} elements and {MOST_DEPTH} levels are drawn"
        raise RefusedError("the drawing is too big", line, limits)


def is_plain(attributes: Mapping[str, str]) -> bool:
    """Whether a group with these attributes leaves its content what it is."""
    if attributes.keys() <= PLAIN:
        return True
    style = attributes.get("style", "")
    return attributes.keys() - {"style"} <= PLAIN and {name for name, _ in read_style(style)} <= PLAIN


def name_kind(tag: str) -> str:
    """What is done with an element of that name: `text`, `definition`, `style`, `silent` or `markup`."""
    if tag in TEXTS:
        return "text"
    if tag in DEFINING:
        return "definition"
    if tag == "style":
        return "style"
    return "silent" if tag in SILENT or (":" in tag and not tag.startswith(("svg:", "pnp:"))) else "markup"


def read_opening(attributes: Mapping[str, str]) -> Opening:
    """The start of a plain group with these attributes."""
    tag = "".join(f' {name}="{_escape(value)}"' for name, value in attributes.items())
    style = attributes.get("style", "")
    try:
        matrix: Matrix | None = read_transform(
            attributes.get("transform") or dict(read_style(style)).get("transform", "")
        )
    except ValueError:
        matrix = None  # the gate says what is wrong with it
    return Opening(part_numbers(f"<g{tag}>"), attributes, matrix)


def open_group(opening: Opening, line: int, around: tuple[Group, ...]) -> tuple[Group, ...]:
    """The groups that are open behind this start of another one."""
    tags, outer = (around[-1].tags, around[-1].matrix) if around else ((), IDENTITY)
    matrix = outer if opening.matrix is None else multiply(outer, opening.matrix)
    return (*around, Group((*tags, opening.tag), opening.attributes, matrix, line))


def _escape(value: str) -> str:
    return value.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
