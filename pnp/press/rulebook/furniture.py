"""What stands around the text: the title across the first page, the head and the foot of the others."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from pnp.model.document import Document, Span
from pnp.model.units import POINTS_PER_MM
from pnp.press.rulebook.fonts import Fonts
from pnp.press.rulebook.lines import Line, Pen, break_lines
from pnp.press.rulebook.style import INK, QUIET, WHITE, Format, Look, Style

if TYPE_CHECKING:
    from pnp.press.rulebook.canvas import Ink

_LARGEST, _SMALLEST = 46.0, 20.0
# The space below the title's ground.
_BELOW = 9 * POINTS_PER_MM


class Title(NamedTuple):
    """The title in lines, what the game is in a sentence, and its version; `height` is all of it with its ground.

    The ground is dark, or `outlined` on white.
    """

    lines: tuple[Line, ...]
    style: Style
    summary: tuple[Line, ...]
    summary_style: Style
    version: Line
    version_style: Style
    height: float
    format: Format
    accent: str
    outlined: bool

    @property
    def room(self) -> float:
        """What it takes from the first page's text, with the space below it."""
        return self.height + self.format.top - self.format.head + _BELOW * self.format.scale

    def draw(self, ink: "Ink") -> None:
        """Draw it at the top of the page."""
        page = self.format
        start = page.left(recto=True)
        left, top = start - page.out, page.top
        across = page.across + 2 * page.out
        # The bar reaches below the ground, so that no pale line shows between them.
        ink.box((left, top + self.height - 1, across, 2.2 * POINTS_PER_MM + 1), self.accent)
        ink.box((left, top, across, self.height), WHITE if self.outlined else INK, stroke=INK if self.outlined else "")
        baseline = top + 5 * POINTS_PER_MM + 0.85 * self.style.size
        for line in self.lines:
            ink.line(line, start, baseline, self.style)
            baseline += self.style.leading
        baseline += 0.9 * self.summary_style.leading - self.style.leading + 0.25 * self.style.size
        for line in self.summary:
            ink.line(line, start, baseline, self.summary_style)
            baseline += self.summary_style.leading
        below = top + self.height - 3.2 * POINTS_PER_MM
        ink.line(self.version, start + page.across - self.version.width, below, self.version_style)


def set_title(document: Document, page: Format, look: Look, pen: Pen, *, outlined: bool = False) -> Title:
    """The title as large as it can be on one line, or on several where it is long."""
    width = page.across
    words = (Span(document.title, document.where),)
    colour = INK if outlined else WHITE
    size = round(_LARGEST * page.scale)
    while size > _SMALLEST and len(_set(pen, words, _display(size, colour), width)) > 1:
        size -= 1
    style = _display(size, colour)
    lines = _set(pen, words, style, width)
    summary_style = look.body._replace(italic=True, colour=colour)
    version_style = look.quiet._replace(colour=colour)
    said = f"version {document.version}" if document.version else ""
    version = _set(pen, (Span(said, document.where),), version_style, width)
    room = width - (version[0].width if version else 0) - 6 * POINTS_PER_MM
    summary = _set(pen, (Span(document.summary, document.where),), summary_style, room) if document.summary else ()
    height = 10 * POINTS_PER_MM + len(lines) * style.leading + len(summary) * summary_style.leading
    return Title(
        lines,
        style,
        summary,
        summary_style,
        version[0] if version else Line((), 0.0),
        version_style,
        height,
        page,
        look.accent,
        outlined,
    )


def draw_foot(ink: "Ink", document: Document, look: Look, fonts: Fonts, place: "Place") -> None:
    """Title and version at the fold, the page at the other side; on all but the first page the section at the head."""
    pen = Pen(fonts, {})
    version = f"  ·  version {document.version}" if document.version else ""
    page = place.format
    y = page.height - page.foot + 9 * POINTS_PER_MM
    title = _set(pen, (Span(f"{document.title}{version}", document.where),), look.quiet, page.across)
    number = _set(pen, (Span(f"page {place.page} of {place.pages}", document.where),), look.quiet, page.across)
    ink.rule(place.left, y - 11, place.left + page.across, y - 11, 0.4, QUIET)
    _draw_ends(ink, place, y, (title, look.quiet), (number, look.quiet))
    if place.page > 1:
        _draw_head(ink, document, look, pen, place)


class Place(NamedTuple):
    """Which page: its number of how many, its section, its format, and whether it has the fold at its left."""

    page: int
    pages: int
    section: str
    format: Format
    recto: bool = True

    @property
    def left(self) -> float:
        """Where the text begins."""
        return self.format.left(recto=self.recto)


def _draw_head(ink: "Ink", document: Document, look: Look, pen: Pen, place: Place) -> None:
    width = place.format.across
    y = place.format.head - 8.5 * POINTS_PER_MM
    style = look.quiet._replace(display=True)
    title = _set(pen, (Span(document.title, document.where),), style, width * 0.6)
    section = _set(pen, (Span(place.section, document.where, italic=True),), look.quiet, width)
    _draw_ends(ink, place, y, (title, style), (section, look.quiet))
    ink.rule(place.left, y + 5, place.left + width, y + 5, 0.4, QUIET)


def _draw_ends(ink: "Ink", place: Place, y: float, *texts: tuple[tuple[Line, ...], Style]) -> None:
    """The first text at the fold, the second at the other side, at the same height."""
    for at_left, (text, style) in zip((place.recto, not place.recto), texts, strict=True):
        if text:
            shift = 0.0 if at_left else place.format.across - text[0].width
            ink.line(text[0], place.left + shift, y, style)


def _display(size: float, colour: str) -> Style:
    return Style(size, 1.08 * size, display=True, colour=colour)


def _set(pen: Pen, words: Sequence[Span], style: Style, width: float) -> tuple[Line, ...]:
    return break_lines(pen.set(tuple(words), style), width)
