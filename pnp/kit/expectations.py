"""What a deck expects of its numbers, and which values make its cards better: `expects` and `better`."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pnp.kit.charts import CAPACITY, EXPECTS, LIKENESS, SUPPLY
from pnp.kit.parsing.scalars import number
from pnp.kit.parsing.tree import Entry, Scalar
from pnp.kit.parsing.tree import Sequence as Items
from pnp.kit.report import Report
from pnp.kit.rows import Read, knows, read_amount, read_mapping, read_rows, walk_pairs
from pnp.kit.wording import clip, near
from pnp.model.board import Board, Laying
from pnp.model.expectation import (
    Amount,
    Capacity,
    Expectations,
    Likeness,
    Preference,
    Spread,
    Supply,
    Tally,
    Total,
)
from pnp.model.finding import Fault
from pnp.model.kit import Card, Deck, Field
from pnp.model.place import Where
from pnp.model.track import Track

_NUMBERS = ("integer", "number")
_COUNTED = (*_NUMBERS, "text", "choice", "boolean", "icon", "image", "card")
_SOME = Amount(1, math.inf)


def read_expectations(
    entry: Entry | None, fields: Sequence[Field], cards: Sequence[Card], report: Report
) -> Expectations:
    """The expectations of a deck; one that names a field or a card which is not there is noted and left out."""
    read = read_mapping(entry.value, EXPECTS, report, "`expects`") if entry else None
    if read is None:
        return Expectations()
    hopes = _Hopes(read.entries, fields, cards, report)
    copies = read.entries.get("copies")
    amount = read_amount(copies.value, report, "copies") if copies else None
    return Expectations(
        Tally("copies", "", amount, report.where(copies.value)) if copies and amount else None,
        tuple(hopes.totals()),
        tuple(tally for field, each in hopes.fields("count") for tally in hopes.tallies(field, each)),
        tuple(hopes.spreads()),
        tuple(hopes.likenesses("means")),
        tuple(hopes.likenesses("correlation")),
        tuple(hopes.capacities()),
        tuple(hopes.supplies()),
    )


def read_preferences(entry: Entry | None, fields: Sequence[Field], report: Report) -> tuple[Preference, ...]:
    """Which values of which fields are better: `{run: high, cost: low, kind: same}`."""
    found = []
    known = dict(walk_fields(fields, _COUNTED))
    for name, each in walk_pairs(entry, report):
        way = each.value.text if isinstance(each.value, Scalar) else ""
        if not knows(name, known, report.where(each), report, "the deck has no field"):
            continue
        if way not in ("high", "low", "same"):
            message = f'{name} is "{clip(way)}", but better is either high or low, or same to compare like with like'
            report.note("unknown-choice", each.value, message, "Write high, low or same.")
        elif way != "same" and known[name].type not in (*_NUMBERS, "boolean"):
            message = f"{name} has no numbers, so none of its values is {way}"
            report.note("bad-value", each.value, message, "Write same, or leave the field out.")
        else:
            found.append(Preference(name, way, report.where(each)))
    return tuple(found)


def walk_fields(fields: Iterable[Field], types: Sequence[str], before: str = "") -> Iterator[tuple[str, Field]]:
    """The fields of the types, those in groups by their path (`equipment.run`)."""
    for field in fields:
        if field.type == "group":
            yield from walk_fields(field.fields, types, f"{before}{field.name}.")
        elif field.type in types:
            yield before + field.name, field


def find_unknown(decks: Mapping[str, Deck], boards: Iterable[Board], tracks: Iterable[Track]) -> list[Fault]:
    """Expectations that name another deck, its fields or its cards, where there is none of that name."""
    faults = []
    for board in boards:
        faults += _unknown_to_board(board, decks)
    for track in tracks:
        if track.source:
            faults += _unknown_field(track.source, track.place("starts"), decks)
    for deck in decks.values():
        for capacity in deck.expects.capacities:
            if capacity.holder:
                faults += _unknown_field(capacity.holder, capacity.where, decks)
        for supply in deck.expects.supplies:
            if not _is_number(supply.times):
                faults += _unknown_card(supply.times, supply.where, decks)
    return faults


def _unknown_field(name: str, where: Where, decks: Mapping[str, Deck]) -> list[Fault]:
    deck, _, field = name.partition(".")
    if deck not in decks:
        message = f'"{clip(name)}" names a field of the deck "{clip(deck)}", but there is no such deck'
        return [Fault("unknown-reference", where, message, near(deck, decks))]
    known = dict(walk_fields(decks[deck].fields, _NUMBERS))
    if field in known:
        return []
    message = f'the deck "{deck}" has no field with numbers called "{clip(field)}"'
    return [Fault("unknown-reference", where, message, near(field, known))]


def _unknown_to_board(board: Board, decks: Mapping[str, Deck]) -> list[Fault]:
    faults = _unknown_tiles(board.laying, decks) if board.laying else []
    if board.straight and board.straight.fits:
        faults += _unknown_field(board.straight.fits, board.straight.where, decks)
    return faults


def _unknown_tiles(laying: Laying, decks: Mapping[str, Deck]) -> list[Fault]:
    if laying.deck not in decks:
        message = f'the board is laid of the deck "{clip(laying.deck)}", but there is no such deck'
        return [Fault("unknown-reference", laying.where, message, near(laying.deck, decks))]
    lists = [field.name for field in decks[laying.deck].fields if field.type == "list"]
    return [
        Fault(
            "unknown-reference", laying.where, f'the deck "{laying.deck}" has no list "{clip(name)}"', near(name, lists)
        )
        for name in (laying.at, laying.exits)
        if name not in lists
    ]


def _unknown_card(name: str, where: Where, decks: Mapping[str, Deck]) -> list[Fault]:
    deck, _, card = name.partition("/")
    if deck not in decks:
        message = f'"{clip(name)}" names the deck "{clip(deck)}", but there is none'
        return [Fault("unknown-reference", where, message, near(deck, decks))]
    known = [each.id for each in decks[deck].cards]
    if not card or card in known:
        return []
    return [Fault("unknown-reference", where, f'the deck "{deck}" has no card "{clip(card)}"', near(card, known))]


def _is_number(text: str) -> bool:
    return number(text).value is not None


class _Hopes:
    """Reads what is expected, key by key."""

    def __init__(
        self, entries: Mapping[str, Entry], fields: Sequence[Field], cards: Sequence[Card], report: Report
    ) -> None:
        self.entries = entries
        self.report = report
        self.numbers = dict(walk_fields(fields, _NUMBERS))
        self.counted = dict(walk_fields(fields, _COUNTED))
        self.cards = [card.id for card in cards]

    def fields(self, key: str) -> Iterator[tuple[str, Entry]]:
        for name, entry in walk_pairs(self.entries.get(key), self.report):
            if knows(name, self.counted, self.report.where(entry), self.report, "the deck has no field"):
                yield name, entry

    def totals(self) -> Iterator[Total]:
        for name, entry in walk_pairs(self.entries.get("sum"), self.report):
            amount = read_amount(entry.value, self.report, f"the sum of {name}")
            if self._has_numbers(name, self.report.where(entry)) and amount:
                yield Total(name, amount, self.report.where(entry))

    def tallies(self, field: str, entry: Entry) -> Iterator[Tally]:
        for value, each in walk_pairs(entry, self.report):
            amount = read_amount(each.value, self.report, f"the count of {value}")
            options = self.counted[field].options
            if options and value not in options:
                where = self.report.where(each)
                knows(value, (*options, *self.counted[field].also), where, self.report, f"{field} is never")
            elif amount:
                yield Tally(field, value, amount, self.report.where(each))

    def spreads(self) -> Iterator[Spread]:
        for name, entry in self.fields("spread"):
            if isinstance(entry.value, Items):
                texts = [item for item in entry.value.items if isinstance(item, Scalar)]
                some = tuple(Tally(name, item.text, _SOME, self.report.where(item)) for item in texts)
                yield Spread(name, some, self.report.where(entry))
            else:
                yield Spread(name, tuple(self.tallies(name, entry)), self.report.where(entry))

    def likenesses(self, key: str) -> Iterator[Likeness]:
        for row in read_rows(self.entries.get(key), LIKENESS, self.report, f"`{key}`"):
            names, within = row.names("fields"), row.values["within"]
            known = [self._has_numbers(name, row.places.get(("fields", i), row.where)) for i, name in enumerate(names)]
            if len(names) == 2 and all(known) and isinstance(within, int | float):
                yield Likeness((names[0], names[1]), float(within), row.where)

    def capacities(self) -> Iterator[Capacity]:
        for row in read_rows(self.entries.get("capacity"), CAPACITY, self.report, "`capacity`"):
            if not row.has("of", "into") or not self._has_numbers(row.text("of"), row.places["of",]):
                continue
            limit = number(row.text("into")).value
            holder = "" if limit is not None else row.text("into")
            limit = None if limit is None else float(limit)
            cards = self._cards(row)
            yield Capacity(row.text("of"), row.places["into",], holder, limit, bool(row.truth("every")), cards)

    def supplies(self) -> Iterator[Supply]:
        for card, entry in walk_pairs(self.entries.get("supply"), self.report):
            where = self.report.where(entry)
            if not self.cards or not knows(card, self.cards, where, self.report, "the deck has no card"):
                continue
            if isinstance(entry.value, Scalar):
                amount = read_amount(entry.value, self.report, f"the supply of {card}")
                if amount:
                    yield Supply(card, where, amount.least)
                continue
            row = read_mapping(entry.value, SUPPLY, self.report, f"the supply of {card}")
            each, plus = (row.values["each"], row.values["plus"]) if row else (None, None)
            if row and isinstance(each, int | float) and isinstance(plus, int | float):
                yield Supply(card, where, float(each), row.text("times"), float(plus))

    def _has_numbers(self, name: str, where: Where) -> bool:
        return knows(name, self.numbers, where, self.report, "the deck has no field with numbers called")

    def _cards(self, row: Read) -> tuple[str, ...]:
        names = row.names("cards")
        places = [row.places.get(("cards", i), row.where) for i in range(len(names))]
        return tuple(
            name
            for name, where in zip(names, places, strict=True)
            if self.cards and knows(name, self.cards, where, self.report, "the deck has no card")
        )
