"""The print guide says what the sheets are: its words and figures, read back from the PDF."""

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf
import pypdfium2
import pytest

from pnp.build import build_kit
from pnp.kit.project import Project
from pnp.model.face import Box
from pnp.model.ground import Seam
from pnp.model.kit import Kit
from pnp.model.marking import Marking
from pnp.model.outline import circle
from pnp.model.printer import Printer
from pnp.model.sheet import Run
from pnp.model.units import MM_PER_POINT
from pnp.outcome import Options
from pnp.press.cutting.cuts import order_by_hand, order_cuts
from pnp.press.delivery.ticket import Leaflet, Printed
from pnp.press.guide.assembly import Whole, gather
from pnp.press.guide.diagrams import find_tiers
from pnp.press.guide.schemes import find_schemes
from pnp.press.guide.setting import make_guides
from pnp.press.guide.words import name_paper
from pnp.press.printers.passage import Passage, send

from ..nouns import lay, make_deck, make_kit, make_pieces
from ..rulebook.conftest import DECK, FACE

REPOSITORY = Path(__file__).parents[3]
SPOT = """\
<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm" viewBox="-2 -2 20 20">
<rect x="-2" y="-2" width="20" height="20" fill="#336699"/></svg>
"""
KIT = """\
kit: game
title: The Game
version: "1.2"
licence: CC BY 4.0
credits: [{role: Design, name: Ann Ample}]
print:
  - {name: cards, decks: [events], stock: thick card, marks: backs, flip: short-edge}
  - {name: tokens, decks: [tokens], stock: thick card}
rulebooks: [{name: rules, file: rules.md, stock: thin paper, booklet: true}]
"""
TOKENS = "deck: tokens\ntitle: Tokens\nsize: 16 x 16 mm\nbleed: 2 mm\ncorner: 0\nfront: token.svg.j2\ncards:\n"


def text(content: bytes) -> str:
    """All words of a PDF, its lines joined by blanks."""
    with pypdfium2.PdfDocument(content) as pdf:
        return " ".join(word for page in pdf for word in page.get_textpage().get_text_range().split())


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output of a game with cards on both sides, tokens on one, and a rulebook to fold."""
    folder = tmp_path_factory.mktemp("guide")
    kit = folder / "content" / "game"
    kit.mkdir(parents=True)
    cards = "".join(f"  - {{id: c{n}, title: C{n}, event: e}}\n" for n in range(11))
    files = {
        "kit.yaml": KIT,
        "events.yaml": DECK.replace("front: event", "title: Events\nback: event.svg.j2\nfront: event") + cards,
        "tokens.yaml": TOKENS + "  - {id: spot, title: Spot, copies: 30}\n",
        "event.svg.j2": FACE,
        "token.svg.j2": SPOT,
        "rules.md": "# A\n\na\n\n::: page\n\n# B\n\nb\n",
    }
    for name, content in files.items():
        (kit / name).write_text(content, "utf-8")
    outcome = build_kit(Project(folder), kit, folder / "out", Options(("letter", "a4")))
    assert outcome.errors == 0
    return folder / "out" / "game"


def test_the_guide_of_a_game_with_tokens_and_a_booklet(built: Path) -> None:
    words = text((built / "game-guide-a4.pdf").read_bytes())
    for said in (
        "The Game How to print it, cut it and fold it. version 1.2",
        "game-cards-a4.pdf thick card 2 both sides, flipped on the short edge",
        "game-tokens-a4.pdf thick card 1 one side",
        "game-rules-a4.pdf thin paper 2 one side",
        "game-rules-booklet-a4.pdf thin paper 1 both sides, flipped on the short edge",
        "In all 3 sheets of thick card, 1 sheet of thin paper.",
        "Load A4 (210 x 297 mm) paper, or stock of that size.",
        "Print at 100 %",
        "the ruler in its margin: it must be 100 mm long",
        "turn the stack over on its short edge",
        "Sheet 1: 9 × Events",
        "Sheet 2: 2 × Events",
        "With knife and ruler, cut on the marks of the back, but do not cut into the margins: they hold the marks.",
        "First 1 to 4, inside the block of pieces; last 5 to 8, its outer edges.",
        "Finished size: each 63.5 x 88.9 mm.",
        "make all upright cuts at their marks, pieces 63.5 mm wide.",
        "off the top of each strip, and set the stop to 88.9 mm.",
        "Sheet 1: 30 × Tokens",
        "cut on the marks of the front, but do not cut into the margins",
        "1 sheet with 2 pages.",
        "Outside is the side with pages 2 and 1.",
        "Design: Ann Ample. Licence: CC BY 4.0.",
    ):
        assert said in words, said
    assert "turned over on the short edge" in words
    assert "letter" not in words


def test_its_file_is_in_the_ticket_and_named(built: Path) -> None:
    files = {file["path"]: file for file in json.loads((built / "job.json").read_text("utf-8"))["files"]}
    guide = files["game-guide-letter.pdf"]
    assert (guide["run"], guide["guide"], guide["sides"], guide["paper"]) == ("guide", True, 1, "letter")
    with pikepdf.open(built / "game-guide-letter.pdf") as pdf:
        assert str(pdf.docinfo["/Title"]) == "The Game: print guide (letter, version 1.2)"
        assert len(pdf.pages) == guide["pages"]
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
    assert (built / "game-guide-letter.pdf").stat().st_size < 40_000


def test_the_guide_of_zed_deck(tmp_path: Path) -> None:
    project = Project(REPOSITORY)
    build_kit(project, REPOSITORY / "content" / "zed-deck", tmp_path, Options(booklet=True))
    words = text((tmp_path / "zed-deck" / "zed-deck-guide-letter.pdf").read_bytes())
    for said in (
        "zed-deck-cards-letter.pdf 300 g/m² card stock 6 both sides, flipped on the long edge",
        "zed-deck-trackers-letter.pdf 300 g/m² card stock 1 one side",
        "zed-deck-rules-booklet-letter.pdf paper 3 both sides, flipped on the short edge",
        "In all 8 sheets of 300 g/m² card stock, 3 sheets of paper. Each rulebook is there twice",
        "Sheets 1 to 6, each: 9 × Events",
        "First 1 to 4, inside the block of pieces; last 5 to 8, its outer edges.",
        "3 sheets with 12 pages.",
        "Outermost is the first: pages 12 and 1.",
        "Inner sheets stick out, by up to 0.2 mm.",
        "Design: Chris Fee, 2011",
    ):
        assert said in words, said


class Numeral(NamedTuple):
    number: int
    x: float
    y: float


def numerals(content: bytes) -> Iterator[Numeral]:
    """The numbers of cuts in the figures, mm from the page's top left: they are set in 6.5 pt."""
    with pypdfium2.PdfDocument(content) as pdf:
        for page in pdf:
            words = page.get_textpage()
            letters = [(letter, words.get_charbox(place)) for place, letter in enumerate(words.get_text_range())]
            for word in re.finditer(r"\d+", "".join(letter for letter, _ in letters)):
                boxes = [letters[place][1] for place in range(*word.span())]
                left, bottom, right, top = boxes[0][0], boxes[0][1], boxes[-1][2], boxes[0][3]
                if top - bottom < 5.0:
                    middle = (left + right) / 2, page.get_height() - (bottom + top) / 2
                    yield Numeral(int(word[0]), middle[0] * MM_PER_POINT, middle[1] * MM_PER_POINT)


def guide_of(run: Run, kit: Kit) -> Leaflet:
    (guide,) = make_guides(kit, [Printed(run, b"", {})])
    return guide


@pytest.mark.parametrize("numbered", [False, True])
@pytest.mark.parametrize(("count", "gutter"), [(9, 0.0), (5, 0.0), (6, 4.0)])
def test_the_numbers_in_the_figure_stand_at_the_cuts_in_their_order(count: int, gutter: float, numbered: bool) -> None:
    pieces = make_pieces(count, back="none")
    run = lay(pieces, gutter=gutter, cut_order=numbered)
    # Numbers that the sheets have are a guillotine’s, and the picture has the same.
    order = order_cuts if numbered else order_by_hand
    steps = order([slot.trim for slot in run.sheets[0].front.slots])
    found = {each.number: each for each in numerals(guide_of(run, make_kit(make_deck())).data)}
    assert sorted(found) == [step.number for step in steps]
    # Numbers of one direction stand as far from each other as their cuts do on the sheet, to its scale.
    scale = 48 / max(run.sheets[0].width, run.sheets[0].height)
    for upright in (True, False):
        line = [step for step in steps if step.cut.upright == upright]
        first = line[0]
        for step in line:
            there, here = found[step.number], found[first.number]
            moved = there.x - here.x if upright else there.y - here.y
            assert moved == pytest.approx((step.cut.at - first.cut.at) * scale, abs=0.3), step


def test_marks_of_the_back_are_shown_as_the_back_is_seen() -> None:
    run = lay(make_pieces(5), marks="backs", flip="long-edge")
    (scheme,) = find_schemes(run)
    assert scheme.back
    fronts = order_by_hand([slot.trim for slot in run.sheets[0].front.slots])
    for step, front in zip(scheme.steps, fronts, strict=True):
        at = 215.9 - front.cut.at if front.cut.upright else front.cut.at
        assert step.number == front.number
        assert step.cut.at == pytest.approx(at)
    assert "cut on the marks of the back" in text(guide_of(run, make_kit(make_deck())).data)


def test_numbers_on_the_sheets_are_told_as_those_of_a_guillotine() -> None:
    words = text(guide_of(lay(make_pieces(9, back="none"), cut_order=True), make_kit(make_deck())).data)
    assert "in the order of the numbers: 1 to 4; turn the sheet by a quarter; 5 to 8." in words
    assert "set the stop to 88.9 mm" in words
    assert "With knife" not in words


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({}, "pieces 63.5 mm wide"),
        ({"gutter": 4.0}, "set the stop to 88.9 mm; between two pieces 4 mm are waste."),
    ],
)
def test_what_cuts_right_through_goes_on_by_a_stop(settings: dict[str, Any], said: str) -> None:
    run = lay(make_pieces(6, back="none"), **settings)
    words = text(guide_of(run, make_kit(make_deck())).data)
    top = min(slot.y for slot in run.sheets[0].front.slots)
    assert said in words
    cut = re.search(r"cut ([\d.]+) mm off the top of each strip", words)
    assert cut is not None
    assert float(cut[1]) == pytest.approx(top, abs=0.001)


def test_the_head_tells_of_folding_where_something_is_folded() -> None:
    for settings, said in (({}, "How to print it and cut it."), ({"layout": "gutterfold"}, "cut it and fold it.")):
        assert said in text(guide_of(lay(make_pieces(4), **settings), make_kit(make_deck())).data)


def test_no_line_of_a_number_runs_through_a_piece() -> None:
    """Of a row of two above a row of three, the lower row's cuts have their numbers where they are cut."""
    pieces = [*make_pieces(2, (90, 60), back="none"), *make_pieces(3, (60, 60), back="none")]
    run = lay(pieces, share=True)
    (scheme,) = find_schemes(run)
    found = {each.number: each for each in numerals(guide_of(run, make_kit(make_deck())).data)}
    assert sorted(found) == [step.number for step in scheme.steps]
    tops = [found[step.number].y for step in scheme.steps if step.cut.upright]
    assert max(tops) - min(tops) > 5


def test_layouts_that_are_cut_alike_have_one_picture_and_one_way() -> None:
    """Two decks of one size: their sheets differ in what lies on them alone."""
    pieces = [piece._replace(component="deck" if n < 13 else "other") for n, piece in enumerate(make_pieces(18))]
    run = lay(pieces)
    assert len(find_schemes(run)) == 2
    content = guide_of(run, make_kit(make_deck())).data
    words = text(content)
    assert "Sheet 1: 9 × Deck Sheet 2: 4 × Deck, 5 × other 1. With knife and ruler" in words
    assert words.count("With knife and ruler") == words.count("turned over on the long edge") == 1
    assert len(list(numerals(content))) == 8


def test_how_sheets_are_turned_is_shown_once_for_each_way() -> None:
    kit = make_kit(make_deck())
    upright, lying = lay(make_pieces(3)), lay(make_pieces(1, (190, 240)))
    assert lying.sheets[0].width < lying.sheets[0].height
    (guide,) = make_guides(kit, [Printed(run, b"", {}) for run in (upright, lying, upright)])
    assert text(guide.data).count("turned over on the long edge") == 1
    wide = lay(make_pieces(1, (250, 190)))
    assert wide.sheets[0].width > wide.sheets[0].height
    (guide,) = make_guides(kit, [Printed(run, b"", {}) for run in (upright, wide, wide)])
    assert text(guide.data).count("turned over on the long edge") == 2


def test_sheets_that_are_used_as_they_are_have_no_picture_and_a_step_alone_no_number() -> None:
    run = lay(make_pieces(1, (196, 260), back="none"), marks="none")
    words = text(guide_of(run, make_kit(make_deck(size=(196, 260)))).data)
    assert "Sheet 1: 1 × Deck Nothing has to be cut." in words


def test_what_is_optional_is_counted_apart() -> None:
    run = lay(make_pieces(20, back="none"))
    option = run._replace(job=run.job._replace(name="more-of-it", optional=True))
    kit = make_kit(make_deck())
    (guide,) = make_guides(kit, [Printed(each, b"", {}) for each in (run, option)])
    words = text(guide.data)
    assert "In all 3 sheets of card stock. What is optional takes 3 sheets of card stock more." in words
    assert words.count("one side; optional") == 1
    assert "Cut: more of it" in words
    assert "In all 3 sheets of card stock. For" in text(guide_of(option, kit).data)


@pytest.mark.parametrize("count", range(1, 12))
def test_who_made_the_game_has_no_page_alone(count: int) -> None:
    runs = [lay(make_pieces(1, (190, 150 + 5 * n), back="none")) for n in range(count)]
    (guide,) = make_guides(make_kit(make_deck())._replace(licence="CC0"), [Printed(run, b"", {}) for run in runs])
    with pypdfium2.PdfDocument(guide.data) as pdf:
        last = " ".join(pdf[len(pdf) - 1].get_textpage().get_text_range().split())
    assert "Licence: CC0." in last
    assert "With knife and ruler" in last


def test_sheets_that_are_alike_are_told_once() -> None:
    run = lay(make_pieces(9 * 3 + 4))
    schemes = find_schemes(run)
    assert [scheme.sheets for scheme in schemes] == [(1, 2, 3), (4,)]
    words = text(guide_of(run, make_kit(make_deck())).data)
    assert "Sheets 1 to 3, each: 9 × Deck" in words
    assert "Sheet 4: 4 × Deck" in words


@pytest.mark.parametrize(
    ("passage", "said", "unsaid"),
    [
        (Passage(), "print the odd pages, turn the stack over on its long edge as one", "corrected"),
        (Passage(order="fronts-backs"), "pages 1 to 2 are the fronts, pages 3 to 4 the backs in the same order", "odd"),
        (Passage(order="manual"), "print pages 1 to 2; turn the stack over on its long edge as one", "odd"),
        (Passage(sides="fronts"), "the fronts alone", "odd"),
        (Passage((Printer("office", "letter"),)), "The sheets are corrected for the printer office", "odd"),
    ],
)
def test_the_order_of_pages_is_the_one_that_is_printed(passage: Passage, said: str, unsaid: str) -> None:
    run = send(lay(make_pieces(12)), passage)
    words = text(guide_of(run, make_kit(make_deck())).data)
    assert said in words
    assert unsaid not in words


def test_folded_backs_are_told_and_drawn() -> None:
    run = lay(make_pieces(4), layout="gutterfold")
    (scheme,) = find_schemes(run)
    assert scheme.folds
    words = text(guide_of(run, make_kit(make_deck())).data)
    assert "Score the dashed line, fold along it with the print outside, glue, and press it flat." in words
    # Cut once through both: the edges of the fronts alone.
    assert len(scheme.steps) == len(order_cuts([slot.trim for slot in run.sheets[0].front.slots[:4]]))
    assert "one side" in words


STATION = (595.4, 519.2)
LINES = tuple(Seam(14.2 + 27 * n) for n in range(22)), tuple(Seam(16.6 + 27 * n) for n in range(19))


def test_a_piece_in_parts_has_a_plan_of_how_they_are_glued() -> None:
    pieces = [piece._replace(lines=LINES) for piece in make_pieces(1, STATION, back="none")]
    run = lay(pieces, layout="tiles", overlap=6.0)
    (whole,) = gather(find_schemes(run))
    assert isinstance(whole, Whole)
    assert [(part.start, part.end, part.before, part.after) for part in whole.columns] == [
        pytest.approx(each) for each in ((0, 203.2, 0, 0), (203.2, 392.2, 6, 6), (392.2, 595.4, 0, 0))
    ]
    assert [(part.start, part.end, part.before, part.after) for part in whole.rows] == [
        pytest.approx(each) for each in ((0, 259.6, 0, 6), (259.6, 519.2, 0, 0))
    ]
    content = guide_of(run, make_kit(make_deck(size=STATION))).data
    words = text(content)
    assert "Sheets 1 to 6: Deck in 6 parts, 2 rows of 3." in words
    assert "In each row, lay columns 1 and 3 over the flaps of column 2: edges on the dashed lines." in words
    assert "Then lay row 2 over the flap of row 1" in words
    assert words.count("Cut each part out at the marks, flaps and all. The dashed line along a flap is not cut.") == 1
    assert "With knife" not in words  # neither the sheets nor the picture have any
    assert words.count("have ready: a knife, a ruler and something to cut on; a glue stick.") == 1
    for number in range(6):
        assert f"Sheet {number + 1} row {number // 3 + 1}, column {number % 3 + 1}" in words


def test_the_seams_of_a_plan_are_dashed_where_the_sheets_have_them() -> None:
    pieces = [piece._replace(lines=LINES) for piece in make_pieces(1, STATION, back="none")]
    content = guide_of(lay(pieces, layout="tiles", overlap=6.0), make_kit(make_deck(size=STATION))).data
    with pikepdf.open(io.BytesIO(content)) as pdf:
        drawn = pdf.pages[0].Contents.read_bytes().decode("latin-1")
    lines = re.findall(r"\n(.+)\nn ([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l S", drawn)
    dashed = [tuple(map(float, ends)) for before, *ends in lines if before.startswith("[3.5 2]")]
    upright = [x for x, _, end, _ in dashed if x == end]
    level = [y for _, y, _, end in dashed if y == end]
    scale = 88 / MM_PER_POINT / STATION[0]
    assert upright[1] - upright[0] == pytest.approx(189 * scale, abs=0.01)
    left = next(start for start, y, _, end in dashed if y == end)
    assert [x - left for x in upright] == [pytest.approx(at * scale, abs=0.01) for at in (203.2, 392.2)]
    top = max(y for _, y, _, _ in dashed)
    assert [top - y for y in level] == [pytest.approx(259.6 * scale, abs=0.01)]


def test_copies_of_a_piece_in_parts_are_told_once() -> None:
    run = lay(make_pieces(2, (300, 400), back="none"), layout="tiles")
    (whole,) = gather(find_schemes(run))
    assert isinstance(whole, Whole)
    many = len(whole.parts)
    words = text(guide_of(run, make_kit(make_deck(size=(300, 400)))).data)
    assert f"Sheets 1 to {2 * many}: 2 × Deck, each in {many} parts" in words
    assert f"Sheets 1, {1 + many}" in words


def test_outlines_are_cut_along_and_not_numbered() -> None:
    pieces = [piece._replace(outline=circle(Box(0, 0, 25, 25))) for piece in make_pieces(5, (25, 25), back="none")]
    run = lay(pieces, gutter=3.0)
    (scheme,) = find_schemes(run)
    assert (scheme.steps, len(scheme.paths)) == ((), 5)
    guide = guide_of(run, make_kit(make_deck(size=(25, 25))))
    assert "Cut along the outlines of the pieces, which are printed on the front." in text(guide.data)
    assert "With knife" not in text(guide.data)


@pytest.mark.parametrize(("style", "steps"), [("outlines", 0), ("ticks", 6)])
def test_squares_among_round_pieces_are_cut_along_their_outlines_if_they_have_some(style: str, steps: int) -> None:
    rounds = [piece._replace(outline=circle(Box(0, 0, 25, 25))) for piece in make_pieces(3, (25, 25), back="none")]
    run = lay([*rounds, *make_pieces(2, (20, 20), back="none")], gutter=4.0, share=True, marking=Marking(style=style))
    (scheme,) = find_schemes(run)
    assert len(scheme.steps) == steps
    assert len(scheme.paths) == 5


def test_a_job_or_rulebook_of_that_name_keeps_its_file() -> None:
    run = lay(make_pieces(2))
    kit = make_kit(make_deck())._replace(jobs=(run.job._replace(name="guide"),))
    assert guide_of(run, kit).name.endswith("-guide-2-letter.pdf")


def test_titles_of_any_script_and_signs_are_no_markup() -> None:
    kit = make_kit(make_deck())._replace(title="Die **Größe** {x} 漢", credits=())
    words = text(guide_of(lay(make_pieces(2)), kit).data)
    assert "Die **Größe** {x} ?" in words


def test_long_names_stay_in_their_columns() -> None:
    run = lay(make_pieces(2), stock="s" * 100)._replace(kit="k" * 100)
    data = guide_of(run, make_kit(make_deck())).data
    with pypdfium2.PdfDocument(data) as pdf:
        page = pdf[0].get_textpage()
        letters = [(letter, page.get_charbox(place)) for place, letter in enumerate(page.get_text_range())]
    kit, stock = ([box for letter, box in letters if letter == sign and box[2] > box[0]] for sign in "ks")
    rows = {round(box[1]) for letter, box in letters if letter == "k"}
    assert len(rows) > 3
    heights = [box for box in stock if round(box[1]) in rows]
    assert max(box[2] for box in kit if round(box[1]) in rows) < max(box[2] for box in heights) < 575


@pytest.mark.parametrize(
    ("paper", "said"),
    [
        ("letter", "US letter (215.9 x 279.4 mm)"),
        ("tabloid", "tabloid (279.4 x 431.8 mm)"),
        ("148x210mm", "148 x 210 mm"),
        ("universal", "US letter or A4"),
    ],
)
def test_papers_are_called_as_people_call_them(paper: str, said: str) -> None:
    assert name_paper(paper) == said


@pytest.mark.parametrize(("paper", "size"), [("100x150mm", (210.0, 279.4)), ("a3", (297.0, 420.0))])
def test_small_paper_has_its_guide_on_larger(paper: str, size: tuple[float, float]) -> None:
    (guide,) = make_guides(make_kit(make_deck()), [Printed(lay(make_pieces(1), paper), b"", {})])
    with pikepdf.open(io.BytesIO(guide.data)) as pdf:
        assert [float(edge) * MM_PER_POINT for edge in pdf.pages[0].mediabox[2:]] == pytest.approx(size, abs=0.01)
    assert guide.name == f"game-guide-{paper}.pdf"


def test_numbers_that_would_meet_stand_in_tiers() -> None:
    assert find_tiers([0, 20, 22, 24, 60]) == [0, 0, 1, 2, 0]


def test_equal_input_gives_equal_bytes_and_no_date() -> None:
    run, kit = lay(make_pieces(2)), make_kit(make_deck())
    first, second = guide_of(run, kit).data, guide_of(run, kit).data
    assert first == second
    with pikepdf.open(io.BytesIO(first)) as pdf:
        assert "/CreationDate" not in pdf.docinfo
