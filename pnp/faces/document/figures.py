"""Figures of a rulebook: which face a `::: figure` shows, and where its letters point."""

import re
from collections.abc import Mapping

from pnp.faces.document.prose import Note, read_options, slug, strip_words
from pnp.faces.filters import near
from pnp.model.document import Block, Callout, Figure, Listing, Paragraph, Words, plain
from pnp.model.face import FaceKey
from pnp.model.kit import Deck, Kit
from pnp.model.place import Where
from pnp.model.units import parse_length, show

_KEYS = ("deck", "card", "side", "width", "turn", "id")
_CALLOUT = re.compile(r"([A-Z]) \(\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)\s*\)")
# How wide a figure may be, in mm.
_NARROWEST, _WIDEST = 10.0, 180.0


class Figures:
    """Makes the figures of one rulebook and counts them."""

    def __init__(self, kit: Kit, note: Note) -> None:
        self._kit = kit
        self._note = note
        self._count = 0

    def make(self, options: str, blocks: tuple[Block, ...], where: Where) -> Block | None:
        """The figure; None, with a fault, if it names no face that there is."""
        words, pairs = read_options(options)
        for key in [*pairs.keys() - set(_KEYS), *words.split()]:
            cure = near(key, _KEYS) or f"It takes {', '.join(_KEYS)}, each as key=value."
            self._note("unknown-key", where, key, f"`::: figure` takes no {key}", cure[:1].upper() + cure[1:])
        found = self._find(pairs, where)
        if found is None:
            return None
        deck, face = found
        self._count += 1
        width, turn = self._width(pairs, deck, where), pairs.get("turn", "0")
        if turn not in ("0", "180"):
            message = f'a figure is turned by 0 or 180 degrees, not by "{turn}"'
            self._note("unsupported-markdown", where, f"turn={turn}", message, "Write turn=180, or leave it out.")
        callouts, caption = self._read(blocks, deck)
        return Figure(
            face,
            (deck.width, deck.height),
            deck.corner,
            width,
            180 if turn == "180" else 0,
            callouts,
            caption,
            slug(pairs.get("id", "")) or f"figure-{self._count}",
            self._count,
            where,
        )

    def _find(self, pairs: Mapping[str, str], where: Where) -> tuple[Deck, FaceKey] | None:
        decks = {deck.id: deck for deck in self._kit.decks}
        name, side = pairs.get("deck", ""), pairs.get("side", "front")
        if name not in decks:
            missing = f'there is no deck "{name}"' if name else "the figure names no deck"
            cure = near(name, decks) or f"Write deck=…; there is {', '.join(decks) or 'none'}."
            self._note("unknown-deck", where, name, missing, cure[:1].upper() + cure[1:])
            return None
        deck = decks[name]
        if side not in ("front", "back") or (side == "back" and not deck.back):
            message = f'{name} has no side "{side}"'
            self._note("unknown-choice", where, side, message, "Write side=front, or side=back where the deck has one.")
            return None
        cards = {card.id: card for card in deck.cards}
        card = pairs.get("card", "")
        if card not in cards and not (side == "back" and not card):
            message = f'{name} has no card "{card}"' if card else "the figure names no card"
            cure = near(card, cards) or f"Write card=… with the id of a card of {name}."
            self._note("unknown-reference", where, card, message, cure[:1].upper() + cure[1:])
            return None
        return deck.of_side(side), FaceKey(deck.id, card, side)

    def _width(self, pairs: Mapping[str, str], deck: Deck, where: Where) -> float:
        text = pairs.get("width", "")
        width = parse_length(text) if text else deck.width
        if width is None or not _NARROWEST <= width <= _WIDEST:
            message = f'the width of a figure is {show(_NARROWEST)} to {show(_WIDEST)} mm, but is "{text}"'
            self._note("bad-value", where, text, message, "Write width=60.")
            return min(deck.width, _WIDEST)
        return width

    def _read(self, blocks: tuple[Block, ...], deck: Deck) -> tuple[tuple[Callout, ...], Words]:
        """The call-outs, from the items of lists, and the caption, from paragraphs."""
        callouts: list[Callout] = []
        caption: Words = ()
        for block in blocks:
            if isinstance(block, Paragraph):
                caption = (*caption, block.words[0]._replace(text=" "), *block.words) if caption else block.words
            elif isinstance(block, Listing):
                callouts += [callout for item in block.items for callout in self._callouts(item, deck)]
            else:
                self._note(
                    "unsupported-markdown", block.where, "", "a figure holds a caption and a list of letters", ""
                )
        return tuple(callouts), caption

    def _callouts(self, item: tuple[Block, ...], deck: Deck) -> list[Callout]:
        block = item[0]
        words = block.words if isinstance(block, Paragraph) else ()
        match = _CALLOUT.match(plain(words))
        if match is None or len(item) > 1:
            cure = "Write `- A (12, 7) what it is`: a letter, and mm from the left and the top of the card."
            self._note("bad-value", block.where, "", "a figure's list has one letter with its place in each item", cure)
            return []
        x, y = (float(number) if number.count(".") < 2 else -1.0 for number in (match[2], match[3]))
        if not (0 <= x <= deck.width and 0 <= y <= deck.height):
            size = f"{show(deck.width)} x {show(deck.height)} mm"
            message = f"({match[2]}, {match[3]}) is no place on the card, which is {size}"
            self._note("out-of-range", block.where, f"({match[2]}", message, "Measure from its top left corner.")
            return []
        return [Callout(match[1], x, y, strip_words(words, match.end()), block.where)]
