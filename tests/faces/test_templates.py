"""Templates: what they may say, and that nothing that they do goes unnoticed or gets out."""

from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest
from timing import within

from faces.conftest import FILE, HEAD, Bench
from pnp.faces import filters
from pnp.faces.templates import line_of
from pnp.model.guess import MANY
from pnp.model.place import Where


def whole(text: str) -> str:
    return f"{HEAD}<title>{text}</title></svg>"


def svg_of(bench: Bench, text: str, **values: object) -> str:
    """What the template gave, read off the digest's own source."""
    from pnp.faces.filters import Record
    from pnp.faces.templates import Templates

    bench.write("templates/t.j2", text)
    rendered = Templates(bench.roots, lambda *_: "<icon/>").render("t.j2", {"card": Record("card", values)}, "card ant")
    assert rendered.faults == ()
    assert rendered.svg is not None
    return rendered.svg


@pytest.mark.parametrize(
    ("text", "values", "gives"),
    [
        ("{{ card.run|signed }}", {"run": 2}, "+2"),
        ("{{ card.run|signed }}", {"run": -1}, "−1"),
        ("{{ card.run|signed }}", {"run": 0}, "0"),
        ("{{ card.run|signed }}", {"run": "*"}, "*"),
        ("{{ card.run|minus }}", {"run": -1}, "−1"),
        ("{{ card.run|minus }}", {"run": 1}, "1"),
        ("{{ card.name }}", {"name": "Salt & Iron <3"}, "Salt &amp; Iron &lt;3"),
        ('<g a="{{ card.name }}"/>', {"name": 'The "Fox"'}, '<g a="The &#34;Fox&#34;"/>'),
        ("{{ card.gear.rules }}", {"gear": {"rules": "x"}}, "x"),
        ("{{ card.items }}{{ card.keys }}", {"items": "i", "keys": "k"}, "ik"),
        ("{% for n in card.list %}{{ n }};{% endfor %}", {"list": (1, 2)}, "1;2;"),
        ("{{ card.absent }}", {"absent": None}, ""),
        ("{{ card.a ~ '<' }}", {"a": "<"}, "&lt;&lt;"),
        ("{{ ['<', card.a]|join('&') }}", {"a": "b"}, "&lt;&amp;b"),
        ("{{ [icon('x', 1, 2, 3), '<']|join(',') }}", {}, "<icon/>,&lt;"),
        ("{{ 'a-b'|replace('-', '+') }}{{ '=' * 3 }}", {}, "a+b==="),
        ("{{ pick('seed', 1) }}{{ pick('a', 7) == pick('a', 7) }}", {}, "0True"),
    ],
)
def test_values_come_out_as_cards_print_them(bench: Bench, text: str, values: dict[str, object], gives: str) -> None:
    assert svg_of(bench, text, **values) == gives


def test_of_many_names_those_that_begin_alike_are_meant() -> None:
    names = [f"card-{number}" for number in range(MANY)]
    assert filters.near("lokout", [*names, "lookout"]) == "did you mean lookout?"
    assert filters.near("ookout", [*names, "lookout"]) == ""
    assert filters.near("ookout", [*names[2:], "lookout"]) == "did you mean lookout?"


def test_picks_are_spread_and_stay_the_same() -> None:
    picks = [filters.pick(f"card {n}", 4) for n in range(200)]
    assert picks[:6] == [filters.pick(f"card {n}", 4) for n in range(6)]
    assert all(30 < picks.count(n) < 70 for n in range(4))
    assert filters.pick("ant", 1000) == 974


@pytest.mark.parametrize(
    ("text", "line", "message", "cure"),
    [
        ("\n{{ card.nmae }}", 2, "card has no nmae", "did you mean name?"),
        ("{{ pick }}", 1, "it prints what is no value: call a function with ( ), join a list", ""),
        ("{{ [1, 2] | map('abs') }}", 1, "it prints what is no value", ""),
        ("{{ 'a' ~ pick }}", 1, "it prints what is no value", ""),
        ("{{ [pick, 'a'] | join }}", 1, "it prints what is no value", ""),
        ("{{ pick | string }}", 1, "it prints what is no value", ""),
        ("{{ pick | replace('a', 'b') }}", 1, "it prints what is no value", ""),
        ("{{ pick([range], 3) }}", 1, "it prints what is no value", ""),
        ("{{ crad.name }}", 1, "crad is not a name that templates know", "did you mean card?"),
        ("{{ card.gear.rulse }}", 1, "card.gear has no rulse", "did you mean rules?"),
        ("{{ card.gear }}", 1, "card.gear is a group of values (rules): print one of them", ""),
        ("\n\n{% if x %}", 3, "Unexpected end of template", "README"),
        ("{{ card.name|upcase }}", 1, "No filter named 'upcase'", ""),
        ("\n{{ 1 / 0 }}", 2, "it divides by zero", "Test the number first"),
        ("{{ icon('ghost', 1, 2, 3, 'blau') }}", 1, "blau is no colour", ""),
        ("{{ icon('ghost') }}", 1, "icon() is given too few values", ""),
        ("{{ icon('ghost', 'left', 2, 3) }}", 1, "icon: left is no number, expected icon(name, x, y, size)", ""),
        ("{{ loop.index }}", 1, "loop is known within {% for %} alone", ""),
        ("{{ card.name + 1 }}", 1, "+ does not go with a text and a number", "Join words with ~"),
        ("{{ none * 2 }}", 1, "* does not go with nothing and a number", "or could not be read, is nothing"),
        ("{{ card.name < 1 }}", 1, "a text and a number cannot be compared by <", ""),
        ("{{ card.name() }}", 1, "a text is nothing that can be called", ""),
        ("{% for a in 5 %}{% endfor %}", 1, "a number is no list that could be gone through", ""),
        ("{{ [] | first }}", 1, "No first item", ""),
        ("{{ 'abc'[1:'x'] }}", 1, "this cannot be worked out: slice indices", ""),
    ],
)
def test_mistakes_are_named_with_their_line(bench: Bench, text: str, line: int, message: str, cure: str) -> None:
    face = bench.face(text, whole=True, name="x", gear={"rules": "y"})
    (fault,) = face.faults
    assert (fault.check, fault.where) == ("template-error", Where("templates/card.svg.j2", line))
    assert message in fault.message
    assert cure in fault.help
    assert face.items == ()
    assert face.digest


def test_the_card_is_named(bench: Bench) -> None:
    assert "(card ant)" in bench.face("{{ card.nmae }}", whole=True).faults[0].message


@pytest.mark.parametrize("deep", ["a + " * 300 + "a", "not " * 300 + "a", "a" + " | abs" * 300, "(" * 900 + ")" * 900])
def test_what_is_nested_too_deep_is_named_with_its_line(bench: Bench, deep: str) -> None:
    (fault,) = bench.face("{% set a = 1 %}\n{{ " + deep + " }}\n").faults
    assert fault.check == "template-error"
    assert "too many parts" in fault.message or "without an end" in fault.message


def test_an_included_template_has_its_own_line(bench: Bench) -> None:
    bench.write("templates/part.j2", "a\n{{ card.nmae }}")
    face = bench.face("{% include 'part.j2' %}", whole=True)
    assert face.faults[0].where == Where("templates/part.j2", 2)
    assert face.files == ("templates/card.svg.j2", "templates/part.j2")


ATTACKS = [
    "{{ 'a' * 10**9 }}",
    "{{ 10**9 * 'a' }}",
    "{{ [1] * 10**9 }}",
    "{{ 99999**99999 }}",
    "{{ '%1000000000d' % 1 }}",
    "{{ 'a'|center(10**9) }}",
    "{{ 'a'.center(10**9) }}",
    "{{ 'a'.ljust(10**9) }}",
    "{{ '{:>1000000000}'.format(1) }}",
    "{{ 'a'.replace('', 'b' * 100000).replace('', 'c' * 100000) }}",
    "{{ ('a' * 9000)|replace('a', 'b' * 9000) }}",
    "{{ range(10**9)|list }}",
    "{% for a in range(10**9) %}x{% endfor %}",
    "{% macro m() %}{{ m() }}{{ m() }}{% endmacro %}{{ m() }}",
    "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(17) }}",
    "{% set n = namespace(i=1) %}{% for i in range(600) %}{% set n.i = n.i + n.i %}{% endfor %}",
    "{% set n = namespace(s='aaaaaaaa') %}{% for i in range(60) %}{% set n.s = n.s ~ n.s %}{% endfor %}",
    "{% set n = namespace(s='aaaaaaaa') %}{% for i in range(60) %}{% set n.s = n.s + n.s %}{% endfor %}",
    "{% for a in range(9999) %}{{ 'x' * 200 }}{% endfor %}",
    "{% include 'card.svg.j2' %}",
    "{% extends 'card.svg.j2' %}",
    "{{ ''.__class__.__mro__ }}",
    "{{ card.__class__ }}",
    "{{ card._called }}",
    "{{ card['__class__'] }}",
    "{{ card|attr('__class__') }}",
    "{{ icon.__globals__ }}",
    "{{ self.__init__ }}",
    "{{ lipsum() }}",
    "{{ cycler('a') }}",
    "{{ [3, 1]|random }}",
    "{{ card.list.append(3) }}",
    "{% include '/etc/passwd' %}",
    "{% include '../../../../../../etc/passwd' %}",
    "{% include 'link.j2' %}",
]


@pytest.mark.parametrize("text", ATTACKS)
def test_nothing_gets_out_or_grows_without_end(bench: Bench, text: str) -> None:
    (bench.folder / "templates/link.j2").symlink_to("/etc/passwd")
    with within(2):
        face = bench.face(text, whole=True, list=(1,))
    assert [fault.check for fault in face.faults] in (["template-error"], ["missing-template"])
    assert face.items == ()
    assert "root:" not in face.faults[0].message


def test_a_missing_template_is_named_where_the_deck_names_it(bench: Bench) -> None:
    bench.write("templates/zed/event.svg.j2", "x")
    studio = bench.studio({"ant": {}}, front="zed/evnt.svg.j2")
    (fault,) = studio.compose(studio.pieces(bench.deck({"ant": {}}))[0].front).faults
    assert (fault.check, fault.where) == ("missing-template", Where(FILE, 3))
    assert fault.message == "there is no template zed/evnt.svg.j2"
    assert fault.help == "did you mean zed/event.svg.j2?"


def test_two_names_are_not_alike_by_their_folder_and_ending_alone(bench: Bench) -> None:
    bench.write("content/kit/art/items/slingshot.svg", "<g/>")
    (fault,) = bench.face("{% include 'art/items/gadzooka.svg' %}").faults
    assert fault.help == "templates are looked for in the kit, in templates/ and in the package"
    (fault,) = bench.face("{% include 'art/items/slingshto.svg' %}").faults
    assert fault.help == "did you mean art/items/slingshot.svg?"


def test_a_missing_include_is_named_where_it_is_included(bench: Bench) -> None:
    (fault,) = bench.face("\n{% include 'no.j2' %}", whole=True).faults
    assert (fault.check, fault.where) == ("missing-template", Where("templates/card.svg.j2", 2))


def test_a_template_that_is_not_utf_8_is_a_fault(bench: Bench) -> None:
    bench.write("templates/latin.j2", "Größe".encode("latin-1"))
    (fault,) = bench.face("{% include 'latin.j2' %}", whole=True).faults
    assert fault.message.startswith("templates/latin.j2 is not UTF-8")


@pytest.mark.parametrize(
    ("back", "each"),
    [
        ("{{ deck.title }}", False),
        ("{{ card.title }}", True),
        ("{% include 'part.j2' %}", True),
        ("{% extends 'part.j2' %}", True),
        ("{% import 'part.j2' as p %}", True),
        ("{% set card = 1 %}{{ card }}", False),
        ("{% include deck.title %}", True),
        ("{% include 'plain.j2' %}", False),
    ],
)
def test_a_back_is_made_for_each_card_only_if_it_speaks_of_the_card(bench: Bench, back: str, each: bool) -> None:
    bench.write("templates/back.j2", back)
    bench.write("templates/part.j2", "{% include 'deeper.j2' %}")
    bench.write("templates/deeper.j2", "{{ card.id }}")
    bench.write("templates/plain.j2", "{{ kit.title }}")
    cards: dict[str, dict[str, object]] = {"ant": {}, "bee": {}}
    pieces = bench.studio(cards).pieces(bench.deck(cards, back="back.j2"))
    assert [(piece.id, piece.copy) for piece in pieces] == [("cards/ant", 1), ("cards/bee", 1)]
    assert [piece.back and piece.back.card for piece in pieces] == (["ant", "bee"] if each else ["", ""])


def test_copies_are_pieces_of_their_own(bench: Bench, tmp_path: Path) -> None:

    deck = bench.deck({"ant": {}, "bee": {}})
    deck = replace(deck, cards=(deck.cards[0]._replace(copies=3), deck.cards[1]))
    pieces = bench.studio({}).pieces(deck)
    assert [(piece.id, piece.copy) for piece in pieces] == [
        ("cards/ant", 1),
        ("cards/ant", 2),
        ("cards/ant", 3),
        ("cards/bee", 1),
    ]
    assert {piece.back for piece in pieces} == {None}


def test_a_template_is_read_and_written_as_python_once(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    from jinja2.parser import Parser

    from pnp.faces.filters import Record
    from pnp.faces.svg.texts import read_template
    from pnp.faces.templates import Templates

    read: list[str] = []
    parsed: list[str] = []

    def reader(path: Path, shown: str) -> str:
        read.append(shown)
        return read_template(path, shown)

    def parser(environment: Any, source: str, name: str, filename: str) -> Parser:
        parsed.append(name)
        return Parser(environment, source, name, filename)

    monkeypatch.setattr("pnp.faces.templates.read_template", reader)
    monkeypatch.setattr("pnp.faces.jinja.sandbox.Parser", parser)
    bench.write("templates/part.j2", "{% macro part() %}{{ card.title }}{% endmacro %}")
    bench.write("templates/plain.svg", "<g/>\n")
    bench.write("templates/t.j2", '{% import "part.j2" as p with context %}{{ p.part() }}{% include "plain.svg" %}')
    kit = Templates(bench.roots, lambda *_: "")
    assert kit.mentions("t.j2", "card")
    for title in ("Ant", "Bee"):
        rendered = kit.render("t.j2", {"card": Record("card", {"title": title})}, "card")
        assert rendered == (f"{title}<g/>", (), ("t.j2", "part.j2", "plain.svg"))
    assert sorted(read) == ["templates/part.j2", "templates/plain.svg", "templates/t.j2"]
    assert sorted(parsed) == ["part.j2", "t.j2"]


def test_a_drawing_that_is_included_is_as_it_was_written(bench: Bench) -> None:
    bench.write("templates/plain.svg", "\n<g>{ }%}</g>\n\n")
    assert svg_of(bench, '<a/>\n{% include "plain.svg" %}<b/>\n') == "<a/>\n\n<g>{ }%}</g>\n<b/>"


@pytest.mark.parametrize(
    ("text", "gives"),
    [
        ("{% if card.a %}{% set x = 1 %}{% endif %}{{ x is defined }}", "False"),
        ("{% if card.a %}{% else %}{% set x = 1 %}{% endif %}{{ x }}", "1"),
        ("{% for n in [1, 2] %}{% if n == 2 %}{{ x is defined }}{% endif %}{% set x = n %}{% endfor %}", "False"),
        ("{% for n in [1, 2] %}{% set x = n %}{{ x }}{% endfor %}{{ x is defined }}", "12False"),
        ("{% macro m() %}{{ x is defined }}{% endmacro %}{{ m() }}{% set x = 1 %}{{ m() }}", "FalseTrue"),
        (
            "{% set ns = namespace() %}{% for n in [1] %}{% set x = n %}{% macro m() %}{{ x is defined }}{% endmacro %}"
            "{% set ns.m = m %}{{ m() }}{% endfor %}{{ ns.m() }}",
            "TrueFalse",
        ),
        ("{% if card.a %}{% set range = 1 %}{% endif %}{{ range(1)|length }}{% set range = 2 %}{{ range }}", "12"),
        (
            "{% for n in [1, 2] recursive %}{{ n }}{{ loop([]) }}{% set y = n %}{% endfor %}{{ y is defined }}",
            "12False",
        ),
    ],
)
def test_names_are_what_was_set_on_the_way(bench: Bench, text: str, gives: str) -> None:
    assert svg_of(bench, text, a=0) == gives


@pytest.mark.parametrize(
    "text",
    [
        "{% if card.a %}{% set x = 1 %}{% endif %}{{ x }}",
        "{{ m() }}{% macro m() %}{% endmacro %}",
        "{% set ns = namespace() %}{% for n in [1] %}{% set x = n %}{% for m in [1] recursive %}{% set ns.l = loop %}"
        "{{ x }}{% endfor %}{% endfor %}{{ ns.l([1]) }}",
    ],
)
def test_what_is_set_elsewhere_is_not_known(bench: Bench, text: str) -> None:
    (fault,) = bench.face(text, a=0).faults
    assert "is not a name that templates know" in fault.message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{% macro m(a, a) %}\n{% endmacro %}", "a macro has the argument a twice"),
        ("{% for n in [1] %}" * 30 + "{% endfor %}" * 30, "too many loops stand in one another"),
    ],
)
def test_what_python_does_not_take_is_told_with_its_line(bench: Bench, text: str, message: str) -> None:
    (fault,) = bench.face(f"<g/>\n{text}").faults
    assert (fault.check, fault.where, fault.message) == ("template-error", Where("templates/card.svg.j2", 3), message)


def test_an_instruction_without_a_line_belongs_to_the_line_before() -> None:
    code = compile("import sys\ntry:\n    here = sys._getframe()\nexcept ValueError:\n    pass\n", "t.j2", "exec")
    names: dict[str, Any] = {}
    exec(code, names)
    spans = [(start, line) for start, _end, line in code.co_lines()]
    at = next(start for start, line in spans if line is None)
    trace = TracebackType(None, names["here"], at, -1)
    assert not trace.tb_lineno
    assert line_of(trace) == [line for start, line in spans if line and start < at][-1]
