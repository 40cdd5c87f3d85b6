"""Tables: columns as wide as their words need, rows that stay whole, a head that is repeated on each page."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pnp.model.document import Chart
from pnp.model.finding import Fault
from pnp.model.place import Where
from pnp.model.units import MM_PER_POINT, show
from pnp.press.rulebook.blocks import Block, Mark, Text
from pnp.press.rulebook.lines import Pen, Word, full_width, longest, set_lines
from pnp.press.rulebook.style import QUIET, Look, Style

if TYPE_CHECKING:
    from pnp.press.rulebook.canvas import Ink

# Space around a cell's words, in sizes of its type; a table that is nearly as wide as the text becomes so.
PAD, LIFT = 0.55, 0.32
_NEARLY = 0.6
# The fewest rows on either side of a page's end.
_FEWEST = 2


class Row(NamedTuple):
    """Cells with the distances of their left edges from the table's."""

    cells: tuple[tuple[float, Text], ...]
    height: float


class Table(NamedTuple):
    """A head and rows. `lift` is the space above and below the words of a row. One lower than `whole` stays whole.

    With `ruled`, a line is drawn already where it begins.
    """

    head: Row
    rows: tuple[Row, ...]
    width: float
    lift: float
    space: float
    accent: str
    where: Where
    start: bool = True
    keep: bool = False
    whole: float = 0.0
    ruled: bool = False

    @property
    def before(self) -> float:
        """The space above."""
        return self.space if self.start else 0.0

    @property
    def after(self) -> float:
        """The space below."""
        return self.space

    @property
    def height(self) -> float:
        """How high it is."""
        return self.head.height + sum(row.height for row in self.rows)

    def split(self, room: float) -> tuple[Block, Block] | None:
        """Parted between rows, at least two of them on either side; the rest has the head again."""
        if self.start and self.height < self.whole:
            return None
        count, y = 0, self.head.height
        for row in self.rows:
            y += row.height
            if y > room + 0.01:
                break
            count += 1
        count = min(count, len(self.rows) - _FEWEST)
        if count < _FEWEST:
            return None
        return self._replace(rows=self.rows[:count]), self._replace(rows=self.rows[count:], start=False)

    def draw(self, ink: "Ink", x: float, y: float) -> None:
        """Draw it with its top left corner at (x, y) of the page."""
        if not (self.ruled and self.start):
            ink.rule(x, y, x + self.width, y, 1.1, self.accent)
        self._draw_row(ink, self.head, x, y)
        y += self.head.height
        ink.rule(x, y, x + self.width, y, 0.7, self.accent)
        for number, row in enumerate(self.rows):
            self._draw_row(ink, row, x, y)
            y += row.height
            last = number + 1 == len(self.rows)
            ink.rule(x, y, x + self.width, y, 0.7 if last else 0.25, self.accent if last else QUIET)

    def _draw_row(self, ink: "Ink", row: Row, x: float, y: float) -> None:
        for left, text in row.cells:
            text.draw(ink, x + left, y + self.lift)

    def marks(self) -> Iterator[Mark]:
        """The places in it that links lead to."""
        return iter(())


def hang_under(above: Sequence[Block], made: Sequence[Block]) -> Sequence[Block]:
    """What was made, without a second line where a table follows the line below a heading."""
    below = made[0] if made and above and isinstance(above[-1], Text) and above[-1].rule else None
    return (below._replace(ruled=True), *made[1:]) if isinstance(below, Table) else made


def set_table(chart: Chart, width: float, widest: float, look: Look, pen: Pen) -> tuple[Table, list[Fault]]:
    """The table as wide as the text, up to the widest where it needs that, and faults for words wider than a column."""
    rows = [[pen.set(cell, look.cell) for cell in row] for row in chart.rows]
    head = [pen.set(cell, look.head) for cell in chart.head]
    pad = PAD * look.cell.size
    columns = [[row[number] for row in (head, *rows) if number < len(row)] for number in range(len(head))]
    pads = 2 * pad * len(head)
    most = sum(max((full_width(words) for words in column), default=0.0) for column in columns)
    widths, faults = _share(chart, columns, (width if most + pads <= width else widest) - pads)
    edges = [2 * pad * number + pad + sum(widths[:number]) for number in range(len(widths))]
    whole = sum(widths) + 2 * pad * len(widths)

    def make(cells: Sequence[Sequence[Word]], style: Style) -> Row:
        texts = tuple(
            (edge, Text(set_lines(words, across), style, across, align=align))
            for edge, words, across, align in zip(edges, cells, widths, chart.aligns, strict=False)
        )
        lift = LIFT * look.cell.size
        return Row(texts, max((text.height for _, text in texts), default=0.0) + 2 * lift)

    table = Table(
        make(head, look.head),
        tuple(make(row, look.cell) for row in rows),
        whole,
        LIFT * look.cell.size,
        0.7 * look.body.leading,
        look.accent,
        chart.where,
    )
    return table, faults


def _share(chart: Chart, columns: Sequence[Sequence[Sequence[Word]]], room: float) -> tuple[list[float], list[Fault]]:
    """The widths of the columns: what their words need at least, and of what is left as they would like to have."""
    most = [max((full_width(words) for words in column), default=0.0) for column in columns]
    least = [max((word.width for words in column if (word := longest(words))), default=0.0) for column in columns]
    if sum(least) > room:
        return _squeeze(chart, columns, least, room)
    spare, wish = room - sum(least), sum(most) - sum(least)
    if wish <= spare:
        if sum(most) < _NEARLY * room:
            return most, []
        extra = (room - sum(most)) / len(most)
        return [width + extra for width in most], []
    return _pour(most, least, room), []


def _pour(most: Sequence[float], least: Sequence[float], room: float) -> list[float]:
    """The columns that ask for no more than their share get what they ask for, the others what is left.

    Of these, one with a longer text gets more, but not all that it would take on one line.
    """
    given = dict(enumerate(least))
    hungry = set(given)
    while True:
        rest = room - sum(width for number, width in given.items() if number not in hungry)
        modest = [number for number in sorted(hungry) if most[number] <= rest / len(hungry)]
        if not modest:
            break
        given.update({number: most[number] for number in modest})
        hungry.difference_update(modest)
    spare = rest - sum(least[number] for number in hungry)
    if spare < 0:
        # Some word needs more than the modest columns left: then each gets what it needs, and a part of the rest.
        hungry, spare = set(given), room - sum(least)
    wishes = {number: (most[number] - least[number]) ** 0.75 for number in hungry}
    whole = sum(wishes.values()) or 1.0
    given.update({number: least[number] + spare * wish / whole for number, wish in wishes.items()})
    return list(given.values())


def _squeeze(
    chart: Chart, columns: Sequence[Sequence[Sequence[Word]]], least: Sequence[float], room: float
) -> tuple[list[float], list[Fault]]:
    fair = room / len(least)
    number = max(range(len(least)), key=lambda each: least[each])
    words = [word for cell in columns[number] for word in cell]
    word = max(words, key=lambda each: each.width)
    text = "".join(piece.text or f"{{{piece.icon}}}" for piece in word.pieces)
    over = show(round((sum(least) - room) * MM_PER_POINT, 1))
    message = f'the table is {over} mm wider than its column; its widest word is "{text[:40]}"'
    cure = "Shorten the words, take a column out, or put them below one another."
    fault = Fault("text-overflow", word.where if word.where.file else chart.where, message, cure)
    return [max(fair, 1.0) if low > fair else low for low in least], [fault]
