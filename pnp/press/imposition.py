"""Pieces onto sheets: how many a sheet takes, which lie together, and what there is to say about it.

A run in which any piece has a back is printed on both sides throughout: a sheet whose pieces all lack backs gets a
back page of its own, with marks and label alone, so that every sheet is two pages and no front lands behind another.
A run in which nothing has a back has one page a sheet.
"""

import math
from collections.abc import Iterable, Sequence

from pnp.model.finding import Fault
from pnp.model.kit import Job, Kit
from pnp.model.place import Where
from pnp.model.sheet import Piece, Run
from pnp.model.units import show
from pnp.press.grid import Grid, choose_grid
from pnp.press.leaf import Group, lay_sheets
from pnp.press.notes import find_strips
from pnp.press.paper import paper_size
from pnp.press.remarks import overrun, remark_on
from pnp.press.settings import settle_job


def impose(kit: Kit, job: Job, pieces: Sequence[Piece], paper: str, theme: str = "") -> Run:
    """The run that prints `pieces`, in their order, on `paper` (`letter`, `a4`, or a size like `148x210mm`).

    Pieces of equal size lie together, row by row; every other size starts sheets of its own, in the order in which
    the sizes first come. What does not fit, and values that cannot be, become faults of the run; the rest is laid.
    `theme` is what its faces look like, for label and file name. PnpError if there is no such paper.
    """
    page = paper_size(paper)
    settled, faults = settle_job(job, page, paper)
    groups = []
    misfits: list[Fault] = []
    for together in _by_size(pieces):
        group = _group(settled, together, page)
        if group.grid.per_sheet:
            groups.append(group)
        else:
            misfits += _misfits(kit, settled, group, page, paper)
    return Run(
        job=job,
        kit=kit.id,
        title=kit.title or kit.id,
        version=kit.version,
        paper=paper,
        flip=settled.flip,
        sheets=lay_sheets(kit, settled, groups, paper, theme),
        per_sheet=tuple((name, group.grid.per_sheet) for group in groups for name in _components(group.pieces)),
        remarks=_remark(settled, groups, paper),
        faults=(*faults, *misfits),
        theme=theme,
    )


def _by_size(pieces: Iterable[Piece]) -> list[tuple[Piece, ...]]:
    """Pieces of equal size together (to a thousandth of a millimetre), sizes in the order in which they first come."""
    sizes: dict[tuple[float, float], list[Piece]] = {}
    for piece in pieces:
        sizes.setdefault((round(piece.width, 3), round(piece.height, 3)), []).append(piece)
    return [tuple(group) for group in sizes.values()]


def _group(job: Job, pieces: tuple[Piece, ...], page: tuple[float, float]) -> Group:
    size = pieces[0].width, pieces[0].height
    if min(size) <= 0 or not all(map(math.isfinite, size)):
        return Group(Grid(*page, *size, 0, 0, job.gutter, job.margin), pieces, None)
    grid = choose_grid(size, page, job.margin, job.gutter)
    if not grid.per_sheet:
        return Group(grid, pieces, None)
    bleed = grid.outer_bleed(max(piece.bleed for piece in pieces))
    return Group(grid, pieces, find_strips(grid, bleed, marks=job.marks != "none"))


def _misfits(kit: Kit, job: Job, group: Group, page: tuple[float, float], paper: str) -> list[Fault]:
    """One fault a component, where its size is given."""
    size = group.grid.width, group.grid.height
    faults = []
    for name in _components(group.pieces):
        piece = next(piece for piece in group.pieces if piece.component == name)
        where = _size_place(kit, piece)
        shown = f"{name}: a piece of {show(size[0])} x {show(size[1])} mm"
        if min(size) <= 0 or not all(map(math.isfinite, size)):
            faults.append(Fault("bad-layout", where, f"{shown} cannot be", "give both sides more than 0 mm"))
            continue
        much = overrun(size, page, paper, job.margin)
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


def _remark(job: Job, groups: Sequence[Group], paper: str) -> tuple[str, ...]:
    remarks: list[str] = []
    for group in groups:
        names = ", ".join(_components(group.pieces))
        bleed = max(piece.bleed for piece in group.pieces)
        remarks += remark_on(names, group.grid, bleed, paper, job, group.strips)
    if groups and job.marks == "backs" and all(piece.back is None for group in groups for piece in group.pieces):
        remarks.append(f"{job.name}: marks are asked for on backs, and nothing here has a back, so there are none")
    return tuple(remarks)
