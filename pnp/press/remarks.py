"""What the press says about a layout, in words."""

from pnp.model.kit import Job
from pnp.model.units import show
from pnp.press.grid import EXACT, Grid, choose_grid, fit_grid
from pnp.press.marks import DISTANCE, ROOM, SHORTEST
from pnp.press.notes import RULER, RULER_TEXT, Strips


def remark_on(names: str, grid: Grid, bleed: float, paper: str, job: Job, strips: Strips | None) -> tuple[str, ...]:
    """All there is to say about the sheets of one size of piece.

    `names` are the components'; `bleed` is the widest of the pieces, in mm.
    """
    remarks = [count_places(grid, bleed, paper)]
    told = f"{names} on {paper}, {grid.orientation}"
    if job.marks != "none" or bleed:
        remarks += edges(grid, grid.outer_bleed(bleed), marks=job.marks != "none")
    if strips is None:
        remarks.append("no margin has room for label, ruler and legend, so they are left out; larger paper has it")
    elif strips.length < RULER + RULER_TEXT:
        remarks.append("no margin is long enough for the 100 mm ruler, so it is left out; measure a card instead")
    return tuple(f"{told}: {remark}" for remark in remarks)


def count_places(grid: Grid, bleed: float, paper: str) -> str:
    """How many pieces a sheet takes, and what it would take with bleed on each, or with shared cuts."""
    size = grid.width, grid.height
    page = min(grid.page_width, grid.page_height), max(grid.page_width, grid.page_height)
    says = f"{grid.per_sheet} a sheet"
    if grid.gutter:
        own = grid.outer_bleed(bleed)
        if own:
            says += f" with {show(own)} mm bleed on each card"
        if own < bleed - EXACT:
            says += f" (it has {show(bleed)} mm)"
        other = choose_grid(size, page, grid.margin, 0.0)
        return f"{says}; with shared cuts (`gutter: 0` in the job) it would be {_count(other, grid, paper)}"
    if not bleed:
        return says
    whole = size[0] + 2 * bleed, size[1] + 2 * bleed
    other = choose_grid(whole, page, grid.margin, 0.0)
    how = f"with {show(bleed)} mm bleed on each card (`gutter: {show(2 * bleed)} mm` in the job)"
    return f"{says}, neighbours share their cuts; {how} it would be {_count(other, grid, paper)}"


def _count(other: Grid, grid: Grid, paper: str) -> str:
    if other.per_sheet == grid.per_sheet:
        return f"{other.per_sheet} too"
    return f"{other.per_sheet} ({paper}, {other.orientation})" if other.per_sheet else "none"


def edges(grid: Grid, bleed: float, *, marks: bool) -> list[str]:
    """Where bleed stops at the printable edge, and where marks lie over bleed or have no room."""
    block, paper = grid.block, grid.printable
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


def overrun(size: tuple[float, float], paper: tuple[float, float], name: str, margin: float) -> str:
    """By how much a piece misses the page, the way it misses it least: `58 mm too wide for letter with ...`."""
    tries = []
    for page in (paper, (paper[1], paper[0])):
        grid = fit_grid(size, page, margin, 0.0)
        wide, tall = size[0] - (page[0] - 2 * margin), size[1] - (page[1] - 2 * margin)
        tries.append((max(wide, 0) + max(tall, 0), grid.orientation, wide, tall))
    _, orientation, wide, tall = min(tries, key=lambda one: one[0])
    parts = [f"{show(over)} mm too {word}" for over, word in ((wide, "wide"), (tall, "tall")) if over > EXACT]
    lying = ", landscape," if orientation == "landscape" else ""
    return f"{' and '.join(parts)} for {name}{lying} with {show(margin)} mm margins"
