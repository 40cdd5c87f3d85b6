"""Shrinking, cutting with an ellipsis, and lines that reach both edges."""

from itertools import pairwise

import pytest

from pnp.faces.text.fitting import TextBox
from pnp.faces.text.fonts import FontBook
from pnp.faces.text.layout import Laid, lay_out
from pnp.faces.text.textboxes import Reading, read_text

LONG = "The quick brown fox jumps over the lazy dog again and again and once more"


def lay(
    book: FontBook, markup: str, *, height: float | None = None, sizes: tuple[float, ...] = (3.175,), **more: object
) -> Laid:
    box = TextBox(markup, 10, 0, 30, height, "Source Serif 4", sizes, **more)  # type: ignore[arg-type]  # any field
    return lay_out(box, book)


def lines(laid: Laid) -> list[tuple[str, float, float]]:
    """Text, left and right edge (without the space at the end) of each line of one font."""
    return [
        (
            "".join(piece.text for piece in row.pieces),
            row.x,
            row.x
            + laid.size * sum(piece.advance for piece in row.pieces[: -1 if row.pieces[-1].text == " " else None]),
        )
        for run in laid.runs
        for row in run.glyphs.rows  # type: ignore[attr-defined]  # the runs of this room know their rows
    ]


def words(laid: Laid) -> list[str]:
    return [text for text, _, _ in lines(laid)]


def read(**said: str) -> Reading:
    whole = {"width": "30", "font": "Source Serif 4", "size": "9 8 7"} | {
        k.replace("_", "-"): v for k, v in said.items()
    }
    return read_text(whole, "text", 0.5)


def test_an_ellipsis_cuts_at_a_word(book: FontBook) -> None:
    laid = lay(book, LONG, height=10, ellipsis=True)
    assert words(laid) == ["The quick brown ", "fox jumps over…"]
    assert (laid.over, laid.lines, laid.words) == (0, 2, LONG)
    assert laid.cut == len(LONG) - len("The quick brown fox jumps over ")
    assert laid.area.right <= 40


LOST = "Encyclopaedias and dictionaries of it"


@pytest.mark.parametrize("align", ["left", "center", "right"])
def test_no_short_word_is_left_alone_on_the_last_line(book: FontBook, align: str) -> None:
    """Where as many lines hold it otherwise; letters, lines and size stay what they were."""
    greedy, even = lay(book, LOST, align="justify"), lay(book, LOST, align=align)
    assert words(greedy) == ["Encyclopaedias ", "and dictionaries of ", "it"]
    assert words(even) == ["Encyclopaedias ", "and dictionaries ", "of it"]
    assert (even.lines, even.size) == (greedy.lines, greedy.size)


def test_a_last_word_stays_alone_where_there_is_no_other_way(book: FontBook) -> None:
    assert words(lay(book, "Encyclopaedias:\nit"))[-1] == "it"


def test_an_ellipsis_comes_after_shrinking(book: FontBook) -> None:
    roomy = lay(book, LONG, height=20, sizes=(4, 3), ellipsis=True)
    assert (roomy.size, roomy.cut, roomy.over) == (3, 0, 0)
    tight = lay(book, LONG, height=10, sizes=(4, 3), ellipsis=True)
    assert (tight.size, tight.over, words(tight)[-1][-1]) == (3, 0, "…")


def test_an_ellipsis_leaves_out_whole_paragraphs(book: FontBook) -> None:
    laid = lay(book, "One\nTwo\nThree words here", height=10, ellipsis=True)
    assert words(laid) == ["One ", "Two…"]
    assert laid.cut == len("Three words here")


def test_an_ellipsis_on_one_line(book: FontBook) -> None:
    laid = lay(book, LONG, lines=1, ellipsis=True)
    assert (words(laid), laid.lines, laid.over) == (["The quick brown…"], 1, 0)


def test_nothing_is_cut_unless_asked_or_where_no_word_fits(book: FontBook) -> None:
    whole = lay(book, LONG, height=10)
    assert (whole.cut, whole.over > 0, "".join(words(whole))) == (0, True, LONG)
    word = lay(book, "Incomprehensibilities", lines=1, ellipsis=True)
    assert (word.cut, word.over > 0, words(word)) == (0, True, ["Incomprehensibilities"])


def test_an_ellipsis_of_hebrew_stands_on_the_left(world: FontBook) -> None:
    laid = lay(world, "אבג דהו זחט יכל מנס " * 3, height=10, ellipsis=True)
    assert laid.over == 0
    last = max(y for run in laid.runs for _, _, y in run.glyphs)
    row = [(x, run.text) for run in laid.runs for _, x, y in run.glyphs if y == last]
    assert "…" in min(row)[1]


def test_full_lines_reach_both_edges(book: FontBook) -> None:
    *full, last = lines(lay(book, f"{LONG}\n{LONG}", align="justify"))
    assert len(full) > 6
    ragged = [text for text, _, right in full if right != pytest.approx(40)]
    assert ragged == ["more "], "the last line of a paragraph is as it falls"
    assert all(left == 10 for _, left, _ in full)
    assert last[2] < 30
    assert words(lay(book, LONG, align="justify")) == words(lay(book, LONG))


def test_parted_words_are_justified_too(book: FontBook) -> None:
    laid = lay(
        book, "Extra\u00adordinary rep\u00adresentatives con\u00adtinuously misun\u00adderstand", align="justify"
    )
    *full, _ = [(text, right) for text, _, right in lines(laid)]
    assert any(text.endswith("\u00ad") for text, _ in full)
    assert [right for _, right in full] == pytest.approx([40] * len(full))


def test_scripts_without_spaces_are_spread(world: FontBook) -> None:
    text = "これは長い日本語の文章です、改行する空白がありません。" * 2
    laid = lay(world, text, align="justify")
    *full, last = lines(laid)
    assert [right for _, _, right in full] == pytest.approx([40] * len(full))
    assert last[2] < 40
    assert "".join(words(laid)) == text
    xs = [x for _, x, y in laid.runs[0].glyphs if y == laid.runs[0].glyphs[0][2]]
    steps = [after - before for before, after in pairwise(xs)]
    assert max(steps) - min(steps) < 0.5


def test_a_line_of_one_word_is_not_spread(book: FontBook) -> None:
    laid = lay(book, "Extraordinary representatives", align="justify")
    assert lines(laid)[0][2] < 40


def test_icons_of_a_justified_line_move_along(book: FontBook) -> None:
    laid = lay(book, "gain {heart} and {heart} and {heart} and {heart} once more", align="justify")
    plain = lay(book, "gain {heart} and {heart} and {heart} and {heart} once more")
    assert [symbol.x for symbol in laid.symbols] != [symbol.x for symbol in plain.symbols]
    assert laid.symbols[0].y == plain.symbols[0].y


def test_attributes_say_how_to_fit() -> None:
    shrink, fixed, ellipsis = (read(**said).box for said in ({}, {"fit": "fixed"}, {"fit": "ellipsis"}))
    assert shrink is not None
    assert fixed is not None
    assert ellipsis is not None
    assert (shrink.sizes, shrink.ellipsis) == ((4.5, 4, 3.5), False)
    assert (fixed.sizes, fixed.ellipsis) == ((4.5,), False)
    assert (ellipsis.sizes, ellipsis.ellipsis) == ((4.5, 4, 3.5), True)
    assert [wrong.message for wrong in read(fit="squeeze").wrong] == [
        '<pnp:text> has fit="squeeze", expected shrink or fixed or ellipsis'
    ]


def test_attributes_say_the_language() -> None:
    box = read(lang="de-AT", hyphenate="yes", align="justify").box
    assert box is not None
    assert (box.language, box.hyphenate, box.align) == ("de-AT", True, "justify")
    plain = read(hyphenate="yes").box
    assert plain is not None
    assert (plain.language, plain.hyphenate) == ("", True)
    thai = read(lang="th", hyphenate="yes")
    assert thai.box is not None
    assert (thai.box.hyphenate, thai.box.language) == (False, "th")
    assert [wrong.message for wrong in thai.wrong] == [
        '<pnp:text> has lang="th" and hyphenate="yes", but there are no rules for that language'
    ]
    odd = read(lang="d e", hyphenate="maybe")
    assert [wrong.message for wrong in odd.wrong] == [
        '<pnp:text> has hyphenate="maybe", expected no or yes',
        '<pnp:text> has lang="d e", which is no language',
    ]


def test_turkish_has_its_own_capitals(book: FontBook) -> None:
    assert words(lay(book, "dirik ışık", upper=True, language="tr")) == ["DİRİK IŞIK"]
    assert words(lay(book, "dirik ışık", upper=True)) == ["DIRIK IŞIK"]


def test_an_ellipsis_does_not_hide_a_word_that_is_too_wide(book: FontBook) -> None:
    laid = lay(book, "Incomprehensibilities and many more of these words", height=12, sizes=(4.5,), ellipsis=True)
    assert (laid.cut, laid.over > 0) == (0, True)
