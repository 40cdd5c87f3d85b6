"""The reader that holds a mapping's values against the fields that it may have.

Every part of a kit's YAML, a card's own fields as well as the head of a deck, is a row of `Field`s;
a wrong value is noted with its place and its default goes on in its stead.
"""

from collections.abc import Callable, Iterable
from collections.abc import Mapping as Table
from typing import NamedTuple

from pnp.kit.parsing import scalars
from pnp.kit.parsing.tree import Entry, Mapping, Node, Scalar, Sequence, Unread
from pnp.kit.report import Report, Spot
from pnp.kit.wording import clip, label, listed, near, plain
from pnp.model.kit import Field, Path, Value
from pnp.model.place import Where


class Reference(NamedTuple):
    """A value that names a card, to be looked up when all decks are read."""

    deck: str
    card: str
    label: str
    where: Where


class Reader:
    """Reads one mapping by its fields. `what` names its owner in messages, `places` says where each value stands.

    `otherwise` is what else could be done about a key that is unknown.
    """

    __slots__ = ("otherwise", "places", "references", "report", "types", "what")

    def __init__(
        self,
        report: Report,
        types: Table[str, "Type"],
        what: str,
        references: list[Reference] | None = None,
        otherwise: str = "",
    ) -> None:
        self.report = report
        self.types = types
        self.what = what
        self.otherwise = otherwise
        self.references: list[Reference] = [] if references is None else references
        self.places: dict[Path, Where] = {}

    def group(self, fields: Iterable[Field], mapping: Mapping, path: Path = ()) -> dict[str, Value]:
        """The values of all fields; unknown keys and missing values are noted."""
        entries = mapping.entries
        rows = tuple(fields)
        values: dict[str, Value] = {}
        for row in rows:
            entry = entries.get(row.name)
            if entry is None and not row.required:
                values[row.name] = blank(row)
            else:
                values[row.name] = self.entry(row, entry, mapping, path)
        if len(entries) > len(rows) or not entries.keys() <= values.keys():
            for key, unknown in entries.items():
                if key not in values:
                    where = f" in {label(path)}" if path else ""
                    message = f'unknown key "{clip(key)}"{where}'
                    self.report.note("unknown-key", unknown, message, f"{near(key, values)} {self.otherwise}".strip())
        return values

    def entry(self, field: Field, entry: Entry | None, owner: Spot, path: Path) -> Value:
        """The value of one field, its default where the file is silent."""
        here = (*path, field.name)
        if entry is None:
            if field.required:
                self.report.note("missing-field", owner, f"{self.what} has no {label(here)}", self._add(field))
            return blank(field)
        node = entry.value
        if isinstance(node, Scalar) and self._says_nothing(field, node):
            if field.required:
                self.report.note("missing-field", entry, f"{label(here)} is empty", f"Write {self.expected(field)}.")
            return blank(field)
        return self.value(field, node, here)

    def value(self, field: Field, node: Node, path: Path) -> Value:
        """The value of a node that says something."""
        report = self.report
        self.places[path] = Where(report.file, node.line, node.column, report.sheet)
        if isinstance(node, Unread):
            return blank(field)
        if field.also and isinstance(node, Scalar) and node.text in field.also:
            return node.text
        return self.types[field.type].read(self, field, node, path)

    def refuse(self, field: Field, node: Spot, check: str, message: str, help: str = "") -> Value:
        """Note why the value cannot be used; what goes on in its stead."""
        self.report.note(check, node, message, help or f"Write {self.expected(field)}.")
        return blank(field)

    def mistype(self, field: Field, node: Node, path: Path, help: str = "") -> Value:
        """Note that the value is of another type."""
        message = f"{label(path)} should be {self.expected(field)}, but is {describe(node, self.report)}"
        return self.refuse(field, node, "wrong-type", message, help)

    def expected(self, field: Field) -> str:
        """What the field wants, for the end of a sentence: `a whole number from -1 to 3, or "*"`."""
        words = self.types[field.type].called
        if field.type == "choice":
            words = f"one of {listed(field.options[:20], 'or')}" if field.options else words
        elif field.type == "card" and field.deck:
            words = f"the id of a card of {field.deck}"
        elif field.type == "group":
            words += f" ({', '.join(inner.name for inner in field.fields)})"
        elif field.type in ("integer", "number", "length"):
            words += _between(field)
        return words + "".join(f', or "{text}"' for text in field.also)

    def _says_nothing(self, field: Field, node: Scalar) -> bool:
        if not scalars.is_null(node) or node.text in field.also:
            return False
        return node.empty or not self.types[field.type].textual

    def _add(self, field: Field) -> str:
        return f"Add `{field.name}:` with {self.expected(field)}."


class Type(NamedTuple):
    """A type of field: how a value is read, what it is called, and which further keys its declaration takes.

    A `textual` one takes `null` for a word; one that is not `public` is for the YAML's own keys alone.
    """

    read: Callable[[Reader, Field, Node, Path], Value]
    called: str
    takes: tuple[str, ...] = ()
    textual: bool = False
    public: bool = True


_BLANKS: dict[str, Value] = {"text": "", "list": ()}


def blank(field: Field) -> Value:
    """What stands in for a value that is not there, so that a template can go on.

    The default, else: empty text, an empty list, a group with nothing in it where there has to be one, else None.
    """
    if field.default is not None:
        return field.default
    if field.type == "group" and field.required:
        return {inner.name: blank(inner) for inner in field.fields}
    return _BLANKS.get(field.type)


def as_mapping(node: Node, report: Report, what: str) -> Mapping:
    """The node as a mapping; an empty one, with a fault, if it is none."""
    if isinstance(node, Mapping):
        return node
    if not isinstance(node, Unread):
        message = f"{what} should be keys with values, but is {describe(node, report)}"
        report.note("wrong-type", node, message, "Write `key: value`.")
    return Mapping({}, node.line, node.column)


def as_items(node: Node, report: Report, what: str) -> tuple[Node, ...]:
    """The items of a list; none, with a fault unless it is empty, if it is no list."""
    if isinstance(node, Sequence):
        return node.items
    if not isinstance(node, Unread) and not (isinstance(node, Scalar) and node.empty):
        message = f"{what} should be a list, but is {describe(node, report)}"
        report.note("wrong-type", node, message, "Start each of its items with `- `.")
    return ()


def describe(node: Node, report: Report) -> str:
    """What stands there, as YAML sees it."""
    if isinstance(node, Scalar):
        value = scalars.core_value(node)
        if value is None:
            return "empty"
        if isinstance(value, bool):
            return f"{clip(node.text)}, which is true or false"
        return clip(node.text) if isinstance(value, int | float) else f'the text "{clip(node.text)}"'
    rest = report.rest(node)
    if rest.startswith(("{", "[")):
        return f"`{clip(_one_group(rest))}`, which YAML reads as {'keys' if rest[0] == '{' else 'a list'}"
    return "a list" if isinstance(node, Sequence) else "a group of keys"


def words_at(node: Node, report: Report) -> str:
    """What stands there as it is written: of keys or a list in brackets, the rest of the line if text goes on there."""
    if isinstance(node, Scalar):
        return node.text
    rest = report.rest(node)
    group = _one_group(rest)
    return group if rest[len(group) :].lstrip()[:1] in ("", ",", "}", "]", "#") else rest


def _one_group(text: str) -> str:
    """The text to the bracket that closes its first one, where that is in it."""
    depth = 0
    for end, letter in enumerate(text, 1):
        depth += (letter in "{[") - (letter in "}]")
        if not depth:
            return text[:end]
    return text


def _between(field: Field) -> str:
    if field.min is not None and field.max is not None:
        return f" from {plain(field.min)} to {plain(field.max)}"
    if field.min is not None:
        return f" of at least {plain(field.min)}"
    return f" of at most {plain(field.max)}" if field.max is not None else ""
