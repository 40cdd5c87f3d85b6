"""A document set on paper: laid out until every page number is right, then drawn."""

from collections.abc import Iterator, Mapping

from pnp.model.colours import GRAY
from pnp.model.document import Booklet, Document
from pnp.model.face import FaceKey
from pnp.model.finding import Fault
from pnp.model.roots import Roots
from pnp.model.signature import Signature
from pnp.model.units import MM_PER_POINT, show
from pnp.press.layout.paper import paper_size
from pnp.press.rulebook.composition import Composition, Frame
from pnp.press.rulebook.folding import fold_pages, order_pages
from pnp.press.rulebook.fonts import Fonts
from pnp.press.rulebook.furniture import Title, set_title
from pnp.press.rulebook.lines import Pen
from pnp.press.rulebook.pages import Pages
from pnp.press.rulebook.style import MEASURE, NARROWEST, Format, Look, full_page, half_page, make_look

# A page number that grows by a digit may move what comes after it; this often is enough.
_PASSES = 6
# What of its inner margin a page needs beside the fold, in mm.
_NEAREST = 4.0


def set_rulebook(
    document: Document,
    roots: Roots,
    paper: str,
    *,
    theme: str = "",
    draw: bool,
    draft: bool = False,
    stitched: bool = False,
) -> Booklet:
    """The document on that paper (`letter`, `a4`), drawn if asked, with DRAFT on every page if it is one.

    With `stitched`, its pages are half as large, and lie on the sheets so that these can be folded into a booklet.
    """
    width, height = paper_size(paper)
    rulebook = document.rulebook
    page = half_page(height / 2 - rulebook.trim, width) if stitched else full_page(width, height)
    fonts = Fonts(document, roots)
    look = make_look(rulebook, page.scale)
    # Another look than the usual one is there to save ink, but for the gray one.
    title = set_title(document, page, look, Pen(fonts, {}), outlined=theme not in ("", GRAY))
    pages, at, faults = _lay(document, look, fonts, _frame(document, page)._replace(bound=stitched), title)
    signature = None
    if stitched:
        order = order_pages(len(pages.pages), cover=pages.cover)
        signature = fold_pages(order, (height, width), rulebook.thickness, rulebook.trim)
        faults += _find_creep(document, signature, page)
    arts = _arts(document)
    content = b""
    if draw:
        from pnp.press.rulebook.plates import Plates, draw_plates

        plates = Plates(document, pages.pages, title, fonts, look, arts, GRAY if theme == GRAY else "", draft)
        content = draw_plates(plates, signature)
    return Booklet(
        document,
        paper,
        page.width * MM_PER_POINT,
        page.height * MM_PER_POINT,
        len(pages.pages),
        at,
        arts,
        content,
        theme,
        tuple(dict.fromkeys(faults)),
        signature,
    )


def _lay(
    document: Document, look: Look, fonts: Fonts, frame: Frame, title: Title
) -> tuple[Pages, Mapping[str, int], list[Fault]]:
    """The pages, the page of each anchor, and what was met on the way."""
    at: Mapping[str, int] = {heading.anchor: 1 for heading in document.headings()}
    at = {**at, **{figure.anchor: 1 for figure in document.figures()}}
    composition = Composition(document, look, Pen(fonts, at), frame)
    for _ in range(_PASSES):
        composition = composition.again(at)
        pages = Pages(frame, title.room)
        pages.add(composition.zones())
        found = {anchor: page for page, anchor in pages.find_marks()}
        if found == at:
            break
        at = found
    return pages, at, [*composition.faults, *pages.find_faults()]


def _arts(document: Document) -> tuple[FaceKey, ...]:
    faces = dict.fromkeys(figure.face for figure in document.figures())
    return (*faces, *(FaceKey("", name, "icon") for name in document.icons))


def _frame(document: Document, page: Format) -> Frame:
    """The text area, in as many columns as were asked for, as long as they are wide enough to be read."""
    size = document.rulebook.size
    half = (page.across - page.gutter) / 2
    if document.rulebook.columns == 1 or half < NARROWEST * size:
        return Frame(page.across, min(page.across, MEASURE * size), 1, page.gutter, page.down)
    return Frame(page.across, half, 2, page.gutter, page.down)


def _find_creep(document: Document, signature: Signature, page: Format) -> Iterator[Fault]:
    """A booklet that is too thick for one fold."""
    over = signature.creep - (page.inner * MM_PER_POINT - _NEAREST)
    if over > 0:
        book = document.rulebook
        message = f"rulebook {book.name}: {signature.sheets} sheets of {show(book.thickness)} mm in one fold move the "
        message += f"innermost text {show(round(over, 2))} mm too near to it"
        cure = "Print it on thinner paper, shorten it, or leave the booklet out and staple loose pages."
        yield Fault("text-overflow", book.place("thickness"), message, cure)
