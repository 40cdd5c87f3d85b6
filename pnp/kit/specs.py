"""A deck's `fields`: what its cards may say, read into the model's fields."""

from collections.abc import Mapping as Table

from pnp.kit.fields import TYPES
from pnp.kit.parsing.tree import Entry, Mapping, Node, Scalar
from pnp.kit.reader import Reader, Reference, as_mapping
from pnp.kit.report import Report, Spot
from pnp.kit.schema import RESERVED, SPEC
from pnp.kit.wording import clip, listed, plain
from pnp.model.kit import Field, Value

_OF_TYPES = ("min", "max", "options", "deck", "of", "fields")


class Specs:
    """Reads the declarations of one deck, `deck` being its id and `references` where default cards are noted."""

    def __init__(self, report: Report, deck: str, references: list[Reference]) -> None:
        self.report = report
        self.deck = deck
        self.references = references

    def fields(self, node: Node, what: str = "`fields`") -> tuple[Field, ...]:
        """The fields that a mapping of names to declarations gives."""
        entries = as_mapping(node, self.report, what).entries
        return tuple(self.field(name, entry) for name, entry in entries.items() if self._may_be_called(name, entry))

    def field(self, name: str, entry: Entry) -> Field:
        """One declaration: a type with its limits, or the name of a type alone."""
        node = entry.value
        if isinstance(node, Scalar) and not node.empty:
            node = Mapping({"type": Entry("type", node.line, node.column, node)}, node.line, node.column)
        mapping = as_mapping(node, self.report, f'the field "{name}"')
        values = Reader(self.report, TYPES, f'the field "{name}"').group(SPEC, mapping) if mapping is node else {}
        kind = values.get("type")
        where = self.report.where(entry)
        if not isinstance(kind, str):
            return Field(name, "anything", where, required=False)
        self._judge(kind, mapping.entries)
        low, high = self._limits(values, mapping.entries.get("min", entry))
        field = Field(
            name,
            kind,
            where,
            required=_required(values, mapping.entries),
            min=low,
            max=high,
            options=_texts(values["options"]),
            also=_texts(values["also"]),
            deck=str(values["deck"] or self.deck) if kind == "card" else "",
            of=self._items(name, mapping) if kind == "list" else None,
            fields=self._inner(name, mapping) if kind == "group" else (),
        )
        return self._with_default(field, mapping.entries)

    def _may_be_called(self, name: str, spot: Spot) -> bool:
        if name in RESERVED:
            message = f"every card has `{name}` without its being declared"
            self.report.note("bad-value", spot, message, "Remove the line, or name the field otherwise.")
        elif not name.isidentifier() or name.startswith("_"):
            message = f'"{clip(name)}" cannot be the name of a field'
            self.report.note("bad-value", spot, message, "Use letters, digits and _, beginning with a letter.")
        return name not in RESERVED

    def _judge(self, kind: str, entries: Table[str, Entry]) -> None:
        """Keys that do not go with the type, and those that it cannot do without."""
        takes = TYPES[kind].takes
        for key in _OF_TYPES:
            if key in entries and key not in takes:
                fitting = [name for name, row in TYPES.items() if key in row.takes]
                message = f"`{key}` does not go with type {kind}"
                self.report.note("bad-value", entries[key], message, f"It is for {listed(fitting)}.")
        for need in ("options", "fields"):
            if need in takes and need not in entries:
                message = f"type {kind} needs `{need}`"
                self.report.note("missing-field", entries["type"], message, f"Add `{need}:`.")

    def _limits(self, values: Table[str, Value], spot: Spot) -> tuple[float | None, float | None]:
        """The limits; none where they are at odds, for else every value would be out of range."""
        low, high = _amount(values["min"]), _amount(values["max"])
        if low is None or high is None or low <= high:
            return low, high
        self.report.note("bad-value", spot, f"`min` {plain(low)} is more than `max` {plain(high)}", "Exchange the two.")
        return None, None

    def _items(self, name: str, mapping: Mapping) -> Field:
        entry = mapping.entries.get("of")
        if entry is None:
            return Field("of", "text", self.report.where(mapping))
        return self.field(f"{name} item", entry)

    def _inner(self, name: str, mapping: Mapping) -> tuple[Field, ...]:
        entry = mapping.entries.get("fields")
        return () if entry is None else self.fields(entry.value, f"`fields` of {name}")

    def _with_default(self, field: Field, entries: Table[str, Entry]) -> Field:
        entry = entries.get("default")
        if entry is None or (isinstance(entry.value, Scalar) and entry.value.empty):
            return field
        reader = Reader(self.report, TYPES, f'the field "{field.name}"', self.references)
        default = reader.value(field, entry.value, ("default",))
        return field._replace(default=default)


def _required(values: Table[str, Value], entries: Table[str, Entry]) -> bool:
    if isinstance(values["required"], bool):
        return values["required"]
    return "default" not in entries


def _amount(value: Value) -> float | None:
    return float(value) if isinstance(value, int | float) else None


def _texts(value: Value) -> tuple[str, ...]:
    return tuple(str(text) for text in value) if isinstance(value, tuple) else ()
