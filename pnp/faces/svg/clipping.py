"""Polygons cut by a convex polygon, and their bounding boxes."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from pnp.model.face import Box
from pnp.model.paths import Point, Polyline

# A box about the middle of a convex polygon is tried in these sizes: a round one holds 0.7 of the box around it.
SHARES = (0.95, 0.85, 0.7, 0.5)
# More than what is lost in rounding.
CLEAR = 1e-6


class Pane(NamedTuple):
    """A window as a convex polygon with its inside on one side of all edges, and the box around it.

    What lies within the `room` is inside; it is a good part of the window, and the whole of an upright rectangle.
    """

    corners: Polyline
    box: Box
    room: Box | None


def bounds(outlines: Iterable[Polyline]) -> Box:
    """The box around all points; there must be one."""
    xs, ys = zip(*[point for outline in outlines for point in outline], strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def clip(outline: Polyline, window: Polyline) -> Polyline:
    """The part of the outline inside the window, by Sutherland and Hodgman; empty if nothing is left.

    A window that is not convex counts as its hull, so that what is seen is never taken for less than it is.
    """
    if not window:
        return ()
    pane = _pane(window)
    box = bounds((outline,))
    if pane.room is not None and _is_within(box, pane.room):
        return outline  # as most are
    if _is_apart(box, pane.box):
        return ()
    kept: Sequence[Point] = outline
    for start, end in zip(pane.corners, (*pane.corners[1:], pane.corners[0]), strict=True):
        kept = _cut(kept, start, end)
        if not kept:
            return ()
    return tuple(kept)


@lru_cache(maxsize=256)
def _pane(window: Polyline) -> Pane:
    corners = _convex(window)
    return Pane(corners, bounds((corners,)), _room(corners))


def _room(polygon: Polyline) -> Box | None:
    """A box that lies wholly within the convex polygon: all of an upright rectangle, else a large one about the middle.

    None if there is none of some size.
    """
    left, top, right, bottom = bounds((polygon,))
    if len(set(polygon)) == len(polygon) == 4 and all(x in (left, right) and y in (top, bottom) for x, y in polygon):
        return Box(left, top, right, bottom)
    edges = [edge for edge in zip(polygon, (*polygon[1:], polygon[0]), strict=True) if edge[0] != edge[1]]
    for share in SHARES:
        x, y = (1 - share) / 2 * (right - left), (1 - share) / 2 * (bottom - top)
        box = Box(left + x, top + y, right - x, bottom - y)
        corners = [(x, y) for x in box[::2] for y in box[1::2]]
        if all(_side(start, end, corner) > 1e-9 for start, end in edges for corner in corners):
            return box
    return None


def _is_within(inner: Box, outer: Box) -> bool:
    return (
        inner.left >= outer.left
        and inner.top >= outer.top
        and inner.right <= outer.right
        and inner.bottom <= outer.bottom
    )


def _is_apart(one: Box, other: Box) -> bool:
    """Whether there is clearly room between the two."""
    return (
        one.right < other.left - CLEAR
        or one.left > other.right + CLEAR
        or one.bottom < other.top - CLEAR
        or one.top > other.bottom + CLEAR
    )


def _convex(window: Polyline) -> Polyline:
    """The window with its inside on one side of all edges, or its hull if it is not convex."""
    points = window[:-1] if window[0] == window[-1] else window
    turns = [
        _side(a, b, c) for a, b, c in zip(points, (*points[1:], points[0]), (*points[2:], *points[:2]), strict=True)
    ]
    if len(points) > 2 and (all(turn >= -1e-9 for turn in turns) or all(turn <= 1e-9 for turn in turns)):
        return points if sum(turns) > 0 else points[::-1]
    return _hull(points)


def _hull(points: Polyline) -> Polyline:
    """The smallest convex polygon around points (A. M. Andrew, 1979): the lower and the upper chain of its corners."""
    chains: list[list[Point]] = [[], []]
    ordered = sorted(set(points))
    for chain, walk in zip(chains, (ordered, ordered[::-1]), strict=True):
        for point in walk:
            while len(chain) > 1 and _side(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
    return tuple(chains[0][:-1] + chains[1][:-1]) or tuple(points)


def _side(a: Point, b: Point, point: Point) -> float:
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def _cut(points: Sequence[Point], start: Point, end: Point) -> Sequence[Point]:
    x0, y0 = start
    dx, dy = end[0] - x0, end[1] - y0
    sides = [dx * (y - y0) - dy * (x - x0) for x, y in points]
    if min(sides) >= 0:
        return points
    kept: list[Point] = []
    before, side_before = points[-1], sides[-1]
    for point, side in zip(points, sides, strict=True):
        if (side >= 0) != (side_before >= 0):
            t = side_before / (side_before - side)
            kept.append((before[0] + t * (point[0] - before[0]), before[1] + t * (point[1] - before[1])))
        if side >= 0:
            kept.append(point)
        before, side_before = point, side
    return kept
