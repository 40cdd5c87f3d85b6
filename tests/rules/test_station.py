"""A sound kit of cards, tokens, a board, a dice table and a track is broken one line at a time, and mended again."""

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from pnp.kit.reading import read_kit
from pnp.model.finding import Finding
from pnp.rules.engine import inspect, settle
from pnp.rules.registry import CHECKS, topic_of

SOUND = Path(__file__).parent / "station"


class Break(NamedTuple):
    """What is done to a file, the line at which the check then finds it, and a part of what it says.

    `at` is what that line holds when broken; `in_file` the file where it is found, if another.
    """

    check: str
    file: str
    old: str
    new: str
    at: str
    says: str
    in_file: str = ""


BRIG = "  - {from: lab, to: brig, condition: field}\n  - {from: brig, to: tunnel, condition: field}\n"

BREAKS = (
    Break("look-alike-id", "items.yaml", "id: cannon", "id: armoun", "id: armoun", '"armour" (on line 48)'),
    Break("look-alike-id", "items.yaml", "id: cannon", "id: gumballs", "id: gumballs", "differ in one letter"),
    Break("look-alike-id", "items.yaml", "id: cannon", "id: POD-CARD", "id: POD-CARD", "look the same"),
    Break("same-title", "items.yaml", "title: Cannon", "title: machete", "title: machete", "differ in damage, weight"),
    Break(
        "duplicate-card",
        "people.yaml",
        "Mush, strength: 4, start: 10",
        "Pete, strength: 5, start: 12",
        "id: mush",
        '"mush" is the same card as "pete" on line 8',
    ),
    Break(
        "dominated-card",
        "items.yaml",
        "weight: 1\n    luck: 2",
        "weight: 2\n    luck: 2",
        "id: slingshot",
        '"Slingshot" is never better than "Machete" on line 33: damage 1 against 3 and weight 2 against 2',
    ),
    Break("empty-text", "items.yaml", "rules: It kicks.", 'rules: ""', 'rules: ""', 'rules of "Cannon" is empty'),
    Break("empty-text", "items.yaml", "flavour: It grows.", 'flavour: " "', 'flavour: " "', "is blank"),
    Break("placeholder-text", "items.yaml", "It kicks.", "Lorem ipsum.", "rules: Lorem", 'stand-in: "Lorem ipsum"'),
    Break("placeholder-text", "items.yaml", "title: Cannon", "title: Untitled", "title: Unt", 'stand-in: "Untitled"'),
    Break("not-printed", "people.yaml", "title: Mush", "title: Mush, copies: 0", "id: mush", '"Mush" has no copies'),
    Break(
        "not-printed",
        "items.yaml",
        "title: Machete",
        "title: Machete\n    copies: 0",
        "copies: 0",
        '"Machete" is not printed, but "Pod Card"',
    ),
    Break("wrong-copies", "items.yaml", "copies: 2", "copies: 3", "copies: 3", '"Armour" has 3 copies'),
    Break(
        "wrong-sum",
        "items.yaml",
        "weight: 3",
        "weight: 2",
        "weight: 17",
        'weight adds up to 15 over 7 cards of "items"; 17 is expected',
    ),
    Break("wrong-count", "items.yaml", "kind: trap", "kind: tool", "trap: 1", "kind is trap on no card"),
    Break("wrong-count", "items.yaml", "trap: 1", "trap: 2", "trap: 2", "kind is trap on 1 card of"),
    Break(
        "wrong-spread",
        "items.yaml",
        "luck: 1\n    rules: Do",
        "luck: 2\n    rules: Do",
        "2: 2",
        'luck is 2 on 3 cards of "items"; 2 are expected',
    ),
    Break(
        "wrong-spread",
        "items.yaml",
        "luck: 1\n    rules: Do",
        "luck: 3\n    rules: Do",
        "luck: 3",
        'luck of "Gumball" is 3; "items" expects 0, 1 or 2',
    ),
    Break("uneven-means", "items.yaml", "within: 1.2", "within: 0.5", "within: 0.5", "at most 0.5 is expected"),
    Break("uneven-means", "items.yaml", "damage: 4", "damage: 9", "within: 1.2", "damage is 2.29 on average"),
    Break(
        "correlated-fields", "items.yaml", "within: 0.8", "within: 0.05", "within: 0.05", "their correlation is 0.07"
    ),
    Break(
        "over-capacity",
        "items.yaml",
        "weight: 4\n    luck: 1",
        "weight: 6\n    luck: 1",
        "weight: 6",
        'weight of "Cannon" is 6, and nobody of people carries more than 5 ("Pete")',
    ),
    Break(
        "over-capacity",
        "people.yaml",
        "strength: 4",
        "strength: 3",
        "weight: 4",
        'weight of "Pod Card" is 4, but "Mush" of people carries only 3',
        "items.yaml",
    ),
    Break(
        "short-supply",
        "tokens.yaml",
        "copies: 10",
        "copies: 9",
        "plant: {each",
        '10 of "Plant" can be in play, and 9 are printed: 5 for each of the 2 copies of "Armour"',
    ),
    Break(
        "short-supply",
        "people.yaml",
        "  - {id: mush",
        "  - {id: ann, title: Ann, strength: 4, start: 9}\n  - {id: mush",
        "heart: {each",
        '10 of "Heart" can be in play, and 7 are printed',
        "tokens.yaml",
    ),
    Break("bad-dice", "vending.yaml", "2d6", "2x6", "dice: 2x6", 'rolled on "2x6", which are no dice'),
    Break("bad-dice", "vending.yaml", "2d6", "0d6", "dice: 0d6", "no dice"),
    Break("bad-row", "vending.yaml", "6-7", "7-6", "on: 7-6", '"7-6" in the table "Vending Machine"'),
    Break("uncovered-result", "vending.yaml", "6-7", '"7"', 'on: "7"', "has no row for 6, which 2d6 can give"),
    Break("uncovered-result", "vending.yaml", "  - {on: 8+, effect: It falls on you.}\n", "", "on: 6-7", "8-12"),
    Break("doubled-result", "vending.yaml", "on: 5,", "on: 4-5,", "on: 4-5", "1-4 on line 7 and 4-5 here"),
    Break("doubled-result", "vending.yaml", "8+", "7+", "on: 7+", "has two rows"),
    Break("idle-row", "vending.yaml", "1-4", "0-4", "on: 0-4", "0 in the table"),
    Break("idle-row", "vending.yaml", "8+, effect", "8-14, effect", "on: 8-14", "14 in the table"),
    Break("off-table", "vending.yaml", "1-4", "2-4", "modifiers", "can be 1 with -1"),
    Break("off-table", "vending.yaml", "8+", "8-12", "modifiers", "can be 13 with +1"),
    Break(
        "no-clamp-policy",
        "vending.yaml",
        "clamp: false\nrows:\n  - {on: 1-4",
        "rows:\n  - {on: 2-4",
        "modifiers",
        "nothing says what 1 (-1) means",
    ),
    Break(
        "cut-off-space",
        "board.yaml",
        "links:",
        "  - {id: attic, name: Attic, zone: top}\nlinks:",
        "id: attic",
        '"Attic" cannot be reached from "Lobby": no link leads there',
    ),
    Break(
        "needs-one-way",
        "board.yaml",
        BRIG,
        BRIG.replace("}", ", one_way: true}"),
        "id: brig",
        "without the one-way links Lab to Brig (line 15) and Brig to Tunnel (line 16)",
    ),
    Break(
        "needs-zone",
        "board.yaml",
        "{from: hall, to: lab}",
        "{from: hall, to: lab, condition: field}",
        "id: lab",
        '"Lab" cannot be reached from "Lobby" without "field"',
    ),
    Break("needs-zone", "board.yaml", "except: [brig]", "except: [pod]", "id: brig", "(line 15)"),
    Break(
        "one-way-trap",
        "board.yaml",
        BRIG,
        "  - {from: lab, to: brig, condition: field, one_way: true}\n",
        "to: brig",
        'no way leads out of "Brig": who enters from "Lab" stays there',
    ),
    Break(
        "wrong-neighbours",
        "board.yaml",
        "  - {from: pod, to: tunnel}\n",
        "",
        "id: pod",
        '"Pod" is linked with 3 spaces ("Lab", "Hall" and "Lobby"); 4 are expected',
    ),
    Break(
        "not-separated",
        "board.yaml",
        "{from: brig, to: tunnel, condition: field}",
        "{from: brig, to: tunnel}",
        "separated",
        '"field" does not keep "Brig" from "Tunnel": a way leads around it, Brig - Tunnel',
    ),
    Break(
        "wrong-distance",
        "board.yaml",
        "steps: [2, 3]",
        "steps: 3",
        "distances",
        '"Brig" is 2 steps from "Lobby" (Lobby - Tunnel - Brig); 3 are expected',
    ),
    Break("number-gap", "board.yaml", "numbers: [1, 6]", "numbers: [1, 5]", "number: 6", 'the number of "Pod" is 6'),
    Break("number-gap", "board.yaml", ", number: 3", "", "number: 4", "no space is numbered 3"),
    Break(
        "doubled-number",
        "board.yaml",
        "number: 3",
        "number: 2",
        "number: 2, kind: room",
        '"Hall" (on line 7) and "Lab" both have the number 2',
    ),
    Break(
        "uneven-links",
        "board.yaml",
        "{from: pod, to: lobby}",
        "{from: pod, to: lobby}\n  - {from: lobby, to: pod}",
        "{from: lobby, to: pod}",
        '"Lobby" and "Pod" are linked on line 21 and again here',
    ),
    Break("too-few-slots", "board.yaml", "30 x 15", "20 x 15", "slots", "28 slots of 63.5 mm fit"),
    Break(
        "label-overlap",
        "board.yaml",
        "at: [90, 90]",
        "at: [60, 92]",
        "id: pod",
        'the labels of "Tunnel" (on line 10) and "Pod" overlap by 4 x 4 mm',
    ),
    Break("label-off-board", "board.yaml", "at: [140, 90]", "at: [140, 380]", "id: brig", "stands 2 mm over the edge"),
    Break("straight-run", "board.yaml", "steps: 2", "steps: [3, 5]", "steps: [3", "has 2 steps, from"),
    Break("straight-run", "items.yaml", "range: 2", "range: 3", "range: 3", 'range of "Slingshot" is 3'),
    Break("track-gap", "health.yaml", "6, 7, 8", "6, 8", "spaces", "6 is followed by 8"),
    Break("start-off-track", "health.yaml", "on: 12", "on: 17", "on: 17", '"Pete" starts on 17'),
    Break("shared-start", "health.yaml", "on: 10", "on: 12", "name: Mush", '"Pete" (on line 5) and "Mush" both start'),
    Break("start-off-track", "people.yaml", "start: 10", "start: 19", "id: mush", '"Mush" starts on 19'),
    Break("shared-start", "people.yaml", "start: 10", "start: 12", "id: mush", '"Mush" both start on 12'),
    Break("no-head-room", "health.yaml", "head_room: 4", "head_room: 6", "head_room", "4 spaces of head-room"),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SOUND, tmp_path / "station"))


def check(folder: Path) -> list[Finding]:
    kit = read_kit(folder, "content/station")
    return settle(kit, inspect(kit, [kit]))


def test_the_sound_kit_is_sound(folder: Path) -> None:
    assert [f"{finding.where} {finding.check} {finding.message}" for finding in check(folder)] == []


@pytest.mark.parametrize("each", BREAKS, ids=lambda each: f"{each.check}: {each.new.strip()[:30]}")
def test_what_is_broken_is_found_on_its_line_and_gone_when_mended(each: Break, folder: Path) -> None:
    path = folder / each.file
    sound = path.read_text("utf-8")
    assert sound.count(each.old) >= 1, "the sound kit has what is to be broken"
    path.write_text(sound.replace(each.old, each.new, 1), "utf-8")
    found = [finding for finding in check(folder) if finding.check == each.check]
    assert len(found) == 1, "once"
    file = each.in_file or each.file
    assert found[0].where.file == f"content/station/{file}"
    assert each.at in (folder / file).read_text("utf-8").splitlines()[found[0].where.line - 1]
    assert each.says in found[0].message
    path.write_text(sound, "utf-8")
    assert check(folder) == []


@pytest.mark.parametrize("on", ["brig", "station/brig", "station", "board.yaml"])
def test_a_finding_on_a_space_is_waived_by_its_name(on: str, folder: Path) -> None:
    board = folder / "board.yaml"
    board.write_text(board.read_text("utf-8").replace(BRIG, BRIG.replace("}", ", one_way: true}")), "utf-8")
    assert [finding.check for finding in check(folder)] == ["needs-one-way"]
    (folder / "rules.yaml").write_text(f"waivers: [{{check: needs-one-way, on: {on}, reason: it is a jail}}]\n")
    assert check(folder) == []
    (folder / "rules.yaml").write_text("waivers: [{check: needs-one-way, on: brigg, reason: it is a jail}]\n")
    assert [(finding.check, finding.help) for finding in check(folder)] == [
        ("needs-one-way", "Add another link, or name the space under `except` on line 25."),
        ("needless-waiver", 'Did you mean "brig"?'),
    ]


TOPICS = ("alike", "blanks", "numbers", "supplies", "tables", "boards", "maps", "tracks")


def test_every_check_of_these_topics_is_broken_once() -> None:
    ids = {check.id for check in CHECKS.values() if topic_of(check) in TOPICS}
    assert ids - {each.check for each in BREAKS} == set()
