"""Sheets that are folded in the middle, laid into one another and stapled: a booklet. Lengths are mm."""

from typing import NamedTuple


class Half(NamedTuple):
    """A page of a booklet on one side of a sheet: its number from 1, 0 of a blank, and where its left edge lies."""

    page: int
    x: float


class Folio(NamedTuple):
    """A sheet with two pages on each side, the left one first.

    `creep` is how far its pages are moved towards the fold, `cut` how far from its left and right edge it is cut off.
    """

    front: tuple[Half, Half]
    back: tuple[Half, Half]
    creep: float = 0.0
    cut: float = 0.0

    @property
    def sides(self) -> tuple[tuple[Half, Half], tuple[Half, Half]]:
        """Front and back."""
        return self.front, self.back


class Signature(NamedTuple):
    """The sheets of a booklet, the outermost first: landscape, folded in the middle, turned over the short edge.

    `page_width` is that of a page when all is folded and cut; it is as high as the sheet.
    """

    width: float
    height: float
    page_width: float
    folios: tuple[Folio, ...]

    @property
    def fold(self) -> float:
        """Where the sheets are folded, from their left edge."""
        return self.width / 2

    @property
    def sheets(self) -> int:
        """How many there are."""
        return len(self.folios)

    @property
    def creep(self) -> float:
        """How far the innermost sheet sticks out of the outermost one, as long as nothing is cut off."""
        return self.folios[-1].creep if self.folios else 0.0
