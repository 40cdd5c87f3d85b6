"""Polygons cut by a convex polygon, and their bounding boxes."""

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from pnp.model.face import Box
from pnp.model.paths import Point, Polyline, bounds

# A box about the middle of a convex polygon is tried in these sizes: a round one holds 0.7 of the box around it.
SHARES = (0.95, 0.85, 0.7, 0.5)
# More than what is lost in rounding.
CLEAR = 1e-6

# Left, top, right, bottom.
Sides: TypeAlias = tuple[float, float, float, float]
# Where it starts, and its way: x, y, dx, dy.
Edge: TypeAlias = tuple[float, float, float, float]


class Pane(NamedTuple):
    """A window as a convex polygon with its inside on one side of all edges, and the box around it.

    What lies within the `room` is inside; it is a good part of the window, and the whole of an upright rectangle.
    `window` is what it was made of.
    """

    edges: tuple[Edge, ...]
    box: Box
    room: Box | None
    window: Polyline


def clip(outline: Polyline, window: Polyline) -> Polyline:
    """The part of the outline inside the window, by Sutherland and Hodgman; empty if nothing is left.

    A window that is not convex counts as its hull, so that what is seen is never taken for less than it is.
    """
    return cut(outline, open_pane(window))


def cut(outline: Polyline, pane: Pane) -> Polyline:
    """The part of the outline inside the pane; empty if nothing is left."""
    edges = find_crossed(pane, bounds((outline,)))
    return () if edges is None else _cut(outline, edges)


def cut_along(outlines: Iterable[Polyline], edges: Sequence[Edge]) -> tuple[Polyline, ...]:
    """The parts of the outlines inside all the edges, as far as something is left."""
    return tuple([kept for outline in outlines if (kept := _cut(outline, edges))])


def find_crossed(pane: Pane, box: Sides) -> Sequence[Edge] | None:
    """The edges of the pane that what has this box may cross; None if all of it is outside, none if it is inside."""
    left, top, right, bottom = box
    edges, (west, north, east, south), room, _ = pane
    if room is not None and left >= room[0] and top >= room[1] and right <= room[2] and bottom <= room[3]:
        return ()  # as most are
    if right < west - CLEAR or left > east + CLEAR or bottom < north - CLEAR or top > south + CLEAR:
        return None
    crossed = []
    for edge in edges:
        x, y, dx, dy = edge
        # How far inside the box's corners are that lie farthest out and farthest in.
        if dx * ((top if dx > 0 else bottom) - y) - dy * ((right if dy > 0 else left) - x) > CLEAR:
            continue
        if dx * ((bottom if dx > 0 else top) - y) - dy * ((left if dy > 0 else right) - x) < -CLEAR:
            return None
        crossed.append(edge)
    return crossed


@lru_cache(maxsize=256)
def open_pane(window: Polyline) -> Pane:
    """The pane of a window; all misses one without a point."""
    if not window:
        return Pane((), Box(math.inf, math.inf, -math.inf, -math.inf), None, ())
    corners = _convex(window)
    ends = (*corners[1:], corners[0])
    edges = tuple((x, y, u - x, v - y) for (x, y), (u, v) in zip(corners, ends, strict=True))
    box = bounds((corners,))
    return Pane(edges, box, _room(corners, edges, box), window)


def _room(polygon: Polyline, edges: Iterable[Edge], around: Box) -> Box | None:
    """A box that lies wholly within the convex polygon: all of an upright rectangle, else a large one about the middle.

    None if there is none of some size.
    """
    left, top, right, bottom = around
    if len(set(polygon)) == len(polygon) == 4 and all(x in (left, right) and y in (top, bottom) for x, y in polygon):
        return around
    for share in SHARES:
        x, y = (1 - share) / 2 * (right - left), (1 - share) / 2 * (bottom - top)
        box = Box(left + x, top + y, right - x, bottom - y)
        if all(_depth(edge, box) > 1e-9 for edge in edges if edge[2] or edge[3]):
            return box
    return None


def _depth(edge: Edge, box: Box) -> float:
    """How far inside the edge, times its length, the corner of the box is that lies farthest out."""
    x, y, dx, dy = edge
    left, top, right, bottom = box
    return dx * ((top if dx > 0 else bottom) - y) - dy * ((right if dy > 0 else left) - x)


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


def _cut(outline: Polyline, edges: Iterable[Edge]) -> Polyline:
    kept: Sequence[Point] = outline
    for edge in edges:
        kept = _cut_once(kept, edge)
        if not kept:
            break
    return tuple(kept)


def _cut_once(points: Sequence[Point], edge: Edge) -> Sequence[Point]:
    x0, y0, dx, dy = edge
    sides = [dx * (y - y0) - dy * (x - x0) for x, y in points]
    if min(sides) >= 0:
        return points
    if max(sides) < 0:
        return ()
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
