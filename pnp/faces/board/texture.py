"""What fills an area of a board and what is fitted to it: hatching, outlines moved out or in, the largest box inside.

All lengths are mm from the board's top left corner; areas are closed lines as plan.trace_area gives them.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from pnp.model.ground import Point

Loop = tuple[Point, ...]
# Far below what a printer shows, far above what sums of lengths lose.
_EXACT = 1e-6
# More lines than any floor needs: a step that was mistyped must not fill the memory.
MOST_LINES = 2_000


class Room(NamedTuple):
    """An upright box of an area."""

    left: float
    top: float
    width: float
    height: float


def hatch(loops: Sequence[Loop], step: float, angle: float, shift: float) -> tuple[Loop, ...]:
    """Level lines, turned by `angle` degrees clockwise, that end at the edge of an area; holes stay free.

    `step` is how far they lie apart, `shift` how far the first is from the area's top (before it is turned); so the
    lines move with the area. ValueError for a step that is not above 0 or gives too many lines.
    """
    if not loops:
        return ()
    left, top = _corner(loops)
    across, down = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    turned = [tuple([_turn(x - left, y - top, across, -down) for x, y in loop]) for loop in loops]
    heights = [y for loop in turned for _, y in loop]
    if not step > 0 or (max(heights) - min(heights)) / step > MOST_LINES:
        raise ValueError(f"lines of a hatching cannot lie {step:g} mm apart")
    lines = []
    for number in range(math.floor((min(heights) - shift) / step), math.ceil((max(heights) - shift) / step) + 1):
        y = shift + number * step
        for start, end in _inside(turned, y):
            ends = _turn(start, y, across, down), _turn(end, y, across, down)
            lines.append(tuple([(x + left, y + top) for x, y in ends]))
    return tuple(lines)


def _corner(loops: Iterable[Loop]) -> Point:
    points = [point for loop in loops for point in loop]
    return min(x for x, _ in points), min(y for _, y in points)


def _turn(x: float, y: float, across: float, down: float) -> Point:
    """The point as it is turned about the origin, by an angle that has this cosine and sine."""
    return x * across - y * down, x * down + y * across


def _inside(loops: Iterable[Loop], y: float) -> Iterator[Point]:
    """From where to where a level line is inside: between every other crossing of the edge, from left to right."""
    crossings = sorted(
        [
            x1 + (x2 - x1) * (y - y1) / (y2 - y1)
            for loop in loops
            for (x1, y1), (x2, y2) in pairwise(loop)
            if y1 <= y < y2 or y2 <= y < y1
        ]
    )
    for start, end in zip(crossings[::2], crossings[1::2], strict=True):
        if end - start > _EXACT:
            yield start, end


def enlarge(loops: Iterable[Loop], by: float) -> tuple[Loop, ...]:
    """The lines moved outward by so many mm (inward, if negative), with corners as sharp as they were."""
    return tuple(_moved(loop, by) for loop in loops) if by else tuple(loops)


def _moved(loop: Loop, by: float) -> Loop:
    corners = loop[:-1]
    moved = []
    for at, corner in enumerate(corners):
        x1, y1 = _outward(corners[at - 1], corner)
        x2, y2 = _outward(corner, corners[(at + 1) % len(corners)])
        far = by / (1 + x1 * x2 + y1 * y2)
        moved.append((corner[0] + (x1 + x2) * far, corner[1] + (y1 + y2) * far))
    return (*moved, moved[0])


def _outward(start: Point, end: Point) -> Point:
    """One mm away from what a line goes around clockwise."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = math.hypot(across, down)
    return down / length, -across / length


def find_room(loops: Sequence[Loop]) -> Room:
    """The largest upright box inside an area, its sides on levels of corners; of equal ones the highest, then leftmost.

    ValueError for an area of nothing.
    """
    across = sorted({round(x, 4) for loop in loops for x, _ in loop})
    down = sorted({round(y, 4) for loop in loops for _, y in loop})
    fields = [[_is_free(loops, *xs, *ys) for xs in pairwise(across)] for ys in pairwise(down)]
    rooms = [
        Room(across[left], down[top], across[right] - across[left], down[bottom] - down[top])
        for left, top, right, bottom in _blocks(fields)
    ]
    if not rooms:
        raise ValueError("an area of nothing has no room")
    return max(rooms, key=lambda room: (round(room.width * room.height, 3), -room.top, -room.left))


def _is_free(loops: Iterable[Loop], left: float, right: float, top: float, bottom: float) -> bool:
    """Whether a box between levels of corners is inside: then it is so at its top, and at its bottom."""
    spread = 2 * 10**-4
    return all(
        any(start <= left + spread and right - spread <= end for start, end in _inside(loops, level))
        for level in (top + spread, bottom - spread)
    )


def _blocks(fields: Sequence[Sequence[bool]]) -> Iterator[tuple[int, int, int, int]]:
    """Every block of free fields that cannot be made wider: its first column and row, and those after its last."""
    heights = [0] * (len(fields[0]) if fields else 0)
    for row, line in enumerate(fields, 1):
        heights = [height + 1 if free else 0 for height, free in zip(heights, line, strict=True)]
        for column, height in enumerate(heights):
            if height:
                left = next((at + 1 for at in range(column, -1, -1) if heights[at] < height), 0)
                right = next((at for at in range(column, len(heights)) if heights[at] < height), len(heights))
                yield left, row - height, right, row
