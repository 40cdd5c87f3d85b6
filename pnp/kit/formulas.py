"""Expressions and literal values in YAML: the text, and for every character of it the place in the file."""

import re
from collections.abc import Sequence as Lines

from pnp.kit.parsing import scalars
from pnp.kit.parsing.tree import Mapping, Node, Scalar, Sequence
from pnp.kit.report import Report
from pnp.model.rule import Formula, Literal

_ESCAPE = re.compile(r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)")
# Characters of the value that the walk may cross to find one again: indentation, escaped line ends, a block's head.
_FARTHEST = 500


def read_formula(node: Scalar, report: Report) -> Formula:
    """The scalar as a formula. Where its text is not found in the file (an alias), it has the place of the whole."""
    text = node.text.rstrip("\n") if node.style in ("|", ">") and node.style else node.text
    return Formula(text, report.where(node), find_marks(text, node, report.lines))


def find_marks(text: str, node: Scalar, lines: Lines[str]) -> tuple[tuple[int, int, int], ...]:
    """Where `text` stands in the file: (offset, line, column) at its start and wherever it does not simply go on."""
    walk = _Walk(node, lines)
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
    return tuple(marks)


def literal(node: Node) -> Literal:
    """What a node says by itself, as YAML 1.2 has it: numbers, texts, true or false, lists, groups."""
    if isinstance(node, Scalar):
        return scalars.core_value(node)
    if isinstance(node, Sequence):
        return tuple(literal(item) for item in node.items)
    if isinstance(node, Mapping):
        return {key: literal(entry.value) for key, entry in node.entries.items()}
    return None


class _Walk:
    """Goes along the raw text of a scalar, sign by sign, as YAML reads it."""

    def __init__(self, node: Scalar, lines: Lines[str]) -> None:
        self.lines = lines
        self.style = node.style
        block = bool(node.style) and node.style in "|>"
        self.line = node.line + (1 if block else 0)
        self.column = 1 if block else node.column + (1 if node.style else 0)

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
            match = _ESCAPE.match(row, at)
            if match is None:  # the line's end is escaped
                return "", 1
            code = match[0][2:]
            return (chr(int(code, 16)) if code else {"n": " ", "t": " "}.get(match[0][1], match[0][1])), len(match[0])
        return row[at], 1
