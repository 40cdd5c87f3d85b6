"""Checks of dice tables: every roll that can be made has exactly one row."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from pnp.model.finding import Level
from pnp.model.table import ENDLESS, Dice, Results, Row, Table, parse_dice, parse_results
from pnp.rules.check import Context, Said, check
from pnp.rules.topics.values import is_whole, listed, on_line


@check("bad-dice", on=Table)
def bad_dice(table: Table, _context: Context) -> Iterable[Said]:
    """The dice of a table are dice: so many, with so many sides, and perhaps a number added.

    Without them nobody can say which results there are, so the table's rows are not looked at.

    Bad:
        dice: 2x6

    Good:
        dice: 2d6
    """
    if table.dice and parse_dice(table.dice) is None:
        yield Said(
            table.place("dice"),
            f'the table "{table.title}" is rolled on "{table.dice}", which are no dice',
            "Write d6, 2d6, 3d6+1 or d6 x d6: at most 100 dice of 2 to 1000 sides.",
        )


@check("bad-row", on=Table)
def bad_row(table: Table, _context: Context) -> Iterable[Said]:
    """A row of a dice table says on which results it applies.

    A row that cannot be read is a result without an effect, and the game stops when it is rolled.

    Bad:
        rows:
          - {on: 4-2, effect: A coin.}

    Good:
        rows:
          - {on: 2-4, effect: A coin.}
    """
    for row in table.rows:
        if parse_results(row.on) is None:
            yield Said(
                row.where,
                f'"{row.on}" in the table "{table.title}" names no results of dice',
                'Write 3, 2-4 (the lower one first), "1, 6", 7+ (and above) or 2- (and below).',
            )


@check("uncovered-result", on=Table)
def uncovered_result(table: Table, context: Context) -> Iterable[Said]:
    """Every result of the dice has a row.

    Sooner or later it is rolled, and nobody at the table knows what happens then.

    Bad:
        dice: 1d6
        rows:
          - {on: 1-2, effect: Nothing.}
          - {on: 4-6, effect: A coin.}

    Good:
        dice: 1d6
        rows:
          - {on: 1-2, effect: Nothing.}
          - {on: 3-6, effect: A coin.}
    """
    dice, rows = _read(table, context)
    missing = _gaps(dice, rows) if dice is not None else []
    if missing:
        following = [row for row, results in rows if min(each.least for each in results) > missing[0].least]
        last = rows[-1][0].where if rows else table.place("rows")
        where = following[0].where if following else last
        yield Said(
            where,
            f'the table "{table.title}" has no row for {listed(str(each) for each in missing)}, '
            f"which {table.dice} can give",
            "Add a row, or widen one.",
        )


@check("doubled-result", on=Table)
def doubled_result(table: Table, context: Context) -> Iterable[Said]:
    """No result of the dice has two rows.

    Two rows for one result start a dispute at the table, and the reader is always the one who wins it.

    Bad:
        dice: 1d6
        rows:
          - {on: 1-3, effect: Nothing.}
          - {on: 3-6, effect: A coin.}

    Good:
        dice: 1d6
        rows:
          - {on: 1-2, effect: Nothing.}
          - {on: 3-6, effect: A coin.}
    """
    _dice, rows = _read(table, context)
    told = set()
    highest: tuple[int, int] | None = None  # of the results so far: where they end, and in which row
    for results, at in sorted((each, at) for at, (_row, every) in enumerate(rows) for each in every):
        if highest is not None and results.least <= highest[0]:
            both = Results(results.least, min(results.most, highest[0]))
            first, second = sorted((at, highest[1]))
            row, other = rows[second][0], rows[first][0]
            if (first, second) not in told:
                told.add((first, second))
                twice = (
                    f"it stands twice in {row.on}"
                    if row is other
                    else (f"{other.on} {on_line(other.where, row.where)} and {row.on} here")
                )
                yield Said(
                    row.where,
                    f'{both} in the table "{table.title}" has two rows: {twice}',
                    "Let each result stand in one row.",
                )
        if highest is None or results.most > highest[0]:
            highest = (results.most, at)


@check("idle-row", on=Table, level=Level.WARNING)
def idle_row(table: Table, context: Context) -> Iterable[Said]:
    """Every result that a table has a row for can come up.

    A row that the dice never give, whatever is added to them, is ink. Often the dice were changed, and the rows are
    still those of the others.

    Bad:
        dice: 1d6
        rows:
          - {on: 1-6, effect: Nothing.}
          - {on: 7-8, effect: A coin.}

    Good:
        dice: 1d6
        modifiers: [1, 2]
        rows:
          - {on: 1-6, effect: Nothing.}
          - {on: 7-8, effect: A coin.}
    """
    dice, rows = _read(table, context)
    if dice is None:
        return
    least, most = _reach(table, dice)
    rolled = dice.results if dice.uneven else ()  # a sum of dice gives all between its ends
    for row, results in rows:
        never = [str(each) for each in results for each in _outside(each, least, most)]
        never = never or [str(each) for each in results if rolled and not _comes_up(each, table, rolled)]
        if never:
            modified = " with its modifiers" if table.modifiers else ""
            gaps = ", but not every number between" if dice.uneven else ""
            yield Said(
                row.where,
                f'{listed(never)} in the table "{table.title}" never comes up: {table.dice}{modified} gives '
                f"{least} to {most}{gaps}",
                "Take it out, or correct the dice or the modifiers.",
            )


def _comes_up(results: Results, table: Table, rolled: Sequence[int]) -> bool:
    """Whether one of the results can come up, of all that is rolled, the lowest first."""
    for more in (0, *table.modifiers):
        after = bisect_left(rolled, results.least - more)
        if after < len(rolled) and rolled[after] <= results.most - more:
            return True
    return False


def _outside(results: Results, least: int, most: int) -> Iterator[Results]:
    """The parts of the results that lie below the least or above the most; an open end does not count."""
    if results.least < least and results.least > -ENDLESS:
        yield Results(results.least, min(results.most, least - 1))
    if results.most > most and (results.most < ENDLESS or results.least > most):
        yield Results(max(results.least, most + 1), results.most)


@check("off-table", on=Table)
def off_table(table: Table, context: Context) -> Iterable[Said]:
    """A roll with its modifiers leads to a row, where the table does not let it count as its end.

    A card that adds 1 to a roll makes a seven of a six. `clamp: false` says that each such result has its own row.

    Bad:
        dice: 1d6
        modifiers: [1]
        clamp: false
        rows:
          - {on: 1-3, effect: Nothing.}
          - {on: 4-6, effect: A coin.}

    Good:
        dice: 1d6
        modifiers: [1]
        clamp: false
        rows:
          - {on: 1-3, effect: Nothing.}
          - {on: 4+, effect: A coin.}
    """
    if table.clamp is False:
        for number, modifier in _strays(table, context):
            yield Said(
                table.place("modifiers"),
                f'a roll of {table.dice} on the table "{table.title}" can be {number} with {modifier:+d}, '
                "which has no row",
                "Add a row for it, widen the last one (6+), or write `clamp: true`: then it counts as the table's end.",
            )


@check("no-clamp-policy", on=Table, level=Level.WARNING)
def no_clamp_policy(table: Table, context: Context) -> Iterable[Said]:
    """A table that modifiers can lead off says what then counts.

    The designer knows that a seven is a six. The player who rolls it looks it up, and finds nothing: `clamp: true` or
    rows for what lies beyond settle it.

    Bad:
        dice: 1d6
        modifiers: [-1, 1]
        rows:
          - {on: 1-6, effect: A coin.}

    Good:
        dice: 1d6
        modifiers: [-1, 1]
        clamp: true
        rows:
          - {on: 1-6, effect: A coin.}
    """
    strays = list(_strays(table, context)) if table.clamp is None else []
    if strays:
        numbers = listed(f"{number} ({modifier:+d})" for number, modifier in strays)
        yield Said(
            table.place("modifiers"),
            f'modifiers lead off the table "{table.title}": nothing says what {numbers} '
            f"{'means' if len(strays) == 1 else 'mean'}",
            "Write `clamp: true` if the nearest row then counts, or add rows.",
        )


def _strays(table: Table, context: Context) -> Iterator[tuple[int, int]]:
    """The farthest results without a row that modifiers lead to beyond the dice's own, each with its modifier."""
    dice, rows = _read(table, context)
    if dice is None or not rows or not table.modifiers:
        return
    if dice.uneven:
        yield from _strays_between(table, dice, rows)
        return
    low, high = min(table.modifiers), max(table.modifiers)
    if low < 0 and (number := _farthest(range(dice.least + low, dice.least), rows)) is not None:
        yield number, low
    if high > 0 and (number := _farthest(range(dice.most + high, dice.most, -1), rows)) is not None:
        yield number, high


def _strays_between(
    table: Table, dice: Dice, rows: Iterable[tuple[Row, tuple[Results, ...]]]
) -> Iterator[tuple[int, int]]:
    """As `_strays`, of a product or of digits: a modifier can lead between the results, too."""
    for modifier in sorted({min(table.modifiers), max(table.modifiers)} - {0}):
        number = _farthest((each + modifier for each in dice.results), rows)
        if number is not None:
            yield number, modifier


def _farthest(numbers: Iterable[int], rows: Iterable[tuple[Row, tuple[Results, ...]]]) -> int | None:
    """The first of the numbers that no row is for."""
    covered: list[Results] = []
    for each in sorted(each for _row, results in rows for each in results):
        if covered and each.least <= covered[-1].most:
            covered[-1] = Results(covered[-1].least, max(covered[-1].most, each.most))
        else:
            covered.append(each)
    return next((number for number in numbers if not _has_row(number, covered)), None)


def _read(table: Table, context: Context) -> tuple[Dice | None, list[tuple[Row, tuple[Results, ...]]]]:
    """The dice and the rows with their results; none of them while one cannot be read."""
    dice = parse_dice(table.dice)
    rows = [(row, results) for row in table.rows if (results := parse_results(row.on)) is not None]
    if dice is None or len(rows) < len(table.rows) or not is_whole(context, table.where.file):
        return None, []
    return dice, rows


def _reach(table: Table, dice: Dice) -> tuple[int, int]:
    """The least and the most that a roll can be, modified or not."""
    return dice.least + min((0, *table.modifiers)), dice.most + max((0, *table.modifiers))


def _has_row(number: int, covered: Sequence[Results]) -> bool:
    """Whether the number is one of the results, which are in order and do not meet."""
    after = bisect_left(covered, (number + 1,))
    return after > 0 and number <= covered[after - 1].most


def _gaps(dice: Dice, rows: Iterable[tuple[Row, tuple[Results, ...]]]) -> list[Results]:
    """The results of the dice that no row is for, runs of them together."""
    covered = sorted((each for _row, results in rows for each in results), reverse=True)
    gaps: list[Results] = []
    end = -ENDLESS
    for number in dice.results:
        while covered and covered[-1].least <= number:
            end = max(end, covered.pop().most)
        if number <= end:
            continue
        if gaps and gaps[-1].most == number - 1:
            gaps[-1] = Results(gaps[-1].least, number)
        else:
            gaps.append(Results(number, number))
    return gaps
