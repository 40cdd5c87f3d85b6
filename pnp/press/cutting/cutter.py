"""What a cutting machine wants of a sheet: marks that its eye finds, and pieces that keep clear of them.

All lengths are mm from the page's top left corner.

The marks for Silhouette machines are those of silhouette-card-maker, so that the templates of its users fit. Its
SPECIFICATION.md gives: layouts in the middle of the page, all pieces one way, 1.25 mm between them and at most half
of that for bleed; marks 10 mm from the edges, 1 mm thick, a filled square of 5 mm in the top left corner, an L in the
bottom left and the top right one, or, for the Cameo 5 Alpha, an L in each of the four.

Its page_manager.py gives: the square has a border as thick as the marks, so 6 mm in all; an L's lines lie about the
inset, so half their width outside it, and reach `length` from it; `length` is what the pieces leave beyond the inset
on their better side, less 1.25 mm, from 5 to 20 mm (layouts.json has it for each paper and card: 7.2 mm for poker
cards on letter). No piece with its bleed (there, a whole gap) comes nearer than 6.5 mm (the shortest length and its
padding) to a corner of the inset on both axes; of a grid that would, a column or a row less is taken.
"""

import hashlib
from collections.abc import Iterator, Sequence

from pnp.model.face import Box
from pnp.model.finding import Fault
from pnp.model.kit import Job
from pnp.model.outline import Outline, Trace, Vertex, rectangle
from pnp.model.passages import SILHOUETTES
from pnp.model.sheet import Run, Sheet
from pnp.model.units import MM_PER_INCH, show
from pnp.press.layout.arrangement import EXACT, Arrangement, Page, Spot
from pnp.press.layout.grid import count_grid, place_grid

# silhouette-card-maker: layouts.json, "registration" and "defaults"; page_manager.py, CARD_DISTANCE, the limits of
# the length, and the 5 x 5 mm square.
INSET, THICKNESS, SHORTEST, LONGEST, SQUARE = 10.0, 1.0, 5.0, 20.0, 5.0
GAP = 1.25
# What stays free around a mark: the padding of page_manager.py; and around the squares for other machines, so small
# that nine poker cards with whole bleed keep clear of them on letter paper.
PADDING, NEAR, CORNER = 1.5, 1.0, 4.0
# What a piece is that finds no place beside the marks.
LOST = "does-not-fit"
# Cricut Design Space prints marks of its own around what is to be cut, at most so large (Print Then Cut, as told in
# piecepackr's issue 343).
CRICUT = 9.25 * MM_PER_INCH, 6.75 * MM_PER_INCH


def fit_job(job: Job, cutter: str) -> Job:
    """The job as the cutter wants it.

    For Silhouette the gaps are those of its templates and there are no cut marks, which its eye could take for its
    own; for any other they are the job's. No sheet is shared, for its places would not be those of the template.
    """
    if cutter in SILHOUETTES:
        return job._replace(cutter=cutter, gutter=GAP, marks="none", up="", cut_order=False, share=False)
    return job._replace(cutter=cutter, share=False) if cutter else job


def leave_to_hand(run: Run, plain: Run) -> Run:
    """The `plain` run in place of one that the cutter cannot have, with a word on why; else the run for the cutter.

    It cannot have pieces that find no place clear of its marks; what is wrong without it, too, stays wrong.
    """
    lost = [fault for fault in run.faults if fault not in plain.faults]
    if not lost or len(plain.faults) + len(lost) > len(run.faults) or any(fault.check != LOST for fault in lost):
        return run
    note = f"{lost[0].message.removeprefix('job ')}; this job is printed without them, to be cut by hand"
    return plain._replace(remarks=(*plain.remarks, note))


def arrange_for(job: Job, usual: Arrangement, size: tuple[float, float], pages: Sequence[Page]) -> Arrangement:
    """The places that the cutter wants for pieces of this size; the `usual` ones where it has no wish."""
    return arrange_clear(size, pages) if job.cutter in SILHOUETTES and job.layout == "grid" else usual


def arrange_clear(size: tuple[float, float], pages: Sequence[Page]) -> Arrangement:
    """The grid of silhouette-card-maker for pieces of this size: as many as keep clear of the four corners.

    Of a lying page and an upright one that take as many, the lying one.
    """
    best = Arrangement(pages[0], (), GAP)
    for page in sorted(pages, key=lambda page: -page.width):
        inside = Box(INSET, INSET, page.width - INSET, page.height - INSET)
        for grid in _grids(size, inside):
            spots = tuple(map(Spot, place_grid(size, inside, grid, GAP))) if min(grid) > 0 else ()
            arrangement = Arrangement(page, spots, GAP)
            if len(spots) > best.per_sheet and _keeps_clear(arrangement):
                best = arrangement
    return best


def _grids(size: tuple[float, float], inside: Box) -> Iterator[tuple[int, int]]:
    """All columns and rows that fit, and fewer columns, or fewer rows, that keep clear of the corners."""
    columns, rows = count_grid(size, inside, GAP)
    few_columns, few_rows = count_grid(size, _shrunk(inside, SHORTEST + PADDING + GAP), GAP)
    yield columns, rows
    yield few_columns, rows
    yield columns, few_rows


def _shrunk(box: Box, by: float) -> Box:
    return Box(box.left + by, box.top + by, box.right - by, box.bottom - by)


def _keeps_clear(arrangement: Arrangement) -> bool:
    """Whether the pieces, a gap around them too, are far enough from the corners on one axis."""
    block = arrangement.block
    return max(block.left, block.top) - GAP - INSET >= SHORTEST + PADDING - EXACT


def skip_places(job: Job, arrangement: Arrangement, told: str) -> tuple[Arrangement, tuple[Fault, ...]]:
    """The arrangement without the places that the job wants to have free, and a fault where it has no such place.

    `told` is how messages call its sheets. If none would be left, all are there.
    """
    most = arrangement.per_sheet
    beyond = [number for number in job.skip if not 1 <= number <= most]
    kept = tuple(spot for number, spot in enumerate(arrangement.spots, 1) if number not in job.skip)
    faults = []
    if beyond or not kept:
        what = f"there is no place {beyond[0]} on a sheet of {most}" if beyond else "no place of a sheet would be left"
        cure = f"give numbers from 1 to {most}, not all of them"
        faults.append(Fault("bad-layout", job.place("skip"), f"{told}: {what}", cure))
    return arrangement._replace(spots=kept or arrangement.spots), tuple(faults)


def leave_free(arrangement: Arrangement, cutter: str, bleed: float) -> Arrangement:
    """The arrangement without the places that are too near to the cutter's marks, bleed and all."""
    padding = PADDING if cutter in SILHOUETTES else NEAR
    marks = [_shrunk(outline.box, -padding) for outline in register(arrangement, cutter, shortest=True)]
    reach = arrangement.reach(bleed)
    kept = tuple(
        spot
        for spot in arrangement.spots
        if not any(_meet(_shrunk(box, -reach), mark) for mark in marks for box in _boxes(spot))
    )
    return arrangement._replace(spots=kept)


def _boxes(spot: Spot) -> tuple[Box, ...]:
    return (spot.trim, spot.fold.behind(spot.trim)) if spot.fold else (spot.trim,)


def _meet(one: Box, other: Box) -> bool:
    return one.left < other.right and one.right > other.left and one.top < other.bottom and one.bottom > other.top


def register(arrangement: Arrangement, cutter: str, *, shortest: bool = False) -> tuple[Outline, ...]:
    """The marks of the cutter as filled outlines; none without a cutter.

    For Silhouette a square and two L, or four L, as long as the pieces leave them (or as `shortest`). For others four
    squares in the corners of what the printer reaches, for cameras and for the eye; Cricut prints its own.
    """
    page = arrangement.page
    if cutter == "generic":
        left, top, right, bottom = page.printable
        corners = ((x, y) for y in (top, bottom - CORNER) for x in (left, right - CORNER))
        return tuple(rectangle(Box(x, y, x + CORNER, y + CORNER)) for x, y in corners)
    if cutter not in SILHOUETTES:
        return ()
    length = SHORTEST if shortest or arrangement.folded else _length(arrangement)
    half = THICKNESS / 2
    square = Box(INSET - half, INSET - half, INSET + SQUARE + half, INSET + SQUARE + half)
    far = page.width - INSET, page.height - INSET
    two = _ell(far[0], INSET, -length, length), _ell(INSET, far[1], length, -length)
    if cutter == "silhouette":
        return rectangle(square), *two
    return _ell(INSET, INSET, length, length), *two, _ell(*far, -length, -length)


def _length(arrangement: Arrangement) -> float:
    """How long the lines of an L are, counted as page_manager.py does: in pixels of 300 an inch, to the very number."""
    page, block = arrangement.page, arrangement.block
    spare = []
    for whole, start, stop, low, high in (
        (page.width, block.left, block.right, 0, 2),
        (page.height, block.top, block.bottom, 1, 3),
    ):
        size = arrangement.spots[0].trim[high] - arrangement.spots[0].trim[low] if arrangement.spots else 0.0
        many = round((stop - start + GAP) / (size + GAP))
        grid = many * _pixels(size) + (many + 1) * _pixels(GAP)
        spare.append(round((_pixels(whole) - grid) / 2 + _pixels(GAP)) - _pixels(INSET) - _pixels(GAP))
    return min(max(round(max(spare) * MM_PER_INCH / 300, 2), SHORTEST), LONGEST)


def _pixels(mm: float) -> int:
    return round(mm / MM_PER_INCH * 300)


def _ell(x: float, y: float, across: float, down: float) -> Outline:
    """An L whose lines meet in (x, y) and reach so far from there (below 0: to the left, up)."""
    half_x, half_y = (THICKNESS / 2 if reach > 0 else -THICKNESS / 2 for reach in (across, down))
    corners = (
        (x - half_x, y - half_y),
        (x + across, y - half_y),
        (x + across, y + half_y),
        (x + half_x, y + half_y),
        (x + half_x, y + down),
        (x - half_x, y + down),
    )
    return Outline(tuple(Vertex(*corner) for corner in corners))


def name_template(page: Page, traces: Sequence[Trace], marks: Sequence[Outline]) -> str:
    """Eight letters and digits that are the same where page, paths and marks are, to a thousandth of a millimetre."""
    paths = [(trace.kind, trace.outline) for trace in traces] + [("registration", outline) for outline in marks]
    lines = [f"{page.width:.3f} {page.height:.3f}"]
    for kind, outline in paths:
        points = " ".join(f"{x:.3f},{y:.3f},{bulge:.4f}" for x, y, bulge in outline.vertices)
        lines.append(f"{kind} {outline.closed} {points}")
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:8]


def judge_margins(job: Job) -> tuple[Fault, ...]:
    """A fault where the printer leaves blank what the machine's eye has to see."""
    outside = INSET - THICKNESS / 2
    widest = max(job.margins)
    if job.cutter not in SILHOUETTES or widest <= outside + EXACT:
        return ()
    message = (
        f"job {job.name}: the registration marks stand {show(outside)} mm from the edges of the paper, and a margin of "
        f"{show(widest)} mm stays blank"
    )
    cure = f"give a margin of {show(outside)} mm or less, if your printer can, or cut with another machine"
    return (Fault("bad-layout", job.place("margin"), message, cure),)


def judge_eyes(job: Job, sheets: Sequence[Sheet]) -> tuple[Fault, ...]:
    """A fault where pieces that cannot be laid elsewhere, the parts of large ones, cover the machine's marks."""
    hidden = sum(
        any(_meet(slot.bleed, outline.box) for outline in sheet.front.registration for slot in sheet.front.slots)
        for sheet in sheets
    )
    if not hidden:
        return ()
    where = "a sheet" if hidden == 1 else f"{hidden} sheets"
    message = f"job {job.name}: pieces lie on the marks for a {job.cutter} cutter, on {where}"
    return (Fault(LOST, job.where, message, "print on larger paper, or without --cutter"),)


def tell_marks(outlines: Sequence[Outline]) -> str:
    """What to enter for the marks of a sheet where Silhouette's program asks for them."""
    ell = outlines[-1].box
    length = round(ell.right - ell.left - THICKNESS / 2, 2)
    return f"length {show(length)} mm, thickness {show(THICKNESS)} mm, inset {show(INSET)} mm"


def remark_on_cutter(job: Job, arrangement: Arrangement, free: int) -> tuple[str, ...]:
    """What the cutter changes, in words; `free` is how many places near its marks stay empty on every sheet."""
    says = []
    if job.skip:
        says.append(f"left free, as the job wants it: {', '.join(map(str, sorted(set(job.skip))))}")
    if free:
        places = "1 place" if free == 1 else f"{free} places"
        says.append(f"{places} near the registration marks left free on every sheet")
    if job.cutter in SILHOUETTES:
        gaps = f"{show(GAP)} mm between pieces, as the templates of silhouette-card-maker have it"
        says.append(f"{gaps}; no cut marks, which the machine could take for its own; no sheet is shared")
        says.append(f"registration marks for Silhouette Studio: {tell_marks(register(arrangement, job.cutter))}")
    if job.cutter and arrangement.folded:
        says.append("the machine cuts the sheet as it lies open: fronts and backs come apart, to be glued together")
    if job.cutter == "generic":
        block = arrangement.block
        sides = sorted((block.right - block.left, block.bottom - block.top), reverse=True)
        if sides[0] > CRICUT[0] + EXACT or sides[1] > CRICUT[1] + EXACT:
            size = " x ".join(map(show, CRICUT))
            says.append(f"larger than the {size} mm that Cricut prints then cuts; other machines take it")
    return tuple(says)
