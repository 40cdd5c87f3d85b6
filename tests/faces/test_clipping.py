"""Outlines that need no cutting are told by their boxes: the result is that of cutting each by each edge."""

import math
import random
from collections.abc import Sequence

import pytest

from pnp.faces.svg.clipping import clip
from pnp.model.paths import Point, Polyline


def cut_all(outline: Polyline, corners: Sequence[Point]) -> Polyline:
    """Sutherland and Hodgman's way, edge by edge, for a convex window whose area is positive."""
    kept = list(outline)
    for (x0, y0), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True):
        sides = [(x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) for x, y in kept]
        points = []
        for number, (x, y) in enumerate(kept):
            (u, v), before, side = kept[number - 1], sides[number - 1], sides[number]
            if (side >= 0) != (before >= 0):
                share = before / (before - side)
                points.append((u + share * (x - u), v + share * (y - v)))
            if side >= 0:
                points.append((x, y))
        kept = points
        if not kept:
            break
    return tuple(kept)


def window(kind: str, dice: random.Random) -> list[Point]:
    x, y, width, height = dice.uniform(-5, 5), dice.uniform(-5, 5), dice.uniform(0.1, 8), dice.uniform(0.1, 8)
    if kind == "round":
        count = dice.randint(5, 40)
        turns = [math.tau * number / count for number in range(count)]
        return [(x + width * math.cos(turn), y + height * math.sin(turn)) for turn in turns]
    turn = dice.uniform(0, math.tau) if kind == "turned" else 0.0
    cos, sin = math.cos(turn), math.sin(turn)
    corners = ((-width, -height), (width, -height), (width, height), (-width, height))
    return [(x + u * cos - v * sin, y + u * sin + v * cos) for u, v in corners]


@pytest.mark.parametrize("kind", ["upright", "turned", "round"])
def test_what_is_told_by_its_box_is_what_cutting_gives(kind: str) -> None:
    dice = random.Random(kind)
    seen = {"whole": 0, "cut": 0, "gone": 0}
    for _ in range(1500):
        corners = window(kind, dice)
        size, x, y = dice.choice((0.5, 3, 8)), dice.uniform(-9, 9), dice.uniform(-9, 9)
        # Some points lie on the window's own lines.
        outline = tuple(
            (
                dice.choice(corners)[0] if dice.random() < 0.2 else x + dice.uniform(-size, size),
                dice.choice(corners)[1] if dice.random() < 0.2 else y + dice.uniform(-size, size),
            )
            for _ in range(dice.randint(1, 8))
        )
        wanted = cut_all(outline, corners)
        closed = dice.random() < 0.5
        assert clip(outline, (*corners, corners[0]) if closed else tuple(corners)) == wanted
        seen["whole" if wanted == outline else "cut" if wanted else "gone"] += 1
    assert min(seen.values()) > 50
