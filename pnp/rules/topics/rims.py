"""Faces that are cut along an outline: how near words come to it, and where art stops there. All lengths are mm."""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pnp.model.face import Box, Face, Shape
from pnp.model.outline import Outline
from pnp.rules.topics.edges import BESIDE, DEEP, PAPER, Point, distance_to, find_near, is_inside, seen_at

# How far apart points are looked at.
STEP = 1.0
# How long art has to stop along an outline to be told: shorter ones are tips and dots that happen to end there.
LONG = 5.0


def clearance(outline: Outline, corners: Sequence[Point]) -> float:
    """How far an area with these corners stays within the outline at its nearest; below 0 if a part is cut off."""
    rim = outline.points()
    whole = Shape((rim,), outline.box, "#000000")
    points = [point for one, other in pairwise((*corners, corners[0])) for point in _along(one, other)]
    gaps = []
    for point in points:
        gap = min(distance_to(point, one, other) for one, other in pairwise((*rim, rim[0])))
        gaps.append(gap if is_inside(whole, point) else -gap)
    return min(gaps)


def stops_at(face: Face, outline: Outline, bleed: float) -> bool:
    """Whether art that reaches the outline stops there for 5 mm or more, though `bleed` mm should follow."""
    rim = outline.points()
    area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise((*rim, rim[0])))
    way = 1 if area > 0 else -1
    run = longest = 0.0
    for one, other in pairwise((*rim, rim[0])):
        length = math.dist(one, other)
        out = way * (other[1] - one[1]) / length, way * (one[0] - other[0]) / length
        points = list(_along(one, other))
        shapes = find_near(face.shapes, _around(one, other, max(DEEP, bleed)))
        for x, y in points[:-1]:
            run = run + length / (len(points) - 1) if _stops(shapes, (x, y), out, bleed) else 0.0
            longest = max(longest, run)
    return longest >= LONG


def reach_beyond(face: Face, outline: Outline) -> float:
    """How far words and drawings, but for grounds, reach beyond the circle that fits into the outline; 0 if nowhere.

    A ground is what covers the whole outline. Strokes count by their middle, for what a clip leaves of them is narrower
    than they are wide.
    """
    box = outline.box
    centre = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    radius = min(box.right - box.left, box.bottom - box.top) / 2
    farthest = 0.0
    for shape in face.shapes:
        if not (shape.fill or shape.stroke) or _is_ground(shape, outline):
            continue
        reach = max((math.dist(centre, point) for part in shape.outlines for point in part), default=0.0)
        farthest = max(farthest, reach)
    for text in face.texts:
        corners = text.around if text.words.strip() else ()
        farthest = max(farthest, *(math.dist(centre, corner) for corner in corners), 0.0)
    return max(0.0, farthest - radius)


def _is_ground(shape: Shape, outline: Outline) -> bool:
    """Whether the shape covers the outline, to a hair: corners may lie on its edge."""
    box = outline.box
    middle = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    inner = [(x + (middle[0] - x) * 0.01, y + (middle[1] - y) * 0.01) for x, y in outline.points()]
    return bool(shape.fill) and all(is_inside(shape, point) for point in inner)


def _along(one: Point, other: Point) -> Iterator[Point]:
    """Points from one to the other, at most a step apart, both ends too."""
    steps = max(1, math.ceil(math.dist(one, other) / STEP))
    for step in range(steps + 1):
        share = step / steps
        yield one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])


def _around(one: Point, other: Point, far: float) -> Box:
    """The box around a segment and all that is so far from it, and a hair more."""
    (left, right), (top, bottom) = sorted((one[0], other[0])), sorted((one[1], other[1]))
    far += 0.001
    return Box(left - far, top - far, right + far, bottom + far)


def _stops(shapes: Sequence[Shape], at: Point, out: Point, bleed: float) -> bool:
    """Whether the paint that is seen inward of a point of the outline stops there, or before the bleed ends."""
    inner, outer, rim = (
        seen_at(shapes, (at[0] + far * out[0], at[1] + far * out[1]))
        for far in (-DEEP, DEEP if bleed > DEEP else BESIDE, max(bleed - BESIDE, BESIDE))
    )
    return inner != (PAPER,) and (inner != outer or inner != rim)
