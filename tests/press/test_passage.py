"""Pages in the order in which a printer and its owner need them."""

import io
from typing import Any

import pikepdf
import pytest

from pnp.model.printer import Margins, Printer
from pnp.model.sheet import Run
from pnp.press.assembly import print_run
from pnp.press.delivery.ticket import Printed, file_name, make_ticket
from pnp.press.imposition.imposition import impose
from pnp.press.printers.passage import Passage, page_numbers, send, sides, suit_job
from press.nouns import colours, draw, lay, make_deck, make_job, make_kit, make_pieces
from press.reading import read

BY_HAND = Printer("inkjet", "letter", duplex="manual", feed="reversed")


def sent(count: int = 20, back: str = "each", printer: Printer | None = None, **passage: Any) -> Run:
    return send(lay(make_pieces(count, back=back)), Passage((printer,) if printer else (), **passage))


def order(run: Run) -> list[str]:
    """The pages as `1f`, `1b`, `2f`: sheet and side."""
    number = {id(sheet): at for at, sheet in enumerate(run.sheets, 1)}
    return [f"{number[id(sheet)]}{'f' if side is sheet.front else 'b'}" for sheet, side in sides(run)]


@pytest.mark.parametrize(
    ("passage", "pages"),
    [
        ({}, "1f 1b 2f 2b 3f 3b"),
        ({"order": "interleaved"}, "1f 1b 2f 2b 3f 3b"),
        ({"order": "fronts-backs"}, "1f 2f 3f 1b 2b 3b"),
        ({"order": "manual"}, "1f 2f 3f 1b 2b 3b"),
        ({"printer": BY_HAND}, "1f 2f 3f 3b 2b 1b"),
        ({"printer": BY_HAND, "order": "interleaved"}, "1f 1b 2f 2b 3f 3b"),
        ({"printer": BY_HAND, "order": "fronts-backs"}, "1f 2f 3f 1b 2b 3b"),
        ({"sides": "fronts"}, "1f 2f 3f"),
        ({"sides": "backs"}, "1b 2b 3b"),
        ({"sides": "backs", "printer": BY_HAND}, "3b 2b 1b"),
    ],
)
def test_pages_come_in_the_order_that_is_asked_for(passage: dict[str, Any], pages: str) -> None:
    run = sent(**passage)
    assert order(run) == pages.split()
    # The ticket tells where each is, and the file has them so.
    numbers = {name: at for at, name in enumerate(pages.split(), 1)}
    expected = [(numbers.get(f"{sheet}f"), numbers.get(f"{sheet}b")) for sheet in (1, 2, 3)]
    assert list(page_numbers(run)) == expected
    ticket: Any = make_ticket(make_kit(), [Printed(run, b"", {})])
    (file,) = ticket["files"]
    assert [(sheet["front_page"], sheet["back_page"]) for sheet in file["sheets"]] == expected
    assert file["pages"] == len(numbers)
    assert {piece["back"]["page"] for piece in file["sheets"][2]["pieces"]} == {numbers.get("3b")}


def test_the_file_has_its_pages_in_that_order() -> None:
    pieces = make_pieces(20)
    run = send(lay(pieces), Passage((BY_HAND,)))
    names = {colour: key for key, colour in colours(pieces).items()}
    first = [names[page.placed[0].colour] for page in read(print_run(run, draw(pieces), False))]
    assert [(key.side, key.card) for key in first] == [
        ("front", "deck-1"),
        ("front", "deck-10"),
        ("front", "deck-19"),
        ("back", "deck-19"),
        ("back", "deck-10"),
        ("back", "deck-1"),
    ]


@pytest.mark.parametrize(
    ("passage", "duplex"),
    [
        ({}, "/DuplexFlipLongEdge"),
        ({"order": "fronts-backs"}, "/Simplex"),
        ({"order": "manual"}, "/Simplex"),
        ({"sides": "backs"}, "/Simplex"),
    ],
)
def test_a_printer_turns_paper_over_only_where_fronts_and_backs_take_turns(
    passage: dict[str, Any], duplex: str
) -> None:
    pieces = make_pieces(2)
    content = print_run(send(lay(pieces), Passage(**passage)), draw(pieces), False)
    with pikepdf.open(io.BytesIO(content)) as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == duplex


def test_duplex_single_back_is_printed_five_times_and_not_more() -> None:
    pieces = make_pieces(5, back="shared")
    run = send(lay(pieces), Passage())
    front, back = read(print_run(run, draw(pieces), False))
    assert len(back.placed) == 5
    assert len({placed.colour for placed in back.placed}) == 1
    middles = [[placed.box.left + placed.box.right for placed in page.placed] for page in (front, back)]
    assert [2 * 215.9 - x for x in middles[0]] == pytest.approx(middles[1], abs=0.01)


def test_every_front_has_a_back_page_even_an_empty_one() -> None:
    pieces = [*make_pieces(9), *make_pieces(2, (44.45, 63.5), deck="mini", back="none")]
    run = send(lay(pieces), Passage(order="manual"))
    assert order(run) == ["1f", "2f", "1b", "2b"]
    assert read(print_run(run, draw(pieces), False))[3].placed == []


def said(run: Run) -> list[str]:
    return [remark for remark in run.remarks if "page" in remark or "one side" in remark]


def test_what_to_do_with_the_stack_is_told() -> None:
    assert said(sent()) == []
    assert said(sent(order="fronts-backs")) == [
        "cards on letter: pages 1 to 3 are the fronts, pages 4 to 6 the backs in the same order; paper turns over on "
        "its long edge"
    ]
    assert said(sent(printer=BY_HAND)) == [
        "cards on letter: print pages 1 to 3; turn the stack over on its long edge as one, put it back so that the "
        "last sheet is fed first, and print pages 4 to 6"
    ]
    assert said(sent(order="manual"))[0].endswith("put it back so that sheet 1 is fed first, and print pages 4 to 6")
    assert said(sent(3, order="manual")) == [
        "cards on letter: print page 1; turn the sheet over on its long edge, put it back, and print page 2"
    ]
    assert said(sent(order="manual", back="none")) == []


def test_a_run_of_one_side_has_no_backs() -> None:
    run = sent(back="none", sides="backs")
    assert run.sheets == ()
    assert run.remarks == ("cards on letter: it is printed on one side, so there are no backs",)
    fronts = sent(back="none", sides="fronts")
    assert (order(fronts), file_name(fronts)) == (["1f", "2f", "3f"], "game-cards-letter.pdf")


def test_files_of_one_side_are_called_so() -> None:
    assert file_name(sent(sides="fronts")) == "game-cards-letter-fronts.pdf"
    assert file_name(sent(sides="backs", printer=BY_HAND)) == "game-cards-letter-inkjet-backs.pdf"


def test_duplex_margins_uneven_are_mirrored_behind() -> None:
    """The paper keeps its margins: what is 10 mm on the left of the front is on the right of the back."""
    pieces = make_pieces(1, (180.0, 200.0), bleed=0)
    printer = Printer("office", "letter", margins=Margins(5, 20, 5, 10))
    kit = make_kit(make_deck(size=(180.0, 200.0)))
    run = send(impose(kit, suit_job(make_job(), printer), pieces, "letter"), Passage((printer,)))
    assert not run.faults
    (sheet,) = run.sheets
    front, back = read(print_run(run, draw(pieces), False))
    assert sheet.back is not None
    left = front.placed[0].box.left
    assert left >= 10 - 0.01
    assert 215.9 - front.placed[0].box.right >= 20 - 0.01
    assert back.placed[0].box.right == pytest.approx(215.9 - left, abs=0.01)
    assert back.placed[0].box.left >= 20 - 0.01
