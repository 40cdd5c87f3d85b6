"""A booklet, folded and stapled, reads from the first page to the last: read back from the PDF."""

import io
import json
from collections.abc import Iterator
from typing import Any

import pikepdf
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.build import build_kit, check_kit
from pnp.kit.project import Project
from pnp.model.document import Block, Booklet, Document, Heading, PageBreak, Span, Typeface
from pnp.model.kit import Rulebook
from pnp.model.place import Where
from pnp.model.roots import Root, Roots, package_templates
from pnp.model.signature import Signature
from pnp.model.units import MM_PER_POINT
from pnp.outcome import Options
from pnp.press.rulebook.folding import fold_pages, order_pages
from pnp.press.rulebook.setting import set_rulebook

from .conftest import WHOLE, Press

HERE = Where("rules.md", 1)
FONT = "fonts/barlow-condensed/BarlowCondensed_700Bold.ttf"
ROOTS = Roots((Root(package_templates(), "templates"),))
FACE = Typeface("Barlow Condensed", FONT, FONT, FONT, FONT)


def book(pages: int, **keys: Any) -> Document:
    """A rulebook with a heading on each of so many pages."""
    blocks: list[Block] = []
    for number in range(1, pages + 1):
        blocks += [PageBreak(HERE), Heading(1, (Span(f"H{number}", HERE),), f"h{number}", HERE)]
    return Document(
        Rulebook("rules", "rules.md", HERE, **keys), "game", "Game", "", "", HERE, tuple(blocks), FACE, FACE
    )


def stitch(document: Document, paper: str = "letter", *, stitched: bool = True) -> Booklet:
    return set_rulebook(document, ROOTS, paper, draw=True, stitched=stitched)


def headings(content: bytes) -> Iterator[tuple[int, int, float]]:
    """(side from 0, heading's number, mm of its left edge from the side's left edge), as the viewer sees it."""
    with pypdfium2.PdfDocument(content) as pdf:
        for side, page in enumerate(pdf):
            text = page.get_textpage()
            words = text.get_text_range()
            for place, letter in enumerate(words):
                if letter == "H" and words[place + 1].isdigit() and text.get_charbox(place)[3] < page.get_height() - 45:
                    digits = words[place + 1 : place + 3]
                    number = int("".join(digit for digit in digits if digit.isdigit()))
                    yield side, number, text.get_charbox(place)[0] * MM_PER_POINT


def folded(signature: Signature) -> list[int]:
    """The pages in the order in which a reader of the folded booklet turns them."""
    leaves = [(folio.front[1].page, folio.back[0].page) for folio in signature.folios]
    ends = [(folio.back[1].page, folio.front[0].page) for folio in reversed(signature.folios)]
    return [page for leaf in (*leaves, *ends) for page in leaf]


@settings(max_examples=40, derandomize=True, deadline=None)
@given(st.integers(1, 200), st.booleans(), st.floats(0, 0.5), st.floats(0, 10))
def test_folded_it_reads_from_first_to_last(pages: int, cover: bool, thickness: float, trim: float) -> None:
    signature = fold_pages(order_pages(pages, cover=cover), (279.4, 215.9), thickness, trim)
    order = folded(signature)
    assert [page for page in order if page] == list(range(1, pages + 1))
    assert len(order) % 4 == 0
    assert order.count(0) < 4
    assert order[0] == 1
    if cover and pages > 1:
        assert order[-1] == pages, "the last page is the back cover"
    else:
        assert order[: order.index(0) if 0 in order else None] == list(range(1, pages + 1))


@settings(max_examples=40, derandomize=True, deadline=None)
@given(st.integers(1, 200), st.floats(0, 0.3), st.floats(0, 10))
def test_cut_flush_all_outer_margins_are_equal(pages: int, thickness: float, trim: float) -> None:
    width = 279.4
    signature = fold_pages(order_pages(pages, cover=True), (width, 215.9), thickness, trim)
    page = signature.page_width
    assert page == pytest.approx(width / 2 - trim)
    for number, folio in enumerate(signature.folios):
        # Folded, sheet n sticks out n thicknesses farther than the outermost one: that much more is cut off of it.
        edge = width / 2 - trim - number * thickness
        for left, right in folio.sides:
            assert width / 2 - left.x == pytest.approx(edge)
            assert right.x + page - width / 2 == pytest.approx(edge)
        assert folio.cut == pytest.approx(width / 2 - edge if trim else 0)


@pytest.mark.parametrize("pages", range(1, 21))
def test_every_page_lies_at_its_place_on_the_sheet(pages: int) -> None:
    thickness, trim, paper = (0.1, 0.0, "letter") if pages % 2 else (0.25, 4.0, "a4")
    width = {"letter": 279.4, "a4": 297.0}[paper]
    made = stitch(book(pages, thickness=thickness, trim=trim), paper)
    assert made.pages == pages
    found = {number: (side, x) for side, number, x in headings(made.content)}
    assert sorted(found) == list(range(1, pages + 1))
    total = -(-pages // 4) * 4
    # The last page is one that was asked for, so it is the back cover.
    positions = [*range(pages - 1), total - 1] if pages > 1 else [0]
    first = stitch(book(1, thickness=thickness, trim=trim), paper)
    (_, _, start) = next(headings(first.content))
    inset = start - width / 2  # from the left edge of a right page to its text
    for number, position in enumerate(positions, 1):
        sheet = min(position, total - 1 - position) // 2
        outside = position % 2 == (1 if position >= total / 2 else 0)
        side, x = found[number]
        assert side == 2 * sheet + (0 if outside else 1), f"page {number} of {pages}"
        # A right page begins at the fold, moved by the creep; on a left one the margins are mirrored, 12 mm outside.
        right, left = width / 2 - sheet * thickness + inset, trim + sheet * thickness + inset - 2
        expected = left if position % 2 else right
        assert x == pytest.approx(expected, abs=0.01), f"page {number} of {pages}"


@pytest.mark.parametrize(("paper", "size"), [("letter", (279.4, 215.9)), ("a4", (297.0, 210.0))])
def test_sheets_are_landscape_and_turned_over_the_short_edge(paper: str, size: tuple[float, float]) -> None:
    made = stitch(book(6), paper)
    assert (made.width, made.height) == pytest.approx((size[0] / 2, size[1]))
    with pikepdf.open(io.BytesIO(made.content)) as pdf:
        assert len(pdf.pages) == 4
        for page in pdf.pages:
            assert [float(edge) * MM_PER_POINT for edge in page.mediabox[2:]] == pytest.approx(size, abs=0.01)
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"


def lines(content: bytes, side: int) -> list[tuple[float, float, float, float, bool]]:
    """The straight lines of a side as (x1, y1, x2, y2, dashed), in mm from its top left corner."""
    found = []
    with pikepdf.open(io.BytesIO(content)) as pdf:
        page = pdf.pages[side]
        height = float(page.mediabox[3])
        dashed, shift, shifts = False, 0.0, []
        path: list[tuple[float, float]] = []
        for operands, operator in pikepdf.parse_content_stream(page):  # type: ignore[misc]  # two parts, always
            name, values = str(operator), operands
            if name == "d":
                dashed = len(values[0]) > 0
            elif name == "q":
                shifts.append(shift)
            elif name == "Q":
                shift = shifts.pop()
            elif name == "cm":
                shift += float(values[4])
            elif name in ("m", "l"):
                path.append((float(values[0]) + shift, height - float(values[1])))
            elif name in ("S", "n", "f"):
                if name == "S" and len(path) == 2:
                    ends = [value * MM_PER_POINT for point in path for value in point]
                    found.append((*ends, dashed))
                path = []
    return found  # type: ignore[return-value]  # four numbers and whether it is dashed


def test_fold_and_staples_are_marked_outside_the_text() -> None:
    made = stitch(book(8))
    dashes = [line for line in lines(made.content, 0) if line[4]]
    assert [(x1, x2) for x1, _, x2, _, _ in dashes] == [pytest.approx((139.7, 139.7))] * 2
    head, foot = sorted(sorted((y1, y2)) for _, y1, _, y2, _ in dashes)
    assert head == pytest.approx([4.2, 9.2], abs=0.001)
    assert foot == pytest.approx([215.9 - 9.2, 215.9 - 4.2], abs=0.001)
    staples = [sorted((y1, y2)) for x1, y1, x2, y2, dashed in lines(made.content, 0) if x1 == x2 and not dashed]
    assert sorted(staples) == [pytest.approx([y - 6, y + 6], abs=0.001) for y in (215.9 / 4, 215.9 * 3 / 4)]
    # The outside of the outermost sheet has the staples, every front the fold, no back a mark.
    for side, count in ((1, 0), (2, 2), (3, 0)):
        upright = [line for line in lines(made.content, side) if line[0] == line[2]]
        assert len(upright) == count
    assert all(line[4] for line in lines(made.content, 2) if line[0] == line[2])


def test_what_is_cut_off_is_marked_on_every_sheet() -> None:
    made = stitch(book(8, thickness=0.2, trim=5.0))
    for side, cut in ((0, 5.0), (2, 5.2)):
        xs = {round(x1, 3) for x1, _, x2, _, dashed in lines(made.content, side) if x1 == x2 and not dashed}
        assert {cut, 279.4 - cut} <= {round(x, 3) for x in xs}
    assert stitch(book(8)).signature == fold_pages(order_pages(8, cover=True), (279.4, 215.9), 0.1, 0.0)


def test_links_and_bookmarks_lead_to_the_side_that_has_the_page(press: Press) -> None:
    content = press.stitch(WHOLE.replace("::: reference columns=2 page=yes", "::: page\n\n::: reference columns=2"))
    with pypdfium2.PdfDocument(content) as pdf:
        outline = [(entry.get_title(), entry.get_dest().get_index()) for entry in pdf.get_toc()]
        text = [" ".join(page.get_textpage().get_text_range().split()) for page in pdf]
    named = dict(outline)
    titles = [title for title in named if not title.startswith("Detail")]
    assert titles == ["Set-up", "Small things", "Play", "The end"]
    for title, side in outline:
        assert title in text[side]
    with pikepdf.open(io.BytesIO(content)) as pdf:
        sides = [page.objgen for page in pdf.pages]
        cover = press.sides()[0]
        assert cover[1] == 1
        notes: Any = pdf.pages[0].Annots
        areas = [(sides.index(note.Dest[0].objgen), float(note.Rect[0])) for note in notes]
    # The contents of page 1, on the right half: an entry is two areas, its words and its page.
    entries = [side for side, left in areas if left * MM_PER_POINT > 139.7][: 2 * len(titles)]
    assert entries == [named[title] for title in titles for _ in range(2)]


def test_a_booklet_is_listed_and_goes_when_it_is_not_asked_for(press: Press) -> None:
    content = press.stitch("# A\n\na\n\n::: page\n\n# B\n\nb\n\n::: page\n\n# C\n\nc")
    folder = press.folder / "out" / "game"
    files = {file["path"]: file for file in json.loads((folder / "job.json").read_text("utf-8"))["files"]}
    file = files["game-rules-booklet-letter.pdf"]
    assert (folder / "game-rules-booklet-letter.pdf").read_bytes() == content
    assert "game-rules-letter.pdf" in files, "the loose pages are built all the same"
    assert {key: file[key] for key in ("run", "sides", "flip", "pages", "binding", "sheets")} == {
        "run": "rules",
        "sides": 2,
        "flip": "short-edge",
        "pages": 3,
        "binding": "saddle-stitch",
        "sheets": [
            {"front_page": 1, "back_page": 2, "front": [3, 1], "back": [2, None], "creep_mm": 0.0, "pieces": []}
        ],
    }
    project, source = Project(press.folder), press.folder / "content" / "game"
    build_kit(project, source, press.folder / "out", Options(("a4",)))
    assert (folder / "game-rules-booklet-letter.pdf").is_file(), "that of another paper stays"
    done = build_kit(project, source, press.folder / "out", Options(("letter",)))
    assert [path.name for path in done.removed] == ["game-rules-booklet-letter.pdf"]


def test_a_kit_may_ask_for_it(press: Press) -> None:
    press.check("a")
    kit = press.folder / "content" / "game" / "kit.yaml"
    kit.write_text(kit.read_text("utf-8").replace("columns: 1", "columns: 1, booklet: true, trim: 3 mm"), "utf-8")
    outcome = build_kit(Project(press.folder), kit.parent, press.folder / "out", Options(("a4",)))
    assert {"game-rules-a4.pdf", "game-rules-booklet-a4.pdf"} <= {path.name for path in outcome.files}
    booklet = outcome.booklets[1]
    assert booklet.signature is not None
    assert booklet.width == pytest.approx(145.5)
    assert booklet.signature.folios[0].cut == 3.0


def test_a_break_for_loose_pages_is_none_in_a_booklet(press: Press) -> None:
    outcome = press.check("# A\n\na\n\n::: page loose\n\n# B\n\nb")
    options = Options(booklet=True)
    outcome = check_kit(Project(press.folder), press.folder / "content" / "game", options)
    assert [booklet.pages for booklet in outcome.booklets] == [2, 1]


def test_text_of_two_columns_is_set_in_one_where_they_would_be_narrow(press: Press) -> None:
    press.check("# A\n\n" + "Some words that fill the line. " * 60, 2)
    outcome = check_kit(Project(press.folder), press.folder / "content" / "game", Options(booklet=True))
    loose, booklet = outcome.booklets
    assert not outcome.findings
    assert (loose.pages, booklet.pages) == (1, 2)


def test_more_sheets_than_one_fold_takes_are_told() -> None:
    made = stitch(book(80, thickness=0.6))
    (fault,) = made.faults
    assert (fault.check, fault.message) == (
        "text-overflow",
        "rulebook rules: 20 sheets of 0.6 mm in one fold move the innermost text 1.4 mm too near to it",
    )
    assert stitch(book(80, thickness=0.5)).faults == ()


def test_two_booklets_are_equal(press: Press) -> None:
    assert press.stitch(WHOLE) == press.stitch(WHOLE)
