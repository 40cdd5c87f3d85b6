"""A printer as its owner measured it: where it misses, what it leaves blank, how it prints on both sides."""

import math
from typing import NamedTuple


class Margins(NamedTuple):
    """What a printer leaves blank at each edge of a page as it lies when read, in mm."""

    top: float
    right: float
    bottom: float
    left: float


class Matrix(NamedTuple):
    """Moves, turns and stretches a page: x becomes ax + cy + e, y becomes bx + dy + f."""

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Where the point (x, y) comes to lie."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def then(self, after: "Matrix") -> "Matrix":
        """The two in one: first these moves, then the others."""
        a, b = after.a * self.a + after.c * self.b, after.b * self.a + after.d * self.b
        c, d = after.a * self.c + after.c * self.d, after.b * self.c + after.d * self.d
        return Matrix(a, b, c, d, *after.place(self.e, self.f))

    def undone(self) -> "Matrix":
        """What takes every point back to where it was."""
        whole = self.a * self.d - self.b * self.c
        a, b, c, d = self.d / whole, -self.b / whole, -self.c / whole, self.a / whole
        return Matrix(a, b, c, d, -(a * self.e + c * self.f), -(b * self.e + d * self.f))


class Miss(NamedTuple):
    """How a printer misses on one side of the paper, seen on that side, in mm and degrees.

    What is drawn comes out stretched by `scale_x` and `scale_y` from the middle of the page, turned `turn` degrees
    clockwise about it, and then `x` mm too far right and `y` mm too far down.
    """

    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0

    @property
    def nothing(self) -> bool:
        """Whether everything lands where it is drawn."""
        return self == Miss()

    def matrix(self, page: tuple[float, float]) -> Matrix:
        """Where the points of a page of this width and height land; mm from its top left corner."""
        turn, (x, y) = math.radians(self.turn), (page[0] / 2, page[1] / 2)
        a, b = self.scale_x * math.cos(turn), self.scale_x * math.sin(turn)
        c, d = -self.scale_y * math.sin(turn), self.scale_y * math.cos(turn)
        return Matrix(a, b, c, d, x + self.x - a * x - c * y, y + self.y - b * x - d * y)


class Printer(NamedTuple):
    """A profile: a printer with one paper. `front` and `back` are how it misses on the two sides, each on its own.

    `duplex` is `automatic` or `manual` (the stack is put back by hand), `flip` the edge that the paper turns over
    (`long-edge`, `short-edge`; empty: as the job says), `feed` which sheet of a stack that is put back is printed
    first: the one that was first before (`same`) or last (`reversed`).
    """

    name: str
    paper: str
    front: Miss = Miss()
    back: Miss = Miss()
    margins: Margins | None = None
    duplex: str = "automatic"
    flip: str = ""
    feed: str = "same"
