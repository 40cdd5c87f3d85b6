"""Cut marks: short ticks that tell where to lay the ruler, outside everything that is kept.

All lengths are mm from the page's top left corner.
"""

from collections.abc import Iterator, Sequence

from pnp.model.face import Box
from pnp.model.sheet import Line, Mark
from pnp.press.cuts import Cut, find_cuts
from pnp.press.grid import EXACT

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


def cut_marks(trims: Sequence[Box], bleeds: Sequence[Box], usable: Box) -> tuple[Mark, ...]:
    """A tick at both ends of every cut, inside the `usable` area, clear of every bleed where there is room.

    Where less than 2 mm are left outside the bleed, the tick lies over it from 0.5 mm outside the trim, on a halo.
    An end without room even for that has no tick.
    """
    marks: list[Mark] = []
    for cut in find_cuts(trims):
        marks += _ticks(cut, bleeds, usable)
    return tuple(marks)


def _ticks(cut: Cut, bleeds: Sequence[Box], usable: Box) -> Iterator[Mark]:
    if cut.upright:
        spans = [(b.top, b.bottom) for b in bleeds if b.left - WIDTH < cut.at < b.right + WIDTH]
        edges = usable.top, usable.bottom
    else:
        spans = [(b.left, b.right) for b in bleeds if b.top - WIDTH < cut.at < b.bottom + WIDTH]
        edges = usable.left, usable.right
    before = min(start for start, _ in spans)
    after = max(end for _, end in spans)
    for end, sign, bleed, edge in (
        (cut.start, -1, cut.start - before, cut.start - edges[0]),
        (cut.end, 1, after - cut.end, edges[1] - cut.end),
    ):
        clear = edge - bleed >= ROOM - EXACT
        inner = DISTANCE + (bleed if clear else 0)
        outer = min(edge, inner + LENGTH)
        if outer - inner >= SHORTEST - EXACT:
            yield Mark(_line(cut, end + sign * inner, end + sign * outer), halo=not clear and bleed > EXACT)


def _line(cut: Cut, inner: float, outer: float) -> Line:
    return Line(cut.at, inner, cut.at, outer) if cut.upright else Line(inner, cut.at, outer, cut.at)
