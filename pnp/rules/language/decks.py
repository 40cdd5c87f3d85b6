"""A kit as expressions see it, and the functions that look into it."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import isfinite
from types import MappingProxyType

from pnp.model.kit import Card, Deck, Job, Kit, Path, Rulebook, Value
from pnp.model.place import Where
from pnp.model.rule import Facts, Literal
from pnp.rules.language.boards import part_of, see_board, see_table, see_track
from pnp.rules.language.scope import Scope
from pnp.rules.language.stumble import StumbleError
from pnp.rules.language.unread import find_unread
from pnp.rules.language.values import Datum, Thing, clip, field_of, is_number, items, meant, text

NOWHERE: Mapping[Path, Where] = MappingProxyType({})


def see_kit(kit: Kit) -> Thing:
    """The kit as a thing: its decks as things with fields, whose items are their cards."""
    decks = tuple(see_deck(deck, find_unread(deck, kit.faults)) for deck in kit.decks)
    fields: dict[str, Datum] = {
        "id": kit.id,
        "title": kit.title,
        "version": kit.version,
        "decks": decks,
        "boards": tuple(map(see_board, kit.boards)),
        "tables": tuple(map(see_table, kit.tables)),
        "tracks": tuple(map(see_track, kit.tracks)),
        "jobs": tuple(map(see_job, kit.jobs)),
        "rulebooks": tuple(map(see_rulebook, kit.rulebooks)),
    }
    return Thing("the kit", fields)


def see_job(job: Job) -> Thing:
    """What is printed together, as a thing."""
    fields: dict[str, Datum] = {
        "name": job.name,
        "decks": tuple(job.decks),
        "stock": job.stock,
        "flip": job.flip,
        "marks": job.marks,
    }
    return Thing(f'the job "{job.name}"', fields, spot=job.where)


def see_rulebook(book: Rulebook) -> Thing:
    """A rulebook as a thing."""
    fields: dict[str, Datum] = {"name": book.name, "file": book.file, "title": book.title, "stock": book.stock}
    return Thing(f'the rulebook "{book.name}"', fields, spot=book.where)


def see_facts(facts: Facts) -> Thing:
    """The facts of a kit as a thing."""
    values = {name: see_literal(value, f"facts.{name}", (name,), facts.places) for name, value in facts.values.items()}
    return Thing("`facts`", values, places=facts.places)


def see_literal(value: Literal, name: str, path: Path = (), places: Mapping[Path, Where] = NOWHERE) -> Datum:
    """A value of rules.yaml as expressions see it: groups as things, lists as lists, numbers exact.

    `places` says where the values stand that are found by `path` and by what comes after it.
    """
    if isinstance(value, Mapping):
        inner = {key: see_literal(each, f"{name}.{key}", (*path, key), places) for key, each in value.items()}
        own: dict[Path, Where] = {(key,): places[*path, key] for key in value if (*path, key) in places}
        return Thing(f"`{name}`", inner, spot=places.get(path), places=own)
    if isinstance(value, tuple):
        return tuple(see_literal(item, f"{name} item", (*path, number), places) for number, item in enumerate(value))
    if isinstance(value, float) and not isfinite(value):  # the reader has said it
        return None
    return Fraction(str(value)) if isinstance(value, float) and value != value // 1 else value


def see_deck(deck: Deck, unread: Mapping[int, frozenset[Path]]) -> Thing:
    """A deck as a thing; `unread` are the paths of values that could not be read, by the lines of their cards."""
    cards = tuple(
        see_card(card, deck, number, unread.get(card.where.line, frozenset()))
        for number, card in enumerate(deck.cards, 1)
    )
    fields: dict[str, Datum] = {
        "id": deck.id,
        "title": deck.title,
        "size": deck.size,
        "designs": len(deck.cards),
        "count": deck.count,
        "width": deck.width,
        "height": deck.height,
        "two_sided": bool(deck.back),
        "folded": deck.net.size if deck.net else (),
        "cards": cards,
    }
    return Thing(f'the deck "{deck.id}"', fields, cards, deck=deck)


def see_card(card: Card, deck: Deck, number: int, unread: frozenset[Path] = frozenset()) -> Thing:
    """A card as a thing: its fields and id, title, copies, number and deck; without those that could not be read."""
    own: dict[str, Datum] = {
        "id": card.id,
        "title": card.title,
        "copies": card.copies,
        "number": number,
        "deck": deck.id,
    }
    fields = {**{name: see(value, name, card, (name,)) for name, value in card.values.items()}, **own}
    lost = frozenset(str(path[0]) for path in unread if len(path) == 1)
    for name in {path[0] for path in unread if len(path) > 1} - lost:
        inner = fields.get(str(name))
        if isinstance(inner, Thing):
            names = frozenset(str(path[1]) for path in unread if len(path) > 1 and path[0] == name)
            fields[str(name)] = replace(inner, fields=_without(inner.fields, names), unread=names)
    return Thing(f"a card of {deck.id}", _without(fields, lost), card=card, deck=deck, unread=lost)


def _without(fields: Mapping[str, Datum], names: frozenset[str]) -> Mapping[str, Datum]:
    return {name: value for name, value in fields.items() if name not in names} if names else fields


def see(value: Value, what: str, card: Card, path: Path) -> Datum:
    """A value of a card as expressions see it: groups as things, lists as lists."""
    if isinstance(value, Mapping):
        inner = {name: see(each, f"{what}.{name}", card, (*path, name)) for name, each in value.items()}
        return Thing(f"`{what}`", inner, group=(card, path))
    if isinstance(value, tuple | list):
        return tuple(see(item, f"{what} item", card, (*path, number)) for number, item in enumerate(value))
    return value


def deck(scope: Scope, id: Datum) -> Thing:
    """The deck of that name."""
    if isinstance(id, Thing) and id.deck is not None and id.card is None:
        return id
    return part_of(scope, "decks", "deck", text(id))


def card(scope: Scope, of: Datum, id: Datum) -> Thing:
    """One card of a deck."""
    within = deck(scope, of)
    name = text(id)
    cards = [item for item in within.items or () if isinstance(item, Thing)]
    scope.budget.spend(len(cards))
    for each in cards:
        if each.fields["id"] == name:
            return each
    raise StumbleError(
        f'{within.what} has no card "{clip(name)}"', meant(name, [str(each.fields["id"]) for each in cards])
    )


def copies(scope: Scope, of: Datum) -> tuple[Datum, ...]:
    """The cards of a deck, each as often as it is printed."""
    within = deck(scope, of)
    size = within.fields["size"]
    scope.budget.spend(size if isinstance(size, int) else 0)
    return tuple(
        each for each in within.items or () if isinstance(each, Thing) and each.card for _ in range(each.card.copies)
    )


def column(scope: Scope, of: Datum, path: Datum) -> tuple[Datum, ...]:
    """The values under a field (`equipment.run`), copies counted; what is not given is left out."""
    found = []
    for each in copies(scope, of):
        value: Datum = each
        for name in text(path).split("."):
            value = field_of(value, name)
        if value is not None:
            found.append(value)
    scope.budget.spend(len(found))
    return tuple(found)


def numbers(scope: Scope, of: Datum, path: Datum) -> tuple[Datum, ...]:
    """The numbers under a field, copies counted; literals such as "*" are left out."""
    return tuple(value for value in column(scope, of, path) if is_number(value))


def component(scope: Scope, id: str) -> Thing:
    """The deck or the board of that name."""
    kit = scope.kit.fields if scope.kit else {}
    known = [each for key in ("decks", "boards") for each in items(kit.get(key)) if isinstance(each, Thing)]
    for each in known:
        if each.fields["id"] == id:
            return each
    kind = "deck or board" if items(kit.get("boards")) else "deck"
    raise StumbleError(f'there is no {kind} "{clip(id)}"', meant(id, [str(each.fields["id"]) for each in known]))
