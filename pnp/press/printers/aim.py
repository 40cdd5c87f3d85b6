"""Where a page is drawn so that it lands where it should on a printer that misses. Lengths in mm, y downward."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pnp.model.face import Box
from pnp.model.printer import Margins, Matrix, Printer
from pnp.model.sheet import Sheet, Side


class Aim(NamedTuple):
    """The page that is drawn, `width` x `height`, and what takes the points of the sheet to their places on it.

    A page that lies is drawn upright, its top to the right: a printer misses on its paper, and which way round a
    viewer would turn a lying page cannot be known.
    """

    width: float
    height: float
    matrix: Matrix

    @property
    def nothing(self) -> bool:
        """Whether everything stays in its place."""
        return self.matrix == Matrix(1, 0, 0, 1, 0, 0)

    def box(self, boxes: Iterable[Box]) -> Box | None:
        """The box around boxes of the sheet as they are drawn; None around nothing."""
        points = [self.matrix.place(*corner) for box in boxes for corner in corners(box)]
        if not points:
            return None
        across, down = zip(*points, strict=True)
        return Box(min(across), min(down), max(across), max(down))


def take_aim(printer: Printer, sheet: Sheet, side: Side) -> Aim:
    """How this side of the sheet is drawn for this printer: what the printer does to it, done backwards beforehand."""
    miss = printer.front if side is sheet.front else printer.back
    upright = Matrix(1, 0, 0, 1, 0, 0)
    page = sheet.width, sheet.height
    if sheet.width > sheet.height:
        upright, page = Matrix(0, 1, -1, 0, sheet.height, 0), (sheet.height, sheet.width)
    return Aim(*page, upright if miss.nothing else upright.then(miss.matrix(page).undone()))


def corners(box: Box) -> Iterator[tuple[float, float]]:
    """The four corners of the box."""
    yield from ((x, y) for x in (box.left, box.right) for y in (box.top, box.bottom))


def overshoot(points: Iterable[tuple[float, float]], aim: Aim, margins: Margins) -> float:
    """How far the farthest of these points of a sheet is drawn beyond what the printer reaches; 0 if none is."""
    much = 0.0
    for point in points:
        x, y = aim.matrix.place(*point)
        right, bottom = x - (aim.width - margins.right), y - (aim.height - margins.bottom)
        much = max(much, margins.left - x, margins.top - y, right, bottom)
    return much
