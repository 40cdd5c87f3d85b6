"""Values go into the text as what they are, and every word knows its line."""

import pytest

from pnp.faces.document.manuscript import escape_marks
from pnp.model.document import Chart, Listing, Paragraph, plain

from .conftest import Write, faults


def text(write: Write, source: str) -> str:
    document = write(source)
    assert document.faults == ()
    return "\n".join(plain(words) for words in document.texts())


def test_values_of_kit_and_decks(write: Write) -> None:
    source = (
        "{{ kit.title }} {{ decks.events.size }} {{ decks.events.cards | length }} {{ decks.events.fields.run.max }}"
    )
    assert text(write, source) == "Game 3 2 3"


def test_a_card_has_its_fields_and_its_own(write: Write) -> None:
    source = "{% for c in decks.events.cards %}{{ c.number }}{{ c.id }}{{ c.copies }}{{ c.run | minus }} {% endfor %}"
    assert text(write, source) == "1mall2−1 2roof12"


def test_values_of_boards_tables_tracks_and_facts(write: Write) -> None:
    source = (
        "{% for row in tables.oven.rows %}{{ row.on }} {{ row.effect }} {% endfor %}"
        "{{ boards.house.space('hall').name }} {{ tracks.health.spaces | last }} {{ facts.players.most }}"
    )
    document = write(
        source,
        oven__yaml="table: oven\ndice: d6\nrows:\n  - {on: 1-3, effect: '*Smoke.*'}\n  - {on: 4-6, effect: Bread.}\n",
        house__yaml="board: house\nspaces:\n  - {id: hall, name: Hall}\n",
        health__yaml="track: health\nspaces: 0-9\n",
        rules__yaml="facts: {players: {least: 2, most: 5}}\n",
    )
    assert document.faults == ()
    assert [plain(words) for words in document.texts()] == ["1-3 Smoke. 4-6 Bread. Hall 9 5"]


def test_marks_of_card_text_stay_and_all_else_is_text(write: Write) -> None:
    document = write("Look: {{ decks.events.cards[0].event }}")
    (paragraph,) = document.blocks
    assert isinstance(paragraph, Paragraph)
    assert plain(paragraph.words) == "Look: Run 3 past {zombie}, # | ` _that_ *"
    assert [span.text for span in paragraph.words if span.bold] == ["Run 3"]
    assert [span.icon for span in paragraph.words if span.icon] == ["zombie"]
    assert document.icons == ("zombie",)


def test_a_title_cannot_become_markdown(write: Write) -> None:
    document = write("# {{ decks.events.cards[1].title }}")
    (heading,) = document.headings()
    assert plain(heading.words) == "<b>&Roof</b> [x](y)"
    assert {span.link for span in heading.words} == {""}


def test_a_value_stays_in_its_cell(write: Write) -> None:
    rows = "| A | B |\n|---|---|\n{% for c in decks.events.cards -%}\n| {{ c.title }} | {{ c.event }} |\n{% endfor %}"
    (chart,) = write(rows).blocks
    assert isinstance(chart, Chart)
    assert [[plain(cell) for cell in row] for row in chart.rows] == [
        ["Mall", "Run 3 past {zombie}, # | ` _that_ *"],
        ["<b>&Roof</b> [x](y)", "one\ntwo"],
    ]


@pytest.mark.parametrize(
    "value",
    [
        "# no",
        "1. no",
        "-no",
        "> no",
        "::: page",
        "a | b",
        "<b>",
        "&amp;",
        "`x`",
        "a_b_c",
        "=",
        "[x](#y)",
        "\\",
        "$",
        "--",
    ],
)
def test_no_sign_of_markdown_is_left(write: Write, value: str) -> None:
    source = "{% set v = " + repr(value) + " %}\n{{ v }}"
    (paragraph,) = write(source).blocks
    assert isinstance(paragraph, Paragraph)
    assert plain(paragraph.words) == value


def test_markdown_may_be_put_in_on_purpose(write: Write) -> None:
    (paragraph,) = write('{{ "**bold**[x]" | safe }} {% macro m() %}*it*{% endmacro %}{{ m() }}').blocks
    assert isinstance(paragraph, Paragraph)
    assert [(span.text, span.bold, span.italic) for span in paragraph.words] == [
        ("bold", True, False),
        ("[x] ", False, False),
        ("it", False, True),
    ]


def test_plain_values_are_left_alone() -> None:
    assert escape_marks("Mall") == "Mall"
    assert escape_marks("\ufdd0bad\ufdd1") == "bad"


def test_a_blank_at_the_end_of_a_value_stays() -> None:
    assert escape_marks(", ") == "\\, "
    assert escape_marks("  and  ") == " and "
    assert escape_marks(" ") == " "
    assert escape_marks("Two lines.\n") == escape_marks("Two lines.")


def test_lines_are_those_of_the_file(write: Write) -> None:
    source = "# One\n\n{% for n in range(3) %}\nword {{ n }}\n\n{% endfor %}\n{# gone\n#}\n- last\n"
    document = write(source)
    lines = [(plain(words), words[0].where.line) for words in document.texts()]
    assert lines == [("One", 1), ("word 0", 4), ("word 1", 4), ("word 2", 4), ("last", 9)]
    assert isinstance(document.blocks[-1], Listing)


def test_words_of_another_file_are_placed_there(write: Write) -> None:
    document = write('a\n\n{% include "part.md" %}\n\nb\n', part__md="one\n\n[x](#nowhere)\n")
    assert faults(document) == [("part.md:3:5", "unknown-reference")]
    assert [plain(words) for words in document.texts()] == ["a", "one", "x", "b"]
    assert "content/game/part.md" in document.files


@pytest.mark.parametrize(
    ("source", "place", "message", "help"),
    [
        ("a\n{{ deks }}", "2:4", "deks is not a name that rulebooks know", "did you mean decks?"),
        ("{{ decks.evnts.size }}", "1:10", "decks has no evnts", "did you mean events?"),
        ("x\n\n{{ decks.events.cards[0].titel }}", "3:26", "deck events.cards has no titel", "did you mean title?"),
        ("{% for c in decks.events.cards %}", "1:1", "Unexpected end of template", None),
        ("{{ icon('heart', 1, 1, 1) }}", "1:1", "icon() draws on cards", None),
        ("{{ ''.__class__.__mro__ }}", "1:1", "unsafe", None),
        ("{% for n in range(1000000) %}x{% endfor %}", "1:1", "at most 10000", None),
        ("{% include 'rules.md' %}", "1:1", "without an end", None),
        ("{{ 'x' * 1000000 }}", "1:1", "too long", None),
    ],
)
def test_what_jinja_cannot_do_is_a_fault_with_its_place(
    write: Write, source: str, place: str, message: str, help: str | None
) -> None:
    (fault,) = write(source).faults
    assert (str(fault.where), fault.check) == (f"content/game/rules.md:{place}", "template-error")
    assert message in fault.message
    assert help is None or fault.help == help


@pytest.mark.parametrize("name", ["/etc/passwd", "../../outside.md", "nowhere.md"])
def test_nothing_is_read_from_outside(write: Write, name: str) -> None:
    (fault,) = write(f"{{% include '{name}' %}}").faults
    assert fault.check == "missing-template"
