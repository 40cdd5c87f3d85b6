"""A face's SVG cut into what is drawn piece by piece: texts, and slices of markup.

A slice holds all that its picture depends on, so that equal slices are drawn once for a whole deck.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pnp.faces.svg.elements import Sheet, read_sheet
from pnp.faces.svg.numbers import part_numbers
from pnp.faces.svg.parts import Part, Parts, Placed, Root, read_node, read_root
from pnp.faces.svg.references import find_references
from pnp.faces.svg.scan import Group, Scan
from pnp.faces.svg.transforms import IDENTITY
from pnp.model.face import Matrix, Slice


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


class Scope(NamedTuple):
    """What the items of a drawing may refer to: its elements with an id, and its style sheets.

    `sheets` are the texts of the `<style>` elements with their lines; `twice` are ids that two different elements have,
    with the line of the second. `slices` (with the ids that each refers to in vain, by root, groups and markup) and
    `costs` keep what was worked out; they are common to all drawings that have the same elements and style sheets.
    """

    definitions: Mapping[str, Definition]
    twice: tuple[tuple[str, int], ...]
    style: str
    sheet: Sheet
    sheets: tuple[tuple[int, str], ...]
    slices: dict[tuple[str, tuple[str, ...], str], tuple[Slice, tuple[str, ...]]]
    costs: dict[str, int]


class Cut(NamedTuple):
    """An SVG, cut: the root's start tag, attributes, name and line, the items to draw, and what these may refer to."""

    head: str
    attributes: Mapping[str, str]
    root: str
    line: int
    items: tuple[Item, ...]
    scope: Scope

    @property
    def definitions(self) -> Mapping[str, Definition]:
        """The elements with an id."""
        return self.scope.definitions

    @property
    def sheet(self) -> Sheet:
        """All style sheets as one."""
        return self.scope.sheet


class Slicer:
    """Cuts the SVGs of a kit, and keeps their parts: most of them stand on many faces."""

    def __init__(self) -> None:
        self._parts = Parts()
        self._scopes: dict[tuple[tuple[int, int], ...], Scope] = {}
        self._kin: dict[tuple[int, ...], Scope] = {}

    def cut(self, svg: str) -> Cut:
        """The SVG, cut. RefusedError or expat.ExpatError (line and reason) if it is not well-formed or has entities."""
        content = svg.encode("utf-8", "surrogatepass")
        plain = self._parts.read(content)
        if plain is not None:
            root, parts = plain
            return _assemble(root, parts, self._scope(parts))
        scan = Scan(content, 0)
        scan.run()
        named = [(n.attributes["id"], part_numbers(scan.markup(n)), n.line) for n in scan.named if n is not scan.root]
        styles = [("".join(node.text), node.line) for node in scan.things if node.kind == "style"]
        things: list[Placed] = [(read_node(scan, node), node.line, node.groups) for node in scan.things]
        return _assemble(read_root(scan), things, _open_scope(named, styles))

    def _scope(self, things: list[Placed]) -> Scope:
        """What these parts give to refer to, which is mostly the same for all drawings of a deck."""
        givers = [(part, line) for part, line, _ in things if part.named or part.styles]
        key = tuple([(part.number, line) for part, line in givers])
        if key not in self._scopes:
            named = [(name, markup, line + above) for part, line in givers for name, markup, above in part.named]
            styles = [(text, line + above) for part, line in givers for text, above in part.styles]
            scope = _open_scope(named, styles)
            kin = self._kin.setdefault(tuple([number for number, _ in key]), scope)
            self._scopes[key] = scope._replace(slices=kin.slices, costs=kin.costs)
        return self._scopes[key]


def _open_scope(named: list[tuple[str, str, int]], styles: list[tuple[str, int]]) -> Scope:
    """What these elements, by their ids, and style sheets give, each with its line."""
    definitions: dict[str, Definition] = {}
    twice: list[tuple[str, int]] = []
    for name, markup, line in named:
        if definitions.setdefault(name, Definition(markup, line)).markup != markup:
            twice.append((name, line))
    sheet = read_sheet("".join(text for text, _ in styles))
    # Nothing but the rules that were understood gets through to the drawing.
    style = f"<style>{sheet.text.replace('&', '&amp;').replace('<', '&lt;')}</style>" if styles else ""
    return Scope(definitions, tuple(twice), style, sheet, tuple((line, text) for text, line in styles), {}, {})


def _assemble(root: Root, things: Iterable[Placed], scope: Scope) -> Cut:
    items = [
        _item(root.head, part, line, groups, scope)
        for part, line, groups in things
        if groups is not None and part.kind in ("text", "markup")
    ]
    return Cut(root.head, root.attributes, root.tag, root.line, tuple(items), scope)


def _item(head: str, part: Part, line: int, groups: tuple[Group, ...], scope: Scope) -> Item:
    tags = groups[-1].tags if groups else ()
    key = (head, tags, part.markup)
    known = scope.slices.get(key)
    if known is None:
        definitions, lost = _close(scope, (part.markup, *tags))
        known = scope.slices[key] = Slice(head, definitions, tags, part.markup), lost
    return Item(part.tag, known[0], line, groups, part.said, known[1])


def _close(scope: Scope, markup: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The style sheets and every definition that the markup refers to, directly or through others; ids not found."""
    named, styled = [name for text in markup for name in find_references(text)], find_references(scope.style)
    if not named and not styled:
        return scope.style, ()  # as most do
    needed: dict[str, str] = {}
    lost: dict[str, None] = {}
    todo = [tuple(named), styled]
    while todo:
        for name in todo.pop():
            if name in scope.definitions and name not in needed:
                needed[name] = scope.definitions[name].markup
                todo.append(find_references(needed[name]))
            elif name not in scope.definitions:
                lost.setdefault(name)
    definitions = f"<defs>{''.join(needed.values())}</defs>" if needed else ""
    return scope.style + definitions, tuple(lost)
