"""Checks of what has to fit or to suffice: weight against what can be carried, tokens against what can be in play."""

from collections import Counter
from collections.abc import Iterable
from math import ceil

from pnp.model.expectation import Capacity, Supply
from pnp.model.kit import Card, Deck, Kit
from pnp.rules.check import Context, Said, check
from pnp.rules.topics.values import called, deck_of, is_whole_deck, number_at, place_of


@check("over-capacity", on=Deck)
def over_capacity(deck: Deck, context: Context) -> Iterable[Said]:
    """What a card weighs can be carried.

    A weapon that is heavier than anybody's limit is never used, and a card that wins the game has to be light enough
    for everyone.

    Bad:
        expects: {capacity: {of: weight, into: 5}}
        cards:
          - {id: cannon, title: Cannon, weight: 8}

    Good:
        expects: {capacity: {of: weight, into: 5}}
        cards:
          - {id: cannon, title: Cannon, weight: 2}
    """
    for capacity in deck.expects.capacities if is_whole_deck(deck, context) else ():
        limit, who = _limit(capacity, context.kit)
        for card in deck.cards if limit is not None else ():
            weight = number_at(card, capacity.field)
            meant = not capacity.cards or card.id in capacity.cards
            if limit is not None and weight is not None and weight > limit and meant:
                yield Said(
                    place_of(card, capacity.field),
                    f"{capacity.field} of {called(card)} is {weight:g}, {who}",
                    f"Make it lighter, or raise what can carry it (line {capacity.where.line}).",
                )


def _limit(capacity: Capacity, kit: Kit) -> tuple[float | None, str]:
    """The weight that is still fine, and who sets it."""
    if capacity.limit is not None:
        return capacity.limit, f"and {capacity.limit:g} is the most that can be carried"
    name, _, field = capacity.holder.partition(".")
    deck = deck_of(kit, name)
    holders: list[tuple[float, Card]] = []
    for card in deck.cards if deck else ():
        strength = number_at(card, field)
        if strength is not None:
            holders.append((strength, card))
    if not holders:
        return None, ""
    if capacity.every:
        limit, card = min(holders, key=lambda holder: holder[0])
        return limit, f"but {called(card)} of {name} carries only {limit:g}"
    limit, card = max(holders, key=lambda holder: holder[0])
    return limit, f"and nobody of {name} carries more than {limit:g} ({called(card)})"


@check("short-supply", on=Deck)
def short_supply(deck: Deck, context: Context) -> Iterable[Said]:
    """There are as many tokens as can be in play at once.

    Where the tokens run out, the rules say nothing, and players help themselves with coins. The deck of tokens says how
    many are needed: so many for each player or card, and how many of those there are.

    Bad:
        expects: {supply: {heart: {each: 3, times: 12}}}
        cards:
          - {id: heart, title: Heart, copies: 30}

    Good:
        expects: {supply: {heart: {each: 3, times: 12}}}
        cards:
          - {id: heart, title: Heart, copies: 36}
    """
    copies = Counter({card.id: card.copies for card in deck.cards})
    for supply in deck.expects.supplies if is_whole_deck(deck, context) else ():
        times, who = _times(supply, context.kit)
        needed = ceil(supply.each * times + supply.plus - 1e-9) if times is not None else 0
        if copies[supply.card] < needed:
            card = next(card for card in deck.cards if card.id == supply.card)
            more = f" and {supply.plus:g} more" if supply.plus else ""
            sum_of = f": {supply.each:g} for each of {who}{more}" if who or more else ""
            yield Said(
                supply.where,
                f"{needed} of {called(card)} can be in play, and {card.copies} are printed{sum_of}",
                f"Print {needed - card.copies} more, or let the rules set a limit.",
                places=(card.where, card.place("copies")),
                names=(f"{deck.id}/{card.id}", card.id),
            )


def _times(supply: Supply, kit: Kit) -> tuple[float | None, str]:
    """How many there are that each can have the token, and what they are called; None if that cannot be told."""
    try:
        times = float(supply.times)
    except ValueError:
        pass
    else:
        return times, f"{times:g}" if times != 1 else ""
    deck_id, _, name = supply.times.partition("/")
    deck = deck_of(kit, deck_id)
    if deck is None:
        return None, ""
    if not name:
        return deck.size, f"the {deck.size} cards of {deck_id}"
    card = next((card for card in deck.cards if card.id == name), None)
    return (card.copies, f"the {card.copies} copies of {called(card)}") if card else (None, "")
