"""Boards in templates: what pens draw lies where the map says, to the millimetre."""

import itertools
import re
from typing import Any

import pytest

from pnp.faces.board.drawing import about_board
from pnp.faces.board.plan import body, find_cells, find_doors, trace_area, trace_openings, trace_walls, write_path
from pnp.faces.board.texture import Room, enlarge, find_room, hatch
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


RING = make_ground(("AAA", "A#A", "AAA"))
RING_LINES = trace_area(RING, RING.cells("room-A"))


def test_hatching_ends_at_the_edge_of_an_area_and_leaves_holes_free() -> None:
    level = hatch(RING_LINES, 10, 0, 5)
    assert [tuple((round(x, 6), round(y, 6)) for x, y in line) for line in level] == [
        ((0, 5), (30, 5)), ((0, 15), (10, 15)), ((20, 15), (30, 15)), ((0, 25), (30, 25)),
    ]  # fmt: skip
    upright = hatch(RING_LINES, 15, 90, 0)
    assert {round(x, 6) for line in upright for x, _ in line} == {0, 15}
    slanted = hatch(RING_LINES, 3, 45, 1)
    ends = [point for line in slanted for point in line]
    assert all(any(abs(value - edge) < 1e-6 for value in point for edge in (0, 10, 20, 30)) for point in ends)
    inside = [((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in slanted]
    assert not [point for point in inside if all(10 < value < 20 for value in point)]


def test_hatching_moves_with_its_area() -> None:
    far = make_ground(("~~~~", "~AA~"))
    near_lines, far_lines = (hatch(trace_area(g, g.cells("room-A")), 4, 30, 1) for g in (make_ground(("AA",)), far))
    for one, other in zip(near_lines, far_lines, strict=True):
        assert [(x + 10, y + 10) for x, y in one] == [pytest.approx(point) for point in other]


@pytest.mark.parametrize("step", [0, -1, 0.0001])
def test_steps_that_would_fill_the_memory_are_refused(step: float) -> None:
    with pytest.raises(ValueError, match="lines of a hatching cannot lie"):
        hatch(RING_LINES, step, 0, 0)


def test_areas_grow_with_sharp_corners_and_into_their_holes() -> None:
    outer, inner = sorted(enlarge(RING_LINES, 2), key=min)
    assert set(outer) == {(-2, -2), (32, -2), (32, 32), (-2, 32)}
    assert set(inner) == {(12, 12), (18, 12), (18, 18), (12, 18)}
    bent = enlarge(trace_area(GROUND, GROUND.cells("room-A")), -1)
    assert set(bent[0]) == {(1, 1), (9, 1), (9, 21), (19, 21), (19, 29), (1, 29)}


def test_the_largest_box_of_a_room_is_found() -> None:
    assert find_room(RING_LINES) == Room(0, 0, 30, 10)
    wide = make_ground(("~~A", "AAA", "AAA"))
    assert find_room(trace_area(wide, wide.cells("room-A"))) == Room(0, 10, 30, 20)
    hexagon = make_ground(("A",), "hex-pointy")
    left, top, width, height = find_room(trace_area(hexagon, hexagon.cells("room-A")))
    assert (left, top, width, height) == pytest.approx((0, 5, 17.3205, 10), abs=0.001)
    with pytest.raises(ValueError, match="an area of nothing has no room"):
        find_room(())
    space = next(space for space in about_board(make_board(GROUND)).spaces if space.id == "room-A")  # type: ignore[attr-defined]
    assert (space.room.left, space.room.top, space.room.width, space.room.height) == (0, 0, 10, 30)


def test_pens_hatch_and_grow() -> None:
    board: Any = about_board(make_board(GROUND))
    assert 'd="M10 12.5L20 12.5M10 17.5L20 17.5"' in board.hatch("room-B", 5, stroke="#000")
    assert 'd="M21 9L21 21L9 21L9 9Z"' in board.area("room-B", grow=1)


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


def test_values_and_pens_have_names_of_their_own() -> None:
    board: Any = about_board(make_board(GROUND))
    assert [(door.one_way, door.points) for door in board.doors] == [(False, 0), (True, 0)]
    assert 'd="M10 2L10 8M10 12L10 18"' in board.thresholds()
    assert [(cell.name, cell.kind) for cell in board.solids] == [("D2", "rock"), ("D3", "rock")]
    assert (board.space("B1").left, board.space("B1").kind) == (10, "hall")
    with pytest.raises(ValueError, match="the board station has no space 'room-b': did you mean room-B"):
        board.space("room-b")


def test_lines_of_a_grid_know_how_many_spaces_they_cut() -> None:
    uprights, levels = GROUND.lines_across()
    assert [(seam.at, seam.cuts) for seam in uprights] == [(0, 0), (10, 1), (20, 0), (30, 0), (40, 0)]
    assert [seam.cuts for seam in levels] == [0, 1, 1, 0]
