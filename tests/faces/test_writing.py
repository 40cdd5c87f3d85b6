"""Templates written as Python do what those do that Jinja writes."""

from typing import Any

import pytest
from jinja2 import DictLoader
from jinja2.exceptions import TemplateError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from pnp.faces import filters
from pnp.faces.jinja.sandbox import Sandbox, Source, Unknown

OTHERS = {
    "base": "{% block a %}base{{ n }}{% endblock %}|{% block b scoped %}{{ item }}{% endblock %}|{{ self.a() }}",
    "lib": "{% set k = 5 %}{% macro m(a, b=k) %}[{{ a }}{{ b }}{{ n }}]{% endmacro %}",
    "part": "<{{ n }}{{ item }}>",
}
CONTEXT = {"n": 1, "item": "<&>", "rows": [[1, 2], [3, 4]], "lists": [[1, [2, [3]]], [4]]}
SOURCES = (
    "{{ n + 1 }}{{ -n }}{{ not n }}{{ n < 2 < 3 }}{{ n in [1, 2] and 7 // 2 or 0 }}{{ 'a' ~ item }}{{ none }}",
    "{{ item }}{{ item|safe }}{{ item|upper|replace('L', 'x') }}{{ rows[0][1] }}{{ rows[1:] }}",
    "{{ {'a': 1}.a }}{{ (1,) }}",
    "{{ 'y' if n else 'z' }}[{{ 'y' if n is odd }}]{{ 'y' if not n }}",
    "{% if n is defined and nothing is not defined %}{{ nothing|default('d') }}{% endif %}\n{{ nothing }}",
    "{% for a, b in rows %}{{ loop.index }}{{ a }}{{ b }}{% set n = a %}{{ n }}{% else %}none{% endfor %}{{ n }}",
    "{% for x in lists recursive %}{{ x if x is number else loop(x) }}{% endfor %}",
    "{% for x in [] %}{% else %}-{% endfor %}",
    "{% for x in rows if x[0] > 1 %}{{ x }}{{ loop.last }}{% endfor %}{{ loop }}",
    "{% macro m(a, b=2) %}{{ a }}{{ b }}{{ varargs }}{{ kwargs }}{{ caller(3) }}{% endmacro %}"
    "{% call(u) m(1, 2, 3, class=4) %}{{ u }}{{ n }}{% endcall %}",
    "{% if n %}{% macro m() %}{{ caller() }}{% endmacro %}{% endif %}{% call m() %}c{% endcall %}{{ m() }}",
    "{% if n %}{% set v = 1 %}{% endif %}{{ v }}{% if not n %}{% set w = 1 %}{% endif %}{{ w }}",
    "{% set ns = namespace(v=1) %}{% for x in rows %}{% set ns.v = ns.v + x[1] %}{% endfor %}{{ ns.v }}",
    "{% set v %}a{{ item }}{% endset %}{{ v }}{% filter upper %}{{ item }}x{% endfilter %}",
    "{% with n = 3 %}{{ n }}{% endwith %}",
    "{% extends 'base' %}{% block a %}{{ super() }}!{% for item in rows %}{% block c scoped %}{{ item }}{% endblock %}"
    "{% endfor %}{% endblock %}",
    "{% for item in rows %}{% include 'part' %}{% endfor %}{% include 'part' without context %}",
    "{% import 'lib' as lib %}{{ lib.m(1) }}{{ lib.k }}",
    "{% from 'lib' import m as f, k with context %}{{ f(k) }}{% import 'lib' as lib %}{{ lib.no }}",
    "{% if nothing is defined %}{{ n|nofilter }}{% endif %}a{% if n %}{{ n is notest }}{% endif %}",
    "a\n{{ n|nofilter }}",
    "{% for loop in rows %}{% endfor %}",
    "{% for x in rows %}{% if x %}\n{% set loop = 1 %}{% endif %}{% endfor %}",
    "{% autoescape false %}{{ item }}{{ 'a' ~ item }}{% endautoescape %}{{ item }}",
    "{% macro m(a) %}{{ a }}{% endmacro %}{{ m() }}",
    "{% block a %}{% endblock %}\n{% block a %}{% endblock %}",
    "{% for x in rows %}\n{{ x }}\n{{ x.nothing.more }}{% endfor %}",
)


def drawn(environment: Any) -> Any:
    """What the template gives, or what is wrong with it and where."""
    try:
        return environment.get_template("main").render(CONTEXT)
    except TemplateError as error:
        trace, line = error.__traceback__, 0
        while trace is not None:
            if trace.tb_frame.f_code.co_filename in (*OTHERS, "main", "<template>"):
                line = trace.tb_lineno
            trace = trace.tb_next
        return type(error), error.message, getattr(error, "lineno", line)


@pytest.mark.parametrize("source", SOURCES)
def test_what_is_written_does_what_jinja_would(source: str) -> None:
    sources = {**OTHERS, "main": source}
    ours = Sandbox(lambda name: Source(sources[name], name) if name in sources else None)
    theirs = ImmutableSandboxedEnvironment(
        loader=DictLoader(sources),
        undefined=Unknown,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=filters.shown,
    )
    assert drawn(ours) == drawn(theirs)
