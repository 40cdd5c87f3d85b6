"""Hexagons in rows or columns that share their edges, every other one half a piece on: places for as many as fit.

All lengths are mm from the page's top left corner.
"""

import math
from collections.abc import Sequence

from pnp.model.face import Box
from pnp.model.outline import Outline, hexagon
from pnp.press.layout.arrangement import EXACT

# The height of a triangle with equal sides of 1: how far rows of hexagons are apart that are 1 across their flats.
RISE = math.sqrt(3) / 2


def lies_flat(outline: Outline | None, size: tuple[float, float]) -> bool | None:
    """Whether a hexagon of this size has a level edge on top (True) or a point (False); None if it is no hexagon.

    Only one with equal sides counts.
    """
    if outline is None:
        return None
    for flat, (across, along) in ((True, (size[1], size[0])), (False, size)):
        even = abs(across - along * RISE) <= EXACT
        if even and _same(outline, hexagon(Box(0.0, 0.0, *size), flat=flat)):
            return flat
    return None


def _same(one: Outline, other: Outline) -> bool:
    pairs = zip(one.vertices, other.vertices, strict=False)
    return len(one.vertices) == len(other.vertices) and all(math.dist(a, b) <= EXACT for a, b in pairs)


def place_honeycomb(size: tuple[float, float], edge: Box, gutter: float, *, flat: bool) -> list[Box]:
    """The boxes of as many hexagons as fit into the area `edge`, `gutter` apart, in its middle, row by row.

    Those with points on top lie in level rows, those with level edges on top in upright columns.
    """
    if flat:
        turned = place_honeycomb(size[::-1], Box(edge.top, edge.left, edge.bottom, edge.right), gutter, flat=False)
        boxes = [Box(top, left, bottom, right) for left, top, right, bottom in turned]
        return _by_rows(boxes, size[1] + gutter)
    across, along = size
    wide, high = edge.right - edge.left, edge.bottom - edge.top
    step, rise = across + gutter, (across + gutter) * RISE
    many = math.floor((wide + gutter + EXACT) / step)
    between = math.floor((wide + gutter + EXACT) / step - 0.5)
    rows = math.floor((high - along + EXACT) / rise) + 1
    if many < 1 or rows < 1:
        return []
    whole = many * step - gutter + (step / 2 if between == many and rows > 1 else 0.0)
    left = (edge.left + edge.right - whole) / 2
    top = (edge.top + edge.bottom - along - (rows - 1) * rise) / 2
    corners = [
        (left + (column + row % 2 / 2) * step, top + row * rise)
        for row in range(rows)
        for column in range(between if row % 2 else many)
    ]
    return [Box(x, y, x + across, y + along) for x, y in corners]


def _by_rows(boxes: Sequence[Box], step: float) -> list[Box]:
    """The boxes of upright columns row by row: to each row, those of every other column that lie half a piece lower."""
    first = min((box.top for box in boxes), default=0.0)
    return sorted(boxes, key=lambda box: (math.floor((box.top - first) / step + 0.25), box.left))
