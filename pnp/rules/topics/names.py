"""Checks of the names in texts: what they call exists, is called so, and has that number."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import NamedTuple

from pnp.model.document import Document, plain
from pnp.model.finding import Level
from pnp.model.kit import Card, Kit, Value
from pnp.model.wording import Kind
from pnp.rules.check import Context, Said, check
from pnp.rules.topics.passages import Passage, gather_passages
from pnp.rules.topics.same import Same
from pnp.rules.topics.spots import find_spot

# Fields whose text is the name of something.
NAMING = ("name", "title")
# Words that half of all names have.
FILLING = frozenset(("the", "of", "a", "an", "and", "in", "on", "at", "to", "for"))
# What forms of a word end in behind what they share: adjectives and nouns of German, as in "den Roten Drachen".
_ENDINGS = (
    *({"r", "n"}, {"r", "s"}, {"r", "m"}, {"s", "n"}, {"s", "m"}, {"n", "m"}),
    *({"", "n"}, {"", "en"}, {"", "es"}, {"", "r"}, {"", "m"}),
)
# How alike (0 to 1) two names are where one is taken for the other, misspelt.
ALIKE = 0.84

# The first capital looks back on what stands before it: such a pattern is found faster than one that begins with that.
_NAME = re.compile(
    r"[A-Z](?<![\w'’-].)[\w'’-]*(?:(?:\s+(?:of|the|and|in|on|at|to|for|a)){0,2}\s+[A-Z][\w'’-]*)+(?![\w'’-])"
)
_CAPITAL = re.compile(r"[A-Z][\w'’ -]{3,40}")


class Known(NamedTuple):
    """The names of a kit by their folded forms, and those that have a word at a place among so many."""

    names: Mapping[str, str]
    holding: Mapping[tuple[str, int, int], Sequence[str]]


def card_titles(kit: Kit) -> frozenset[str]:
    """What the kit's cards are called."""
    return frozenset(card.title for deck in kit.decks for card in deck.cards if card.title)


@check("unknown-name", on=Kit, level=Level.WARNING, also=(Document,))
def unknown_name(thing: Kit | Document, context: Context) -> Iterable[Said]:
    """A card, a piece of equipment or a place that a text calls by its name is called so.

    Players look for the card of that name. Names are written with capitals; one that is nearly, but not quite, that of
    something in the kit is taken to be misspelt.

    Bad:
        event: Take the Fire Ax.        # the card is called Fire Axe

    Good:
        event: Take the Fire Axe.
    """
    headings = thing.headings() if isinstance(thing, Document) else ()
    known = _know([plain(heading.words) for heading in headings]), _kit_names(Same(context.kit))
    for passage in gather_passages(thing):
        if passage.sort == "title" or passage.key in NAMING:
            continue
        found = dict(pair for name in _called(passage) if (pair := _nearly(name, known)))
        for name, meant in found.items():
            spot = find_spot(context.kit, passage.where, name)
            message = f'nothing in this kit is called "{name}"'
            yield Said(spot, message, f'Did you mean "{meant}"?', places=(passage.where,))


@lru_cache(maxsize=4)
def _kit_names(same: Same[Kit]) -> Known:
    """The names of cards, what they show, decks, boards, spaces, tables and tracks, and terms."""
    kit = same.thing
    called = [each.words for each in gather_passages(kit) if each.sort == "title" or each.key in NAMING]
    called += [space.name for board in kit.boards for space in board.spaces]
    for things in (kit.decks, kit.boards, kit.tables, kit.tracks):
        called += [each.title for each in things]
    called += [row.term for row in kit.wording.glossary]
    return _know(called)


def _know(called: Iterable[str]) -> Known:
    names: dict[str, str] = {}
    for name in called:
        names.setdefault(_fold(name), name)
    holding: dict[tuple[str, int, int], list[str]] = {}
    for name in names:
        for place in _places(name):
            holding.setdefault(place, []).append(name)
    return Known(names, holding)


def _places(name: str) -> Iterator[tuple[str, int, int]]:
    """Each word that says something, which one it is, and of how many."""
    words = name.split()
    return ((word, at, len(words)) for at, word in enumerate(words) if word not in FILLING)


@lru_cache(maxsize=8192)
def _fold(name: str) -> str:
    return " ".join(name.replace("’", "'").casefold().split()).rstrip("?!.:")


def _called(passage: Passage) -> Iterator[str]:
    """What the text calls by a name: several words with capitals, or a part that is set apart and begins with one."""
    seen: dict[str, None] = {}
    for match in _NAME.finditer(passage.words):
        seen.setdefault(" ".join(match[0].split()))
    for part in passage.strong:
        if _CAPITAL.fullmatch(part) and " " in part:
            seen.setdefault(part)
    yield from seen


def _nearly(name: str, known: Sequence[Known]) -> tuple[str, str] | None:
    """The part that is no name, and the name that is meant: one with a word of it, and most of its letters."""
    written = name.split()
    parts = _fold(name).split()
    # A capital at the start of a sentence ("The Fire Axe", "Discard Fire Axe") is no part of the name.
    tails = [" ".join(parts[start:]) for start in range(len(parts) - 1)]
    heads = [" ".join(parts[:end]) for end in range(2, len(parts) + 1)]
    if any(_is_known(each, known) for each in (*tails, *heads, parts[-1])):
        return None
    for start, each in enumerate(tails):
        if not written[start][:1].isupper():
            continue
        near = (other for place in _places(each) for some in known for other in some.holding.get(place, ()))
        for other in dict.fromkeys(near):
            if " " in other and _is_misspelt(each, other):
                return " ".join(written[start:]), next(some.names[other] for some in known if other in some.names)
    return None


def _is_known(name: str, known: Sequence[Known]) -> bool:
    forms = name, name.removesuffix("s"), name.removesuffix("'s"), f"{name}s"
    return any(form in some.names for some in known for form in forms)


def _is_misspelt(name: str, other: str) -> bool:
    """Whether two names of as many words differ by a few letters, not by a whole word or a number."""
    pairs = list(zip(name.split(), other.split(), strict=False))
    if any(one.isdigit() and one != two for one, two in pairs):
        return False
    differ = [(one, two) for one, two in pairs if one != two]
    if all(_is_inflected(one, two) for one, two in differ):
        return False
    if not all(abs(len(one) - len(two)) <= 2 and (one[0] == two[0] or one[-1] == two[-1]) for one, two in differ):
        return False
    alike = all(SequenceMatcher(None, one, two, False).ratio() > 0.66 for one, two in differ)
    return alike and SequenceMatcher(None, name, other, False).ratio() >= ALIKE


def _is_inflected(one: str, two: str) -> bool:
    """Whether two words are forms of one: man and men; Roter and Roten, Drache and Drachen in German."""
    start = next((at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    ends = {one[start:], two[start:]}
    return {one[-3:], two[-3:]} == {"man", "men"} or (start > 3 and ends in _ENDINGS)


@check("number-against-name", on=Kit, also=(Document,))
def number_against_name(thing: Kit | Document, context: Context) -> Iterable[Said]:
    """Where a text gives a thing by number and name, that number bears that name.

    The reader of "room 12 Kitchen" goes to one of two rooms if room 12 is the Pantry. `names` in kit.yaml says which
    things are called so.

    Bad:
        names: [{word: room, of: station}]      # in kit.yaml; 12 of the board station is the Pantry
        event: Go to room 12 (Kitchen).

    Good:
        event: Go to room 12 (Pantry).
    """
    kinds = [(kind, _numbered(context.kit, kind)) for kind in context.kit.wording.kinds]
    for kind, named in kinds:
        if named:
            pattern = _paired(kind.word, tuple(sorted(set(named.values()), key=lambda name: (-len(name), name))))
            for passage in gather_passages(thing):
                if kind.word in passage.words.casefold():
                    yield from _compare(passage, pattern, kind, named, context.kit)


def _numbered(kit: Kit, kind: Kind) -> Mapping[int, str]:
    """The names of the things by their numbers."""
    for board in kit.boards:
        if board.id == kind.of:
            return {space.number: space.name for space in board.spaces if space.number is not None}
    for deck in kit.decks:
        if deck.id == kind.of:
            rows = ((_value(card, kind.number, place), card.title) for place, card in enumerate(deck.cards, 1))
            return {number: title for number, title in rows if isinstance(number, int)}
    return {}


def _value(card: Card, key: str, place: int) -> Value:
    return place if key == "number" else card.values.get(key)


@lru_cache(maxsize=64)
def _paired(word: str, names: tuple[str, ...]) -> re.Pattern[str]:
    """`room 12`, `room 12 Kitchen`, `room 12 (Kitchen)`, `room 12, the Kitchen`, `Kitchen (room 12)`."""
    some = "|".join(re.escape(name) for name in names)
    noun = re.escape(word)
    return re.compile(
        rf"(?:(?<!\w)({some})[\s,]*\(\s*(?i:{noun})\s+(\d+)\s*\))"
        rf"|(?<!\w)(?i:{noun})\s+(\d+)(?:[\s,:–-]*\(?(?:the\s+)?({some})(?!\w))?"
    )


def _compare(
    passage: Passage, pattern: re.Pattern[str], kind: Kind, named: Mapping[int, str], kit: Kit
) -> Iterator[Said]:
    for match in pattern.finditer(passage.words):
        spot = find_spot(kit, passage.where, match[0])
        number, name = int(match[2] or match[3]), match[1] or match[4] or ""
        if number not in named:
            right = [str(other) for other, title in named.items() if title == name]
            cure = f"{name} is {kind.word} {right[0]}." if right else f"They are {_span(named)}."
            yield Said(spot, f"there is no {kind.word} {number}", cure, places=(passage.where,))
        elif name and named[number] != name:
            right = [str(other) for other, title in named.items() if title == name]
            yield Said(
                spot,
                f"{kind.word} {number} is {named[number]}, not {name}",
                f"{name} is {kind.word} {' or '.join(right)}.",
                places=(passage.where,),
            )


def _span(named: Mapping[int, str]) -> str:
    numbers = sorted(named)
    whole = numbers == list(range(numbers[0], numbers[-1] + 1)) and len(numbers) > 2
    return f"{numbers[0]} to {numbers[-1]}" if whole else ", ".join(map(str, numbers[:20]))
