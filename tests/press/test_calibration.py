"""The calibration sheet on simulated printers: print it, read its scales, enter that, and print cards in register."""

import io
import math
from itertools import pairwise
from typing import Any

import pikepdf
import pypdfium2
import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st

from pnp.model.finding import PnpError
from pnp.model.printer import Matrix, Miss, Printer
from pnp.model.sizes import PAPERS
from pnp.model.units import MM_PER_POINT
from pnp.press.assembly import own_fonts, print_run
from pnp.press.printers.calibration.drawing import print_calibration
from pnp.press.printers.calibration.words import Subject
from pnp.press.printers.passage import Passage, send
from pnp.press.printers.readings import (
    PAIRS,
    TARGETS,
    Edges,
    Spans,
    Verniers,
    add,
    enter,
    mirror,
    miss_of_back,
    miss_of_front,
    upside_down,
)
from press.nouns import draw, lay, make_pieces
from press.reading import read, strokes_of

EXACT = 0.01  # mm
PAGE = PAPERS["letter"]
Point = tuple[float, float]
Stroke = tuple[Point, Point]
PLAIN = Printer("office", "letter", flip="long-edge")


def behind(point: Point, edge: str) -> Point:
    return (PAGE[0] - point[0], point[1]) if edge == "long-edge" else (point[0], PAGE[1] - point[1])


def come_out(printer: Printer, front: Miss, back: Miss) -> tuple[list[Stroke], list[Stroke]]:
    """The lines of the sheet's two sides where they land on paper, both as seen from the back."""
    content = print_calibration(Subject("letter", "office", printer), own_fonts())
    sides = [strokes_of(page) for page in pikepdf.open(io.BytesIO(content)).pages]
    landed = []
    for strokes, miss in zip(sides, (front, back), strict=True):
        lands = miss.matrix(PAGE)
        landed.append([(lands.place(*start), lands.place(*end)) for start, end in strokes])
    seen = [(behind(start, printer.flip), behind(end, printer.flip)) for start, end in landed[0]]
    return seen, landed[1]


def read_scales(printer: Printer, front: Miss, back: Miss) -> Verniers:
    """What a person with perfect eyes reads, between the lines too."""
    through, own = come_out(printer, front, back)
    count = 2 * PAIRS + 1
    # In the order in which they are drawn: across, left, right for each pair.
    fronts = [through[number : 3 * count : 3] for number in range(3)]
    backs = [own[number : 3 * count : 3] for number in range(3)]
    if printer.flip == "long-edge":
        # Seen through the paper, left and right have changed places, and the lines across count the other way.
        fronts = [fronts[0][::-1], fronts[2], fronts[1]]
    else:
        fronts = [fronts[0], fronts[1][::-1], fronts[2][::-1]]
    across, left, right = (read_scale(mine, seen) for mine, seen in zip(backs, fronts, strict=True))
    return Verniers(left, across, right)


def read_scale(backs: list[Stroke], fronts: list[Stroke]) -> float:
    """The number of the pair in line, from how far the lines of each pair are apart."""
    along = (fronts[-1][0][0] - fronts[0][0][0], fronts[-1][0][1] - fronts[0][0][1])
    length = math.hypot(*along)
    unit = along[0] / length, along[1] / length
    drifts = [drift(mine, seen, unit) for mine, seen in zip(backs, fronts, strict=True)]
    for number, (one, other) in enumerate(pairwise(drifts)):
        if one == 0 or one * other < 0:
            return (number - PAIRS + one / (one - other)) / 10
    raise AssertionError("no pair is in line")


def drift(back: Stroke, front: Stroke, unit: Point) -> float:
    """How far along the scale the back's line is from the front's, where the front's crosses its base line."""
    (x1, y1), (x2, y2) = front
    length = math.hypot(x2 - x1, y2 - y1)
    x, y = x1 + (x2 - x1) / length, y1 + (y2 - y1) / length  # the lines begin 1 mm before it
    (x3, y3), (x4, y4) = back
    down, right = y4 - y3, x4 - x3
    return ((x3 - x) * down - (y3 - y) * right) / (unit[0] * down - unit[1] * right)


def read_ruler(printer: Printer, front: Miss) -> tuple[Edges, Spans]:
    """What a ruler shows on the front, from crosses to edges and from cross to cross."""
    x, y = PAGE[0] / 2, PAGE[1] / 2
    drawn = printer.front.matrix(PAGE).undone().then(front.matrix(PAGE))
    corners = [drawn.place(x + right * TARGETS[0], y + down * TARGETS[1]) for right in (-1, 1) for down in (-1, 1)]
    (left, top), (_, bottom), (right, _), _ = corners
    return (
        Edges(left, PAGE[0] - right, top, PAGE[1] - bottom),
        Spans(math.dist(corners[0], corners[2]), math.dist(corners[0], corners[1])),
    )


def worst(printer: Printer, front: Miss, back: Miss) -> tuple[float, float]:
    """How far corners of cards land from where they belong: fronts on the paper, and backs behind their fronts."""
    pieces = make_pieces(9)
    run = lay(pieces, flip=printer.flip)
    as_is = read(print_run(run, draw(pieces), False))
    aimed = read(print_run(send(run, Passage((printer,))), draw(pieces), False))
    on_paper, in_register = 0.0, 0.0
    lands = front.matrix(PAGE), back.matrix(PAGE)
    turned = Matrix(-1, 0, 0, 1, PAGE[0], 0) if printer.flip == "long-edge" else Matrix(1, 0, 0, -1, 0, PAGE[1])
    for plain, page in zip(as_is[0].placed, aimed[0].placed, strict=True):
        for nominal, corner in zip(plain.corners, page.corners, strict=True):
            on_paper = max(on_paper, math.dist(nominal, lands[0].place(*corner)))
    # The front's error as the paper has it, seen from behind: what is nominally behind a point lies there.
    shifted = printer.front.matrix(PAGE).undone().then(lands[0])
    for plain, page in zip(as_is[1].placed, aimed[1].placed, strict=True):
        for nominal, corner in zip(plain.corners, page.corners, strict=True):
            belongs = turned.place(*shifted.place(*turned.place(*nominal)))
            in_register = max(in_register, math.dist(belongs, lands[1].place(*corner)))
    return on_paper, in_register


def test_an_exact_printer_reads_nothing() -> None:
    assert read_scales(PLAIN, Miss(), Miss()) == pytest.approx((0, 0, 0), abs=1e-4)


@pytest.mark.parametrize(
    ("back", "reading"),
    [
        (Miss(x=0.7), (0, 0.7, 0)),
        (Miss(x=-1.2), (0, -1.2, 0)),
        (Miss(y=0.4), (0.4, 0, 0.4)),
        (Miss(turn=0.3), (-0.47, 0, 0.47)),
    ],
)
@pytest.mark.parametrize("edge", ["long-edge", "short-edge"])
def test_what_the_scales_read_is_how_the_back_lies(back: Miss, reading: tuple[float, ...], edge: str) -> None:
    """Right and down count with a plus, as seen on the back; a clockwise turn brings the right side down."""
    assert read_scales(PLAIN._replace(flip=edge), Miss(), back) == pytest.approx(reading, abs=0.004)


@pytest.mark.parametrize("edge", ["long-edge", "short-edge"])
def test_what_is_read_and_entered_brings_backs_behind_their_fronts(edge: str) -> None:
    front, back = Miss(), Miss(1.5, -0.8, 0.3)
    plain = PLAIN._replace(flip=edge)
    assert worst(plain, front, back)[1] > 1.5
    known = enter(plain, miss_of_back(read_scales(plain, front, back)), Miss())
    assert worst(known, front, back)[1] < EXACT
    # The sheet printed corrected proves it.
    assert read_scales(known, front, back) == pytest.approx((0, 0, 0), abs=0.005)


def test_readings_of_a_corrected_sheet_are_added() -> None:
    front, back = Miss(), Miss(-0.9, 1.1, -0.2)
    rough = enter(PLAIN, miss_of_back(Verniers(1.4, -1.0, 0.8)), Miss())
    assert worst(rough, front, back)[1] > 0.03
    fine = enter(rough, miss_of_back(read_scales(rough, front, back)), Miss())
    assert worst(fine, front, back)[1] < EXACT


@pytest.mark.parametrize("edge", ["long-edge", "short-edge"])
def test_backs_move_along_with_fronts_that_are_measured_with_a_ruler(edge: str) -> None:
    front, back = Miss(1.5, -0.8, 0, 1.001, 0.998), Miss(-0.4, 0.3, 0.25, 1.001, 0.998)
    plain = PLAIN._replace(flip=edge)
    scales, ruler = miss_of_back(read_scales(plain, front, back)), miss_of_front(*read_ruler(plain, front))
    assert (ruler.x, ruler.y) == pytest.approx((1.5, -0.8), abs=0.001)
    at_once = enter(plain, scales, ruler)
    assert max(worst(at_once, front, back)) < EXACT
    # In two commands, the scales first, as the steps of the sheet are.
    in_turn = enter(enter(plain, scales, Miss()), Miss(), ruler)
    assert max(worst(in_turn, front, back)) < EXACT


errors = st.builds(Miss, st.floats(-1.2, 1.2), st.floats(-1.2, 1.2), st.floats(-0.3, 0.3))


@seed(6)
@settings(max_examples=8, deadline=None, database=None, derandomize=True)
@given(errors, st.floats(0.997, 1.003), st.floats(0.997, 1.003), st.sampled_from(["long-edge", "short-edge"]))
def test_any_printer_comes_into_register(back: Miss, across: float, down: float, edge: str) -> None:
    stretch: dict[str, Any] = {"scale_x": across, "scale_y": down}
    front, back = Miss(0.3, -0.2, 0.0, **stretch), back._replace(**stretch)
    plain = PLAIN._replace(flip=edge)
    known = enter(plain, miss_of_back(read_scales(plain, front, back)), miss_of_front(*read_ruler(plain, front)))
    assert max(worst(known, front, back)) < EXACT


def test_errors_add_up() -> None:
    assert add(Miss(1, 2), Miss(0.5, -0.5)) == Miss(1.5, 1.5)
    assert add(Miss(), Miss(1, 2, 3, 1.01, 0.99)) == Miss(1, 2, 3, 1.01, 0.99)
    both = add(Miss(turn=1, scale_x=1.01), Miss(turn=0.5, scale_x=1.02))
    assert (both.turn, both.scale_x) == pytest.approx((1.5, 1.0302), abs=1e-3)
    assert mirror(Miss(1, 2, 3), upright=True) == Miss(-1, 2, -3)
    assert mirror(Miss(1, 2, 3), upright=False) == Miss(1, -2, -3)
    assert upside_down(Miss(1, 2, 3)) == Miss(-1, -2, 3)


def words(content: bytes, page: int) -> str:
    with pypdfium2.PdfDocument(content) as document:
        return " ".join(str(document[page].get_textpage().get_text_range()).split())


def test_the_sheet_says_what_to_type() -> None:
    plain = print_calibration(Subject("letter"), own_fonts())
    assert "pnp calibrate --set NAME --afresh --left _____ --across _____ --right _____" in words(plain, 1)
    assert "flipped on the long edge" in words(plain, 0)
    assert "printer without a profile" in words(plain, 0)
    known = Printer("office", "a4", back=Miss(x=1), flip="short-edge", duplex="manual")
    corrected = print_calibration(Subject("a4", "office", known), own_fonts())
    assert "pnp calibrate --set office --left _____ --across _____ --right _____ --paper a4" in words(corrected, 1)
    assert "pnp build --printer office --paper a4" in words(corrected, 1)
    assert "Print page 1" in words(corrected, 0)
    assert "short edge" in words(corrected, 0)
    assert "printer office · corrected" in words(corrected, 0)


@pytest.mark.parametrize("paper", ["letter", "a4", "legal", "a3"])
def test_square_ruler_and_crosses_are_exact(paper: str) -> None:
    content = print_calibration(Subject(paper), own_fonts())
    with pikepdf.open(io.BytesIO(content)) as pdf:
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        page = pdf.pages[0]
        box = [float(edge) * MM_PER_POINT for edge in page.mediabox]
        strokes = strokes_of(page)
    assert box[2:] == pytest.approx(PAPERS[paper], abs=0.001)
    lengths = [math.dist(*stroke) for stroke in strokes]
    assert sum(abs(length - 100) < 0.001 for length in lengths) == 4
    assert sum(abs(length - 150) < 0.001 for length in lengths) == 1
    assert sum(abs(length - 14) < 0.001 for length in lengths) == 8
    for start, end in strokes:
        for x, y in (start, end):
            assert 4.2 < x < box[2] - 4.2
            assert 4.2 < y < box[3] - 4.2


def test_equal_sheets_have_equal_bytes_and_small_paper_is_refused() -> None:
    assert print_calibration(Subject("a4"), own_fonts()) == print_calibration(Subject("a4"), own_fonts())
    with pytest.raises(PnpError, match="needs 208 x 254 mm, and 148x210mm has 148 x 210 mm"):
        print_calibration(Subject("148x210mm"), own_fonts())
