"""Backs beside their fronts on one side of the paper, to be folded behind them. All lengths are mm.

A pair is a front, the distance of the fold and a back. Pairs stand in rows along a fold, fronts on one side of it and
backs on the other; where the page has room for several such rows, each has a fold of its own.
"""

from collections.abc import Iterable

from pnp.model.face import Box
from pnp.press.layout.arrangement import Arrangement, Page, Spot
from pnp.press.layout.duplex import Flip


def size_pair(size: tuple[float, float], fold: float, *, upright: bool) -> tuple[float, float]:
    """Width and height of a pair: side by side about an `upright` fold, else one above the other."""
    width, height = size
    return (2 * width + fold, height) if upright else (width, 2 * height + fold)


def fold_pairs(page: Page, pairs: Iterable[Box], fold: float, gutter: float, *, upright: bool) -> Arrangement:
    """The arrangement of pairs in these places: fronts to the left of the fold, or above it."""
    return Arrangement(page, tuple(_split(pair, fold, upright=upright) for pair in pairs), gutter)


def _split(pair: Box, fold: float, *, upright: bool) -> Spot:
    left, top, right, bottom = pair
    axis = (left + right) / 2 if upright else (top + bottom) / 2
    trim = Box(left, top, axis - fold / 2, bottom) if upright else Box(left, top, right, axis - fold / 2)
    return Spot(trim, fold=Flip(axis, upright))
