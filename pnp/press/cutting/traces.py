"""The paths of knife and bone on a page: what marks stand for, and what a cutter follows.

All lengths are mm from the page's top left corner.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pnp.model.face import Box
from pnp.model.outline import Outline, Trace, Vertex, rectangle
from pnp.model.sheet import Line, Piece
from pnp.press.cutting.cuts import find_cuts
from pnp.press.cutting.edges import share_edges
from pnp.press.layout.arrangement import EXACT
from pnp.press.layout.duplex import Flip


class Shape(NamedTuple):
    """What of a piece matters for its cuts: where it lies, how it is turned there, and its paths.

    `behind` is set for a back that lies on the same page as its front: its paths are the mirror of its front's.
    """

    trim: Box
    turn: int = 0
    corner: float = 0.0
    outline: Outline | None = None
    inner: tuple[Trace, ...] = ()
    behind: Flip | None = None


class Traces(NamedTuple):
    """The cuts that free the pieces, the paths inside them, and the folds of the paper.

    `shaped` are the cuts along outlines that pieces have of their own.
    """

    outer: tuple[Trace, ...] = ()
    inner: tuple[Trace, ...] = ()
    folds: tuple[Trace, ...] = ()
    shaped: tuple[Trace, ...] = ()

    @property
    def all(self) -> tuple[Trace, ...]:
        """Every path: the pieces themselves come free last, so that nothing moves before it is done."""
        return (*self.folds, *self.inner, *self.shaped, *self.outer)


def shape_of(piece: Piece, trim: Box, turn: int, behind: Flip | None = None) -> Shape:
    """The piece in its place; with `behind`, its back there."""
    return Shape(trim, turn % 360, piece.corner, piece.outline, piece.traces, behind)


def trace_page(shapes: Sequence[Shape], folds: Iterable[Line], cuts: str) -> Traces:
    """The paths of a page.

    `cuts` is `straight` (shared edges once, from edge to edge of what they free), `outlines` (each piece along its own,
    rounded corners and all), or empty: straight where pieces touch, else outlines. A piece with an outline of its own
    is always cut along it; an edge that two share is cut once.
    """
    plain = [shape for shape in shapes if shape.outline is None]
    straight = cuts == "straight" or (not cuts and _touch([shape.trim for shape in plain]))
    own = [outline for shape in shapes if (outline := place_outline(shape)) is not None]
    shaped = tuple(Trace("cut", outline) for outline in share_edges(own))
    outer = []
    if straight:
        for cut in find_cuts([each.trim for each in plain], [each.trim for each in shapes if each.outline is not None]):
            line = (cut.at, cut.start, cut.at, cut.end) if cut.upright else (cut.start, cut.at, cut.end, cut.at)
            outer.append(Trace("cut", path_of(Line(*line))))
    else:
        outer += [Trace("cut", rectangle(shape.trim, shape.corner)) for shape in plain]
    inner = tuple(Trace(each.kind, _placed(shape, each.outline)) for shape in shapes for each in shape.inner)
    return Traces(tuple(outer), inner, tuple(Trace("fold", path_of(line)) for line in folds), shaped)


def spell_shape(piece: Piece) -> str:
    """The outline and the inner paths of a piece in figures, each on a line; nothing for a plain rectangle."""
    paths = [("outline", piece.outline), *((trace.kind, trace.outline) for trace in piece.traces)]
    lines = [
        f"\n{kind} {' '.join(f'{x:.2f},{y:.2f},{bulge:.3f}' for x, y, bulge in outline.vertices)}"
        for kind, outline in paths
        if outline is not None
    ]
    return "".join(lines)


def path_of(line: Line) -> Outline:
    """A straight line as a path."""
    return Outline((Vertex(line.x1, line.y1), Vertex(line.x2, line.y2)), closed=False)


def mirror(flip: Flip, outline: Outline) -> Outline:
    """The path behind a path: an arc that turned clockwise turns the other way."""
    vertices = [Vertex(*flip.behind_point(x, y), -bulge if bulge else 0.0) for x, y, bulge in outline.vertices]
    return Outline(tuple(vertices), outline.closed)


def mirror_all(flip: Flip, traces: Traces) -> Traces:
    """The paths of the page behind."""
    outer, inner, folds, shaped = (
        tuple(Trace(each.kind, mirror(flip, each.outline)) for each in part)
        for part in (traces.outer, traces.inner, traces.folds, traces.shaped)
    )
    return Traces(outer, inner, folds, shaped)


def place_outline(shape: Shape) -> Outline | None:
    """The piece's own outline as it lies on the page; None if it has none."""
    return None if shape.outline is None else _placed(shape, shape.outline)


def _placed(shape: Shape, outline: Outline) -> Outline:
    """A path of a piece as it lies on the page."""
    trim = shape.trim if shape.behind is None else shape.behind.behind(shape.trim)
    sides = trim.right - trim.left, trim.bottom - trim.top
    width, height = sides if shape.turn % 180 == 0 else sides[::-1]
    placed = outline.turned(shape.turn, width, height).moved(trim.left, trim.top)
    return placed if shape.behind is None else mirror(shape.behind, placed)


def _touch(trims: Sequence[Box]) -> bool:
    """Whether any two trims share an edge."""
    uprights: dict[float, list[Box]] = {}
    levels: dict[float, list[Box]] = {}
    for trim in trims:
        uprights.setdefault(round(trim.left, 4), []).append(trim)
        levels.setdefault(round(trim.top, 4), []).append(trim)
    return any(
        other.top < trim.bottom - EXACT and other.bottom > trim.top + EXACT
        for trim in trims
        for other in uprights.get(round(trim.right, 4), ())
    ) or any(
        other.left < trim.right - EXACT and other.right > trim.left + EXACT
        for trim in trims
        for other in levels.get(round(trim.bottom, 4), ())
    )
