"""Paper by name or by its millimetres."""

import difflib
import re

from pnp.model.finding import PnpError
from pnp.model.sizes import PAPERS
from pnp.model.units import parse_length

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
