"""Small drawings of sheets: where they are cut and folded, how they are turned over, how a booklet is folded.

What is drawn is mm of the sheet, scaled; what is drawn on is points, y downward, as in a rulebook.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pnp.model.document import Span
from pnp.model.marking import Marking
from pnp.model.outline import Outline
from pnp.model.signature import Signature
from pnp.model.units import POINTS_PER_MM
from pnp.press.cutting.cuts import SAME, Cut, Step
from pnp.press.guide.schemes import Scheme
from pnp.press.guide.words import NOWHERE, edge
from pnp.press.rulebook.blocks import Block, Even, Mark, measure, stack
from pnp.press.rulebook.lines import Line, Pen, break_lines
from pnp.press.rulebook.style import INK, QUIET, WHITE, Style

if TYPE_CHECKING:
    from pnp.press.rulebook.canvas import Ink

# The longer side of a sheet as it is drawn, of a booklet's, and the room at the left (above a booklet) for numbers.
_LONGEST, _SPREAD, _AROUND = 48.0 * POINTS_PER_MM, 40.0 * POINTS_PER_MM, 7.0 * POINTS_PER_MM
TINT = "#e6e3dd"
_PAPER, _CUT = 0.7, 0.6
DASH = (3.5, 2.0)
_DASHES: Mapping[str, tuple[float, ...]] = {"solid": (), "dashed": DASH, "dotted": (0.8, 1.6)}
# How far cuts reach beyond what they free, and the distance of numbers from each other and from the sheet's edge.
_BEYOND, _APART, _TIER = 1.2 * POINTS_PER_MM, 3.4 * POINTS_PER_MM, 2.9 * POINTS_PER_MM
# How far the numbers next to the sheet reach above it; and where it has none, how far it lies below the text's top.
_NUMBERS, _BARE = 3.0 * POINTS_PER_MM, 1.1 * POINTS_PER_MM
_NUMBER = Style(6.5, 8.0, bold=True)
_WORD = Style(7.0, 8.5, colour=QUIET)
_LARGE = Style(13.0, 15.0, bold=True)
# The sheets that show how paper is turned over: their height beside and below one another, and the space between.
_HIGH, _LOW, _GAP = 10.5 * POINTS_PER_MM, 7.5 * POINTS_PER_MM, 4.0 * POINTS_PER_MM


class Figure(Protocol):
    """What is drawn beside texts: its size in points, and how it is drawn with its top left corner at (x, y)."""

    @property
    def width(self) -> float:
        """How wide it is at most."""

    @property
    def height(self) -> float:
        """How high it is."""

    def draw(self, ink: "Ink", x: float, y: float) -> None:
        """Draw it."""


@dataclass(frozen=True, slots=True)
class Drawing(Even):
    """A picture with text at its right, which begins `width` from its left edge."""

    figure: Figure
    texts: tuple[Block, ...]
    width: float
    space: float
    keep: bool = False

    @property
    def height(self) -> float:
        """How high it is."""
        return max(self.figure.height, measure(self.texts))

    def split(self, _room: float) -> tuple[Block, Block] | None:
        """Never."""
        return None

    def draw(self, ink: "Ink", x: float, y: float) -> None:
        """Draw it with its top left corner at (x, y) of the page."""
        self.figure.draw(ink, x, y)
        for below, block in stack(self.texts):
            block.draw(ink, x + self.width, y + below)

    def marks(self) -> Iterator[Mark]:
        """The places in it that links lead to."""
        return iter(())


class Cutting(NamedTuple):
    """A sheet with its pieces, the cuts numbered in order, folds as `marking` draws them; below it how it is turned.

    `flip` is the edge that it is turned over; empty where its other side stays blank.
    """

    scheme: Scheme
    marking: Marking
    flip: str
    pen: Pen

    @property
    def _scale(self) -> float:
        return _LONGEST / max(self.scheme.size)

    @property
    def width(self) -> float:
        """How wide it is at most."""
        return _AROUND + _LONGEST

    @property
    def height(self) -> float:
        """How high it is."""
        sheet = self._above + self.scheme.size[1] * self._scale
        if not self.flip:
            return sheet
        return sheet + _GAP + (_HIGH if self.upright else 2 * _LOW + _GAP)

    @property
    def upright(self) -> bool:
        """Whether the sheet is turned over about an upright line."""
        width, height = self.scheme.size
        return (self.flip == "long-edge") == (height >= width)

    @property
    def _above(self) -> float:
        """How far the sheet lies below the top: as far as the numbers of its upright cuts need."""
        tiers = find_tiers([step.cut.at * self._scale for step in self._reached(upright=True)])
        return _NUMBERS + max(tiers) * _TIER if tiers else _BARE

    def draw(self, ink: "Ink", x: float, y: float) -> None:
        """Draw it with its top left corner at (x, y) of the page."""
        scheme, scale = self.scheme, self._scale
        left, top = x + _AROUND, y + self._above
        width, height = scheme.size[0] * scale, scheme.size[1] * scale
        ink.box((left, top, width, height), WHITE, stroke=INK)
        # A piece with an outline of its own is drawn by that alone.
        for slot in scheme.side.slots if scheme.steps or not scheme.paths else ():
            box = (left + slot.x * scale, top + slot.y * scale, slot.width * scale, slot.height * scale)
            ink.box(box, TINT)
        for outline in scheme.paths:
            _trace(ink, outline, (left, top), scale, _DASHES[self.marking.cut])
        for outline in scheme.scores:
            _trace(ink, outline, (left, top), scale, _DASHES[self.marking.score])
        for outline in scheme.folds:
            _trace(ink, outline, (left, top), scale, _DASHES[self.marking.fold])
        self._draw_cuts(ink, left, top)
        if self.flip:
            self._draw_flip(ink, left, top + height + _GAP)

    def _steps(self, *, upright: bool) -> list[Step]:
        """The cuts of one direction, from left to right or from top to bottom."""
        return sorted((step for step in self.scheme.steps if step.cut.upright == upright), key=lambda s: s.cut.at)

    def _reached(self, *, upright: bool) -> list[Step]:
        """Those of them whose numbers stand outside the sheet."""
        return [step for step in self._steps(upright=upright) if not self._is_behind(step.cut)]

    def _draw_cuts(self, ink: "Ink", left: float, top: float) -> None:
        """Upright cuts have their numbers above the sheet, level ones at its left, in tiers where they are near.

        A number whose line would run through a piece stands on its cut.
        """
        scale = self._scale
        for upright in (True, False):
            steps = self._steps(upright=upright)
            reached = self._reached(upright=upright)
            for step in steps:
                cut = step.cut
                line = self._line(cut.at, cut.start - _BEYOND / scale, cut.end + _BEYOND / scale, upright)
                ink.rule(left + line[0], top + line[1], left + line[2], top + line[3], _CUT, INK)
            tiers = find_tiers([step.cut.at * scale for step in reached])
            for step, tier in zip(reached, tiers, strict=True):
                edge = -tier * _TIER - 1.6 * POINTS_PER_MM
                start = step.cut.start * scale - _BEYOND
                line = self._line(step.cut.at, (edge + _TIER / 2) / scale, start / scale, upright)
                ink.rule(left + line[0], top + line[1], left + line[2], top + line[3], 0.25, QUIET)
                at = step.cut.at * scale
                x, y = (left + at, top + edge) if upright else (left + edge, top + at)
                write(ink, self.pen, str(step.number), x, y, _NUMBER)
            # Next to each other, they take turns at three places of their cuts.
            for place, step in enumerate(step for step in steps if step not in reached):
                cut = step.cut
                along = cut.start + (cut.end - cut.start) * (0.5, 0.25, 0.75)[place % 3]
                x, y, _, _ = self._line(cut.at, along, along, upright)
                ink.box((left + x - 3.6, top + y - 3.4, 7.2, 6.8), WHITE)
                write(ink, self.pen, str(step.number), left + x, top + y, _NUMBER)

    def _line(self, at: float, start: float, end: float, upright: bool) -> tuple[float, float, float, float]:
        """The ends of an upright or level line, in points from the sheet's corner."""
        at, start, end = at * self._scale, start * self._scale, end * self._scale
        return (at, start, at, end) if upright else (start, at, end, at)

    def _is_behind(self, cut: Cut) -> bool:
        """Whether a piece lies between the cut and the edge of the sheet that has the numbers."""
        boxes = [slot.trim for slot in self.scheme.side.slots]
        spans = [(b.left, b.right, b.top) if cut.upright else (b.top, b.bottom, b.left) for b in boxes]
        return any(low + SAME < cut.at < high - SAME and start < cut.start for low, high, start in spans)

    def _draw_flip(self, ink: "Ink", left: float, top: float) -> None:
        """Front and back beside the edge between them, over which the sheet is turned."""
        wide, high = self.scheme.size
        upright = self.upright
        scale = (_HIGH if upright else _LOW) / high
        width, height = wide * scale, high * scale
        step = (width + _GAP, 0.0) if upright else (0.0, height + _GAP)
        for number, word in enumerate(("front", "back")):
            x, y = left + number * step[0], top + number * step[1]
            ink.box((x, y, width, height), WHITE, stroke=INK)
            write(ink, self.pen, word, x + width / 2, y + height / 2, _WORD)
        if upright:
            middle = left + width + _GAP / 2
            ink.rule(middle, top - 2, middle, top + height + 2, 0.6, INK, DASH)
            self._point(ink, middle, top + height / 2, (1.0, 0.0))
        else:
            middle = top + height + _GAP / 2
            ink.rule(left - 2, middle, left + width + 2, middle, 0.6, INK, DASH)
            self._point(ink, left + width / 2, middle, (0.0, 1.0))
        end = left + width + step[0] + 2 * POINTS_PER_MM
        word = f"turned over on the {edge(self.flip)}"
        write(ink, self.pen, word, end, top + (height + step[1]) / 2, _WORD, middle=False)

    def _point(self, ink: "Ink", x: float, y: float, way: tuple[float, float]) -> None:
        """A small arrow through (x, y)."""
        across, down = way
        tip = x + 3.5 * across, y + 3.5 * down
        ink.rule(x - 3.5 * across, y - 3.5 * down, *tip, 0.8, INK)
        for turn in (-1, 1):
            back = tip[0] - 2 * across + 1.6 * turn * down, tip[1] - 2 * down + 1.6 * turn * across
            ink.rule(*back, *tip, 0.8, INK)


class Folding(NamedTuple):
    """The outermost sheet of a booklet, front and back, with its pages, the fold, the staples and what is cut off."""

    signature: Signature
    pen: Pen

    @property
    def _scale(self) -> float:
        return _SPREAD / self.signature.width

    @property
    def width(self) -> float:
        """How wide it is."""
        return 2 * _SPREAD + _GAP

    @property
    def height(self) -> float:
        """How high it is."""
        return _AROUND + self.signature.height * self._scale

    def draw(self, ink: "Ink", x: float, y: float) -> None:
        """Draw it with its top left corner at (x, y) of the page."""
        scale = self._scale
        width, height = self.signature.width * scale, self.signature.height * scale
        folio = self.signature.folios[0]
        for number, (word, side) in enumerate(zip(("front", "back"), folio.sides, strict=True)):
            left, top = x + number * (width + _GAP), y + _AROUND
            write(ink, self.pen, f"sheet 1, {word}", left + width / 2, top - 2.4 * POINTS_PER_MM, _WORD)
            ink.box((left, top, width, height), WHITE, stroke=INK)
            page = self.signature.page_width * scale
            for half in side:
                name = str(half.page) if half.page else "blank"
                style = _LARGE if half.page else _WORD
                write(ink, self.pen, name, left + half.x * scale + page / 2, top + height / 2, style)
            middle = left + width / 2
            ink.rule(middle, top, middle, top + height, 0.6, INK, DASH)
            if number == 0:
                for share in (0.25, 0.75):
                    ink.rule(middle, top + height * share - 3.5, middle, top + height * share + 3.5, 2.2, INK)
                for cut in (folio.cut * scale, width - folio.cut * scale) if folio.cut else ():
                    ink.rule(left + cut, top - 2, left + cut, top + height + 2, _CUT, INK)


def find_tiers(places: Sequence[float]) -> list[int]:
    """For each place along an edge, in order, the row in which its number does not meet one before it."""
    ends: list[float] = []
    tiers = []
    for place in places:
        tier = next((number for number, end in enumerate(ends) if place - end >= _APART), len(ends))
        ends[tier : tier + 1] = [place]
        tiers.append(tier)
    return tiers


def _trace(ink: "Ink", outline: Outline, corner: tuple[float, float], scale: float, dash: tuple[float, ...]) -> None:
    points = [(corner[0] + x * scale, corner[1] + y * scale) for x, y in outline.points(0.3)]
    ends = (*points[1:], points[0]) if outline.closed else points[1:]
    for (x1, y1), (x2, y2) in zip(points, ends, strict=False):
        ink.rule(x1, y1, x2, y2, _CUT, INK, dash)


def write(ink: "Ink", pen: Pen, text: str, x: float, y: float, style: Style, *, middle: bool = True) -> None:
    """Words with their middle at (x, y), or their left end."""
    line: Line = break_lines(pen.set((Span(text, NOWHERE),), style), 1e9)[0]
    ink.line(line, x - line.width / 2 if middle else x, y + 0.35 * style.size, style)
