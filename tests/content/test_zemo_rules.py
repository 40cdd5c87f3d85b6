"""Space Station Zemo: every rule of the game is held, by a rule of the kit, a check or a reader; and broken once."""

import re
import shutil
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from content.trials import trial
from pnp.build import check_kit
from pnp.kit.project import Project
from pnp.kit.reading import read_kit
from pnp.model.kit import Kit
from pnp.outcome import Options
from pnp.rules.engine import inspect, settle
from pnp.rules.registry import CHECKS
from pnp.rules.trial import try_rules

ROOT = Path(__file__).parents[2]
ZEMO = ROOT / "content/space-station-zemo"

# Rules that the checks of pnp hold, by what the kit says: a map, tables, a track, supplies, words, print jobs.
BY_CHECKS: Mapping[str, tuple[str, ...]] = {
    "ZEM002": ("number-gap", "doubled-number"),
    "ZEM005": ("bad-dice", "bad-row", "uncovered-result", "doubled-result", "idle-row"),
    "ZEM006": ("no-clamp-policy", "off-table"),
    "ZEM007": ("cut-off-space",),
    "ZEM008": ("uneven-links", "wrong-neighbours"),
    "ZEM009": ("wrong-neighbours",),
    "ZEM010": ("not-separated",),
    "ZEM011": ("not-separated", "wrong-neighbours"),
    "ZEM012": ("not-separated",),
    "ZEM013": ("needs-zone", "needs-one-way"),
    "ZEM014": ("too-few-slots",),
    "ZEM028": ("straight-run",),
    "ZEM037": ("shared-start", "start-off-track", "wrong-spread"),
    "ZEM038": ("track-gap",),
    "ZEM039": ("no-head-room",),
    "ZEM042": ("missing-field", "wrong-spread"),
    "ZEM045": ("short-supply",),
    "ZEM046": ("unknown-name", "number-against-name", "unknown-reference"),
    "ZEM047": ("broken-page-reference", "unknown-reference"),
    "ZEM048": ("forbidden-term",),
    "ZEM049": ("unfinished-text", "editors-note", "broken-page-reference"),
    "ZEM053": ("missing-backs", "does-not-fit"),
    "ZEM054": ("unexplained-lines",),
    "ZEM055": ("art-outside-circle",),
    "ZEM056": ("folded-panels",),
    "ZEM058": ("text-overflow", "duplicate-card"),
}
# What `pnp list` and the print guide tell, which never fails.
LISTED = ("ZEM059",)
# What the README of the kit leaves to a reader.
READ = ("ZEM043", "ZEM048", "ZEM049", "ZEM050", "ZEM056", "ZEM058")

# The rule, the file of an edit that breaks it, what stands there and what is put in its place.
BREAKS = (
    ("cards-for-rooms-and-bin", "items.yaml", "copies: 6", "copies: 5"),
    ("room-numbers", "station.yaml", '  "32": {name: Command Control', '  "32": {number: 33, name: Command Control'),
    (
        "room-numbers-once",
        "station.yaml",
        '  "32": {name: Command Control',
        '  "32": {id: room-32, number: 31, name: Command Control',
    ),
    ("last-room", "rules.yaml", "  rooms: 32", "  rooms: 30"),
    ("code-rooms", "station.yaml", "name: Code Room 2", "name: Code Room 4"),
    ("single-rooms", "station.yaml", "kind: vat", "kind: room"),
    ("named-rooms", "station.yaml", "name: Casino", "name: Cinema"),
    ("all-codes", "slips.yaml", "BAB", "BBB"),
    ("slips-for-all", "slips.yaml", "copies: 15", "copies: 4"),
    ("letters-of-the-markers", "tokens.yaml", "letter: B", "letter: A"),
    ("markers-for-code-rooms", "tokens.yaml", "copies: 3", "copies: 2"),
    ("card-bonus-on-the-table", "items.yaml", "code_bonus: 2", "code_bonus: 3"),
    ("ring-on-the-tables", "casino.yaml", "clamp: true", "clamp: false"),
    ("gumball-as-the-machine-says", "vending-machines.yaml", "+2 on one", "+3 on one"),
    ("plant-as-the-zoo-says", "zoo.yaml", "5 Technoplant", "4 Technoplant"),
    ("code-is-even-odds", "code-room.yaml", "Set this room", "Turn this room"),
    ("doors", "station.yaml", "{kind: hall, each: true}", "{kind: way, each: true}"),
    ("pod-entries", "station.yaml", "PO PO PO+", "PO PO PO "),
    ("pod-is-locked", "station.yaml", "{into: pod, condition: codes_match}", "{into: pod, condition: ticket}"),
    ("brig-is-entered-only", "station.yaml", "to: Q12, one_way: true", "to: Q12"),
    ("one-tunnel", "station.yaml", "tunnel: Q12", "tunnel: [Q12, Q11]"),
    ("brig-table", "brig.yaml", "at the tunnel", "at the door"),
    ("field-parts", "station.yaml", "security: [R10, R16]", "security: [R10]"),
    ("tunnel-is-outside", "station.yaml", "security: [R10, R16]", "security: [R10, Q11, Q12, Q13, P11, R16]"),
    ("walk-without-luck", "station.yaml", "security: [R10, R16]", "security: [R10, R16, E8, E9]"),
    ("never-a-start", "rules.yaml", "never_a_start: [7, 11,", "never_a_start: [7,"),
    (
        "no-start-in-the-brig",
        "station.yaml",
        '  "13": {name: The Brig',
        '  "13": {id: room-13, number: 12, name: The Brig',
    ),
    ("reroll", "start-rooms.yaml", "Roll both dice again", "Wait outside"),
    ("start-chances", "rules.yaml", "12) == 4 / 35", "12) == 4 / 36"),
    ("teleport-leads-somewhere", "teleport.yaml", "Roll both dice again", "Wait outside"),
    ("pod-card-is-there", "items.yaml", "title: Pod ATM Card", "title: Pod Card"),
    ("bin-hides-the-win", "items.yaml", "copies: 6", "copies: 1"),
    ("bin-can-be-reached", "casino.yaml", "from the Recycling Bin", "from the pile"),
    ("weights", "items.yaml", "    weight: 4\n", ""),
    ("weight-for-somebody", "items.yaml", "weight: 4", "weight: 6"),
    ("all-carry-the-win", "characters.yaml", "capacity: 5", "capacity: 1"),
    ("card-and-weapon", "characters.yaml", "capacity: 5", "capacity: 2"),
    ("shooting", "items.yaml", "damage: 4D6", "lobbed: true"),
    ("nearest-target", "items.yaml", "min: 2, max: 20, default: 2", "min: 1, max: 20, default: 1"),
    ("range-is-of-use", "items.yaml", "damage: 4D6", "min_range: 8\n    damage: 4D6"),
    ("only-weapons-hit", "items.yaml", "kind: melee\n    weight: 1\n    bonus: 2", "kind: melee\n    weight: 1"),
    ("strongest", "items.yaml", "damage: 1D6", "damage: 4D6"),
    ("launcher-dice", "items.yaml", "damage: 4D6", "damage: 5D6"),
    ("named-items", "items.yaml", "title: Slingshot", "title: Catapult"),
    ("ammunition", "items.yaml", "combined: 3D6", "combined: 2D6"),
    ("saber", "items.yaml", "weight: 1\n    bonus: 2", "weight: 1\n    bonus: 1"),
    ("traps-leave", "items.yaml", "    leaves: true\n", ""),
    ("traps", "items.yaml", "copies: 2\n    kind: trap", "copies: 9\n    kind: trap"),
    ("weapons", "rules.yaml", '["melee", "shooting"] for each in copies', '["mele"] for each in copies'),
    ("chuckie-is-well", "characters.yaml", "start_health: 20", "start_health: 17"),
    ("zero-holds-all", "rules.yaml", "  space_zero: 5", "  space_zero: 4"),
    ("end-of-the-track", "rules.yaml", "track_end: stops below", 'track_end: ""'),
    ("a-hit-ends-at-zero", "rules.yaml", "skips_below_zero: false", "skips_below_zero: true"),
    ("cap-and-skip", "rules.yaml", "cap: stops below", 'cap: ""'),
    ("two-actions", "characters.yaml", "actions: 2", "actions: 1"),
    ("least-move", "characters.yaml", "move: -1", "move: -2"),
    ("forms-are-fair", "characters.yaml", "{name: Sprinter, move: 3", "{name: Sprinter, move: 4"),
    ("seats", "rules.yaml", "most: 5}", "most: 6}"),
    ("tokens-for-effects", "tokens.yaml", "- id: gumball", "- id: gum"),
    ("health-tokens", "tokens.yaml", "    of: chuckie", "    of: mush"),
    ("plants-for-all", "tokens.yaml", "copies: 25", "copies: 20"),
    ("rings-for-all", "tokens.yaml", "copies: 5", "copies: 4"),
    ("figures-for-all", "standups.yaml", "of: mush", "of: pete"),
    ("airlock-is-switched", "security.yaml", "Switch the Airlock", "The Airlock moves"),
    ("rooms-do-something", "charts.yaml", "at: room-22, how: push, note:", "at: room-22, how: push, after:"),
    ("chart-has-all-tables", "charts.yaml", "table: zoo", "table: casino"),
    ("bin-as-the-mat-says", "recycling-bin.yaml", "**4** cards", "**5** cards"),
    ("chart-says-the-bonus", "charts.yaml", "+2 on this roll", "+3 on this roll"),
    ("chart-says-pete", "charts.yaml", "Pete has +2", "Pete has +1"),
    ("chart-says-the-losses", "rules.yaml", "  reactor: 1", "  reactor: 2"),
    ("chart-says-the-dice", "rules.yaml", "  heal: 2d6", "  heal: 3d6"),
    ("mat-says-the-polyp", "rules.yaml", "  polyp: 1d6", "  polyp: 2d6"),
    ("turn-says-the-dice", "rules.yaml", "  duck: 1d6", "  duck: 2d6"),
    ("stock-of-jobs", "kit.yaml", "    stock: 100# card stock", "    stock: paper"),
    ("stock-of-rules", "kit.yaml", '    accent: "#B8331F"\n    stock: paper', '    accent: "#B8331F"\n    stock: card'),
    ("sides", "kit.yaml", "decks: [items]", "decks: [items, slips]"),
    ("marks-on-backs", "kit.yaml", "marks: backs ", "marks: both "),
    ("dice", "rules.yaml", "  dice: 10", "  dice: 8"),
    ("sight", "", "", ""),
)
# No edit of the map can take a cell's place away; a kit whose spaces are listed can (tests/rules/test_games.py).
NEVER_BROKEN = ("sight",)

# What the earlier print works out, and what its own rules give for it.
PRINTED = {
    "fight-1/mush": (5, 7),
    "fight-1/difference": (4, 2),
    "fight-1/left": (2, 4),
    "fight-2/mush": (7, 9),
    "fight-2/loses": (3, 5),
    "turn-shot/recoil": (0, 9),
}
# The findings on values of the earlier print.
AS_PRINTED = {
    "ZEM018": "A teleport by 36 leads nowhere",
    "ZEM023": "Gadzooka! weighs 8, nobody can keep it past a turn (best capacity 5)",
    "ZEM027": "Range 2 of Gadzooka! is usable at one distance alone",
    "ZEM038": "Space 0 must hold 5 tokens, and holds 1",
    "ZEM039": "Coffee can push a token off the track",
    "ZEM040": "A hit of 1 can cost up to 5",
    "ZEM041": "Skipping may lift a token above its maximum",
}


@cache
def kit() -> Kit:
    return read_kit(ZEMO, "content/space-station-zemo")


def test_every_rule_of_the_game_is_held() -> None:
    told = {rule.ref for rule in kit().rules if rule.ref} | {example.ref for example in kit().examples}
    wanted = {f"ZEM{number:03}" for number in range(1, 61)}
    assert sorted(wanted - told - set(BY_CHECKS) - set(LISTED)) == [], "missing"
    assert sorted((told | set(BY_CHECKS) | set(LISTED)) - wanted) == []
    assert sorted({check for checks in BY_CHECKS.values() for check in checks} - set(CHECKS)) == []


def test_the_readme_names_what_checks_and_readers_see_to() -> None:
    text = (ZEMO / "README.md").read_text("utf-8")
    _, _, after = text.partition("## What is proved, and what is not")
    proved, _, read = after.partition("takes a reader")
    assert set(re.findall(r"ZEM\d{3}", proved)) >= {*BY_CHECKS, *LISTED}
    assert set(re.findall(r"ZEM\d{3}", read)) == set(READ)


def test_each_rule_of_the_kit_is_broken_once() -> None:
    assert sorted(rule for rule, *_ in BREAKS) == sorted(rule.id for rule in kit().rules)
    assert len({rule.id for rule in kit().rules}) == len(kit().rules)


@pytest.mark.parametrize(
    ("rule", "file", "old", "new"), [each for each in BREAKS if each[0] not in NEVER_BROKEN], ids=lambda each: each[:24]
)
def test_an_edit_that_breaks_a_rule_is_found(rule: str, file: str, old: str, new: str, tmp_path: Path) -> None:
    for path in ZEMO.glob("*.yaml"):
        shutil.copy(path, tmp_path)
    text = (tmp_path / file).read_text("utf-8")
    assert old in text, "what is edited is there"
    (tmp_path / file).write_text(text.replace(old, new, 1), "utf-8")
    assert trial(kit(), rule) == []
    assert trial(read_kit(tmp_path, "content/space-station-zemo"), rule) != []


class TestExamples:
    def test_all_of_the_document_are_replayed(self) -> None:
        names = ("code", "start", "move", "teleport", "fight-1", "fight-2", "push", "shoot", "turn-polyp", "turn-shot")
        assert tuple(example.id for example in kit().examples) == names

    def test_those_that_differ_give_just_the_figures_of_print_and_rule(self) -> None:
        found = [
            breach.message for verdict in try_rules(kit()._replace(rules=(), odds=())) for breach in verdict.breaches
        ]
        assert len(found) == len(PRINTED)
        for name, (printed, ruled) in PRINTED.items():
            example, _, value = name.partition("/")
            told = f"prints {printed} for {value}, but the rules give {ruled}"
            assert any(example in message and told in message for message in found), (name, found)

    def test_each_difference_is_accepted_with_a_reason(self) -> None:
        accepted = {waiver.on: waiver.reason for waiver in kit().waivers if waiver.check == "worked-example"}
        assert set(accepted) == set(PRINTED)
        assert all("earlier print" in reason or "forgotten" in reason for reason in accepted.values())


def test_values_of_the_earlier_print_give_the_findings_of_the_list() -> None:
    """All but what is drawn: there, the earlier values of a card are shorter or longer by a figure."""
    printed = read_kit(ZEMO, "content/space-station-zemo", as_printed=True)
    now = {finding.message for finding in settle(kit(), inspect(kit(), [kit()]))}
    found = [finding for finding in settle(printed, inspect(printed, [printed])) if finding.message not in now]
    assert [finding.check for finding in found] == ["kit-rule"] * len(AS_PRINTED)
    assert sorted(re.findall(r", (ZEM\d{3})\)", finding.message)[0] for finding in found) == sorted(AS_PRINTED)
    for ref, told in AS_PRINTED.items():
        assert any(ref in finding.message and told in finding.message for finding in found), ref


def test_the_kit_as_it_is_has_no_finding() -> None:
    found = check_kit(Project(ROOT), ZEMO, Options()).findings
    assert [str(finding) for finding in found if finding.level.value != "information"] == []
