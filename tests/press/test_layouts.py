"""How many a sheet takes: in words, in numbers, folded, shared; and what is said where it cannot be."""

import math
from typing import Any

import pytest

from pnp.model.face import Box
from pnp.model.place import Where
from pnp.model.printer import Margins
from pnp.model.sheet import Piece, Run
from pnp.press.delivery.ticket import Printed, make_ticket
from pnp.press.layout.arrangement import Arrangement, Page, Spot
from pnp.press.layout.paper import lay_pages
from press.nouns import SIZE_PLACE, lay, make_kit, make_pieces


def bleeds(run: Run, sheet: int = 0) -> set[tuple[float, ...]]:
    """How far bleed goes on each side of the fronts of a sheet."""
    front = run.sheets[sheet].front
    many = len(run.sheets[sheet].pieces)
    return {
        tuple(round(abs(a - b), 3) for a, b in zip(slot.trim, slot.bleed, strict=True)) for slot in front.slots[:many]
    }


UPS: list[tuple[str, str | int, int, tuple[float, float], str]] = [
    # paper, up, how many, the page, what is said of them
    ("letter", "most", 9, (215.9, 279.4), "9 a sheet, 6 sheets, neighbours share their cuts; with 3.175 mm bleed on "
     "each card (`up: bleed` in the job) 6 a sheet, 9 sheets"),
    ("letter", "bleed", 6, (279.4, 215.9), "6 a sheet, 9 sheets, with 3.175 mm bleed on each card; with shared cuts "
     "(`up: most` in the job) 9 a sheet, 6 sheets"),
    ("a4", "bleed", 8, (297.0, 210.0), "8 a sheet, 7 sheets, with 3.175 mm bleed on each card; with shared cuts "
     "(`up: most` in the job) 9 a sheet, 6 sheets"),
    ("letter", 8, 8, (279.4, 215.9), "8 a sheet, 7 sheets, with 2.125 mm bleed on each card (it has 3.175 mm); with "
     "shared cuts (`up: most` in the job) 9 a sheet, 6 sheets"),
    ("letter", 6, 6, (279.4, 215.9), "6 a sheet, 9 sheets, with 3.175 mm bleed on each card; with shared cuts "
     "(`up: most` in the job) 9 a sheet, 6 sheets"),
    ("letter", 7, 7, (279.4, 215.9), "7 a sheet, 8 sheets, with 2.125 mm bleed on each card (it has 3.175 mm); with "
     "shared cuts (`up: most` in the job) 9 a sheet, 6 sheets"),
    ("letter", 1, 1, (215.9, 279.4), "1 a sheet, 54 sheets, with 3.175 mm bleed on each card; with shared cuts "
     "(`up: most` in the job) 9 a sheet, 6 sheets"),
]  # fmt: skip


@pytest.mark.parametrize(("paper", "up", "count", "page", "words"), UPS)
def test_how_many_a_sheet_is_told_in_sheets(
    paper: str, up: str | int, count: int, page: tuple[float, float], words: str
) -> None:
    run = lay(make_pieces(54), paper, up=up)
    assert run.faults == ()
    assert run.per_sheet == (("deck", count),)
    assert len(run.sheets) == math.ceil(54 / count)
    assert (run.sheets[0].width, run.sheets[0].height) == page
    assert run.remarks[0].partition(": ")[2] == words


def test_with_a_number_the_same_bleed_is_left_on_every_side() -> None:
    assert bleeds(lay(make_pieces(54), up=8)) == {(2.125,) * 4}
    assert bleeds(lay(make_pieces(54), up="bleed")) == {(3.175,) * 4}
    assert bleeds(lay(make_pieces(54, bleed=0), up=8)) == {(0,) * 4}


def test_with_a_number_and_a_gutter_just_that_gutter_counts() -> None:
    run = lay(make_pieces(8), up=8, gutter=5)
    assert run.faults == ()
    first, second = run.sheets[0].front.slots[:2]
    assert second.x - first.x == pytest.approx(63.5 + 5)


WRONG = [
    ({"up": 10}, "up", "deck on letter: 10 a sheet do not fit, at most 9 do", "write 9 or less"),
    ({"up": 9, "gutter": 6.0}, "up", "9 a sheet do not fit with a gutter of 6 mm", "take out `gutter`"),
    ({"up": "bleed", "gutter": 3.0}, "up", "`up: bleed` needs 6.35 mm, but the gutter is 3 mm", "one of the two"),
    ({"up": "most", "gutter": 3.0}, "up", "`up: most` is for shared cuts, but the gutter is 3 mm", "one of the two"),
    ({"up": 0}, "up", "the up is 0; it must be 1 or more", "how many a sheet takes"),
    ({"up": "all"}, "up", "the up is 'all'; it must be most, bleed or a number", "how many a sheet takes"),
    ({"fold": 1.0}, "fold", "the fold is 1 mm; it must be 2 to 100", "give 10 mm"),
    ({"fold": math.nan}, "fold", "the fold is nan mm; it must be 2 to 100", "give 10 mm"),
    ({"fold": math.inf}, "fold", "the fold is inf mm; it must be 2 to 100", "give 10 mm"),
    ({"fold": 12.0}, "fold", "the fold says nothing without `layout: gutterfold`", "take it out"),
    ({"layout": "gutterfold", "overlap": 9.0}, "overlap", "the overlap says nothing without `layout: tiles`", "out"),
    ({"layout": "folded"}, "layout", "the layout is 'folded'; it must be one of grid, gutterfold", "gutterfold"),
    ({"layout": "gutterfold", "share": True}, "share", "cannot be had with `layout: gutterfold`", "one of the two"),
    ({"margin": Margins(4, 110, 4, 110)}, "margin", "of 220 mm in all leaves nothing to print on of letter, which is "
     "215.9 mm wide", "4.2 mm"),
    ({"margin": Margins(140, 4, 140, 4)}, "margin", "of 280 mm in all leaves nothing to print on of letter, which is "
     "279.4 mm high", "4.2 mm"),
    ({"margin": Margins(4, 4, math.nan, 4)}, "margin", "is nan mm; it must be 0 or more", "4.2 mm"),
]  # fmt: skip


@pytest.mark.parametrize(("settings", "key", "message", "cure"), WRONG)
def test_what_cannot_be_is_told_at_its_key(settings: dict[str, Any], key: str, message: str, cure: str) -> None:
    run = lay(make_pieces(10), **settings)
    (fault,) = run.faults
    assert fault.check == "bad-layout"
    assert message in fault.message
    assert fault.message.startswith("job cards: ")
    assert cure in fault.help
    assert fault.where == Where("content/game/kit.yaml", 10 + list(settings).index(key), 9)
    assert sum(len(sheet.pieces) for sheet in run.sheets) == 10, "the rest goes on"


def test_a_bleed_that_leaves_no_place_is_told_and_not_cut_off() -> None:
    run = lay(make_pieces(2, (205, 268)), up="bleed")
    (fault,) = run.faults
    assert fault.check == "bad-layout"
    assert fault.message == "job cards: deck on letter: not one fits with 3.175 mm bleed on every side"
    assert len(run.sheets) == 2


def test_a_pair_that_does_not_fit_is_told_with_its_fold() -> None:
    (fault,) = lay(make_pieces(1, (150, 150)), layout="gutterfold").faults
    assert (fault.check, fault.where) == ("does-not-fit", SIZE_PLACE)
    assert fault.message == (
        "deck: a piece of 150 x 150 mm with its back beyond a fold of 10 mm is 39 mm too tall for letter "
        "with 4.2 mm margins"
    )


def test_single_pieces_of_a_folded_job_have_sheets_of_their_own() -> None:
    pieces = [*make_pieces(5), *make_pieces(3, deck="single", back="none")]
    run = lay(pieces, layout="gutterfold")
    assert run.per_sheet == (("deck", 4), ("single", 9))
    assert [len(sheet.front.slots) for sheet in run.sheets] == [8, 2, 3]
    assert not run.duplex
    assert [sheet.folded for sheet in run.sheets] == [True, True, False]
    assert [sum(trace.kind == "fold" for trace in sheet.front.traces) for sheet in run.sheets] == [1, 1, 0]


def test_a_fold_is_as_long_as_the_pairs_along_it() -> None:
    run = lay(make_pieces(5), layout="gutterfold", fold=12)
    for sheet, right in zip(run.sheets, (266.7, 76.2), strict=True):
        (fold,) = [trace.outline for trace in sheet.front.traces if trace.kind == "fold"]
        (x1, y1, _), (x2, y2, _) = fold.vertices
        assert (x1, x2) == pytest.approx((12.7, right))
        assert y1 == y2 == pytest.approx(107.95)
        assert sheet.front.slots[0].trim.bottom == pytest.approx(107.95 - 6)


def test_small_pairs_have_several_folds() -> None:
    run = lay(make_pieces(40, (25, 25), bleed=1), layout="gutterfold", gutter=2)
    sheet = run.sheets[0]
    folds = [trace.outline for trace in sheet.front.traces if trace.kind == "fold"]
    assert len(folds) > 1
    assert len(sheet.front.slots) == 2 * len(sheet.pieces)
    assert "10 mm apart: cut the rows apart, then fold, glue and cut" in run.remarks[0]
    assert "10 mm apart: fold, glue and cut" in lay(make_pieces(1), layout="gutterfold").remarks[0]


def test_the_ticket_tells_where_a_folded_back_lies() -> None:
    run = lay(make_pieces(5), layout="gutterfold")
    ticket: Any = make_ticket(make_kit(), [Printed(run, b"", {})])
    (file,) = ticket["files"]
    assert (file["sides"], file["flip"], file["pages"]) == (1, None, 2)
    second = file["sheets"][1]
    assert (second["front_page"], second["back_page"]) == (2, None)
    (piece,) = second["pieces"]
    assert (piece["x_mm"], piece["y_mm"], piece["turn"]) == (12.7, 14.05, 0)
    assert piece["back"] == {"page": 2, "x_mm": 12.7, "y_mm": 112.95, "turn": 180}


def test_last_sheets_are_shared_only_where_that_saves_one() -> None:
    pieces = [
        *make_pieces(14),
        *make_pieces(21, (44.45, 63.5), deck="mini"),
        *make_pieces(4, (88.9, 50.8), deck="wide"),
    ]
    assert [len(sheet.pieces) for sheet in lay(pieces).sheets] == [9, 5, 18, 3, 4]
    run = lay(pieces, share=True)
    assert len(run.sheets) == 4
    assert [len({p.component for p in sheet.pieces}) for sheet in run.sheets[:2]] == [1, 1]
    assert sorted(p.id for sheet in run.sheets for p in sheet.pieces) == sorted(p.id for p in pieces)
    assert run.remarks[-1] == "cards: sizes share the last sheets: 4 sheets in all, 5 if each had its own"
    full = lay([*make_pieces(9), *make_pieces(18, (44.45, 63.5), deck="mini")], share=True)
    assert [len(sheet.pieces) for sheet in full.sheets] == [9, 18]
    assert full.remarks[-1] == "cards: sharing the last sheets saves none, so each size has its own"


def test_sizes_that_share_a_sheet_keep_their_bleed_from_each_other() -> None:
    run = lay([*make_pieces(2), *make_pieces(2, (44.45, 63.5), deck="mini")], share=True)
    (sheet,) = run.sheets
    for slot, piece in zip(sheet.front.slots, sheet.pieces, strict=True):
        for other, its in zip(sheet.front.slots, sheet.pieces, strict=True):
            if its.component != piece.component:
                assert not meet(slot.bleed, other.bleed)


def meet(one: Box, other: Box) -> bool:
    across = min(one.right, other.right) - max(one.left, other.left)
    return across > 1e-6 and min(one.bottom, other.bottom) - max(one.top, other.top) > 1e-6


def test_backs_have_a_bleed_of_their_own() -> None:
    run = lay(make_pieces(4, (50, 70), bleed=2, back_bleed=5), gutter=12)
    (sheet,) = run.sheets
    assert sheet.back is not None
    assert bleeds(run) == {(2,) * 4}
    around = [
        tuple(round(abs(a - b), 3) for a, b in zip(slot.trim, slot.bleed, strict=True)) for slot in sheet.back.slots
    ]
    assert set(around) == {(5,) * 4}
    assert not any("backs have" in remark for remark in run.remarks)


def test_a_bleed_of_backs_that_cannot_be_had_is_told() -> None:
    narrow = lay(make_pieces(4, (50, 70), bleed=2, back_bleed=5), gutter=6)
    told = "deck on letter, portrait: backs have 3 mm of their 5 mm bleed, half the gutter (`gutter: 10 mm`)"
    assert told in narrow.remarks
    shared = lay(make_pieces(4, (50, 70), bleed=2, back_bleed=5))
    told = "backs share their cuts, too, so their bleed of 5 mm is around the sheet alone"
    assert f"deck on letter, portrait: {told}" in shared.remarks
    (sheet,) = shared.sheets
    assert sheet.back is not None
    first = sheet.back.slots[0]
    assert (first.y - first.bleed.top, first.bleed.bottom - first.trim.bottom) == pytest.approx((5, 5))
    assert first.bleed.left == pytest.approx(first.x), "where its neighbour is"


def test_marks_of_both_sides_stand_outside_the_wider_bleed() -> None:
    pieces = make_pieces(1, (60, 80), bleed=1, back_bleed=6)
    levels = [mark.line for mark in lay(pieces).sheets[0].front.marks if mark.line.y1 == mark.line.y2]
    slot = lay(pieces).sheets[0].front.slots[0]
    assert max(line.x1 for line in levels if line.x1 < slot.x) == pytest.approx(slot.x - 6 - 0.5)
    alone = [mark.line for mark in lay(pieces, marks="fronts").sheets[0].front.marks if mark.line.y1 == mark.line.y2]
    assert max(line.x1 for line in alone if line.x1 < slot.x) == pytest.approx(slot.x - 1 - 0.5)


@pytest.mark.parametrize(
    ("turn", "flip", "expected"), [(90, "long-edge", 90), (90, "short-edge", 270), (270, "long-edge", 270)]
)
def test_backs_that_are_drawn_across_are_turned(turn: int, flip: str, expected: int) -> None:
    (sheet,) = lay(make_pieces(1, back_turn=turn), flip=flip).sheets
    assert sheet.back is not None
    (slot,) = sheet.back.slots
    assert (slot.width, slot.height) == pytest.approx((63.5, 88.9)), "the piece lies as its front does"
    assert slot.turn == expected


def test_lying_pieces_and_upright_ones_share_a_grid() -> None:
    pieces: list[Piece] = [*make_pieces(5), *make_pieces(4, (88.9, 63.5), deck="wide")]
    run = lay(pieces)
    assert [len(sheet.pieces) for sheet in run.sheets] == [9]
    assert [slot.turn for slot in run.sheets[0].front.slots] == [0] * 5 + [90] * 4
    assert {(round(slot.width, 3), round(slot.height, 3)) for slot in run.sheets[0].front.slots} == {(63.5, 88.9)}
    assert dict(run.per_sheet) == {"deck": 9, "wide": 9}


def test_bleed_never_reaches_another_trim_at_a_corner() -> None:
    page = Page(100, 100, Box(0, 0, 100, 100))
    trims = (Box(20, 20, 50, 50), Box(50, 50, 80, 80))
    areas = Arrangement(page, tuple(map(Spot, trims))).areas(trims, (5, 5))
    assert not meet(areas[0], trims[1])
    assert not meet(areas[1], trims[0])


def test_a_lying_page_has_the_wider_margin_on_both_sides() -> None:
    upright, lying = lay_pages((200, 300), Margins(top=3, right=4, bottom=12, left=5))
    assert tuple(upright.printable) == (5, 3, 196, 288)
    assert (lying.width, lying.height) == (300, 200)
    assert tuple(lying.printable) == (12, 5, 288, 195)


def test_universal_pages_say_how_they_are_printed() -> None:
    run = lay(make_pieces(9), "universal")
    sheet = run.sheets[0]
    assert (sheet.width, sheet.height) == (210, 279.4)
    assert "print it at 100 % (actual size) and centred on the paper" in run.remarks[0]
    assert "on letter by 2.95 mm left and right, on a4 by 8.8 mm above and below" in run.remarks[0]
    assert not any("universal is" in remark for remark in lay(make_pieces(9), "a4").remarks)


def test_a_thousand_cards_are_laid_at_once() -> None:
    pieces = [piece._replace(copy=copy) for copy in range(10) for piece in make_pieces(100)]
    run = lay(pieces)
    assert len(run.sheets) == 112
    # Equal sheets are worked out once: their slots' boxes are the same objects.
    assert run.sheets[0].front.slots[0].bleed is run.sheets[110].front.slots[0].bleed
