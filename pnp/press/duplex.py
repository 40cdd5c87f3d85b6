"""What lies behind what when a sheet is turned over. All lengths are mm from the page's top left corner."""

from dataclasses import dataclass

from pnp.model.face import Box
from pnp.model.sheet import Line


@dataclass(frozen=True, slots=True)
class Flip:
    """How a page is turned over: about its upright axis (left and right change places) or its level axis.

    About the level axis the back comes out upside down, so what is printed there is turned by half a circle.
    """

    width: float
    height: float
    upright: bool

    @property
    def turn(self) -> int:
        """How far backs are turned, in degrees clockwise, to read like their fronts once cut."""
        return 0 if self.upright else 180

    def behind(self, box: Box) -> Box:
        """Where on the back page the area behind `box` is."""
        left, top, right, bottom = box
        if self.upright:
            return Box(self.width - right, top, self.width - left, bottom)
        return Box(left, self.height - bottom, right, self.height - top)

    def behind_line(self, line: Line) -> Line:
        """Where on the back page the line behind `line` is."""
        x1, y1, x2, y2 = line
        if self.upright:
            return Line(self.width - x1, y1, self.width - x2, y2)
        return Line(x1, self.height - y1, x2, self.height - y2)


def turn_over(width: float, height: float, edge: str) -> Flip:
    """How a page of this size is turned over its `long-edge` or `short-edge`."""
    return Flip(width, height, upright=(edge == "long-edge") == (height >= width))
