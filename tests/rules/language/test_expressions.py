"""What expressions mean."""

from fractions import Fraction
from pathlib import Path

import pytest

from pnp.rules.language.expression import Expression
from pnp.rules.language.functions import FUNCTIONS
from pnp.rules.language.values import Datum, Thing, show

from .tongue import scope, stumble, value


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("1 + 2 * 3 - 4", 3),
        ("7 // 2 + 7 % 4", 6),
        ("7 / 2", 3.5),
        ("-3 < -2 <= -2 < 5", True),
        ("1 == 1.0 and 'a' != 'b'", True),
        ("0.1 + 0.2 == 0.3 and 0.1 + 0.2 <= 0.3 and not 0.1 + 0.2 > 0.3 and 0.3 in [0.1 + 0.2]", True),
        ("exactly(dice('d5'), 1) * 2 == 2 / 5 and mean([1, 2, 2]) != 1.667", True),
        ("0.3 != 0.3000001 and 1 != 'a' and 0.5 != None and 1.0 != True", True),
        ("True == 1", False),
        ("not 0 or None", True),
        ("0 or 'x'", "x"),
        ("None and 1", None),
        ("'big' if 3 > 2 else 'small'", "big"),
        ("[1, 2][1] + [1, 2, 3][-1]", 5),
        ("[1, 2, 3][1:]", (2, 3)),
        ("'word'[:2] + 'k'", "wok"),
        ("2 in [1, 2] and 'a' in 'cat' and 3 not in [1]", True),
        ("[n * m for n in [1, 2] for m in [10, 20] if n * m != 20]", (10, 40)),
        ("[1] + [2]", (1, 2)),
        ("[[1, 2], [3]] == [[1, 2], [3]]", True),
        ("(1,\n 2)", (1, 2)),
        ("1 +  # one\n 2", 3),
    ],
)
def test_operators_are_those_of_python(text: str, wanted: Datum) -> None:
    found = value(text)
    assert found == wanted
    assert type(found) is type(wanted)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('deck("events").size', 4),
        ('deck("events").designs', 3),
        ('[card.id for card in deck("events")]', ("mall", "roof", "cellar")),
        ('len(copies("events"))', 4),
        ('card("events", "roof").gear.name', "Bat"),
        ('card("events", "cellar").gear.name', None),  # nothing of nothing
        ('card("events", "mall").number', 1),
        ('column("events", "run")', (2, -1, -1, 3)),
        ('column("events", "gear.run")', (1, "*", "*")),
        ('numbers("events", "gear.run")', (1,)),
        ("[deck.id for deck in kit.decks]", ("events", "items")),
        ('card("events", "mall") == card("events", "mall")', True),
        ('card("events", "mall") == card("events", "roof")', False),
    ],
)
def test_the_kit_is_at_hand(text: str, wanted: Datum) -> None:
    assert value(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("given('') or given([]) or given(None)", False),
        ("given(0)", True),
        ("number('*', 0) + number(2, 0)", 2),
        ("len('abc') + len([1])", 4),
        ("sum([1, 2, 3])", 6),
        ("min([3, 1]) + max(2, 5) + abs(-2)", 8),
        ("round(2.5) + round(-0.5)", 3),
        ("round(0.125, 2)", Fraction(13, 100)),
        ("all([1, 2]) and any([0, 1]) and not any([])", True),
        ("count([1, 0, 2])", 2),
        ("count(['a', 'b', 'a'], 'a')", 2),
        ("count_by(['a', 'b', 'a'])['a']", 2),
        ("count_by([1])[7]", 0),
        ("distinct([2, 1, 2])", (2, 1)),
        ("unique([1, 2]) and not unique(['a', 'a'])", True),
        ("sorted([3, 1, 2])", (1, 2, 3)),
        ("best([3, 1, 2], 2)", (3, 2)),
        ("worst([3, 1, 2], 5)", (1, 2, 3)),
        ("span(-1, 2)", (-1, 0, 1, 2)),
        ("span(2, 1)", ()),
        ("mean([1, 2])", Fraction(3, 2)),
        ("share([1, 0, 0, 1])", Fraction(1, 2)),
        ("correlation([1, 2, 3], [2, 4, 6])", 1.0),
        ("correlation([1, 2, 3], [5, 5, 5])", 0.0),
        ("spearman([1, 2, 3], [1, 10, 100])", 1.0),
        ("spearman([1, 2, 3], [3, 2, 1])", -1.0),
        ("round(spearman([1, 1, 2, 3], [1, 2, 3, 3]), 4)", Fraction(8889, 10000)),
        ("lower('AbC')", "abc"),
        ("says('Draw **1** equipment.', 'draw N equipment')", True),
        ("says('drawn', 'draw')", False),
        ("figures('Gain **2**{supplies}, gain 12 {supplies}', 'gain N {supplies}')", (2, 12)),
        ("figures('from −1 to 3', 'from N to N')", (-1, 3)),
        ("percent(2 / 3)", "66.7 %"),
        ("percent(0.5)", "50 %"),
        ("upper('AbC')", "ABC"),
        ("sqrt(9) + sqrt(0)", 3),
        ("sqrt(1 / 4 * 1)", 0.5),
        ("round(sqrt(1.75 * 1.75 + 0.25), 5)", Fraction(182003, 100000)),
        ("outcomes(dice('d2') + 1)", (2, 3)),
        ("outcomes(dice('d3 x d3'))", (1, 2, 3, 4, 6, 9)),
        ("exactly(reroll(dice('d6 x d6'), [36]), 25)", Fraction(1, 35)),
        ("at_least(dice('d66'), 61)", Fraction(1, 6)),
        ("mean(dice('3d6') // 2)", Fraction(5)),
        ("max(dice('d6') / 4)", Fraction(3, 2)),
        ("outcomes(dice('d4') % 2)", (0, 1)),
        ("dice('2D6') == dice('d6') + dice('d6')", True),
    ],
)
def test_functions_of_lists_and_texts(text: str, wanted: Datum) -> None:
    assert value(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("at_least(dice('2d6'), 11)", Fraction(3, 36)),
        ("exactly(dice('2d6+1'), 8)", Fraction(6, 36)),
        ("at_most(dice('d20-1'), 0)", Fraction(1, 20)),
        ("mean(dice('3d6'))", Fraction(21, 2)),
        ("min(dice('3d6')) + max(dice('3d6'))", 21),
        ("exactly(dice('d6') * dice('d6'), 36)", Fraction(1, 36)),
        ("exactly(dice('d6') * dice('d6'), 12)", Fraction(4, 36)),
        ("exactly(dice('d6') + dice('d6'), 7) == exactly(dice('2d6'), 7)", True),
        ("exactly(dice('d6') - dice('d6'), 0)", Fraction(1, 6)),
        ("mean(dice('d6') * 2 + 1)", 8),
        ("exactly(draws([1, 1, 2], 2), 2)", Fraction(1, 3)),
        ("exactly(draws([1, 1, 2], 3), 4)", 1),
        ("at_least(draws([0.5, 0.5, 1], 2), 1.5)", Fraction(2, 3)),
        ('[at_least(draws(column("events", "run"), n), 3) for n in [1, 2]]', (Fraction(1, 4), Fraction(1, 6))),
        ("exactly(hits(4, 52, 5), 0)", Fraction(35673, 54145)),
        ("at_least(hits(14, 54, 3), 2)", Fraction(14 * 13 * 3 * 40 + 14 * 13 * 12, 54 * 53 * 52)),
        ("shortfall(draws([-1], 1), 5)", 5),  # a total below 0 counts as 0
        ("shortfall(draws([3], 1), 5)", 2),
        ("shortfall(dice('d6'), 1)", 0),
    ],
)
def test_chances_are_exact(text: str, wanted: Datum) -> None:
    assert value(text) == wanted


def test_what_is_always_the_same_is_worked_out_once() -> None:
    several = 'mean(column("events", "run")) + ' * 9 + "0"
    here = scope()
    expression = Expression(f"[n for n in span(1, 500) if n < 0 or ({several}) > n]")
    expression.evaluate(here)
    assert here.budget.left > 580_000
    # A loop's own name is not mistaken for one from around it.
    assert value("[sum([m for m in span(1, n)]) for n in [1, 2, 3]]") == (1, 3, 6)
    assert value("[[sum([n]) for n in [n, n]] for n in [1, 2]]") == ((1, 1), (2, 2))
    assert value("[sum([n for n in [5, 6]]) + n for n in [1, 2]]") == (12, 13)
    assert stumble("[n for n in [1]] + [n]").message == 'there is no "n" here'


@pytest.mark.parametrize(
    ("text", "offset", "message", "help"),
    [
        ("card.rnu", 0, 'a thing has no field "rnu"', 'Did you mean "run"?'),
        ("cadr.run", 0, 'there is no "cadr" here', 'Did you mean "card"?'),
        ('1 + deck("evnts").size', 4, 'there is no deck "evnts"', 'Did you mean "events"?'),
        ('card("events", "rof")', 0, 'the deck "events" has no card "rof"', 'Did you mean "roof"?'),
        ("2 * summ([1])", 4, 'there is no function "summ"', 'Did you mean "sum"?'),
        ("range(3)", 0, 'there is no function "range"', "Write span(1, 6) for the numbers from 1 to 6."),
        ("span + 1", 0, 'there is no "span" here', "It is a function: write span(low, high)."),
        ("card.run = 3", 9, "this is no expression that can be read", "To compare, write ==."),
        ("card.run > 1 && True", 14, "this is no expression that can be read", "For && write and."),
        (
            "card.run > None",
            0,
            "a number and nothing cannot be compared",
            "Test it first, as in `if: card.run != None`.",
        ),
        ("1 + '*'", 0, 'this should be a number, but is the text "*"', ""),
        ("span(1)", 0, "span() takes 2 values", "Write span(low, high)."),
        ("'é' + b", 6, 'there is no "b" here', "There is: kit, card."),
        ("1 / 0", 0, "this divides by zero", "Test it first: a / b if b > 0 else 0."),
        ("[x for x in 3]", 0, "this should be a list, but is a number", ""),
        ("[n for n in 'events']", 0, 'this should be a list, but is the text "events"', 'Write deck("events")'),
        ("dice('6')", 0, "no dice of 1 to 1000 sides, 50 at most, as in 2d6+1", ""),
        ("hits(5, 3, 1)", 0, "neither the hits nor the cards drawn can be more than the cards there are", ""),
        ("draws([], 2)", 0, "from 1 to 60 cards can be drawn", ""),
        ("mean([])", 0, "a list without items has no average", ""),
        ("sum([True])", 0, "this should be a number, but is true or false", "Use count()"),
        ("[1][3]", 0, "there is no item 3: it has 1", "The first one is 0."),
        ("sorted([1, 'a'])", 0, 'this should be a number, but is the text "a"', ""),
        ("correlation([1, 2], [1])", 0, "the two lists have 2 and 1 items", ""),
        ("", 0, "there is no expression here", "Write what has to hold"),
        ("  # nothing", 0, "there is no expression here", "Write what has to hold"),
    ],
)
def test_a_mistake_is_told_where_it_stands(text: str, offset: int, message: str, help: str) -> None:
    error = stumble(text, card=Thing("a thing", {"run": 2}))
    assert (error.offset, error.message[: len(message)], error.help[: len(help)]) == (offset, message, help)


def test_every_function_is_tried() -> None:
    here = Path(__file__)
    tried = here.read_text("utf-8") + (here.parents[1] / "test_declared.py").read_text("utf-8")
    assert [name for name in FUNCTIONS if f"{name}(" not in tried] == []
    assert 25 <= len(FUNCTIONS) <= 51


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        (None, "nothing"),
        (True, "true"),
        (Fraction(2, 3), "0.667"),
        (-0.0, "0"),
        (1.5, "1.5"),
        ("two\nlines", '"two lines"'),
        ("x" * 100, '"' + "x" * 59 + '…"'),
        (tuple(range(9)), "[0, 1, 2, 3, 4, 5, and 3 more]"),
        (((1, 2), "a"), '[[2 items], "a"]'),
    ],
)
def test_values_are_shown_on_one_short_line(given: Datum, shown: str) -> None:
    assert show(given) == shown
