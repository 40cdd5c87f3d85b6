"""Small numerals at the marks: which cut comes when.

All lengths are mm from the page's top left corner.
"""

from collections.abc import Iterable, Iterator, Sequence

from pnp.model.face import Box
from pnp.model.sheet import Mark, Note
from pnp.press.cutting.clearings import End, Plan, look_out
from pnp.press.cutting.cuts import SAME, Step
from pnp.press.cutting.marks import DISTANCE, HALO, WIDTH

# Digits of 6 points: how high and how wide one is, with a little air. They have no descenders.
HEIGHT, DIGIT, AIR = 1.6, 1.1, 0.4
# How far it stands beside the line of its cut, for marks as thin as they usually are.
BESIDE = HALO + WIDTH / 2 + 0.05


def number_cuts(plan: Plan, steps: Iterable[Step], marks: Sequence[Mark]) -> tuple[Note, ...]:
    """A numeral beside both ends of every cut, clear of trims, of marks and of each other.

    On bare paper where there is room, else over bleed, on white. An end without room has none.
    """
    taken = [_around(mark) for mark in marks]
    beside = max((BESIDE, *(BESIDE + (mark.pen.width - WIDTH) / 2 for mark in marks)))
    notes = []
    for step in steps:
        cut = step.cut
        for end in (End(cut.upright, cut.at, cut.start, -1), End(cut.upright, cut.at, cut.end, 1)):
            free = [box for box in _places(plan, end, step.number, beside) if _is_free(box, plan, taken)]
            bare = [box for box in free if not any(_meet(box, area) for area in plan.bleeds)]
            for box in (bare or free)[:1]:
                taken.append(box)
                notes.append(Note("number", box, 0, str(step.number)))
    return tuple(notes)


def _places(plan: Plan, end: End, number: int, beside: float) -> Iterator[Box]:
    """Boxes beside the line beyond the end of a cut, the nearest to the mark first."""
    width, height = DIGIT * len(str(number)) + AIR, HEIGHT
    long, wide = (height, width) if end.upright else (width, height)
    way = look_out(plan, end, WIDTH / 2, WIDTH / 2)
    bare = [
        place for start, stop in way.bare if stop - start >= long for place in (start + DISTANCE, stop - long, start)
    ]
    for start in (*bare, DISTANCE, way.room - long):
        near, far = sorted((end.at + end.sign * start, end.at + end.sign * (start + long)))
        for low in (end.line + beside, end.line - beside - wide):
            yield Box(low, near, low + wide, far) if end.upright else Box(near, low, far, low + wide)


def _is_free(box: Box, plan: Plan, taken: Iterable[Box]) -> bool:
    usable = plan.usable
    if box.left < usable.left - SAME or box.right > usable.right + SAME:
        return False
    if box.top < usable.top - SAME or box.bottom > usable.bottom + SAME:
        return False
    return not any(_meet(box, other) for other in (*plan.trims, *plan.free, *taken))


def _meet(one: Box, other: Box) -> bool:
    return (
        one.left < other.right - SAME
        and one.right > other.left + SAME
        and one.top < other.bottom - SAME
        and one.bottom > other.top + SAME
    )


def _around(mark: Mark) -> Box:
    half = mark.pen.width / 2 + (HALO if mark.halo else 0.0)
    x1, y1, x2, y2 = mark.line
    return Box(min(x1, x2) - half, min(y1, y2) - half, max(x1, x2) + half, max(y1, y2) + half)
