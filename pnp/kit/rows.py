"""Lists and tables of keys, read row by row, and amounts: what boards, tables and tracks have in common."""

from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Table
from typing import NamedTuple

from pnp.kit.fields import TYPES
from pnp.kit.parsing.scalars import number
from pnp.kit.parsing.tree import Entry, Node, Scalar, Sequence, Unread
from pnp.kit.printed import take_printed
from pnp.kit.reader import Reader, as_items, as_mapping, describe
from pnp.kit.report import Report
from pnp.kit.wording import clip, near
from pnp.model.expectation import Amount
from pnp.model.kit import Field, Path, Value
from pnp.model.place import Where


class Read(NamedTuple):
    """The values of a mapping, where each stands and where it begins."""

    values: Table[str, Value]
    entries: Table[str, Entry]
    places: Table[Path, Where]
    where: Where

    def text(self, key: str) -> str:
        """The value as text, empty if there is none."""
        value = self.values[key]
        return "" if value is None else str(value)

    def names(self, key: str) -> tuple[str, ...]:
        """The items of a list as text."""
        value = self.values[key]
        return tuple(str(item) for item in value) if isinstance(value, tuple) else ()

    def whole(self, key: str) -> int | None:
        """The value as a whole number, None if there is none."""
        value = self.values[key]
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def pair(self, key: str) -> tuple[float, float] | None:
        """The two numbers of a list, None if there are not two."""
        value = self.values[key]
        two = [float(item) for item in value if isinstance(item, int | float)] if isinstance(value, tuple) else []
        return (two[0], two[1]) if len(two) == 2 else None

    def truth(self, key: str) -> bool | None:
        """Whether the value is true; None if there is none."""
        value = self.values[key]
        return value if isinstance(value, bool) else None

    def has(self, *keys: str) -> bool:
        """Whether all the keys have values."""
        return all(self.values[key] not in (None, "", ()) for key in keys)


def read_mapping(node: Node, fields: Iterable[Field], report: Report, what: str) -> Read | None:
    """The values of one mapping by its rows, or those of its `as_printed:` if they are asked for.

    None, with the reason noted, if it is none.
    """
    mapping = as_mapping(node, report, what)
    if mapping is not node:
        return None
    rows = tuple(fields)
    mapping = take_printed(mapping, rows, report, as_printed=report.as_printed)
    reader = Reader(report, TYPES, what)
    values = reader.group(rows, mapping)
    return Read(values, mapping.entries, reader.places, report.where(mapping))


def read_rows(entry: Entry | None, fields: Iterable[Field], report: Report, what: str) -> list[Read]:
    """Each mapping of a list; `what` names one of them (`space`). A single mapping stands for a list of one."""
    if entry is None:
        return []
    node = entry.value
    items = (node,) if hasattr(node, "entries") else as_items(node, report, f"`{entry.key}`")
    rows = tuple(fields)
    read = (read_mapping(item, rows, report, f"{what} {number}") for number, item in enumerate(items, 1))
    return [row for row in read if row is not None]


def walk_pairs(entry: Entry | None, report: Report) -> Iterator[tuple[str, Entry]]:
    """The keys of a mapping that are names of the designer's own."""
    if entry is not None:
        yield from as_mapping(entry.value, report, f"`{entry.key}`").entries.items()


def read_amount(node: Node, report: Report, what: str) -> Amount | None:
    """An amount: `6`, or `[4, 8]` for from 4 to 8; None, with the reason noted, if it is none."""
    items = node.items if isinstance(node, Sequence) else (node,)
    read = [number(item.text).value for item in items if isinstance(item, Scalar)]
    amounts = [float(amount) for amount in read if amount is not None]
    if len(amounts) == len(items) == 1:
        return Amount(amounts[0], amounts[0])
    if len(amounts) == len(items) == 2 and amounts[0] <= amounts[1]:
        return Amount(amounts[0], amounts[1])
    if not isinstance(node, Unread):
        message = f"{what} should be a number or two, but is {describe(node, report)}"
        report.note("wrong-type", node, message, "Write 6, or [4, 8] for from 4 to 8.")
    return None


def knows(name: str, known: Iterable[str], where: Where, report: Report, message: str) -> bool:
    """Whether the name is one that is known; else it is noted: `{message} "name"` and what was meant."""
    names = list(dict.fromkeys(known))
    if name in names:
        return True
    report.note("unknown-reference", where, f'{message} "{clip(name)}"', near(name, names))
    return False
