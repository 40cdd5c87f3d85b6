"""Which values of cards could not be read: a rule that asks for one says nothing of it, for the reader has said it."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence

from pnp.model.finding import Fault
from pnp.model.kit import Card, Deck, Path
from pnp.model.place import Where


def find_unread(deck: Deck, faults: Iterable[Fault]) -> Mapping[int, frozenset[Path]]:
    """The paths of the values that could not be read, by the line on which their card begins."""
    files = {card.where.file for card in deck.cards}
    wrong = sorted({fault.where for fault in faults if fault.where.file in files})
    if not wrong:
        return {}
    begins = sorted({card.where.line for card in deck.cards})
    found: dict[int, frozenset[Path]] = {}
    for card in deck.cards:
        after = bisect_left(begins, card.where.line + 1)
        end = begins[after] if after < len(begins) else None
        here = [each for each in wrong if card.where.line <= each.line and (end is None or each.line < end)]
        if here:
            found[card.where.line] = frozenset(_paths(card, here))
    return found


def _paths(card: Card, wrong: Sequence[Where]) -> Iterable[Path]:
    """Those at which a fault stands; where one stands at no value, all that the card does not give."""
    placed = {where: path for path, where in card.places.items()}
    for where in wrong:
        if placed.get(where) == ("id",):  # it stands twice, and is an id all the same
            continue
        if where in placed:
            path = placed[where]
            yield path[: next((at for at, step in enumerate(path) if isinstance(step, int)), len(path))]
        else:
            yield from _not_given(card)


def _not_given(card: Card) -> Iterable[Path]:
    if ("title",) not in card.places:
        yield ("title",)
    for name, value in card.values.items():
        if (name,) not in card.places:
            yield (name,)
        elif isinstance(value, Mapping):
            yield from ((name, inner) for inner in value if (name, inner) not in card.places)
