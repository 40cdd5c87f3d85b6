"""A table of cards, as it was read from CSV or a workbook: a line of headings and rows of cells with their places."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from pnp.kit.parsing.scalars import is_null
from pnp.kit.parsing.tree import Scalar, Unread
from pnp.kit.report import Report
from pnp.kit.wording import counted

# More columns than any game has fields: what has more is no table of cards.
MOST_COLUMNS = 1000


class Figure(NamedTuple):
    """A number of a workbook: as the sheet shows it, and as it is stored.

    `style` is the way of showing it where that is not followed here, as in `$#,##0`.
    """

    text: str
    line: int
    column: int
    amount: str
    style: str = ""


class Amiss(NamedTuple):
    """A cell that cannot be read, and why; that is told if its column is read at all."""

    line: int
    column: int
    message: str
    help: str


# Unread is a cell that is not there, which was reported.
Cell: TypeAlias = Scalar | Figure | Amiss | Unread


class Row(NamedTuple):
    """Cells as they were found, and which row of the table they are; `slipped` if a slip in it was noted already."""

    number: int
    cells: list[Cell]
    slipped: bool = False

    @property
    def blank(self) -> bool:
        """Whether no cell says anything."""
        return is_blank(self.cells)


class Table(NamedTuple):
    """The headings, and rows that have a cell for each of them. `report` is that of the table's own file."""

    report: Report
    heads: tuple[Scalar, ...]
    rows: tuple[tuple[Cell, ...], ...]


def make_cell(text: str, line: int, column: int) -> Scalar:
    """A cell with that text: words that mean nothing to YAML (`null`, `~`) are words in a table."""
    plain = Scalar(text, line, column)
    return Scalar(text, line, column, '"') if text and is_null(plain) else plain


def make_table(report: Report, heads: Sequence[Scalar], rows: Iterable[Row]) -> Table:
    """A table of the headings and the rows, each row made as long as there are heads.

    Rows with too few or too many cells are noted; what is missing is Unread then, what is too much is dropped.
    """
    if len(heads) > MOST_COLUMNS:
        message = f"the table has {len(heads):,} columns, at most {MOST_COLUMNS:,} are read"
        report.note("bad-table", heads[MOST_COLUMNS], message, "Is this the right file, and the right separator?")
        heads = heads[:MOST_COLUMNS]
        rows = [row._replace(cells=row.cells[:MOST_COLUMNS]) for row in rows]
    width = max((number for number, head in enumerate(heads, 1) if head.text), default=0)
    for row in rows:
        if len(row.cells) != width:
            _fit(report, row, width)
    return Table(report, tuple(heads[:width]), tuple(tuple(row.cells) for row in rows))


def is_blank(cells: Iterable[Cell]) -> bool:
    """Whether none of the cells says anything."""
    return not any(isinstance(cell, Unread | Amiss) or cell.text for cell in cells)


def _fit(report: Report, row: Row, width: int) -> None:
    cells = row.cells
    first, extra = cells[0], cells[width:]
    if not row.slipped and (len(cells) < width or not is_blank(extra)):
        spot = extra[0] if extra else first
        message = f"row {row.number} has {len(cells)} of {counted(width, 'column')}"
        report.note("bad-table", spot, message, _cure(cells, width))
    del cells[width:]
    cells += [Unread(first.line, first.column)] * (width - len(cells))


def _cure(cells: Sequence[Cell], width: int) -> str:
    if len(cells) < width:
        return "Write every cell, also an empty one: its separator has to be there."
    if any(isinstance(cell, Scalar) and not _CURLY.isdisjoint(cell.text) for cell in cells):
        return 'Curly quotes do not hold a cell together; write straight ones: "one, two".'
    return 'Put a text that holds a separator in straight quotes: "one, two".'


_CURLY = frozenset("“”„‟«»")
