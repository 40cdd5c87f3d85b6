"""Tokens of templates are those that Jinja's own lexer finds, or left to it."""

from typing import Any

import pytest

from faces.conftest import REPOSITORY
from pnp.faces.jinja.sandbox import Sandbox
from pnp.faces.jinja.tokens import read_tokens


def tokens_of_jinja(source: str) -> list[tuple[Any, ...]]:
    lexer = Sandbox(lambda _: None).lexer
    return [tuple(token) for token in lexer.wrap(lexer.tokeniter(source, None, None))]


def test_every_template_is_read_without_jinja() -> None:
    for path in (REPOSITORY / "templates").rglob("*.j2"):
        source = path.read_text("utf-8").removesuffix("\n")
        tokens = read_tokens(source)
        assert tokens is not None, path
        assert [tuple(token) for token in tokens] == tokens_of_jinja(source), path


@pytest.mark.parametrize(
    "source",
    [
        "",
        "a\n  {% if a %}\n  b\n  {%- endif +%}\nc",
        "a  {%+ set a = 1 %}\n\n  {#- x -#}\n b {# y\n #}\nc {#-#} d",
        '{{ {"a": {"b": [1, 2.5, (3,)]}}["a"] -}}  \n {{- a.1 }}',
        "{{ 'it\\'s' ~ \"\\u2014 \n\" }}\n{{\n a\n //\n b }}",
        "{{ a.b|c(d=-1)[1:2] ** 2 % 3 != 4 }}{{ 'é' is not none }}",
    ],
)
def test_what_is_plain_is_read(source: str) -> None:
    tokens = read_tokens(source)
    assert tokens is not None
    assert [tuple(token) for token in tokens] == tokens_of_jinja(source)


@pytest.mark.parametrize(
    "source",
    [
        *("{{ a", "{# a", "{% if a }}", "{{ (a] }}", "{{ a) }}", "{{ ? }}", "{{ 'a }}", "{{ 'a\\x' }}"),
        *("{{ 1_000 }}", "{{ 0x1f }}", "{{ 1e3 }}", "{{ ä }}", "{{ a\r\n }}", "{% raw %}{{ a }}{% endraw %}"),
    ],
)
def test_what_is_odd_is_left_to_jinja(source: str) -> None:
    assert read_tokens(source) is None
