"""What is drawn on the calibration sheet: scales, targets, square and ruler, in mm from the middle of the page."""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from pnp.model.units import MM_PER_INCH
from pnp.press.printers.readings import ARM, PAIRS, PITCH, TARGETS, WIDER

FINE, RULE, BOLD = 0.1, 0.15, 0.3
SMALL, PLAIN, STRONG = 6.0, 7.5, 9.0
# How far the lines of a scale go beyond the line where they meet, and how far they reach back from it: more for those
# of the halves, most for the middle.
OVERLAP, REACH, HALVES, ZERO = 1.0, 6.0, 7.5, 9.0
SQUARE = (-70.0, 18.0, 100.0)
RULER = (-75.0, -59.0, 150)


class Stroke(NamedTuple):
    """A straight line, so many mm wide, from black (0) to white (1)."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float = FINE
    gray: float = 0.0


class Ring(NamedTuple):
    """A circle, its line so many mm wide."""

    x: float
    y: float
    radius: float
    width: float = RULE


class Label(NamedTuple):
    """A word, so many points high, its baseline at y; x is its `left`, `middle` or `right`, as `align` says."""

    x: float
    y: float
    text: str
    size: float = PLAIN
    bold: bool = False
    align: str = "middle"


Figure: TypeAlias = Stroke | Ring | Label


def front_figures(*, upright: bool) -> Iterator[Figure]:
    """What is on the front but its text; `upright` is whether paper turns over about its upright axis."""
    down = 1 if upright else -1
    for pair in range(-PAIRS, PAIRS + 1):
        at, reach = pair * WIDER, _reach(pair)
        yield Stroke(at, -OVERLAP * down, at, reach * down)
        for side in (-1, 1):
            yield Stroke(side * (ARM - OVERLAP), at, side * (ARM + reach), at)
    yield from targets()
    yield from square()
    yield from ruler()


def back_figures() -> Iterator[Figure]:
    """What is on the back but its text: the scales with their numbers, and the targets."""
    for pair in range(-PAIRS, PAIRS + 1):
        at, reach = pair * PITCH, _reach(pair)
        yield Stroke(at, OVERLAP, at, -reach)
        for side in (-1, 1):
            yield Stroke(side * (ARM + OVERLAP), at, side * (ARM - reach), at)
        yield from _numbers(pair, at, reach)
    yield Label(0, -18, "ACROSS", STRONG, bold=True)
    yield Label(-ARM - 6, -PAIRS * PITCH - 6, "LEFT", STRONG, bold=True, align="left")
    yield Label(ARM + 6, -PAIRS * PITCH - 6, "RIGHT", STRONG, bold=True, align="right")
    yield from targets()


def _reach(pair: int) -> float:
    return ZERO if pair == 0 else HALVES if pair % 5 == 0 else REACH


def _numbers(pair: int, at: float, reach: float) -> Iterator[Label]:
    """The number beside each line of the back; those across stand in three rows, for they are close."""
    half = pair % 5 == 0
    size = PLAIN if half else SMALL
    text = f"{abs(pair) / 10:.1f}" if pair else "0"
    text = ("−" if pair < 0 else "+" if pair > 0 else "") + text
    row = 11.2 if half else 7.0 if pair % 2 else 9.0
    yield Label(at, -row, text, size, bold=half)
    middle = at + size * 0.12
    yield Label(-ARM + reach + 1, middle, text, size, bold=half, align="left")
    yield Label(ARM - reach - 1, middle, text, size, bold=half, align="right")


def targets() -> Iterator[Figure]:
    """A cross in a ring in each corner, at the same places on both sides."""
    for x in (-TARGETS[0], TARGETS[0]):
        for y in (-TARGETS[1], TARGETS[1]):
            yield Ring(x, y, 4.0)
            yield Stroke(x - 7, y, x + 7, y, RULE)
            yield Stroke(x, y - 7, x, y + 7, RULE)


def square() -> Iterator[Figure]:
    """A square of 100 mm: the middles of its lines are that far apart."""
    left, top, side = SQUARE
    right, bottom = left + side, top + side
    ends = (
        (left, top, right, top),
        (right, top, right, bottom),
        (right, bottom, left, bottom),
        (left, bottom, left, top),
    )
    yield from (Stroke(*end, BOLD) for end in ends)
    yield Label(left + side / 2, top + 5, "100 mm", STRONG, bold=True)


def ruler() -> Iterator[Figure]:
    """Millimetres above a line, inches and their sixteenths below it."""
    left, y, length = RULER
    yield Stroke(left, y, left + length, y, RULE)
    for mm in range(length + 1):
        tall = 4.5 if mm % 10 == 0 else 3.2 if mm % 5 == 0 else 2.0
        yield Stroke(left + mm, y, left + mm, y - tall)
        if mm % 10 == 0:
            yield Label(left + mm, y - 5.3, str(mm), PLAIN)
    for part in range(int(length / MM_PER_INCH * 16) + 1):
        at = left + part * MM_PER_INCH / 16
        tall = next(tall for step, tall in ((16, 4.5), (8, 3.2), (4, 2.5), (1, 1.6)) if part % step == 0)
        yield Stroke(at, y, at, y + tall)
        if part % 16 == 0:
            yield Label(at, y + 7.4, f"{part // 16}", PLAIN)
    yield Label(left - 1.5, y - 2, "mm", PLAIN, align="right")
    yield Label(left - 1.5, y + 4.4, "in", PLAIN, align="right")


def example() -> Iterator[Figure]:
    """How a scale is read: seven pairs, larger than life, of which the one for +0.3 is in line."""
    middle, y, apart = 3, -45.0, 9.0
    for pair in range(7):
        at = (pair - middle) * apart
        drift = (pair - middle) * 0.55
        half = pair == 5
        yield Stroke(at + drift, y - 1.5, at + drift, y + 8, BOLD, 0.5)
        yield Stroke(at, y + 1.5, at, y - 8, BOLD)
        yield Label(at, y - 9.5, f"+{pair / 10:.1f}" if pair else "0", STRONG if half else PLAIN, bold=half)
    yield Ring(0, y, 4.6, 0.2)
    yield Label(-4 * apart, y - 4, "this side", PLAIN, align="right")
    yield Label(-4 * apart, y + 6.5, "the front, through the paper", PLAIN, align="right")


def compass() -> Iterator[Figure]:
    """Which way x and y count, with a plus."""
    x, y, length = 52.0, 94.0, 14.0
    for right, down in ((1, 0), (0, 1)):
        end = x + right * length, y + down * length
        yield Stroke(x, y, *end, BOLD)
        for side in (-1, 1):
            yield Stroke(*end, end[0] - 2.5 * right + side * down, end[1] - 2.5 * down + side * right, BOLD)
    yield Label(x + length + 2, y + 1, "x, +", STRONG, bold=True, align="left")
    yield Label(x, y + length + 4, "y, +", STRONG, bold=True)
