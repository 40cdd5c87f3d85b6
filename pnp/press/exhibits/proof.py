"""The proof of a kit's colours: faces side by side as all eyes see them, and its palette with what is near to what."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from pnp.model.colours import GRAY, difference, dip, read_hex, to_lab
from pnp.model.face import Box, FaceKey, Gallery, Look
from pnp.model.kit import Deck, Kit
from pnp.press.exhibits.page import (
    DARK,
    FAINT,
    MARGIN,
    QUIET,
    Exhibit,
    Head,
    Item,
    Patch,
    Picture,
    Row,
    Words,
    fill_pages,
    name_form,
    page_size,
)

# The columns, from the left: an ink, and what it is called.
COLUMNS = (
    ("", "as drawn"),
    ("protan", "protan: without red cones"),
    ("deutan", "deutan: without green cones"),
    ("tritan", "tritan: without blue cones"),
    (GRAY, "gray"),
)
INKS = tuple(ink for ink, _ in COLUMNS if ink)
# At most so many faces and colours are shown; what is left out is said.
FACES, COLOURS = 24, 24
# Of the nearest two, those that most eyes easily tell apart count (CIEDE2000).
_APART = 20.0
# A row of faces leaves room for another one; around a face stays some air (mm).
_TALLEST, _AIR = 76.0, 2.0


def choose_faces(galleries: Sequence[Gallery]) -> tuple[FaceKey, ...]:
    """Of each deck the first front, the most colourful one, and the first back; of all decks together at most FACES."""
    chosen: list[FaceKey] = []
    for gallery in galleries:
        fronts = [look for look in gallery.looks if look.key.side == "front"]
        backs = [look for look in gallery.looks if look.key.side == "back"]
        most = sorted(fronts, key=_measure_colour, reverse=True)[:1]
        chosen += [look.key for look in (*fronts[:1], *most, *backs[:1])]
    return tuple(dict.fromkeys(chosen))[:FACES]


def _measure_colour(look: Look) -> float:
    """The chroma of all colours on a face, each counted once."""
    return sum(math.hypot(*to_lab(read_hex(fill))[1:]) for fill in sorted({fill for _, fill in look.hues}))


def find_palette(galleries: Sequence[Gallery]) -> list[tuple[str, int]]:
    """The colours of all large shapes, those on most faces first, and on how many faces each is."""
    faces = Counter(fill for gallery in galleries for look in gallery.looks for fill in {fill for _, fill in look.hues})
    return sorted(faces.items(), key=lambda pair: (-pair[1], pair[0]))


def lay_proof(kit: Kit, galleries: Sequence[Gallery], paper: str, theme: str) -> Exhibit:
    """The pages, lying, as many as it takes."""
    height, width = page_size(paper)
    column = (width - 2 * MARGIN) / len(COLUMNS)
    lefts = (MARGIN + number * column for number in range(len(COLUMNS)))
    labels = [Words(x, 3.5, 8.5, name, bold=True, room=column - 1) for x, (_, name) in zip(lefts, COLUMNS, strict=True)]
    version = f"version {kit.version}" if kit.version else ""
    about = ("not for printing at size", version, theme, "simulated after Machado, Oliveira and Fernandes (2009)")
    line = " · ".join(part for part in about if part)
    head = Head(f"{kit.title}: proof of colours", line, tuple(labels), 6.0)
    rows = [_lay_face(kit.deck(key.deck), key, column) for key in choose_faces(galleries)]
    pages = fill_pages(width, height, head, [*rows, *_lay_palette(find_palette(galleries), column)])
    return Exhibit(kit.id, f"{head.title} ({paper})", name_form(kit, "proof"), paper, theme, pages)


def _lay_face(deck: Deck, key: FaceKey, column: float) -> Row:
    scale = min(1.0, (column - _AIR) / deck.width, _TALLEST / deck.height)
    width, height = deck.width * scale, deck.height * scale
    what = " · ".join(part for part in (deck.id, key.card, key.side) if part)
    items: list[Item] = [Words(MARGIN, 3, 8, f"{what} · {100 * scale:.0f} % of its size", colour=QUIET)]
    for number, (ink, _) in enumerate(COLUMNS):
        left = MARGIN + number * column
        items.append(Picture(key.in_ink(ink), Box(left, 4.5, left + width, 4.5 + height), deck.corner, scale))
    return Row(tuple(items), 4.5 + height + 4)


def _lay_palette(palette: Sequence[tuple[str, int]], column: float) -> Iterator[Row]:
    if not palette:
        return
    shown = palette[:COLOURS]
    rest = f", the {COLOURS} on most faces of {len(palette)}" if len(palette) > COLOURS else ""
    heading = Words(MARGIN, 6, 11, f"Palette: the colours of all larger shapes{rest}", bold=True)
    first, *others = [_lay_colour(colour, faces, column) for colour, faces in shown]
    yield Row((heading, *_lower(first.items, 9.0)), 9.0 + first.height)
    yield from others
    yield from _lay_nearest([colour for colour, _ in shown], column)


def _lower(items: Sequence[Item], down: float) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Words):
            yield item._replace(y=item.y + down)
        elif isinstance(item, Patch):
            yield item._replace(box=item.box._replace(top=item.box.top + down, bottom=item.box.bottom + down))


def _lay_colour(colour: str, faces: int, column: float) -> Row:
    items: list[Item] = []
    for number, (ink, _) in enumerate(COLUMNS):
        left = MARGIN + number * column
        seen = dip(colour, ink)
        on = f" · {faces} face{'s' if faces != 1 else ''}" if not ink else ""
        items += [Patch(Box(left, 0, left + 20, 5), seen, FAINT), Words(left + 21.5, 3.6, 7.5, seen + on)]
    return Row(tuple(items), 6.2)


def _lay_nearest(colours: Sequence[str], column: float) -> Iterator[Row]:
    """In each column, the nearest two of the colours that most eyes tell apart; the title stays with them."""
    pairs = [pair for pair in combinations(colours, 2) if difference(*pair) >= _APART]
    if not pairs:
        return
    note = (
        "CIEDE2000: 1 is just seen side by side, less than 8 is mixed up on cards that lie apart, 100 is black to white"
    )
    items: list[Item] = [
        Words(MARGIN, 6, 11, f"The nearest two, of colours that are {_APART:.0f} or more apart as drawn", bold=True),
        Words(MARGIN, 10.5, 7.5, note, colour=QUIET),
    ]
    for number, (ink, _) in enumerate(COLUMNS):
        left = MARGIN + number * column
        apart, one, two = min((difference(dip(one, ink), dip(two, ink)), one, two) for one, two in pairs)
        for shift, colour in ((0, one), (10, two)):
            items.append(Patch(Box(left + shift, 13, left + shift + 10, 20), dip(colour, ink), FAINT))
        items.append(Words(left + 21.5, 17.8, 10, f"{apart:.1f}", bold=True, colour=DARK))
        items.append(Words(left, 23.5, 7.5, f"{one} and {two}", colour=QUIET))
    yield Row(tuple(items), 26.0)
