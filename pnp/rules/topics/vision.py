"""The check of colours that cards are told apart by, as seen by eyes that lack a kind of cones."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from pnp.model.colours import VISIONS, difference, dip
from pnp.model.face import Gallery, Look
from pnp.model.finding import Level
from pnp.model.kit import Deck
from pnp.model.place import Where
from pnp.rules.check import Context, Said, check
from pnp.rules.topics.looks import name_cards, place_of_card

# CIEDE2000. The nearest two colours of the palette of Okabe and Ito, made for all eyes, are 21.7 apart and stay 11.1
# apart in the simulations; those of Tol's bright and vibrant palettes stay 8.6 apart. Nearer ones are mixed up.
APART, ALIKE = 20.0, 8.0
# A colour that stands for something is on so many designs or more, and a deck has not more of them than can be learnt.
MEMBERS, MOST = 2, 16


class _Pair(NamedTuple):
    """Two colours that are mixed up, the eyes that do it, how far apart they and others see them, and the cards."""

    colours: tuple[str, str]
    vision: str
    seen: float
    usual: float
    cards: tuple[tuple[str, ...], tuple[str, ...]]


@check("colour-vision", on=Gallery, level=Level.WARNING)
def colour_vision(gallery: Gallery, context: Context) -> Iterable[Said]:
    """Colours that stand for something are told apart by all eyes, or something else says the same.

    One man in twelve sees red and green, or blue and violet, as nearly one colour. Where the same shape is filled with
    one colour on some cards and with another on others, and no word, number, icon or pattern is on all of the ones and
    none of the others, the colour alone says what the card is. It is simulated for eyes without red (protan), green
    (deutan) or blue (tritan) cones after Machado, Oliveira and Fernandes (2009), and measured by CIEDE2000: two colours
    that are 20 or more apart for most eyes and less than 8 for some are told of. `pnp build --proof` shows the faces as
    they see them.

    Bad:
        colour: "#b23a48"       # on six cards, and "#3a7d44" on six others: 59 apart, 1 for deutan eyes

    Good:
        colour: "#d55e00"       # and "#0072b2"; or a suit's icon in the corner
    """
    fronts = [look for look in gallery.looks if look.key.side == "front" and look.plain]
    told: dict[tuple[str, ...], _Pair] = {}
    for pair in _find_pairs(fronts):
        told.setdefault(pair.colours, pair)
    for pair in told.values():
        (one, two), (ones, twos) = pair.colours, pair.cards
        yield Said(
            _find_place(context.deck, twos[0], two),
            f"only colour tells {name_cards(list(ones))} ({one}) from {name_cards(list(twos))} ({two}), and to "
            f"{pair.vision} eyes they look alike: {pair.seen:.0f} apart, to others {pair.usual:.0f}",
            "Make one of them much lighter or darker, or add what says it without colour: a word, an icon, a pattern.",
            places=tuple(place_of_card(context.deck, name) for name in (*ones, *twos)),
        )


def _find_pairs(fronts: list[Look]) -> Iterator[_Pair]:
    """Each two fills of one shape that some eyes mix up and that nothing else goes with."""
    places: dict[int, dict[str, list[Look]]] = {}
    for look in fronts:
        for place, fill in dict.fromkeys(look.hues):
            places.setdefault(place, {}).setdefault(fill, []).append(look)
    for fills in places.values():
        speaking = {fill: looks for fill, looks in fills.items() if len(looks) >= MEMBERS}
        if len(speaking) <= MOST:
            for one, two in combinations(speaking, 2):
                seen, vision = min((difference(dip(one, eyes), dip(two, eyes)), eyes) for eyes in VISIONS)
                usual = difference(one, two)
                if usual >= APART and seen < ALIKE and not _is_told(speaking[one], speaking[two]):
                    names = [tuple(dict.fromkeys(look.key.card for look in speaking[fill])) for fill in (one, two)]
                    yield _Pair((one, two), vision, seen, usual, (names[0], names[1]))


def _is_told(ones: list[Look], twos: list[Look]) -> bool:
    """Whether something is on all cards of one group, and on none of the other."""
    groups = [[frozenset(look.signs) for look in looks] for looks in (ones, twos)]
    return any(frozenset.intersection(*mine) - frozenset.union(*others) for mine, others in (groups, reversed(groups)))


def _find_place(deck: Deck | None, card: str, colour: str) -> Where:
    """The value of the card that is this colour, or the card."""
    for each in deck.cards if deck else ():
        if each.id == card:
            named = (key for key, value in each.values.items() if isinstance(value, str) and value.lower() == colour)
            return each.place(*named)
    return place_of_card(deck, card)
