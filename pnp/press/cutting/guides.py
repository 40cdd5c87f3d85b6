"""All that a page has for whoever cuts it: marks, lines for the knife, numbers, and the paths themselves.

All lengths are mm from the page's top left corner.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pnp.model.face import Box
from pnp.model.kit import Job
from pnp.model.marking import Marking
from pnp.model.outline import Outline, Trace, Vertex
from pnp.model.sheet import DieLine, Mark, Note
from pnp.press.cutting.clearings import Plan
from pnp.press.cutting.cuts import SAME, find_cuts, order_cuts
from pnp.press.cutting.marks import STYLES, cut_marks, pen_for
from pnp.press.cutting.numbers import number_cuts
from pnp.press.cutting.rays import Field, ray_marks
from pnp.press.cutting.traces import Traces, mirror, mirror_all
from pnp.press.layout.duplex import Flip

NOTHING = Traces()
_SEAMS = "dashed: edge of the next part, not cut"


class Guides(NamedTuple):
    """What is printed for the knife, and the paths that it stands for."""

    marks: tuple[Mark, ...] = ()
    dies: tuple[DieLine, ...] = ()
    numbers: tuple[Note, ...] = ()
    traces: Traces = NOTHING
    registration: tuple[Outline, ...] = ()


def draw_guides(
    plan: Plan, traces: Traces, job: Job, numbered: int | None = None, askew: Field | None = None
) -> Guides:
    """The guides of a page in the job's style. Without marks nothing is printed for the knife; its paths are told.

    Outlines are lines for the knife and have no marks. Those of shaped pieces, paths inside pieces and folds of the
    paper are printed whatever the style, for nothing else tells where they are. Of paper that is folded before it is
    cut, only the cuts of the first `numbered` trims, the fronts, have numbers: they go through the backs, too. `askew`
    are pieces whose cuts are neither upright nor level.
    """
    if job.marks == "none":
        return Guides(traces=traces)
    marking = job.marking
    marks = (*cut_marks(plan, marking), *(ray_marks(askew, marking) if askew else ()))
    outer = traces.outer if marking.style == "outlines" else ()
    folds = [DieLine(trace.outline, pen_for(trace.kind, marking)) for trace in _clip(traces.folds, plan.usable)]
    on_art = (*traces.inner, *traces.shaped, *outer)
    dies = (*folds, *(DieLine(trace.outline, pen_for(trace.kind, marking), filled=True) for trace in on_art))
    numbers = number_cuts(plan, order_cuts(plan.trims[:numbered], plan.free), marks) if job.cut_order else ()
    return Guides(marks, dies, numbers, traces)


def guides_behind(flip: Flip, guides: Guides) -> Guides:
    """The guides of the page behind: everything lies behind its like, and numerals can be read."""
    return Guides(
        tuple(mark._replace(line=flip.behind_line(mark.line)) for mark in guides.marks),
        tuple(die._replace(outline=mirror(flip, die.outline)) for die in guides.dies),
        tuple(note._replace(box=flip.behind(note.box)) for note in guides.numbers),
        mirror_all(flip, guides.traces),
    )


def without_print(guides: Guides) -> Guides:
    """The paths alone, for the side that has no marks."""
    return Guides(traces=guides.traces)


def write_legend(job: Job, traces: Traces, *, duplex: bool, seams: bool = False) -> str:
    """What the guides mean, in as few words as can be; nothing where there are none.

    `seams` tells whether the edges of other parts are drawn on a part of a larger piece.
    """
    told = _tell_guides(job, traces, duplex=duplex)
    return "; ".join(filter(None, (told, _SEAMS if seams else "")))


def _tell_guides(job: Job, traces: Traces, *, duplex: bool) -> str:
    if job.marks == "none" or (job.marks == "backs" and not duplex):
        return ""
    marking = job.marking
    where = " of the back" if job.marks == "backs" else ""
    kinds = {trace.kind for trace in (*traces.inner, *traces.folds)}
    words = {"lines": "lines", "outlines": "outlines"}.get(marking.style, "marks")
    if not traces.outer and traces.shaped:
        words = "outlines"
    if words != "marks":
        words = f"{marking.cut} {words}"
    elif traces.shaped or "cut" in {trace.kind for trace in traces.inner}:
        words += f" and the {marking.cut} lines"
    cut = f"cut on the {words}{where}"
    cut += " in the order of the numbers" if job.cut_order and traces.outer else ""
    bends = [f"{kind} on the {getattr(marking, kind)} lines" for kind in ("score", "fold") if kind in kinds]
    # Paper with backs beside their fronts is folded as a whole, and only then cut.
    return ", ".join((*bends, f"then {cut}") if traces.folds else (cut, *bends))


def count_unmarked(trims: Sequence[Box], marks: Iterable[Mark], marking: Marking) -> tuple[int, int]:
    """How many of the cuts have no mark at either end, and how many cuts there are."""
    cuts = find_cuts(trims)
    if marking.style not in STYLES:
        return 0, len(cuts)
    uprights = sorted({round(mark.line.x1, 4) for mark in marks if abs(mark.line.x1 - mark.line.x2) <= SAME})
    levels = sorted({round(mark.line.y1, 4) for mark in marks if abs(mark.line.y1 - mark.line.y2) <= SAME})
    lacking = [cut for cut in cuts if round(cut.at, 4) not in (uprights if cut.upright else levels)]
    return len(lacking), len(cuts)


def _clip(folds: Iterable[Trace], usable: Box) -> tuple[Trace, ...]:
    """Straight folds as far as the printer may draw them."""
    clipped = []
    for fold in folds:
        (x1, y1, _), (x2, y2, _) = fold.outline.vertices
        across = (min(max(x, usable.left), usable.right) for x in (x1, x2))
        down = (min(max(y, usable.top), usable.bottom) for y in (y1, y2))
        ends = tuple(Vertex(x, y) for x, y in zip(across, down, strict=True))
        clipped.append(Trace(fold.kind, Outline(ends, closed=False)))
    return tuple(clipped)
