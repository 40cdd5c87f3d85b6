"""Bad inputs from the field, through the command line: what is said of each, and with which exit code it ends."""

import os
from pathlib import Path
from typing import NamedTuple

import pytest

from pnp.cli.main import invoke
from pnp.kit.reading import read_kit
from pnp.model.kit import Card

FACE = """<svg xmlns="http://www.w3.org/2000/svg" width="69.85mm" height="95.25mm" viewBox="-3.175 -3.175 69.85 95.25">
<rect x="-3.175" y="-3.175" width="69.85" height="95.25" fill="#eee"/></svg>
"""
HEAD = """deck: d
size: poker
front: face.svg.j2
fields:
  text: {type: text, required: false}
  hp: {type: integer, required: false}
  ratio: {type: text, required: false}
  sure: {type: boolean, required: false}
"""
CARD = HEAD + "cards:\n- id: a\n  title: A\n  "


class Bad(NamedTuple):
    """A deck file or a table of `id,title,text`, what is found (line, check), and the exit code.

    `words` stand in the report; `values` are what is read of the first card.
    """

    deck: str | bytes
    found: tuple[tuple[int, str], ...]
    exit: int
    words: str = ""
    values: tuple[tuple[str, object], ...] = ()


YAML = {
    "I001 a key twice": Bad(CARD + "hp: 1\n  hp: 2\n", ((13, "duplicate-key"),), 1, "line 12", (("hp", 1),)),
    "I002 an id twice": Bad(CARD + "hp: 1\n- id: a\n  title: B\n", ((13, "duplicate-id"),), 1, "line 10"),
    "I004 words that YAML 1.1 takes for no": Bad(
        CARD.replace("title: A", "title: NO") + "text: off\n  ratio: y\n",
        (),
        0,
        values=(("title", "NO"), ("text", "off"), ("ratio", "y")),
    ),
    "I004 where true or false is asked for": Bad(
        CARD + "sure: off\n", ((12, "old-boolean"),), 0, "Write false.", (("sure", False),)
    ),
    "I004 some other word there": Bad(CARD + "sure: maybe\n", ((12, "wrong-type"),), 1, "true or false"),
    "I005 010 as an id": Bad(CARD.replace("id: a", "id: 010") + "hp: 1\n", (), 0, values=(("id", "010"),)),
    "I005 010 as a number": Bad(CARD + "hp: 010\n", ((12, "bad-value"),), 1, "Write 10, or 0o10"),
    "I006 2:45": Bad(CARD + "ratio: 2:45\n  text: 12:30\n", (), 0, values=(("ratio", "2:45"), ("text", "12:30"))),
    "I008 a date": Bad(CARD + "text: 2024-01-02\n", (), 0, values=(("text", "2024-01-02"),)),
    "I009 1e3": Bad(CARD + "hp: 1e3\n", ((12, "wrong-type"),), 1, "Write 1000."),
    "I010 a star": Bad(CARD + "text: *\n", ((12, "yaml-syntax"),), 1, 'text: "*"'),
    "I012 # in a text": Bad(CARD + "text: Draw #3 cards\n", ((12, "comment-cuts-text"),), 0, '"Draw #3 cards"'),
    "I013 @": Bad(CARD + "text: @ally\n", ((12, "yaml-syntax"),), 1, 'text: "@ally"'),
    "I013 a backquote": Bad(CARD + "text: `x`\n", ((12, "yaml-syntax"),), 1, 'text: "`x`"'),
    "I014 a tag": Bad(CARD + "text: !important rule\n", ((12, "yaml-syntax"),), 1, '"!important rule"'),
    "I016 a tab": Bad(HEAD + "cards:\n\t- id: a\n", ((10, "yaml-syntax"),), 1, "→"),
    "I017 aliases of aliases": Bad(
        HEAD
        + "cards: []\nshared:\n- &a0 [x,x,x,x,x,x,x,x,x]\n"
        + "".join(f"- &a{n} [{','.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 9)),
        ((16, "yaml-limits"),),
        1,
        "100,000",
    ),
    "I018 an alias of itself": Bad(CARD + "text: &a [*a]\n", ((12, "yaml-limits"), (12, "wrong-type")), 1, "*a"),
    "I020 5,000 digits": Bad(CARD + f"hp: {'9' * 5000}\n", ((12, "out-of-range"),), 1, "5000 digits"),
    "I021 not a number": Bad(CARD.replace("poker", ".nan x 5") + "hp: 1\n", ((2, "unknown-choice"),), 1, "poker"),
    "I021 infinite": Bad("corner: .inf\n" + CARD + "hp: .inf\n", ((1, "bad-value"), (13, "bad-value")), 1, "finite"),
    "I022 an unknown key": Bad(
        CARD.replace("title:", "titel:") + "hp: 1\n",
        ((10, "missing-field"), (11, "unknown-key")),
        1,
        'Did you mean "title"?',
    ),
    "I024 a missing field": Bad(
        CARD.replace("hp: {type: integer, required: false}", "hp: integer"),
        ((10, "missing-field"),),
        1,
        'card "a" has no hp',
    ),
    "I025 an empty file": Bad("", ((1, "empty-file"),), 1),
    "I025 only comments": Bad("# later\n", ((1, "empty-file"),), 1),
    "I025 a list": Bad("- a\n", ((1, "wrong-root"),), 1),
    "I025 a text": Bad("deck of cards\n", ((1, "wrong-root"),), 1),
    "I026 two documents": Bad(CARD + "hp: 1\n---\ndeck: e\n", ((13, "yaml-syntax"),), 1, "second document"),
    "I028 keys that are numbers": Bad(CARD + '1: x\n  "1": y\n', ((12, "unknown-key"), (13, "duplicate-key")), 1),
    "I028 a key that is a list": Bad(CARD + "[a, b]: x\n", ((12, "yaml-syntax"),), 1, "key should be text"),
    "I028 no key": Bad(CARD + ": x\n", ((12, "yaml-syntax"),), 1, "key is missing"),
    "I029 a NUL": Bad(CARD + "text: a\0b\n", ((12, "encoding"),), 1, "U+0000"),
    "I030 a byte order mark": Bad(("\ufeff" + CARD + "text: Über\n").encode(), (), 0, values=(("text", "Über"),)),
    "I030 UTF-16": Bad((CARD + "hp: 1\n").encode("utf-16"), ((1, "encoding"),), 1, "UTF-16"),
    "I030 Latin-1": Bad((CARD + "text: Über\n").encode("latin-1"), ((12, "encoding"),), 1, "0xDC at offset"),
    "I033 files that include each other": Bad("include: deck.yaml\n" + CARD + "hp: 1\n", ((1, "unknown-key"),), 1),
}  # fmt: skip

TABLES = {
    "I034 a byte order mark": Bad("\ufeffid,title,text\na,A,x\n", (), 0, values=(("id", "a"),)),
    "I036 UTF-16": Bad(
        "id\ttitle\ttext\r\na\tÜ\tx\r\n".encode("utf-16"),
        ((1, "table-format"), (1, "table-format")),
        0,
        "UTF-16",
        (("title", "Ü"),),
    ),
    "I037 semicolons": Bad("id;title;text\na;A;x, y\n", ((1, "table-format"),), 0, "semicolons", (("text", "x, y"),)),
    "I037 tabs": Bad("id\ttitle\ttext\na\tA\tx\n", ((1, "table-format"),), 0, "tabs", (("text", "x"),)),
    "I038 sep=": Bad("sep=;\nid;title;text\na;A;x\n", (), 0, values=(("text", "x"),)),
    "I040 a row too short": Bad("id,title,text\na,A\n", ((2, "bad-table"),), 1, "row 2 has 2 of 3 columns"),
    "I040 a row too long": Bad("id,title,text\na,A,x,y\n", ((2, "bad-table"),), 1, "row 2 has 4 of 3 columns"),
    "I041 an unclosed quote": Bad('id,title,text\na,A,"x\nb,B,y\n', ((2, "bad-table"),), 1, "never closed"),
    "I042 a NUL": Bad("id,title,text\na,A\0,x\n", ((2, "encoding"),), 1, "U+0000"),
    "I044 blanks around headings": Bad(
        "id, title , text\na,A,x\n",
        ((1, "table-format"),),
        0,
        "blanks around the heading title",
        (("title", "A"), ("text", "x")),
    ),
    "I045 curly quotes": Bad("id,title,text\na,A,“x, y”\n", ((2, "bad-table"),), 1, "Curly quotes"),
    "I046 an empty table": Bad("", ((1, "empty-file"),), 1, "line of headings"),
    "I046 headings alone": Bad(
        "id,title,text\n", ((9, "empty-deck"),), 1, "Add a row under the headings of content/game/cards.csv"
    ),
    "I048 007 and 1.10": Bad("id,title,text\n007,1.10,1E5\n", (), 0, values=(("id", "007"), ("title", "1.10"))),
}


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "content" / "game"
    folder.mkdir(parents=True)
    (folder / "kit.yaml").write_text("kit: game\ntitle: Game\n")
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "face.svg.j2").write_text(FACE)
    return folder


def check(game: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    code = invoke(["check", "--project", str(game.parent.parent), "--format", "text"])
    said = capsys.readouterr()
    assert "Traceback" not in said.err + said.out
    return code, said.out


def judge(game: Path, bad: Bad, file: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = check(game, capsys)
    assert code == bad.exit
    places = [line.split(": ") for line in out.splitlines() if line.startswith("content/")]
    found = sorted((int(place.split(":")[1]), name) for place, _level, name, *_ in places)
    assert found == sorted(bad.found), out
    assert all(place.startswith(f"content/game/{file}:") for place, *_ in places)
    assert bad.words in out
    if bad.values:
        card = read_kit(game, "game").decks[0].cards[0]
        assert [(key, read_value(card, key)) for key, _ in bad.values] == list(bad.values)


def read_value(card: Card, key: str) -> object:
    return card.values[key] if key in card.values else getattr(card, key)


@pytest.mark.parametrize("name", YAML)
def test_yaml(game: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    bad = YAML[name]
    (game / "deck.yaml").write_bytes(bad.deck.encode() if isinstance(bad.deck, str) else bad.deck)
    judge(game, bad, "deck.yaml", capsys)


@pytest.mark.parametrize("name", TABLES)
def test_csv(game: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    bad = TABLES[name]
    (game / "deck.yaml").write_text(f"{HEAD}cards: cards.csv\n")
    (game / "cards.csv").write_bytes(bad.deck.encode() if isinstance(bad.deck, str) else bad.deck)
    judge(game, bad, "deck.yaml" if "headings alone" in name else "cards.csv", capsys)


def test_yaml_of_fifty_megabytes_i032(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (game / "deck.yaml").write_text(CARD)
    os.truncate(game / "deck.yaml", 50_000_000)
    code, out = check(game, capsys)
    assert code == 1
    assert "content/game/deck.yaml:1:1: error: yaml-limits: the file has 50.0 MB, at most 10 MB are read" in out


def test_a_good_kit_has_no_finding(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (game / "deck.yaml").write_text(CARD)
    assert check(game, capsys)[0] == 0


def test_a_workbook_without_openpyxl_cannot_be_read(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    from pnp.model.finding import PnpError

    (game / "deck.yaml").write_text(f"{HEAD}cards: cards.xlsx\n")
    (game / "cards.xlsx").write_bytes(b"PK")
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(PnpError, match="openpyxl"):
        invoke(["check", "--project", str(game.parent.parent)])
