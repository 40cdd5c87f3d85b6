"""A piece that is larger than the paper, in parts: where the seams run, and which part has the glue flap of each.

All lengths are mm along one side of the piece, from its left or top.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from pnp.model.ground import Seam
from pnp.press.layout.arrangement import EXACT

# What it costs that a seam runs elsewhere than along a line that was wished for, against unequal parts.
_STRAY = 1e6
# And that it cuts a space in two: a part may be some 50 mm off its equal share to save that.
_CUT = 2500.0


class Part(NamedTuple):
    """From seam to seam, and the flaps beyond: `before` and `after` are how deep they are, 0 where there is none."""

    start: float
    end: float
    before: float
    after: float

    @property
    def length(self) -> float:
        """How much paper it takes, flaps included."""
        return self.before + self.end - self.start + self.after


class _Way(NamedTuple):
    """Seams so far: what they cost, where they run, and on which side of each its flap is (-1 before, 1 after)."""

    cost: float
    seams: tuple[float, ...]
    flaps: tuple[int, ...]


def count_parts(length: float, room: float, flap: float) -> int:
    """How few parts a length takes, each of at most `room` with its flaps; every seam has one flap. 0 if none can."""
    if length <= room + EXACT:
        return 1
    if room - flap <= EXACT:
        return 0
    return math.ceil((length - flap - EXACT) / (room - flap))


def divide(length: float, room: float, flap: float, lines: Sequence[Seam] = ()) -> tuple[Part, ...]:
    """The fewest parts of a length, each of at most `room` mm with its flaps, as equal as can be.

    Seams run along `lines` where that costs no part more, and of these along such that cut few spaces. A flap is on one
    side of its seam, below the part on the other side. None if even one flap leaves no room.
    """
    many = count_parts(length, room, flap)
    if many < 2:
        return (Part(0.0, length, 0.0, 0.0),) if many else ()
    places = _find_places(length, room, flap, many, lines)
    ways = {(0.0, 0): _Way(0.0, (), ())}
    for number in range(1, many):
        ways = _go_on(ways, places, length, room, flap, many - number)
    last = [
        way for (seam, flaps), way in ways.items() if _need(seam, length, flap if flaps else 0.0, 0.0) <= room + EXACT
    ]
    if not last:
        return ()
    best = min(last, key=lambda way: (way.cost + _spread(way.seams[-1], length, length / many), way.seams, way.flaps))
    return _parts(best, length, flap)


def _find_places(
    length: float, room: float, flap: float, many: int, lines: Sequence[Seam]
) -> tuple[tuple[float, float], ...]:
    """Where seams may run, each with its cost: along lines; else so that parts are equal, or as long as can be."""
    equal = [length * number / many for number in range(1, many)]
    full = [(room - flap) * number for number in range(1, many)]
    full += [length - place for place in full]
    wished = {round(line.at, 6): line.cuts * _CUT for line in lines if EXACT < line.at < length - EXACT}
    free = {round(place, 6): _STRAY for place in (*equal, *full) if EXACT < place < length - EXACT}
    return tuple(sorted({**free, **wished}.items()))


def _go_on(
    ways: dict[tuple[float, int], _Way],
    places: Sequence[tuple[float, float]],
    length: float,
    room: float,
    flap: float,
    left: int,
) -> dict[tuple[float, int], _Way]:
    """The best way to each place of the next seam, with its flap on either side; `left` parts come after it."""
    best: dict[tuple[float, int], _Way] = {}
    for (seam, before), way in ways.items():
        for place, cost in places:
            if place <= seam + EXACT or length - place > left * room:
                continue
            for side in (-1, 1):
                need = _need(seam, place, flap if before else 0.0, flap if side < 0 else 0.0)
                if need > room + EXACT:
                    continue
                whole = way.cost + cost + _spread(seam, place, length / (left + len(way.seams) + 1))
                key = place, 1 if side > 0 else 0
                found = _Way(whole, (*way.seams, place), (*way.flaps, side))
                if key not in best or (found.cost, found.seams, found.flaps) < (
                    best[key].cost,
                    best[key].seams,
                    best[key].flaps,
                ):
                    best[key] = found
    return best


def _need(start: float, end: float, before: float, after: float) -> float:
    return before + end - start + after


def _spread(start: float, end: float, equal: float) -> float:
    """How unlike the others a part is."""
    return (end - start - equal) ** 2


def _parts(way: _Way, length: float, flap: float) -> tuple[Part, ...]:
    edges = (0.0, *way.seams, length)
    parts = []
    for number in range(len(edges) - 1):
        before = flap if number and way.flaps[number - 1] > 0 else 0.0
        after = flap if number < len(way.flaps) and way.flaps[number] < 0 else 0.0
        parts.append(Part(edges[number], edges[number + 1], before, after))
    return tuple(parts)
