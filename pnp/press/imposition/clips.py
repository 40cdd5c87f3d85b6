"""What may be seen of a face that is cut along an outline: the outline grown by the bleed, half way to neighbours.

All lengths are mm from the page's top left corner.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from pnp.model.outline import Outline, Vertex, circle
from pnp.model.paths import Point
from pnp.press.layout.arrangement import EXACT, Arrangement

# Corners that turn less are those of a curve in straight pieces, and need no arc around them.
_GENTLE = math.radians(6)


class Side(NamedTuple):
    """A side of a convex outline as a half plane: all points with `x * right + y * down <= reach` are inside."""

    right: float
    down: float
    reach: float

    def beyond(self, points: Sequence[Point]) -> float:
        """How far the nearest of the points lies outside, below 0 if one is inside."""
        right, down, reach = self
        return min([x * right + y * down for x, y in points]) - reach


def grow(outline: Outline, by: float) -> Outline:
    """The closed outline so much farther out on all sides, rounded about its corners.

    Filled by the nonzero rule it is the area within `by` of the outline, whatever its shape: at a corner that points
    inward the path goes by way of the corner itself, and what it encircles twice is filled once. A circle stays one.
    """
    if by <= 0:
        return outline
    box = outline.box
    if outline.vertices == circle(box).vertices:
        return circle(type(box)(box.left - by, box.top - by, box.right + by, box.bottom + by))
    points = _clockwise(outline.points())
    vertices: list[Vertex] = []
    for before, (x, y), after in zip((points[-1], *points[:-1]), points, (*points[1:], points[0]), strict=True):
        one, other = _normal(before, (x, y)), _normal((x, y), after)
        turn = math.atan2(one[0] * other[1] - one[1] * other[0], one[0] * other[0] + one[1] * other[1])
        bulge = math.tan(turn / 4) if turn > _GENTLE else 0.0
        vertices.append(Vertex(x + by * one[0], y + by * one[1], bulge))
        if turn < 0:
            vertices.append(Vertex(x, y))
        vertices.append(Vertex(x + by * other[0], y + by * other[1]))
    return Outline(tuple(vertices))


def clip_pieces(
    arrangement: Arrangement, outlines: Sequence[Outline | None], bleeds: Sequence[float]
) -> tuple[Outline | None, ...]:
    """What may be seen of the face of each piece that has an outline, as it lies on the page; None for the others.

    Beside that, nothing is seen outside the area that the arrangement gives to the piece.
    """
    reaches = [arrangement.reach(max(0.0, bleed)) for bleed in bleeds]
    if arrangement.nested:
        return clip_nested([outline for outline in outlines if outline is not None], reaches)
    return tuple(
        None if outline is None else grow(outline, reach) for outline, reach in zip(outlines, reaches, strict=True)
    )


def clip_nested(outlines: Sequence[Outline], bleeds: Sequence[float]) -> tuple[Outline, ...]:
    """For each of these convex outlines, which do not overlap, itself grown by its bleed, half way to the others.

    Where two touch, the clips of both end at the edge that they share.
    """
    shapes = [_clockwise(outline.points()) for outline in outlines]
    clips = []
    for points, bleed, others in zip(shapes, bleeds, _near(shapes, 2 * max(bleeds, default=0.0)), strict=True):
        sides = _sides(points)
        reaches = [bleed] * len(sides)
        for other in others:
            gap, number = max((side.beyond(other), number) for number, side in enumerate(sides))
            reaches[number] = min(reaches[number], max(0.0, gap / 2))
        clips.append(_meet([side._replace(reach=side.reach + by) for side, by in zip(sides, reaches, strict=True)]))
    return tuple(clips)


def _clockwise(points: Sequence[Point]) -> tuple[Point, ...]:
    """The points, clockwise as seen on the page (y downward)."""
    area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise((*points, points[0])))
    return tuple(points) if area > 0 else tuple(reversed(points))


def _normal(start: Point, end: Point) -> Point:
    """The direction outward from a side of a clockwise outline."""
    length = math.dist(start, end)
    return (end[1] - start[1]) / length, (start[0] - end[0]) / length


def _sides(points: Sequence[Point]) -> list[Side]:
    sides = []
    for start, end in pairwise((*points, points[0])):
        right, down = _normal(start, end)
        sides.append(Side(right, down, start[0] * right + start[1] * down))
    return sides


def _meet(sides: Sequence[Side]) -> Outline:
    """The convex area inside all sides."""
    far = 4 * max(abs(side.reach) for side in sides) + 1.0
    area: list[Point] = [(-far, -far), (far, -far), (far, far), (-far, far)]
    for side in sides:
        area = list(_cut(area, side))
    return Outline(tuple(Vertex(x, y) for x, y in area))


def _cut(area: Sequence[Point], side: Side) -> Iterator[Point]:
    """The part of a convex area inside a side."""
    depths = [x * side.right + y * side.down - side.reach for x, y in area]
    for number, (x, y) in enumerate(area):
        after = (number + 1) % len(area)
        if depths[number] <= EXACT:
            yield x, y
        if (depths[number] > EXACT and depths[after] < -EXACT) or (depths[number] < -EXACT and depths[after] > EXACT):
            share = depths[number] / (depths[number] - depths[after])
            yield x + share * (area[after][0] - x), y + share * (area[after][1] - y)


def _near(shapes: Sequence[Sequence[Point]], reach: float) -> list[list[Sequence[Point]]]:
    """For each shape, the others that are so near that their bleeds might meet, and few more."""
    middles = [(sum(x for x, _ in shape) / len(shape), sum(y for _, y in shape) / len(shape)) for shape in shapes]
    widths = [2 * math.dist(middle, shape[0]) for middle, shape in zip(middles, shapes, strict=True)]
    step = 1.5 * max(widths, default=0.0) + reach + EXACT
    cells: dict[tuple[int, int], list[int]] = {}
    for number, (x, y) in enumerate(middles):
        cells.setdefault((int(x // step), int(y // step)), []).append(number)
    near = []
    for number, (x, y) in enumerate(middles):
        around = [(int(x // step) + right, int(y // step) + down) for right in (-1, 0, 1) for down in (-1, 0, 1)]
        near.append([shapes[other] for cell in around for other in cells.get(cell, ()) if other != number])
    return near
