"""Pieces larger than the paper, read back from the finished PDF: parts that meet, flaps, lines and words on them."""

import io
from collections.abc import Iterator
from itertools import pairwise

import pikepdf
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.model.face import Box
from pnp.model.ground import Seam
from pnp.model.sheet import Line, Piece
from pnp.model.units import MM_PER_POINT
from pnp.press.assembly import print_run
from press.nouns import draw, lay, make_pieces
from press.reading import ReadPage, read

EXACT = 0.01  # mm
LONGEST_MARK = 6.0
STATION = (595.4, 519.2)
LINES = tuple(Seam(14.2 + 27 * n) for n in range(22)), tuple(Seam(16.6 + 27 * n) for n in range(19))


def make_board(size: tuple[float, float] = STATION, bleed: float = 3.0, lines: object = LINES) -> list[Piece]:
    return [piece._replace(lines=lines) for piece in make_pieces(1, size, bleed=bleed, back="none")]  # type: ignore[arg-type]


def windows(pages: list[ReadPage], bleed: float) -> list[Box]:
    """What of the board each page is cut to, in mm from the board's corner."""
    found = []
    for page in pages:
        (face,) = page.placed
        assert page.trim is not None
        x, y = face.box.left + bleed, face.box.top + bleed
        found.append(Box(page.trim.left - x, page.trim.top - y, page.trim.right - x, page.trim.bottom - y))
    return found


def seams(page: ReadPage, bleed: float) -> tuple[list[float], list[float]]:
    """Where the dashed lines on the page's part run on the board: upright ones by x, level ones by y."""
    (face,) = page.placed
    x, y = face.box.left + bleed, face.box.top + bleed
    lines = [stroke.line for stroke in page.dashed if length(stroke.line) > LONGEST_MARK]
    upright = [line.x1 - x for line in lines if abs(line.x1 - line.x2) < EXACT]
    level = [line.y1 - y for line in lines if abs(line.y1 - line.y2) < EXACT]
    return upright, level


def length(line: Line) -> float:
    return abs(line.x2 - line.x1) + abs(line.y2 - line.y1)


def near(one: float, other: float) -> bool:
    return abs(one - other) < EXACT


def test_the_station_is_six_sheets_that_meet_along_its_grid() -> None:
    pieces = make_board()
    run = lay(pieces, layout="tiles", overlap=6.0)
    pages = read(print_run(run, draw(pieces), False))
    assert len(pages) == 6
    assert run.remarks == (
        "deck on letter, portrait: 595.4 x 519.2 mm in 6 parts, 2 rows of 3, glued on flaps of 6 mm",
    )
    cut = windows(pages, 3.0)
    expected = [(0, 203.2), (197.2, 398.2), (392.2, 595.4)]
    assert all(near(cut[n].left, left) and near(cut[n].right, right) for n, (left, right) in enumerate(expected))
    assert all(near(cut[n].top, 0) and near(cut[n].bottom, 265.6) for n in range(3))
    assert all(near(cut[n].top, 259.6) and near(cut[n].bottom, 519.2) for n in range(3, 6))
    # The line on a flap runs where the neighbour is cut.
    upright, level = seams(pages[1], 3.0)
    assert len(upright) == 2
    assert near(min(upright), cut[0].right)
    assert near(max(upright), cut[2].left)
    assert [near(y, cut[4].top) for y in level] == [True]
    assert seams(pages[3], 3.0) == ([], [])


def test_marks_of_seams_go_on_beyond_the_part_and_meet_those_of_the_neighbours_cut() -> None:
    pieces = make_board()
    pages = read(print_run(lay(pieces, layout="tiles", overlap=6.0), draw(pieces), False))
    offsets = [page.placed[0].box.left + 3.0 for page in pages]
    marks = [
        {round(mark.line.x1 - offset, 2) for mark in page.marks} for page, offset in zip(pages, offsets, strict=True)
    ]
    assert 203.2 in marks[0] & marks[1]  # the edge of the left part, the line on the flap below it
    assert 392.2 in marks[1] & marks[2]


def test_marks_of_seams_are_dashed_and_the_legend_says_that_nobody_cuts_there() -> None:
    pieces = make_board()
    run = lay(pieces, layout="tiles", overlap=6.0)
    pages = read(print_run(run, draw(pieces), False))
    # At each end of a seam its mark is dashed; those of the part's own edges are not.
    marks = [mark for mark in pages[1].marks if length(mark.line) <= LONGEST_MARK]
    x = pages[1].placed[0].box.left + 3.0
    at_seams = [mark for mark in marks if min(abs(mark.line.x1 - x - at) for at in (203.2, 392.2)) < EXACT]
    at_edges = [mark for mark in marks if min(abs(mark.line.x1 - x - at) for at in (197.2, 398.2)) < EXACT]
    assert at_seams
    assert all(mark.dash for mark in at_seams)
    assert at_edges
    assert not any(mark.dash for mark in at_edges)
    legends = [next(note.text for note in sheet.front.notes if note.kind == "legend") for sheet in run.sheets]
    seamed = "cut on the marks; dashed: edge of the next part, not cut"
    # The lower parts at left and right have no flap: they lie over those of their neighbours.
    assert legends == [seamed, seamed, seamed, "cut on the marks", seamed, "cut on the marks"]


def test_every_part_says_where_it_belongs_and_what_comes_over_its_flaps() -> None:
    pieces = make_board()
    content = print_run(lay(pieces, layout="tiles", overlap=6.0), draw(pieces), False)
    texts = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(content)]
    assert "row 1, column 2 of 2 x 3" in texts[1]
    assert "glue: row 1, column 1 comes over this" in texts[1]
    assert "glue: row 2, column 2 comes over this" in texts[1]
    assert "row 2, column 3 of 2 x 3" in texts[5]
    assert "glue" not in texts[5]
    assert all("100 mm" in text and "cut on the marks" in text for text in texts)


def test_white_below_words_on_a_flap_is_as_long_as_they_are() -> None:
    pieces = make_board()
    content = print_run(lay(pieces, layout="tiles", overlap=6.0), draw(pieces), False)
    page = pypdfium2.PdfDocument(content)[0].get_textpage()
    words = "glue: row 2, column 1 comes over this"
    start = page.get_text_range().index(words)
    boxes = [page.get_charbox(start + number) for number in range(len(words))]
    left, right, middle = boxes[0][0], boxes[-1][2], (boxes[0][1] + boxes[0][3]) / 2
    (white,) = (
        area for area in _areas(content) if area[0] < left < area[0] + area[2] and area[1] < middle < area[1] + area[3]
    )
    beside = (left - white[0]) * MM_PER_POINT, (white[0] + white[2] - right) * MM_PER_POINT
    assert beside == pytest.approx((0.6, 0.6), abs=0.2)


def _areas(content: bytes) -> Iterator[tuple[float, float, float, float]]:
    """The rectangles of notes on the first page that are filled: left, foot, width, height in points."""
    with pikepdf.open(io.BytesIO(content)) as pdf:
        steps = [(str(each.operator), list(each.operands)) for each in pikepdf.parse_content_stream(pdf.pages[0])]
    moved = (0.0, 0.0)
    for (name, operands), (paint, _) in pairwise(steps):
        if name == "cm":
            moved = float(operands[4]), float(operands[5])
        if name == "re" and paint.startswith("f"):
            x, y, width, height = map(float, operands)
            yield moved[0] + x, moved[1] + y, width, height


def test_a_piece_that_fits_is_not_parted_and_a_large_one_is_only_where_it_is_asked_for() -> None:
    small = make_pieces(3)
    assert len(lay(small, layout="tiles").sheets) == 1
    (remark,) = lay(make_board((294.0, 234.0)), layout="tiles", overlap=8.0).remarks
    assert "in 2 parts, 1 row of 2, glued" in remark
    refused = lay(make_board())
    assert refused.sheets == ()
    assert [(fault.check, "too wide" in fault.message) for fault in refused.faults] == [("does-not-fit", True)]
    assert "layout: tiles" in refused.faults[0].help


def test_a_part_has_no_back_and_says_so() -> None:
    pieces = make_pieces(1, STATION)
    run = lay(pieces, layout="tiles")
    assert [fault.check for fault in run.faults] == ["bad-layout"]
    assert "has no back" in run.faults[0].message
    assert not run.duplex


@pytest.mark.parametrize("overlap", [0.0, 2.9, 51.0, float("nan")])
def test_an_overlap_that_cannot_be_glued_is_told(overlap: float) -> None:
    run = lay(make_board(), layout="tiles", overlap=overlap)
    assert [fault.message.split("overlap ")[1][:3] for fault in run.faults] == ["is "]
    assert len(run.sheets) == 6


@settings(max_examples=25, deadline=None, derandomize=True)
@given(
    st.floats(220, 900),
    st.floats(220, 900),
    st.sampled_from([0.0, 1.5, 3.175]),
    st.floats(3, 20),
    st.sampled_from(["letter", "a4"]),
)
def test_parts_cover_the_whole_and_overlap_as_said(
    width: float, height: float, bleed: float, overlap: float, paper: str
) -> None:
    pieces = make_board((width, height), bleed, ((), ()))
    run = lay(pieces, paper, layout="tiles", overlap=overlap)
    cut = windows(read(print_run(run, draw(pieces), False)), bleed)
    tiles = [sheet.pieces[0].tile for sheet in run.sheets]
    at = {(tile.row, tile.column): window for tile, window in zip(tiles, cut, strict=True) if tile}
    rows, columns = max(row for row, _ in at), max(column for _, column in at)
    assert len(at) == rows * columns == len(cut)
    assert near(at[1, 1].left, 0)
    assert near(at[1, 1].top, 0)
    assert near(at[rows, columns].right, width)
    assert near(at[rows, columns].bottom, height)
    for (row, column), window in at.items():
        if (row, column + 1) in at:
            assert near(window.right - at[row, column + 1].left, overlap)
        if (row + 1, column) in at:
            assert near(window.bottom - at[row + 1, column].top, overlap)
