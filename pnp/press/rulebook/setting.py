"""A document set on paper: laid out until every page number is right, then drawn."""

from collections.abc import Mapping, Sequence

from pnp.model.colours import GRAY
from pnp.model.document import Booklet, Document
from pnp.model.face import FaceKey
from pnp.model.roots import Roots
from pnp.model.units import POINTS_PER_MM
from pnp.press.paper import paper_size
from pnp.press.rulebook.composition import Composition, Frame
from pnp.press.rulebook.fonts import Fonts
from pnp.press.rulebook.furniture import Place, Title, draw_foot, set_title
from pnp.press.rulebook.lines import Pen
from pnp.press.rulebook.pages import Pages, Spot
from pnp.press.rulebook.style import FOOT, GUTTER, HEAD, MEASURE, SIDE, Look, make_look

# A page number that grows by a digit may move what comes after it; this often is enough.
_PASSES = 6


def set_rulebook(
    document: Document, roots: Roots, paper: str, *, theme: str = "", draw: bool, draft: bool = False
) -> Booklet:
    """The document on that paper (`letter`, `a4`), drawn if asked, with DRAFT on every page if it is one."""
    width, height = (side * POINTS_PER_MM for side in paper_size(paper))
    fonts = Fonts(document, roots)
    look = make_look(document.rulebook)
    frame = _frame(document, width, height)
    # Another look than the usual one is there to save ink, but for the gray one.
    title = set_title(document, width - 2 * SIDE, look, Pen(fonts, {}), outlined=theme not in ("", GRAY))
    at: Mapping[str, int] = {heading.anchor: 1 for heading in document.headings()}
    at = {**at, **{figure.anchor: 1 for figure in document.figures()}}
    for _ in range(_PASSES):
        composition = Composition(document, look, Pen(fonts, at), frame)
        pages = Pages(frame, title.room)
        pages.add(composition.zones())
        found = {anchor: page for page, anchor in pages.find_marks()}
        if found == at:
            break
        at = found
    arts = _arts(document)
    tone = GRAY if theme == GRAY else ""
    content = _draw(document, pages, title, (fonts, look, arts, tone), (width, height), draft) if draw else b""
    return Booklet(
        document,
        paper,
        width / POINTS_PER_MM,
        height / POINTS_PER_MM,
        len(pages.pages),
        at,
        arts,
        content,
        theme,
        tuple(dict.fromkeys((*composition.faults, *pages.find_faults()))),
    )


def _arts(document: Document) -> tuple[FaceKey, ...]:
    faces = dict.fromkeys(figure.face for figure in document.figures())
    return (*faces, *(FaceKey("", name, "icon") for name in document.icons))


def _frame(document: Document, width: float, height: float) -> Frame:
    across = width - 2 * SIDE
    columns = document.rulebook.columns
    column = min(across, MEASURE * document.rulebook.size) if columns == 1 else (across - GUTTER) / 2
    return Frame(across, column, columns, GUTTER, height - HEAD - FOOT)


def _draw(
    document: Document,
    pages: Pages,
    title: Title,
    tools: tuple[Fonts, Look, tuple[FaceKey, ...], str],
    size: tuple[float, float],
    draft: bool,
) -> bytes:
    from pnp.press.rulebook.canvas import Ink

    fonts, look, arts, tone = tools
    ink = Ink(*size, fonts.body[False, False], arts)
    ink.tone = tone
    section = ""
    for number, page in enumerate(pages.pages, 1):
        if number == 1:
            title.draw(ink)
        for x, y, block in page:
            block.draw(ink, SIDE + x, HEAD + y)
            for mark in block.marks():
                ink.mark(mark.anchor, HEAD + y + mark.below, mark.title, mark.level)
        head, section = _name_sections(page, section)
        place = Place(number, len(pages.pages), head, size[0] - 2 * SIDE, size[1])
        draw_foot(ink, document, look, fonts, place)
        if draft:
            ink.stamp("DRAFT", fonts.body[True, False])
        ink.end_page()
    return ink.finish()


def _name_sections(page: Sequence[Spot], before: str) -> tuple[str, str]:
    """The section at the top of the page, and that at its end; `before` is the one that the last page ended in."""
    begun = [
        (number, mark.title)
        for number, spot in enumerate(page)
        for mark in spot.block.marks()
        if mark.title and mark.level == 0
    ]
    if not begun:
        return before, before
    goes_on = before and begun[0][0] > 0
    return before if goes_on else begun[0][1], begun[-1][1]
