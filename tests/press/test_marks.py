"""Cut marks and notes: all of them, and none where something lies that is kept."""

from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.model.face import Box
from pnp.model.sheet import Line, Mark, Note, Run, Sheet, Side
from pnp.press.cutting.marks import HALO, HALO_END, WIDTH
from press.nouns import lay, make_pieces


def ticks(side: Side) -> list[tuple[float, ...]]:
    return sorted(tuple(round(value, 3) for value in mark.line) for mark in side.marks)


def ends(run: Run) -> dict[str, list[float]]:
    """Where the ticks of a part-filled sheet begin, by the direction in which they point."""
    found: dict[str, list[float]] = {"up": [], "down": [], "left": [], "right": []}
    for x1, y1, x2, y2 in ticks(run.sheets[0].front):
        way = ("left" if x2 < x1 else "right") if y1 == y2 else ("up" if y2 < y1 else "down")
        found[way].append(y1 if way in ("left", "right") else x1)
    return {way: sorted(at) for way, at in found.items()}


def test_one_card_has_all_eight_ticks_around_it() -> None:
    (sheet,) = lay(make_pieces(1), "a4").sheets
    left, top, right, bottom = 9.75, 15.15, 9.75 + 63.5, 15.15 + 88.9
    bleed, gap = 3.175, 0.5
    expected = sorted(
        [
            (left, top - bleed - gap, left, top - bleed - gap - 3.5),
            (right, top - bleed - gap, right, top - bleed - gap - 3.5),
            (left, bottom + bleed + gap, left, bottom + bleed + gap + 3.5),
            (right, bottom + bleed + gap, right, bottom + bleed + gap + 3.5),
            (left - bleed - gap, top, 4.2, top),
            (left - bleed - gap, bottom, 4.2, bottom),
            (right + bleed + gap, top, right + bleed + gap + 3.5, top),
            (right + bleed + gap, bottom, right + bleed + gap + 3.5, bottom),
        ]
    )
    assert ticks(sheet.front) == [tuple(round(value, 3) for value in tick) for tick in expected]
    assert not any(mark.halo for mark in sheet.front.marks)


def test_ticks_follow_the_occupied_outline() -> None:
    columns, rows = [9.75, 73.25, 136.75, 200.25], [15.15, 104.05, 192.95, 281.85]
    assert ends(lay(make_pieces(8), "a4")) == {"up": columns, "down": columns, "left": rows, "right": rows}
    eight = ticks(lay(make_pieces(8), "a4").sheets[0].front)
    assert (200.25, 192.95 + 3.675, 200.25, 192.95 + 7.175) in eight  # below the sixth card, in the empty place
    assert (136.75 + 3.675, 281.85, 136.75 + 7.175, 281.85) in eight  # beside the eighth
    four = ends(lay(make_pieces(4), "a4"))
    assert four == {"up": columns, "down": columns, "left": rows[:3], "right": rows[:3]}


def test_a_full_sheet_has_every_shared_edge_once() -> None:
    assert len(lay(make_pieces(9), "a4").sheets[0].front.marks) == 16


def test_with_gutters_both_edges_of_every_card_are_marked_at_the_outer_ends() -> None:
    run = lay(make_pieces(4, (60, 80)), "a4", gutter=6.35)
    xs = [8.65, 68.65, 75.0, 135.0, 141.35, 201.35]
    ys = [22.15, 102.15, 108.5, 188.5]
    assert ends(run) == {"up": xs, "down": xs, "left": ys, "right": ys}
    block = Box(8.65, 22.15, 201.35, 188.5)
    for mark in run.sheets[0].front.marks:
        x, y = (mark.line.x1 + mark.line.x2) / 2, (mark.line.y1 + mark.line.y2) / 2
        beside_the_fourth = y > 102.15 + 3.175 and x > 68.65 + 3.175
        assert beside_the_fourth or not (block.left < x < block.right and block.top < y < block.bottom)


def test_tight_margins_have_marks_over_the_bleed_on_a_halo() -> None:
    (sheet,) = lay(make_pieces(9), "letter").sheets
    level = [mark for mark in sheet.front.marks if mark.line.y1 == mark.line.y2]
    upright = [mark for mark in sheet.front.marks if mark.line.x1 == mark.line.x2]
    assert {mark.halo for mark in level} == {False}
    assert {mark.halo for mark in upright} == {True}
    assert {(round(mark.line.y1, 3), round(mark.line.y2, 3)) for mark in upright} == {(5.85, 4.2), (273.55, 275.2)}


@pytest.mark.parametrize(
    ("marks", "front", "back"), [("both", 16, 16), ("fronts", 16, 0), ("backs", 0, 16), ("none", 0, 0)]
)
def test_marks_are_drawn_where_they_are_asked_for(marks: str, front: int, back: int) -> None:
    (sheet,) = lay(make_pieces(9), marks=marks).sheets
    assert sheet.back is not None
    assert (len(sheet.front.marks), len(sheet.back.marks)) == (front, back)
    legends = [note.text for note in sheet.front.notes if note.kind == "legend"]
    assert legends == {"none": [], "backs": ["cut on the marks of the back"]}.get(marks, ["cut on the marks"])


@pytest.mark.parametrize("flip", ["long-edge", "short-edge"])
def test_marks_of_the_back_lie_behind_those_of_the_front(flip: str) -> None:
    (sheet,) = lay(make_pieces(8), flip=flip).sheets
    assert sheet.back is not None
    behind = [
        Line(sheet.width - m.line.x1, m.line.y1, sheet.width - m.line.x2, m.line.y2)
        if flip == "long-edge"
        else Line(m.line.x1, sheet.height - m.line.y1, m.line.x2, sheet.height - m.line.y2)
        for m in sheet.front.marks
    ]
    assert [mark.line for mark in sheet.back.marks] == behind


def test_notes_on_letter_stand_in_the_side_margins() -> None:
    (sheet,) = lay(make_pieces(9), "letter").sheets
    label, ruler, legend = sheet.front.notes
    assert label.text == "The Game  ·  Deck  ·  sheet 1 of 1  ·  front  ·  version 1.2  ·  letter  ·  print at 100 %"
    assert (label.turn, ruler.turn, legend.turn) == (270, 270, 270)
    assert (label.box.left, round(label.box.right, 6)) == (4.2, 6.8)
    assert round(ruler.box.left, 6) == 215.9 - 6.8
    assert (ruler.text, ruler.length) == ("100 mm", 100)
    assert legend.text == "cut on the marks"
    assert sheet.back is not None
    (back,) = sheet.back.notes
    assert back.text == label.text.replace("front", "back")
    lengths = {round(abs(m.line.x2 - m.line.x1), 3) for m in sheet.front.marks if m.line.y1 == m.line.y2}
    assert lengths == {1.935}  # shortened, so that the notes have their 2.6 mm


def test_notes_on_a4_stand_above_and_below() -> None:
    (sheet,) = lay(make_pieces(9), "a4").sheets
    label, ruler, legend = sheet.front.notes
    assert {note.turn for note in sheet.front.notes} == {0}
    assert label.box.top == 4.2
    assert ruler.box.bottom == legend.box.bottom == pytest.approx(297 - 4.2)


def test_where_no_margin_has_room_notes_are_left_out_and_it_is_said() -> None:
    run = lay(make_pieces(12, (88.9, 50.8)), "letter")
    assert run.sheets[0].front.notes == ()
    assert run.remarks[-1].endswith(
        "no margin has room for label, ruler and legend, so they are left out; larger paper has it"
    )


def test_where_the_ruler_is_too_long_it_is_left_out_and_it_is_said() -> None:
    run = lay(make_pieces(1, (44, 68)), "74x105mm")
    assert [note.kind for note in run.sheets[0].front.notes] == ["label", "legend"]
    assert run.remarks[-1].endswith(
        "no margin is long enough for the 100 mm ruler, so it is left out; measure a card instead"
    )


def test_long_names_are_shortened_but_not_what_follows() -> None:
    pieces = [piece for number in range(9) for piece in make_pieces(1, deck=f"a-deck-with-a-long-name-{number}")]
    label = lay(pieces, "letter").sheets[0].front.notes[0].text
    assert "…  ·  sheet 1 of 1  ·  front  ·  version 1.2  ·  letter  ·  print at 100 %" in label
    assert label.startswith("The Game  ·  A-Deck")
    assert len(label) <= 271 / 1.05


def inside(box: Box, line: Line, margin: float) -> bool:
    """Whether any part of a line with `margin` around it lies in the box."""
    return (
        min(line.x1, line.x2) - margin < box.right
        and max(line.x1, line.x2) + margin > box.left
        and min(line.y1, line.y2) - margin < box.bottom
        and max(line.y1, line.y2) + margin > box.top
    )


def shrunk(box: Box, by: float = 1e-6) -> Box:
    return Box(box.left + by, box.top + by, box.right - by, box.bottom - by)


def overlap(one: Box, other: Box) -> bool:
    one = shrunk(one)
    return one.left < other.right and one.right > other.left and one.top < other.bottom and one.bottom > other.top


def with_halo(mark: Mark) -> tuple[Line, float]:
    """The mark as it is drawn: its halo begins a little nearer to the trim, and is wider."""
    if not mark.halo:
        return mark.line, WIDTH / 2
    x1, y1, x2, y2 = mark.line
    step_x, step_y = ((x2 > x1) - (x2 < x1)) * HALO_END, ((y2 > y1) - (y2 < y1)) * HALO_END
    return Line(x1 - step_x, y1 - step_y, x2, y2), WIDTH / 2 + HALO


def check_side(side: Side, trims: list[Box], bleeds: list[Box], printable: Box) -> None:
    for mark in side.marks:
        line, half = with_halo(mark)
        along = 0 if not mark.halo else half
        level = line.y1 == line.y2
        drawn = Line(line.x1, line.y1 - half, line.x2, line.y2 + half)
        if not level:
            drawn = Line(line.x1 - half, line.y1, line.x2 + half, line.y2)
        assert along <= half
        assert not any(inside(shrunk(trim), drawn, 0) for trim in trims)
        assert mark.halo or not any(inside(shrunk(bleed), mark.line, 0) for bleed in bleeds)
        assert min(mark.line.x1, mark.line.x2) >= printable.left - 1e-6
        assert max(mark.line.x1, mark.line.x2) <= printable.right + 1e-6
        assert min(mark.line.y1, mark.line.y2) >= printable.top - 1e-6
        assert max(mark.line.y1, mark.line.y2) <= printable.bottom + 1e-6
        assert not any(inside(shrunk(note.box), mark.line, WIDTH / 2 - 1e-3) for note in side.notes)
    for note in side.notes:
        assert not any(overlap(note.box, bleed) for bleed in bleeds)
        assert not any(overlap(note.box, other.box) for other in side.notes if other is not note)
        assert overlap(note.box, printable)
        assert note.box.left >= printable.left - 1e-6
        assert note.box.right <= printable.right + 1e-6
        assert note.box.top >= printable.top - 1e-6
        assert note.box.bottom <= printable.bottom + 1e-6
        assert min(note.box.right - note.box.left, note.box.bottom - note.box.top) >= 2.6 - 1e-6
        check_lengths(note)


def check_lengths(note: Note) -> None:
    length = note.box.right - note.box.left if note.turn == 0 else note.box.bottom - note.box.top
    assert length >= (note.length or 1)


def check_edges(sheet: Sheet, margin: float) -> None:
    """Every edge of every card is marked above and below (left and right), if there is room for a mark."""
    for slot in sheet.front.slots:
        for at in (slot.trim.left, slot.trim.right):
            ys = [m.line.y1 for m in sheet.front.marks if abs(m.line.x1 - at) < 1e-6 and m.line.x1 == m.line.x2]
            if min(trim.trim.top for trim in sheet.front.slots) - margin >= 0.75:
                assert any(y < slot.trim.top for y in ys)
                assert any(y > slot.trim.bottom for y in ys)
        for at in (slot.trim.top, slot.trim.bottom):
            xs = [m.line.x1 for m in sheet.front.marks if abs(m.line.y1 - at) < 1e-6 and m.line.y1 == m.line.y2]
            if min(trim.trim.left for trim in sheet.front.slots) - margin >= 0.75:
                assert any(x < slot.trim.left for x in xs)
                assert any(x > slot.trim.right for x in xs)


@settings(max_examples=50, deadline=None, derandomize=True)
@given(
    st.tuples(st.floats(14, 130), st.floats(14, 130)),
    st.integers(1, 60),
    st.sampled_from([0.0, 0.0, 1.0, 3.0, 6.35]),
    st.lists(st.floats(0, 5), min_size=1, max_size=3),
    st.sampled_from([0.0, 4.2, 6.35, 10.0]),
    st.sampled_from(["letter", "a4"]),
    st.sampled_from(["long-edge", "short-edge"]),
)
def test_marks_and_notes_keep_clear(
    size: tuple[float, float],
    count: int,
    gutter: float,
    bleeds: list[float],
    margin: float,
    paper: str,
    flip: str,
) -> None:
    pieces = list(
        chain.from_iterable(
            make_pieces(-(-count // len(bleeds)), size, deck=f"deck-{number}", bleed=bleed)
            for number, bleed in enumerate(bleeds)
        )
    )
    run = lay(pieces, paper, gutter=gutter, margin=margin, flip=flip)
    assert run.faults == ()
    assert sum(len(sheet.pieces) for sheet in run.sheets) == len(pieces)
    for sheet in run.sheets:
        printable = Box(margin, margin, sheet.width - margin, sheet.height - margin)
        assert sheet.back is not None
        for side in (sheet.front, sheet.back):
            trims = [slot.trim for slot in side.slots]
            areas = [slot.bleed for slot in side.slots]
            check_side(side, trims, areas, printable)
            for area, trim in zip(areas, trims, strict=True):
                assert area.left <= trim.left
                assert area.right >= trim.right
                assert area.top <= trim.top
                assert area.bottom >= trim.bottom
        check_edges(sheet, margin)
