"""Faces that are cut along an outline: how near words come to it, and where art stops there. All lengths are mm."""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from pnp.model.face import Box, Face, Shape
from pnp.model.outline import Outline
from pnp.rules.topics.edges import BESIDE, DEEP
from pnp.rules.topics.paints import (
    PAPER,
    ROW,
    Edge,
    Point,
    Probe,
    distance_to,
    edges_of,
    is_inside,
    number_points,
    seen_at_each,
    sort_in_rows,
)

# How far apart points are looked at.
STEP = 1.0
# How long art has to stop along an outline to be told: shorter ones are tips and dots that happen to end there.
LONG = 5.0
# So what stops for as long does so at one of every so many points.
FEW = int(LONG / STEP)
# Less is rounding.
HAIR = 1e-6


@lru_cache(maxsize=512)
def clearance(outline: Outline, corners: tuple[Point, ...]) -> float:
    """How far an area with these corners stays within the outline at its nearest; below 0 if a part is cut off."""
    edges, rows = _rim(outline)
    points = [point for one, other in pairwise((*corners, corners[0])) for point in _along(one, other)]
    nearest, spare, edge = math.inf, 0.0, edges[0]
    for x, y in points:
        spare -= STEP
        if spare > HAIR:
            continue  # so near to the last one that was looked at that it is neither outside nor nearer to the outline
        if not is_inside(rows.get(y // ROW, ()), x, y):
            return -max(_gap(x, y, edges, edge)[0] for x, y in points if not is_inside(edges, x, y))
        gap, edge = _gap(x, y, edges, edge)
        nearest = min(nearest, gap)
        spare = gap - nearest
    return nearest


@lru_cache(maxsize=64)
def _rim(outline: Outline) -> tuple[Sequence[Edge], Mapping[float, Sequence[Edge]]]:
    """The edges of the outline, in order and in rows."""
    points = outline.points()
    edges, downs = edges_of((points,), closed=True), [y for _, y in points]
    return edges, sort_in_rows(edges, min(downs), max(downs))


def _gap(x: float, y: float, edges: Sequence[Edge], first: Edge) -> tuple[float, Edge]:
    """How far the point is from the nearest of the edges, and which that is; the first may well be it."""
    gap, nearest = distance_to(x, y, first), first
    left, right, top, bottom = x - gap, x + gap, y - gap, y + gap
    for edge in edges:
        x1, y1, x2, y2 = edge
        if (x1 > right and x2 > right) or (x1 < left and x2 < left):
            continue
        if (y1 > bottom and y2 > bottom) or (y1 < top and y2 < top):
            continue
        distance = distance_to(x, y, edge)
        if distance < gap:
            gap, nearest = distance, edge
            left, right, top, bottom = x - gap, x + gap, y - gap, y + gap
    return gap, nearest


def stops_at(face: Face, outline: Outline, bleed: float) -> bool:
    """Whether art that reaches the outline stops there for 5 mm or more, though `bleed` mm should follow."""
    ring = _ring(outline, bleed)
    first = range(0, len(ring), FEW)
    found = [number for number, stops in zip(first, _stops(face.shapes, _probes(outline, bleed)), strict=True) if stops]
    if not found:
        return False
    near = sorted(
        {beside for number in found for beside in range(number - FEW + 1, number + FEW)} & {*range(len(ring))}
    )
    probes = number_points([point for number in near for point in ring[number][0]])
    stopping = {number for number, stops in zip(near, _stops(face.shapes, probes), strict=True) if stops}
    run = 0.0
    for number, (_, length) in enumerate(ring):
        run = run + length if number in stopping else 0.0
        if run >= LONG:
            return True
    return False


def _stops(shapes: Sequence[Shape], probes: Sequence[Probe]) -> list[bool]:
    """Whether the paint that is seen inward of each point of the outline stops there, or before the bleed ends."""
    seen = seen_at_each(shapes, probes)
    threes = zip(seen[::3], seen[1::3], seen[2::3], strict=True)
    return [inner != (PAPER,) and (inner != outer or inner != rim) for inner, outer, rim in threes]


@lru_cache(maxsize=64)
def _probes(outline: Outline, bleed: float) -> tuple[Probe, ...]:
    """Where to look first: at few points of the outline, one of which is on whatever is long enough."""
    return number_points([point for three, _ in _ring(outline, bleed)[::FEW] for point in three])


@lru_cache(maxsize=64)
def _ring(outline: Outline, bleed: float) -> tuple[tuple[tuple[Point, ...], float], ...]:
    """Where to look all along the outline (inward, outward, and where the bleed ends), and how far each three reach."""
    rim = outline.points()
    area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise((*rim, rim[0])))
    way = 1 if area > 0 else -1
    steps = -DEEP, DEEP if bleed > DEEP else BESIDE, max(bleed - BESIDE, BESIDE)
    ring: list[tuple[tuple[Point, ...], float]] = []
    for one, other in pairwise((*rim, rim[0])):
        length = math.dist(one, other)
        if not length:
            continue  # between two arcs that touch
        out = way * (other[1] - one[1]) / length, way * (one[0] - other[0]) / length
        *points, _ = _along(one, other)
        for x, y in points:
            ring.append((tuple((x + far * out[0], y + far * out[1]) for far in steps), length / len(points)))
    return tuple(ring)


def reach_beyond(face: Face, outline: Outline) -> float:
    """How far words and drawings, but for grounds, reach beyond the circle that fits into the outline; 0 if nowhere.

    A ground is what covers the whole outline. Strokes count by their middle, for what a clip leaves of them is narrower
    than they are wide.
    """
    box = outline.box
    centre = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    radius = min(box.right - box.left, box.bottom - box.top) / 2
    farthest = radius
    for shape in face.shapes:
        left, top, right, bottom = shape.box
        across, down = max(centre[0] - left, right - centre[0]), max(centre[1] - top, bottom - centre[1])
        if math.hypot(across, down) <= farthest or not (shape.fill or shape.stroke) or _is_ground(shape, outline):
            continue
        reach = max((math.dist(centre, point) for part in shape.outlines for point in part), default=0.0)
        farthest = max(farthest, reach)
    for text in face.texts:
        corners = text.around if text.words.strip() else ()
        farthest = max([farthest, *(math.dist(centre, corner) for corner in corners)])
    return farthest - radius


def _is_ground(shape: Shape, outline: Outline) -> bool:
    """Whether the shape covers the outline, to a hair: corners may lie on its edge."""
    (left, top, right, bottom), points = _inner_points(outline)
    box = shape.box
    if not shape.fill or box.left > left or box.top > top or box.right < right or box.bottom < bottom:
        return False
    edges = edges_of(shape.outlines, closed=True)
    return all(is_inside(edges, x, y) for x, y in points)


@lru_cache(maxsize=64)
def _inner_points(outline: Outline) -> tuple[Box, tuple[Point, ...]]:
    """The points of the outline, a hundredth nearer to its middle, and the box around them."""
    box = outline.box
    middle = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    inner = tuple((x + (middle[0] - x) * 0.01, y + (middle[1] - y) * 0.01) for x, y in outline.points())
    across, down = [x for x, _ in inner], [y for _, y in inner]
    return Box(min(across), min(down), max(across), max(down)), inner


def _along(one: Point, other: Point) -> Iterator[Point]:
    """Points from one to the other, at most a step apart, both ends too."""
    steps = max(1, math.ceil(math.dist(one, other) / STEP))
    for step in range(steps + 1):
        share = step / steps
        yield one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])
