"""Where the words on a face come from: the value of the card that a text shows."""

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

from pnp.model.kit import Card, Path, Value
from pnp.model.place import Where

SHORTEST = 3  # letters: shorter values stand in too many texts to be found by their words


class Source(NamedTuple):
    """The place of a value, and its path with dots (empty if the text shows no one value)."""

    where: Where
    field: str


class Sources:
    """The values of one card, to be found by path or by their words."""

    def __init__(self, card: Card) -> None:
        self._card = card
        self._whole: dict[str, Value] = {"title": card.title, "id": card.id, **card.values}

    @cached_property
    def _values(self) -> list[tuple[Path, str, str]]:
        """The path, the text and the folded text of each value."""
        found: list[tuple[Path, str]] = []
        _gather(self._whole, (), found)
        return [(path, text, text.casefold()) for path, text in found]

    @cached_property
    def _exact(self) -> dict[str, Path]:
        """The first value that reads so."""
        return {text.strip(): path for path, _, text in reversed(self._values)}

    @cached_property
    def _longest(self) -> list[tuple[Path, str]]:
        """The values that may be found within a text, the longest first."""
        values = [(path, text) for path, _, text in self._values if len(text) >= SHORTEST]
        return sorted(values, key=lambda value: -len(value[1]))

    def find(self, path: str) -> Source | None:
        """The value at a dotted path; None if the card has none there."""
        parts = _split(path)
        value: Value = self._whole
        for part in parts:
            if isinstance(value, dict | Mapping) and part in value:  # the first is known much sooner
                value = value[str(part)]
            elif isinstance(value, tuple) and isinstance(part, int) and part < len(value):
                value = value[part]
            else:
                return None
        return Source(self._card.place(*parts), path)

    def names(self) -> tuple[str, ...]:
        """The paths of all values, with dots."""
        return tuple(_dotted(path) for path, _, _ in self._values)

    def holding(self, letter: str) -> Source | None:
        """The first value that has the letter in it."""
        found = next((path for path, text, _ in self._values if letter in text), None)
        return None if found is None else Source(self._card.place(*found), _dotted(found))

    def match(self, words: str) -> Source:
        """The value whose text this is; else the longest value that it holds; else the card."""
        wanted = words.strip().casefold()
        found = self._exact.get(wanted)
        if found is None:
            found = next((path for path, text in self._longest if text in wanted), None)
        return Source(self._card.where, "") if found is None else Source(self._card.place(*found), _dotted(found))


@lru_cache(maxsize=1024)
def _split(path: str) -> Path:
    return tuple(int(part) if part.isdecimal() else part for part in path.split("."))


def _dotted(path: Path) -> str:
    return ".".join(map(str, path))


def _gather(value: Value, path: Path, found: list[tuple[Path, str]]) -> None:
    """Put all texts and numbers in the value behind what was found, each with its path."""
    if isinstance(value, str):
        found.append((path, value))
    elif isinstance(value, tuple):
        for number, item in enumerate(value):
            _gather(item, (*path, number), found)
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            _gather(inner, (*path, name), found)
    elif value is not None and not isinstance(value, bool):
        found.append((path, str(value)))
