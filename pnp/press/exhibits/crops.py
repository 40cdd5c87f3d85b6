"""Faces cut out of finished sheets. Knows pikepdf, as the joining of sheets does."""

import io
import math
from collections.abc import Iterator, Mapping, Sequence

from pikepdf import Array, Dictionary, Name, Page, Pdf, PdfError, Stream

from pnp.model.face import FaceKey, Pages
from pnp.model.units import POINTS_PER_MM
from pnp.press.earlier import Earlier, Spot


def crop_faces(earlier: Earlier, keys: Sequence[FaceKey]) -> Pages:
    """A page for each face that an earlier print still has, as large as its trim and upright; the others are not there.

    Each is called as `key.in_ink("before")`. A PDF that is not the one that the ticket tells of is not read.
    """
    wanted: dict[str, dict[FaceKey, Spot]] = {}
    for key in keys:
        if key in earlier.spots:
            wanted.setdefault(earlier.spots[key].file, {})[key] = earlier.spots[key]
    made = Pdf.new()
    at: dict[FaceKey, tuple[int, int]] = {}
    for name, spots in wanted.items():
        content = earlier.read_pdf(name)
        if content is not None:
            for key in _crop(made, content, spots):
                at[key.in_ink("before")] = (0, len(at))
    out = io.BytesIO()
    made.save(out, deterministic_id=True)
    return Pages((out.getvalue(),), at, {})


def append_pages(content: bytes, more: bytes) -> bytes:
    """The PDF with the pages of another one behind its own."""
    with Pdf.open(io.BytesIO(content)) as pdf, Pdf.open(io.BytesIO(more)) as rest:
        pdf.pages.extend(rest.pages)
        out = io.BytesIO()
        pdf.save(out, deterministic_id=True, min_version="1.7")
    return out.getvalue()


def _crop(made: Pdf, content: bytes, spots: Mapping[FaceKey, Spot]) -> Iterator[FaceKey]:
    try:
        with Pdf.open(io.BytesIO(content)) as source:
            for key, spot in spots.items():
                if 0 <= spot.page < len(source.pages) and _add(made, source.pages[spot.page], spot):
                    yield key
    except PdfError:
        return  # what is no PDF has no pictures


def _add(made: Pdf, page: Page, spot: Spot) -> bool:
    """Add a page that shows the spot of another page upright; whether there is such a spot."""
    left, bottom, right, top = (float(edge) for edge in page.mediabox)
    numbers = (spot.x, spot.y, spot.width, spot.height)
    if page.obj.get("/Rotate", 0) or spot.turn not in _TURNS or not all(map(math.isfinite, numbers)):
        return False
    width, height = spot.width * POINTS_PER_MM, spot.height * POINTS_PER_MM
    across, down = (height, width) if spot.turn in (90, 270) else (width, height)
    x, y = left + spot.x * POINTS_PER_MM, top - spot.y * POINTS_PER_MM - down
    inside = x >= left - 1 and y >= bottom - 1 and x + across <= right + 1 and y + down <= top + 1
    if not inside or min(across, down) < 1:
        return False
    for box in (Name.TrimBox, Name.CropBox, Name.BleedBox, Name.ArtBox):
        if box in page.obj:
            del page.obj[box]
    form = made.copy_foreign(page.as_form_xobject())
    moves = {0: (-x, -y), 90: (y + down, -x), 180: (x + across, y + down), 270: (-y, x + across)}[spot.turn]
    matrix = " ".join(f"{number:.6f}" for number in (*_TURNS[spot.turn], *moves))
    shown = Dictionary(XObject=Dictionary(Whole=form))
    around = Array([0, 0, round(width, 6), round(height, 6)])
    content = Stream(made, f"q {matrix} cm /Whole Do Q".encode())
    added = Dictionary(Type=Name.Page, MediaBox=around, Resources=shown, Contents=made.make_indirect(content))
    made.pages.append(Page(made.make_indirect(added)))
    return True


# What turns back a drawing that lies so many degrees clockwise, as the first four numbers of a matrix.
_TURNS = {0: (1, 0, 0, 1), 90: (0, 1, -1, 0), 180: (-1, 0, 0, -1), 270: (0, -1, 1, 0)}
