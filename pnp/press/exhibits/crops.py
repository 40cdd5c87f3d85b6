"""Faces cut out of finished sheets. Knows pikepdf, as the joining of sheets does."""

import io
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pikepdf import Array, Dictionary, Name, Object, Page, Pdf, PdfError, Stream, parse_content_stream
from pikepdf import Matrix as PdfMatrix

from pnp.model.face import FaceKey, Pages
from pnp.model.units import POINTS_PER_MM
from pnp.press.exhibits.earlier import Earlier, Spot


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
            shown: dict[int, tuple[_Shown, ...]] = {}
            for key, spot in spots.items():
                if 0 <= spot.page < len(source.pages):
                    page = source.pages[spot.page]
                    if spot.page not in shown:
                        shown[spot.page] = tuple(_find_forms(page))
                    if _add(made, page, shown[spot.page], spot):
                        yield key
    except (PdfError, ValueError, TypeError, KeyError, AttributeError):
        return  # what is no PDF of ours has no pictures


class _Shown(NamedTuple):
    """A form that a page shows, and its matrix there."""

    form: Object
    matrix: PdfMatrix

    def middle(self) -> tuple[float, float]:
        """The middle of what it may paint, on the page."""
        left, bottom, right, top = (float(edge) for edge in self.form.BBox)
        own = PdfMatrix(self.form.Matrix) if "/Matrix" in self.form else PdfMatrix()
        return (own @ self.matrix).transform(((left + right) / 2, (bottom + top) / 2))


def _find_forms(page: Page) -> Iterator[_Shown]:
    """The forms that a page shows by itself, with their matrices."""
    matrix, kept = PdfMatrix(), []
    for instruction in parse_content_stream(page):
        match str(instruction.operator):
            case "q":
                kept.append(matrix)
            case "Q" if kept:
                matrix = kept.pop()
            case "cm":
                matrix = PdfMatrix(*map(float, instruction.operands)) @ matrix
            case "Do":
                form = page.resources.XObject.get(str(instruction.operands[0]))
                if isinstance(form, Stream) and form.get("/Subtype") == Name.Form:
                    yield _Shown(form, matrix)


def _add(made: Pdf, page: Page, shown: Sequence[_Shown], spot: Spot) -> bool:
    """Add a page with the face that another page shows at the spot, upright; whether there is one.

    Only the face itself comes along, so that no words lie in the file that nobody sees.
    """
    left, _, _, top = (float(edge) for edge in page.mediabox)
    numbers = (spot.x, spot.y, spot.width, spot.height)
    if page.obj.get("/Rotate", 0) or spot.turn not in _TURNS or not all(map(math.isfinite, numbers)):
        return False
    across, down = spot.width * POINTS_PER_MM, spot.height * POINTS_PER_MM
    width, height = (down, across) if spot.turn in (90, 270) else (across, down)
    x, y = left + spot.x * POINTS_PER_MM, top - spot.y * POINTS_PER_MM - down
    middle = x + across / 2, y + down / 2
    found = [one for one in shown if math.dist(one.middle(), middle) < _NEAR]
    if not found or min(across, down) < 1:
        return False
    moves = {0: (-x, -y), 90: (y + down, -x), 180: (x + across, y + down), 270: (-y, x + across)}[spot.turn]
    upright = PdfMatrix(*_TURNS[spot.turn], *moves)
    forms, code = Dictionary(), []
    for number, one in enumerate(found):
        forms[f"/Face{number}"] = made.copy_foreign(one.form)
        matrix = " ".join(f"{value:.6f}" for value in (one.matrix @ upright).shorthand)
        code.append(f"q {matrix} cm /Face{number} Do Q")
    content = made.make_indirect(Stream(made, " ".join(code).encode()))
    around = Array([0, 0, round(width, 6), round(height, 6)])
    added = Dictionary(Type=Name.Page, MediaBox=around, Resources=Dictionary(XObject=forms), Contents=content)
    made.pages.append(Page(made.make_indirect(added)))
    return True


# What turns back a drawing that lies so many degrees clockwise, as the first four numbers of a matrix.
_TURNS = {0: (1, 0, 0, 1), 90: (0, 1, -1, 0), 180: (-1, 0, 0, -1), 270: (0, -1, 1, 0)}
# A face's page lies with its middle on that of its trim, in points.
_NEAR = 1.0
