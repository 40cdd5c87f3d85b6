"""Zed Deck in its other look, and the cards beside the deck: what they say, and how much ink they take."""

import io
import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
from PIL import Image

from pnp.faces.drawing import draw_picture
from pnp.faces.studio import Studio
from pnp.kit.project import Project
from pnp.kit.reading import read_kit
from pnp.model.face import Face, FaceKey
from pnp.model.kit import Card, Kit
from pnp.model.roots import Roots
from pnp.model.sheet import Piece
from pnp.press.imposition.imposition import impose

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "content/zed-deck"
LOW_INK = "low-ink"
# As printed: a third of a millimetre is a pixel, which is plenty for shares of an area.
DPI = 100
PICTURED = ("last-bus", "church-bell", "camp-stove")


@cache
def kit() -> Kit:
    return read_kit(FOLDER, "content/zed-deck")


@cache
def roots() -> Roots:
    return Project(ROOT).roots(FOLDER)


@cache
def studio(theme: str) -> Studio:
    return Studio(kit(), roots(), theme)


@cache
def face(deck: str, card: str, side: str, theme: str) -> Face:
    return studio(theme).compose(FaceKey(deck, card, side))


class Ink(NamedTuple):
    """Shares of the trimmed card, in per cent."""

    black: float
    red: float
    yellow: float


@cache
def ink(deck: str, card: str, side: str, theme: str) -> Ink:
    """How much of the trimmed face is dark, red and yellow."""
    found = face(deck, card, side, theme)
    picture = Image.open(io.BytesIO(draw_picture(found, roots(), DPI))).convert("RGB")
    edge = round(found.bleed / 25.4 * DPI)
    inside = picture.crop((edge, edge, picture.width - edge, picture.height - edge))
    colours = inside.getcolors(1 << 24) or []
    black = red = yellow = 0
    for count, pixel in colours:
        assert isinstance(pixel, tuple)
        r, g, b = pixel
        if r > 200 and g > 150 and b < 140:
            yellow += count
        elif r > 110 and max(g, b) < 100 and r - g > 60:
            red += count
        elif max(pixel) < 128:
            black += count
    area = inside.width * inside.height / 100
    return Ink(black / area, red / area, yellow / area)


def fronts() -> list[tuple[str, str]]:
    return [(deck.id, card.id) for deck in kit().decks for card in deck.cards]


def card_of(deck: str, card: str) -> Card:
    return next(each for each in kit().deck(deck).cards if each.id == card)


FACES = [*(pytest.param(deck, card, "front", id=card) for deck, card in fronts()), ("events", "", "back")]


def test_the_theme_is_named() -> None:
    assert kit().themes == (LOW_INK,)
    assert kit().faults == ()


@pytest.mark.parametrize(("deck", "card", "side"), FACES)
def test_every_word_is_in_both_looks_at_its_place(deck: str, card: str, side: str) -> None:
    usual, low = (face(deck, card, side, theme) for theme in ("", LOW_INK))
    assert usual.faults == low.faults == ()
    assert [text.words for text in usual.texts] == [text.words for text in low.texts]
    for one, other in zip(usual.texts, low.texts, strict=True):
        assert (one.over, other.over, one.missing, other.missing) == (0, 0, (), ()), one.words
        if one.field in ("run", "fight"):
            assert other.size == 19
        else:
            assert (other.box, other.size, other.lines) == (one.box, one.size, one.lines), one.words


@pytest.mark.parametrize(("deck", "card", "side"), FACES)
def test_low_ink_fills_nothing_but_type_and_icons(deck: str, card: str, side: str) -> None:
    """No tint, no colour, and no black area that is larger than an icon."""
    low = face(deck, card, side, LOW_INK)
    assert {shape.fill for shape in low.shapes} <= {"", "#16130f", "#ffffff"}
    assert {shape.stroke for shape in low.shapes} <= {
        "",
        "#16130f",
        "#ffffff",
        *(["#e3dccb"] if side == "back" else []),
    }
    assert {text.fill.lower() for text in low.texts} <= {"#16130f", "#4a4238"}
    for shape in low.shapes:
        if shape.fill == "#16130f":
            left, top, right, bottom = shape.box
            assert max(right - left, bottom - top) <= (20 if side == "back" else 14.1)


@pytest.mark.parametrize("card", PICTURED)
def test_ink_of_the_fronts(card: str) -> None:
    usual, low = (ink("events", card, "front", theme) for theme in ("", LOW_INK))
    assert 16 <= usual.black <= 24
    assert 2 <= usual.red <= 6
    assert 3 <= usual.yellow <= 8
    assert 12 <= low.black <= 18
    assert low.red == low.yellow == 0
    assert low.black < usual.black - 2


def test_ink_of_the_back() -> None:
    usual, low = (ink("events", "", "back", theme) for theme in ("", LOW_INK))
    assert 25 <= usual.black <= 31
    assert usual.red < 1
    assert 18 <= usual.yellow <= 21
    assert 11 <= low.black <= 16
    assert low.red == low.yellow == 0


def test_ink_of_the_cards_beside_the_deck() -> None:
    usual, low = (ink("trackers", "tracker", "front", theme) for theme in ("", LOW_INK))
    assert 13 <= usual.black <= 18
    assert 3 <= usual.red <= 5
    assert 4 <= usual.yellow <= 7
    assert 11 <= low.black <= 17
    for card in ("turn", "rest"):
        assert ink("reference", card, "front", LOW_INK).black <= 13
    assert low.red == low.yellow == ink("reference", "turn", "front", LOW_INK).red == 0


def test_low_ink_back_is_its_own_half_turn() -> None:
    from PIL import ImageChops

    picture = Image.open(io.BytesIO(draw_picture(face("events", "", "back", LOW_INK), roots(), 72))).convert("L")
    apart = ImageChops.difference(picture, picture.transpose(Image.Transpose.ROTATE_180)).histogram()
    assert sum(apart[96:]) <= picture.width * picture.height * 0.002


def test_tracker_counts_health_and_supplies() -> None:
    texts = face("trackers", "tracker", "front", "").texts
    figures = [int(text.words) for text in texts if text.words.isdecimal()]
    assert figures == [6, 5, 4, 3, 2, 1, *range(0, 70, 10), *range(10)]
    assert [text.size for text in texts if text.words.isdecimal()] == [16] * 6 + [15] * 17


def test_tracker_spaces_hold_the_markers_that_are_asked_for() -> None:
    """Boxes of the tens are as wide as a cube, and no row overlaps another."""
    low = face("trackers", "tracker", "front", LOW_INK)
    spaces = [shape.box for shape in low.shapes if shape.stroke and 8.5 < shape.box.bottom - shape.box.top < 9.2]
    assert len(spaces) >= 17
    widths = sorted(round(box.right - box.left) for box in spaces)
    assert min(widths) >= 7
    assert "8 mm" in str(card_of("reference", "rest").values["sections"])


@pytest.mark.parametrize(("deck", "card"), [("trackers", "tracker"), ("reference", "turn"), ("reference", "rest")])
def test_type_beside_the_deck_is_legible_and_on_its_paper(deck: str, card: str) -> None:
    for text in face(deck, card, "front", "").texts:
        assert text.size >= 8, text.words
        assert 3 < text.box.left < text.box.right < 60.6
        assert 3 < text.box.top < text.box.bottom < 85.9


def test_reference_sections_do_not_touch() -> None:
    for card in ("turn", "rest"):
        boxes = [text.box for text in face("reference", card, "front", "").texts][1:]
        assert len(boxes) == {"turn": 6, "rest": 5}[card]
        assert all(lower.top - upper.bottom >= 0.5 for upper, lower in pairwise(boxes))


def test_reference_says_what_the_rules_turn_on() -> None:
    said = " ".join(str(card.values["sections"]) for card in kit().deck("reference").cards)
    for fact in (
        r"1, 2 or 3",
        r"total is the number or more",
        r"\*\*1\*\*\{damage\} for each point short",
        r"below 0 is 0",
        r"\*\*Clear up\.\*\*",
        r"not between the draw and the result of a test",
        r"Anything else: play it",
        r"two or more \{zombie\}",
        r"one piece",
        r"\*\*At once\*\* happens even",
        r"1 point for each \{supplies\}",
        r"\{run\} is higher: lose \*\*1\*\*\{supplies\}",
        r"Equal: nothing",
    ):
        assert re.search(fact, said), fact


def test_what_is_kept_beside_the_deck_is_one_side_of_one_sheet() -> None:
    job = next(job for job in kit().jobs if job.name == "trackers")
    pieces: list[Piece] = [piece for deck in job.decks for piece in studio("").pieces(kit().deck(deck))]
    assert [piece.back for piece in pieces] == [None] * 3
    for paper in ("letter", "a4"):
        run = impose(kit(), job, pieces, paper, LOW_INK)
        assert (len(run.sheets), run.duplex, run.faults) == (1, False, ())
