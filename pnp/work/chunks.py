"""Which faces are drawn into one file: as many as share their drawings well, and no more than memory has room for."""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil

from pnp.model.face import FaceKey
from pnp.model.kit import Field, Kit, Value
from pnp.model.roots import Roots

# Most faces, and most bytes of pictures (as they lie in their files), that make a chunk. Large ones share more; small
# ones can be done by two workers.
FACES, BYTES = 512, 32_000_000


def split(keys: Sequence[FaceKey], kit: Kit, roots: Roots) -> list[tuple[FaceKey, ...]]:
    """The keys in as few chunks as there can be, of about the same weight. It depends on nothing but the content."""
    weights = _weigh(keys, kit, roots)
    share = sum(weights) / max(1, ceil(sum(weights) - 1e-9))
    chunks: list[list[FaceKey]] = []
    total = 0.0
    for key, weight in zip(keys, weights, strict=True):
        if total >= len(chunks) * share - 1e-9:
            chunks.append([])
        chunks[-1].append(key)
        total += weight
    return [tuple(chunk) for chunk in chunks]


def _weigh(keys: Sequence[FaceKey], kit: Kit, roots: Roots) -> list[float]:
    """What part of a chunk each face is. A picture that several share counts where it is met first."""
    cards = {
        (deck.id, card.id): (deck, card) for deck in kit.decks if _has_pictures(deck.fields) for card in deck.cards
    }
    met: set[str] = set()
    weights = []
    for key in keys:
        size = 0
        if (key.deck, key.card) in cards:
            deck, card = cards[key.deck, key.card]
            names = set(_pictures(deck.fields, card.values)) - met
            met |= names
            size = sum(path.stat().st_size for name in names if (path := roots.find(name)) is not None)
        weights.append(1 / FACES + size / BYTES)
    return weights


def _has_pictures(fields: Sequence[Field]) -> bool:
    return any(field.type == "image" or _has_pictures(field.fields) for field in fields)


def _pictures(fields: Sequence[Field], values: Mapping[str, Value]) -> Iterator[str]:
    for field in fields:
        value = values.get(field.name)
        if field.type == "image" and isinstance(value, str):
            yield value
        elif isinstance(value, Mapping):
            yield from _pictures(field.fields, value)
