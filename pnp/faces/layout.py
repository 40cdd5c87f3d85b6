"""Text boxes: card text set in lines, at the first size that fits, with what the checks want to know about it.

All lengths are user units of the face unless said otherwise, y downward.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from pnp.faces.breaking import ICON_SIZE, Fonts, Icon, Paragraph, Unit, break_lines, compose, loosen
from pnp.faces.fonts import Font, FontBook
from pnp.faces.markup import Span, parse_markup, read_plain
from pnp.faces.runs import Row, make_run
from pnp.faces.shaping import Shaped
from pnp.model.face import Box, Glyphs, Symbol

_EPSILON = 1e-6
_SHARE = {"left": 0.0, "center": 0.5, "right": 1.0}


@dataclass(frozen=True, slots=True)
class TextBox:
    """Markup and the box that it is to be set in.

    `sizes` are tried in their order; the last is used if none fits. `leading` is the line distance as a share of the
    size. `height` None lets the text grow downward without end (and then `valign` is `top`). `lines` is the largest
    number of lines; 1 means that nothing is wrapped. `align` is left, center or right, `valign` top, middle or bottom.
    """

    markup: str
    x: float
    y: float
    width: float
    height: float | None
    family: str
    sizes: tuple[float, ...]
    bold: bool = False
    italic: bool = False
    leading: float = 1.2
    align: str = "left"
    valign: str = "top"
    lines: int | None = None
    fill: str = "#000000"
    upper: bool = False


@dataclass(frozen=True, slots=True)
class Laid:
    """Text that was laid out.

    `over` is how far it stands out of its box, downward or sideways, whichever is more; also for a word that had to
    be cut between its letters, by how much it is too wide. `missing` are the characters that no font has, each once.
    `area` is what the lines take, by the ink of the font's letters. `words` is the plain text, `icons` the names that
    it uses, each once. `font` is the name of the text's own font, empty if its family does not exist (a stand-in is
    drawn then). `absent` are families that do not exist, `inexact` fonts that stand in for a style that their family
    lacks, as `Bangers for bold`.
    """

    runs: tuple[Glyphs, ...]
    symbols: tuple[Symbol, ...]
    size: float
    lines: int
    over: float
    missing: tuple[str, ...]
    area: Box
    words: str
    icons: tuple[str, ...]
    font: str
    absent: tuple[str, ...] = ()
    inexact: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Fit:
    """Paragraphs and the parts that make their lines, at the size that was chosen."""

    size: float
    paragraphs: Sequence[Paragraph]
    lines: tuple[tuple[Paragraph, int, int], ...]
    over: float


@lru_cache(maxsize=1024)
def lay_out(box: TextBox, book: FontBook) -> Laid:
    """The box's markup in lines, its glyphs and icons in place.

    The first size is taken at which no word is wider than the box, no line stands below it, and there are not more
    lines than allowed. If none is, the last is, words that are too wide are cut between their letters, and `over`
    says by how much the text stands out.
    """
    spans = _read_lines(box)
    fonts, absent, inexact = _choose_fonts(box, spans, book)
    sizes = [size for size in box.sizes if 0 < size < float("inf")]
    if fonts is None or not sizes or not any(spans):
        return _lay_nothing(box, fonts, absent)
    own = fonts[False, False]
    fit = _fit(box, sizes, compose(spans, fonts, book), own, book)
    runs, symbols, area = _place(box, fit, own)
    return Laid(
        runs=runs,
        symbols=symbols,
        size=fit.size,
        lines=len(fit.lines),
        over=fit.over,
        missing=tuple(dict.fromkeys(character for paragraph in fit.paragraphs for character in paragraph.missing)),
        area=area,
        words=read_plain(box.markup),
        icons=tuple(dict.fromkeys(span.icon for line in spans for span in line if span.icon)),
        font="" if absent else own.name,
        absent=absent,
        inexact=inexact,
    )


def _read_lines(box: TextBox) -> Sequence[Sequence[Span]]:
    lines: Sequence[Sequence[Span]] = parse_markup(box.markup)
    if box.upper:
        lines = [[Span(span.text.upper(), span.bold, span.italic, span.icon) for span in line] for line in lines]
    if box.lines == 1 and len(lines) > 1:
        space = Span(" ")
        lines = [[span for line in lines if line for span in (*line, space)][:-1]]
    return lines


def _choose_fonts(
    box: TextBox, spans: Sequence[Sequence[Span]], book: FontBook
) -> tuple[Fonts | None, tuple[str, ...], tuple[str, ...]]:
    """The fonts of the styles in use, by (bold, italic) of the span; families that are absent; fonts not exact."""
    fonts: dict[tuple[bool, bool], Font] = {}
    absent: dict[str, None] = {}
    inexact: dict[str, None] = {}
    for bold, italic in {(False, False): 0} | {(s.bold, s.italic): 0 for line in spans for s in line}:
        font = book.find(box.family, bold or box.bold, italic or box.italic)
        if font is None:
            absent[box.family] = None
            font = book.stand_in
        elif not font.exact:
            inexact[f"{font.name} for {name_style(bold or box.bold, italic or box.italic)}"] = None
        if font is None:
            return None, tuple(absent), ()
        fonts[bold, italic] = font
    return fonts, tuple(absent), tuple(inexact)


def name_style(bold: bool, italic: bool) -> str:
    """A style in words: `bold italic`."""
    return " ".join(word for word, asked in (("bold", bold), ("italic", italic)) if asked) or "regular"


def _lay_nothing(box: TextBox, fonts: Fonts | None, absent: tuple[str, ...]) -> Laid:
    name = "" if fonts is None or absent else fonts[False, False].name
    size = box.sizes[0] if box.sizes else 0.0
    area = Box(box.x, box.y, box.x, box.y)
    return Laid((), (), size, 0, 0.0, (), area, read_plain(box.markup), (), name, absent)


def _fit(box: TextBox, sizes: Sequence[float], paragraphs: list[Paragraph], font: Font, book: FontBook) -> _Fit:
    widest = max(paragraph.width if box.lines == 1 else paragraph.widest for paragraph in paragraphs)
    ink = [paragraph.ink for paragraph in paragraphs]
    for size in sizes:
        limit = box.width / size
        if widest > limit + _EPSILON or _overrun(box, size, sum(_least(em, limit) for em in ink), font) > _EPSILON:
            continue
        lines = _break_all(box, paragraphs, limit)
        if _overrun(box, size, len(lines), font) <= _EPSILON:
            return _Fit(size, paragraphs, lines, 0.0)
    size = sizes[-1]
    limit = box.width / size
    if box.lines != 1 and widest > limit + _EPSILON:
        paragraphs = [loosen(paragraph, limit, book) for paragraph in paragraphs]
    lines = _break_all(box, paragraphs, limit)
    over = max(_overrun(box, size, len(lines), font), widest * size - box.width)
    return _Fit(size, paragraphs, lines, over)


def _least(ink: float, limit: float) -> int:
    """No way to break so much ink needs fewer lines."""
    return max(1, -int(-(ink - _EPSILON) // limit)) if limit > 0 else 1


def _break_all(box: TextBox, paragraphs: Sequence[Paragraph], limit: float) -> tuple[tuple[Paragraph, int, int], ...]:
    if box.lines == 1:
        return tuple((paragraph, 0, len(paragraph.parts)) for paragraph in paragraphs)
    return tuple(
        (paragraph, first, after) for paragraph in paragraphs for first, after in break_lines(paragraph, limit)
    )


def _overrun(box: TextBox, size: float, lines: int, font: Font) -> float:
    """How far so many lines stand out of the box downward (or count as doing so, where there are too many)."""
    distance = size * box.leading
    excess = (lines - box.lines) * distance if box.lines is not None else 0.0
    if box.height is None:
        return max(excess, 0.0)
    if box.valign == "middle":
        # Capitals stand in the middle: what hangs below the last line needs as much room above the first.
        beyond = max(font.depth, font.rise - font.cap_height)
        letters = font.cap_height + 2 * beyond
    elif box.valign == "bottom":
        letters = font.rise + font.descender
    else:
        letters = font.ascender + font.depth
    return max(excess, letters * size + (lines - 1) * distance - box.height, 0.0)


def _first_baseline(box: TextBox, size: float, lines: int, font: Font) -> float:
    height = (lines - 1) * size * box.leading
    if box.height is not None and box.valign == "bottom":
        return box.y + box.height - font.descender * size - height
    if box.height is not None and box.valign == "middle":
        return box.y + (box.height + font.cap_height * size - height) / 2
    return box.y + font.ascender * size


def _place(box: TextBox, fit: _Fit, font: Font) -> tuple[tuple[Glyphs, ...], tuple[Symbol, ...], Box]:
    setter = _Setter(fit.size, box.fill, font)
    first = y = _first_baseline(box, fit.size, len(fit.lines), font)
    left, right = [], []
    for number, (paragraph, begin, after) in enumerate(fit.lines):
        y = first + number * fit.size * box.leading
        if begin == after:
            continue
        width = (paragraph.ends[after - 1] - paragraph.starts[begin]) * fit.size
        x = box.x + (box.width - width) * _SHARE[box.align]
        setter.set_line(x, y, _units(paragraph, begin, after))
        left.append(x)
        right.append(x + width)
    area = Box(min(left), first - font.rise * fit.size, max(right), y + font.depth * fit.size)
    return setter.runs(), tuple(setter.symbols), area


def _units(paragraph: Paragraph, begin: int, after: int) -> list[Unit]:
    units: list[Unit] = []
    for part, gap in zip(paragraph.parts[begin:after], paragraph.gaps[begin:after], strict=True):
        units += part
        if gap is not None:
            units.append(gap)
    return units


class _Setter:
    """Gathers the rows of each run and the icons between them, in the order of the text."""

    def __init__(self, size: float, fill: str, font: Font) -> None:
        self.symbols: list[Symbol] = []
        self._size, self._fill = size, fill
        self._icon_top = font.cap_height / 2 + ICON_SIZE / 2  # an icon's middle is that of the capitals
        self._rows: list[list[Row]] = []

    def set_line(self, x: float, y: float, units: Sequence[Unit]) -> None:
        size = self._size
        start, pen = x, x
        pieces: list[Shaped] = []
        for unit in units:
            if isinstance(unit, Icon):
                self._keep(start, y, pieces)
                top = y - self._icon_top * size
                self.symbols.append(Symbol(unit.name, pen + unit.lead * size, top, ICON_SIZE * size, self._fill))
                pieces, start = [], pen + unit.advance * size
            elif pieces and (unit.font != pieces[0].font or unit.backward or pieces[0].backward):
                self._keep(start, y, pieces)
                pieces, start = [unit], pen
            else:
                pieces.append(unit)
            pen += unit.advance * size
        self._keep(start, y, pieces)

    def _keep(self, x: float, y: float, pieces: list[Shaped]) -> None:
        if not pieces:
            return
        row, run = Row(x, y, tuple(pieces)), self._rows[-1] if self._rows else None
        last = run[-1].pieces[0] if run else None
        if run and last and last.font == pieces[0].font and not last.backward and not pieces[0].backward:
            run.append(row)
        else:
            self._rows.append([row])

    def runs(self) -> tuple[Glyphs, ...]:
        return tuple(make_run(self._size, self._fill, rows) for rows in self._rows)
