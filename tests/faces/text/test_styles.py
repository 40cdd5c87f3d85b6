"""Small capitals and bullets."""

import pytest

from pnp.faces.text.fitting import TextBox
from pnp.faces.text.fonts import FontBook
from pnp.faces.text.layout import Laid, lay_out
from pnp.faces.text.shaping import shape


def lay(book: FontBook, markup: str, *, family: str = "Source Serif 4", width: float = 200, **more: object) -> Laid:
    return lay_out(TextBox(markup, 10, 0, width, None, family, (4,), **more), book)  # type: ignore[arg-type]  # any field


def test_small_capitals_are_those_of_the_font(book: FontBook) -> None:
    font = book.find("Source Serif 4")
    assert font is not None
    laid = lay(book, "a ^^Ant 1^^")
    (run,) = laid.runs
    assert run.text == "a Ant 1"
    glyphs = [glyph for glyph, _, _ in run.glyphs]
    plain = [glyph for glyph, _, _ in shape(font, "a Ant 1").glyphs]
    assert glyphs[:3] == plain[:3]
    assert all(mine != its for mine, its in zip(glyphs[3:5], plain[3:5], strict=True))
    assert run.size == 4


def test_capitals_stand_in_where_a_font_has_none(book: FontBook) -> None:
    laid = lay(book, "^^Ant 1^^", family="Special Elite")
    assert [(run.text, run.size) for run in laid.runs] == [("A", 4), ("nt", 3.2), (" 1", 4)]
    capitals = [glyph for glyph, _, _ in lay(book, "NT", family="Special Elite").runs[0].glyphs]
    assert [glyph for glyph, _, _ in laid.runs[1].glyphs] == capitals
    font = book.find("Special Elite")
    assert font is not None
    width = shape(font, "A").advance + 0.8 * shape(font, "NT").advance + shape(font, " ").advance
    width += shape(font, "1").advance
    assert laid.area.right - 10 == pytest.approx(4 * width)
    assert laid.runs[2].glyphs[0][1] == pytest.approx(
        10 + 4 * (shape(font, "A").advance) + 3.2 * shape(font, "NT").advance
    )


def test_a_letter_whose_capital_is_two_stands_for_itself(book: FontBook) -> None:
    laid = lay(book, "^^ßé^^", family="Special Elite")
    assert "".join(run.text for run in laid.runs) == "ßé"
    for run in laid.runs:
        assert sum(size for size, _ in run.clusters) == len(run.text.encode())
        assert sum(count for _, count in run.clusters) == len(run.glyphs)


def test_what_a_feigned_font_lacks_is_told(book: FontBook) -> None:
    assert lay(book, "^^aŵb木^^", family="Creepster").missing == ("ŵ", "木")


def test_small_capitals_have_their_bold(book: FontBook) -> None:
    laid = lay(book, "**^^an^^** ^^*an*^^")
    assert [(run.font.rpartition("4_")[2], run.size) for run in laid.runs] == [
        ("700Bold.ttf", 4),
        ("400Regular.ttf", 4),  # the space
        ("400Regular_Italic.ttf", 3.2),  # has none of its own
    ]


def starts(laid: Laid) -> list[tuple[str, float]]:
    """The text of each row and where it begins."""
    return [
        ("".join(piece.text for piece in row.pieces), round(row.x, 6))
        for run in laid.runs
        for row in run.glyphs.rows  # type: ignore[attr-defined]  # the runs of this room know their rows
    ]


def test_bullets_hang(book: FontBook) -> None:
    font = book.find("Source Serif 4")
    assert font is not None
    indent = round(10 + 4 * (shape(font, "•").advance + shape(font, " ").advance), 6)
    laid = lay(book, "Choose:\n- one or two or three\n• four", width=20)
    assert starts(laid) == [
        ("Choose: ", 10),
        ("• ", 10),
        ("one or ", indent),
        ("two or ", indent),
        ("three ", indent),
        ("• ", 10),
        ("four", indent),
    ]
    assert (laid.lines, laid.words) == (5, "Choose:\n• one or two or three\n• four")
    assert laid.area.left == 10
    assert laid.area.right <= 30


def test_bullets_need_their_room(book: FontBook) -> None:
    width = lay(book, "- longest").area.right - 10
    assert lay(book, "- longest", width=width).over == 0
    assert lay(book, "- longest", width=width - 0.01).over == pytest.approx(0.01)


def test_bullets_stand_before_lines_of_any_alignment(book: FontBook) -> None:
    for align, share in (("left", 0.0), ("center", 0.5), ("right", 1.0)):
        laid = lay(book, "- one", width=40, align=align)
        (_, bullet), (_, text) = starts(laid)
        assert laid.area.left == pytest.approx(bullet)
        assert text > bullet
        assert laid.area.left == pytest.approx(10 + share * (40 - (laid.area.right - laid.area.left)))


def test_bullets_of_hebrew_hang_on_the_right(world: FontBook) -> None:
    laid = lay(world, "- אבג דהו", width=40)
    places = dict(starts(laid))
    assert max(places, key=lambda text: places[text]).strip() == "•"
    assert laid.area.right == pytest.approx(50)


def test_a_bullet_on_one_line_is_a_sign(book: FontBook) -> None:
    laid = lay(book, "- one\n- two", lines=1)
    assert ["".join(text for text, _ in starts(laid)), laid.lines] == ["• one • two", 1]


def test_a_bullet_that_the_font_lacks_is_lent(world: FontBook) -> None:
    laid = lay(world, "- AB", family="fonts/corpus/CorpusBox.ttf")
    assert laid.missing == ()
    assert laid.runs[0].font.endswith("NotoSansSymbols2_400Regular.ttf")


def test_a_small_capital_keeps_its_accent(book: FontBook) -> None:
    small = lay(book, "^^e\u0301^^", family="Special Elite").runs[0]
    capital = lay(book, "E\u0301", family="Special Elite").runs[0]
    assert (small.text, [glyph for glyph, _, _ in small.glyphs]) == ("e\u0301", [g for g, _, _ in capital.glyphs])


@pytest.mark.parametrize("width", range(16, 60, 3))
def test_items_stay_within_their_box(book: FontBook, width: int) -> None:
    laid = lay(book, "- all of the lines of a list stand within the box that it has", width=width)
    assert laid.over == 0
    assert laid.area.right <= 10 + width
    for run in laid.runs:
        assert max(x for _, x, _ in run.glyphs) < 10 + width
