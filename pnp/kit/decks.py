"""A deck file: what all its cards share, and the cards."""

from collections import Counter
from collections.abc import Mapping as Table
from collections.abc import Sequence
from typing import NamedTuple

from pnp.kit.expectations import read_expectations, read_preferences
from pnp.kit.fields import TYPES
from pnp.kit.nets import read_extent, read_net
from pnp.kit.parsing.tree import Entry, Mapping, Scalar
from pnp.kit.printed import KEY, take_printed
from pnp.kit.reader import Reader, Reference, as_mapping
from pnp.kit.report import Report
from pnp.kit.schema import CARD, DECK
from pnp.kit.shapes import Shape, read_shape
from pnp.kit.shelf import Shelf
from pnp.kit.specs import Specs
from pnp.kit.spreadsheet.listing import Listing, read_listing
from pnp.kit.strips import read_strip
from pnp.kit.wording import clip, slug
from pnp.model.finding import Fault
from pnp.model.kit import Card, Deck, Value
from pnp.model.net import Net
from pnp.model.place import Where
from pnp.model.sizes import CARD_SIZES
from pnp.model.strip import Strip
from pnp.model.units import show

# So many cards with the same unknown key have one cause: the key is not declared.
_MANY = 5
_SHAPED = {
    "round": "round",
    "hex-flat": "a hexagon",
    "hex-pointy": "a hexagon",
    "outline": "an outline, which has its corners as they are drawn",
}
# A net gives the size of its pieces.
_NETS = tuple(row._replace(required=False) if row.name == "size" else row for row in DECK)
_NO_CARDS = Listing((), (), Report(""))


class Format(NamedTuple):
    """Size, shape, folds, corner and margins of a deck's cards, in mm; `name` is that of the size."""

    shape: Shape
    corner: float
    safe: float
    name: str
    strip: Strip | None
    net: Net | None = None


def read_deck(root: Mapping, report: Report, stem: str, references: list[Reference], shelf: Shelf) -> Deck:
    """The deck that a file tells of. `stem` is its id if the file gives none; cards named go to `references`.

    A table that holds its cards is taken from the `shelf`; its place is that of `("cards", "file")`.
    """
    reader = Reader(report, TYPES, "the deck", references)
    values = reader.group(_NETS if "net" in root.entries else DECK, root)
    name = str(values["deck"] or stem)
    entries = root.entries
    form = _format(values, entries.get("shape"), reader)
    fields = Specs(report, name, references).fields(entries["fields"].value) if _given(entries.get("fields")) else ()
    rows = (*CARD, *fields)
    listing = read_listing(entries["cards"].value, rows, report, shelf) if "cards" in entries else _NO_CARDS
    if listing.lost:
        shelf.lost.append(name)
    if listing.is_table or listing.lost:
        reader.places["cards", "file"] = Where(listing.report.file, sheet=listing.report.sheet)
    cards = _cards(listing, references, as_printed=shelf.as_printed)
    count = values["count"]
    return Deck(
        name,
        str(values["title"] or name),
        reader.places.get(("deck",), report.where(root)),
        form.shape.width,
        form.shape.height,
        str(values["front"] or ""),
        str(values["back"] or ""),
        form.name,
        form.corner,
        _length(values["bleed"]),
        form.safe,
        count if isinstance(count, int) else None,
        fields,
        cards,
        reader.places,
        read_expectations(entries.get("expects"), fields, cards, report),
        read_preferences(entries.get("better"), fields, report),
        None if values["back_bleed"] is None else _length(values["back_bleed"]),
        int(str(values["back_turn"])),
        str(values["board"] or ""),
        form.shape.name,
        form.shape.outline,
        form.strip,
        str(values["also"] or ""),
        form.net,
    )


def _given(entry: object) -> bool:
    value = getattr(entry, "value", None)
    return value is not None and not (isinstance(value, Scalar) and value.empty)


def _length(value: Value) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _format(values: Table[str, Value], entry: Entry | None, reader: Reader) -> Format:
    size = values["size"]
    net = read_net(values["net"], reader)
    if net is not None:
        return _format_net(net, values, entry, reader)
    name, width, height = size if isinstance(size, tuple) else ("poker", *CARD_SIZES["poker"])
    shape = read_shape(entry, (_length(width), _length(height)), reader, one=name == "across")
    most = min(shape.width, shape.height) / 2
    corner, safe = (_fitting(values, key, most, reader) for key in ("corner", "safe"))
    if shape.outline is not None:
        if ("corner",) in reader.places and corner:
            message = f"corners are rounded on rectangles alone, and the shape is {_SHAPED[shape.name]}"
            reader.report.note("bad-value", reader.places["corner",], message, "Take `corner` out.")
        corner = 0.0
    strip = read_strip(values["folds"], (shape.width, shape.height), reader)
    if strip is not None and ("corner",) not in reader.places:
        corner = 0.0  # the ends of a strip are tabs, and panels that meet have no corners
    return Format(shape, corner, safe, "" if name == "across" else str(name), strip)


def _format_net(net: Net, values: Table[str, Value], entry: Entry | None, reader: Reader) -> Format:
    """The format of pieces that are cut along their net."""
    for key in ("shape", "folds", "corner"):
        if (key == "shape" and entry is not None) or (key,) in reader.places:
            message = f"the net says how its pieces are cut and folded, and so does `{key}`"
            place = reader.places[key,] if entry is None or key != "shape" else reader.report.where(entry.value)
            reader.report.note("bad-value", place, message, f"Take `{key}` out.")
    size = values["size"]
    given = (_length(size[1]), _length(size[2])) if isinstance(size, tuple) else None
    width, height = read_extent(given, net, reader)
    shape = Shape(width, height, "outline", net.outline)
    return Format(shape, 0.0, _fitting(values, "safe", min(width, height) / 2, reader), "", None, net)


def _fitting(values: Table[str, Value], key: str, most: float, reader: Reader) -> float:
    """A length that goes into half the card's shorter side."""
    length = _length(values[key])
    place = reader.places.get((key,))
    if length < most:
        return length
    if place is not None:
        message = f"{key} is {show(length)} mm, but half the card's shorter side is {show(most)} mm"
        reader.report.note("out-of-range", place, message, f"Write less than {show(most)} mm.")
    return most / 2


def _cards(listing: Listing, references: list[Reference], *, as_printed: bool) -> tuple[Card, ...]:
    report = listing.report
    seen = len(report.faults)
    read: list[Card] = []
    for number, item in enumerate(listing.nodes, 1):
        mapping = as_mapping(item, report, f"card {number}")
        if mapping is item:
            called = _called(mapping, number)
            reader = Reader(report, TYPES, called, references, "Or declare it under `fields:`.")
            own = take_printed(mapping, listing.fields, report, as_printed=as_printed)
            read.append(_card(reader, listing, own, number))
    report.faults[seen:] = _gathered(report.faults[seen:])
    return _told_apart(read, report)


def _gathered(faults: Sequence[Fault]) -> list[Fault]:
    """The faults, but one for all of a key that many cards have and the deck does not declare."""
    alike = Counter(fault.message for fault in faults if fault.check == "unknown-key")
    gathered = []
    for fault in faults:
        count = alike[fault.message] if fault.check == "unknown-key" else 0
        if count > _MANY:
            gathered.append(fault._replace(message=f"{fault.message}, here and in {count - 1} more cards"))
            alike[fault.message] = -1
        elif count >= 0:
            gathered.append(fault)
    return gathered


def _told_apart(read: Sequence[Card], report: Report) -> tuple[Card, ...]:
    """The cards, each under an id of its own, so that all can be shown; ids that stand twice are noted."""
    written = {card.id for card in read if ("id",) in card.places}
    cards: dict[str, Card] = {}
    last: Counter[str] = Counter()  # the number that was tried last for an id
    for card in read:
        own = ("id",) in card.places
        if own and card.id in cards:
            _note_twice(card, cards[card.id], report)
        name, number = card.id, 1
        while name in cards or (name in written and not (own and number == 1)):
            number = last[card.id] = max(number, last[card.id]) + 1
            name = f"{card.id}-{number}"
        cards[name] = card if number == 1 else card._replace(id=name)
    return tuple(cards.values())


def _called(mapping: Mapping, number: int) -> str:
    entry = mapping.entries.get("id") or mapping.entries.get("title")
    if entry is not None and isinstance(entry.value, Scalar) and entry.value.text:
        return f'card "{clip(entry.value.text)}"'
    return f"card {number}"


def _card(reader: Reader, listing: Listing, mapping: Mapping, number: int) -> Card:
    values = reader.group(listing.fields, mapping)
    name, title, copies = values.pop("id"), values.pop("title"), values.pop("copies")
    values.pop(KEY, None)
    if name is None:
        reader.places.pop(("id",), None)
        if listing.is_table:  # rows of a spreadsheet seldom have ids: the title makes one
            name = slug(str(title or ""))
    return Card(
        str(name or f"card-{number}"),
        str(title or ""),
        copies if isinstance(copies, int) else 1,
        reader.report.where(mapping),
        values,
        reader.places,
    )


def _note_twice(card: Card, first: Card, report: Report) -> None:
    here, there = card.place("id"), first.place("id")
    if here == there:  # merged into both from elsewhere: tell of the cards instead
        here, there = card.where, first.where
    line = f"in {there.cell}" if there.sheet else f"on line {there.line}"
    message = f'the id "{card.id}" stands twice: here and {line}'
    report.note("duplicate-id", here, message, "Give each card an id of its own; for more copies use `copies:`.")
