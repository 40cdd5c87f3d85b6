"""Boards that are laid of tiles: what cannot be read, and what exits and places are held against."""

from pathlib import Path

import pytest

from pnp.kit.reading import read_kit
from pnp.model.finding import Finding
from pnp.rules.engine import inspect, settle

TOWN = """board: town
map: |
  /   A  B  C  D
   1  ..+..+.. ..
   2  .. ..|.. ..
legend:
  "..": {kind: street, each: true}
expects:
  tiles: {deck: tiles, side: 2}
"""
TILES = """deck: tiles
size: poker
front: plain.svg.j2
fields:
  at: {type: list, of: integer, required: false}
  exits: {type: list, of: text, required: false}
  name: {type: text, required: false}
cards:
  - {id: mill, title: Mill, at: [0, 0], exits: [E]}
  - {id: wharf, title: Wharf, at: [1, 0], exits: [w]}
"""


def find(folder: Path, town: str = TOWN, tiles: str = TILES) -> list[Finding]:
    for name, text in {"kit": "kit: game\ntitle: Game\n", "town": town, "tiles": tiles}.items():
        (folder / f"{name}.yaml").write_text(text, "utf-8")
    kit = read_kit(folder, "content/game")
    return [finding for finding in settle(kit, inspect(kit, [kit])) if finding.check != "missing-template"]


def test_tiles_that_lie_as_the_map_has_them_are_fine(tmp_path: Path) -> None:
    assert find(tmp_path) == []


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        ("side: 2", "side: 3", (9, 30), "the board has 4 x 2 cells, which no tiles of 3 x 3 square cells make"),
        ("side: 2", "side: 0", (9, 30), "side is 0"),
        ("deck: tiles, ", "", (9, 10), "has no deck"),
        ("deck: tiles", "deck: tile", (9, 10), 'the deck "tile", but there is no such deck'),
        ("side: 2", "side: 2, exits: name", (9, 10), 'the deck "tiles" has no list "name"'),
        ("side: 2", "side: 2, at: place", (9, 10), 'the deck "tiles" has no list "place"'),
    ],
)
def test_what_cannot_be_read_is_told(old: str, new: str, place: tuple[int, int], message: str, tmp_path: Path) -> None:
    (found,) = find(tmp_path, town=TOWN.replace(old, new))
    assert (found.where.line, found.where.column) == place
    assert message in found.message


def test_a_board_without_a_map_is_not_laid_of_tiles(tmp_path: Path) -> None:
    town = (
        "board: town\nspaces: [{id: a}, {id: b}]\nlinks: [{from: a, to: b}]\nexpects: {tiles: {deck: tiles, side: 2}}\n"
    )
    (found,) = find(tmp_path, town=town)
    assert "the board has no map" in found.message


@pytest.mark.parametrize(
    ("old", "new", "check", "message"),
    [
        ("exits: [E]", "exits: [S, E]", "tile-edge", '"Mill" has an exit to the south, where the map has no way'),
        ("exits: [E]", "exits: []", "tile-edge", '"Mill" has no exit to the east, where the map has a way'),
        ("exits: [E]", "exits: [E, up]", "tile-edge", '"UP" among the exits of "Mill" is no side of a tile'),
        ("at: [1, 0]", "at: [2, 0]", "tile-place", '"Wharf" lies nowhere on the board "town"'),
        ("at: [1, 0], ", "", "tile-place", '"Wharf" lies nowhere on the board "town"'),
        ("title: Wharf", "copies: 2, title: Wharf", "tile-place", '2 of "Wharf" lie in one place'),
        ("at: [1, 0]", "at: [0, 0]", "tile-place", '"Mill" and "Wharf" lie in one place of the board "town"'),
    ],
)
def test_what_is_wrong_with_a_tile_is_told_at_its_value(
    old: str, new: str, check: str, message: str, tmp_path: Path
) -> None:
    found = [finding for finding in find(tmp_path, tiles=TILES.replace(old, new)) if message in finding.message]
    assert [finding.check for finding in found] == [check]
    assert found[0].where.file == "content/game/tiles.yaml"


def test_a_door_that_leads_one_way_is_a_way_over_both_edges(tmp_path: Path) -> None:
    for door in (">", "<"):
        town = TOWN.replace("..+..+..", f"..+..{door}..")
        assert {finding.check for finding in find(tmp_path, town=town)} <= {"one-way-trap"}
    walled = TOWN.replace("..+..+..", "..+..|..")
    assert {finding.check for finding in find(tmp_path, town=walled)} == {"tile-edge", "cut-off-space"}


def test_an_edge_is_open_where_any_of_its_cells_is(tmp_path: Path) -> None:
    """The fixture's tiles are open at one cell of two; closing that and opening the other changes nothing."""
    other = TOWN.replace("..+..+..", "..+..|..").replace(".. ..|.. ..", ".. ..+.. ..")
    assert [finding.check for finding in find(tmp_path, town=other)] == []
