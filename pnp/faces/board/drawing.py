"""A board as a template sees it: its spaces and doors as values, and pens that draw what lies on the map.

All lengths are mm from the board's top left corner.
"""

from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import Any

from markupsafe import Markup, escape

from pnp.faces.board.plan import (
    body,
    find_cells,
    find_doors,
    trace_area,
    trace_openings,
    trace_walls,
    write_path,
)
from pnp.faces.board.texture import enlarge, find_room, hatch
from pnp.faces.filters import Record, near
from pnp.model.board import Board, Space
from pnp.model.ground import Cell, Ground, Point

# How much of a cell's side a door leaves open: a stand-up's foot of an inch passes a door of 16 mm turned.
OPENING = 0.6


def about_board(board: Board) -> Record:
    """What templates know as `board`: values of its spaces and doors, and the pens `area`, `walls`, ... .

    A pen takes attributes of SVG by their names with `_` for `-` and gives a path.
    """
    ground = board.ground
    width, height = board.size or (0.0, 0.0)
    values: dict[str, Any] = {"id": board.id, "title": board.title, "width": width, "height": height}
    values["spaces"] = tuple(_about_space(board, space) for space in board.spaces)
    values["space"] = _finder(board, values["spaces"])
    if ground is not None:
        values["solids"] = _about_solids(ground)
        values |= {"side": ground.side, "columns": ground.columns, "rows": ground.rows}
        values["doors"] = _about_doors(ground)
        values |= _pens(board, ground)
    return Record("board", values)


class _Outlined(Record):
    """A space whose values that follow from its outline are made when one of them is first read."""

    def __init__(self, values: dict[str, Any], outline: Callable[[], dict[str, Any]]) -> None:
        super().__init__("space", values)
        self._outline = outline
        self._made = False

    @property
    def _names(self) -> tuple[str, ...]:
        self._make()
        return super()._names

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or self._made:
            raise AttributeError(name)
        self._make()
        return getattr(self, name)

    def _make(self) -> None:
        if not self._made:
            self._made = True
            Record.__init__(self, "space", self._outline())


def _about_space(board: Board, space: Space) -> Record:
    x, y = space.at or (0.0, 0.0)
    own = {"id": space.id, "name": space.name, "number": space.number, "kind": space.kind, "zone": space.zone}
    values: dict[str, Any] = {**own, "tags": space.tags, "x": x, "y": y}
    ground = board.ground
    return Record("space", values) if ground is None else _Outlined(values, partial(_about_outline, ground, space.id))


def _about_outline(ground: Ground, space: str) -> dict[str, Any]:
    cells = ground.cells(space)
    outline = trace_area(ground, cells)
    values: dict[str, Any] = {}
    across, down = [x for line in outline for x, _ in line], [y for line in outline for _, y in line]
    if outline:
        left, top = min(across), min(down)
        values |= {"left": left, "top": top, "width": max(across) - left, "height": max(down) - top}
        values["room"] = find_room(outline)._asdict()
    values["path"] = Markup(write_path(outline, closed=True))  # noqa: S704 - numbers of our own
    values["cells"] = [_about_cell(ground, cell) for cell in cells]
    return values


def _finder(board: Board, spaces: Iterable[Record]) -> Callable[[str], Record]:
    """What gives the values of one space by its id."""
    known = {space.id: record for space, record in zip(board.spaces, spaces, strict=True)}

    def space(id: str) -> Record:
        if id not in known:
            cure = near(str(id), known)
            raise ValueError(f"the board {board.id} has no space {id!r}" + (f": {cure}" if cure else ""))
        return known[id]

    return space


def _about_solids(ground: Ground) -> list[dict[str, Any]]:
    """The cells where nobody goes, row by row, with what kind of thing is there."""
    cells = [cell for cell in ground.fills if body(ground, cell) and cell not in ground.spaces]
    return [{**_about_cell(ground, cell), "kind": ground.kinds.get(ground.fills[cell], "")} for cell in cells]


def _about_cell(ground: Ground, cell: Cell) -> dict[str, Any]:
    x, y = ground.centre(cell)
    return {"name": cell.name, "x": x, "y": y}


def _about_doors(ground: Ground) -> list[dict[str, Any]]:
    doors = []
    for door in find_doors(ground):
        x, y = door.side.middle
        ends = {"start": door.start, "end": door.end, "one_way": door.one_way}
        doors.append({**ends, "x": x, "y": y, "angle": door.side.angle, "points": door.points})
    return doors


def _pens(board: Board, ground: Ground) -> dict[str, Callable[..., Markup]]:
    """What draws, by what templates call it."""
    return {**_pens_of_areas(board, ground), **_pens_of_sides(ground)}


def _pens_of_areas(board: Board, ground: Ground) -> dict[str, Callable[..., Markup]]:
    """The pens `area` and `hatch` of a name, `cells` of a name (one outline each), the `outline` of all."""

    @cache
    def around(name: str) -> tuple[tuple[Point, ...], ...]:
        return trace_area(ground, _cells(board, name))

    def area(name: str, grow: float = 0, **style: Any) -> Markup:
        return _draw(enlarge(around(str(name)), float(grow)), style, closed=True)

    def cells(name: str, grow: float = 0, **style: Any) -> Markup:
        lines = [line for cell in _cells(board, name) for line in trace_area(ground, [cell])]
        return _draw(enlarge(lines, float(grow)), style, closed=True)

    def lines(
        name: str, step: float, angle: float = 0, shift: float | None = None, grow: float = 0, **style: Any
    ) -> Markup:
        first = float(step) / 2 if shift is None else float(shift)
        drawn = hatch(enlarge(around(str(name)), float(grow)), float(step), float(angle), first)
        return _draw(drawn, {"fill": "none", **style}, closed=False)

    @cache
    def whole() -> tuple[tuple[Point, ...], ...]:
        return trace_area(ground, [cell for cell in ground.fills if body(ground, cell)])

    def outline(grow: float = 0, **style: Any) -> Markup:
        return _draw(enlarge(whole(), float(grow)), {"fill": "none", **style}, closed=True)

    return {"area": area, "cells": cells, "hatch": lines, "outline": outline}


def _pens_of_sides(ground: Ground) -> dict[str, Callable[..., Markup]]:
    """The pens `walls`, `thresholds` and `openings`."""

    def walls(opening: float = OPENING, **style: Any) -> Markup:
        return _draw(trace_walls(ground, min(max(float(opening), 0.0), 1.0)), {"fill": "none", **style}, closed=False)

    def openings(**style: Any) -> Markup:
        return _draw(trace_openings(ground), {"fill": "none", **style}, closed=False)

    def thresholds(opening: float = OPENING, **style: Any) -> Markup:
        half = min(max(float(opening), 0.0), 1.0) / 2
        sides = [tuple(door.side.part(0.5 - half, 0.5 + half)) for door in find_doors(ground)]
        return _draw(sides, {"fill": "none", **style}, closed=False)

    return {"walls": walls, "openings": openings, "thresholds": thresholds}


def _cells(board: Board, name: str) -> tuple[Cell, ...]:
    found = find_cells(board, str(name))
    if not found:
        known = [each for space in board.spaces for each in (space.id, space.kind, space.zone, *space.tags) if each]
        cure = near(str(name), known)
        raise ValueError(f"the board {board.id} has nothing called {name!r}" + (f": {cure}" if cure else ""))
    return found


def _draw(lines: Iterable[tuple[Point, ...]], style: dict[str, Any], *, closed: bool) -> Markup:
    values = {"d": write_path(lines, closed=closed)}
    values |= {name.rstrip("_").replace("_", "-"): str(value) for name, value in style.items()}
    written = "".join(f' {name}="{escape(value)}"' for name, value in sorted(values.items()) if value)
    return Markup(f"<path{written} />")  # noqa: S704 - every value is escaped
