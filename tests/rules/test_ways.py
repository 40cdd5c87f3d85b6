"""Ways over boards, against what counting every way by hand gives."""

from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.model.board import ONE_WAY, Board, Link, Space
from pnp.model.place import Where
from pnp.rules.topics.maps import longest_run
from pnp.rules.topics.ways import find_way, largest, lay_ways, part, take_away, trace

WHERE = Where("content/game/board.yaml")
STEPS = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=16)


def board(*links: tuple[str, str] | tuple[str, str, str], at: dict[str, tuple[float, float]] | None = None) -> Board:
    """Links as `("a", "b")`, with `one-way`, or with a condition, between spaces that are called so; `c` is wet."""
    ids = sorted({end for link in links for end in link[:2]} | set(at or {}))
    spaces = tuple(
        Space(each, each.upper(), WHERE, zone="wet" if each == "c" else "", at=at.get(each) if at else None)
        for each in ids
    )
    ways = [(*link, "")[:3] for link in links]
    return Board(
        "map",
        "Map",
        WHERE,
        spaces=spaces,
        links=tuple(Link(a, b, WHERE, how == ONE_WAY, "" if how == ONE_WAY else how) for a, b, how in ways),
    )


def test_a_link_leads_there_and_back_unless_it_is_one_way() -> None:
    ways = lay_ways(board(("a", "b"), ("b", "c", ONE_WAY)))
    assert ways == {"a": ("b",), "b": ("a", "c"), "c": ()}
    assert lay_ways(board(("a", "b"), ("b", "c", ONE_WAY)), both=True)["c"] == ("b",)


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("locked", {"a": ("c",), "b": (), "c": ("a",)}),
        (ONE_WAY, {"a": ("b",), "b": ("a",), "c": ()}),
        ("wet", {"a": ("b",), "b": ("a",)}),
        ("a", {"b": (), "c": ()}),
    ],
)
def test_what_a_name_takes_away(name: str, left: dict[str, tuple[str, ...]]) -> None:
    whole = board(("a", "b", "locked"), ("a", "c", ONE_WAY), ("c", "a", ONE_WAY))
    assert lay_ways(whole, take_away(whole, (name,))) == left


@settings(max_examples=50, deadline=None, derandomize=True)
@given(STEPS)
def test_parts_are_the_spaces_that_reach_each_other(steps: list[tuple[int, int]]) -> None:
    ways = {str(n): tuple(str(b) for a, b in steps if a == n) for n in range(7)}
    joined = {(a, b) for a in ways for b in ways if a == b or b in ways[a]}
    for middle, a, b in product(ways, repeat=3):  # S. Warshall's closure
        if (a, middle) in joined and (middle, b) in joined:
            joined.add((a, b))
    parts = part(ways)
    assert sorted(space for each in parts for space in each) == sorted(ways)
    for one, other in product(parts, repeat=2):
        there, back = (one[0], other[-1]) in joined, (other[-1], one[0]) in joined
        assert (there and back) == (one is other)
    assert parts == sorted(parts), "in the order of the board"


@settings(max_examples=50, deadline=None, derandomize=True)
@given(STEPS)
def test_a_way_is_a_shortest_one(steps: list[tuple[int, int]]) -> None:
    ways = {str(n): tuple(str(b) for a, b in steps if a == n) for n in range(7)}
    reached, far = {"0"}, 0
    while "6" not in reached and far < 7:
        reached |= {end for space in reached for end in ways[space]}
        far += 1
    way = find_way(ways, "0", {"6"})
    assert len(way) == (far + 1 if "6" in reached else 0)
    assert all(b in ways[a] for a, b in pairwise(way))


def test_no_way_leads_from_what_is_not_there() -> None:
    assert find_way({"a": ()}, "b", {"a"}) == ()


def test_a_long_board_is_no_matter_of_depth() -> None:
    ways = {str(n): (str(n + 1),) for n in range(20000)} | {"20000": ()}
    assert len(part(ways)) == 20001
    assert largest(part(ways)) == ("0",)


def test_a_long_way_is_told_by_its_ends() -> None:
    whole = board(*((chr(97 + n), chr(98 + n)) for n in range(9)))
    assert trace(whole, "abc") == "A - B - C"
    assert trace(whole, "abcdefghij") == "A - B - C - D - … - H - I - J"


def test_a_straight_run_does_not_turn() -> None:
    corner = {"a": (0.0, 0.0), "b": (10.0, 0.0), "c": (20.0, 1.0), "d": (30.0, 0.0), "e": (30.0, 50.0)}
    links = (("a", "b"), ("b", "c"), ("c", "d"), ("d", "e"))
    assert longest_run(board(*links, at=corner)) == ("a", "b", "c", "d")
    assert longest_run(board(*links[:2], ("d", "c", ONE_WAY), at=corner)) == ("a", "b", "c")
    assert longest_run(board(*links)) == ()


def test_a_ring_of_many_short_steps_is_no_straight_run() -> None:
    from math import cos, pi, sin

    ring = {f"s{n:02}": (100 * cos(n * pi / 36), 100 * sin(n * pi / 36)) for n in range(72)}
    names = sorted(ring)
    links = [(a, b) for a, b in zip(names, [*names[1:], names[0]], strict=True)]
    assert len(longest_run(board(*links, at=ring))) == 4  # three steps, turned by 5 degrees each
