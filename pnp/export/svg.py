"""A cut file as SVG: the one module that knows svgwrite."""

import io

import svgwrite

from pnp.export.drawing import Drawing
from pnp.model.outline import Outline, Vertex, centre

# How each layer is drawn: colours that cutting software tells apart, lines too thin to hide where they lie.
_LOOKS: dict[str, dict[str, str | float]] = {
    "CUT": {"fill": "none", "stroke": "#ff0000", "stroke_width": 0.1},
    "SCORE": {"fill": "none", "stroke": "#00a000", "stroke_width": 0.1},
    "FOLD": {"fill": "none", "stroke": "#0000ff", "stroke_width": 0.1},
    "REGISTRATION": {"fill": "#000000", "stroke": "none"},
}


def write_svg(drawing: Drawing) -> bytes:
    """The drawing in millimetres, a group for each layer; equal drawings give equal bytes."""
    size = f"{_number(drawing.width)}mm", f"{_number(drawing.height)}mm"
    svg = svgwrite.Drawing(size=size, viewBox=f"0 0 {_number(drawing.width)} {_number(drawing.height)}", debug=False)
    svg.set_desc(title=f"{drawing.title}, template {drawing.template}", desc="1 unit is 1 mm")
    for layer, outlines in drawing.layers:
        group = svg.g(id=layer, debug=False, **_LOOKS[layer])
        for outline in outlines:
            group.add(svg.path(d=path_data(outline), debug=False))
        svg.add(group)
    text = io.StringIO()
    svg.write(text, pretty=True)
    return text.getvalue().encode()


def path_data(outline: Outline) -> str:
    """The outline as the `d` of a path: lines and circular arcs, of which none is more than half a circle."""
    vertices = outline.vertices
    parts = [f"M {_point(vertices[0])}"]
    ends = (*vertices[1:], vertices[0]) if outline.closed else vertices[1:]
    for start, end in zip(vertices, ends, strict=False):
        if start.bulge:
            radius, sweep = _number(centre(start, end)[1]), int(start.bulge > 0)
            parts.append(f"A {radius} {radius} 0 0 {sweep} {_point(end)}")
        elif not (outline.closed and end is vertices[0]):
            parts.append(f"L {_point(end)}")
    return " ".join(parts) + (" Z" if outline.closed else "")


def _point(vertex: Vertex) -> str:
    return f"{_number(vertex.x)} {_number(vertex.y)}"


def _number(value: float) -> str:
    """At most four decimals: a tenth of a thousandth of a millimetre."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
