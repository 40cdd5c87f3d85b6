"""A printed rulebook keeps its promises: read back from the PDF."""

import hashlib
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from PIL import ImageChops

from pnp.build import build_kit, check_kit
from pnp.kit.project import Project
from pnp.outcome import Options
from pnp.press.delivery.delivery import TICKET

from .conftest import WHOLE, Book, Press

HEADINGS = ["Set-up", "Small things", "Play", "The end"]


# Pixels a mm of pictures at twice 72 dpi.
PER_MM = 2 * 72 / 25.4


def red_square(picture: Any) -> tuple[int, int, int, int]:
    """The box of what is pure red: left, top, right, bottom."""
    red, green, blue = picture.split()
    pure = ImageChops.darker(red, ImageChops.invert(ImageChops.lighter(green, blue)))
    box = pure.point(lambda value: 255 if value == 255 else 0).getbbox()
    assert box is not None
    return tuple(box)  # type: ignore[return-value]  # four numbers, says Pillow


def page_of(book: Book, words: str, after: int = 1) -> int:
    """The page on which the words stand, from page `after` on."""
    return next(number for number, page in enumerate(book.pages, 1) if number >= after and words in page)


@pytest.mark.parametrize(("columns", "paper"), [(1, "letter"), (1, "a4"), (2, "letter"), (2, "a4")])
def test_contents_outline_and_references_name_the_real_pages(press: Press, columns: int, paper: str) -> None:
    book = press.build(WHOLE, columns, paper, cards=40)
    assert len(book.pages) >= 4
    outline = {title: page for _, title, page in book.outline()}
    assert [title for title in outline if not title.startswith("Detail")] == HEADINGS
    listed = dict(re.findall(r"(Set-up|Small things|Play|The end) (\d+)(?= )", book.pages[0]))
    assert {title: int(page) for title, page in listed.items()} == {title: outline[title] for title in HEADINGS}
    assert outline["Detail 3"] == page_of(book, "Detail 3 is short")
    assert outline["Small things"] == page_of(book, "A note.")
    text = " ".join(book.pages)
    assert f"read Play (page {outline['Play']}), the rest (page {outline['The end']}) and Figure 1 (page" in text
    figure = re.search(r"Figure 1 \(page (\d+)\)", text)
    assert figure is not None
    assert int(figure[1]) == page_of(book, "Figure 1. The parts.")


def test_the_outline_has_the_levels_of_the_headings(press: Press) -> None:
    book = press.build("# A\n\na\n\n### B\n\nb\n\n## C\n\nc\n\n# D {heart}\n\nd")
    assert book.outline() == [(0, "A", 1), (1, "B", 1), (1, "C", 1), (0, "D {heart}", 1)]


def test_every_link_leads_to_where_its_words_say(press: Press, pdf: Callable[[Book], Any]) -> None:
    book = press.build(WHOLE, cards=40)
    with pdf(book) as file:
        pages = {page.objgen: number for number, page in enumerate(file.pages, 1)}
        found = [pages[note.Dest[0].objgen] for page in file.pages for note in page.get("/Annots", [])]
    outline = {title: page for _, title, page in book.outline()}
    expected = [outline[title] for title in HEADINGS]
    # An entry of the contents is two areas: its words and its page.
    assert found[:8] == [page for page in expected for _ in range(2)]
    assert found[-1] == outline["Set-up"]


def test_pages_are_numbered_and_none_is_blank(press: Press) -> None:
    book = press.build(WHOLE, cards=40)
    count = len(book.pages)
    for number, page in enumerate(book.pages, 1):
        assert page.endswith(f"The Game · version 1.2 page {number} of {count}") or f"page {number} of {count}" in page
        assert len(page) > 100, f"page {number} is nearly blank"


def test_breaks_make_no_blank_page(press: Press) -> None:
    book = press.build(
        "::: page\n# A\n\na\n\n::: page\n::: page\n\n# B\n\nb\n\n::: reference page=yes R\nr\n:::\n\n::: page\n"
    )
    assert len(book.pages) == 3
    assert [bool(re.search(word, page)) for word, page in zip(("A a", "B b", "R r"), book.pages, strict=True)] == [
        True
    ] * 3


def test_the_title_stands_on_the_first_page_and_the_section_at_the_head_of_others(press: Press) -> None:
    book = press.build(WHOLE, cards=40)
    assert book.pages[0].startswith("The Game One sentence about it. version 1.2")
    assert book.pages[-1].startswith("The Game The end") or "The end" in book.pages[-1]
    band = book.ink(1).getpixel((60, 50))
    assert sum(band) < 120, "the title's ground is dark"


def test_only_embedded_fonts_and_no_date(press: Press, pdf: Callable[[Book], Any]) -> None:
    book = press.build(WHOLE)
    with pdf(book) as file:
        fonts = [each for each in file.objects if isinstance(each, dict) or getattr(each, "get", None)]
        descriptors = [each for each in fonts if each.get("/Type") == "/FontDescriptor"]
        assert descriptors
        assert all(any(key in each for key in ("/FontFile", "/FontFile2", "/FontFile3")) for each in descriptors)
        simple = [each for each in fonts if each.get("/Type") == "/Font" and each.get("/Subtype") != "/Type0"]
        assert all("/FontDescriptor" in each for each in simple), "Helvetica is not embedded"
        assert "/CreationDate" not in file.docinfo
        assert str(file.docinfo["/Title"]) == "The Game: rules (letter, version 1.2)"
        assert file.Root.ViewerPreferences.Duplex == "/Simplex"
    assert b"/tmp" not in book.data


def test_two_builds_are_equal(press: Press) -> None:
    first = press.build(WHOLE).data
    for path in sorted((press.folder / "out" / "game").iterdir()):
        path.unlink()
    assert press.build(WHOLE).data == first


def test_the_figure_is_the_face_of_the_card(press: Press) -> None:
    book = press.build("::: figure deck=events card=c2 width=63.5\nIt.\n:::\n")
    assert "FACE OF Card 2" in book.pages[0]
    left, _, right, _ = red_square(book.ink(1, 2.0))
    assert (right - left) / PER_MM == pytest.approx(6, abs=0.3), "the square of 6 mm at its true size"


def test_letters_point_at_their_places(press: Press) -> None:
    book = press.build(
        "::: figure deck=events card=c2 width=63.5\nIt.\n\n- A (50, 20) Here.\n- B (50, 70) There.\n:::\n"
    )
    assert "A Here. B There." in book.pages[0]
    picture = book.ink(1, 2.0)
    square = red_square(picture)
    left, top = square[0] - 3 * PER_MM, square[1] - 3 * PER_MM
    for y in (20, 70):
        dark = picture.getpixel((round(left + 50 * PER_MM), round(top + y * PER_MM)))
        assert sum(dark) < 150, f"a dot at (50, {y})"


def test_icons_are_drawn_in_the_line(press: Press) -> None:
    with_icon, without = (press.build(f"a {sign} b").ink(1, 2.0) for sign in ("{heart}", "no"))
    assert with_icon.tobytes() != without.tobytes()
    assert "a b" in press.build("a {heart} b").pages[0]


def test_a_table_longer_than_a_page_repeats_its_head(press: Press) -> None:
    rows = "{% for c in decks.events.cards -%}\n| {{ c.title }} | {{ c.event }} |\n{% endfor %}"
    book = press.build("# T\n\n| Card | Event |\n|---|---|\n" + rows, cards=120)
    assert len(book.pages) >= 3
    assert [page.count("Card Event") for page in book.pages] == [1] * len(book.pages)
    cells = [int(number) for page in book.pages for number in re.findall(r"The event of card (\d+)\.", page)]
    assert cells == list(range(120))
    assert all(len(re.findall("The event of", page)) >= 2 for page in book.pages)


def test_no_heading_stands_alone_at_the_end_of_a_page(press: Press) -> None:
    for count in range(12, 19):
        filler = "A line.\n\n" * count + "## Head\n\nText after the head.\n\n"
        for page in press.build(filler * 3).pages:
            assert not re.search(r"Head The Game ·", page)


@pytest.mark.parametrize(
    ("rules", "check", "message"),
    [
        ("| A |\n|---|\n| " + "w" * 200 + " |", "text-overflow", "wider than its column"),
        ("w" * 200, "text-overflow", "wider than its column"),
        ("| A |\n|---|\n| " + "word, " * 9000 + " |", "text-overflow", "a row of the table is"),
        ("::: note\n| A |\n|---|\n| " + "word, " * 9000 + " |\n:::", "text-overflow", "the box is"),
    ],
)
def test_what_does_not_fit_is_said(press: Press, rules: str, check: str, message: str) -> None:
    findings = press.check(rules, 2).findings
    assert {(finding.check, finding.where.file) for finding in findings} == {(check, "content/game/rules.md")}
    assert message in findings[0].message


def test_a_note_longer_than_a_page_is_parted(press: Press) -> None:
    book = press.build("::: note Long\n" + "A line of the note.\n\n" * 80 + ":::\n")
    assert len(book.pages) > 1
    assert sum(page.count("A line of the note.") for page in book.pages) == 80


def test_the_ticket_names_it(press: Press) -> None:
    book = press.build(WHOLE)
    ticket = json.loads((press.folder / "out" / "game" / TICKET).read_text("utf-8"))
    (file,) = [file for file in ticket["files"] if file["run"] == "rules"]
    assert file == {
        "path": "game-rules-letter.pdf",
        "sha256": hashlib.sha256(book.data).hexdigest(),
        "run": "rules",
        "paper": "letter",
        "theme": None,
        "stock": "paper",
        "sides": 1,
        "flip": None,
        "pages": len(book.pages),
        "sheets": [],
    }


def test_errors_keep_it_from_being_written_but_for_a_draft(press: Press) -> None:
    outcome = press.check("[x](#nowhere)")
    assert [(str(finding.where), finding.check) for finding in outcome.findings] == [
        ("content/game/rules.md:1:5", "unknown-reference")
    ]
    built = build_kit(Project(press.folder), press.folder / "content" / "game", press.folder / "out", Options())
    assert built.files == ()
    assert "DRAFT" in press.build("[x](#nowhere)", draft=True).pages[0]


def test_its_file_is_used_and_others_are_not(press: Press) -> None:
    press.check("a")
    (press.folder / "content" / "game" / "old.md").write_text("b", "utf-8")
    outcome = check_kit(Project(press.folder), press.folder / "content" / "game", Options())
    assert [(finding.where.file, finding.check) for finding in outcome.findings] == [
        ("content/game/old.md", "unused-file")
    ]


FIGURE = "::: figure deck=events card=c1 width=60\nThe card.\n:::\n\n"


@pytest.mark.parametrize("columns", [1, 2])
def test_a_figure_without_room_comes_first_on_the_next_page(press: Press, columns: int) -> None:
    """The text after it goes on before it, but not over a page that was asked for."""
    wide = FIGURE.replace("width=60", "width=100") if columns == 2 else FIGURE
    filler = "".join(f"Word{n} of a line.\n\n" for n in range(40 if columns == 2 else 22))
    book = press.build(filler + wide + "After the figure.\n\n::: page\n\n# Next\n\nOverleaf.", columns)
    assert [("After the figure." in page, "FACE OF" in page, "Overleaf." in page) for page in book.pages] == [
        (True, False, False),
        (False, True, False),
        (False, False, True),
    ]


def test_figures_keep_their_order(press: Press) -> None:
    book = press.build("".join(FIGURE.replace("c1", f"c{n}") for n in range(6)) + "The end.", cards=6)
    assert re.findall(r"FACE OF Card (\d)", " ".join(book.pages)) == list("012345")
    assert re.findall(r"Figure (\d)\.", " ".join(book.pages)) == list("123456")


def test_a_small_table_is_never_parted(press: Press) -> None:
    table = "| A | B |\n|---|---|\n" + "".join(f"| row {n} | text |\n" for n in range(6)) + "\n"
    for count in range(16, 26):
        book = press.build("A line.\n\n" * count + table)
        assert sorted(page.count("row ") for page in book.pages if "row " in page) == [6]


def test_a_long_reference_of_columns_goes_on_in_as_many(press: Press) -> None:
    items = "".join(f"Item {n} of the reference, in a few words.\n\n" for n in range(120))
    book = press.build("::: reference columns=2 Reference\n" + items + ":::\n")
    assert [int(n) for page in book.pages for n in re.findall(r"Item (\d+) of", page)] == list(range(120))
    assert len(book.pages) == 2
    for page in book.pdf:
        words = page.get_textpage()
        text = words.get_text_range()
        lefts = {round(words.get_charbox(match.start())[0]) for match in re.finditer("Item", text)}
        assert len(lefts) == 2, "two columns on each page"
        assert min(lefts) < 100, "as wide as the page"
        assert max(lefts) > 300, "as wide as the page"


def test_a_narrow_page_gives_a_reference_fewer_columns(press: Press) -> None:
    rules = "::: reference columns=3\n" + "".join(f"Item {n} in words.\n\n" for n in range(9)) + ":::\n"
    content = press.stitch(rules)
    words = Book(content).pdf[0].get_textpage()
    lefts = {round(words.get_charbox(match.start())[0]) for match in re.finditer("Item", words.get_text_range())}
    assert len(lefts) == 2
