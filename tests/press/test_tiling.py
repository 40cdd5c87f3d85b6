"""Seams of a piece larger than the paper: the fewest parts, flaps that reach, lines of the grid where they can."""

import itertools
import math

from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.model.ground import Seam
from pnp.press.layout.tiling import count_parts, divide

STATION = [Seam(14.2 + 27 * number) for number in range(22)]


def test_board_too_big() -> None:
    """400 mm with 10 mm of overlap on letter: three across and two down within margins of 6.35 mm."""
    assert (len(divide(400, 203.2, 10)), len(divide(400, 266.7, 10))) == (3, 2)


def test_seams_run_along_the_lines_of_the_grid_and_flaps_go_where_there_is_room() -> None:
    parts = divide(595.4, 203.2, 7.1, STATION)
    assert [(round(part.start, 3), round(part.end, 3)) for part in parts] == [
        (0, 203.2),
        (203.2, 392.2),
        (392.2, 595.4),
    ]
    assert [(part.before, part.after) for part in parts] == [(0, 0), (7.1, 7.1), (0, 0)]


def test_a_seam_goes_around_what_it_would_cut() -> None:
    lines = [Seam(130, 0), Seam(150, 2), Seam(170, 1)]
    assert [part.end for part in divide(300, 203.2, 10, lines)] == [130, 300]
    assert [part.end for part in divide(300, 203.2, 10, [Seam(at) for at, _ in lines])] == [150, 300]


def test_what_fits_is_not_divided() -> None:
    assert divide(190, 203.2, 10) == ((0.0, 190, 0.0, 0.0),)


def test_a_flap_as_deep_as_the_paper_leaves_nothing() -> None:
    assert divide(400, 10, 10) == ()


@settings(max_examples=150, deadline=None, derandomize=True)
@given(
    st.floats(50, 1200),
    st.floats(60, 400),
    st.floats(0, 20),
    st.lists(st.floats(1, 1199), max_size=30),
)
def test_parts_join_reach_and_are_the_fewest(length: float, room: float, flap: float, lines: list[float]) -> None:
    parts = divide(length, room, flap, [Seam(at, round(at) % 3) for at in lines])
    assert (
        len(parts)
        == count_parts(length, room, flap)
        == (1 if length <= room + 1e-6 else math.ceil((length - flap - 1e-6) / (room - flap)))
    )
    assert (parts[0].start, parts[-1].end) == (0.0, length)
    for part, after in itertools.pairwise(parts):
        assert part.end == after.start
        assert sorted((part.after, after.before)) == [0.0, flap]
    assert all(part.length <= room + 0.001 for part in parts)
    assert (parts[0].before, parts[-1].after) == (0.0, 0.0)
