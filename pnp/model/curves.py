"""Curves as the points of polygons that keep within a tolerance of them."""

import math
from functools import lru_cache
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]


def bend(start: Point, first: Point, second: Point, end: Point, tolerance: float) -> list[Point]:
    """The points after its start of a cubic Bézier curve that these four points give."""
    (p, q), (r, s), (t, u), (v, w) = start, first, second, end
    # A cubic cut in n equal parts stays within |second difference| * sqrt(3) / (18 n^2) * 6 of its chords.
    bow = max(math.hypot(p - 2 * r + t, q - 2 * s + u), math.hypot(r - 2 * t + v, s - 2 * u + w))
    steps = math.ceil(math.sqrt(0.75 * bow / tolerance))
    if steps <= 1:
        return [end]
    steps = min(64, steps)
    points = [(a * p + b * r + c * t + d * v, a * q + b * s + c * u + d * w) for a, b, c, d in _shares(steps)]
    points.append(end)
    return points


@lru_cache(maxsize=64)
def _shares(steps: int) -> tuple[tuple[float, float, float, float], ...]:
    """How much the four points of a cubic curve weigh at each end of equal parts of it but the first and the last."""
    parts = [(1 - step / steps, step / steps) for step in range(1, steps)]
    return tuple((s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t) for s, t in parts)


def arc(start: Point, end: Point, numbers: tuple[float, ...], tolerance: float) -> list[Point]:
    """The points of an elliptical arc after its start (`numbers` as in path data); SVG 1.1, appendix F.6."""
    rx, ry, tilt = abs(numbers[0]), abs(numbers[1]), math.radians(numbers[2])
    if rx == 0 or ry == 0 or start == end:
        return [end]
    cos, sin = math.cos(tilt), math.sin(tilt)
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x, y = cos * dx + sin * dy, cos * dy - sin * dx
    grow = math.sqrt(max(1.0, (x / rx) ** 2 + (y / ry) ** 2))
    rx, ry = rx * grow, ry * grow
    square = max(0.0, (rx * ry) ** 2 / ((rx * y) ** 2 + (ry * x) ** 2) - 1)
    side = math.sqrt(square) * (-1 if bool(numbers[3]) == bool(numbers[4]) else 1)
    u, v = side * rx * y / ry, -side * ry * x / rx
    cx, cy = cos * u - sin * v + (start[0] + end[0]) / 2, sin * u + cos * v + (start[1] + end[1]) / 2
    first = math.atan2((y - v) / ry, (x - u) / rx)
    sweep = math.atan2((-y - v) / ry, (-x - u) / rx) - first
    if numbers[4] and sweep < 0:
        sweep += math.tau
    if not numbers[4] and sweep > 0:
        sweep -= math.tau
    steps = _count(max(rx, ry), sweep, tolerance)
    angles = [first + sweep * step / steps for step in range(1, steps)]
    if not tilt:
        return [*[(cx + rx * math.cos(a), cy + ry * math.sin(a)) for a in angles], end]
    between = [(rx * math.cos(a), ry * math.sin(a)) for a in angles]
    return [*[(cx + cos * u - sin * v, cy + sin * u + cos * v) for u, v in between], end]


@lru_cache(maxsize=1024)
def ellipse(cx: float, cy: float, rx: float, ry: float, tolerance: float) -> tuple[Point, ...]:
    """An ellipse as a closed polygon that touches the ellipse's box on all four sides."""
    steps = -(-_count(max(rx, ry), math.tau, tolerance) // 4) * 4
    points = [(cx + rx * cos, cy + ry * sin) for cos, sin in _turns(steps)]
    return (*points, points[0])


@lru_cache(maxsize=256)
def _turns(steps: int) -> tuple[Point, ...]:
    turn = math.tau / steps
    return tuple((math.cos(i * turn), math.sin(i * turn)) for i in range(steps))


def _count(radius: float, angle: float, tolerance: float) -> int:
    # The sagitta of a chord over angle t is r (1 - cos(t / 2)).
    if radius <= tolerance:
        return 4
    part = 2 * math.acos(1 - tolerance / radius)
    return max(4, min(720, math.ceil(abs(angle) / part))) if part else 720
