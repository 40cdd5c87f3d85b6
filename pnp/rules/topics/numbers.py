"""Checks of what a deck expects of its numbers: sums, counts, spreads, means, correlation."""

from collections.abc import Iterable, Iterator
from math import isclose, sqrt

from pnp.model.expectation import Spread, Tally
from pnp.model.kit import Deck
from pnp.rules.check import Context, Said, check
from pnp.rules.topics.values import (
    called,
    copies_with_numbers,
    counted,
    is_whole_deck,
    listed,
    mean,
    place_of,
    written_at,
)


@check("wrong-sum", on=Deck)
def wrong_sum(deck: Deck, context: Context) -> Iterable[Said]:
    """A field adds up to what its deck expects, copies counted.

    Supplies to be won, weight to be carried, damage to be dealt: the game was balanced for a total. One card that is
    changed changes it, and nobody sees that on the card.

    Bad:
        expects: {sum: {weight: 5}}
        cards:
          - {id: axe, title: Axe, weight: 2, copies: 3}

    Good:
        expects: {sum: {weight: 6}}
        cards:
          - {id: axe, title: Axe, weight: 2, copies: 3}
    """
    for total in deck.expects.sums if is_whole_deck(deck, context) else ():
        numbers = [number for (number,) in copies_with_numbers(deck, total.field)]
        if not total.amount.holds(sum(numbers)):
            yield Said(
                total.where,
                f"{total.field} adds up to {sum(numbers):g} over {counted(len(numbers), 'card')} of"
                f' "{deck.id}"; {total.amount} is expected',
                f"Change {total.field} on a card, or what the deck expects.",
            )


@check("wrong-count", on=Deck)
def wrong_count(deck: Deck, context: Context) -> Iterable[Said]:
    """A value stands on as many cards as its deck expects, copies counted.

    Six traps among thirty-six items is one draw in six. The number decides how the game feels, and often the rules name
    it.

    Bad:
        expects: {count: {kind: {trap: 2}}}
        cards:
          - {id: net, title: Net, kind: trap}

    Good:
        expects: {count: {kind: {trap: 2}}}
        cards:
          - {id: net, title: Net, kind: trap, copies: 2}
    """
    if is_whole_deck(deck, context):
        for tally in deck.expects.counts:
            yield from _judge_tally(deck, tally)


@check("wrong-spread", on=Deck)
def wrong_spread(deck: Deck, context: Context) -> Iterable[Said]:
    """The values of a field are spread over the deck as it expects, and there are no others.

    A deck that is drawn for its numbers is a bag of dice: whoever knows it counts on four minus ones and ten twos.

    Bad:
        expects: {spread: {run: {0: 1, 1: 2}}}
        cards:
          - {id: mall, title: Mall, run: 0}
          - {id: roof, title: Roof, run: 2, copies: 2}

    Good:
        expects: {spread: {run: {0: 1, 1: 2}}}
        cards:
          - {id: mall, title: Mall, run: 0}
          - {id: roof, title: Roof, run: 1, copies: 2}
    """
    for spread in deck.expects.spreads if is_whole_deck(deck, context) else ():
        for tally in spread.tallies:
            yield from _judge_tally(deck, tally)
        yield from _strays(deck, spread)


def _judge_tally(deck: Deck, tally: Tally) -> Iterator[Said]:
    cards = [card for card in deck.cards if written_at(card, tally.field) == tally.value and card.copies]
    count = sum(card.copies for card in cards)
    if tally.amount.holds(count):
        return
    expected = (
        "at least 1 is" if tally.amount.most > 1e9 else f"{tally.amount} {'is' if tally.amount.most == 1 else 'are'}"
    )
    names = f" There is {listed(called(card) for card in cards)}." if cards else ""
    yield Said(
        tally.where,
        f'{tally.field} is {tally.value} on {counted(count, "card") if count else "no card"} of "{deck.id}"; '
        f"{expected} expected",
        f"Change {tally.field} or `copies` on a card, or what the deck expects.{names}",
    )


def _strays(deck: Deck, spread: Spread) -> Iterator[Said]:
    known = [tally.value for tally in spread.tallies]
    for card in deck.cards:
        value = written_at(card, spread.field)
        if value and value not in known and card.copies:
            yield Said(
                place_of(card, spread.field),
                f'{spread.field} of {called(card)} is {value}; "{deck.id}" expects {listed(known, "or", 12)}',
                "Change the value, or add it to what the deck expects.",
            )


@check("uneven-means", on=Deck)
def uneven_means(deck: Deck, context: Context) -> Iterable[Said]:
    """Two fields that should be worth the same are so on average, copies counted.

    Where players choose between two numbers on a card, the choice is one only as long as neither is better in the long
    run.

    Bad:
        expects: {means: {fields: [run, fight], within: 0.3}}
        cards:
          - {id: mall, title: Mall, run: 2, fight: 1}

    Good:
        expects: {means: {fields: [run, fight], within: 0.3}}
        cards:
          - {id: mall, title: Mall, run: 2, fight: 1}
          - {id: roof, title: Roof, run: 0, fight: 1}
    """
    for likeness in deck.expects.means if is_whole_deck(deck, context) else ():
        one, other = likeness.fields
        pairs = list(copies_with_numbers(deck, one, other))
        if not pairs:
            continue
        first, second = (mean([pair[side] for pair in pairs]) for side in (0, 1))
        apart = abs(first - second)
        if apart > likeness.within and not isclose(apart, likeness.within):
            yield Said(
                likeness.where,
                f'{one} is {first:.2f} on average in "{deck.id}" and {other} {second:.2f}: {apart:.2f} apart, '
                f"at most {likeness.within:g} is expected",
                f"Raise {one if first < second else other} or lower {other if first < second else one} on some cards.",
            )


@check("correlated-fields", on=Deck)
def correlated_fields(deck: Deck, context: Context) -> Iterable[Said]:
    """Two fields do not depend on each other more than their deck expects.

    If a card that is good for running is good for fighting too, it is a good card and nothing more. Numbers that vary
    on their own make cards that differ. (Pearson's coefficient, 0 independent, 1 or -1 in step; copies counted.)

    Bad:
        expects: {correlation: {fields: [run, fight], within: 0.3}}
        cards:
          - {id: mall, title: Mall, run: 0, fight: 0}
          - {id: roof, title: Roof, run: 2, fight: 2}

    Good:
        expects: {correlation: {fields: [run, fight], within: 0.3}}
        cards:
          - {id: mall, title: Mall, run: 0, fight: 0, copies: 2}
          - {id: roof, title: Roof, run: 2, fight: 2}
          - {id: yard, title: Yard, run: 2, fight: 0}
          - {id: dock, title: Dock, run: 0, fight: 2}
    """
    for likeness in deck.expects.correlations if is_whole_deck(deck, context) else ():
        one, other = likeness.fields
        value = correlation(list(copies_with_numbers(deck, one, other)))
        if value is not None and abs(value) > likeness.within + 1e-9:
            way = "with" if value > 0 else "against"
            yield Said(
                likeness.where,
                f'{one} and {other} go {way} each other in "{deck.id}": their correlation is {value:.2f}, '
                f"at most {likeness.within:g} is expected",
                f"Exchange {one} or {other} between a few cards; the means stay as they are.",
            )


def correlation(pairs: list[tuple[float, ...]]) -> float | None:
    """Pearson's correlation coefficient of the pairs; None if one side does not vary."""
    if len(pairs) < 2:
        return None
    xs, ys = ([pair[side] for pair in pairs] for side in (0, 1))
    x, y = mean(xs), mean(ys)
    spread = sqrt(sum((each - x) ** 2 for each in xs) * sum((each - y) ** 2 for each in ys))
    return sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / spread if spread > 1e-12 else None
