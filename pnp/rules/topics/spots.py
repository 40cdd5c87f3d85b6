"""Where in a file a word of a text stands: the line and the column of the word, not those of the whole value."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from pnp.model.kit import Kit
from pnp.model.place import Where
from pnp.rules.topics.same import Same

# Words and signs, as what may have marks or a line's end between them.
_PARTS = re.compile(r"\w+|[^\w\s*\\]")
# What begins a text that stands below, folded or line by line.
_HEADER = re.compile(r"[|>][-+\d]*\s*(?:#.*)?$")


def find_spot(kit: Kit, where: Where, words: str) -> Where:
    """The place of the words in the value that begins at `where`; `where` itself if its lines do not hold them.

    They are looked for in the lines of the value alone, of a rulebook in those of the paragraph: as they are written on
    one line, else parted by line ends and marks for bold and italic.
    """
    if where.sheet or not words or where.file not in kit.texts:
        return where
    lines_of = _lines_of if where.file.endswith((".yaml", ".yml")) else _paragraph_of
    lines = list(lines_of(_split(Same(kit), where.file), where))
    for number, start, line in lines:
        at = _find_whole(words, line, start)
        if at >= 0:
            return Where(where.file, number, at + 1)
    return _find_apart(words, lines, where)


def _find_apart(words: str, lines: Sequence[tuple[int, int, str]], where: Where) -> Where:
    """The place of the words where they go on from one line to the next, or have marks between them."""
    parts = _PARTS.findall(words)
    if len(parts) < 2:
        return where
    pattern = re.compile(r"(?<!\w)" + r"[\s*\\]*".join(map(re.escape, parts)) + r"(?!\w)")
    match = pattern.search("\n".join(line[start:] for _number, start, line in lines))
    if match is None:
        return where
    above = match.string.count("\n", 0, match.start())
    number, start, _line = lines[above]
    return Where(where.file, number, start + match.start() - match.string.rfind("\n", 0, match.start()))


def _find_whole(words: str, line: str, start: int) -> int:
    """Where in the line the words stand, no parts of longer ones; below 0 if nowhere."""
    at = line.find(words, start)
    while at >= 0 and (_is_letter(line[at - 1 : at]) or _is_letter(line[at + len(words) :][:1])):
        at = line.find(words, at + 1)
    return at


def _is_letter(sign: str) -> bool:
    return sign.isalnum() or sign == "_"


@lru_cache(maxsize=64)
def _split(same: Same[Kit], file: str) -> tuple[str, ...]:
    return tuple(same.thing.texts[file].split("\n"))


def _lines_of(lines: tuple[str, ...], where: Where) -> Iterator[tuple[int, int, str]]:
    """The lines of the value, each with its number and where it begins there.

    They are the rest of its own, and those below it that are blank or stand further in than the line that names it.
    """
    if not 1 <= where.line <= len(lines):
        return
    first = lines[where.line - 1]
    if not _HEADER.match(first, where.column - 1):
        yield where.line, where.column - 1, first
    margin = _indent(first)
    for number, line in enumerate(lines[where.line :], where.line + 1):
        if line.strip() and _indent(line) <= margin:
            return
        yield number, 0, line


def _paragraph_of(lines: tuple[str, ...], where: Where) -> Iterator[tuple[int, int, str]]:
    """The lines from the place on to the next blank one, each with its number and where it begins there."""
    for number, line in enumerate(lines[max(where.line, 1) - 1 :], max(where.line, 1)):
        if not line.strip():
            return
        yield number, where.column - 1 if number == where.line else 0, line


def _indent(line: str) -> int:
    """How far in the line's key or text stands; the dash of a list's item counts as a blank before it."""
    text = line.lstrip(" ")
    return len(line) - len(text.removeprefix("- ").lstrip(" ") if text.startswith("- ") else text)
