"""The fonts of a rulebook: which of them draws a letter, how wide it is, and how letters are kerned, by HarfBuzz.

A font is named by the path of its file.
"""

from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

import uharfbuzz as hb

from pnp.model.document import Document, Typeface
from pnp.model.finding import PnpError
from pnp.model.roots import Roots

# What a font without the character may draw in its place: the same picture under another number.
_TWINS = {"\u2010": "-", "\u2011": "-", "\u02bc": "\u2019", "\u2212": "\u2013"}
# Kerning below this many em is not worth its bytes.
_LEAST = 0.0015


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
        self._spelled: dict[tuple[str, str], tuple[tuple[str, str], ...]] = {}

    def spell(self, text: str, font: str) -> tuple[tuple[str, str], ...]:
        """The text in runs (font, text); a letter that the font lacks is lent by the font of symbols."""
        key = (text, font)
        spelled = self._spelled.get(key)
        if spelled is None:
            spelled = self._spelled[key] = self._spell(text, font)
        return spelled

    def _spell(self, text: str, font: str) -> tuple[tuple[str, str], ...]:
        if all(has_letter(font, letter) for letter in text if letter != "\n"):
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
    """The text with its kerning. Ligatures are left alone: a search would not find their letters."""
    widths = [_advance(font, letter) for letter in text]
    shaper, upem = _shaper(font)
    buffer = hb.Buffer()
    # HarfBuzz would ask the locale for the language, and the locale must not change a page.
    buffer.language = "en"
    buffer.add_str(text)
    buffer.guess_segment_properties()
    hb.shape(shaper, buffer, {"liga": False, "clig": False, "calt": False, "ccmp": False})
    places = buffer.glyph_positions
    if len(places) != len(text) or buffer.direction != "ltr":
        return Set(sum(widths), ())
    moves = [place.x_advance / upem - width for place, width in zip(places, widths, strict=True)]
    kerns = tuple([(number, move) for number, move in enumerate(moves) if abs(move) > _LEAST])
    return Set(sum(widths) + sum([move for _, move in kerns]), kerns)


@lru_cache(maxsize=64)
def _shaper(font: str) -> tuple[Any, int]:
    face = hb.Face(hb.Blob.from_file_path(font))
    return hb.Font(face), face.upem


@lru_cache(maxsize=5000)
def _advance(font: str, letter: str) -> float:
    """How wide the letter is alone, in em."""
    shaper, upem = _shaper(font)
    return float(shaper.get_glyph_h_advance(shaper.get_nominal_glyph(ord(letter)) or 0) / upem)


@lru_cache(maxsize=5000)
def has_letter(font: str, letter: str) -> bool:
    """Whether the font in the file can draw the letter."""
    return bool(_shaper(font)[0].get_nominal_glyph(ord(letter)))
