"""Where each character of a value stands in the YAML that it was written in."""

import re
from bisect import bisect_right
from collections.abc import Sequence

from pnp.model.place import Where

_ESCAPE = r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)"
# Characters of the value that the walk may cross to find one again: indentation, escaped line ends, a block's head.
_FARTHEST = 500


def find_place(text: str, offset: int, where: Where, style: str, lines: Sequence[str]) -> Where:
    """Where the character of `text` at `offset` stands in the file of those lines, `where` if it is not found there.

    The value starts at `where`; `style` is its quote, `|`, `>`, or nothing. An alias stands apart from its text.
    """
    marks = _find_marks(text, _Walk(where, style, lines))
    number = bisect_right(marks, (offset, 1 << 40, 0)) - 1
    if number < 0:
        return where
    start, line, column = marks[number]
    return Where(where.file, line, column + offset - start, where.sheet)


def _find_marks(text: str, walk: "_Walk") -> list[tuple[int, int, int]]:
    """Where the text stands: (offset, line, column) at its start and wherever it does not simply go on."""
    marks: list[tuple[int, int, int]] = []
    for offset, letter in enumerate(text):
        if letter.isspace():
            continue
        found = walk.find(letter)
        if found is None:
            break
        line, column = found
        if not marks or (line, column - offset) != (marks[-1][1], marks[-1][2] - marks[-1][0]):
            marks.append((offset, line, column))
    return marks


class _Walk:
    """Goes along the raw text of a value, sign by sign, as YAML reads it."""

    def __init__(self, where: Where, style: str, lines: Sequence[str]) -> None:
        self.lines = lines
        self.style = style
        block = bool(style) and style in "|>"
        self.line = where.line + (1 if block else 0)
        self.column = 1 if block else where.column + (1 if style else 0)

    def find(self, letter: str) -> tuple[int, int] | None:
        """The place of the next sign, which has to be the letter: only blanks and line ends may lie before it."""
        for _ in range(_FARTHEST):
            if not 0 < self.line <= len(self.lines):
                return None
            row = self.lines[self.line - 1]
            if self.column > len(row):
                self.line, self.column = self.line + 1, 1
                continue
            place = self.line, self.column
            sign, length = self._sign(row, self.column - 1)
            self.column += length
            if sign == letter:
                return place
            if sign and not sign.isspace():
                return None
        return None

    def _sign(self, row: str, at: int) -> tuple[str, int]:
        """The sign at a place and how many characters it takes: `''` in single quotes, an escape in double ones."""
        if self.style == "'" and row.startswith("''", at):
            return "'", 2
        if self.style == '"' and row[at] == "\\":
            match = re.compile(_ESCAPE).match(row, at)
            if match is None:  # the line's end is escaped
                return "", 1
            code = match[0][2:]
            return (chr(int(code, 16)) if code else {"n": " ", "t": " "}.get(match[0][1], match[0][1])), len(match[0])
        return row[at], 1
