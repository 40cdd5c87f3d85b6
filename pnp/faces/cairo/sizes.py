"""Pages of more than one size in one PDF of cairo's."""

from math import ceil
from typing import Any

from pnp.model.face import Face
from pnp.model.units import POINTS_PER_MM


def resize(surface: Any, size: tuple[float, float]) -> dict[bytes, bytes]:
    """Change the size of pages; gives the page boxes that are to be replaced in the finished file.

    cairo cuts the first page of a new size at whole points. So it gets a box of whole points and a hair, as many digits
    long as the exact one, with the drawing in its lower left corner.
    """
    wide, high = (ceil(side) + 1e-6 for side in size)
    surface.set_size(wide, high)
    surface.set_device_offset(0, high - size[1])
    boxes = [f"/MediaBox [ 0 0 {across:.6f} {down:.6f} ]".encode() for across, down in ((wide, high), size)]
    return {boxes[0]: boxes[1].replace(b"]", b" " * (len(boxes[0]) - len(boxes[1])) + b"]")}


def page_size(face: Face) -> tuple[float, float]:
    """Width and height of the whole drawing in points."""
    return (face.width + 2 * face.bleed) * POINTS_PER_MM, (face.height + 2 * face.bleed) * POINTS_PER_MM
