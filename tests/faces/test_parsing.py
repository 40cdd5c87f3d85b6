"""Templates are read to the trees that Jinja's own parser makes of them."""

from typing import Any

import hypothesis.strategies as st
from hypothesis import given
from jinja2 import nodes
from jinja2.exceptions import TemplateSyntaxError
from jinja2.parser import Parser as JinjaParser

from faces.conftest import REPOSITORY
from pnp.faces.jinja.parsing import Parser
from pnp.faces.jinja.sandbox import Sandbox

SANDBOX = Sandbox(lambda _: None)
SIGNS = (
    *("+", "-", "*", "/", "//", "%", "**", "~", "==", "!=", "<", ">=", "in", "and", "or"),
    *("is", "if", "else", "not", "|", "(", ")", "[", "]", ",", ".", ":"),
)
THINGS = ("a", "b.c", "1", "2.5", "'s'", "f(x)", "[1, a]", "a | round(2)", "a[0]", "not in", "is not", "none")
WORDS = st.lists(st.sampled_from((*SIGNS, *THINGS, "\n")), max_size=12)
SUMS = st.recursive(
    st.sampled_from(THINGS[:9]),
    lambda inner: (
        st.tuples(inner, st.sampled_from((*SIGNS[:15], "not in", "is", "if a else", "if")), inner)
        | st.tuples(st.sampled_from(("not", "-", "(")), inner)
    ).map(lambda parts: "\n".join(parts) + ")" * (parts[0] == "(")),
    max_leaves=8,
)


def tree_of(source: str, parser: type[JinjaParser]) -> Any:
    """The tree with all that is in it, or what is wrong."""
    try:
        return [told(node) for node in parser(SANDBOX, source).subparse()]
    except TemplateSyntaxError as error:
        return error.message, error.lineno


def told(thing: Any) -> Any:
    if isinstance(thing, nodes.Node):
        return type(thing), thing.lineno, [told(getattr(thing, field)) for field in thing.fields]
    return [told(item) for item in thing] if isinstance(thing, list) else thing


def test_every_template_is_read_as_by_jinja() -> None:
    for path in (REPOSITORY / "templates").rglob("*.j2"):
        source = path.read_text("utf-8")
        assert tree_of(source, Parser) == tree_of(source, JinjaParser), path


@given(st.sampled_from(("{{ %s }}", "{%% for a in %s if b %%}{%% endfor %%}")), WORDS.map(" ".join) | SUMS)
def test_expressions_are_read_as_by_jinja(form: str, text: str) -> None:
    source = form % text
    assert tree_of(source, Parser) == tree_of(source, JinjaParser)
