"""Lines and closed outlines in millimetres, straight and round, as marks are printed and cutters follow them."""

import math
from collections.abc import Iterable
from typing import NamedTuple

from pnp.model.face import Box

# The bulge of a quarter circle: the tangent of a quarter of the angle that an arc spans, as in a DXF polyline.
QUARTER = math.tan(math.pi / 8)


class Vertex(NamedTuple):
    """A corner of an outline. `bulge` shapes the way to the next one: 0 straight, 1 half a circle.

    It is the tangent of a quarter of the angle that the arc spans, positive where the arc turns clockwise as seen on
    the page (y downward).
    """

    x: float
    y: float
    bulge: float = 0.0


class Outline(NamedTuple):
    """A path of straight lines and arcs, `closed` or open, in mm, y downward."""

    vertices: tuple[Vertex, ...]
    closed: bool = True

    def moved(self, right: float, down: float) -> "Outline":
        """The same, so much farther right and down."""
        return Outline(tuple(Vertex(x + right, y + down, bulge) for x, y, bulge in self.vertices), self.closed)

    def mirrored(self, width: float) -> "Outline":
        """The same in a piece of this width that is seen from behind."""
        vertices = tuple(Vertex(width - x, y, -bulge if bulge else 0.0) for x, y, bulge in self.vertices)
        return Outline(vertices, self.closed)

    def turned(self, turn: int, width: float, height: float) -> "Outline":
        """The same in a piece of this size that is turned 0, 90, 180 or 270 degrees clockwise.

        Before and after, (0, 0) is the top left corner of the piece as it lies.
        """
        vertices = self.vertices
        for _ in range(turn % 360 // 90):
            vertices = tuple(Vertex(height - y, x, bulge) for x, y, bulge in vertices)
            width, height = height, width
        return Outline(vertices, self.closed)

    def points(self, precision: float = 0.01) -> tuple[tuple[float, float], ...]:
        """The corners, with as many points on each arc as keep straight lines within `precision` mm of it."""
        points: list[tuple[float, float]] = []
        ends = (*self.vertices[1:], self.vertices[0]) if self.closed else self.vertices[1:]
        for start, end in zip(self.vertices, ends, strict=False):
            points.append((start.x, start.y))
            if start.bulge:
                points += _along(start, end, precision)
        if not self.closed:
            points.append((self.vertices[-1].x, self.vertices[-1].y))
        return tuple(points)

    @property
    def box(self) -> Box:
        """The smallest box around it, to a thousandth of a millimetre."""
        points = self.points(0.001)
        across, down = [x for x, _ in points], [y for _, y in points]
        return Box(min(across), min(down), max(across), max(down))


def _along(start: Vertex, end: Vertex, precision: float) -> Iterable[tuple[float, float]]:
    """Points inside the arc from `start` to `end`."""
    angle = 4 * math.atan(start.bulge)
    middle, radius = centre(start, end)
    if radius <= 0:
        return []
    step = 2 * math.acos(max(-1.0, 1 - min(precision / radius, 1.0)))
    parts = max(2, math.ceil(abs(angle) / step)) if step > 0 else 2
    first = math.atan2(start.y - middle[1], start.x - middle[0])
    turned = [first + angle * part / parts for part in range(1, parts)]
    return [(middle[0] + radius * math.cos(turn), middle[1] + radius * math.sin(turn)) for turn in turned]


def centre(start: Vertex, end: Vertex) -> tuple[tuple[float, float], float]:
    """The middle and the radius (mm) of the arc that `start.bulge` makes on the way to `end`."""
    half = math.hypot(end.x - start.x, end.y - start.y) / 2
    angle = 4 * math.atan(start.bulge)
    if not half or not angle:
        return (start.x, start.y), 0.0
    # How far the middle lies beside the chord, on the side that the arc turns about.
    beside = half / math.tan(angle / 2)
    across, down = (end.x - start.x) / (2 * half), (end.y - start.y) / (2 * half)
    middle = (start.x + end.x) / 2 - down * beside, (start.y + end.y) / 2 + across * beside
    return middle, abs(half / math.sin(angle / 2))


class Trace(NamedTuple):
    """What a knife or a bone does along a path: `kind` is `cut`, `score` or `fold`."""

    kind: str
    outline: Outline


def rectangle(box: Box, corner: float = 0.0) -> Outline:
    """The box, its corners rounded by `corner` mm, clockwise from the top left."""
    left, top, right, bottom = box
    round_by = min(corner, (right - left) / 2, (bottom - top) / 2)
    if round_by <= 0:
        return Outline((Vertex(left, top), Vertex(right, top), Vertex(right, bottom), Vertex(left, bottom)))
    return Outline(
        (
            Vertex(left + round_by, top),
            Vertex(right - round_by, top, QUARTER),
            Vertex(right, top + round_by),
            Vertex(right, bottom - round_by, QUARTER),
            Vertex(right - round_by, bottom),
            Vertex(left + round_by, bottom, QUARTER),
            Vertex(left, bottom - round_by),
            Vertex(left, top + round_by, QUARTER),
        )
    )


def circle(box: Box) -> Outline:
    """The circle in the middle of the box, as wide as its shorter side."""
    radius = min(box.right - box.left, box.bottom - box.top) / 2
    x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    return Outline((Vertex(x - radius, y, 1.0), Vertex(x + radius, y, 1.0)))


def hexagon(box: Box, *, flat: bool) -> Outline:
    """The hexagon in the box: `flat` with a level edge on top, else with a point."""
    left, top, right, bottom = box
    x, y = (left + right) / 2, (top + bottom) / 2
    if flat:
        quarter = (right - left) / 4
        corners = (left, y), (left + quarter, top), (right - quarter, top), (right, y)
        rest = (right - quarter, bottom), (left + quarter, bottom)
    else:
        quarter = (bottom - top) / 4
        corners = (x, top), (right, top + quarter), (right, bottom - quarter), (x, bottom)
        rest = (left, bottom - quarter), (left, top + quarter)
    return Outline(tuple(Vertex(*corner) for corner in (*corners, *rest)))
