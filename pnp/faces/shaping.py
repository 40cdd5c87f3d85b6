"""Words to glyphs, by HarfBuzz, each word once: positions in em, so one shaping serves every size.

Words are shaped apart and joined by a space that is shaped between its two neighbours, so that the kerning of a line
is that of the line shaped as a whole, and yet a thousand cards shape little more than their vocabulary.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from pnp.faces.fonts import Font, FontBook

GlyphRow: TypeAlias = tuple[tuple[int, float, float], ...]

_NO_SPACE = 0.25  # em, where a font has no space

# What a font without the character may draw in its place: the same picture under another number.
_TWINS = {"\u2010": "-", "\u2011": "-", "\u02bc": "\u2019", "\u2215": "/", "\u2126": "\u03a9", "\u00b5": "\u03bc"}

_CJK = "\u2e80-\u2fdf\u3001-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\uff01-\uff60"
_NEVER_FIRST = "、。，．・：；？！）］｝」』】〉》ーぁぃぅぇぉっゃゅょァィゥェォッャュョ%)\\]},.!?:;"
_NEVER_LAST = "（［｛「『【〈《(\\[{"
# Where a line may break inside a word: after a hyphen or dash between letters, around an em dash's right side,
# beside ideographs (but for their punctuation).
_BREAKS = re.compile(
    rf"(?<=\w\w[-‐–])(?=[^\W\d_])|(?<=\w—)(?=\w)"
    rf"|(?<=[{_CJK}])(?<![{_NEVER_LAST}])(?=[^{_NEVER_FIRST}])|(?<=[^{_NEVER_LAST}])(?=[{_CJK}])(?![{_NEVER_FIRST}])"
)


@dataclass(frozen=True, slots=True)
class Shaped:
    """Text of one font as glyphs (index, x, y), y downward, and its advance, all in em from its start.

    `font` names the file. `clusters` and `backward` are those of `pnp.model.face.Glyphs`.
    `missing` are the characters that no font of the book has.
    """

    font: str
    text: str
    glyphs: GlyphRow
    clusters: tuple[tuple[int, int], ...]
    advance: float
    backward: bool = False
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """What must stay on one line: its pieces, their advance, and the kerning to the next part of the word.

    `missing` are the characters that no font has.
    """

    pieces: tuple[Shaped, ...]
    advance: float
    kern: Shaped | None = None
    missing: tuple[str, ...] = ()


def shape_word(word: str, font: Font, book: FontBook) -> tuple[Part, ...]:
    """The word (text without a space at which a line may break) as the parts between which a line may break."""
    parts = font.words.get(word)
    if parts is None:
        texts = [word] if word.isalnum() and word.isascii() else [text for text in _BREAKS.split(word) if text]
        parts = font.words[word] = tuple(_make_parts(texts, font, book))
    return parts


def shatter(piece: Shaped, book: FontBook) -> tuple[Part, ...]:
    """The piece cut between its letters, for a line that is too narrow for it."""
    font = book.load(piece.font)
    if font is None or len(piece.clusters) < 2:
        return (Part((piece,), piece.advance),)
    raw, start, texts = piece.text.encode(), 0, []
    for size, _ in piece.clusters:
        texts.append(raw[start : start + size].decode())
        start += size
    return tuple(_make_parts(texts, font, book))


def join(font: Font, before: str, space: str, after: str) -> Shaped:
    """The space as it stands between the characters `before` and `after` of the same font, kerned to both.

    Either neighbour may be empty.
    """
    key = (before, space, after)
    found = font.joins.get(key)
    if found is None:
        found = font.joins[key] = _shape_space(font, before, space, after)
    return found


def _shape_space(font: Font, before: str, space: str, after: str) -> Shaped:
    alone = shape(font, space)
    if not _is_whole(alone):
        return Shaped(font.file, space, (), ((len(space.encode()), 0),), _NO_SPACE)
    left = _kern(font, before, space)
    advance = left + alone.advance + _kern(font, space, after)
    return Shaped(
        font.file, space, tuple((glyph, x + left, y) for glyph, x, y in alone.glyphs), alone.clusters, advance
    )


def _kern(font: Font, left: str, right: str) -> float:
    """What two texts are wider, or narrower, beside one another."""
    if not left or not right:
        return 0.0
    return shape(font, left + right).advance - shape(font, left).advance - shape(font, right).advance


def shape(font: Font, text: str, *, ligatures: bool = True) -> Shaped:
    """The text in that font alone; glyph 0 stands where the font has none."""
    if not text:
        return Shaped(font.file, "", (), (), 0.0)
    import uharfbuzz as hb

    raw = text.encode()
    buffer = hb.Buffer()
    # HarfBuzz would ask the locale for the language, and the locale must not change a card.
    buffer.language = "en"
    buffer.add_utf8(raw)
    buffer.guess_segment_properties()
    hb.shape(font.shaper, buffer, {} if ligatures else {"liga": False, "clig": False})
    backward = buffer.direction == "rtl"
    glyphs, starts, advance = _read_buffer(buffer, font.upem)
    clusters = _count_clusters(starts[::-1] if backward else starts, len(raw))
    return Shaped(font.file, text, glyphs, clusters, advance, backward)


def shape_pieces(font: Font, text: str, book: FontBook, *, ligatures: bool = True) -> tuple[Shaped, ...]:
    """The text as pieces of one font each: what the font lacks is lent by the book's fallbacks."""
    whole = shape(font, text, ligatures=ligatures)
    if _is_whole(whole):
        return (whole,)
    pieces: list[Shaped] = []
    for lacking, run in _split_lacking(whole):
        pieces += _lend(font, run, book) if lacking else (shape(font, run, ligatures=ligatures),)
    return tuple(pieces)


def _make_parts(texts: list[str], font: Font, book: FontBook) -> Iterator[Part]:
    for index, text in enumerate(texts):
        pieces = shape_pieces(font, text, book)
        last = index + 1 == len(texts)
        own = len(pieces) == 1 and pieces[0].font == font.file
        between = _kern(font, text, texts[index + 1]) if own and not last else 0.0
        kern = Shaped(font.file, "", (), (), between) if between else None
        missing = tuple(character for piece in pieces for character in piece.missing)
        yield Part(pieces, sum(piece.advance for piece in pieces), kern, missing)


def _read_buffer(buffer: Any, upem: int) -> tuple[GlyphRow, list[int], float]:
    glyphs, starts, pen = [], [], 0
    for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        glyphs.append((info.codepoint, (pen + place.x_offset) / upem, -place.y_offset / upem))
        starts.append(info.cluster)
        pen += place.x_advance
    return tuple(glyphs), starts, pen / upem


def _count_clusters(starts: list[int], size: int) -> tuple[tuple[int, int], ...]:
    """(bytes, glyphs) of each cluster, from the byte at which each glyph's cluster starts, in the order of the text."""
    groups: list[list[int]] = []
    for start in starts:
        if groups and groups[-1][0] == start:
            groups[-1][1] += 1
        else:
            groups.append([start, 1])
    ends = [start for start, _ in groups[1:]] + [size]
    return tuple((end - start, glyphs) for (start, glyphs), end in zip(groups, ends, strict=True))


def _split_lacking(whole: Shaped) -> list[tuple[bool, str]]:
    """The text cut where glyphs begin or cease to be missing; a space belongs to what stands before it."""
    raw, start, glyph = whole.text.encode(), 0, 0
    row = whole.glyphs[::-1] if whole.backward else whole.glyphs
    runs: list[tuple[bool, str]] = []
    for size, count in whole.clusters:
        lacking = any(not index for index, _, _ in row[glyph : glyph + count])
        text = raw[start : start + size].decode()
        if runs and runs[-1][0] == lacking:
            runs[-1] = (lacking, runs[-1][1] + text)
        else:
            runs.append((lacking, text))
        start, glyph = start + size, glyph + count
    return runs


def _lend(font: Font, text: str, book: FontBook) -> tuple[Shaped, ...]:
    """Text that the font lacks: as twins of its characters, or in a fallback, or each character for itself."""
    twin = "".join(_TWINS.get(character, character) for character in text)
    if twin != text:
        drawn = shape(font, twin)
        if _is_whole(drawn) and len(drawn.clusters) == len(text):
            sizes = tuple((len(c.encode()), n) for c, (_, n) in zip(text, drawn.clusters, strict=True))
            return (Shaped(font.file, text, drawn.glyphs, sizes, drawn.advance, drawn.backward),)
    for other in book.fallbacks:
        drawn = shape(other, text)
        if _is_whole(drawn):
            return (drawn,)
    if len(text) > 1:
        return tuple(piece for character in text for piece in _lend(font, character, book))
    tofu = shape(font, text)
    return (Shaped(tofu.font, text, tofu.glyphs, tofu.clusters, tofu.advance, tofu.backward, (text,)),)


def _is_whole(shaped: Shaped) -> bool:
    return all(glyph for glyph, _, _ in shaped.glyphs)
