"""Words and spaces as pieces of glyphs, each shaped once, with the fonts that lend what a font lacks.

Words are shaped apart and joined by a space that is shaped between its two neighbours, so that the kerning of a line
is that of the line shaped as a whole, and yet a thousand cards shape little more than their vocabulary.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from pnp.faces.text.fonts import Font, FontBook
from pnp.faces.text.hyphenation import SOFT_HYPHEN, take_soft_hyphens
from pnp.faces.text.seams import split_word
from pnp.faces.text.shaping import Shaped, retell, shape

_NO_SPACE = 0.25  # em, where a font has no space
_SMALL = 0.8  # of the size, where small capitals are made from capitals

# What a font without the character may draw in its place: the same picture under another number.
_TWINS = {"\u2010": "-", "\u2011": "-", "\u02bc": "\u2019", "\u2215": "/", "\u2126": "\u03a9", "\u00b5": "\u03bc"}
# Letters and figures that no other family lends: a word of two typefaces is a fault that is seen in print alone.
_OWN = re.compile("[\u0000-\u036f\u1d00-\u1eff\u2c60-\u2c7f\ua720-\ua7ff\uab30-\uab6f\ufb00-\ufb06]")
# Signs of damaged text and numbers that are no character, in every plane: never drawn, always told.
_LAST = "".join(chr(plane << 16 | end) for plane in range(17) for end in (0xFFFE, 0xFFFF))
_DAMAGE = re.compile(f"[\ufffd\ufdd0-\ufdef{_LAST}]")


@dataclass(frozen=True, slots=True)
class Part:
    """What must stay on one line: its pieces, their advance, and the kerning to the next part of the word.

    `missing` are the characters that no font has. `text` is what was shaped, `points` are the places in it before
    which its author lets it be parted with a hyphen.
    """

    pieces: tuple[Shaped, ...]
    advance: float
    kern: Shaped | None = None
    missing: tuple[str, ...] = ()
    text: str = ""
    points: tuple[int, ...] = ()
    is_plain: bool = False


def shape_word(word: str, font: Font, book: FontBook, backward: bool = False) -> tuple[Part, ...]:
    """The word (text without a space at which a line may break) as the parts between which a line may break."""
    key = f"\n{word}" if backward else word
    parts = font.words.get(key)
    if parts is None:
        parts = font.words[key] = tuple(_make_parts(split_word(word), font, book, backward))
    return parts


def shape_whole(text: str, font: Font, book: FontBook) -> Part:
    """The text as one part, wherever a line might break in it."""
    key = f"\t{text}"
    parts = font.words.get(key)
    if parts is None:
        pieces = shape_pieces(font, text, book)
        parts = font.words[key] = (Part(pieces, sum(piece.advance for piece in pieces), text=text),)
    (part,) = parts
    return part


def join(font: Font, before: str, space: str, after: str) -> Shaped:
    """The space as it stands between the characters `before` and `after` of the same font, kerned to both.

    Either neighbour may be empty.
    """
    key = (before, space, after)
    found = font.joins.get(key)
    if found is None:
        found = font.joins[key] = _shape_space(font, before, space, after)
    return found


def shape_pieces(
    font: Font, text: str, book: FontBook, *, backward: bool = False, ligatures: bool = True
) -> tuple[Shaped, ...]:
    """The text as pieces of one font each: what the font lacks is lent by others of the book."""
    if font.feigned:
        return tuple(_feign(font, text, book, backward))
    whole = shape(font, text, backward=backward, ligatures=ligatures)
    if whole.is_whole and (text.isascii() or not _DAMAGE.search(text)):
        return (whole,)
    pieces: list[Shaped] = []
    for lacking, run in _split_lacking(whole):
        if lacking:
            pieces += _lend(font, run, book, backward)
        else:
            pieces.append(shape(font, run, backward=backward, ligatures=ligatures))
    return tuple(pieces)


def _make_parts(texts: list[str], font: Font, book: FontBook, backward: bool) -> Iterator[Part]:
    bare = [take_soft_hyphens(text) if SOFT_HYPHEN in text else (text, ()) for text in texts]
    bare = [(text, points) for text, points in bare if text]
    for index, (text, points) in enumerate(bare):
        pieces = shape_pieces(font, text, book, backward=backward)
        last = index + 1 == len(bare)
        own = len(pieces) == 1 and pieces[0].font == font.file
        between = 0.0 if last or not own or backward else _kern(font, text, bare[index + 1][0])
        kern = Shaped(font.file, "", (), (), between) if between else None
        missing = tuple(character for piece in pieces for character in piece.missing)
        advance = sum(piece.advance for piece in pieces)
        yield Part(pieces, advance, kern, missing, text, points, not (kern or missing or points))


def _shape_space(font: Font, before: str, space: str, after: str) -> Shaped:
    alone = shape(font, space)
    if not alone.is_whole:
        return Shaped(font.file, space, (), ((len(space.encode()), 0),), _NO_SPACE)
    left = _kern(font, before, space)
    advance = left + alone.advance + _kern(font, space, after)
    return Shaped(
        font.file, space, tuple((glyph, x + left, y) for glyph, x, y in alone.glyphs), alone.clusters, advance
    )


def _kern(font: Font, left: str, right: str) -> float:
    """What two texts are wider, or narrower, beside one another."""
    if not left or not right or font.feigned:
        return 0.0
    found = font.kerns.get((left, right))
    if found is None:
        found = shape(font, left + right).advance - shape(font, left).advance - shape(font, right).advance
        font.kerns[left, right] = found
    return found


def _split_lacking(whole: Shaped) -> list[tuple[bool, str]]:
    """The text cut where glyphs begin or cease to be missing; a space belongs to what stands before it."""
    raw, start, glyph = whole.text.encode(), 0, 0
    row = whole.glyphs[::-1] if whole.backward else whole.glyphs
    runs: list[tuple[bool, str]] = []
    for size, count in whole.clusters:
        text = raw[start : start + size].decode()
        lacking = any(not index for index, _, _ in row[glyph : glyph + count]) or bool(_DAMAGE.search(text))
        if runs and runs[-1][0] == lacking:
            runs[-1] = (lacking, runs[-1][1] + text)
        else:
            runs.append((lacking, text))
        start, glyph = start + size, glyph + count
    return runs


def _lend(font: Font, text: str, book: FontBook, backward: bool) -> tuple[Shaped, ...]:
    """Text that the font lacks: as twins of its characters, or in another font, or each character for itself."""
    twins = [_TWINS.get(character, character) for character in text]
    found = shape(font, "".join(twins), backward=backward)
    if found.is_whole and not _DAMAGE.search(text):
        return (retell(found, list(text), twins),)
    for other in _lenders(font, text, book):
        found = shape(other, text, backward=backward)
        if found.is_whole:
            return (found,)
    if len(text) > 1:
        return tuple(piece for character in text for piece in _lend(font, character, book, backward))
    return (replace(shape(font, text, backward=backward), missing=(text,)),)


def _lenders(font: Font, text: str, book: FontBook) -> Iterator[Font]:
    if _DAMAGE.search(text) or any(character.isalnum() for character in _OWN.findall(text)):
        return
    if unicodedata.category(text[0]).startswith("M"):
        return  # a mark without its letter would stand beside it
    yield from book.fallbacks
    for other in book.lenders(text[0], font.weight > 550, font.italic):
        if other.file != font.file and other.covers(text[0]):
            yield book.give_voice(other, font.language, False)


def _feign(font: Font, text: str, book: FontBook, backward: bool) -> Iterator[Shaped]:
    """Small capitals of a font that has none: its capitals, smaller, where the text has small letters."""
    plain = replace(font, small=False, feigned=False)
    for small, letters in groupby(_letters(text), lambda letter: letter.upper() != letter):
        run = list(letters)
        if not small:
            yield from shape_pieces(plain, "".join(run), book, backward=backward)
            continue
        capitals = [letter.upper() for letter in run]
        drawn = shape_pieces(plain, "".join(capitals), book, backward=backward)
        if len(drawn) == 1:
            yield _shrink(retell(drawn[0], run, capitals))
        else:
            yield from (piece for letter in run for piece in _feign_letter(plain, letter, book, backward))


def _feign_letter(plain: Font, letter: str, book: FontBook, backward: bool) -> tuple[Shaped, ...]:
    drawn = shape_pieces(plain, letter.upper(), book, backward=backward)
    if len(drawn) == 1 and not drawn[0].missing:
        return (_shrink(retell(drawn[0], [letter], [letter.upper()])),)
    return shape_pieces(plain, letter, book, backward=backward)


def _letters(text: str) -> list[str]:
    """The letters, each with the marks that stand on it."""
    letters: list[str] = []
    for character in text:
        if letters and unicodedata.combining(character):
            letters[-1] += character
        else:
            letters.append(character)
    return letters


def _shrink(piece: Shaped) -> Shaped:
    glyphs = tuple((glyph, x * _SMALL, y * _SMALL) for glyph, x, y in piece.glyphs)
    return replace(piece, glyphs=glyphs, advance=piece.advance * _SMALL, scale=piece.scale * _SMALL)
