"""A drawing in parts: what stands at its top or in plain groups. Equal parts are looked into once for a whole kit."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias
from xml.parsers import expat

from pnp.faces.svg.elements import Element, read_elements
from pnp.faces.svg.numbers import part_numbers
from pnp.faces.svg.scan import (
    MOST_DEPTH,
    MOST_ELEMENTS,
    Group,
    Node,
    Opening,
    RefusedError,
    Scan,
    is_plain,
    name_kind,
    open_group,
    read_opening,
)

_REST = rb"""[^<>"']*+(?:(?:"[^"]*"|'[^']*')[^<>"']*+)*+>"""  # of a tag
_ROOT = re.compile(rb"(?:<\?xml [^<>]*\?>)?[ \t\n]*<svg(?=[ \t\n])%b(?<!/>)" % _REST)
_NEXT = re.compile(rb"[ \t\n]*(<(?:/(g|defs|svg)[ \t\n]*>|([A-Za-z_][\w:.-]*+)%b))" % _REST)
_OPENING = frozenset((b"g", b"defs"))
# Declared for every drawing that does not do it itself: icons and included files bring these prefixes along.
_NAMESPACES = {
    "xmlns:xlink": "http://www.w3.org/1999/xlink",
    "xmlns:pnp": "urn:pnp",
}
_NO_GROUPS: tuple[Group, ...] = ()


class Root(NamedTuple):
    """The start tag of a drawing as it is drawn (`head`), with its attributes and its line."""

    tag: str
    attributes: Mapping[str, str]
    head: str
    line: int


class Part(NamedTuple):
    """An element with all in it; `kind` is that of pnp.faces.svg.scan.

    `said` are the attributes and the text of a `<pnp:text>`, None for everything else. `named` are ids with their
    markup, `styles` the texts of `<style>` elements, each with the lines before it in the part. No two different parts
    of a kit have one `number`. `breaks` is how many ends of lines are in it.
    """

    tag: str
    kind: str
    markup: str
    said: tuple[Mapping[str, str], str] | None
    named: tuple[tuple[str, str, int], ...] = ()
    styles: tuple[tuple[str, int], ...] = ()
    number: int = 0
    breaks: int = 0


# A part with its line in the drawing and the groups around it; None where it stands in a `<defs>`.
Placed: TypeAlias = tuple[Part, int, tuple[Group, ...] | None]


class Parts:
    """The parts of the drawings of a kit."""

    def __init__(self) -> None:
        self._parts: dict[bytes, Part | None] = {}
        self._openings: dict[bytes, Opening | None] = {}
        self._roots: dict[bytes, Root | None] = {}

    def read(self, content: bytes) -> tuple[Root, list[Placed]] | None:
        """The root and the parts of a drawing that is written plainly.

        That is without comments, text between its elements, groups with an id, and CR. None for any other, and for one
        that is not well-formed: these are left to the pass over the whole (pnp.faces.svg.scan), which also tells what
        is wrong.
        """
        head = _ROOT.match(content)
        if head is None or b"\r" in content or len(content) > MOST_ELEMENTS < content.count(b"<"):
            return None
        root = self._root(head[0])
        if root is None:
            return None
        things: list[Placed] = []
        end = self._walk(content, head.end(), things)
        return (root, things) if end and not content[end:].strip(b" \t\n") else None

    def _walk(self, content: bytes, at: int, things: list[Placed]) -> int:
        """Gather what there is in the root that starts before `at`; where it ends, 0 if it is not written plainly."""
        known, line, counted = self._parts, 1, 0
        names, around = [b"svg"], [_NO_GROUPS]  # of what is open
        while (match := _NEXT.match(content, at)) is not None and len(names) <= MOST_DEPTH:
            start, end = match.span(1)
            line += content.count(b"\n", counted, start)
            counted, at = start, end
            closed, tag = match.group(2, 3)
            if closed:
                around.pop()
                if names.pop() != closed:
                    return 0
                if not names:
                    return end
            elif tag in _OPENING and names[-1] != b"defs" and (opening := self._open(match[1])) is not None:
                names.append(tag)
                around.append(open_group(opening, line, around[-1]) if tag == b"g" else around[-1])
            else:
                at = end if content.endswith(b"/>", start, end) else _find_end(content, tag, end)
                source = content[start:at]
                part = known.get(source) or self._part(source)
                inside = names[-1] == b"defs"
                if part is None or (part.kind == "group" and not inside):
                    return 0
                things.append((part, line, None if inside else around[-1]))
                line += part.breaks
                counted = at
        return 0

    def _root(self, head: bytes) -> Root | None:
        if head not in self._roots:
            scan = _scan(head + b"</svg>")
            self._roots[head] = None if scan is None else read_root(scan)
        return self._roots[head]

    def _open(self, tag: bytes) -> Opening | None:
        """What starts with this tag, if it is a plain group without an id, or `<defs>`."""
        if tag not in self._openings:
            scan = _scan(tag + b"</g>") if tag.startswith(b"<g") and not tag.endswith(b"/>") else None
            attributes = {"id": ""} if scan is None or scan.root is None else scan.root.attributes
            plain = tag == b"<defs>" or ("id" not in attributes and is_plain(attributes))
            self._openings[tag] = read_opening(attributes) if plain else None
        return self._openings[tag]

    def _part(self, source: bytes) -> Part | None:
        part = self._parts[source] = _read_part(source, len(self._parts))
        return part


def read_root(scan: Scan) -> Root:
    """The root of a drawing that was passed over."""
    root = scan.root
    assert root is not None, "a well-formed document has a root"
    head = part_numbers(scan.content[root.start : scan.head_end].rstrip().decode())
    declared = "".join(f' {name}="{uri}"' for name, uri in _NAMESPACES.items() if name not in root.attributes)
    if root.tag == "svg" and declared:
        head = f"<svg{declared}{head[4:]}"
    return Root(root.tag, root.attributes, head, root.line)


def read_node(scan: Scan, node: Node) -> Part:
    """A thing that was met in a pass, but for the ids and the style sheets in it."""
    said = (node.attributes, "".join(node.text)) if node.tag == "pnp:text" else None
    markup = scan.markup(node)
    return Part(node.tag, node.kind, part_numbers(markup) if said is None else markup, said)


def _read_part(source: bytes, number: int) -> Part | None:
    """The part, if there is nothing but one element."""
    try:
        markup = source.decode()
        drawn = markup if markup.startswith("<pnp:text") else part_numbers(markup)
        top, *more = read_elements(drawn)  # which the gate soon asks for too
    except (ValueError, expat.ExpatError):
        return None
    inside = _look_inside(top)
    if more or inside is None or (top.tag == "pnp:text" and (inside or "href" in top.attributes)):
        return None
    kind = "group" if top.tag == "g" and is_plain(top.attributes) else name_kind(top.tag)
    said = (top.attributes, top.text) if top.tag == "pnp:text" else None
    part = Part(top.tag, kind, drawn, said, number=number, breaks=source.count(b"\n"))
    if top.tag == "style" or any("id" in element.attributes or element.tag == "style" for element in inside):
        return _read_givers(part, source)
    name = top.attributes.get("id")
    return part if name is None else part._replace(named=((name, part_numbers(markup), 0),))


def _look_inside(top: Element) -> list[Element] | None:
    """All elements in one, as deep as it goes; None if that is too deep."""
    level, depth = list(top.children), 1
    found: list[Element] = []
    while level:
        found += level
        depth += 1
        level = [child for element in level for child in element.children]
    return found if depth < MOST_DEPTH else None


def _read_givers(part: Part, source: bytes) -> Part | None:
    """The part with all ids and style sheets that are somewhere in it."""
    scan = _scan(b"<svg>%b</svg>" % source)
    if scan is None:
        return None
    named = [(node.attributes["id"], part_numbers(scan.markup(node)), node.line - 1) for node in scan.named]
    styles = [("".join(node.text), node.line - 1) for node in scan.things if node.kind == "style"]
    return part._replace(named=tuple(named), styles=tuple(styles))


def _scan(content: bytes) -> Scan | None:
    """A pass over the content; None if it cannot be made."""
    scan = Scan(content, 0)
    try:
        scan.run()
    except (expat.ExpatError, RefusedError):
        return None
    return scan


def _find_end(content: bytes, tag: bytes, at: int) -> int:
    """Where the element ends whose start tag ends there; any other place if that is not plain."""
    close = b"</%b>" % tag
    end = content.find(close, at)
    if end < 0 or content.find(b"<" + tag, at, end) < 0:
        return end + len(close)
    depth = 1
    for match in _find_same(tag).finditer(content, at):
        if not match[0].endswith(b"/>"):
            depth += -1 if match[1] else 1
        if not depth:
            return match.end()
    return at


@lru_cache(maxsize=64)
def _find_same(tag: bytes) -> re.Pattern[bytes]:
    """The tags of elements of one name."""
    return re.compile(rb"<(/?)%b(?=[ \t\n/>])%b" % (re.escape(tag), _REST))
