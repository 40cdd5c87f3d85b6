"""The forms of rules that need no expression: those of cards and spaces, and those of boards alone."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from pnp.model.guess import guess
from pnp.model.place import Where
from pnp.model.rule import Form
from pnp.rules.boardforms import reachable, separates
from pnp.rules.language.boards import board
from pnp.rules.language.decks import deck
from pnp.rules.language.lists import total
from pnp.rules.language.operators import calculate
from pnp.rules.language.scope import Scope
from pnp.rules.language.stumble import StumbleError
from pnp.rules.language.values import Datum, Number, Thing, alike, is_number, number, plain, same, show
from pnp.rules.sight import Found, Sight, at, items_of, value_at

# For so many names similar ones are looked for: it takes long.
_GUESSES = 10
# So many values are compared in the time of a step.
_VALUES_A_STEP = 8
# The forms that look at the spaces of a board.
_OF_BOARDS = ("reachable", "separates")
# The forms that hold of each card by itself, and so of none at all.
_OF_EACH = ("unique", "range", "one_of", "refers_to")


def look(form: Form, deck: Thing, cards: Sequence[Thing], scope: Scope) -> list[Found]:
    """What of the cards breaks the form; a StumbleError where the form asks for what is not there."""
    if form.name in _OF_BOARDS and deck.board is None:
        raise StumbleError(f"`{form.name}` is about the spaces of a board, not about {deck.what}")
    scope.budget.spend(10 * len(cards))
    return list(_FORMS[form.name](Sight(form, deck, cards, scope)))


def regard(form: Form, cards: Sequence[Thing]) -> int:
    """How many of the cards the form says something of: those that have a value there. One that counts regards all."""
    if form.name == "reachable":
        return len(cards)
    if form.name not in _OF_EACH:
        return 1
    paths = [str(path) for path in items_of(form.values.get("fields") or form.values.get("field"))]
    values = (value for card in cards for path in paths for value in _several(value_at(card, path)))
    return sum(is_number(value) if form.name == "range" else value not in (None, "") for value in values)


def _place(card: Thing, path: str) -> Where:
    own = card.card or card.space
    return own.place(*path.split(".")) if own else Where("")


def _copies(card: Thing) -> int:
    return card.card.copies if card.card else 1


def _title(card: Thing) -> str:
    return show(card.fields.get("title") or card.fields.get("name") or card.fields["id"])


def _unique(sight: Sight) -> Iterator[Found]:
    """No two cards say the same; cards that say nothing do not count."""
    paths = [str(path) for path in sight.listed("fields")]
    first: dict[tuple[Datum, ...], Thing] = {}
    with at("fields"):
        keys = [tuple(plain(value_at(card, path)) for path in paths) for card in sight.cards]
    for card, key in zip(sight.cards, keys, strict=True):
        if all(value in (None, "") for value in key):
            continue
        if key in first:
            other = first[key]
            line = _place(other, paths[0]).line
            what = f"{' and '.join(paths)} {'is' if len(paths) == 1 else 'are'} {', '.join(map(show, key))}"
            yield Found(card, _place(card, paths[0]), f"{what}, as on {_title(other)} (line {line})", key[0])
        first.setdefault(key, card)


def _count(sight: Sight) -> Iterator[Found]:
    """So many cards, copies counted."""
    there = sum(map(_copies, sight.cards))
    yield from _judge(there, sight, sight.many(there))


def _sum(sight: Sight) -> Iterator[Found]:
    """The numbers under a field, copies counted, add up to so much."""
    path = sight.text("field")
    found = [(value, _copies(card)) for card, value in sight.values()]
    parts = tuple(calculate("Mult", value, many, sight.scope.budget) for value, many in found if is_number(value))
    added = number(total(sight.scope, parts))
    yield from _judge(added, sight, f"{path} adds up to {show(added)}")


def _range(sight: Sight) -> Iterator[Found]:
    """Each number under a field lies within limits."""
    path = sight.text("field")
    for card, value in sight.values():
        if is_number(value) and (broken := _outside(number(value), sight)):
            yield Found(card, _place(card, path), f"{path} is {show(value)}, {broken}", value)


def _one_of(sight: Sight) -> Iterator[Found]:
    """Each value under a field is one of some."""
    path, allowed = sight.text("field"), sight.listed("values")
    for card, values in sight.values():
        for value in _several(values):
            sight.scope.budget.spend(len(allowed) // _VALUES_A_STEP)
            if value is not None and not any(same(value, each, sight.scope.budget) for each in allowed):
                names = ", ".join(map(show, allowed[:12]))
                yield Found(card, _place(card, path), f"{path} is {show(value)}, which is none of {names}", value)


def _covers(sight: Sight) -> Iterator[Found]:
    """Each of some values occurs under a field."""
    path, wanted = sight.text("field"), sight.listed("values")
    there = {plain(value) for _card, values in sight.values() for value in _several(values)}
    missing = tuple(value for value in wanted if plain(value) not in there)
    if missing:
        names = ", ".join(map(show, missing[:12]))
        yield Found(None, sight.form.place("values"), f"no {sight.noun} has {path} {names}", missing)


def _refers_to(sight: Sight) -> Iterator[Found]:
    """Each value under a field names a card of a deck or a space of a board, by its id or by another field."""
    path, key = sight.text("field"), str(sight.form.values.get("key") or "id")
    if ("deck" in sight.form.values) is ("board" in sight.form.values):
        raise StumbleError("`refers_to` names cards of a deck or spaces of a board", "Add `deck:` or `board:`.")
    find, kind, noun = (deck, "deck", "card") if "deck" in sight.form.values else (board, "board", "space")
    with at(kind):
        target = find(sight.scope, sight.text(kind))
    with at("key"):
        known = {plain(value_at(each, key)) for each in target.items or () if isinstance(each, Thing)}
    names = sorted(name for name in known if isinstance(name, str))
    guesses = _GUESSES
    for card, values in sight.values():
        for value in _several(values):
            if value in (None, "") or plain(value) in known:
                continue
            guesses -= 1
            near = guess(value, names) if isinstance(value, str) and guesses >= 0 else ""
            meant = f' (did you mean "{near}"?)' if near else ""
            what = f"{path} is {show(value)}, which is the {key} of no {noun} of {target.fields['id']}{meant}"
            yield Found(card, _place(card, path), what, value)


def _at_most(sight: Sight) -> Iterator[Found]:
    """At most so many cards, copies counted; with a field, at most so many with one value in it."""
    most = sight.form.values["most"]
    if isinstance(most, bool) or not isinstance(most, int):
        raise StumbleError("`most` should be a whole number", key="most")
    if "field" not in sight.form.values:
        there = sum(map(_copies, sight.cards))
        if there > most:
            allowed = f"at most {most} {'is' if most == 1 else 'are'} allowed"
            yield Found(None, sight.form.where, f"{sight.many(there)}, {allowed}", there)
        return
    path = sight.text("field")
    counts: dict[Datum, int] = {}
    for card, values in sight.values():
        for value in _several(values):
            counts[plain(value)] = counts.get(plain(value), 0) + _copies(card)
    for value, many in counts.items():
        if value not in (None, "") and many > most:
            said = f"{sight.many(many)} {'has' if many == 1 else 'have'} {path} {show(value)}, at most {most} may"
            yield Found(None, sight.form.where, said, value)


_FORMS: Mapping[str, Callable[[Sight], Iterator[Found]]] = MappingProxyType(
    {
        "unique": _unique,
        "count": _count,
        "sum": _sum,
        "range": _range,
        "one_of": _one_of,
        "covers": _covers,
        "refers_to": _refers_to,
        "at_most": _at_most,
        "reachable": reachable,
        "separates": separates,
    }
)


def _judge(amount: Number, sight: Sight, what: str) -> Iterator[Found]:
    broken = _outside(amount, sight)
    if broken:
        yield Found(None, sight.form.where, f"{what}, {broken}", amount)


def _outside(amount: Number, sight: Sight) -> str:
    """Which limit the amount breaks; empty if none."""
    low, high = sight.limits()
    under = low is not None and amount < low and not alike(amount, low)
    over = high is not None and amount > high and not alike(amount, high)
    if low is not None and low == high:
        return f"but should be {show(low)}" if under or over else ""
    if under:
        return f"but should be at least {show(low)}"
    return f"but should be at most {show(high)}" if over else ""


def _several(value: Datum) -> tuple[Datum, ...]:
    return value if isinstance(value, tuple) else (value,)
