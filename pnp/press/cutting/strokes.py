"""Marks and lines for the knife drawn on a canvas, in black, in a colour, or in the spot colour of a cutter."""

import math
from collections.abc import Iterable, Sequence

from reportlab.lib.colors import CMYKColorSep, HexColor
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from pnp.model.marking import Pen
from pnp.model.outline import Outline, Vertex, centre
from pnp.model.sheet import DieLine, Line, Mark
from pnp.model.units import POINTS_PER_MM
from pnp.press.cutting.marks import HALO, HALO_END

# The handles of a curve in place of an arc lie 4/3 tan(angle / 4) radii from its ends. A quarter circle drawn so is off
# by 0.03 % of its radius, which is too much for large rounds; an eighth by 0.0004 %.
_PART = math.pi / 4
_GRAYS = {"#000000": 0, "#ffffff": 1}


def draw_marks(canvas: Canvas, marks: Iterable[Mark], page_height: float) -> None:
    """Marks; first the white below those that lie over bleed, so that it covers no other mark."""
    marks = tuple(marks)
    for pen in dict.fromkeys(mark.pen for mark in marks if mark.halo):
        white = [_longer(mark.line, HALO_END) for mark in marks if mark.halo and mark.pen == pen]
        _draw(canvas, white, Pen(pen.width + 2 * HALO, "#ffffff"), page_height)
    for pen in dict.fromkeys(mark.pen for mark in marks):
        _draw(canvas, [mark.line for mark in marks if mark.pen == pen], pen, page_height)


def _draw(canvas: Canvas, lines: Iterable[Line], pen: Pen, page_height: float) -> None:
    """Lines; one without length is a dot as wide as the pen."""
    _take(canvas, pen)
    flipped = [(*_point(x1, y1, page_height), *_point(x2, y2, page_height)) for x1, y1, x2, y2 in lines]
    long = [line for line in flipped if line[:2] != line[2:]]
    if long:
        canvas.lines(long)
    for x, y, *end in flipped:
        if [x, y] == end:
            canvas.circle(x, y, pen.width / 2 * POINTS_PER_MM, stroke=0, fill=1)


def draw_dies(canvas: Canvas, dies: Iterable[DieLine], page_height: float) -> None:
    """Outlines along their lines and arcs; those of one pen are one path."""
    dies = tuple(dies)
    for pen, filled in dict.fromkeys((die.pen, die.filled) for die in dies):
        outlines = [die.outline for die in dies if (die.pen, die.filled) == (pen, filled)]
        for each in (Pen(pen.width, "#ffffff"), pen) if filled and pen.dash else (pen,):
            _take(canvas, each)
            path = canvas.beginPath()
            for outline in outlines:
                trace(path, outline, page_height)
            canvas.drawPath(path, stroke=1, fill=0)


def fill_outlines(canvas: Canvas, outlines: Iterable[Outline], page_height: float) -> None:
    """Closed outlines filled in black: what a machine's eye has to find."""
    for outline in outlines:
        canvas.setFillGray(0)
        path = canvas.beginPath()
        trace(path, outline, page_height)
        canvas.drawPath(path, stroke=0, fill=1)


def trace(path: PDFPathObject, outline: Outline, page_height: float) -> None:
    """The outline added to a path: straight lines, and arcs as curves of at most an eighth of a circle."""
    vertices = outline.vertices
    path.moveTo(*_point(vertices[0].x, vertices[0].y, page_height))
    ends = (*vertices[1:], vertices[0]) if outline.closed else vertices[1:]
    for start, end in zip(vertices, ends, strict=False):
        if start.bulge:
            for curve in _curves(start, end):
                path.curveTo(*(part for x, y in curve for part in _point(x, y, page_height)))
        elif not (outline.closed and end is vertices[0]):
            path.lineTo(*_point(end.x, end.y, page_height))
    if outline.closed:
        path.close()


def _curves(start: Vertex, end: Vertex) -> Iterable[Sequence[tuple[float, float]]]:
    """The arc from `start` to `end` as Bézier curves: two handles and an end each."""
    (x, y), radius = centre(start, end)
    angle = 4 * math.atan(start.bulge)
    parts = max(1, math.ceil(abs(angle) / _PART - 1e-9))
    step, first = angle / parts, math.atan2(start.y - y, start.x - x)
    handle = 4 / 3 * math.tan(step / 4) * radius
    for part in range(parts):
        one, other = first + step * part, first + step * (part + 1)
        yield (
            (x + radius * math.cos(one) - handle * math.sin(one), y + radius * math.sin(one) + handle * math.cos(one)),
            (
                x + radius * math.cos(other) + handle * math.sin(other),
                y + radius * math.sin(other) - handle * math.cos(other),
            ),
            (x + radius * math.cos(other), y + radius * math.sin(other)),
        )


def _take(canvas: Canvas, pen: Pen) -> None:
    """The pen's width, dashes and colour. A spot shows as magenta where there is no such ink."""
    canvas.setLineWidth(pen.width * POINTS_PER_MM)
    canvas.setDash([part * POINTS_PER_MM for part in pen.dash])
    if pen.colour in _GRAYS:
        canvas.setStrokeGray(_GRAYS[pen.colour])
        canvas.setFillGray(_GRAYS[pen.colour])
        return
    colour = HexColor(pen.colour) if pen.colour.startswith("#") else CMYKColorSep(0, 1, 0, 0, spotName=pen.colour)
    canvas.setStrokeColor(colour)
    canvas.setFillColor(colour)


def _longer(line: Line, by: float) -> Line:
    """The line, begun earlier: towards the trim, for marks are drawn away from it. A dot stays as it is."""
    length = math.hypot(line.x2 - line.x1, line.y2 - line.y1)
    if not length:
        return line
    return Line(
        line.x1 - (line.x2 - line.x1) / length * by, line.y1 - (line.y2 - line.y1) / length * by, line.x2, line.y2
    )


def _point(x: float, y: float, page_height: float) -> tuple[float, float]:
    return x * POINTS_PER_MM, (page_height - y) * POINTS_PER_MM
