"""The board of Space Station Zemo: its map broken by hand, its drawing moved with the map, its sheets read back."""

import json
import re
import shutil
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from faces.conftest import REPOSITORY
from press.reading import read

from pnp.build import build_kit
from pnp.faces.studio import Studio
from pnp.kit.project import Project
from pnp.kit.reading import read_kit
from pnp.model.face import Box, Face, FaceKey
from pnp.outcome import Options
from pnp.rules.engine import inspect, settle

ZEMO = REPOSITORY / "content/space-station-zemo"
NAMES = {"casino": 25, "brig": 13, "security": 11, "vending-machines": 21, "lost-and-found": 23, "zoo": 26}
EDGES = {"east": (2, 1), "south": (0, 2)}
JOB = "print: [{name: board, decks: [station-board], layout: tiles, overlap: 6 mm}]\n"


@cache
def map_of_the_station() -> str:
    return (ZEMO / "station.yaml").read_text("utf-8").replace(", fits: items.range", "")


def edge(text: str, cell: str, side: str, sign: str) -> str:
    """The map with another sign at the east or the south side of a cell."""
    column, row = ord(cell[0]) - ord("A"), cell[1:]
    lines = text.splitlines()
    at = next(number for number, line in enumerate(lines) if re.match(rf" +{row} ", line))
    first, long = EDGES[side]
    start = 7 + 3 * column + first
    at += side == "south"
    line = lines[at].ljust(start + long)
    assert line[start : start + long] != sign * long
    lines[at] = (line[:start] + sign * long + line[start + long :]).rstrip()
    return "\n".join(lines) + "\n"


def findings(folder: Path, text: str) -> list[tuple[str, str]]:
    """What is found in a kit of the map alone."""
    (folder / "kit.yaml").write_text("kit: station\ntitle: Station\n", "utf-8")
    (folder / "station.yaml").write_text(text, "utf-8")
    kit = read_kit(folder, "content/station")
    return [(each.check, each.message) for each in settle(kit, inspect(kit, [kit]))]


def test_the_map_is_sound(tmp_path: Path) -> None:
    assert findings(tmp_path, map_of_the_station()) == []


def remove_a_door(text: str) -> str:
    return edge(text, "Q16", "south", " ")


def shut_a_room(text: str) -> str:
    return edge(edge(text, "Q16", "south", " "), "P17", "east", " ")


def close_the_pod(text: str) -> str:
    return edge(text, "I9", "east", " ")


def give_the_brig_a_door(text: str) -> str:
    return edge(text, "Q11", "east", "+")


def open_the_field(text: str) -> str:
    return edge(text, "T13", "east", "+")


def forget_a_space_of_the_field(text: str) -> str:
    return text.replace("security: [R10, R16]", "security: [R10]")


BREAKS: tuple[tuple[Callable[[str], str], Mapping[str, tuple[str, ...]]], ...] = (
    (remove_a_door, {"wrong-neighbours": ('"Room 18" is linked with 1 space ("Room 19")',)}),
    (
        shut_a_room,
        {"cut-off-space": ('"Room 18" cannot be reached',), "wrong-neighbours": ('"Room 18" is linked with no',)},
    ),
    (close_the_pod, {"wrong-neighbours": ('"Escape Pod" is linked with 3 spaces',)}),
    (
        give_the_brig_a_door,
        {
            "wrong-neighbours": ('"The Brig" is linked with 3 spaces', '"Q11"'),
            "not-separated": (
                '"brig_roll" does not keep "The Brig" from "Q11"',
                '"security" does not keep "Code Room 1"',
            ),
        },
    ),
    (open_the_field, {"not-separated": ('"security" does not keep "Code Room 1"', "Room 14 - U13")}),
    (
        forget_a_space_of_the_field,
        {"not-separated": ('does not keep "Code Room 1" from "The Armory"', "R16 - The Armory")},
    ),
)


@pytest.mark.parametrize(("change", "says"), BREAKS, ids=lambda each: getattr(each, "__name__", ""))
def test_a_map_that_is_broken_by_hand_is_found_with_the_names_of_its_rooms(
    change: Callable[[str], str], says: Mapping[str, tuple[str, ...]], tmp_path: Path
) -> None:
    found = findings(tmp_path, change(map_of_the_station()))
    for check, parts in says.items():
        messages = " / ".join(message for each, message in found if each == check)
        assert all(part in messages for part in parts), found


def test_what_the_board_says_of_a_die_is_what_the_tables_say() -> None:
    kit = read_kit(ZEMO, "content/space-station-zemo")
    cues: Any = next(card for card in kit.deck("station-board").cards).values["cues"]
    on = {cue["room"]: [row["on"] for row in cue.get("rows") or ()] for cue in cues}
    tables = {table.id: [row.on for row in table.rows] for table in kit.tables}
    for name, number in NAMES.items():
        assert on[f"room-{number}"] == tables[name], name
    assert on["room-32"] == tables["command-control"]
    assert on["code-1"] == on["code-2"] == on["code-3"] == tables["code-room"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The board alone, in a project of its own."""
    folder = tmp_path / "content/station"
    shutil.copytree(ZEMO / "art/furniture", folder / "art/furniture")
    (folder / "station.yaml").write_text(map_of_the_station(), "utf-8")
    shutil.copy(ZEMO / "station-board.yaml", folder)
    (folder / "kit.yaml").write_text(f"kit: station\ntitle: Station\n{JOB}", "utf-8")
    shutil.copytree(REPOSITORY / "templates/zemo", tmp_path / "templates/zemo")
    return folder


def face_of(folder: Path) -> Face:
    kit = read_kit(folder, "content/station")
    face = Studio(kit, Project(folder.parents[1]).roots(folder)).compose(FaceKey("station-board", "station", "front"))
    assert face.faults == ()
    return face


def inside(face: Face, room: Box) -> list[tuple[str, ...]]:
    """All shapes and words within a room, by where they stand in it and how they look."""
    found = []
    for box, look in (
        *((shape.box, (shape.fill, shape.stroke)) for shape in face.shapes),
        *((text.box, (text.words, f"{text.size:g}")) for text in face.texts),
    ):
        if room.left < box.left and box.right < room.right and room.top < box.top and box.bottom < room.bottom:
            moved = (box.left - room.left, box.top - room.top, box.right - room.left, box.bottom - room.top)
            found.append((*(f"{value:.1f}" for value in moved), *map(str, look)))
    return sorted(found)


def test_a_room_that_is_moved_keeps_its_number_furniture_and_floor(folder: Path) -> None:
    """Rooms 4 and 5 change places on the map: what stood in one stands in the other, to a tenth of a millimetre."""
    fourth, fifth = Box(230.2, 151.6, 284.2, 205.6), Box(311.2, 151.6, 365.2, 205.6)
    before = face_of(folder)
    old = [inside(before, room) for room in (fourth, fifth)]
    assert [any("4" in each for each in old[0]), any("5" in each for each in old[1])] == [True, True]
    assert min(map(len, old)) > 8
    text = map_of_the_station()
    swapped = re.sub(r"\b0[45]\b(?=[^:]*$)", lambda m: {"04": "05", "05": "04"}[m[0]], text, flags=re.MULTILINE)
    (folder / "station.yaml").write_text(swapped, "utf-8")
    after = face_of(folder)
    assert [inside(after, room) for room in (fifth, fourth)] == old


def test_its_sheets_meet_along_its_squares(folder: Path) -> None:
    built = build_kit(Project(folder.parents[1]), folder, folder.parents[1] / "output", Options())
    assert built.findings == () or all(each.level.name != "ERROR" for each in built.findings)
    content = next(path for path in built.files if "board" in path.name).read_bytes()
    pages = read(content)
    assert len(pages) == 6
    windows = []
    for page in pages:
        (face,) = page.placed
        assert page.trim is not None
        x, y = face.box.left + 3.0, face.box.top + 3.0
        windows.append([page.trim.left - x, page.trim.top - y, page.trim.right - x, page.trim.bottom - y])
        assert face.box.right - face.box.left == pytest.approx(601.4, abs=0.01)
    across, down = ((0, 203.2), (197.2, 398.2), (392.2, 595.4)), ((0, 265.6), (259.6, 519.2))
    wanted = [[left, top, right, bottom] for top, bottom in down for left, right in across]
    assert windows == [pytest.approx(each, abs=0.01) for each in wanted]
    with pypdfium2.PdfDocument(content) as pdf:
        words = [page.get_textpage().get_text_range() for page in pdf]
    assert all(f"row {n // 3 + 1}, column {n % 3 + 1} of 2 x 3" in text for n, text in enumerate(words))
    ticket = json.loads(next(folder.parents[1].rglob("job.json")).read_text("utf-8"))
    pieces = [piece for file in ticket["files"] for sheet in file["sheets"] for piece in sheet["pieces"]]
    assert {(piece["id"], piece["copy"]) for piece in pieces} == {("station-board/station", 1)}
    assert len(content) < 500_000
