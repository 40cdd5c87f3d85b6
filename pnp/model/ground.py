"""The ground that a board's map is drawn on: cells in a grid of squares or hexes, and what stands between them.

All lengths are mm from the board's top left corner, y downward. Rows and columns count from 0.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple

from pnp.model.place import Where

Point = tuple[float, float]


class Cell(NamedTuple):
    """One square or hex of the grid."""

    column: int
    row: int

    @property
    def name(self) -> str:
        """How a designer calls it: `K9`, the column by letters and the row by its number."""
        letters, left = "", self.column + 1
        while left > 0:
            left, letter = divmod(left - 1, 26)
            letters = chr(ord("A") + letter) + letters
        return f"{letters}{self.row + 1}"


class Edge(NamedTuple):
    """What is between two cells: `kind` is `open`, `door` or `wall`; `into` is where a one-way edge leads."""

    kind: str
    where: Where | None = None
    into: Cell | None = None


OPEN, WALL = Edge("open"), Edge("wall")


class Seam(NamedTuple):
    """A line along which a piece can be parted: where it runs (mm), and how many spaces it cuts in two."""

    at: float
    cuts: int = 0


class Lattice(NamedTuple):
    """The points of a shape of cell as whole numbers of half steps, so that neighbours have the very same corners.

    `corners` are those of a cell from its middle, so that the side between corner n and the next faces the neighbour in
    direction n; `steps` are how far it is to the middles of the neighbours; `spread` how far from column to column and
    from row to row; `shift` by how much odd rows and odd columns lie farther right and down.
    """

    corners: tuple[tuple[int, int], ...]
    steps: tuple[tuple[int, int], ...]
    spread: tuple[int, int]
    first: tuple[int, int]
    shift: tuple[int, int]


# Squares face east, south, west, north; hexes on a point: east and on clockwise; hexes on a side: south-east and on.
LATTICES = MappingProxyType(
    {
        "square": Lattice(
            ((1, -1), (1, 1), (-1, 1), (-1, -1)), ((2, 0), (0, 2), (-2, 0), (0, -2)), (2, 2), (1, 1), (0, 0)
        ),
        "hex-pointy": Lattice(
            ((1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2)),
            ((2, 0), (1, 3), (-1, 3), (-2, 0), (-1, -3), (1, -3)),
            (2, 3),
            (1, 2),
            (1, 0),
        ),
        "hex-flat": Lattice(
            ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)),
            ((3, 1), (0, 2), (-3, 1), (-3, -1), (0, -2), (3, -1)),
            (3, 2),
            (2, 1),
            (0, 1),
        ),
    }
)
_HALF = math.sqrt(3) / 2


def _find_near(lattice: Lattice, odd: int) -> tuple[tuple[int, int], ...]:
    """How many columns and rows it is from a cell, of an even or an odd row or column, to each of its neighbours."""
    near = []
    for across, down in lattice.steps:
        x, y = across + odd * lattice.shift[0], down + odd * lattice.shift[1]
        column, row = x // lattice.spread[0], y // lattice.spread[1]
        near.append((column, row))
    return tuple(near)


_NEAR = MappingProxyType({name: (_find_near(lattice, 0), _find_near(lattice, 1)) for name, lattice in LATTICES.items()})


class Ground(NamedTuple):
    """The cells of a map. `shape` is a row of LATTICES, `side` the length of a cell's side (mm), `origin` its corner.

    `fills` is what the map says of each cell, `spaces` the space that it belongs to (cells of none are solid).
    Cells whose fill is among `commons` are open to each other though each is a space of its own; `edges` holds what
    the map draws between two cells, the lower cell first. `kinds` says what kind of thing a fill stands for; fills
    among `voids` are no part of the board.
    """

    shape: str
    side: float
    origin: Point
    columns: int
    rows: int
    fills: Mapping[Cell, str]
    spaces: Mapping[Cell, str]
    commons: frozenset[str] = frozenset()
    edges: Mapping[tuple[Cell, Cell], Edge] = {}
    places: Mapping[Cell, Where] = {}
    kinds: Mapping[str, str] = {}
    voids: frozenset[str] = frozenset()

    @property
    def lattice(self) -> Lattice:
        """The points of its cells."""
        return LATTICES[self.shape]

    @property
    def size(self) -> Point:
        """Width and height of all cells together."""
        lattice = self.lattice
        last = [self._middle(Cell(column, row)) for column, row in self._far()]
        across = max(x for x, _ in last) + max(x for x, _ in lattice.corners)
        down = max(y for _, y in last) + max(y for _, y in lattice.corners)
        step_x, step_y = self._half
        return across * step_x, down * step_y

    @property
    def reach(self) -> Point:
        """How far right and down of the board's corner the cells go."""
        return self.origin[0] + self.size[0], self.origin[1] + self.size[1]

    def _far(self) -> tuple[tuple[int, int], ...]:
        """The cells among which the rightmost and the lowest are."""
        column, row = self.columns - 1, self.rows - 1
        return (column, row), (column, max(0, row - 1)), (max(0, column - 1), row)

    @property
    def _half(self) -> Point:
        """A half step across and down. A hex of side s is the square root of 3 times s from side to side."""
        half = self.side / 2
        if self.shape == "square":
            return half, half
        return (self.side * _HALF, half) if self.shape == "hex-pointy" else (half, self.side * _HALF)

    def _middle(self, cell: Cell) -> tuple[int, int]:
        lattice = self.lattice
        return (
            lattice.first[0] + cell.column * lattice.spread[0] + (cell.row % 2) * lattice.shift[0],
            lattice.first[1] + cell.row * lattice.spread[1] + (cell.column % 2) * lattice.shift[1],
        )

    def centre(self, cell: Cell) -> Point:
        """The middle of a cell."""
        return self._point(self._middle(cell))

    def corners(self, cell: Cell) -> tuple[Point, ...]:
        """The corners of a cell, clockwise; the side from corner n to the next faces direction n."""
        (x, y), (left, top), (step_x, step_y) = self._middle(cell), self.origin, self._half
        corners = self.lattice.corners
        return tuple([(left + (x + across) * step_x, top + (y + down) * step_y) for across, down in corners])

    def _point(self, steps: tuple[int, int]) -> Point:
        across, down = self._half
        return self.origin[0] + steps[0] * across, self.origin[1] + steps[1] * down

    @property
    def directions(self) -> range:
        """The directions in which a cell has neighbours, clockwise."""
        return range(len(self.lattice.steps))

    def beside(self, cell: Cell, direction: int) -> Cell | None:
        """The neighbour in a direction; None at the end of the map."""
        odd = cell.row % 2 if self.shape == "hex-pointy" else cell.column % 2
        columns, rows = _NEAR[self.shape][odd][direction]
        column, row = cell.column + columns, cell.row + rows
        return Cell(column, row) if 0 <= column < self.columns and 0 <= row < self.rows else None

    def around(self, cell: Cell) -> list[Cell | None]:
        """The neighbours by their directions, as of `beside`."""
        (column, row), (most_columns, most_rows) = cell, (self.columns, self.rows)
        near = _NEAR[self.shape][row % 2 if self.shape == "hex-pointy" else column % 2]
        places = [(column + columns, row + rows) for columns, rows in near]
        return [Cell(x, y) if 0 <= x < most_columns and 0 <= y < most_rows else None for x, y in places]

    def edge(self, cell: Cell, other: Cell) -> Edge:
        """What is between two neighbours, where the map draws nothing: a wall between what does not belong together."""
        drawn = self.edges.get((cell, other) if cell < other else (other, cell))
        if drawn is not None:
            return drawn
        here, there = self.spaces.get(cell), self.spaces.get(other)
        if here == there and (here is not None or self.fills.get(cell) == self.fills.get(other)):
            return OPEN
        common = self.fills.get(cell) in self.commons and self.fills.get(other) in self.commons
        return OPEN if common else WALL

    def leads(self, cell: Cell, other: Cell) -> bool:
        """Whether one can go from a cell to its neighbour."""
        if self.spaces.get(cell) is None or self.spaces.get(other) is None:
            return False
        edge = self.edge(cell, other)
        return edge.kind != "wall" and edge.into in (None, other)

    def cells(self, space: str) -> tuple[Cell, ...]:
        """The cells of a space, row by row."""
        return tuple(cell for cell, name in self.spaces.items() if name == space)

    def sides(self) -> Iterator[tuple[Cell, int, Cell]]:
        """Every pair of neighbours once: a cell, a direction, the cell there."""
        half = len(self.directions) // 2
        for row in range(self.rows):
            for column in range(self.columns):
                cell = Cell(column, row)
                for direction, other in enumerate(self.around(cell)[:half]):
                    if other is not None:
                        yield cell, direction, other

    def lines_across(self) -> tuple[tuple[Seam, ...], tuple[Seam, ...]]:
        """The upright and the level lines between cells of a square grid; hexes have none that cut no cell."""
        if self.shape != "square":
            return (), ()
        uprights, levels = Counter[int](), Counter[int]()
        for cells in self._rooms().values():
            columns, rows = [cell.column for cell in cells], [cell.row for cell in cells]
            uprights.update(range(min(columns) + 1, max(columns) + 1))
            levels.update(range(min(rows) + 1, max(rows) + 1))
        return (
            tuple(Seam(self.origin[0] + self.side * n, uprights[n]) for n in range(self.columns + 1)),
            tuple(Seam(self.origin[1] + self.side * n, levels[n]) for n in range(self.rows + 1)),
        )

    def _rooms(self) -> dict[str, list[Cell]]:
        """The cells of each space."""
        rooms: dict[str, list[Cell]] = {}
        for cell, space in self.spaces.items():
            rooms.setdefault(space, []).append(cell)
        return rooms

    def lines(self) -> Iterator[tuple[str, ...]]:
        """Every straight line of sight that cannot be made longer, as the spaces along it; a space counts once a run.

        A line goes from middle to middle, through open edges and doors in either direction of a one-way door.
        """
        for direction in range(len(self.directions) // 2):
            back = direction + len(self.directions) // 2
            for cell in self.spaces:
                before = self._sees(cell, back)
                if before is None:
                    run, here = [cell], self._sees(cell, direction)
                    while here is not None:
                        run.append(here)
                        here = self._sees(here, direction)
                    yield tuple(name for name, _ in groupby(self.spaces[each] for each in run))

    def _sees(self, cell: Cell, direction: int) -> Cell | None:
        other = self.beside(cell, direction)
        if other is None or other not in self.spaces or self.edge(cell, other).kind == "wall":
            return None
        return other
