"""The outlines of SVG's basic shapes and paths as polygons, in user units, flattened to within a tolerance."""

from collections.abc import Callable, Mapping

from pnp.faces.svg.lengths import Viewport, area_of, read_length
from pnp.faces.svg.transforms import NUMBER
from pnp.model.face import Box
from pnp.model.paths import Polyline, ellipse, read_path


def corners(box: Box) -> Polyline:
    """The corners of a box, clockwise from the top left."""
    return ((box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom))


def _rect(attributes: Mapping[str, str], viewport: Viewport, tolerance: float) -> tuple[Polyline, ...]:
    left, top, right, bottom = area_of({"width": "0", "height": "0", **attributes}, viewport)
    if right <= left or bottom <= top:
        return ()
    given = [attributes.get("rx"), attributes.get("ry")]
    rx = min(read_length(given[0] or given[1], viewport, "x"), (right - left) / 2)
    ry = min(read_length(given[1] or given[0], viewport, "y"), (bottom - top) / 2)
    if rx <= 0 or ry <= 0:
        return ((*corners(Box(left, top, right, bottom)), (left, top)),)
    arcs = f"a{rx} {ry} 0 0 1 "
    data = (
        f"M{left + rx} {top}H{right - rx}{arcs}{rx} {ry}V{bottom - ry}{arcs}{-rx} {ry}"
        f"H{left + rx}{arcs}{-rx} {-ry}V{top + ry}{arcs}{rx} {-ry}Z"
    )
    return read_path(data, tolerance)


def _circle(attributes: Mapping[str, str], viewport: Viewport, tolerance: float) -> tuple[Polyline, ...]:
    r = read_length(attributes.get("r"), viewport)
    return _round(attributes, r, r, viewport, tolerance)


def _ellipse(attributes: Mapping[str, str], viewport: Viewport, tolerance: float) -> tuple[Polyline, ...]:
    rx, ry = read_length(attributes.get("rx"), viewport, "x"), read_length(attributes.get("ry"), viewport, "y")
    return _round(attributes, rx, ry, viewport, tolerance)


def _round(
    attributes: Mapping[str, str], rx: float, ry: float, viewport: Viewport, tolerance: float
) -> tuple[Polyline, ...]:
    cx, cy = read_length(attributes.get("cx"), viewport, "x"), read_length(attributes.get("cy"), viewport, "y")
    return (ellipse(cx, cy, rx, ry, tolerance),) if rx > 0 and ry > 0 else ()


def _line(attributes: Mapping[str, str], viewport: Viewport, _: float) -> tuple[Polyline, ...]:
    x1, y1, x2, y2 = (read_length(attributes.get(name), viewport, name[0]) for name in ("x1", "y1", "x2", "y2"))
    return (((x1, y1), (x2, y2)),)


def _points(attributes: Mapping[str, str], _: Viewport, __: float) -> tuple[Polyline, ...]:
    numbers = [float(number) for number in NUMBER.findall(attributes.get("points", ""))]
    points = tuple(zip(numbers[::2], numbers[1::2], strict=False))
    return (points,) if len(points) > 1 else ()


def _polygon(attributes: Mapping[str, str], viewport: Viewport, tolerance: float) -> tuple[Polyline, ...]:
    return tuple((*outline, outline[0]) for outline in _points(attributes, viewport, tolerance))


def _path(attributes: Mapping[str, str], _: Viewport, tolerance: float) -> tuple[Polyline, ...]:
    return read_path(attributes.get("d", ""), tolerance)


OUTLINES: dict[str, Callable[[Mapping[str, str], Viewport, float], tuple[Polyline, ...]]] = {
    "rect": _rect,
    "circle": _circle,
    "ellipse": _ellipse,
    "line": _line,
    "polyline": _points,
    "polygon": _polygon,
    "path": _path,
}
