"""Whatever a card says, a report is what it would be without it: no line, element or command more."""

import json
import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree  # type: ignore[import-untyped]  # it ships no types

from pnp.cli.report import Report
from pnp.cli.reports import REPORTERS

from .conftest import finding

SNIPPETS = (
    "::error::",
    "##[group]",
    "\n",
    "\r",
    "\x1b[2J",
    "]]>",
    "<!--",
    "&lt;",
    '"}',
    "\u202e",
    "\ud800",
    "\x85",
    "%0A",
)
PARTS = st.lists(st.one_of(st.sampled_from(SNIPPETS), st.text(st.characters(), max_size=5)), min_size=1, max_size=5)
TEXT = PARTS.map("".join).filter(bool)


def write(form: str, text: str) -> str:
    said = finding(text, help=text, check=text, file=text)
    found = replace(said, thing=text, kit=text)
    return REPORTERS[form](Report(Path("/nowhere"), 1, (found, found), (text,), (text,), names=(text,)))


@pytest.mark.parametrize("form", REPORTERS)
@settings(max_examples=40, deadline=None, derandomize=True)
@given(text=TEXT)
def test_any_text_stays_text(form: str, text: str) -> None:
    written, quiet = write(form, text), write(form, "text")
    assert {letter for letter in written if unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp")} <= {"\n"}
    assert "##[" not in written
    assert written.count("\n") == quiet.count("\n")
    lines = [line.lstrip().startswith("::") for line in written.splitlines()]
    assert lines == [line.lstrip().startswith("::") for line in quiet.splitlines()]
    if form in ("json", "sarif"):
        assert shape(json.loads(written)) == shape(json.loads(quiet))
    if form == "junit":
        trees = [etree.fromstring(each.encode("ascii")) for each in (written, quiet)]
        assert [each.tag for each in trees[0].iter()] == [each.tag for each in trees[1].iter()]


def shape(value: object) -> object:
    """The value with every text left out."""
    if isinstance(value, dict):
        return {key: shape(each) for key, each in value.items() if key != "uriBaseId"}
    return [shape(each) for each in value] if isinstance(value, list) else type(value)
