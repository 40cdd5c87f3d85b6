"""Checks of decks as wholes: how many cards there are, and how many there should be."""

from collections.abc import Iterable

from pnp.model.finding import Level
from pnp.model.kit import Deck
from pnp.rules.check import Check, Context, Said, check


def _is_whole(deck: Deck, context: Context) -> bool:
    """Whether the deck's files were read without an error: a card that could not be read is no card too few."""
    files = {deck.where.file, deck.place("cards", "file").file}
    return not any(
        fault.where.file in files and _level(context.checks.get(fault.check)) is Level.ERROR
        for fault in context.kit.faults
    )


def _level(check: Check | None) -> Level:
    return check.level if check else Level.ERROR


@check("deck-size", on=Deck)
def deck_size(deck: Deck, context: Context) -> Iterable[Said]:
    """A deck has as many cards as its `count` promises, copies counted.

    The rules name that number, a deck is dealt out by it, and a sheet is filled by it. A card that was lost while
    editing is noticed here and not at the table. The count waits until the deck's file reads without errors.

    Bad:
        deck: events
        count: 3
        cards:
          - id: pharmacy-run
          - id: bus-depot

    Good:
        deck: events
        count: 3
        cards:
          - id: pharmacy-run
            copies: 2
          - id: bus-depot
    """
    if deck.count is None or deck.count == deck.size or not deck.cards or not _is_whole(deck, context):
        return
    away = abs(deck.count - deck.size)
    cards = "1 card" if away == 1 else f"{away} cards"
    side = f"{cards} too few" if deck.size < deck.count else f"{cards} too many"
    yield Said(
        deck.place("count"),
        f'the deck "{deck.id}" promises {deck.count} cards and has {deck.size}: {side}',
        f"Look for a card that was lost or doubled, or for wrong `copies`; if all is right, write count: {deck.size}.",
    )


@check("empty-deck", on=Deck)
def empty_deck(deck: Deck, context: Context) -> Iterable[Said]:
    """A deck has at least one card.

    A deck without cards prints no sheet, so the box lacks a part that its rules may count on.

    Bad:
        deck: events
        cards: []

    Good:
        deck: events
        cards:
          - id: pharmacy-run
    """
    if deck.size > 0 or not _is_whole(deck, context):
        return
    table = deck.place("cards", "file").file
    cure = "Add cards under `cards:`" if table == deck.where.file else f"Add a row under the headings of {table}"
    cure = "Give at least one card `copies: 1` or more" if deck.cards else cure
    yield Said(
        deck.place("cards") if deck.cards == () else deck.where,
        f'the deck "{deck.id}" has no card to print',
        f"{cure}, or take the file out of the kit's folder.",
    )
