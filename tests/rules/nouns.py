"""Small kits and faces by hand, for tests that need no files."""

import math

from pnp.model.face import Box, Face, FaceKey, Shape, Text
from pnp.model.finding import Fault
from pnp.model.kit import Card, Deck, Kit, Path, Waiver
from pnp.model.place import Where

EVENTS = "content/game/events.yaml"
TEMPLATE = "templates/plain.svg.j2"
BLEED = 3.175
WIDTH, HEIGHT = 63.5, 88.9

Point = tuple[float, float]


def card(id: str, line: int, copies: int = 1) -> Card:
    return Card(id, id.title(), copies, Where(EVENTS, line, 5))


def deck(*cards: Card, id: str = "events", count: int | None = None) -> Deck:
    places: dict[Path, Where] = {("count",): Where(EVENTS, 3, 8), ("cards",): Where(EVENTS, 4, 8)}
    return Deck(id, id, Where(EVENTS), WIDTH, HEIGHT, "plain.svg.j2", count=count, cards=cards, places=places)


def kit(*decks: Deck, waivers: tuple[Waiver, ...] = (), faults: tuple[Fault, ...] = ()) -> Kit:
    return Kit("game", "Game", Where("content/game/kit.yaml"), decks=decks, waivers=waivers, faults=faults)


def plain_kit(*waivers: Waiver, faults: tuple[Fault, ...] = ()) -> Kit:
    """Two cards, `mall` at line 10 and `roof` at line 20."""
    return kit(deck(card("mall", 10), card("roof", 20)), waivers=waivers, faults=faults)


def waiver(check: str, reason: str = "so it is", on: str = "", line: int = 0) -> Waiver:
    file = EVENTS if line else ""
    return Waiver(check, reason, Where(file or "content/game/rules.yaml", line or 2, 5), on, file, line)


def text(**changes: object) -> Text:
    """A text of 100 characters in 5 lines, well within the card, at line 11."""
    words = "Run as fast as you can. " * 4 + "Run."
    plain = Text(Where(EVENTS, 11, 12), "event", words, "Barlow", 8.4, 10.5, 5, 0.0, Box(10, 40, 50, 60))
    return plain._replace(**changes)  # type: ignore[arg-type]  # the tests name fields of Text


def face(
    *shapes: Shape,
    texts: tuple[Text, ...] = (),
    card: str = "mall",
    bleed: float = BLEED,
    faults: tuple[Fault, ...] = (),
) -> Face:
    return Face(
        FaceKey("events", card, "front" if card else "back"),
        Where(EVENTS, 10, 5),
        "plain.svg.j2",
        WIDTH,
        HEIGHT,
        bleed,
        3.0,
        1.0,
        -bleed,
        -bleed,
        (),
        texts,
        shapes,
        faults,
        (TEMPLATE,),
    )


def shape(*outlines: tuple[Point, ...], fill: str = "#202030", **changes: object) -> Shape:
    xs = [x for outline in outlines for x, _ in outline]
    ys = [y for outline in outlines for _, y in outline]
    plain = Shape(outlines, Box(min(xs), min(ys), max(xs), max(ys)), fill)
    return plain._replace(**changes)  # type: ignore[arg-type]  # the tests name fields of Shape


def corners(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    return (left, top), (right, top), (right, bottom), (left, bottom), (left, top)


def rect(left: float, top: float, right: float, bottom: float, **changes: object) -> Shape:
    return shape(corners(left, top, right, bottom), **changes)  # type: ignore[arg-type]  # fields of Shape


def circle(x: float, y: float, radius: float, **changes: object) -> Shape:
    turns = [2 * math.pi * step / 96 for step in range(97)]
    outline = tuple((x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns)
    return shape(outline, **changes)  # type: ignore[arg-type]  # fields of Shape


def full(**changes: object) -> Shape:
    """Art to the end of the bleed on all sides."""
    return rect(-BLEED, -BLEED, WIDTH + BLEED, HEIGHT + BLEED, **changes)
