"""The edges of outlines, each once: what two pieces share is one cut. All lengths are mm."""

import math
from collections import Counter
from collections.abc import Sequence
from itertools import product

from pnp.model.outline import Outline, Vertex

# Corners are told apart by so many decimals; what is as near as this to the next number counts as that, too, for sums
# of decimal inches and millimetres miss by some 1e-13, on either side of a half.
_DIGITS, _HAIR = 4, 2e-5
_AROUND = tuple(product((0.0, -_HAIR, _HAIR), repeat=2))[1:]

Key = tuple[float, float]
Edge = tuple[Vertex, Vertex]
Name = tuple[Key, Key, float]


class Corners:
    """Names for points: those that are the same but for rounding have the same."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[Key, Key] = {}

    def name(self, x: float, y: float) -> Key:
        """The name of the point."""
        key = _round(x, y)
        found = self._known.get(key)
        if found is None:
            near = (_round(x + right, y + down) for right, down in _AROUND)
            found = self._known[key] = next((self._known[each] for each in near if each in self._known), key)
        return found


def _round(x: float, y: float) -> Key:
    """The point without -0.0, which is equal to 0.0 and looks different."""
    return round(x, _DIGITS) + 0.0, round(y, _DIGITS) + 0.0


def share_edges(outlines: Sequence[Outline]) -> tuple[Outline, ...]:
    """The closed outlines as paths that go along no edge twice.

    An outline that shares no edge with another stays as it is. The edges of those that do become few long open paths,
    each of which goes on as straight as it can.
    """
    corners = Corners()
    edges = [_name_edges(outline, corners) for outline in outlines]
    seen = Counter(name for each in edges for name in each)
    sharing = [any(seen[name] > 1 for name in each) for each in edges]
    kept = [outline for outline, shares in zip(outlines, sharing, strict=True) if not shares]
    once: dict[Name, Edge] = {}
    for each in (each for each, shares in zip(edges, sharing, strict=True) if shares):
        once.update((name, edge) for name, edge in each.items() if name not in once)
    return (*kept, *_join(once, corners))


def _name_edges(outline: Outline, corners: Corners) -> dict[Name, Edge]:
    """The edges of the outline by their names."""
    vertices = outline.vertices
    names = [corners.name(x, y) for x, y, _ in vertices]
    ends = zip(vertices, (*vertices[1:], vertices[0]), names, (*names[1:], names[0]), strict=True)
    return {_name(one, other, start.bulge): (start, end) for start, end, one, other in ends}


def _name(one: Key, other: Key, bulge: float) -> Name:
    """The same for the same edge either way round. Arcs are told apart by their bulge."""
    bulge = round(bulge, _DIGITS) if bulge else 0.0
    return (one, other, bulge) if one < other else (other, one, -bulge if bulge else 0.0)


def _join(once: dict[Name, Edge], corners: Corners) -> list[Outline]:
    """Paths along all edges: each begins with the first that is left and takes the next that turns least."""
    at: dict[Key, list[Name]] = {}
    for name in once:
        at.setdefault(name[0], []).append(name)
        at.setdefault(name[1], []).append(name)
    left = dict(once)
    paths = []
    while left:
        path = [left.pop(next(iter(left)))]
        path = [_reversed(edge) for edge in reversed(_follow(path, at, left, corners))]
        paths.append(_path(_follow(path, at, left, corners)))
    return paths


def _follow(path: list[Edge], at: dict[Key, list[Name]], left: dict[Name, Edge], corners: Corners) -> list[Edge]:
    """The path, made longer at its end as far as it goes; what it takes is `left` no more."""
    while True:
        start, end = path[-1]
        here = corners.name(*end[:2])
        onward = [(name, left[name]) for name in at[here] if name in left]
        if not onward:
            return path
        turned = [(name, edge if corners.name(*edge[0][:2]) == here else _reversed(edge)) for name, edge in onward]
        name, edge = min(turned, key=lambda each: round(_turn(start, end, each[1][1]), 6))
        del left[name]
        path.append(edge)


def _reversed(edge: Edge) -> Edge:
    start, end = edge
    return Vertex(end.x, end.y, -start.bulge if start.bulge else 0.0), Vertex(start.x, start.y)


def _turn(start: Vertex, middle: Vertex, end: Vertex) -> float:
    """How far the way from `start` over `middle` to `end` turns, in radians."""
    first = math.atan2(middle.y - start.y, middle.x - start.x)
    turn = abs(math.atan2(end.y - middle.y, end.x - middle.x) - first) % math.tau
    return min(turn, math.tau - turn)


def _path(edges: Sequence[Edge]) -> Outline:
    return Outline((*(start for start, _ in edges), Vertex(*edges[-1][1][:2])), closed=False)
