"""One pass cuts the SVG of a face into what is drawn piece by piece: texts, and slices of markup.

A slice holds all that its picture depends on, so that equal slices are drawn once for a whole deck.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from xml.parsers import expat

from pnp.faces.svg.elements import Sheet, read_sheet
from pnp.faces.svg.numbers import part_numbers
from pnp.faces.svg.scan import Group, Node, Scan
from pnp.faces.svg.transforms import IDENTITY
from pnp.model.face import Matrix, Slice

# Declared for every drawing that does not do it itself: icons and included files bring these prefixes along.
_NAMESPACES = {
    "xmlns:xlink": "http://www.w3.org/1999/xlink",
    "xmlns:pnp": "urn:pnp",
}
REFERENCE = re.compile(r"""(?:\bhref\s*=\s*["']\s*#|url\(\s*["']?#)([^"')]+)""")

EMPTY = Sheet((), ())


class Item(NamedTuple):
    """What is drawn at one place in the drawing order; `line` is that of its start tag in the SVG.

    `said` are the attributes and the text of a `<pnp:text>`, None for everything else; `lost` are ids that it refers
    to and that do not exist.
    """

    tag: str
    slice: Slice
    line: int
    groups: tuple[Group, ...]
    said: tuple[Mapping[str, str], str] | None
    lost: tuple[str, ...]

    @property
    def matrix(self) -> Matrix:
        """The transform of all groups around the item."""
        return self.groups[-1].matrix if self.groups else IDENTITY


class Definition(NamedTuple):
    """An element that others may refer to by its id."""

    markup: str
    line: int


@dataclass(slots=True)
class Cut:
    """An SVG, cut: the root's start tag and attributes, style sheets, elements with an id, and the items to draw.

    `sheets` are the texts of the `<style>` elements with their lines; `twice` are ids that two different elements have,
    with the line of the second; `closures` and `costs` keep what was worked out about the definitions.
    """

    head: str = ""
    attributes: Mapping[str, str] = field(default_factory=dict)
    root: str = ""
    line: int = 1
    style: str = ""
    sheet: Sheet = EMPTY
    sheets: tuple[tuple[int, str], ...] = ()
    definitions: dict[str, Definition] = field(default_factory=dict)
    items: list[Item] = field(default_factory=list)
    twice: list[tuple[str, int]] = field(default_factory=list)
    closures: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    costs: dict[str, int] = field(default_factory=dict)


class Slicer:
    """Cuts SVGs, and keeps the definitions at their heads: they are most of the bytes and alike on every face."""

    def __init__(self) -> None:
        self._prefixes: dict[bytes, Cut | None] = {}

    def cut(self, svg: str) -> Cut:
        """The SVG, cut. RefusedError or expat.ExpatError (line and reason) if it is not well-formed or has entities."""
        content = svg.encode("utf-8", "surrogatepass")
        end = content.find(b"</defs>") + len(b"</defs>")
        if end >= len(b"</defs>"):
            known = self._prefix(content[:end])
            if known is not None:
                head = known.head.encode()
                shift = content.count(b"\n", 0, end) - known.head.count("\n")
                return _read(head + content[end:], shift, known)
        return _read(content, 0, None)

    def _prefix(self, content: bytes) -> Cut | None:
        if content not in self._prefixes:
            try:
                cut = _read(content + b"</svg>", 0, None)
            except expat.ExpatError:
                cut = None  # the definitions do not stand at the head of the root
            self._prefixes[content] = None if cut is None or cut.items or cut.root != "svg" else cut
        return self._prefixes[content]


def _read(content: bytes, shift: int, known: Cut | None) -> Cut:
    scan = Scan(content, shift)
    scan.run()
    return _assemble(scan, known)


def _assemble(scan: Scan, known: Cut | None) -> Cut:
    root = scan.root
    assert root is not None, "a well-formed document has a root"
    head = scan.content[root.start : scan.head_end].rstrip().decode()
    head = part_numbers(head)
    declared = "".join(f' {name}="{uri}"' for name, uri in _NAMESPACES.items() if name not in root.attributes)
    if root.tag == "svg" and declared:
        head = f"<svg{declared}{head[4:]}"
    cut = Cut(head, root.attributes, root.tag, root.line)
    if known is not None:
        cut.style, cut.sheet, cut.sheets = known.style, known.sheet, known.sheets
        cut.definitions, cut.twice, cut.closures = known.definitions, list(known.twice), known.closures
        cut.costs = known.costs
    _define(cut, scan)
    for node in scan.things:
        if node.kind in ("text", "markup"):
            cut.items.append(_item(cut, scan, node))
    return cut


def _define(cut: Cut, scan: Scan) -> None:
    styles = [node for node in scan.things if node.kind == "style"]
    if not scan.named and not styles:
        return
    if scan.named:
        # What an id stands for may change from face to face, so nothing of what was found for others holds.
        cut.definitions, cut.closures, cut.costs = dict(cut.definitions), {}, {}
    for node in scan.named:
        if node is scan.root:
            continue
        made = Definition(part_numbers(scan.markup(node)), node.line)
        known = cut.definitions.setdefault(node.attributes["id"], made)
        if known.markup != made.markup:
            cut.twice.append((node.attributes["id"], node.line))
    if styles:
        cut.sheets += tuple((node.line, "".join(node.text)) for node in styles)
        own = read_sheet("".join(text for node in styles for text in node.text))
        rules = tuple(sorted(cut.sheet.rules + own.rules, key=lambda rule: rule.weight))
        cut.sheet = Sheet(rules, cut.sheet.strange + own.strange, cut.sheet.text + own.text)
        # Nothing but the rules that were understood gets through to the drawing.
        cut.style = f"<style>{cut.sheet.text.replace('&', '&amp;').replace('<', '&lt;')}</style>"
        cut.closures = {}


def _item(cut: Cut, scan: Scan, node: Node) -> Item:
    markup = scan.markup(node)
    said = (node.attributes, "".join(node.text)) if node.tag == "pnp:text" else None
    if said is None:
        markup = part_numbers(markup)
    refers = markup if not node.groups else markup + "".join(group.tag for group in node.groups)
    definitions, lost = _closure(cut, refers)
    slice_ = Slice(cut.head, definitions, tuple(part_numbers(group.tag) for group in node.groups), markup)
    return Item(node.tag, slice_, node.line, node.groups, said, lost)


def _closure(cut: Cut, markup: str) -> tuple[str, tuple[str, ...]]:
    """The style sheets and every definition that the markup refers to, directly or through others; ids not found."""
    if not cut.style and "url(" not in markup and "href" not in markup:
        return "", ()
    if markup not in cut.closures:
        needed: dict[str, str] = {}
        lost: dict[str, None] = {}
        todo = [markup, cut.style]
        while todo:
            for name in REFERENCE.findall(todo.pop()):
                if name in cut.definitions and name not in needed:
                    needed[name] = cut.definitions[name].markup
                    todo.append(needed[name])
                elif name not in cut.definitions:
                    lost.setdefault(name)
        definitions = f"<defs>{''.join(needed.values())}</defs>" if needed else ""
        cut.closures[markup] = cut.style + definitions, tuple(lost)
    return cut.closures[markup]
