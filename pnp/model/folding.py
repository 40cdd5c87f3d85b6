"""A net folded by arithmetic: where the corners of its panels come to lie in space, and what does not meet.

Lengths are mm: x to the right and y downward on the flat net, z away from whoever sees the print.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from pnp.model.net import Facet, Net, Point

Space = tuple[float, float, float]


class Solid(NamedTuple):
    """The corners of each panel in space, and the direction in which what is drawn in it stands upright."""

    corners: tuple[tuple[Space, ...], ...]
    upward: tuple[Space, ...]


def fold(net: Net) -> Solid:
    """The net with every hinge bent as far as it says."""
    corners, upward = [], []
    for number, facet in enumerate(net.facets):
        corners.append(tuple(_bend(net.facets, number, (each.x, each.y, 0.0)) for each in facet.corners))
        turn = math.radians(facet.angle)
        foot = _bend(net.facets, number, (facet.x, facet.y, 0.0))
        head = _bend(net.facets, number, (facet.x + math.sin(turn), facet.y - math.cos(turn), 0.0))
        upward.append((head[0] - foot[0], head[1] - foot[1], head[2] - foot[2]))
    return Solid(tuple(corners), tuple(upward))


def _bend(facets: Sequence[Facet], number: int, point: Space) -> Space:
    """Where a point of a panel lies when its hinge, and that of what it hangs on, and so on, are bent."""
    hinge = facets[number].hinge
    while hinge is not None:
        start, end = facets[number].corners[:2]
        point = _swing(point, start, end, hinge.bend)
        number = hinge.parent
        hinge = facets[number].hinge
    return point


def _swing(point: Space, start: Sequence[float], end: Sequence[float], bend: float) -> Space:
    """A point turned about the line from `start` to `end`, which has the panel on its right."""
    length = math.dist(start[:2], end[:2])
    along = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    x, y = point[0] - start[0], point[1] - start[1]
    far, aside = x * along[0] + y * along[1], y * along[0] - x * along[1]
    cos, sin = math.cos(math.radians(bend)), math.sin(math.radians(bend))
    aside, deep = aside * cos - point[2] * sin, aside * sin + point[2] * cos
    return start[0] + far * along[0] - aside * along[1], start[1] + far * along[1] + aside * along[0], deep


def measure_gap(net: Net) -> float:
    """How far the worst of the edges that close the solid misses the edge that it should meet.

    Every edge of a face meets one of another face, but for the feet of a pyramid without a floor. A face of a box
    counts as the rectangle that it is drawn as, whatever notch it has.
    """
    faces = _faces(net)
    edges = [
        (number, *ends) for number, face in enumerate(faces) for ends in zip(face, (*face[1:], face[0]), strict=True)
    ]
    gaps = [
        min(max(math.dist(start, b), math.dist(end, a)) for other, a, b in edges if other != number)
        for number, start, end in edges
    ]
    closed = net.kind != "pyramid" or any(facet.name == "floor" for facet in net.facets)
    return max(gaps if closed else sorted(gaps)[: len(gaps) - net.sides])


def _faces(net: Net) -> list[tuple[Space, ...]]:
    """The corners of the faces in space, without the flaps."""
    faces = []
    for number, facet in enumerate(net.facets):
        if facet.use == "tab":
            continue
        corners: Sequence[Point] = [(each.x, each.y) for each in facet.corners]
        if net.kind != "pyramid":
            cos, sin = math.cos(math.radians(facet.angle)), math.sin(math.radians(facet.angle))
            frame = (0.0, 0.0), (facet.width, 0.0), (facet.width, facet.height), (0.0, facet.height)
            corners = [(facet.x + x * cos - y * sin, facet.y + x * sin + y * cos) for x, y in frame]
        faces.append(tuple(_bend(net.facets, number, (*corner, 0.0)) for corner in corners))
    return faces


def height_of(net: Net) -> float:
    """How high the apex of a folded pyramid stands above the middle of its feet."""
    faces = _faces(net)[: net.sides]
    feet = [corner for face in faces for corner in (face[0], face[2])]
    middle = [sum(each[axis] for each in feet) / len(feet) for axis in range(3)]
    return math.dist(faces[0][1], middle)


def clearance(inner: Net, outer: Net) -> float:
    """The room between two pyramids of as many sides, one in the other on one table, square to the wall.

    Less than 0 where the inner one sticks through. A wall of the outer one, `r` from the axis at its foot, `h` high and
    `s` long, is `(r (1 - z / h) - x) h / s` away from a point `x` from the axis at the height `z`; the smallest is at
    the foot or at the tip of the inner one.
    """
    reach, within = (net.size[0] / (2 * math.tan(math.pi / net.sides)) for net in (outer, inner))
    high, low = outer.size[2], inner.size[2]
    lean = high / math.hypot(high, reach)
    return min((reach - within) * lean, reach * (1 - low / high) * lean)
