"""Markdown becomes blocks, and whatever a rulebook does not print is said."""

import itertools
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from timing import within

from pnp.model.document import (
    Block,
    Chart,
    Contents,
    Figure,
    Heading,
    Listing,
    PageBreak,
    Panel,
    Paragraph,
    plain,
)
from pnp.model.face import FaceKey

from .conftest import Write, faults


def only(write: Write, source: str) -> Block:
    document = write(source)
    assert document.faults == ()
    (block,) = document.blocks
    return block


def test_every_kind_of_block(write: Write) -> None:
    source = (
        "# A\n\ntext\n\n- b\n\n1. c\n\n> d\n\n| e |\n|---|\n| f |\n\n::: contents 1\n::: page\n::: note T\ng\n:::\n"
    )
    kinds = [Heading, Paragraph, Listing, Listing, Panel, Chart, Contents, PageBreak, Panel]
    assert [type(block) for block in write(source).blocks] == kinds


def test_a_page_may_be_for_loose_pages_alone(write: Write) -> None:
    blocks = write("a\n\n::: page loose\n\nb\n\n::: page\n\nc").blocks
    assert [block.loose for block in blocks if isinstance(block, PageBreak)] == [True, False]


def test_styles_nest(write: Write) -> None:
    block = only(write, "a **b *c*** [d](https://example.org) {heart}\ne  \nf")
    assert isinstance(block, Paragraph)
    assert [(span.text, span.bold, span.italic, span.icon, span.link) for span in block.words] == [
        ("a ", False, False, "", ""),
        ("b ", True, False, "", ""),
        ("c", True, True, "", ""),
        (" ", False, False, "", ""),
        ("d", False, False, "", "https://example.org"),
        (" (https://example.org)", False, False, "", "https://example.org"),
        (" ", False, False, "", ""),
        ("", False, False, "heart", ""),
        (" e", False, False, "", ""),
        ("\nf", False, False, "", ""),
    ]


@pytest.mark.parametrize(
    ("source", "printed"),
    [
        ("say \"no\" and 'yes', it's", "say “no” and ‘yes’, it’s"),
        ("a -- b --- c ... d", "a – b — c … d"),
        ("\\{heart\\} \\*x\\* \\#", "{heart} *x* #"),
        ("(C) (r) +-", "(C) (r) +-"),
        ("<b>&amp;</b>", "<b>&</b>"),
        ("soft\u00adhyphen zero\u200bwidth", "softhyphen zerowidth"),
        ("{not an icon} { } {}", "{not an icon} { } {}"),
    ],
)
def test_signs_as_they_are_printed(write: Write, source: str, printed: str) -> None:
    block = only(write, source)
    assert isinstance(block, Paragraph)
    assert plain(block.words) == printed


def test_anchors_are_headings_in_small_letters_and_never_twice_the_same(write: Write) -> None:
    document = write("# Set-up & play!\n\n## Über **uns**\n\n## Play\n\n## Play\n")
    assert [heading.anchor for heading in document.headings()] == ["set-up-play", "über-uns", "play", "play-2"]
    assert write("# Über\n\n[x](#über)").faults == ()


def test_links_without_words_take_those_of_their_goal(write: Write) -> None:
    document = write("# Set-**up**\n\n[](#set-up) [](#f)\n\n::: figure deck=events card=mall id=f\n:::\n")
    assert document.faults == ()
    words = document.blocks[1]
    assert isinstance(words, Paragraph)
    assert plain(words.words) == "Set-up Figure 1"
    assert {span.link for span in words.words if span.text.strip()} == {"#set-up", "#f"}


def test_a_list_in_a_list(write: Write) -> None:
    block = only(write, "3. a\n4. b\n   - c\n")
    assert isinstance(block, Listing)
    assert block.start == 3
    assert [type(each) for each in block.items[1]] == [Paragraph, Listing]


def test_a_panel_inside_a_panel(write: Write) -> None:
    block = only(write, "::: reference columns=2 page=yes Quick reference\n\n::: note\na\n:::\n\nb\n:::\n")
    assert isinstance(block, Panel)
    assert (block.kind, plain(block.title), block.columns, block.page) == ("reference", "Quick reference", 2, True)
    assert [type(each) for each in block.blocks] == [Panel, Paragraph]


def test_a_figure_with_letters(write: Write) -> None:
    source = """\
::: figure deck=events card=mall side=front width=60 id=Parts
The *parts*.

- A (20, 7.5) **Title**
- B (1,2)
:::
"""
    block = only(write, source)
    assert isinstance(block, Figure)
    assert (block.face, block.width, block.anchor, block.number) == (FaceKey("events", "mall", "front"), 60, "parts", 1)
    assert block.trim == (63.5, 88.9)
    assert plain(block.caption) == "The parts."
    assert [(one.letter, one.x, one.y, plain(one.words)) for one in block.callouts] == [
        ("A", 20, 7.5, "Title"),
        ("B", 1, 2, ""),
    ]
    assert [(span.text, span.bold) for span in block.callouts[0].words] == [("Title", True)]


@pytest.mark.parametrize(
    ("source", "place", "check", "message"),
    [
        ("a\n[x](#nowher)\n# Nowhere", "2:5", "unknown-reference", 'no section or figure is called "#nowher"'),
        ("[x](set-up)", "1:5", "unknown-reference", 'the link "set-up" leads out of the rulebook'),
        ("a {haert} b", "1:3", "unknown-icon", "there is no icon haert"),
        ("a\n\nthe 🧟 wakes", "3:5", "missing-glyph", 'no font can draw "🧟" (U+1F9DF)'),
        ("![a](b.png)", "1:1", "unsupported-markdown", "a picture is not printed in a rulebook"),
        ("a `b`", "1:1", "unsupported-markdown", "`code` is not printed in a rulebook"),
        ("::: nte\na\n:::", "1:5", "unsupported-markdown", "there is no block `::: nte`"),
        ("a\n\n::: note\nb", "3:1", "unsupported-markdown", "`::: note` is never closed"),
        ("::: note colums=2 T\na\n:::", "1:10", "unknown-key", "`::: note` takes no colums"),
        ("::: figure card=mall\n:::", "1:1", "unknown-deck", "the figure names no deck"),
        ("::: figure deck=evnts card=mall\n:::", "1:17", "unknown-deck", 'there is no deck "evnts"'),
        ("::: figure deck=events card=mal\n:::", "1:29", "unknown-reference", 'events has no card "mal"'),
        ("::: figure deck=events card=mall side=back\n:::", "1:39", "unknown-choice", 'events has no side "back"'),
        ("::: figure deck=events card=mall width=9x\n:::", "1:40", "bad-value", "the width of a figure is 10"),
        ("::: figure deck=events card=mall wide=9\n:::", "1:34", "unknown-key", "`::: figure` takes no wide"),
        ("::: figure deck=events card=mall\n- A (70, 2) x\n:::", "2:5", "out-of-range", "(70, 2) is no place"),
        ("::: figure deck=events card=mall\n- Title\n:::", "2:1", "bad-value", "a figure's list has one letter"),
        ("::: figure deck=events card=mall\n# No\n:::", "2:1", "unsupported-markdown", "a figure holds a caption"),
        ("a\n\n" + "- " * 10 + "b", "3:1", "unsupported-markdown", "text in so many lists and notes is not printed"),
        (">" * 20 + "b", "1:1", "unsupported-markdown", "text in so many lists and notes is not printed"),
        ("| a | b |\n|--|--|\n| 1 | 2 | 3 |", "3:1", "unsupported-markdown", "this row has 3 cells, but the head"),
        ("> |a|\n> |-|\n> 1|2|", "3:1", "unsupported-markdown", "this row has 2 cells, but the head"),
        ('[a](https://b.org "c")', "1:1", "unsupported-markdown", "a link's title in quotes is not printed"),
        ("a\n#### b", "2:1", "unsupported-markdown", "a rulebook has headings of three levels"),
        ("a\n\nb\n:::", "4:1", "unsupported-markdown", "`:::` neither begins nor ends a block"),
        ("::: contents 9", "1:14", "unsupported-markdown", "`::: contents` lists headings of 1, 2 or 3 levels"),
        ("::: page 2", "1:10", "unsupported-markdown", "`::: page` stands alone on its line"),
        ("::: reference columns=0\na\n:::", "1:15", "unsupported-markdown", "`::: reference` has 1, 2 or 3 columns"),
        ("::: note columns=99\na\n:::", "1:10", "unsupported-markdown", "`::: note` has 1, 2 or 3 columns"),
        ("::: reference page=9\na\n:::", "1:15", "unsupported-markdown", "page is yes or no"),
        ("::: figure deck=events card=mall turn=45\n:::", "1:34", "unsupported-markdown", "a figure is turned by 0 or"),
        ("# A\n\n::: figure deck=events card=mall id=a\n:::", "3:34", "duplicate-id", '"#a" is the name of a section'),
    ],
)  # fmt: skip
def test_a_mistake_is_found_at_its_place(write: Write, source: str, place: str, check: str, message: str) -> None:
    document = write(source)
    assert faults(document) == [(f"rules.md:{place}", check)]
    assert document.faults[0].message.startswith(message)


def test_text_behind_what_is_nested_too_deep_stays(write: Write) -> None:
    document = write("- " * 12 + "a\n- b\n\nc")
    assert [fault.check for fault in document.faults] == ["unsupported-markdown"]
    assert [plain(words) for words in document.texts()] == ["b", "c"]


def test_nine_lists_and_nineteen_notes_are_printed(write: Write) -> None:
    document = write("- " * 9 + "a\n\n" + ">" * 19 + "b")
    assert document.faults == ()
    assert [plain(words) for words in document.texts() if words] == ["a", "b"]


def test_rows_with_a_stroke_in_a_cell_or_no_strokes_around_are_whole(write: Write) -> None:
    block = only(write, "a | b\n--|--\n1 | \\|\n| 2\n 3 | 4 | ")
    assert isinstance(block, Chart)
    assert [[plain(cell) for cell in row] for row in block.rows] == [["1", "|"], ["2", ""], ["3", "4"]]


@pytest.mark.parametrize(
    ("source", "printed"),
    [
        ("[a **b**](http://c.org/d) e", "a b (http://c.org/d) e"),
        ("[c.org/d](https://c.org/d/)", "c.org/d"),
        ("[](https://c.org/d)", "https://c.org/d"),
        ("[us](mailto:us@c.org)", "us (us@c.org)"),
        ("[a](<https://c.org/a b>)", "a (https://c.org/a%20b)"),
    ],
)
def test_an_address_is_printed_once(write: Write, source: str, printed: str) -> None:
    block = only(write, source)
    assert isinstance(block, Paragraph)
    assert plain(block.words) == printed


_BEGINNINGS = ("- ", "1. ", "> ", "  ", "# ", "#### ", "| ", "::: note ", "> - ")
_SIGNS = (" ", "*", "**", "`", "[", "](http://", ")", " | ", "\\", "<", ">", '"', "&", "\n", "\n:::\n")
_LINE = st.tuples(st.sampled_from(_BEGINNINGS), st.integers(0, 24), st.lists(st.sampled_from(_SIGNS), max_size=4))
_TABLE = st.lists(st.integers(1, 5), min_size=2, max_size=4)


@settings(
    max_examples=30,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(st.lists(_LINE, min_size=1, max_size=3), _TABLE)
def test_no_word_is_lost_without_a_finding(
    write: Write, lines: list[tuple[str, int, list[str]]], table: list[int]
) -> None:
    words = (f"w{number}w" for number in itertools.count())
    rows = [start * times + "".join(f"{next(words)}{sign}" for sign in [*signs, "\n"]) for start, times, signs in lines]
    head, *body = ("|" + "".join(f" {next(words)} |" for _ in range(width)) for width in table)
    chart = "\n".join([head, "|" + "--|" * table[0], *body])
    for source in (*rows, chart, "\n".join([*rows, chart])):
        document = write(source)
        printed = "\n".join(plain(text) for text in document.texts())
        lost = set(re.findall(r"w\d+w", source)) - set(re.findall(r"w\d+w", printed))
        assert not lost or document.faults, (source, sorted(lost))


def test_did_you_mean(write: Write) -> None:
    (fault,) = write("# Equipment\n\n[x](#equipmnt)").faults
    assert fault.help == "Did you mean #equipment?"


def test_a_file_that_is_not_there(write: Write) -> None:
    document = write("a", kit__yaml="kit: game\ntitle: Game\nrulebooks:\n  - {file: rulse.md}\n")
    assert faults(document) == [("kit.yaml:4:12", "missing-file")]
    assert document.faults[0].help == "Did you mean rules.md?"


@pytest.mark.parametrize(
    ("fonts", "check", "message"),
    [
        ("{body: Barlow}", "missing-font", "there is no font Barlow"),
        ("{body: Special Elite}", "missing-font", "there is no bold style of Special Elite"),
        ("{heading: Bangers}", "", ""),
    ],
)
def test_fonts_of_the_kit(write: Write, fonts: str, check: str, message: str) -> None:
    head = f"kit: game\ntitle: Game\nrulebooks:\n  - {{file: rules.md, fonts: {fonts}}}\n"
    document = write("# A\n\n**b**", kit__yaml=head)
    assert [fault.check for fault in document.faults] == ([check] if check else [])
    assert not check or document.faults[0].message.startswith(message)


def test_an_empty_text_is_said(write: Write) -> None:
    assert faults(write(" \n")) == [("rules.md:1:1", "empty-file")]


@pytest.mark.parametrize(
    "source",
    [
        "> " * 5000,
        "[" * 20000,
        "*a **b " * 5000,
        "- " * 5000,
        "| a " * 3000 + "\n" + "|---" * 3000,
        "::: note\n" * 3000,
    ],
    ids=["quotes", "brackets", "stars", "lists", "cells", "notes"],
)
def test_hostile_markdown_ends_soon(write: Write, source: str) -> None:
    with within(3):
        write(source)
