"""Checks of faces say in words what a face recorded in numbers."""

import pytest

from pnp.model.face import Box, Face, Text
from pnp.model.finding import Finding, Level
from pnp.model.place import Where
from pnp.rules.engine import inspect, settle

from .nouns import EVENTS, TEMPLATE, deck, face, kit, plain_kit, rect, text


def found(*faces: Face) -> list[Finding]:
    game = plain_kit()
    return settle(game, inspect(game, faces))


def only(*faces: Face) -> Finding:
    (finding,) = found(*faces)
    return finding


def said(*texts: Text) -> str:
    return only(face(texts=texts)).message


def test_a_face_that_fits_says_nothing() -> None:
    assert found(face(texts=(text(),))) == []


def test_overflow_is_told_in_words() -> None:
    finding = only(face(texts=(text(over=4.2),)))
    assert finding == Finding(
        Where(EVENTS, 11, 12),
        "text-overflow",
        Level.ERROR,
        "the text stands 4.2 mm out of its box at 8.4 pt, the smallest size allowed; cut about 40 characters",
        "Shorten it, or give the box more room or a smaller size in templates/plain.svg.j2.",
        "game",
        "events/mall",
    )


def test_overflow_counts_whole_lines() -> None:
    # Five lines take 20 mm: 4 mm a line. 4.1 mm too much is two lines of five.
    assert "cut about 40 characters" in said(text(over=4.1))
    assert "cut about 20 characters" in said(text(over=3.9))


def test_overflow_of_one_line_counts_its_width() -> None:
    # 50 characters on 40 mm: 4 mm are 5 characters.
    assert "cut about 5 characters" in said(text(over=4.0, lines=1, words="x" * 50, box=Box(10, 40, 50, 44)))
    assert "cut about 1 character" in said(text(over=0.5, lines=1, words="x" * 50, box=Box(10, 40, 50, 44)))


def test_overflow_of_a_box_for_nothing() -> None:
    assert said(text(over=30.0)).endswith("the box is too small for any text")
    assert said(text(over=3.0, lines=1, box=Box(5, 5, 5, 5))).endswith("the box is too small for any text")


def test_overflow_of_one_size_says_no_more_of_it() -> None:
    assert "at 10.5 pt; cut" in said(text(over=4.2, size=10.5))


def test_rounding_is_no_overflow() -> None:
    assert found(face(texts=(text(over=0.01),))) == []


def test_words_of_the_template_are_mended_there_and_told_once() -> None:
    loose = text(field="", words="Fight or run for all that you are worth", over=1.0)
    finding = only(face(texts=(loose,)), face(texts=(loose,), card="roof"))
    assert finding.where == Where(TEMPLATE)
    assert finding.message.startswith('the text "Fight or run for all tha…" stands 1 mm out')
    assert finding.message.endswith("(on events/mall and 1 more)")


def test_a_missing_glyph_is_named() -> None:
    finding = only(face(texts=(text(missing=("🧟", "🧟")),)))
    assert finding.where == Where(EVENTS, 11, 12)
    assert finding.message == 'no font can draw "🧟" (U+1F9DF ZOMBIE)'
    assert "Barlow" in finding.help


def test_many_missing_glyphs_are_named_in_part() -> None:
    message = said(text(missing=tuple("漢字仮名交文")))
    assert message.startswith('no font can draw "漢" (U+6F22 CJK UNIFIED IDEOGRAPH-6F22), ')
    assert message.endswith(" and 1 more")


def test_what_cannot_be_shown_is_told_by_its_code_point() -> None:
    assert said(text(missing=("\x07",))) == "no font can draw (U+0007)"
    assert said(text(missing=("e\u0301",))) == 'no font can draw "e\u0301" (U+0065 U+0301)'


def test_small_type_that_the_template_asks_for() -> None:
    finding = only(face(texts=(text(size=5.0, asked=5.0),)), face(texts=(text(size=4.5, asked=5.0),), card="roof"))
    assert finding.where == Where(TEMPLATE)
    assert finding.level is Level.WARNING
    assert finding.message == (
        'the text of "event" is set in 4.5 pt; below 6 pt it is hard to read (on events/roof and 1 more)'
    )


def test_small_type_of_one_line_of_a_template_is_told_once_whatever_it_says() -> None:
    line = Where(TEMPLATE, 7)

    def drawn(card: str, *words: str) -> Face:
        texts = tuple(text(size=5.0, asked=5.0, field="", words=each, at=line) for each in words)
        return face(texts=texts, card=card)

    finding = only(drawn("mall", "Z01", "Z01"), drawn("roof", "Z02", "Z02"))
    assert finding.where == line
    assert finding.message == 'the text "Z01" is set in 5 pt; below 6 pt it is hard to read (on events/mall and 1 more)'
    assert len(found(drawn("mall", "Run", "Hide"), drawn("roof", "Run", "Hide"))) == 2


def test_small_type_that_a_long_text_leads_to() -> None:
    finding = only(face(texts=(text(size=5.25, asked=9.0),)))
    assert finding.where == Where(EVENTS, 11, 12)
    assert finding.message == 'the text of "event" shrank from 9 pt to 5.25 pt; below 6 pt it is hard to read'


@pytest.mark.parametrize("changes", [{"size": 6.0}, {"size": 5.0, "words": " "}])
def test_six_points_and_empty_texts_are_fine(changes: dict[str, object]) -> None:
    assert found(face(texts=(text(**changes),))) == []


@pytest.mark.parametrize(
    ("box", "words"),
    [
        (Box(1.5, 40, 50, 60), "stands 1.5 mm from the trim on the left; 3 mm should stay free"),
        (Box(10, 40, 61, 60), "stands 2.5 mm from the trim on the right; 3 mm should stay free"),
        (Box(10, 2.96, 50, 60), "stands 2.96 mm from the trim at the top; 3 mm should stay free"),
        (Box(10, 40, 50, 88), "stands 0.9 mm from the trim at the bottom; 3 mm should stay free"),
        (
            Box(-0.5, 1, 62.5, 60),
            "stands 0.5 mm beyond the trim on the left, 1 mm from the trim on the right "
            "and 1 mm from the trim at the top; 3 mm should stay free",
        ),
    ],
)
def test_text_near_the_trim(box: Box, words: str) -> None:
    assert said(text(box=box)) == f'the text of "event" {words} (on events/mall)'


def test_text_near_the_trim_is_told_once_at_its_nearest() -> None:
    near = [face(texts=(text(box=Box(10, 40, 61 + step / 10, 60)),), card=f"c{step}") for step in range(5)]
    assert only(*near).message == (
        'the text of "event" stands 2.1 mm from the trim on the right; 3 mm should stay free (on events/c4 and 4 more)'
    )


def test_text_on_the_safe_margin_is_fine() -> None:
    assert found(face(texts=(text(box=Box(3, 3, 60.5, 85.9)),))) == []
    assert found(face(texts=(text(box=Box(2.9999, 2.9999, 60.5001, 85.9001)),))) == []


def test_text_that_overflows_is_not_told_twice() -> None:
    assert only(face(texts=(text(box=Box(10, 40, 50, 95), over=6.1),))).check == "text-overflow"


def test_art_that_stops_is_told_with_the_side_and_the_bleed() -> None:
    finding = only(face(rect(0, 20, 40, 40)))
    assert finding == Finding(
        Where(TEMPLATE),
        "art-stops-at-trim",
        Level.WARNING,
        "the art stops at the trim on the left; draw on to 3.175 mm beyond it (on events/mall)",
        "With its bleed the drawing is 69.85 x 95.25 mm; it begins at -3.175, -3.175.",
        "game",
    )


def test_art_that_stops_on_several_sides() -> None:
    assert "at the trim on all four sides; draw" in only(face(rect(0, 0, 63.5, 88.9))).message
    assert "at the trim on the left, at the top and at the bottom; draw" in only(face(rect(0, 0, 30, 88.9))).message


def test_one_template_is_told_once_however_many_cards_it_has() -> None:
    faces = [face(rect(0, 20, 40, 40), card=card) for card in ("mall", "roof", "")]
    assert only(*faces).message.endswith("(on events/mall and 2 more)")


def test_a_back_is_called_so() -> None:
    assert only(face(rect(0, 20, 40, 40), card="")).message.endswith("(on events/back)")


def test_a_drawing_without_bleed_counts_on_the_bleed_of_its_deck() -> None:
    assert only(face(rect(0, 0, 63.5, 88.9), bleed=0)).check == "art-stops-at-trim"
    strange = kit(deck(id="other"))
    (found,) = inspect(strange, [face(rect(0, 0, 63.5, 88.9), bleed=0)])
    assert found.message == "the art reaches the trim on all four sides, and the deck has no bleed for it to go on in"


def test_a_face_whose_template_is_not_found_is_told_at_its_card() -> None:
    lost = face(rect(0, 20, 40, 40))._replace(files=())
    assert only(lost).where == lost.where
