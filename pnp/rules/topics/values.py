"""Values of cards by their dotted paths, as the checks of numbers and of likeness want them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pnp.model.finding import Level
from pnp.model.kit import Card, Deck, Field, Kit, Path, Value
from pnp.model.place import Where
from pnp.rules.check import Context


def value_at(card: Card, field: str) -> Value:
    """The card's value of a field, that in a group by its path (`equipment.run`); None where there is none."""
    value: Value = card.values
    for step in field.split("."):
        value = value.get(step) if isinstance(value, Mapping) else None
    return value


def number_at(card: Card, field: str) -> float | None:
    """The card's value as a number (true is 1), None where it has none or says something else (`*`)."""
    value = value_at(card, field)
    return float(value) if isinstance(value, int | float) else None


def written_at(card: Card, field: str) -> str:
    """The card's value as it is written; empty where there is none."""
    value = value_at(card, field)
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def place_of(card: Card, field: str) -> Where:
    """The place of the card's value, or of the nearest thing around it."""
    return card.place(*field.split("."))


def copies_with_numbers(deck: Deck, *fields: str) -> Iterator[tuple[float, ...]]:
    """The numbers of each card that has all of them, once for every copy."""
    for card in deck.cards:
        numbers = [number_at(card, field) for field in fields]
        if None not in numbers:
            yield from [tuple(number for number in numbers if number is not None)] * card.copies


def walk_texts(deck: Deck) -> Iterator[tuple[Card, Path, Field, str]]:
    """Every text of the deck's cards, with its path and its field; titles are not among them."""
    for card in deck.cards:
        for field in deck.fields:
            for path, inner, text in _texts(field, card.values.get(field.name), (field.name,)):
                yield card, path, inner, text


def _texts(field: Field, value: Value, path: Path) -> Iterator[tuple[Path, Field, str]]:
    if field.type == "text" and isinstance(value, str):
        yield path, field, value
    elif field.type == "group" and isinstance(value, Mapping):
        for inner in field.fields:
            yield from _texts(inner, value.get(inner.name), (*path, inner.name))
    elif field.type == "list" and isinstance(value, tuple) and field.of is not None:
        for number, item in enumerate(value):
            yield from _texts(field.of, item, (*path, number))


def frozen(value: Value) -> object:
    """The value as something that can be compared and hashed."""
    if isinstance(value, Mapping):
        return tuple((key, frozen(inner)) for key, inner in sorted(value.items()))
    return tuple(frozen(item) for item in value) if isinstance(value, tuple) else value


def is_whole(context: Context, *files: str) -> bool:
    """Whether the files were read without an error; what is missing from them would make other checks guess."""
    return not any(
        fault.where.file in files and (check is None or check.level is Level.ERROR)
        for fault in context.kit.faults
        for check in (context.checks.get(fault.check),)
    )


def is_whole_deck(deck: Deck, context: Context) -> bool:
    """Whether all of the deck's cards were read without an error."""
    return is_whole(context, deck.where.file, deck.place("cards", "file").file)


def deck_of(kit: Kit, id: str) -> Deck | None:
    """The deck called so, if there is one."""
    return next((deck for deck in kit.decks if deck.id == id), None)


def on_line(there: Where, here: Where) -> str:
    """Where another thing stands, seen from here: `on line 12`, `in places.yaml:12`, `in D14`."""
    if there.sheet:
        return f"in {there.cell}"
    return f"on line {there.line}" if there.file == here.file else f"in {there.file}:{there.line}"


def called(card: Card) -> str:
    """A card as its designer calls it: by its title, or else its id."""
    return f'"{" ".join(card.title.split()) or card.id}"'


def listed(words: Iterable[str], last: str = "and", most: int = 6) -> str:
    """The words as a list in a sentence, at most so many of them: `a, b and c`, `a, b and 7 more`."""
    some = list(words)
    if len(some) > most:
        some = [*some[: most - 1], f"{len(some) - most + 1} more"]
        last = "and"
    return ", ".join(some) if len(some) < 2 else f"{', '.join(some[:-1])} {last} {some[-1]}"


def counted(count: float, noun: str) -> str:
    """A count with its noun: `1 card`, `3 cards`."""
    return f"{count:g} {noun}" if count == 1 else f"{count:g} {noun}s"


def mean(numbers: Sequence[float]) -> float:
    """The mean of some numbers."""
    return sum(numbers) / len(numbers)
