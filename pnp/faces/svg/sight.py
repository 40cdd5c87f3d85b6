"""What is seen of a text: clips cut it, and what is painted after it covers it. Lengths in mm."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pnp.faces.svg.colours import read_colour
from pnp.faces.svg.geometry import TextPlace
from pnp.model.face import Box, Shape, Text
from pnp.model.paths import Polyline, bounds

EXCERPT = 24  # characters
# Of a line's height, above and below: there letters seldom have ink.
AIR = 0.2
ROWS, COLUMNS = 3, 8


def measure_cut(text: Text, window: Polyline) -> float:
    """How far the text stands out of the window; infinite if it stands wholly outside."""
    left, top, right, bottom = text.box
    air = AIR * (bottom - top) / max(text.lines, 1)
    seen = bounds((window,)) if window else Box(0.0, 0.0, 0.0, 0.0)
    if right <= seen.left or left >= seen.right or bottom - air <= seen.top or top + air >= seen.bottom:
        return float("inf")
    gaps = (seen.left - left, seen.top - top - air, right - seen.right, bottom - air - seen.bottom)
    return max(0.0, *gaps)


def find_covered(texts: Sequence[Text], shapes: Sequence[Shape]) -> Iterator[int]:
    """The places of those of the texts that one of the shapes, painted after it, hides the whole of."""
    first = min([text.above or 0 for text in texts], default=len(shapes))
    covers = [(number, *shape.box) for number, shape in enumerate(shapes[first:], first) if shape.opaque and shape.fill]
    for place, text in enumerate(texts):
        left, top, right, bottom = text.box
        around = [
            number
            for number, its_left, its_top, its_right, its_bottom in covers[bisect_left(covers, (text.above or 0,)) :]
            if its_left <= left and its_top <= top and its_right >= right and its_bottom >= bottom
        ]
        if any(_is_full(shapes[number].outlines, text.box) for number in around):
            yield place


def excerpt(words: str) -> str:
    """The beginning of the words, for a message."""
    line = " ".join(words.split())
    return line if len(line) <= EXCERPT else f"{line[:EXCERPT].rstrip()}…"


def text_colour(found: TextPlace) -> str:
    """The colour that a `<text>` has from what is around it."""
    fill = found.inherited.get("fill", "#000000").strip()
    if fill == "currentColor":
        fill = found.inherited.get("color", "#000000")
    share = found.inherited.get("fill-opacity", "1")
    colour = read_colour(fill)
    if colour is None or share == "1":
        return fill
    red, green, blue = (int(colour[0][at : at + 2], 16) for at in (1, 3, 5))
    return f"rgba({red},{green},{blue},{colour[1] * float(share):g})"


def _points(box: Box) -> list[tuple[float, float]]:
    xs = [box.left + (column + 0.5) * (box.right - box.left) / COLUMNS for column in range(COLUMNS)]
    ys = [box.top + (row + 0.5) * (box.bottom - box.top) / ROWS for row in range(ROWS)]
    return [(x, y) for y in ys for x in xs]


def _is_full(outlines: Sequence[Polyline], box: Box) -> bool:
    """Whether points all over the box are in the outlines."""
    return all(_is_inside(outlines, x, y) for x, y in _points(box))


def _is_inside(outlines: Sequence[Polyline], x: float, y: float) -> bool:
    """Whether the point is in the outlines, by the even-odd rule."""
    inside = False
    for outline in outlines:
        for (x1, y1), (x2, y2) in pairwise((*outline, outline[0])):
            if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
                inside = not inside
    return inside
