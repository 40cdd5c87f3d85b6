"""Transforms of SVG as matrices (a, b, c, d, e, f): x' = a x + c y + e, y' = b x + d y + f."""

import math
import re
from collections.abc import Callable, Iterable
from functools import lru_cache

from pnp.model.face import Matrix

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
LARGEST = 1e6
NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_CALL = re.compile(r"\s*(\w+)\s*\(([^()]*)\)\s*,?")


def multiply(outer: Matrix, inner: Matrix) -> Matrix:
    """The matrix that applies `inner` first, then `outer`."""
    if outer == IDENTITY:
        return inner
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def scale_of(matrix: Matrix) -> float:
    """How much longer the matrix makes things, as the square root of what it does to an area."""
    a, b, c, d, _, _ = matrix
    return math.sqrt(abs(a * d - b * c))


def place(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """The point (x, y) under the matrix."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def place_all(matrix: Matrix, points: Iterable[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """The points under the matrix."""
    a, b, c, d, e, f = matrix
    return tuple([(a * x + c * y + e, b * x + d * y + f) for x, y in points])


def place_box(matrix: Matrix, box: tuple[float, float, float, float]) -> tuple[float, float, float, float] | None:
    """The box around all that has this box, under the matrix; None where that depends on more than the box."""
    a, b, c, d, e, f = matrix
    left, top, right, bottom = box
    # Where a number has no end, the rest of the figure may have none either.
    if b or c or not math.isfinite(left + top + right + bottom):
        return None
    left, right = a * left + e, a * right + e
    top, bottom = d * top + f, d * bottom + f
    if a > 0 and d > 0:
        return left, top, right, bottom
    return min(left, right), min(top, bottom), max(left, right), max(top, bottom)


@lru_cache(maxsize=4096)
def read_transform(text: str, origin: str = "") -> Matrix:
    """The matrix of a `transform` attribute, about `transform-origin` (two numbers) where given.

    ValueError if it cannot be read. Definitions: SVG 1.1, section 7.6.
    """
    matrix, at, end = IDENTITY, 0, len(text.rstrip())
    while at < end:
        match = _CALL.match(text, at)
        if match is None or match[1] not in _MAKERS:
            raise ValueError(text[at:].strip())
        numbers = [float(number) for number in NUMBER.findall(match[2])]
        if NUMBER.sub("", match[2]).strip(" ,\t\r\n"):
            raise ValueError(match[0].strip())
        matrix = multiply(matrix, _make(match[1], numbers))
        at = match.end()
    if origin:
        x, y = (float(number) for number in origin.replace(",", " ").split())
        matrix = multiply((1, 0, 0, 1, x, y), multiply(matrix, (1, 0, 0, 1, -x, -y)))
    return matrix


def _make(name: str, numbers: list[float]) -> Matrix:
    maker, counts = _MAKERS[name]
    if len(numbers) not in counts or max(map(abs, numbers)) > LARGEST:
        raise ValueError(f"{name}({' '.join(map(str, numbers))})")
    matrix = maker(*numbers)
    # A slant of 90 degrees has no end.
    if max(map(abs, matrix)) > LARGEST * LARGEST:
        raise ValueError(f"{name}({' '.join(map(str, numbers))})")
    return matrix


def _rotate(angle: float, x: float = 0.0, y: float = 0.0) -> Matrix:
    # A quarter turn lands exactly: no 6e-17 in coordinates.
    turn = math.radians(angle)
    cos, sin = round(math.cos(turn), 15), round(math.sin(turn), 15)
    return (cos, sin, -sin, cos, x - x * cos + y * sin, y - x * sin - y * cos)


_MAKERS: dict[str, tuple[Callable[..., Matrix], tuple[int, ...]]] = {
    "matrix": (lambda a, b, c, d, e, f: (a, b, c, d, e, f), (6,)),
    "translate": (lambda x, y=0.0: (1.0, 0.0, 0.0, 1.0, x, y), (1, 2)),
    "scale": (lambda x, y=None: (x, 0.0, 0.0, x if y is None else y, 0.0, 0.0), (1, 2)),
    "rotate": (_rotate, (1, 3)),
    "skewX": (lambda angle: (1.0, 0.0, math.tan(math.radians(angle)), 1.0, 0.0, 0.0), (1,)),
    "skewY": (lambda angle: (1.0, math.tan(math.radians(angle)), 0.0, 1.0, 0.0, 0.0), (1,)),
}
