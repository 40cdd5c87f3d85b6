"""Text and its ground: ratios of WCAG, and which of several grounds counts."""

import math
from dataclasses import replace

import pytest

from pnp.model.face import Box, Shape
from pnp.model.finding import Level
from pnp.model.place import Where
from pnp.rules.check import Context
from pnp.rules.engine import inspect, settle
from pnp.rules.topics.contrast import find_filled, low_contrast, worst_ground

from .nouns import EVENTS, circle, face, full, plain_kit, rect, text

GREY = "#949494"  # 3.03 to 1 on white
NOTE = Box(10, 40, 50, 60)


def grounds(*shapes: Shape, fill: str = GREY, above: int | None = None) -> str:
    return worst_ground(text(fill=fill, box=NOTE, lines=5, above=above), find_filled(shapes))


@pytest.mark.parametrize(
    ("fill", "level"),
    [("#000000", None), ("#767676", None), ("#777777", Level.WARNING), (GREY, Level.WARNING), ("#959595", Level.ERROR)],
)
def test_the_thresholds_are_those_of_wcag(fill: str, level: Level | None) -> None:
    """#767676 on white is 4.54, #777777 is 4.48, #949494 is 3.03 and #959595 is 2.99 (WebAIM's table)."""
    game = plain_kit()
    levels = [
        each.level for each in settle(game, inspect(game, [face(full(fill="#ffffff"), texts=(text(fill=fill),))]))
    ]
    assert levels == ([] if level is None else [level])


def test_paper_is_a_ground() -> None:
    assert grounds() == "#ffffff"
    assert grounds(fill="#303030") == ""


def test_what_lies_on_top_counts() -> None:
    assert grounds(full(fill="#ffffff"), rect(5, 30, 55, 70, fill="#000000")) == "#000000"
    assert grounds(rect(5, 30, 55, 70, fill="#000000"), full(fill="#ffffff")) == "#ffffff"


def test_what_was_painted_after_the_text_does_not_lie_below_it() -> None:
    shapes = full(fill="#000000"), rect(5, 30, 55, 70, fill="#ffffff")
    assert grounds(*shapes, above=1) == "#000000"
    assert grounds(*shapes, above=2) == "#ffffff"


@pytest.mark.parametrize(("right", "ground"), [(51, "#ffffff"), (20, "#ffffff"), (11, "#000000"), (9, "#000000")])
def test_of_several_grounds_the_worst_counts_that_is_no_sliver(right: float, ground: str) -> None:
    """White from the left to `right` under a text that reaches from 10 to 50."""
    assert grounds(full(fill="#000000"), rect(0, 0, right, 88.9, fill="#ffffff")) == ground


def test_a_hole_in_a_shape_is_none_of_it() -> None:
    ring = Shape((rect(0, 0, 60, 80).outlines[0], rect(5, 35, 55, 65).outlines[0]), Box(0, 0, 60, 80), "#000000")
    assert grounds(ring) == "#ffffff"


def test_a_badge_is_the_ground_of_its_number() -> None:
    number = text(fill="#ffffff", box=Box(28, 28, 32, 32), lines=1)
    assert worst_ground(number, find_filled((full(fill="#e0e0e0"), circle(30, 30, 6, fill="#202020")))) == "#202020"
    assert worst_ground(number, find_filled((full(fill="#e0e0e0"), circle(40, 30, 6, fill="#202020")))) == "#e0e0e0"


def test_pictures_gradients_and_what_shines_through_are_not_judged() -> None:
    for ground in (full(fill="#image"), full(fill="#pattern"), full(fill="#ffffff", opaque=False)):
        assert grounds(full(fill="#ffffff"), ground) == ""


def test_a_rule_between_the_lines_is_no_ground() -> None:
    assert grounds(full(fill="#000000"), rect(12, 45, 48, 52, fill="#ffffff")) == "#000000"


def test_an_icon_alone_is_no_text() -> None:
    said = list(low_contrast.function(face(texts=(text(words="{heart}", fill=GREY),)), Context(plain_kit())))
    assert said == []


@pytest.mark.parametrize("top", [-9.5, 0.0, 5.9, 6.0, 11.5, 40.2, 83.0])
@pytest.mark.parametrize("height", [0.5, 6.0, 7.0, 30.0])
def test_of_many_shapes_the_same_are_found(top: float, height: float) -> None:
    shades = [f"#{shade:02x}{shade:02x}{shade:02x}" for shade in range(0, 255, 5)]
    shapes = [rect(0, 2 * at - 10, 60, 2 * at - 7, fill=shade) for at, shade in enumerate(shades)]
    words = text(fill=GREY, box=Box(5, top, 50, top + height), lines=2)
    assert worst_ground(words, find_filled(shapes, [words] * 1000)) == worst_ground(words, find_filled(shapes))


def test_a_shape_without_bounds_is_found_at_once_among_many() -> None:
    shapes = [rect(0, 3 * at, 60, 3 * at + 2, fill="#808080") for at in range(20)]
    shapes += [rect(-1e9, -1e9, 1e9, 1e9, fill="#101010"), rect(0, 0, 60, math.inf, fill="#202020")]
    words = text(fill=GREY, box=Box(5, 30, 50, 33), lines=1)
    filled = find_filled(shapes, [words] * 1000)
    assert sum(map(len, filled.bands.values())) < len(shapes)
    assert worst_ground(words, filled) == worst_ground(words, find_filled(shapes)) != ""


def test_a_colour_of_the_template_is_told_once_there_and_one_of_the_card_at_the_card() -> None:
    line = Where("templates/plain.svg.j2", 7)
    game = plain_kit()
    pale = [face(full(fill="#ffffff"), texts=(text(fill=GREY, at=line),), card=each) for each in ("mall", "roof")]
    (told,) = settle(game, inspect(game, pale))
    assert told.where == line
    assert told.message.endswith("(on events/mall and 1 more)")
    assert told.help.endswith("in the template.")
    own = [card._replace(values={"look": {"inks": (GREY.upper(),)}}) for card in game.decks[0].cards]
    coloured = game._replace(decks=(replace(game.decks[0], cards=tuple(own)),))
    found = settle(coloured, inspect(coloured, pale))
    assert {each.where.file for each in found} == {EVENTS}
    assert found[0].help.endswith("on the card.")
