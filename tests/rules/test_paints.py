"""What is seen at a point is the same, whether one point is looked at or many."""

from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.model.face import Box, Shape
from pnp.model.outline import rectangle
from pnp.rules.topics.paints import PAPER, number_points, seen_at, seen_at_each
from pnp.rules.topics.rims import stops_at

from .nouns import face, rect

number = st.floats(-5, 25) | st.integers(-5, 25).map(float)
points = st.lists(st.tuples(number, number), min_size=1, max_size=12)


@st.composite
def shapes(draw: st.DrawFn) -> Shape:
    outlines = tuple(tuple(outline) for outline in draw(st.lists(points, min_size=1, max_size=3)))
    across, down = [x for outline in outlines for x, _ in outline], [y for outline in outlines for _, y in outline]
    fill = draw(st.sampled_from(("", "#aa2020", "#AA2020", "#pattern")))
    stroke, width = draw(st.sampled_from((("", 0.0), ("#20aa20", 0.3), ("#202020", 2.0))))
    box = Box(min(across), min(down), max(across), max(down))
    return Shape(outlines, box, fill, stroke, width, draw(st.booleans()))


@given(st.lists(shapes(), max_size=6), points)
@settings(max_examples=100, deadline=None, derandomize=True)
def test_many_points_show_what_each_shows(layers: list[Shape], looked_at: list[tuple[float, float]]) -> None:
    many = seen_at_each(layers, number_points(looked_at))
    assert many == [seen_at(layers, point) for point in looked_at]


def test_a_wide_line_reaches_into_the_rows_beside_its_own() -> None:
    line = Shape((((0.0, 5.9), (20.0, 5.9)),), Box(0, 5.9, 20, 5.9), "", "#aa2020", 2.0)
    looked_at = [(float(x), y) for x in range(8) for y in (4.8, 5.0, 6.8, 7.0)]
    seen = seen_at_each((line,), number_points(looked_at))
    assert seen == [(PAPER,), ("#aa2020",), ("#aa2020",), (PAPER,)] * 8


def test_a_line_with_a_fill_covers_nothing() -> None:
    line = Shape((((0.0, 0.0), (10.0, 10.0)),), Box(0, 0, 10, 10), "#000000", "#aa2020", 0.2)
    assert seen_at((line,), (2.0, 8.0)) == (PAPER,)
    assert seen_at((line,), (5.0, 5.0)) == ("#aa2020",)


def test_a_rectangle_whose_corners_meet_is_an_outline_like_others() -> None:
    coin = rectangle(Box(0, 0, 20, 20), corner=10)
    assert stops_at(face(rect(0, 0, 20, 20)), coin, 1.0)
    assert not stops_at(face(rect(-2, -2, 24, 24)), coin, 1.0)


def test_what_stops_for_long_is_found_wherever_it_stands() -> None:
    square = rectangle(Box(0, 0, 20, 20))
    for start in (1.3, 2.3, 3.3, 4.3, 5.3, 12.3):
        assert stops_at(face(rect(start, 5, start + 6, 20)), square, 1.0), "six millimetres"
        assert not stops_at(face(rect(start, 5, start + 4, 20)), square, 1.0), "a tip of four"
