import subprocess
import sys
from itertools import pairwise

import pytest

from pnp.faces.text.fitting import TextBox
from pnp.faces.text.fonts import FontBook
from pnp.faces.text.hyphenation import find_points, knows, take_soft_hyphens
from pnp.faces.text.layout import Laid, lay_out
from pnp.faces.text.shaping import shape

LONG = "Extraordinary representatives continuously misunderstand hyphenation"
UNION = "Donau\u00addampf\u00adschiff\u00adfahrt"


def lay(book: FontBook, markup: str, width: float, language: str = "en", hyphenate: bool = True) -> Laid:
    box = TextBox(markup, 0, 0, width, None, "Source Serif 4", (3.175,), language=language, hyphenate=hyphenate)
    return lay_out(box, book)


def lines(laid: Laid) -> list[str]:
    rows: dict[float, str] = {}
    for run in laid.runs:
        for row in run.glyphs.rows:  # type: ignore[attr-defined]  # the runs of this room know their rows
            rows[round(row.y, 6)] = rows.get(round(row.y, 6), "") + "".join(piece.text for piece in row.pieces)
    return list(rows.values())


@pytest.mark.parametrize(
    ("word", "language", "parted"),
    [
        ("hyphenation", "en", "hy-phen-a-tion"),
        ("Silbentrennung", "de", "Sil-ben-tren-nung"),
        ("Silbentrennung", "de-AT", "Sil-ben-tren-nung"),
        ("(hyphenation)", "en", "(hy-phen-a-tion)"),
        ("hyphenation", "tlh", "hyphenation"),
        ("HYPHENATION", "en", "HYPHENATION"),
        ("h2yphenation", "en", "h2yphenation"),
        ("open", "en", "open"),
        ("only", "en", "only"),
    ],
)
def test_points_are_those_of_the_language(word: str, language: str, parted: str) -> None:
    ends = [0, *find_points(word, language), len(word)]
    assert "-".join(word[start:end] for start, end in pairwise(ends)) == parted


def test_spellings_that_would_change_are_kept() -> None:
    assert all(point != 3 for point in find_points("Zucker", "de_1901"))
    assert find_points("asszonnyal", "hu") == ()  # asz-szony-nyal
    assert find_points("asztalos", "hu") != ()
    assert knows("pt-BR")
    assert not knows("th")


def test_soft_hyphens_are_taken_out() -> None:
    assert take_soft_hyphens(UNION) == ("Donaudampfschifffahrt", (5, 10, 16))
    assert take_soft_hyphens("\u00adab\u00ad\u00adc\u00ad") == ("abc", (2,))
    assert take_soft_hyphens("\u00ad") == ("", ())


def test_words_are_parted_at_line_ends_alone(book: FontBook) -> None:
    laid = lay(book, LONG, 30)
    assert lines(laid) == [
        "Extraordinary rep\u00ad",
        "resentatives con\u00ad",
        "tinuously misun\u00ad",
        "derstand hyphena\u00ad",
        "tion",
    ]
    assert laid.area.right <= 30
    assert "\u00ad" not in "".join(lines(lay(book, LONG, 400)))
    assert "\u00ad" not in "".join(lines(lay(book, LONG, 30, hyphenate=False)))


def test_a_word_may_be_parted_more_than_once(book: FontBook) -> None:
    laid = lay(book, "representatives", 11)
    assert laid.over == 0
    assert lines(laid) == ["repres\u00ad", "entat\u00ad", "ives"]


def test_a_hyphen_needs_its_room(book: FontBook) -> None:
    font = book.find("Source Serif 4")
    assert font is not None
    room = 3.175 * (shape(font, "Donaudampf").advance + shape(font, "-").advance)
    assert lines(lay(book, UNION, room))[0] == "Donaudampf\u00ad"
    assert lines(lay(book, UNION, room - 0.01))[0] == "Donau\u00ad"


def test_soft_hyphens_work_in_any_text(book: FontBook) -> None:
    assert lines(lay(book, f"a {UNION} b", 25, hyphenate=False)) == ["a Donaudampf\u00ad", "schifffahrt b"]
    (run,) = lay(book, f"a {UNION} b", 400, hyphenate=False).runs
    assert run.text == "a Donaudampfschifffahrt b"
    assert len(run.glyphs) < len(run.text), "what is not parted keeps its ligatures"


def test_a_size_fits_if_the_parts_of_its_words_do(book: FontBook) -> None:
    box = TextBox("representatives", 0, 0, 20, None, "Source Serif 4", (6, 4, 2))
    assert lay_out(box, book).size == 2
    softer = TextBox("rep\u00adresen\u00adtatives", 0, 0, 20, None, "Source Serif 4", (6, 4, 3))
    assert (lay_out(softer, book).size, lay_out(softer, book).over) == (6, 0)


def test_marks_and_icons_stay_with_the_parts(book: FontBook) -> None:
    laid = lay(book, "(**rep\u00adresen\u00adtatives**{heart}) *hy\u00adphen\u00adation*", 16)
    assert lines(laid) == ["(rep\u00ad", "resen\u00ad", "tatives) ", "hyphen\u00ad", "ation"]
    assert laid.over == 0
    assert len({symbol.y for symbol in laid.symbols}) == 1


def test_a_hyphen_is_drawn_with_the_glyph_of_the_font(book: FontBook) -> None:
    for family in book.families():
        font = book.find(family)
        assert font is not None
        box = TextBox("ABAB\u00adABAB", 0, 0, 0.8 * 4 * shape(font, "ABABABAB").advance, None, family, (4,))
        laid = lay_out(box, book)
        glyphs = [glyph for glyph, _, _ in laid.runs[0].glyphs]
        assert (laid.missing, laid.lines, len(glyphs)) == ((), 2, 9), family
        assert glyphs[4] in {font.shaper.get_nominal_glyph(ord(sign)) for sign in "-\u2010"}


def test_plain_text_loads_no_library_of_other_scripts() -> None:
    program = (
        "import sys; from pathlib import Path\n"
        "from pnp.faces.text.fonts import FontBook; from pnp.faces.text.fitting import TextBox\n"
        "from pnp.faces.text.layout import lay_out; from pnp.model.roots import Root, Roots\n"
        "book = FontBook(Roots((Root(Path('templates'), 'templates'),)))\n"
        "laid = lay_out(TextBox('Ça **va**, ★ — naïve', 0, 0, 30, 30, 'Source Serif 4', (4,)), book)\n"
        "assert laid.lines\n"
        "print([name for name in ('bidi', 'budoux', 'pyphen', 'cairocffi') if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_words_that_touch_are_parted_each_in_its_places(book: FontBook) -> None:
    text = "(**rep\u00adresen\u00adtatives**un\u00adbear\u00adable*hy\u00adphen\u00adation*)"
    for width in range(12, 60):
        laid = lay(book, text, width, hyphenate=False)
        assert "".join(lines(laid)).replace("\u00ad", "") == "(representativesunbearablehyphenation)"
        ends = [line[:-1] for line in lines(laid)[:-1]]
        if laid.over == 0:
            assert laid.area.right <= width
            assert all(line.endswith("\u00ad") for line in lines(laid)[:-1]), width
            assert all(end.endswith(("rep", "resen", "un", "bear", "hy", "phen")) for end in ends), (width, ends)


def test_a_soft_hyphen_alone_is_nothing(book: FontBook) -> None:
    assert lay(book, "a \u00ad b", 40).area == lay(book, "a b", 40).area
    assert lay(book, "\u00ad", 40).runs == ()
