"""Where a word may be parted with a hyphen, by the patterns of its language. The one module that knows pyphen."""

import re
from functools import lru_cache

SOFT_HYPHEN = "\u00ad"

# The shortest word that is parted, and how much of it stays on either side.
_SHORTEST = 5
_LEFT, _RIGHT = 2, 3
_UNHYPHENED = "th"  # pyphen parts its words, but it is written without hyphens
_LETTERS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


def knows(language: str) -> bool:
    """Whether there are patterns for the language (`de`, `en-GB`)."""
    return _find(language) is not None


@lru_cache(maxsize=4096)
def find_points(text: str, language: str) -> tuple[int, ...]:
    """The places in the text before which it may be parted, from left to right.

    Words in capitals alone and words with digits in them are kept whole. Places at which the spelling would change
    (`Zuk-ker`) are left out.
    """
    import pyphen

    known = _find(language)
    if known is None or any(character.isdigit() for character in text):
        return ()
    patterns = pyphen.Pyphen(lang=known, left=_LEFT, right=_RIGHT)
    points = []
    for match in _LETTERS.finditer(text):
        word = match[0]
        if len(word) >= _SHORTEST and not word.isupper() and len(word.lower()) == len(word):
            points += [match.start() + point for point in patterns.positions(word) if point.data is None]
    return tuple(points)


def _find(language: str) -> str | None:
    import pyphen

    known = pyphen.language_fallback(language)
    return None if known is None or known.startswith(_UNHYPHENED) else str(known)


def take_soft_hyphens(text: str) -> tuple[str, tuple[int, ...]]:
    """The text without its soft hyphens, and the places in it where they stood."""
    pieces = text.split(SOFT_HYPHEN)
    places, at = [], 0
    for piece in pieces[:-1]:
        at += len(piece)
        places.append(at)
    bare = "".join(pieces)
    return bare, tuple(place for place in dict.fromkeys(places) if 0 < place < len(bare))
