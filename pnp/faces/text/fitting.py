"""At which size a text fits its box, and what its lines are then. Lengths in user units, y downward."""

from collections.abc import Sequence
from typing import NamedTuple

from pnp.faces.text.breaking import Row, break_lines
from pnp.faces.text.fonts import Font, FontBook
from pnp.faces.text.lettering import shape_whole
from pnp.faces.text.paragraphs import Icon, Paragraph

_EPSILON = 1e-6
_ELLIPSIS = "…"
# A last line below this share of the width looks lost; then the others may be narrower by these shares.
_RUNT = 0.18
_NARROWER = (0.97, 0.94, 0.91, 0.88, 0.85, 0.82)


class TextBox(NamedTuple):
    """Markup and the box that it is to be set in.

    `sizes` are tried in their order; the last is used if none fits. `leading` is the line distance as a share of the
    size. `height` None lets the text grow downward without end (and then `valign` is `top`). `lines` is the largest
    number of lines; 1 means that nothing is wrapped. `align` is left, center, right or justify (left is where the lines
    of a paragraph begin: on the right, if it runs from right to left), `valign` top, middle or bottom. `language` is
    that of the words (`de`), which `hyphenate` lets be parted at line ends. `ellipsis` cuts what does not fit.
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
    language: str = ""
    hyphenate: bool = False
    ellipsis: bool = False


class Setting(NamedTuple):
    """The lines at the size that was chosen; an ellipsis stands for `cut` characters."""

    size: float
    rows: list[Row]
    over: float
    cut: int = 0


def fit(box: TextBox, sizes: Sequence[float], paragraphs: list[Paragraph], font: Font, book: FontBook) -> Setting:
    """The lines at the first of the sizes that lets them fit, or at the last."""
    widest = max([paragraph.width if box.lines == 1 else paragraph.find_widest(book) for paragraph in paragraphs])
    ink = [(paragraph.indent, paragraph.ink) for paragraph in paragraphs]
    for size in sizes:
        limit = box.width / size
        if widest > limit + _EPSILON:
            continue
        least = sum([_least(em, limit - indent) for indent, em in ink])
        if _overrun(box, size, least, font) > _EPSILON:
            continue
        rows = _break_all(box, paragraphs, limit, book)
        if _overrun(box, size, len(rows), font) <= _EPSILON:
            return Setting(size, rows, 0.0)
    size = sizes[-1]
    limit = box.width / size
    if box.ellipsis:
        cut = _cut(box, size, _break_all(box, paragraphs, limit, book), font, book)
        if cut is not None:
            return cut
    if box.lines != 1 and widest > limit + _EPSILON:
        paragraphs = [paragraph.loosen(limit, book) for paragraph in paragraphs]
    rows = _break_all(box, paragraphs, limit, book)
    over = max(_overrun(box, size, len(rows), font), widest * size - box.width)
    return Setting(size, rows, over)


def _least(ink: float, limit: float) -> int:
    """No way to break so much ink needs fewer lines."""
    return max(1, -int(-(ink - _EPSILON) // limit)) if limit > 0 else 1


def _break_all(box: TextBox, paragraphs: Sequence[Paragraph], limit: float, book: FontBook) -> list[Row]:
    if box.lines == 1:
        return [Row(paragraph, 0, len(paragraph.parts)) for paragraph in paragraphs]
    if box.align == "justify":
        return [row for paragraph in paragraphs for row in break_lines(paragraph, limit, book)]
    return [row for paragraph in paragraphs for row in _set_lines(paragraph, limit, book)]


def _set_lines(paragraph: Paragraph, limit: float, book: FontBook) -> list[Row]:
    """As few lines as there can be; where the last would be a lone short word, the others are a little shorter."""
    rows = break_lines(paragraph, limit, book)
    room = limit - paragraph.indent
    if len(rows) < 2 or rows[-1].width >= _RUNT * room or paragraph.soft or not _ends_a_word(rows[-2]):
        return rows
    best = rows
    for share in _NARROWER:
        closer = break_lines(paragraph, paragraph.indent + share * room, book)
        if len(closer) == len(rows) and closer[-1].width > best[-1].width and _ends_a_word(closer[-2]):
            best = closer
        if best[-1].width >= _RUNT * room:
            break
    return best


def _ends_a_word(row: Row) -> bool:
    """Whether the line ends at a space, not within an address or in a script without any."""
    gap = row.paragraph.gaps[row.after - 1]
    return gap is not None and gap.text.isspace()


def _cut(box: TextBox, size: float, rows: list[Row], font: Font, book: FontBook) -> Setting | None:
    """The lines that fit, the last with an ellipsis; None if not even one word does."""
    limit = box.width / size + _EPSILON
    sign = shape_whole(_ELLIPSIS if font.covers(_ELLIPSIS) else "...", font, book).pieces[0]
    for number in range(len(rows), 0, -1):
        row = rows[number - 1]
        if _overrun(box, size, number, font) > _EPSILON or row.begin == row.after:
            continue
        if any(above.paragraph.indent + above.width > limit for above in rows[: number - 1]):
            continue
        tail = sign._replace(level=row.paragraph.base)
        for after in range(row.after, row.begin, -1):
            last = Row(row.paragraph, row.begin, after, tail)
            if row.paragraph.indent + last.width <= limit:
                left_out = (row._replace(begin=after), *rows[number:])
                return Setting(size, [*rows[: number - 1], last], 0.0, _count(left_out))
    return None


def _count(rows: Sequence[Row]) -> int:
    """How many characters and icons stand on the lines, the blanks between words with them."""
    count = end = 0
    for row in rows:
        for units, gap in zip(
            row.paragraph.parts[row.begin : row.after], row.paragraph.gaps[row.begin : row.after], strict=True
        ):
            end = 0 if gap is None else len(gap.text)
            count += sum(1 if isinstance(unit, Icon) else len(unit.text) for unit in units) + end
    return count - end


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


def find_first_baseline(box: TextBox, setting: Setting, font: Font) -> float:
    """The y of the first line's baseline."""
    size, lines = setting.size, len(setting.rows)
    height = (lines - 1) * size * box.leading
    if box.height is not None and box.valign == "bottom":
        return box.y + box.height - font.descender * size - height
    if box.height is not None and box.valign == "middle":
        return box.y + (box.height + font.cap_height * size - height) / 2
    return box.y + font.ascender * size
