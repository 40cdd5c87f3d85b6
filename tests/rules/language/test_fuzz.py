"""Whatever is written, there is a value or a mistake with its place; never anything else."""

import random

import pytest

from pnp.rules.language.expression import Expression
from pnp.rules.language.functions import FUNCTIONS
from pnp.rules.language.message import Message
from pnp.rules.language.stumble import StumbleError
from pnp.rules.language.values import show

from .tongue import scope, value

ATOMS = (
    *("0", "-1", "2.5", "1e15", "None", "True", '""', '"*"', '"run"', '"2d6"', '"gain N x"', "[]", "[1, 2]", '["a"]'),
    *("[[1], 2]", "kit", "card", "card.gear", "card.gear.run", "x", 'deck("events")', 'dice("d6")', "share([1, 0])"),
    *("draws([1, 2, 3], 2)", "count_by([1, 1, 2])", "span(1, 5)", 'column("events", "run")', "kit.boards"),
)
SIGNS = ("+", "-", "*", "/", "//", "%", "==", "!=", "<", ">=", "in", "not in", "and", "or")
SHAPES = ("({0} {sign} {1})", "{call}({0})", "{call}({0}, {1})", "{call}({0}, {1}, {2})", "[{0} for x in {1}]",
          "({0} if {1} else {2})", "{0}[{1}]", "{0}[{1}:{2}]", "(not {0})", "(-{0})")  # fmt: skip


def write(dice: random.Random, depth: int) -> str:
    if depth == 0 or dice.random() < 0.2:
        return dice.choice(ATOMS)
    parts = [write(dice, depth - 1) for _ in range(3)]
    return dice.choice(SHAPES).format(*parts, sign=dice.choice(SIGNS), call=dice.choice(list(FUNCTIONS)))


@pytest.mark.parametrize("seed", range(4))
def test_sensible_and_senseless_expressions(seed: int) -> None:
    dice = random.Random(seed)
    mall = value('card("events", "mall")')
    values = 0
    for _ in range(500):
        text = write(dice, 4)
        here = scope(card=mall)
        try:
            assert show(Expression(text).evaluate(here)).isprintable()
            values += 1
        except StumbleError as error:
            assert 0 <= error.offset <= len(text), text  # noqa: PT017  # either is right, and each has its proof
    assert values > 50


@pytest.mark.parametrize("seed", range(4))
def test_any_text_at_all(seed: int) -> None:
    dice = random.Random(seed)
    letters = "ab1.'\"()[]{}:,=<>!#\\\n\t _é\u2028€+-*/%&|^~@$?;`N\u0660"
    for _ in range(500):
        text = "".join(dice.choice(letters) for _ in range(dice.randrange(30)))
        for reading in (Expression, Message):
            try:
                reading(text)
            except StumbleError as error:
                assert 0 <= error.offset <= len(text), text  # noqa: PT017  # as above
