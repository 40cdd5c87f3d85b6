"""The rules that our games need, each in the words of a kit: it holds, an edit breaks it, and only it.

The kits in tests/rules/games are as small as they can be. What no rule of theirs tells is told by a check that every
kit has (`BUILT_IN`), by what draws and prints (`ELSEWHERE`), or from play.
"""

import re
import shutil
from pathlib import Path

import pytest

from pnp.kit.reading import read_kit
from pnp.model.finding import Finding
from pnp.rules.engine import inspect, settle
from pnp.rules.registry import CHECKS

GAMES = Path(__file__).parent / "games"
NUMBERS = {"ZEM": ("zemo", 60), "ZCO": ("coasters", 24), "HEL": ("helipad", 25)}

BUILT_IN = {
    "ZEM002": ("number-gap", "doubled-number"),
    "ZEM005": ("bad-dice", "bad-row", "uncovered-result", "doubled-result"),
    "ZEM006": ("no-clamp-policy", "off-table"),
    "ZEM007": ("cut-off-space",),
    "ZEM008": ("uneven-links",),
    "ZEM009": ("wrong-neighbours",),
    "ZEM012": ("not-separated",),
    "ZEM013": ("needs-one-way", "needs-zone", "one-way-trap"),
    "ZEM014": ("too-few-slots",),
    "ZEM018": ("uncovered-result",),
    "ZEM023": ("over-capacity",),
    "ZEM024": ("over-capacity",),
    "ZEM028": ("straight-run",),
    "ZEM037": ("shared-start", "start-off-track"),
    "ZEM038": ("track-gap",),
    "ZEM039": ("no-head-room",),
    "ZEM042": ("missing-field",),
    "ZEM045": ("short-supply",),
    "ZEM046": ("unknown-name", "number-against-name"),
    "ZEM047": ("broken-page-reference",),
    "ZEM048": ("forbidden-term",),
    "ZEM049": ("unfinished-text", "editors-note", "broken-page-reference"),
    "ZEM052": ("worked-example",),
    "ZEM053": ("missing-backs", "does-not-fit"),
    "ZEM054": ("unexplained-lines",),
    "ZEM058": ("text-overflow", "duplicate-card"),
    "ZCO011": ("wrong-distance",),
    "ZCO024": ("forbidden-term",),
    "HEL003": ("short-supply",),
    "HEL004": ("short-supply",),
    "HEL009": ("wrong-distance",),
    "HEL021": ("cut-off-space",),
    "HEL022": ("unknown-word", "forbidden-term", "doubled-word"),
    "HEL023": ("broken-page-reference", "missing-file"),
}
ELSEWHERE = {
    "ZEM055": "the shape of a deck: where its art ends is known when it is drawn",
    "ZEM059": "`pnp list` counts pages and sheets",
    "ZCO013": "known only from play",
    "ZCO014": "known only from play",
}

# The rule, the file of an edit that breaks it, what stands there and what is put in its place.
BREAKS = {
    "zemo": (
        ("cards-for-rooms-and-bin", "items.yaml", "copies: 2", "copies: 3"),
        ("room-numbers", "station.yaml", "number: 3", "number: 6"),
        ("room-numbers-once", "station.yaml", "number: 3", "number: 4"),
        ("code-rooms", "station.yaml", "id: code-2, kind: code", "id: code-2, kind: hall"),
        ("single-rooms", "station.yaml", "id: vat, kind: vat", "id: vat, kind: hall"),
        ("named-rooms", "station.yaml", "name: Casino", "name: Cinema"),
        ("all-codes", "codes.yaml", "letters: AB", "letters: BA"),
        ("bonus-on-the-table", "push.yaml", "[1, 3]", "[1, 2]"),
        ("doors", "station.yaml", "{from: h2, to: casino,", "{from: lobby, to: casino,"),
        ("pod-entries", "station.yaml", "{from: h2, to: pod,", "{from: lobby, to: pod,"),
        ("pod-is-locked", "station.yaml", "{from: h2, to: pod, condition: codes}", "{from: h2, to: pod}"),
        ("brig-is-entered-only", "station.yaml", "to: brig, one_way: true,", "to: brig,"),
        ("one-tunnel", "station.yaml", "id: h2, kind: hall", "id: h2, kind: hall, tags: [tunnel]"),
        ("brig-table", "brig.yaml", "the tunnel", "the door"),
        ("field-parts", "station.yaml", "one_way: true, condition: field", "one_way: true"),
        ("walk", "station.yaml", "{from: tunnel, to: airlock}", "{from: tunnel, to: airlock, condition: field}"),
        ("never-a-start", "rules.yaml", "start_dice: d2 x d3", "start_dice: d2 x d2"),
        ("no-start-in-the-brig", "station.yaml", "name: Brig, number: 5", "name: Brig, number: 6"),
        ("reroll", "start.yaml", "Roll again", "Wait"),
        ("start-chances", "rules.yaml", "start_dice: d2 x d3", "start_dice: d2 x d4"),
        ("pod-card-is-there", "items.yaml", "title: Pod ATM Card", "title: Pod Card"),
        ("bin-hides-the-win", "items.yaml", "copies: 2", "copies: 1"),
        ("bin-can-be-reached", "rooms.yaml", "from the bin", "from the pile"),
        ("weights", "items.yaml", "melee, weight: 0,", "melee,"),
        ("weight-for-somebody", "items.yaml", "weight: 4", "weight: 8"),
        ("all-carry-the-win", "people.yaml", "combat: 0, capacity: 5", "combat: 0, capacity: 1"),
        ("card-and-weapon", "items.yaml", "item, weight: 2", "item, weight: 6"),
        ("shooting", "items.yaml", "range: 5", "range: 1"),
        ("range-is-of-use", "items.yaml", "min_range: 3", "min_range: 8"),
        ("only-weapons-hit", "items.yaml", "kind: melee, weight: 0, bonus: 2", "kind: melee, weight: 0"),
        ("strongest", "items.yaml", "damage: 1d6", "damage: 5d6"),
        ("named-items", "items.yaml", "title: Plutonium Rod", "title: Uranium Rod"),
        ("launchers", "items.yaml", "fires_from: Slingshot", "fires_from: Slingshott"),
        ("rod-in-the-slingshot", "items.yaml", "damage: 2d6", "damage: 2d4"),
        ("saber", "items.yaml", "bonus: 2", "bonus: 3"),
        ("traps-leave", "items.yaml", ", removed_after: yes it is", ""),
        ("traps", "items.yaml", "kind: trap", "kind: item, weight: 1"),
        ("weapons", "rules.yaml", '["melee", "shooting"]\'', '["mele"]\''),
        ("chuckie-is-well", "people.yaml", "start: 13", "start: 21"),
        ("zero-holds-all", "health.yaml", "0-26", "1-26"),
        ("skips", "rules.yaml", "skips: stops below", 'skips: ""'),
        ("cap", "rules.yaml", "over_the_cap: never", "over_the_cap: open"),
        ("two-actions", "people.yaml", "actions: 2", "actions: 1"),
        ("least-move", "people.yaml", "move: -1", "move: -3"),
        ("tokens-for-effects", "tokens.yaml", "id: gumball", "id: gum"),
        ("toggle", "rooms.yaml", ", toggles: lock", ""),
        ("rooms-do-something", "rooms.yaml", ", passive: All run.", ""),
        ("print", "kit.yaml", "decks: [standups], stock: card 100 lb", "decks: [standups], stock: paper"),
        ("marks-on-backs", "kit.yaml", "marks: backs", "marks: both"),
        ("strips", "standups.yaml", "[tab, front, back, tab]", "[tab, back, front, tab]"),
        ("dice", "rules.yaml", "dice: 4", "dice: 3"),
        ("sight", "station.yaml", "id: h2, kind: hall, at: [60, 20]", "id: h2, kind: hall"),
        ("doors-are-marked", "station.yaml", "to: zoo, condition: door", "to: zoo"),
    ),
    "coasters": (
        ("coasters", "coaster-1.yaml", ", kind: centre", ""),
        ("cells", "coaster-1.yaml", "  - {id: a1,", "  - {id: x1, at: [9, 9]}\n  - {id: a1,"),
        ("ways-out", "coaster-2.yaml", "{from: b1, to: c1,", "{from: b1, to: c2,"),
        ("strongly-connected", "coaster-2.yaml", "  - {from: b3, to: a3, one_way: true}\n", ""),
        ("green-pieces", "pieces.yaml", "title: Small zombie, copies: 5", "title: Small zombie, copies: 4"),
        ("player-pieces", "pieces.yaml", "colour: red, size: 2", "colour: blue, size: 2"),
        ("large-zombies", "pieces.yaml", "title: Large zombie, copies: 5", "title: Large zombie, copies: 3"),
        ("bullets", "rules.yaml", "bullets: 15", "bullets: 16"),
        ("colours", "rules.yaml", "red, blue, white]", "red, blue, red]"),
        ("faces", "die.yaml", "title: DIG", "title: DUG"),
        ("faces-are-told", "die.yaml", "does: Choose one.", 'does: ""'),
        ("rides-along", "die.yaml", "Turn a coaster with all that stands on it.", "Turn a coaster."),
        ("vat", "rules.yaml", "cell: b2", "cell: b3"),
        ("attacks-each-once", "attacks.yaml", "zombie: 2, player: 3", "zombie: 2, player: 2"),
        ("attacks-all", "attacks.yaml", "  - {id: z1p1, title: Small on small, zombie: 1, player: 1, left: 0}\n", ""),
        ("attacks", "attacks.yaml", "zombie: 3, player: 3, left: 2", "zombie: 3, player: 3, left: 3"),
        ("shots", "rules.yaml", "size + 1 <= 3", "size + 1 <= 2"),
        ("bullets-suffice", "rules.yaml", "bullets: 15", "bullets: 6"),
        (
            "slants",
            "pieces.yaml",
            "copies: 5, colour: green, size: 1, base: 0.5625, height: 1, slant: 1.0388",
            "copies: 5, colour: green, size: 1, base: 0.5625, height: 1, slant: 1",
        ),
        ("nesting", "rules.yaml", "stock: 0.3", "stock: 3"),
        ("cell-size", "coaster-2.yaml", "105 x 105", "75 x 105"),
        ("tie", "rules.yaml", "tie: the youngest", 'tie: ""'),
        ("end", "rules.yaml", "repetition: thrice is lost", 'repetition: ""'),
        ("header", "rules.yaml", "of_a_player: 1", "of_a_player: 5"),
        ("dealt", "rules.yaml", "{each: 7, rest: 1}", "{each: 7, rest: 0}"),
        ("spawn", "rules.yaml", "spawn: [3, 2, 1", "spawn: [3, 1, 2"),
        ("first-again", "rules.yaml", "- 1) % players", ") % players"),
    ),
    "helipad": (
        ("players", "rules.yaml", "players: 4", "players: 5"),
        ("pawns-each-once", "pawns.yaml", "team: 2, place: 2", "team: 2, place: 1"),
        ("pawns", "pawns.yaml", "title: B2,", "title: B2, copies: 2,"),
        ("bullets-left", "tokens.yaml", "copies: 40", "copies: 24"),
        ("buildings", "events.yaml", "building: Toy Store", "building: Toy Stores"),
        ("removed", "events.yaml", "title: Lots of Ammo", "title: Fire Axe"),
        ("errata", "events.yaml", "replaces: Lots of Ammo", "replaces: All The Marbles"),
        ("one-square", "map.yaml", "name: Main Street, kind: street", "name: Main Street, kind: square"),
        ("a-roof", "map.yaml", "kind: helipad", "kind: roof"),
        ("a-way", "map.yaml", "{from: main, to: roof}", "{from: roof, to: main, one_way: true}"),
        (
            "quiet-start",
            "tiles.yaml",
            "title: Main Street, kind: street",
            "title: Main Street, zombies: 1, kind: street",
        ),
        ("supply-lasts", "tiles.yaml", "zombies: 9", "zombies: 40"),
        ("room-for-zombies", "rules.yaml", "placed: 8", "placed: 12"),
        ("enhanced", "rules.yaml", "enhanced: 8\n", "enhanced: 0\n"),
        ("costs", "rules.yaml", "enhanced: 2", "enhanced: 1"),
        ("ammo", "rules.yaml", 'mean(dice("3d6") // 2)', 'mean(dice("3d6") / 2)'),
        ("movement", "rules.yaml", "usual: 4", "usual: 3"),
        ("must-move", "rules.yaml", "[who is shut in, who waits on the roof]", "[]"),
        ("order", "orders.yaml", "place: 3", "place: 4"),
        ("compensation", "orders.yaml", "place: 2, bullets: 2", "place: 2"),
        ("helicopter", "rules.yaml", "helicopter: 4", "helicopter: 1"),
        ("tie", "rules.yaml", "tie: hearts + bullets", "tie: hearts"),
        ("edges", "tiles.yaml", "exits: [east]", "exits: [south]"),
        ("no-capitals", "events.yaml", "**Discard** it", "Discard it"),
        ("pool", "tokens.yaml", "title: Bullet, copies: 40", "title: Bullet, copies: 30"),
    ),
}


def find(folder: Path) -> list[Finding]:
    kit = read_kit(folder, f"content/{folder.name}")
    return settle(kit, inspect(kit, [kit]))


def rules_of(game: str) -> list[tuple[str, str]]:
    """The ids and the references of the game's rules and examples."""
    kit = read_kit(GAMES / game, game)
    return [(rule.id, rule.ref) for rule in kit.rules] + [(example.id, example.ref) for example in kit.examples]


BROKEN = [(game, *each) for game, breaks in BREAKS.items() for each in breaks]


@pytest.mark.parametrize("game", BREAKS)
def test_what_the_rules_ask_for_holds(game: str) -> None:
    assert find(GAMES / game) == []


@pytest.mark.parametrize(("game", "rule", "file", "old", "new"), BROKEN)
def test_an_edit_that_breaks_a_rule_is_found(
    game: str, rule: str, file: str, old: str, new: str, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(GAMES / game, tmp_path / game))
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")
    found = find(folder)
    assert [each for each in found if each.check in ("broken-rule", "yaml-syntax", "unknown-key")] == []
    ours = [each.message for each in found if each.check in ("kit-rule", "worked-example")]
    ref = dict(rules_of(game))[rule]
    assert any(f"({rule}, {ref})" in said or f"example {rule} " in said for said in ours), found


def test_each_rule_of_the_kits_is_broken_once() -> None:
    for game, breaks in BREAKS.items():
        assert sorted(rule for rule, *_ in breaks) == sorted(rule for rule, _ref in rules_of(game))


def test_every_rule_of_the_games_can_be_told() -> None:
    told = {*BUILT_IN, *ELSEWHERE} | {ref for game in BREAKS for _rule, ref in rules_of(game)}
    wanted = {f"{letters}{number:03}" for letters, (_game, most) in NUMBERS.items() for number in range(1, most + 1)}
    assert sorted(wanted - told) == []
    assert sorted(told - wanted) == []
    assert sorted({check for checks in BUILT_IN.values() for check in checks} - set(CHECKS)) == []
    assert all(re.fullmatch(r"[A-Z]{3}\d{3}", ref) for ref in told)
