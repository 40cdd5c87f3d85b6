"""A dice table's file."""

from pnp.kit.charts import DICE_TABLE, ROW
from pnp.kit.parsing.tree import Mapping
from pnp.kit.report import Report
from pnp.kit.rows import read_mapping, read_rows
from pnp.model.table import Row, Table


def read_table(root: Mapping, report: Report, stem: str) -> Table:
    """The dice table that a file tells of; `stem` is its id if the file gives none."""
    read = read_mapping(root, DICE_TABLE, report, "the table")
    if read is None:
        return Table(stem, stem, report.where(root), "")
    rows = read_rows(read.entries.get("rows"), ROW, report, "row")
    modifiers = read.values["modifiers"]
    name = read.text("table") or stem
    return Table(
        name,
        read.text("title") or name,
        read.places.get(("table",), read.where),
        read.text("dice"),
        tuple(Row(row.text("on"), row.text("effect"), row.places["on",]) for row in rows if row.has("on")),
        tuple(each for each in modifiers if isinstance(each, int)) if isinstance(modifiers, tuple) else (),
        read.truth("clamp"),
        read.places,
    )
