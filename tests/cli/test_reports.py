import json
import unicodedata
from pathlib import Path

import pytest

from pnp.cli.excerpt import draw_excerpt, read_lines
from pnp.cli.printing import plain
from pnp.cli.report import Report
from pnp.cli.reports import REPORTERS
from pnp.cli.reports_github import write_github
from pnp.cli.reports_json import write_json
from pnp.cli.reports_text import write_concise, write_text
from pnp.model.finding import Level
from pnp.model.place import Where

from .conftest import finding

HOSTILE = "\x1b[31mred\x07\r\n::error file=x::forged\n##[error]forged\u202egnp.exe\x9b2J\x7f 100%"


@pytest.fixture(autouse=True)
def no_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)


def test_text_quotes_the_line_and_points_at_the_place(project: Path) -> None:
    found = (
        finding("the text stands 3.2 mm out of its box", help="shorten it by about 12 words"),
        finding("it is small", level=Level.WARNING, file="content/zed/kit.yaml", line=1, column=1, check="small-type"),
        finding("no such line", level=Level.INFORMATION, line=99),
    )
    assert write_text(Report(project, 2, found)) == (
        "content/zed/events.yaml:3:9: error: text-overflow: the text stands 3.2 mm out of its box\n"
        "     3 |   - id: pharmacy-run\n"
        "       |         ^\n"
        "  help: shorten it by about 12 words\n"
        "\n"
        "content/zed/kit.yaml:1:1: warning: small-type: it is small\n"
        "     1 | kit: zed\n"
        "       | ^\n"
        "\n"
        "content/zed/events.yaml:99:9: information: text-overflow: no such line\n"
        "\n"
        "1 error, 1 warning, 1 for information in 2 kits"
    )


def test_concise_is_a_line_each(project: Path) -> None:
    report = Report(project, 1, (finding("one", help="unsaid"), finding("two", level=Level.WARNING)))
    assert write_concise(report) == (
        "content/zed/events.yaml:3:9: error: text-overflow: one\n"
        "content/zed/events.yaml:3:9: warning: text-overflow: two\n"
        "1 error, 1 warning in 1 kit"
    )


def test_github_annotates_the_line(project: Path) -> None:
    report = Report(project, 1, (finding("50 % over, so: no", help="cut it"), finding("b", level=Level.INFORMATION)))
    assert write_github(report).splitlines()[:2] == [
        "::error file=content/zed/events.yaml,line=3,col=9,title=text-overflow::50 %25 over, so: no%0Ahelp: cut it",
        "::notice file=content/zed/events.yaml,line=3,col=9,title=text-overflow::b",
    ]


def test_github_finds_the_file_of_a_project_deeper_in_the_checkout(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_WORKSPACE", str(project.parent))
    assert f"file={project.name}/content/zed/events.yaml," in write_github(Report(project, 1, (finding(),)))


def test_github_escapes_what_would_end_a_property(project: Path) -> None:
    written = write_github(Report(project, 1, (finding(file="content/a,line=1::b%.yaml"),)))
    assert written.startswith("::error file=content/a%2Cline=1%3A%3Ab%25.yaml,line=3,")


def test_json_says_it_all(project: Path) -> None:
    written = json.loads(write_json(Report(project, 1, (finding("Łódź", help="h"),))))
    assert written == {
        "findings": [
            {
                "check": "text-overflow",
                "level": "error",
                "file": "content/zed/events.yaml",
                "line": 3,
                "column": 9,
                "message": "Łódź",
                "help": "h",
                "kit": "zed",
            }
        ],
        "errors": 1,
        "warnings": 0,
        "informations": 0,
    }
    assert json.loads(write_json(Report(project, 1, (), files=("a.pdf",))))["files"] == ["a.pdf"]


@pytest.mark.parametrize("form", REPORTERS)
def test_no_report_obeys_what_a_card_says(form: str, project: Path) -> None:
    (project / "content" / "zed" / "events.yaml").write_text(f"a\nb\ntext: {HOSTILE}", "utf-8", newline="")
    hostile = finding(HOSTILE, help=HOSTILE, check=HOSTILE, file=f"content/zed/{HOSTILE}")
    written = REPORTERS[form](Report(project, 1, (hostile, finding(HOSTILE, help=HOSTILE)), (HOSTILE,), (HOSTILE,)))
    assert {letter for letter in written if unicodedata.category(letter) in ("Cc", "Cf")} <= {"\n"}
    assert "##[" not in written
    commands = [line for line in written.splitlines() if line.lstrip().startswith("::")]
    assert len(commands) == (2 if form == "github" else 0)
    if form == "json":
        assert json.loads(written)["findings"][0]["message"] == HOSTILE


def test_colour_is_asked_for(project: Path) -> None:
    assert "\x1b[" not in write_text(Report(project, 1, (finding(),)))
    assert "\x1b[31m\x1b[1merror\x1b[0m" in write_text(Report(project, 1, (finding(),), colour=True))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a — b ½ 日本", "a — b ½ 日本"),
        ("a\tb\u00a0c\u200dd\ud800\ue000", "a\\tb\\xa0c\\u200dd\\ud800\\ue000"),
        ("  ::warning::x", "  \\::warning::x"),
        ("a::b", "a::b"),
    ],
)
def test_plain_text_stays_and_the_rest_is_escaped(text: str, shown: str) -> None:
    assert plain(text) == shown


@pytest.mark.parametrize(
    ("line", "column", "caret"),
    [("title: Pharmacy", 8, 7), ("\ttitle: x", 9, 11), ("日本: x", 5, 6), ("e\u0301a: x", 3, 1), ("short", 99, 5)],
)
def test_the_caret_stands_under_the_place(line: str, column: int, caret: int) -> None:
    _, pointer = draw_excerpt((line,), Where("f", 1, column))
    assert pointer == "       | " + " " * caret + "^"


def test_a_long_line_is_cut_around_the_place() -> None:
    text, pointer = draw_excerpt(("x" * 5_000 + "!" + "y" * 5_000,), Where("f", 1, 5_001))
    assert len(text) < 130
    assert text[pointer.index("^")] == "!"


def test_a_file_that_cannot_be_quoted_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / "latin").write_bytes(b"caf\xe9\r\nb\rc")
    assert read_lines(tmp_path / "latin") == ("caf\ufffd", "b", "c")
    (tmp_path / "wide").write_bytes("id\tname\r\na\tÜber".encode("utf-16"))
    assert read_lines(tmp_path / "wide") == ("id\tname", "a\tÜber")
    (tmp_path / "book").write_bytes(b"PK\x03\x04\n\n\nsheets")
    assert read_lines(tmp_path / "book") == ()
    (tmp_path / "picture").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    assert read_lines(tmp_path / "picture") == ()
    assert read_lines(tmp_path) == ()
    assert read_lines(tmp_path / "none") == ()
    (tmp_path / "huge").write_bytes(b"x" * 10_000_001)
    assert read_lines(tmp_path / "huge") == ()
