"""Figures know the box around them, before and after they are placed; path data is read alike in every spelling."""

import random

import pytest

from pnp.faces.svg.lengths import Viewport
from pnp.faces.svg.outlines import OUTLINES
from pnp.faces.svg.transforms import multiply, place_all, place_box, read_transform
from pnp.model.face import Box, place_outlines
from pnp.model.paths import bounds, read_commands, read_path, round_rectangle

WRITTEN = {
    "rect": {"x": "1.1", "y": "-2", "width": "30.3", "height": "20"},
    "circle": {"cx": "0.1", "cy": "7", "r": "3.7"},
    "ellipse": {"cx": "-5", "cy": "7.3", "rx": "3.7", "ry": "11"},
    "line": {"x1": "5", "y1": "0.7", "x2": "-3", "y2": "9"},
    "polyline": {"points": "1,2 3,-4.5 -0.1,6"},
    "polygon": {"points": "1,2 3,-4.5 -0.1,6"},
    "path": {"d": "M1 2c3 4 5-6 7 8S1 1 -3.3 2q1 2 3 4t5-6a3 4 20 0 1 6 7zm3 3h2.2v-1"},
}


@pytest.mark.parametrize("tag", WRITTEN)
@pytest.mark.parametrize("transform", ["", "scale(1.7)translate(3.3 -8)", "matrix(-0.3 0 0 2 5 1e-7)", "scale(0)"])
def test_a_figure_and_its_box_are_placed_alike(tag: str, transform: str) -> None:
    outlines, box = OUTLINES[tag](WRITTEN[tag], Viewport(100, 100), 0.01)
    assert box == bounds(outlines)
    matrix = multiply((0.35, 0.0, 0.0, 0.35, -3.1, -3.0), read_transform(transform))
    assert place_outlines(matrix, outlines) == tuple(place_all(matrix, outline) for outline in outlines)
    assert place_box(matrix, box) == bounds(place_outlines(matrix, outlines))


@pytest.mark.parametrize("tolerance", [10, 0.3, 0.05, 0.01, 0.001, 0.00001])
def test_a_round_figure_touches_its_box(tolerance: float) -> None:
    outlines, box = OUTLINES["ellipse"]({"cx": "0.3", "cy": "1e3", "rx": "3.3", "ry": "0.7"}, Viewport(1, 1), tolerance)
    assert box == bounds(outlines)


def test_what_is_far_larger_than_the_tolerance_has_many_corners() -> None:
    outlines, _ = OUTLINES["circle"]({"r": "1e6"}, Viewport(1, 1), 1e-18)
    assert len(outlines[0]) == 721


def test_what_is_turned_or_has_no_end_has_no_box_of_its_own() -> None:
    assert place_box(read_transform("rotate(30)"), (0, 0, 1, 1)) is None
    assert place_box(read_transform("scale(2)"), (0, 0, float("inf"), 1)) is None
    assert place_box(read_transform("scale(2)"), (0, float("nan"), 1, 1)) is None


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("M1.5.5L3,4", "M1.5 .5 L3 4"),
        ("M1-2.5L3,4-5-6", "M1 -2.5 L3 4 L-5 -6"),
        ("M1 2 3 4 5 6z", "M1 2 L3 4 L5 6 z"),
        ("m1-2-3-4h-5-6", "m1 -2 l-3 -4 h-5 h-6"),
        ("M0 0a1 1 0 01.5 2 1 1 0 10-3-4", "M0 0 a1 1 0 0 1 .5 2 a1 1 0 1 0 -3 -4"),
        ("M0 0a1 1 0 1 1 2 2 3 3 0 0 0 5 5", "M0 0 a1 1 0 1 1 2 2 a3 3 0 0 0 5 5"),
        ("\n M1e1,+2V.5 ", "M10 2 V0.5"),
        ("M0,0,A1,1,0,01,2,2,1,1,0,01,3,3,1,1,0,01,4,4", "M0 0 A1 1 0 0 1 2 2 A1 1 0 0 1 3 3 A1 1 0 0 1 4 4"),
    ],
)
def test_short_path_data_reads_as_long(short: str, long: str) -> None:
    assert _read(short) == _read(long)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ("5 5M1 2", "5"),
        ("M1 2 3", "L needs 2 numbers"),
        ("M1 2z3", "3"),
        ("M1 2L--3 4", "L - -3"),
        ("M1 2L1_0 4", "L 1 _"),
        ("M1 2Linf 4", "L i n"),
        ("M1 2a1 1 0 2 1 5 5 6", "a needs 7 numbers"),
    ],
)
def test_what_is_wrong_with_path_data_is_told(data: str, says: str) -> None:
    assert _read(data) == says


def _read(data: str) -> object:
    try:
        return read_commands(data)
    except ValueError as wrong:
        return str(wrong)


def test_a_rectangle_with_round_corners_is_drawn_as_its_path() -> None:
    dice = random.Random(4)
    for _ in range(300):
        left, top, right, bottom = dice.uniform(-9, 9), dice.uniform(-9, 9), dice.uniform(10, 99), dice.uniform(10, 99)
        rx, ry = dice.uniform(0.01, (right - left) / 2), dice.uniform(0.01, (bottom - top) / 2)
        data = (
            f"M{left + rx} {top}H{right - rx}a{rx} {ry} 0 0 1 {rx} {ry}V{bottom - ry}a{rx} {ry} 0 0 1 {-rx} {ry}"
            f"H{left + rx}a{rx} {ry} 0 0 1 {-rx} {-ry}V{top + ry}a{rx} {ry} 0 0 1 {rx} {-ry}Z"
        )
        drawn, _ = round_rectangle(Box(left, top, right, bottom), rx, ry, 0.05)
        assert drawn == read_path(data, 0.05)


def test_corners_without_an_end_are_not_drawn() -> None:
    with pytest.raises(ValueError, match="inf"):
        round_rectangle(Box(0.0, 0.0, float("inf"), 1.0), 0.1, 0.1, 0.05)


def test_a_round_figure_that_is_drawn_again_is_the_same() -> None:
    written = {"cx": "1", "cy": "2", "r": "3"}
    one, again = (OUTLINES["circle"](written, Viewport(1, 1), 0.05)[0][0] for _ in range(2))
    assert one is again
