"""Straight cuts of any set of trims."""

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.model.face import Box
from pnp.press.cutting.cuts import Cut, find_cuts, order_by_hand, order_cuts


def test_a_shared_edge_is_one_cut() -> None:
    pair = [Box(10, 10, 40, 50), Box(40, 10, 70, 50)]
    assert find_cuts(pair) == (
        Cut(True, 10, 10, 50),
        Cut(True, 40, 10, 50),
        Cut(True, 70, 10, 50),
        Cut(False, 10, 10, 70),
        Cut(False, 50, 10, 70),
    )


def test_edges_that_differ_by_rounding_are_one() -> None:
    cuts = find_cuts([Box(0, 0, 0.1 + 0.2, 1), Box(0.3, 0, 1, 1)])
    assert [cut.at for cut in cuts if cut.upright] == [0, 0.3, 1]


def test_a_part_filled_last_row_ends_its_cuts_there() -> None:
    cuts = find_cuts([Box(0, 0, 10, 10), Box(10, 0, 20, 10), Box(0, 10, 10, 20)])
    assert Cut(True, 20, 0, 10) in cuts
    assert Cut(True, 10, 0, 20) in cuts
    assert Cut(False, 20, 0, 10) in cuts


def test_a_cut_runs_on_over_gutters_and_empty_places() -> None:
    cuts = find_cuts([Box(0, 0, 10, 10), Box(0, 33, 10, 43)])
    assert [cut for cut in cuts if cut.upright] == [Cut(True, 0, 0, 43), Cut(True, 10, 0, 43)]


def test_no_cut_runs_through_a_piece_of_another_size() -> None:
    """Shelves: three of 20, below them two of 30, below them three of 20 again."""
    shelves = [Box(20 * n, 0, 20 * n + 20, 10) for n in range(3)]
    shelves += [Box(30 * n, 10, 30 * n + 30, 20) for n in range(2)]
    shelves += [Box(20 * n, 20, 20 * n + 20, 30) for n in range(3)]
    cuts = find_cuts(shelves)
    assert [cut for cut in cuts if cut.upright] == [
        Cut(True, 0, 0, 30),
        Cut(True, 20, 0, 10),
        Cut(True, 20, 20, 30),
        Cut(True, 30, 10, 20),
        Cut(True, 40, 0, 10),
        Cut(True, 40, 20, 30),
        Cut(True, 60, 0, 30),
    ]
    assert [cut.at for cut in cuts if not cut.upright] == [0, 10, 20, 30]


def shelves_of(rows: Sequence[tuple[float, float, int]], gap: float) -> list[Box]:
    """Rows of equal pieces (their width, height and number), one below the other."""
    boxes, top = [], 5.0
    for width, height, count in rows:
        boxes += [Box(5 + (width + gap) * n, top, 5 + (width + gap) * n + width, top + height) for n in range(count)]
        top += height + gap
    return boxes


ROWS = st.lists(st.tuples(st.floats(8, 70), st.floats(8, 70), st.integers(1, 6)), min_size=1, max_size=5)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(ROWS, st.sampled_from([0.0, 0.0, 2.0, 6.35]))
def test_every_edge_is_cut_and_no_cut_goes_through_a_piece(rows: list[tuple[float, float, int]], gap: float) -> None:
    boxes = shelves_of(rows, gap)
    cuts = find_cuts(boxes)
    assert len(set(cuts)) == len(cuts)
    for box in boxes:
        for at in (box.left, box.right):
            assert any(c.upright and abs(c.at - at) < 1e-6 and c.start <= box.top and c.end >= box.bottom for c in cuts)
        for at in (box.top, box.bottom):
            assert any(
                not c.upright and abs(c.at - at) < 1e-6 and c.start <= box.left and c.end >= box.right for c in cuts
            )
        for cut in cuts:
            low, high, start, end = (box.left, box.right, box.top, box.bottom) if cut.upright else _turned(box)
            assert not (low + 1e-5 < cut.at < high - 1e-5 and cut.start < end - 1e-5 and cut.end > start + 1e-5)


def _turned(box: Box) -> tuple[float, float, float, float]:
    return box.top, box.bottom, box.left, box.right


def steps_of(boxes: Sequence[Box]) -> list[str]:
    """`|` upright, `-` level, at which coordinate; `/` where the stack is turned, `!` for the knife."""
    return [
        f"{'/' if step.turn else ''}{'' if step.through else '!'}{'|' if step.cut.upright else '-'}{step.cut.at:g}"
        for step in order_cuts(boxes)
    ]


def test_a_grid_is_cut_outer_edges_first_then_strips_then_pieces_with_one_turn() -> None:
    grid = [Box(10 + 20 * n, 5 + 30 * m, 30 + 20 * n, 35 + 30 * m) for m in range(2) for n in range(3)]
    assert steps_of(grid) == ["|10", "|70", "|30", "|50", "/-5", "-65", "-35"]
    assert [step.number for step in order_cuts(grid)] == [1, 2, 3, 4, 5, 6, 7]


def test_by_hand_the_outer_edges_come_last_and_the_margins_hold_to_the_end() -> None:
    grid = [Box(10 + 20 * n, 5 + 30 * m, 30 + 20 * n, 35 + 30 * m) for m in range(2) for n in range(3)][:5]
    steps = order_by_hand(grid)
    assert [(step.cut.upright, step.cut.at, step.outer) for step in steps] == [
        (True, 30, False), (True, 50, False), (False, 35, False),
        (True, 10, True), (True, 70, True), (False, 5, True), (False, 65, True),
    ]  # fmt: skip
    assert [step.number for step in steps] == [1, 2, 3, 4, 5, 6, 7]
    apart = order_by_hand([Box(22 * n, 0, 22 * n + 20, 30) for n in range(2)])
    assert [step.cut.at for step in apart if not step.outer] == [20, 22]


@settings(max_examples=40, deadline=None, derandomize=True)
@given(ROWS, st.sampled_from([0.0, 2.0]))
def test_by_hand_every_cut_is_made_once(rows: list[tuple[float, float, int]], gap: float) -> None:
    boxes = shelves_of(rows, gap)
    steps = order_by_hand(boxes)
    assert sorted(step.cut for step in steps) == sorted(find_cuts(boxes))
    assert [step.outer for step in steps] == sorted(step.outer for step in steps)


def test_gutters_take_two_cuts_each() -> None:
    grid = [Box(22 * n, 0, 22 * n + 20, 30) for n in range(2)]
    assert steps_of(grid) == ["|0", "|42", "|20", "|22", "/-0", "-30"]


def test_shelves_are_parted_first_though_that_is_across() -> None:
    shelves = [Box(20 * n, 0, 20 * n + 20, 10) for n in range(3)] + [Box(30 * n, 10, 30 * n + 30, 20) for n in range(2)]
    assert steps_of(shelves) == ["-0", "-20", "-10", "/|0", "|60", "|20", "|40", "|30"]


def test_what_no_guillotine_can_cut_is_left_to_the_knife() -> None:
    """Four pieces around a fifth: no line goes through."""
    wheel = [Box(0, 0, 20, 10), Box(20, 0, 30, 20), Box(10, 20, 30, 30), Box(0, 10, 10, 30), Box(10, 10, 20, 20)]
    steps = order_cuts(wheel)
    assert [step.cut.at for step in steps if step.through] == [0, 30, 0, 30]
    assert {step.cut.at for step in steps if not step.through} == {10, 20}
    assert all(step.through for step in steps[:4])


def test_a_straight_cut_never_runs_on_into_a_piece_with_an_outline_of_its_own() -> None:
    """Two cards, and a round piece beside or below them, which a cut between the cards would go through."""
    cards = [Box(0, 0, 20, 10), Box(20, 0, 40, 10)]
    assert order_cuts(cards, []) == order_cuts(cards)
    beside = order_cuts(cards, [Box(42, 0, 52, 10)])
    assert all(step.through for step in beside)
    parted = order_cuts(cards, [Box(15, 12, 25, 22)])
    assert (parted[0].cut.upright, parted[-1].cut.at, parted[-1].through) == (False, 20, True)
    reached = order_cuts(cards, [Box(15, 8, 25, 18)])
    assert {(step.cut.upright, step.cut.at) for step in reached if not step.through} == {(False, 10), (True, 20)}


def test_nothing_is_cut_in_no_steps() -> None:
    assert (find_cuts([]), order_cuts([])) == ((), ())


@settings(max_examples=60, deadline=None, derandomize=True)
@given(ROWS, st.sampled_from([0.0, 0.0, 2.0, 6.35]))
def test_every_cut_has_one_step_and_none_goes_through_a_piece(rows: list[tuple[float, float, int]], gap: float) -> None:
    boxes = shelves_of(rows, gap)
    steps = order_cuts(boxes)
    assert sorted(step.cut for step in steps) == sorted(find_cuts(boxes))
    assert all(step.through for step in steps)
    assert sum(step.turn for step in steps) <= 2
