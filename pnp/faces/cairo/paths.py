"""Paths as calls to cairo, those that CairoSVG makes of them: each number read once."""

import re
from collections.abc import Callable
from typing import Any, TypeAlias

import cairocffi as cairo

from pnp.faces.cairo.calls import Call

Point: TypeAlias = tuple[float, float]

_LIBRARY = cairo.cairo
_CLOSE = (_LIBRARY.cairo_close_path, ())
# For each letter how many numbers follow it, whether they count from where the path is, and what they are given to.
_LETTERS: dict[str, tuple[int, bool, Callable[..., Any]]] = {
    "M": (2, False, _LIBRARY.cairo_move_to),
    "m": (2, True, _LIBRARY.cairo_rel_move_to),
    "L": (2, False, _LIBRARY.cairo_line_to),
    "l": (2, True, _LIBRARY.cairo_rel_line_to),
    "H": (1, False, _LIBRARY.cairo_line_to),
    "h": (1, True, _LIBRARY.cairo_rel_line_to),
    "V": (1, False, _LIBRARY.cairo_line_to),
    "v": (1, True, _LIBRARY.cairo_rel_line_to),
    "C": (6, False, _LIBRARY.cairo_curve_to),
    "c": (6, True, _LIBRARY.cairo_rel_curve_to),
    "Q": (4, False, _LIBRARY.cairo_curve_to),
    "q": (4, True, _LIBRARY.cairo_rel_curve_to),
}
_NUMBER = r"-?(?>\d+(?:\.\d+)?|\.\d+)"
_NUMBERS = re.compile(_NUMBER)
_PART = re.compile(r"([MLHVCQZmlhvcqz])([^MLHVCQZmlhvcqz]*)")
_PLAIN = re.compile(rf"M(?:[MLHVCQZmlhvcqz ,\n\r\t]|{_NUMBER})*+")


def read_path(data: str) -> list[Call] | None:
    """The calls that make the path of lines and plain curves; None where it is not certain what CairoSVG makes of it.

    The path begins by `M`, so it does not depend on what was drawn before.
    """
    if not _PLAIN.fullmatch(data):
        return None
    calls: list[Call] = []
    here: Point = (0.0, 0.0)
    first: Point | None = None
    for letter, text in _PART.findall(data):
        values = [*map(float, _NUMBERS.findall(text))]
        if letter in "zZ":
            if values:
                return None
            if first is not None:
                calls.append(_CLOSE)
                here, first = first, None
            continue
        count = _LETTERS[letter][0]
        if not values or len(values) % count:
            return None
        if letter in "mM":
            calls.append((_LETTERS[letter][2], tuple(values[:2])))
            x, y = values[:2]
            here, first = (here[0] + x, here[1] + y) if letter == "m" else (x, y), None
            values = values[2:]
            letter = "l" if letter == "m" else "L"  # noqa: PLW2901 - what goes on behind a move is a line
        if values:
            first = first or here
            here = _add(calls, letter, values, here)
    return calls


def _add(calls: list[Call], letter: str, values: list[float], here: Point) -> Point:
    """Add the calls for a letter and its numbers; gives where the path is then."""
    count, relative, function = _LETTERS[letter]
    x, y = here
    for start in range(0, len(values), count):
        part = values[start : start + count]
        if count == 1:
            other = 0.0 if relative else y if letter == "H" else x
            part = [part[0], other] if letter in "hH" else [other, part[0]]
        elif count == 4:
            part = _raise_degree(0.0, 0.0, *part) if relative else _raise_degree(x, y, *part)
        calls.append((function, tuple(part)))
        to_x, to_y = part[-2:]
        x, y = (x + to_x, y + to_y) if relative else (to_x, to_y)
    return x, y


def _raise_degree(x1: float, y1: float, x2: float, y2: float, x3: float, y3: float) -> list[float]:
    """A curve of one handle as one of two."""
    return [x2 * 2 / 3 + x1 / 3, y2 * 2 / 3 + y1 / 3, x2 * 2 / 3 + x3 / 3, y2 * 2 / 3 + y3 / 3, x3, y3]
