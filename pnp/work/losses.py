"""What is said of faces and texts that a worker could not do."""

from collections import defaultdict

from pnp.model.face import Face, FaceKey
from pnp.model.finding import Fault
from pnp.model.kit import Kit
from pnp.model.place import Where
from pnp.model.roots import Roots
from pnp.work.limits import Limits
from pnp.work.worker import Loss

# After so many losses with one template its other faces are not tried: they would be lost one by one.
PATIENCE = 2


class Losses:
    """The losses of a kit, counted by template."""

    def __init__(self, kit: Kit, roots: Roots, limits: Limits) -> None:
        self._kit, self._roots, self._limits = kit, roots, limits
        self._by_template: defaultdict[str, list[str]] = defaultdict(list)

    def mourn(self, key: FaceKey, loss: Loss) -> Face:
        """In place of a face that was lost, one that has nothing but the fault."""
        template = self._template(key)
        fault = self.fault(loss, template, loss.where or self._where(key), f" ({self._about(key)})")
        pictures = self._pictures(key)
        if loss.reason == "big" and pictures:
            fault = fault._replace(help=f"Look first at what it shows: {', '.join(pictures)}. {fault.help}")
        self._by_template[template].append(fault.check)
        return self._stand_in(key, fault)

    def is_hopeless(self, key: FaceKey) -> bool:
        """Whether so many faces of the same template were lost that this one is not to be tried."""
        return len(self._by_template[self._template(key)]) >= PATIENCE

    def give_up(self, key: FaceKey) -> Face:
        """In place of a face that is not tried, one that says so."""
        template = self._template(key)
        message = f"{template} was not tried again after {PATIENCE} of its faces were lost ({self._about(key)})"
        where = Where(self._roots.shown(template))
        return self._stand_in(key, Fault(self._by_template[template][-1], where, message, "Mend those first."))

    def fault(self, loss: Loss, what: str, where: Where, about: str = "") -> Fault:
        """The fault that tells of the loss."""
        if loss.reason == "slow":
            message = f"{what} is not done after {self._limits.seconds:g} seconds{about}"
            cure = "Look for a loop within a loop, or for a drawing or a picture that is far too detailed."
            return Fault("too-slow", where, message, cure)
        if loss.reason == "big":
            message = f"{what} takes more than {self._limits.megabytes:,} MB of memory{about}"
            cure = "Look for a picture of far too many pixels, or for a text without end."
            return Fault("too-big", where, message, cure)
        if loss.detail == "SIGKILL":
            message = f"{what} was ended by the system, probably for want of memory{about}"
            return Fault("crashed", where, message, "Close other programs, or build fewer kits at a time.")
        message = f"{what} made a library crash, {loss.detail}{about}"
        cure = "One of its pictures or fonts is probably damaged: save it again, or leave it out."
        return Fault("crashed", where, message, cure)

    def _template(self, key: FaceKey) -> str:
        deck = self._kit.deck(key.deck)
        return deck.front if key.side == "front" else deck.back

    def _where(self, key: FaceKey) -> Where:
        deck = self._kit.deck(key.deck)
        return next((card.where for card in deck.cards if card.id == key.card), deck.place(key.side))

    def _pictures(self, key: FaceKey) -> tuple[str, ...]:
        """The picture files that the card names."""
        deck = self._kit.deck(key.deck)
        card = next((card for card in deck.cards if card.id == key.card), None)
        named = [] if card is None else [card.values.get(field.name) for field in deck.fields if field.type == "image"]
        return tuple(name for name in named if isinstance(name, str) and name)

    def _about(self, key: FaceKey) -> str:
        return f"card {key.card}" if key.card else f"the back of {key.deck}"

    def _stand_in(self, key: FaceKey, fault: Fault) -> Face:
        deck = self._kit.deck(key.deck).of_side(key.side)
        return Face(
            *(key, self._where(key), self._template(key), deck.width, deck.height, deck.bleed, deck.safe),
            *(1.0, -deck.bleed, -deck.bleed, ()),
            faults=(fault,),
        )
