"""`pnp odds`: what it shows of a kit's numbers, as text, as JSON and as a picture."""

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from timing import within

from .conftest import Say

KIT = "kit: game\ntitle: Game & <more>\n"
DECK = """deck: events
size: poker
front: f.svg.j2
fields: {run: {type: integer, also: ["*"]}, weight: {type: number, default: 0.5}}
cards:
  - {id: a, title: A, run: -1}
  - {id: b, title: B, run: 1, copies: 2}
  - {id: c, title: C, run: "*"}
"""
ODDS = """odds:
  - {deck: events, field: run, draws: [1, 2], difficulties: 1..2, modifiers: [0, 1]}
  - {dice: 2d6, difficulties: 7..9}
"""
TABLE = """table: wounds
title: Wounds
dice: d6
modifiers: [1]
clamp: true
rows:
  - {on: 1-4, effect: A scratch.}
  - {on: 5-6, effect: Out.}
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A kit that asks for odds, in a project of its own."""
    folder = tmp_path / "content" / "game"
    folder.mkdir(parents=True)
    for name, text in (("kit", KIT), ("events", DECK), ("rules", ODDS), ("wounds", TABLE)):
        (folder / f"{name}.yaml").write_text(text, "utf-8")
    return folder


def test_text_shows_bars_and_chances(say: Say, game: Path) -> None:
    code, out, err = say("odds", "game", "--project", str(game.parent.parent))
    assert (code, err) == (0, "")
    lines = [line.rstrip() for line in out.splitlines()]
    assert lines[:6] == [
        "game: Game & <more>",
        "",
        "  events, run: 3 cards, 1 more without a number, 0.33 on average",
        "    -1  1   33.3%  ███████████████",
        "     1  2   66.7%  ██████████████████████████████",
        "",
    ]
    assert lines[6:10] == [
        "    pass, and points short on average (a total below 0 counts as 0)",
        "    difficulty          1 card         2 cards",
        "             1    0.667   0.33    0.333   0.67",
        "             2    0.000   1.33    0.333   1.33",
    ]
    assert "    pass, and points short on average (a total below 0 counts as 0), +1 to the total" in lines
    assert "  2d6: 36 ways to fall, 7.00 on average" in lines
    assert [line.split() for line in lines[-3:]] == [
        ["roll", "+1"],
        ["1-4", "66.7%", "50.0%", "A", "scratch."],
        ["5-6", "33.3%", "50.0%", "Out."],
    ]


def test_json_has_the_same_and_exact(say: Say, game: Path) -> None:
    code, out, _err = say("odds", "--format", "json", "--project", str(game.parent.parent))
    (kit,) = json.loads(out)["kits"]
    assert (code, kit["kit"]) == (0, "game")
    run, dice = kit["odds"]
    assert run["values"] == [
        {"value": -1, "count": 1, "share": 0.333333},
        {"value": 1, "count": 2, "share": 0.666667},
    ]
    assert run["chances"][0] == {
        "difficulty": 1, "cards": 1, "modifier": 0, "pass": 0.666667, "exact": "2/3", "short": 0.333333,
    }  # fmt: skip
    assert [each["exact"] for each in dice["chances"]] == ["7/12", "5/12", "5/18"]
    assert kit["tables"][0]["rows"][1] == {"on": "5-6", "effect": "Out.", "chances": [0.333333, 0.5]}


def test_the_picture_has_a_bar_a_value_and_a_line_a_draw(say: Say, game: Path, tmp_path: Path) -> None:
    picture = tmp_path / "odds.svg"
    assert say("odds", "--svg", str(picture), "--project", str(tmp_path)).code == 0
    text = picture.read_text("utf-8")
    assert say("odds", "--svg", str(picture), "--project", str(tmp_path)).code == 0
    assert picture.read_text("utf-8") == text
    root = ET.fromstring(text)
    name = "{http://www.w3.org/2000/svg}"
    bars = [each for each in root.iter(f"{name}rect") if each.get("fill") == "#4a6fa5"]
    assert len(bars) == 2 + 11
    assert float(bars[1].get("height", "")) == pytest.approx(2 * float(bars[0].get("height", "")), abs=0.02)
    lines = [each for each in root.iter(f"{name}polyline") if each.get("points", "").count(" ") >= 1]
    assert len(lines) == 2 * (4 + 1)  # each with its piece in the legend
    words = [each.text for each in root.iter(f"{name}text")]
    assert "Game & <more>: events, run, 0.33 on average" in words
    assert {"1 card", "2 cards +1", "the roll"} <= set(words)


def test_without_odds_it_shows_every_number(say: Say, game: Path) -> None:
    (game / "rules.yaml").unlink()
    _code, out, _err = say("odds", "--project", str(game.parent.parent))
    heads = [line for line in out.splitlines() if "on average" in line]
    assert heads == [
        "  events, run: 3 cards, 1 more without a number, 0.33 on average",
        "  events, weight: 4 cards, 0.50 on average",
    ]
    assert "0.5  4  100.0%" in out


def test_odds_that_cannot_be_told_are_named_and_fail(say: Say, game: Path) -> None:
    (game / "rules.yaml").write_text("odds:\n  - {deck: evnts, field: run}\n  - {dice: 2d6}\n", "utf-8")
    code, out, err = say("odds", "--project", str(game.parent.parent))
    assert code == 1
    assert err.splitlines() == [
        'content/game/rules.yaml:2:12: these odds cannot be told: there is no deck "evnts"',
        '  help: Did you mean "events"?',
    ]
    assert "2d6: 36 ways" in out


def test_more_than_there_are_cannot_be_drawn(say: Say, game: Path) -> None:
    (game / "rules.yaml").write_text("odds:\n  - {deck: events, field: run, draws: [4, 5]}\n", "utf-8")
    code, _out, err = say("odds", "--project", str(game.parent.parent))
    assert code == 1
    assert err.splitlines() == [
        "content/game/rules.yaml:2:39: these odds cannot be told: there are only 3 numbers to draw from",
        "  help: Ask for fewer cards.",
    ]


def test_what_was_drawn_and_what_may_be_asked_for_is_said(say: Say, game: Path, tmp_path: Path) -> None:
    picture = tmp_path / "odds.svg"
    assert say("odds", "--svg", str(picture), "--project", str(tmp_path)).err == f"wrote {picture}\n"
    (game / "rules.yaml").unlink()
    err = say("odds", "--project", str(tmp_path)).err
    assert err == "game: these are all numbers of its cards; `odds:` in rules.yaml asks for some, with draws\n"


def test_a_picture_that_cannot_be_written_is_no_crash(say: Say, game: Path, tmp_path: Path) -> None:
    code, _out, err = say("odds", "--svg", str(tmp_path / "none" / "odds.svg"), "--project", str(tmp_path))
    assert code == 2
    assert "cannot be written" in err


def test_a_kit_without_numbers_has_nothing_to_show(say: Say, game: Path) -> None:
    for name in ("rules", "wounds"):
        (game / f"{name}.yaml").unlink()
    (game / "events.yaml").write_text(re.sub("fields: .*\n|, run: [^,}]*", "", DECK), "utf-8")
    code, out, _err = say("odds", "--project", str(game.parent.parent))
    assert (code, out.splitlines()) == (0, ["game: Game & <more>", "  no numbers on its cards"])


def test_a_table_is_drawn_with_a_bar_for_each_row_and_modifier(say: Say, game: Path, tmp_path: Path) -> None:
    for name in ("rules", "events"):
        (game / f"{name}.yaml").unlink()
    picture = tmp_path / "odds.svg"
    assert say("odds", "--svg", str(picture), "--project", str(tmp_path)).code == 0
    root = ET.fromstring(picture.read_text("utf-8"))
    name = "{http://www.w3.org/2000/svg}"
    bars = [each for each in root.iter(f"{name}rect") if each.get("stroke") and float(each.get("height", "")) > 8]
    heights = [float(each.get("height", "")) for each in bars]
    assert heights == pytest.approx([100, 75, 50, 75], abs=0.01)  # 4, 3, 2 and 3 of 6 on a scale to 100 %
    words = [each.text for each in root.iter(f"{name}text")]
    assert {"Game & <more>: Wounds, d6", "1-4", "5-6", "roll", "roll +1", "66.7%"} <= set(words)


@pytest.mark.parametrize(
    "asked",
    [
        "{deck: events, field: run, draws: 1..3, modifiers: 0..9, difficulties: 1..4}",
        "{dice: d100}",
        "{dice: 5d6, difficulties: 20}",
        "{dice: 2d6, difficulties: [8], modifiers: [0, 1, 2]}",
    ],
)
def test_no_word_of_a_picture_lies_on_another_row(say: Say, game: Path, tmp_path: Path, asked: str) -> None:
    """However many lines there are, and each panel names values on its axis."""
    (game / "rules.yaml").write_text(f"odds:\n  - {asked}\n  - {{dice: d4}}\n", "utf-8")
    picture = tmp_path / "odds.svg"
    assert say("odds", "--svg", str(picture), "--project", str(tmp_path)).code == 0
    root = ET.fromstring(picture.read_text("utf-8"))
    texts = list(root.iter("{http://www.w3.org/2000/svg}text"))
    heads = [number for number, each in enumerate(texts) if each.get("font-size") == "14"]
    second = float(texts[heads[1]].get("y", ""))
    first_row = texts[heads[0] + 1 : heads[1]]
    assert all(float(each.get("y", "")) < second - 14 for each in first_row)
    assert any(str(each.text).isdigit() for each in first_row)
    lines = [each for each in root.iter() if each.tag.endswith(("polyline", "circle"))]
    assert len(lines) >= 3 if "modifiers" in asked else lines


def test_many_difficulties_are_shown_from_end_to_end(say: Say, game: Path) -> None:
    (game / "rules.yaml").write_text("odds:\n  - {dice: d100}\n", "utf-8")
    _code, out, _err = say("odds", "--format", "json", "--project", str(game.parent.parent))
    shown = [each["difficulty"] for each in json.loads(out)["kits"][0]["odds"][0]["chances"]]
    assert (shown[0], shown[-1], len(shown)) == (2, 98, 25)


@pytest.mark.parametrize("form", ["text", "json"])
def test_words_of_a_kit_are_no_commands_to_github(say: Say, game: Path, tmp_path: Path, form: str) -> None:
    hostile = '"##[error]forged\\n::error::forged"'
    (game / "wounds.yaml").write_text(TABLE.replace("Wounds", hostile).replace("A scratch.", hostile), "utf-8")
    (game / "kit.yaml").write_text(f"kit: game\ntitle: {hostile}\n", "utf-8")
    (game / "rules.yaml").write_text(f"odds:\n  - {{deck: events, field: run}}\n  - {{dice: {hostile}}}\n", "utf-8")
    picture = tmp_path / "odds.svg"
    said = say("odds", "--format", form, "--svg", str(picture), "--project", str(tmp_path))
    for text in (said.out, said.err, picture.read_text("utf-8")):
        assert "forged" in text or text is said.err
        assert "##[" not in text
        assert not re.search(r"^\s*::", text, re.MULTILINE)


def test_odds_of_a_kit_that_cannot_be_read_whole_say_so(say: Say, game: Path) -> None:
    (game / "events.yaml").write_text(DECK.replace("run: -1", "run: many"), "utf-8")
    (game / "rules.yaml").unlink()
    code, _out, err = say("odds", "--project", str(game.parent.parent))
    assert code == 1
    assert err.splitlines()[-1] == "game: numbers may be missing because of 1 error; `pnp check game` names them"


@pytest.mark.parametrize(
    "asked",
    ["{dice: 3d6, difficulties: 1..1000, modifiers: 1..1000}", "{deck: events, field: weight, draws: [20]}"],
)
def test_odds_that_would_take_for_ever_are_refused(say: Say, game: Path, asked: str) -> None:
    cards = "".join(f"  - {{id: c{n}, title: C, weight: {7**n % 999983}.{n}}}\n" for n in range(60))
    (game / "events.yaml").write_text(DECK + cards, "utf-8")
    (game / "rules.yaml").write_text(f"odds:\n  - {asked}\n", "utf-8")
    (game / "wounds.yaml").unlink()
    with within(3):
        code, _out, err = say("odds", "--project", str(game.parent.parent))
    assert code == 1
    assert "these odds cannot be told: this takes too many steps\n  help: Ask for fewer" in err
