"""Checks of pieces that are cut or folded into a shape."""

from collections.abc import Iterable
from itertools import pairwise

from pnp.model.face import Box, Face
from pnp.model.finding import Level
from pnp.model.kit import Deck
from pnp.model.outline import rectangle
from pnp.model.units import show
from pnp.rules.check import Context, Said, check
from pnp.rules.topics.quoting import template_of
from pnp.rules.topics.rims import reach_beyond

# mm: what folds by hand cannot tell.
SLACK = 0.01


@check("folded-panels", on=Deck)
def folded_panels(deck: Deck, _context: Context) -> Iterable[Said]:
    """Two pictures that are folded back to back are equally long, and both upright.

    A stand-up is one strip: beyond a level fold the second picture has to stand on its head, for then it is upright
    behind the first. Beside an upright fold, it must not. If one is longer, its end sticks out.

    Bad:
        folds:
          panels:
            - {name: back, length: 44 mm}
            - {name: front, length: 44 mm}

    Good:
        folds:
          panels:
            - {name: back, length: 44 mm, turned: true}
            - {name: front, length: 44 mm}
    """
    strip = deck.strip
    if strip is None or len(strip.pictures) != 2:
        return
    one, other = strip.pictures
    if (one, other) not in pairwise(strip.panels):
        return
    first, second = ((panel.width if strip.across else panel.height) for panel in (one, other))
    place = deck.places.get(("folds", "panels"), deck.where)
    if abs(first - second) > SLACK:
        yield Said(
            place,
            f'"{one.name}" is {show(first)} mm long and "{other.name}" {show(second)} mm, and they come back to back',
            "Give both the same length.",
        )
    if not strip.across and one.turned == other.turned:
        both = "both are turned" if one.turned else "neither is turned"
        message = f'"{one.name}" and "{other.name}" come back to back, and {both}: one will stand on its head'
        yield Said(place, message, "Give one of the two `turned: true`.")
    if strip.across and one.turned != other.turned:
        turned = one if one.turned else other
        message = f'"{turned.name}" is turned, but beside an upright fold it comes to stand on its head so'
        yield Said(place, message, "Take out its `turned`.")


@check("art-outside-circle", on=Face, level=Level.WARNING)
def art_outside_circle(face: Face, context: Context) -> Iterable[Said]:
    """What may be cut out round as well has its drawing inside the circle.

    Some have a punch, some have scissors. A hexagon whose art stays within its inscribed circle can be cut either way;
    its ground fills the corners, and may be lost.

    Bad:
        shape: hex-pointy
        also: round
        # and in the template: <text x="1" y="4">Gumball</text>

    Good:
        shape: hex-pointy
        also: round
        # and in the template: <circle cx="9.5" cy="11" r="8.3" .../>
    """
    deck = context.deck.of_side(face.key.side) if context.deck else None
    if deck is None or deck.also != "round":
        return
    reach = reach_beyond(face, deck.outline or rectangle(Box(0.0, 0.0, face.width, face.height)))
    if reach > SLACK:
        radius = show(min(face.width, face.height) / 2)
        yield Said(
            template_of(face),
            f"the art reaches {show(round(reach, 1) or 0.1)} mm beyond the circle of {radius} mm radius "
            "along which it may be cut, too",
            "Draw what matters inside the circle, or take `also: round` out of the deck.",
            "art outside circle",
            reach,
            (face.where,),
        )
