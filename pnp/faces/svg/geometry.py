"""What a face paints, as polygons in mm from the trim's top left corner. Nothing is drawn for it."""

import math
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeAlias

from pnp.faces.svg.clipping import Pane, cut, cut_along, find_crossed, open_pane
from pnp.faces.svg.elements import Element, style
from pnp.faces.svg.lengths import Viewport, area_of, fit, read_box, read_length
from pnp.faces.svg.outlines import OUTLINES, corners
from pnp.faces.svg.paint import Ink, find_ink, share
from pnp.faces.svg.surroundings import CHANGING, INHERITED, MOST_DEPTH, Library, Surroundings
from pnp.faces.svg.transforms import multiply, place_all, place_box, read_transform, scale_of
from pnp.model.face import Box, Matrix, Shape, place_outlines
from pnp.model.paths import Figure, Polyline, bounds
from pnp.model.units import MM_PER_INCH

TOLERANCE = 0.05  # mm


class TextPlace(NamedTuple):
    """A text inside markup: its attributes with styles applied, what it inherits, and its transform to mm.

    `window` is what the clips around it leave to be seen, None if there are none; `opacity` that of all around it.
    """

    element: Element
    attributes: Mapping[str, str]
    inherited: Mapping[str, str]
    matrix: Matrix
    window: Polyline | None = None
    opacity: float = 1.0


class PicturePlace(NamedTuple):
    """A picture that is painted: its element, and its dots per inch in the direction that has fewer."""

    element: Element
    link: str
    dpi: float


Found: TypeAlias = Shape | TextPlace | PicturePlace


def survey(elements: Iterable[Element], around: Surroundings, library: Library) -> tuple[Found, ...]:
    """Everything that the elements paint, in the order of painting."""
    found: list[Found] = []
    for element in elements:
        _walk(element, around, library, found)
    return tuple(found)


def _walk(element: Element, around: Surroundings, library: Library, found: list[Found]) -> None:
    """Add what the element paints to what was found."""
    paint = _PAINTERS.get(element.tag)
    if paint is None or around.depth > MOST_DEPTH:
        return
    attributes = style(element, library.rules)
    if attributes.get("display") == "none":
        return
    inner = _enter(attributes, around, library)
    if inner is not None:
        paint(element, attributes, inner, library, found)


def _enter(attributes: Mapping[str, str], around: Surroundings, library: Library) -> Surroundings | None:
    """The surroundings inside the element; None where nothing of it can be seen."""
    matrix, viewport, inherited, opacity, pane, depth = around
    if CHANGING.isdisjoint(attributes):
        return around
    if "transform" in attributes:
        try:
            origin = attributes.get("transform-origin", "")
            matrix = multiply(matrix, read_transform(attributes["transform"], origin))
        except ValueError:
            return None
    if not INHERITED.isdisjoint(attributes):
        own = {name: value for name, value in attributes.items() if name in INHERITED and value != "inherit"}
        inherited = {**inherited, **own}
    if "clip-path" in attributes:
        pane = _pane(attributes["clip-path"], matrix, around, library)
    if "opacity" in attributes:
        opacity *= share(attributes["opacity"])
    if "font-size" in attributes:
        size = read_length(attributes["font-size"], viewport, default=viewport.font_size)
        viewport = viewport._replace(font_size=size)
    return Surroundings(matrix, viewport, inherited, opacity, pane, depth)


def _pane(reference: str, matrix: Matrix, around: Surroundings, library: Library) -> Pane | None:
    """What the clip path leaves to be seen, as one polygon: its own outline, or the box around all its outlines."""
    target = library.find(reference.partition("#")[2].strip("\"') "))
    if target is None or target.tag != "clipPath":
        return around.pane
    own = {name: value for name, value in style(target, library.rules).items() if name != "clip-path"}
    entered = _enter(own, Surroundings(matrix, around.viewport, {}, depth=around.depth + 2), library)
    shapes = () if entered is None else survey(target.children, entered, library)
    outlines = [outline for shape in shapes if isinstance(shape, Shape) for outline in shape.outlines]
    if not outlines:
        return open_pane(())
    if len(outlines) == 1:
        polygon = outlines[0]
    else:
        left, top, right, bottom = bounds(outlines)
        polygon = ((left, top), (right, top), (right, bottom), (left, bottom))
    return open_pane(polygon if around.pane is None else cut(polygon, around.pane))


def _group(element: Element, _: Mapping[str, str], inner: Surroundings, library: Library, found: list[Found]) -> None:
    inside = inner._replace(depth=inner.depth + 1)
    for child in element.children:
        _walk(child, inside, library, found)


def _use(_: Element, attributes: Mapping[str, str], inner: Surroundings, library: Library, found: list[Found]) -> None:
    target = library.find(attributes.get("href", "").removeprefix("#"))
    if target is None:
        return
    x = read_length(attributes.get("x"), inner.viewport, "x")
    y = read_length(attributes.get("y"), inner.viewport, "y")
    inner = inner._replace(matrix=multiply(inner.matrix, (1.0, 0.0, 0.0, 1.0, x, y)), depth=inner.depth + 1)
    if target.tag in ("symbol", "svg"):
        sizes = {name: attributes[name] for name in ("width", "height") if name in attributes}
        shown = {**style(target, library.rules), **sizes}
        entered = _enter({name: value for name, value in shown.items() if name != "transform"}, inner, library)
        if entered is not None:
            _viewport(target, shown, entered, library, found)
    else:
        _walk(target, inner, library, found)


def _viewport(
    element: Element, attributes: Mapping[str, str], inner: Surroundings, library: Library, found: list[Found]
) -> None:
    area = area_of(attributes, inner.viewport)
    content = read_box(attributes.get("viewBox"))
    if area.right <= area.left or area.bottom <= area.top:
        return
    matrix = (1.0, 0.0, 0.0, 1.0, area.left, area.top)
    seen = Viewport(area.right - area.left, area.bottom - area.top, inner.viewport.font_size)
    if content is not None:
        matrix = fit(area, content, attributes.get("preserveAspectRatio", ""))
        seen = Viewport(content.right - content.left, content.bottom - content.top, inner.viewport.font_size)
    pane = inner.pane
    if attributes.get("overflow", "hidden") != "visible":
        own = place_all(inner.matrix, corners(area))
        pane = open_pane(own if pane is None else cut(own, pane))
    inner = inner._replace(matrix=multiply(inner.matrix, matrix), viewport=seen, pane=pane)
    _group(element, attributes, inner, library, found)


def _text(element: Element, attributes: Mapping[str, str], inner: Surroundings, _: Library, found: list[Found]) -> None:
    window = None if inner.pane is None else inner.pane.window
    found.append(TextPlace(element, attributes, inner.inherited, inner.matrix, window, inner.opacity))


def _outline(
    element: Element, attributes: Mapping[str, str], inner: Surroundings, library: Library, found: list[Found]
) -> None:
    size = scale_of(inner.matrix)
    if size == 0 or inner.inherited.get("visibility", "visible") != "visible":
        return
    try:
        figure = OUTLINES[element.tag](attributes, inner.viewport, TOLERANCE / size)
    except ValueError:
        return
    ink = find_ink(inner, size, library, can_fill=element.tag != "line") if figure[0] else None
    shape = None if ink is None else _seen(figure, ink, inner)
    if shape is not None:
        found.append(shape)


def _seen(figure: Figure, ink: Ink, inner: Surroundings) -> Shape | None:
    """The shape as far as the clip paths around it show it, with its box."""
    drawn, box = figure
    pane = inner.pane
    matrix: Matrix | None = inner.matrix
    placed = place_box(inner.matrix, box)
    if placed is None:
        drawn, matrix = place_outlines(inner.matrix, drawn), None
        placed = bounds(drawn)
    edges = () if pane is None else find_crossed(pane, placed)
    if edges is None:
        return None
    if edges:
        drawn, matrix = cut_along(drawn if matrix is None else place_outlines(matrix, drawn), edges), None
        if not drawn:
            return None
        placed = bounds(drawn)
    left, top, right, bottom = placed
    half = ink[2] / 2
    left, top, right, bottom = left - half, top - half, right + half, bottom + half
    if pane is not None:
        limits = pane.box
        left, top = max(left, limits[0]), max(top, limits[1])
        right, bottom = min(right, limits[2]), min(bottom, limits[3])
    return Shape(drawn, Box(left, top, right, bottom), *ink, matrix)


def _image(
    element: Element, attributes: Mapping[str, str], inner: Surroundings, library: Library, found: list[Found]
) -> None:
    link = attributes.get("href", "")
    picture = library.picture(link)
    if picture is None or inner.inherited.get("visibility", "visible") != "visible" or scale_of(inner.matrix) == 0:
        return
    across, down, opaque = picture
    asked = area_of({"width": str(across), "height": str(down), **attributes}, inner.viewport)
    if asked.right <= asked.left or asked.bottom <= asked.top:
        return
    aspect = attributes.get("preserveAspectRatio", "")
    a, _, _, d, e, f = fit(asked, Box(0, 0, across, down), aspect)
    area = Box(max(e, asked.left), max(f, asked.top), min(e + a * across, asked.right), min(f + d * down, asked.bottom))
    shape = _seen(((corners(area),), area), ("#image", "", 0.0, opaque and inner.opacity > 0.999), inner)
    if shape is not None:
        found.append(shape)
        m, n, o, p, _, _ = inner.matrix
        found.append(PicturePlace(element, link, MM_PER_INCH / max(a * math.hypot(m, n), d * math.hypot(o, p))))


_Painter: TypeAlias = Callable[[Element, Mapping[str, str], Surroundings, Library, list[Found]], None]
# What these add to what was found; all other elements paint nothing.
_PAINTERS: dict[str, _Painter] = {
    **dict.fromkeys(OUTLINES, _outline),
    "g": _group,
    "use": _use,
    "svg": _viewport,
    "image": _image,
    "text": _text,
    "pnp:text": _text,
}
