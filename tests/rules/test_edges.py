"""Art that stops at the trim is found by its geometry, and nothing else is."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.model.face import Shape
from pnp.rules.topics.edges import stopping_sides

from .nouns import BLEED, HEIGHT, WIDTH, circle, corners, face, full, rect, shape

ALL = ("left", "right", "top", "bottom")
RED = "#aa2020"


def stops(*shapes: Shape, bleed: float = BLEED) -> tuple[str, ...]:
    return stopping_sides(face(*shapes), bleed)


def test_a_ground_that_ends_at_the_trim_stops_on_all_sides() -> None:
    assert stops(rect(0, 0, WIDTH, HEIGHT)) == ALL


@pytest.mark.parametrize(
    ("box", "sides"),
    [
        ((0, -BLEED, WIDTH + BLEED, HEIGHT + BLEED), ("left",)),
        ((-BLEED, -BLEED, WIDTH, HEIGHT + BLEED), ("right",)),
        ((-BLEED, 0, WIDTH + BLEED, HEIGHT + BLEED), ("top",)),
        ((-BLEED, -BLEED, WIDTH + BLEED, HEIGHT), ("bottom",)),
    ],
)
def test_each_side_is_told_by_its_name(box: tuple[float, float, float, float], sides: tuple[str, ...]) -> None:
    assert stops(rect(*box)) == sides


def test_art_that_goes_on_to_the_end_of_the_bleed_is_fine() -> None:
    assert stops(full()) == ()


def test_art_may_end_well_within_the_card() -> None:
    assert stops(rect(3, 3, WIDTH - 3, HEIGHT - 3)) == ()


@pytest.mark.parametrize(("away", "found"), [(0.34, True), (0.36, False), (-0.34, True), (-0.36, False)])
def test_an_edge_is_meant_for_the_trim_within_a_third_of_a_millimetre(away: float, found: bool) -> None:
    assert (stops(rect(away, 10, 20, 30)) == ("left",)) is found


@pytest.mark.parametrize(("length", "found"), [(1.9, False), (2.0, True)])
def test_an_edge_counts_from_two_millimetres_on(length: float, found: bool) -> None:
    assert (stops(rect(0, 10, 20, 10 + length)) == ("left",)) is found


def test_the_parts_of_one_edge_add_up() -> None:
    comb = [corners(0, top, 5, top + 0.7) for top in (10, 12, 14)]
    assert stops(shape(*comb)) == ("left",)
    assert stops(shape(*comb[:2])) == ()


def test_the_part_beyond_the_corner_of_the_trim_does_not_count() -> None:
    assert stops(rect(0, -BLEED, 20, 1.5)) == ()


def test_the_width_of_a_stroke_counts() -> None:
    frame = corners(0.5, 0.5, WIDTH - 0.5, HEIGHT - 0.5)
    assert stops(shape(frame, fill="", stroke=RED, stroke_width=1.0)) == ALL
    assert stops(shape(frame, fill="", stroke=RED, stroke_width=0.2)) == ()
    assert stops(shape(frame, fill="", stroke="", stroke_width=1.0)) == ()


def test_a_frame_that_fills_the_bleed_and_ends_at_the_trim_is_fine() -> None:
    half = BLEED / 2
    ring = corners(-half, -half, WIDTH + half, HEIGHT + half)
    assert stops(shape(ring, fill="", stroke=RED, stroke_width=BLEED)) == ()


def test_paper_needs_no_bleed() -> None:
    assert stops(rect(0, 0, WIDTH, HEIGHT, fill="#ffffff")) == ()
    assert stops(rect(0, 0, WIDTH, HEIGHT, fill="#FFFFFF")) == ()


def test_a_white_panel_on_a_dark_ground_shows_a_seam() -> None:
    assert stops(full(), rect(0, 20, WIDTH, 60, fill="#ffffff")) == ("left", "right")


def test_two_shapes_of_one_colour_have_no_seam() -> None:
    assert stops(full(fill=RED), rect(0, 0, WIDTH, HEIGHT, fill=RED)) == ()
    assert stops(full(fill=RED), rect(0, 0, WIDTH, HEIGHT, fill="#aa2121")) == ALL


def test_pictures_are_equal_to_themselves_alone() -> None:
    assert stops(full(fill="#image"), rect(0, 0, WIDTH, HEIGHT, fill="#image")) == ALL
    assert stops(full(fill="#image")) == ()


def test_a_colour_that_goes_on_a_little_still_stops() -> None:
    strip = rect(-1, -1, WIDTH + 1, HEIGHT + 1, fill=RED)
    assert stops(strip, rect(0, 0, WIDTH, HEIGHT, fill=RED)) == ALL


def test_what_later_art_covers_is_not_seen() -> None:
    under = rect(0, 0, WIDTH, HEIGHT)
    assert stops(under, full(fill=RED)) == ()
    assert stops(under, rect(-BLEED, -BLEED, 1, HEIGHT + BLEED, fill=RED)) == ("right", "top", "bottom")


def test_what_shines_through_covers_nothing() -> None:
    assert stops(rect(0, 0, WIDTH, HEIGHT), full(fill="#101010", opaque=False)) == ALL
    assert stops(full(), full(fill="#101010", opaque=False)) == ()


def test_a_shadow_that_stops_at_the_trim_is_seen() -> None:
    assert stops(full(), rect(0, 20, WIDTH, 60, opaque=False)) == ("left", "right")


def test_a_drawing_may_cross_the_trim() -> None:
    assert stops(full(), circle(3, 40, 10, fill=RED)) == ()
    assert stops(full(), shape(((-3, 10), (20, 20), (-3, 40), (-3, 10)), fill=RED)) == ()


def test_a_circle_that_touches_the_trim_stops_there() -> None:
    assert stops(circle(20, 40, 20, fill=RED)) == ("left",)


def test_a_leaning_edge_does_not_run_along_the_trim() -> None:
    leaning = ((-0.3, 10), (0.3, 13), (20, 13), (20, 10), (-0.3, 10))
    assert stops(shape(leaning)) == ()


def test_an_open_outline_that_is_filled_is_closed() -> None:
    assert stops(shape(((0, 10), (20, 10), (20, 30), (0, 30)))) == ("left",)


def test_a_hole_is_not_painted() -> None:
    outer, hole = corners(-BLEED, -BLEED, WIDTH + BLEED, HEIGHT + BLEED), corners(0, 10, 20, 30)
    # Paint lies outward of the hole's edge alone, which the knife takes away or leaves; nothing stops there.
    assert stops(shape(outer, hole)) == ()


def test_a_drawing_without_bleed_stops_where_it_ends() -> None:
    small = face(rect(0, 0, WIDTH, 20), bleed=0)
    assert stopping_sides(small, BLEED) == ("left", "right", "top")
    assert stopping_sides(face(rect(3, 3, 60, 80), bleed=0), BLEED) == ()
    assert stopping_sides(face(rect(0, 5, 20, 6), bleed=0), BLEED) == ()
    assert stopping_sides(face(rect(-BLEED, -BLEED, 70, 95), bleed=0), BLEED) == ALL


def test_nothing_stops_where_nothing_bleeds() -> None:
    assert stops(rect(0, 0, WIDTH, HEIGHT), bleed=0) == ()


def test_a_deck_without_bleed_has_its_art_within_the_trim() -> None:
    assert stopping_sides(face(rect(0, 0, WIDTH, 20), bleed=0), 0) == ("left", "right", "top")
    assert stopping_sides(face(rect(3, 3, 60, 80), bleed=0), 0) == ()
    assert stopping_sides(face(rect(0, 0, WIDTH, HEIGHT, fill="#ffffff"), bleed=0), 0) == ()


def test_a_line_of_one_point_and_a_shape_without_paint_are_no_trouble() -> None:
    dot = shape(((0, 10), (0, 10)), fill="", stroke=RED, stroke_width=0.5)
    assert stops(dot, rect(0, 0, WIDTH, HEIGHT, fill="")) == ()


def test_what_is_covered_by_art_that_goes_a_little_beyond_is_not_seen() -> None:
    assert stops(rect(0, 0, WIDTH, HEIGHT), rect(-1, -1, WIDTH + 1, HEIGHT + 1, fill=RED)) == ()


def test_a_hole_in_a_cover_lets_see_what_is_below() -> None:
    whole, hole = corners(-BLEED, -BLEED, WIDTH + BLEED, HEIGHT + BLEED), corners(-1, 10, 50, 60)
    assert stops(rect(0, 20, 40, 40), shape(whole, hole, fill=RED)) == ("left",)
    assert stops(rect(0, 20, 40, 40), shape(whole, fill=RED)) == ()


def test_two_parts_of_a_shape_that_meet_at_the_trim_go_on() -> None:
    assert stops(shape(corners(0, 10, 20, 30), corners(-1, 10, 0, 30))) == ()


def test_a_hairline_on_other_art_does_not_stop() -> None:
    assert stops(full(fill=RED), rect(-1, 5, 40, 60), rect(0, 10, 0.02, 30, fill="#00ff00")) == ()


@pytest.mark.parametrize(("width", "found"), [(0.3, False), (0.4, True)])
def test_a_line_along_the_trim_is_no_ground(width: float, found: bool) -> None:
    line = shape(((-BLEED, width / 2), (70, width / 2)), fill="", stroke=RED, stroke_width=width)
    assert (stops(full(), line) == ("top",)) is found
    assert (stops(full(), rect(0, 10, width, 60, fill=RED)) == ("left",)) is found


def test_a_stroke_that_is_not_painted_has_no_width() -> None:
    assert stops(rect(0.5, 0.5, WIDTH - 0.5, HEIGHT - 0.5, stroke_width=1.0)) == ()
    assert stops(rect(0, 0, WIDTH, HEIGHT, stroke_width=1.0)) == ALL


LENGTHS = st.integers(-7, 140).map(lambda half: half / 2)
BOXES = st.tuples(LENGTHS, LENGTHS, LENGTHS, LENGTHS).filter(lambda box: box[0] < box[2] and box[1] < box[3])
PAINTS = st.sampled_from(("#ffffff", RED, "#202030", "#image"))
PANELS = st.lists(st.tuples(BOXES, PAINTS, st.booleans()), max_size=4)


@settings(max_examples=50, deadline=None, derandomize=True)
@given(PANELS)
def test_art_in_a_mirror_stops_on_the_other_side(
    panels: list[tuple[tuple[float, float, float, float], str, bool]],
) -> None:
    turned = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}
    art = [rect(*box, fill=paint, opaque=opaque) for box, paint, opaque in panels]
    other = [
        rect(WIDTH - box[2], HEIGHT - box[3], WIDTH - box[0], HEIGHT - box[1], fill=paint, opaque=opaque)
        for box, paint, opaque in panels
    ]
    assert {turned[side] for side in stops(*art)} == set(stops(*other))
