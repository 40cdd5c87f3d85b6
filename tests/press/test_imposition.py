"""Which piece lies where, what lies behind it, and what the press says about it."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from pnp.model.place import Where
from pnp.model.sheet import Piece, Run, Side
from pnp.press.imposition.imposition import impose
from press.nouns import JOB_PLACE, POKER, SIZE_PLACE, lay, make_deck, make_job, make_kit, make_pieces


def letters(side: Side, pieces: Sequence[Piece]) -> str:
    """The places of a side, from top to bottom and from left to right, as the letters of the pieces in them."""
    names = {key: "abcdefghijklmnop"[number] for number, p in enumerate(pieces) for key in (p.front, p.back)}
    xs = sorted({round(slot.x, 3) for slot in side.slots})
    ys = sorted({round(slot.y, 3) for slot in side.slots})
    rows = [["." for _ in xs] for _ in ys]
    for slot in side.slots:
        rows[ys.index(round(slot.y, 3))][xs.index(round(slot.x, 3))] = names[slot.face]
    return "/".join("".join(row) for row in rows)


# Which paper and gutter, which edge, and how eight pieces lie on the front and on the back.
PICTURES = [
    ("letter", 0, "long-edge", "abc/def/gh.", "cba/fed/.hg", 0),
    ("letter", 0, "short-edge", "abc/def/gh.", "gh./def/abc", 180),
    ("a4", 3, "long-edge", "abc/def/gh.", "cba/fed/.hg", 0),
    ("a4", 3, "short-edge", "abc/def/gh.", "gh./def/abc", 180),
    ("a4", 6.35, "long-edge", "abcd/efg.", "efg./abcd", 180),
    ("a4", 6.35, "short-edge", "abcd/efg.", "dcba/.gfe", 0),
]


@pytest.mark.parametrize(("paper", "gutter", "flip", "front", "back", "turn"), PICTURES)
def test_backs_lie_behind_their_fronts(paper: str, gutter: float, flip: str, front: str, back: str, turn: int) -> None:
    pieces = make_pieces(7 if "efg." in front else 8)
    (sheet,) = lay(pieces, paper, gutter=gutter, flip=flip).sheets
    assert sheet.back is not None
    assert letters(sheet.front, pieces) == front
    assert letters(sheet.back, pieces) == back
    assert {slot.turn for slot in sheet.front.slots} == {0}
    assert {slot.turn for slot in sheet.back.slots} == {turn}
    for piece, slot, behind in zip(sheet.pieces, sheet.front.slots, sheet.back_of, strict=True):
        assert behind is not None
        other = sheet.back.slots[behind]
        assert (slot.face, other.face) == (piece.front, piece.back)
        mirrored = turn == 0
        assert other.x == pytest.approx(sheet.width - slot.x - slot.width if mirrored else slot.x)
        assert other.y == pytest.approx(slot.y if mirrored else sheet.height - slot.y - slot.height)


@pytest.mark.parametrize(("count", "per_sheet", "notes"), [(140, 187, 3), (187, 187, 3), (188, 216, 0)])
def test_small_squares_leave_room_for_label_and_legend_where_that_costs_no_sheet(
    count: int, per_sheet: int, notes: int
) -> None:
    run = lay(make_pieces(count, (16, 16), bleed=1, back="none"), "a4")
    assert (run.per_sheet, len(run.sheets)) == ((("deck", per_sheet),), 1)
    assert len(run.sheets[0].front.notes) == notes
    cards = lay(make_pieces(2, (100, 71), back="none"), "a4")
    assert cards.per_sheet == (("deck", 8),), "a row of cards is no small price"


@pytest.mark.parametrize(("count", "sheets"), [(1, [1]), (8, [8]), (9, [9]), (10, [9, 1]), (18, [9, 9])])
def test_sheets_fill_row_by_row(count: int, sheets: list[int]) -> None:
    run = lay(make_pieces(count))
    assert [len(sheet.pieces) for sheet in run.sheets] == sheets
    assert [piece.id for sheet in run.sheets for piece in sheet.pieces] == [p.id for p in make_pieces(count)]


def test_shared_backs_are_not_padded() -> None:
    pieces = make_pieces(5, back="shared")
    (sheet,) = lay(pieces).sheets
    assert sheet.back is not None
    assert len(sheet.back.slots) == 5


def test_sizes_never_share_a_sheet_and_keep_their_order() -> None:
    small = make_pieces(2, (44, 68), deck="small")
    run = lay([*make_pieces(10), *small, *make_pieces(3, deck="late")])
    assert [Counter(p.component for p in sheet.pieces) for sheet in run.sheets] == [
        {"deck": 9},
        {"deck": 1, "late": 3},
        {"small": 2},
    ]
    assert run.per_sheet == (("deck", 9), ("late", 9), ("small", 18))


def test_a_run_without_backs_is_printed_on_one_side() -> None:
    run = lay(make_pieces(10, back="none"))
    assert not run.duplex
    assert [sheet.back for sheet in run.sheets] == [None, None]


def test_sheets_without_backs_keep_their_place_in_a_two_sided_run() -> None:
    run = lay([*make_pieces(9, back="none"), *make_pieces(2, deck="two")])
    assert run.duplex
    blank, backed = (sheet.back for sheet in run.sheets)
    assert blank is not None
    assert backed is not None
    assert blank.slots == ()
    assert blank.marks
    assert "back" in blank.notes[0].text
    assert len(backed.slots) == 2


def test_pieces_with_and_without_backs_share_a_sheet() -> None:
    (sheet,) = lay([*make_pieces(2, back="none"), *make_pieces(2, deck="two")]).sheets
    assert sheet.back_of == (None, None, 0, 1)
    assert sheet.back is not None
    assert sheet.back.slots[0].x == pytest.approx(sheet.width - sheet.front.slots[2].x - 63.5)


def bleed_around(run: Run) -> list[tuple[float, float, float, float]]:
    return [
        (
            round(slot.x - slot.bleed.left, 6),
            round(slot.y - slot.bleed.top, 6),
            round(slot.bleed.right - slot.x - slot.width, 6),
            round(slot.bleed.bottom - slot.y - slot.height, 6),
        )
        for slot in run.sheets[0].front.slots
    ]


def test_shared_cuts_have_bleed_where_no_neighbour_is() -> None:
    assert bleed_around(lay(make_pieces(5))) == [
        (3.175, 2.15, 0, 0),
        (0, 2.15, 0, 0),
        (0, 2.15, 3.175, 3.175),
        (3.175, 0, 0, 3.175),
        (0, 0, 3.175, 3.175),
    ]


@pytest.mark.parametrize(("gutter", "bleed", "own"), [(3, 3.175, 1.5), (6.35, 3.175, 3.175), (6.35, 2, 2), (3, 0, 0)])
def test_gutters_give_every_card_bleed_up_to_half_of_them(gutter: float, bleed: float, own: float) -> None:
    run = lay(make_pieces(2, (50, 70), bleed=bleed), gutter=gutter)
    assert bleed_around(run) == [(own,) * 4] * 2


REMARKS = [
    (
        "letter",
        {},
        [
            "deck on letter, portrait: 9 a sheet, 1 sheet, neighbours share their cuts; "
            "with 3.175 mm bleed on each card (`up: bleed` in the job) 6 a sheet, 1 sheet",
            "deck on letter, portrait: above and below, the printer stops 2.15 mm outside the cut, "
            "and so does the bleed; the marks lie over the bleed, which is cut off",
        ],
    ),
    (
        "letter",
        {"marks": "none"},
        [
            "deck on letter, portrait: 9 a sheet, 1 sheet, neighbours share their cuts; "
            "with 3.175 mm bleed on each card (`up: bleed` in the job) 6 a sheet, 1 sheet",
            "deck on letter, portrait: above and below, the printer stops 2.15 mm outside the cut, "
            "and so does the bleed",
        ],
    ),
    (
        "a4",
        {"gutter": 3},
        [
            "deck on a4, portrait: 9 a sheet, 1 sheet, with 1.5 mm bleed on each card (it has 3.175 mm); "
            "with shared cuts (`gutter: 0` in the job) as many",
            "deck on a4, portrait: left and right, the marks lie over the bleed, which is cut off",
        ],
    ),
    (
        "letter",
        {"gutter": 6.35, "margin": 6.35},
        [
            "deck on letter, portrait: 6 a sheet, 1 sheet, with 3.175 mm bleed on each card; "
            "with shared cuts (`gutter: 0` in the job) 9 a sheet, 1 sheet",
            "deck on letter, portrait: left and right, the printer stops 0 mm outside the cut, "
            "and so does the bleed; there is no room for marks there, so cut along the edges of the pictures",
        ],
    ),
]


@pytest.mark.parametrize(("paper", "settings", "remarks"), REMARKS)
def test_layouts_are_told_in_words(paper: str, settings: dict[str, Any], remarks: list[str]) -> None:
    assert lay(make_pieces(1), paper, **settings).remarks == tuple(remarks)


def test_marks_on_backs_that_there_are_not_are_told() -> None:
    run = lay(make_pieces(1, back="none"), marks="backs")
    assert run.sheets[0].front.marks == ()
    assert "cards: marks are asked for on backs, and nothing here has a back, so there are none" in run.remarks


MISFITS = [
    ((265.5, 88.9), "69.9 mm too wide for letter, landscape, with 41.9 mm margins", 41.9),
    ((400, 400), "192.5 mm too wide and 129 mm too tall for letter with 4.2 mm margins", 4.2),
    ((300, 100), "29 mm too wide for letter, landscape, with 4.2 mm margins", 4.2),
    ((100, 300), "29 mm too tall for letter with 4.2 mm margins", 4.2),
]


@pytest.mark.parametrize(("size", "words", "margin"), MISFITS)
def test_what_does_not_fit_is_told_with_numbers(size: tuple[float, float], words: str, margin: float) -> None:
    run = lay([*make_pieces(2, size, deck="board"), *make_pieces(3, (20, 20))], margin=margin)
    (fault,) = run.faults
    assert fault.check == "does-not-fit"
    assert fault.where == SIZE_PLACE
    assert fault.message.startswith(f"board: a piece of {size[0]:g} x {size[1]:g} mm is ")
    assert fault.message.endswith(words)
    assert "nothing is scaled" in fault.help
    assert [len(sheet.pieces) for sheet in run.sheets] == [3]


def test_a_misfit_of_no_known_deck_is_told_at_the_piece() -> None:
    pieces = make_pieces(1, (400, 400))
    (fault,) = impose(make_kit(), make_job(), pieces, "letter").faults
    assert fault.where == pieces[0].where


BAD = [
    ("gutter", -1.0, "job cards: the gutter is -1 mm; it must be 0 or more"),
    ("gutter", float("nan"), "job cards: the gutter is nan mm; it must be 0 or more"),
    ("gutter", 300.0, "job cards: the gutter of 300 mm is wider than letter, which is 279.4 mm at its longest"),
    ("margin", -2.0, "job cards: the margin is -2 mm; it must be 0 or more"),
    ("margin", 108.0, "job cards: the margin of 108 mm leaves nothing to print on of letter, which is 215.9 mm wide"),
    ("flip", "left", "job cards: the flip is 'left'; it must be one of long-edge, short-edge"),
    ("marks", "front", "job cards: the marks is 'front'; it must be one of fronts, backs, both, none"),
]


@pytest.mark.parametrize(("key", "value", "message"), BAD)
def test_values_that_cannot_be_are_faults_and_the_sheets_come_without_them(
    key: str, value: object, message: str
) -> None:
    usual = lay(make_pieces(10))
    settings: dict[str, Any] = {key: value}
    run = lay(make_pieces(10), **settings)
    (fault,) = run.faults
    assert (fault.check, fault.message) == ("bad-layout", message)
    assert fault.where == Where("content/game/kit.yaml", 10, 9)
    assert fault.help
    assert run.sheets == usual.sheets


def test_a_bad_value_that_was_not_written_is_told_at_the_job() -> None:
    job = make_job(margin=-1.0)
    run = impose(make_kit(make_deck()), type(job)("cards", ("deck",), JOB_PLACE, margin=-1.0), make_pieces(1), "a4")
    assert run.faults[0].where == JOB_PLACE


@pytest.mark.parametrize("size", [(0.0, 88.9), (63.5, -1.0), (float("inf"), 88.9), (float("nan"), 88.9)])
def test_sizes_that_cannot_be_are_faults(size: tuple[float, float]) -> None:
    run = lay([*make_pieces(1, size, deck="board"), *make_pieces(1)])
    assert [(fault.check, fault.where) for fault in run.faults] == [("bad-layout", SIZE_PLACE)]
    assert len(run.sheets) == 1


def test_nothing_to_print_is_a_run_without_sheets() -> None:
    assert lay([]).sheets == ()


def test_the_run_names_kit_and_paper() -> None:
    run = lay(make_pieces(1, POKER), "a4", flip="short-edge")
    assert (run.kit, run.title, run.version, run.paper, run.flip) == ("game", "The Game", "1.2", "a4", "short-edge")
