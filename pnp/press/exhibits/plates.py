"""Pages that show faces, drawn: words, patches, and the faces by reference, so that they stay drawings and text."""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from pnp.model.face import Box, Pages
from pnp.model.roots import package_templates
from pnp.model.units import POINTS_PER_MM
from pnp.press.exhibits.page import Exhibit, Patch, Picture, Words
from pnp.press.rulebook.binding import fill_forms
from pnp.press.rulebook.canvas import Ink
from pnp.press.rulebook.fonts import has_letter, set_text
from pnp.press.rulebook.lines import Line, Piece
from pnp.press.rulebook.style import Style

_REGULAR = "barlow-semi-condensed/BarlowSemiCondensed_400Regular.ttf"
_BOLD = "barlow-semi-condensed/BarlowSemiCondensed_700Bold.ttf"
# What lends letters that those lack.
_LENDERS = ("source-serif-4/SourceSerif4_400Regular.ttf", "noto-sans-symbols-2/NotoSansSymbols2_400Regular.ttf")
# Type is made smaller to fit into its room, down to this share; what is longer still is cut and ends in dots.
_SMALLEST = 0.75


def draw_exhibit(exhibit: Exhibit, drawn: Sequence[Pages], *, draft: bool = False) -> bytes:
    """The PDF: the same bytes for the same pages and faces. All pages are of one size.

    `drawn` has the faces, any of them in any of the parts; a picture whose face it lacks stays empty.
    """
    pages = exhibit.pages
    shown = tuple(dict.fromkeys(item.key for page in pages for item in page.items if isinstance(item, Picture)))
    folder = package_templates() / "fonts"
    width, height = (side * POINTS_PER_MM for side in (pages[0].width, pages[0].height))
    ink = Ink(width, height, str(folder / _REGULAR), shown)
    for page in pages:
        for item in page.items:
            _draw(ink, item, folder)
        if draft:
            ink.stamp("DRAFT", str(folder / _BOLD), width)
        ink.end_page()
    return fill_forms(ink.finish(), shown, drawn, exhibit.title)


def wrap(text: str, size: float, room: float) -> list[str]:
    """The text in lines of `room` mm, broken at spaces; a longer word stands out."""
    folder = package_templates() / "fonts"
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        width = sum(piece.width for piece in _spell(longer, False, folder)) * size
        if lines and width <= room * POINTS_PER_MM:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _draw(ink: Ink, item: Words | Patch | Picture, folder: Path) -> None:
    if isinstance(item, Words):
        line, size = _set(item, folder)
        left = item.x * POINTS_PER_MM - {"left": 0.0, "center": 0.5, "right": 1.0}[item.align] * line.width
        ink.line(line, left, item.y * POINTS_PER_MM, Style(size, size, colour=item.colour))
    elif isinstance(item, Patch):
        ink.box(_in_points(item.box), item.fill, stroke=item.stroke)
    else:
        box = _in_points(item.trim)
        corner = min(item.corner * item.scale * POINTS_PER_MM, box[2] / 2, box[3] / 2)
        ink.clipped_art(item.key, box, corner, item.scale, 0)
        ink.box(box, "", stroke=item.outline, corner=corner)


def _in_points(box: Box) -> tuple[float, float, float, float]:
    """Left, top, width and height."""
    left, top, right, bottom = (edge * POINTS_PER_MM for edge in box)
    return left, top, right - left, bottom - top


def _set(words: Words, folder: Path) -> tuple[Line, float]:
    """The text set in its room, and the size of type that it takes."""
    text, size, room = " ".join(words.text.split()), words.size, words.room * POINTS_PER_MM
    pieces = _spell(text, words.bold, folder)
    width = sum(piece.width for piece in pieces)
    if room and width * size > room:
        size = max(room / width, _SMALLEST * size)
        while len(text) > 1 and width * size > room + 1e-6:
            text = text[:-1].rstrip()
            pieces = _spell(f"{text}…", words.bold, folder)
            width = sum(piece.width for piece in pieces)
            width = sum(piece.width for piece in pieces)
    placed, left = [], 0.0
    for piece in pieces:
        placed.append((left, piece._replace(width=piece.width * size)))
        left += piece.width * size
    return Line(tuple(placed), left), size


def _spell(text: str, bold: bool, folder: Path) -> list[Piece]:
    """The text in runs of one font each, widths in em; a letter that no font has becomes a question mark."""
    fonts = [str(folder / name) for name in (_BOLD if bold else _REGULAR, *_LENDERS)]
    letters = []
    for letter in text:
        font = next((font for font in fonts if has_letter(font, letter)), "")
        letters.append((font or fonts[0], letter if font else "?"))
    runs = ((font, "".join(letter for _, letter in run)) for font, run in groupby(letters, lambda one: one[0]))
    return [Piece(run, font, set_text(run, font).width) for font, run in runs]
