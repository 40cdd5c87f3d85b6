"""What lies behind what when paper is turned over or folded. All lengths are mm from the page's top left corner."""

from typing import NamedTuple

from pnp.model.face import Box
from pnp.model.sheet import Line


class Flip(NamedTuple):
    """Paper turned over or folded about a line: `upright` at x = `axis` (left and right change places), or level.

    About a level line the back comes out upside down, so what is printed there is turned by half a circle.
    """

    axis: float
    upright: bool

    def behind(self, box: Box) -> Box:
        """The area that comes to lie behind `box`."""
        left, top, right, bottom = box
        if self.upright:
            return Box(2 * self.axis - right, top, 2 * self.axis - left, bottom)
        return Box(left, 2 * self.axis - bottom, right, 2 * self.axis - top)

    def behind_point(self, x: float, y: float) -> tuple[float, float]:
        """The point that comes to lie behind (x, y)."""
        return (2 * self.axis - x, y) if self.upright else (x, 2 * self.axis - y)

    def behind_line(self, line: Line) -> Line:
        """The line that comes to lie behind `line`."""
        x1, y1, x2, y2 = line
        return Line(*self.behind_point(x1, y1), *self.behind_point(x2, y2))

    def turn_behind(self, turn: int) -> int:
        """How a back is turned (degrees clockwise) to read like its front once cut, if the front is turned so far."""
        return ((0 if self.upright else 180) - turn) % 360


def turn_over(width: float, height: float, edge: str) -> Flip:
    """How a page of this size is turned over its `long-edge` or `short-edge`."""
    upright = (edge == "long-edge") == (height >= width)
    return Flip((width if upright else height) / 2, upright)
