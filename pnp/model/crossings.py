"""Where a closed line crosses itself. Lengths in mm."""

from collections.abc import Iterator, Sequence

from pnp.model.paths import Point

# What is nearer than this touches.
NEAR = 1e-6


def find_crossing(points: Sequence[Point]) -> Point | None:
    """A point at which the closed line through these corners crosses or touches itself; None if there is none.

    No two corners in a row may be the same. The sides are taken from left to right, each against those that reach as
    far as it begins.
    """
    sides = [(point, points[(number + 1) % len(points)]) for number, point in enumerate(points)]
    order = sorted(range(len(sides)), key=lambda number: min(sides[number][0][0], sides[number][1][0]))
    open_sides: list[int] = []
    for number in order:
        left = min(sides[number][0][0], sides[number][1][0])
        open_sides = [one for one in open_sides if max(sides[one][0][0], sides[one][1][0]) >= left - NEAR]
        for other in open_sides:
            found = _meet(sides, number, other)
            if found is not None:
                return found
        open_sides.append(number)
    return None


def _meet(sides: Sequence[tuple[Point, Point]], one: int, other: int) -> Point | None:
    """Where two sides meet, but for the corner that neighbours share."""
    if (one + 1) % len(sides) == other:
        return _fold_back(sides[one], sides[other])
    if (other + 1) % len(sides) == one:
        return _fold_back(sides[other], sides[one])
    return next(_crossings(sides[one], sides[other]), None)


def _fold_back(first: tuple[Point, Point], second: tuple[Point, Point]) -> Point | None:
    """The corner between two sides in a row, if the second goes back along the first."""
    (x1, y1), (x2, y2) = first
    x3, y3 = second[1]
    turn = (x2 - x1) * (y3 - y2) - (y2 - y1) * (x3 - x2)
    onward = (x2 - x1) * (x3 - x2) + (y2 - y1) * (y3 - y2)
    return (x2, y2) if abs(turn) <= NEAR * abs(onward) and onward < 0 else None


def _crossings(one: tuple[Point, Point], other: tuple[Point, Point]) -> Iterator[Point]:
    """Where two sides cross, or the end of one lies on the other."""
    (x1, y1), (x2, y2) = one
    (x3, y3), (x4, y4) = other
    if min(y1, y2) > max(y3, y4) + NEAR or max(y1, y2) < min(y3, y4) - NEAR:
        return
    across = (x2 - x1) * (y4 - y3) - (y2 - y1) * (x4 - x3)
    if across:
        along = ((x3 - x1) * (y4 - y3) - (y3 - y1) * (x4 - x3)) / across
        beside = ((x3 - x1) * (y2 - y1) - (y3 - y1) * (x2 - x1)) / across
        if 0 <= along <= 1 and 0 <= beside <= 1:
            yield x1 + along * (x2 - x1), y1 + along * (y2 - y1)
    for side, ends in ((one, other), (other, one)):
        yield from (end for end in ends if _is_on(end, side))


def _is_on(point: Point, side: tuple[Point, Point]) -> bool:
    (x, y), ((x1, y1), (x2, y2)) = point, side
    square = (x2 - x1) ** 2 + (y2 - y1) ** 2
    share = min(1.0, max(0.0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / square)) if square else 0.0
    return abs(x1 + share * (x2 - x1) - x) <= NEAR and abs(y1 + share * (y2 - y1) - y) <= NEAR
