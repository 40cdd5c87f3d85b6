"""What the press says about a layout, in words."""

from collections.abc import Sequence

from pnp.model.kit import Job
from pnp.model.units import show
from pnp.press.arrangement import EXACT, Arrangement, Page
from pnp.press.grid import choose_grid
from pnp.press.leaf import Group
from pnp.press.marks import DISTANCE, ROOM, SHORTEST
from pnp.press.notes import RULER, RULER_TEXT


def remark_on(names: str, group: Group, pages: Sequence[Page], paper: str, job: Job) -> tuple[str, ...]:
    """All there is to say about the sheets of one size of piece. `names` are the components'."""
    arrangement, strips = group.arrangement, group.strips
    bleed = max(piece.bleed for piece in group.pieces)
    size = group.pieces[0].width, group.pieces[0].height
    remarks = [count_places(arrangement, size, bleed, paper, pages)]
    told = f"{names} on {paper}, {arrangement.page.orientation}"
    if job.marks != "none" or bleed:
        remarks += edges(arrangement, arrangement.reach(bleed), marks=job.marks != "none")
    if strips is None:
        remarks.append("no margin has room for label, ruler and legend, so they are left out; larger paper has it")
    elif strips.length < RULER + RULER_TEXT:
        remarks.append("no margin is long enough for the 100 mm ruler, so it is left out; measure a card instead")
    return tuple(f"{told}: {remark}" for remark in remarks)


def count_places(
    arrangement: Arrangement, size: tuple[float, float], bleed: float, paper: str, pages: Sequence[Page]
) -> str:
    """How many pieces a sheet takes, and what it would take with bleed on each, or with shared cuts."""
    says = f"{arrangement.per_sheet} a sheet"
    if arrangement.gutter:
        own = arrangement.reach(bleed)
        if own:
            says += f" with {show(own)} mm bleed on each card"
        if own < bleed - EXACT:
            says += f" (it has {show(bleed)} mm)"
        other = choose_grid(size, pages, 0.0)
        return f"{says}; with shared cuts (`gutter: 0` in the job) it would be {_count(other, arrangement, paper)}"
    if not bleed:
        return says
    whole = size[0] + 2 * bleed, size[1] + 2 * bleed
    other = choose_grid(whole, pages, 0.0)
    how = f"with {show(bleed)} mm bleed on each card (`gutter: {show(2 * bleed)} mm` in the job)"
    return f"{says}, neighbours share their cuts; {how} it would be {_count(other, arrangement, paper)}"


def _count(other: Arrangement, own: Arrangement, paper: str) -> str:
    if other.per_sheet == own.per_sheet:
        return f"{other.per_sheet} too"
    return f"{other.per_sheet} ({paper}, {other.page.orientation})" if other.per_sheet else "none"


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


def overrun(size: tuple[float, float], pages: Sequence[Page], name: str) -> str:
    """By how much a piece misses the page, the way it misses it least: `58 mm too wide for letter with ...`."""
    tries = []
    for page in pages:
        edge = page.printable
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
