"""Plain SVG `<text>` with its `<tspan>`s, set with the kit's own fonts instead of the system's.

Positions follow SVG 1.1: a new absolute x or y begins a chunk, and `text-anchor` moves a whole chunk.
Lists of positions (`x="1 2 3"`) give their first value.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from xml.etree.ElementTree import Element

from pnp.faces.text.bidi import find_base, find_levels, has_backward, order
from pnp.faces.text.fonts import Font, FontBook
from pnp.faces.text.layout import Laid, name_style
from pnp.faces.text.lettering import shape_pieces, shape_whole
from pnp.faces.text.runs import Row, make_run
from pnp.faces.text.shaping import Shaped, face_reader, measure
from pnp.faces.text.svgstyle import Stretch, Style, read_stretches
from pnp.model.face import Box, Glyphs

_ANCHORS = {"middle": 0.5, "end": 1.0}


def set_text(element: Element, inherited: Mapping[str, str], book: FontBook) -> Laid:
    """The `<text>` element's glyphs in place, in user units of the element's own coordinates.

    `inherited` holds the properties (`pnp.faces.text.svgstyle.INHERITED`, as written) that the element has from
    the groups around it; its own attributes and `style` come on top. The first family of a `font-family` list that
    exists is taken; if none does, the list is named in `absent` and a stand-in is drawn. Text that is filled with
    `none` has no runs. `size` is the smallest in use. `over` is always 0.
    """
    stretches = read_stretches(element, inherited)
    setter = _Setter(book)
    for stretch in stretches:
        setter.add(stretch)
    setter.end_chunk()
    return setter.finish("".join([stretch.text for stretch in stretches]))


class _Setter:
    """Sets stretches one after another, a chunk at a time, because an anchor moves a chunk once its end is known."""

    def __init__(self, book: FontBook) -> None:
        self._book = book
        self._pen = (0.0, 0.0)
        self._anchor = "start"
        self._chunk: list[tuple[Row, Style, Font]] = []
        self._rows: list[tuple[Row, Style]] = []
        self._boxes: list[Box] = []
        self._fonts: list[Font] = []
        self._missing: dict[str, None] = {}
        self._absent: dict[str, None] = {}
        self._inexact: dict[str, None] = {}

    def add(self, stretch: Stretch) -> None:
        """Put the stretch after what is there, or where it says."""
        x, y = self._pen
        if stretch.x is not None or stretch.y is not None or not (self._chunk or self._rows):
            self.end_chunk()
            self._anchor = stretch.style.anchor
            x, y = self._pen
            x, y = (x if stretch.x is None else stretch.x), (y if stretch.y is None else stretch.y)
        x, y = x + stretch.dx, y + stretch.dy
        style = stretch.style
        font = self._find(style) if stretch.text and style.size else None
        if font is not None:
            baseline = y + _drop(style.baseline, font) * style.size
            for piece in _shape(stretch.text, style, font, self._book):
                self._chunk.append((Row(x, baseline, (piece,)), style, font))
                self._missing.update(dict.fromkeys(piece.missing))
                x += piece.advance * style.size
        self._pen = x, y

    def end_chunk(self) -> None:
        """Move what was set since the last absolute position by its anchor."""
        share = _ANCHORS.get(self._anchor, 0.0)
        shift = 0.0
        if self._chunk and share:
            shift = -share * (_visible_end(*self._chunk[-1]) - self._chunk[0][0].x)
        for row, style, font in self._chunk:
            moved = Row(row.x + shift, row.y, row.pieces)
            self._rows.append((moved, style))
            self._boxes.append(_box(moved, style.size, font))
        self._pen = self._pen[0] + shift, self._pen[1]
        self._chunk = []

    def finish(self, words: str) -> Laid:
        """What was set."""
        seen = [box for box in self._boxes if box.right > box.left]
        lefts, tops, rights, bottoms = zip(*seen, strict=True) if seen else [(place,) for place in self._pen * 2]
        return Laid(
            runs=tuple(_join_rows(self._rows)),
            symbols=(),
            size=min([style.size for _, style in self._rows], default=0.0),
            lines=len({row.y for row, _ in self._rows}),
            over=0.0,
            missing=tuple(self._missing),
            area=Box(min(lefts), min(tops), max(rights), max(bottoms)),
            words=words,
            icons=(),
            font=self._fonts[0].name if self._fonts and not self._absent else "",
            absent=tuple(self._absent),
            inexact=tuple(self._inexact),
        )

    def _find(self, style: Style) -> Font | None:
        families = _split_families(style.family)
        font = None
        for family in families:
            font = self._book.find(family, style.bold, style.italic) if family else None
            if font is not None:
                break
        if font is None:
            reason = self._book.explain(*families)
            self._absent[f"{style.family}: {reason}" if reason else style.family or "no font-family"] = None
            font = self._book.stand_in
        elif not font.exact:
            self._inexact[f"{font.name} for {name_style(style.bold, style.italic)}"] = None
        if font is not None:
            self._fonts.append(font)
        return font


@lru_cache(maxsize=256)
def _split_families(family: str) -> tuple[str, ...]:
    return tuple(name.strip().strip("'\"").strip() for name in family.split(","))


def _shape(text: str, style: Style, font: Font, book: FontBook) -> Sequence[Shaped]:
    """The text's pieces from left to right, with the spacing of the style."""
    if has_backward(text):
        pieces: Sequence[Shaped] = list(_turn_pieces(text, font, book, ligatures=not style.spacing))
    elif style.spacing:
        pieces = shape_pieces(font, text, book, ligatures=False)
    else:
        return shape_whole(text, font, book).pieces
    return [_space_out(piece, style.spacing / style.size) for piece in pieces] if style.spacing else pieces


def _turn_pieces(text: str, font: Font, book: FontBook, ligatures: bool) -> Iterator[Shaped]:
    """The text's pieces from left to right: what runs backward is turned within the stretch."""
    levels = find_levels(text, find_base(text))
    pieces: list[tuple[int, Shaped]] = []
    for level, group in groupby(zip(levels, text, strict=True), lambda item: item[0]):
        run = "".join(character for _, character in group)
        shaped = shape_pieces(font, run, book, backward=level % 2 == 1, ligatures=ligatures)
        pieces += [(level, piece) for piece in shaped]
    for place in order([level for level, _ in pieces]):
        yield face_reader(pieces[place][1])


def _space_out(piece: Shaped, spacing: float) -> Shaped:
    """The piece with `spacing` em after each cluster."""
    counts = [glyphs for _, glyphs in piece.clusters]
    before = [index for index, count in enumerate(counts) for _ in range(count)]
    glyphs = tuple((g, x + n * spacing, y) for (g, x, y), n in zip(piece.glyphs, before, strict=True))
    return piece._replace(glyphs=glyphs, advance=piece.advance + len(counts) * spacing)


def _visible_end(row: Row, style: Style, font: Font) -> float:
    """Where the row's letters end: a space at the end of a chunk moves no anchor."""
    (piece,) = row.pieces
    end = row.x + piece.advance * style.size
    spaces = len(piece.text) - len(piece.text.rstrip(" "))
    return end - spaces * (measure(font, " ") * style.size + style.spacing) if spaces else end


def _box(row: Row, size: float, font: Font) -> Box:
    (piece,) = row.pieces
    width = piece.advance * size
    return Box(row.x, row.y - font.rise * size, row.x + width, row.y + font.depth * size)


def _join_rows(rows: list[tuple[Row, Style]]) -> Iterator[Glyphs]:
    def key(item: tuple[Row, Style]) -> tuple[str, float, str]:
        row, style = item
        return row.pieces[0].font, style.size, style.fill

    for (_, size, fill), group in groupby(rows, key):
        if fill != "none":
            yield make_run(size, fill, [row for row, _ in group])


def _drop(baseline: str, font: Font) -> float:
    """How far below the given y the alphabetic baseline lies, in em: by the names of dominant-baseline."""
    if baseline == "auto":
        return 0.0
    ascender, descender = font.ascender, font.descender
    table = {
        "middle": font.x_height / 2,
        "central": (ascender - descender) / 2,
        "mathematical": ascender / 2,
        "hanging": ascender * 0.8,
        "text-before-edge": ascender,
        "text-top": ascender,
        "text-after-edge": -descender,
        "text-bottom": -descender,
        "ideographic": -descender,
    }
    return table.get(baseline, 0.0)
