"""No expression reaches what is not the kit's, waits for ever, or fills the memory."""

import sys
import tracemalloc

import pytest
from timing import within

from pnp.model.board import Board, Link, Space
from pnp.model.kit import Kit
from pnp.model.place import Where
from pnp.model.rule import Formula, Rule
from pnp.model.table import Row, Table
from pnp.model.track import Track
from pnp.rules import trial
from pnp.rules.language.budget import MOST_OF_A_KIT
from pnp.rules.language.expression import Expression
from pnp.rules.language.message import Message
from pnp.rules.language.stumble import StumbleError

from .tongue import CARDS, scope, stumble

ESCAPES = [
    "().__class__.__bases__[0].__subclasses__()",
    "''.__class__",
    "kit.__class__",
    "kit.fields",
    "kit.items",
    "deck('events').__init__.__globals__",
    "deck('events').card",
    "card('events', 'mall').what",
    "deck.__globals__",
    "[].append(1)",
    "'{0.__class__}'.format(1)",
    "'%s' % kit",
    "f'{kit}'",
    "f'{kit.__class__!r:>10}'",
    "__import__('os').system('true')",
    "open('/etc/passwd')",
    "eval('1')",
    "exec('1')",
    "getattr(kit, 'id')",
    "globals()",
    "vars()",
    "type(1)",
    "print(1)",
    "__builtins__",
    "lambda: 1",
    "(lambda f: f(f))(lambda f: f(f))",
    "(x := 3)",
    "[x := 3 for y in [1]]",
    "{'a': 1}",
    "{1, 2}",
    "{n: n for n in [1]}",
    "(yield)",
    "(await kit)",
    "[n async for n in [1]]",
    "[*[1]]",
    "sum(*[[1]])",
    "sum(list=[1])",
    "sum(**kit)",
    "round(1.5, digits=1)",
    "round(1.5, **kit)",
    "[a for a, b in [[1, 2]]]",
    "[kit.id for kit.id in [1]]",
    "import os",
    "1; 2",
    "b'bytes'[0]",
    "1j * 1j",
    "...",
    "~1",
    "1 << 60",
    "1 | 2",
    "2 ** 60",
    "kit @ kit",
    "kit is kit",
    "kit['__class__']",
    "deck('events')['__dict__']",
    "sum",
    "(sum)([1])[sum]",
    "deck(deck)",
    "ｋｉｔ.__ｃlass__",
    "ｅval('1')",
    "kit\u202e.id",
    "\x00",
    "'\ud800'",
    "[1][::2]",
    "[1]['a']",
    "kit < kit",
    "count_by([[1]])",
    "-kit",
    "dice('d6') / 0",
    "dice('d6') // [1]",
    "dice('0d6')",
    "dice('d0')",
]

# Each of these would take seconds, hours or gigabytes, were it done.
HEAVY = [
    "9 ** 9 ** 9",
    "10 ** 9 * 10 ** 9",
    "9" * 3000,
    "9" * 6000,
    "1e308 * 10",
    "1e999",
    "999999999999999 * 999999999999999",
    "'a' * 10 ** 9",
    "'a' * 1000000000",
    "[0] * 1000000000",
    "span(1, 1000000000)",
    "span(-999999999999999, 999999999999999)",
    "[a for a in span(1, 40000) for b in span(1, 40000)]",
    "[1 for a in span(1, 9999) for b in [c for c in span(1, 9999)] if a < 0]",
    "[[[1 for c in span(1, 999)] for b in span(1, 999)] for a in span(1, 999)]",
    "sum([sum([sum(span(1, a)) for b in span(1, a)]) for a in span(1, 5000)])",
    "(" * 3000 + "1" + ")" * 3000,
    "[" * 300 + "]" * 300,
    "-" * 3000 + "1",
    "not " * 900 + "1",
    "1" + "+1" * 1900,
    "1" + " if 1 else 1" * 300,
    "a" + ".a" * 1900,
    "1" + "<1" * 1900 + " or " * 3,
    "kit" + "[0]" * 900,
    "len(" * 190 + "'a'" + ")" * 190,
    " or ".join(["[n for n in span(1, 40000) if n < 0]"] * 50),
    "[best(span(1, 40000), n) for n in span(1, 40000)]",
    "[sorted([a, b]) for a in span(1, 9999) for b in span(1, 9999) if a < 0]",
    "[1 for a in span(1, 40000) if [b for b in span(1, 40000)] == [c for c in span(1, 40000)]]",
    "[1 for a in span(1, 40000) if a in [-b for b in span(1, 40000)]]",
    "[[x for b in span(1, 300)] for x in [[y for a in span(1, 300)] for y in [span(1, 300)]]] == "
    "[[x for b in span(1, 300)] for x in [[y for a in span(1, 300)] for y in [span(1, 300)]]] and "
    "[1 for n in span(1, 40000) if [span(1, 40000)] == [span(1, 39999) + [40000]]]",
    "dice('999d9999')",
    "dice('50d1000')",
    "dice('50d1000') * dice('50d1000')",
    "dice('20d100') * dice('20d100') * dice('20d100')",
    "draws([n * n * n for n in span(1, 1000)], 30)",
    "draws(span(1, 40000), 60)",
    "draws([1 / n for n in span(1, 300)], 10)",
    "hits(20000, 20000, 20000)",
    "[hits(10000 + n, 20000, 600) for n in span(1, 9000)]",
    "[h + n for h in [hits(10000, 20000, 600)] for n in span(1, 40000)]",
    "hits(10000, 20000, 600) * hits(10000, 20000, 600)",
    "[dice(t) for t in [[u + u + u + u for u in ['" + " " * 2400 + "']][0]] for n in span(1, 40000)]",
    "[1 for a in span(1, 40000) if says('" + "a " * 1000 + "b', '" + "a " * 400 + "c')]",
    "[1 for a in span(1, 40000) for b in span(1, 40000) if figures('a 1', 'a N') and a < 0]",
    "sum([share([1]) / n for n in span(1, 40000)]) * share([1])",
    "[mean(span(1, n)) for n in span(1, 40000)]",
    "[correlation(span(1, 9999), [n * m for m in span(1, 9999)]) for n in span(1, 9999)]",
    "[column('events', 'run') for n in span(1, 40000) for m in span(1, 40000) if n < 0]",
    "[1 for a in span(1, 40000) for b in span(1, 40000) if lower('" + "A" * 3000 + "') == 'x']",
]


HITS = [text for text in HEAVY if "hits(" in text]


@pytest.mark.parametrize("text", ESCAPES)
def test_nothing_but_the_kit_is_reached(text: str) -> None:
    assert stumble(text).message


@pytest.mark.parametrize("text", HEAVY, ids=range(len(HEAVY)))
def test_nothing_takes_long(text: str) -> None:
    """With a quarter of the steps in a quarter of a second."""
    here = scope()
    here.budget.left //= 4
    caught = None
    with within(1):
        try:
            Expression(text).evaluate(here)
        except StumbleError as error:
            caught = error
    assert caught is None or (len(caught.message) < 200 and 0 <= caught.offset <= len(text))


@pytest.mark.parametrize("text", [HEAVY[7], HEAVY[10], HEAVY[12], HEAVY[26], HEAVY[36], *HITS])
def test_nothing_fills_the_memory(text: str) -> None:
    here = scope()
    here.budget.left //= 4
    tracemalloc.start()
    try:
        Expression(text).evaluate(here)
    except StumbleError:
        pass
    finally:
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert most < 20_000_000


def test_a_text_does_not_double_for_ever() -> None:
    doubled = "'aaaaaaaaaa'"
    for _ in range(6):
        doubled = f"[t + t + t + t for t in [{doubled}]][0]"
    assert stumble(doubled).message == "the text becomes longer than 10000 letters"


def test_lists_do_not_double_for_ever() -> None:
    doubled = "[1, 2, 3, 4]"
    for _ in range(8):
        doubled = f"[t + t + t + t for t in [{doubled}]][0]"
    assert stumble(doubled).message == "the list has more than 50000 items"


@pytest.mark.parametrize("text", ["[n for n in span(1, 40000) for m in [1, 2]]", "span(1, 30000) + span(1, 30000)"])
def test_lists_have_an_end(text: str) -> None:
    assert stumble(text).message == "the list has more than 50000 items"
    assert stumble("span(1, 50001)").message == "a span has at most 50000 numbers"


def test_a_fraction_that_is_too_fine_becomes_a_number() -> None:
    chance = "share([1" + ", 0" * 96 + "])"
    fine = chance
    for _ in range(5):
        fine = f"[t * t for t in [{fine}]][0]"
    found = Expression(f"[t * t * t * t * t * t * t * t * t * t for t in [{fine}]][0]").evaluate(scope())
    assert isinstance(found, float)


def test_recursion_is_left_as_it_was() -> None:
    before = sys.getrecursionlimit()
    for text in HEAVY[16:26]:
        stumble(text)
    assert sys.getrecursionlimit() == before


@pytest.mark.parametrize(
    "text",
    [
        "{card.__class__}",
        "{kit!r}",
        "{kit:>999999999}",
        "{'a' * 999999}",
        "{",
        "{{{",
        "{'}",
        "{" * 3001,
        "{1}" * 2000 + "{",
        "{[n for n in span(1, 40000) for m in span(1, 40000)]}",
        "{0.__class__}",
        "{open('x')}",
    ],
)
def test_messages_are_no_way_out(text: str) -> None:
    with within(1), pytest.raises(StumbleError):
        Message(text).fill(scope())


def test_a_message_is_never_long() -> None:
    assert len(Message("{1}" * 1000).fill(scope())) == 300
    assert Message("a {{b}} {1 + 1} {'}'} }}").fill(scope()) == "a {b} 2 } }"


def test_a_kit_of_heavy_rules_is_done_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each rule has its budget, and all of them together have one: here a tenth."""
    monkeypatch.setattr(trial, "MOST_OF_A_KIT", MOST_OF_A_KIT // 10)
    where = Where("content/game/rules.yaml")
    heavy = Formula("[n for n in span(1, 40000) for m in span(1, 40000) if n < 0] == 3", where)
    rules = tuple(Rule(f"r{number}", "Heavy.", where, expect=heavy) for number in range(300))
    with within(2):
        verdicts = trial.try_rules(Kit("game", "Game", where, rules=rules))
    assert all(verdict.trouble and "too many steps" in verdict.trouble.message for verdict in verdicts)


def test_the_cards_are_left_as_they_were() -> None:
    before = repr(CARDS)
    for text in (*ESCAPES, "sorted(column('events', 'run'))", "card('events', 'mall').gear.run + 1"):
        try:
            Expression(text).evaluate(scope())
        except StumbleError:
            continue
    assert repr(CARDS) == before


def _hostile() -> Kit:
    """A kit with a large board, a table with long rows and many tracks."""
    where = Where("content/game/x.yaml")
    spaces = tuple(Space(f"s{number}", f"S{number}", where) for number in range(1500))
    links = tuple(Link(f"s{n}", f"s{(n * 7 + m) % 1500}", where) for n in range(1500) for m in (1, 3))
    rows = tuple(Row(",".join(map(str, range(start, start + 400))), "", where) for start in (1, 401))
    tracks = tuple(Track(f"t{number}", "T", where) for number in range(500))
    board, table = Board("b", "B", where, None, spaces, links), Table("t", "T", where, "d1000", rows)
    return Kit("game", "Game", where, boards=(board,), tables=(table,), tracks=tracks)


@pytest.mark.parametrize(
    "text",
    [
        "len([row('t', n) for n in span(1, 40000)])",
        "len([1 for s in board('b') for t in board('b') if neighbours('b', 's1', [s.id, t.id])])",
        "len([1 for n in span(1, 900) for t in board('b') if neighbours('b', 's1', [t.id])])",
        "len([1 for n in span(1, 40000) for t in ['t499', 't498'] if track(t)])",
    ],
)
def test_no_large_kit_makes_a_short_rule_long(text: str) -> None:
    where = Where("content/game/rules.yaml")
    kit = _hostile()._replace(rules=(Rule("r", "Heavy.", where, expect=Formula(text, where)),))
    with within(2):
        trial.try_rules(kit)
