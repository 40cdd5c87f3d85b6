"""Square tiles in every laying, against a walk over all their spaces."""

from itertools import permutations, product

import pytest

from pnp.model.board import Board, Link, Space
from pnp.model.place import Where
from pnp.rules.topics.tiles import SIDES, count_layings, exits_of, find_loose, shapes, turned
from pnp.rules.topics.ways import part

WHERE = Where("content/game/tile.yaml")
RING = (("a", "b"), ("b", "d"), ("d", "c"), ("c", "a"))  # a b above c d, all round, one way
ALL = {"north": "a", "east": "b", "south": "d", "west": "c"}


def tile(name: str, exits: dict[str, str], links: tuple[tuple[str, str], ...] = RING) -> Board:
    """Four spaces in two rows; `exits` are the spaces from which a way leads out over each side."""
    spaces = tuple(
        Space(each, each.upper(), WHERE, tags=tuple(side for side, at in exits.items() if at == each))
        for each in "abcd"
    )
    return Board(name, name, WHERE, spaces=spaces, links=tuple(Link(*link, WHERE, one_way=True) for link in links))


def swing(point: tuple[int, int], often: int) -> tuple[int, int]:
    """A point that was turned clockwise about (0, 0) by so many right angles."""
    for _ in range(often):
        point = -point[1], point[0]
    return point


def walk(tiles: list[Board], spots: tuple[tuple[int, int], ...], turns: tuple[int, ...]) -> bool:
    """Whether every space leads to every other, over the spaces themselves; each tile is turned clockwise."""
    corners = {"a": (-1, -1), "b": (1, -1), "c": (-1, 1), "d": (1, 1)}
    steps = {"north": (0, -2), "east": (2, 0), "south": (0, 2), "west": (-2, 0)}
    ways: dict[str, list[str]] = {}
    for own, (column, row), often in zip(tiles, spots, turns, strict=True):
        turned_corners = {space: swing(corner, often) for space, corner in corners.items()}
        at = {space: (4 * column + x, 4 * row + y) for space, (x, y) in turned_corners.items()}
        for space, tags in ((space.id, space.tags) for space in own.spaces):
            out = [swing(steps[side], often) for side in tags]
            ends = [at[link.end] for link in own.links if link.start == space]
            ways[str(at[space])] = [str(end) for end in ends]
            ways[str(at[space])] += [str((at[space][0] + x, at[space][1] + y)) for x, y in out]
    inside = {start: tuple(end for end in ends if end in ways) for start, ends in ways.items()}
    return len(part(inside)) == 1


def test_shapes_hang_together_by_their_sides() -> None:
    assert [len(shapes(many)) for many in (1, 2, 3, 4)] == [1, 2, 6, 19]
    assert ((0, 0), (0, 1), (1, 0), (1, 1)) in shapes(4)
    assert count_layings(4) == 19 * 24 * 256 == 116_736


def test_a_turn_takes_the_north_to_the_east() -> None:
    assert exits_of(tile("one", {"north": "a"})) == (True, False, False, False)
    assert SIDES[turned((True, False, False, False), 1).index(True)] == "east"
    assert turned((True, True, False, False), 3) == (True, False, False, True)


@pytest.mark.parametrize(
    ("first", "second", "third"),
    [
        (ALL, ALL, ALL),
        (ALL, ALL, {"north": "a", "east": "b", "south": "d"}),
        (ALL, {"north": "a"}, ALL),
        ({}, ALL, ALL),
    ],
)
def test_what_is_loose_is_so_over_all_spaces(
    first: dict[str, str], second: dict[str, str], third: dict[str, str]
) -> None:
    tiles = [tile("one", first), tile("two", second), tile("three", third)]
    held = all(
        walk([tiles[each] for each in order], spots, turns)
        for spots in shapes(3)
        for order in permutations(range(3))
        for turns in product(range(4), repeat=3)
    )
    assert held == (not find_loose(tiles))


def test_the_laying_that_cuts_off_is_told() -> None:
    tiles = [tile("one", ALL), tile("two", {"north": "a", "east": "b", "south": "d"})]
    assert find_loose(tiles) == "no way leads from two to one in [one | two turned 90]"
    assert find_loose([tile("one", ALL), tile("two", ALL)]) == ""


def test_a_tile_that_does_not_hang_together_is_told() -> None:
    said = find_loose([tile("one", ALL), tile("two", ALL, RING[:3])])
    assert said.startswith("within two, ")
    assert said.endswith("are not joined both ways")
