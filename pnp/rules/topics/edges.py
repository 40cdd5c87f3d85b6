"""Where the art of a face stops at the trim: geometry on the shapes that a face recorded.

Paper moves in the printer and the knife is never quite on the line. Art that ends at the trim leaves a white sliver
there, or shows a seam, so whatever runs along the trim has to go on into the bleed. All lengths in mm.
"""

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from pnp.model.face import Face, Shape
from pnp.rules.topics.paints import PAPER, Point, half_stroke, number_points, paint_at, seen_at, seen_at_each
from pnp.rules.topics.same import Same

# How near to the trim an edge is taken to be meant for it: more than a hairline, less than a thin border.
NEAR = 0.35
# How long it has to run there: shorter ones are the corners and tips of drawings.
LONG = 2.0
# How far an edge may lean and still run along the trim (rise over run, about 6 degrees).
LEAN = 0.1
# How far inward the paint has to go on: what is thinner is a line, a crease or a scratch, and has no ground to draw on.
DEEP = 0.35
# Where the paint on both sides of an edge is looked at, and how far apart along it.
BESIDE = 0.06
STEP = 1.0


class Side(NamedTuple):
    """A side of the trim: its name, the axis across it (0 is x), where it lies and the direction outward."""

    name: str
    axis: int
    at: float
    outward: int


class Edge(NamedTuple):
    """A painted edge along a side: from (`start`, `near`) to (`end`, `far`), along and across the side."""

    start: float
    end: float
    near: float
    far: float


class Band(NamedTuple):
    """A side of a face, how long it is, how far the drawing goes on beyond it, and the shapes that come near it."""

    side: Side
    length: float
    bleed: float
    shapes: tuple[Shape, ...]


def stopping_sides(face: Face, bleed: float) -> tuple[str, ...]:
    """The sides (`left`, `right`, `top`, `bottom`) on which art stops at the trim though `bleed` mm should follow.

    With neither a bleed in the drawing nor one to follow, those on which the art reaches the trim.
    """
    if bleed <= 0 < face.bleed:
        return ()
    shapes = tuple([shape for shape in face.shapes if _is_outer(shape, face.width, face.height)])
    return tuple(band.side.name for band in _bands(face, shapes) if _stops(band))


def _is_outer(shape: Shape, width: float, height: float) -> bool:
    """Whether the shape comes near any side of the trim: most do not, and cost nothing more."""
    rim = NEAR + shape.stroke_width
    left, top, right, bottom = shape.box
    near = left <= rim or top <= rim or right >= width - rim or bottom >= height - rim
    return near and bool(shape.fill or shape.stroke)


def _bands(face: Face, shapes: tuple[Shape, ...]) -> Iterator[Band]:
    for side in (
        Side("left", 0, 0.0, -1),
        Side("right", 0, face.width, 1),
        Side("top", 1, 0.0, -1),
        Side("bottom", 1, face.height, 1),
    ):
        length = face.height if side.axis == 0 else face.width
        low, high = sorted((side.at - side.outward * NEAR, side.at + side.outward * (face.bleed + NEAR)))
        yield Band(side, length, face.bleed, tuple(shape for shape in shapes if _meets(shape, side.axis, low, high)))


def _meets(shape: Shape, axis: int, low: float, high: float) -> bool:
    half = half_stroke(shape)
    return shape.box[axis] - half <= high and shape.box[axis + 2] + half >= low


def _stops(band: Band) -> bool:
    if not band.bleed:
        return _ends_with_the_drawing(band)
    return any(_visible_length(band, number) >= LONG - 0.01 for number in range(len(band.shapes)))


def _visible_length(band: Band, number: int) -> float:
    """How many mm along the side the paint of a shape can be seen to stop there."""
    shape = band.shapes[number]
    if not shape.fill and shape.stroke_width < DEEP:
        return 0.0  # a line
    edges = _edges_of(Same(shape), band.side, band.length)
    if sum(edge.end - edge.start for edge in edges) < LONG - 0.01:
        return 0.0
    total = 0.0
    for edge in edges:
        pieces = max(1, math.ceil((edge.end - edge.start) / STEP))
        for piece in range(pieces):
            share = (piece + 0.5) / pieces
            along = edge.start + share * (edge.end - edge.start)
            across = edge.near + share * (edge.far - edge.near)
            if _is_seam(band, number, along, across):
                total += (edge.end - edge.start) / pieces
    return total


@lru_cache(maxsize=4096)
def _edges_of(shape: Same[Shape], side: Side, length: float) -> tuple[Edge, ...]:
    """The edges near the side; most shapes are those of the face before."""
    return tuple(_edges_near(side, length, shape.thing))


def _edges_near(side: Side, length: float, shape: Shape) -> Iterator[Edge]:
    """The painted edges of the shape, stroke included, that run along the side within NEAR of it."""
    half = half_stroke(shape)
    for one, two in _segments_near(side, shape, NEAR + half):
        start, near, end, far = one[1 - side.axis], one[side.axis], two[1 - side.axis], two[side.axis]
        if abs(far - near) > LEAN * abs(end - start):
            continue
        if start > end:
            start, near, end, far = end, far, start, near
        for shift in (-half, half) if half else (0.0,):
            if max(abs(near + shift - side.at), abs(far + shift - side.at)) <= NEAR:
                yield from _within(Edge(start, end, near + shift, far + shift), length)


def _segments_near(side: Side, shape: Shape, reach: float) -> Iterator[tuple[Point, Point]]:
    """The segments of the outlines that have both ends within `reach` of the side: few of many, so found in one go."""
    axis, low, high = side.axis, side.at - reach, side.at + reach
    for outline in shape.outlines:
        near = [number for number, point in enumerate(outline) if low <= point[axis] <= high]
        if not near:
            continue
        for one, two in pairwise(near):
            if two == one + 1:
                yield outline[one], outline[two]
        if shape.fill and near[0] == 0 and near[-1] == len(outline) - 1 > 1:
            yield outline[-1], outline[0]


def _within(edge: Edge, length: float) -> Iterator[Edge]:
    """The part of the edge between the corners of the trim."""
    start, end = max(edge.start, 0.0), min(edge.end, length)
    if end <= start:
        return
    rise = (edge.far - edge.near) / (edge.end - edge.start)
    yield Edge(start, end, edge.near + rise * (start - edge.start), edge.near + rise * (end - edge.start))


def _is_seam(band: Band, number: int, along: float, across: float) -> bool:
    """Whether the shape's paint is seen inward of the edge, and something else outward of it or in the bleed."""
    side, shape = band.side, band.shapes[number]
    inner = _point(side, along, across - side.outward * BESIDE)
    outer = _point(side, along, across + side.outward * BESIDE)
    deep = _point(side, along, across - side.outward * DEEP)
    if not paint_at(shape, deep) or paint_at(shape, outer):
        return False
    if any(later.opaque and paint_at(later, inner) for later in band.shapes[number + 1 :]):
        return False
    rim = _point(side, along, side.at + side.outward * (band.bleed - BESIDE))
    seen = seen_at(band.shapes, inner)
    return seen != seen_at(band.shapes, outer) or seen != seen_at(band.shapes, rim)


def _ends_with_the_drawing(band: Band) -> bool:
    """Whether a drawing without bleed has colour at the trim for at least LONG mm: all of it stops there."""
    across = band.side.at - band.side.outward * BESIDE
    steps = math.ceil(band.length / STEP)
    points = [_point(band.side, (step + 0.5) * band.length / steps, across) for step in range(steps)]
    coloured = 0.0
    for seen in seen_at_each(band.shapes, number_points(points)):
        if seen != (PAPER,):
            coloured += band.length / steps
        if coloured >= LONG:
            return True
    return False


def _point(side: Side, along: float, across: float) -> Point:
    return (across, along) if side.axis == 0 else (along, across)
