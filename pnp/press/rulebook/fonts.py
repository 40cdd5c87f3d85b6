"""The fonts of a rulebook: which of them draws a letter, how wide it is, and how letters are kerned, by HarfBuzz.

A font is named by the path of its file.
"""

from functools import lru_cache
from itertools import groupby, repeat
from operator import sub
from typing import Any, NamedTuple

import uharfbuzz as hb

from pnp.model.document import Document, Typeface
from pnp.model.finding import PnpError
from pnp.model.roots import Roots

# What a font without the character may draw in its place: the same picture under another number.
_TWINS = {"\u2010": "-", "\u2011": "-", "\u02bc": "\u2019", "\u2212": "\u2013"}
# Kerning below this many em is not worth its bytes.
_LEAST = 0.0015
# Ligatures are left alone: a search would not find their letters.
_FEATURES = {"liga": False, "clig": False, "calt": False, "ccmp": False}


class Set(NamedTuple):
    """A text as it is set: its width in em, and after which letters (from 0) the next one moves, by how many em."""

    width: float
    kerns: tuple[tuple[int, float], ...]


class Fonts:
    """The typefaces of a document, by (bold, italic). `missing` is set in place of a letter that none of them has."""

    def __init__(self, document: Document, roots: Roots, missing: str = "") -> None:
        self._roots = roots
        self._missing = missing
        self._symbols = tuple(self._find(file) for file in document.symbols)
        self.body = self._styles(document.body)
        self.display = self._styles(document.display)

    def spell(self, text: str, font: str) -> tuple[tuple[str, str], ...]:
        """The text in runs (font, text); a letter that the font lacks is lent by the font of symbols."""
        if text == "\n" or all(map(has_letter, repeat(font), text)):
            return ((font, text),) if text else ()
        letters = [self._lend(letter, font) for letter in text]
        runs = groupby(letters, lambda one: one[0])
        return tuple((name, "".join(letter for _, letter in run)) for name, run in runs)

    def _lend(self, letter: str, font: str) -> tuple[str, str]:
        if has_letter(font, letter) or letter == "\n":
            return font, letter
        twin = _TWINS.get(letter, letter)
        if has_letter(font, twin):
            return font, twin
        lender = next((name for name in self._symbols if has_letter(name, letter)), "")
        return (lender, letter) if lender else (font, self._missing or letter)

    def _styles(self, face: Typeface) -> dict[tuple[bool, bool], str]:
        styles = ((False, False), (True, False), (False, True), (True, True))
        files = (face.regular, face.bold, face.italic, face.both)
        return {style: self._find(file) for style, file in zip(styles, files, strict=True)}

    def _find(self, file: str) -> str:
        path = self._roots.find(file)
        if path is None:
            raise PnpError("a rulebook needs a font, and there is none", "Put one into fonts/ of the kit.")
        return str(path)


@lru_cache(maxsize=20_000)
def set_text(text: str, font: str) -> Set:
    """The text with its kerning, and without ligatures."""
    letters = _letters(font)
    widths = [letters[letter] for letter in text]
    buffer = letters.buffer
    buffer.clear_contents()
    # HarfBuzz would ask the locale for the language, and the locale must not change a page.
    buffer.language = "en"
    buffer.add_str(text)
    buffer.guess_segment_properties()
    hb.shape(letters.shaper, buffer, _FEATURES)
    upem = letters.upem
    advances = [place.x_advance / upem for place in buffer.glyph_positions]
    if advances == widths or len(advances) != len(widths) or buffer.direction != "ltr":
        return Set(sum(widths), ())
    moves = enumerate(map(sub, advances, widths))
    kerns = tuple([(number, move) for number, move in moves if move > _LEAST or move < -_LEAST])
    return Set(sum(widths) + sum([move for _, move in kerns]), kerns)


class _Letters(dict[str, float]):
    """How wide each letter of a font is alone, in em; the font is asked once."""

    def __init__(self, font: str) -> None:
        super().__init__()
        face = hb.Face(hb.Blob.from_file_path(font))
        self.shaper: Any = hb.Font(face)
        self.upem: int = face.upem
        self.buffer: Any = hb.Buffer()

    def __missing__(self, letter: str) -> float:
        glyph = self.shaper.get_nominal_glyph(ord(letter)) or 0
        width = self[letter] = float(self.shaper.get_glyph_h_advance(glyph) / self.upem)
        return width


@lru_cache(maxsize=64)
def _letters(font: str) -> _Letters:
    return _Letters(font)


@lru_cache(maxsize=5000)
def has_letter(font: str, letter: str) -> bool:
    """Whether the font in the file can draw the letter."""
    return bool(_letters(font).shaper.get_nominal_glyph(ord(letter)))
