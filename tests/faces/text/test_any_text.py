"""Whatever a card says: nothing crashes, hangs, is lost or stands out of its box in silence."""

from collections import Counter
from itertools import chain
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from timing import within

from pnp.faces.text.bidi import mirror
from pnp.faces.text.fitting import TextBox
from pnp.faces.text.fonts import FontBook
from pnp.faces.text.layout import lay_out
from pnp.faces.text.markup import parse_markup
from pnp.faces.text.svgtext import set_text

SIGNS = [
    *(
        "abT",
        "yW",
        "-",
        "—",
        ".",
        ",",
        "1",
        "é",
        "★",
        "木",
        "。",
        "「",
        "ש",
        "ל",
        "לא",
        "بط",
        "قة",
        "ไม่",
        "เก็บ",
        "(",
        ")",
        "]",
    ),
    *(
        "\u0301",
        "\u00a0",
        "\u200b",
        "\u00ad",
        "\u202e",
        "\u2067",
        "\u200f",
        "\ufffd",
        "\x07",
        "ß",
        "ﬁ",
        "{",
        "}",
        "\\\\",
    ),
    *(
        "**",
        "*",
        "^^",
        "{heart}",
        "word ",
        "longer-word ",
        "un\u00adbreak\u00adable",
        " ",
        "\n",
        "\n- ",
        "https://a.b/c?d=e",
    ),
]
TEXTS = st.lists(st.sampled_from(SIGNS), max_size=30).map("".join) | st.text(st.characters(codec=None), max_size=40)


def count(text: str) -> Counter[str]:
    """The signs of a text, whatever their order and whichever way their brackets look."""
    kept = (character for character in text if not character.isspace() and character != "\u00ad")
    return Counter(min(character, mirror(character)) for character in kept)


@settings(max_examples=50, deadline=None, derandomize=True)
@given(
    markup=TEXTS,
    width=st.floats(1, 60),
    height=st.none() | st.floats(1, 40),
    align=st.sampled_from(["left", "center", "right", "justify"]),
    valign=st.sampled_from(["top", "middle", "bottom"]),
    lines=st.sampled_from([None, 1, 3]),
    language=st.sampled_from(["", "de", "he", "th"]),
)
def test_any_text_is_set_whole_and_in_its_box(
    *,
    world: FontBook,
    markup: str,
    width: float,
    height: float | None,
    align: str,
    valign: str,
    lines: int | None,
    language: str,
) -> None:
    box = TextBox(
        *(markup, 10, 20, width, height, "Barlow Semi Condensed", (4, 3, 2)),
        align=align,
        valign=valign,
        lines=lines,
        language=language,
        hyphenate=language == "de",
    )
    laid = lay_out(box, world)
    written = "".join(span.text for span in chain.from_iterable(parse_markup(markup)))
    assert count("".join(run.text for run in laid.runs)) == count(written)
    for run in laid.runs:
        assert sum(size for size, _ in run.clusters) == len(run.text.encode())
        assert sum(glyphs for _, glyphs in run.clusters) == len(run.glyphs)
    if laid.over == 0 and laid.runs:
        assert laid.area.left >= 10 - 1e-5
        assert laid.area.right <= 10 + width + 1e-5
        assert height is None or laid.area.bottom <= 20 + height + 1e-5


@settings(max_examples=50, deadline=None, derandomize=True)
@given(text=TEXTS)
def test_any_svg_text_is_set_whole(world: FontBook, text: str) -> None:
    element = Element("text")
    element.text = text
    laid = set_text(element, {"font-family": "Source Serif 4", "font-size": "4"}, world)
    drawn = "".join(run.text for run in laid.runs)
    assert count(drawn) == count(laid.words)


@pytest.mark.parametrize(
    "text",
    [
        "x" * 20_000,
        "ab\u00ad" * 5_000,
        "ש" * 5_000,
        "(ש" * 1_000,
        "\u202b" * 2_000 + "א",
        "ไม่" * 3_000,
        "漢字。" * 3_000,
        "a\u0301" * 5_000,
        "🔥" * 3_000,
        "https://" + "a/" * 5_000,
        "**a^^*" * 3_000,
        "- a\n" * 3_000,
    ],
    ids=lambda text: ascii(text[:4]),
)
def test_long_texts_take_no_time(world: FontBook, text: str) -> None:
    with within(3):
        laid = lay_out(TextBox(text, 0, 0, 30, 30, "Barlow Semi Condensed", (4, 3), hyphenate=True), world)
    assert laid.lines
