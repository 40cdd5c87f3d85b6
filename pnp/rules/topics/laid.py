"""Checks of boards that are laid of tiles: each place has one tile, and ways meet ways at the edges."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from pnp.model.board import Board, Laying
from pnp.model.ground import Cell, Ground
from pnp.model.kit import Card
from pnp.rules.check import Context, Said, check
from pnp.rules.topics.values import called, deck_of, is_whole, is_whole_deck, listed, on_line, place_of, value_at

Spot = tuple[int, int]

# The sides of a tile by their letters: what they are called, and how far it is to the tile there, right and down.
SIDES: Mapping[str, tuple[str, Spot]] = MappingProxyType(
    {"N": ("north", (0, -1)), "E": ("east", (1, 0)), "S": ("south", (0, 1)), "W": ("west", (-1, 0))}
)


@check("tile-place", on=Board)
def tile_place(board: Board, context: Context) -> Iterable[Said]:
    """A board that is laid of tiles has one tile in each of its places.

    Whoever lays the tiles as the map shows it finds a hole, or two tiles for one place, and cannot go on.

    Bad:
        expects: {tiles: {deck: tiles, side: 3}}      # the map has 6 x 3 cells
        # in tiles.yaml
        - {id: square, title: Square, at: [0, 0], exits: [E]}
        - {id: road, title: Road, at: [0, 0], exits: [W]}

    Good:
        expects: {tiles: {deck: tiles, side: 3}}
        # in tiles.yaml
        - {id: square, title: Square, at: [0, 0], exits: [E]}
        - {id: road, title: Road, at: [1, 0], exits: [W]}
    """
    laying, ground, cards = _laid(board, context)
    if laying is None or ground is None:
        return
    places = [
        (column, row) for row in range(ground.rows // laying.side) for column in range(ground.columns // laying.side)
    ]
    taken: dict[Spot, Card] = {}
    for card in cards:
        where, spot = place_of(card, laying.at), _spot(card, laying)
        if spot not in places:
            last = f"[{places[-1][0]}, {places[-1][1]}]"
            message = f'{called(card)} lies nowhere on the board "{board.title}", which goes from [0, 0] to {last}'
            yield Said(where, message, "Write column and row, counted from 0.")
        elif spot in taken or card.copies > 1:
            other = taken.get(spot, card)
            two = (
                f"{called(other)} and {called(card)} lie"
                if other is not card
                else f"{card.copies} of {called(card)} lie"
            )
            message = f'{two} in one place of the board "{board.title}"'
            yield Said(where, message, "Give each tile a place of its own.", places=(place_of(other, laying.at),))
        if spot is not None:
            taken.setdefault(spot, card)
    free = [f"[{column}, {row}]" for column, row in places if (column, row) not in taken]
    if free:
        message = f'the board "{board.title}" has no tile at {listed(free)}'
        yield Said(laying.where, message, f'Add one to the deck "{laying.deck}", or correct where the others lie.')


@check("tile-edge", on=Board)
def tile_edge(board: Board, context: Context) -> Iterable[Said]:
    """A tile of a board has its exits where the map has ways from tile to tile, and nowhere else.

    A road that ends at the edge of the next tile, or of the town, is found when the tiles lie on the table. What the
    map links and the tile does not show is a way that no player sees.

    Bad:
        map: |
          /   A  B
           1  .. ..
        expects: {tiles: {deck: tiles, side: 1}}
        # in tiles.yaml
        - {id: square, title: Square, at: [0, 0], exits: [E]}
        - {id: road, title: Road, at: [1, 0], exits: [S]}

    Good:
        map: |
          /   A  B
           1  .. ..
        expects: {tiles: {deck: tiles, side: 1}}
        # in tiles.yaml
        - {id: square, title: Square, at: [0, 0], exits: [E]}
        - {id: road, title: Road, at: [1, 0], exits: [W]}
    """
    laying, ground, cards = _laid(board, context)
    if laying is None or ground is None:
        return
    open_sides = set(_open_sides(ground, laying.side))
    for card in cards:
        spot, shown = _spot(card, laying), _exits(card, laying)
        for letter in shown:
            if letter not in SIDES:
                message = f'"{letter}" among the exits of {called(card)} is no side of a tile'
                yield Said(place_of(card, laying.exits), message, "There is: N, E, S, W.")
        for letter, (name, _step) in SIDES.items() if spot else ():
            if ((spot, letter) in open_sides) == (letter in shown):
                continue
            wrong = (
                "has an exit to the {}, where the map has no way"
                if letter in shown
                else "has no exit to the {}, where the map has a way"
            )
            yield Said(
                place_of(card, laying.exits),
                f"{called(card)} {wrong.format(name)}",
                f"Correct the exits, or the map {on_line(board.place('map'), card.where)}.",
                places=(board.place("map"),),
            )


def _laid(board: Board, context: Context) -> tuple[Laying | None, Ground | None, tuple[Card, ...]]:
    """How the board is laid, its ground and its tiles; nothing where one of them could not be read."""
    deck = deck_of(context.kit, board.laying.deck) if board.laying else None
    if deck is None or not is_whole(context, board.where.file) or not is_whole_deck(deck, context):
        return None, None, ()
    return board.laying, board.ground, deck.cards


def _spot(card: Card, laying: Laying) -> Spot | None:
    """Where a tile lies, in tiles; None if it says no column and row."""
    at = value_at(card, laying.at)
    if not isinstance(at, tuple) or len(at) != 2:
        return None
    column, row = at
    return (column, row) if isinstance(column, int) and isinstance(row, int) else None


def _exits(card: Card, laying: Laying) -> tuple[str, ...]:
    shown = value_at(card, laying.exits)
    return tuple(str(letter).upper() for letter in shown) if isinstance(shown, tuple) else ()


def _open_sides(ground: Ground, side: int) -> Iterator[tuple[Spot, str]]:
    """The sides of tiles that a way of the map leads over, in either direction."""
    for cell, _direction, other in ground.sides():
        here, there = _tile(cell, side), _tile(other, side)
        if here != there and (ground.leads(cell, other) or ground.leads(other, cell)):
            for one, two in ((here, there), (there, here)):
                step = (two[0] - one[0], two[1] - one[1])
                yield from ((one, letter) for letter, (_name, way) in SIDES.items() if way == step)


def _tile(cell: Cell, side: int) -> Spot:
    return cell.column // side, cell.row // side
