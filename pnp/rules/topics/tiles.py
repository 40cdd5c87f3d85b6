"""Square tiles: boards that may be turned, and laid side by side in any order and any shape.

A space with the tag `north`, `east`, `south` or `west` has a way out over that side, into the tile beside it.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import permutations, product
from typing import NamedTuple, TypeAlias

from pnp.model.board import Board
from pnp.rules.topics.ways import lay_ways, names_of, part

SIDES = ("north", "east", "south", "west")
_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # columns and rows to the tile beside it, in the order of SIDES
Spot: TypeAlias = tuple[int, int]
Exits: TypeAlias = tuple[bool, bool, bool, bool]


class Laying(NamedTuple):
    """Tiles that lie side by side: what lies on each spot, by its number, and how often it is turned by 90 degrees."""

    spots: tuple[Spot, ...]
    tiles: tuple[int, ...]
    turns: tuple[int, ...]


def exits_of(tile: Board) -> Exits:
    """Whether there is a way out over each side."""
    north, east, south, west = (any(side in space.tags for space in tile.spaces) for side in SIDES)
    return north, east, south, west


def turned(exits: Exits, turns: int) -> Exits:
    """The exits of a tile that was turned clockwise so many times by 90 degrees."""
    north, east, south, west = (exits[(side - turns) % 4] for side in range(4))
    return north, east, south, west


@lru_cache(maxsize=8)
def shapes(many: int) -> tuple[tuple[Spot, ...], ...]:
    """Every way in which so many squares hang together by their sides, not turned: 1, 2, 6, 19."""
    found: set[tuple[Spot, ...]] = {((0, 0),)}
    for _ in range(many - 1):
        found = {_moved((*shape, spot)) for shape in found for spot in _beside(shape)}
    return tuple(sorted(found))


def count_layings(many: int) -> int:
    """In how many ways so many different tiles can be laid, each in four turns."""
    orders = 1
    for number in range(2, many + 1):
        orders *= number
    return int(len(shapes(many)) * orders * 4**many)


def layings(tiles: Sequence[Exits]) -> Iterator[tuple[Laying, tuple[Exits, ...]]]:
    """Every way to lay and turn the tiles, and the exits on each spot; of ways with equal exits only the first."""
    turns = [_different_turns(exits) for exits in tiles]
    orders: dict[tuple[frozenset[Exits], ...], tuple[int, ...]] = {}
    for order in permutations(range(len(tiles))):
        orders.setdefault(tuple(frozenset(turns[tile]) for tile in order), order)
    for spots in shapes(len(tiles)):
        for order in orders.values():
            for exits in product(*(turns[tile] for tile in order)):
                yield (
                    Laying(spots, order, tuple(turns[tile][own] for tile, own in zip(order, exits, strict=True))),
                    exits,
                )


def find_gap(laying: Laying, exits: Sequence[Exits]) -> tuple[int, int] | None:
    """Two tiles between which no way leads, from the first to the second; None if every one leads to every other.

    Each tile counts as one place: within it every space leads to every other.
    """
    at = dict(zip(laying.spots, laying.tiles, strict=True))
    leads: dict[int, list[int]] = {tile: [] for tile in laying.tiles}
    for (column, row), tile, sides in zip(laying.spots, laying.tiles, exits, strict=True):
        for is_open, (right, down) in zip(sides, _STEPS, strict=True):
            if is_open and (column + right, row + down) in at:
                leads[tile].append(at[column + right, row + down])
    for start in laying.tiles:
        seen = {start}
        waiting = [start]
        while waiting:
            new = [tile for tile in leads[waiting.pop()] if tile not in seen]
            seen.update(new)
            waiting += new
        if len(seen) < len(at):
            return start, min(set(at.values()) - seen)
    return None


def find_loose(tiles: Sequence[Board]) -> str:
    """What is cut off in some laying of the tiles, in a sentence; empty if nothing ever is.

    Where each tile hangs together in itself, whether all do depends on the sides with exits alone, so that equal ones
    need to be looked at once.
    """
    for tile in tiles:
        parts = part(lay_ways(tile))
        if len(parts) > 1:
            return (
                f"within {tile.id}, {names_of(tile, parts[0])} and {names_of(tile, parts[1])} are not joined both ways"
            )
    for laying, exits in layings([exits_of(tile) for tile in tiles]):
        gap = find_gap(laying, exits)
        if gap:
            ids = [tile.id for tile in tiles]
            return f"no way leads from {ids[gap[0]]} to {ids[gap[1]]} in {describe(laying, ids)}"
    return ""


def describe(laying: Laying, names: Sequence[str]) -> str:
    """A laying in words, row by row: `[a, b turned 90 | c, -]`."""
    columns = range(max(column for column, _ in laying.spots) + 1)
    rows = range(max(row for _, row in laying.spots) + 1)
    on: Mapping[Spot, str] = {
        spot: names[tile] + (f" turned {90 * turns}" if turns else "")
        for spot, tile, turns in zip(laying.spots, laying.tiles, laying.turns, strict=True)
    }
    return f"[{' | '.join(', '.join(on.get((column, row), '-') for column in columns) for row in rows)}]"


def _different_turns(exits: Exits) -> dict[Exits, int]:
    """The exits that a tile can have by being turned, each with the least turns."""
    found: dict[Exits, int] = {}
    for turns in range(4):
        found.setdefault(turned(exits, turns), turns)
    return found


def _beside(shape: Sequence[Spot]) -> list[Spot]:
    spots = {(column + right, row + down) for column, row in shape for right, down in _STEPS}
    return sorted(spots - set(shape))


def _moved(shape: Sequence[Spot]) -> tuple[Spot, ...]:
    """The shape in the top left corner."""
    left, top = min(column for column, _ in shape), min(row for _, row in shape)
    return tuple(sorted((column - left, row - top) for column, row in shape))
