"""A printer as its owner measured it: where it misses, what it leaves blank, how it prints on both sides."""

import math
from dataclasses import dataclass, field
from typing import NamedTuple


class Margins(NamedTuple):
    """What a printer leaves blank at each edge of a page as it lies when read, in mm."""

    top: float
    right: float
    bottom: float
    left: float


@dataclass(frozen=True, slots=True)
class Correction:
    """What to do to a page so that it lands where it should: from its middle, in mm and degrees.

    The page is scaled by `scale_x` and `scale_y`, turned `turn` degrees clockwise, then moved `x` mm right and `y` mm
    down.
    """

    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0

    @property
    def nothing(self) -> bool:
        """Whether it leaves a page as it is."""
        return self == Correction()

    def place(self, x: float, y: float, page: tuple[float, float]) -> tuple[float, float]:
        """Where the point (x, y) of a page of this width and height comes to lie; mm from its top left corner."""
        across, down = (x - page[0] / 2) * self.scale_x, (y - page[1] / 2) * self.scale_y
        turn = math.radians(self.turn)
        return (
            page[0] / 2 + across * math.cos(turn) - down * math.sin(turn) + self.x,
            page[1] / 2 + across * math.sin(turn) + down * math.cos(turn) + self.y,
        )


@dataclass(frozen=True, slots=True)
class Printer:
    """A profile: a printer with one paper. `front` and `back` correct the two sides.

    `duplex` is `automatic` or `manual` (the stack is put back by hand), `flip` the edge that the paper turns over
    (`long-edge`, `short-edge`; empty: as the job says), `feed` how a stack that is put back must lie: `same` order or
    `reversed`.
    """

    name: str
    paper: str
    front: Correction = field(default_factory=Correction)
    back: Correction = field(default_factory=Correction)
    margins: Margins | None = None
    duplex: str = "automatic"
    flip: str = ""
    feed: str = "same"
