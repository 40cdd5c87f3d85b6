"""The studio: cards in, faces out. A face is composed and measured here; nothing is drawn."""

import hashlib
from typing import Any
from xml.parsers import expat

from pnp.faces.charts import about_charts
from pnp.faces.composition import Composition
from pnp.faces.filters import Record
from pnp.faces.inks import Inkwell
from pnp.faces.sources import Sources
from pnp.faces.svg.scan import RefusedError
from pnp.faces.templates import Rendered
from pnp.faces.workshop import Workshop
from pnp.model.colours import GRAY
from pnp.model.face import Face, FaceKey
from pnp.model.finding import Fault
from pnp.model.ground import Seam
from pnp.model.kit import Card, Deck, Kit
from pnp.model.place import Where
from pnp.model.roots import Roots
from pnp.model.sheet import Piece

_MALFORMED = (
    "Values are escaped by themselves: look for an unclosed element or a bare &. `pnp build` keeps the SVG in debug/, "
    "beside what it builds."
)


class Studio:
    """Makes the faces of one kit from its templates, fonts, icons and pictures in the roots.

    Templates are told the `theme`; it is empty for the usual look. The theme `gray` is the usual look in grays, unless
    the kit has one of its own that is called so.
    """

    def __init__(self, kit: Kit, roots: Roots, theme: str = "") -> None:
        self._kit = kit
        ink = theme if theme == GRAY and theme not in kit.themes else ""
        self._well = Inkwell(ink) if ink else None
        self._shop = Workshop(roots, "" if ink else theme)
        self._about_kit = Record("kit", {"id": kit.id, "title": kit.title, "version": kit.version})
        self._decks = {(deck.id, side): deck.of_side(side) for deck in kit.decks for side in ("front", "back")}
        self._cards = {
            (deck.id, card.id): (card, number) for deck in kit.decks for number, card in enumerate(deck.cards, 1)
        }
        self._about_decks = {key: _about_deck(deck) for key, deck in self._decks.items()}
        self._sources: dict[tuple[str, str], Sources] = {}
        self._charts = about_charts(kit, _about_card)

    def pieces(self, deck: Deck) -> tuple[Piece, ...]:
        """Every physical card of the deck, copies counted, in the deck's order."""
        each = bool(deck.back) and self._shop.templates.mentions(deck.back, "card")
        return tuple(
            Piece(
                id=f"{deck.id}/{card.id}",
                component=deck.id,
                copy=copy,
                width=deck.width,
                height=deck.height,
                corner=deck.corner,
                bleed=deck.bleed,
                front=FaceKey(deck.id, card.id, "front"),
                back=FaceKey(deck.id, card.id if each else "", "back") if deck.back else None,
                where=card.where,
                back_bleed=deck.of_side("back").bleed,
                back_turn=deck.back_turn,
                lines=self._lines(deck),
                outline=deck.outline,
                traces=deck.folded.traces if deck.folded else (),
            )
            for card in deck.cards
            for copy in range(1, card.copies + 1)
        )

    def _lines(self, deck: Deck) -> tuple[tuple[Seam, ...], tuple[Seam, ...]]:
        """Along which lines a piece of the deck is best parted: those of the grid of its board."""
        board = next((board for board in self._kit.boards if board.id == deck.board), None)
        return board.ground.lines_across() if board is not None and board.ground is not None else ((), ())

    def compose(self, key: FaceKey) -> Face:
        """The face, complete with what it recorded. Whatever is wrong with it is among its faults."""
        face = self._compose(key)
        return face if self._well is None else self._well.dip(face)

    def _compose(self, key: FaceKey) -> Face:
        deck = self._decks[key.deck, key.side]
        card, number = self._cards[key.deck, key.card] if key.card else (None, 0)
        template = deck.front if key.side == "front" else deck.back
        if not template:  # the reader has told why there is none
            return self._failed(key, deck.place(key.side), deck, template, ())
        about = f"card {card.id}" if card is not None else f"the back of {deck.id}"
        context: dict[str, Any] = {
            **self._charts,
            "deck": self._about_decks[key.deck, key.side],
            "kit": self._about_kit,
            "side": key.side,
        }
        if card is not None:
            context["card"] = _about_card(card, number)
        self._shop.begin(None if card is None else self._sources_of(key.deck, card), deck.place(key.side))
        rendered = self._shop.templates.render(template, context, about)
        where = deck.place(key.side) if card is None else card.where
        if rendered.svg is None:
            return self._failed(key, where, deck, template, self._placed(rendered, deck, key.side))
        try:
            svg = self._shop.prepare(rendered.svg, rendered.names)
            return Composition(self._shop, svg, rendered, deck, about).face(key, where, template)
        except (expat.ExpatError, RefusedError) as error:
            fault = self._malformed(error, rendered, card, about)
            return self._failed(key, where, deck, template, (fault,))._replace(spoilt=rendered.svg)

    def _sources_of(self, deck: str, card: Card) -> Sources:
        """Where the words of a card come from, on both of its faces."""
        key = (deck, card.id)
        if key not in self._sources:
            self._sources[key] = Sources(card)
        return self._sources[key]

    def _failed(self, key: FaceKey, where: Where, deck: Deck, template: str, faults: tuple[Fault, ...]) -> Face:
        text = "\n".join((template, *(fault.message for fault in faults)))
        return Face(
            *(key, where, template, deck.width, deck.height, deck.bleed, deck.safe),
            *(1.0, -deck.bleed, -deck.bleed, ()),
            faults=(*faults, *self._shop.faults),
            files=self._shop.shown_templates(),
            digest=hashlib.sha256(text.encode()).hexdigest(),
        )

    def _placed(self, rendered: Rendered, deck: Deck, side: str) -> tuple[Fault, ...]:
        """The faults, with a template that does not exist named at the place that names it."""
        return tuple(
            Fault(fault.check, deck.place(side), fault.message, fault.help)
            if fault.check == "missing-template" and fault.where == Where(rendered.names[0])
            else fault
            for fault in rendered.faults
        )

    def _malformed(
        self, error: expat.ExpatError | RefusedError, rendered: Rendered, card: Card | None, about: str
    ) -> Fault:
        svg = rendered.svg or ""
        if not svg.strip():
            where = Where(self._shop.templates.where(rendered.names[0]))
            return Fault("bad-svg", where, f"{where.file} is empty ({about})", "A template gives an <svg>.")
        bad = next((letter for letter in svg if letter < " " and letter not in "\t\n\r"), None)
        source = None if bad is None or card is None else Sources(card).holding(bad)
        if bad is not None and source is not None:
            message = f"{source.field} holds the control character U+{ord(bad):04X}, which cannot be printed"
            return Fault("bad-svg", source.where, message, "delete it")
        lines = svg.splitlines() or [""]
        if isinstance(error, RefusedError):
            line, message, cure = error.line, error.message, error.help
        else:
            line, cure = error.lineno, _MALFORMED
            excerpt = " ".join(lines[min(line, len(lines)) - 1][max(0, error.offset - 20) : error.offset + 20].split())
            message = f"{expat.ErrorString(error.code)} at column {error.offset + 1}"
            message += f', near "{excerpt}"' if excerpt else ""
        where = self._shop.templates.find_line(rendered.names, lines[min(line, len(lines)) - 1], "")
        return Fault("bad-svg", where, f"the SVG is not well-formed: line {line}: {message} ({about})", cure)


def _about_deck(deck: Deck) -> Record:
    names = ("id", "title", "width", "height", "bleed", "safe", "corner", "size", "shape")
    parts = ("name", "use", "x", "y", "width", "height", "turned", "angle", "transform", "points")
    folded = deck.folded.panels if deck.folded else ()
    panels = tuple({part: getattr(panel, part) for part in parts} for panel in folded)
    return Record("deck", {**{name: getattr(deck, name) for name in names}, "panels": panels})


def _about_card(card: Card, number: int) -> Record:
    own = {"id": card.id, "title": card.title, "copies": card.copies, "number": number}
    return Record("card", {**card.values, **own})
