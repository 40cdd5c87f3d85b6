"""The forms of rules that need no expression: those of cards and spaces, and those of boards alone."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from types import MappingProxyType
from typing import NamedTuple

from pnp.model.place import Where
from pnp.model.rule import Form, Literal
from pnp.rules.language.boards import board, reached
from pnp.rules.language.decks import deck
from pnp.rules.language.lists import total
from pnp.rules.language.operators import calculate
from pnp.rules.language.scope import Scope
from pnp.rules.language.stumble import StumbleError
from pnp.rules.language.values import Datum, Number, Thing, field_of, is_number, number, plain, same, show
from pnp.rules.topics.ways import find_way, lay_ways, take_away

# For so many names, and so many of their letters, similar ones are looked for: it takes long.
_GUESSES, _LONGEST = 10, 60
# The forms that look at the spaces of a board.
_OF_BOARDS = ("reachable", "separates")


class Found(NamedTuple):
    """What breaks a form: the card, if it is a single one, the place, what was seen, and the value in question."""

    card: Thing | None
    where: Where
    message: str
    value: Datum = None


class _Sight(NamedTuple):
    """What a form looks at: the cards of a deck, or the spaces of a board, that pass the rule's `if`."""

    form: Form
    deck: Thing
    cards: Sequence[Thing]
    scope: Scope

    @property
    def noun(self) -> str:
        """What it looks at, in a word."""
        return "space" if self.deck.board is not None else "card"

    def many(self, number: int) -> str:
        """So many of them: `1 card`, `3 spaces`."""
        return f"{number} {self.noun}{'' if number == 1 else 's'}"

    def text(self, key: str) -> str:
        """The text under a key of the form."""
        value = self.form.values.get(key)
        if not isinstance(value, str):
            raise StumbleError(f"`{key}` of {self.form.name} should be a name")
        return value

    def limits(self) -> tuple[Number | None, Number | None]:
        """The least and the most that the form allows."""
        values = {key: self.form.values.get(key) for key in ("is", "min", "max")}
        for key, value in values.items():
            if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
                raise StumbleError(f"`{key}` of {self.form.name} should be a number")
        if values["is"] is not None:
            return _amount(values["is"]), _amount(values["is"])
        if values["min"] is None and values["max"] is None:
            raise StumbleError(f"`{self.form.name}` has no limits", "Add `is:`, `min:` or `max:`.")
        return _amount(values["min"]), _amount(values["max"])


def look(form: Form, deck: Thing, cards: Sequence[Thing], scope: Scope) -> list[Found]:
    """What of the cards breaks the form; a StumbleError where the form asks for what is not there."""
    if form.name in _OF_BOARDS and deck.board is None:
        raise StumbleError(f"`{form.name}` is about the spaces of a board, not about {deck.what}")
    scope.budget.spend(10 * len(cards))
    return list(_FORMS[form.name](_Sight(form, deck, cards, scope)))


def value_at(card: Thing, path: str) -> Datum:
    """The value under a field, `equipment.run`."""
    value: Datum = card
    for name in path.split("."):
        value = field_of(value, name)
    return value


def _place(card: Thing, path: str) -> Where:
    own = card.card or card.space
    return own.place(*path.split(".")) if own else Where("")


def _copies(card: Thing) -> int:
    return card.card.copies if card.card else 1


def _title(card: Thing) -> str:
    return show(card.fields.get("title") or card.fields.get("name") or card.fields["id"])


def _unique(sight: _Sight) -> Iterator[Found]:
    """No two cards say the same; cards that say nothing do not count."""
    paths = [str(path) for path in _items(sight.form.values["fields"])]
    first: dict[tuple[Datum, ...], Thing] = {}
    for card in sight.cards:
        key = tuple(plain(value_at(card, path)) for path in paths)
        if all(value in (None, "") for value in key):
            continue
        if key in first:
            other = first[key]
            line = _place(other, paths[0]).line
            what = f"{' and '.join(paths)} {'is' if len(paths) == 1 else 'are'} {', '.join(map(show, key))}"
            yield Found(card, _place(card, paths[0]), f"{what}, as on {_title(other)} (line {line})", key[0])
        first.setdefault(key, card)


def _count(sight: _Sight) -> Iterator[Found]:
    """So many cards, copies counted."""
    there = sum(map(_copies, sight.cards))
    yield from _judge(there, sight, sight.many(there))


def _sum(sight: _Sight) -> Iterator[Found]:
    """The numbers under a field, copies counted, add up to so much."""
    path = sight.text("field")
    found = [(value_at(card, path), _copies(card)) for card in sight.cards]
    parts = tuple(calculate("Mult", value, many, sight.scope.budget) for value, many in found if is_number(value))
    added = number(total(sight.scope, parts))
    yield from _judge(added, sight, f"{path} adds up to {show(added)}")


def _range(sight: _Sight) -> Iterator[Found]:
    """Each number under a field lies within limits."""
    path = sight.text("field")
    for card in sight.cards:
        value = value_at(card, path)
        if is_number(value) and (broken := _outside(number(value), sight)):
            yield Found(card, _place(card, path), f"{path} is {show(value)}, {broken}", value)


def _one_of(sight: _Sight) -> Iterator[Found]:
    """Each value under a field is one of some."""
    path, allowed = sight.text("field"), _items(sight.form.values["values"])
    for card in sight.cards:
        for value in _several(value_at(card, path)):
            if value is not None and not any(same(value, each, sight.scope.budget) for each in allowed):
                names = ", ".join(map(show, allowed[:12]))
                yield Found(card, _place(card, path), f"{path} is {show(value)}, which is none of {names}", value)


def _covers(sight: _Sight) -> Iterator[Found]:
    """Each of some values occurs under a field."""
    path, wanted = sight.text("field"), _items(sight.form.values["values"])
    there = {plain(value) for card in sight.cards for value in _several(value_at(card, path))}
    missing = tuple(value for value in wanted if plain(value) not in there)
    if missing:
        names = ", ".join(map(show, missing[:12]))
        yield Found(None, sight.form.place("values"), f"no {sight.noun} has {path} {names}", missing)


def _refers_to(sight: _Sight) -> Iterator[Found]:
    """Each value under a field names a card of a deck or a space of a board, by its id or by another field."""
    path, key = sight.text("field"), str(sight.form.values.get("key") or "id")
    if ("deck" in sight.form.values) is ("board" in sight.form.values):
        raise StumbleError("`refers_to` names cards of a deck or spaces of a board", "Add `deck:` or `board:`.")
    find, kind, noun = (deck, "deck", "card") if "deck" in sight.form.values else (board, "board", "space")
    target = find(sight.scope, sight.text(kind))
    known = {plain(value_at(each, key)) for each in target.items or () if isinstance(each, Thing)}
    names = sorted(name for name in known if isinstance(name, str))
    guesses = _GUESSES
    for card in sight.cards:
        for value in _several(value_at(card, path)):
            if value in (None, "") or plain(value) in known:
                continue
            guesses -= 1
            guess = isinstance(value, str) and guesses >= 0
            near = get_close_matches(str(value)[:_LONGEST], names, 1) if guess else []
            meant = f' (did you mean "{near[0]}"?)' if near else ""
            what = f"{path} is {show(value)}, which is the {key} of no {noun} of {target.fields['id']}{meant}"
            yield Found(card, _place(card, path), what, value)


def _at_most(sight: _Sight) -> Iterator[Found]:
    """At most so many cards, copies counted; with a field, at most so many with one value in it."""
    most = sight.form.values["most"]
    if isinstance(most, bool) or not isinstance(most, int):
        raise StumbleError("`most` should be a whole number")
    if "field" not in sight.form.values:
        there = sum(map(_copies, sight.cards))
        if there > most:
            yield Found(None, sight.form.where, f"{sight.many(there)}, at most {most} are allowed", there)
        return
    path = sight.text("field")
    counts: dict[Datum, int] = {}
    for card in sight.cards:
        for value in _several(value_at(card, path)):
            counts[plain(value)] = counts.get(plain(value), 0) + _copies(card)
    for value, many in counts.items():
        if value not in (None, "") and many > most:
            said = f"{sight.many(many)} have {path} {show(value)}, at most {most} may"
            yield Found(None, sight.form.where, said, value)


def _reachable(sight: _Sight) -> Iterator[Found]:
    """Each space of a board can be reached from one of them, without what is named."""
    without = _items(sight.form.values.get("without") or ())
    there = reached(sight.scope, sight.deck, sight.text("from"), without)
    gone = {space for name in without for space in _called(sight, name)}
    names = f" without {', '.join(map(str, without))}" if without else ""
    for space in sight.cards:
        own = space.space
        if own is not None and own.id not in there and own.id not in gone:
            yield Found(space, own.where, f"no way leads there from {sight.text('from')}{names}", own.id)


def _separates(sight: _Sight) -> Iterator[Found]:
    """Without what `by` names, no way leads between the spaces inside and those outside, or any other, either way."""
    by = sight.text("by")
    inside = [space for name in _items(sight.form.values["inside"]) for space in _called(sight, name, asked=True)]
    named = _items(sight.form.values.get("outside") or ())
    outside = [space for name in named for space in _called(sight, name, asked=True)]
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


def _called(sight: _Sight, name: Datum, *, asked: bool = False) -> list[str]:
    """The ids of the spaces that a name stands for; a StumbleError if there have to be some."""
    board = sight.deck.board
    found = [space.id for space in board.named(str(name))] if board else []
    if asked and not found:
        raise StumbleError(f"{show(name)} stands for no space of the board")
    return found


_FORMS: Mapping[str, Callable[[_Sight], Iterator[Found]]] = MappingProxyType(
    {
        "unique": _unique,
        "count": _count,
        "sum": _sum,
        "range": _range,
        "one_of": _one_of,
        "covers": _covers,
        "refers_to": _refers_to,
        "at_most": _at_most,
        "reachable": _reachable,
        "separates": _separates,
    }
)


def _judge(amount: Number, sight: _Sight, what: str) -> Iterator[Found]:
    broken = _outside(amount, sight)
    if broken:
        yield Found(None, sight.form.where, f"{what}, {broken}", amount)


def _outside(amount: Number, sight: _Sight) -> str:
    """Which limit the amount breaks; empty if none."""
    low, high = sight.limits()
    if low is not None and low == high:
        return "" if amount == low else f"but should be {show(low)}"
    if low is not None and amount < low:
        return f"but should be at least {show(low)}"
    return f"but should be at most {show(high)}" if high is not None and amount > high else ""


def _amount(value: Literal) -> Number | None:
    return value if isinstance(value, int | float) else None


def _items(value: Literal) -> tuple[Datum, ...]:
    items = value if isinstance(value, tuple) else (value,)
    return tuple(item for item in items if isinstance(item, str | int | float | bool))


def _several(value: Datum) -> tuple[Datum, ...]:
    return value if isinstance(value, tuple) else (value,)
