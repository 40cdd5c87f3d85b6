"""What the checks of cards, numbers and dice tables work with, against plain counting."""

import statistics

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.model.expectation import Amount, Preference
from pnp.model.kit import Card, Deck, Kit
from pnp.model.place import Where
from pnp.model.table import Dice, Row, Table, parse_dice, parse_results
from pnp.rules.alike import dominated_card, look_alike_id
from pnp.rules.check import Context
from pnp.rules.numbers import correlation
from pnp.rules.tables import doubled_result, uncovered_result

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
    ],
)
def test_ids_that_are_told_apart(ids: tuple[str, ...]) -> None:
    assert alike(*ids) == []


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
