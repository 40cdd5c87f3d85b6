"""A board's map as lines: around areas, along walls, through doors.

All lengths are mm from the board's top left corner.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from pnp.model.board import Board
from pnp.model.ground import Cell, Ground, Point

# Two corners are one if they are nearer than this; sides of hexes are computed from the same whole numbers.
_DIGITS = 4


class Side(NamedTuple):
    """One side of a cell, from corner to corner, clockwise about the cell."""

    start: Point
    end: Point

    @property
    def middle(self) -> Point:
        """Half way."""
        return (self.start[0] + self.end[0]) / 2, (self.start[1] + self.end[1]) / 2

    @property
    def angle(self) -> float:
        """The direction from start to end, in degrees clockwise from level."""
        return math.degrees(math.atan2(self.end[1] - self.start[1], self.end[0] - self.start[0]))

    def part(self, first: float, last: float) -> "Side":
        """What lies between two parts of its length (0 to 1)."""
        across, down = self.end[0] - self.start[0], self.end[1] - self.start[1]
        return Side(
            (self.start[0] + across * first, self.start[1] + down * first),
            (self.start[0] + across * last, self.start[1] + down * last),
        )


class _Way(NamedTuple):
    """A side as it is gone along, the number that it has in either direction, and the point at its end."""

    number: int
    side: Side
    end: Point


class Door(NamedTuple):
    """A door: the side that it is in, the spaces that it joins, and where it `points`, in degrees clockwise."""

    side: Side
    start: str
    end: str
    one_way: bool
    points: float


def side_of(ground: Ground, cell: Cell, direction: int) -> Side:
    """The side of a cell that faces a direction."""
    return sides_of(ground, cell)[direction]


def sides_of(ground: Ground, cell: Cell) -> tuple[Side, ...]:
    """The sides of a cell, by the directions that they face."""
    corners = ground.corners(cell)
    return tuple(map(Side, corners, (*corners[1:], corners[0])))


def body(ground: Ground, cell: Cell | None) -> str:
    """What a cell is a part of: its space, else the mark of what is solid there; nothing outside the board."""
    if cell is None or ground.fills.get(cell, "") in ("", *ground.voids):
        return ""
    return ground.spaces.get(cell) or ground.fills[cell]


def find_cells(board: Board, name: str) -> tuple[Cell, ...]:
    """The cells of all spaces that a name stands for; else those whose mark or kind of solid is called so."""
    ground = board.ground
    if ground is None:
        return ()
    ids = {space.id for space in board.named(name)}
    if ids:
        return tuple(cell for cell, space in ground.spaces.items() if space in ids)
    return tuple(cell for cell, mark in ground.fills.items() if name and name in (mark, ground.kinds.get(mark)))


def trace_area(ground: Ground, cells: Iterable[Cell]) -> tuple[tuple[Point, ...], ...]:
    """The closed lines around cells: outer ones clockwise, those around holes counter-clockwise."""
    inside = frozenset(cells)
    sides: list[Side] = []
    for cell in sorted(inside, key=lambda cell: (cell.row, cell.column)):
        others = ground.around(cell)
        if not inside.issuperset(others):
            sides += [side for side, other in zip(sides_of(ground, cell), others, strict=True) if other not in inside]
    return tuple(_straightened(loop, closed=True) for loop in _join(sides))


def trace_walls(ground: Ground, opening: float) -> tuple[tuple[Point, ...], ...]:
    """The lines along walls. `opening` is how much of a door's side is open, 0 to 1; the rest of it is wall."""
    parts: list[Side] = []
    for side, cell, other in _borders(ground):
        edge = ground.edge(cell, other) if other is not None else None
        if edge is None or edge.kind == "wall":
            parts.append(side)
        elif edge.kind == "door":
            parts += [side.part(0, (1 - opening) / 2), side.part((1 + opening) / 2, 1)]
    return tuple(_straightened(line, closed=line[0] == line[-1]) for line in _chain(parts))


def _borders(ground: Ground) -> Iterable[tuple[Side, Cell, Cell | None]]:
    """Each side between two different bodies, once."""
    cells = [Cell(column, row) for row in range(ground.rows) for column in range(ground.columns)]
    bodies: dict[Cell | None, str] = {cell: body(ground, cell) for cell in cells}
    for cell in cells:
        sides: tuple[Side, ...] = ()
        for direction, other in enumerate(ground.around(cell)):
            if other is not None and other < cell:
                continue
            if bodies[cell] != bodies.get(other, "") or (cell, other) in ground.edges:
                sides = sides or sides_of(ground, cell)
                yield sides[direction], cell, other


def find_doors(ground: Ground) -> tuple[Door, ...]:
    """Every door, in the order of the map."""
    doors = []
    for cell, direction, other in ground.sides():
        edge = ground.edge(cell, other)
        here, there = ground.spaces.get(cell), ground.spaces.get(other)
        if edge.kind == "door" and here and there:
            start, end = (cell, other) if edge.into in (None, other) else (other, cell)
            first, last = ground.centre(start), ground.centre(end)
            points = math.degrees(math.atan2(last[1] - first[1], last[0] - first[0]))
            side = side_of(ground, cell, direction)
            doors.append(Door(side, ground.spaces[start], ground.spaces[end], edge.into is not None, points))
    return tuple(doors)


def trace_openings(ground: Ground) -> tuple[tuple[Point, ...], ...]:
    """The lines between cells that are open to each other though each is a space of its own."""
    sides = [
        side_of(ground, cell, direction)
        for cell, direction, other in ground.sides()
        if ground.edge(cell, other).kind == "open"
        and ground.spaces.get(cell) is not None
        and ground.spaces.get(other) not in (None, ground.spaces.get(cell))
    ]
    return tuple(_straightened(line, closed=False) for line in _chain(sides))


def write_path(lines: Iterable[tuple[Point, ...]], *, closed: bool) -> str:
    """The lines as the data of an SVG path."""
    parts = []
    for line in lines:
        shut = closed or (len(line) > 2 and line[0] == line[-1])
        points = line[:-1] if shut and line[0] == line[-1] else line
        parts.append("M" + "L".join([f"{_number(x)} {_number(y)}" for x, y in points]) + ("Z" if shut else ""))
    return "".join(parts)


def _number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".") if value else "0"


def _key(point: Point) -> Point:
    return round(point[0], _DIGITS), round(point[1], _DIGITS)


def _join(sides: Iterable[Side]) -> list[list[Point]]:
    """Sides that follow each other as closed lines; where two meet in a corner, each turns to its own right."""
    following: dict[Point, list[Side]] = {}
    for side in sides:
        following.setdefault(_key(side.start), []).append(side)
    loops = []
    for origin, many in following.items():
        while many:
            side = many.pop(0)
            loop = [side.start]
            while (here := _key(side.end)) != origin:
                choices = following[here]
                side = choices[0] if len(choices) == 1 else max(choices, key=_turn_from(side))
                choices.remove(side)
                loop.append(side.start)
            loops.append([*loop, loop[0]])
    return loops


def _turn_from(before: Side) -> Callable[[Side], float]:
    """How far a side turns clockwise after another, in degrees from -180 to 180."""
    return lambda after: (after.angle - before.angle + 180) % 360 - 180


def _chain(sides: Iterable[Side]) -> list[list[Point]]:
    """Sides in any direction as lines that are as long as they can be: straight on where they can, from ends first."""
    ways: dict[Point, list[_Way]] = {}
    left: set[int] = set()
    for number, side in enumerate(sides):
        start, end = _key(side.start), _key(side.end)
        ways.setdefault(start, []).append(_Way(number, side, end))
        ways.setdefault(end, []).append(_Way(number, Side(side.end, side.start), start))
        left.add(number)
    lines = []
    for odd in (True, False):
        for point, from_here in ways.items():
            while (count := sum([way.number in left for way in from_here])) and (not odd or count % 2):
                lines.append(_follow(point, ways, left))
    return lines


def _follow(point: Point, ways: Mapping[Point, list[_Way]], left: set[int]) -> list[Point]:
    """A line from a point along sides that no line has yet."""
    line = [point]
    before: Side | None = None
    while choices := [way for way in ways[point] if way.number in left]:
        way = choices[0]
        if before is not None and len(choices) > 1:
            way = min(choices, key=_turn_off(before))
        left.remove(way.number)
        before, point = way.side, way.end
        line.append(before.end)
    return line


def _turn_off(before: Side) -> Callable[[_Way], float]:
    """How far a way turns from the one before, to either side."""
    angle = before.angle
    return lambda way: abs((way.side.angle - angle + 180) % 360 - 180)


def _straightened(line: list[Point], *, closed: bool) -> tuple[Point, ...]:
    """The line without the points that lie on the way between two others; a closed one begins at a corner."""
    points = line[:-1] if closed else line
    kept = [
        point
        for at, point in enumerate(points)
        if (not closed and at in (0, len(points) - 1)) or _bends(points[at - 1], point, points[(at + 1) % len(points)])
    ]
    return (*kept, kept[0]) if closed and kept else tuple(kept)


def _bends(before: Point, point: Point, after: Point) -> bool:
    across = (point[0] - before[0]) * (after[1] - point[1]) - (point[1] - before[1]) * (after[0] - point[0])
    along = (point[0] - before[0]) * (after[0] - point[0]) + (point[1] - before[1]) * (after[1] - point[1])
    return abs(across) > 10**-_DIGITS or along < 0
