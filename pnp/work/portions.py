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
            shares = [keys[start : start + size] for start in range(0, len(keys), size)]
            portions += [Portion(share, template, weigh(share, kit)) for share in shares]
    return portions


def weigh(keys: Sequence[FaceKey], kit: Kit) -> float:
    """About how long the faces take, in small faces."""
    decks = [kit.deck(key.deck) for key in keys]
    return _TEMPLATE + len(keys) + _AREA * sum(deck.width * deck.height for deck in decks) / 10_000
