"""What the press says about a layout, in words."""

import math
from collections.abc import Sequence

from pnp.model.kit import Job
from pnp.model.sizes import PAPERS
from pnp.model.units import show
from pnp.press.cutting.cutter import remark_on_cutter
from pnp.press.cutting.marks import DISTANCE, ROOM, SHORTEST
from pnp.press.imposition.group import Group
from pnp.press.imposition.notes import RULER, RULER_TEXT
from pnp.press.layout.arrangement import EXACT, Arrangement, Page, find_folds
from pnp.press.layout.honeycomb import lies_flat
from pnp.press.layout.layouts import count_with


def remark_on(
    names: str, group: Group, pages: Sequence[Page], paper: str, job: Job, *, alone: bool = True
) -> tuple[str, ...]:
    """All there is to say about the sheets of one size of piece. `names` are the components'.

    Where no sheet is of that size `alone`, only how many one takes.
    """
    arrangement, strips = group.arrangement, group.strips
    bleed = max(piece.bleed for piece in group.pieces)
    behind = max((piece.back_bleed for piece in group.pieces if piece.back), default=0.0)
    remarks = [count_places(group, bleed, pages, job)]
    if behind > bleed + EXACT:
        remarks += _tell_back_bleed(arrangement, behind)
    told = f"{names} on {paper}, {arrangement.page.orientation}"
    if not alone:
        return (f"{told}: {remarks[0]}",)
    if job.marks != "none" or bleed:
        remarks += edges(arrangement, arrangement.reach(max(bleed, behind)), marks=_has_marks(job, group))
    if job.cut_order and job.marks != "none" and _shaped(group):
        remarks.append("cuts along outlines are not straight, and have no numbers")
    if strips is None:
        remarks.append("no margin has room for label, ruler and legend, so they are left out; larger paper has it")
    elif strips.length < RULER + RULER_TEXT:
        remarks.append("no margin is long enough for the 100 mm ruler, so it is left out; measure a card instead")
    remarks += remark_on_cutter(job, arrangement, group.free)
    return tuple(f"{told}: {remark}" for remark in remarks)


def _shaped(group: Group) -> bool:
    return any(piece.outline is not None for piece in group.pieces)


def _has_marks(job: Job, group: Group) -> bool:
    """Whether there are marks beside the pieces: shaped ones have some only where these are nested."""
    if job.marks == "none" or job.marking.style == "outlines":
        return False
    return group.arrangement.nested or not _shaped(group)


def remark_on_paper(paper: str) -> tuple[str, ...]:
    """What is to be known of a paper that is none."""
    if paper != "universal":
        return ()
    letter, a4, (width, height) = PAPERS["letter"], PAPERS["a4"], PAPERS["universal"]
    return (
        f"universal is a page of {show(width)} x {show(height)} mm that goes on letter and on a4: print it at 100 % "
        "(actual size) and centred on the paper; the margins are then wider than they are on the page, on letter by "
        f"{show((letter[0] - width) / 2)} mm left and right, on a4 by {show((a4[1] - height) / 2)} mm above and below, "
        "and where a printer does not centre, backs miss their fronts by twice as much",
    )


def remark_on_sharing(job: Job, groups: Sequence[Group], laid: Sequence[Group]) -> tuple[str, ...]:
    """What sharing the last sheets has brought, where the job asks for it."""
    if not job.share or len(groups) < 2:
        return ()
    before, after = (sum(len(group.portions) for group in each) for each in (groups, laid))
    if before == after:
        return (f"{job.name}: sharing the last sheets saves none, so each size has its own",)
    return (f"{job.name}: sizes share the last sheets: {_sheets(after)} in all, {before} if each had its own",)


def count_places(group: Group, bleed: float, pages: Sequence[Page], job: Job) -> str:
    """How many pieces a sheet takes, how many sheets that makes, and the same with bleed on each, or shared cuts."""
    arrangement = group.arrangement
    many = len(group.pieces)
    says = f"{arrangement.per_sheet} a sheet, {_sheets(math.ceil(many / arrangement.per_sheet))}"
    if group.folded:
        first = "cut the rows apart, then " if len(find_folds(arrangement.spots)) > 1 else ""
        says = f"{says}, each front and its back on one side, {show(job.fold)} mm apart: {first}fold, glue and cut"
    size = group.pieces[0].width, group.pieces[0].height
    flat = lies_flat(group.pieces[0].outline, size)
    if not group.folded and job.layout == "gutterfold":
        job = job._replace(layout="grid")
    if arrangement.gutter:
        own = arrangement.reach(bleed)
        if own:
            says += f", with {show(own)} mm bleed on each card"
        if own < bleed - EXACT:
            says += f" (it has {show(bleed)} mm)"
        other = _trade(count_with(job, size, pages, 0.0, flat), arrangement.per_sheet, many)
        how = "up: most" if job.up else "gutter: 0"
        return f"{says}; with shared cuts (`{how}` in the job) {other}"
    if not bleed:
        return says
    other = _trade(count_with(job, size, pages, bleed, flat), arrangement.per_sheet, many)
    how = "in place of `gutter`" if ("gutter",) in job.places else "in the job"
    return f"{says}, neighbours share their cuts; with {show(bleed)} mm bleed on each card (`up: bleed` {how}) {other}"


def _trade(other: int, own: int, many: int) -> str:
    if not other:
        return "none would fit"
    return "as many" if other == own else f"{other} a sheet, {_sheets(math.ceil(many / other))}"


def _sheets(count: int) -> str:
    return "1 sheet" if count == 1 else f"{count} sheets"


def _tell_back_bleed(arrangement: Arrangement, bleed: float) -> list[str]:
    """Where the bleed of backs, wider than that of fronts, cannot be had."""
    if not arrangement.gutter:
        return [f"backs share their cuts, too, so their bleed of {show(bleed)} mm is around the sheet alone"]
    if arrangement.reach(bleed) > bleed - EXACT:
        return []
    half = show(arrangement.reach(bleed))
    return [f"backs have {half} mm of their {show(bleed)} mm bleed, half the gutter (`gutter: {show(2 * bleed)} mm`)"]


def edges(arrangement: Arrangement, bleed: float, *, marks: bool) -> list[str]:
    """Where bleed stops at the printable edge, and where marks lie over bleed or have no room."""
    block, paper = arrangement.block, arrangement.page.printable
    says = []
    for where, room in (("above and below", block.top - paper.top), ("left and right", block.left - paper.left)):
        stops = room < bleed - EXACT
        over = marks and bleed > 0 and room - bleed < ROOM - EXACT
        cut = f"the printer stops {show(max(room, 0))} mm outside the cut, and so does the bleed" if stops else ""
        if marks and room < DISTANCE + SHORTEST - EXACT:
            cut += ("; " if cut else "") + "there is no room for marks there, so cut along the edges of the pictures"
        elif over:
            cut += ("; " if cut else "") + "the marks lie over the bleed, which is cut off"
        if cut:
            says.append(f"{where}, {cut}")
    return says


def overrun(sizes: Sequence[tuple[float, float]], pages: Sequence[Page], name: str) -> str:
    """By how much a piece misses the page, the way it misses it least: `58 mm too wide for letter with ...`.

    `sizes` are those that it may have as it lies.
    """
    tries = []
    for page in pages:
        edge = page.printable
        for size in sizes:
            wide, tall = size[0] - (edge.right - edge.left), size[1] - (edge.bottom - edge.top)
            tries.append((max(wide, 0) + max(tall, 0), page, wide, tall))
    _, page, wide, tall = min(tries, key=lambda one: one[0])
    parts = [f"{show(over)} mm too {word}" for over, word in ((wide, "wide"), (tall, "tall")) if over > EXACT]
    lying = ", landscape," if page.orientation == "landscape" else ""
    return f"{' and '.join(parts)} for {name}{lying} with {_margins(page)}"


def _margins(page: Page) -> str:
    left, top, right, bottom = page.printable
    margins = tuple(round(margin, 6) for margin in (top, page.width - right, page.height - bottom, left))
    if len(set(margins)) == 1:
        return f"{show(margins[0])} mm margins"
    return "margins of " + ", ".join(
        f"{show(margin)} mm {where}" for margin, where in zip(margins, ("above", "right", "below", "left"), strict=True)
    )
