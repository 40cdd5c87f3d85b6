"""The rows of rules.yaml: what a kit states of itself, each with an id by which waivers go."""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Mapping as Table
from typing import NamedTuple, Protocol

from pnp.kit.fields import TYPES
from pnp.kit.formulas import read_formula
from pnp.kit.parsing.tree import Entry, Mapping, Scalar
from pnp.kit.reader import Reader, as_items, as_mapping
from pnp.kit.report import Report
from pnp.kit.wording import clip
from pnp.model.kit import Field, Path, Value
from pnp.model.place import Where
from pnp.model.rule import Formula


class Statement(NamedTuple):
    """A row: its values, as far as a reader knows them, its node and the places of its values."""

    values: Table[str, Value]
    mapping: Mapping
    places: Table[Path, Where]

    def text(self, key: str) -> str:
        """The value as text, empty if there is none."""
        return str(self.values[key] or "")


class Placed(Protocol):
    """What stands somewhere."""

    @property
    def where(self) -> Where:
        """Its place."""


def walk_statements(root: Mapping, key: str, what: str, fields: Sequence[Field], report: Report) -> Iterator[Statement]:
    """The rows of a list."""
    entry = root.entries.get(key)
    for number, item in enumerate(as_items(entry.value, report, f"`{key}`") if entry else (), 1):
        mapping = as_mapping(item, report, f"{what} {number}")
        if mapping is item:
            named = mapping.entries.get("id")
            called = f' "{clip(named.value.text)}"' if named and isinstance(named.value, Scalar) else f" {number}"
            reader = Reader(report, TYPES, f"{what}{called}")
            yield Statement(reader.group(fields, mapping), mapping, reader.places)


def is_new(id: str, known: Table[str, Placed], places: Table[Path, Where], report: Report) -> bool:
    """Whether no row before had the id; one that had is noted."""
    if id not in known:
        return True
    message = f'the id "{id}" stands twice: here and on line {known[id].where.line}'
    report.note("duplicate-id", places["id",], message, "Give each an id of its own; waivers go by it.")
    return False


def note_blank(entries: Table[str, Entry], keys: Iterable[str], report: Report) -> Iterator[str]:
    """The keys under which nothing is written, each noted, but for `says:` without a value: that is noted before."""
    for key in keys:
        node = entries[key].value if key in entries else None
        if isinstance(node, Scalar) and not node.text.strip():
            if key != "says" or not node.empty:
                report.note("missing-field", entries[key], f"{key} is empty", "Write it, or take the row out.")
            yield key


def formula_of(entry: Entry | None, report: Report) -> Formula | None:
    """The expression that stands under a key; None if there is none."""
    if entry is None or not isinstance(entry.value, Scalar) or not entry.value.text.strip():
        return None
    return read_formula(entry.value, report)
