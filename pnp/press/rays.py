"""Marks for cuts that run askew, as between hexagons: a tick where each line of cuts leaves the pieces.

All lengths are mm from the page's top left corner.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.model.face import Box
from pnp.model.marking import Marking, Pen
from pnp.model.outline import Outline
from pnp.model.paths import Point
from pnp.model.sheet import Line, Mark
from pnp.press.clearings import Clearing, End, measure_bare
from pnp.press.edges import Corners
from pnp.press.marks import DASHES, STYLES, dot_marks, place_mark, settle_style, white_around

# Nobody wants a mark that is farther from its cut, so nothing beyond matters.
_FAR = 25.0
_SAME = 1e-6


class Ray(NamedTuple):
    """A line of cuts outward from the corner of a piece; (`right`, `down`) is one mm along it."""

    x: float
    y: float
    right: float
    down: float

    def at(self, far: float) -> Point:
        """The point so far out."""
        return self.x + far * self.right, self.y + far * self.down


class Field(NamedTuple):
    """What lies about: the pieces, what is seen of each, where marks may be, and where they may not."""

    pieces: tuple[Outline, ...]
    clips: tuple[Outline, ...]
    usable: Box
    free: tuple[Box, ...] = ()


def ray_marks(field: Field, marking: Marking) -> tuple[Mark, ...]:
    """The marks of every straight edge of convex pieces, beyond both its ends, where no piece lies in the way.

    They keep clear of bleed as those of upright and level cuts do. Lines and outlines have none.
    """
    if marking.style not in STYLES:
        return ()
    style = settle_style(marking)
    pen = Pen(marking.weight, marking.colour, DASHES[marking.cut])
    marks = []
    for ray, near in _find_rays(field):
        pieces = [field.pieces[number] for number in near]
        way = _look_along(ray, pieces, [field.clips[number] for number in near], field)
        if way is None or (way.barred and way.room <= 2 * style.length):
            continue  # between pieces: only where cuts leave them there are marks
        placed = place_mark(way, style, white_around(marking))
        if placed is not None:
            inner, outer, halo = placed
            marks.append(Mark(Line(*ray.at(inner), *ray.at(outer)), halo, pen))
    return tuple(dot for mark in marks for dot in dot_marks(mark)) if marking.style == "dots" else tuple(marks)


def _find_rays(field: Field) -> Iterator[tuple[Ray, list[int]]]:
    """Each edge, once, beyond each end that pieces do not close in, with the numbers of the pieces that are near."""
    corners = Corners()
    meeting = Counter(corners.name(*vertex[:2]) for piece in field.pieces for vertex in piece.vertices)
    seen: set[tuple[Point, Point]] = set()
    boxes = [piece.box for piece in field.pieces]
    for piece in field.pieces:
        ends = [(x, y) for x, y, _ in piece.vertices]
        for start, end in zip(ends, (*ends[1:], ends[0]), strict=True):
            for one, other in ((start, end), (end, start)):
                name = corners.name(*one), corners.name(*other)
                if name in seen or meeting[name[1]] > 2:
                    continue
                seen.add(name)
                length = math.dist(one, other)
                ray = Ray(*other, (other[0] - one[0]) / length, (other[1] - one[1]) / length)
                yield ray, [number for number, box in enumerate(boxes) if _is_near(box, ray)]


def _is_near(box: Box, ray: Ray) -> bool:
    return box.left - _FAR < ray.x < box.right + _FAR and box.top - _FAR < ray.y < box.bottom + _FAR


def _look_along(ray: Ray, pieces: Sequence[Outline], clips: Sequence[Outline], field: Field) -> Clearing | None:
    """What lies along the ray; None where a piece or a cutter's mark begins at once."""
    usable = _span(ray, _corners(field.usable))
    if usable is None or usable[1] <= _SAME:
        return None
    bars = [_span(ray, _points(piece)) for piece in pieces] + [_span(ray, _corners(box)) for box in field.free]
    ahead = [span[0] for span in bars if span is not None and span[1] > _SAME]
    room = min((usable[1], _FAR, *ahead))
    if room <= _SAME:
        return None
    covers = [span for clip in clips if (span := _span(ray, _points(clip))) is not None]
    barred = bool(ahead) and min(ahead) <= room
    return Clearing(End(True, 0.0, 0.0, 1), room, barred, False, tuple(measure_bare(covers, room)))


def _points(outline: Outline) -> list[Point]:
    return [(x, y) for x, y, _ in outline.vertices]


def _corners(box: Box) -> list[Point]:
    left, top, right, bottom = box
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _span(ray: Ray, corners: Sequence[Point]) -> tuple[float, float] | None:
    """From how far to how far out the ray is within a convex area or on its rim; None if it misses it."""
    start, stop = -math.inf, math.inf
    area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True))
    way = 1 if area > 0 else -1
    for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
        length = math.hypot(x2 - x1, y2 - y1)
        if length <= _SAME:
            continue
        right, down = way * (y2 - y1) / length, way * (x1 - x2) / length
        depth = (ray.x - x1) * right + (ray.y - y1) * down
        speed = ray.right * right + ray.down * down
        if abs(speed) <= _SAME:
            if depth > _SAME:
                return None
        elif speed > 0:
            stop = min(stop, -depth / speed)
        else:
            start = max(start, -depth / speed)
    return (start, stop) if start <= stop + _SAME else None
