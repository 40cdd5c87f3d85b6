"""Which faces are looked at together: those of one template, and not so many that they keep a second worker waiting."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from pnp.model.face import FaceKey
from pnp.model.kit import Kit

# Into so many parts a portion is cut that is too large.
SHARES = 4
# Reading and compiling a template takes as long as so many small faces; so does a square decimetre of a large one.
_TEMPLATE, _AREA = 3.0, 1.0


class Portion(NamedTuple):
    """Faces of one template, and about how long they take, in small faces."""

    keys: tuple[FaceKey, ...]
    template: str
    weight: float


def portion(parts: Sequence[Sequence[FaceKey]], most: int, kit: Kit) -> list[Portion]:
    """The keys of the parts in portions, in their order; more than `most` of a template are shared."""
    portions = []
    for part in parts:
        for template, run in groupby(part, lambda key: kit.deck(key.deck).front):
            keys = tuple(run)
            size = -(-len(keys) // SHARES) if len(keys) > most else len(keys)
            portions += [weigh(keys[start : start + size], template, kit) for start in range(0, len(keys), size)]
    return portions


def weigh(keys: Sequence[FaceKey], template: str, kit: Kit) -> Portion:
    """The keys as a portion of that template."""
    decks = [kit.deck(key.deck) for key in keys]
    area = sum(deck.width * deck.height for deck in decks) / 10_000
    return Portion(tuple(keys), template, _TEMPLATE + len(keys) + _AREA * area)
