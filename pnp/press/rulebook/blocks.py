"""What pages are made of, and how much of it fits.

A block knows its height, where it may be split, and how it is drawn; what stands below one another is taken from a
list of blocks, with the larger of two neighbours' spaces between them.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pnp.press.rulebook.lines import Line
from pnp.press.rulebook.style import Style

if TYPE_CHECKING:
    from pnp.press.rulebook.canvas import Ink

# The fewest lines of a paragraph on either side of a page's end.
FEWEST = 2
# The most lines of a paragraph that is never parted: in so little, half an answer is none.
WHOLE = 5
_SLACK = 0.01


class Block(Protocol):
    """Something on a page. Lengths are points."""

    @property
    def before(self) -> float:
        """The space that it wants above."""

    @property
    def after(self) -> float:
        """The space that it wants below."""

    @property
    def keep(self) -> bool:
        """Whether it has to stand on one page with what follows."""

    @property
    def height(self) -> float:
        """How high it is, without the spaces."""

    def split(self, room: float, /) -> "tuple[Block, Block] | None":
        """What of it fits into `room`, and the rest; None where it cannot be parted so."""

    def draw(self, ink: "Ink", x: float, y: float) -> None:
        """Draw it with its top left corner at (x, y) of the page."""

    def marks(self) -> "Iterator[Mark]":
        """The places in it that links lead to."""


class Mark(NamedTuple):
    """A place that links lead to, so far below the top of its block, and what the outline calls it, at which level."""

    anchor: str
    below: float
    title: str = ""
    level: int = 0


class Even:
    """What has the same space above it as below."""

    __slots__ = ()
    space: float

    @property
    def before(self) -> float:
        """The space above."""
        return self.space

    @property
    def after(self) -> float:
        """The space below."""
        return self.space


class Text(NamedTuple):
    """Lines of one style. `indent` moves them to the right, `bullet` hangs before the first.

    `align` is left, center or right within `width`. With a `rule`, a line of that colour is drawn below.
    """

    lines: tuple[Line, ...]
    style: Style
    width: float
    indent: float = 0.0
    bullet: Line | None = None
    hang: float = 0.0
    align: str = "left"
    mark: Mark | None = None
    rule: str = ""
    start: bool = True
    keep: bool = False

    @property
    def before(self) -> float:
        """The space above."""
        return self.style.before if self.start else 0.0

    @property
    def after(self) -> float:
        """The space below."""
        return self.style.after

    @property
    def height(self) -> float:
        """How high it is."""
        return len(self.lines) * self.style.leading + (0.35 * self.style.size if self.rule else 0.0)

    def split(self, room: float) -> tuple[Block, Block] | None:
        """Parted between lines, with at least FEWEST on either side; short ones stay whole."""
        if self.start and len(self.lines) <= WHOLE:
            return None
        count = min(int((room + _SLACK) / self.style.leading), len(self.lines) - FEWEST)
        if count < FEWEST or self.rule:
            return None
        top = self._replace(lines=self.lines[:count], keep=False)
        rest = self._replace(lines=self.lines[count:], bullet=None, mark=None, start=False)
        return top, rest

    def draw(self, ink: "Ink", x: float, y: float) -> None:
        """Draw it with its top left corner at (x, y) of the page."""
        style = self.style
        baseline = y + (style.leading - style.size) / 2 + 0.8 * style.size
        if self.bullet is not None:
            ink.line(self.bullet, x + self.indent - self.hang, baseline, style)
        for line in self.lines:
            rest = self.width - self.indent - line.width
            shift = rest * {"left": 0.0, "center": 0.5, "right": 1.0}[self.align]
            ink.line(line, x + self.indent + shift, baseline, style)
            baseline += style.leading
        if self.rule:
            ink.rule(x, y + self.height, x + self.width, y + self.height, 1.1, self.rule)

    def marks(self) -> Iterator[Mark]:
        """The places in it that links lead to."""
        if self.mark is not None:
            yield self.mark


class Placed(NamedTuple):
    """A block and how far its top lies below the top of its column."""

    y: float
    block: Block


def measure(blocks: Sequence[Block]) -> float:
    """How high the blocks are below one another."""
    placed = stack(blocks)
    return placed[-1].y + placed[-1].block.height if placed else 0.0


def stack(blocks: Sequence[Block]) -> list[Placed]:
    """The blocks below one another."""
    placed: list[Placed] = []
    for block in blocks:
        placed.append(Placed(_below(placed, block), block))
    return placed


def take(blocks: Sequence[Block], room: float, *, fresh: bool) -> tuple[list[Placed], list[Block]]:
    """What of the blocks fits into a column of `room`, and the rest.

    `fresh` says that a new column would have no more room: then at least one block is taken, whatever its height.
    """
    placed: list[Placed] = []
    rest = list(blocks)
    while rest:
        block = rest[0]
        y = _below(placed, block)
        if y + block.height <= room + _SLACK:
            placed.append(Placed(y, rest.pop(0)))
            continue
        parts = block.split(room - y)
        if parts is not None:
            placed.append(Placed(y, parts[0]))
            rest[0] = parts[1]
            return placed, rest
        break
    if rest:
        _give_back(placed, rest)
        if not placed and fresh:
            placed = [Placed(0.0, rest.pop(0))]
            while placed[-1].block.keep and rest and _fits(placed, rest[0], room):
                placed.append(Placed(_below(placed, rest[0]), rest.pop(0)))
    return placed, rest


def _give_back(placed: list[Placed], rest: list[Block]) -> None:
    """Take from the column's end what has to stand with the rest."""
    while placed and placed[-1].block.keep:
        rest.insert(0, placed.pop().block)


def _fits(placed: Sequence[Placed], block: Block, room: float) -> bool:
    return _below(placed, block) + block.height <= room + _SLACK


def _below(placed: Sequence[Placed], block: Block) -> float:
    if not placed:
        return 0.0
    last = placed[-1]
    return last.y + last.block.height + max(last.block.after, block.before)
