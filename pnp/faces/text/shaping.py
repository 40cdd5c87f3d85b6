"""Text of one font to glyphs, by HarfBuzz: positions in em, so one shaping serves every size."""

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Any, NamedTuple, TypeAlias

import uharfbuzz as hb

from pnp.faces.text.bidi import mirror
from pnp.faces.text.fonts import Font

GlyphRow: TypeAlias = tuple[tuple[int, float, float], ...]


class Shaped(NamedTuple):
    """Text of one font as glyphs (index, x, y), y downward, and its advance, all in em from its start.

    `font` names the file. Glyphs stand from left to right, `clusters` (bytes, glyphs) in the order of the text: in a
    `backward` text they run against the glyphs, until `face_reader` turns them. `missing` are the characters that no
    font of the book has. `scale` is the size of the glyphs as a share of the text's, `level` the bidirectional level.
    """

    font: str
    text: str
    glyphs: GlyphRow
    clusters: tuple[tuple[int, int], ...]
    advance: float
    backward: bool = False
    missing: tuple[str, ...] = ()
    scale: float = 1.0
    level: int = 0

    @property
    def is_whole(self) -> bool:
        """Whether the font has all of it."""
        return 0 not in [glyph for glyph, _, _ in self.glyphs]


def shape(font: Font, text: str, *, backward: bool = False, ligatures: bool = True) -> Shaped:
    """The text in that font alone; glyph 0 stands where the font has none."""
    if not text:
        return Shaped(font.file, "", (), (), 0.0)
    raw = text.encode()
    glyphs, starts, advance = _read_buffer(_fill_buffer(font, raw, backward, ligatures), font.upem)
    clusters = _count_clusters(starts[::-1] if backward else starts, len(raw))
    if len(clusters) < len(glyphs) and not backward:
        glyphs, clusters = _order_marks(glyphs, clusters)
    return Shaped(font.file, text, glyphs, clusters, advance, backward)


def measure(font: Font, text: str) -> float:
    """The advance of the text in that font alone, as `shape` has it."""
    places = _fill_buffer(font, text.encode()).glyph_positions
    return float(sum([place.x_advance for place in places]) / font.upem)


def retell(shaped: Shaped, said: Sequence[str], shown: Sequence[str]) -> Shaped:
    """The same glyphs for another text: shaped from all of `shown`, they stand for `said`, piece by piece."""
    told = dict(zip(_ends(shown), _ends(said), strict=True))
    clusters, at, told_to, count = [], 0, 0, 0
    for size, glyphs in shaped.clusters:
        at, count = at + size, count + glyphs
        if at in told:
            clusters.append((told[at] - told_to, count))
            told_to, count = told[at], 0
    return shaped._replace(text="".join(said), clusters=tuple(clusters))


def cut_clusters(shaped: Shaped) -> Iterator[Shaped]:
    """Each cluster for itself, in the order of the text, with the glyphs and the room that it has in the whole."""
    raw, byte = shaped.text.encode(), 0
    edges = _cluster_edges(shaped)
    first = len(shaped.glyphs) if shaped.backward else 0
    for (size, count), (near, far) in zip(shaped.clusters, pairwise(edges), strict=True):
        first -= count * shaped.backward
        left = min(near, far)
        glyphs = tuple((glyph, x - left, y) for glyph, x, y in shaped.glyphs[first : first + count])
        text = raw[byte : byte + size].decode()
        missing = tuple(character for character in shaped.missing if character in text)
        yield shaped._replace(
            text=text, glyphs=glyphs, clusters=((size, count),), advance=abs(far - near), missing=missing
        )
        byte += size
        first += count * (not shaped.backward)


def face_reader(shaped: Shaped) -> Shaped:
    """A backward text as PDF readers expect it: letters from left to right, each bracket as it looks.

    Readers turn the letters of these scripts round themselves. Where a letter is made of several glyphs the whole text
    belongs to all glyphs, for a reader that finds them apart would put spaces between them.
    """
    if not shaped.backward:
        return shaped
    if any(glyphs > 1 for _, glyphs in shaped.clusters):
        text = mirror(shaped.text)[::-1]
        row = tuple(sorted(shaped.glyphs, key=lambda glyph: glyph[1]))
        return shaped._replace(text=text, glyphs=row, clusters=((len(text.encode()), len(row)),), backward=False)
    raw, starts = shaped.text.encode(), [0, *accumulate(size for size, _ in shaped.clusters)]
    texts = [mirror(raw[start:end].decode()) for start, end in pairwise(starts)][::-1]
    counts = [glyphs for _, glyphs in shaped.clusters][::-1]
    clusters = tuple((len(text.encode()), glyphs) for text, glyphs in zip(texts, counts, strict=True))
    return shaped._replace(text="".join(texts), clusters=clusters, backward=False)


def _cluster_edges(shaped: Shaped) -> list[float]:
    """Where each cluster begins and the last ends, along the line in the order of the text."""
    row = shaped.glyphs[::-1] if shaped.backward else shaped.glyphs
    start, end = (shaped.advance, 0.0) if shaped.backward else (0.0, shaped.advance)
    edges, glyph, edge = [start], 0, start
    for _, count in shaped.clusters[:-1]:
        glyph += count
        if shaped.backward:
            # The edge is the left side of what was passed.
            passed = [x for _, x, _ in row[glyph - count : glyph]]
            edge = min(edge, max(min(passed, default=edge), 0.0))
        else:
            edge = max(edge, min(row[glyph][1], end)) if glyph < len(row) else edge
        edges.append(edge)
    return [*edges, end]


def _ends(texts: Sequence[str]) -> list[int]:
    return list(accumulate(len(text.encode()) for text in texts))


def _fill_buffer(font: Font, raw: bytes, backward: bool = False, ligatures: bool = True) -> Any:
    """The UTF-8 shaped, as HarfBuzz gives it."""
    buffer = hb.Buffer()
    # HarfBuzz would ask the locale for the language, and the locale must not change a card.
    buffer.language = font.language
    buffer.add_utf8(raw)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if backward else "ltr"
    features = {} if ligatures else {"liga": False, "clig": False}
    if font.small and not font.feigned:
        features["smcp"] = True
    hb.shape(font.shaper, buffer, features)
    return buffer


def _read_buffer(buffer: Any, upem: int) -> tuple[GlyphRow, list[int], float]:
    glyphs, pen = [], 0
    infos = buffer.glyph_infos
    for info, place in zip(infos, buffer.glyph_positions, strict=True):
        glyphs.append((info.codepoint, (pen + place.x_offset) / upem, -place.y_offset / upem))
        pen += place.x_advance
    return tuple(glyphs), [info.cluster for info in infos], pen / upem


def _order_marks(glyphs: GlyphRow, clusters: Sequence[tuple[int, int]]) -> tuple[GlyphRow, tuple[tuple[int, int], ...]]:
    """The glyphs from left to right, those of letters that reach over into one another as one cluster.

    PDF readers that go by the places of glyphs tell a cluster twice if a raised mark of it stands beyond the next.
    """
    groups: list[tuple[int, list[tuple[int, float, float]]]] = []
    start = 0
    for size, count in clusters:
        row = sorted(glyphs[start : start + count], key=lambda glyph: glyph[1])
        start += count
        before, last = groups[-1] if groups else (0, [])
        if last and row and last[-1][1] > row[0][1] and last[-1][2]:
            groups[-1] = before + size, sorted((*last, *row), key=lambda glyph: glyph[1])
        else:
            groups.append((size, row))
    ordered = tuple(glyph for _, row in groups for glyph in row)
    return ordered, tuple((size, len(row)) for size, row in groups)


def _count_clusters(starts: list[int], size: int) -> tuple[tuple[int, int], ...]:
    """(bytes, glyphs) of each cluster, from the byte at which each glyph's cluster starts, in the order of the text."""
    if starts == list(range(size)):
        return ((1, 1),) * size
    groups: list[list[int]] = []
    for start in starts:
        if groups and groups[-1][0] == start:
            groups[-1][1] += 1
        else:
            groups.append([start, 1])
    ends = [start for start, _ in groups[1:]] + [size]
    return tuple((end - start, glyphs) for (start, glyphs), end in zip(groups, ends, strict=True))
