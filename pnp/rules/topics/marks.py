"""The check of marks that come in pairs: brackets, quotes, the stars of bold and italic."""

import re
from collections.abc import Iterable
from functools import lru_cache

from pnp.model.document import Document
from pnp.model.finding import Level
from pnp.model.kit import Kit
from pnp.rules.check import Context, Said, check
from pnp.rules.topics.passages import gather_passages
from pnp.rules.topics.spots import find_spot
from pnp.rules.topics.stars import odd_stars

_MARK = re.compile(r'[()\[\]{}“”"]')
_PAIRS = {")": "(", "]": "[", "}": "{", "”": "“"}
_POINT = re.compile(r"(?:^|\s)(?:\d{1,3}|[ivxIVX]{1,4}|[^\W\d_])$")
# Behind a figure it is an inch, between letters part of a word, as in Hebrew.
_STRAIGHT = re.compile(r'(?<!\d)(?:(?<!\w)"|"(?!\w))')
_FACE = re.compile(r"[:;]-?[()]")
_ICON = re.compile(r"\{[\w.-]+\}")


@check("unbalanced-marks", on=Kit, level=Level.WARNING, also=(Document,))
def unbalanced_marks(thing: Kit | Document, context: Context) -> Iterable[Said]:
    """Every bracket and every quote that opens is closed, and so is every ** and *.

    A bracket that stays open leaves the reader to guess where the exception ends. Stars that stay open mark nothing,
    and are printed as stars.

    Bad:
        event: Lose 1 supply (or 2 if you run.

    Good:
        event: Lose 1 supply (or 2 if you run).
    """
    misread = {fault.where.file for fault in context.kit.faults}  # where quotes are missing, texts run together
    for passage in gather_passages(thing):
        if passage.where.file in misread:
            continue
        odd, at = _odd_mark(passage.words) if _MARK.search(passage.words) else ("", 0)
        if odd:
            spot = find_spot(context.kit, passage.where, _around(passage.words, at))
            message = f"{odd} has no counterpart in this text"
            yield Said(spot, message, "Close it, or take it out.", places=(passage.where,))
        stars = odd_stars(passage.typed) if "*" in passage.typed else ""
        if stars:
            signs = stars.replace("*", "\\*")
            yield Said(
                passage.where,
                f"the {stars} has no counterpart in this text, and would be printed",
                f"Close it, or take it out; {signs} prints it on purpose.",
            )


@lru_cache(maxsize=8192)
def _odd_mark(text: str) -> tuple[str, int]:
    """The first bracket or quote without a counterpart, and where it stands; of quotes, the last may be the odd one."""
    words = _FACE.sub(_blank, _ICON.sub(_blank, text))
    curly = "„" not in words and "“" in words
    opened: list[int] = []
    for at, mark in enumerate(words):
        if mark in "([{" or (mark == "“" and curly):
            opened.append(at)
        elif mark in ")]}" or (mark == "”" and curly):
            if opened and words[opened[-1]] == _PAIRS[mark]:
                opened.pop()
            elif mark != ")" or not _POINT.search(words[:at]):  # a) is no bracket
                return f"the {mark}", at
    if opened:
        return f"the {words[opened[-1]]}", opened[-1]
    straight = [match.start() for match in _STRAIGHT.finditer(words)] if '"' in words else []
    return ('a "', straight[-1]) if len(straight) % 2 and words.count('"') % 2 else ("", 0)


def _blank(match: re.Match[str]) -> str:
    """As many blanks as there are signs."""
    return " " * len(match[0])


def _around(words: str, at: int) -> str:
    """The word that a sign belongs to, sign and all."""
    start = max(words.rfind(blank, 0, at) for blank in " \n\t") + 1
    return words[start:].split(maxsplit=1)[0]
