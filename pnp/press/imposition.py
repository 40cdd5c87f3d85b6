"""Pieces onto sheets: how many a sheet takes, which lie together, and what there is to say about it.

A run in which any piece has a back is printed on both sides throughout: a sheet whose pieces all lack backs gets a
back page of its own, with marks and label alone, so that every sheet is two pages and no front lands behind another.
A run in which nothing has a back has one page a sheet.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

from pnp.model.finding import Fault
from pnp.model.kit import Job, Kit
from pnp.model.place import Where
from pnp.model.printer import Margins, Printer
from pnp.model.sheet import Piece, Run
from pnp.model.units import show
from pnp.press.arrangement import Arrangement, Page
from pnp.press.grid import choose_grid
from pnp.press.leaf import Group, lay_sheets
from pnp.press.notes import find_strips
from pnp.press.paper import lay_pages, paper_size
from pnp.press.remarks import overrun, remark_on
from pnp.press.settings import settle_job


def impose(
    kit: Kit, job: Job, pieces: Sequence[Piece], paper: str, theme: str = "", printer: Printer | None = None
) -> Run:
    """The run that prints `pieces`, in their order, on `paper` (`letter`, `a4`, or a size like `148x210mm`).

    Pieces of equal size, upright or lying, lie together, row by row; every other size starts sheets of its own, in
    the order in which the sizes first come. What does not fit, and values that cannot be, become faults of the run;
    the rest is laid. `theme` is what its faces look like, for label and file name. The `printer` may have margins of
    its own, and an edge over which it turns the paper. PnpError if there is no such paper.
    """
    size = paper_size(paper)
    if printer is not None and printer.flip:
        job = replace(job, flip=printer.flip)
    settled, faults = settle_job(job, size, paper)
    pages = lay_pages(size, _margins(settled, printer, pieces))
    groups = []
    misfits: list[Fault] = []
    for together in _by_size(pieces):
        group = _group(settled, together, pages)
        if group.arrangement.per_sheet:
            groups.append(group)
        else:
            misfits += _misfits(kit, settled, group, pages, paper)
    return Run(
        job=job,
        kit=kit.id,
        title=kit.title or kit.id,
        version=kit.version,
        paper=paper,
        flip=settled.flip,
        sheets=lay_sheets(kit, settled, groups, paper, theme),
        per_sheet=tuple((name, group.arrangement.per_sheet) for group in groups for name in _components(group.pieces)),
        remarks=_remark(settled, groups, pages, paper),
        faults=(*faults, *misfits),
        theme=theme,
        printer=printer,
    )


def _margins(job: Job, printer: Printer | None, pieces: Sequence[Piece]) -> Margins:
    """What stays blank at each edge.

    A printer leaves the same blank on both sides of the paper, so of what it reaches, two-sided sheets use what lies
    behind each other.
    """
    if printer is None or printer.margins is None:
        return Margins(*(job.margin,) * 4)
    margins = printer.margins
    if all(piece.back is None for piece in pieces):
        return margins
    if job.flip == "long-edge":
        across = max(margins.left, margins.right)
        return margins._replace(left=across, right=across)
    down = max(margins.top, margins.bottom)
    return margins._replace(top=down, bottom=down)


def _by_size(pieces: Iterable[Piece]) -> list[tuple[Piece, ...]]:
    """Pieces of equal size together (to a thousandth of a millimetre), upright or lying.

    The sizes stand in the order in which they first come.
    """
    sizes: dict[tuple[float, float], list[Piece]] = {}
    for piece in pieces:
        short, long = sorted((round(piece.width, 3), round(piece.height, 3)))
        sizes.setdefault((short, long), []).append(piece)
    return [tuple(group) for group in sizes.values()]


def _group(job: Job, pieces: tuple[Piece, ...], pages: Sequence[Page]) -> Group:
    size = pieces[0].width, pieces[0].height
    if not _can_be(size):
        return Group(Arrangement(pages[0], ()), pieces, None)
    arrangement = choose_grid(size, pages, job.gutter)
    if not arrangement.per_sheet:
        return Group(arrangement, pieces, None)
    bleed = arrangement.reach(max(max(piece.bleed, piece.back_bleed) for piece in pieces))
    return Group(arrangement, pieces, find_strips(arrangement, bleed, marks=job.marks != "none"))


def _can_be(size: tuple[float, float]) -> bool:
    return all(map(math.isfinite, size)) and min(size) > 0


def _misfits(kit: Kit, job: Job, group: Group, pages: Sequence[Page], paper: str) -> list[Fault]:
    """One fault a component, where its size is given."""
    faults = []
    for name in _components(group.pieces):
        piece = next(piece for piece in group.pieces if piece.component == name)
        size = piece.width, piece.height
        where = _size_place(kit, piece)
        shown = f"{name}: a piece of {show(size[0])} x {show(size[1])} mm"
        if not _can_be(size):
            faults.append(Fault("bad-layout", where, f"{shown} cannot be", "give both sides more than 0 mm"))
            continue
        much = overrun(size, pages, paper)
        cure = f"make it smaller, give job {job.name} a smaller margin, or print on larger paper; nothing is scaled"
        faults.append(Fault("does-not-fit", where, f"{shown} is {much}", cure))
    return faults


def _size_place(kit: Kit, piece: Piece) -> Where:
    for deck in kit.decks:
        if deck.id == piece.front.deck:
            return deck.place("size")
    return piece.where


def _components(pieces: Iterable[Piece]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(piece.component for piece in pieces))


def _remark(job: Job, groups: Sequence[Group], pages: Sequence[Page], paper: str) -> tuple[str, ...]:
    remarks: list[str] = []
    for group in groups:
        remarks += remark_on(", ".join(_components(group.pieces)), group, pages, paper, job)
    if groups and job.marks == "backs" and all(piece.back is None for group in groups for piece in group.pieces):
        remarks.append(f"{job.name}: marks are asked for on backs, and nothing here has a back, so there are none")
    return tuple(remarks)
