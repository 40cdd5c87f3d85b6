"""What there is to know about a kit's numbers: how they are spread, how likely totals are, how dice tables fall."""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from pnp.model.kit import Field, Kit
from pnp.model.place import Where
from pnp.model.rule import Breach, Odds, Verdict
from pnp.model.table import Results, Table, parse_results
from pnp.rules.chances import Chances, Outcome, count, draw, roll
from pnp.rules.language.budget import MOST_STEPS, Budget
from pnp.rules.language.decks import deck, numbers, see_kit
from pnp.rules.language.scope import Scope
from pnp.rules.language.stumble import StumbleError
from pnp.rules.language.values import number

# So many difficulties are shown where none are asked for.
_MOST_DIFFICULTIES = 30


class Passing(NamedTuple):
    """How likely so many cards reach a difficulty, and by how much they miss it on average.

    A total below 0 counts as 0 where it misses, so that nobody suffers more than the difficulty.
    """

    difficulty: int
    drawn: int
    modifier: int
    chance: Fraction
    missed: Fraction


class Spread(NamedTuple):
    """How numbers are spread over `size` cards (or rolls), and how likely totals of several are.

    `others` are the cards without a number.
    """

    title: str
    single: Chances
    size: int
    others: int = 0
    rolled: bool = False
    draws: tuple[int, ...] = ()
    difficulties: tuple[int, ...] = ()
    modifiers: tuple[int, ...] = ()
    passing: tuple[Passing, ...] = ()

    @property
    def counts(self) -> tuple[tuple[Outcome, int], ...]:
        """How many of the cards have each value; of dice, the ways."""
        return tuple((value, ways * self.size // self.single.every) for value, ways in self.single.ways)


class Fall(NamedTuple):
    """A row of a dice table, and its chance with each modifier."""

    on: str
    effect: str
    chances: tuple[Fraction, ...]


class TableOdds(NamedTuple):
    """How a dice table falls."""

    title: str
    dice: str
    modifiers: tuple[int, ...]
    falls: tuple[Fall, ...]


class Survey(NamedTuple):
    """All odds of a kit; `troubles` say what cannot be told, and why."""

    kit: Kit
    spreads: tuple[Spread, ...]
    tables: tuple[TableOdds, ...]
    troubles: tuple[Breach, ...] = ()


def survey(kit: Kit) -> Survey:
    """The odds that the kit asks for; if it asks for none, the spread of every number on its cards."""
    scope = _scope(kit)
    spreads, troubles = [], []
    for asked in kit.odds or _every_number(kit):
        scope.budget.left = MOST_STEPS
        verdict = try_odds(asked, scope)
        if verdict.trouble is None:
            spread = _spread(asked, scope, known=bool(kit.odds))
            spreads += [spread] if spread is not None else []
        elif kit.odds:
            troubles.append(verdict.trouble)
    return Survey(kit, tuple(spreads), tuple(filter(None, map(_table_odds, kit.tables))), tuple(troubles))


def try_odds(asked: Odds, scope: Scope) -> Verdict:
    """Whether what is asked can be told: there is such a deck with numbers there, or there are such dice."""
    key = "dice" if asked.dice else "deck"
    try:
        if asked.dice:
            roll(asked.dice, scope.budget.spend)
        else:
            deck(scope, asked.deck)
            key = "field"
            if not numbers(scope, asked.deck, asked.field):
                raise StumbleError(f"no card of {asked.deck} has a number there")
    except (StumbleError, ValueError) as error:
        message, cure = str(error), error.help if isinstance(error, StumbleError) else "Write dice: 2d6+1."
        return Verdict(asked, (), Breach(asked.place(key), f"these odds cannot be told: {message}", cure))
    return Verdict(asked)


def _scope(kit: Kit) -> Scope:
    return Scope({}, Budget(MOST_STEPS), see_kit(kit))


def _every_number(kit: Kit) -> Iterator[Odds]:
    for each in kit.decks:
        for path in _number_paths(each.fields):
            yield Odds(Where(""), deck=each.id, field=path)


def _number_paths(fields: Iterable[Field], before: str = "") -> Iterator[str]:
    for field in fields:
        if field.type in ("integer", "number"):
            yield before + field.name
        elif field.type == "group":
            yield from _number_paths(field.fields, f"{before}{field.name}.")


def _spread(asked: Odds, scope: Scope, *, known: bool) -> Spread | None:
    """The spread of what is asked, with the chances of totals if the kit asks for it."""
    if asked.dice:
        single = roll(asked.dice)
        totals = {1: single}
        values: tuple[Outcome, ...] = ()
    else:
        values = tuple(_exact(value) for value in map(number, numbers(scope, asked.deck, asked.field)))
        single = count(Counter(values))
        drawn = [each for each in asked.draws if each <= len(values)] if known else []
        totals = {each: draw(values, each) for each in drawn}
    difficulties = asked.difficulties or _in_doubt(totals, asked.modifiers)
    passing = tuple(
        _passing(totals[drawn], difficulty, drawn, modifier)
        for modifier in asked.modifiers
        for difficulty in difficulties
        for drawn in totals
    )
    return Spread(
        asked.dice or f"{asked.deck}, {asked.field}",
        single,
        len(values) or single.every,
        _size(asked.deck, scope) - len(values) if values else 0,
        bool(asked.dice),
        tuple(totals),
        difficulties if totals else (),
        asked.modifiers if totals else (),
        passing,
    )


def _passing(total: Chances, difficulty: int, drawn: int, modifier: int) -> Passing:
    shifted = total.shifted(modifier)
    return Passing(difficulty, drawn, modifier, shifted.between(difficulty, None), shifted.shortfall(difficulty))


def _in_doubt(totals: "dict[int, Chances]", modifiers: tuple[int, ...]) -> tuple[int, ...]:
    """The difficulties from 1 up that some of the totals reach and some do not."""
    if not totals:
        return ()
    low = min(int(total.lowest) for total in totals.values()) + min(modifiers) + 1
    high = max(int(total.highest) for total in totals.values()) + max(modifiers)
    low = max(low, min(1, high))
    return tuple(range(low, min(high, low + _MOST_DIFFICULTIES - 1) + 1))


def _size(of: str, scope: Scope) -> int:
    size = deck(scope, of).fields["size"]
    return size if isinstance(size, int) else 0


def _exact(value: int | float | Fraction) -> Outcome:
    return value if isinstance(value, int | Fraction) else Fraction(str(value))


def _table_odds(table: Table) -> TableOdds | None:
    """How the table falls; None if its dice cannot be read, which its checks tell."""
    try:
        single = roll(table.dice, Budget(MOST_STEPS).spend)
    except (ValueError, StumbleError):
        return None
    rows = [(row, parse_results(row.on)) for row in table.rows]
    known = [results for _row, parts in rows if parts for results in parts]
    if not known:
        return None
    ends = (min(part.least for part in known), max(part.most for part in known)) if table.clamp else None
    modifiers = (0, *(each for each in table.modifiers if each))
    falls = tuple(
        Fall(row.on, row.effect, tuple(_fall(single, parts or (), each, ends) for each in modifiers))
        for row, parts in rows
    )
    return TableOdds(table.title, table.dice, modifiers, falls)


def _fall(single: Chances, parts: Iterable[Results], modifier: int, ends: tuple[int, int] | None) -> Fraction:
    """How likely the roll, with the modifier, is one of the results; what leads beyond the ends counts as them."""
    on = [(part.least, part.most) for part in parts]
    ways = 0
    for value, often in single.ways:
        at = int(value) + modifier
        at = min(max(at, ends[0]), ends[1]) if ends else at
        ways += often if any(least <= at <= most for least, most in on) else 0
    return Fraction(ways, single.every)
