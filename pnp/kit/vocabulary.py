"""What kit.yaml says about words and about files of others: glossary, names, reads, words, assets."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.kit.fields import TYPES
from pnp.kit.parsing.source import read_source
from pnp.kit.parsing.tree import Entry, Mapping, Scalar
from pnp.kit.reader import Reader, as_items, as_mapping
from pnp.kit.report import Report
from pnp.kit.schema import ASSET, NAMED, READ, TERM
from pnp.kit.shelf import Shelf
from pnp.kit.wording import clip, near
from pnp.model.board import Board
from pnp.model.kit import Deck, Field, Value
from pnp.model.place import Where
from pnp.model.wording import Kind, Provenance, Reading, Term, Wording


class Nouns(NamedTuple):
    """What the kit has of decks and boards; it is `unsure` where a file that could not be read may hold more."""

    decks: Sequence[Deck]
    boards: Sequence[Board]
    unsure: bool = False

    def ids(self) -> list[str]:
        """What they are called."""
        return sorted({*(deck.id for deck in self.decks), *(board.id for board in self.boards)})


def read_wording(root: Mapping, report: Report, shelf: Shelf, nouns: Nouns) -> Wording:
    """The glossary, the kinds of named things, the phrases that tell a field's value, and the list of words."""
    rows = _Rows(root, report)
    glossary = [
        Term(str(values["term"]), _texts(values["not"]), where, _texts(values["skip"]))
        for values, where in rows.read("glossary", TERM)
        if values["term"] and values["not"]
    ]
    kinds = [
        _kind(Kind(str(values["word"]), str(values["of"]), str(values["number"]), where), report, nouns)
        for values, where in rows.read("names", NAMED)
        if values["word"] and values["of"]
    ]
    readings = [
        _reading(str(values["field"]), str(values["as"]), where, report, nouns)
        for values, where in rows.read("reads", READ)
        if values["field"] and values["as"]
    ]
    words, file = _words(root.entries.get("words"), report, shelf)
    return Wording(
        tuple(glossary), tuple(filter(None, kinds)), tuple(row for row in readings if row is not None), words, file
    )


def read_provenance(root: Mapping, report: Report) -> tuple[Provenance, ...]:
    """Who made which files; a row that does not say it is noted and left out."""
    return tuple(
        Provenance(str(values["file"]), str(values["by"]), str(values["licence"]), where)
        for values, where in _Rows(root, report).read("assets", ASSET)
        if values["file"] and values["by"] and values["licence"]
    )


class _Rows:
    """The lists of rows under the keys of kit.yaml."""

    def __init__(self, root: Mapping, report: Report) -> None:
        self.root = root
        self.report = report

    def read(self, key: str, fields: Sequence[Field]) -> Iterator[tuple[dict[str, Value], Where]]:
        """Each row's values and place."""
        entry = self.root.entries.get(key)
        for number, item in enumerate(as_items(entry.value, self.report, f"`{key}`") if entry else (), 1):
            what = f"row {number} of {key}"
            mapping = as_mapping(item, self.report, what)
            if mapping is item:
                reader = Reader(self.report, TYPES, what)
                values = reader.group(fields, mapping)
                for field in fields:
                    if field.required and not values[field.name] and (field.name,) in reader.places:
                        message = f"{field.name} is empty, so {what} says nothing"
                        self.report.note(
                            "missing-field", reader.places[field.name,], message, "Write it, or take the row out."
                        )
                yield values, self.report.where(mapping)


def _texts(value: Value) -> tuple[str, ...]:
    return tuple(str(each) for each in value) if isinstance(value, tuple) else ()


def _kind(kind: Kind, report: Report, nouns: Nouns) -> Kind | None:
    """The kind, if there is such a deck or board, and the deck has the field."""
    if kind.of not in nouns.ids():
        if not nouns.unsure:
            message = f'there is no deck or board "{clip(kind.of)}" in which each {clip(kind.word)} is'
            report.note("unknown-deck", kind.where, message, near(kind.of, nouns.ids()))
        return None
    fields = ["number", *(field.name for deck in nouns.decks if deck.id == kind.of for field in deck.fields)]
    if kind.number not in fields:
        message = f'{kind.of} has no field "{clip(kind.number)}" that holds the number'
        report.note("unknown-reference", kind.where, message, near(kind.number, fields))
        return None
    return kind


def _reading(name: str, phrase: str, where: Where, report: Report, nouns: Nouns) -> Reading | None:
    """The phrase, if `name` is a deck and a field of it, and it has an N."""
    deck, *path = name.split(".")
    named = {each.id: each for each in nouns.decks}
    if deck not in named:
        if not nouns.unsure:
            cure = near(deck, sorted(named)) or "Write deck.field: events.run, events.equipment.cost."
            report.note("unknown-deck", where, f'"{clip(name)}" names no deck and field', cure)
        return None
    fields: tuple[Field, ...] = named[deck].fields
    for key in path or ("",):
        known = {field.name: field for field in fields}
        if key not in known:
            message = f'{deck} has no field "{clip(".".join(path))}"'
            report.note("unknown-reference", where, message, near(key, sorted(known)))
            return None
        fields = known[key].fields
    if "N" not in phrase.split() and "N{" not in phrase:
        message = f'"{clip(phrase)}" has no N for the number'
        report.note("bad-value", where, message, "Write an N where the number stands: gain N {supplies}.")
        return None
    return Reading(deck, tuple(path), phrase, where)


def _words(entry: Entry | None, report: Report, shelf: Shelf) -> tuple[frozenset[str] | None, str]:
    """The words in the file that is named, one or more a line, # for comments, and the file as messages name it.

    None without a file that can be read.
    """
    if entry is None or not isinstance(entry.value, Scalar):
        return None, ""  # what is no name, the reader of kit.yaml has told
    path = shelf.find(entry.value.text, report, entry.value)
    if path is None:
        return None, ""
    shelf.read.append(entry.value.text)
    its = shelf.report(entry.value.text)
    text = read_source(path, its)
    if text is None:
        return None, ""
    lines = (line.partition("#")[0] for line in text.splitlines())
    return frozenset(word.casefold().replace("’", "'") for line in lines for word in line.split()), its.file
