"""Pages that undo a printer's errors: what the printer does to them puts everything where it belongs."""

from typing import Any

import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st

from pnp.model.face import Box
from pnp.model.outline import rectangle
from pnp.model.printer import Margins, Matrix, Miss, Printer
from pnp.model.sheet import Piece, Run
from pnp.press.assembly import print_run
from pnp.press.delivery.ticket import Printed, file_name, make_ticket
from pnp.press.printers.passage import Passage, send, suit_job
from press.nouns import POKER, draw, lay, make_job, make_kit, make_pieces
from press.reading import ReadPage, read

EXACT = 0.01  # mm
SKEW = Miss(1.5, -0.8, 0.3)
Point = tuple[float, float]


def printer(front: Miss = SKEW, back: Miss = SKEW, **more: Any) -> Printer:
    return Printer("office", "letter", front, back, **more)


def corrected(run: Run, office: Printer) -> Run:
    return send(run, Passage((office._replace(paper=run.paper),)))


def pages(run: Run, pieces: list[Piece]) -> list[ReadPage]:
    return read(print_run(run, draw(pieces), False))


def apart(one: Point, other: Point) -> float:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def land(miss: Miss, page: ReadPage, lying: bool) -> Matrix:
    """What the printer does to the page; and lying pages are laid down again to look at them."""
    printed = miss.matrix((page.width, page.height))
    return printed.then(Matrix(0, -1, 1, 0, 0, page.width)) if lying else printed


def compare(as_is: ReadPage, aimed: ReadPage, miss: Miss) -> None:
    """The printer brings every corner and every end of a mark or rule to where it lies uncorrected."""
    lying = as_is.width > as_is.height
    size = (as_is.height, as_is.width) if lying else (as_is.width, as_is.height)
    assert apart((aimed.width, aimed.height), size) < EXACT
    lands = land(miss, aimed, lying)
    assert [placed.colour for placed in aimed.placed] == [placed.colour for placed in as_is.placed]
    for placed, nominal in zip(aimed.placed, as_is.placed, strict=True):
        for corner, aim in zip(nominal.corners, placed.corners, strict=True):
            assert apart(lands.place(*aim), corner) < EXACT
    assert len(aimed.strokes) == len(as_is.strokes)
    for stroke, plain in zip(aimed.strokes, as_is.strokes, strict=True):
        for start in (0, 2):
            end: Point = stroke.line[start], stroke.line[start + 1]
            assert apart(lands.place(*end), (plain.line[start], plain.line[start + 1])) < EXACT


def prove(pieces: list[Piece], office: Printer, paper: str = "letter", **job: Any) -> list[ReadPage]:
    run = lay(pieces, paper, **job)
    as_is, aimed = pages(run, pieces), pages(corrected(run, office), pieces)
    assert len(aimed) == len(as_is)
    for number, (plain, moved) in enumerate(zip(as_is, aimed, strict=True)):
        compare(plain, moved, office.back if number % 2 and run.duplex else office.front)
    return aimed


def test_a_known_error_undone_meets_the_uncorrected_sheet() -> None:
    aimed = prove(make_pieces(10), printer())
    # Drawn to the left and lower, against the printer that prints to the right and higher; a third of a degree at the
    # edge of the sheet is half a millimetre.
    first = aimed[0].placed[0].corners[0]
    turned = SKEW.matrix((215.9, 279.4)).undone().place(12.7 - 3.175, 6.35 - 3.175)
    assert apart(first, turned) < EXACT
    assert first[0] < 12.7 - 3.175 - 1.5
    assert first[1] > 6.35 - 3.175 + 0.8


def test_duplex_offset_moves_all_backs_by_exactly_that_and_no_fronts() -> None:
    pieces = make_pieces(9)
    run = lay(pieces)
    as_is = pages(run, pieces)
    # A printer that prints backs 1 mm too far left and half a millimetre too low is met by +1, -0.5.
    aimed = pages(corrected(run, printer(Miss(), Miss(-1.0, 0.5))), pieces)
    for plain, moved, offset in ((as_is[0], aimed[0], (0.0, 0.0)), (as_is[1], aimed[1], (1.0, -0.5))):
        for one, other in zip(plain.placed, moved.placed, strict=True):
            assert apart((one.box.left + offset[0], one.box.top + offset[1]), other.box[:2]) < 0.001
    assert aimed[0] == as_is[0]


@pytest.mark.parametrize("flip", ["long-edge", "short-edge"])
@pytest.mark.parametrize("size", [(140.0, 190.0), (70.0, 92.0)])
def test_lying_pages_are_drawn_upright_and_corrected_so(size: tuple[float, float], flip: str) -> None:
    pieces = make_pieces(7, size)
    assert all(sheet.width > sheet.height for sheet in lay(pieces, "a4", gutter=6.35, flip=flip).sheets)
    office = printer(Miss(1.0, 2.0, 0.5, 1.002, 0.997), Miss(-2.0, 1.0, -0.7, 0.999, 1.003))
    aimed = prove(pieces, office, "a4", gutter=6.35, flip=flip)
    assert all(page.width < page.height for page in aimed)


def test_boxes_lie_around_the_corrected_trims() -> None:
    pieces = make_pieces(5)
    run = lay(pieces, gutter=6.35)
    office = printer(Miss(turn=3.0))
    page = pages(corrected(run, office), pieces)[0]
    undone = office.front.matrix((215.9, 279.4)).undone()
    for box, boxes in (
        (page.trim, [slot.trim for slot in run.sheets[0].front.slots]),
        (page.bleed, [slot.bleed for slot in run.sheets[0].front.slots]),
    ):
        points = [undone.place(x, y) for each in boxes for x in each[::2] for y in each[1::2]]
        xs, ys = zip(*points, strict=True)
        assert box is not None
        assert apart((min(xs), min(ys)), (box.left, box.top)) < EXACT
        assert apart((max(xs), max(ys)), (box.right, box.bottom)) < EXACT


def test_a_printer_without_errors_changes_no_page() -> None:
    pieces = make_pieces(9)
    run = lay(pieces)
    exact = corrected(run, printer(Miss(), Miss()))
    assert pages(exact, pieces) == pages(run, pieces)
    assert exact.faults == ()


misses = st.builds(
    Miss,
    st.floats(-4, 4),
    st.floats(-4, 4),
    st.floats(-2, 2),
    st.floats(0.97, 1.03),
    st.floats(0.97, 1.03),
)


@seed(6)
@settings(max_examples=25, deadline=None, database=None, derandomize=True)
@given(
    st.integers(1, 20),
    st.sampled_from([POKER, (44.45, 63.5), (88.9, 50.8), (70.0, 121.0)]),
    st.sampled_from(["letter", "a4"]),
    st.sampled_from(["long-edge", "short-edge"]),
    st.floats(0, 6),
    misses,
    misses,
)
def test_any_error_is_undone(
    count: int, size: tuple[float, float], paper: str, flip: str, gutter: float, front: Miss, back: Miss
) -> None:
    prove(make_pieces(count, size), printer(front, back), paper, gutter=round(gutter, 2), flip=flip)


def test_margins_and_edge_of_the_printer_replace_those_of_the_job() -> None:
    job = make_job(flip="long-edge", margin=4.2)
    office = printer(margins=Margins(5, 6, 15, 7), flip="short-edge")
    suited = suit_job(job, office)
    assert (suited.margins, suited.flip) == (Margins(5, 6, 15, 7), "short-edge")
    assert suit_job(job, printer(margins=None, flip="")) == job
    assert suit_job(job, None) == job


def faults(office: Printer, count: int = 9, **job: Any) -> list[tuple[str, str]]:
    run = corrected(lay(make_pieces(count), **job), office)
    return [(fault.check, fault.message) for fault in run.faults]


def test_marks_that_come_to_lie_beyond_the_margin_are_told() -> None:
    told = "marks of the %s lie %s mm beyond what it reaches (it leaves 4.2 mm)"
    intro = "cards on letter: corrected for office, "
    # The sheet is drawn 1 mm higher where the printer prints 1 mm too low, and its marks begin at the margin.
    assert faults(printer(Miss(), Miss(y=1))) == [("mark-past-margin", intro + told % ("backs", "1"))]
    assert faults(printer(Miss(y=1), Miss())) == [("mark-past-margin", intro + told % ("fronts", "1"))]
    assert faults(printer(Miss(y=1), Miss()), marks="backs") == []
    assert faults(printer(Miss(y=0.04), Miss())) == []


def test_the_marks_of_a_cutter_are_told_too() -> None:
    run = lay(make_pieces(1, (150.0, 200.0)), marks="none")
    (sheet,) = run.sheets
    eye = rectangle(Box(10.0, 10.0, 15.0, 15.0))
    sheet = sheet._replace(front=sheet.front._replace(registration=(eye,)))
    office = printer(Miss(x=6, y=6), Miss())
    (fault,) = corrected(run._replace(sheets=(sheet,)), office).faults
    assert "marks of the fronts lie 0.2 mm beyond what it reaches" in fault.message


def test_cards_that_would_be_cut_off_are_told() -> None:
    # 9 poker cards lie 6.35 mm from the edge, 2.15 mm within what the printer reaches.
    (fault,) = faults(printer(Miss(y=2.5), Miss()))
    assert fault == (
        "does-not-fit",
        "cards on letter: corrected for office, "
        "cards of the fronts lie 0.35 mm beyond what it reaches (it leaves 4.2 mm)",
    )
    assert faults(printer(Miss(y=2.5), Miss(), margins=Margins(3, 3, 3, 3)), marks="none") == []


def test_the_margins_of_the_back_are_those_of_the_front_seen_from_behind() -> None:
    """A card that is as wide as they leave room for lies 12 mm from the left in front, and from the right behind."""
    wide = Margins(4, 8, 4, 12)
    pieces = make_pieces(1, (195.8, 100.0), bleed=0)
    run = lay(pieces, margin=wide, marks="none")
    assert run.sheets[0].front.slots[0].x == pytest.approx(12, abs=0.1)
    assert corrected(run, printer(Miss(), Miss(y=1), margins=wide)).faults == ()
    (fault,) = corrected(run, printer(Miss(), Miss(x=-1), margins=wide)).faults
    assert "cards of the backs lie 0.95 mm beyond what it reaches (it leaves 4 12 4 8 mm)" in fault.message


def test_files_and_titles_and_tickets_name_the_printer() -> None:
    pieces = make_pieces(1)
    run = corrected(lay(pieces), printer(Miss(x=1), Miss(y=2)))
    assert file_name(run) == "game-cards-letter-office.pdf"
    assert file_name(run._replace(theme="gray"), draft=True) == "game-cards-letter-gray-office-draft.pdf"
    ticket: Any = make_ticket(make_kit(), [Printed(run, b"", {})])
    assert ticket["files"][0]["printer"] == {
        "name": "office",
        "front": {"x": 1, "y": 0, "turn": 0, "scale_x": 1, "scale_y": 1},
        "back": {"x": 0, "y": 2, "turn": 0, "scale_x": 1, "scale_y": 1},
    }
    labels = [note.text for sheet in run.sheets for note in sheet.front.notes if note.kind == "label"]
    assert [label.endswith("  ·  for office") for label in labels] == [True]
    # Where things are meant to land, not where they are drawn.
    assert ticket["files"][0]["sheets"][0]["pieces"][0]["x_mm"] == 12.7
    assert b"for office" in print_run(run, draw(pieces), False)
