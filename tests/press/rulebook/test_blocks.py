"""Blocks are parted where a reader does not mind, and columns hold what belongs together."""

from itertools import pairwise
from pathlib import Path

import pytest

from pnp.kit.project import Project
from pnp.model.document import Callout, Chart, Document, Figure, Heading, Panel, Paragraph, Span, Typeface, Words
from pnp.model.face import FaceKey
from pnp.model.kit import Rulebook
from pnp.model.place import Where
from pnp.press.rulebook.blocks import Block, Placed, Text, measure, take
from pnp.press.rulebook.composition import Composition, Frame, Zone, _introduce
from pnp.press.rulebook.figures import APART, RADIUS, face_size, place_letters
from pnp.press.rulebook.fonts import Fonts, set_text
from pnp.press.rulebook.lines import Line, Pen, break_lines, longest, set_lines
from pnp.press.rulebook.pages import Pages
from pnp.press.rulebook.panels import balance
from pnp.press.rulebook.style import Style, make_look
from pnp.press.rulebook.tables import Row, Table, hang_under, set_table

HERE = Where("rules.md", 3)
STYLE = Style(10, 14, before=7, after=7)
SERIF = "fonts/source-serif-4/SourceSerif4_%s.ttf"


@pytest.fixture(scope="module")
def pen(tmp_path_factory: pytest.TempPathFactory) -> Pen:
    roots = Project(tmp_path_factory.mktemp("project")).roots(Path("nowhere"))
    files = (SERIF % style for style in ("400Regular", "700Bold", "400Regular_Italic", "700Bold_Italic"))
    face = Typeface("Source Serif 4", *files)
    symbols = ("fonts/noto-sans-symbols-2/NotoSansSymbols2_400Regular.ttf",)
    document = Document(Rulebook("rules", "rules.md", HERE), "g", "G", "", "", HERE, (), face, face, symbols)
    return Pen(Fonts(document, roots), {"play": 7})


def paragraph(lines: int, *, keep: bool = False) -> Text:
    return Text((Line((), 0.0),) * lines, STYLE, 100.0, keep=keep)


def heights(placed: list[Placed]) -> list[tuple[float, float]]:
    return [(spot.y, spot.block.height) for spot in placed]


def words(text: str, link: str = "", icon: str = "") -> Words:
    return (Span(text, HERE, link=link, icon=icon),)


@pytest.mark.parametrize(
    ("lines", "room", "parts"),
    [(7, 5, (5, 2)), (7, 6, (5, 2)), (6, 2, (2, 4)), (6, 4, (4, 2)), (6, 5, (4, 2)), (6, 1, None), (5, 3, None)],
)
def test_only_a_long_paragraph_is_parted_and_keeps_two_lines_on_either_side(
    lines: int, room: int, parts: tuple[int, int] | None
) -> None:
    made = paragraph(lines).split(room * 14 + 1)
    assert (None if made is None else tuple(round(part.height / 14) for part in made)) == parts


def test_the_short_opening_of_a_section_stands_with_its_text() -> None:
    heading = paragraph(1, keep=True)._replace(rule="#000000")
    text, end = Paragraph(words("Text"), HERE), Heading(2, words("End"), "end", HERE)
    for above, opening, block, kept in (
        (heading, 3, text, True),
        (heading, 4, text, False),
        (heading, 3, end, False),
        (paragraph(1), 3, text, False),
    ):
        flow: list[Block] = [above, paragraph(opening)]
        _introduce(flow, block)
        assert flow[-1].keep is kept


def test_a_low_part_below_another_is_not_torn_into_columns() -> None:
    for lines, columns in ((4, {0.0}), (9, {0.0, 260.0})):
        pages = Pages(Frame(500, 240, 2, 20, 600), 0.0)
        pages.add([Zone(1, (paragraph(4),)), Zone(2, (paragraph(lines), paragraph(lines)))])
        assert {spot.x for spot in pages.pages[0]} == columns


def test_a_held_figure_does_not_part_the_columns_of_the_text_around_it() -> None:
    """Down one column, then down the next: a reader meets the text in its order, and the figure on the next page."""
    text = [paragraph(5)._replace(width=100.0 + number) for number in range(10)]
    figure = Zone(1, (paragraph(41),), floats=True)
    for before in range(1, 7):
        pages = Pages(Frame(500, 240, 2, 20, 600), 0.0)
        pages.add([Zone(2, tuple(text[:before])), figure, Zone(2, tuple(text[before:]))])
        spots = sorted(pages.pages[0], key=lambda spot: (spot.x, spot.y))
        assert [spot.block for spot in spots] == text
        assert [spot.block for spot in pages.pages[1]] == list(figure.blocks)
        assert {round(spot.y, 6) for spot in spots if spot.x} <= {round(spot.y, 6) for spot in spots if not spot.x}


def test_the_larger_of_two_spaces_stands_between() -> None:
    loose = paragraph(1)._replace(style=STYLE._replace(before=20))
    assert measure([paragraph(1), paragraph(1)]) == 14 + 7 + 14
    assert measure([paragraph(1), loose]) == 14 + 20 + 14


def test_what_fits_is_taken_and_the_rest_waits() -> None:
    blocks: list[Block] = [paragraph(1), paragraph(6), paragraph(1)]
    placed, rest = take(blocks, 14 + 7 + 3 * 14, fresh=False)
    assert heights(placed) == [(0, 14), (21, 42)]
    assert [block.height for block in rest] == [42, 14]


def test_a_heading_goes_with_what_follows() -> None:
    blocks: list[Block] = [paragraph(1), paragraph(1, keep=True), paragraph(3)]
    placed, rest = take(blocks, 3 * 21 + 14, fresh=True)
    assert len(placed) == 1
    assert len(rest) == 2


def test_an_empty_column_takes_at_least_one_block_and_its_heading() -> None:
    placed, rest = take([paragraph(1, keep=True), paragraph(3)], 20, fresh=True)
    assert heights(placed) == [(0, 14)]
    assert len(rest) == 1
    assert take([paragraph(3)], 20, fresh=False)[0] == []
    assert heights(take([paragraph(3)], 20, fresh=True)[0]) == [(0, 42)]


def test_columns_are_even() -> None:
    columns = balance([paragraph(1) for _ in range(5)], 2, 1000)
    assert columns is not None
    assert [len(column) for column in columns] == [3, 2]
    assert balance([paragraph(3) for _ in range(5)], 2, 60) is None


def test_a_table_keeps_two_rows_on_either_side(pen: Pen) -> None:
    chart = Chart((words("A"),), tuple((words(str(n)),) for n in range(5)), ("left",), HERE)
    table, faults = set_table(chart, 200, 200, make_look(Rulebook("r", "r", HERE)), pen)
    assert faults == []
    row = table.rows[0].height

    def parts(rows: float) -> list[int] | None:
        made = table.split(table.head.height + rows * row)
        return None if made is None else [len(part.rows) for part in made if isinstance(part, Table)]

    assert parts(4.5) == [3, 2]
    assert parts(3.1) == [3, 2]
    assert parts(2.1) == [2, 3]
    assert parts(1.5) is None


def test_columns_share_the_width_as_they_need_it(pen: Pen) -> None:
    look = make_look(Rulebook("r", "r", HERE))
    long = words("many words that go on and on " * 8)
    chart = Chart((words("Name"), words("Text")), ((words("Last Bus Anywhere"), long),), ("left", "left"), HERE)
    table, _ = set_table(chart, 300, 300, look, pen)
    assert table.width == pytest.approx(300)
    assert len(table.rows[0].cells[0][1].lines) == 1, "a short text is not broken for a long one"
    narrow = Chart((words("A"),), ((words("1"),),), ("left",), HERE)
    assert set_table(narrow, 300, 300, look, pen)[0].width < 60, "a small table stays small"


def test_a_table_that_needs_it_may_be_wider_than_the_text(pen: Pen) -> None:
    chart = Chart((words("A"), words("B")), ((words("word " * 9), words("word " * 9)),), ("left", "left"), HERE)
    look = make_look(Rulebook("r", "r", HERE))
    assert set_table(chart, 200, 400, look, pen)[0].width == pytest.approx(400)
    assert set_table(chart, 500, 600, look, pen)[0].width == pytest.approx(500)


def said(pen: Pen, *spans: Span) -> str:
    lines = break_lines(pen.set(tuple(spans), STYLE), 1e6)
    return " ".join(piece.text for line in lines for _, piece in line.pieces)


def test_a_link_names_its_page(pen: Pen) -> None:
    link = Span("Play", HERE, link="#play")
    assert said(pen, link, Span(" on", HERE)) == "Play (page\u00a07) on"
    assert said(pen, Span("(see ", HERE), link, Span(")", HERE)) == "(see Play , page\u00a07 )"
    assert said(pen, Span("Pl", HERE, link="#play", bold=True), link._replace(text="ay")) == "Pl ay (page\u00a07)"
    assert said(pen, Span("out", HERE, link="https://example.org")) == "out"


def test_lines_break_at_spaces_and_after_hyphens_alone(pen: Pen) -> None:
    placed = pen.set(words("Zombies well-known a—b \u22121 non\u00a0stop"), STYLE)
    assert ["".join(piece.text for piece in word.pieces) for word in placed] == [
        *("Zombies", "well-", "known", "a—b", "\u22121", "non\u00a0stop")
    ]
    widest = longest(placed)
    assert widest is not None
    lines = break_lines(placed, widest.width)
    assert max(line.width for line in lines) <= widest.width + 0.01
    assert break_lines(placed, 1)[0].width > 1, "a word is never cut"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("example.org/the-rules/of/games.html", ["example.org/", "the-", "rules/", "of/", "games.html"]),
        ("either/or", ["either/", "or"]),
        ("1/2 and 10/12", ["1/2", "and", "10/12"]),
        ("https://example.org", ["https://example.org"]),
    ],
)
def test_addresses_break_between_their_parts(pen: Pen, text: str, parts: list[str]) -> None:
    assert ["".join(piece.text for piece in word.pieces) for word in pen.set(words(text), STYLE)] == parts


def test_no_last_line_is_lost(pen: Pen) -> None:
    placed = pen.set(words("Where a card and this text contradict each other, the card is right."), STYLE)
    room = sum(word.width + word.space for word in placed) - placed[-1].width
    assert len(break_lines(placed, room)[-1].pieces) == 1
    lines = set_lines(placed, room)
    assert len(lines) == 2
    assert len(lines[-1].pieces) > 1


@pytest.mark.parametrize(
    ("said", "parts"), [("pay 2 ", ["pay", "2*,"]), ("pay two ", ["pay", "two", "*,"]), ("4\n", ["4", "*,"])]
)
def test_a_number_stays_with_its_icon(pen: Pen, said: str, parts: list[str]) -> None:
    """As far apart as words are; a line of the author's still ends where it does."""
    placed = pen.set((*words(said), *words("", icon="heart"), *words(", and more")), STYLE)
    shown = ["".join(piece.text or "*" for piece in word.pieces) for word in placed]
    assert shown[: len(parts)] == parts
    apart = pen.set((*words("2 x "), *words("", icon="heart"), *words(",")), STYLE)
    if parts[-1] == "2*,":
        figure = placed[1].pieces[0]
        assert figure.width == pytest.approx(apart[0].width + apart[0].space)


def test_letters_are_kerned_and_icons_have_air(pen: Pen) -> None:
    font = pen.fonts.body[False, False]
    assert set_text("AVAVA", font).width < set_text("A", font).width * 3 + set_text("V", font).width * 2
    assert set_text("AVAVA", font).kerns
    with_icon = pen.set((*words("1"), *words("", icon="heart")), STYLE)[0].width
    assert with_icon > pen.set(words("1"), STYLE)[0].width + 10


def test_what_a_font_lacks_is_lent(pen: Pen) -> None:
    runs = pen.fonts.spell("a\u2680b", pen.fonts.body[False, False])
    assert [text for _, text in runs] == ["a", "\u2680", "b"]
    assert "NotoSansSymbols2" in runs[1][0]


def figure(*points: tuple[float, float], turn: int = 0) -> Figure:
    callouts = tuple(Callout(chr(65 + n), x, y, (), HERE) for n, (x, y) in enumerate(points))
    return Figure(FaceKey("e", "c", "front"), (60.0, 90.0), 3.0, 60.0, turn, callouts, (), "f", 1, HERE)


def test_letters_stand_at_the_nearer_side_and_apart() -> None:
    one = figure((10, 20), (50, 20), (50, 21), (55, 22))
    width, height = face_size(one)
    letters = place_letters(one, [Line((), 0.0)] * 4, 40.0)
    sides = sorted((letter.to_x > 40 + width / 2, letter.x > 40 + width) for letter in letters)
    assert sides == [(False, False), (True, True), (True, True), (True, True)]
    ys = sorted(letter.y for letter in letters if letter.x > 40)
    assert all(second - first >= APART - 0.01 for first, second in pairwise(ys))
    assert {round(letter.to_y / height * 90) for letter in letters} == {20, 21, 22}


def test_letters_of_a_turned_face_point_at_the_turned_place() -> None:
    (letter,) = place_letters(figure((10, 20), turn=180), [Line((), 0.0)], 0.0)
    scale = face_size(figure())[0] / 60
    assert (letter.to_x, letter.to_y) == pytest.approx((50 * scale, 70 * scale))


def test_many_letters_find_room_on_both_sides() -> None:
    one = figure(*((50, 5 + n) for n in range(20)))
    letters = place_letters(one, [Line((), 0.0)] * 20, 40.0)
    assert min(letter.y for letter in letters) >= RADIUS - 0.01
    assert max(letter.y for letter in letters) <= face_size(one)[1] - RADIUS + 0.01
    assert {letter.x < 40 for letter in letters} == {True, False}


def test_what_names_no_page_is_composed_once(pen: Pen) -> None:
    plain, bound = Paragraph(words("Draw a card."), HERE), Paragraph(words("Play", link="#play"), HERE)
    inside = Panel("note", (), (bound,), HERE)
    rulebook = Rulebook("rules", "rules.md", HERE)
    face = Typeface("Source Serif 4", *(SERIF % "400Regular",) * 4)
    document = Document(rulebook, "g", "G", "", "", HERE, (plain, bound, inside), face, face, ())
    first = Composition(document, make_look(rulebook), pen, Frame(300, 300, 1, 10, 500))
    made = [first.compose(block, 300) for block in document.blocks]
    again = first.again({"play": 8})
    assert again.compose(plain, 300) is made[0]
    assert again.compose(plain, 200) is not made[0]
    assert again.compose(bound, 300) != made[1]
    assert again.compose(inside, 300) != made[2]
    assert first.again(pen.pages).compose(bound, 300) == made[1]


def test_what_is_wrong_is_told_of_what_is_not_composed_again(pen: Pen) -> None:
    chart = Chart((words("A"),), ((words("w" * 200),),), ("left",), HERE)
    rulebook, face = Rulebook("rules", "rules.md", HERE), Typeface("Source Serif 4", *(SERIF % "400Regular",) * 4)
    document = Document(rulebook, "g", "G", "", "", HERE, (chart,), face, face, ())
    first = Composition(document, make_look(rulebook), pen, Frame(300, 300, 1, 10, 500))
    first.compose(chart, 300)
    again = first.again({"play": 8})
    again.compose(chart, 300)
    assert [fault.check for fault in again.faults] == ["text-overflow"]
    assert again.faults == first.faults


def test_a_table_right_below_the_line_of_a_heading_has_no_other_there() -> None:
    """On the page that it goes on to, it has one again."""

    class Strokes:
        def __init__(self) -> None:
            self.levels: list[float] = []

        def rule(self, _x: float, y: float, *_more: object) -> None:
            self.levels.append(y)

    def levels(block: Block) -> list[float]:
        strokes = Strokes()
        block.draw(strokes, 0, 50)  # type: ignore[arg-type]  # all that a table without words draws
        return strokes.levels

    row = Row((), 10.0)
    table = Table(row, (row,) * 5, 100.0, 2.0, 7.0, "#000000", HERE)
    heading = paragraph(1, keep=True)._replace(rule="#000000")
    (under,) = hang_under([paragraph(3), heading], [table])
    assert levels(table)[0] == 50
    assert levels(under) == levels(table)[1:]
    assert (under.height, under.before) == (table.height, table.before)
    parts = under.split(31)
    assert parts is not None
    assert [levels(part)[0] for part in parts] == [60, 50]
    assert hang_under([heading, paragraph(1)], [table]) == [table]
    assert hang_under([], [table]) == [table]
