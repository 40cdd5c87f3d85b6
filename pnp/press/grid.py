"""As many equal places as a page takes, by arithmetic. All lengths are mm from the page's top left corner."""

import math
from dataclasses import dataclass

from pnp.model.face import Box

# Sums of decimal inches and millimetres miss by some 1e-13; a printer cannot see a thousandth of this.
EXACT = 1e-6


@dataclass(frozen=True, slots=True)
class Grid:
    """Equal places in columns and rows, in the middle of a page, inside its printable margin."""

    page_width: float
    page_height: float
    width: float
    height: float
    columns: int
    rows: int
    gutter: float
    margin: float

    @property
    def per_sheet(self) -> int:
        """How many pieces a full sheet takes."""
        return self.columns * self.rows

    @property
    def orientation(self) -> str:
        """How the page lies: `portrait` or `landscape`."""
        return "landscape" if self.page_width > self.page_height else "portrait"

    @property
    def block(self) -> Box:
        """The box around all places."""
        width = self.columns * self.width + (self.columns - 1) * self.gutter
        height = self.rows * self.height + (self.rows - 1) * self.gutter
        left, top = (self.page_width - width) / 2, (self.page_height - height) / 2
        return Box(left, top, left + width, top + height)

    @property
    def printable(self) -> Box:
        """What of the page the printer reaches."""
        return Box(self.margin, self.margin, self.page_width - self.margin, self.page_height - self.margin)

    def trims(self, count: int) -> tuple[Box, ...]:
        """The first `count` places, row by row."""
        block = self.block
        trims = []
        for place in range(count):
            row, column = divmod(place, self.columns)
            left = block.left + column * (self.width + self.gutter)
            top = block.top + row * (self.height + self.gutter)
            trims.append(Box(left, top, left + self.width, top + self.height))
        return tuple(trims)

    def outer_bleed(self, bleed: float) -> float:
        """How much of a piece's bleed the layout leaves it around the block, the printable edge aside."""
        return self._reach(bleed, beside=False)

    def bleeds(self, bleeds: tuple[float, ...]) -> tuple[Box, ...]:
        """The area that the drawing in each of the first places may fill, for the bleed that each piece has.

        With shared cuts a side has bleed only where no piece lies next to it, with gutters every side has it, up to
        half the gutter; and all stops at the printable edge.
        """
        count, edge = len(bleeds), self.printable
        boxes = []
        for place, (trim, bleed) in enumerate(zip(self.trims(count), bleeds, strict=True)):
            row, column = divmod(place, self.columns)
            left = self._reach(bleed, beside=column > 0)
            above = self._reach(bleed, beside=row > 0)
            right = self._reach(bleed, beside=column + 1 < self.columns and place + 1 < count)
            below = self._reach(bleed, beside=place + self.columns < count)
            boxes.append(
                Box(
                    max(trim.left - left, min(edge.left, trim.left)),
                    max(trim.top - above, min(edge.top, trim.top)),
                    min(trim.right + right, max(edge.right, trim.right)),
                    min(trim.bottom + below, max(edge.bottom, trim.bottom)),
                )
            )
        return tuple(boxes)

    def _reach(self, bleed: float, *, beside: bool) -> float:
        """How far the bleed goes on one side, `beside` another piece or not."""
        if self.gutter:
            return min(bleed, self.gutter / 2)
        return 0.0 if beside else bleed


def fit_grid(size: tuple[float, float], page: tuple[float, float], margin: float, gutter: float) -> Grid:
    """All places of `size` that fit on `page` as it lies; none if one is too large."""
    columns, rows = (
        max(0, math.floor((whole - 2 * margin + gutter + EXACT) / (part + gutter)))
        for whole, part in zip(page, size, strict=True)
    )
    return Grid(*page, *size, columns, rows, gutter, margin)


def choose_grid(size: tuple[float, float], paper: tuple[float, float], margin: float, gutter: float) -> Grid:
    """The page upright or, where that takes more places, lying."""
    portrait = fit_grid(size, paper, margin, gutter)
    landscape = fit_grid(size, (paper[1], paper[0]), margin, gutter)
    return landscape if landscape.per_sheet > portrait.per_sheet else portrait
