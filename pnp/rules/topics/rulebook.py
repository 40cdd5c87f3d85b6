"""Checks of a rulebook against the kit that it belongs to: how many there are, and what lies in the box."""

import re
from collections.abc import Iterable, Iterator, Set
from functools import lru_cache
from typing import NamedTuple

from pnp.model.document import Block, Chart, Document, Heading, Listing, Panel, Paragraph, plain
from pnp.model.finding import Level
from pnp.model.kit import Deck, Kit, Value
from pnp.model.place import Where
from pnp.rules.check import Context, Said, check
from pnp.rules.topics.passages import folded, gather_passages
from pnp.rules.topics.spots import find_spot

# From so many on, a number of cards is that of a whole deck; fewer may be drawn or held.
MANY = 10

_ONES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TEENS = (
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen"),
    *("sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
# Numbers from MANY on that are written in words: fifty-four.
WRITTEN = {word: number for number, word in enumerate(_TEENS, 10)}
WRITTEN |= {word: number for number, word in zip(range(20, 100, 10), _TENS, strict=True)}
WRITTEN |= {f"{ten}-{one}": 10 * (at + 2) + more for at, ten in enumerate(_TENS) for more, one in enumerate(_ONES, 1)}
_COUNT = rf"(\d+|(?:{'|'.join(_TENS)})(?:-(?:{'|'.join(_ONES)}))?|{'|'.join(_TEENS)})"

# What says that a number is that of all there are.
_WHOLE = r"all(?: of)?(?: the)?|contains?|includes?|comes? with|consists? of|deck of"
_ANY = re.compile(rf"\b(?:{_WHOLE}|the|these)\s+{_COUNT}\s+(?:\w+\s+)?cards?\b", re.IGNORECASE)
_NUMBER = re.compile(rf"\b{_COUNT}\s+", re.IGNORECASE)
_LIST = re.compile(
    r"component|contents|in (?:the|this) box|what you (?:get|need)|parts of the game|material", re.IGNORECASE
)
# Such a heading may stand over a list of chapters, or of what players have to bring.
_PERHAPS = re.compile(r"^(?:table of )?contents$|what you need|material", re.IGNORECASE)
_AMOUNT = re.compile(r"how many|number|quantity|count|amount|qty|copies|^#$|^×$|^x$", re.IGNORECASE)
_LEADING = re.compile(r"\s*(\d+)\s*[×x]?\s+(.+)|(.+?)\s*[:(×x–-]\s*(\d+)\)?\s*$")
_GENERIC = ("card", "cards", "deck")
_FILLER = frozenset(("the", "of", "a", "an", "card", "cards", "deck", "this", "and"))


class Entry(NamedTuple):
    """A line of a list of components: what it names, how many, where it stands, and whether the list is surely one."""

    name: str
    amount: int
    where: Where
    sure: bool = True


@check("rulebook-number", on=Document, level=Level.WARNING)
def rulebook_number(document: Document, context: Context) -> Iterable[Said]:
    """The rulebook says as many cards as there are.

    A number that was typed stays when a card is added, and players then look for one that is missing. A number that
    comes from the kit, `{{ decks.events.size }}`, is always right.

    Bad:
        Shuffle the 52 event cards.         # the deck has 54

    Good:
        Shuffle the {{ decks.events.size }} event cards.
    """
    kit = context.kit
    facts = frozenset(_facts(kit))
    named = [_named(deck) for deck in kit.decks]
    for passage in gather_passages(document):
        words = passage.words
        if not _NUMBER.search(words):
            continue
        for deck, names, telling, right in named:
            if not any(rest.startswith(telling) for rest in _after_numbers(words)):
                continue  # to make the pattern takes longer than all such looks
            for match in _pattern(names).finditer(words):
                number = _whole(match[2])
                words = words.replace(match[0], " ")
                if number not in right and (match[1] or number >= MANY):
                    message = f'"{match[0]}", but the deck "{deck.title}" has {deck.size}'
                    spot = find_spot(kit, passage.where, match[0])
                    yield Said(spot, message, _cure(deck), places=(passage.where,))
        for match in _ANY.finditer(words):
            number = _whole(match[1])
            if number not in facts and number >= MANY and kit.decks:
                spot = find_spot(kit, passage.where, match[0])
                meant = min(kit.decks, key=lambda deck: abs(deck.size - number))
                yield Said(spot, f'"{match[0]}", but {_sizes(kit)}', _cure(meant), places=(passage.where,))


def _whole(written: str) -> int:
    """The number that is written in figures or words."""
    return WRITTEN.get(written.casefold()) or int(written)


@lru_cache(maxsize=16)
def _after_numbers(words: str) -> tuple[str, ...]:
    """What follows each number in a text, without capitals."""
    low = folded(words)
    return tuple(low[match.end() :] for match in _NUMBER.finditer(low))


def _cure(deck: Deck) -> str:
    return f"Write {{{{ decks.{deck.id}.size }}}} in place of the number, and it is always right."


def _sizes(kit: Kit) -> str:
    parts = [f'"{deck.title}" has {deck.size}' for deck in kit.decks]
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


class _Named(NamedTuple):
    """A deck, what its cards are called, the same without capitals (`telling`), and how many there may be."""

    deck: Deck
    names: tuple[str, ...]
    telling: tuple[str, ...]
    right: Set[int]


def _named(deck: Deck) -> _Named:
    names = tuple({form: None for name in (deck.title, deck.id) for form in _forms(name)})
    return _Named(deck, names, tuple(map(folded, names)), {deck.size, *(number for _, number in _parts(deck))})


@lru_cache(maxsize=256)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """`54 events`, `all 54 event cards`, and `54 cards of the deck "Events"`."""
    some = "|".join(sorted(re.escape(name) for name in names))
    return re.compile(
        rf"\b(?:({_WHOLE})\s+)?{_COUNT}\s+(?:{some})(?:\s+cards?)?\b(?!\s+(?:points?|tokens?))", re.IGNORECASE
    )


def _forms(name: str) -> tuple[str, ...]:
    """A name in singular and plural, without the word for what it is."""
    plain_name = re.sub(r"\s+(?:cards?|deck)$", "", name.strip().casefold().replace("-", " "))
    single = plain_name.removesuffix("s") if not plain_name.endswith("ss") else plain_name
    return tuple(form for form in (plain_name, single, f"{single}s") if form)


def _facts(kit: Kit) -> Iterator[int]:
    """Every number of cards that the kit knows: of decks, of designs, and of the cards that share a value."""
    yield sum(deck.size for deck in kit.decks)
    yield sum(len(deck.cards) for deck in kit.decks)
    for deck in kit.decks:
        yield deck.size
        yield len(deck.cards)
        yield from (number for _, number in _parts(deck))


def _parts(deck: Deck) -> Iterator[tuple[str, int]]:
    """How many cards share a value: of a choice, a yes or no, or one that may be left out."""
    for field in deck.fields:
        if field.type in ("integer", "number"):
            continue
        counts: dict[Value, int] = {}
        for card in deck.cards:
            value = card.values.get(field.name)
            key = value if isinstance(value, int | str) and field.type != "text" else bool(value)
            counts[key] = counts.get(key, 0) + card.copies
        yield from ((field.name, count) for count in counts.values())


@check("component-list", on=Document, level=Level.WARNING)
def component_list(document: Document, context: Context) -> Iterable[Said]:
    """The list of components in the rulebook names every deck of the kit, with as many cards as it has.

    Whoever opens the box counts. The list is a table or list under a heading such as Components or In the box.

    Bad:
        # Components
        - 52 event cards                # the deck has 54

    Good:
        # Components
        - {{ decks.events.size }} event cards
    """
    entries = list(_entries(document.blocks))
    if not context.kit.decks or not any(each.sure or _may_be_deck(each, context.kit) for each in entries):
        return
    left = {deck.id: deck for deck in context.kit.decks}
    pairs = list(_pair_by_name(entries, left))
    loose = [entry for entry in entries if entry not in [each for each, _ in pairs] and _is_generic(entry)]
    for entry in loose:
        fits = [deck for deck in left.values() if deck.size == entry.amount]
        if fits or len(left) == 1:
            pairs.append((entry, left.pop((fits or list(left.values()))[0].id)))
    for entry, deck in pairs:
        if entry.amount != deck.size:
            message = f'the list of components has {entry.amount} for "{entry.name}"; the deck "{deck.title}" has '
            yield Said(entry.where, f"{message}{deck.size}", _cure(deck))
    for deck in left.values():
        if deck.size:
            cards = "1 card" if deck.size == 1 else f"{deck.size} cards"
            message = f'the list of components lacks the deck "{deck.title}" of {cards}'
            yield Said(entries[0].where, message, f"Add a line: {deck.title}, {{{{ decks.{deck.id}.size }}}}.")


def _may_be_deck(entry: Entry, kit: Kit) -> bool:
    """Whether the entry names a deck, or cards."""
    return _is_generic(entry) or any(_pair_by_name((entry,), {deck.id: deck for deck in kit.decks}))


def _pair_by_name(entries: Iterable[Entry], left: dict[str, Deck]) -> Iterator[tuple[Entry, Deck]]:
    """Entries that name a deck, which is taken out of `left`."""
    for entry in entries:
        words = re.sub(r"[^\w\s]", " ", entry.name.casefold())
        for deck in list(left.values()):
            forms = {form for name in (deck.title, deck.id) for form in _forms(name)}
            if any(form in words and re.search(rf"\b{re.escape(form)}\b", words) for form in forms):
                yield entry, left.pop(deck.id)
                break


def _is_generic(entry: Entry) -> bool:
    """Whether the entry says cards or deck, and nothing more."""
    words = re.findall(r"\w+", entry.name.casefold())
    return any(word in _GENERIC for word in words) and all(word in _FILLER for word in words)


def _entries(blocks: Iterable[Block]) -> Iterator[Entry]:
    """The lines of the lists and tables under a heading for components, up to the next one."""
    inside = sure = False
    for block in blocks:
        found: Iterable[Entry] = ()
        if isinstance(block, Heading):
            title = plain(block.words).strip()
            inside, sure = bool(_LIST.search(title)), not _PERHAPS.search(title)
        elif inside and isinstance(block, Chart):
            found = _of_chart(block)
        elif inside and isinstance(block, Listing):
            found = (entry for item in block.items for entry in _of_item(item))
        elif isinstance(block, Panel):
            named = bool(_LIST.search(plain(block.title)))
            yield from _entries((Heading(1, block.title, "", block.where), *block.blocks) if named else block.blocks)
        yield from (entry._replace(sure=sure) for entry in found)


def _of_chart(chart: Chart) -> Iterator[Entry]:
    amounts = [at for at, cell in enumerate(chart.head) if _AMOUNT.search(plain(cell).strip())]
    for row in chart.rows if amounts else ():
        number = plain(row[amounts[0]]).strip().removesuffix("×").strip()
        name = next(
            (plain(cell).strip() for at, cell in enumerate(row) if at != amounts[0] and plain(cell).strip()), ""
        )
        where = next((span.where for cell in row for span in cell), chart.where)
        if number.isdecimal() and name:
            yield Entry(name, int(number), where)


def _of_item(item: Iterable[Block]) -> Iterator[Entry]:
    for block in item:
        if isinstance(block, Paragraph):
            match = _LEADING.match(plain(block.words).split("\n")[0])
            if match:
                name, number = (match[2], match[1]) if match[1] else (match[3], match[4])
                where = block.words[0].where if block.words else block.where
                yield Entry(re.split(r"[:(,.;]", name)[0].strip(), int(number), where)
        return
