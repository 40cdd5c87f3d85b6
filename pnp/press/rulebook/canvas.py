"""Ink on the pages of a rulebook. Knows reportlab, for its canvas: text, lines, boxes, links and the outline.

Here y is measured downward from the top of the page, in points; faces and icons are empty forms around a middle.
"""

import io
import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from reportlab.lib.colors import HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont
from reportlab.pdfgen.canvas import Canvas

from pnp.model.colours import dip
from pnp.model.face import FaceKey
from pnp.model.finding import PnpError
from pnp.model.units import POINTS_PER_MM
from pnp.press.rulebook.fonts import set_text
from pnp.press.rulebook.lines import ICON, ICON_DEPTH, Line
from pnp.press.rulebook.style import Style

# Left, top, width, height.
Box: TypeAlias = tuple[float, float, float, float]

# A placeholder for each drawing, and the name under which a page's resources have it.
PLACEHOLDER = "art%d"
RESOURCE = "/FormXob." + PLACEHOLDER
# The square of an icon as it is drawn.
_ICON_POINTS = 10 * POINTS_PER_MM


class Ink:
    """A canvas for pages of one size. `arts` are the faces that were drawn, in the order of their placeholders.

    `duplex` tells the viewer how to print it: `Simplex`, `DuplexFlipShortEdge`.
    """

    def __init__(
        self, width: float, height: float, font: str, arts: Iterable[FaceKey] = (), duplex: str = "Simplex"
    ) -> None:
        self._content = io.BytesIO()
        self._canvas = Canvas(
            self._content, pagesize=(width, height), invariant=1, pageCompression=0, initialFontName=_register(font)
        )  # what binds it compresses it
        self._canvas.setViewerPreference("PrintScaling", "None")
        self._canvas.setViewerPreference("Duplex", duplex)
        self._canvas.setViewerPreference("DisplayDocTitle", "true")
        # One of `pnp.model.colours.INKS`, in which all colours are drawn; none: their own.
        self.tone = ""
        self._height = height
        self._arts = {key: number for number, key in enumerate(arts)}
        self._level = -1
        self._names: dict[str, str] = {}
        self._shown: dict[tuple[str, str], tuple[tuple[str, str], ...]] = {}
        self._colours: dict[tuple[str, str], HexColor] = {}
        for number in self._arts.values():
            self._canvas.beginForm(PLACEHOLDER % number)
            self._canvas.endForm()

    def finish(self) -> bytes:
        """The file."""
        if self._level >= 0:
            self._canvas.showOutline()
        self._canvas.save()
        return self._content.getvalue()

    @contextmanager
    def moved(self, x: float) -> Iterator[None]:
        """What is drawn within stands so far to the right."""
        self._canvas.saveState()
        self._canvas.translate(x, 0)
        yield
        self._canvas.restoreState()

    def end_page(self) -> None:
        """Go on with a new page."""
        self._canvas.showPage()

    def line(self, line: Line, x: float, baseline: float, style: Style) -> None:
        """A line of text from x on, in the style's size and colour."""
        canvas = self._canvas
        y = self._height - baseline
        canvas.setFillColor(self._colour(style.colour))
        code, current = ["BT"], ""
        for number, (left, piece) in enumerate(line.pieces):
            if piece.icon:
                continue
            # A space between words, so that a search finds them; the next word has its own place all the same.
            follows = line.pieces[number + 1][0] if number + 1 < len(line.pieces) else 0.0
            space = " " if follows > left + piece.width + 0.5 else ""
            code.append(f"1 0 0 1 {x + left:.2f} {y:.2f} Tm")  # a hundredth of a point is 0.004 mm
            for name, shown in self._show(piece.text + space, piece.font):
                code.append(f"[{shown}] TJ" if name == current else f"{name} {style.size:g} Tf [{shown}] TJ")
                current = name
        canvas.addLiteral(" ".join([*code, "ET"]))
        for left, piece in line.pieces:
            if piece.icon:
                size = ICON * style.size
                middle = baseline + ICON_DEPTH * style.size - size / 2
                self.art(FaceKey("", piece.icon, "icon"), x + left + size / 2, middle, size / _ICON_POINTS)
        self._link(line, x, baseline, style)

    def _show(self, text: str, font: str) -> tuple[tuple[str, str], ...]:
        """The text as the PDF holds it, from its first time on: a letter keeps its number."""
        shown = self._shown.get((text, font))
        if shown is None:
            shown = self._shown[text, font] = tuple(self._split(text, font))
        return shown

    def _split(self, text: str, font: str) -> Iterator[tuple[str, str]]:
        """The text as the PDF holds it: (name of the font's part, letters as hexadecimal numbers), kerned."""
        whole = pdfmetrics.getFont(_register(font))
        kerns = set_text(text, font).kerns
        start = 0
        for subset, letters in whole.splitString(text, self._canvas._doc):
            shown, done = letters.hex(), 0
            parts = []
            for place, move in kerns:
                if start <= place < start + len(letters):
                    after = 2 * (place - start + 1)
                    parts.append(f"{shown[done:after]}> {-1000 * move:.0f} <")
                    done = after
            start += len(letters)
            name = str(whole.getSubsetInternalName(subset, self._canvas._doc))
            yield name, f"<{''.join(parts)}{shown[done:]}>"

    def _link(self, line: Line, x: float, baseline: float, style: Style) -> None:
        """One area for neighbouring pieces that lead to the same place."""
        areas: list[tuple[str, float, float]] = []
        for left, piece in line.pieces:
            if piece.link and areas and areas[-1][0] == piece.link:
                areas[-1] = (piece.link, areas[-1][1], left + piece.width)
            elif piece.link:
                areas.append((piece.link, left, left + piece.width))
        for link, left, right in areas:
            bottom, top = self._height - baseline - 0.25 * style.size, self._height - baseline + 0.8 * style.size
            area = (x + left, bottom, x + right, top)
            if link.startswith("#"):
                self._canvas.linkRect("", self._name(link[1:]), area, relative=1, thickness=0)
            else:
                self._canvas.linkURL(link, area, relative=1, thickness=0)

    def rule(
        self, x1: float, y1: float, x2: float, y2: float, width: float, colour: str, dash: tuple[float, ...] = ()
    ) -> None:
        """A straight line, dashed if `dash` gives the lengths of dash and gap."""
        self._canvas.setLineWidth(width)
        self._canvas.setStrokeColor(self._colour(colour))
        if dash:
            self._canvas.setDash(list(dash))
        self._canvas.line(x1, self._height - y1, x2, self._height - y2)
        if dash:
            self._canvas.setDash()

    def box(self, box: Box, fill: str, *, stroke: str = "", corner: float = 0) -> None:
        """A filled box, with an outline if `stroke` is a colour, with round corners if `corner` is a radius."""
        x, y, width, height = box
        canvas = self._canvas
        if fill:
            canvas.setFillColor(self._colour(fill))
        if stroke:
            canvas.setStrokeColor(self._colour(stroke))
            canvas.setLineWidth(0.8)
        painted = {"stroke": bool(stroke), "fill": bool(fill)}
        if corner:
            canvas.roundRect(x, self._height - y - height, width, height, corner, **painted)
        else:
            canvas.rect(x, self._height - y - height, width, height, **painted)

    def dots(self, x1: float, x2: float, y: float, colour: str) -> None:
        """A dotted line; its dots stand below those of other lines."""
        step = 4.0
        first = math.ceil(x1 / step) * step
        if x2 - first < step:
            return
        canvas = self._canvas
        canvas.saveState()
        canvas.setStrokeColor(self._colour(colour))
        canvas.setLineWidth(0.9)
        canvas.setLineCap(1)
        canvas.setDash([0, step])
        canvas.line(first, self._height - y, x2, self._height - y)
        canvas.restoreState()

    def stamp(self, words: str, font: str, width: float) -> None:
        """Words from corner to corner of a page of that width; it stays legible below them."""
        canvas = self._canvas
        height = self._height
        diagonal = math.hypot(width, height)
        size = 0.7 * diagonal / set_text(words, font).width
        canvas.saveState()
        canvas.translate(width / 2, height / 2)
        canvas.rotate(math.degrees(math.atan2(height, width)))
        canvas.setFillColor(self._colour("#bf0d0d"), alpha=0.25)
        canvas.setFont(_register(font), size)
        canvas.drawCentredString(0, -0.35 * size, words)
        canvas.restoreState()

    def _colour(self, colour: str) -> HexColor:
        key = (colour, self.tone)
        if key not in self._colours:
            self._colours[key] = HexColor(dip(colour, self.tone))
        return self._colours[key]

    def disc(self, x: float, y: float, radius: float, fill: str, stroke: str, width: float) -> None:
        """A disc with an outline."""
        self._canvas.setFillColor(self._colour(fill))
        self._canvas.setStrokeColor(self._colour(stroke))
        self._canvas.setLineWidth(width)
        self._canvas.circle(x, self._height - y, radius, stroke=1, fill=1)

    def art(self, key: FaceKey, x: float, y: float, scale: float, turn: int = 0) -> None:
        """A drawing with its middle at (x, y), so many times its size, turned by so many degrees."""
        if key not in self._arts:
            return
        canvas = self._canvas
        canvas.saveState()
        canvas.translate(x, self._height - y)
        canvas.scale(scale, scale)
        if turn:
            canvas.rotate(turn)
        canvas.doForm(PLACEHOLDER % self._arts[key])
        canvas.restoreState()

    def clipped_art(self, key: FaceKey, box: Box, corner: float, scale: float, turn: int) -> None:
        """A drawing in the middle of a box (left, top, width, height) and cut off at its round corners."""
        left, top, width, height = box
        canvas = self._canvas
        canvas.saveState()
        path = canvas.beginPath()
        path.roundRect(left, self._height - top - height, width, height, corner)
        canvas.clipPath(path, stroke=0, fill=0)
        self.art(key, left + width / 2, top + height / 2, scale, turn)
        canvas.restoreState()

    def mark(self, anchor: str, y: float) -> None:
        """A place that links lead to."""
        self._canvas.bookmarkHorizontal(self._name(anchor), 0, self._height - y, fit="XYZ")

    def enter(self, anchor: str, title: str, level: int) -> None:
        """An entry of the outline, in the order of reading, which leads to a mark."""
        self._level = min(level, self._level + 1)
        self._canvas.addOutlineEntry(title, self._name(anchor), self._level, closed=False)

    def _name(self, anchor: str) -> str:
        """What the file calls a place: plain letters, whatever the anchor is."""
        return self._names.setdefault(anchor, f"p{len(self._names)}")


def _register(font: str) -> str:
    """The font of the file, by the name under which reportlab then knows it."""
    if font not in pdfmetrics.getRegisteredFontNames():
        try:
            pdfmetrics.registerFont(TTFont(font, font, shapable=False))
        except (TTFError, OSError) as error:
            raise PnpError(f"{font} cannot be set in a rulebook: {error}", "Use a TrueType font.") from error
    return font
