"""What the columns of a table mean: each heading is held against the cards' fields, each row becomes keys with values.

A heading stands for the field of its name, whatever its capitals, with blanks or - for _ (`Card Name` is card_name);
`equipment.run` is the key `run` of the group `equipment`. The deck's `columns:` say otherwise.
"""

import re
from collections.abc import Iterable, Sequence
from collections.abc import Mapping as Names
from typing import NamedTuple

from pnp.kit.parsing.tree import Entry, Mapping, Node, Scalar, Unread
from pnp.kit.parsing.tree import Sequence as Items
from pnp.kit.reader import blank
from pnp.kit.spreadsheet.table import Amiss, Cell, Figure, Table, is_blank, make_cell
from pnp.kit.wording import clip, listed, near, quoted
from pnp.model.kit import Field

# What else is often written over these columns; a field of that name goes first.
ALSO_CALLED = {"qty": "copies", "quantity": "copies", "count": "copies", "name": "title"}

# Types that take a number as it is stored, not as a spreadsheet shows it.
AMOUNTS = ("integer", "number")

# How many headings a message names.
_MOST_NAMED = 20

Steps = tuple[str, ...]


class Column(NamedTuple):
    """One column that is read: where in the rows it stands, and the field that it is for."""

    number: int
    path: Steps
    field: Field


class Columns:
    """The columns of a table, by the fields of its cards. `named` is what the deck says of headings: "" for none."""

    def __init__(self, table: Table, fields: Sequence[Field], named: Names[str, str]) -> None:
        self.table = table
        self.fields = fields
        self.leaves = dict(leaves_of(fields))
        self.groups = tuple(field for field in fields if field.type == "group")
        self.named = {folded(heading): target for heading, target in named.items()}
        self.told: set[int] = set()  # columns whose look was spoken of
        self.unknown: list[Scalar] = []
        self.columns = tuple(self._columns())
        self._note_strangers()

    def rows(self) -> Iterable[Mapping]:
        """The table's rows as a YAML file would give them; a group whose cells are all empty is left out."""
        for cells in self.table.rows:
            entries: dict[str, Entry] = {}
            for column in self.columns:
                _put(entries, column.path, self._node(cells[column.number], column))
            _prune(entries, self.groups)
            yield Mapping(entries, cells[0].line, cells[0].column)

    def _node(self, cell: Cell, column: Column) -> Node:
        """The cell as a value of YAML."""
        report = self.table.report
        if isinstance(cell, Amiss):
            report.note("bad-value", cell, cell.message, cell.help)
            return Unread(cell.line, cell.column)
        if isinstance(cell, Figure):
            if column.field.type in AMOUNTS:
                return make_cell(cell.amount, cell.line, cell.column)
            if cell.style and column.number not in self.told:
                self.told.add(column.number)
                message = f"the sheet shows this number as `{clip(cell.style)}`, and it is printed as {cell.text}"
                report.note("table-format", cell, message, "To keep the look, make the column text and type it so.")
            cell = make_cell(cell.text, cell.line, cell.column)
        if column.field.type == "list" and isinstance(cell, Scalar) and cell.text:
            return _items(cell)
        return cell

    def present(self) -> tuple[Field, ...]:
        """The fields as this table can give them: what has no column is noted once, and asked of no row."""
        return tuple(self._present(field, ()) for field in self.fields)

    def _present(self, field: Field, outer: Steps) -> Field:
        path = (*outer, field.name)
        if any(column.path == path for column in self.columns):
            return field
        if any(column.path[: len(path)] == path for column in self.columns):
            return field._replace(fields=tuple(self._present(inner, path) for inner in field.fields))
        if field.required and path != ("id",):
            self._note_absent(field, path)
        return field._replace(required=False, default=blank(field))

    def _note_absent(self, field: Field, path: Steps) -> None:
        name = ".".join(path)
        cure = f"Add it, or tell under which heading it stands: `columns: {{Heading: {name}}}`."
        if field.type == "group":
            name = f"for {name} ({', '.join('.'.join(leaf) for leaf in self.leaves if leaf[: len(path)] == path)})"
            cure = "Add a column for each of its keys."
        self.table.report.note("missing-field", self.table.heads[0], f"the table has no column {name}", cure)

    def _columns(self) -> Iterable[Column]:
        taken: dict[Steps, int] = {}
        for number, head in enumerate(self.table.heads):
            path = self._path(number, head)
            if path in taken:
                message = f'the column "{clip(head.text)}" stands twice: here and as column {taken[path] + 1}'
                self.table.report.note("duplicate-key", head, message, "The first one counts; remove one of the two.")
            elif path:
                taken[path] = number
                yield Column(number, path, self.leaves[path])

    def _path(self, number: int, head: Scalar) -> Steps:
        """The path of the field that the heading means; empty, with the reason noted, if there is none."""
        name = folded(head.text)
        if name in self.named:
            return tuple(self.named[name].split(".")) if self.named[name] else ()
        known = {folded(".".join(path)): path for path in self.leaves}
        if name in known:
            return known[name]
        if name in ALSO_CALLED and ALSO_CALLED[name] not in self._spoken_for():
            return (ALSO_CALLED[name],)
        self._note_unknown(number, head)
        return ()

    def _note_strangers(self) -> None:
        """Note the headings that no field has, with the words that leave all of them unread."""
        names = [".".join(path) for path in self.leaves]
        unread = ", ".join(f"{_as_key(head.text)}: " for head in self.unknown[:_MOST_NAMED])
        unread += ", ..." if len(self.unknown) > _MOST_NAMED else ""
        for head in self.unknown:
            message = f'the column "{clip(head.text)}" is no field of the cards'
            others = "it" if len(self.unknown) == 1 else "all such"
            cure = f"{near(head.text, names)} Or leave {others} unread: `columns: {{{unread}}}`."
            self.table.report.note("unknown-key", head, message, cure)

    def _spoken_for(self) -> set[str]:
        """The fields that a heading names outright, or that `columns:` gives to one."""
        return {folded(head.text) for head in self.table.heads} | set(self.named.values())

    def _note_unknown(self, number: int, head: Scalar) -> None:
        report, text = self.table.report, head.text
        filled = next((row[number] for row in self.table.rows if not is_blank(row[number : number + 1])), None)
        if not text:
            if filled is not None:
                report.note("bad-table", filled, "the column of this cell has no heading", "Write one above it.")
            return
        group = next((field.name for field in self.groups if folded(field.name) == folded(text)), "")
        if group:
            inner = [".".join(path) for path in self.leaves if path[0] == group]
            message = f"{group} is a group, and a cell holds one value"
            report.note("bad-table", head, message, f"Give each of its keys a column: {listed(inner)}.")
            return
        self.unknown.append(head)


def leaves_of(fields: Iterable[Field], outer: Steps = ()) -> Iterable[tuple[Steps, Field]]:
    """Every field that a cell can hold, by its path."""
    for field in fields:
        path = (*outer, field.name)
        if field.type == "group":
            yield from leaves_of(field.fields, path)
        else:
            yield path, field


def folded(heading: str) -> str:
    """A heading as it is compared: `Card Name` and `card-name` are card_name."""
    return "_".join(heading.replace("-", " ").replace("_", " ").casefold().split())


def _as_key(heading: str) -> str:
    """The heading as a key between braces in YAML."""
    return heading if re.fullmatch(r"\w[\w .-]*", heading) else quoted(heading)


def _items(cell: Scalar) -> Items:
    """A cell as a list: its parts between semicolons."""
    parts = (part.strip() for part in cell.text.split(";"))
    return Items(tuple(cell._replace(text=part) for part in parts if part), cell.line, cell.column)


def _put(entries: dict[str, Entry], path: Steps, value: Node) -> None:
    """Set the value at the path, in groups that are made on the way."""
    for step in path[:-1]:
        if step not in entries:
            entries[step] = Entry(step, value.line, value.column, Mapping({}, value.line, value.column))
        group = entries[step].value
        entries = group.entries if isinstance(group, Mapping) else {}
    entries[path[-1]] = Entry(path[-1], value.line, value.column, value)


def _prune(entries: dict[str, Entry], groups: Iterable[Field]) -> None:
    """Take out groups that nothing is said of, where there need not be one."""
    for field in groups:
        node = entries[field.name].value if field.name in entries else None
        if not field.required and node is not None and _says_nothing(node):
            del entries[field.name]
        elif isinstance(node, Mapping):
            _prune(node.entries, (inner for inner in field.fields if inner.type == "group"))


def _says_nothing(node: Node) -> bool:
    if isinstance(node, Mapping):
        return all(_says_nothing(entry.value) for entry in node.entries.values())
    return isinstance(node, Scalar) and node.empty
