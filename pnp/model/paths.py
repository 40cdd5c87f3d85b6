"""Path data of SVG as polygons: every curve and arc flattened. Lengths in user units."""

import math
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Polyline: TypeAlias = tuple[Point, ...]

_TOKEN = re.compile(r"[MmZzLlHhVvCcSsQqTtAa]|[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[^\s,]")
_ARC_FLAGS = re.compile(r"([Aa])([^MmZzLlHhVvCcSsQqTtAa]*)")
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_ARC = re.compile(
    r"[\s,]*([+-]?[\d.]+(?:[eE][+-]?\d+)?)[\s,]*([+-]?[\d.]+(?:[eE][+-]?\d+)?)[\s,]*([+-]?[\d.]+(?:[eE][+-]?\d+)?)"
    r"[\s,]*([01])[\s,]*([01])"
)


def read_path(data: str, tolerance: float) -> tuple[Polyline, ...]:
    """The outlines of path data, flattened to within `tolerance`; ValueError names what cannot be read.

    Definitions: SVG 1.1, section 8.3.
    """
    # Rounded down to a power of two, so that one icon in many sizes is flattened a few times only.
    return _flatten(data, math.ldexp(0.5, math.frexp(tolerance)[1]))


@lru_cache(maxsize=4096)
def read_commands(data: str) -> tuple[tuple[str, tuple[float, ...]], ...]:
    """The commands of path data with their numbers; ValueError names what cannot be read."""
    return tuple(_commands(data))


@lru_cache(maxsize=4096)
def _flatten(data: str, tolerance: float) -> tuple[Polyline, ...]:
    pen = _Pen(tolerance)
    for command, numbers in read_commands(data):
        pen.draw(command, numbers)
    return pen.outlines()


def ellipse(cx: float, cy: float, rx: float, ry: float, tolerance: float) -> Polyline:
    """An ellipse as a closed polygon that touches the ellipse's box on all four sides."""
    steps = -(-_steps(max(rx, ry), math.tau, tolerance) // 4) * 4
    turn = math.tau / steps
    points = [(cx + rx * math.cos(i * turn), cy + ry * math.sin(i * turn)) for i in range(steps)]
    return (*points, points[0])


def _steps(radius: float, angle: float, tolerance: float) -> int:
    # The sagitta of a chord over angle t is r (1 - cos(t / 2)).
    if radius <= tolerance:
        return 4
    return max(4, min(720, math.ceil(abs(angle) / (2 * math.acos(1 - tolerance / radius)))))


def _commands(data: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    # The flags of an arc may be written without a space after them (`a1 1 0 01.5 2`).
    tokens = _TOKEN.findall(_ARC_FLAGS.sub(_part_flags, data) if "a" in data or "A" in data else data)
    at, command = 0, ""
    while at < len(tokens):
        if tokens[at].isalpha():
            command, at = tokens[at], at + 1
        elif command in ("", "Z", "z"):
            raise ValueError(tokens[at])
        count = _COUNTS.get(command.upper())
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
        command = {"M": "L", "m": "l"}.get(command, command)


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

    def __init__(self, tolerance: float) -> None:
        self.tolerance = tolerance
        self.done: list[Polyline] = []
        self.line: list[Point] = []
        self.x = self.y = 0.0
        self.control: Point | None = None
        self.curve = ""

    def outlines(self) -> tuple[Polyline, ...]:
        self.lift()
        return tuple(self.done)

    def lift(self) -> None:
        if len(self.line) > 1:
            self.done.append(tuple(self.line))
        self.line = []

    def draw(self, command: str, numbers: tuple[float, ...]) -> None:
        name = command.upper()
        if name == "Z":
            if self.line:
                self.x, self.y = self.line[0]
                self.line.append(self.line[0])
            self.lift()
        else:
            points = self.absolute(name, command.islower(), numbers)
            if name == "M":
                self.lift()
            if name == "M" or not self.line:
                self.line.append((self.x, self.y) if name != "M" else points[-1])
            getattr(self, _STROKES[name])(points, numbers)
            self.x, self.y = points[-1]
        if name not in "CSQT":
            self.control = None
        self.curve = name

    def absolute(self, name: str, relative: bool, numbers: tuple[float, ...]) -> list[Point]:
        dx, dy = (self.x, self.y) if relative else (0.0, 0.0)
        if name == "H":
            return [(numbers[0] + dx, self.y)]
        if name == "V":
            return [(self.x, numbers[0] + dy)]
        if name == "A":
            return [(numbers[5] + dx, numbers[6] + dy)]
        return [(x + dx, y + dy) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]

    def move(self, points: list[Point], _numbers: tuple[float, ...]) -> None:
        pass

    def straight(self, points: list[Point], _numbers: tuple[float, ...]) -> None:
        self.line.append(points[-1])

    def mirrored(self, kinds: str) -> Point:
        if self.control is None or self.curve not in kinds:
            return self.x, self.y
        return 2 * self.x - self.control[0], 2 * self.y - self.control[1]

    def cubic(self, points: list[Point], _numbers: tuple[float, ...]) -> None:
        first, second, last = points if len(points) == 3 else [self.mirrored("CS"), *points]
        self.control = second
        self.bend(first, second, last)

    def quadratic(self, points: list[Point], _numbers: tuple[float, ...]) -> None:
        control, last = points if len(points) == 2 else [self.mirrored("QT"), *points]
        self.control = control
        first = (self.x + 2 * (control[0] - self.x) / 3, self.y + 2 * (control[1] - self.y) / 3)
        second = (last[0] + 2 * (control[0] - last[0]) / 3, last[1] + 2 * (control[1] - last[1]) / 3)
        self.bend(first, second, last)

    def bend(self, first: Point, second: Point, last: Point) -> None:
        x, y = self.x, self.y
        # A cubic cut in n equal parts stays within |second difference| * sqrt(3) / (18 n^2) * 6 of its chords.
        bow = max(
            math.hypot(x - 2 * first[0] + second[0], y - 2 * first[1] + second[1]),
            math.hypot(first[0] - 2 * second[0] + last[0], first[1] - 2 * second[1] + last[1]),
        )
        steps = max(1, min(64, math.ceil(math.sqrt(0.75 * bow / self.tolerance))))
        for step in range(1, steps):
            t = step / steps
            s = 1 - t
            a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
            self.line.append(
                (a * x + b * first[0] + c * second[0] + d * last[0], a * y + b * first[1] + c * second[1] + d * last[1])
            )
        self.line.append(last)

    def arc(self, points: list[Point], numbers: tuple[float, ...]) -> None:
        self.line += arc((self.x, self.y), points[-1], numbers, self.tolerance)


_STROKES = {
    "M": "move",
    "L": "straight",
    "H": "straight",
    "V": "straight",
    "C": "cubic",
    "S": "cubic",
    "Q": "quadratic",
    "T": "quadratic",
    "A": "arc",
}


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
    steps = _steps(max(rx, ry), sweep, tolerance)
    angles = (first + sweep * step / steps for step in range(1, steps))
    between = [(rx * math.cos(a), ry * math.sin(a)) for a in angles]
    return [*((cx + cos * u - sin * v, cy + sin * u + cos * v) for u, v in between), end]
