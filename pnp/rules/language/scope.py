"""What an expression is evaluated in."""

from dataclasses import dataclass, field

from pnp.rules.language.budget import Budget
from pnp.rules.language.values import Datum, Thing


@dataclass(slots=True)
class Scope:
    """What an expression is evaluated in: the names that it may use, its budget, and what was found out already.

    `kit` is what the functions that look up decks and cards look into.
    """

    names: dict[str, Datum]
    budget: Budget
    kit: Thing | None = None
    memo: dict[object, Datum] = field(default_factory=dict)
