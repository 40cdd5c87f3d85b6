"""Checks of faces beside each other: what only a colour tells apart, and backs that give their card away."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from struct import Struct
from zlib import crc32

from pnp.model.face import Box, Face, Gallery, Look, Shape, Slice
from pnp.model.finding import Level
from pnp.model.kit import Deck
from pnp.model.place import Where
from pnp.rules.check import Context, Said, check
from pnp.rules.topics.same import Same

# The value of a paint that is a plain colour, and what stands before it. Each word looks back from its first letter on
# where it begins, for such patterns are found faster than those that begin with a bound.
_PAINT = re.compile(
    r"""((?:f(?<!\w.)ill|s(?<!\w.)t(?:roke|op-color)|c(?<!\w.)olor)\s*[=:]\s*["']?)(?!url|none)[^"';]+"""
)
# The box of a shape, and of how many points it is; the box of a text, and its size.
SHAPE, TEXT = Struct("<4dI"), Struct("<5d")
# So large a number has no room for places: what is added to it is rounded, sooner than in any other way.
WHOLE = 1.5 * 2**52
# How many cards a message names.
NAMED = 4
# Colours speak where they lie on more than this share of a face: a coin of 6 mm on a poker card.
LARGE = 0.005


def describe_look(face: Face) -> Look:
    """The face's digest, and sums of all that it shows but its colours: words and shapes, where they lie, pictures.

    The sum of a face that could not be made whole is empty.
    """
    if face.faults and not face.items:
        return Look(face.key, face.digest, "")
    shapes = list(map(_sign, face.shapes))
    texts = [crc32(_pack(TEXT, text.box, 100 * text.size + WHOLE), _sum(text.words)) for text in face.texts]
    parts = [text for item in face.items if isinstance(item, Slice) for text in _beyond_outlines(item)]
    signs = (*shapes, *texts, *map(_sum, (*parts, *face.files)))
    least = LARGE * face.width * face.height
    filled = [(sign, shape) for sign, shape in zip(shapes, face.shapes, strict=True) if len(shape.fill) == 7]
    hues = tuple([(sign, shape.fill) for sign, shape in filled if _is_large(shape, least)])
    return Look(face.key, face.digest, f"{_sum(str(signs)):08x}", signs, hues)


def _sum(text: str) -> int:
    return crc32(text.encode("utf-8", "replace"))


def _sign(shape: Shape) -> int:
    return crc32(_pack(SHAPE, shape.box, sum(map(len, shape.drawn))))


def _pack(form: Struct, box: Box, more: float) -> bytes:
    """The box to a hundredth of a millimetre, and one number more."""
    left, top, right, bottom = box
    return form.pack(100 * left + WHOLE, 100 * top + WHOLE, 100 * right + WHOLE, 100 * bottom + WHOLE, more)


def _is_large(shape: Shape, least: float) -> bool:
    left, top, right, bottom = shape.box
    return (right - left) * (bottom - top) > least


@lru_cache(maxsize=8192)
def _beyond_outlines(item: Slice) -> tuple[str, ...]:
    """What a slice draws that no outline tells: patterns, dashes and pictures within the drawing, without colours."""
    texts = (item.definitions, *item.groups, item.markup)
    return tuple(map(_without_colours, texts)) if any(map(_is_beyond, texts)) else ()


@lru_cache(maxsize=8192)
def _is_beyond(text: str) -> bool:
    """Whether a part of a slice, which many may share, draws more than outlines."""
    return "<pattern" in text or "dasharray" in text or "data:" in text


@lru_cache(maxsize=1024)
def _without_colours(text: str) -> str:
    return "".join(_PAINT.split(text))  # what stands before a paint is kept, the paint is not


@check("colour-alone", on=Gallery, level=Level.WARNING)
def colour_alone(gallery: Gallery, context: Context) -> Iterable[Said]:
    """Two cards differ in more than their colours.

    One man in twelve does not tell red from green, nobody does by candlelight, and a printer without colours
    makes all of them grey. A word, a number, a pattern or an icon beside the colour tells them apart.

    Bad:
        <rect fill="{{ card.colour }}" .../>        # and nothing else differs

    Good:
        <rect fill="{{ card.colour }}" .../> {{ icon(card.suit, 4, 4, 8) }}
    """
    alike: dict[str, list[Look]] = {}
    for look in gallery.looks:
        if look.key.side == "front" and look.plain:
            alike.setdefault(look.plain, []).append(look)
    for looks in alike.values():
        different = list({look.digest: look for look in reversed(looks)}.values())[::-1]
        if len(different) > 1:
            names = [look.key.card for look in different]
            yield Said(
                place_of_card(context.deck, names[1]),
                f"{name_cards(names)} look the same but for their colours",
                "Add what tells them apart without colour: a word, a number, an icon or a pattern.",
                places=tuple(place_of_card(context.deck, name) for name in names),
            )


@check("marked-backs", on=Gallery, level=Level.WARNING)
def marked_backs(gallery: Gallery, context: Context) -> Iterable[Said]:
    """The backs of a deck are all the same.

    A card whose back differs is known while it lies face down, so the deck cannot be shuffled and drawn from. Where
    cards are meant to have two faces, such as tiles, accept it with a waiver on the deck.

    Bad:
        back: zed/event.svg.j2          # a template that shows the card

    Good:
        back: zed/back.svg.j2           # one that does not mention `card`
    """
    backs: dict[str, list[str]] = {}
    for look in gallery.looks:
        if look.key.side == "back" and look.plain:
            backs.setdefault(look.digest, []).append(look.key.card)
    if len(backs) > 1 and context.deck is not None:
        most = max(backs.values(), key=len)
        rest = [card for cards in backs.values() if cards is not most for card in cards]
        kinds = f"{len(backs)} different backs" if len(most) == 1 else f"another back than the other {len(most)}"
        shown = f"its cards have {kinds}" if len(most) == 1 else f"{name_cards(rest)} {_have(rest)} {kinds}"
        yield Said(
            context.deck.place("back"),
            f'cards of "{gallery.deck}" are known by their backs: {shown}',
            "Let the back's template say nothing of `card`; if the cards have two faces, accept it in rules.yaml.",
        )


def _have(names: list[str]) -> str:
    return "has" if len(names) == 1 else "have"


def place_of_card(deck: Deck | None, card: str) -> Where:
    """Where a card of the deck stands; the deck's place if it has none of that id."""
    return _places(Same(deck)).get(card, deck.where) if deck else Where("")


@lru_cache(maxsize=4)
def _places(same: Same[Deck]) -> Mapping[str, Where]:
    """Where the deck's cards stand; of two with one id, the first."""
    return {card.id: card.where for card in reversed(same.thing.cards)}


def name_cards(names: list[str]) -> str:
    """The cards' ids as a message lists them: the first few, and how many more."""
    shown = names[:NAMED]
    if len(names) > NAMED:
        return f"{', '.join(shown)} and {len(names) - NAMED} more"
    return f"{', '.join(shown[:-1])} and {shown[-1]}" if len(shown) > 1 else shown[0]
