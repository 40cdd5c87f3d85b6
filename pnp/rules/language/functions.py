"""The functions of the language, each a row: what it is called with, what it does, and a line for the reference."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from pnp.rules.language import boards, decks, figures, lists, odds, phrases
from pnp.rules.language.values import Datum, meant


class Function(NamedTuple):
    """A function: `usage` as it is written, `says` what it gives. `call` takes the scope and then the values."""

    usage: str
    says: str
    call: "Callable[..., Datum]"
    least: int
    most: int

    @property
    def arity(self) -> str:
        """How many values it takes, in words."""
        if self.least == self.most:
            return f"{self.least} value" if self.least == 1 else f"{self.least} values"
        return f"{self.least} to {self.most} values"


def _row(usage: str, says: str, call: "Callable[..., Any]", most: int = 0) -> tuple[str, Function]:
    """A row of the table; what stands in brackets in the usage may be left out."""
    name, _, values = usage.partition("(")
    needed, _, further = values.rstrip(")").partition("[")
    least = len([value for value in needed.split(",") if value.strip()])
    more = len([value for value in further.rstrip("]").split(",") if value.strip()])
    return name, Function(usage.replace("[", "").replace("]", ""), says, call, least, most or least + more)


FUNCTIONS: Mapping[str, Function] = MappingProxyType(
    dict(
        (
            _row("deck(id)", "a deck; in a loop, its cards, each design once", decks.deck),
            _row("card(deck, id)", "one card", decks.card),
            _row("copies(deck)", "its cards, each as often as it is printed", decks.copies),
            _row(
                "column(deck, field)",
                "the values under a field, copies counted; what is not given is left out",
                decks.column,
            ),
            _row("numbers(deck, field)", "as `column`, but the numbers alone (no `*`)", decks.numbers),
            _row("board(id)", "a board; in a loop, its spaces", boards.board),
            _row("space(board, id)", "one space", boards.space),
            _row("neighbours(board, space[, without])", "the spaces that are a step away", boards.neighbours),
            _row("table(id)", "a dice table; in a loop, its rows", boards.table),
            _row("row(table, result)", "the row for a result, or nothing: `row(...).effect`", boards.row),
            _row("track(id)", "a track; in a loop, the numbers of its spaces", boards.track),
            _row("steps(board, start, end[, without])", "the steps of the shortest way, or nothing", boards.steps),
            _row("reached(board, start[, without])", "the spaces that can be reached from there", boards.reached),
            _row(
                "loose(boards)",
                "what is cut off when boards are laid together as tiles, turned in any way; empty if nothing is",
                boards.loose,
            ),
            _row("given(value)", "whether there is something: no empty text or list", lists.given),
            _row("number(value, otherwise)", "the value if it is a number, else the other", lists.number_or),
            _row("len(list)", "how many items, or letters of a text", lists.length),
            _row("sum(list)", "the numbers added up", lists.total),
            _row("min(list)", "the lowest: of a list, of several numbers, of chances", lists.lowest, 20),
            _row("max(list)", "the highest", lists.highest, 20),
            _row("abs(number)", "without its sign", lists.magnitude),
            _row("round(number[, digits])", "rounded; a half goes up", lists.rounded),
            _row("sqrt(number)", "the square root", lists.root),
            _row("all(list)", "whether every item is true", lists.every),
            _row("any(list)", "whether an item is true", lists.some),
            _row("count(list[, value])", "how many items are true, or equal the value", lists.count),
            _row("count_by(list)", "how often each value occurs: `count_by(...)[3]`", lists.count_by),
            _row("distinct(list)", "each value once, in order", lists.distinct),
            _row("unique(list)", "whether no value occurs twice", lists.unique),
            _row("sorted(list)", "the lowest first", lists.ordered),
            _row("best(list, n)", "the n highest", lists.best),
            _row("worst(list, n)", "the n lowest", lists.worst),
            _row("span(low, high)", "every whole number from low to high, both included", lists.span),
            _row("mean(list)", "the average, of chances too", lists.mean),
            _row("share(list)", "the part of the items that are true, 0 to 1", lists.share),
            _row(
                "correlation(list, list)", "how far two columns rise together, -1 to 1 (Pearson)", figures.correlation
            ),
            _row("spearman(list, list)", "the same by rank", figures.spearman),
            _row("lower(text)", "in small letters", phrases.lower),
            _row("upper(text)", "in capitals", phrases.upper),
            _row("says(text, phrase)", "whether the words occur; N in them is any number", phrases.says),
            _row(
                "figures(text, phrase)",
                'the numbers where the N stands: `figures(card.event, "gain N {supplies}")`',
                phrases.figures,
            ),
            _row("dice(text)", "chances of dice, `2d6+1`, `d6 x d6`, `d66`", odds.dice),
            _row("reroll(chances, list)", "the chances where these outcomes are rolled again", odds.reroll),
            _row("outcomes(chances)", "all that can come about, the lowest first", odds.outcomes),
            _row("draws(list, n)", "chances of the sum of n cards of these values, none put back", odds.draws),
            _row("hits(there, size, n)", "chances of so many hits among n cards of a deck of that size", odds.hits),
            _row("at_least(chances, n)", "how likely n or more is, 0 to 1, exact", odds.at_least),
            _row("at_most(chances, n)", "how likely n or less is", odds.at_most),
            _row("exactly(chances, n)", "how likely n is", odds.exactly),
            _row(
                "shortfall(chances, n)",
                "by how much the total misses n on average; below 0 counts as 0",
                odds.shortfall,
            ),
            _row("percent(number)", "as a text: `66.7 %`", odds.percent),
        )
    )
)


# The functions that look into decks, boards, tables and tracks.
LOOKING = frozenset(
    name for name, each in FUNCTIONS.items() if each.call.__module__ in (boards.__name__, decks.__name__)
)
# What a rule has to be on for the name to stand for something.
_ON = {"card": "deck", "space": "board"}


def meant_name(name: str, names: Mapping[str, Datum]) -> str:
    """A cure for a name that there is not: the one that was meant, or that it is a function."""
    if name in _ON:
        return f"Add `on:` with the id of the {_ON[name]}, or write {FUNCTIONS[name].usage}."
    if name in FUNCTIONS:
        return f"It is a function: write {FUNCTIONS[name].usage}."
    return meant(name, [each for each in names if not each.startswith("_")]) or 'Put text in quotes: "axe".'


_OTHERWISE = {
    "range": "Write span(1, 6) for the numbers from 1 to 6.",
    "avg": "Write mean(...).",
    "average": "Write mean(...).",
    "str": "Values in `message:` need no str().",
    "set": "Write distinct(...).",
}


def meant_function(name: str) -> str:
    """A cure for a function that there is not."""
    return _OTHERWISE.get(name) or meant(name, list(FUNCTIONS))
