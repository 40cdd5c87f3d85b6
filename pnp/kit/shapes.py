"""The `shape` of a deck's pieces: a word, points, or path data, with the size that goes with it."""

import math
from itertools import pairwise
from typing import NamedTuple

from pnp.kit.parsing import scalars
from pnp.kit.parsing.tree import Entry, Node, Scalar, Sequence
from pnp.kit.reader import Reader, describe
from pnp.kit.wording import clip, near
from pnp.model.crossings import find_crossing
from pnp.model.face import Box
from pnp.model.outline import Outline, Vertex, circle, hexagon
from pnp.model.paths import Point, read_path
from pnp.model.units import parse_length, show

SHAPES = ("rectangle", "round", "hex-flat", "hex-pointy")
# A hexagon is so much wider from corner to corner than across its flats.
TALLER = 2 / math.sqrt(3)
# mm: what a size in decimals may differ from what a shape asks for, how near two points are one, how fine curves are.
NEAR, SAME, FINE = 0.05, 0.001, 0.01
# No punch has so many corners; and a drawing with more is a picture.
MOST = 5000
_OTHERWISE = "Or give its corners, `[[0, 0], [20, 0], [10, 15]]`, or path data in quotes, both in mm."


class Shape(NamedTuple):
    """A piece's size in mm, what its shape is called, and its outline; None for a rectangle."""

    width: float
    height: float
    name: str
    outline: Outline | None


def read_shape(entry: Entry | None, size: tuple[float, float], reader: Reader, *, one: bool) -> Shape:
    """The shape that a deck names, in its size; `one` tells that one length was given for both sides.

    A hexagon's one length is that across its flats. What cannot be is noted, and the piece is a rectangle.
    """
    word = _word(entry, reader)
    if entry is None or word == "rectangle":
        return Shape(*size, "rectangle", None)
    reader.places["shape",] = reader.report.where(entry.value)
    if word == "round":
        size = _agreed(size, (min(size), min(size)), "a round piece is as wide as it is high", reader)
        return Shape(*size, word, circle(Box(0.0, 0.0, *size)))
    if word:
        flat = word == "hex-flat"
        across = size[1] if flat else size[0]
        whole = (across * TALLER, across) if flat else (across, across * TALLER)
        told = f"a hexagon that is {show(across)} mm across its flats is {show(whole[0])} x {show(whole[1])} mm"
        size = whole if one else _agreed(size, whole, told, reader, across)
        return Shape(*size, word, hexagon(Box(0.0, 0.0, *size), flat=flat))
    points = _points(entry.value, reader)
    outline = _judge(points, size, entry.value, reader) if points else None
    return Shape(*size, "outline" if outline else "rectangle", outline)


def _word(entry: Entry | None, reader: Reader) -> str:
    """The word that the shape is, empty if it is an outline; a wrong one is noted."""
    node = None if entry is None else entry.value
    if not isinstance(node, Scalar):
        return ""
    text = node.text.strip()
    if text in SHAPES or node.empty:
        return text or "rectangle"
    if text[:1] in ("M", "m") and text[1:2] in ("", " ", ",", "-", "+", ".", *"0123456789"):
        return ""
    message = f'shape is "{clip(text)}", which is none of its choices'
    reader.report.note("unknown-choice", node, message, f"{near(text, SHAPES)} {_OTHERWISE}")
    return "rectangle"


def _agreed(
    given: tuple[float, float], whole: tuple[float, float], told: str, reader: Reader, across: float = 0.0
) -> tuple[float, float]:
    """The size that the shape asks for; a fault if the one that is given is another."""
    if max(abs(one - other) for one, other in zip(given, whole, strict=True)) > NEAR:
        place = reader.places.get(("size",)) or reader.places["shape",]
        message = f"size is {show(given[0])} x {show(given[1])} mm, but {told}"
        reader.report.note("bad-value", place, message, f"Write one length: {show(across or whole[0])} mm.")
    return whole


def _points(node: Node, reader: Reader) -> list[Point]:
    """The corners of an outline, each once, a curve as many; none, with a fault, if they cannot be read."""
    if isinstance(node, Sequence):
        points = [_point(item) for item in node.items]
        wrong = next((item for item, point in zip(node.items, points, strict=True) if point is None), None)
        if wrong is not None:
            message = f"the shape has a corner that is no two lengths: {clip(describe(wrong, reader.report))}"
            reader.report.note("bad-value", wrong, message, "Write it as [12.5, 3]: mm from the left and from the top.")
            return []
        return _once([point for point in points if point is not None])
    if not isinstance(node, Scalar):
        reader.report.note("wrong-type", node, f"shape is {describe(node, reader.report)}", _OTHERWISE)
        return []
    try:
        parts = read_path(node.text, FINE)
    except (ValueError, OverflowError) as error:
        message = f'the shape has path data that cannot be read at "{clip(str(error))}"'
        cure = "It begins with M and has lines, arcs and curves: M L H V C S Q T A Z."
        reader.report.note("bad-value", node, message, cure)
        return []
    if len(parts) != 1:
        message = f"the shape has {len(parts)} outlines; a piece has one"
        reader.report.note("bad-value", node, message, "Begin with one M, and end with Z.")
        return []
    return _closed(list(parts[0]), node, reader)


def _point(node: Node) -> Point | None:
    if not isinstance(node, Sequence) or len(node.items) != 2:
        return None
    found = [_mm(item.text) if isinstance(item, Scalar) else None for item in node.items]
    return None if found[0] is None or found[1] is None else (found[0], found[1])


def _mm(text: str) -> float | None:
    amount = scalars.number(text).value
    return parse_length(text) if amount is None else float(amount)


def _closed(points: list[Point], node: Node, reader: Reader) -> list[Point]:
    """The points of a path without the last, which is the first again; none, with a fault, if it is not."""
    gap = math.dist(points[0], points[-1])
    if gap <= SAME:
        return _once(points)
    message = f"the shape is open: it ends {show(gap)} mm from where it begins"
    reader.report.note("bad-value", node, message, "End the path with Z.")
    return []


def _once(points: list[Point]) -> list[Point]:
    """The points without those that stand where the one before stands."""
    kept = points[:1] + [point for before, point in pairwise(points) if math.dist(before, point) > SAME]
    return kept[:-1] if len(kept) > 1 and math.dist(kept[0], kept[-1]) <= SAME else kept


def _judge(points: list[Point], size: tuple[float, float], node: Node, reader: Reader) -> Outline | None:
    """The outline of the points, clockwise; None, with a fault, if no piece can be cut along it."""
    wrong, cure = _wrong(points, size)
    if wrong:
        reader.report.note("bad-value", node, f"the shape {wrong}", cure)
        return None
    area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise([*points, points[0]])) / 2
    ordered = points if area > 0 else [points[0], *reversed(points[1:])]
    return Outline(tuple(Vertex(x, y) for x, y in ordered))


def _wrong(points: list[Point], size: tuple[float, float]) -> tuple[str, str]:
    """What keeps an outline from being cut, and the cure; both empty if nothing does."""
    if not all(math.isfinite(part) for point in points for part in point):
        return "has a corner that is nowhere", "Write finite numbers."
    if len(points) < 3:
        return f"has {len(points)} corners, so it holds no area", "Give it three or more."
    if len(points) > MOST:
        return f"has {len(points):,} corners, at most {MOST:,} are cut", "Draw it with fewer points."
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    if min(left, top) < -SAME or right > size[0] + SAME or bottom > size[1] + SAME:
        reach = f"reaches from {show(left)}, {show(top)} to {show(right)}, {show(bottom)} mm"
        return f"{reach}, but the size is {show(size[0])} x {show(size[1])} mm", (
            "Both begin at 0, 0 in the top left corner; give a larger `size`, or move the shape."
        )
    crossing = find_crossing(points)
    if crossing is not None:
        at = f"{show(crossing[0])}, {show(crossing[1])}"
        return f"crosses or touches itself at {at}", "Give the corners in the order in which a knife goes round."
    return "", ""
