"""Boards in templates: what pens draw lies where the map says, to the millimetre."""

import itertools
import re
from typing import Any

import pytest

from pnp.faces.board.drawing import about_board
from pnp.faces.board.plan import body, find_cells, find_doors, trace_area, trace_openings, trace_walls, write_path
from pnp.faces.studio import Studio
from pnp.model.board import Board, Space
from pnp.model.face import FaceKey
from pnp.model.ground import Cell, Edge, Ground
from pnp.model.kit import Kit
from pnp.model.place import Where
from pnp.model.table import Row, Table
from pnp.model.track import Start, Track

from .conftest import Bench

HERE = Where("station.yaml")


def make_ground(rows: tuple[str, ...], shape: str = "square", **more: object) -> Ground:
    """A ground of one sign a cell: a letter is a room, `.` a hall, `#` solid, `~` nothing."""
    fills = {Cell(column, row): sign for row, line in enumerate(rows) for column, sign in enumerate(line)}
    spaces = {cell: cell.name if sign == "." else f"room-{sign}" for cell, sign in fills.items() if sign not in "#~"}
    kinds = {"#": "rock", ".": "hall"}
    given = {"edges": {}, **more}
    return Ground(
        shape, 10.0, (0.0, 0.0), len(rows[0]), len(rows), fills, spaces, frozenset("."), kinds=kinds,
        voids=frozenset("~"), **given,  # type: ignore[arg-type]
    )  # fmt: skip


def make_board(ground: Ground) -> Board:
    names = dict.fromkeys(ground.spaces.values())
    spaces = tuple(
        Space(name, name, HERE, kind="room" if name.startswith("room") else "hall", at=(5.0, 5.0)) for name in names
    )
    return Board("station", "Station", HERE, (40.0, 30.0), spaces, ground=ground)


DOOR = {(Cell(0, 0), Cell(1, 0)): Edge("door", HERE), (Cell(0, 1), Cell(1, 1)): Edge("door", HERE, Cell(1, 1))}
GROUND = make_ground(("A..~", "AB.#", "AA.#"), edges=DOOR)


def test_an_area_is_followed_around_its_corners_alone() -> None:
    lines = trace_area(GROUND, GROUND.cells("room-A"))
    assert len(lines) == 1
    assert set(lines[0]) == {(0, 0), (10, 0), (10, 20), (20, 20), (20, 30), (0, 30)}
    assert lines[0][0] == lines[0][-1]


def test_a_hole_in_an_area_has_a_line_of_its_own() -> None:
    ring = make_ground(("AAA", "A#A", "AAA"))
    outer, inner = sorted(trace_area(ring, ring.cells("room-A")), key=min)
    assert set(outer) == {(0, 0), (30, 0), (30, 30), (0, 30)}
    assert set(inner) == {(10, 10), (20, 10), (20, 20), (10, 20)}


def test_areas_that_touch_in_a_corner_stay_apart() -> None:
    ground = make_ground(("A#", "#A"))
    assert len(trace_area(ground, ground.cells("room-A"))) == 2


def test_walls_stand_where_two_things_meet_and_leave_doors_open() -> None:
    walls = trace_walls(GROUND, 0.5)
    segments = {frozenset(pair) for line in walls for pair in itertools.pairwise(line)}
    assert frozenset({(10, 0), (10, 2.5)}) in segments  # beside the door from A1 to B1
    covered = [line for line in walls if (10, 5) in line]
    assert covered == []
    length = sum(abs(a[0] - b[0]) + abs(a[1] - b[1]) for line in walls for a, b in itertools.pairwise(line))
    # Each side between two things once, and half of the sides of the two doors.
    assert length == pytest.approx(10 * _sides(GROUND) - 2 * 5)


def _sides(ground: Ground) -> int:
    """How many sides lie between two different things, counted cell by cell."""
    count = 0
    for row in range(-1, ground.rows):
        for column in range(-1, ground.columns):
            here = Cell(column, row)
            for other in (Cell(column + 1, row), Cell(column, row + 1)):
                bodies = [body(ground, each) if each in ground.fills else "" for each in (here, other)]
                both_hall = all(ground.fills.get(each) == "." for each in (here, other))
                count += bodies[0] != bodies[1] and not both_hall
    return count


def test_openings_are_the_lines_between_open_cells() -> None:
    lines = {frozenset(line) for line in trace_openings(GROUND)}
    assert lines == {frozenset({(20, 0), (20, 10), (30, 10)}), frozenset({(20, 20), (30, 20)})}


def test_doors_know_where_they_are_and_where_they_lead() -> None:
    first, second = find_doors(GROUND)
    assert (first.side.middle, first.one_way, {first.start, first.end}) == ((10, 5), False, {"room-A", "B1"})
    assert (second.side.middle, second.one_way, second.start, second.end) == ((10, 15), True, "room-A", "room-B")
    assert second.points == 0  # to the right


@pytest.mark.parametrize("shape", ["hex-pointy", "hex-flat"])
def test_hexes_in_a_row_share_their_walls(shape: str) -> None:
    ground = make_ground(("AB", "##"), shape)
    outline = trace_area(ground, [cell for cell in ground.fills if body(ground, cell)])
    assert len(outline) == 1
    lone = trace_area(ground, ground.cells("room-A"))
    assert len(set(lone[0])) == 6
    walls = trace_walls(ground, 0.5)
    sides = sum(len(line) - 1 for line in walls)
    assert sides <= 6 + 6 - 1 + 8


def test_names_stand_for_spaces_and_for_what_is_solid() -> None:
    board = make_board(GROUND)
    assert find_cells(board, "room-B") == (Cell(1, 1),)
    assert len(find_cells(board, "hall")) == 4
    assert find_cells(board, "rock") == find_cells(board, "#") == (Cell(3, 1), Cell(3, 2))
    assert find_cells(board, "rok") == ()


def test_pens_take_attributes_and_escape_them() -> None:
    board: Any = about_board(make_board(GROUND))
    drawn = board.area("room-B", fill="#fff", stroke_width=0.5, id_='"><x')
    assert re.search(r'd="M[^"]*Z"', drawn)
    assert ('fill="#fff"' in drawn, 'stroke-width="0.5"' in drawn, "<x" in drawn) == (True, True, False)
    with pytest.raises(ValueError, match=r"the board station has nothing called 'hal': did you mean hall"):
        board.area("hal")
    assert write_path([((0.0, 0.0), (1.5, 0.0))], closed=False) == "M0 0L1.5 0"


TEMPLATE = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp" width="63.5mm" height="88.9mm"
     viewBox="0 0 63.5 88.9">
{% set look %}width="50" height="9" size="9" font="Barlow Condensed"{% endset %}
{{ boards.station.area("room", fill="#ddd") }}
{% for row in tables["lost-and-found"].rows %}
<pnp:text x="5" y="{{ 10 * loop.index }}" {{ look }}>{{ row.on }} {{ row.effect }}</pnp:text>
{% endfor %}
<pnp:text x="5" y="50" {{ look }}>
{%- for start in tracks.health.starts %}{{ start.name }} {{ start.on }} {% endfor %}{{ decks.cards | length -}}
</pnp:text>
</svg>"""
LOST = Table("lost-and-found", "Lost", HERE, "d6", (Row("1-2", "Nothing.", HERE), Row("3-6", "A card.", HERE)))
HEALTH = Track("health", "Health", HERE, (0, 1, 2), (Start("Pete", 2, HERE),))


def test_templates_know_boards_tables_tracks_and_decks(bench: Bench) -> None:
    bench.write("templates/all.svg.j2", TEMPLATE)
    deck = bench.deck({"one": {}, "two": {}}, front="all.svg.j2", bleed=0.0, fields=())
    boards = (make_board(GROUND),)
    kit = Kit("kit", "The Kit", HERE, decks=(deck,), boards=boards, tables=(LOST,), tracks=(HEALTH,))
    face = Studio(kit, bench.roots).compose(FaceKey("cards", "one", "front"))
    assert face.faults == ()
    assert [text.words for text in face.texts] == ["1-2 Nothing.", "3-6 A card.", "Pete 2 2"]
    assert [shape.fill for shape in face.shapes] == ["#dddddd"]
