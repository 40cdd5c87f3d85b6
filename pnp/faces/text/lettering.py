"""Words and spaces as pieces of glyphs, each shaped once, with the fonts that lend what a font lacks.

Words are shaped apart and joined by a space that is shaped between its two neighbours, so that the kerning of a line
is that of the line shaped as a whole, and yet a thousand cards shape little more than their vocabulary.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from pnp.faces.text.fonts import Font, FontBook
from pnp.faces.text.hyphenation import SOFT_HYPHEN, take_soft_hyphens
from pnp.faces.text.seams import split_word
from pnp.faces.text.shaping import Shaped, measure, retell, shape

_NO_SPACE = 0.25  # em, where a font has no space
_SMALL = 0.8  # of the size, where small capitals are made from capitals

# What a font without the character may draw in its place: the same picture under another number.
_TWINS = {"\u2010": "-", "\u2011": "-", "\u02bc": "\u2019", "\u2215": "/", "\u2126": "\u03a9", "\u00b5": "\u03bc"}
# Letters and figures that no other family lends: a word of two typefaces is a fault that is seen in print alone.
_OWN = "[\u0000-\u036f\u1d00-\u1eff\u2c60-\u2c7f\ua720-\ua7ff\uab30-\uab6f\ufb00-\ufb06]"
# Signs of damaged text and numbers that are no character, in every plane: never drawn, always told.
_LAST = "".join(chr(plane << 16 | end) for plane in range(17) for end in (0xFFFE, 0xFFFF))
_DAMAGE = re.compile(f"[\ufffd\ufdd0-\ufdef{_LAST}]")


class Part(NamedTuple):
    """What must stay on one line: its pieces, their advance, and the kerning to the next part of the word.

    `missing` are the characters that no font has. `text` is what was shaped, `points` are the places in it before
    which its author lets it be parted with a hyphen. `is_plain` is set where it is a piece of its own font with nothing
    more to tell.
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
        texts = split_word(word)
        if texts == [word] and SOFT_HYPHEN not in word:
            parts = (_make_part(word, font, shape_pieces(font, word, book, backward=backward)),)
        else:
            parts = tuple(_make_parts(texts, font, book, backward))
        font.words[key] = parts
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
        alone = join(font, "", space, "") if before or after else _shape_space(font, space)
        found = font.joins[key] = _kern_space(font, before, alone, after)
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
        alone = last or backward or not is_own(pieces, font)
        between = 0.0 if alone else _kern(font, text, bare[index + 1][0])
        yield _make_part(text, font, pieces, Shaped(font.file, "", (), (), between) if between else None, points)


def _make_part(
    text: str, font: Font, pieces: tuple[Shaped, ...], kern: Shaped | None = None, points: tuple[int, ...] = ()
) -> Part:
    advance = sum([piece.advance for piece in pieces])
    missing = tuple([character for piece in pieces for character in piece.missing])
    plain = is_own(pieces, font) and not (kern or missing or points)
    return Part(pieces, advance, kern, missing, text, points, plain)


def is_own(pieces: tuple[Shaped, ...], font: Font) -> bool:
    """Whether it is one piece, of the font and in its size."""
    return len(pieces) == 1 and pieces[0].font == font.file and pieces[0].scale == 1


def _shape_space(font: Font, space: str) -> Shaped:
    alone = shape(font, space)
    return alone if alone.is_whole else Shaped(font.file, space, (), ((len(space.encode()), 0),), _NO_SPACE)


def _kern_space(font: Font, before: str, space: Shaped, after: str) -> Shaped:
    if not space.glyphs:
        return space
    left, right = _kern(font, before, space.text), _kern(font, space.text, after)
    if not left and not right:
        return space
    glyphs = tuple([(glyph, x + left, y) for glyph, x, y in space.glyphs])
    return space._replace(glyphs=glyphs, advance=left + space.advance + right)


def _kern(font: Font, left: str, right: str) -> float:
    """What two texts are wider, or narrower, beside one another."""
    if not left or not right or font.feigned:
        return 0.0
    found = font.kerns.get((left, right))
    if found is None:
        found = measure(font, left + right) - _measure(font, left) - _measure(font, right)
        font.kerns[left, right] = found
    return found


def _measure(font: Font, text: str) -> float:
    found = font.widths.get(text)
    if found is None:
        found = font.widths[text] = measure(font, text)
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
    return (shape(font, text, backward=backward)._replace(missing=(text,)),)


def _lenders(font: Font, text: str, book: FontBook) -> Iterator[Font]:
    if _DAMAGE.search(text) or any(character.isalnum() for character in re.findall(_OWN, text)):
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
    return piece._replace(glyphs=glyphs, advance=piece.advance * _SMALL, scale=piece.scale * _SMALL)
