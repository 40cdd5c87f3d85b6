"""Kits, pieces and drawn faces to print in tests."""

import io
from collections.abc import Sequence
from typing import Any

import cairocffi

from pnp.model.face import FaceKey, Pages
from pnp.model.kit import Card, Deck, Job, Kit
from pnp.model.place import Where
from pnp.model.sheet import Piece, Run
from pnp.model.sizes import CARD_SIZES
from pnp.model.units import POINTS_PER_MM
from pnp.press.imposition.imposition import impose

POKER = CARD_SIZES["poker"]
HERE = Where("content/game/deck.yaml", 2, 1)
SIZE_PLACE = Where("content/game/deck.yaml", 3, 7)
JOB_PLACE = Where("content/game/kit.yaml", 9, 5)

Colour = tuple[int, int, int]


def make_job(**settings: Any) -> Job:
    places: dict[tuple[str | int, ...], Where] = {
        (key,): Where("content/game/kit.yaml", 10 + number, 9) for number, key in enumerate(settings)
    }
    return Job("cards", ("deck",), JOB_PLACE, places=places, **settings)


def make_kit(*decks: Deck) -> Kit:
    return Kit("game", "The Game", HERE, version="1.2", decks=decks)


def make_deck(name: str = "deck", size: tuple[float, float] = POKER) -> Deck:
    cards = (Card("a", "A", 1, HERE),)
    return Deck(name, name.title(), HERE, *size, "front.svg.j2", cards=cards, places={("size",): SIZE_PLACE})


def make_pieces(
    count: int,
    size: tuple[float, float] = POKER,
    *,
    deck: str = "deck",
    bleed: float = 3.175,
    back: str = "each",
    back_bleed: float | None = None,
    back_turn: int = 0,
) -> list[Piece]:
    """`back` is `each` (one of its own for every card), `shared` or `none`; its usual bleed is that of the front."""
    pieces = []
    reach = bleed if back_bleed is None else back_bleed
    for number in range(count):
        card = f"{deck}-{number + 1}"
        behind = {"each": FaceKey(deck, card, "back"), "shared": FaceKey(deck, "", "back"), "none": None}[back]
        front = FaceKey(deck, card, "front")
        own = Piece(f"{deck}/{card}", deck, 1, *size, 3.0, bleed, front, behind, HERE)
        pieces.append(own._replace(back_bleed=reach, back_turn=back_turn))
    return pieces


def lay(pieces: Sequence[Piece], paper: str = "letter", **settings: Any) -> Run:
    names = dict.fromkeys((piece.component, (piece.width, piece.height)) for piece in pieces)
    kit = make_kit(*(make_deck(name, size) for name, size in names))
    return impose(kit, make_job(**settings), pieces, paper)


def faces_of(pieces: Sequence[Piece]) -> list[FaceKey]:
    keys = [key for piece in pieces for key in (piece.front, piece.back) if key is not None]
    return list(dict.fromkeys(keys))


def colours(pieces: Sequence[Piece]) -> dict[FaceKey, Colour]:
    """A colour for every face, never white or black."""
    return {
        key: (40 + number * 7 % 180, 40 + number * 53 % 180, 40 + number // 180)
        for number, key in enumerate(faces_of(pieces))
    }


def draw(pieces: Sequence[Piece], chunk: int = 250) -> Pages:
    """Every face in its colour out to the bleed, with a black square in the upper left corner of the trim."""
    paint = colours(pieces)
    sizes = {key: piece for piece in pieces for key in (piece.front, piece.back) if key is not None}
    keys = faces_of(pieces)
    files: list[bytes] = []
    at: dict[FaceKey, tuple[int, int]] = {}
    for start in range(0, len(keys), chunk):
        file = io.BytesIO()
        surface = cairocffi.PDFSurface(file, 1, 1)
        for number, key in enumerate(keys[start : start + chunk]):
            piece = sizes[key]
            at[key] = (len(files), number)
            bleed = piece.bleed if key.side == "front" else piece.back_bleed
            width, height = piece.width + 2 * bleed, piece.height + 2 * bleed
            if key.side == "back" and piece.back_turn % 180:
                width, height = height, width
            surface.set_size(width * POINTS_PER_MM, height * POINTS_PER_MM)
            context = cairocffi.Context(surface)
            context.scale(POINTS_PER_MM, POINTS_PER_MM)
            red, green, blue = paint[key]
            context.set_source_rgb(red / 255, green / 255, blue / 255)
            context.rectangle(0, 0, width, height)
            context.fill()
            context.set_source_rgb(0, 0, 0)
            context.rectangle(bleed + 3, bleed + 3, 6, 6)
            context.fill()
            surface.show_page()
        surface.finish()
        files.append(file.getvalue())
    return Pages(tuple(files), at, {key: f"digest of {key}" for key in keys})
