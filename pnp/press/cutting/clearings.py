"""What lies beyond the end of a cut: how much bare paper, where bleed, where the next piece.

All lengths are mm from the page's top left corner, or from the end of the cut outward.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pnp.model.face import Box
from pnp.model.sheet import Line
from pnp.press.cutting.cuts import SAME

# What stays blank around the mark of a cutter.
AROUND = 0.5


class Plan(NamedTuple):
    """What marks have to know of a page: the trims, the area of each one's bleed, and where marks may be.

    `free` are areas that they keep out of, for the marks of a cutter.
    """

    trims: tuple[Box, ...]
    bleeds: tuple[Box, ...]
    usable: Box
    free: tuple[Box, ...] = ()


class End(NamedTuple):
    """An end of a cut along x = `line`, if `upright`, or y = `line`: at `at`, and outward is to `sign` (-1 or 1)."""

    upright: bool
    line: float
    at: float
    sign: int

    def between(self, inner: float, outer: float) -> Line:
        """The line from one distance outward to another."""
        near, far = self.at + self.sign * inner, self.at + self.sign * outer
        return Line(self.line, near, self.line, far) if self.upright else Line(near, self.line, far, self.line)


class Clearing(NamedTuple):
    """The way outward from an end: free of trims for `room` mm, then the edge of the usable paper or, `barred`, a trim.

    `bare` are the stretches without bleed, by distance, nearest first. `faced` tells that the trim that bars the way
    has an edge on the same line, so that its own end looks this way.
    """

    end: End
    room: float
    barred: bool
    faced: bool
    bare: tuple[tuple[float, float], ...]

    def covered(self, inner: float, outer: float) -> bool:
        """Whether any of the way between two distances is bleed."""
        return not any(start - SAME <= inner and outer <= stop + SAME for start, stop in self.bare)


def look_out(plan: Plan, end: End, half: float, reach: float) -> Clearing:
    """The way outward from an end, for a line that is `half` mm wide on each side; with its halo it has `reach`."""
    edge = _along(plan.usable, end)[1 if end.sign > 0 else 0]
    room = max(0.0, (edge - end.at) * end.sign)
    bars = list(_bars((*plan.trims, *map(_wider, plan.free)), end, reach))
    nearest = min((near for near, _ in bars), default=room)
    barred = bool(bars) and nearest <= room
    room = min(room, nearest)
    faced = barred and room > SAME and any(edged for near, edged in bars if near <= room + SAME)
    covers = [(near, far) for near, far, _low, _high in _on_the_way(plan.bleeds, end, 2 * half)]
    return Clearing(end, room, barred, faced, tuple(measure_bare(covers, room)))


def _wider(box: Box) -> Box:
    """The mark of a cutter with the paper around it, so that its eye sees where it ends."""
    return Box(box.left - AROUND, box.top - AROUND, box.right + AROUND, box.bottom + AROUND)


def _bars(trims: Iterable[Box], end: End, reach: float) -> Iterator[tuple[float, bool]]:
    """How far off each trim on the way is, and whether it has an edge on the end's line."""
    for near, far, low, high in _on_the_way(trims, end, reach):
        if far > SAME:
            yield max(0.0, near), min(abs(low - end.line), abs(high - end.line)) <= SAME


def _on_the_way(boxes: Iterable[Box], end: End, reach: float) -> Iterator[tuple[float, float, float, float]]:
    """Of each box on the way, how far off it begins and ends, and between which lines it lies. Most are not on it."""
    upright, line, at, sign = end
    for left, top, right, bottom in boxes:
        low, high, first, last = (left, right, top, bottom) if upright else (top, bottom, left, right)
        if low - reach < line < high + reach:
            near, far = (first - at) * sign, (last - at) * sign
            yield min(near, far), max(near, far), low, high


def measure_bare(covers: Iterable[Sequence[float]], room: float) -> Iterator[tuple[float, float]]:
    """The stretches of the first `room` mm that none of the others covers."""
    at = 0.0
    for start, stop in sorted((cover[0], cover[1]) for cover in covers):
        if start > at + SAME and at < room:
            yield at, min(start, room)
        at = max(at, stop)
    if at < room:
        yield at, room


def _along(box: Box, end: End) -> tuple[float, float]:
    return (box.top, box.bottom) if end.upright else (box.left, box.right)
