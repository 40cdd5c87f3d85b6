"""The text of a board's map: rows of cells under a head line, and the marks between them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from pnp.kit.parsing.tree import Node, Scalar
from pnp.kit.report import Report
from pnp.kit.wording import clip
from pnp.model.ground import OPEN, WALL, Cell, Edge
from pnp.model.place import Where

# What a mark between two cells means: a door both ways, a door that leads down or right, or back, a wall, an opening.
DOOR, ONWARD, BACK, BARRIER, GAP = "+", ">v", "<^", "|-", "."
MARKS = DOOR + ONWARD + BACK + BARRIER + GAP
MOST_CELLS = 10_000
# Holds the place above the row numbers, for YAML takes the blanks of the first line for its indent.
CORNER = "/"

_HEAD = re.compile(r"[A-Za-z]{1,2}")
_ROW = re.compile(r"\s*(\d{1,3})\s+(?=\S)")
_SHAPE = "Draw a head line, `/  A  B  C`, then a line for each row: its number, then its cells."


class Line(NamedTuple):
    """One line of the map: its text, and where it begins in the file."""

    text: str
    line: int
    column: int

    def spot(self, at: int) -> "Line":
        """The place of a character of the line."""
        return Line("", self.line, self.column + at)


@dataclass(slots=True)
class Drawing:
    """What the text of a map says: the cells' marks, where each stands, and the edges that are drawn."""

    columns: int = 0
    rows: int = 0
    fills: dict[Cell, str] = field(default_factory=dict)
    places: dict[Cell, Where] = field(default_factory=dict)
    edges: dict[tuple[Cell, Cell], Edge] = field(default_factory=dict)


def read_map(node: Node, report: Report, *, staggered: bool) -> Drawing | None:
    """The drawing in a block of text; None, with the reason noted, if it cannot be read as a map.

    `staggered` maps (of hexes) have words parted by blanks in place of columns, no head line, and no marks.
    """
    if not isinstance(node, Scalar) or node.style != "|":
        report.note("bad-map", node, "a map is a block of text as it stands", "Write `map: |` and draw it below.")
        return None
    lines = [line for line in _lines(node, report) if line.text.strip()]
    return _read_words(lines, node, report) if staggered else _read_columns(lines, node, report)


def _lines(node: Scalar, report: Report) -> Iterator[Line]:
    """The lines of the block, each with its place: the blanks that YAML takes away count as columns."""
    for number, text in enumerate(node.text.splitlines(), node.line + 1):
        whole = report.lines[number - 1].rstrip("\r\n") if 0 < number <= len(report.lines) else text
        yield Line(text.rstrip(), number, max(0, len(whole) - len(text)) + 1)


class _Columns(NamedTuple):
    """Where the cells of a row stand in its text: `many` of them, `pitch` characters apart, from `start`."""

    start: int
    pitch: int
    many: int

    def cells(self) -> Iterator[tuple[int, int]]:
        """The number of each column and where its cell begins."""
        return ((column, self.start + self.pitch * column) for column in range(self.many))

    @property
    def end(self) -> int:
        """Where the last cell ends."""
        return self.start + self.pitch * self.many - 1


def _read_columns(lines: Sequence[Line], node: Scalar, report: Report) -> Drawing | None:
    if len(lines) < 2 or _ROW.match(lines[0].text):
        report.note("bad-map", lines[0] if lines else node, "the map has no head line of letters", _SHAPE)
        return None
    columns = _find_columns(lines[0], lines[1:], report)
    if columns is None:
        return None
    drawing = Drawing(columns.many)
    for line in lines[1:]:
        row = _ROW.match(line.text)
        if row is not None and row.end() >= columns.start:
            if not _count_row(drawing, int(row[1]), line, report):
                return None
            _read_cells(drawing, columns, line, report)
        else:
            _read_marks(drawing, columns, line, report)
    return drawing


def _find_columns(head: Line, rows: Sequence[Line], report: Report) -> _Columns | None:
    """The columns, as the letters of the head line and the first cell of the first row tell them."""
    at = [match.start() for match in _HEAD.finditer(head.text)]
    names = head.text.replace(CORNER, " ", 1).split()
    if not names or names != [Cell(column, 0).name[:-1] for column in range(len(names))]:
        message = f"the head line of the map is `{clip(head.text)}`; it should count the columns: A B C"
        report.note("bad-map", head, message, _SHAPE)
        return None
    gaps = {after - before for before, after in pairwise(at)} or {3}
    first = next((match.end() for row in rows if (match := _ROW.match(row.text))), None)
    if len(gaps) > 1 or min(gaps) < 2 or first is None or not 0 <= at[0] - first < min(gaps):
        message = "the letters of the map's head line do not stand at equal distances above its cells"
        report.note("bad-map", head, message, "Leave room for a mark between each two cells: `A  B  C` over `..+..`.")
        return None
    return _Columns(first, min(gaps), len(at))


def _count_row(drawing: Drawing, number: int, line: Line, report: Report) -> bool:
    if number != drawing.rows + 1:
        report.note("bad-map", line, f"row {number} of the map stands where row {drawing.rows + 1} should", _SHAPE)
        return False
    drawing.rows += 1
    if drawing.rows * drawing.columns > MOST_CELLS:
        report.note("bad-map", line, f"the map has more than {MOST_CELLS} cells", "Make the cells larger.")
        return False
    return True


def _read_cells(drawing: Drawing, columns: _Columns, line: Line, report: Report) -> None:
    row = drawing.rows - 1
    for column, at in columns.cells():
        cell, width = Cell(column, row), columns.pitch - 1
        drawing.fills[cell] = line.text[at : at + width].strip()
        drawing.places[cell] = report.where(line.spot(at))
        mark = line.text[at + width : at + width + 1].strip()
        if mark and column + 1 < columns.many:
            _draw(drawing, (cell, Cell(column + 1, row)), mark, line.spot(at + width), report)
    rest = line.text[columns.end :].strip()
    if rest:
        message = f"`{clip(rest)}` stands to the right of the map's last column"
        report.note("bad-map", line.spot(columns.end), message, "Name the column in the head line, or take it away.")


def _read_marks(drawing: Drawing, columns: _Columns, line: Line, report: Report) -> None:
    """The marks between the last row and the next one."""
    text = line.text.ljust(columns.end)
    drawn = {column: text[at : at + columns.pitch - 1].strip() for column, at in columns.cells()}
    gaps = [at - 1 for _, at in columns.cells()][1:]
    stray = text[: columns.start].strip() or text[columns.end :].strip() or "".join(text[at] for at in gaps).strip()
    if stray or any(mark and mark != mark[0] * (columns.pitch - 1) for mark in drawn.values()):
        message = f"`{clip(line.text)}` is out of line: a mark between rows is as wide as a cell and stands under it"
        report.note("bad-map", line.spot(len(text) - len(text.lstrip())), message, "Move it under its cell.")
        return
    for column, at in columns.cells():
        if drawn[column]:
            pair = Cell(column, drawing.rows - 1), Cell(column, drawing.rows)
            _draw(drawing, pair, drawn[column][0], line.spot(at), report)


def _draw(drawing: Drawing, pair: tuple[Cell, Cell], mark: str, spot: Line, report: Report) -> None:
    if mark not in MARKS:
        message = f"`{clip(mark)}` between {pair[0].name} and {pair[1].name} is no mark of a map"
        report.note("bad-map", spot, message, "There is: + door, > < v ^ one-way door, | - wall, . opening.")
        return
    drawing.edges[pair] = edge_of(mark, pair, report.where(spot))


def edge_of(mark: str, pair: tuple[Cell, Cell], where: Where) -> Edge:
    """What a mark between two cells means; the first cell is the one to the left or above."""
    if mark in BARRIER:
        return WALL._replace(where=where)
    if mark in GAP:
        return OPEN._replace(where=where)
    into = pair[1] if mark in ONWARD else pair[0] if mark in BACK else None
    return Edge("door", where, into)


def _read_words(lines: Sequence[Line], node: Scalar, report: Report) -> Drawing | None:
    drawing = Drawing()
    for line in lines:
        row = _ROW.match(line.text)
        if row is None:
            report.note("bad-map", line, "this row of the map has no number", "Begin each row with it: `1  .. .. ##`.")
            return None
        words = list(re.finditer(r"\S+", line.text[row.end() :]))
        drawing.columns = drawing.columns or len(words)
        if len(words) != drawing.columns:
            message = f"row {row[1]} of the map has {len(words)} cells, and the first has {drawing.columns}"
            report.note("bad-map", line, message, "Give each row as many; what is no part of the board counts, too.")
            return None
        if not _count_row(drawing, int(row[1]), line, report):
            return None
        for column, word in enumerate(words):
            cell = Cell(column, drawing.rows - 1)
            drawing.fills[cell] = word[0]
            drawing.places[cell] = report.where(line.spot(row.end() + word.start()))
    if not lines:
        report.note("bad-map", node, "the map is empty", "Begin each row with its number: `1  .. .. ##`.")
        return None
    return drawing
