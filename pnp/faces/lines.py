"""Which line of a template gave a line of SVG."""

import re
from functools import cached_property
from typing import NamedTuple, TypeAlias

_COMMENT = re.compile(r"\{#.*?#\}")
_JINJA = re.compile(r"\{\{.*?\}\}|\{%.*?%\}")
# A line is known by so many signs at its beginning that are put out as they stand, the more the better.
_KNOWN_BY = (24, 12)

# What of a line is put out as it stands: the parts between what Jinja fills in.
Parts: TypeAlias = tuple[str, ...]


class Match(NamedTuple):
    """The number of a line, 0 if several are as much like the one that is looked for, and how many signs are alike."""

    letters: int
    number: int


NONE = Match(0, 0)


class Lines:
    """The lines of a template, without their comments."""

    def __init__(self, text: str) -> None:
        self._lines = [(_COMMENT.sub("", line) if "{#" in line else line).strip() for line in text.splitlines()]
        self._same: dict[str, int] = {}
        self._like: dict[str, list[tuple[Parts, int]]] = {}
        for number, line in enumerate(self._lines, 1):
            self._same[line] = 0 if line in self._same else number
            parts = _parts(line) if "{" in line else ()
            size = next((size for size in _KNOWN_BY if parts and len(parts[0]) >= size), 0)
            if size and line.startswith(parts[0]):
                self._like.setdefault(parts[0][:size], []).append((parts, number))

    def find(self, line: str) -> Match:
        """The line that reads like this one, or else, as far as they are put out as they stand, begins like it."""
        key = line.strip()
        if key and key in self._same:
            return Match(len(key), self._same[key])
        best = NONE
        for parts, number in [each for size in _KNOWN_BY for each in self._like.get(key[:size], ())]:
            letters = _alike(parts, key) if key.startswith(parts[0]) else 0
            if letters > best.letters:
                best = Match(letters, number)
            elif letters and letters == best.letters:
                best = Match(letters, 0)
        return best

    def nearest(self, line: str, tag: str) -> Match:
        """The line, of those with the tag, of which this one holds the most; the first with the tag, if of none."""
        best = NONE
        for number, (own, parts) in enumerate(self._split, 1):
            if tag and f"<{tag}" not in own:
                continue
            letters = _alike(parts, line)
            if letters > best.letters or not best.number:
                best = Match(letters, number) if letters or tag else best
        return best

    @cached_property
    def _split(self) -> list[tuple[str, Parts]]:
        return [(line, _parts(line)) for line in self._lines]


def _parts(line: str) -> Parts:
    return tuple(filter(None, map(str.strip, _JINJA.split(line))))


def _alike(parts: Parts, line: str) -> int:
    """How many signs the parts have that the line holds one after the other; what is filled in may end the line."""
    at = letters = 0
    for part in parts:
        found = line.find(part, at)
        if found < 0:
            return letters
        at = found + len(part)
        letters += len(part)
    return letters
