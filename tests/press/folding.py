"""Nets read back from a finished PDF, and folded in space by arithmetic of their own.

Lengths are mm: x to the right, y down the page, z away from whoever sees the print.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from press.paths import cut_paths

Point = tuple[float, float]
Space = tuple[float, float, float]
Chord = tuple[Point, Point]
# What a PDF's six decimals of a point may miss.
NEAR = 0.005


@dataclass
class Flat:
    """The panels between an outline and its folds, and for each pair that shares a fold that fold."""

    panels: list[list[Point]]
    folds: list[tuple[int, int, Chord]]


def read_flats(content: bytes, page: int = 0) -> list[Flat]:
    """The nets on the page, each taken apart along its own dashed lines."""
    paths = cut_paths(content, page)
    solid = [path for path in paths if not path.filled and not path.dash and path.colour != (1.0,)]
    outlines = [sub[:-1] for path in solid for sub in path.subpaths if sub[0] == sub[-1]]
    chords = [(sub[0], sub[1]) for path in paths if path.dash for sub in path.subpaths]
    own = [[chord for chord in chords if _ends(outline, chord) is not None] for outline in outlines]
    assert sum(map(len, own)) == len(chords), "every fold belongs to one net"
    return [take_apart(outline, folds) for outline, folds in zip(outlines, own, strict=True)]


def take_apart(outline: Sequence[Point], chords: Sequence[Chord]) -> Flat:
    panels = [list(outline)]
    for chord in chords:
        number, ends = next(
            (number, found) for number, panel in enumerate(panels) if (found := _ends(panel, chord)) is not None
        )
        panel, (one, other) = panels[number], ends
        panels[number : number + 1] = [panel[one : other + 1], panel[other:] + panel[: one + 1]]
    folds = []
    for chord in chords:
        having = [number for number, panel in enumerate(panels) if _ends(panel, chord) is not None]
        assert len(having) == 2, "a fold lies between two panels"
        folds.append((having[0], having[1], chord))
    return Flat(panels, folds)


def _ends(panel: Sequence[Point], chord: Chord) -> tuple[int, int] | None:
    """Where the ends of a fold are among the corners of a panel, in order."""
    found = [next((n for n, corner in enumerate(panel) if math.dist(corner, end) < NEAR), None) for end in chord]
    if found[0] is None or found[1] is None:
        return None
    return min(found[0], found[1]), max(found[0], found[1])


def fold_flat(flat: Flat, root: int, bend: Callable[[int, int], float]) -> list[Callable[[Point], Space]]:
    """For each panel what brings a point of it to its place in space, the `root` lying still.

    `bend` says in degrees how far the second of two panels is folded back against the first.
    """
    moves: dict[int, list[tuple[Chord, Point, float]]] = {root: []}
    while len(moves) < len(flat.panels):
        for one, other, chord in flat.folds:
            for parent, child in ((one, other), (other, one)):
                if parent in moves and child not in moves:
                    moves[child] = [(chord, _middle(flat.panels[child]), bend(parent, child)), *moves[parent]]
    return [_mover(moves[number]) for number in range(len(flat.panels))]


def _middle(panel: Sequence[Point]) -> Point:
    return sum(x for x, _ in panel) / len(panel), sum(y for _, y in panel) / len(panel)


def _mover(moves: Sequence[tuple[Chord, Point, float]]) -> Callable[[Point], Space]:
    def move(point: Point) -> Space:
        place = (*point, 0.0)
        for (start, end), middle, degrees in moves:
            place = _turned(place, start, end, middle, math.radians(degrees))
        return place

    return move


def _turned(point: Space, start: Point, end: Point, middle: Point, angle: float) -> Space:
    """A point turned about a line by Rodrigues' formula, so that the `middle` of its panel goes back (z > 0)."""
    length = math.dist(start, end)
    axis = ((end[0] - start[0]) / length, (end[1] - start[1]) / length, 0.0)
    out = axis[0] * (middle[1] - start[1]) - axis[1] * (middle[0] - start[0])
    angle = angle if out > 0 else -angle
    p = (point[0] - start[0], point[1] - start[1], point[2])
    cross = (axis[1] * p[2], -axis[0] * p[2], axis[0] * p[1] - axis[1] * p[0])
    dot = axis[0] * p[0] + axis[1] * p[1]
    cos, sin = math.cos(angle), math.sin(angle)
    x, y, z = (p[i] * cos + cross[i] * sin + axis[i] * dot * (1 - cos) for i in range(3))
    return x + start[0], y + start[1], z


def worst_gap(faces: Sequence[Sequence[Space]], open_edges: int = 0) -> float:
    """How far the worst edge of a face misses an edge of another, but for so many that stay open."""
    edges = [
        (number, face[at], face[(at + 1) % len(face)]) for number, face in enumerate(faces) for at in range(len(face))
    ]
    gaps = [
        min(
            min(max(math.dist(a, c), math.dist(b, d)), max(math.dist(a, d), math.dist(b, c)))
            for other, c, d in edges
            if other != number
        )
        for number, a, b in edges
    ]
    return max(sorted(gaps)[: len(gaps) - open_edges])


def rectangle_of(panel: Sequence[Point]) -> list[Point] | None:
    """The corners of a panel that is a rectangle, clockwise from the top left, whatever notch it has."""
    left, right = min(x for x, _ in panel), max(x for x, _ in panel)
    top, bottom = min(y for _, y in panel), max(y for _, y in panel)
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    return corners if all(any(math.dist(each, corner) < NEAR for each in panel) for corner in corners) else None
