"""One test for each case of corpus/cases.json, named by its id: odd texts, and what has to become of them.

Where a case writes (coin) for an icon, that stands for {coin}.
"""

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from faces.conftest import Bench
from pnp.faces.drawing import draw_pages
from pnp.faces.text.bidi import find_base, find_levels
from pnp.faces.text.fitting import TextBox
from pnp.faces.text.fonts import FontBook
from pnp.faces.text.layout import Laid, lay_out
from pnp.faces.text.markup import parse_markup
from pnp.faces.text.textboxes import read_text
from pnp.model.face import Face
from pnp.model.units import MM_PER_POINT

CASES: dict[str, dict[str, Any]] = {
    case["id"]: case for case in json.loads((Path(__file__).parent / "corpus/cases.json").read_text("utf-8"))
}
ICONS = str.maketrans("()", "{}")
SERIF = "Source Serif 4"


def text(case: str) -> str:
    return str(CASES[case]["text"])


def lay(book: FontBook, case: str, *, markup: str | None = None, sizes: tuple[float, ...] = (), **more: Any) -> Laid:
    """The case in its box, at its size or at the sizes (points)."""
    width, height = CASES[case]["box_mm"]
    points = tuple(size * MM_PER_POINT for size in sizes or (CASES[case]["size_pt"],))
    markup = text(case) if markup is None else markup
    return lay_out(TextBox(markup, 0, 0, width, height, SERIF, points, **more), book)


def lines(laid: Laid) -> list[str]:
    """The text of each line from top to bottom, each as it is seen from left to right."""
    rows: dict[float, str] = {}
    for run in laid.runs:
        for row in run.glyphs.rows:  # type: ignore[attr-defined]  # the runs of this room know their rows
            key = round(row.y, 6)
            rows[key] = rows.get(key, "") + "".join(piece.text for piece in row.pieces)
    return [rows[key] for key in sorted(rows)]


def compose(bench: Bench, case: str, markup: str | None = None) -> Face:
    """A card with the case's text as a value, through its template."""
    width, height = CASES[case]["box_mm"]
    box = f'x="5" y="5" width="{width}" height="{height}" font="{SERIF}" size="{CASES[case]["size_pt"]}" field="text"'
    return bench.face(f"<pnp:text {box}>{{{{ card.text }}}}</pnp:text>", text=text(case) if markup is None else markup)


def copied(bench: Bench, face: Face) -> str:
    """What a reader copies from the PDF."""
    from pypdfium2 import PdfDocument

    return str(PdfDocument(draw_pages([face], bench.roots))[0].get_textpage().get_text_range())


def test_each_case_has_its_test() -> None:
    assert len(CASES) == 40
    assert [case for case in CASES if f"test_{case}" not in globals()] == []


def test_overflow_body(world: FontBook, bench: Bench) -> None:
    laid = lay(world, "overflow_body")
    assert laid.lines == 30
    assert laid.over == pytest.approx(laid.area.bottom - 30)
    assert "".join(lines(laid)) == text("overflow_body").strip()
    (fact,) = compose(bench, "overflow_body").texts
    assert (fact.field, fact.where.line) == ("text", 11)
    assert fact.over == pytest.approx(laid.over)


def test_shrink_to_fit(world: FontBook) -> None:
    sizes = tuple(9 - 0.25 * step for step in range(13))  # down to 6
    laid = lay(world, "shrink_to_fit", sizes=sizes)
    fitting = [size for size in sizes if lay(world, "shrink_to_fit", sizes=(size,)).over == 0]
    assert laid.size == pytest.approx(fitting[0] * MM_PER_POINT)
    assert (laid.over, fitting[0] < 9) == (0, True)
    assert laid.area.right <= 50
    assert laid.area.bottom <= 30
    assert lay(world, "overflow_body", sizes=sizes).size == pytest.approx(6 * MM_PER_POINT)


def test_title_one_line(world: FontBook) -> None:
    laid = lay(world, "title_one_line", sizes=(11, 9, 7, 4.5), lines=1)
    assert (laid.lines, laid.over) == (1, 0)
    assert laid.size < 11 * MM_PER_POINT
    tight = lay(world, "title_one_line", lines=1)
    assert tight.lines == 1
    assert tight.over == pytest.approx(tight.area.right - 45)


def test_long_word(world: FontBook) -> None:
    laid = lay(world, "long_word")
    assert laid.over > 0
    assert laid.area.right <= 40
    assert "".join(lines(laid)) == text("long_word")
    parted = lay(world, "long_word", hyphenate=True, language="de")
    assert parted.over == 0
    assert "".join(lines(parted)).replace("\u00ad", "") == text("long_word")


def test_long_url(world: FontBook) -> None:
    laid = lay(world, "long_url")
    assert laid.over == 0
    assert lines(laid) == ["https://example.org/a/", "very/long/path/that/", "never/breaks/at/all?x=1&", "y=2"]


def test_soft_hyphen(world: FontBook) -> None:
    laid = lay(world, "soft_hyphen")
    assert lines(laid) == ["Donau\u00ad", "dampfschiff\u00ad", "fahrt"]
    hyphen = lay(world, "soft_hyphen", markup="-").runs[0].glyphs[0][0]
    serif = world.find(SERIF)
    assert serif is not None
    drawn = {hyphen, serif.shaper.get_nominal_glyph(0x2010)}
    assert sum(glyph in drawn for glyph, _, _ in laid.runs[0].glyphs) == 2


def test_nbsp_keep(world: FontBook) -> None:
    assert lines(lay(world, "nbsp_keep")) == ["Pay 10\u00a0gold ", "and 2\u00a0wood"]


def test_cjk_wrap(world: FontBook) -> None:
    laid = lay(world, "cjk_wrap")
    assert (laid.over, laid.missing) == (0, ())
    assert laid.area.right <= 30
    assert "".join(lines(laid)) == text("cjk_wrap")
    assert not any(line[0] in "。、" for line in lines(laid))


def test_cjk_latin_mix(world: FontBook) -> None:
    for width in range(10, 31):
        box = TextBox(text("cjk_latin_mix"), 0, 0, width, None, SERIF, (3.175,))
        set_lines = lines(lay_out(box, world))
        assert all(any(word in line for line in set_lines) for word in ("draw", "two", "Gold", "10")), width
        assert not any(line[0] in "、。" for line in set_lines)


def test_thai_wrap(world: FontBook) -> None:
    laid = lay(world, "thai_wrap")
    assert (laid.over, laid.missing, laid.lines) == (0, (), 2)
    assert "".join(lines(laid)) == text("thai_wrap")
    for width in range(12, 31):
        box = TextBox(text("thai_wrap"), 0, 0, width, None, SERIF, (3.175,))
        assert not any(unicodedata.combining(line[0]) or line[0] in "ะาำๆ" for line in lines(lay_out(box, world)))


def test_hebrew(world: FontBook) -> None:
    laid = lay(world, "hebrew")
    assert (laid.missing, laid.lines) == ((), 1)
    # As seen from left to right: the last word first, the figure as it is, the brackets around their words.
    assert lines(laid) == ["ותוא וחינהו (תודוקנ 2) דחא ףלק ורחב"]
    assert laid.area.right == pytest.approx(50)
    assert laid.area.left > 0


def test_arabic(world: FontBook) -> None:
    laid = lay(world, "arabic")
    assert (laid.missing, laid.lines) == ((), 1)
    assert laid.area.right == pytest.approx(50)
    apart = lay(world, "arabic", markup="\u200c".join(text("arabic")))
    glyphs = {glyph for run in laid.runs for glyph, _, _ in run.glyphs}
    assert glyphs - {glyph for run in apart.runs for glyph, _, _ in run.glyphs}, "letters are joined"


def test_rtl_wrap_order(world: FontBook) -> None:
    laid = lay(world, "rtl_wrap_order")
    seen = [line.strip()[::-1] for line in lines(laid)]
    assert " ".join(seen) == text("rtl_wrap_order")
    assert laid.lines == 3
    assert laid.area.right == pytest.approx(30)


def test_mixed_bidi(world: FontBook) -> None:
    assert lines(lay(world, "mixed_bidi")) == ["Card םולש x3 (ןגמ)"]
    assert find_base(text("mixed_bidi")) == 0
    assert find_levels(text("mixed_bidi"), 0) == (0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 0)


def test_combining(world: FontBook) -> None:
    laid = lay(world, "combining")
    composed = unicodedata.normalize("NFC", text("combining"))
    assert composed != text("combining")
    assert laid.missing == ()
    assert list(laid.runs[0].glyphs) == list(lay(world, "combining", markup=composed).runs[0].glyphs)


def test_zalgo(world: FontBook) -> None:
    laid = lay(world, "zalgo")
    assert (laid.lines, laid.over) == (1, 0)
    assert laid.area.bottom == lay(world, "zalgo", markup="Zalgo").area.bottom
    assert all(unicodedata.combining(character) for character in laid.missing)


def test_emoji(world: FontBook) -> None:
    laid = lay(world, "emoji")
    lent = set("".join(run.text for run in laid.runs if "symbols" in run.font))
    signs = {character for character in text("emoji") if ord(character) > 0x2000 and character not in "\u200d\ufe0f"}
    assert signs == {*laid.missing, *lent}
    assert {"🔥", "👨", "\u20e3"} <= set(laid.missing)


def test_bad_code(world: FontBook) -> None:
    assert lay(world, "bad_code").missing == ("\ufffd", "\uffff")


def test_zero_width(world: FontBook) -> None:
    laid = lay(world, "zero_width")
    assert laid.missing == ()
    plain = lay(world, "zero_width", markup="abcd")
    assert laid.area.right == pytest.approx(plain.area.right)
    narrow = TextBox(text("zero_width"), 0, 0, 5, None, SERIF, (3.175,))
    assert lines(lay_out(narrow, world)) == ["ab\u200b", "cd\u200d\ufeff"]


def test_tabs(world: FontBook) -> None:
    laid = lay(world, "tabs")
    assert (lines(laid), laid.missing) == (["a b c"], ())


def test_many_spaces(world: FontBook, bench: Bench) -> None:
    assert lines(lay(world, "many_spaces")) == ["a b"]
    assert copied(bench, compose(bench, "many_spaces")).strip() == "a b"


def test_trailing_newlines(world: FontBook) -> None:
    laid = lay(world, "trailing_newlines", valign="middle")
    assert (laid.lines, laid.words) == (1, "One line")
    assert laid.area == lay(world, "trailing_newlines", markup="One line", valign="middle").area


def test_crlf(world: FontBook) -> None:
    laid = lay(world, "crlf")
    assert (lines(laid), laid.missing) == (["one ", "two"], ())


@pytest.mark.parametrize("case", ["empty", "blank"])
def test_nothing(world: FontBook, bench: Bench, case: str) -> None:
    laid = lay(world, case)
    assert (laid.runs, laid.symbols, laid.over, laid.missing) == ((), (), 0, ())
    assert compose(bench, case).faults == ()


test_empty = test_blank = test_nothing


def test_zero(world: FontBook, bench: Bench) -> None:
    assert lines(lay(world, "zero")) == ["0"]
    assert copied(bench, compose(bench, "zero")).strip() == "0"


def test_icon_mixed(world: FontBook) -> None:
    markup = text("icon_mixed").translate(ICONS)
    for size in (9.0, 6.0):
        laid = lay(world, "icon_mixed", markup=markup, sizes=(size,))
        coin, gem = laid.symbols
        assert (coin.icon, gem.icon, lines(laid)) == ("coin", "gem", ["5  = "])
        assert coin.x < gem.x
        assert coin.y == gem.y
        assert coin.size == pytest.approx(0.96 * laid.size)
        _, _, baseline = laid.runs[0].glyphs[0]
        assert coin.y < baseline < coin.y + coin.size


def test_icon_unknown(bench: Bench) -> None:
    (fault,) = compose(bench, "icon_unknown", text("icon_unknown").translate(ICONS)).faults
    assert (fault.check, fault.where.line) == ("unknown-icon", 11)
    assert "mana" in fault.message


def test_icon_escaped(world: FontBook) -> None:
    laid = lay(world, "icon_escaped", markup=text("icon_escaped").translate(ICONS))
    assert (lines(laid), laid.symbols) == (["Write {coin} to show the word"], ())


def test_star_markup(world: FontBook) -> None:
    laid = lay(world, "star_markup")
    assert [(run.text, run.font.rpartition("_400")[2].rpartition("_700")[2]) for run in laid.runs] == [
        ("5*3 and ", "Regular.ttf"),
        ("bold", "Regular_Italic.ttf"),
        (" and ", "Regular.ttf"),
        ("strong", "Bold.ttf"),
        (" and a * b", "Regular.ttf"),
    ]


def test_underscore_blank(world: FontBook) -> None:
    laid = lay(world, "underscore_blank")
    assert (lines(laid), len(laid.runs)) == (["I like _____ and _____."], 1)


def test_nested_markup() -> None:
    ((bold, both, after),) = parse_markup(text("nested_markup"))
    assert (bold.text, bold.bold, bold.italic) == ("bold ", True, False)
    assert (both.text, both.bold, both.italic) == ("and italic", True, True)
    assert (after.text, after.bold, after.italic) == (" text", True, False)


@pytest.mark.parametrize("case", ["xml_chars", "jinja_chars", "backslash"])
def test_printed_as_typed(bench: Bench, case: str) -> None:
    face = compose(bench, case)
    assert face.faults == ()
    (fact,) = face.texts
    assert (fact.words, fact.missing) == (text(case), ())
    assert copied(bench, face).strip() == text(case)


test_xml_chars = test_jinja_chars = test_backslash = test_printed_as_typed


def test_ligatures(world: FontBook, bench: Bench) -> None:
    (run,) = lay(world, "ligatures").runs
    assert len(run.glyphs) < len(run.text)
    assert copied(bench, compose(bench, "ligatures")).strip() == text("ligatures")


def test_valign_bottom(world: FontBook) -> None:
    laid = lay(world, "valign_bottom", valign="bottom")
    assert (laid.lines, laid.over) == (2, 0)
    assert 29 < laid.area.bottom <= 30


def test_justified(world: FontBook) -> None:
    laid = lay(world, "justified", align="justify")
    *full, last = laid.runs[0].glyphs.rows  # type: ignore[attr-defined]  # as above
    assert len(full) == 3
    for row in full:
        ends = row.x + sum(piece.advance for piece in row.pieces[:-1]) * laid.size
        assert (row.x, ends) == (0, pytest.approx(40))
    assert last.x == 0
    assert sum(piece.advance for piece in last.pieces) * laid.size < 10
    assert lines(laid) == lines(lay(world, "justified"))


def test_outline_same_size() -> None:
    said = {"x": "0", "y": "0", "width": "40", "height": "15", "font": SERIF, "size": "24"}
    plain = read_text(said, text("outline_same_size"), MM_PER_POINT)
    outlined = read_text(said | {"stroke": "#000", "stroke-width": "0.3"}, text("outline_same_size"), MM_PER_POINT)
    assert outlined.box == plain.box
    assert [wrong.message for wrong in outlined.wrong] == [
        "<pnp:text> has stroke, which it does not know",
        "<pnp:text> has stroke-width, which it does not know",
    ]


def test_min_size_pair(world: FontBook) -> None:
    short, long = text("min_size_pair").split(" / ")
    sizes = [lay(world, "min_size_pair", markup=markup, sizes=(9, 8, 7, 6, 5)).size for markup in (short, long)]
    assert sizes[0] == pytest.approx(9 * MM_PER_POINT)
    assert sizes[1] < sizes[0]
    said = {"x": "0", "y": "0", "width": "30", "height": "8", "font": SERIF, "size": "9", "min-size": "5"}
    fixed = [read_text(said | {"fit": "fixed"}, markup, MM_PER_POINT).box for markup in (short, long)]
    assert [box.sizes for box in fixed if box] == [(9 * MM_PER_POINT,)] * 2
