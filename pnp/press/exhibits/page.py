"""What lies on a page that shows faces. All lengths are mm from its top left corner, sizes of type are points."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from pnp.model.face import Box, FaceKey
from pnp.model.kit import Kit
from pnp.press.layout.paper import paper_size

# Margins of such pages: every printer reaches so far.
MARGIN = 12.0
_LEAST = (148.0, 210.0)
DARK, QUIET, FAINT = "#1a1a1a", "#5a5a5a", "#c8c8c8"


class Words(NamedTuple):
    """A line of text whose baseline is at `y`; `x` is its left end, its middle or its right end, as `align` says."""

    x: float
    y: float
    size: float
    text: str
    bold: bool = False
    colour: str = DARK
    align: str = "left"
    room: float = 0.0


class Patch(NamedTuple):
    """A box with a fill or an outline, either of them empty for none."""

    box: Box
    fill: str = ""
    stroke: str = ""


class Picture(NamedTuple):
    """A face, so many times its size, cut off at its trim with round corners."""

    key: FaceKey
    trim: Box
    corner: float
    scale: float
    outline: str = FAINT


Item: TypeAlias = Words | Patch | Picture


@dataclass(slots=True)
class Page:
    """A page that is being filled; what comes first lies lowest."""

    width: float
    height: float
    items: list[Item] = field(default_factory=list)

    def add(self, *items: Item) -> None:
        """Put something on the page."""
        self.items += items


class Exhibit(NamedTuple):
    """Pages that show a kit's faces; `form` says what they are: `proof`. `since` is what they compare the kit with."""

    kit: str
    title: str
    form: str
    paper: str
    theme: str
    pages: tuple[Page, ...]
    since: str = ""


class Row(NamedTuple):
    """What stays together: items as if the row began at y = 0, and how high it is, the space below included."""

    items: tuple[Item, ...]
    height: float


class Head(NamedTuple):
    """What stands at the top of every page: a title, a line below it, and what belongs above the rows (y from 0)."""

    title: str
    line: str
    columns: tuple[Item, ...] = ()
    room: float = 0.0

    @property
    def height(self) -> float:
        """How far down it reaches from the margin."""
        return 13.0 + self.room


def page_size(paper: str) -> tuple[float, float]:
    """Width and height of an upright page: that of the paper, but at least A5, for less cannot be read."""
    width, height = paper_size(paper)
    return max(width, _LEAST[0]), max(height, _LEAST[1])


def name_form(kit: Kit, form: str) -> str:
    """The form, with a number behind it if a job or rulebook of the kit has its name."""
    taken = {job.name.casefold() for job in kit.jobs} | {book.name.casefold() for book in kit.rulebooks}
    names = (form, *(f"{form}-{number}" for number in range(2, len(taken) + 3)))
    return next(name for name in names if name not in taken)


def fill_pages(width: float, height: float, head: Head, rows: Iterable[Row]) -> tuple[Page, ...]:
    """The rows on as many pages as they need, each below the head; the foot tells the number of each page."""
    pages: list[Page] = []
    y = 0.0
    for row in rows:
        if not pages or y + row.height > height - MARGIN - 4:
            pages.append(_begin(width, height, head))
            y = MARGIN + head.height
        pages[-1].add(*_moved(row.items, y))
        y += row.height
    for number, page in enumerate(pages, 1):
        page.add(
            Words(width - MARGIN, height - MARGIN, 7, f"page {number} of {len(pages)}", colour=QUIET, align="right")
        )
        page.add(Words(MARGIN, height - MARGIN, 7, head.title, colour=QUIET, room=width - 2 * MARGIN - 25))
    return tuple(pages)


def _begin(width: float, height: float, head: Head) -> Page:
    page = Page(width, height)
    across = width - 2 * MARGIN
    page.add(Words(MARGIN, MARGIN + 5, 15, head.title, bold=True, room=across))
    page.add(Words(MARGIN, MARGIN + 10, 8.5, head.line, colour=QUIET, room=across))
    page.add(*_moved(head.columns, MARGIN + 13))
    return page


def _moved(items: Sequence[Item], down: float) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Words):
            yield item._replace(y=item.y + down)
        elif isinstance(item, Patch):
            yield item._replace(box=_lower(item.box, down))
        else:
            yield item._replace(trim=_lower(item.trim, down))


def _lower(box: Box, down: float) -> Box:
    return box._replace(top=box.top + down, bottom=box.bottom + down)
