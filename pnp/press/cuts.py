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


class _Span(NamedTuple):
    """A trim as the cuts of one direction see it: its two edges `low` and `high`, from `start` to `end` along them."""

    low: float
    high: float
    start: float
    end: float


def find_cuts(trims: Sequence[Box]) -> tuple[Cut, ...]:
    """Every straight cut along an edge of a trim, shared edges once; upright ones first, each kind in order.

    A cut goes on over gaps and empty places to the next trim with the same edge, but never through a trim: where one
    lies in between, there are two cuts.
    """
    upright = _cuts_along([_Span(left, right, top, bottom) for left, top, right, bottom in trims], upright=True)
    level = _cuts_along([_Span(top, bottom, left, right) for left, top, right, bottom in trims], upright=False)
    return (*upright, *level)


def _cuts_along(spans: Sequence[_Span], *, upright: bool) -> Iterator[Cut]:
    for at in _distinct(edge for span in spans for edge in (span.low, span.high)):
        edged = [(s.start, s.end) for s in spans if min(abs(s.low - at), abs(s.high - at)) <= SAME]
        across = [(s.start, s.end) for s in spans if s.low + SAME < at < s.high - SAME]
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
