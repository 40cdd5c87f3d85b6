"""Boxes: notes beside the text, and the reference that may fill a page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pnp.model.place import Where
from pnp.press.rulebook.blocks import Block, Even, Mark, Placed, measure, stack, take

if TYPE_CHECKING:
    from pnp.press.rulebook.canvas import Ink

BAR = 2.6


@dataclass(frozen=True, slots=True)
class Box(Even):
    """Blocks in columns on a tinted ground, below a title across all of them.

    `framed` draws an outline, else a bar stands at the left. A box higher than `tallest` may be split.
    """

    title: Block | None
    columns: tuple[tuple[Block, ...], ...]
    width: float
    column_width: float
    gutter: float
    pad: float
    space: float
    tallest: float
    tint: str
    accent: str
    framed: bool
    where: Where
    keep: bool = False

    @property
    def _top(self) -> float:
        return self.pad + (0.0 if self.title is None else self.title.height + self.title.after)

    @property
    def height(self) -> float:
        """How high it is."""
        return self._top + max((measure(column) for column in self.columns), default=0.0) + self.pad

    def split(self, room: float) -> tuple[Block, Block] | None:
        """Parted between its blocks, if it would not fit on a page; the rest stands in as many columns."""
        if self.height <= self.tallest:
            return None
        count = len(self.columns)
        placed, rest = fill([block for column in self.columns for block in column], count, room - self._top - self.pad)
        if not all(placed) or not rest:
            return None
        shown = tuple(tuple(block for _, block in column) for column in placed)
        return replace(self, columns=shown), replace(self, columns=spread(rest, count), title=None)

    def draw(self, ink: "Ink", x: float, y: float) -> None:
        """Draw it with its top left corner at (x, y) of the page."""
        if self.framed:
            ink.box((x, y, self.width, self.height), self.tint, stroke=self.accent, corner=5.0)
        else:
            ink.box((x, y, self.width, self.height), self.tint)
            ink.box((x, y, BAR, self.height), self.accent)
        left = x + self.pad
        if self.title is not None:
            self.title.draw(ink, left, y + self.pad)
        for number, column in enumerate(self.columns):
            for below, block in stack(column):
                block.draw(ink, left + number * (self.column_width + self.gutter), y + self._top + below)

    def marks(self) -> Iterator[Mark]:
        """The places in it that links lead to."""
        for column in self.columns:
            for below, block in stack(column):
                for mark in block.marks():
                    yield mark._replace(below=mark.below + self._top + below)


def balance(blocks: Sequence[Block], count: int, room: float) -> list[list[Placed]] | None:
    """The blocks in so many columns, as low as they can be; None if they are higher than `room` in any way."""
    low = measure(blocks) / count
    if low > room:
        return None
    step = max((room - low) / 60, 2.0)
    height = low
    while height < room + step:
        columns = fill(blocks, count, min(height, room))
        if not columns[1]:
            return columns[0]
        height += step
    return None


def spread(blocks: Sequence[Block], count: int) -> tuple[tuple[Block, ...], ...]:
    """The blocks in so many columns, as low as they can be, however high that is."""
    most = measure(blocks) / count + max((block.height for block in blocks), default=0.0) + 1
    placed = balance(blocks, count, most) or [stack(blocks), *([] for _ in range(count - 1))]
    return tuple(tuple(block for _, block in column) for column in placed)


def fill(blocks: Sequence[Block], count: int, height: float) -> tuple[list[list[Placed]], list[Block]]:
    """The blocks in so many columns of that height, and what is left of them."""
    columns: list[list[Placed]] = []
    rest = list(blocks)
    for _ in range(count):
        placed, rest = take(rest, height, fresh=False)
        columns.append(placed)
    return columns, rest
