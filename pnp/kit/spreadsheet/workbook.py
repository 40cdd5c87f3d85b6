"""An XLSX workbook to a table: the one module that knows openpyxl, which not everybody needs and has."""

import re
import zipfile
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any
from warnings import catch_warnings, simplefilter

from pnp.kit.parsing.tree import Scalar
from pnp.kit.report import Report
from pnp.kit.spreadsheet.table import Amiss, Cell, Figure, Row, Table, is_blank, make_cell, make_table
from pnp.kit.wording import clip, near
from pnp.model.finding import PnpError
from pnp.model.place import Where

MOST_BYTES = 30_000_000
MOST_ROWS, MOST_COLUMNS = 10_000, 200
_OLE = b"\xd0\xcf\x11\xe0"
_DAMAGED = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    KeyError,
    IndexError,
    ValueError,
    TypeError,
    AttributeError,
    SyntaxError,  # what XML parsers raise
    OSError,
    EOFError,
    RuntimeError,
    NotImplementedError,
)
_ZEROS = re.compile(r"(0+)(?:\.(0+))?(%?)")


def read_workbook(data: bytes, report: Report, sheet: Scalar | None, deck: Report) -> Table | None:
    """The table on one sheet of a workbook; None, with the reason noted, where it cannot be read.

    `sheet` names it, from the file that `deck` reports on; without it the first one is read. PnpError without openpyxl.
    """
    try:
        import openpyxl  # noqa: F401 - asked for here, where its lack can be told
    except ImportError:
        cure = 'Install it with `pip install "pnp-kit[xlsx]"`, or save the sheet as CSV.'
        raise PnpError(f"{report.file} is a workbook, and openpyxl, which reads those, is missing", cure) from None
    try:
        if not _is_sound(data, report):
            return None
        with catch_warnings():
            simplefilter("ignore")  # about charts and styles that it leaves aside
            return _read(data, report, sheet, deck)
    except _DAMAGED as error:
        message = f"the workbook is damaged: {clip(str(error) or type(error).__name__, 80)}"
        report.note("bad-table", Where(report.file), message, "Open it in a spreadsheet program and save it anew.")
        return None


def _is_sound(data: bytes, report: Report) -> bool:
    """Whether the bytes are a workbook of a bearable size; noted if not."""
    message = "the file is no XLSX workbook"
    cure = "Save it as XLSX, or as CSV (in UTF-8)."
    if data.startswith(_OLE):
        message = "the file is an old XLS workbook, or one with a password, under another name"
    elif zipfile.is_zipfile(BytesIO(data)):
        with zipfile.ZipFile(BytesIO(data)) as archive:
            size = sum(part.file_size for part in archive.infolist() if part.filename.endswith((".xml", ".rels")))
        if size <= MOST_BYTES:
            return True
        message = f"the workbook unpacks to {size / 1e6:.0f} MB, at most {MOST_BYTES // 1_000_000} MB are read"
        cure = "Delete sheets that the cards do not need."
    report.note("bad-table", Where(report.file), message, cure)
    return False


def _read(data: bytes, report: Report, sheet: Scalar | None, deck: Report) -> Table | None:
    import openpyxl

    book = openpyxl.load_workbook(BytesIO(data), read_only=True, data_only=True)
    name = _choose(tuple(each.title for each in book.worksheets), report, sheet, deck)
    if name is None:
        return None
    report.sheet = name
    untold = _formulas(data, name)
    rows = list(_rows(book[name], untold, report))
    if not rows:
        report.note("empty-file", _TOP, "the sheet is empty", "Begin with a row of headings: id, title")
        return None
    heads = [_heading(cell) for cell in rows[0].cells]
    return make_table(report, heads, rows[1:])


def _choose(names: Sequence[str], report: Report, sheet: Scalar | None, deck: Report) -> str | None:
    """The sheet that is asked for, else the first."""
    if not names:
        report.note("empty-file", Where(report.file), "the workbook has no sheet with cells")
        return None
    if sheet is None or sheet.empty:
        if len(names) > 1:
            message = f'the sheet "{clip(names[0])}" is read, the first of {len(names)}'
            report.note("table-format", Where(report.file), message, f'Say which one it is: `sheet: "{names[0]}"`.')
        return names[0]
    folded = {name.casefold(): name for name in reversed(names)}
    wanted = sheet.text if sheet.text in names else folded.get(sheet.text.casefold())
    if wanted is None:
        deck.note(
            "unknown-reference", sheet, f'the workbook has no sheet "{clip(sheet.text)}"', near(sheet.text, names)
        )
    return wanted


def _rows(sheet: Any, untold: frozenset[tuple[int, int]], report: Report) -> Iterator[Row]:
    """The rows that say something; if there are more or longer ones than are read, that is noted."""
    sheet.reset_dimensions()  # what a file says of its own size may be wrong
    gap: object = None  # the one row that stands for all that are not in the file, a million perhaps
    for line, cells in enumerate(sheet.iter_rows(max_col=MOST_COLUMNS + 1), 1):
        if cells is gap:
            continue
        row = Row(line, [_cell(cell, line, column, untold) for column, cell in enumerate(cells, 1)])
        if not row.blank and line > MOST_ROWS:
            report.note("yaml-limits", row.cells[0], f"at most {MOST_ROWS:,} rows are read", "Split it into decks.")
            return
        if len(cells) > MOST_COLUMNS and not is_blank(row.cells[MOST_COLUMNS:]):
            beyond = row.cells[MOST_COLUMNS]
            report.note("yaml-limits", beyond, f"at most {MOST_COLUMNS} columns are read", "Delete some.")
            return
        if row.blank:
            gap = cells
        else:
            yield row


def _cell(cell: Any, line: int, column: int, untold: frozenset[tuple[int, int]]) -> Cell:
    """A cell as text, or why it is none."""
    value, kind = cell.value, cell.data_type
    if (line, column) in untold and value is None:
        message = "the cell holds a formula whose result is not in the file"
        return Amiss(line, column, message, "Open the workbook in a spreadsheet program and save it.")
    if value is None:
        return Scalar("", line, column)
    if isinstance(value, bool):
        return make_cell(str(value).upper(), line, column)
    if isinstance(value, int | float):
        return _figure(value, str(cell.number_format), line, column)
    if kind == "e" or not isinstance(value, str):
        message = f"the cell holds {clip(str(value))}, an error of its formula"
        cure = "Mend the formula."
        if kind != "e":
            when = str(value).removesuffix(" 00:00:00")
            message = f"the cell holds a date or a time ({when}), and not the text that the sheet shows"
            cure = "Format the column as text, then type the cell anew."
        return Amiss(line, column, message, cure)
    text = value.replace("_x000D_", "").replace("\r\n", "\n").replace("\r", "\n")
    return make_cell(text.strip(), line, column)


def _figure(value: float, style: str, line: int, column: int) -> Figure:
    """A number as it is stored, to the 15 digits that spreadsheets keep, and as its format shows it."""
    amount = str(value) if isinstance(value, int) else f"{value:.15g}"
    if style in ("General", "@"):
        return Figure(amount, line, column, amount)
    match = _ZEROS.fullmatch(style)
    if match is None:
        return Figure(amount, line, column, amount, style)
    places = len(match[2] or "")
    shown = f"{abs(value) * (100 if match[3] else 1):.{places}f}"
    width = len(match[1]) + (places + 1 if places else 0)
    sign = "-" if value < 0 else ""
    return Figure(f"{sign}{shown.zfill(width)}{match[3]}", line, column, amount)


def _heading(cell: Cell) -> Scalar:
    text = cell.text if isinstance(cell, Scalar | Figure) else ""
    return Scalar(text, cell.line, cell.column)


def _formulas(data: bytes, name: str) -> frozenset[tuple[int, int]]:
    """Where formulas stand on the sheet; only looked for where there are any, as that takes a second reading."""
    import openpyxl

    with zipfile.ZipFile(BytesIO(data)) as archive:
        sheets = [part for part in archive.namelist() if part.startswith("xl/worksheets/")]
        if not any(_FORMULA.search(archive.read(part)) for part in sheets):
            return frozenset()
    sheet: Any = openpyxl.load_workbook(BytesIO(data), read_only=True)[name]
    sheet.reset_dimensions()
    rows = enumerate(sheet.iter_rows(max_row=MOST_ROWS + 1, max_col=MOST_COLUMNS), 1)
    return frozenset(
        (line, column) for line, cells in rows for column, cell in enumerate(cells, 1) if cell.data_type == "f"
    )


_FORMULA = re.compile(rb"<f[ />]")
_TOP = Where("")
