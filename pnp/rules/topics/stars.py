"""Stars in a text that should mark something and mark nothing, so that they would be printed."""

import re
from functools import lru_cache
from typing import NamedTuple

_PART = re.compile(r"\\.|\*+", re.DOTALL)
_SIGNS = {"*": ("*",), "**": ("**",), "***": ("**", "*")}


class _Opened(NamedTuple):
    """A sign that waits for its counterpart, the stars that are odd without it, and where they stand."""

    sign: str
    stars: str
    at: int


@lru_cache(maxsize=8192)
def odd_stars(text: str) -> str:
    """The first stars without a counterpart; empty if there are none.

    A star with a blank on both sides, one between figures, one that ends a word while nothing is open, and one that
    begins a line are text: products and footnotes.
    """
    if "*" not in text:
        return ""
    opened: list[_Opened] = []
    odd: list[tuple[int, str]] = []
    for part in _PART.finditer(text):
        signs = _SIGNS.get(part[0], ())
        before, after = text[: part.start()][-1:] or " ", text[part.end() :][:1] or " "
        if not signs or (len(part[0]) == 1 and before.isdigit() and after.isdigit()):
            continue
        if not before.isspace() and all(any(sign == other.sign for other in opened) for sign in signs):
            for sign in sorted(signs, key=lambda sign: _last(sign, opened), reverse=True):
                odd += _close(sign, opened)
        elif not after.isspace():
            stars = "" if before.isalnum() else part[0]  # f**k, and 3*, with a footnote, need no counterpart
            opened += [_Opened(sign, stars, part.start()) for sign in signs]
        elif not before.isspace() and len(part[0]) > 1:
            odd.append((part.start(), part[0]))
    odd += [(each.at, each.stars) for each in opened]
    return next((stars for at, stars in sorted(odd) if stars and not _is_footnote(text, at, stars)), "")


def _last(sign: str, opened: list[_Opened]) -> int:
    return max(number for number, each in enumerate(opened) if each.sign == sign)


def _close(sign: str, opened: list[_Opened]) -> list[tuple[int, str]]:
    """Take the sign that was opened last, and what was opened within it and never closed, which is given."""
    last = _last(sign, opened)
    start = opened[last].at
    lost = [(each.at, each.stars) for each in opened[last:] if each.at != start]
    opened[last:] = [each for each in opened[last:] if each.at == start and each.sign != sign]
    return lost


def _is_footnote(text: str, at: int, stars: str) -> bool:
    return stars == "*" and text[:at].rpartition("\n")[2].strip() == ""
