"""A deck's `cards`: a list in the deck's own file, or a table in a file of its own, CSV or a workbook."""

from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from pnp.kit.fields import TYPES
from pnp.kit.parsing.source import read_bytes
from pnp.kit.parsing.tree import Entry, Mapping, Node, Scalar
from pnp.kit.reader import Reader, as_items, as_mapping
from pnp.kit.report import Report
from pnp.kit.schema import TABLE
from pnp.kit.shelf import Shelf
from pnp.kit.spreadsheet.columns import Columns, folded, leaves_of
from pnp.kit.spreadsheet.separated import read_separated
from pnp.kit.spreadsheet.table import Table
from pnp.kit.wording import clip, near
from pnp.model.kit import Field

SEPARATED, WORKBOOKS = (".csv", ".tsv", ".txt"), (".xlsx", ".xlsm")


class Listing(NamedTuple):
    """The cards as nodes, the fields that may be asked of them, and the report of the file that they stand in.

    `lost` is set where they stand in a table that could not be read.
    """

    nodes: Sequence[Node]
    fields: tuple[Field, ...]
    report: Report
    is_table: bool = False
    lost: bool = False


def read_listing(node: Node, fields: tuple[Field, ...], report: Report, shelf: Shelf) -> Listing:
    """What `cards:` gives; why a table that it names cannot be read is noted."""
    if isinstance(node, Scalar) and not node.empty and PurePosixPath(node.text).suffix[1:].isalnum():
        node = Mapping({"file": Entry("file", node.line, node.column, node)}, node.line, node.column)
    if not isinstance(node, Mapping):
        return Listing(as_items(node, report, "`cards`"), fields, report)
    values = Reader(report, TYPES, "`cards`").group(TABLE, node)
    own = _open(str(values["file"]), node.entries, report, shelf) if values["file"] else None
    table = _read_table(own, node.entries.get("sheet"), report) if own is not None else None
    if own is None or table is None:
        return Listing((), fields, own.report if own else report, lost=True)
    named = _named(node.entries.get("columns"), table, fields, report)
    columns = Columns(table, fields, named)
    return Listing(tuple(columns.rows()), columns.present(), table.report, is_table=True)


class _Opened(NamedTuple):
    """A file of the shelf, and the report of it."""

    path: Path
    report: Report


def _open(name: str, entries: dict[str, Entry], report: Report, shelf: Shelf) -> _Opened | None:
    spot = entries["file"].value
    path = shelf.find(name, report, spot)
    if path is None:
        return None
    if PurePosixPath(name).suffix.lower() not in (*SEPARATED, *WORKBOOKS):
        message = f'"{clip(name)}" is no table that pnp reads'
        report.note("bad-table", spot, message, "Save it as CSV (in UTF-8) or as an XLSX workbook.")
        return None
    shelf.read.append(name)
    return _Opened(path, shelf.report(name))


def _read_table(opened: _Opened, sheet: Entry | None, report: Report) -> Table | None:
    data = read_bytes(opened.path, opened.report)
    if data is None:
        return None
    wanted = sheet.value if sheet is not None and isinstance(sheet.value, Scalar) else None
    if opened.path.suffix.lower() in WORKBOOKS:
        from pnp.kit.spreadsheet.workbook import read_workbook

        return read_workbook(data, opened.report, wanted, report)
    if wanted is not None:
        report.note("bad-table", wanted, "a CSV file has no sheets", "Remove `sheet:`.")
    return read_separated(data, opened.report)


def _named(entry: Entry | None, table: Table, fields: Sequence[Field], report: Report) -> dict[str, str]:
    """The headings that `columns:` gives a field, or nothing; those that make no sense are noted."""
    if entry is None or (isinstance(entry.value, Scalar) and entry.value.empty):
        return {}
    heads = {folded(head.text) for head in table.heads}
    leaves = [".".join(path) for path, _ in leaves_of(fields)]
    named = {}
    for heading, column in as_mapping(entry.value, report, "`columns`").entries.items():
        node = column.value
        if folded(heading) not in heads:
            message = f'the table has no column "{clip(heading)}"'
            report.note("bad-table", column, message, near(heading, [head.text for head in table.heads if head.text]))
        elif not isinstance(node, Scalar):
            report.note("wrong-type", node, f"`{clip(heading)}` should be given the name of a field", "Write one.")
        elif node.text and node.text != "~" and node.text not in leaves:
            cure = near(node.text, leaves)
            report.note("unknown-key", node, f'the column is given to "{clip(node.text)}", which is no field', cure)
            named[heading] = ""
        else:
            named[heading] = node.text.replace("~", "")
    return named
