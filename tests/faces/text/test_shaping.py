import pickle

import pytest
import uharfbuzz as hb

from pnp.faces.text.fitting import TextBox
from pnp.faces.text.fonts import Font, FontBook
from pnp.faces.text.layout import Laid, lay_out
from pnp.faces.text.lettering import Part, join, shape_word
from pnp.faces.text.shaping import shape

SENTENCE = "To VAT we owe: AVAST, Yes! “Two” fifty-first affluent Waltz—and To Ty 0.5 To."


def advance(font: Font, text: str) -> float:
    """The advance of the whole text, asked of HarfBuzz directly."""
    buffer = hb.Buffer()
    buffer.language = "en"
    buffer.add_utf8(text.encode())
    buffer.guess_segment_properties()
    hb.shape(font.shaper, buffer)
    return float(sum(place.x_advance for place in buffer.glyph_positions)) / font.upem


def lay(book: FontBook, markup: str, family: str = "Source Serif 4", *, width: float = 1000) -> Laid:
    return lay_out(TextBox(markup, 0, 0, width, None, family, (1,)), book)


def find(book: FontBook, family: str) -> Font:
    font = book.find(family)
    assert font is not None
    return font


def test_a_line_is_as_wide_as_harfbuzz_has_it(book: FontBook) -> None:
    for family in book.families():
        laid = lay(book, SENTENCE, family)
        assert (laid.missing, len(laid.runs)) == ((), 1)
        assert laid.area.right - laid.area.left == pytest.approx(advance(find(book, family), SENTENCE), abs=1e-9)


def test_kerning_reaches_across_spaces_and_hyphens(book: FontBook) -> None:
    font = find(book, "Source Serif 4")
    assert join(font, "e", " ", "T").advance < join(font, "e", " ", "e").advance
    assert join(font, "T", " ", "e").glyphs[0][1] < 0
    (before, after) = shape_word("semi-Tabby", font, book)
    assert before.kern is not None
    assert before.kern.advance < 0
    assert after.kern is None


def test_words_and_spaces_are_shaped_once(book: FontBook, monkeypatch: pytest.MonkeyPatch) -> None:
    words = "What was shaped on one card is known on all that follow."
    known = lay(book, words)
    calls: list[str] = []
    monkeypatch.setattr(hb, "shape", lambda *_: calls.append("shape"))
    assert lay(book, words, width=999).missing == known.missing
    assert calls == []


def test_glyphs_stand_where_harfbuzz_puts_them(book: FontBook) -> None:
    font = find(book, "Source Serif 4")
    whole = shape(font, SENTENCE)
    placed = lay(book, SENTENCE).runs[0].glyphs
    assert [glyph for glyph, _, _ in placed] == [glyph for glyph, _, _ in whole.glyphs]
    assert [x for _, x, _ in placed] == pytest.approx([x for _, x, _ in whole.glyphs], abs=1e-9)


def test_clusters_cover_the_text_and_the_glyphs_exactly(book: FontBook) -> None:
    laid = lay(book, "Ça coûte **3 €** — «naïve» ½ × ¾ fi ffl ★ e\u0301 {heart} end\nTö", width=9)
    assert len(laid.runs) == 5
    for run in laid.runs:
        assert sum(size for size, _ in run.clusters) == len(run.text.encode())
        assert sum(count for _, count in run.clusters) == len(run.glyphs) == len(list(run.glyphs))
        assert len(run.clusters) == len(list(run.clusters))
    assert "".join(run.text for run in laid.runs) == "Ça coûte 3 € — «naïve» ½ × ¾ fi ffl ★ e\u0301  end Tö"


def test_a_fallback_lends_its_glyph(book: FontBook) -> None:
    runs = lay(book, "a★b", "Bangers").runs
    assert [(run.text, run.font.rpartition("/")[2]) for run in runs] == [
        ("a", "Bangers_400Regular.ttf"),
        ("★", "NotoSansSymbols2_400Regular.ttf"),
        ("b", "Bangers_400Regular.ttf"),
    ]
    assert [x for _, x, _ in runs[2].glyphs] == pytest.approx(
        [advance(find(book, "Bangers"), "a") + advance(find(book, "Noto Sans Symbols 2"), "★")]
    )


def test_missing_characters_are_told_once_each(book: FontBook) -> None:
    laid = lay(book, "木 ★ Жж木 and Ж\n木", "Bangers")
    assert laid.missing == ("木",)  # Cyrillic is lent by Source Serif 4
    assert lay(book, "ŵ ★ ŵ", "Creepster").missing == ("ŵ",)  # Latin is lent by none
    assert "".join(run.text for run in laid.runs) == "木 ★ Жж木 and Ж 木"


def test_spaces_hyphens_and_invisible_signs_are_never_missing(book: FontBook) -> None:
    text = "a\u00a0b\u202fc\u2009d\u2011e\u00adf\u200bg\ufe0f"
    for family in book.families():
        laid = lay(book, text, family)
        assert laid.missing == (), family
        # A soft hyphen that ends no line leaves no trace.
        assert sum(sum(n for n, _ in run.clusters) for run in laid.runs) == len(text.encode()) - 2


def test_a_non_breaking_hyphen_looks_like_a_hyphen(book: FontBook) -> None:
    (twin,) = lay(book, "a\u2011b", "Creepster").runs
    (plain,) = lay(book, "a-b", "Creepster").runs
    assert list(twin.glyphs) == list(plain.glyphs)
    assert list(twin.clusters) == [(1, 1), (3, 1), (1, 1)]


def test_words_break_after_dashes_between_letters(book: FontBook) -> None:
    font = find(book, "Source Serif 4")

    def parts(word: str) -> list[str]:
        return ["".join(piece.text for piece in part.pieces) for part in shape_word(word, font, book)]

    assert parts("well-known") == ["well-", "known"]
    assert parts("and—so") == ["and—", "so"]
    for whole in ("-1", "2–4", "x-ray", "and/or", "a\u00a0b", "don't", "end-", "co\u2011op", "8-sided"):
        assert parts(whole) == [whole]


def test_ideographs_break_but_not_before_their_full_stop(book: FontBook) -> None:
    font = find(book, "Source Serif 4")
    assert [part.pieces[0].text for part in shape_word("漢字。「漢", font, book) if isinstance(part, Part)] == [
        "漢",
        "字",
        "「",
    ]


def test_runs_are_small_and_travel(book: FontBook) -> None:
    run = lay(book, "word " * 100, width=30).runs[0]
    again = pickle.loads(pickle.dumps(run))
    assert again == run
    assert list(again.glyphs) == list(run.glyphs)
    assert run.glyphs[0] == next(iter(run.glyphs))
    assert run.clusters[-1] == (1, 1)
    assert run.glyphs[1:3] == tuple(run.glyphs)[1:3]
    assert len(pickle.dumps(run)) < 8000
