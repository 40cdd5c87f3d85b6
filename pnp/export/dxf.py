"""A cut file as DXF: the one module that knows ezdxf."""

import io

import ezdxf
from ezdxf import units
from ezdxf.lldxf.const import DXF2000

from pnp.export.drawing import Drawing

# The colours of the layers by their number in the DXF palette: red, green, blue, black on white paper.
_COLOURS = {"CUT": 1, "SCORE": 3, "FOLD": 5, "REGISTRATION": 7}


def write_dxf(drawing: Drawing) -> bytes:
    """The drawing in millimetres, y upward from the page's bottom, as polylines with bulges on one layer a kind.

    ezdxf writes when a file was made and a random mark into it, but for tests it can leave fixed ones: then equal
    drawings give equal bytes.
    """
    document = ezdxf.new(DXF2000)
    document.units = units.MM
    document.header["$EXTMIN"], document.header["$EXTMAX"] = (0, 0, 0), (drawing.width, drawing.height, 0)
    document.header["$LIMMAX"] = drawing.width, drawing.height
    space = document.modelspace()
    for layer, outlines in drawing.layers:
        document.layers.add(layer, color=_COLOURS[layer])
        for outline in outlines:
            # A bulge is positive where an arc turns against the clock, here and with y upward.
            points = [
                (round(x, 4), round(drawing.height - y, 4), -bulge if bulge else 0.0)
                for x, y, bulge in outline.vertices
            ]
            space.add_lwpolyline(points, format="xyb", close=outline.closed, dxfattribs={"layer": layer})
    text = io.StringIO()
    kept = ezdxf.options.write_fixed_meta_data_for_testing
    ezdxf.options.write_fixed_meta_data_for_testing = True
    try:
        document.write(text)
    finally:
        ezdxf.options.write_fixed_meta_data_for_testing = kept
    comment = f"999\n{drawing.title}, template {drawing.template}\n"
    return (comment + text.getvalue()).encode(document.output_encoding, "replace")
