"""Cut marks of every style: they tell where to lay the ruler, and stand outside everything that is kept.

All lengths are mm from the page's top left corner.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pnp.model.face import Box
from pnp.model.marking import CUT_CONTOUR, Marking, Pen
from pnp.model.sheet import Line, Mark
from pnp.press.cutting.clearings import Clearing, End, Plan, look_out
from pnp.press.cutting.cuts import SAME, Cut, find_cuts

# Lines of 0.15 mm are seen and exact; the field asks for distance from trim and bleed.
WIDTH = 0.15
DISTANCE = 0.5
LENGTH = 3.5
# A mark stands outside the bleed where at least so much printable paper is left for it.
ROOM = 2.0
# Shorter than this it is dirt, not a mark.
SHORTEST = 0.25
# White on each side of a mark that lies over bleed, and before its inner end.
HALO = 0.35
HALO_END = 0.2
# A dot is seen from so wide on.
DOT = 0.6


class Style(NamedTuple):
    """How marks of a kind lie: their length, how far from what is kept, whether they keep off bleed where they can.

    `corners`: at every corner of a piece, between pieces too; else only at the ends of a cut.
    """

    length: float
    offset: float
    off_bleed: bool = True
    corners: bool = False


# What is drawn from the pieces outward. Lines and outlines lie on the cuts themselves, and have no length of their own.
STYLES = {
    "ticks": Style(LENGTH, DISTANCE),
    "corners": Style(LENGTH, DISTANCE, corners=True),
    "crosses": Style(2.0, HALO_END + 0.1, off_bleed=False, corners=True),
    "dots": Style(LENGTH, DISTANCE),
}
ON_ART = ("lines", "outlines")

# Drawn and left out, in mm.
DASHES: dict[str, tuple[float, ...]] = {"solid": (), "dashed": (2.0, 1.0), "dotted": (0.4, 0.8)}


def pen_for(kind: str, marking: Marking) -> Pen:
    """What a `cut`, `score` or `fold` is drawn with. The spot colour of the knife is for cuts alone."""
    dash = {"cut": marking.cut, "score": marking.score, "fold": marking.fold}[kind]
    colour = "#000000" if marking.colour == CUT_CONTOUR and kind != "cut" else marking.colour
    return Pen(marking.weight, colour, DASHES[dash])


def cut_marks(plan: Plan, marking: Marking) -> tuple[Mark, ...]:
    """The marks of every cut, inside the usable area, clear of every bleed where there is room.

    Where less than 2 mm are left outside the bleed, a mark lies over it, on a halo. One that would run into another
    piece ends before it, and an end without room even for that has no mark. `outlines` have no marks: they are lines
    for the knife.
    """
    cuts = find_cuts(plan.trims)
    if marking.style == "lines":
        return tuple(_lines(plan, cuts, marking))
    if marking.style not in STYLES:
        return ()
    style = settle_style(marking)
    ends = _corners(plan.trims, cuts) if style.corners else _ends(cuts)
    marks = list(_arms(plan, ends, style, marking))
    return tuple(dot for mark in marks for dot in dot_marks(mark)) if marking.style == "dots" else tuple(marks)


def settle_style(marking: Marking) -> Style:
    """The style with the job's own length and offset."""
    style = STYLES[marking.style]
    length = style.length if marking.length is None else marking.length
    offset = style.offset if marking.offset is None else marking.offset
    return style._replace(length=length, offset=offset)


def _ends(cuts: Iterable[Cut]) -> Iterator[End]:
    for cut in cuts:
        yield End(cut.upright, cut.at, cut.start, -1)
        yield End(cut.upright, cut.at, cut.end, 1)


def _corners(trims: Sequence[Box], cuts: Iterable[Cut]) -> Iterator[End]:
    """Both ends of every edge of every trim, each once, in the order of the cuts."""
    for cut in cuts:
        found: list[tuple[float, int]] = []
        for trim in trims:
            edges = (trim.left, trim.right) if cut.upright else (trim.top, trim.bottom)
            low, high = (trim.top, trim.bottom) if cut.upright else (trim.left, trim.right)
            if min(abs(edge - cut.at) for edge in edges) <= SAME and cut.start - SAME <= low and high <= cut.end + SAME:
                found += [(low, -1), (high, 1)]
        kept: list[tuple[float, int]] = []
        for at, sign in sorted(found):
            if not any(sign == other and abs(at - place) <= SAME for place, other in kept):
                kept.append((at, sign))
        yield from (End(cut.upright, cut.at, at, sign) for at, sign in kept)


def _arms(plan: Plan, ends: Iterable[End], style: Style, marking: Marking) -> Iterator[Mark]:
    pen = Pen(marking.weight, marking.colour, DASHES[marking.cut])
    half = (dot_size(marking.weight) if marking.style == "dots" else marking.weight) / 2
    around = white_around(marking)
    for end in ends:
        way = look_out(plan, end, half, half + HALO)
        placed = place_mark(way, style, around)
        if placed is not None:
            inner, outer, halo = placed
            yield Mark(end.between(inner, outer), halo, pen)


def white_around(marking: Marking) -> tuple[float, float]:
    """How far the white of a halo goes beyond the ends of a mark: all around a dot, but only before a line."""
    return (HALO, HALO) if marking.style == "dots" else (HALO_END, 0.0)


def place_mark(way: Clearing, style: Style, around: tuple[float, float]) -> tuple[float, float, bool] | None:
    """From where to where a mark goes, and whether it needs a halo; None where it has no room.

    `around` is how far the white of a halo goes beyond its two ends.
    """
    bare = next((each for each in way.bare if each[1] - each[0] >= ROOM - SAME), None) if style.off_bleed else None
    first, last = bare or (0.0, way.room)
    # Before a piece, and before the bleed of one that looks this way, a mark keeps as much distance as from its own.
    limit = last - style.offset if way.faced or (way.barred and last >= way.room - SAME) else last
    inner = first + style.offset
    if way.faced and limit - inner <= 2 * style.length:
        # Two ends look at each other, and what lies between is no longer than their marks: one mark for both.
        if way.end.sign < 0:
            return None
        outer = limit
    else:
        outer = min(limit, inner + style.length)
    halo = way.covered(inner, outer)
    if halo:
        inner = max(inner, around[0])
        outer = min(outer, way.room - around[1]) if way.barred else outer
    return None if outer - inner < SHORTEST - SAME else (inner, outer, halo)


def dot_size(weight: float) -> float:
    """How wide a dot is in place of a line of this weight."""
    return max(DOT, 2 * weight)


def dot_marks(mark: Mark) -> Iterator[Mark]:
    """A dot at either end of a mark, one where it is too short for two, none where it is shorter than a dot."""
    size = dot_size(mark.pen.width)
    x1, y1, x2, y2 = mark.line
    length = math.hypot(x2 - x1, y2 - y1)
    across, down = (x2 - x1) / length, (y2 - y1) / length
    places = (size / 2, length - size / 2) if length >= 3 * size else (size / 2,)
    for at in places if length >= size - SAME else ():
        x, y = x1 + across * at, y1 + down * at
        yield Mark(Line(x, y, x, y), mark.halo, Pen(size, mark.pen.colour))


def _lines(plan: Plan, cuts: Sequence[Cut], marking: Marking) -> Iterator[Mark]:
    """Each cut from edge to edge of the usable paper, or to where another piece lies across it.

    Over bleed its ends have halos, so that they are seen on dark art, too.
    """
    pen = pen_for("cut", marking)
    style = STYLES["ticks"]
    for cut in cuts:
        ways = [look_out(plan, end, marking.weight / 2, marking.weight / 2) for end in _ends([cut])]
        before, after = (max(0.0, way.room - style.offset if way.barred else way.room) for way in ways)
        for way, reach in zip(ways, (before, after), strict=True):
            covered = [stretch for stretch in _covered(way, reach) if stretch[1] - stretch[0] > SHORTEST]
            yield from (Mark(way.end.between(*stretch), halo=True, pen=pen) for stretch in covered)
        start, stop = cut.start - before, cut.end + after
        line = Line(cut.at, start, cut.at, stop) if cut.upright else Line(start, cut.at, stop, cut.at)
        yield Mark(line, halo=False, pen=pen)


def _covered(way: Clearing, reach: float) -> Iterator[tuple[float, float]]:
    """Where bleed lies on the way as far as `reach`, from where a halo keeps off what is kept."""
    at = DISTANCE
    for start, stop in (*way.bare, (reach, reach)):
        if min(start, reach) > at:
            yield at, min(start, reach)
        at = max(at, stop)
