"""A finished PDF read back by its operators: what is placed where, clipped where, and which lines are drawn.

All lengths are mm from the page's top left corner.
"""

import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pikepdf

from pnp.model.face import Box
from pnp.model.sheet import Line
from pnp.model.units import MM_PER_POINT

Matrix = tuple[float, float, float, float, float, float]


@dataclass
class Placed:
    """A face: where its whole page lies, what of it shows, how it is turned, its first colour, its layer.

    `corners` are those of its page, clockwise from the upper left as it is read.
    """

    box: Box
    clip: Box
    turn: int
    colour: tuple[int, int, int]
    layer: str
    corners: tuple[tuple[float, float], ...] = ()


@dataclass
class Stroke:
    line: Line
    width: float
    grey: float
    layer: str
    dash: tuple[float, ...] = ()


@dataclass
class State:
    matrix: Matrix = (1, 0, 0, 1, 0, 0)
    clip: Box | None = None
    width: float = 1.0
    grey: float = 0.0
    dash: tuple[float, ...] = ()


@dataclass
class ReadPage:
    width: float
    height: float
    trim: Box | None
    bleed: Box | None
    placed: list[Placed] = field(default_factory=list)
    strokes: list[Stroke] = field(default_factory=list)

    @property
    def marks(self) -> list[Stroke]:
        return [stroke for stroke in self.strokes if stroke.layer == "/Cut" and stroke.grey == 0]

    @property
    def halos(self) -> list[Stroke]:
        return [stroke for stroke in self.strokes if stroke.layer == "/Cut" and stroke.grey == 1]

    @property
    def dashed(self) -> list[Stroke]:
        return [stroke for stroke in self.strokes if stroke.layer == "/Cut" and stroke.dash]

    @property
    def rules(self) -> list[Stroke]:
        return [stroke for stroke in self.strokes if stroke.layer == "/Notes"]


def read(content: bytes) -> list[ReadPage]:
    with pikepdf.open(io.BytesIO(content)) as pdf:
        return [_read_page(page) for page in pdf.pages]


def times(inner: Matrix, outer: Matrix) -> Matrix:
    a, b, c, d, e, f = inner
    g, h, i, j, k, m = outer
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def _read_page(page: pikepdf.Page) -> ReadPage:
    _, _, width, height = (float(edge) for edge in page.mediabox)
    read = ReadPage(
        width * MM_PER_POINT,
        height * MM_PER_POINT,
        _page_box(page, "/TrimBox", height),
        _page_box(page, "/BleedBox", height),
    )
    for state, layer, operator, operands, path in _follow(page):
        if operator == "Do":
            read.placed.append(_placed(page.resources.XObject[operands[0]], state, layer, height))
        elif operator == "S":
            for (x1, y1), (x2, y2) in zip(path[::2], path[1::2], strict=True):
                line = Line(*(v * MM_PER_POINT for v in (x1, height - y1, x2, height - y2)))
                read.strokes.append(Stroke(line, state.width * MM_PER_POINT, state.grey, layer, state.dash))
    return read


def strokes_of(page: pikepdf.Page) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """The straight lines of a page, from where to where."""
    height = float(page.mediabox[3])
    lines = [path for _, _, operator, _, path in _follow(page) if operator == "S" and len(path) == 2]
    points = [[(x * MM_PER_POINT, (height - y) * MM_PER_POINT) for x, y in path] for path in lines]
    return [(start, end) for start, end in points]


def _page_box(page: pikepdf.Page, name: str, height: float) -> Box | None:
    if name not in page.obj:
        return None
    left, bottom, right, top = (float(edge) for edge in page.obj[name])
    return _box([(left, bottom), (right, top)], height)


def _box(points: list[tuple[float, float]], height: float) -> Box:
    xs, ys = [x * MM_PER_POINT for x, _ in points], [(height - y) * MM_PER_POINT for _, y in points]
    return Box(min(xs), min(ys), max(xs), max(ys))


def _operators(stream: pikepdf.Page | pikepdf.Object) -> Iterator[tuple[str, list[Any]]]:
    for instruction in pikepdf.parse_content_stream(stream):
        assert isinstance(instruction, pikepdf.ContentStreamInstruction)
        yield str(instruction.operator), list(instruction.operands)


def _follow(page: pikepdf.Page) -> Iterator[tuple[State, str, str, list[Any], list[tuple[float, float]]]]:
    """Every painting operator with the graphics state that it meets and the path that it paints."""
    state = State()
    stack: list[State] = []
    layers = [""]
    path: list[tuple[float, float]] = []
    for name, operands in _operators(page):
        if name == "q":
            stack.append(State(state.matrix, state.clip, state.width, state.grey, state.dash))
        elif name == "Q":
            state = stack.pop()
        elif name == "BDC":
            layers.append(str(operands[1]))
        elif name == "EMC":
            layers.pop()
        elif name in ("Do", "S", "n", "f"):
            yield state, layers[-1], name, operands, path
            path = []
        else:
            _change(state, path, name, operands)
    assert not stack
    assert layers == [""]


def _change(state: State, path: list[tuple[float, float]], name: str, operands: list[Any]) -> None:
    if name == "cm":
        a, b, c, d, e, f = map(float, operands)
        state.matrix = times((a, b, c, d, e, f), state.matrix)
    elif name == "w":
        state.width = float(operands[0])
    elif name == "d":
        state.dash = tuple(float(part) * MM_PER_POINT for part in operands[0])
    elif name == "G":
        state.grey = float(operands[0])
    elif name in ("m", "l"):
        path.append(_apply(state.matrix, float(operands[0]), float(operands[1])))
    elif name == "re":
        x, y, width, height = map(float, operands)
        corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
        path += [_apply(state.matrix, *corner) for corner in corners]
    elif name in ("W", "W*"):
        xs, ys = [x for x, _ in path], [y for _, y in path]
        state.clip = Box(min(xs), min(ys), max(xs), max(ys))


def _apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _placed(form: pikepdf.Object, state: State, layer: str, height: float) -> Placed:
    left, bottom, right, top = (float(edge) for edge in form.BBox)
    own: Matrix = tuple(float(v) for v in form.get("/Matrix", (1, 0, 0, 1, 0, 0)))  # type: ignore[assignment]  # six
    matrix = times(own, state.matrix)
    box = _box([_apply(matrix, left, bottom), _apply(matrix, right, top)], height)
    assert state.clip is not None
    clip = _box([(state.clip[0], state.clip[1]), (state.clip[2], state.clip[3])], height)
    turn = {(1, 0): 0, (0, -1): 90, (-1, 0): 180, (0, 1): 270}[round(matrix[0]), round(matrix[1])]
    colour = next(operands for operator, operands in _operators(form) if operator == "rg")
    red, green, blue = (round(float(part) * 255) for part in colour)
    points = [_apply(matrix, x, y) for x, y in ((left, top), (right, top), (right, bottom), (left, bottom))]
    corners = tuple((x * MM_PER_POINT, (height - y) * MM_PER_POINT) for x, y in points)
    return Placed(box, clip, turn, (red, green, blue), layer, corners)
