"""The check of how well text stands out from its ground, from the geometry that a face recorded."""

import math
from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from pnp.model.colours import luminance, read_hex
from pnp.model.face import Box, Face, Shape, Text
from pnp.model.finding import Level
from pnp.rules.check import Context, Said, check
from pnp.rules.topics.paints import PAPER
from pnp.rules.topics.quoting import known_by, named, template_of
from pnp.rules.topics.same import Same

# The ratios of WCAG 2.2 (1.4.3 for text, 1.4.11 for large shapes): below the first it is hard to read, below the
# second the text is lost.
GOOD, LEAST = 4.5, 3.0
# A ground counts where it lies under more than this share of the text.
SHARE = 0.05
# Where the ground is looked at: rows in the middle of a line's letters, and points on each.
ROWS, COLUMNS = 3, 12
# Shapes that would be looked at more often than this are sorted by bands first: each begins so many mm below the last,
# and is twice as high. There are no more of them than texts, however high a shape is.
OFTEN, BAND = 10_000, 6.0

# What has a fill: its box (left, top, right, bottom), how many shapes were painted before it, and itself.
Filled: TypeAlias = tuple[float, float, float, float, int, Shape]


@check("low-contrast", on=Face, level=Level.WARNING)
def low_contrast(face: Face, context: Context) -> Iterable[Said]:
    """Text stands out from its ground: a contrast of 4.5 to 1 or more.

    By lamplight, and with a printer that is short of ink, grey on grey is gone. The ratio is that of WCAG 2, between
    the text and the worst of its grounds that lies under more than a twentieth of it; below 3 it is an error. Text on
    a picture or a gradient is not judged.

    Bad:
        <rect ... fill="#e8e4d8"/> <pnp:text fill="#a0a090" ...>       # 2 to 1

    Good:
        <rect ... fill="#e8e4d8"/> <pnp:text fill="#50504a" ...>       # 6.3 to 1
    """
    filled = find_filled(face.shapes if face.texts else (), face.texts)
    for text in face.texts:
        if not text.words.strip() or _is_icon(text.words):
            continue
        worst = worst_ground(text, filled)
        if worst and _ratio(text.fill, worst) < GOOD - 0.005:
            ratio = _ratio(text.fill, worst)
            own = _has_colour(face, context, text.fill, worst)
            where = text.where if own and text.field else text.at or template_of(face)
            yield Said(
                where,
                f"the text{named(text)} is {text.fill} on {worst}, a contrast of {int(ratio * 10) / 10:g} to 1; "
                f"{'below 3 it is lost' if ratio < LEAST else '4.5 is easy to read'}",
                f"Make the text or its ground darker or lighter {'on the card' if own else 'in the template'}.",
                f"{known_by(face, text)} contrast {text.fill} {worst}",
                GOOD - ratio,
                (text.where,),
                Level.ERROR if ratio < LEAST else None,
            )


def _has_colour(face: Face, context: Context, *colours: str) -> bool:
    """Whether one of the colours is a value of the face's card: then it is mended there, not in the template."""
    cards = context.deck.cards if context.deck else ()
    card = next((card for card in cards if card.id == face.key.card), None)
    values = list(card.values.values()) if card else []
    for value in values:
        if isinstance(value, Mapping):
            values += value.values()
        elif isinstance(value, tuple):
            values += value
        elif isinstance(value, str) and value.strip().lower() in colours:
            return True
    return False


def _is_icon(words: str) -> bool:
    """Whether the text is one icon, which is a shape and no letter."""
    return words.startswith("{") and words.endswith("}") and words.count("{") == 1


class Grounds(NamedTuple):
    """What may be a ground, in the order of painting: all of it and, if that is much, what reaches into each band."""

    all: Sequence[Filled]
    bands: Mapping[float, Sequence[Filled]] = MappingProxyType({})

    def between(self, top: float, bottom: float) -> Sequence[Filled]:
        """All that lies between two heights, and more."""
        band = top // BAND
        return self.bands.get(band, self.all) if bottom <= (band + 2) * BAND else self.all


def find_filled(shapes: Sequence[Shape], texts: Sequence[Text] = ()) -> Grounds:
    """Those of the shapes that may be a ground; in bands, if they are many and so are the texts."""
    filled = [(*shape.box, number, shape) for number, shape in enumerate(shapes) if shape.fill]
    if len(filled) * len(texts) <= OFTEN:
        return Grounds(filled)
    heights = sorted({text.box.top // BAND for text in texts})
    bands: dict[float, list[Filled]] = {height: [] for height in heights}
    for each in filled:
        for height in heights[bisect(heights, each[1] / BAND - 2.5) : bisect(heights, each[3] / BAND + 0.5)]:
            bands[height].append(each)
    return Grounds(filled, bands)


def worst_ground(text: Text, filled: Grounds) -> str:
    """The colour under more than SHARE of the text that it stands out from least; empty if that cannot be told.

    Only what was painted before the text lies below it. Small shapes wholly within the lines, such as a rule or an
    icon between the words, are no ground.
    """
    under = _find_under(filled, text)
    if _is_good(text.fill, PAPER) and all(_is_good(text.fill, ground) for ground in {shape.fill for shape in under}):
        return ""
    seen: dict[str, int] = {}
    for xs, y in _rows_askew(text) if text.corners else _rows(_inner(text)):
        for ground, points in _grounds(under, xs, y):
            seen[ground] = seen.get(ground, 0) + points
    known = [ground for ground, count in seen.items() if len(ground) == 7 and count > SHARE * ROWS * COLUMNS]
    return min(known, key=lambda ground: (_ratio(text.fill, ground), ground)) if known else ""


@lru_cache(maxsize=1024)
def _is_good(one: str, two: str) -> bool:
    """Whether these are two plain colours of which one stands out from the other."""
    return two.startswith("#") and len(two) == 7 and _ratio(one, two) >= GOOD


def _rows(box: Box) -> Iterator[tuple[Sequence[float], float]]:
    """Points in the box, row by row."""
    xs = [box.left + (column + 0.5) * (box.right - box.left) / COLUMNS for column in range(COLUMNS)]
    for row in range(ROWS):
        yield xs, box.top + (row + 0.5) * (box.bottom - box.top) / ROWS


def _rows_askew(text: Text) -> Iterator[tuple[Sequence[float], float]]:
    """As many points where the letters of a turned text stand, one by one."""
    (x, y), (right, below), _, (under, foot) = text.corners
    margin = 0.2 / max(text.lines, 1)
    for row in range(ROWS):
        down = margin + (row + 0.5) * (1 - 2 * margin) / ROWS
        for column in range(COLUMNS):
            along = (column + 0.5) / COLUMNS
            yield (
                (x + along * (right - x) + down * (under - x),),
                y + along * (below - y) + down * (foot - y),
            )


def _inner(text: Text) -> Box:
    """The part of the lines in which letters stand: without what lies above the tops and below the feet."""
    left, top, right, bottom = text.box
    trim = 0.2 * (bottom - top) / max(text.lines, 1)
    return Box(left, top + trim, right, bottom - trim)


def _find_under(filled: Grounds, text: Text) -> list[Shape]:
    """What was painted before the text, shares room with its box and does not lie wholly within it."""
    box_left, box_top, box_right, box_bottom = text.box
    above = math.inf if text.above is None else text.above
    under = []
    for left, top, right, bottom, before, shape in filled.between(box_top, box_bottom):
        if right <= box_left or left >= box_right or bottom <= box_top or top >= box_bottom:
            continue
        if before < above and (left < box_left or right > box_right or top < box_top or bottom > box_bottom):
            under.append(shape)
    return under


def _grounds(shapes: Sequence[Shape], xs: Sequence[float], y: float) -> Iterator[tuple[str, int]]:
    """What is seen, at how many points of a row: a colour, or what stands for more (`#image`, `#pattern`)."""
    left = xs
    for shape in reversed(shapes):
        if shape.box.top <= y <= shape.box.bottom and left:
            crossings = _crossings(Same(shape), y)
            if bisect(crossings, left[0]) == bisect(crossings, left[-1]):
                outside = () if bisect(crossings, left[0]) % 2 else left  # no edge between them
            else:
                outside = [x for x in left if not bisect(crossings, x) % 2]
            if len(outside) < len(left):
                yield shape.fill if shape.opaque else "#pattern", len(left) - len(outside)
                left = outside
    if left:
        yield PAPER, len(left)


@lru_cache(maxsize=8192)
def _crossings(shape: Same[Shape], y: float) -> list[float]:
    """Where the outlines cross a row, from left to right: between an odd and an even one lies the shape (even-odd)."""
    found: list[float] = []
    for outline in shape.thing.outlines:
        x1, y1 = outline[-1]
        for x2, y2 in outline:
            if (y1 > y) != (y2 > y):
                found.append(x1 + (y - y1) / (y2 - y1) * (x2 - x1))
            x1, y1 = x2, y2
    return sorted(found)


@lru_cache(maxsize=1024)
def _ratio(one: str, two: str) -> float:
    """The contrast of two colours, 1 to 21 (WCAG 2.2, "contrast ratio"); 21 where one is no plain colour."""
    if len(one) != 7 or len(two) != 7:
        return 21.0
    light, dark = sorted((luminance(read_hex(one)), luminance(read_hex(two))), reverse=True)
    return (light + 0.05) / (dark + 0.05)
