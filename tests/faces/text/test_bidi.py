from pathlib import Path

import pytest
from pypdfium2 import PdfDocument

from faces.conftest import REPOSITORY, Bench
from pnp.faces.drawing import draw_pages
from pnp.faces.text.bidi import find_base, find_levels, has_backward, is_backward, mirror, order
from pnp.faces.text.fitting import TextBox
from pnp.faces.text.fonts import FontBook
from pnp.faces.text.layout import Laid, lay_out
from pnp.faces.text.lettering import shape_pieces
from pnp.faces.text.shaping import cut_clusters, face_reader, shape


def seen(text: str, base: int) -> str:
    """The text as it is seen from left to right."""
    levels = find_levels(text, base)
    return "".join(mirror(text[place]) if levels[place] % 2 else text[place] for place in order(levels))


def lay(book: FontBook, markup: str, *, width: float = 40, align: str = "left", language: str = "") -> Laid:
    return lay_out(TextBox(markup, 10, 0, width, None, "Source Serif 4", (4,), align=align, language=language), book)


def drawn(laid: Laid) -> str:
    return "".join(run.text for run in laid.runs)


# Logical text on the left, what is seen on the right; both are written here in the order of their letters.
@pytest.mark.parametrize(
    ("text", "base", "line"),
    [
        ("אב גד", 1, "דג בא"),
        ("אב 12 גד", 1, "דג 12 בא"),
        ("אב 12-5, 3%", 1, "3% ,12-5 בא"),
        ("car אב", 0, "car בא"),
        ("car אב", 1, "בא car"),
        ("אב (car) גד", 1, "דג (car) בא"),
        ("car (אב) x", 0, "car (בא) x"),
        ("car (2) אב", 1, "בא car (2)"),
        ("א [x] ב", 0, "א [x] ב"),
        ("א [x] ב", 1, "ב [x] א"),
        ("\u0661\u0662 ب", 1, "ب \u0661\u0662"),
    ],
)
def test_the_order_that_is_seen(text: str, base: int, line: str) -> None:
    assert seen(text, base) == line


def test_levels_of_what_the_algorithm_does_not_know() -> None:
    assert find_levels("", 0) == ()
    assert find_levels("\u0378א", 0) == (0, 1)  # no character has this number
    assert find_levels("\u2067א\u2069b", 0)[1:] == (1, 1, 0)
    assert len(find_levels("\u202eab\u202c\u00ad\u200dא", 0)) == 7
    assert find_levels("\u202eab\u202c", 0)[1:3] == (1, 1)


def test_where_a_paragraph_begins() -> None:
    assert (find_base("(1) אב"), find_base("(1) ab אב"), find_base("12"), find_base("ا")) == (1, 0, 0, 1)
    assert is_backward("he-IL")
    assert is_backward("fa")
    assert not is_backward("hu")
    assert has_backward("x\u200f")
    assert not has_backward("Ωж漢")


def test_hebrew_begins_on_the_right(world: FontBook) -> None:
    laid = lay(world, "אבג דהו")
    assert laid.area.right == pytest.approx(50)
    assert lay(world, "אבג דהו", align="right").area == laid.area
    middle = lay(world, "אבג דהו", align="center").area
    assert (middle.left + middle.right) / 2 == pytest.approx(30)


def test_the_language_decides_where_it_begins(world: FontBook) -> None:
    assert lay(world, "Gold אב").area.left == 10
    laid = lay(world, "Gold אב", language="he")
    assert laid.area.right == pytest.approx(50)
    assert drawn(laid) == "בא Gold"


def test_each_paragraph_has_its_own_side(world: FontBook) -> None:
    laid = lay(world, "abc\nאבג")
    assert laid.area == pytest.approx((10, laid.area.top, 50, laid.area.bottom))


def test_icons_keep_their_place_in_the_order(world: FontBook) -> None:
    laid = lay(world, "אב {heart} גד")
    (icon,) = laid.symbols
    xs = {run.text.strip(): run.glyphs[0][1] for run in laid.runs if run.text.strip()}
    assert xs["דג"] < icon.x < xs["בא"]


def test_lines_that_are_full_reach_both_edges(world: FontBook) -> None:
    laid = lay(world, "אבג דהו זחט " * 6, align="justify")
    rows: dict[float, list[float]] = {}
    for run in laid.runs:
        for row in run.glyphs.rows:  # type: ignore[attr-defined]  # the runs of this room know their rows
            if any(piece.text.strip() for piece in row.pieces):
                ends = [row.x, row.x + sum(piece.advance for piece in row.pieces) * 4]
                rows.setdefault(round(row.y, 3), []).extend(ends)
    *full, last = [rows[y] for y in sorted(rows)]
    assert len(full) >= 2
    for ends in full:
        assert [min(ends), max(ends)] == pytest.approx([10, 50])
    assert min(last) > 12


def test_a_space_at_the_end_of_a_line_takes_no_room_within(world: FontBook) -> None:
    whole = lay(world, "abc אבג", width=100)
    wrapped = lay(world, "abc אבג דהו", width=whole.area.right - 10 + 0.1)
    assert wrapped.lines == 2

    def place(laid: Laid) -> float:
        return next(x for run in laid.runs for _, x, _ in run.glyphs if run.text == "גבא")

    assert place(wrapped) == pytest.approx(place(whole))


def test_letters_of_one_glyph_stand_as_they_are_seen(world: FontBook) -> None:
    font = world.find("Noto Sans Hebrew")
    assert font is not None
    shaped = shape(font, "(אב", backward=True)
    assert (shaped.text, shaped.clusters) == ("(אב", ((1, 1), (2, 1), (2, 1)))
    turned = face_reader(shaped)
    assert (turned.text, turned.clusters, turned.glyphs) == ("בא)", ((2, 1), (2, 1), (1, 1)), shaped.glyphs)
    assert face_reader(turned) is turned


def test_letters_of_several_glyphs_stand_for_the_word(world: FontBook) -> None:
    font = world.find("Noto Naskh Arabic")
    assert font is not None
    turned = face_reader(shape(font, "بطاقة", backward=True))
    assert turned.text == "بطاقة"[::-1]
    assert turned.clusters == ((10, len(turned.glyphs)),)
    xs = [x for _, x, _ in turned.glyphs]
    assert xs == sorted(xs)


def test_a_backward_word_is_cut_from_its_right(world: FontBook) -> None:
    font = world.find("Noto Sans Hebrew")
    assert font is not None
    shaped = shape(font, "אבג", backward=True)
    letters = list(cut_clusters(shaped))
    assert [letter.text for letter in letters] == ["א", "ב", "ג"]
    assert sum(letter.advance for letter in letters) == pytest.approx(shaped.advance)
    alone = [shape(font, letter, backward=True) for letter in "אבג"]
    assert [letter.glyphs[0][0] for letter in letters] == [shape.glyphs[0][0] for shape in alone]


def test_digits_and_letters_of_a_word_do_not_part(world: FontBook) -> None:
    font = world.find("Source Serif 4")
    assert font is not None
    assert [piece.font.rpartition("/")[2] for piece in shape_pieces(font, "אב", world, backward=True)] == [
        "NotoSansHebrew_400Regular.ttf"
    ]
    for width in range(6, 30):
        laid = lay(world, "אב x3אב גד", width=width)
        assert laid.over or "x3" in drawn(laid)


def bring_fonts(folder: Path) -> None:
    for family in ("noto-sans-hebrew", "noto-naskh-arabic", "noto-sans-thai", "m-plus-1p"):
        for file in (REPOSITORY / "tests/fonts" / family).iterdir():
            target = folder / family / file.name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.read_bytes())


COPIED = [
    "בחרו קלף אחד (2 נקודות) והניחו אותו",
    "השורה הראשונה ארוכה מאוד ולכן היא נשברת",
    "اختر بطاقة واحدة ثم ضعها على اللوحة",
    "เลือกการ์ดหนึ่งใบจากมือแล้วทิ้งการ์ดนั้น",
    "カードをdraw twoして、Goldを10得る。",
    "Việt étude office fi",
]


@pytest.mark.parametrize("text", COPIED, ids=["hebrew", "hebrew-wrapped", "arabic", "thai", "japanese", "latin"])
@pytest.mark.parametrize("tag", ["pnp:text", "text"])
def test_copying_from_the_pdf_gives_the_order_of_reading(bench: Bench, text: str, tag: str) -> None:
    bring_fonts(bench.folder / "content/kit/fonts")
    body = {
        "pnp:text": '<pnp:text x="4" y="4" width="55" height="40" font="Source Serif 4" size="9">',
        "text": '<text x="4" y="20" font-family="Source Serif 4" font-size="3">',
    }[tag]
    face = bench.face(f"{body}{{{{ card.says }}}}</{tag}>", says=text)
    assert face.faults == ()
    page = PdfDocument(draw_pages([face], bench.roots))[0].get_textpage().get_text_range()
    joint = " " if " " in text and not text.startswith("カ") else ""
    assert page.replace(" \r\n", "\r\n").replace("\r\n", joint).strip() == text
