"""Polygons cut by a convex polygon, and their bounding boxes."""

from collections.abc import Iterable, Sequence

from pnp.model.face import Box
from pnp.model.paths import Point, Polyline


def bounds(outlines: Iterable[Polyline]) -> Box:
    """The box around all points; there must be one."""
    points = [point for outline in outlines for point in outline]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Box(min(xs), min(ys), max(xs), max(ys))


def clip(outline: Polyline, window: Polyline) -> Polyline:
    """The part of the outline inside the window, by Sutherland and Hodgman; empty if nothing is left.

    A window that is not convex counts as the box around it.
    """
    if not window:
        return ()
    frame = _convex(window)
    kept: Sequence[Point] = outline
    for start, end in zip(frame, (*frame[1:], frame[0]), strict=True):
        kept = _cut(kept, start, end)
        if not kept:
            return ()
    return tuple(kept)


def _convex(window: Polyline) -> Polyline:
    """The window with its inside on one side of all edges, or its box if it is not convex."""
    points = window[:-1] if window[0] == window[-1] else window
    turns = [
        _side(a, b, c) for a, b, c in zip(points, (*points[1:], points[0]), (*points[2:], *points[:2]), strict=True)
    ]
    if len(points) > 2 and (all(turn >= -1e-9 for turn in turns) or all(turn <= 1e-9 for turn in turns)):
        return points if sum(turns) > 0 else points[::-1]
    left, top, right, bottom = bounds((window,))
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def _side(a: Point, b: Point, point: Point) -> float:
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def _cut(points: Sequence[Point], start: Point, end: Point) -> list[Point]:
    kept: list[Point] = []
    sides = [_side(start, end, point) for point in points]
    before, side_before = points[-1], sides[-1]
    for point, side in zip(points, sides, strict=True):
        if (side >= 0) != (side_before >= 0):
            t = side_before / (side_before - side)
            kept.append((before[0] + t * (point[0] - before[0]), before[1] + t * (point[1] - before[1])))
        if side >= 0:
            kept.append(point)
        before, side_before = point, side
    return kept
