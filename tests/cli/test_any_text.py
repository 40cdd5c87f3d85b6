"""Whatever a card says, a report is what it would be without it: no line, element or command more."""

import json
import re
import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree  # type: ignore[import-untyped]  # it ships no types

from pnp.cli.report import Report
from pnp.cli.reports import REPORTERS

from .conftest import Say, finding

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


@pytest.mark.parametrize("form", REPORTERS)
def test_a_kit_of_a_stranger_forges_nothing(
    form: str, say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hostile names of files, cards, keys and icons, all the way through the pipeline."""
    folder = tmp_path / "content" / "zed"
    folder.mkdir(parents=True)
    evil = "::error::forged##[error]\\u001b[2J\\n::error::x]]></failure>\\u202e"
    (folder / "kit.yaml").write_text(f'kit: zed\ntitle: Zed\n"{evil}": 1\n', "utf-8")
    (folder / "d.yaml").write_text(
        f'deck: d\nsize: poker\nfront: "{evil}"\n"{evil}": 2\ncards:\n  - {{id: "{evil}", title: "{evil}"}}\n'
        f'  - {{id: a, title: A, "{evil}": 1}}\n',
        "utf-8",
    )
    (folder / "rules.yaml").write_text(
        f'levels: {{"{evil}": error, small-type: "{evil}"}}\n'
        f'waivers: [{{check: "{evil}", on: "{evil}", reason: "{evil}"}}]\n',
        "utf-8",
    )
    (folder / "::error::\n::error::y##[error]\x1b[2J.png").write_bytes(b"")
    monkeypatch.chdir(tmp_path)
    code, out, _ = say("check", "zed", "--format", form)
    assert code == 1
    assert "##[" not in out
    assert {letter for letter in out if unicodedata.category(letter) in ("Cc", "Cf")} <= {"\n"}
    forged = [line for line in out.splitlines() if line.lstrip().startswith("::")]
    assert all(form == "github" and re.match(r"::(error|warning) file=content/zed/", line) for line in forged)
    if form == "junit":
        assert len(etree.fromstring(out.encode("ascii"))) == 1
