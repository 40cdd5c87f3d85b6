"""What the checks of cards, numbers and dice tables work with, against plain counting."""

import statistics
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from timing import within

from pnp.model.board import Board, Distance, Link, Slots, Space
from pnp.model.expectation import Amount, Likeness, Preference
from pnp.model.expectation import Expectations as Hopes
from pnp.model.finding import Fault
from pnp.model.kit import Card, Deck, Field, Kit
from pnp.model.place import Where
from pnp.model.table import Dice, Row, Table, parse_dice, parse_results
from pnp.model.track import Track
from pnp.rules.check import Check, Context
from pnp.rules.registry import CHECKS
from pnp.rules.topics.alike import dominated_card, look_alike_id, same_title
from pnp.rules.topics.boards import cut_off_space, wrong_distance
from pnp.rules.topics.maps import number_gap, too_few_slots, uneven_links
from pnp.rules.topics.numbers import correlated_fields, correlation, uneven_means
from pnp.rules.topics.tables import doubled_result, idle_row, no_clamp_policy, off_table, uncovered_result
from pnp.rules.topics.tracks import track_gap
from pnp.rules.topics.values import listed

from .nouns import EVENTS, deck, kit

CONTEXT = Context(kit())


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("d6", Dice(1, 6)),
        ("2d6", Dice(2, 6)),
        ("3D10", Dice(3, 10)),
        ("2d6+1", Dice(2, 6, 1)),
        (" 2 d 6 - 3 ", Dice(2, 6, -3)),
        ("2d6 - 3", Dice(2, 6, -3)),
        ("2d6−1", Dice(2, 6, -1)),
        ("d100", Dice(1, 100)),
        ("0d6", None),
        ("d1", None),
        ("101d6", None),
        ("2d1001", None),
        ("2x6", None),
        ("6", None),
        ("", None),
        ("2d6+", None),
        ("٢d6", Dice(2, 6)),
        ("d6 x d6", Dice(1, 6, 0, (Dice(1, 6),))),
        ("d6*d4×d2", Dice(1, 6, 0, (Dice(1, 4), Dice(1, 2)))),
        ("d6 x", None),
        ("d6+1 x d6", None),
        ("d6 x d100", None),
    ],
)
def test_dice(text: str, dice: Dice | None) -> None:
    assert parse_dice(text) == dice


def test_what_dice_can_give() -> None:
    dice = Dice(3, 6, -1)
    assert (dice.least, dice.most) == (2, 17)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("3", "3"),
        ("2-4", "2-4"),
        ("2 – 4", "2-4"),
        ("2..4", "2-4"),
        ("2 to 4", "2-4"),
        ("4-4", "4"),
        ("1, 6", "1 6"),
        ("7+", "7+"),
        ("2-", "2-"),
        ("-1", "-1"),
        ("-2--1", "-2--1"),
        ("−1-2", "-1-2"),
        ("4-2", None),
        ("", None),
        ("1,", None),
        ("any", None),
        ("1-2-3", None),
        ("12345678", None),
    ],
)
def test_results(text: str, shown: str | None) -> None:
    results = parse_results(text)
    assert (None if results is None else " ".join(str(each) for each in results)) == shown


@settings(max_examples=50, deadline=None, derandomize=True)
@given(st.lists(st.tuples(st.integers(0, 14), st.integers(0, 5)), min_size=1, max_size=6))
def test_rows_against_counting(rows: list[tuple[int, int]]) -> None:
    lines = tuple(Row(f"{low}-{low + more}", "", Where(EVENTS, 10 + number)) for number, (low, more) in enumerate(rows))
    table = Table("t", "T", Where(EVENTS), "2d6", lines)
    often = {n: sum(low <= n <= low + more for low, more in rows) for n in range(20)}
    gaps = [said.message for said in uncovered_result.function(table, CONTEXT)]
    assert bool(gaps) == any(often[n] == 0 for n in range(2, 13))
    twice = list(doubled_result.function(table, CONTEXT))
    assert bool(twice) == any(count > 1 for count in often.values())


def test_dice_that_are_read_as_digits() -> None:
    dice = parse_dice("d66")
    assert dice is not None
    assert (dice.least, dice.most, len(dice.results)) == (11, 66, 36)
    assert len(Dice(1, 666).results) == 216
    assert Dice(2, 66).most == 132, "several of them are added, so they are dice of so many sides"
    whole = tuple(Row(on, "", Where(EVENTS, 5)) for on in ("11-36", "41-66"))
    table = Table("t", "T", Where(EVENTS), "d66", whole)
    assert list(uncovered_result.function(table, CONTEXT)) == []
    (gap,) = uncovered_result.function(table._replace(rows=whole[:1]), CONTEXT)
    assert "no row for 41-46, 51-56 and 61-66, which d66 can give" in gap.message
    (idle,) = idle_row.function(table._replace(rows=(*whole, Row("37-40", "", Where(EVENTS, 7)))), CONTEXT)
    assert idle.message.endswith("d66 gives 11 to 66, but not every number between")


@pytest.mark.parametrize(
    ("spaces", "messages"),
    [
        ((0, 1, 2, 3), []),
        ((7, 6, 5), []),
        ((0, 5, 10, 15, 20), []),
        ((100, 90, 80, 70), []),
        ((0, 2, 4), ["0 is followed by 2", "2 is followed by 4"]),
        ((0, 5, 10, 15, 25, 30), ["15 is followed by 25"]),
        ((0, 1, 2, 4), ["2 is followed by 4"]),
        ((3, 3, 3, 3), ["the space 3 stands twice"] * 3),
        ((), []),
    ],
)
def test_the_spaces_of_a_track_go_by_one_step(spaces: tuple[int, ...], messages: list[str]) -> None:
    track = Track("t", "T", Where(EVENTS), spaces)
    said = [each.message.partition(" on the track")[0] for each in track_gap.function(track, CONTEXT)]
    assert said == messages


def test_gaps_are_told_in_runs() -> None:
    lines = tuple(Row(on, "", Where(EVENTS, number)) for number, on in enumerate(("3", "7", "8-10"), 5))
    (said,) = uncovered_result.function(Table("t", "T", Where(EVENTS), "2d6", lines), CONTEXT)
    assert said.message == 'the table "T" has no row for 2, 4-6 and 11-12, which 2d6 can give'
    assert said.where.line == 5


def named(*ids: str) -> Deck:
    cards = (
        Card(name, name, 1, Where(EVENTS, line), {}, {("id",): Where(EVENTS, line, 9)})
        for line, name in enumerate(ids, 10)
    )
    return deck(*cards)


def alike(*ids: str) -> list[str]:
    return [said.message for said in look_alike_id.function(named(*ids), CONTEXT)]


@pytest.mark.parametrize(
    "ids",
    [
        ("zombie", "zombies"),
        ("zombies", "zombie"),
        ("zombie", "zombje"),
        ("old-zombie-2", "old-zornbie-2", "old-zonbie-2"),
        ("axe-l", "axe-1", "bow"),
        ("axe-O", "axe-0"),
        ("Axe", "axe"),
        ("back_door", "back-door"),
    ],
)
def test_ids_that_are_mixed_up(ids: tuple[str, ...]) -> None:
    assert len(alike(*ids)) == 1


@pytest.mark.parametrize(
    "ids",
    [
        ("cat", "bat", "bats"),
        ("room-1", "room-2", "room-12", "room-21"),
        ("tower-a", "tower-b"),
        ("north", "south"),
        ("shelter", "helters"),  # one letter goes at the front, another comes at the end
        ("red-six", "bed-six"),
        ("card001", "card010", "card011", "card100", "card101", "card111"),
        ("event01", "event02", "event10", "event11"),
        ("勇者的长剑", "勇者的短剑"),
    ],
)
def test_ids_that_are_told_apart(ids: tuple[str, ...]) -> None:
    assert alike(*ids) == []


def test_a_title_that_many_cards_have_is_told_of_once() -> None:
    rank = Field("rank", "integer", Where(EVENTS))
    suits = [Card(f"spades-{n}", "Spades", 1, Where(EVENTS, 10 + n), {"rank": n}) for n in range(13)]
    thing = replace(deck(*suits), fields=(rank,))
    (said,) = same_title.function(thing, CONTEXT)
    assert said.message == '13 cards are called "Spades"; the first two, here and on line 10, differ in rank'
    assert {"spades-1", "events/spades-12"} <= set(said.names)
    few = replace(thing, cards=thing.cards[:4])
    told = [each.message for each in same_title.function(few, CONTEXT)]
    assert told == ['two cards are called "Spades", here and on line 10, and differ in rank'] * 3


WORTHS = st.lists(st.tuples(*[st.integers(0, 3)] * 3), max_size=9)


@settings(max_examples=50, deadline=None, derandomize=True)
@given(WORTHS)
def test_who_is_dominated_against_all_pairs(worths: list[tuple[int, int, int]]) -> None:
    cards = [
        Card(f"c{n}", f"C{n}", 1, Where(EVENTS, n + 10), {"a": a, "b": b, "c": c}) for n, (a, b, c) in enumerate(worths)
    ]
    better = tuple(Preference(field, way, Where(EVENTS)) for field, way in (("a", "high"), ("b", "low"), ("c", "high")))
    whole = Deck("events", "Events", Where(EVENTS), 63, 88, "f", cards=tuple(cards), better=better)
    found = {said.where.line - 10 for said in dominated_card.function(whole, Context(Kit("g", "G", Where("k"))))}
    signed = [(a, -b, c) for a, b, c in worths]
    beaten = {
        n
        for n, worth in enumerate(signed)
        if any(other != worth and all(x >= y for x, y in zip(other, worth, strict=True)) for other in signed)
    }
    assert found == beaten


@settings(max_examples=50, deadline=None, derandomize=True)
@given(st.lists(st.tuples(st.integers(-3, 9), st.integers(-3, 9)), min_size=2, max_size=12))
def test_correlation_against_the_standard_library(pairs: list[tuple[int, int]]) -> None:
    found = correlation([(float(x), float(y)) for x, y in pairs])
    xs, ys = zip(*pairs, strict=True)
    if len(set(xs)) == 1 or len(set(ys)) == 1:
        assert found is None
    else:
        assert found == pytest.approx(statistics.correlation(xs, ys))


def test_amounts() -> None:
    assert [str(Amount(least, most)) for least, most in ((6.0, 6.0), (4.0, 8.5))] == ["6", "4 to 8.5"]
    assert Amount(0.3, 0.3).holds(0.1 + 0.2)
    assert not any(Amount(1, 2).holds(value) for value in (0.99, 2.01))


def said(check: Check, thing: object, context: Context = CONTEXT) -> list[str]:
    return [each.message for each in check.function(thing, context)]


def table(*rows: str, modifiers: tuple[int, ...] = (), clamp: bool | None = None, dice: str = "1d6") -> Table:
    lines = tuple(Row(on, "", Where(EVENTS, number)) for number, on in enumerate(rows, 5))
    return Table("t", "T", Where(EVENTS), dice, lines, modifiers, clamp)


def test_no_table_takes_long() -> None:
    """However many rows it has, and however far its modifiers lead."""
    starts, more = range(1, 64000, 25), tuple(range(1, 400))
    rolled = sum(
        1 << number for number in {a * b * c for a in range(1, 41) for b in range(1, 41) for c in range(1, 41)}
    )
    reached = 0
    for modifier in (0, *more):
        reached |= rolled << modifier
    idle = [start for start in starts if not (reached >> start) % (1 << 25)]
    long = table(*(f"{start}-{start + 24}" for start in starts), modifiers=more, dice="d40 x d40 x d40")
    far = table(*(f"-{number}" for number in range(1, 2000)), "1-999999", modifiers=(200_000,), clamp=False)
    with within(2):
        found = said(idle_row, long)
        assert said(off_table, far) == []
    assert [message.partition("-")[0] for message in found] == [str(start) for start in idle]
    assert said(off_table, table("1-4", "6", "8-9", modifiers=(1, 3), clamp=False)) == [
        'a roll of 1d6 on the table "T" can be 7 with +3, which has no row'
    ]


def test_a_table_without_rows_covers_nothing() -> None:
    assert said(uncovered_result, table()) == ['the table "T" has no row for 1-6, which 1d6 can give']


def test_a_gap_is_told_at_the_row_after_it() -> None:
    (gap,) = uncovered_result.function(table("1-2", "5-6"), CONTEXT)
    assert gap.where.line == 6
    (gap,) = uncovered_result.function(table("4-6", "2-3"), CONTEXT)
    assert gap.where.line == 5


def test_modifiers_widen_what_can_come_up() -> None:
    assert said(idle_row, table("0-1", "2-6", "7", modifiers=(-1, 1))) == []
    assert len(said(idle_row, table("0-1", "2-6", "7", modifiers=(-1,)))) == 1
    assert len(said(idle_row, table("0-1", "2-6", "7", modifiers=(1,)))) == 1
    assert said(idle_row, table("3-", "4+")) == []


@pytest.mark.parametrize(
    ("modifiers", "clamp", "count"),
    [((-1, 2), False, 2), ((-1, 2), True, 0), ((-1, 2), None, 0), ((1,), False, 1), ((), False, 0), ((-1,), False, 1)],
)
def test_modifiers_that_lead_off_the_table(modifiers: tuple[int, ...], clamp: bool | None, count: int) -> None:
    assert len(said(off_table, table("1-6", modifiers=modifiers, clamp=clamp))) == count
    found = said(no_clamp_policy, table("1-6", modifiers=modifiers, clamp=clamp))
    assert [line[line.index("nothing says") :] for line in found] == (
        ["nothing says what 0 (-1) and 8 (+2) mean"] if clamp is None else []
    )
    assert said(no_clamp_policy, table("3-", "4+", modifiers=modifiers, clamp=clamp)) == []


def test_the_farthest_result_without_a_row_is_named() -> None:
    assert "can be 8 with +2" in said(off_table, table("1-6", modifiers=(2,), clamp=False))[0]
    assert "can be 7 with +2" in said(off_table, table("1-6", "8", modifiers=(2,), clamp=False))[0]


def a_board(**changes: object) -> Board:
    spaces = tuple(Space(each, each.upper(), Where(EVENTS, 5)) for each in "abc")
    links = (Link("a", "b", Where(EVENTS, 9)),)
    return Board("m", "M", Where(EVENTS), **{"spaces": spaces, "links": links, **changes})  # type: ignore[arg-type]  # the tests name fields of Board


def test_a_space_that_is_not_reached_has_no_distance() -> None:
    far = Distance("a", "c", Amount(1, 2), Where(EVENTS, 12))
    assert said(wrong_distance, a_board(distances=(far,))) == ['"C" is not to be reached from "A"; 1 to 2 are expected']


def test_slots_need_a_size() -> None:
    slots = Slots(4, 50.0, Where(EVENTS, 12))
    assert said(too_few_slots, a_board(slots=slots))[0].endswith("has no size, so its slots cannot be counted")
    assert said(too_few_slots, a_board(slots=slots, size=(50.0, 50.0))) == []
    assert len(said(too_few_slots, a_board(slots=slots, size=(50.0, 49.9)))) == 1


@pytest.mark.parametrize(
    ("first", "second", "tail"),
    [
        (("a", "b", False), ("b", "a", False), "again here"),
        (("a", "b", True), ("b", "a", False), "one-way there and both ways here"),
        (("a", "b", False), ("b", "a", True), "one-way here and both ways there"),
        (("a", "b", True), ("b", "a", True), "one-way in each direction"),
        (("a", "b", True), ("a", "b", True), "again here"),
    ],
)
def test_links_of_two_minds(first: tuple[str, str, bool], second: tuple[str, str, bool], tail: str) -> None:
    links = tuple(Link(a, b, Where(EVENTS, 9 + n), one_way) for n, (a, b, one_way) in enumerate((first, second)))
    (message,) = said(uneven_links, a_board(links=links))
    assert message.endswith(tail)


def test_numbers_need_not_be_there() -> None:
    assert said(number_gap, a_board()) == []
    assert said(number_gap, a_board(numbers=Amount(1, 3)))[0].endswith("no space is numbered 1-3")


def test_what_is_not_read_whole_is_not_judged() -> None:
    def with_fault(check: str) -> Context:
        return Context(kit(faults=(Fault(check, Where(EVENTS, 3), "odd"),)), checks=CHECKS)

    broken, odd, elsewhere = with_fault("wrong-type"), with_fault("comment-cuts-text"), Context(kit(), checks=CHECKS)
    for check, thing in ((cut_off_space, a_board()), (uncovered_result, table("1-3"))):
        assert [len(said(check, thing, each)) for each in (broken, odd, elsewhere)] == [0, 1, 1]


def test_what_is_just_as_far_as_expected_is_fine() -> None:
    def deck_with(within: float) -> Deck:
        values = ((0, 0), (1, 1), (2, 1))
        cards = (Card(f"c{n}", "", 1, Where(EVENTS, n), {"a": a, "b": b, "c": 1}) for n, (a, b) in enumerate(values, 9))
        likeness = Likeness(("a", "b"), within, Where(EVENTS, 3))
        flat = Likeness(("a", "c"), 0.0, Where(EVENTS, 4))
        hopes = Hopes(means=(likeness,), correlations=(likeness, flat))
        return Deck("e", "E", Where(EVENTS), 63, 88, "f", cards=tuple(cards), expects=hopes)

    assert said(uneven_means, deck_with(1 / 3)) == []
    assert len(said(uneven_means, deck_with(0.33))) == 1
    assert said(correlated_fields, deck_with(statistics.correlation((0, 1, 2), (0, 1, 1)))) == []
    assert len(said(correlated_fields, deck_with(0.86))) == 1


def test_lists_in_sentences() -> None:
    letters = "abcdefgh"
    assert [listed(letters[:n]) for n in (0, 1, 2, 6)] == ["", "a", "a and b", "a, b, c, d, e and f"]
    assert listed(letters) == "a, b, c, d, e and 3 more"
    assert listed("ab", "or") == "a or b"
