"""What a form of a rule looks at, what it is told, and what it finds."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import isfinite
from typing import NamedTuple

from pnp.model.place import Where
from pnp.model.rule import Form, Literal
from pnp.rules.language.scope import Scope
from pnp.rules.language.stumble import StumbleError
from pnp.rules.language.values import Datum, Number, Thing, field_of, is_number


class Found(NamedTuple):
    """What breaks a form: the card, if it is a single one, the place, what was seen, and the value in question."""

    card: Thing | None
    where: Where
    message: str
    value: Datum = None


class Sight(NamedTuple):
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
            raise StumbleError(f"`{key}` of {self.form.name} should be a name", key=key)
        return value

    def values(self, key: str = "field") -> list[tuple[Thing, Datum]]:
        """The cards, each with its value of the field that stands under the key."""
        path = self.text(key)
        with at(key):
            return [(card, value_at(card, path)) for card in self.cards]

    def listed(self, key: str) -> tuple[Datum, ...]:
        """The values under a key of the form, one at least."""
        value = self.form.values.get(key)
        what, cure = f"`{key}` of {self.form.name}", f"Write {key}: [...], with one or more in the brackets."
        if key == "fields":
            what, cure = "`unique`", "Write unique: title."
        if any(isinstance(item, tuple | Mapping) for item in (value if isinstance(value, tuple) else (value,))):
            raise StumbleError(f"{what} should be single values", cure, key=key)
        found = items_of(value)
        if not found:
            raise StumbleError(f"{what} names nothing", cure, key=key)
        return found

    def limits(self) -> tuple[Number | None, Number | None]:
        """The least and the most that the form allows."""
        values = {key: self.form.values.get(key) for key in ("is", "min", "max")}
        for key, value in values.items():
            if value is not None and not (is_number(_amount(value)) and isfinite(_amount(value) or 0)):
                raise StumbleError(f"`{key}` of {self.form.name} should be a number", key=key)
        if values["is"] is not None:
            return _amount(values["is"]), _amount(values["is"])
        if values["min"] is None and values["max"] is None:
            raise StumbleError(f"`{self.form.name}` has no limits", "Add `is:`, `min:` or `max:`.")
        return _amount(values["min"]), _amount(values["max"])


@contextmanager
def at(key: str) -> Iterator[None]:
    """Gives each StumbleError the key of the form that it is about."""
    try:
        yield
    except StumbleError as error:
        error.key = error.key or key
        raise


def value_at(card: Thing, path: str) -> Datum:
    """The value under a field, `equipment.run`."""
    value: Datum = card
    for name in path.split("."):
        value = field_of(value, name)
    return value


def items_of(value: Literal) -> tuple[Datum, ...]:
    """The single values of a list, or the one alone; lists and groups in it, and what is empty, are left out."""
    items = value if isinstance(value, tuple) else (value,)
    return tuple(item for item in items if isinstance(item, str | int | float | bool))


def _amount(value: Literal) -> Number | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None
