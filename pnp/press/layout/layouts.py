"""Which places a job gives to pieces of one size: its layout, and how many it takes. All lengths are mm."""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.model.face import Box
from pnp.model.kit import Job
from pnp.model.units import show
from pnp.press.layout.arrangement import EXACT, Arrangement, Page, Spot
from pnp.press.layout.grid import count_grid, place_grid
from pnp.press.layout.gutterfold import fold_pairs, size_pair
from pnp.press.layout.honeycomb import place_honeycomb


class Way(NamedTuple):
    """A page, and what is repeated on it in columns and rows: a piece, or a pair of front and back.

    `upright` is how a pair is folded, None for a piece alone. `flat` is set for hexagons that share their edges.
    """

    page: Page
    size: tuple[float, float]
    upright: bool | None = None
    flat: bool | None = None


class Choice(NamedTuple):
    """The arrangement, and what is wrong with the job's `up`, in words, and the cure; both empty if nothing is."""

    arrangement: Arrangement
    wrong: str = ""
    cure: str = ""


def arrange(
    job: Job, size: tuple[float, float], bleed: float, pages: Sequence[Page], flat: bool | None = None
) -> Choice:
    """Places for pieces of this size, of which the widest `bleed` is given; none if one is too large for the pages.

    `flat` is how hexagons lie, None for anything else. Where `up` cannot be, the places are those that the gutter
    gives.
    """
    ways = tuple(find_ways(job, size, pages, flat))
    given = ("gutter",) in job.places
    usual = arrange_most(job, ways, job.gutter)
    if not usual.per_sheet and not arrange_most(job, ways, 0.0).per_sheet:
        return Choice(usual)
    if job.up == "bleed":
        if given and abs(job.gutter - 2 * bleed) > EXACT:
            return Choice(usual, f"`up: bleed` needs {show(2 * bleed)} mm, but the gutter is {_gutter(job)}", _ONE)
        whole = arrange_most(job, ways, 2 * bleed, bleed)
        wrong = f"not one fits with {show(bleed)} mm bleed on every side"
        return Choice(whole) if whole.per_sheet else Choice(usual, wrong, "take out `up`, or print on larger paper")
    if job.up == "most" and job.gutter:
        return Choice(usual, f"`up: most` is for shared cuts, but the gutter is {_gutter(job)}", _ONE)
    if not isinstance(job.up, int):
        return Choice(usual)
    counted = _arrange_count(job, ways, job.up, job.gutter if given else 2 * bleed, exact=given)
    return Choice(counted) if counted else Choice(usual, *_tell_impossible(job, ways, job.up, given=given))


def leave_room(job: Job, usual: Arrangement, many: int, around: float, ways: Sequence[Way]) -> Arrangement:
    """The `usual` arrangement with `around` mm left free on all sides, if `many` pieces take no more sheets so."""
    roomy = arrange_most(job, ways, usual.gutter, around)
    spared = roomy.per_sheet and math.ceil(many / roomy.per_sheet) <= math.ceil(many / usual.per_sheet)
    return roomy if spared else usual


def arrange_most(job: Job, ways: Sequence[Way], gutter: float, around: float = 0.0) -> Arrangement:
    """As many as a page takes with this gutter, and so much bleed around all; none if not even one fits.

    Of several ways the one with the fewest folds, then the first.
    """
    tries = [(way, _fit(way, gutter, around)) for way in ways]
    way, places = max(tries, key=lambda each: (len(each[1]), -_count_folds(*each)))
    return _fill(job, way, places, gutter)


def _fit(way: Way, gutter: float, around: float) -> list[Box]:
    """As many places as the page takes."""
    edge = _within(way.page.printable, around)
    grid = place_grid(way.size, edge, count_grid(way.size, edge, gutter), gutter)
    if way.flat is None:
        return grid
    # Where only one lies beside the other, every other row of a honeycomb would be empty.
    return max(place_honeycomb(way.size, edge, gutter, flat=way.flat), grid, key=len)


def _count_folds(way: Way, places: Sequence[Box]) -> int:
    return 0 if way.upright is None else len({place.left if way.upright else place.top for place in places})


def count_with(
    job: Job, size: tuple[float, float], pages: Sequence[Page], bleed: float, flat: bool | None = None
) -> int:
    """How many the job's layout would take with so much bleed on every side of every piece; 0 for shared cuts."""
    return arrange_most(job, tuple(find_ways(job, size, pages, flat)), 2 * bleed, bleed).per_sheet


def _within(box: Box, by: float) -> Box:
    return Box(box.left + by, box.top + by, box.right - by, box.bottom - by)


_ONE = "take out one of the two"


def _gutter(job: Job) -> str:
    return f"{show(job.gutter)} mm"


def find_ways(job: Job, size: tuple[float, float], pages: Sequence[Page], flat: bool | None) -> Iterator[Way]:
    """The pages, and what the job's layout repeats on each."""
    for page in pages:
        if job.layout == "gutterfold":
            yield from (Way(page, size_pair(size, job.fold, upright=upright), upright) for upright in (True, False))
        else:
            yield Way(page, size, flat=flat)


def _fill(job: Job, way: Way, places: Sequence[Box], gutter: float) -> Arrangement:
    """The places on the page, or those of pairs folded."""
    if way.upright is None:
        return Arrangement(way.page, tuple(map(Spot, places)), gutter, nested=way.flat is not None)
    return fold_pairs(way.page, places, job.fold, gutter, upright=way.upright)


def _arrange_count(job: Job, ways: Sequence[Way], count: int, widest: float, *, exact: bool) -> Arrangement | None:
    """Exactly `count` places with the widest gutter that they leave, at most `widest`, or, if `exact`, just that.

    Half of it is left around them, too, so that every piece has the same bleed on all sides.
    Of several grids the one with the fewest places that stay empty, then the one with the shortest way around it.
    """
    if ways[0].flat is not None:
        return _nest_count(job, ways, count, widest, exact=exact)
    found = []
    for number, way in enumerate(ways):
        for columns in range(1, count + 1):
            rows = math.ceil(count / columns)
            if columns > 1 and math.ceil(count / (columns - 1)) == rows:
                continue  # as many rows with fewer columns
            gutter = min(widest, _room(way, (columns, rows), exact=exact))
            if gutter >= (widest - EXACT if exact else -EXACT):
                around = columns * way.size[0] + rows * way.size[1]
                rank = -round(gutter, 6), columns * rows - count, round(around, 6), number
                found.append((rank, way, (columns, rows), max(0.0, gutter)))
    if not found:
        return None
    _, way, grid, gutter = min(found, key=lambda each: each[0])
    return _fill(job, way, place_grid(way.size, way.page.printable, grid, gutter)[:count], gutter)


def _nest_count(job: Job, ways: Sequence[Way], count: int, widest: float, *, exact: bool) -> Arrangement | None:
    """Exactly `count` hexagons with the widest gutter that they leave, to a hundredth of a millimetre."""
    steps = [widest] if exact else [step / 100 for step in range(int(widest * 100), -1, -1)]
    for gutter in steps:
        for way in ways:
            places = _fit(way, gutter, 0.0 if exact else gutter / 2)
            if len(places) >= count:
                return _fill(job, way, places[:count], gutter)
    return None


def _room(way: Way, grid: tuple[int, int], *, exact: bool) -> float:
    """The widest gutter with which so many columns and rows fit, half of it around them; below 0 if they do not.

    If it is `exact`, nothing is left around them.
    """
    edge = way.page.printable
    rooms = []
    for whole, part, many in zip((edge.right - edge.left, edge.bottom - edge.top), way.size, grid, strict=True):
        rest, gutters = whole - many * part, many - 1 if exact else many
        rooms.append(rest / gutters if gutters else (math.inf if rest >= -EXACT else rest))
    return min(rooms)


def _tell_impossible(job: Job, ways: Sequence[Way], count: int, *, given: bool) -> tuple[str, str]:
    most = arrange_most(job, ways, 0.0).per_sheet
    if count > most:
        return f"{count} a sheet do not fit, at most {most} do", f"write {most} or less, or print on larger paper"
    if given:
        cure = "take out `gutter`: it is then as wide as they leave it"
        return f"{count} a sheet do not fit with a gutter of {_gutter(job)}", cure
    return f"{count} a sheet do not fit in rows", f"write {most}"
