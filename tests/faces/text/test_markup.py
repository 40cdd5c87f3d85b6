import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.faces.text.markup import Span, parse_markup, read_plain
from pnp.rules.topics.stars import odd_stars


def show(markup: str) -> str:
    """Spans as `b(...)`, `i(...)`, `bi(...)`, icons as `<name>`, lines parted by `/`."""
    lines = []
    for line in parse_markup(markup):
        shown = ""
        for span in line:
            style = "b" * span.bold + "i" * span.italic + "s" * span.small + "•" * span.bullet
            text = f"<{span.icon}>" if span.icon else span.text
            shown += f"{style}({text})" if style else text
        lines.append(shown)
    return "/".join(lines)


@pytest.mark.parametrize(
    ("markup", "shown"),
    [
        ("plain", "plain"),
        ("**Run 3** to win", "b(Run 3) to win"),
        ("*a* b", "i(a) b"),
        ("***a*** b", "bi(a) b"),
        ("**a *b* c**", "b(a )bi(b)b( c)"),
        ("**a *b***", "b(a )bi(b)"),
        ("***a* b**", "bi(a)b( b)"),
        ("***a** b*", "bi(a)i( b)"),
        ("*", "*"),
        ("**", "**"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("+1*", "+1*"),
        ("*one", "*one"),
        ("**one", "**one"),
        ("***a**", "*b(a)"),
        ("*a *b*", "*a i(b)"),
        ("**a *b** c", "b(a *b) c"),
        ("****a****", "****a****"),
        ("a**b**c", "ab(b)c"),
        ("5*3 and 4*2", "5*3 and 4*2"),
        ("5*3 and *bold*", "5*3 and i(bold)"),
        ("^^Small^^ caps", "s(Small) caps"),
        ("**^^a^^ b**", "bs(a)b( b)"),
        ("*^^a*^^", "i(^^a)^^"),
        ("2^3, x^^2 and ^", "2^3, x^^2 and ^"),
        (r"\^^a^^", "^^a^^"),
        ("- a\n• b\nc - d", "•(• )a/•(• )b/c - d"),
        ("-a\n-\n- ", "-a/-/-"),
        ("\\- a\n\\-b", "- a/\\-b"),
        ("-   **a**", "•(• )b(a)"),
        ("**- a**", "b(- a)"),
        ("{a}- {b}", "<a>- <b>"),
        ("{0} {12} {3d} {d-6}", "{0} {12} <3d> <d-6>"),
        (r"\*a\* \{heart} \\ \n", r"*a* {heart} \ \n"),
        ("**1**{heart}, {die-6}", "b(1)<heart>, <die-6>"),
        ("**{heart}**", "b(<heart>)"),
        ("{} { heart } {-x} {", "{} { heart } {-x} {"),
        ("  a  \n  b\r\nc\rd  ", "a/b/c/d"),
        ("a\n\nb", "a//b"),
        ("**a\nb**", "b(a)/b(b)"),
        ("", ""),
        (" \n ", ""),
        ("0", "0"),
        ("<b>&amp;</b>", "<b>&amp;</b>"),
        ("\ud800x", "\ufffdx"),
    ],
)
def test_marks(markup: str, shown: str) -> None:
    assert show(markup) == shown


def test_escapes_do_not_part_spans() -> None:
    assert parse_markup(r"a\*b") == ((Span("a*b"),),)


def test_plain_text_keeps_icons_as_written() -> None:
    assert read_plain("Gain **1**{heart}.\nEnd") == "Gain 1{heart}.\nEnd"


def test_many_blanks_and_stars_take_no_time() -> None:
    assert parse_markup("a" + " " * 200_000 + "b\n" + "* " * 20_000)[0][0].text.endswith("b")


@pytest.mark.parametrize(
    ("markup", "inner"), [("*a **b***", "b"), ("**a *b***", "b"), ("***b** a*", "b"), ("***b* a**", "b")]
)
def test_three_stars_close_what_was_opened_last_first(markup: str, inner: str) -> None:
    (line,) = parse_markup(markup)
    assert "".join(span.text for span in line) == markup.replace("*", "")
    assert [(span.bold, span.italic) for span in line if inner in span.text] == [(True, True)]
    assert all(span.bold or span.italic for span in line)


RUNS = st.lists(st.sampled_from(["*", "**", "***", "^^", "a", "b ", " ", "1", "{heart}", "\n"]), max_size=20).map(
    "".join
)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(RUNS)
def test_any_run_of_marks_loses_no_letter(markup: str) -> None:
    said = "".join(span.text + span.icon for line in parse_markup(markup) for span in line)
    assert [letter for letter in said if letter.isalnum()] == [letter for letter in markup if letter.isalnum()]
    odd_stars(markup)
