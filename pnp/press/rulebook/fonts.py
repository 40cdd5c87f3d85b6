"""The fonts of a rulebook: which of them draws a letter, and how wide it is. Knows reportlab, for its font files."""

from functools import lru_cache
from itertools import groupby

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont

from pnp.model.document import Document, Typeface
from pnp.model.finding import PnpError
from pnp.model.roots import Roots

# What a font without the character may draw in its place: the same picture under another number.
_TWINS = {"\u2010": "-", "\u2011": "-", "\u02bc": "\u2019", "\u2212": "\u2013"}


class Fonts:
    """The typefaces of a document; fonts are named as reportlab knows them."""

    def __init__(self, document: Document, roots: Roots) -> None:
        self._roots = roots
        self._symbols = tuple(self._load(file) for file in document.symbols)
        self.body = self._styles(document.body)
        self.display = self._styles(document.display)
        self._spelled: dict[tuple[str, str], tuple[tuple[str, str], ...]] = {}

    def spell(self, text: str, font: str) -> tuple[tuple[str, str], ...]:
        """The text in runs (font, text); a letter that the font lacks is lent by the font of symbols."""
        key = (text, font)
        if key not in self._spelled:
            letters = [self._lend(letter, font) for letter in text]
            runs = groupby(letters, lambda one: one[0])
            self._spelled[key] = tuple((name, "".join(letter for _, letter in run)) for name, run in runs)
        return self._spelled[key]

    def width(self, text: str, font: str, size: float) -> float:
        """How wide the text is in that font."""
        return measure(text, font) * size

    def _lend(self, letter: str, font: str) -> tuple[str, str]:
        if _has(font, letter) or letter == "\n":
            return font, letter
        twin = _TWINS.get(letter, letter)
        if _has(font, twin):
            return font, twin
        return next((name for name in self._symbols if _has(name, letter)), font), letter

    def _styles(self, face: Typeface) -> dict[tuple[bool, bool], str]:
        styles = ((False, False), (True, False), (False, True), (True, True))
        files = (face.regular, face.bold, face.italic, face.both)
        return {style: self._load(file) for style, file in zip(styles, files, strict=True)}

    def _load(self, file: str) -> str:
        path = self._roots.find(file)
        if path is None:
            raise PnpError("a rulebook needs a font, and there is none", "Put one into fonts/ of the kit.")
        return register(str(path))


@lru_cache(maxsize=64)
def register(path: str) -> str:
    """The font of the file, by the name under which reportlab then knows it."""
    if path not in pdfmetrics.getRegisteredFontNames():
        try:
            pdfmetrics.registerFont(TTFont(path, path, shapable=False))
        except (TTFError, OSError) as error:
            raise PnpError(f"{path} cannot be set in a rulebook: {error}", "Use a TrueType font.") from error
    return path


@lru_cache(maxsize=20_000)
def measure(text: str, font: str) -> float:
    """The width of the text in em."""
    return float(pdfmetrics.stringWidth(text, font, 1))


def ascent(font: str) -> float:
    """How far the font reaches above the baseline, in em."""
    return float(pdfmetrics.getFont(font).face.ascent) / 1000


@lru_cache(maxsize=5000)
def _has(font: str, letter: str) -> bool:
    return ord(letter) in pdfmetrics.getFont(font).face.charToGlyph
