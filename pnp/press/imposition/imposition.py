"""Pieces onto sheets: how many a sheet takes, which lie together, and what there is to say about it.

A run in which any piece has a back is printed on both sides throughout: a sheet whose pieces all lack backs gets a
back page of its own, with marks and label alone, so that every sheet is two pages and no front lands behind another.
A run in which nothing has a back has one page a sheet.
"""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pnp.model.finding import Fault
from pnp.model.kit import Job, Kit
from pnp.model.outline import Outline
from pnp.model.place import Where
from pnp.model.sheet import Piece, Run
from pnp.model.units import show
from pnp.press.cutting.cutter import arrange_for, judge_eyes, judge_margins, leave_free, skip_places
from pnp.press.cutting.marking import judge_marks, settle_marking
from pnp.press.cutting.marks import ROOM
from pnp.press.imposition.group import Group, gather
from pnp.press.imposition.leaf import lay_sheets
from pnp.press.imposition.notes import NOTES, find_strips
from pnp.press.imposition.remarks import overrun, remark_on, remark_on_paper, remark_on_sharing
from pnp.press.imposition.sharing import share_sheets
from pnp.press.imposition.tiles import part_piece, remark_on_parts
from pnp.press.layout.arrangement import Arrangement, Page
from pnp.press.layout.gutterfold import size_pair
from pnp.press.layout.honeycomb import lies_flat
from pnp.press.layout.layouts import arrange, find_ways, leave_room
from pnp.press.layout.paper import lay_pages, paper_size
from pnp.press.layout.settings import settle_job

# What is cut straight keeps at least this share of its places where label and legend are given room.
_FEW = 0.8


def impose(kit: Kit, job: Job, pieces: Sequence[Piece], paper: str, theme: str = "") -> Run:
    """The run that prints `pieces`, in their order, on `paper` (`letter`, `a4`, or a size like `148x210mm`).

    Pieces of equal size, upright or lying, lie together, row by row; every other size starts sheets of its own, in
    the order in which the sizes first come, unless the job lets the last sheets be shared. What does not fit, and
    values that cannot be, become faults of the run; the rest is laid. `theme` is what its faces look like, for label
    and file name. PnpError if there is no such paper.
    """
    size = paper_size(paper)
    settled, faults = settle_job(job, size, paper)
    settled, wrong_marks = settle_marking(settled, theme)
    plan = _Plan(kit, settled, lay_pages(size, settled.margins), paper)
    laid = [each for together in _by_size(settled, pieces) for each in _lay(plan, together)]
    groups = [group for group, _ in laid if group.arrangement.per_sheet]
    shared = share_sheets(settled, groups, plan.pages) if settled.share else groups
    sheets = lay_sheets(kit, settled, shared, paper, theme)
    unmarked, marked = judge_marks(settled, sheets)
    unseen = *judge_margins(settled), *judge_eyes(settled, sheets)
    return Run(
        job=job,
        kit=kit.id,
        title=kit.title or kit.id,
        version=kit.version,
        paper=paper,
        flip=settled.flip,
        sheets=sheets,
        per_sheet=tuple(
            dict.fromkeys((name, group.arrangement.per_sheet) for group in groups for name in _components(group.pieces))
        ),
        remarks=(*_remark(plan, groups, shared), *marked),
        faults=(*faults, *wrong_marks, *unmarked, *unseen, *(fault for _, wrong in laid for fault in wrong)),
        theme=theme,
    )


class _Plan(NamedTuple):
    """What is printed, how, and on which page, upright and lying; `paper` is what messages call it."""

    kit: Kit
    job: Job
    pages: tuple[Page, Page]
    paper: str


def _by_size(job: Job, pieces: Iterable[Piece]) -> list[tuple[Piece, ...]]:
    """Pieces of equal size together (to a thousandth of a millimetre), upright or lying; those with outlines by those.

    The sizes stand in the order in which they first come. Where backs are folded behind fronts, pieces that have none
    are apart.
    """
    sizes: dict[tuple[float, float, bool, Outline | None], list[Piece]] = {}
    for piece in pieces:
        short, long = sorted((round(piece.width, 3), round(piece.height, 3)))
        single = job.layout == "gutterfold" and piece.back is None
        sizes.setdefault((short, long, single, piece.outline), []).append(piece)
    return [tuple(group) for group in sizes.values()]


def _lay(plan: _Plan, pieces: tuple[Piece, ...]) -> list[tuple[Group, tuple[Fault, ...]]]:
    """The pieces of one size as a group; where they are larger than the paper and may be parted, a group a part."""
    group, faults = _group(plan, pieces)
    first = pieces[0]
    whole = plan.job.layout != "tiles" or first.outline is not None or bool(first.traces)
    if whole or group.arrangement.per_sheet or not _can_be((first.width, first.height)):
        return [(group, faults)]
    parts = [part for piece in pieces for part in part_piece(plan.job, piece, plan.pages)]
    if not parts:
        return [(group, faults)]
    backs = [piece for piece in pieces if piece.back is not None]
    message = "a piece that is printed in parts has no back; this one's is left out"
    where, cure = _size_place(plan.kit, pieces[0]), "take `back` out, or give it a size that the paper takes"
    wrong = (Fault("bad-layout", where, f"{pieces[0].component}: {message}", cure),) if backs else ()
    return [
        (gather(plan.job, arrangement, (part,)), wrong if not at else ())
        for at, (arrangement, part) in enumerate(parts)
    ]


def _group(plan: _Plan, pieces: tuple[Piece, ...]) -> tuple[Group, tuple[Fault, ...]]:
    """The pieces of one size with their places, and what is wrong with them; no places if they do not fit."""
    size = pieces[0].width, pieces[0].height
    if not _can_be(size):
        return Group(Arrangement(plan.pages[0], ()), pieces, None), _misfits(plan, pieces)
    job = plan.job if pieces[0].back is not None else plan.job._replace(layout="grid")
    bleed = max(piece.bleed for piece in pieces)
    choice = arrange(job, size, bleed, plan.pages, lies_flat(pieces[0].outline, size))
    if not choice.arrangement.per_sheet:
        return Group(choice.arrangement, pieces, None), _misfits(plan, pieces)
    choice = choice._replace(arrangement=_leave_room(plan, job, pieces, choice.arrangement))
    names = ", ".join(_components(pieces))
    told = f"job {job.name}: {names} on {plan.paper}"
    whole = arrange_for(job, choice.arrangement, size, plan.pages)
    wanted, unskipped = skip_places(job, whole, told)
    kept = leave_free(wanted, job.cutter, bleed)
    if not kept.per_sheet:
        message = f"{told}: no place keeps clear of the marks for a {job.cutter} cutter"
        return Group(kept, pieces, None), (Fault("does-not-fit", job.where, message, "print on larger paper"),)
    wrong = [Fault("bad-layout", job.place("up"), f"{told}: {choice.wrong}", choice.cure)]
    group = gather(job, kept, pieces, wanted.per_sheet - kept.per_sheet)
    return group, (*unskipped, *(wrong if choice.wrong else ()))


def _leave_room(plan: _Plan, job: Job, pieces: Sequence[Piece], usual: Arrangement) -> Arrangement:
    """The places of the pieces, fewer a sheet where that costs no sheet and leaves room for label and legend.

    Small pieces fill a page to its edges, and how they are cut has to be said somewhere. What is cut straight gives up
    a few places, not rows of cards.
    """
    outline, size = pieces[0].outline, (pieces[0].width, pieces[0].height)
    bleed = usual.reach(max(max(piece.bleed, piece.back_bleed) for piece in pieces))
    fixed = outline is None and (job.layout != "grid" or bool(pieces[0].traces))
    if fixed or job.up or job.cutter or find_strips(usual, bleed, marks=job.marks != "none"):
        return usual
    around = bleed + NOTES + (ROOM if job.marks != "none" else 0.0)
    ways = tuple(find_ways(job, size, plan.pages, lies_flat(outline, size)))
    roomy = leave_room(job, usual, len(pieces), around, ways)
    return roomy if outline is not None or roomy.per_sheet >= _FEW * usual.per_sheet else usual


def _can_be(size: tuple[float, float]) -> bool:
    return all(map(math.isfinite, size)) and min(size) > 0


def _misfits(plan: _Plan, pieces: Sequence[Piece]) -> tuple[Fault, ...]:
    """One fault a component, where its size is given."""
    job = plan.job
    faults = []
    for name in _components(pieces):
        piece = next(piece for piece in pieces if piece.component == name)
        size = piece.width, piece.height
        where = _size_place(plan.kit, piece)
        shown = f"{name}: a piece of {show(size[0])} x {show(size[1])} mm"
        if not _can_be(size):
            faults.append(Fault("bad-layout", where, f"{shown} cannot be", "give both sides more than 0 mm"))
            continue
        folded = job.layout == "gutterfold" and piece.back is not None
        if folded:
            shown += f" with its back beyond a fold of {show(job.fold)} mm"
        pairs = [size_pair(size, job.fold, upright=upright) for upright in (True, False)]
        much = overrun(pairs if folded else [size], plan.pages, plan.paper)
        whole = job.layout == "tiles" or piece.back or piece.outline is not None or piece.traces
        parted = "" if whole else "let it be printed in parts (`layout: tiles`), "
        cure = f"{parted}make it smaller, give job {job.name} a smaller margin, or print on larger paper"
        faults.append(Fault("does-not-fit", where, f"{shown} is {much}", f"{cure}; nothing is scaled"))
    return tuple(faults)


def _size_place(kit: Kit, piece: Piece) -> Where:
    for deck in kit.decks:
        if deck.id == piece.front.deck:
            return deck.place("size")
    return piece.where


def _components(pieces: Iterable[Piece]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(piece.component for piece in pieces))


def _remark_on_parts(plan: _Plan, groups: Sequence[Group]) -> list[str]:
    """A remark on each piece that is printed in parts."""
    parts: dict[tuple[str, int], list[Group]] = {}
    for group in groups:
        if group.pieces[0].tile is not None:
            parts.setdefault((group.pieces[0].id, group.pieces[0].copy), []).append(group)
    lies = [(group[0].arrangement.page.orientation, [each.pieces[0] for each in group]) for group in parts.values()]
    return list(dict.fromkeys(remark_on_parts(pieces, plan.paper, orientation) for orientation, pieces in lies))


def _remark(plan: _Plan, groups: Sequence[Group], laid: Sequence[Group]) -> tuple[str, ...]:
    job = plan.job
    remarks: list[str] = list(remark_on_paper(plan.paper))
    remarks += _remark_on_parts(plan, groups)
    for group in groups:
        if group.pieces[0].tile is not None:
            continue
        names = ", ".join(_components(group.pieces))
        alone = any(each.arrangement is group.arrangement for each in laid)
        remarks += remark_on(names, group, plan.pages, plan.paper, job, alone=alone)
    remarks += remark_on_sharing(job, groups, laid)
    if groups and job.marks == "backs" and all(piece.back is None for group in groups for piece in group.pieces):
        remarks.append(f"{job.name}: marks are asked for on backs, and nothing here has a back, so there are none")
    return tuple(remarks)
