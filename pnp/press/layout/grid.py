"""As many equal places as a page takes, in columns and rows. All lengths are mm from the page's top left corner."""

import math

from pnp.model.face import Box
from pnp.press.layout.arrangement import EXACT


def count_grid(size: tuple[float, float], edge: Box, gutter: float) -> tuple[int, int]:
    """How many columns and rows of places of `size` fit into the area `edge`."""
    rooms = edge.right - edge.left, edge.bottom - edge.top
    columns, rows = (
        max(0, math.floor((room + gutter + EXACT) / (part + gutter))) for room, part in zip(rooms, size, strict=True)
    )
    return columns, rows


def place_grid(size: tuple[float, float], edge: Box, grid: tuple[int, int], gutter: float) -> list[Box]:
    """The places of so many columns and rows, row by row, in the middle of the area `edge`."""
    columns, rows = grid
    width, height = (many * part + (many - 1) * gutter for many, part in zip(grid, size, strict=True))
    left, top = (edge.left + edge.right - width) / 2, (edge.top + edge.bottom - height) / 2
    corners = [
        (left + column * (size[0] + gutter), top + row * (size[1] + gutter))
        for row in range(rows)
        for column in range(columns)
    ]
    return [Box(x, y, x + size[0], y + size[1]) for x, y in corners]
