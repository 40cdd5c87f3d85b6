"""Paper by name or by its millimetres."""

import difflib
import re

from pnp.model.face import Box
from pnp.model.finding import PnpError
from pnp.model.printer import Margins
from pnp.model.sizes import PAPERS
from pnp.model.units import parse_length, show
from pnp.press.layout.arrangement import Page

_BY_SIZE = r"(?i)([\d.]+\s*(?:mm|cm|in|pt)?)\s*[x×]\s*([\d.]+\s*(?:mm|cm|in|pt)?)"


# Less is no paper, more is no PDF page (14,400 pt), in mm.
SMALLEST, LARGEST = 20.0, 5080.0


def paper_size(paper: str) -> tuple[float, float]:
    """Width and height in mm, upright: of `letter`, `a4` or a size like `148x210mm`.

    PnpError naming the papers that there are, where it is neither.
    """
    width, height = PAPERS.get(paper.strip().lower()) or _read_size(paper)
    return min(width, height), max(width, height)


def name_paper(paper: str) -> str:
    """How a paper that may be written in several ways is called: `a4`, `148x210mm`. PnpError if there is none."""
    width, height = paper_size(paper)
    name = paper.strip().lower()
    return name if name in PAPERS else f"{show(width)}x{show(height)}mm"


def _read_size(paper: str) -> tuple[float, float]:
    match = re.fullmatch(_BY_SIZE, paper.strip())
    if match is not None:
        unit = match[2].lstrip("0123456789. ")
        first = match[1] if match[1].rstrip("0123456789. ") or not unit else match[1] + unit
        width, height = parse_length(first.lower()), parse_length(match[2].lower())
        if width and height:
            if min(width, height) >= SMALLEST and max(width, height) <= LARGEST:
                return width, height
            shown = f"paper of {show(width)} x {show(height)} mm cannot be"
            raise PnpError(shown, f"its sides are {show(SMALLEST)} to {show(LARGEST)} mm")
    near = difflib.get_close_matches(paper.lower(), PAPERS, 1)
    meant = f"did you mean {near[0]}? " if near else ""
    *others, last = PAPERS
    there = f"{', '.join(others)} or {last}"
    raise PnpError(f"there is no paper called {paper!r}", f"{meant}give {there}, or a size such as 148x210mm")


def lay_pages(size: tuple[float, float], margins: Margins) -> tuple[Page, Page]:
    """The page upright and lying. `size` and `margins` are those of the page upright.

    Programs turn a page to the left or to the right to print it lying, so each of its sides is left the wider of the
    two margins that it may get.
    """
    width, height = size
    long, short = max(margins.left, margins.right), max(margins.top, margins.bottom)
    return _page(width, height, margins), _page(height, width, Margins(long, short, long, short))


def _page(width: float, height: float, margins: Margins) -> Page:
    return Page(width, height, Box(margins.left, margins.top, width - margins.right, height - margins.bottom))
