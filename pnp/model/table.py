"""A dice table: what is rolled, and what each result brings."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pnp.model.place import Where

MOST_DICE, MOST_SIDES = 100, 1000
# Of a product: how many dice, and the most that one of them gives.
MOST_FACTORS, LARGEST_FACTOR = 3, 40
_TIMES = r"(?i)\s*[x×*]\s*"
_DICE = r"\s*(\d{0,4})\s*[dDwW]\s*(\d{1,5})\s*(?:([+\-\u2212])\s*(\d{1,5}))?\s*"
_NUMBER = r"([-\u2212]?\d{1,6})"
_RESULTS = rf"\s*{_NUMBER}\s*(?:(?:-|\u2013|\.\.|to)\s*{_NUMBER}|(\+|-|\u2212))?\s*"
ENDLESS = 10**7
# Dice that are read as digits, not added: a d66 is two d6, the one the tens, the other the ones.
DIGITS = {66: 2, 666: 3}


class Dice(NamedTuple):
    """`many` dice of `sides` sides, and `plus` added: 2d6+1. With `factors` the product with those: d6 x d6.

    A single one of DIGITS, d66, is so many d6 read as the digits of a number.
    """

    many: int
    sides: int
    plus: int = 0
    factors: "tuple[Dice, ...]" = ()

    @property
    def uneven(self) -> bool:
        """Whether not every number between the lowest result and the highest is one."""
        return bool(self.factors) or (self.many == 1 and self.sides in DIGITS)

    @property
    def results(self) -> Sequence[int]:
        """All results, the lowest first."""
        if self.uneven and not self.factors:
            return [number + self.plus for number in read_digits(DIGITS[self.sides])]
        own = range(self.many + self.plus, self.many * self.sides + self.plus + 1)
        if not self.factors:
            return own
        found = set(own)
        for factor in self.factors:
            found = {one * other for one in found for other in factor.results}
        return sorted(found)

    @property
    def least(self) -> int:
        """The lowest result."""
        return self.results[0]

    @property
    def most(self) -> int:
        """The highest result."""
        return self.results[-1]


class Results(NamedTuple):
    """The results from `least` to `most`, both of them too."""

    least: int
    most: int

    def __str__(self) -> str:
        if self.most >= ENDLESS:
            return f"{self.least}+"
        if self.least <= -ENDLESS:
            return f"{self.most}-"
        return str(self.least) if self.least == self.most else f"{self.least}-{self.most}"


class Row(NamedTuple):
    """What one row says it is rolled on (`2-4`, as it is written), and what then happens."""

    on: str
    effect: str
    where: Where


class Table(NamedTuple):
    """A table to roll on. `dice` is as it is written.

    `modifiers` may be added to a roll. With `clamp` what leads off the table counts as its end, without there has to
    be a row; None says nothing of it. `places` says where a key stands.
    """

    id: str
    title: str
    where: Where
    dice: str
    rows: tuple[Row, ...] = ()
    modifiers: tuple[int, ...] = ()
    clamp: bool | None = None
    places: Mapping[tuple[str | int, ...], Where] = {}

    def place(self, *path: str | int) -> Where:
        """The place of the table's key, or of the table."""
        return self.places.get(path, self.where)


def parse_dice(text: str) -> Dice | None:
    """The dice of `2d6`, `3d6+1`, `2D6 - 1`, `d66` or `d6 x d6`; None if the text is none, or nobody has so many."""
    factors = split_product(text)
    if len(factors) == 1:
        return _parse_sum(text)
    dice = [_parse_sum(factor) for factor in factors]
    whole = tuple(each for each in dice if each is not None and not each.plus and each.most <= LARGEST_FACTOR)
    if len(whole) < len(factors) or len(factors) > MOST_FACTORS:
        return None
    return whole[0]._replace(factors=whole[1:])


def read_digits(many: int) -> Sequence[int]:
    """What so many d6 read as digits can give, the lowest first: 11 to 16, 21 to 26 and so on."""
    numbers = [0]
    for _ in range(many):
        numbers = [10 * number + digit for number in numbers for digit in range(1, 7)]
    return numbers


def split_product(text: str) -> tuple[str, ...]:
    """The dice of a product, as they are written: `d6 x d6`, also with * or ×; the text itself if it is none."""
    return tuple(re.split(_TIMES, text))


def _parse_sum(text: str) -> Dice | None:
    match = re.fullmatch(_DICE, text)
    if match is None:
        return None
    count, sides, plus = int(match[1] or 1), int(match[2]), int(match[4] or 0)
    if not (1 <= count <= MOST_DICE and 2 <= sides <= MOST_SIDES):
        return None
    return Dice(count, sides, -plus if match[3] in ("-", "\u2212") else plus)


def parse_results(text: str) -> tuple[Results, ...] | None:
    """The results that a row is for: `3`, `2-4`, `1, 6`, `7+` (and above), `2-` (and below); None if it is none."""
    found = []
    for part in text.split(","):
        match = re.fullmatch(_RESULTS, part)
        if match is None:
            return None
        least = _whole(match[1])
        most = least if match[2] is None else _whole(match[2])
        if match[3]:
            least, most = (least, ENDLESS) if match[3] == "+" else (-ENDLESS, least)
        if least > most:
            return None
        found.append(Results(least, most))
    return tuple(found)


def _whole(text: str) -> int:
    return int(text.replace("\u2212", "-"))
