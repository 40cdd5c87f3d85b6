"""What is seen at points of a face: the paints of shapes that lie over each other. All lengths are mm."""

import math
from bisect import bisect, bisect_left
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from pnp.model.face import Shape
from pnp.rules.topics.same import Same

PAPER = "#ffffff"
# From so many points on a shape's edges are sorted in rows first, each so high.
MANY, ROW = 6, 1.0

Point = tuple[float, float]

# From (x1, y1) to (x2, y2).
Edge = tuple[float, float, float, float]

# A point as it is looked for: how far right, how far down, and its number.
Probe = tuple[float, float, int]


def half_stroke(shape: Shape) -> float:
    """How far the paint of the shape reaches beyond its outline."""
    return shape.stroke_width / 2 if shape.stroke else 0.0


def seen_at(shapes: Sequence[Shape], point: Point) -> tuple[str, ...]:
    """The paints that are seen at the point, from the top down to the first that nothing shines through.

    Plain colours are equal whichever shape they are on; a picture or a pattern is equal to itself alone.
    """
    paints: list[str] = []
    for number in range(len(shapes) - 1, -1, -1):
        shape = shapes[number]
        paint = paint_at(shape, point)
        if paint:
            paints.append(_name(paint, shape, number))
            if shape.opaque:
                return tuple(paints)
    return (*paints, PAPER)


def number_points(points: Sequence[Point]) -> tuple[Probe, ...]:
    """The points with their numbers, from left to right, as `seen_at_each` wants them."""
    return tuple(sorted([(x, y, number) for number, (x, y) in enumerate(points)]))


def seen_at_each(shapes: Sequence[Shape], probes: Sequence[Probe]) -> list[tuple[str, ...]]:
    """What `seen_at` gives at each of many points, by their numbers: a shape is asked once, about all in its box."""
    seen: list[tuple[str, ...]] = [()] * len(probes)
    left = probes
    for number in range(len(shapes) - 1, -1, -1):
        shape = shapes[number]
        near = _in_reach(shape, left)
        painted = _paints_at(shape, near) if near else {}
        names = {paint: (_name(paint, shape, number),) for paint in (shape.fill, shape.stroke)} if painted else {}
        for at, paint in painted.items():
            seen[at] += names[paint]
        if painted and shape.opaque:
            left = [probe for probe in left if probe[2] not in painted]
            if not left:
                return seen
    for _, _, at in left:
        seen[at] += (PAPER,)
    return seen


def _name(paint: str, shape: Shape, number: int) -> str:
    return paint.lower() if shape.opaque and len(paint) == len(PAPER) else f"{paint} {number}"


def _in_reach(shape: Shape, probes: Sequence[Probe]) -> list[Probe]:
    """Those of the probes, which stand in order from left to right, that lie in the box of the shape's paint."""
    if not (shape.fill or shape.stroke):
        return []
    half, (left, top, right, bottom) = half_stroke(shape), shape.box
    first, last = bisect_left(probes, (left - half,)), bisect(probes, (right + half, math.inf))
    top, bottom = top - half, bottom + half
    return [probe for probe in probes[first:last] if top <= probe[1] <= bottom]


def _paints_at(shape: Shape, probes: Sequence[Probe]) -> dict[int, str]:
    """The paint of the shape at those of the probes where it has some, by their numbers."""
    half, fill, stroke = half_stroke(shape), shape.fill, shape.stroke
    edges = _edges_of(shape)
    rows = None
    if len(probes) >= MANY:
        downs = [y for _, y, _ in probes]
        rows = sort_in_rows(edges, min(downs), max(downs), half)
    paints = {}
    for x, y, number in probes:
        near = edges if rows is None else rows.get(y // ROW, ())
        if half and _is_on(near, x, y, half):
            paints[number] = stroke
        elif fill and is_inside(near, x, y):
            paints[number] = fill
    return paints


def paint_at(shape: Shape, point: Point) -> str:
    """The paint of the shape at the point; empty if it has none there. A stroke lies above its fill."""
    half = half_stroke(shape)
    x, y = point
    left, top, right, bottom = shape.box
    if not (left - half <= x <= right + half and top - half <= y <= bottom + half):
        return ""
    edges = _edges_known(Same(shape))
    if half and _is_on(edges, x, y, half):
        return shape.stroke
    return shape.fill if shape.fill and is_inside(edges, x, y) else ""


@lru_cache(maxsize=512)
def _edges_known(same: Same[Shape]) -> Sequence[Edge]:
    return _edges_of(same.thing)


def _edges_of(shape: Shape) -> Sequence[Edge]:
    """The edges of the shape, which a fill closes."""
    return edges_of(shape.outlines, closed=bool(shape.fill))


def edges_of(outlines: Sequence[Sequence[Point]], *, closed: bool) -> list[Edge]:
    """The edges of outlines, in order; where they are closed, those from the last points to the first, too."""
    edges: list[Edge] = []
    for outline in outlines:
        edges += [(x1, y1, x2, y2) for (x1, y1), (x2, y2) in pairwise(outline)]
        if closed and outline[:1] != outline[-1:]:
            edges.append((*outline[-1], *outline[0]))
    return edges


def sort_in_rows(
    edges: Sequence[Edge], top: float, bottom: float, reach: float = 0.0
) -> Mapping[float, Sequence[Edge]]:
    """The edges that come within `reach` of each row between top and bottom, by its number: few of many do."""
    rows: dict[float, list[Edge]] = {row: [] for row in range(int(top // ROW), int(bottom // ROW) + 1)}
    reach += 1e-9  # rounding
    for edge in edges:
        low, high = (edge[1], edge[3]) if edge[1] < edge[3] else (edge[3], edge[1])
        low, high = low - reach, high + reach
        if low <= bottom and high >= top:
            for row in range(int(max(top, low) // ROW), int(min(bottom, high) // ROW) + 1):
                rows[row].append(edge)
    return rows


def _is_on(edges: Sequence[Edge], x: float, y: float, half: float) -> bool:
    """Whether an edge lies within `half` of the point."""
    reach = half + 1e-9  # rounding
    left, right, top, bottom = x - reach, x + reach, y - reach, y + reach
    for x1, y1, x2, y2 in edges:
        # Most edges are nowhere near.
        if (x1 > right and x2 > right) or (x1 < left and x2 < left):
            continue
        if (y1 > bottom and y2 > bottom) or (y1 < top and y2 < top):
            continue
        if distance_to(x, y, (x1, y1, x2, y2)) <= half:
            return True
    return False


def distance_to(x: float, y: float, edge: Edge) -> float:
    """From the point (`x`, `y`) to the edge."""
    x1, y1, x2, y2 = edge
    dx, dy = x2 - x1, y2 - y1
    square = dx * dx + dy * dy
    share = ((x - x1) * dx + (y - y1) * dy) / square if square else 0.0
    share = min(1.0, max(0.0, share))
    return math.hypot(x - x1 - share * dx, y - y1 - share * dy)


def is_inside(edges: Sequence[Edge], x: float, y: float) -> bool:
    """Whether an odd number of edges lies to the right of the point (even-odd rule, Shimrat 1962)."""
    inside = False
    for x1, y1, x2, y2 in edges:
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            inside = not inside
    return inside
