"""Where to cut: every straight cut that frees pieces from their sheet, whatever the layout.

All lengths are mm from the page's top left corner.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pnp.model.face import Box

# Edges so near to each other are one: sums of decimal inches and millimetres miss by some 1e-13.
SAME = 1e-6


class Cut(NamedTuple):
    """A maximal straight cut: upright at x = `at`, or level at y = `at`, over the trims whose edge it is."""

    upright: bool
    at: float
    start: float
    end: float


class Step(NamedTuple):
    """One cut in an order, `number` from 1. `turn`: the stack is turned by a quarter before it.

    A cut that is not `through` ends inside the stack, where a guillotine cannot: it is for the knife, and comes last.
    `outer`: nothing that is cut out lies beyond it, so that it takes a margin off.
    """

    number: int
    cut: Cut
    turn: bool
    through: bool = True
    outer: bool = False


class _Span(NamedTuple):
    """A trim as the cuts of one direction see it: its two edges `low` and `high`, from `start` to `end` along them."""

    low: float
    high: float
    start: float
    end: float


def find_cuts(trims: Sequence[Box], others: Sequence[Box] = ()) -> tuple[Cut, ...]:
    """Every straight cut along an edge of a trim, shared edges once; upright ones first, each kind in order.

    A cut goes on over gaps and empty places to the next trim with the same edge, but never through a trim, nor through
    the `others`, which are cut along outlines of their own: where one lies in between, there are two cuts.
    """
    upright, level = (
        _cuts_along([_span(box, upright) for box in trims], [_span(box, upright) for box in others], upright=upright)
        for upright in (True, False)
    )
    return (*upright, *level)


def order_cuts(trims: Sequence[Box], others: Sequence[Box] = ()) -> tuple[Step, ...]:
    """Every cut of `find_cuts` in the order for a guillotine, which always cuts through what lies under it.

    The outer trims of a part come before the cuts that divide it, whole sheets before strips and strips before pieces.
    Of the two ways to begin, the one that leaves less to the knife is taken, else the one with fewer turns of the
    stack, else upright cuts first. A cut that would run on into one of the `others` is for the knife.
    """
    cuts = find_cuts(trims, others)
    ways = [_follow(trims, others, cuts, upright=upright) for upright in (True, False)]
    return min(ways, key=lambda steps: (sum(not step.through for step in steps), sum(step.turn for step in steps)))


def order_by_hand(trims: Sequence[Box], others: Sequence[Box] = ()) -> tuple[Step, ...]:
    """Every cut of `find_cuts` in the order for knife and ruler: those inside first, the outer edges last.

    The margins, and the marks in them, hold the sheet together up to the outer edges. The stack is turned once in each
    half.
    """
    cuts = find_cuts(trims, others)
    outer = {cut: _is_outer(cut, (*trims, *others)) for cut in cuts}
    order = sorted(cuts, key=lambda cut: outer[cut])
    before = [None, *(cut.upright for cut in order)]
    return tuple(
        Step(number, cut, before[number - 1] not in (None, cut.upright), outer=outer[cut])
        for number, cut in enumerate(order, 1)
    )


def _is_outer(cut: Cut, boxes: Sequence[Box]) -> bool:
    """Whether on one side of the cut, over its whole length, there is nothing up to the edge of the sheet."""
    spans = [_span(box, cut.upright) for box in boxes]
    along = [each for each in spans if each.start < cut.end - SAME and each.end > cut.start + SAME]
    return all(each.low >= cut.at - SAME for each in along) or all(each.high <= cut.at + SAME for each in along)


def _follow(trims: Sequence[Box], others: Sequence[Box], cuts: Sequence[Cut], *, upright: bool) -> tuple[Step, ...]:
    """The order that begins with upright (or level) cuts, and takes the two kinds in turns."""
    parts: list[list[Box]] = [[*trims, *others]] if trims else []
    left = list(cuts)
    order: list[tuple[Cut, bool]] = []
    idle = 0
    while left and idle < 2:
        made: list[Cut] = []
        divided: list[list[Box]] = []
        for part in parts:
            # Only the edges of trims are cut: others are cut out of what is left.
            lines = _dividing(part, [box for box in part if box not in others], upright=upright)
            made += [
                cut for at in lines for cut in left if _is_made(cut, at, part, upright=upright) and cut not in made
            ]
            divided += _divide(part, lines, upright=upright)
        idle = 0 if made or len(divided) > len(parts) else idle + 1
        order += [(cut, True) for cut in made]
        left = [cut for cut in left if cut not in made]
        parts, upright = divided, not upright
    order += [(cut, False) for cut in left]
    before = [None, *(cut.upright for cut, _ in order)]
    return tuple(
        Step(number, cut, before[number - 1] not in (None, cut.upright), through)
        for number, (cut, through) in enumerate(order, 1)
    )


def _dividing(part: Sequence[Box], trims: Sequence[Box], *, upright: bool) -> list[float]:
    """The edges of trims at which a part can be cut through: the outer two, then those between them in order."""
    spans = [_span(box, upright) for box in part]
    edges = _distinct(edge for box in trims for edge in _span(box, upright)[:2])
    lines = [at for at in edges if not any(each.low + SAME < at < each.high - SAME for each in spans)]
    return [*lines[:1], *lines[1:][-1:], *lines[1:-1]]


def _is_made(cut: Cut, at: float, part: Sequence[Box], *, upright: bool) -> bool:
    """Whether cutting the part through at `at` makes the cut."""
    if cut.upright != upright or abs(cut.at - at) > SAME:
        return False
    ends = [(box.top, box.bottom) if upright else (box.left, box.right) for box in part]
    return cut.start < max(end for _, end in ends) - SAME and cut.end > min(start for start, _ in ends) + SAME


def _divide(part: Sequence[Box], lines: Iterable[float], *, upright: bool) -> list[list[Box]]:
    places = sorted(lines)
    strips: dict[int, list[Box]] = {}
    for box in part:
        middle = (box.left + box.right) / 2 if upright else (box.top + box.bottom) / 2
        strips.setdefault(sum(at < middle for at in places), []).append(box)
    return [strips[number] for number in sorted(strips)]


def _span(box: Box, upright: bool) -> _Span:
    left, top, right, bottom = box
    return _Span(left, right, top, bottom) if upright else _Span(top, bottom, left, right)


def _cuts_along(spans: Sequence[_Span], others: Sequence[_Span], *, upright: bool) -> Iterator[Cut]:
    all_spans = (*spans, *others)
    for at in _distinct(edge for span in spans for edge in (span.low, span.high)):
        edged = [(start, end) for low, high, start, end in spans if abs(low - at) <= SAME or abs(high - at) <= SAME]
        across = [(start, end) for low, high, start, end in all_spans if low + SAME < at < high - SAME]
        for start, end in _join(edged, across):
            yield Cut(upright, at, start, end)


def _distinct(values: Iterable[float]) -> list[float]:
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > SAME:
            found.append(value)
    return found


def _join(edged: Iterable[tuple[float, float]], across: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The stretches in order, joined where nothing lies across the line between them."""
    joined: list[tuple[float, float]] = []
    for start, end in sorted(edged):
        if joined and not any(joined[-1][1] - SAME < middle < start + SAME for middle in map(_middle, across)):
            joined[-1] = joined[-1][0], max(joined[-1][1], end)
        else:
            joined.append((start, end))
    return joined


def _middle(stretch: tuple[float, float]) -> float:
    return (stretch[0] + stretch[1]) / 2
