"""Maps drawn as text: cells, rooms, doors, walls, one-way doors, zones, tags and conditions, each with its place."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.kit.boards import read_board
from pnp.kit.parsing.document import read_document
from pnp.kit.parsing.tree import Mapping
from pnp.kit.report import Report
from pnp.model.board import Board
from pnp.model.ground import LATTICES, Cell, Ground

STATION = """board: station
grid: {side: 20 mm, origin: [5, 10]}
map: |
  /   A  B  C  D
  1   01 01+.. ..
         ++    --
  2   ## .. ..|C1
            vv
  3   02 02 02 ~~
legend:
  "..": {kind: hall, each: true}
  "##": {solid: true}
  "~~": {solid: true}
  01-02: {kind: room}
  "02": {name: Galley, tags: [wet]}
  C1: {id: code, kind: code}
zones: {scan: [C2]}
tags: {goal: [code, D1]}
between:
  - {cells: [C2, D2], is: door}
conditions:
  - {into: room-2, condition: key}
"""


def read(text: str) -> tuple[Board, list[tuple[int, int, str, str]]]:
    report = Report("board.yaml", text.splitlines())
    root = read_document(text, report).root
    assert isinstance(root, Mapping)
    board = read_board(root, report, "board")
    return board, [(f.where.line, f.where.column, f.check, f.message) for f in report.faults]


def test_a_map_gives_spaces_in_its_order() -> None:
    board, faults = read(STATION)
    assert faults == []
    assert [space.id for space in board.spaces] == ["room-1", "C1", "D1", "B2", "C2", "code", "room-2"]
    assert [space.name for space in board.spaces] == ["Room 1", "C1", "D1", "B2", "C2", "code", "Galley"]
    assert [space.number for space in board.spaces] == [1, None, None, None, None, None, 2]
    galley = board.spaces[-1]
    assert (galley.name, galley.kind, galley.tags, str(galley.where)) == ("Galley", "room", ("wet",), "board.yaml:9:7")
    assert {space.id for space in board.spaces if space.zone == "scan"} == {"C2"}
    assert {space.id for space in board.named("goal")} == {"code", "D1"}


def test_a_space_lies_in_the_middle_of_its_cells() -> None:
    board, _ = read(STATION)
    at = {space.id: space.at for space in board.spaces}
    wanted = {"room-1": (5 + 20, 10 + 10), "room-2": (5 + 30, 10 + 50), "D1": (5 + 70, 10 + 10)}
    assert {name: at[name] for name in wanted} == wanted
    assert board.size == (5 + 80, 10 + 60)


def test_doors_openings_and_walls_make_the_links() -> None:
    board, _ = read(STATION)
    links = {(link.start, link.end, link.one_way) for link in board.links}
    assert links == {
        ("room-1", "C1", False),  # + between two cells
        ("room-1", "B2", False),  # ++ between two rows
        ("C1", "D1", False),
        ("C1", "C2", False),
        ("B2", "C2", False),
        ("C2", "code", False),  # what `between` says goes before the mark
        ("C2", "room-2", True),  # vv
    }
    assert {link.end for link in board.links if link.condition == "key"} == {"room-2"}
    door = next(link for link in board.links if link.one_way)
    assert (door.where.line, door.where.column) == (8, 13)


@pytest.mark.parametrize(
    ("wrong", "place", "message"),
    [
        (("  1   01", "  2   01"), (5, 3), "row 2 of the map stands where row 1 should"),
        (("         ++    --", "        ++     --"), (6, 9), "is out of line"),
        (("  2   ## ..", "  2   ## ??"), (7, 10), 'the legend does not say what "??" on B2 is'),
        (("01 01+..", "01 01*.."), (5, 12), "`*` between B1 and C1 is no mark of a map"),
        (("02 02 ~~", "02 02 ~~ .."), (9, 18), "`..` stands to the right of the map's last column"),
        (("            vv\n", "            vv ++\n"), (8, 16), "the door between D2 and D3 leads nowhere"),
        (("02 02 02", "02+02 02"), (9, 9), "the door between A3 and B3 lies inside room-2"),
        (("02 02 02", "02 .. 02"), (9, 13), "room-2 is in pieces: C3 does not hang together with A3"),
        (("/   A  B  C  D", "/   A  B  D  C"), (4, 3), "should count the columns"),
        (("/   A  B  C  D", "/   A  B  C D"), (4, 3), "do not stand at equal distances"),
        (("[C2, D2]", "[A1, D2]"), (20, 13), "A1 and D2 do not lie side by side"),
        (("scan: [C2]", "scan: [C9]"), (17, 16), 'the map has no cell "C9"'),
        (("scan: [C2]", "scan: [A2]"), (17, 16), "A2 is no space"),
        (("into: room-2", "into: room-3"), (22, 12), 'no space, kind, zone or tag "room-3"'),
        (("map: |", "map: >"), (3, 6), "a map is a block of text as it stands"),
    ],
)
def test_what_is_wrong_is_told_at_its_place(wrong: tuple[str, str], place: tuple[int, int], message: str) -> None:
    assert wrong[0] in STATION
    _, faults = read(STATION.replace(*wrong))
    assert [fault[:2] for fault in faults] == [place]
    assert message in faults[0][3]


@pytest.mark.parametrize(
    ("wrong", "place", "message"),
    [
        (("C1: {id: code,", "C1: {"), (16, 7), 'the marks ".." and "C1" of the map both stand for the space "C1"'),
        (
            ('"02": {name', '"02": {number: 1, name'),
            (15, 18),
            '"01" and "02" of the map both stand for the space "room-1"',
        ),
        (('"02": {name', '"02": {id: room-1, name'), (15, 14), 'both stand for the space "room-1"'),
        (("C1: {id: code,", "C1: {id: room-1,"), (16, 12), 'the marks "01" and "C1" of the map both stand'),
    ],
)
def test_two_marks_are_not_one_space(wrong: tuple[str, str], place: tuple[int, int], message: str) -> None:
    assert wrong[0] in STATION
    _, faults = read(STATION.replace(*wrong))
    assert [fault[:2] for fault in faults if fault[2] == "duplicate-id"] == [place]
    assert message in next(fault[3] for fault in faults if fault[2] == "duplicate-id")


def test_two_marks_may_be_one_space_if_the_second_says_nothing_else_of_it() -> None:
    drawn = STATION.replace("01 01+..", "01 03+..").replace(
        "01-02: {kind: room}", "01-02: {kind: room}\n  '03': {id: room-1}"
    )
    board, faults = read(drawn)
    assert faults == []
    assert [space.id for space in board.spaces].count("room-1") == 1


def test_of_a_map_that_cannot_be_read_nothing_more_is_said() -> None:
    drawn = STATION.replace("  2   ##", "  3   ##")
    drawn += "links:\n  - {from: room-1, to: room-2}\nexpects:\n  neighbours: {goal: 2}\n"
    board, faults = read(drawn)
    assert [fault[2] for fault in faults] == ["bad-map"]
    assert (board.id, board.spaces) == ("station", ())


@pytest.mark.parametrize(
    ("expects", "message", "first"),
    [
        (
            "separated: {by: lock, inside: [code]}",
            "no space, kind, zone, tag or condition",
            "one-way, key, room, hall, goal",
        ),
        ("neighbours: {cellar: 2}", "no space, kind, zone or tag", "room, hall, goal, scan, code, wet, room-1"),
    ],
)
def test_what_is_no_name_is_told_with_those_there_are(expects: str, message: str, first: str) -> None:
    report = Report("board.yaml", [])
    root = read_document(f"{STATION}expects:\n  {expects}\n", report).root
    assert isinstance(root, Mapping)
    read_board(root, report, "board")
    (fault,) = report.faults
    assert message in fault.message
    assert fault.help.startswith(f"There is: {first}")


def test_the_sign_of_a_room_in_place_of_its_id() -> None:
    report = Report("board.yaml", [])
    root = read_document(STATION.replace("scan: [C2]", 'scan: ["01"]'), report).root
    assert isinstance(root, Mapping)
    read_board(root, report, "board")
    assert [fault.help for fault in report.faults] == ['Did you mean "room-1"?']


def test_a_board_without_map_and_spaces_says_so() -> None:
    _, faults = read("board: empty\n")
    assert [(line, check) for line, _, check, _ in faults] == [(1, "missing-field")]


HEXES = """board: island
grid: {cells: hex-pointy, side: 10 mm}
map: |
  1  .. .. ##
  2   .. .. ..
  3  .. AA ..
legend: {"..": {kind: field, each: true}, "##": {solid: true}, AA: {id: tower}}
between: [{cells: [B3, A3], is: door}]
"""


def test_hexes_have_six_neighbours_and_odd_rows_lie_half_a_hex_to_the_right() -> None:
    board, faults = read(HEXES)
    assert (faults, board.ground is None) == ([], False)
    assert board.ground
    beside = [board.ground.beside(Cell(1, 1), direction) for direction in range(6)]
    assert beside == [Cell(2, 1), Cell(2, 2), Cell(1, 2), Cell(0, 1), Cell(1, 0), Cell(2, 0)]
    ends = {link.end if link.start == "B2" else link.start for link in board.links if "B2" in (link.start, link.end)}
    assert ends == {"A2", "C2", "B1", "C3"}  # a wall to the tower, no space on C1
    assert ("A3", "tower") in {(link.start, link.end) for link in board.links}
    x, y = board.ground.centre(Cell(0, 1))
    assert (round(x, 3), y) == (17.321, 25.0)


@pytest.mark.parametrize(("shape", "size"), [("hex-flat", (80.0, 77.942)), ("hex-pointy", (95.263, 65.0))])
def test_a_grid_of_hexes_is_as_large_as_geometry_says(shape: str, size: tuple[float, float]) -> None:
    ground = Ground(shape, 10.0, (0.0, 0.0), 5, 4, {}, {})
    assert tuple(round(side, 3) for side in ground.size) == size


@pytest.mark.parametrize("shape", LATTICES)
def test_hex_edge_shared_and_neighbours_have_the_very_same_corners(shape: str) -> None:
    ground = Ground(shape, 9.37, (3.1, 7.7), 7, 50, {}, {})
    turn = len(ground.directions)
    for row in range(50):
        for column in range(7):
            cell = Cell(column, row)
            for direction in ground.directions:
                other = ground.beside(cell, direction)
                if other is None:
                    continue
                assert ground.beside(other, (direction + turn // 2) % turn) == cell
                corners = ground.corners(cell)
                assert {corners[direction], corners[(direction + 1) % turn]} <= set(ground.corners(other))


def test_lines_of_sight_go_through_doors_and_end_at_walls() -> None:
    board, _ = read(STATION)
    assert board.ground is not None
    lines = set(board.ground.lines())
    assert ("room-1", "C1", "D1") in lines
    assert ("B2", "C2", "code") in lines
    assert ("C1", "C2", "room-2") in lines
    assert not any("D1" in line and "code" in line for line in lines)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.text(alphabet="/AB 123.+#|v<\n0", max_size=80))
def test_any_text_is_a_map_or_told_why_not(text: str) -> None:
    body = "".join(f"  {line}\n" for line in f"/ {text}".splitlines())
    _, faults = read(f'board: b\nmap: |\n{body}legend: {{"..": {{each: true}}, "##": {{solid: true}}, "01": {{}}}}\n')
    assert all(message and line >= 1 and column >= 1 for line, column, _, message in faults)
