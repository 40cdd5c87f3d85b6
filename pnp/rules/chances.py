"""Exact chances: of dice, of sums of cards drawn without putting back, of hits among cards that are drawn.

A `Chances` counts ways among equally likely ones, in whole numbers, so nothing is ever rounded.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb, gcd, lcm
from typing import TypeAlias

from pnp.model.table import DIGITS, MOST_FACTORS, read_digits, split_product

Outcome: TypeAlias = int | Fraction
# Told of work before it is done; raises where it would be too much.
Spend: TypeAlias = Callable[[int], None]
MOST_OUTCOMES = 20_000
MOST_DICE, MOST_SIDES, MOST_DRAWN = 50, 1000, 60
# Letters of dice as they are written; more blanks than that would only take time.
_LONGEST = 40
# So many times as long as with whole numbers a step takes with fractions.
_FRACTION = 12
# Ways of so many bits (more than those of 50 dice) take twice as long as few do, and as much more room.
_BITS = 500
# As parts of this at the finest are values counted.
_FINEST = 10**30
_DICE = r"\s*(\d{0,3})\s*[dDwW]\s*(\d{1,4})\s*(?:([-+\u2212])\s*(\d{1,4}))?\s*"


def freely(_work: int) -> None:
    """No limit on work: for callers whose tables are small."""


@dataclass(frozen=True, slots=True)
class Chances:
    """How often each outcome comes about: `ways` holds (outcome, ways), the lowest first, out of `every`."""

    ways: tuple[tuple[Outcome, int], ...]
    every: int

    @property
    def lowest(self) -> Outcome:
        """The lowest outcome."""
        return self.ways[0][0]

    @property
    def highest(self) -> Outcome:
        """The highest outcome."""
        return self.ways[-1][0]

    @property
    def work(self) -> int:
        """How many steps it takes to go through them once: ways in large numbers take long."""
        return len(self.ways) * (1 + self.every.bit_length() // _BITS)

    @property
    def mean(self) -> Fraction:
        """The average."""
        return Fraction(sum(outcome * ways for outcome, ways in self.ways)) / self.every

    def between(self, low: Outcome | None, high: Outcome | None) -> Fraction:
        """How likely an outcome from `low` to `high` is; None leaves an end open."""
        kept = (
            ways for outcome, ways in self.ways if (low is None or outcome >= low) and (high is None or outcome <= high)
        )
        return Fraction(sum(kept), self.every)

    def shifted(self, by: Outcome) -> "Chances":
        """The chances with `by` added to every outcome."""
        return Chances(tuple((outcome + by, ways) for outcome, ways in self.ways), self.every)

    def without(self, outcomes: Iterable[Outcome]) -> "Chances":
        """The chances where these outcomes are rolled again; ValueError if nothing else can come about."""
        again = frozenset(outcomes)
        return count({outcome: ways for outcome, ways in self.ways if outcome not in again})

    def shortfall(self, difficulty: Outcome) -> Fraction:
        """By how much a total misses the difficulty on average: one below 0 counts as 0, one that passes by 0."""
        missed = ((difficulty - max(0, outcome)) * ways for outcome, ways in self.ways if outcome < difficulty)
        return Fraction(sum(missed)) / self.every


def count(ways: Mapping[Outcome, int]) -> Chances:
    """The chances that counted ways give; ValueError without any."""
    if not ways:
        raise ValueError("nothing can come about")
    shared = 0
    for number in ways.values():
        shared = gcd(shared, number)
    return Chances(tuple((outcome, ways[outcome] // shared) for outcome in sorted(ways)), sum(ways.values()) // shared)


def roll(text: str, spend: Spend = freely) -> Chances:
    """The chances of dice such as `2d6+1`, `d20`, `d66` or `d6 x d6`; ValueError where the text names no dice."""
    factors = split_product(text) if len(text) <= _LONGEST else (text,)
    if len(factors) == 1:
        return _roll_sum(text, spend)
    if len(factors) > MOST_FACTORS:
        raise ValueError(f"at most {MOST_FACTORS} dice can be multiplied")
    product = _roll_sum(factors[0], spend)
    for factor in factors[1:]:
        product = combine(product, _roll_sum(factor, spend), lambda a, b: a * b, spend)
    return product


def _roll_sum(text: str, spend: Spend) -> Chances:
    match = re.fullmatch(_DICE, text) if len(text) <= _LONGEST else None
    many, sides = (int(match[1] or 1), int(match[2])) if match else (0, 0)
    if match is None or not (1 <= many <= MOST_DICE and 1 <= sides <= MOST_SIDES):
        raise ValueError(f"no dice of 1 to {MOST_SIDES} sides, {MOST_DICE} at most, as in 2d6+1")
    faces = read_digits(DIGITS[sides]) if many == 1 and sides in DIGITS else range(1, sides + 1)
    die = count(dict.fromkeys(faces, 1))
    total = die
    for _ in range(many - 1):
        total = combine(total, die, lambda a, b: a + b, spend)
    more = int(match[4] or 0)
    return total.shifted(-more if match[3] in ("-", "\u2212") else more)


def combine(one: Chances, other: Chances, join: Callable[[Outcome, Outcome], Outcome], spend: Spend) -> Chances:
    """The chances of what two independent outcomes come to when they are joined."""
    whole = all(isinstance(outcome, int) for outcome, _often in (*one.ways, *other.ways))
    bits = one.every.bit_length() + other.every.bit_length()
    spend(len(one.ways) * len(other.ways) * ((1 if whole else _FRACTION) + bits // _BITS))
    ways: Counter[Outcome] = Counter()
    for a, often in one.ways:
        for b, times in other.ways:
            ways[join(a, b)] += often * times
    return count(ways)


def draw(values: Iterable[Outcome], drawn: int, spend: Spend = freely) -> Chances:
    """The chances of the sum of so many cards out of these, none put back; of all of them if there are fewer."""
    counts = Counter(values)
    drawn = min(drawn, sum(counts.values()))
    if not 0 < drawn <= MOST_DRAWN:
        raise ValueError(f"from 1 to {MOST_DRAWN} cards can be drawn")
    scale = lcm(*(Fraction(value).denominator for value in counts))
    if scale > _FINEST:
        raise ValueError("the values are too fine to be added exactly")
    found: dict[tuple[int, int], int] = {(0, 0): 1}
    for value, there in sorted((int(value * scale), there) for value, there in counts.items()):
        spend(len(found) * (min(there, drawn) + 1))
        after: Counter[tuple[int, int]] = Counter()
        for (used, total), often in found.items():
            for more in range(min(there, drawn - used) + 1):
                after[used + more, total + more * value] += often * comb(there, more)
        found = dict(after)
    totals: dict[Outcome, int] = {
        total if scale == 1 else Fraction(total, scale): often
        for (used, total), often in found.items()
        if used == drawn
    }
    return count(totals)


def hits(there: int, size: int, drawn: int, spend: Spend = freely) -> Chances:
    """The chances of so many hits among `drawn` cards of `size`, `there` of which are hits (hypergeometric)."""
    if not (0 <= there <= size and 0 <= drawn <= size and 0 < size <= MOST_OUTCOMES):
        raise ValueError("neither the hits nor the cards drawn can be more than the cards there are")
    if drawn > MOST_DRAWN * 10:
        raise ValueError(f"at most {MOST_DRAWN * 10} cards can be drawn")
    others = size - there
    least, most = max(0, drawn - others), min(there, drawn)
    every = comb(size, drawn)
    spend((most - least + 1) * (1 + every.bit_length() // _BITS))
    often = comb(there, least) * comb(others, drawn - least)
    ways: dict[Outcome, int] = {}
    for number in range(least, most + 1):
        ways[number] = often
        often = often * (there - number) * (drawn - number) // ((number + 1) * (others - drawn + number + 1))
    return count(ways)
