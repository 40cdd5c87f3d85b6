"""The pages of a rulebook drawn: each on a sheet of its own, or two side by side on sheets that are folded."""

from collections.abc import Sequence
from typing import NamedTuple

from pnp.model.document import Document
from pnp.model.face import FaceKey
from pnp.model.signature import Folio, Half, Signature
from pnp.model.units import POINTS_PER_MM
from pnp.press.rulebook.canvas import Ink
from pnp.press.rulebook.fonts import Fonts
from pnp.press.rulebook.furniture import Place, Title, draw_foot
from pnp.press.rulebook.pages import Spot
from pnp.press.rulebook.style import INK, QUIET, Look

# Marks begin where most printers do, 4.2 mm inside the edge, and end before the first line of a page, in points.
_EDGE, _LENGTH = 4.2 * POINTS_PER_MM, 5.0 * POINTS_PER_MM
_WIDTH = 0.15 * POINTS_PER_MM
_DASH = (4.0, 2.5)
# A staple, as wide as they are; it stands so far from head and foot, as a share of the height.
_STAPLE, _STAPLE_AT, _PRONG = 12.0 * POINTS_PER_MM, 0.25, 1.0 * POINTS_PER_MM


class Plates(NamedTuple):
    """A document's pages with all that is drawn on them, the `arts` among them, in the ink `tone`."""

    document: Document
    pages: Sequence[Sequence[Spot]]
    title: Title
    fonts: Fonts
    look: Look
    arts: tuple[FaceKey, ...]
    tone: str
    draft: bool

    @property
    def sections(self) -> list[str]:
        """The section that each page names at its head."""
        names, section = [], ""
        for page in self.pages:
            name, section = _name_sections(page, section)
            names.append(name)
        return names

    def draw(self, ink: Ink, number: int, section: str, *, recto: bool) -> None:
        """The page of that number, from 1; a `recto` has the fold at its left."""
        page = self.title.format
        left = page.left(recto=recto)
        if number == 1:
            self.title.draw(ink)
        for x, y, block in self.pages[number - 1]:
            block.draw(ink, left + x, page.head + y)
            for mark in block.marks():
                ink.mark(mark.anchor, page.head + y + mark.below)
        place = Place(number, len(self.pages), section, page, recto)
        draw_foot(ink, self.document, self.look, self.fonts, place)
        if self.draft:
            ink.stamp("DRAFT", self.fonts.body[True, False], page.width)

    def enter(self, ink: Ink) -> None:
        """The outline, in the order of reading."""
        marks = (mark for page in self.pages for spot in page for mark in spot.block.marks())
        for mark in marks:
            if mark.title:
                ink.enter(mark.anchor, mark.title, mark.level)


def draw_plates(plates: Plates, signature: Signature | None) -> bytes:
    """The PDF: a page a sheet, or the sheets of a booklet, fronts each followed by its back."""
    page, font = plates.title.format, plates.fonts.body[False, False]
    if signature is None:
        ink = Ink(page.width, page.height, font, plates.arts)
    else:
        size = signature.width * POINTS_PER_MM, signature.height * POINTS_PER_MM
        ink = Ink(*size, font, plates.arts, "DuplexFlipShortEdge")
    ink.tone = plates.tone
    if signature is None:
        _draw_loose(ink, plates)
    else:
        _draw_sheets(ink, plates, signature)
    plates.enter(ink)
    return ink.finish()


def _draw_loose(ink: Ink, plates: Plates) -> None:
    for number, section in enumerate(plates.sections, 1):
        plates.draw(ink, number, section, recto=True)
        ink.end_page()


def _draw_sheets(ink: Ink, plates: Plates, signature: Signature) -> None:
    sections = plates.sections
    for number, folio in enumerate(signature.folios):
        for side in folio.sides:
            for half, recto in zip(side, (False, True), strict=True):
                _draw_half(ink, plates, half, sections, recto=recto)
            if side is folio.front:
                _draw_marks(ink, signature, folio, cover=number == 0)
            ink.end_page()


def _draw_half(ink: Ink, plates: Plates, half: Half, sections: Sequence[str], *, recto: bool) -> None:
    if half.page:
        with ink.moved(half.x * POINTS_PER_MM):
            plates.draw(ink, half.page, sections[half.page - 1], recto=recto)


def _draw_marks(ink: Ink, signature: Signature, folio: Folio, *, cover: bool) -> None:
    """Where the sheet is folded and cut, at head and foot; on the cover also where it is stapled."""
    width, height = signature.width * POINTS_PER_MM, signature.height * POINTS_PER_MM
    fold, cut = signature.fold * POINTS_PER_MM, folio.cut * POINTS_PER_MM
    for top in (_EDGE, height - _EDGE - _LENGTH):
        ink.rule(fold, top, fold, top + _LENGTH, _WIDTH, INK, _DASH)
        for x in (cut, width - cut) if cut else ():
            ink.rule(x, top, x, top + _LENGTH, _WIDTH, INK)
    if cover:
        for middle in (_STAPLE_AT * height, (1 - _STAPLE_AT) * height):
            top, bottom = middle - _STAPLE / 2, middle + _STAPLE / 2
            ink.rule(fold, top, fold, bottom, _WIDTH, QUIET)
            for y in (top, bottom):
                ink.rule(fold - _PRONG, y, fold + _PRONG, y, _WIDTH, QUIET)


def _name_sections(page: Sequence[Spot], before: str) -> tuple[str, str]:
    """The section at the top of the page, and that at its end; `before` is the one that the last page ended in."""
    begun = [
        (number, mark.title)
        for number, spot in enumerate(page)
        for mark in spot.block.marks()
        if mark.title and mark.level == 0
    ]
    if not begun:
        return before, before
    goes_on = before and begun[0][0] > 0
    return before if goes_on else begun[0][1], begun[-1][1]
