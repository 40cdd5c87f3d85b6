"""Path data of SVG as polygons: every curve and arc flattened. Lengths in user units."""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

from pnp.model.curves import arc, bend
from pnp.model.face import Box

Point: TypeAlias = tuple[float, float]
Polyline: TypeAlias = tuple[Point, ...]
Command: TypeAlias = tuple[str, tuple[float, ...]]
# Outlines, and the box around them: left, top, right, bottom, all 0 if there are none.
Figure: TypeAlias = tuple[tuple[Polyline, ...], tuple[float, float, float, float]]

_TOKEN = re.compile(r"[MmZzLlHhVvCcSsQqTtAa]|[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[^\s,]")
_ARC_FLAGS = re.compile(r"([Aa])([^MmZzLlHhVvCcSsQqTtAa]*)")
_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_COUNTS = {**_NUMBERS, **{letter.lower(): count for letter, count in _NUMBERS.items()}}
# What a command is where its numbers go on after the first ones.
_NEXT = {"M": "L", "m": "l"}
_FLAGS = {"0", "1"}
_ARC = re.compile(
    r"[\s,]*([+-]?[\d.]+(?:[eE][+-]?\d+)?)[\s,]*([+-]?[\d.]+(?:[eE][+-]?\d+)?)[\s,]*([+-]?[\d.]+(?:[eE][+-]?\d+)?)"
    r"[\s,]*([01])[\s,]*([01])"
)
_LETTER = re.compile(r"([MmZzLlHhVvCcSsQqTtAa])")


def bounds(outlines: Sequence[Polyline]) -> Box:
    """The box around all points; there must be one."""
    xs = [x for outline in outlines for x, _ in outline]
    ys = [y for outline in outlines for _, y in outline]
    return Box(min(xs), min(ys), max(xs), max(ys))


def read_path(data: str, tolerance: float) -> tuple[Polyline, ...]:
    """The outlines of path data, flattened to within `tolerance`; ValueError names what cannot be read.

    Definitions: SVG 1.1, section 8.3.
    """
    return trace_path(data, tolerance)[0]


def trace_path(data: str, tolerance: float) -> Figure:
    """What `read_path` gives, with the box around it."""
    return _flatten(data, _rounded(tolerance))


@lru_cache(maxsize=4096)
def read_commands(data: str) -> tuple[Command, ...]:
    """The commands of path data with their numbers; ValueError names what cannot be read."""
    try:
        return tuple(_split(data))
    except ValueError:
        return tuple(_commands(data))


def _rounded(tolerance: float) -> float:
    # Rounded down to a power of two, so that one icon in many sizes is flattened a few times only.
    return math.ldexp(0.5, math.frexp(tolerance)[1])


@lru_cache(maxsize=4096)
def _flatten(data: str, tolerance: float) -> Figure:
    return _draw(read_commands(data), tolerance)


def _draw(commands: Iterable[Command], tolerance: float) -> Figure:
    pen = _Pen(tolerance)
    for command, numbers in commands:
        stroke, is_relative = _STROKES[command]
        if is_relative:
            stroke(pen, pen.x, pen.y, numbers)
        else:
            stroke(pen, 0.0, 0.0, numbers)
    outlines = pen.outlines()
    return outlines, bounds(outlines) if outlines else (0.0, 0.0, 0.0, 0.0)


@lru_cache(maxsize=4096)
def round_rectangle(box: Box, rx: float, ry: float, tolerance: float) -> Figure:
    """A box whose corners are quarters of an ellipse; ValueError where that has no end."""
    left, top, right, bottom = box
    if not all(map(math.isfinite, (*box, rx, ry))):
        raise ValueError(box)
    quarter = (rx, ry, 0.0, 0.0, 1.0)
    commands = (
        ("M", (left + rx, top)),
        ("H", (right - rx,)),
        ("a", (*quarter, rx, ry)),
        ("V", (bottom - ry,)),
        ("a", (*quarter, -rx, ry)),
        ("H", (left + rx,)),
        ("a", (*quarter, -rx, -ry)),
        ("V", (top + ry,)),
        ("a", (*quarter, rx, -ry)),
        ("Z", ()),
    )
    return _draw(commands, _rounded(tolerance))


def _split(data: str) -> list[Command]:
    """The commands of path data as most is written; ValueError where numbers run together, or something is wrong."""
    if "n" in data or "N" in data or "_" in data:  # `inf` and `1_000` are numbers for Python alone
        raise ValueError(data)
    before, *parts = _LETTER.split(data.replace(",", " ").replace("-", " -"))
    if before and not before.isspace():
        raise ValueError(before)
    found: list[Command] = []
    for command, written in zip(parts[::2], parts[1::2], strict=True):
        words = written.split()
        numbers = tuple(map(float, words))
        count = _COUNTS[command]
        # The flags of an arc may run together with what follows.
        if count == 7 and not _FLAGS.issuperset(words[3::7] + words[4::7]):
            raise ValueError(written)
        if len(numbers) == count:
            found.append((command, numbers))
        elif not count or not numbers or len(numbers) % count:
            raise ValueError(written)
        else:
            found.append((command, numbers[:count]))
            following = _NEXT.get(command, command)
            found += [(following, numbers[at : at + count]) for at in range(count, len(numbers), count)]
    return found


def _commands(data: str) -> Iterator[Command]:
    # The flags of an arc may be written without a space after them (`a1 1 0 01.5 2`).
    tokens = _TOKEN.findall(_ARC_FLAGS.sub(_part_flags, data) if "a" in data or "A" in data else data)
    at, command = 0, ""
    while at < len(tokens):
        if tokens[at].isalpha():
            command, at = tokens[at], at + 1
        elif command in ("", "Z", "z"):
            raise ValueError(tokens[at])
        count = _COUNTS.get(command)
        if count is None:
            raise ValueError(command)
        try:
            numbers = tuple(map(float, tokens[at : at + count]))
        except ValueError:
            raise ValueError(f"{command} {' '.join(tokens[at : at + count])}") from None
        if len(numbers) < count:
            raise ValueError(f"{command} needs {count} numbers")
        yield command, numbers
        at += count
        command = _NEXT.get(command, command)


def _part_flags(match: re.Match[str]) -> str:
    rest, parts = match[2], [match[1]]
    while (arc := _ARC.match(rest)) is not None:
        parts += arc.groups()
        rest = rest[arc.end() :]
        pair = re.match(r"[\s,]*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)" * 2, rest)
        if pair is None:
            break
        parts += pair.groups()
        rest = rest[pair.end() :]
    return " ".join(parts) + rest


class _Pen:
    """Where the pen is, and what it has drawn."""

    __slots__ = ("control", "done", "last", "line", "tolerance", "x", "y")

    def __init__(self, tolerance: float) -> None:
        self.tolerance = tolerance
        self.done: list[Polyline] = []
        self.line: list[Point] = [(0.0, 0.0)]
        self.x = self.y = 0.0
        # The last control point, and what was drawn with it: a cubic or a quadratic curve, of which it may be mirrored.
        self.control: Point = (0.0, 0.0)
        self.last = "close"

    def outlines(self) -> tuple[Polyline, ...]:
        self.lift()
        return tuple(self.done)

    def lift(self) -> None:
        if len(self.line) > 1:
            self.done.append(tuple(self.line))

    def close(self, _dx: float, _dy: float, _numbers: tuple[float, ...]) -> None:
        if self.last != "close":
            start = self.line[0]
            self.line.append(start)
            self.lift()
            self.x, self.y = start
            self.line = [start]
            self.last = "close"

    def move(self, dx: float, dy: float, numbers: tuple[float, ...]) -> None:
        self.lift()
        x, y = numbers
        self.x, self.y = start = x + dx, y + dy
        self.line = [start]
        self.last = "move"

    def straight(self, dx: float, dy: float, numbers: tuple[float, ...]) -> None:
        x, y = numbers
        self.x, self.y = end = x + dx, y + dy
        self.line.append(end)
        self.last = "line"

    def level(self, dx: float, _dy: float, numbers: tuple[float, ...]) -> None:
        self.x = numbers[0] + dx
        self.line.append((self.x, self.y))
        self.last = "line"

    def upright(self, _dx: float, dy: float, numbers: tuple[float, ...]) -> None:
        self.y = numbers[0] + dy
        self.line.append((self.x, self.y))
        self.last = "line"

    def mirrored(self, curve: str) -> Point:
        if self.last != curve:
            return self.x, self.y
        return 2 * self.x - self.control[0], 2 * self.y - self.control[1]

    def cubic(self, dx: float, dy: float, numbers: tuple[float, ...]) -> None:
        u, v, x, y = numbers[-4:]
        first = (numbers[0] + dx, numbers[1] + dy) if len(numbers) == 6 else self.mirrored("cubic")
        second, end = (u + dx, v + dy), (x + dx, y + dy)
        self.line += bend((self.x, self.y), first, second, end, self.tolerance)
        self.x, self.y = end
        self.control, self.last = second, "cubic"

    def quadratic(self, dx: float, dy: float, numbers: tuple[float, ...]) -> None:
        u, v = (numbers[0] + dx, numbers[1] + dy) if len(numbers) == 4 else self.mirrored("quadratic")
        p, q = self.x, self.y
        x, y = numbers[-2] + dx, numbers[-1] + dy
        first, second = (p + 2 * (u - p) / 3, q + 2 * (v - q) / 3), (x + 2 * (u - x) / 3, y + 2 * (v - y) / 3)
        self.line += bend((p, q), first, second, (x, y), self.tolerance)
        self.x, self.y = x, y
        self.control, self.last = (u, v), "quadratic"

    def arc(self, dx: float, dy: float, numbers: tuple[float, ...]) -> None:
        end = numbers[5] + dx, numbers[6] + dy
        self.line += arc((self.x, self.y), end, numbers, self.tolerance)
        self.x, self.y = end
        self.last = "line"


_Stroke: TypeAlias = Callable[[_Pen, float, float, tuple[float, ...]], None]
_KINDS: dict[str, _Stroke] = {
    "M": _Pen.move,
    "L": _Pen.straight,
    "H": _Pen.level,
    "V": _Pen.upright,
    "C": _Pen.cubic,
    "S": _Pen.cubic,
    "Q": _Pen.quadratic,
    "T": _Pen.quadratic,
    "A": _Pen.arc,
    "Z": _Pen.close,
}
# What each letter draws, and if its numbers count from where the pen is.
_STROKES = {
    **{letter: (stroke, False) for letter, stroke in _KINDS.items()},
    **{letter.lower(): (stroke, True) for letter, stroke in _KINDS.items()},
}
