"""What is to be done with the sheets of a run: each distinct layout once. Lengths are mm, from a page's top left."""

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.model.outline import Outline, Vertex
from pnp.model.sheet import Line, Run, Sheet, Side, Tile
from pnp.press.cutting.cuts import Cut, Step, order_by_hand, order_cuts
from pnp.press.layout.duplex import Flip, turn_over


@dataclass(frozen=True, slots=True)
class Scheme:
    """Sheets that are laid out alike, by their numbers from 1, and how they are cut and folded.

    `side` is the one that has the marks, `back` tells whether that is the back. `steps` are the straight cuts in
    order, `paths` those along outlines or by a machine, `scores` and `folds` the lines for the bone. `counts` tells
    how many pieces of each component a sheet has; `tile` is the part of a piece that lies there alone.
    """

    sheets: tuple[int, ...]
    sheet: Sheet
    side: Side
    back: bool
    steps: tuple[Step, ...]
    paths: tuple[Outline, ...]
    scores: tuple[Outline, ...]
    folds: tuple[Outline, ...]
    counts: tuple[tuple[str, int], ...]
    tile: Tile | None = None

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the page."""
        return self.sheet.width, self.sheet.height

    @property
    def untouched(self) -> bool:
        """Whether its sheets stay as they are: nothing is cut, scored or folded."""
        return not (self.steps or self.paths or self.scores or self.folds)

    @property
    def look(self) -> tuple[object, ...]:
        """What its picture shows: the same of layouts that differ in what lies where alone."""
        if self.untouched:
            return ()
        trims = tuple(slot.trim for slot in self.side.slots)
        return self.size, trims, self.steps, self.paths, self.scores, self.folds, self.back


def find_schemes(run: Run) -> tuple[Scheme, ...]:
    """The distinct layouts of the run, in the order of its sheets."""
    alike: dict[object, list[int]] = {}
    for number, sheet in enumerate(run.sheets, 1):
        trims = tuple(slot.trim for slot in sheet.front.slots)
        pieces = tuple((each.component, each.corner, each.outline is None, each.tile) for each in sheet.pieces)
        paths = sheet.front.traces, sheet.back.traces if sheet.back else None
        alike.setdefault((sheet.width, sheet.height, trims, pieces, paths), []).append(number)
    return tuple(_read(run, run.sheets[numbers[0] - 1], tuple(numbers)) for numbers in alike.values())


def _read(run: Run, sheet: Sheet, numbers: tuple[int, ...]) -> Scheme:
    back = sheet.back is not None and run.job.marks == "backs"
    side = sheet.back if back and sheet.back is not None else sheet.front
    # The order is found on the front, as the numbers that are printed are, and seen from the back if that has them.
    # A folded sheet is cut through fronts and backs at once.
    slots = sheet.front.slots[: len(sheet.pieces)]
    straight = _plain(sheet)
    plain = [slot.trim for slot, is_plain in zip(slots, straight, strict=False) if is_plain]
    others = [slot.trim for slot, is_plain in zip(sheet.front.slots, straight, strict=False) if not is_plain]
    bent = any(trace.kind != "cut" for piece in sheet.pieces for trace in piece.traces)
    # Strips are cut out one by one, as their folds are scored. A piece alone, without marks, may stay on its sheet.
    # Where outlines are printed around them, squares among round pieces are cut out one by one, too.
    among = run.job.marking.style == "outlines" and any(piece.outline is not None for piece in sheet.pieces)
    plain = [] if run.job.cutter or bent or among or _is_page(run, sheet) else plain
    # Numbers on the sheets are those of a guillotine; without them, one cuts with a knife, and keeps the margins.
    steps = order_cuts(plain, others) if run.job.cut_order else order_by_hand(plain, others)
    if back:
        flip = turn_over(sheet.width, sheet.height, run.flip)
        steps = tuple(step._replace(cut=_behind(flip, step.cut)) for step in steps)
    shaped = bool(run.job.cutter) or bent or any(piece.outline is not None for piece in sheet.pieces)
    kinds = {
        kind: tuple(trace.outline for trace in side.traces if trace.kind == kind) for kind in ("cut", "score", "fold")
    }
    names = [piece.component for piece in sheet.pieces]
    counts = tuple((name, names.count(name)) for name in dict.fromkeys(names))
    paths = tuple(path for path in kinds["cut"] if shaped and not _is_step(path, steps))
    tile = sheet.pieces[0].tile if sheet.pieces else None
    return Scheme(numbers, sheet, side, back, steps, paths, kinds["score"], kinds["fold"], counts, tile)


def _is_page(run: Run, sheet: Sheet) -> bool:
    """Whether the sheet is used as it is: it has one whole piece, and nothing tells where to cut."""
    return run.job.marks == "none" and len(sheet.pieces) == 1 and sheet.pieces[0].tile is None


def _plain(sheet: Sheet) -> list[bool]:
    """For each place of the front whether what lies there is cut straight."""
    plain = [piece.outline is None for piece in sheet.pieces]
    fronts = len(plain)
    # On a folded sheet, the backs come after the fronts.
    behind = {place: plain[number] for number, place in enumerate(sheet.back_of) if place is not None}
    return [*plain, *(behind.get(place, True) for place in range(fronts, len(sheet.front.slots)))]


def _behind(flip: Flip, cut: Cut) -> Cut:
    """The cut as it is seen from the back."""
    line = flip.behind_line(
        Line(cut.at, cut.start, cut.at, cut.end) if cut.upright else Line(cut.start, cut.at, cut.end, cut.at)
    )
    if cut.upright:
        return Cut(True, line.x1, min(line.y1, line.y2), max(line.y1, line.y2))
    return Cut(False, line.y1, min(line.x1, line.x2), max(line.x1, line.x2))


def _is_step(path: Outline, steps: Sequence[Step]) -> bool:
    """Whether the path is a straight line that a step cuts."""
    if path.closed or len(path.vertices) != 2:
        return False
    start, end = path.vertices
    return any(_lies_on(start, end, step.cut) for step in steps)


def _lies_on(start: Vertex, end: Vertex, cut: Cut) -> bool:
    ends = (start.x, end.x) if cut.upright else (start.y, end.y)
    return max(abs(at - cut.at) for at in ends) < 1e-6
