"""Zones to pages: every block gets its place."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pnp.model.finding import Fault
from pnp.model.units import MM_PER_POINT, show
from pnp.press.rulebook.blocks import Block, Placed, measure, stack, take
from pnp.press.rulebook.composition import Frame, Zone
from pnp.press.rulebook.panels import Box, balance, fill
from pnp.press.rulebook.tables import Table

# A part of the text that is lower than this share of the page is not parted into columns: it would be torn.
_LOW = 0.2


class Spot(NamedTuple):
    """A block at (x, y) of the text area of a page, in points."""

    x: float
    y: float
    block: Block


class Flow(NamedTuple):
    """Text in columns at the end of a page: its blocks, and the page above it, so many spots that end at `y`."""

    columns: int
    blocks: tuple[Block, ...]
    spots: int
    y: float
    after: float


@dataclass(slots=True)
class Pages:
    """Pages that are being filled. The first has `first` points less room, for the title.

    `cover` says whether the last of several was asked for, as a page of its own. `held` are figures that had no room
    where they stand: they come first on the next page, and what follows them fills the page before, in the columns of
    `flow`, the text that they would have parted it from.
    """

    frame: Frame
    first: float
    pages: list[list[Spot]] = field(default_factory=lambda: [[]])
    y: float = 0.0
    cover: bool = False
    held: list[Zone] = field(default_factory=list)
    flow: Flow | None = None
    after: float = 0.0

    def __post_init__(self) -> None:
        self.y = self.first

    def add(self, zones: Iterable[Zone]) -> None:
        """Put the zones on pages, one below the other."""
        for zone in zones:
            if zone.page:
                self._release()
            if zone.page and self.pages[-1]:
                self._turn()
                self.cover = True
            self._add(zone)
        self._release()

    def _release(self) -> None:
        """Give the figures that are held pages, if need be of their own."""
        while self.held:
            self._turn()

    def _add(self, zone: Zone) -> None:
        blocks = [*self._reopen(zone), *zone.blocks]
        while blocks:
            gap = max(self.after, blocks[0].before) if self.pages[-1] else 0.0
            room = self.frame.height - self.y - gap
            if zone.floats and (self.held or (measure(blocks) > room and not self._fresh)):
                self.held.append(zone)
                return
            flow = Flow(zone.columns, tuple(blocks), len(self.pages[-1]), self.y, self.after)
            columns, blocks = self._fit(blocks, zone.columns, room)
            if any(columns):
                self.flow = flow
                self._put(columns, self.y + gap)
            if blocks:
                self._turn()

    def _reopen(self, zone: Zone) -> tuple[Block, ...]:
        """The text that a held figure has parted from the zone, off the page again: one text has one set of columns."""
        flow = self.flow
        if not self.held or flow is None or not 1 < flow.columns == zone.columns:
            return ()
        del self.pages[-1][flow.spots :]
        self.y, self.after = flow.y, flow.after
        return flow.blocks

    def _fit(self, blocks: list[Block], count: int, room: float) -> tuple[list[list[Placed]], list[Block]]:
        """What of the blocks fits into the room that is left, and the rest."""
        fresh = self._fresh
        if count == 1:
            placed, rest = take(blocks, room, fresh=fresh)
            return [placed], rest
        if measure(blocks) <= min(room, _LOW * self.frame.height):
            return [[*stack(blocks)], *([] for _ in range(count - 1))], []
        even = balance(blocks, count, room)
        if even is not None:
            return even, []
        columns, rest = fill(blocks, count, room)
        if fresh and not any(columns):
            placed, rest = take(blocks, room, fresh=True)
            return [placed], rest
        return columns, rest

    @property
    def _fresh(self) -> bool:
        """Whether the page is empty, and another would have no more room."""
        return not self.pages[-1] and len(self.pages) > 1

    def _put(self, columns: Sequence[list[Placed]], y: float) -> None:
        bottom = y
        self.after = max(column[-1].block.after for column in columns if column)
        for number, column in enumerate(columns):
            x = number * (self.frame.column + self.frame.gutter)
            for below, block in column:
                self.pages[-1].append(Spot(x, y + below, block))
                bottom = max(bottom, y + below + block.height)
        self.y = bottom

    def _turn(self) -> None:
        self.pages.append([])
        self.y, self.cover, self.flow = 0.0, False, None
        held, self.held = self.held, []
        for zone in held:
            self._add(zone)

    def find_faults(self) -> Iterator[Fault]:
        """What is higher than a page, and so is cut off."""
        for number, page in enumerate(self.pages, 1):
            for spot in page:
                over = spot.y + spot.block.height - self.frame.height
                if over > 1 and isinstance(spot.block, Table | Box):
                    what = "a row of the table" if isinstance(spot.block, Table) else "the box"
                    message = f"{what} is {show(round(over * MM_PER_POINT, 1))} mm higher than page {number}"
                    yield Fault("text-overflow", spot.block.where, message, "Shorten it, or part it in two.")

    def find_marks(self) -> Iterator[tuple[int, str]]:
        """The page, from 1, of every anchor."""
        for number, page in enumerate(self.pages, 1):
            for spot in page:
                for mark in spot.block.marks():
                    yield number, mark.anchor
