"""The forms of rules about boards alone: what can be reached, and what separates one part from another."""

from collections.abc import Iterator, Sequence

from pnp.rules.language.boards import doubt, names_of_spaces, names_on, reached
from pnp.rules.language.stumble import StumbleError
from pnp.rules.language.values import Datum, meant, show
from pnp.rules.sight import Found, Sight, at, items_of
from pnp.rules.topics.ways import find_way, lay_ways, take_away


def reachable(sight: Sight) -> Iterator[Found]:
    """Each space of a board can be reached from one of them, without what is named."""
    without = tuple(str(name) for name in items_of(sight.form.values.get("without") or ()))
    _require(sight, "without", without)
    with at("from"):
        there = reached(sight.scope, sight.deck, sight.text("from"), without)
    gone = {space for name in without for space in _called(sight, name)}
    names = f" without {', '.join(without)}" if without else ""
    for space in sight.cards:
        own = space.space
        if own is not None and own.id not in there and own.id not in gone:
            yield Found(space, own.where, f"no way leads there from {sight.text('from')}{names}", own.id)


def separates(sight: Sight) -> Iterator[Found]:
    """Without what `by` names, no way leads between the spaces inside and those outside, or any other, either way."""
    by = sight.text("by")
    _require(sight, "by", (by,))
    inside = [space for name in sight.listed("inside") for space in _called(sight, name, "inside")]
    named = items_of(sight.form.values.get("outside") or ())
    outside = [space for name in named for space in _called(sight, name, "outside")]
    whole = sight.deck.board
    if whole is None:
        return
    ways = lay_ways(whole, take_away(whole, (by,)), both=True)
    sight.scope.budget.spend(len(inside) * (len(whole.spaces) + 2 * len(whole.links)))
    ends = frozenset(outside) if named else frozenset(ways) - frozenset(inside)
    for start in inside:
        way = find_way(ways, start, ends)
        if way:
            yield Found(None, sight.form.where, f"{way[-1]} and {start} are linked without {by}", way[-1])


def _called(sight: Sight, name: Datum, key: str = "") -> list[str]:
    """The ids of the spaces that a name stands for; a StumbleError if it stands under a key and for none."""
    board = sight.deck.board
    found = [space.id for space in board.named(str(name))] if board else []
    if key and not found and board is not None:
        cure = meant(str(name), list(dict.fromkeys(names_of_spaces(board))))
        raise StumbleError(f"{show(name)} stands for no space of the board", cure, key=key)
    return found


def _require(sight: Sight, key: str, names: Sequence[str]) -> None:
    """See that each of the names under the key takes something away from the board."""
    board = sight.deck.board
    for name in names if board is not None else ():
        if board is not None and name not in names_on(board):
            with at(key):
                doubt(sight.scope, board, name)
