"""Scenarios of sheets that the field knows, by their names: what is given and expected stands in scenarios/."""

import json
from pathlib import Path
from typing import Any

import pytest

from pnp.model.face import Box, FaceKey
from pnp.model.finding import PnpError
from pnp.model.printer import Margins
from pnp.model.sheet import Piece, Run
from pnp.press.assembly import print_run
from press.nouns import colours, draw, lay, make_pieces
from press.reading import Placed, ReadPage, read

SCENARIOS: dict[str, Any] = json.loads((Path(__file__).parent / "scenarios" / "layout.json").read_text("utf-8"))
POKER = (63.5, 88.9)


@pytest.fixture
def given(request: pytest.FixtureRequest) -> dict[str, Any]:
    found: dict[str, Any] = SCENARIOS[request.node.name.removeprefix("test_")]["given"]
    return found


@pytest.fixture
def expect(request: pytest.FixtureRequest) -> dict[str, Any]:
    found: dict[str, Any] = SCENARIOS[request.node.name.removeprefix("test_")]["expect"]
    return found


def printed(pieces: list[Piece], paper: str = "letter", **settings: Any) -> tuple[Run, list[ReadPage]]:
    run = lay(pieces, paper, **settings)
    assert run.faults == ()
    return run, read(print_run(run, draw(pieces), False))


def trim(placed: Placed, bleed: float = 3.175) -> Box:
    left, top, right, bottom = placed.box
    return Box(left + bleed, top + bleed, right - bleed, bottom - bleed)


def grid(trims: list[Box]) -> str:
    columns, rows = ({round(trim[side], 2) for trim in trims} for side in (0, 1))
    return f"{len(columns)}x{len(rows)}"


def rows(page: ReadPage, pieces: list[Piece]) -> list[list[str]]:
    """The places of a grid of three by three, as the letters of the cards in them, small ones for backs."""
    names = {colour: key for key, colour in colours(pieces).items()}
    shown = [["-"] * 3 for _ in range(3)]
    for placed in page.placed:
        x, y = (placed.box.left + placed.box.right) / 2, (placed.box.top + placed.box.bottom) / 2
        key = names[placed.colour]
        letter = "ABCDEFGHI"[int(key.card.rpartition("-")[2]) - 1]
        shown[int((y - 6.35) // 88.9)][int((x - 12.7) // 63.5)] = letter if key.side == "front" else letter.lower()
    return shown


def test_letter_poker_9up(given: dict[str, Any], expect: dict[str, Any]) -> None:
    _, (page,) = printed(make_pieces(9, back="none"), margin=given["margin_min"], gutter=given["gap"])
    trims = [trim(placed) for placed in page.placed]
    assert grid(trims) == expect["grid"]
    assert [round(value, 2) for value in trims[0][:2]] == expect["margins_mm"]


def test_letter_poker_bleed(given: dict[str, Any]) -> None:
    run, (page,) = printed(make_pieces(6, back="none"), margin=given["margin_min"], up="bleed")
    assert dict(run.per_sheet) == {"deck": 6}
    assert page.width > page.height
    assert grid([trim(placed) for placed in page.placed]) == "3x2"
    for placed in page.placed:
        assert placed.clip == pytest.approx(placed.box, abs=0.01), "the whole bleed is there"
    nine = lay(make_pieces(9, back="none"), margin=given["margin_min"])
    assert dict(nine.per_sheet) == {"deck": 9}
    assert "with 3.175 mm bleed on each card (`up: bleed` in the job) 6 a sheet, 2 sheets" in nine.remarks[0]


def test_a4_63x88(given: dict[str, Any], expect: dict[str, Any]) -> None:
    _, (page,) = printed(make_pieces(9, (63, 88), bleed=given["bleed"], back="none"), "a4", gutter=given["gap"])
    trims = [trim(placed, 0) for placed in page.placed]
    assert grid(trims) == expect["grid"]
    assert [round(value, 2) for value in trims[0][:2]] == expect["margins_mm"]


def test_page_size_exact(expect: dict[str, Any]) -> None:
    for paper, points in (("letter", expect["mediabox_pt"]), ("a4", expect["a4_pt"])):
        _, (page,) = printed(make_pieces(1, back="none"), paper)
        assert [page.width * 72 / 25.4, page.height * 72 / 25.4] == pytest.approx(points, abs=expect["tolerance"])


def test_full_page_no_blank(given: dict[str, Any], expect: dict[str, Any]) -> None:
    assert len(printed(make_pieces(given["cards"], back="none"))[1]) == expect["pages"]


def test_full_pages_two(given: dict[str, Any], expect: dict[str, Any]) -> None:
    assert len(printed(make_pieces(given["cards"], back="none"))[1]) == expect["pages"]


def test_one_over(given: dict[str, Any], expect: dict[str, Any]) -> None:
    _, pages = printed(make_pieces(given["cards"], back="none"))
    assert (len(pages), len(pages[1].placed)) == (expect["pages"], expect["second_page_cards"])


def test_no_cards(given: dict[str, Any]) -> None:
    run = lay(make_pieces(given["cards"]))
    with pytest.raises(PnpError, match="job cards has nothing to print"):
        print_run(run, draw([]), False)


def test_one_up(given: dict[str, Any]) -> None:
    pieces = make_pieces(1, (63, 88), bleed=3, back="none")
    _, (page,) = printed(pieces, given["page"], margin=0)
    assert (page.width, page.height) == pytest.approx((70, 95), abs=0.01)
    assert page.trim == pytest.approx((3.5, 3.5, 66.5, 91.5), abs=0.01)
    assert page.bleed == pytest.approx((0.5, 0.5, 69.5, 94.5), abs=0.01)


def test_copies_cross_page(given: dict[str, Any], expect: dict[str, Any]) -> None:
    (_, many), (_, one) = given["cards"]
    first, second = make_pieces(2, back="none")
    _, pages = printed([first] * many + [second] * one)
    names = {colour: key.card for key, colour in colours([first, second]).items()}
    assert len(pages) == expect["pages"]
    assert [[names[placed.colour] for placed in page.placed] for page in pages] == [
        ["deck-1"] * 9,
        ["deck-1"] * 3 + ["deck-2"],
    ]


@pytest.mark.parametrize(("name", "flip", "turn"), [("long", "long-edge", 0), ("short", "short-edge", 180)])
def test_duplex_edges(name: str, flip: str, turn: int) -> None:
    scenario = SCENARIOS[f"duplex_{name}_edge"]
    pieces = make_pieces(len(scenario["given"]["fronts"].split()))
    _, (front, back) = printed(pieces, flip=flip)
    assert rows(front, pieces) == [["A", "B", "C"], ["D", "E", "-"], ["-", "-", "-"]]
    assert rows(back, pieces) == scenario["expect"]["back_rows"]
    assert {placed.turn for placed in back.placed} == {turn}
    for one, other in zip(front.placed, back.placed, strict=True):
        left, top, right, bottom = one.box
        behind = (
            (215.9 - right, top, 215.9 - left, bottom) if name == "long" else (left, 279.4 - bottom, right, 279.4 - top)
        )
        assert other.box == pytest.approx(behind, abs=0.01)


def test_duplex_single_back(given: dict[str, Any]) -> None:
    pieces = make_pieces(given["fronts"], back="shared")
    _, (front, back) = printed(pieces)
    assert len(back.placed) == 5
    assert {placed.colour for placed in back.placed} == {colours(pieces)[FaceKey("deck", "", "back")]}
    mirrored = sorted(215.9 - placed.box.right for placed in front.placed)
    assert sorted(placed.box.left for placed in back.placed) == pytest.approx(mirrored, abs=0.01)


def test_duplex_margins_uneven(given: dict[str, Any]) -> None:
    margins = Margins(5, given["margin_right"], 5, given["margin_left"])
    pieces = make_pieces(2, (185.9, 100), bleed=0)
    _, (front, back) = printed(pieces, margin=margins)
    assert front.trim is not None
    assert back.trim is not None
    assert (front.trim.left, 215.9 - front.trim.right) == pytest.approx((10, 20), abs=0.01)
    assert (back.trim.left, 215.9 - back.trim.right) == pytest.approx((20, 10), abs=0.01)


def test_fold_over(given: dict[str, Any]) -> None:
    width, height = map(float, given["card"].split("x"))
    # The page, how many pairs it takes, and whether they lie beside each other about an upright fold.
    for paper, count, upright in (("letter", 4, False), ("a4", 4, False), ("145x210mm", 2, True)):
        pieces = make_pieces(count, (width, height))
        run, (page,) = printed(pieces, paper, layout="gutterfold")
        assert dict(run.per_sheet) == {"deck": count}
        assert len(page.placed) == 2 * count
        (fold,) = page.dashed
        x1, y1, x2, _ = fold.line
        assert (abs(x1 - x2) < 0.01) == upright
        for front, back in zip(page.placed[:count], page.placed[count:], strict=True):
            left, top, right, bottom = front.box
            behind = (
                (2 * x1 - right, top, 2 * x1 - left, bottom)
                if upright
                else (left, 2 * y1 - bottom, right, 2 * y1 - top)
            )
            assert back.box == pytest.approx(behind, abs=0.01)
            assert (front.turn, back.turn) == (0, 0 if upright else 180), "upright once folded behind"
        assert page.marks
        assert not any(stroke.dash for stroke in page.marks if stroke is not fold), "cut lines are solid"


def test_landscape_in_portrait(given: dict[str, Any]) -> None:
    (_, first), (_, second) = given["cards"]
    sizes = [tuple(map(float, size.split("x"))) for size in (first, second)]
    pieces = [*make_pieces(1, (sizes[0][0], sizes[0][1])), *make_pieces(1, (sizes[1][0], sizes[1][1]), deck="wide")]
    _, (front, back) = printed(pieces)
    (a, b), (back_a, back_b) = front.placed, back.placed
    assert trim(b).left == pytest.approx(trim(a).right, abs=0.01)
    assert trim(b)[1::2] == pytest.approx(trim(a)[1::2], abs=0.01), "the same cell"
    assert (a.turn, back_a.turn) == (0, 0)
    # Up points to the right on the front, so from behind to the left.
    assert (b.turn, back_b.turn) == (90, 270)
    assert back_b.box == pytest.approx((215.9 - b.box.right, b.box.top, 215.9 - b.box.left, b.box.bottom), abs=0.01)


def test_mixed_sizes(given: dict[str, Any]) -> None:
    names = [name for name, _ in given["decks"]]
    poker, mini, token = (
        make_pieces(4, size, deck=name) for name, size in zip(names, (POKER, (44, 68), (25, 25)), strict=True)
    )
    pieces = [*poker, *mini, *token]
    for share, sheets in ((False, 3), (True, 1)):
        run, pages = printed(pieces, share=share)
        assert len(run.sheets) == sheets
        for front, back in zip(pages[::2], pages[1::2], strict=True):
            upright = front.height > front.width
            for one, other in zip(front.placed, back.placed, strict=True):
                left, top, right, bottom = one.box
                behind = (front.width - right, top, front.width - left, bottom)
                if not upright:
                    behind = (left, front.height - bottom, right, front.height - top)
                assert other.box == pytest.approx(behind, abs=0.01)


def test_token_circles(given: dict[str, Any]) -> None:
    pieces = make_pieces(70, (25, 25), bleed=0.5, back="none")
    _, (page,) = printed(pieces, margin=given["margin"], gutter=1)
    trims = [trim(placed, 0.5) for placed in page.placed]
    assert grid(trims) == "7x10"
    for number, one in enumerate(trims):
        for other in trims[number + 1 :]:
            assert max(other.left - one.right, one.left - other.right, other.top - one.bottom) > 0.99


def test_token_no_room() -> None:
    run = lay(make_pieces(1, (250, 250), deck="token"))
    (fault,) = run.faults
    assert fault.check == "does-not-fit"
    assert "token: a piece of 250 x 250 mm is 42.5 mm too wide for letter with 4.2 mm margins" in fault.message
    assert run.sheets == ()


def test_each_scenario_has_its_test() -> None:
    tests = {name.removeprefix("test_") for name in globals() if name.startswith("test_")}
    assert SCENARIOS.keys() - tests == {"duplex_long_edge", "duplex_short_edge"}, "both by test_duplex_edges"
