"""The edges of outlines, each once: what two pieces share is one cut. All lengths are mm."""

import math
from collections import Counter
from collections.abc import Sequence

from pnp.model.outline import Outline, Vertex

# What is nearer than this is the same point: sums of decimal inches and millimetres miss by some 1e-13.
_DIGITS = 4

Key = tuple[float, float]
Edge = tuple[Vertex, Vertex]


def share_edges(outlines: Sequence[Outline]) -> tuple[Outline, ...]:
    """The closed outlines as paths that go along no edge twice.

    An outline that shares no edge with another stays as it is. The edges of those that do become few long open paths,
    each of which goes on as straight as it can.
    """
    edges = [_edges(outline) for outline in outlines]
    seen = Counter(_name(edge) for each in edges for edge in each)
    sharing = [any(seen[_name(edge)] > 1 for edge in each) for each in edges]
    kept = [outline for outline, shares in zip(outlines, sharing, strict=True) if not shares]
    once = {_name(edge): edge for each, shares in zip(edges, sharing, strict=True) if shares for edge in each}
    return (*kept, *_join(once))


def _edges(outline: Outline) -> list[Edge]:
    vertices = outline.vertices
    return list(zip(vertices, (*vertices[1:], vertices[0]), strict=True))


def _name(edge: Edge) -> tuple[Key, Key, float]:
    """The same for the same edge either way round. Arcs are told apart by their bulge."""
    start, end = edge
    one, other = _key(start), _key(end)
    bulge = round(start.bulge, _DIGITS)
    return (one, other, bulge) if one < other else (other, one, -bulge if bulge else 0.0)


def _key(vertex: Vertex) -> Key:
    # Without -0.0, which is equal to 0.0 and looks different.
    return round(vertex.x, _DIGITS) + 0.0, round(vertex.y, _DIGITS) + 0.0


def _join(once: dict[tuple[Key, Key, float], Edge]) -> list[Outline]:
    """Paths along all edges: each begins with the first that is left and takes the next that turns least."""
    at: dict[Key, list[tuple[Key, Key, float]]] = {}
    for name in once:
        at.setdefault(name[0], []).append(name)
        at.setdefault(name[1], []).append(name)
    left = dict.fromkeys(once)
    paths = []
    while left:
        first = next(iter(left))
        del left[first]
        path = _follow([once[first]], once, at, left)
        path = [_reversed(edge) for edge in reversed(path)]
        paths.append(_path(_follow(path, once, at, left)))
    return paths


def _follow(
    path: list[Edge],
    once: dict[tuple[Key, Key, float], Edge],
    at: dict[Key, list[tuple[Key, Key, float]]],
    left: dict[tuple[Key, Key, float], None],
) -> list[Edge]:
    """The path, made longer at its end as far as it goes; what it takes is `left` no more."""
    while True:
        start, end = path[-1]
        here = _key(end)
        onward = [(name, once[name]) for name in at[here] if name in left]
        if not onward:
            return path
        turned = [(name, edge if _key(edge[0]) == here else _reversed(edge)) for name, edge in onward]
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
