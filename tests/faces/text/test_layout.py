from collections.abc import Sequence

import pytest

from pnp.faces.text.fitting import TextBox
from pnp.faces.text.fonts import FontBook
from pnp.faces.text.layout import Laid, lay_out

BARLOW = "Barlow Semi Condensed"  # ascender 1, descender 0.2, capitals 0.7
BOX = TextBox("", x=10, y=20, width=40, height=30, family=BARLOW, sizes=(4, 3, 2))
LONG = "Move any two tokens to the next space, then draw a card. " * 3


def lay(book: FontBook, markup: str, *, box: TextBox = BOX, **changes: object) -> Laid:
    return lay_out(box._replace(markup=markup, **changes), book)  # type: ignore[arg-type]  # any field may change


def rows(laid: Laid) -> list[tuple[float, float, str]]:
    """(x, y, text) of each row of glyphs."""
    return [
        (row.x, row.y, "".join(piece.text for piece in row.pieces))
        for run in laid.runs
        for row in run.glyphs.rows  # type: ignore[attr-defined]  # the runs of this room know their rows
    ]


def lines(laid: Laid) -> list[str]:
    texts: dict[float, str] = {}
    for _, y, text in rows(laid):
        texts[round(y, 6)] = texts.get(round(y, 6), "") + text
    return list(texts.values())


def test_lines_start_at_the_box_and_follow_by_the_leading(book: FontBook) -> None:
    laid = lay(book, "one\ntwo\nthree", leading=1.5)
    assert rows(laid) == [(10, 24, "one "), (10, 30, "two "), (10, 36, "three")]
    assert (laid.size, laid.lines, laid.over, laid.words) == (4, 3, 0, "one\ntwo\nthree")
    assert laid.font == BARLOW


def test_words_wrap_where_the_next_does_not_fit(book: FontBook) -> None:
    laid = lay(book, LONG, height=None)
    assert lines(laid) == [
        "Move any two tokens to ",
        "the next space, then draw ",
        "a card. Move any two ",
        "tokens to the next space, ",
        "then draw a card. Move ",
        "any two tokens to the ",
        "next space, then draw a ",
        "card.",
    ]
    assert laid.area.right <= 50
    assert laid.area.right > 47


def test_a_word_that_just_fits_stays(book: FontBook) -> None:
    width = lay(book, "AVAST To Ty", width=1000).area.right - 10
    assert lay(book, "AVAST To Ty", width=width, sizes=(4,)).lines == 1
    assert lay(book, "AVAST To Ty", width=width - 0.001, sizes=(4,)).lines == 2


@pytest.mark.parametrize(("align", "share"), [("left", 0), ("center", 0.5), ("right", 1)])
def test_alignment_across(book: FontBook, align: str, share: float) -> None:
    laid = lay(book, "wide line here\nnarrow", align=align)
    for x, _, text in rows(laid):
        width = lay(book, text).area.right - 10
        assert x == pytest.approx(10 + share * (40 - width))


@pytest.mark.parametrize(
    ("valign", "first"),
    [
        ("top", 20 + 4),  # the ascender at the top
        ("bottom", 50 - 0.2 * 4 - 2 * 4.8),  # the last descender at the bottom
        ("middle", 35 + 0.7 * 4 / 2 - 4.8),  # half of the capitals below the middle
    ],
)
def test_alignment_down(book: FontBook, valign: str, first: float) -> None:
    baselines = sorted({round(y, 9) for _, y, _ in rows(lay(book, "one\ntwo\nsix", valign=valign))})
    assert baselines == pytest.approx([first, first + 4.8, first + 9.6])


def test_a_number_sits_in_the_middle_of_its_badge(book: FontBook) -> None:
    laid = lay(book, "8", height=4.5, valign="middle", align="center", bold=True)
    ((x, y, _),) = rows(laid)
    assert laid.size == 4
    assert (y - 0.7 * 4 + y) / 2 == pytest.approx(20 + 4.5 / 2)
    assert x + (laid.area.right - x) / 2 == pytest.approx(30)


def test_the_first_size_that_fits_is_taken(book: FontBook) -> None:
    # 3 lines of the size 4 need 4 (ascender) + 2 x 4.8 + ink below the baseline.
    text = "Ag\nAg\nAg"
    deep = (lay(book, text).area.bottom - 20) - (4 + 9.6)
    assert lay(book, text, height=13.6 + deep).size == 4
    assert lay(book, text, height=13.6 + deep - 0.01).size == 3
    assert [lay(book, LONG, height=height).size for height in (38.5, 38.3, 21.7, 21.5)] == [4, 3, 3, 2]


def test_the_room_that_lines_need_goes_by_their_place(book: FontBook) -> None:
    def fits(valign: str, height: float) -> bool:
        return lay(book, "Ag\nAg", valign=valign, height=height, sizes=(4,)).over == 0

    top = lay(book, "Ag\nAg", sizes=(4,)).area
    rise, depth = 24 - top.top, top.bottom - 28.8
    assert fits("top", 4 + 4.8 + depth + 1e-6)
    assert not fits("top", 4 + 4.8 + depth - 0.01)
    assert fits("bottom", rise + 4.8 + 0.8 + 1e-6)
    assert not fits("bottom", rise + 4.8 + 0.8 - 0.01)
    assert fits("middle", 2.8 + 4.8 + 2 * depth + 1e-6)
    assert not fits("middle", 2.8 + 4.8 + 2 * depth - 0.01)


def test_sizes_that_cannot_fit_are_skipped_rightly(book: FontBook) -> None:
    sizes = tuple(6 - 0.05 * step for step in range(90))
    chosen = lay(book, LONG, height=18, sizes=sizes)
    one_by_one = [size for size in sizes if lay(book, LONG, height=18, sizes=(size,)).over == 0]
    assert chosen.size == one_by_one[0]
    assert chosen.over == 0


def test_a_word_too_wide_shrinks_too(book: FontBook) -> None:
    wide = lay(book, "Rescueless", sizes=(4,), width=1000).area.right - 10
    assert [lay(book, "Rescueless", width=wide * share).size for share in (1, 0.99, 0.74)] == [4, 3, 2]


def test_what_does_not_fit_stands_out_downward(book: FontBook) -> None:
    laid = lay(book, LONG, height=5)
    assert laid.size == 2
    assert laid.over == pytest.approx(laid.area.bottom - 25)
    assert laid.over > 2


def test_a_word_too_wide_at_last_is_cut_and_told(book: FontBook) -> None:
    word = "Donaudampfschifffahrtsgesellschaft"
    laid = lay(book, f"A {word} sails", width=10)
    whole = lay(book, word, width=1000, sizes=(2,)).area.right - 10
    assert laid.over == pytest.approx(whole - 10)
    assert "".join(lines(laid)) == f"A {word} sails"
    assert laid.lines > 3
    assert laid.area.right <= 20


def test_one_line_is_never_wrapped(book: FontBook) -> None:
    laid = lay(book, "Pharmacy\nRun in the dark", lines=1, width=30)
    assert (laid.lines, laid.over, laid.size) == (1, 0, 3)
    assert lines(laid) == ["Pharmacy Run in the dark"]
    tight = lay(book, "Pharmacy Run in the dark", lines=1, width=10, align="center")
    assert (tight.lines, tight.size) == (1, 2)
    assert tight.over == pytest.approx(tight.area.right - tight.area.left - 10)
    assert (tight.area.left + tight.area.right) / 2 == pytest.approx(15)


def test_more_lines_than_allowed_do_not_fit(book: FontBook) -> None:
    assert lay(book, LONG, height=None, lines=5).size == 2
    assert lay(book, "a\nb\nc", height=None, lines=2).over == pytest.approx(2 * 1.2)
    assert lay(book, "a\nb", height=None, lines=2).over == 0


def test_bold_and_italic_have_fonts_of_their_own(book: FontBook) -> None:
    laid = lay(book, "a **b** *c* ***d***")
    assert [(run.text, run.font.rpartition("Condensed_")[2]) for run in laid.runs] == [
        ("a ", "400Regular.ttf"),
        ("b", "700Bold.ttf"),
        (" ", "400Regular.ttf"),
        ("c", "400Regular_Italic.ttf"),
        (" ", "400Regular.ttf"),
        ("d", "700Bold_Italic.ttf"),
    ]
    assert lay(book, "a **b**", bold=True).font == f"{BARLOW} Bold"


def test_a_style_that_the_family_lacks_is_told(book: FontBook) -> None:
    assert lay(book, "a **b** *c*", family="Bangers").inexact == ("Bangers for bold", "Bangers for italic")
    assert lay(book, "a **b** *c*").inexact == ()


def test_a_family_that_does_not_exist_is_told_and_drawn(book: FontBook) -> None:
    laid = lay(book, "a **b**", family="Comic Sans")
    assert (laid.absent, laid.font) == (("Comic Sans",), "")
    assert "".join(run.text for run in laid.runs) == "a b"


def test_an_icon_stands_behind_its_figure_at_the_height_of_capitals(book: FontBook) -> None:
    laid = lay(book, "**1**{heart}")
    (icon,) = laid.symbols
    figure = lay(book, "**1**")
    assert icon.size == pytest.approx(0.96 * 4)
    assert icon.y + icon.size / 2 == pytest.approx(24 - 0.7 * 4 / 2)
    assert icon.x == pytest.approx(figure.area.right + 0.13 * 4)
    assert laid.area.right == pytest.approx(icon.x + icon.size + 0.03 * 4)
    assert (laid.icons, icon.icon, icon.fill) == (("heart",), "heart", "#000000")
    assert laid.words == "1{heart}"


@pytest.mark.parametrize("markup", ["**1**{heart}.", "1 {heart},", "(12{heart})", "{heart}s", "x{heart}"])
def test_icons_stay_with_what_they_touch(book: FontBook, markup: str) -> None:
    before, *_ = markup.partition("{")
    width = lay(book, f"many words {before}x", width=1000).area.right - 10  # room for what stands before the icon
    laid = lay(book, f"many words {markup}", width=width, sizes=(4,))
    whole = lay(book, markup)
    assert laid.lines == 2
    assert laid.symbols[0].x == pytest.approx(whole.symbols[0].x)
    assert laid.symbols[0].y == pytest.approx(whole.symbols[0].y + 4.8)


def test_a_row_of_icons_wraps(book: FontBook) -> None:
    laid = lay(book, "{a}{b}{c}{d}{e}", width=12.3)
    assert [round((symbol.y - laid.symbols[0].y) / 4.8) for symbol in laid.symbols] == [0, 0, 0, 1, 1]
    assert laid.icons == ("a", "b", "c", "d", "e")
    assert laid.over == 0


def test_fixed_spaces_do_not_break(book: FontBook) -> None:
    assert lines(lay(book, "gain 10\u00a0life", width=13, sizes=(4,))) == ["gain ", "10\u00a0life"]
    assert lines(lay(book, "gain 10\u202flife", width=13, sizes=(4,))) == ["gain ", "10\u202flife"]
    assert lines(lay(book, "gain 10 life", width=13, sizes=(4,))) == ["gain 10 ", "life"]


def test_blanks_are_one_space_and_empty_lines_stay(book: FontBook) -> None:
    laid = lay(book, "  a \t  b  \n\n c ")
    assert lines(laid) == ["a b ", "c"]
    assert laid.lines == 3
    assert laid.area.bottom > 20 + 2 * 4.8


def test_capitals_are_set_but_words_stay_as_written(book: FontBook) -> None:
    laid = lay(book, "Straße {heart}", upper=True)
    assert lines(laid) == ["STRASSE "]
    assert (laid.words, laid.icons) == ("Straße {heart}", ("heart",))


@pytest.mark.parametrize("markup", ["", "  \n ", "\t"])
def test_nothing_gives_nothing(book: FontBook, markup: str) -> None:
    laid = lay(book, markup)
    assert (laid.runs, laid.symbols, laid.lines, laid.over, laid.words) == ((), (), 0, 0, "")
    assert laid.area == (10, 20, 10, 20)


def test_zero_is_text(book: FontBook) -> None:
    assert lines(lay(book, "0")) == ["0"]


def test_equal_boxes_are_laid_out_once(book: FontBook) -> None:
    assert lay(book, "the same") is lay(book, "the same")


@pytest.mark.parametrize("sizes", [(), (0,), (-1.0,), (float("nan"),)])
def test_sizes_that_are_none_lay_nothing(book: FontBook, sizes: Sequence[float]) -> None:
    assert lay(book, "text", sizes=tuple(sizes)).runs == ()


def test_no_room_at_all_is_over(book: FontBook) -> None:
    for width, height, count in ((0, 30, None), (-3, 30, None), (40, 0, None), (0, 30, 1)):
        laid = lay(book, "some text", width=width, height=height, lines=count)
        assert laid.over > 0
        assert "".join(lines(laid)) == "some text"
