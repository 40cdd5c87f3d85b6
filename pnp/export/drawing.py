"""The paths of one sheet by layer, as every format of cut files has them. All lengths are mm, y downward."""

import math
from collections.abc import Iterable
from typing import NamedTuple

from pnp.model.outline import Outline, Vertex, centre
from pnp.model.sheet import Sheet

# The layers, in the order in which a cutter should take them: what is cut free first would move.
LAYERS = ("REGISTRATION", "FOLD", "SCORE", "CUT")


class Drawing(NamedTuple):
    """What a cut file holds: the page, its paths by layer, and the name that sheet and file have in common."""

    width: float
    height: float
    layers: tuple[tuple[str, tuple[Outline, ...]], ...]
    template: str
    title: str


def draw_sheet(sheet: Sheet, title: str) -> Drawing:
    """The paths of the sheet's front, which lies upward in the cutter. Layers without paths are left out."""
    traces = sheet.front.traces
    paths: dict[str, tuple[Outline, ...]] = {
        layer: tuple(part_arcs(trace.outline) for trace in traces if trace.kind == layer.lower()) for layer in LAYERS
    }
    paths["REGISTRATION"] = sheet.front.registration
    return Drawing(sheet.width, sheet.height, tuple(_filled(paths)), sheet.template, title)


def part_arcs(outline: Outline) -> Outline:
    """The same path, its arcs in parts of at most a quarter circle.

    Half a circle in one hangs on the last decimal of its ends: rounded to a tenth of a micrometre, it bows 0.05 mm
    farther or less. And some programs do not take a circle of two corners.
    """
    vertices: list[Vertex] = []
    last = outline.vertices[-1]
    ends = (*outline.vertices[1:], outline.vertices[0] if outline.closed else last)
    for start, end in zip(outline.vertices, ends, strict=True):
        angle = 4 * math.atan(start.bulge) if start is not end else 0.0
        parts = max(1, math.ceil(abs(angle) / (math.pi / 2) - 1e-9))
        bulge = math.tan(angle / parts / 4) if parts > 1 else start.bulge
        vertices.append(Vertex(start.x, start.y, bulge))
        (x, y), radius = centre(start, end)
        first = math.atan2(start.y - y, start.x - x)
        turns = (first + angle * part / parts for part in range(1, parts))
        vertices += [Vertex(x + radius * math.cos(turn), y + radius * math.sin(turn), bulge) for turn in turns]
    return Outline(tuple(vertices), outline.closed)


def _filled(paths: dict[str, tuple[Outline, ...]]) -> Iterable[tuple[str, tuple[Outline, ...]]]:
    return ((layer, paths[layer]) for layer in LAYERS if paths[layer])
