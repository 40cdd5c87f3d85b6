"""Plain drawings as calls to cairo: those that CairoSVG would make, in its order, without its detours.

CairoSVG makes an object of each element, reads its numbers again wherever they stand, and asks it for all that an
element might have. Here a drawing is read before it is drawn; what is not plain is refused, and left to CairoSVG.
"""

import re
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from xml.etree.ElementTree import XML, Element

import cairocffi as cairo

from pnp.faces.cairo.calls import Call, Notes
from pnp.faces.cairo.values import (
    Node,
    OddError,
    Rgba,
    Surface,
    Ways,
    read_colour,
    read_dashes,
    read_outline,
    read_size,
    read_transform,
)
from pnp.model.face import Slice

_SVG = "{http://www.w3.org/2000/svg}"
_BOX = "{urn:pnp}text"
_SHAPES = frozenset(("circle", "ellipse", "line", "path", "polygon", "polyline", "rect"))
_OTHERS = frozenset(("clipPath", "defs", "desc", "g", "svg", "text", "title", "use"))
_TEXTS = (f"{_SVG}text", _BOX)
_TAGS = {f"{_SVG}{tag}": tag for tag in _SHAPES | _OTHERS} | {_BOX: _BOX}
_LINES = frozenset(("stroke-linecap", "stroke-linejoin", "stroke-dasharray", "stroke-dashoffset", "stroke-miterlimit"))
_ATTRIBUTES = _LINES.union(
    ("id", "class", "color", "x", "y", "width", "height", "viewBox", "preserveAspectRatio", "overflow", "href"),
    ("d", "points", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "transform", "clip-path", "clipPathUnits"),
    ("fill", "fill-rule", "fill-opacity", "opacity", "stroke", "stroke-width", "stroke-opacity"),
    ("font-family", "font-size", "font-style", "font-weight", "letter-spacing", "text-anchor"),
)
# What texts say besides; those within a text are not looked at if they say nothing else.
_SAID = _ATTRIBUTES.union(
    ("field", "font", "weight", "size", "min-size", "lines", "align", "valign", "leading", "case", "fit"),
    ("dx", "dy", "dominant-baseline"),
)
_WITHIN = _SAID - {"opacity", "clip-path", "transform", "width", "height"}
_CAPS = {"square": cairo.LINE_CAP_SQUARE, "round": cairo.LINE_CAP_ROUND}
_JOINS = {"round": cairo.LINE_JOIN_ROUND, "bevel": cairo.LINE_JOIN_BEVEL}
_LINK = re.compile(r"#([\w.-]+)")
_CLIP = re.compile(r"url\(#([\w.-]+)\)")
# CairoSVG's: how much smaller its unit is than a point, and how often a drawing may refer to its parts.
_POINTS = 0.75
_MOST_USES = 100_000


def join(run: Sequence[Slice]) -> str:
    """Slices as one document, with what they refer to."""
    parts = [run[0].head, *dict.fromkeys(slice_.definitions for slice_ in run)]
    for slice_ in run:
        parts += (*slice_.groups, slice_.markup, "</g>" * len(slice_.groups))
    parts.append("</svg>")
    return "".join(parts)


def read_calls(markup: str, ways: Ways, notes: Notes) -> list[Call]:
    """The calls that draw the SVG onto a fresh context. OddError, or CairoSVG's own, where it is not plain.

    `notes` may have served for another drawing.
    """
    if "<!DOCTYPE" in markup:
        raise OddError
    return _Reading(XML(markup), ways, notes, clips="clip-path" in markup).calls


class _Reading:
    """One drawing, being read; `clips` tells whether it may need clip paths."""

    def __init__(self, root: Element, ways: Ways, notes: Notes, *, clips: bool) -> None:
        self._root, self._ways, self._has_clips = root, ways, clips
        self._notes, self.calls = notes, notes.begin()
        self._surface = Surface(notes)
        self._clips: dict[str, tuple[Element, Node]] = {}
        self._marks: dict[str, Element] = {}
        self._clipping = False
        self._uses = 0
        node = self._merge(root, {})
        notes.scale(_POINTS, _POINTS)
        self._open(node)
        notes.move_to(0, 0)
        notes.set_miter_limit(4)
        self._draw(root, node, "svg")

    def _merge(self, element: Element, handed: Mapping[str, str]) -> Node:
        """The attributes of an element with those that are handed down to it."""
        own = element.attrib
        known = _SAID if element.tag in _TEXTS else _ATTRIBUTES
        if element.tag not in _TAGS or not known.issuperset(own) or "inherit" in own.values():
            raise OddError
        node = Node(handed)
        node.update(own)
        for name in ("fill", "stroke"):
            if node.get(name) == "currentColor":
                node[name] = node.get("color", "black")
        return node

    def _hand_down(self, node: Node) -> dict[str, str]:
        alone = self._ways.alone
        return {name: value for name, value in node.items() if name not in alone}

    def _size(self, value: str | None) -> float:
        return read_size(self._ways.size, value)

    def _note_clips(self, element: Element, node: Node) -> None:
        """Note the clip paths in an element, of which the last of a name counts; CairoSVG takes paths for some."""
        if "id" in node and _TAGS[element.tag] in ("clipPath", "path"):
            self._clips[node["id"]] = element, node
        if len(element):
            handed = self._hand_down(node)
            for child in element:
                self._note_clips(child, self._merge(child, handed))

    def _draw(self, element: Element, node: Node, tag: str) -> None:
        """An element with all that is in it."""
        if tag == "svg" and self._has_clips:
            self._note_clips(element, node)
        if tag == "defs" or self._is_flat(node):
            return
        notes = self._notes
        notes.save()
        if "transform" in node:
            notes.transform(read_transform(self._ways.transform, node["transform"]))
        opacity = float(node.get("opacity", 1))
        grouped = opacity < 1 and len(element) > 0
        if grouped:
            notes.push_group()
        notes.move_to(self._size(node.get("x")), self._size(node.get("y")))
        if not _LINES.isdisjoint(element.attrib):  # what is handed down is set already
            self._set_lines(node)
        if "clip-path" in node:
            self._clip(node["clip-path"])
        self._draw_itself(element, node, tag, 1.0 if len(element) else min(1.0, opacity))
        if tag not in ("clipPath", "text", _BOX):
            self._draw_inside(element, node)
        if grouped:
            notes.pop_group_to_source()
            notes.paint_with_alpha(opacity)
        notes.restore()

    def _is_flat(self, node: Node) -> bool:
        """Whether there is nothing of it to be seen."""
        return ("width" in node and self._size(node["width"]) == 0) or (
            "height" in node and self._size(node["height"]) == 0
        )

    def _draw_itself(self, element: Element, node: Node, tag: str, opacity: float) -> None:
        """An element without what is in it; a shape of which so much is seen."""
        if tag in _SHAPES:
            self._draw_shape(tag, node, opacity)
        elif tag == "use":
            self._use(node)
        elif tag == "svg" and element is not self._root:
            self._notes.translate_to_current_point()
            self._open(node)
        elif tag == "clipPath" and "id" in node:
            self._clips[node["id"]] = element, node
        elif tag in self._ways.texts:
            self._say(element, node, tag)

    def _say(self, element: Element, node: Node, tag: str) -> None:
        """A text, which is laid out when its turn comes."""
        if self._clipping or not all(_WITHIN.issuperset(each.attrib) for each in element.iter() if each is not element):
            raise OddError
        node.element, node.children = SimpleNamespace(etree_element=element), tuple(element)
        self.calls.append((self._ways.texts[tag], (node,)))

    def _draw_inside(self, element: Element, node: Node) -> None:
        if len(element):
            handed = self._hand_down(node)
            for child in element:
                inner = self._merge(child, handed)
                self._draw(child, inner, _TAGS[child.tag])

    def _set_lines(self, node: Node) -> None:
        """How lines end, meet and are dashed."""
        notes = self._notes
        if node.get("stroke-linecap") in _CAPS:
            notes.set_line_cap(_CAPS[node["stroke-linecap"]])
        if node.get("stroke-linejoin") in _JOINS:
            notes.set_line_join(_JOINS[node["stroke-linejoin"]])
        if node.get("stroke-dasharray"):
            lengths = read_dashes(self._ways.size, node["stroke-dasharray"])
            if sum(lengths):
                notes.set_dash(lengths, len(lengths), self._size(node.get("stroke-dashoffset")))
        if "stroke-miterlimit" in node:
            notes.set_miter_limit(float(node["stroke-miterlimit"]))

    def _clip(self, reference: str) -> None:
        """Keep what follows within a clip path, if there is one of that name."""
        name = _CLIP.fullmatch(reference)
        if name is None or self._clipping:
            raise OddError
        if name[1] not in self._clips:
            return
        element, node = self._clips[name[1]]
        if _TAGS[element.tag] == "path" or node.get("clipPathUnits") == "objectBoundingBox":
            raise OddError
        notes = self._notes
        notes.save()
        self._clipping = True
        self._draw(element, node, "g")
        self._clipping = False
        notes.restore()
        notes.clip()
        notes.set_fill_rule(cairo.FILL_RULE_WINDING)

    def _draw_shape(self, tag: str, node: Node, opacity: float) -> None:
        way, notes = self._ways.shapes[tag], self._notes
        if tag == "path":
            self.calls += read_outline(way, node.get("d", ""))
        else:
            way(self._surface, node)
        if self._clipping:
            return
        red, green, blue, alpha = self._paint(node.get("fill", "black"), float(node.get("fill-opacity", 1)) * opacity)
        if alpha:
            even = node.get("fill-rule") == "evenodd"
            notes.set_source_rgba(red, green, blue, alpha)
            if even:
                notes.set_fill_rule(cairo.FILL_RULE_EVEN_ODD)
            notes.fill_preserve()
            if even:
                notes.set_fill_rule(cairo.FILL_RULE_WINDING)
        red, green, blue, alpha = self._paint(node.get("stroke"), float(node.get("stroke-opacity", 1)) * opacity)
        width = self._size(node.get("stroke-width", "1"))
        if alpha:
            notes.set_line_width(width)
            notes.set_source_rgba(red, green, blue, alpha)
            notes.stroke()
        else:
            notes.new_path()

    def _paint(self, value: str | None, share: float) -> Rgba:
        rgba = read_colour(self._ways.colour, value, share)
        return self._ways.dip(rgba) if self._ways.dip else rgba

    def _use(self, node: Node) -> None:
        """What the element refers to, as it would look if it stood there."""
        self._uses += 1
        link = _LINK.fullmatch(node.get("href", ""))
        if link is None or self._uses > _MOST_USES or self._clipping:  # CairoSVG forgets places within clip paths
            raise OddError
        if not self._marks:
            self._marks = {name: each for each in reversed([*self._root.iter()]) if (name := each.get("id"))}
        notes = self._notes
        notes.save()
        notes.translate(self._size(node.get("x")), self._size(node.get("y")))
        if link[1] in self._marks:
            element = self._marks[link[1]]
            target = self._merge(element, self._hand_down(node))
            if _TAGS[element.tag] == "svg" and "width" in node and "height" in node:
                target["width"], target["height"] = node["width"], node["height"]
            self._draw(element, target, _TAGS[element.tag])
        notes.restore()

    def _open(self, node: Node) -> None:
        """The viewport of an `<svg>` whose corner is the origin."""
        notes, ways = self._notes, self._ways
        node.tag = "svg"
        width, height, box = ways.node_format(self._surface, node)
        left, top, node.image_width, node.image_height = box or (0, 0, width, height)
        if 0 in (width, height):
            raise OddError
        scale_x, scale_y, x, y = ways.preserve_ratio(self._surface, node, width, height)
        left, top = left * scale_x, top * scale_y
        notes.translate(-left, -top)
        if node.get("overflow", "hidden") != "visible":
            notes.rectangle(left, top, width, height)
            notes.clip()
        notes.scale(scale_x, scale_y)
        notes.translate(x, y)
