"""How a sheet is laid out: what every layout makes, and all that what comes after it knows of layouts.

All lengths are mm from the top left corner of the page as it lies when read.
"""

from collections.abc import Sequence
from typing import NamedTuple

from pnp.model.face import Box
from pnp.model.sheet import Line
from pnp.press.layout.duplex import Flip

# Sums of decimal inches and millimetres miss by some 1e-13; a printer cannot see a thousandth of this.
EXACT = 1e-6


class Spot(NamedTuple):
    """A place for a piece: its trim on the page, and how a piece is turned there, in degrees clockwise.

    `fold` is the line about which the paper is folded, where a piece's back lies on the same page as its front; None
    where its back is on the other side of the paper.
    """

    trim: Box
    turn: int = 0
    fold: Flip | None = None


class Page(NamedTuple):
    """A page as it lies, and what of it the printer reaches."""

    width: float
    height: float
    printable: Box

    @property
    def orientation(self) -> str:
        """How it lies: `portrait` or `landscape`."""
        return "landscape" if self.width > self.height else "portrait"


class Arrangement(NamedTuple):
    """A page and the places of a full sheet, in the order in which they are filled.

    `gutter` is between neighbours: 0 where they share their cuts. Pieces that are `nested` lie nearer to each other
    than the boxes of their trims would, which then overlap. The page behind is the mirror of this one, its printable
    area too, so that backs lie behind their fronts whatever the margins are.
    """

    page: Page
    spots: tuple[Spot, ...]
    gutter: float = 0.0
    nested: bool = False

    @property
    def per_sheet(self) -> int:
        """How many pieces a full sheet takes."""
        return len(self.spots)

    @property
    def folded(self) -> bool:
        """Whether backs lie on the page of their fronts, to be folded behind them."""
        return any(spot.fold for spot in self.spots)

    @property
    def block(self) -> Box:
        """The box around all places, those of backs on the same page too."""
        trims = [spot.trim for spot in self.spots]
        return enclose([*trims, *(spot.fold.behind(spot.trim) for spot in self.spots if spot.fold)])

    def reach(self, bleed: float) -> float:
        """How much of a bleed a piece may keep where nothing lies beside it: with gutters, up to half of one."""
        return min(bleed, self.gutter / 2) if self.gutter else bleed

    def areas(self, trims: Sequence[Box], bleeds: Sequence[float]) -> tuple[Box, ...]:
        """The area that the drawing on each of these trims may fill, for the bleed that each has.

        It ends half way to a neighbour, so at the trim where cuts are shared, and at the printable edge; it never
        reaches into another trim. With gutters, every side has at most half of one. Nested pieces have their whole
        bleed: what may be seen of them ends with their outlines.
        """
        bleeds = [self.reach(max(0.0, bleed)) for bleed in bleeds]
        edge = self.page.printable
        rooms = [Room(*(bleed,) * 4) for bleed in bleeds] if self.nested else _rooms(trims, bleeds)
        return tuple(
            Box(
                max(trim.left - room.left, min(edge.left, trim.left)),
                max(trim.top - room.above, min(edge.top, trim.top)),
                min(trim.right + room.right, max(edge.right, trim.right)),
                min(trim.bottom + room.below, max(edge.bottom, trim.bottom)),
            )
            for trim, room in zip(trims, rooms, strict=True)
        )


class Room(NamedTuple):
    """How far the bleed of a piece goes on each of its sides, in mm."""

    left: float
    above: float
    right: float
    below: float


def find_folds(spots: Sequence[Spot]) -> tuple[Line, ...]:
    """The lines along which the paper is folded, one for all pieces of a row, as long as the row."""
    rows: dict[Flip, list[Box]] = {}
    for trim, _turn, fold in spots:
        if fold is not None:
            rows.setdefault(fold, []).append(trim)
    return tuple(
        Line(fold.axis, box.top, fold.axis, box.bottom)
        if fold.upright
        else Line(box.left, fold.axis, box.right, fold.axis)
        for fold, box in ((fold, enclose(trims)) for fold, trims in rows.items())
    )


def enclose(boxes: Sequence[Box]) -> Box:
    """The box around boxes; an empty one around none."""
    if not boxes:
        return Box(0.0, 0.0, 0.0, 0.0)
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


def _rooms(trims: Sequence[Box], bleeds: Sequence[float]) -> list[Room]:
    """Half the way to the next trim on each side, at most the bleed.

    First up and down; then to the sides, for all that a piece covers with its bleed above and below, so that no
    corner of it comes to lie on a trim that touches the piece's own only there.
    """
    rooms = []
    for trim, bleed, others in zip(trims, bleeds, _neighbours(trims, max(bleeds, default=0.0)), strict=True):
        above = below = left = right = bleed
        for other in others:
            if other.left < trim.right - EXACT and other.right > trim.left + EXACT:
                if other.top >= trim.bottom - EXACT:
                    below = min(below, max(0.0, other.top - trim.bottom) / 2)
                else:
                    above = min(above, max(0.0, trim.top - other.bottom) / 2)
        for other in others:
            if other.top < trim.bottom + below - EXACT and other.bottom > trim.top - above + EXACT:
                if other.left >= trim.right - EXACT:
                    right = min(right, max(0.0, other.left - trim.right) / 2)
                elif other.right <= trim.left + EXACT:
                    left = min(left, max(0.0, trim.left - other.right) / 2)
        rooms.append(Room(left, above, right, below))
    return rooms


def _neighbours(trims: Sequence[Box], bleed: float) -> list[list[Box]]:
    """For each trim, the others that are near enough for their bleeds to meet, and few more."""
    step = max((max(right - left, bottom - top) for left, top, right, bottom in trims), default=0.0) + 2 * bleed + EXACT
    middles = [(int((t.left + t.right) / 2 // step), int((t.top + t.bottom) / 2 // step)) for t in trims]
    cells: dict[tuple[int, int], list[int]] = {}
    for number, cell in enumerate(middles):
        cells.setdefault(cell, []).append(number)
    near = []
    for number, (across, down) in enumerate(middles):
        around = [(across + right, down + below) for below in (-1, 0, 1) for right in (-1, 0, 1)]
        near.append([trims[one] for cell in around for one in cells.get(cell, ()) if one != number])
    return near
