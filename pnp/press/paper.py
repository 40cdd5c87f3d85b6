"""Paper by name or by its millimetres."""

import difflib
import re

from pnp.model.face import Box
from pnp.model.finding import PnpError
from pnp.model.printer import Margins
from pnp.model.sizes import PAPERS
from pnp.model.units import parse_length
from pnp.press.arrangement import Page

_BY_SIZE = re.compile(r"([\d.]+\s*(?:mm|cm|in|pt)?)\s*[x×]\s*([\d.]+\s*(?:mm|cm|in|pt)?)", re.IGNORECASE)


def paper_size(paper: str) -> tuple[float, float]:
    """Width and height in mm, upright: of `letter`, `a4` or a size like `148x210mm`.

    PnpError naming the papers that there are, where it is neither.
    """
    if paper.lower() in PAPERS:
        width, height = PAPERS[paper.lower()]
    else:
        width, height = _read_size(paper)
    return min(width, height), max(width, height)


def _read_size(paper: str) -> tuple[float, float]:
    match = _BY_SIZE.fullmatch(paper.strip())
    if match is not None:
        unit = match[2].lstrip("0123456789. ")
        first = match[1] if match[1].rstrip("0123456789. ") or not unit else match[1] + unit
        width, height = parse_length(first.lower()), parse_length(match[2].lower())
        if width and height:
            return width, height
    near = difflib.get_close_matches(paper.lower(), PAPERS, 1)
    meant = f"did you mean {near[0]}? " if near else ""
    raise PnpError(
        f"there is no paper called {paper!r}", f"{meant}give {' or '.join(PAPERS)}, or a size such as 148x210mm"
    )


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
