"""The check of phrases in texts that tell a number: a field of the card says the same."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from pnp.model.kit import Card, Deck, Kit, Path, Value
from pnp.model.wording import Reading
from pnp.rules.check import Context, Said, check
from pnp.rules.topics.passages import Passage, folded, passages_of, unmark
from pnp.rules.topics.same import Same
from pnp.rules.topics.spots import find_spot

NUMBERS = {
    word: number
    for number, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    )
}

_NUMBER = r"([-−+]?\d+|" + "|".join(NUMBERS) + ")"
_LETTERS = re.compile(r"[^\W\d_]{2,}")


@check("number-against-field", on=Kit)
def number_against_field(kit: Kit, context: Context) -> Iterable[Said]:
    """A number in a text and the field that stands for it are the same.

    A card whose text says 2 and whose corner says 3 is read both ways. `reads` in kit.yaml says which phrase tells
    which field; where a text has the phrase more than once, one of its numbers has to be the field's.

    Bad:
        reads: [{field: items.cost, as: "pay N {supplies}"}]        # in kit.yaml
        cost: 1
        rules: Pay **2**{supplies} to open it.

    Good:
        cost: 2
        rules: Pay **2**{supplies} to open it.
    """
    for reading in kit.wording.readings:
        pattern, word = _phrase(reading.phrase), _longest_word(reading.phrase)
        for passages in _texts_beside(kit, reading):
            telling = [each for each in passages if word in folded(each.words)]
            found = [(each, match[1]) for each in telling for match in pattern.finditer(each.words)]
            card = passages[0].card
            value = _value_at(card, reading) if card else None
            if found and value is not None and value not in {_as_number(number) for _, number in found}:
                first, number = found[0]
                words = _said(pattern, first)
                yield Said(
                    find_spot(context.kit, first.where, words),
                    f'the text says "{words}", and {".".join(reading.path)} is {value}',
                    f"Write {value} here, or {_as_number(number)} there.",
                    places=(first.where, *((card.place(*reading.path),) if card else ())),
                )


def _said(pattern: re.Pattern[str], passage: Passage) -> str:
    match = pattern.search(passage.words)
    return " ".join(match[0].split()) if match else ""


def _texts_beside(kit: Kit, reading: Reading) -> Iterator[list[Passage]]:
    """For each card of the deck, its texts that stand in the same group as the field."""
    for deck in kit.decks:
        if deck.id == reading.deck:
            yield from _by_group(Same(deck)).get(reading.path[:-1], {}).values()


@lru_cache(maxsize=64)
def _by_group(same: Same[Deck]) -> Mapping[Path, Mapping[str, list[Passage]]]:
    """The texts of a deck by the path of their group and the id of their card."""
    groups: dict[Path, dict[str, list[Passage]]] = {}
    for passage in passages_of(same.thing):
        if passage.card:
            groups.setdefault(passage.path[:-1], {}).setdefault(passage.card.id, []).append(passage)
    return groups


def _value_at(card: Card, reading: Reading) -> int | float | None:
    value: Value = card.values
    for step in reading.path:
        value = value.get(step) if isinstance(value, Mapping) else None
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


@lru_cache(maxsize=256)
def _phrase(phrase: str) -> re.Pattern[str]:
    """The phrase as a pattern: N is a number, blanks may be any or, beside an icon, none."""
    parts = [re.escape(part) for part in re.split(r"\bN(?=[\s{]|$)", unmark(phrase), maxsplit=1)]
    body = _NUMBER.join(re.sub(r"(?:\\ )+", r"\\s+", part) for part in parts)
    body = body.replace(r"\s+\{", r"\{").replace(r"\{", r"\s*\{")
    return re.compile(rf"(?<!\w){body}(?!\w)", re.IGNORECASE)


def _longest_word(phrase: str) -> str:
    """What is in every text that has the phrase: its longest word, without capitals; empty if it has none."""
    return folded(max(_LETTERS.findall(unmark(phrase)), key=len, default=""))


def _as_number(text: str) -> int:
    return NUMBERS[text.casefold()] if text.casefold() in NUMBERS else int(text.replace("−", "-"))
