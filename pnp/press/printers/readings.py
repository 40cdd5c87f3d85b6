"""What a person reads off the calibration sheet, and what it says about the printer. Lengths in mm, y downward.

The sheet has three verniers. Each is two rows of lines that meet on a common line: those of the back `PITCH` apart,
those of the front, seen through the paper, a tenth more. Where the back lies s mm too far along the scale, the pair
number 10 s from the middle is in line, and the sheet has s written beside it (0.1 mm by eye, as on a slide gauge).
"""

import math
from typing import NamedTuple

from pnp.model.printer import Matrix, Miss, Printer

# Distance of neighbouring lines of the back, and of the front; pairs on each side of the middle.
PITCH, WIDER, PAIRS = 3.6, 3.7, 20
STEP = WIDER - PITCH
# How far the two upright verniers are from the middle of the page, and the corner targets, across and down.
ARM = 90.0
TARGETS = (80.0, 112.0)


class Verniers(NamedTuple):
    """What is read on the back against the front: how far down it lies on the left, right in the middle, down right."""

    left: float
    across: float
    right: float


class Edges(NamedTuple):
    """From the front's targets to the edges of the paper."""

    left: float
    right: float
    top: float
    bottom: float


class Spans(NamedTuple):
    """From target to target on the front, where `TARGETS` says twice its numbers."""

    across: float
    down: float


def miss_of_back(read: Verniers) -> Miss:
    """How the back misses its front. Pairs that meet away from the middle, and turned, are accounted for."""
    turn = 0.0
    x = y = 0.0
    pairs = Verniers(*(reading / STEP for reading in read))
    for _ in range(20):  # it converges by a factor of a hundred each time
        stretch = WIDER - PITCH / math.cos(turn)
        slope = stretch * (pairs.right - pairs.left) / (2 * ARM)
        y = stretch * (pairs.right + pairs.left) / 2 + x * slope
        x = stretch * pairs.across - slope * y
        turn = math.atan(slope)
    return Miss(x, y, math.degrees(turn))


def miss_of_front(edges: Edges | None, spans: Spans | None) -> Miss:
    """How the front misses the paper, as far as a ruler shows it."""
    miss = Miss()
    if edges is not None:
        miss = miss._replace(x=(edges.left - edges.right) / 2, y=(edges.top - edges.bottom) / 2)
    if spans is not None:
        across, down = 2 * TARGETS[0], 2 * TARGETS[1]
        miss = miss._replace(scale_x=spans.across / across, scale_y=spans.down / down)
    return miss


def enter(printer: Printer, back: Miss, front: Miss) -> Printer:
    """The profile with what a sheet that it corrected still showed: the back against its front, the front on paper.

    Backs are measured against fronts, so what moves fronts moves backs along.
    """
    behind = mirror(front, upright=printer.flip != "short-edge")
    return printer._replace(front=add(printer.front, front), back=add(add(printer.back, back), behind))


def add(miss: Miss, more: Miss) -> Miss:
    """Both in one: `more` is how a page that was corrected for `miss` still misses."""
    if more.nothing or miss.nothing:
        return miss if more.nothing else more
    at_zero = (0.0, 0.0)
    return _decompose(miss.matrix(at_zero).then(more.matrix(at_zero)))


def mirror(miss: Miss, *, upright: bool) -> Miss:
    """The same, seen from the other side of paper that is turned over about its upright or its level axis."""
    x, y = (-miss.x, miss.y) if upright else (miss.x, -miss.y)
    return miss._replace(x=x + 0.0, y=y + 0.0, turn=-miss.turn + 0.0)


def upside_down(miss: Miss) -> Miss:
    """The same, seen on a page that is the other way up: what a back is when paper turns over another edge."""
    return miss._replace(x=-miss.x + 0.0, y=-miss.y + 0.0)


def _decompose(matrix: Matrix) -> Miss:
    """Moves, turn and scales; what is left, a slant, is less than a thousandth of a millimetre on real printers."""
    turn = (math.atan2(matrix.b, matrix.a) + math.atan2(-matrix.c, matrix.d)) / 2
    scales = math.hypot(matrix.a, matrix.b), math.hypot(matrix.c, matrix.d)
    return Miss(matrix.e, matrix.f, math.degrees(turn), *scales)
