"""What a cutting machine wants of a sheet: marks that its eye finds, and pieces that keep clear of them.

All lengths are mm from the page's top left corner.

The marks for Silhouette machines are those of silhouette-card-maker, so that the templates of its users fit. Its
SPECIFICATION.md gives: layouts in the middle of the page, all pieces one way, 1.25 mm between them and at most half
of that for bleed; marks 10 mm from the edges, 1 mm thick, a filled square of 5 mm in the top left corner, an L in the
bottom left and the top right one. Its page_manager.py gives: the square has a border as thick as the marks, so 6 mm
in all; an L's lines lie about the inset, so half their width outside it, and reach `length` from it; `length` is what
the pieces leave beyond the inset on their better side, less 1.25 mm, from 5 to 20 mm (layouts.json has it for each
paper and card: 7.2 mm for poker cards on letter). No piece with its bleed (there, a whole gap) comes nearer than 5 mm
to a corner of the inset on both axes; of the grids that do, a column or a row less is taken.
"""

from collections.abc import Sequence
from dataclasses import replace

from pnp.model.face import Box
from pnp.model.kit import Job
from pnp.model.units import MM_PER_INCH
from pnp.press.arrangement import Arrangement, Page, Spot
from pnp.press.grid import count_grid, place_grid

CUTTERS = ("silhouette", "generic")

# silhouette-card-maker: layouts.json, "registration" and "defaults"; page_manager.py, CARD_DISTANCE, the limits of
# the length, and the 5 x 5 mm square.
INSET, THICKNESS, SHORTEST, LONGEST, SQUARE = 10.0, 1.0, 5.0, 20.0, 5.0
GAP = 1.25
# Cricut Design Space prints marks of its own around what is to be cut, at most so large (Print Then Cut, as told in
# piecepackr's issue 343).
CRICUT = 9.25 * MM_PER_INCH, 6.75 * MM_PER_INCH


def fit_job(job: Job, cutter: str) -> Job:
    """The job as the cutter wants it.

    For Silhouette the gaps are those of its templates and there are no cut marks, which its eye could take for its
    own; for any other the job's own.
    """
    if cutter == "silhouette":
        return replace(job, cutter=cutter, gutter=GAP, marks="none", up="", cut_order=False)
    return replace(job, cutter=cutter)


def arrange_clear(size: tuple[float, float], pages: Sequence[Page]) -> Arrangement:
    """The grid of silhouette-card-maker for pieces of this size: as many as keep clear of the four corners."""
    best = Arrangement(pages[0], (), GAP)
    for page in pages:
        inside = Box(INSET, INSET, page.width - INSET, page.height - INSET)
        columns, rows = count_grid(size, inside, GAP)
        for grid in (
            (columns, rows),
            (_clear(size[0], inside.right - INSET), rows),
            (columns, _clear(size[1], inside.bottom - INSET)),
        ):
            grid = min(grid[0], columns), min(grid[1], rows)
            spots = tuple(map(Spot, place_grid(size, inside, grid, GAP))) if min(grid) > 0 else ()
            arrangement = Arrangement(page, spots, GAP)
            if len(spots) > best.per_sheet and _keeps_clear(arrangement):
                best = arrangement
    return best
