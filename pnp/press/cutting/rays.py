"""Marks for cuts that run askew, as between hexagons: a tick where each line of cuts leaves the pieces.

All lengths are mm from the page's top left corner.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pnp.model.face import Box
from pnp.model.marking import Marking, Pen
from pnp.model.outline import Outline
from pnp.model.paths import Point
from pnp.model.sheet import Line, Mark
from pnp.press.cutting.clearings import Clearing, End, measure_bare
from pnp.press.cutting.edges import Corners
from pnp.press.cutting.marks import DASHES, STYLES, dot_marks, place_mark, settle_style, white_around

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


class Area(NamedTuple):
    """A convex area by its corners, and the box around it."""

    corners: tuple[Point, ...]
    box: Box


def ray_marks(field: Field, marking: Marking) -> tuple[Mark, ...]:
    """The marks of every straight edge of convex pieces, beyond both its ends, where no piece lies in the way.

    They keep clear of bleed as those of upright and level cuts do. Lines and outlines have none.
    """
    if marking.style not in STYLES or not field.pieces:
        return ()
    style = settle_style(marking)
    pen = Pen(marking.weight, marking.colour, DASHES[marking.cut])
    pieces, clips = _areas(field.pieces), _areas(field.clips)
    bars = [*pieces, *(Area(_corners(box), box) for box in field.free)]
    close = 2 * style.length
    marks = []
    for ray, beside in _find_rays(pieces, close):
        if any(stop > _SAME and start <= close for start, stop in _spans(ray, beside, close)):
            continue  # between pieces: only where cuts leave them there are marks
        way = _look_along(ray, bars, clips, field.usable)
        placed = place_mark(way, style, white_around(marking)) if way is not None else None
        if placed is not None:
            inner, outer, halo = placed
            marks.append(Mark(Line(*ray.at(inner), *ray.at(outer)), halo, pen))
    return tuple(dot for mark in marks for dot in dot_marks(mark)) if marking.style == "dots" else tuple(marks)


def _areas(outlines: Sequence[Outline]) -> list[Area]:
    corners = [tuple((x, y) for x, y, _ in outline.vertices) for outline in outlines]
    return [
        Area(points, Box(*(f(point[axis] for point in points) for f in (min, max) for axis in (0, 1))))
        for points in corners
    ]


def _find_rays(pieces: Sequence[Area], close: float) -> Iterator[tuple[Ray, list[Area]]]:
    """Each edge, once, beyond each end that pieces do not close in, with the pieces within `close` mm, and few more."""
    corners = Corners()
    step = max(max(box.right - box.left, box.bottom - box.top) for _, box in pieces) + close
    cells: dict[tuple[int, int], list[Area]] = {}
    for piece in pieces:
        cells.setdefault((int(piece.box.left // step), int(piece.box.top // step)), []).append(piece)
    meeting = Counter(corners.name(*point) for piece in pieces for point in piece.corners)
    seen: set[tuple[Point, Point]] = set()
    for ends, _ in pieces:
        for start, end in zip(ends, (*ends[1:], ends[0]), strict=True):
            for one, other in ((start, end), (end, start)):
                name = corners.name(*one), corners.name(*other)
                if name in seen or meeting[name[1]] > 2:
                    continue
                seen.add(name)
                length = math.dist(one, other)
                ray = Ray(*other, (other[0] - one[0]) / length, (other[1] - one[1]) / length)
                across, down = int(ray.x // step), int(ray.y // step)
                around = ((across + right, down + below) for right in (-1, 0, 1) for below in (-1, 0, 1))
                yield ray, [piece for cell in around for piece in cells.get(cell, ())]


def _look_along(ray: Ray, bars: Sequence[Area], clips: Sequence[Area], usable: Box) -> Clearing | None:
    """What lies along the ray; None where a piece or a cutter's mark begins at once."""
    within = _span(ray, _corners(usable))
    if within is None or within[1] <= _SAME:
        return None
    ahead = [start for start, stop in _spans(ray, bars, _FAR) if stop > _SAME]
    room = min((within[1], _FAR, *ahead))
    if room <= _SAME:
        return None
    barred = bool(ahead) and min(ahead) <= room
    bare = tuple(measure_bare(_spans(ray, clips, _FAR), room))
    return Clearing(End(True, 0.0, 0.0, 1), room, barred, False, bare)


def _spans(ray: Ray, areas: Iterable[Area], far: float) -> Iterator[tuple[float, float]]:
    """From how far to how far out the first `far` mm of the ray are within each of the areas that they meet."""
    end = ray.at(far)
    left, right = min(ray.x, end[0]) - _SAME, max(ray.x, end[0]) + _SAME
    top, bottom = min(ray.y, end[1]) - _SAME, max(ray.y, end[1]) + _SAME
    for corners, box in areas:
        if box.left <= right and box.right >= left and box.top <= bottom and box.bottom >= top:
            span = _span(ray, corners)
            if span is not None:
                yield span


def _corners(box: Box) -> tuple[Point, ...]:
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


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
