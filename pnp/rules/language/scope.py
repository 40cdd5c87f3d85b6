"""What an expression is evaluated in."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pnp.rules.language.budget import Budget
from pnp.rules.language.values import Datum, Thing


@dataclass(slots=True)
class Scope:
    """What an expression is evaluated in: the names that it may use, its budget, and what was found out already.

    `kit` is what the functions that look up decks and cards look into; `ways` are those of boards, by board and by
    what they lack. It is `doubtful` once a board was to lack what is not on it, which stops a `strict` one.
    """

    names: dict[str, Datum]
    budget: Budget
    kit: Thing | None = None
    memo: dict[object, Datum] = field(default_factory=dict)
    ways: dict[tuple[str, tuple[str, ...]], Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    strict: bool = True
    doubtful: bool = False
