"""Checks of what is folded from a net: that it measures what it says, that pyramids nest, that boxes hold cards."""

from collections.abc import Iterable

from pnp.model.folding import clearance, height_of, measure_gap
from pnp.model.kit import Deck, Kit
from pnp.model.net import Nest, Net
from pnp.model.solids import measure
from pnp.model.units import show
from pnp.rules.check import Context, Said, check

# mm: what folds by hand cannot tell.
SLACK = 0.1
# mm: so near have edges to come that are glued.
CLOSE = 0.01


@check("net-size", on=Deck)
def net_size(deck: Deck, _context: Context) -> Iterable[Said]:
    """A net folds to what it says: its edges meet, and a pyramid is as high as its faces make it.

    The faces of a pyramid lean, so they are longer than it is high. Who takes the height of the pyramid for that of its
    triangles gets one that is too low. Give `height`, which stands upright over the middle of the base, or `slant`,
    which lies along a face; if you give both, they have to agree.

    Bad:
        net:
          pyramid: {base: 1 in, height: 1.75 in, slant: 1.75 in}

    Good:
        net:
          pyramid: {base: 1 in, height: 1.75 in}
    """
    net = deck.net
    if net is None:
        return
    place = deck.place("net")
    gap = measure_gap(net)
    if gap > CLOSE:
        yield Said(place, f"edges that should meet miss each other by {show(gap)} mm", "Change its measures.")
    if net.kind != "pyramid":
        return
    base, high = net.size[0], height_of(net)
    slant = measure(net.sides, base, high).slant
    if net.slant and abs(net.slant - slant) > SLACK:
        yield Said(
            deck.place("net", "pyramid", "slant"),
            f"faces {show(net.slant)} mm long make no pyramid of {show(high)} mm on a base of {show(base)} mm: "
            f"they have to be {show(round(slant, 2))} mm",
            "Take `slant` out: it follows from `base` and `height`.",
        )


@check("net-nests", on=Kit)
def net_nests(kit: Kit, _context: Context) -> Iterable[Said]:
    """Pyramids that nest have room for their walls.

    Between two walls goes the thickness of one wall, and that of the glue flap behind it; so the room between the two
    nets, square to the wall, has to be twice the stock's thickness or more, at the foot and at the tip.

    Bad:
        net:
          pyramid: {base: 25 mm, height: 44 mm}
          nests: {in: large, stock: 0.3 mm}     # large: {base: 25.4 mm, height: 44.45 mm}

    Good:
        net:
          pyramid: {base: 19.8 mm, height: 35 mm}
          nests: {in: large, stock: 0.3 mm}
    """
    known = {deck.id: deck for deck in kit.decks}
    for deck in kit.decks:
        nest = deck.net.nest if deck.net else None
        if deck.net is not None and nest is not None:
            outer = known.get(nest.deck)
            yield from _judge_nest(deck, deck.net, nest, outer.net if outer else None, known=outer is not None)


def _judge_nest(deck: Deck, inner: Net, nest: Nest, outer: Net | None, *, known: bool) -> Iterable[Said]:
    """What keeps these pyramids from going into those that they are said to nest in."""
    place = deck.place("net", "nests", "in")
    if outer is None or outer.kind != "pyramid" or outer.sides != inner.sides:
        what = f'"{nest.deck}" are no pyramids of {inner.sides} sides' if known else f'there is no deck "{nest.deck}"'
        yield Said(place, f"{deck.id} cannot nest in them: {what}", "Name the deck of the pyramids that go over these.")
        return
    if any(facet.name == "floor" for facet in outer.facets):
        yield Said(place, f'"{nest.deck}" have a floor, and nothing goes into them', "Take out their `floor`.")
        return
    room, need = clearance(inner, outer), 2 * nest.stock
    if room < need:
        between = f"{show(round(room, 2))} mm between the walls" if room > 0 else "no room between the walls"
        message = f'{deck.id} in "{nest.deck}" have {between}; two walls and a flap of {show(nest.stock)} mm need'
        yield Said(place, f"{message} {show(need)} mm", "Make the inner ones smaller, or the outer ones larger.")


@check("tuck-box-size", on=Deck)
def tuck_box_size(deck: Deck, _context: Context) -> Iterable[Said]:
    """A tuck box holds its cards.

    Inside, it has to be as wide and as high as the largest card and as deep as all of them are thick, copies counted.
    A box of `holds: [events]` is made so; one whose `inside` you give yourself may be too small once the deck grows.

    Bad:
        net:
          tuck_box: {holds: [events], stock: 0.32 mm, inside: [64 mm, 15 mm, 90 mm]}    # 54 cards: 17.28 mm

    Good:
        net:
          tuck_box: {holds: [events], stock: 0.32 mm}
    """
    net = deck.net
    if net is None or net.load is None or not net.load.cards:
        return
    load = net.load
    short = [
        f"{show(round(need, 2))} mm {way} (inside: {show(round(room, 2))} mm)"
        for way, need, room in zip(("wide", "deep", "high"), load.space, net.inside, strict=True)
        if need > room
    ]
    if short:
        path = ("net", "tuck_box", "inside") if load.given else ("net", "tuck_box")
        cards = f"{load.cards} cards of {show(load.stock)} mm"
        cure = "Take `inside` out: it is then as large as they need."
        yield Said(deck.place(*path), f"the box is too small for {cards}, which are {' and '.join(short)}", cure)
