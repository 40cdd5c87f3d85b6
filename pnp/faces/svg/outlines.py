"""The outlines of SVG's basic shapes and paths as polygons, in user units, flattened to within a tolerance."""

from collections.abc import Callable, Mapping

from pnp.faces.svg.lengths import Viewport, area_of, read_length
from pnp.faces.svg.transforms import NUMBER, place_all, place_box
from pnp.model.curves import ellipse
from pnp.model.face import Box, Matrix
from pnp.model.paths import Figure, Polyline, bounds, round_rectangle, trace_path

NOTHING: Figure = (), (0.0, 0.0, 0.0, 0.0)


def corners(box: Box) -> Polyline:
    """The corners of a box, clockwise from the top left."""
    left, top, right, bottom = box
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def place_area(matrix: Matrix, area: Box) -> tuple[Box, Polyline]:
    """The box around an area under the matrix; and its corners, if the area is turned askew."""
    placed = place_box(matrix, area)
    if placed is not None:
        return Box(*placed), ()
    points = place_all(matrix, corners(area))
    a, b, c, d, _, _ = matrix
    level = abs(a * b) < 1e-9 and abs(c * d) < 1e-9
    return bounds((points,)), () if level else points


def _rect(attributes: Mapping[str, str], viewport: Viewport, tolerance: float) -> Figure:
    box = area_of(attributes, viewport, "0")
    left, top, right, bottom = box
    if right <= left or bottom <= top:
        return NOTHING
    given = attributes.get("rx"), attributes.get("ry")
    rx = min(read_length(given[0] or given[1], viewport, "x"), (right - left) / 2)
    ry = min(read_length(given[1] or given[0], viewport, "y"), (bottom - top) / 2)
    if rx <= 0 or ry <= 0:
        return (((left, top), (right, top), (right, bottom), (left, bottom), (left, top)),), box
    return round_rectangle(box, rx, ry, tolerance)


def _circle(attributes: Mapping[str, str], viewport: Viewport, tolerance: float) -> Figure:
    r = read_length(attributes.get("r"), viewport)
    return _round(attributes, r, r, viewport, tolerance)


def _ellipse(attributes: Mapping[str, str], viewport: Viewport, tolerance: float) -> Figure:
    rx, ry = read_length(attributes.get("rx"), viewport, "x"), read_length(attributes.get("ry"), viewport, "y")
    return _round(attributes, rx, ry, viewport, tolerance)


def _round(attributes: Mapping[str, str], rx: float, ry: float, viewport: Viewport, tolerance: float) -> Figure:
    cx, cy = read_length(attributes.get("cx"), viewport, "x"), read_length(attributes.get("cy"), viewport, "y")
    if rx <= 0 or ry <= 0:
        return NOTHING
    return (ellipse(cx, cy, rx, ry, tolerance),), (cx - rx, cy - ry, cx + rx, cy + ry)


def _line(attributes: Mapping[str, str], viewport: Viewport, _: float) -> Figure:
    x1, y1, x2, y2 = (read_length(attributes.get(name), viewport, name[0]) for name in ("x1", "y1", "x2", "y2"))
    return (((x1, y1), (x2, y2)),), (min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))


def _polyline(attributes: Mapping[str, str], _: Viewport, __: float) -> Figure:
    points = _read_points(attributes)
    return _figure(points) if len(points) > 1 else NOTHING


def _polygon(attributes: Mapping[str, str], _: Viewport, __: float) -> Figure:
    points = _read_points(attributes)
    return _figure((*points, points[0])) if len(points) > 1 else NOTHING


def _read_points(attributes: Mapping[str, str]) -> Polyline:
    numbers = [float(number) for number in NUMBER.findall(attributes.get("points", ""))]
    return tuple(zip(numbers[::2], numbers[1::2], strict=False))


def _figure(outline: Polyline) -> Figure:
    return (outline,), bounds((outline,))


def _path(attributes: Mapping[str, str], _: Viewport, tolerance: float) -> Figure:
    return trace_path(attributes.get("d", ""), tolerance)


OUTLINES: dict[str, Callable[[Mapping[str, str], Viewport, float], Figure]] = {
    "rect": _rect,
    "circle": _circle,
    "ellipse": _ellipse,
    "line": _line,
    "polyline": _polyline,
    "polygon": _polygon,
    "path": _path,
}
