"""What there is to know about a kit's numbers: how they are spread, how likely totals are, how dice tables fall."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from pnp.model.kit import Field, Kit
from pnp.model.place import Where
from pnp.model.rule import Breach, Odds, Verdict
from pnp.model.table import Results, Table, parse_results
from pnp.rules.chances import Chances, Outcome, Spend, count, draw, roll
from pnp.rules.language.budget import MOST_STEPS, Budget
from pnp.rules.language.decks import deck, numbers, see_kit
from pnp.rules.language.scope import Scope
from pnp.rules.language.stumble import StumbleError
from pnp.rules.language.values import number

# At most so many difficulties are shown where none are asked for.
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
    scope = Scope({}, Budget(MOST_STEPS), see_kit(kit))
    spreads: list[Spread] = []
    tables: list[TableOdds] = []
    troubles: list[Breach] = []
    for asked in kit.odds or _every_number(kit):
        scope.budget.left = MOST_STEPS
        told = _tell(asked, scope, known=bool(kit.odds))
        if isinstance(told, Spread):
            spreads.append(told)
        elif kit.odds:
            troubles.append(told)
    for table in kit.tables:
        fallen = _table_odds(table)
        if isinstance(fallen, Breach):
            troubles.append(fallen)
        elif fallen is not None:
            tables.append(fallen)
    return Survey(kit, tuple(spreads), tuple(tables), tuple(troubles))


def try_odds(asked: Odds, scope: Scope) -> Verdict:
    """Whether what is asked can be told: there is such a deck with numbers there, or there are such dice."""
    told = _tell(asked, scope, known=True)
    return Verdict(asked, (), told if isinstance(told, Breach) else None)


def _tell(asked: Odds, scope: Scope, *, known: bool) -> "Spread | Breach":
    """The spread of what is asked, with the chances of totals if the kit asks for it; or why it cannot be told."""
    key = "dice" if asked.dice else "deck"
    cure = "Write dice: 2d6+1."
    try:
        if asked.dice:
            return _spread(asked, scope, (), known=known)
        deck(scope, asked.deck)
        key = "field"
        values = tuple(_exact(value) for value in map(number, numbers(scope, asked.deck, asked.field)))
        if not values:
            raise StumbleError(f"no card of {asked.deck} has a number there")
        key, cure = "draws", "Ask for fewer cards."
        return _spread(asked, scope, values, known=known)
    except (StumbleError, ValueError) as error:
        cure = error.help if isinstance(error, StumbleError) else cure
        if scope.budget.left < 0:
            cure = "Ask for fewer or smaller dice, draws, difficulties or modifiers."
        return Breach(asked.place(key), f"these odds cannot be told: {error}", cure)


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


def _spread(asked: Odds, scope: Scope, values: tuple[Outcome, ...], *, known: bool) -> Spread:
    """The spread of the values, or of the dice; ValueError or a StumbleError if it cannot be told."""
    spend = scope.budget.spend
    if asked.dice:
        single = roll(asked.dice, spend)
        totals = {1: single}
    else:
        single = count(Counter(values))
        drawn = [each for each in asked.draws if each <= len(values)] if known else []
        if known and not drawn:
            raise ValueError(f"there are only {len(values)} numbers to draw from")
        totals = {each: draw(values, each, spend) for each in drawn}
    difficulties = asked.difficulties or _in_doubt(totals, asked.modifiers)
    passing = tuple(_passing(totals, difficulties, asked.modifiers, spend))
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


def _passing(
    totals: Mapping[int, Chances], difficulties: tuple[int, ...], modifiers: tuple[int, ...], spend: Spend
) -> Iterator[Passing]:
    for modifier in modifiers:
        shifted = {drawn: total.shifted(modifier) for drawn, total in totals.items()}
        spend(sum(total.work for total in totals.values()))
        for difficulty in difficulties:
            for drawn, total in shifted.items():
                spend(10 + total.work // 2)
                chance = total.between(difficulty, None)
                yield Passing(difficulty, drawn, modifier, chance, total.shortfall(difficulty))


def _in_doubt(totals: Mapping[int, Chances], modifiers: tuple[int, ...]) -> tuple[int, ...]:
    """The difficulties from 1 up that some of the totals reach and some do not; of many, some evenly apart."""
    if not totals:
        return ()
    low = min(int(total.lowest) for total in totals.values()) + min(modifiers) + 1
    high = max(int(total.highest) for total in totals.values()) + max(modifiers)
    low = max(low, min(1, high))
    step = 1 + max(0, high - low) // _MOST_DIFFICULTIES
    return tuple(range(low, high + 1, step))


def _size(of: str, scope: Scope) -> int:
    size = deck(scope, of).fields["size"]
    return size if isinstance(size, int) else 0


def _exact(value: int | float | Fraction) -> Outcome:
    return value if isinstance(value, int | Fraction) else Fraction(str(value))


def _table_odds(table: Table) -> "TableOdds | Breach | None":
    """How the table falls; None if its dice or rows cannot be read, which its checks tell."""
    budget = Budget(MOST_STEPS)
    try:
        single = roll(table.dice, budget.spend)
        rows = [(row, parse_results(row.on) or ()) for row in table.rows]
        known = [results for _row, parts in rows for results in parts]
        if not known:
            return None
        ends = (min(part.least for part in known), max(part.most for part in known)) if table.clamp else None
        modifiers = (0, *(each for each in table.modifiers if each))
        budget.spend(len(single.ways) * len(modifiers) * (len(rows) + len(known)))
    except ValueError:
        return None
    except StumbleError as error:
        cure = "Give it fewer rows, modifiers or dice."
        return Breach(table.where, f'the odds of "{table.id}" cannot be told: {error.message}', cure)
    falls = tuple(
        Fall(row.on, row.effect, tuple(_fall(single, parts, each, ends) for each in modifiers)) for row, parts in rows
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
