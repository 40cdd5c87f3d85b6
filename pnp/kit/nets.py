"""The `net` of a deck: the solid that its pieces are folded into, and the flat net that it gives."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pnp.kit.reader import Reader
from pnp.kit.wording import near
from pnp.model.crossings import find_crossing
from pnp.model.finding import Fault
from pnp.model.kit import Deck, Value
from pnp.model.net import Load, Nest, Net
from pnp.model.solids import fits_flat, stand_of, unfold_box, unfold_pyramid, unfold_tuck_box
from pnp.model.units import show

KINDS = ("pyramid", "box", "die", "tuck_box")
# mm: what a `size` in decimals may differ from that of the net.
NEAR = 0.05


def read_net(values: Value, reader: Reader) -> Net | None:
    """The net that the values of `net` tell of; None, with what is wrong noted, if there can be none."""
    if not isinstance(values, Mapping):
        return None
    kinds = [kind for kind in KINDS if values.get(kind) not in (None, ())]
    if len(kinds) != 1:
        if not kinds and any(("net", kind) in reader.places for kind in KINDS):
            return None  # it is told what is wrong with it
        several = "both `" + "` and `".join(kinds[:2]) + "`" if kinds else "nothing to fold"
        cure = "Give it one of `pyramid`, `box`, `die` and `tuck_box`."
        return _refuse(reader, (), f"the net is {several}", cure)
    flap = _length(values, "flap")
    inner = values[kinds[0]]
    net = {"pyramid": _pyramid, "box": _box, "die": _die, "tuck_box": _tuck_box}[kinds[0]](inner, flap, reader)
    crossing = None if net is None else find_crossing(net.outline.points())
    if net is None or crossing is not None:
        cure = "Make `flap` smaller."
        return None if crossing is None else _refuse(reader, (kinds[0],), "flaps of the net lie upon each other", cure)
    return net._replace(nest=_nest(values.get("nests"), net, reader), steps=_words(values.get("steps")))


def read_extent(size: tuple[float, float] | None, net: Net, reader: Reader) -> tuple[float, float]:
    """The size of the flat net; a fault if the deck's `size` is another."""
    extent = net.extent
    if size is not None and max(abs(a - b) for a, b in zip(size, extent, strict=True)) > NEAR:
        given, whole = (f"{show(width)} x {show(height)} mm" for width, height in (size, extent))
        message = f"size is {given}, but the net is {whole}"
        reader.report.note("bad-value", reader.places["size",], message, "Take `size` out: the net gives it.")
    return extent


def fit_boxes(decks: Sequence[Deck], *, unsure: bool) -> tuple[tuple[Deck, ...], tuple[Fault, ...]]:
    """The decks, their tuck boxes as large as the decks in them ask for; and what boxes hold that is no deck.

    `unsure` is set where a deck may stand in a file that could not be read.
    """
    known = {deck.id: deck for deck in decks}
    faults, fitted = [], []
    for deck in decks:
        load = deck.net.load if deck.net else None
        held = [known[name] for name in load.decks if name in known] if load else []
        for name in load.decks if load and not unsure else ():
            if name not in known or name == deck.id:
                message = f'there is no deck "{name}"' if name != deck.id else "the box would have to hold itself"
                place = deck.place("net", "tuck_box", "holds")
                faults.append(Fault("unknown-deck", place, message, near(name, sorted(known))))
        if load is None or deck.net is None or not held:
            fitted.append(deck)
            continue
        card = max(min(each.width, each.height) for each in held), max(max(each.width, each.height) for each in held)
        load = load._replace(cards=max(1, sum(each.size for each in held)), card=card)
        inside = deck.net.inside if load.given else load.room
        net = _fold_box(inside, load)._replace(nest=deck.net.nest, steps=deck.net.steps)
        width, height = net.extent
        fitted.append(replace(deck, net=net, width=width, height=height, outline=net.outline))
    return tuple(fitted), tuple(faults)


def _pyramid(values: Value, flap: float, reader: Reader) -> Net | None:
    if not isinstance(values, Mapping):
        return None
    sides = values.get("sides")
    many = sides if isinstance(sides, int) else 4
    base, height, slant = (_length(values, key) for key in ("base", "height", "slant"))
    if not base or not (height or slant):
        if base and not {("net", "pyramid", "height"), ("net", "pyramid", "slant")} & reader.places.keys():
            cure = "Add `height: 25 mm`, from the middle of the base upright to the apex."
            return _refuse(reader, ("pyramid",), "the pyramid has no height", cure)
        return None
    stand = height or stand_of(many, base, slant)
    if not stand:
        message = f"faces {show(slant)} mm long do not reach the middle of a base of {show(base)} mm"
        return _refuse(reader, ("pyramid", "slant"), message, "Make them longer, or give the `height`.")
    if not fits_flat(many, base, stand):
        message = f"a pyramid of {show(stand)} mm on a base of {show(base)} mm is so flat that its flap has no room"
        return _refuse(reader, ("pyramid",), message, "Make it higher.")
    net = unfold_pyramid(many, base, stand, flap, floor=values.get("floor") is True)
    return net._replace(slant=slant)


def _box(values: Value, flap: float, reader: Reader) -> Net | None:
    sides = _three(values, ("box",), reader)
    return None if sides is None else unfold_box(*sides, flap)


def _die(values: Value, flap: float, _reader: Reader) -> Net | None:
    return unfold_box(values, values, values, flap, "die") if isinstance(values, int | float) else None


def _tuck_box(values: Value, flap: float, reader: Reader) -> Net | None:
    if not isinstance(values, Mapping):
        return None
    inside = _three(values["inside"], ("tuck_box", "inside"), reader) if values.get("inside") else None
    holds, cards, card = (values.get(key) for key in ("holds", "cards", "card"))
    decks = tuple(str(name) for name in holds) if isinstance(holds, tuple) else ()
    if not decks and not inside and not (cards and card):
        cure = "Write `holds: [events]`, or `cards: 54` and `card: poker`, or `inside: [65 mm, 19 mm, 90 mm]`."
        return _refuse(reader, ("tuck_box",), "the tuck box does not say what it is for", cure)
    across, high = (float(str(side)) for side in card[1:]) if isinstance(card, tuple) else (0.0, 0.0)
    stock, play, wall = (_length(values, key) for key in ("stock", "play", "wall"))
    many = cards if isinstance(cards, int) else 0
    load = Load(decks, many, (across, high), stock, play, wall, flap, inside is not None)
    # Until the decks that it holds are known, it is as large as any box.
    return _fold_box(inside or (load.room if many and across else (65.0, 20.0, 90.0)), load)


def _fold_box(inside: tuple[float, float, float], load: Load) -> Net:
    return unfold_tuck_box(inside, load.wall, load.flap)._replace(load=load)


def _nest(values: Value, net: Net, reader: Reader) -> Nest | None:
    if not isinstance(values, Mapping) or not values.get("in") or not _length(values, "stock"):
        return None
    if net.kind != "pyramid":
        _refuse(reader, ("nests",), "pyramids nest, and this is none", "Take `nests` out.")
        return None
    return Nest(str(values["in"]), _length(values, "stock"))


def _three(values: Value, path: tuple[str, ...], reader: Reader) -> tuple[float, float, float] | None:
    sides = [float(each) for each in values if isinstance(each, int | float)] if isinstance(values, tuple) else []
    if len(sides) == 3:
        return sides[0], sides[1], sides[2]
    if isinstance(values, tuple) and len(values) != 3:
        message = f"a box has three measures, not {len(values)}"
        _refuse(reader, path, message, "Write how wide, how deep and how high: [40 mm, 20 mm, 60 mm].")
    return None


def _length(values: Mapping[str, Value], key: str) -> float:
    value = values.get(key)
    return float(value) if isinstance(value, int | float) else 0.0


def _words(steps: Value) -> tuple[str, ...]:
    return tuple(str(step) for step in steps if str(step).strip()) if isinstance(steps, tuple) else ()


def _refuse(reader: Reader, path: tuple[str, ...], message: str, cure: str) -> Net | None:
    """Note what is wrong with the net, at its part if that has a place; no net comes of it."""
    place = next(
        reader.places[key] for key in (("net", *path[:end]) for end in range(len(path), -1, -1)) if key in reader.places
    )
    reader.report.note("bad-value", place, message, cure)
    return None
