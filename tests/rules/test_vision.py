"""Colours as eyes see them: the formulas against what was published, and the check that goes by them."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.model.colours import (
    GRAY,
    VISIONS,
    ciede2000,
    difference,
    dip,
    luminance,
    read_hex,
    simulate,
    to_gray,
    to_lab,
)
from pnp.model.face import Face, Gallery
from pnp.model.finding import Finding
from pnp.rules.engine import inspect
from pnp.rules.topics.looks import describe_look

from .nouns import card, deck, face, full, kit, rect, text

# Okabe and Ito, "Color Universal Design", 2008.
OKABE_ITO = ("#000000", "#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7")
RED, GREEN, BLUE = "#b23a48", "#3a7d44", "#0072b2"
COLOURS = st.tuples(*[st.integers(0, 255)] * 3).map(lambda rgb: "#{:02x}{:02x}{:02x}".format(*rgb))


# Sharma, Wu and Dalal 2005, table 1: pairs 1, 4, 7, 9, 10, 13, 17, 19, 25, 28, 34.
@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0),
        ((50, 0, 0), (50, -1, 2), 2.3669),
        ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792),
        ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
        ((50, -0.001, 2.49), (50, 0.0009, -2.49), 4.8045),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((50, 2.5, 0), (58, 24, 15), 19.4535),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((63.0109, -31.0961, -5.8663), (62.8187, -29.7946, -4.0864), 1.2630),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_difference_is_that_of_the_published_data(
    one: tuple[float, float, float], two: tuple[float, float, float], expected: float
) -> None:
    assert ciede2000(one, two) == pytest.approx(expected, abs=5e-5)
    assert ciede2000(two, one) == pytest.approx(expected, abs=5e-5)


def test_white_and_black_are_a_hundred_apart() -> None:
    assert to_lab((1, 1, 1)) == pytest.approx((100, 0, 0), abs=0.02)
    assert difference("#000000", "#ffffff") == pytest.approx(100, abs=0.02)


@given(colour=COLOURS)
@settings(max_examples=60, derandomize=True, deadline=None)
def test_gray_keeps_the_luminance_and_all_eyes_see_grays_alike(colour: str) -> None:
    gray = to_gray(read_hex(colour))
    assert luminance(gray) == pytest.approx(luminance(read_hex(colour)), abs=1e-6)
    written = dip(colour, GRAY)
    assert written[1:3] == written[3:5] == written[5:]
    for vision in VISIONS:
        assert dip(written, vision) == written
        assert all(0 <= share <= 1 for share in simulate(read_hex(colour), vision))


def test_what_is_no_plain_colour_stays() -> None:
    assert [dip(colour, GRAY) for colour in ("#pattern", "#image", "")] == ["#pattern", "#image", ""]
    assert dip("#123456", "") == "#123456"


def test_colours_that_are_made_for_all_eyes_are_let_pass() -> None:
    pairs = [
        (front("a", one), front("b", one), front("c", two), front("d", two)) for one, two in combinations(OKABE_ITO, 2)
    ]
    assert [found(*pair) for pair in pairs] == [[]] * len(pairs)


def front(name: str, fill: str, *signs: str) -> Face:
    """A card with a title of its own, a band of that colour, and signs in its corner."""
    texts = (text(words=name), *(text(words=sign) for sign in signs))
    made = face(full(fill="#ffffff"), rect(0, 0, 63.5, 20, fill=fill), texts=texts, card=name)
    return made._replace(digest=name)


def found(*faces: Face) -> list[Finding]:
    game = kit(deck(*(card(name, 10 * number) for number, name in enumerate("abcd", 1))))
    gallery = Gallery("events", tuple(map(describe_look, faces)))
    return [each for each in inspect(game, [gallery]) if each.check == "colour-vision"]


def test_a_colour_alone_that_some_eyes_mix_up_is_told() -> None:
    (finding,) = found(front("a", RED), front("b", RED), front("c", GREEN), front("d", GREEN))
    assert finding.message == (
        "only colour tells a and b (#b23a48) from c and d (#3a7d44), and to deutan eyes they look alike: "
        "1 apart, to others 59"
    )
    assert finding.where.line == 30


def test_a_colour_that_a_word_goes_with_is_let_pass() -> None:
    assert found(front("a", RED, "Fire"), front("b", RED, "Fire"), front("c", GREEN), front("d", GREEN)) == []
    # On one card of the group alone it is not enough: the other is told by nothing.
    assert len(found(front("a", RED, "Fire"), front("b", RED), front("c", GREEN), front("d", GREEN))) == 1
    # Nor is one that all of them have.
    assert (
        len(found(*(front(name, fill, "Move") for name, fill in zip("abcd", (RED, RED, GREEN, GREEN), strict=True))))
        == 1
    )


def test_colours_that_stand_for_nothing_are_let_pass() -> None:
    """On one card each, or on another shape each, or too small to be seen."""
    assert found(front("a", RED), front("b", RED), front("c", GREEN)) == []
    other = [front(name, GREEN)._replace(shapes=(rect(0, 60, 63.5, 80, fill=GREEN),)) for name in "cd"]
    assert found(front("a", RED), front("b", RED), *other) == []
    small = [
        front(name, fill)._replace(shapes=(rect(4, 4, 8, 8, fill=fill),))
        for name, fill in zip("abcd", (RED, RED, GREEN, GREEN), strict=True)
    ]
    assert found(*small) == []


def test_colours_that_nobody_takes_for_two_are_let_pass() -> None:
    assert found(front("a", RED), front("b", RED), front("c", "#b03848"), front("d", "#b03848")) == []
    assert found(front("a", RED), front("b", RED), front("c", BLUE), front("d", BLUE)) == []
