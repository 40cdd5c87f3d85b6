"""What templates know of the whole kit: its boards, dice tables, tracks and decks, made when they are asked for."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from pnp.faces.filters import Record
from pnp.model.board import Board
from pnp.model.kit import Card, Deck, Kit
from pnp.model.table import Table
from pnp.model.track import Track


class Charts(Record):
    """Records by their ids, `tables.casino` or `tables["lost-and-found"]`; each is made when it is first read."""

    def __init__(self, called: str, makers: Mapping[str, Callable[[], Any]]) -> None:
        super().__init__(called, {})
        self._makers = makers

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(self._makers)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._makers:
            raise AttributeError(name)
        made = self.__dict__[name] = self._makers[name]()
        return made


def about_charts(kit: Kit, about_card: Callable[[Card, int], Record]) -> dict[str, Charts]:
    """What templates know as `boards`, `tables`, `tracks` and `decks`; a deck is the list of its cards."""
    return {
        "boards": Charts("boards", {board.id: partial(_about_board, board) for board in kit.boards}),
        "tables": Charts("tables", {table.id: partial(_about_table, table) for table in kit.tables}),
        "tracks": Charts("tracks", {track.id: partial(_about_track, track, kit) for track in kit.tracks}),
        "decks": Charts("decks", {deck.id: partial(_about_cards, deck, about_card) for deck in kit.decks}),
    }


def _about_board(board: Board) -> Record:
    # Imported late: few kits have a board, and the library that draws its paths takes its time to load.
    from pnp.faces.board.drawing import about_board

    return about_board(board)


def _about_table(table: Table) -> Record:
    rows = [{"on": row.on, "effect": row.effect} for row in table.rows]
    return Record("table", {"id": table.id, "title": table.title, "dice": table.dice, "rows": rows})


def _about_track(track: Track, kit: Kit) -> Record:
    """A track; who starts on it may stand in the cards of a deck."""
    name, _, field = track.source.partition(".")
    cards = [card for deck in kit.decks if deck.id == name for card in deck.cards]
    starts = [{"name": start.name, "on": start.on, "id": ""} for start in track.starts]
    starts += [{"name": card.title, "on": card.values.get(field), "id": card.id} for card in cards]
    return Record("track", {"id": track.id, "title": track.title, "spaces": track.spaces, "starts": starts})


def _about_cards(deck: Deck, about_card: Callable[[Card, int], Record]) -> tuple[Record, ...]:
    return tuple(about_card(card, number) for number, card in enumerate(deck.cards, 1))
