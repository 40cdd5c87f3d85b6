"""`pnp odds`: what it shows of a kit's numbers, as text, as JSON and as a picture."""

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

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
    assert err == 'content/game/rules.yaml:2:12: these odds cannot be told: there is no deck "evnts"\n'
    assert "2d6: 36 ways" in out


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
