"""Lines put in their places: aligned or justified, in the order in which they are seen, as runs and icons."""

from collections.abc import Sequence
from typing import cast

from pnp.faces.text.bidi import order
from pnp.faces.text.breaking import ICON_SIZE, Row
from pnp.faces.text.fitting import TextBox
from pnp.faces.text.fonts import Font
from pnp.faces.text.paragraphs import Icon, Unit
from pnp.faces.text.runs import Row as Stretch
from pnp.faces.text.runs import make_run
from pnp.faces.text.shaping import Shaped, face_reader
from pnp.model.face import Box, Glyphs, Symbol

_SHARE = {"center": 0.5, "right": 1.0}


class Setter:
    """Gathers the pieces of each run and the icons between them, from left to right, line by line."""

    def __init__(self, box: TextBox, size: float, font: Font) -> None:
        self.symbols: list[Symbol] = []
        self._box, self._size, self._font = box, size, font
        self._icon_top = font.cap_height / 2 + ICON_SIZE / 2  # an icon's middle is that of the capitals
        self._runs: list[list[Stretch]] = []
        self._lefts: list[float] = []
        self._rights: list[float] = []
        self._first = self._last = 0.0

    def set_rows(self, rows: Sequence[Row], baseline: float) -> None:
        """Set the lines, the first on that baseline."""
        self._first = self._last = baseline
        for number, row in enumerate(rows):
            self._last = baseline + number * self._size * self._box.leading
            if row.begin < row.after or row.paragraph.bullet:
                self._set_row(row, self._last)

    def runs(self) -> tuple[Glyphs, ...]:
        """What was set, as runs of one font each."""
        return tuple(make_run(self._size, self._box.fill, run) for run in self._runs)

    def area(self) -> Box:
        """What the lines take, by the ink of the font's letters."""
        font, size, x = self._font, self._size, self._box.x
        left, right = min(self._lefts, default=x), max(self._rights, default=x)
        return Box(left, self._first - font.rise * size, right, self._last + font.depth * size)

    def _set_row(self, row: Row, y: float) -> None:
        paragraph, size, box = row.paragraph, self._size, self._box
        indent, width = paragraph.indent * size, row.width * size
        spare = box.width - indent - width
        units: Sequence[Unit] = row.units
        if box.align == "justify" and row.is_full and spare > 0:
            units = _stretch(row, spare / size)
            width, spare = width + spare, 0.0
        share = _SHARE.get(box.align, float(paragraph.base))
        x = box.x + spare * share + (0.0 if paragraph.base else indent)
        hangs = row.begin == 0 and bool(paragraph.bullet)
        self._lefts.append(x - indent if hangs and not paragraph.base else x)
        self._rights.append(x + width + indent if hangs and paragraph.base else x + width)
        if hangs:
            bullet = paragraph.bullet[::-1] if paragraph.base else paragraph.bullet
            self._set_units(x + width if paragraph.base else x - indent, y, bullet)
        if paragraph.mixed:
            # The space at a line's end lies outside the line, on the side where the line ends.
            x -= row.space * size if paragraph.base else 0.0
            units = _turn(units, paragraph.base)
        if paragraph.even and row.tail is None:
            self._keep(x, y, cast("Sequence[Shaped]", units))
        else:
            self._set_units(x, y, units)

    def _set_units(self, x: float, y: float, units: Sequence[Unit]) -> None:
        size = self._size
        start, pen = x, x
        pieces: list[Shaped] = []
        for unit in units:
            if isinstance(unit, Icon):
                self._keep(start, y, pieces)
                top = y - self._icon_top * size
                self.symbols.append(Symbol(unit.name, pen + unit.lead * size, top, ICON_SIZE * size, self._box.fill))
                pieces, start = [], pen + unit.advance * size
            elif pieces and (unit.font != pieces[0].font or unit.scale != pieces[0].scale):
                self._keep(start, y, pieces)
                pieces, start = [unit], pen
            else:
                pieces.append(unit)
            pen += unit.advance * size
        self._keep(start, y, pieces)

    def _keep(self, x: float, y: float, pieces: Sequence[Shaped]) -> None:
        if not pieces:
            return
        stretch, run = Stretch(x, y, tuple(pieces)), self._runs[-1] if self._runs else None
        last = run[-1].pieces[0] if run else None
        if run and last and (last.font, last.scale) == (pieces[0].font, pieces[0].scale):
            run.append(stretch)
        else:
            self._runs.append([stretch])


def _turn(units: Sequence[Unit], base: int) -> list[Unit]:
    """The units of a line from left to right, each facing the reader."""
    levels = [unit.level for unit in units]
    for place in range(len(units) - 1, -1, -1):
        unit = units[place]
        if isinstance(unit, Icon) or unit.text.strip():
            break
        levels[place] = base  # rule L1: white space at the end of a line goes with the paragraph
    turned = [units[place] for place in order(levels)]
    return [unit if isinstance(unit, Icon) else face_reader(unit) for unit in turned]


def _stretch(row: Row, spare: float) -> Sequence[Unit]:
    """The line's units with `spare` em spread between them: at the spaces, or between all parts of a script without."""
    paragraph = row.paragraph
    seams = range(row.begin, row.after - 1)
    spaced = [index for index in seams if (gap := paragraph.gaps[index]) is not None and gap.text]
    chosen = frozenset(spaced if 2 * len(spaced) >= len(seams) else seams)
    if not chosen:
        return row.units
    more = spare / len(chosen)
    units: list[Unit] = []
    for index in range(row.begin, row.after):
        units += paragraph.parts[index]
        gap = paragraph.gaps[index]
        if index in chosen:
            gap = _widen(gap, units[-1], more)
        if gap is not None:
            units.append(gap)
    return units if row.tail is None else [*units, row.tail]


def _widen(gap: Shaped | None, before: Unit, more: float) -> Shaped | None:
    if gap is not None:
        return gap._replace(advance=gap.advance + more)
    if isinstance(before, Icon):
        return None
    return Shaped(before.font, "", (), (), more, scale=before.scale, level=before.level)
