"""How a job wants its cuts marked, and with what pen a line is drawn. All lengths are mm."""

from typing import NamedTuple

# The spot colour that cutting software knows for the path of a knife.
CUT_CONTOUR = "CutContour"


class Pen(NamedTuple):
    """A line as it is drawn: its width, its colour (`#rrggbb` or a spot's name), its dashes (drawn, left out, ...)."""

    width: float = 0.15
    colour: str = "#000000"
    dash: tuple[float, ...] = ()


BLACK = Pen()


class Marking(NamedTuple):
    """The look of a job's marks.

    `style` is a row of `pnp.press.cutting.marks.STYLES`. `length` and `offset` (from what is kept, or from its bleed)
    are the style's own where they are None. `cut`, `score` and `fold` are `solid`, `dashed` or `dotted`. `cuts` is
    `outlines` (each piece along its own outline), `straight` (shared edges once), or empty: as the layout has it.
    """

    style: str = "ticks"
    length: float | None = None
    offset: float | None = None
    weight: float = 0.15
    colour: str = "#000000"
    cut: str = "solid"
    score: str = "dotted"
    fold: str = "dashed"
    cuts: str = ""
