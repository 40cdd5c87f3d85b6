"""Pieces on sheets of paper. All lengths are mm from the top left corner of the page as it lies when read."""

from typing import NamedTuple

from pnp.model.face import Box, FaceKey
from pnp.model.finding import Fault
from pnp.model.ground import Seam
from pnp.model.kit import Job
from pnp.model.marking import BLACK, Pen
from pnp.model.outline import Outline, Trace
from pnp.model.place import Where
from pnp.model.printer import Printer


class Tile(NamedTuple):
    """A part of a piece that is larger than the paper, counted from 1 by `row` and `column` of so many.

    `left`, `top` is its own corner on the whole piece, which is `width` x `height` mm. `flaps` is how deep (mm) it goes
    on below its neighbour to the left, above, to the right and below.
    """

    row: int
    column: int
    rows: int
    columns: int
    left: float
    top: float
    width: float
    height: float
    flaps: Box


class Piece(NamedTuple):
    """One physical thing to cut out. `copy` counts from 1; `back` is None where the other side stays blank.

    `outline` is where it is cut, from the trim's top left corner; None: along the trim, its corners rounded by
    `corner`. `traces` are further cuts, scores and folds inside it. `back_bleed` is the bleed of its back, `back_turn`
    how far (degrees clockwise) its back is turned against its front: 90 where one is drawn upright, the other lying.
    `lines` are those (x, then y) along which it is best parted if it is larger than the paper; a part is a `tile`, and
    has the size of that part.
    """

    id: str
    component: str
    copy: int
    width: float
    height: float
    corner: float
    bleed: float
    front: FaceKey
    back: FaceKey | None
    where: Where
    outline: Outline | None = None
    traces: tuple[Trace, ...] = ()
    back_bleed: float = 0.0
    back_turn: int = 0
    lines: tuple[tuple[Seam, ...], tuple[Seam, ...]] = ((), ())
    tile: Tile | None = None


class Slot(NamedTuple):
    """A place on one side of a sheet: the trim box, the area that its bleed may use, and the turn (degrees clockwise).

    `x`, `y` is the top left corner of the trim, `width` and `height` its sides as it lies on the page, turned; `bleed`
    is already cut at the neighbour and at the printable edge. `clip` is what may be seen of the face where that is
    less than its bleed box. `shift` is how far (mm) the face's middle is from that of the trim: of a part of a face.
    """

    face: FaceKey
    x: float
    y: float
    width: float
    height: float
    turn: int
    bleed: Box
    clip: Outline | None = None
    shift: tuple[float, float] = (0.0, 0.0)

    @property
    def trim(self) -> Box:
        """The trim as a box."""
        return Box(self.x, self.y, self.x + self.width, self.y + self.height)


class Line(NamedTuple):
    """A straight line from (x1, y1) to (x2, y2)."""

    x1: float
    y1: float
    x2: float
    y2: float


class Mark(NamedTuple):
    """A cut mark; `halo` where it lies over bleed and needs white around it. Without length it is a dot."""

    line: Line
    halo: bool = False
    pen: Pen = BLACK


class DieLine(NamedTuple):
    """A path that is printed for the knife or the fold, on a piece too.

    On art the gaps between its dashes are `filled` with white, so that it is seen on dark and on light.
    """

    outline: Outline
    pen: Pen = BLACK
    filled: bool = False


class Note(NamedTuple):
    """Text, ruler or legend outside the cards, in the box; `turn` is 0, 90 or 270 degrees clockwise.

    `kind` is `label`, `ruler`, `legend`, `steps` (how a strip is folded, of several lines) or `number` (of a cut). A
    ruler's length is exact: `length` mm. What is `white`
    has white below it, for it lies over bleed or a flap; so has a number.
    """

    kind: str
    box: Box
    turn: int
    text: str = ""
    length: float = 0.0
    white: bool = False


class Side(NamedTuple):
    """One printed page: what lies where.

    `traces` are all cuts, scores and folds of the page, on the page: what a cutter follows, and what marks stand for.
    `dies` are those of them that are printed. `registration` are the marks that a cutter's eye finds, printed filled.
    """

    slots: tuple[Slot, ...]
    marks: tuple[Mark, ...] = ()
    notes: tuple[Note, ...] = ()
    traces: tuple[Trace, ...] = ()
    dies: tuple[DieLine, ...] = ()
    registration: tuple[Outline, ...] = ()


class Sheet(NamedTuple):
    """One leaf of paper. `pieces[i]` lies in `front.slots[i]` and, if it has a back, in the slot `back_of[i]`.

    That is a slot of `back`; where there is none, the sheet is folded and it is a slot of `front`, after those of the
    fronts. `template` names the paths of the sheet for a cutter: it is printed, and stands in the cut file.
    """

    width: float
    height: float
    pieces: tuple[Piece, ...]
    front: Side
    back: Side | None = None
    back_of: tuple[int | None, ...] = ()
    template: str = ""

    @property
    def folded(self) -> bool:
        """Whether backs lie on the page of their fronts, to be folded behind them."""
        return self.back is None and any(number is not None for number in self.back_of)

    def back_slot(self, number: int) -> Slot | None:
        """The slot of the back of `pieces[number]`; None if it has none."""
        behind = self.back_of[number] if self.back_of else None
        side = self.front if self.back is None else self.back
        return None if behind is None else side.slots[behind]


class Run(NamedTuple):
    """The sheets that go through the printer together: one stock, one paper, one or two sides; one PDF.

    `per_sheet` is how many pieces a full sheet takes for each component, `remarks` what the build says about the
    layout in words ("9 a sheet; ..."). `theme` is empty for the usual look. `printer` is whose errors the pages undo.
    `order` is that of the pages: `interleaved`, `fronts-backs` or `manual`; `only` is `fronts` or `backs` where one of
    the two is printed alone.
    """

    job: Job
    kit: str
    title: str
    version: str
    paper: str
    flip: str
    sheets: tuple[Sheet, ...]
    per_sheet: tuple[tuple[str, int], ...] = ()
    remarks: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()
    theme: str = ""
    printer: Printer | None = None
    order: str = "interleaved"
    only: str = ""

    @property
    def duplex(self) -> bool:
        """Whether any sheet is printed on both sides."""
        return any(sheet.back is not None for sheet in self.sheets)
