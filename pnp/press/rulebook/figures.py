"""Figures: a face with letters around it, lines from each letter to its place, and what the letters stand for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from pnp.model.document import Callout, Figure
from pnp.model.units import POINTS_PER_MM
from pnp.press.rulebook.blocks import Block, Even, Mark, stack
from pnp.press.rulebook.lines import Line
from pnp.press.rulebook.style import INK, WHITE, Style

if TYPE_CHECKING:
    from pnp.press.rulebook.canvas import Ink

# Of a letter's disc: its radius, how far its middle is from the face, and how far from the next one at least.
RADIUS, AWAY, APART = 2.5 * POINTS_PER_MM, 6.2 * POINTS_PER_MM, 6.0 * POINTS_PER_MM
MARGIN = AWAY + RADIUS
_DOT = 0.75 * POINTS_PER_MM


class Letter(NamedTuple):
    """A letter in a disc around (x, y), and the place (to_x, to_y) that it points at, from the picture's corner."""

    line: Line
    x: float
    y: float
    to_x: float
    to_y: float


@dataclass(frozen=True, slots=True)
class Picture(Even):
    """A figure: the face with its letters, the legend beside or below it, the caption below.

    `left` is where the face begins, `legend_x` and `legend_y` where the legend does.
    """

    figure: Figure
    letters: tuple[Letter, ...]
    style: Style
    left: float
    legend: tuple[Block, ...]
    legend_x: float
    legend_y: float
    caption: Block | None
    caption_y: float
    height: float
    space: float
    keep: bool = False

    def split(self, _room: float) -> tuple[Block, Block] | None:
        """Never: it is looked at as a whole."""
        return None

    def draw(self, ink: "Ink", x: float, y: float) -> None:
        """Draw it with its top left corner at (x, y) of the page."""
        figure = self.figure
        width, height = face_size(figure)
        scale = width / (figure.trim[0] * POINTS_PER_MM)
        corner = figure.corner * POINTS_PER_MM * scale
        left = x + self.left
        ink.clipped_art(figure.face, (left, y, width, height), corner, scale, figure.turn)
        ink.box((left, y, width, height), "", stroke=INK, corner=corner)
        for letter in self.letters:
            ink.rule(x + letter.x, y + letter.y, x + letter.to_x, y + letter.to_y, 2.2, WHITE)
            ink.disc(x + letter.to_x, y + letter.to_y, _DOT + 0.8, WHITE, WHITE, 0.1)
        for letter in self.letters:
            ink.rule(x + letter.x, y + letter.y, x + letter.to_x, y + letter.to_y, 0.75, INK)
            ink.disc(x + letter.to_x, y + letter.to_y, _DOT, INK, WHITE, 0.5)
            ink.disc(x + letter.x, y + letter.y, RADIUS, WHITE, INK, 0.9)
            half = letter.line.width / 2
            ink.line(letter.line, x + letter.x - half, y + letter.y + 0.35 * self.style.size, self.style)
        for below, block in stack(self.legend):
            block.draw(ink, x + self.legend_x, y + self.legend_y + below)
        if self.caption is not None:
            self.caption.draw(ink, x, y + self.caption_y)

    def marks(self) -> Iterator[Mark]:
        """The places in it that links lead to."""
        yield Mark(self.figure.anchor, 0.0)


def face_size(figure: Figure) -> tuple[float, float]:
    """Width and height of the face as shown, in points."""
    width = figure.width * POINTS_PER_MM
    return width, width * figure.trim[1] / figure.trim[0]


def place_letters(figure: Figure, lines: Sequence[Line], left: float) -> tuple[Letter, ...]:
    """The letters at the nearer side of the face, as near the height of their places as the others let them."""
    width, height = face_size(figure)
    scale = width / figure.trim[0]
    sides: dict[bool, list[tuple[float, float, Line]]] = {False: [], True: []}
    for callout, line in zip(figure.callouts, lines, strict=True):
        x, y = _turned(figure, callout)
        sides[x > figure.trim[0] / 2].append((y * scale, x * scale, line))
    _even_out(sides, int((height - 2 * RADIUS) / APART) + 1)
    letters = []
    for right, points in sides.items():
        points.sort(key=lambda point: point[0])
        heights = _spread([y for y, _, _ in points], height)
        at = left + width + AWAY if right else left - AWAY
        letters += [Letter(line, at, top, left + x, y) for (y, x, line), top in zip(points, heights, strict=True)]
    return tuple(letters)


def _turned(figure: Figure, callout: Callout) -> tuple[float, float]:
    if figure.turn:
        return figure.trim[0] - callout.x, figure.trim[1] - callout.y
    return callout.x, callout.y


def _even_out(sides: dict[bool, list[tuple[float, float, Line]]], most: int) -> None:
    """Where one side has more letters than room, those nearest the middle go to the other."""
    for right in (False, True):
        while len(sides[right]) > most and len(sides[not right]) < most:
            nearest = (min if right else max)(sides[right], key=lambda point: point[1])
            sides[right].remove(nearest)
            sides[not right].append(nearest)


def _spread(wanted: Sequence[float], height: float) -> list[float]:
    """Heights near those wanted (which ascend) and APART from each other, within the face if they can be."""
    heights: list[float] = []
    for y in wanted:
        heights.append(max(y, heights[-1] + APART) if heights else max(y, RADIUS))
    limit = height - RADIUS
    for number in range(len(heights) - 1, -1, -1):
        heights[number] = min(heights[number], limit)
        limit = heights[number] - APART
    return heights
