"""Pieces that lie on the same places, and how each lies there. All lengths are mm from the page's top left corner."""

from collections.abc import Sequence
from typing import NamedTuple

from pnp.model.kit import Job
from pnp.model.sheet import Piece
from pnp.press.cutting.cutter import register
from pnp.press.imposition.notes import Strips, find_strips, shorten
from pnp.press.imposition.tiles import find_waste
from pnp.press.layout.arrangement import Arrangement, Spot


class Group(NamedTuple):
    """Pieces in the order in which they fill the sheets of an arrangement, and the margins for notes.

    `free` places of every sheet are left out of the arrangement for the cutter's marks.
    """

    arrangement: Arrangement
    pieces: tuple[Piece, ...]
    strips: Strips | None
    free: int = 0

    @property
    def portions(self) -> tuple[tuple[Piece, ...], ...]:
        """The pieces of each sheet."""
        step = self.arrangement.per_sheet
        return tuple(self.pieces[at : at + step] for at in range(0, len(self.pieces), step))

    @property
    def folded(self) -> bool:
        """Whether backs lie beside their fronts, behind a fold."""
        return self.arrangement.folded


def gather(job: Job, arrangement: Arrangement, pieces: tuple[Piece, ...], free: int = 0) -> Group:
    """The pieces for an arrangement that has places, with what margins it leaves for notes."""
    bleed = arrangement.reach(max(max(piece.bleed, piece.back_bleed) for piece in pieces))
    strips = find_strips(arrangement, bleed, marks=job.marks != "none")
    if strips is None and pieces[0].tile is not None:
        strips = find_waste(arrangement)
    marks = [outline.box for outline in register(arrangement, job.cutter)]
    return Group(arrangement, pieces, shorten(strips, marks) if strips else None, free)


def find_turns(group: Group, pieces: Sequence[Piece]) -> tuple[int, ...]:
    """How each piece is turned in its spot: a quarter more where it lies across."""
    return tuple(
        spot.turn if _fits(piece, spot) else spot.turn + 90
        for piece, spot in zip(pieces, group.arrangement.spots, strict=False)
    )


def _fits(piece: Piece, spot: Spot) -> bool:
    """Whether the piece lies in the spot as the spot is turned; equal to a thousandth of a millimetre."""
    width, height = spot.trim.right - spot.trim.left, spot.trim.bottom - spot.trim.top
    across, down = (width, height) if spot.turn % 180 == 0 else (height, width)
    return abs(piece.width - across) < 0.002 and abs(piece.height - down) < 0.002
