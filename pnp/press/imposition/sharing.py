"""What is left of several sizes, together on as few sheets as possible. All lengths are mm.

Pieces stand in shelves from edge to edge of the block, in columns of one size each, so that a guillotine can part
shelf from shelf, column from column and piece from piece. Different sizes keep their whole bleed between them.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from pnp.model.face import Box
from pnp.model.kit import Job
from pnp.model.sheet import Piece
from pnp.press.cutting.marks import ROOM
from pnp.press.imposition.group import Group, gather
from pnp.press.layout.arrangement import EXACT, Arrangement, Page, Spot, enclose

# Of so many sizes every one is tried upright and lying; more are taken as they are.
_TURNED_SIZES = 5


class Batch(NamedTuple):
    """Pieces of one size, as they lie; `number` is which batch it is."""

    number: int
    width: float
    height: float
    many: int


class Gaps(NamedTuple):
    """How far pieces of one size are apart, and those of different sizes."""

    same: float
    other: float


def share_sheets(job: Job, groups: Sequence[Group], pages: Sequence[Page]) -> list[Group]:
    """The groups, with their part-filled last sheets laid together at the end; as they were if that saves no sheet."""
    full, rest = [], []
    for group in groups:
        if group.arrangement.nested:  # on a sheet with others they would lie as far apart as their boxes
            full.append(group)
            continue
        whole = len(group.pieces) - len(group.pieces) % group.arrangement.per_sheet
        full += [group._replace(pieces=group.pieces[:whole])] if whole else []
        rest += [group] if group.pieces[whole:] else []
    if len(rest) < 2:
        return list(groups)
    left = [group.portions[-1] for group in rest]
    bleed = max(max(piece.bleed, piece.back_bleed) for pieces in left for piece in pieces)
    gaps = Gaps(gutter := max(group.arrangement.gutter for group in rest), max(gutter, 2 * bleed))
    # Rather with room for bleed and marks around; but to the printable edge, if that saves a sheet.
    tries = [_pack(job, left, pages, gaps, around) for around in (bleed + ROOM, 0.0)]
    best = min(tries, key=len)
    return [*full, *best] if len(best) < len(rest) else list(groups)


def _pack(job: Job, left: Sequence[Sequence[Piece]], pages: Sequence[Page], gaps: Gaps, around: float) -> list[Group]:
    """One sheet after the other, each with as much on it as possible."""
    waiting = [list(pieces) for pieces in left]
    groups: list[Group] = []
    while any(waiting):
        page, places = max(_tries(waiting, pages, gaps, around), key=lambda each: _area(each[1]))
        if not places:
            return [*groups, *(Group(Arrangement(pages[0], ()), (), None) for _ in left)]
        spots, pieces = [], []
        edge, block = page.printable, enclose([box for _, box in places])
        right, down = (edge.left + edge.right - block.right) / 2, (edge.top + edge.bottom - block.bottom) / 2
        for number, (x1, y1, x2, y2) in sorted(places, key=lambda each: (each[0], each[1].top, each[1].left)):
            spots.append(Spot(Box(x1 + right, y1 + down, x2 + right, y2 + down)))
            pieces.append(waiting[number].pop(0))
        groups.append(gather(job, Arrangement(page, tuple(spots), gaps.same), tuple(pieces)))
    return groups


def _tries(
    waiting: Sequence[Sequence[Piece]], pages: Sequence[Page], gaps: Gaps, around: float
) -> Iterator[tuple[Page, list[tuple[int, Box]]]]:
    """The page upright and lying, with each size upright and lying, filled."""
    numbers = [number for number, pieces in enumerate(waiting) if pieces]
    turns = product((False, True), repeat=len(numbers)) if len(numbers) <= _TURNED_SIZES else [(False,) * len(numbers)]
    for turned in turns:
        batches = []
        for number, lying in zip(numbers, turned, strict=True):
            size = waiting[number][0].width, waiting[number][0].height
            width, height = (size[1], size[0]) if lying else size
            batches.append(Batch(number, width, height, len(waiting[number])))
        for page in pages:
            edge = page.printable
            room = edge.right - edge.left - 2 * around, edge.bottom - edge.top - 2 * around
            yield page, _fill(room, batches, gaps)


def _area(places: Sequence[tuple[int, Box]]) -> float:
    return round(sum((right - left) * (bottom - top) for _, (left, top, right, bottom) in places), 3)


def _fill(room: tuple[float, float], batches: Sequence[Batch], gaps: Gaps) -> list[tuple[int, Box]]:
    """Shelf below shelf, the highest pieces first: the batch of each piece and its place, from the corner (0, 0)."""
    left = {batch.number: batch.many for batch in batches}
    order = sorted(batches, key=lambda batch: (-batch.height, -batch.width, batch.number))
    places: list[tuple[int, Box]] = []
    bottom = 0.0
    above = -1  # the batch that the shelf above is of, if it is of one alone
    while True:
        # A shelf below one of the same size alone is as near as its pieces are to each other.
        gap = {batch.number: gaps.same if batch.number == above else gaps.other for batch in order if places}
        fits = [
            batch
            for batch in order
            if left[batch.number]
            and batch.width <= room[0] + EXACT
            and bottom + gap.get(batch.number, 0.0) + batch.height <= room[1] + EXACT
        ]
        if not fits:
            return places
        lead = fits[0]
        before = gap.get(lead.number, 0.0)
        inset = gaps.other - before if places else 0.0
        shelf = list(_shelve(lead, order, left, room[0], bottom + before, inset, gaps))
        places += shelf
        bottom += before + lead.height
        above = lead.number if all(number == lead.number for number, _ in shelf) else -1


def _shelve(
    lead: Batch, order: Sequence[Batch], left: dict[int, int], width: float, top: float, inset: float, gaps: Gaps
) -> Iterator[tuple[int, Box]]:
    """Columns of a shelf as high as `lead`, which comes first; those of other sizes begin `inset` lower."""
    x, before = 0.0, -1
    for batch in (lead, *(batch for batch in order if batch.number != lead.number)):
        start = top if batch.number == lead.number else top + inset
        stack = math.floor((top + lead.height - start + gaps.same + EXACT) / (batch.height + gaps.same))
        while stack and left[batch.number]:
            at = x if before < 0 else x + (gaps.same if before == batch.number else gaps.other)
            if at + batch.width > width + EXACT:
                break
            stacked = min(stack, left[batch.number])
            left[batch.number] -= stacked
            for number in range(stacked):
                y = start + number * (batch.height + gaps.same)
                yield batch.number, Box(at, y, at + batch.width, y + batch.height)
            x, before = at + batch.width, batch.number
