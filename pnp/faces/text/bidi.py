"""Text that runs from right to left, and its mixture with text that does not: the Unicode bidirectional algorithm.

The levels are python-bidi's; pairs of brackets (rule N0 of UAX 9) are settled here, for it leaves them out.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

# The Hebrew and Arabic blocks, their presentation forms, the scripts of the past, and the signs that set a direction.
_BACKWARD = re.compile(
    "[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_LANGUAGES = frozenset(("ar", "arc", "ckb", "dv", "fa", "he", "iw", "ku", "nqo", "ps", "sd", "syr", "ug", "ur", "yi"))
_ISOLATES = {"LRI": "LRE", "RLI": "RLE", "FSI": "LRE", "PDI": "PDF"}
_NUMBERS = ("EN", "AN")


def has_backward(text: str) -> bool:
    """Whether anything in the text may run from right to left."""
    return not text.isascii() and _BACKWARD.search(text) is not None


def is_backward(language: str) -> bool:
    """Whether the language (`he`, `ar-EG`) is written from right to left."""
    return language.lower().replace("_", "-").partition("-")[0] in _LANGUAGES


def find_base(text: str) -> int:
    """1 if the first letter of the text runs from right to left, else 0."""
    for character in text:
        kind = unicodedata.bidirectional(character)
        if kind in ("R", "AL", "L"):
            return int(kind != "L")
    return 0


@lru_cache(maxsize=256)
def find_levels(text: str, base: int) -> tuple[int, ...]:
    """The level of each character: odd ones run from right to left. `base` is that of the paragraph."""
    from bidi import algorithm

    storage = algorithm.get_empty_storage()
    storage["base_level"], storage["base_dir"] = base, "LR"[base]
    chars = [_describe(index, character, base) for index, character in enumerate(text)]
    storage["chars"] = list(chars)
    algorithm.explicit_embed_and_overrides(storage)
    algorithm.resolve_weak_types(storage)
    for run in storage["runs"]:
        _settle_brackets(storage["chars"][run["start"] : run["start"] + run["length"]], run["sor"])
    algorithm.resolve_neutral_types(storage, False)
    algorithm.resolve_implicit_levels(storage, False)
    kept = {entry["index"]: entry["level"] for entry in storage["chars"]}
    levels, level = [], base
    for index in range(len(text)):
        level = kept.get(index, level)  # what the algorithm drops has no picture: it goes with what stands before
        levels.append(level)
    return tuple(levels)


def order(levels: Sequence[int]) -> list[int]:
    """The places of a line's items from left to right, from the levels that they have in the order of reading."""
    places = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):
        start = 0
        while start < len(places):
            end = start
            while end < len(places) and levels[places[end]] >= level:
                end += 1
            places[start:end] = places[start:end][::-1]
            start = end + 1
    return places


def mirror(text: str) -> str:
    """The text with each bracket as it is drawn when it runs from right to left."""
    from bidi.mirror import MIRRORED

    return "".join(MIRRORED.get(character, character) for character in text)


def _describe(index: int, character: str, base: int) -> dict[str, Any]:
    kind = unicodedata.bidirectional(character)
    # Isolates are younger than python-bidi's algorithm: embeddings do nearly the same.
    kind = _ISOLATES.get(kind, kind) or ("R" if _BACKWARD.match(character) else "L")
    return {"ch": character, "level": base, "type": kind, "orig": kind, "index": index}


def _settle_brackets(run: list[dict[str, Any]], before: str) -> None:
    """Give both brackets of a pair one direction: rule N0."""
    for opening, closing in _pair_brackets(run):
        own = "LR"[run[opening]["level"] % 2]
        inside = {_strong(entry["type"]) for entry in run[opening + 1 : closing]} - {""}
        if not inside:
            continue
        found = own
        if own not in inside:
            earlier = (_strong(entry["type"]) for entry in reversed(run[:opening]))
            found = next((kind for kind in earlier if kind), before)
        run[opening]["type"] = run[closing]["type"] = found


def _pair_brackets(run: list[dict[str, Any]]) -> list[tuple[int, int]]:
    pairs, opened = [], []
    for place, entry in enumerate(run):
        character = entry["ch"]
        if entry["type"] != "ON" or not unicodedata.mirrored(character):
            continue
        category = unicodedata.category(character)
        if category == "Ps":
            opened.append((mirror(character), place))
        elif category == "Pe":
            matching = [n for n, (closing, _) in enumerate(opened) if closing == character]
            if matching:
                pairs.append((opened[matching[-1]][1], place))
                del opened[matching[-1] :]
    return sorted(pairs)


def _strong(kind: str) -> str:
    return "R" if kind in _NUMBERS or kind in ("R", "AL") else "L" if kind == "L" else ""
