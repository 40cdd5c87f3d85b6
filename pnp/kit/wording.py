"""Small turns of phrase that every message uses."""

import re
from collections.abc import Iterable

from pnp.model.guess import guess
from pnp.model.kit import Path

_LONGEST = 40
_NEAR = 0.66


def clip(text: str, length: int = _LONGEST) -> str:
    """The text on one line, shortened to `length` characters with an ellipsis."""
    line = " ".join(text.split())
    return line if len(line) <= length else f"{line[: length - 1]}…"


def label(path: Path) -> str:
    """A path as a designer says it: `equipment.rules`, `tags item 2`."""
    words = ""
    for step in path:
        if isinstance(step, int):
            words += f" item {step + 1}"
        else:
            words += f".{step}" if words else step
    return words


def listed(words: Iterable[str], last: str = "and") -> str:
    """The words as a list in a sentence: `a, b and c`."""
    some = list(words)
    return ", ".join(some) if len(some) < 2 else f"{', '.join(some[:-1])} {last} {some[-1]}"


def near(word: str, known: Iterable[str]) -> str:
    """`Did you mean "title"?` if a known word is near, else the known words, else nothing."""
    words = list(known)
    folded = {other.casefold(): other for other in reversed(words)}
    close = guess(word.casefold(), folded, _NEAR)
    if close:
        return f'Did you mean "{folded[close]}"?'
    if not words:
        return ""
    more = "" if len(words) <= 20 else f" and {len(words) - 20} more"
    return f"There is: {', '.join(words[:20])}{more}."


def quoted(text: str) -> str:
    """The text as YAML takes it on any line: in double quotes, or in single ones where that reads better."""
    if '"' not in text and "\\" not in text:
        return f'"{text}"'
    return "'" + text.replace("'", "''") + "'"


def counted(count: int, noun: str) -> str:
    """A count with its noun: `1 character`, `3 characters`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def plain(amount: float) -> str:
    """A limit as a person writes it: `3`, `2.5`."""
    return str(int(amount)) if amount == amount // 1 else str(amount)


def slug(text: str) -> str:
    """The text as an id: `Pharmacy Run!` is pharmacy-run. Empty if nothing of it can stand in one."""
    return re.sub(r"[^\w.-]+", "-", text.strip()).strip("-._").lower()
