"""A cut file as DXF: the one module that knows ezdxf."""

import io
from collections.abc import Iterator
from contextlib import contextmanager

import ezdxf
from ezdxf import units
from ezdxf.document import Drawing as Document
from ezdxf.lldxf.const import DXF2000

from pnp.export.drawing import Drawing

# The colours of the layers by their number in the DXF palette: red, green, blue, black on white paper.
_COLOURS = {"CUT": 1, "SCORE": 3, "FOLD": 5, "REGISTRATION": 7}


def write_dxf(drawing: Drawing) -> bytes:
    """The drawing in millimetres, y upward from the page's bottom, as polylines with bulges, a layer for each kind.

    Equal drawings give equal bytes.
    """
    text = io.StringIO()
    with _without_dates():
        document = _make(drawing)
        document.write(text)
    comment = f"999\n{drawing.title}, template {drawing.template}\n"
    return (comment + text.getvalue()).encode(document.output_encoding, "replace")


def _make(drawing: Drawing) -> Document:
    document = ezdxf.new(DXF2000)
    document.units = units.MM
    document.header["$EXTMIN"], document.header["$EXTMAX"] = (0, 0, 0), (drawing.width, drawing.height, 0)
    document.header["$LIMMAX"] = drawing.width, drawing.height
    space = document.modelspace()
    for layer, colour in _COLOURS.items():
        document.layers.add(layer, color=colour)
    for layer, outlines in drawing.layers:
        for outline in outlines:
            # A bulge of theirs is positive where the arc turns against the clock.
            points = [
                (round(x, 4), round(drawing.height - y, 4), -bulge if bulge else 0.0)
                for x, y, bulge in outline.vertices
            ]
            space.add_lwpolyline(points, format="xyb", close=outline.closed, dxfattribs={"layer": layer})
    return document


@contextmanager
def _without_dates() -> Iterator[None]:
    """For files without the date and the random mark by which ezdxf tells when and by whom each was made."""
    kept = ezdxf.options.write_fixed_meta_data_for_testing
    ezdxf.options.write_fixed_meta_data_for_testing = True
    try:
        yield
    finally:
        ezdxf.options.write_fixed_meta_data_for_testing = kept
