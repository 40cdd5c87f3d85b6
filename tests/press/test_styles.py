"""Marks of every style, and of every scenario of the field: all of them, and none where something is kept."""

import io
import math
from typing import Any

import pikepdf
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.model.face import Box
from pnp.model.marking import CUT_CONTOUR, Marking
from pnp.model.outline import Outline, Trace, Vertex
from pnp.model.sheet import Line, Mark, Run, Side
from pnp.press.assembly import print_run
from pnp.press.cutting.clearings import Plan
from pnp.press.cutting.cuts import find_cuts, order_cuts
from pnp.press.cutting.guides import count_unmarked
from pnp.press.cutting.marks import HALO, HALO_END, cut_marks
from pnp.press.imposition.imposition import impose
from pnp.press.layout.duplex import turn_over
from press.nouns import draw, lay, make_deck, make_job, make_kit, make_pieces
from press.paths import cut_paths
from press.reading import ReadPage, Stroke, read

OUTSIDE = ("ticks", "corners", "crosses", "dots")
QUARTER_POINT = 0.25 * 25.4 / 72


def printed(count: int, style: str = "ticks", **options: Any) -> tuple[Run, list[ReadPage]]:
    pieces = make_pieces(count, options.pop("size", (63.5, 88.9)), bleed=options.pop("bleed", 3.175))
    run = lay(pieces, options.pop("paper", "letter"), marking=Marking(style), **options)
    return run, read(print_run(run, draw(pieces), False))


def drawn(mark: Mark) -> Box:
    """All that a mark inks or whitens."""
    half = mark.pen.width / 2 + (HALO if mark.halo else 0.0)
    x1, y1, x2, y2 = mark.line
    if (x1, y1) == (x2, y2):
        return Box(x1 - half, y1 - half, x2 + half, y2 + half)
    before = HALO_END if mark.halo else 0.0
    x1, y1 = x1 - math.copysign(before, x2 - x1) * (x1 != x2), y1 - math.copysign(before, y2 - y1) * (y1 != y2)
    across, down = (half, 0.0) if x1 == x2 else (0.0, half)
    return Box(min(x1, x2) - across, min(y1, y2) - down, max(x1, x2) + across, max(y1, y2) + down)


def meet(one: Box, other: Box, by: float = 1e-6) -> bool:
    return (
        one.left < other.right - by
        and one.right > other.left + by
        and one.top < other.bottom - by
        and one.bottom > other.top + by
    )


def ends(stroke: Stroke) -> tuple[float, ...]:
    return tuple(round(value, 2) for value in stroke.line)


@pytest.mark.parametrize("style", ["ticks", "corners", "crosses"])
def test_marks_partial_page(style: str) -> None:
    """One card on a page for nine: marks at all eight ends, and nothing anywhere else."""
    run, (front, _) = printed(1, style, paper="a4")
    (trim,) = [slot.trim for slot in run.sheets[0].front.slots]
    assert len(front.marks) == 8
    at = {(round(s.line.x1, 2), s.line.y1 < trim.top) for s in front.marks if abs(s.line.x1 - s.line.x2) < 0.01}
    assert at == {(round(x, 2), above) for x in (trim.left, trim.right) for above in (True, False)}
    across = {(round(s.line.y1, 2), s.line.x1 < trim.left) for s in front.marks if abs(s.line.y1 - s.line.y2) < 0.01}
    assert across == {(round(y, 2), before) for y in (trim.top, trim.bottom) for before in (True, False)}


def test_marks_not_on_art() -> None:
    """Bleed of 3 mm, gaps of 6: outside the bleed where paper is free, else white below; never thinner than 0.25 pt."""
    run, (front, _) = printed(4, "corners", size=(60, 80), bleed=3.0, gutter=6.0, paper="a4")
    side = run.sheets[0].front
    areas = [slot.bleed for slot in side.slots]
    assert len(front.marks) == len(side.marks)
    over = 0
    for stroke, mark in zip(front.marks, side.marks, strict=True):
        assert stroke.width >= QUARTER_POINT
        on_bleed = any(meet(drawn(Mark(mark.line, pen=mark.pen)), area, 0.1) for area in areas)
        assert mark.halo == on_bleed
        over += on_bleed
    assert over == len(front.halos) > 0
    assert any(not mark.halo for mark in side.marks)
    # Whoever looks at black art sees white of 0.35 mm on either side.
    assert {round(stroke.width, 3) for stroke in front.halos} == {0.85}


def test_marks_full_cut() -> None:
    """Every line goes from edge to edge: once a strip is cut off, the others still have both their ends."""
    run, (front, back) = printed(8, "lines", paper="a4")
    assert run.remarks[-1] != ""
    for page in (front, back):
        uprights = {round(s.line.x1, 2): sorted((s.line.y1, s.line.y2)) for s in page.marks if s.line.x1 == s.line.x2}
        levels = {round(s.line.y1, 2): sorted((s.line.x1, s.line.x2)) for s in page.marks if s.line.y1 == s.line.y2}
        assert sorted(uprights) == [9.75, 73.25, 136.75, 200.25]
        assert sorted(levels) == [15.15, 104.05, 192.95, 281.85]
        for start, end in uprights.values():
            assert start < 15.15 - 2
            assert end > 281.85 + 2
        for start, end in levels.values():
            assert (round(start, 2), round(end, 2)) == (4.2, 205.8)


def test_marks_off() -> None:
    for style in (*OUTSIDE, "lines", "outlines"):
        _, pages = printed(9, style, marks="none")
        assert [page.marks for page in pages] == [[], []]
        assert [page.halos for page in pages] == [[], []]


@pytest.mark.parametrize("style", [*OUTSIDE[:3], "lines"])
@pytest.mark.parametrize(("sides", "front", "back"), [("fronts", 1, 0), ("backs", 0, 1), ("both", 1, 1)])
def test_marks_one_side(style: str, sides: str, front: bool, back: bool) -> None:
    _, pages = printed(9, style, marks=sides)
    assert [bool(page.marks) for page in pages] == [front, back]


def test_corners_stand_at_every_card() -> None:
    """In gutters of 12 mm, 6 are free of bleed: each card has marks there, half a millimetre off each bleed."""
    pieces = make_pieces(2, (50, 80), bleed=3.0)
    (sheet,) = lay(pieces, "a4", marking=Marking("corners"), gutter=12.0).sheets
    left, right = (slot.trim for slot in sheet.front.slots)
    between = [m.line for m in sheet.front.marks if left.right < m.line.x1 < right.left]
    assert sorted(tuple(round(v, 3) for v in line) for line in between) == [
        (round(left.right + 3.5, 3), y, round(right.left - 3.5, 3), y)
        for y in (round(left.top, 3), round(left.bottom, 3))
    ]
    ticks = lay(pieces, "a4", marking=Marking("ticks"), gutter=12.0).sheets[0].front.marks
    assert not any(left.right < m.line.x1 < right.left for m in ticks)


def test_crosses_begin_at_the_cards() -> None:
    (sheet,) = lay(make_pieces(1), "a4", marking=Marking("crosses")).sheets
    (slot,) = sheet.front.slots
    lines = {tuple(round(v, 3) for v in mark.line) for mark in sheet.front.marks}
    x, y = round(slot.trim.left, 3), round(slot.trim.top, 3)
    assert (x, round(y - 0.3, 3), x, round(y - 2.3, 3)) in lines
    assert (round(x - 0.3, 3), y, round(x - 2.3, 3), y) in lines
    assert all(mark.halo for mark in sheet.front.marks)


def test_dots_are_dots() -> None:
    pieces = make_pieces(1)
    run = lay(pieces, "a4", marking=Marking("dots"))
    (slot,) = run.sheets[0].front.slots
    dots = run.sheets[0].front.marks
    assert all(mark.line[:2] == mark.line[2:] for mark in dots)
    above = sorted(round(mark.line.y1, 3) for mark in dots if abs(mark.line.x1 - slot.trim.left) < 1e-6)[:2]
    first = slot.trim.top - 3.175 - 0.5
    assert above == [round(first - 3.2, 3), round(first - 0.3, 3)]
    shown = [path for path in cut_paths(print_run(run, draw(pieces), False)) if path.filled and path.colour == (0.0,)]
    assert len(shown) == len(dots)


def test_length_offset_weight_and_colour_are_the_jobs() -> None:
    marking = Marking(length=5.0, offset=1.0, weight=0.3, colour="#0060c0")
    pieces = make_pieces(1)
    run = lay(pieces, "a4", marking=marking)
    (slot,) = run.sheets[0].front.slots
    mark = next(m for m in run.sheets[0].front.marks if m.line.x1 == m.line.x2 and m.line.y1 > slot.trim.bottom)
    assert (round(mark.line.y1 - slot.trim.bottom, 3), round(mark.line.y2 - slot.trim.bottom, 3)) == (4.175, 9.175)
    (path,) = [path for path in cut_paths(print_run(run, draw(pieces), False)) if not path.filled]
    assert path.width == pytest.approx(0.3, abs=1e-3)
    assert path.colour == pytest.approx((0, 0x60 / 255, 0xC0 / 255), abs=0.002)
    assert any("marks of 5 mm are asked for; where less is free, they are shorter" in text for text in run.remarks)


def test_outlines_are_printed_with_their_corners_in_the_spot_colour_of_the_knife() -> None:
    pieces = make_pieces(2)
    run = lay(pieces, "letter", marking=Marking("outlines", colour=CUT_CONTOUR), gutter=6.35)
    content = print_run(run, draw(pieces), False)
    (path,) = cut_paths(content)
    assert len(path.subpaths) == 2
    for points, slot in zip(path.subpaths, run.sheets[0].front.slots, strict=True):
        left, top, right, bottom = slot.trim
        inset = 3 * (1 - math.sqrt(0.5))  # how far a rounded corner stays from a square one, on each axis
        for x, y in (
            (right - inset, top + inset),
            (left + inset, bottom - inset),
            (left + 3, top),
            (right, bottom - 3),
        ):
            assert min(math.dist(point, (x, y)) for point in points) < 0.01
    with pikepdf.open(io.BytesIO(content)) as pdf:
        (space,) = pdf.pages[0].obj.Resources.ColorSpace.values()
    assert (str(space[0]), str(space[1])) == ("/Separation", "/CutContour")


def test_lines_of_cuts_and_folds_are_as_the_game_has_them() -> None:
    """One game has dashed for cut and solid for fold."""
    flap = Trace("fold", Outline((Vertex(0, 40), Vertex(63.5, 40)), closed=False))
    score = Trace("score", Outline((Vertex(10, 20), Vertex(30, 20)), closed=False))
    (piece,) = make_pieces(1)
    stand = piece._replace(traces=(flap, score))
    marking = Marking("outlines", cut="dashed", fold="solid")
    run = lay([stand], "letter", marking=marking)
    paths = cut_paths(print_run(run, draw([piece]), False))
    slot = run.sheets[0].front.slots[0]
    # On dark art a broken line is seen by what lies between its dashes.
    white = [path for path in paths if path.colour == (1.0,)]
    assert [path.subpaths for path in white] == [path.subpaths for path in paths if path.dash]
    by_dash = {path.dash: path for path in paths if path not in white}
    assert set(by_dash) == {(), (2.0, 1.0), (0.4, 0.8)}
    ((x1, y1), (x2, y2)) = by_dash[()].subpaths[0]
    assert (x1, y1, x2, y2) == pytest.approx((slot.x, slot.y + 40, slot.x + 63.5, slot.y + 40), abs=0.01)
    legends = [note.text for note in run.sheets[0].front.notes if note.kind == "legend"]
    assert legends == ["cut on the dashed outlines, score on the dotted lines, fold on the solid lines"]
    assert [trace.kind for trace in run.sheets[0].front.traces] == ["fold", "score", "cut"]


def test_paths_of_a_back_are_the_mirror_of_those_of_its_front() -> None:
    hook = Trace("cut", Outline((Vertex(10, 20), Vertex(30, 20, 1.0), Vertex(30, 40)), closed=False))
    (piece,) = make_pieces(1)
    stand = piece._replace(traces=(hook,))
    (sheet,) = lay([stand], "letter").sheets
    assert sheet.back is not None
    front, back = sheet.front.traces[0].outline, sheet.back.traces[0].outline
    for (x, y), (there, down) in zip(front.points(), back.points(), strict=True):
        assert (there, down) == pytest.approx((215.9 - x, y), abs=1e-6)


def test_marks_that_cannot_be_are_told_with_the_cure() -> None:
    def fault(**options: Any) -> tuple[str, str]:
        run = lay(make_pieces(1), "letter", marking=Marking(**options))
        (one,) = run.faults
        assert run.sheets
        return one.check, f"{one.message}; {one.help}"

    assert fault(colour="#ffff00") == (
        "bad-layout",
        "job cards: the marks' colour #ffff00 is hard to see on white paper (1.1:1, not 3:1); give black, or a darker "
        "colour",
    )
    assert "is CutContour, which a knife follows: it is for lines and outlines" in fault(colour=CUT_CONTOUR)[1]
    assert "the marks' length says nothing where they are lines" in fault(style="lines", length=3.0)[1]
    assert "the marks' weight is 0.01 mm, too thin to print" in fault(weight=0.01)[1]
    assert "the marks' offset is -1 mm; it must be 0 or more" in fault(offset=-1.0)[1]
    assert "the marks' length is nan mm" in fault(length=math.nan)[1]
    assert "the marks' style is 'stars'" in fault(style="stars")[1]


def test_folded_paper_is_folded_first_and_cut_through_both_layers() -> None:
    (sheet,) = lay(make_pieces(4, (63, 88)), layout="gutterfold", gutter=3.0, cut_order=True).sheets
    fronts = [slot.trim for slot in sheet.front.slots[:4]]
    assert {text for text, _ in number_boxes(sheet.front)} == {str(number) for number in range(1, 11)}
    assert len(order_cuts(fronts)) == 10
    legends = [note.text for note in sheet.front.notes if note.kind == "legend"]
    assert legends == ["fold on the dashed lines, then cut on the marks in the order of the numbers"]
    (fold,) = sheet.front.dies
    assert not any(meet(fold.outline.box, slot.bleed) for slot in sheet.front.slots)


def test_in_grays_marks_are_gray_but_not_what_a_knife_follows() -> None:
    kit = make_kit(make_deck())
    job = make_job(marking=Marking(colour="#c00000"))
    colours = {mark.pen.colour for mark in impose(kit, job, make_pieces(1), "letter", "gray").sheets[0].front.marks}
    assert colours == {"#5e5e5e"}
    knife = make_job(marking=Marking("outlines", colour=CUT_CONTOUR))
    dies = impose(kit, knife, make_pieces(1), "letter", "gray").sheets[0].front.dies
    assert {die.pen.colour for die in dies} == {CUT_CONTOUR}


def test_numbers_without_marks_are_told() -> None:
    (fault,) = lay(make_pieces(1), marks="none", cut_order=True).faults
    assert fault.message == "job cards: numbers for the order of cuts stand at the marks, and it has none"


def test_cuts_between_other_pieces_that_have_no_mark_are_told() -> None:
    """Bricks: in the middle row, cuts end at pieces above and below."""
    rows = [
        *(Box(20 + 20 * n, 20, 40 + 20 * n, 40) for n in range(4)),
        *(Box(30 + 20 * n, 40, 50 + 20 * n, 60) for n in range(3)),
        *(Box(20 + 20 * n, 60, 40 + 20 * n, 80) for n in range(4)),
    ]
    plan = Plan(tuple(rows), tuple(rows), Box(4, 4, 200, 280))
    marks = cut_marks(plan, Marking())
    assert count_unmarked(rows, marks, Marking()) == (4, len(find_cuts(rows)))


def number_boxes(side: Side) -> list[tuple[str, Box]]:
    return [(note.text, note.box) for note in side.notes if note.kind == "number"]


@pytest.mark.parametrize(("count", "gutter", "paper"), [(9, 0.0, "letter"), (8, 0.0, "letter"), (5, 6.35, "a4")])
def test_numbers_stand_beside_their_cuts(count: int, gutter: float, paper: str) -> None:
    (sheet,) = lay(make_pieces(count), paper, gutter=gutter, cut_order=True).sheets
    assert sheet.back is not None
    steps = {str(step.number): step.cut for step in order_cuts([slot.trim for slot in sheet.front.slots])}
    flip = turn_over(sheet.width, sheet.height, "long-edge")
    for side in (sheet.front, sheet.back):
        trims = [slot.trim for slot in side.slots]
        boxes = number_boxes(side)
        assert {text for text, _ in boxes} == set(steps)
        for text, box in boxes:
            assert not any(meet(box, trim) for trim in trims)
            assert not any(meet(box, other) for other_text, other in boxes if other is not box)
            assert not any(meet(box, drawn(Mark(mark.line, pen=mark.pen))) for mark in side.marks)
            at = steps[text].at
            if side is sheet.back and steps[text].upright == flip.upright:
                at = 2 * flip.axis - at
            low, high = (box.left, box.right) if steps[text].upright else (box.top, box.bottom)
            assert min(abs(low - at), abs(high - at)) < 0.6


def test_numbers_can_be_read_in_the_file() -> None:
    pieces = make_pieces(9)
    run = lay(pieces, "letter", cut_order=True)
    with pypdfium2.PdfDocument(print_run(run, draw(pieces), False)) as pdf:
        words = pdf[0].get_textpage().get_text_bounded()
    assert [words.count(str(number)) for number in range(3, 9)] == [2] * 6
    assert "numbers" in words


LAYOUTS = st.tuples(
    st.tuples(st.floats(14, 130), st.floats(14, 130)),
    st.integers(1, 40),
    st.sampled_from([0.0, 0.0, 0.3, 1.0, 3.0, 6.35, 12.0]),
    st.floats(0, 5),
    st.sampled_from([0.0, 4.2, 10.0]),
    st.sampled_from(["letter", "a4"]),
)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(
    LAYOUTS,
    st.sampled_from([*OUTSIDE, "lines"]),
    st.sampled_from([None, 0.5, 2.0, 30.0]),
    st.sampled_from([None, 0.0, 0.2, 3.0]),
    st.sampled_from([QUARTER_POINT, 0.15, 1.0]),
)
def test_no_mark_touches_a_trim_or_leaves_the_paper(
    layout: tuple[tuple[float, float], int, float, float, float, str],
    style: str,
    length: float | None,
    offset: float | None,
    weight: float,
) -> None:
    size, count, gutter, bleed, margin, paper = layout
    if style == "lines":
        length = offset = None
    marking = Marking(style, length, offset, weight)
    run = lay(
        make_pieces(count, size, bleed=bleed), paper, gutter=gutter, margin=margin, marking=marking, cut_order=True
    )
    for sheet in run.sheets:
        printable = Box(margin, margin, sheet.width - margin, sheet.height - margin)
        assert sheet.back is not None
        for side in (sheet.front, sheet.back):
            check_side(side, printable, style)


def check_side(side: Side, printable: Box, style: str) -> None:
    trims = [slot.trim for slot in side.slots]
    for mark in side.marks:
        x1, y1, x2, y2 = mark.line
        assert min(x1, x2) >= printable.left - 1e-6
        assert max(x1, x2) <= printable.right + 1e-6
        assert min(y1, y2) >= printable.top - 1e-6
        assert max(y1, y2) <= printable.bottom + 1e-6
        if style != "lines" or mark.halo:
            assert not any(meet(drawn(mark), trim) for trim in trims)
        else:
            assert not any(cuts_through(mark.line, trim) for trim in trims)
        if style not in ("lines", "crosses") and not mark.halo:
            assert not any(meet(drawn(mark), slot.bleed, mark.pen.width) for slot in side.slots)
    for _, box in number_boxes(side):
        assert not any(meet(box, trim) for trim in trims)
        assert box.left >= printable.left - 1e-6
        assert box.right <= printable.right + 1e-6
        assert box.top >= printable.top - 1e-6
        assert box.bottom <= printable.bottom + 1e-6


def cuts_through(line: Line, box: Box) -> bool:
    x1, y1, x2, y2 = line
    return meet(Box(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)), Box(*box), 1e-5)
