"""Helipad Two: every rule of the game is held and broken once; tiles are drawn as the map has them."""

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
from pnp.model.ground import Cell
from pnp.model.kit import Card, Kit
from pnp.outcome import Options
from pnp.rules.engine import inspect, settle
from pnp.rules.registry import CHECKS

ROOT = Path(__file__).parents[2]
HELIPAD = ROOT / "content/helipad-two"
SHOWN = "content/helipad-two"

# What the checks of pnp hold besides the kit's rules, and the README tells of.
BY_CHECKS: Mapping[str, tuple[str, ...]] = {
    "HEL003": ("short-supply",),
    "HEL009": ("wrong-distance",),
    "HEL021": ("tile-place", "tile-edge", "cut-off-space", "needs-zone"),
    "HEL022": ("unknown-word", "forbidden-term"),
    "HEL023": ("empty-deck",),
}
# The rule, the file of an edit that breaks it, what stands there and what is put in its place.
BREAKS = (
    ("players", "rules.yaml", "  players: 12", "  players: 10"),
    ("pawns", "line-cooks.yaml", "team: 2, place: 2", "team: 2, place: 1"),
    ("one-pawn-each", "brass-band.yaml", "title: Tuba,", "title: Tuba, copies: 2,"),
    ("life-suffices", "tokens.yaml", "copies: 48", "copies: 46"),
    ("bullets-suffice", "tokens.yaml", "copies: 80", "copies: 31"),
    ("singles-suffice", "tokens.yaml", "copies: 80", "copies: 73"),
    ("bullets-left", "tokens.yaml", "copies: 80", "copies: 7"),
    ("zombies-last", "zombies.yaml", "copies: 40", "copies: 10"),
    ("enhanced-zombies", "zombies.yaml", "behind: x", "behind: d"),
    ("buildings", "events.yaml", "building: Clinic", "building: Hospital"),
    ("errata-buildings", "errata.yaml", "building: Toy Store", "building: Toy Shop"),
    ("tiles-are-on-the-map", "tiles.yaml", "id: cannery-road", "id: cannery"),
    ("one-square", "tiles.yaml", "kind: street", "kind: square"),
    ("a-helipad", "tiles.yaml", "kind: helipad", "kind: street"),
    ("a-way", "town.yaml", ".. .. HP HP HP", ".. ..|HP HP HP"),
    ("quiet-start", "tiles.yaml", "kind: street,", "kind: street, zombies: 1,"),
    ("room-inside", "tiles.yaml", "zombies: 5", "zombies: 9"),
    ("distance", "rules.yaml", '"Q2") <= 24', '"Q2") <= 20'),
    ("room-for-zombies", "rules.yaml", "a_tile_holds: 2", "a_tile_holds: 0"),
    ("places", "tiles.yaml", "place: A1", "place: A2"),
    ("spaces-of-a-tile", "town.yaml", "west-street: [B4,", "west-street: [B3, B4,"),
    ("all-spaces-have-a-tile", "town.yaml", "library: [A1, B1,", "library: [B1,"),
    ("roads-are-open", "town.yaml", "LI+.. .. .. .. .. ..", "LI+.. .. ..|.. .. .."),
    ("map-is-there", "setup.yaml", "  - id: town", "  - copies: 0\n    id: town"),
    ("removed", "events.yaml", "title: Shortcut", "title: We’re so screwed"),
    ("removed-errata", "errata.yaml", "title: Claustrophobia", "title: We’re so screwed"),
    ("errata-once", "errata.yaml", "replaces: Claustrophobia", "replaces: Lots of Ammo"),
    ("errata-differ", "errata.yaml", "replaces: Claustrophobia", "replaces: Lots of Ammo"),
    ("changes-are-bold", "errata.yaml", "**it has\n      to be moved,**", "it has to be moved,"),
    ("one-spelling", "events.yaml", "into enhanced ones", "into government-enhanced ones"),
    ("costs", "rules.yaml", "at_the_start: 2", "at_the_start: 1"),
    ("ammo", "rules.yaml", 'outcomes(dice("3d6") // 2)', 'outcomes(dice("2d6") // 2)'),
    ("movement", "orders.yaml", "spaces: 2", "spaces: 3"),
    ("need-not-move", "rules.yaml", "  need_not_move: [shut in, on the red space, dead]", "  need_not_move: []"),
    ("order", "orders.yaml", "place: 3", "place: 2"),
    ("order-once", "orders.yaml", "place: 3", "place: 2"),
    ("compensation", "orders.yaml", "    bullets: 2\n", ""),
    ("third-adds-what-it-says", "orders.yaml", "adds: 2", "adds: 3"),
    ("orders-show-their-numbers", "orders.yaml", 'sign: "−2 +8"', 'sign: "−2 +9"'),
    ("reference-has-the-numbers", "reference.yaml", "enhanced ones 2", "enhanced ones 3"),
    ("tiles-say-the-numbers", "tiles.yaml", "4 seats", "5 seats"),
    ("mats-are-filled", "rules.yaml", "bullets: 4, cards: 1", "bullets: 5, cards: 1"),
    ("life-has-its-limit", "events.yaml", "up to 3 in all", "up to 4 in all"),
    ("helicopter", "rules.yaml", "helicopter: 4", "helicopter: 3"),
    ("tie", "rules.yaml", "tie: hearts + bullets", "tie: hearts"),
    ("pool", "rules.yaml", "start: {life: 3, bullets: 4", "start: {life: 1, bullets: 2"),
    ("enough-events", "rules.yaml", 'deck("events").size >= 36', 'deck("events").size >= 44'),
    ("titles-differ", "events.yaml", "title: Rumours", "title: Deep Breath"),
    ("worth", "events.yaml", "spaces: 4", "spaces: 1"),
    ("worth-of-all", "rules.yaml", "for card in copies(\"events\")]) - 3)", "for card in copies(\"events\")]) - 4)"),
    ("kept-where", "events.yaml", "down in the Diner", "down in the Dinner"),
    ("when-first", "events.yaml", "**In your turn:** move", "**Now:** move"),
)  # fmt: skip
# What a table has that owns the base set alone.
AS_PRINTED = {
    "HEL003": "47 life tokens are needed, 36 of them at the start; there are 30",
    "HEL004": "Of 60 bullets 56 are gone at the start",
    "HEL012": "What Is in That Drum?",
    "HEL016": "A player must move, even one who cannot",
    "HEL023": "The rules send players to the set-up map, and there is none",
}
# A door in the drawing of a tile: where its middle is.
DOOR = re.compile(r'translate\(([\d.]+) ([\d.]+)\)(?: rotate\(\d+\))?"><rect x="-5" y="-3.4" width="10"')


@cache
def kit() -> Kit:
    return read_kit(HELIPAD, SHOWN)


def copied(folder: Path, file: str, old: str, new: str) -> Kit:
    """The kit with one edit."""
    for path in HELIPAD.glob("*.yaml"):
        shutil.copy(path, folder)
    text = (folder / file).read_text("utf-8")
    assert old in text, "what is edited is there"
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")
    return read_kit(folder, SHOWN)


def test_every_rule_of_the_game_is_held() -> None:
    told = {rule.ref for rule in kit().rules if rule.ref} | {example.ref for example in kit().examples}
    assert sorted({f"HEL{number:03}" for number in range(1, 26)} ^ told) == []
    assert sorted({check for checks in BY_CHECKS.values() for check in checks} - set(CHECKS)) == []


def test_the_readme_names_what_checks_see_to() -> None:
    rows = re.findall(r"^\| (HEL\d{3}) \| (.*) \|$", (HELIPAD / "README.md").read_text("utf-8"), re.MULTILINE)
    assert {ref: tuple(re.findall(r"`([\w-]+)`", text)) for ref, text in rows} == BY_CHECKS


def test_each_rule_is_broken_once() -> None:
    assert sorted(rule for rule, *_ in BREAKS) == sorted(rule.id for rule in kit().rules)


@pytest.mark.parametrize(("rule", "file", "old", "new"), BREAKS, ids=[rule for rule, *_ in BREAKS])
def test_an_edit_that_breaks_a_rule_is_found(rule: str, file: str, old: str, new: str, tmp_path: Path) -> None:
    assert trial(kit(), rule) == []
    assert trial(copied(tmp_path, file, old, new), rule) != []


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("errata.yaml", "**roll one die three times.", "**ROLL one die three times."),
        ("errata.yaml", "**It has to be", "**It HAS TO be"),
        (
            "errata.yaml",
            "That player at once fights two zombies more. **They",
            "**That player at once fights two more. They",
        ),
        ("orders.yaml", 'sign: "+2"', 'sign: "+3"'),
        ("orders.yaml", "6 in all", "7 in all"),
        ("reference.yaml", "Move up to **4** spaces", "Move up to **5** spaces"),
        ("reference.yaml", "**2** a tile", "**3** a tile"),
        ("reference.yaml", "fill up to **4**", "fill up to **5**"),
        ("tiles.yaml", "note: fill up to 4", "note: fill up to 5"),
        ("mats.yaml", "default: 3", "default: 2"),
        ("events.yaml", "fewer than 3", "fewer than 4"),
    ],
)
def test_a_printed_number_and_word_is_held(file: str, old: str, new: str, tmp_path: Path) -> None:
    edited = copied(tmp_path, file, old, new)
    found = [each for each in settle(edited, inspect(edited, [edited])) if each.check == "kit-rule"]
    assert {each.where.file for each in found} == {f"{SHOWN}/{file}"}


@pytest.mark.parametrize(
    ("check", "file", "old", "new"),
    [
        ("tile-edge", "tiles.yaml", "exits: [E, S, W]", "exits: [E, W]"),
        ("tile-edge", "town.yaml", "SQ SQ SQ .. ..", "SQ SQ SQ|.. .."),
        ("tile-place", "tiles.yaml", "at: [1, 0]", "at: [0, 0]"),
        ("cut-off-space", "town.yaml", "LI+..", "LI|.."),
        ("wrong-distance", "town.yaml", "fountain: B8", "fountain: C8"),
        ("short-supply", "tokens.yaml", "copies: 48", "copies: 40"),
        ("number-against-field", "events.yaml", "gain **3**", "gain **2**"),
        ("number-against-field", "events.yaml", "up to **1** fight", "up to **2** fight"),
        ("number-against-field", "orders.yaml", "moves **2**", "moves **3**"),
        ("number-against-field", "orders.yaml", "with **2**", "with **3**"),
        ("number-against-field", "orders.yaml", "take any **2**", "take any **3**"),
        ("number-against-field", "orders.yaml", "add **2**", "add **3**"),
    ],
)
def test_an_edit_that_breaks_a_check_is_found(check: str, file: str, old: str, new: str, tmp_path: Path) -> None:
    edited = copied(tmp_path, file, old, new)
    if check == "cut-off-space":
        # The Library has a second door, below its name.
        text = (tmp_path / "town.yaml").read_text("utf-8")
        (tmp_path / "town.yaml").write_text(text.replace("       ++ -- -- ++", "       -- -- -- ++", 1), "utf-8")
        edited = read_kit(tmp_path, SHOWN)
    assert check in {finding.check for finding in settle(edited, inspect(edited, [edited]))}


def test_what_the_base_set_lacks_is_found() -> None:
    printed = read_kit(HELIPAD, SHOWN, as_printed=True)
    found = [f.message for f in settle(printed, inspect(printed, [printed])) if f.check == "kit-rule"]
    assert {match for message in found for match in re.findall(r"HEL\d{3}", message)} == set(AS_PRINTED)
    for ref, told in AS_PRINTED.items():
        assert any(ref in message and told in message for message in found), ref


def test_a_check_of_the_print_tells_of_nothing_that_the_corrected_game_needs() -> None:
    found = check_kit(Project(ROOT), HELIPAD, Options(as_printed=True)).findings
    assert {each.check for each in found} == {"kit-rule", "short-supply", "empty-deck", "deck-size", "not-printed"}


def test_what_the_print_leaves_open_is_told_where_it_does() -> None:
    printed = read_kit(HELIPAD, SHOWN, as_printed=True)
    (open_,) = [each for each in settle(printed, inspect(printed, [printed])) if "HEL016" in each.message]
    assert "as_printed" in (HELIPAD / "rules.yaml").read_text("utf-8").splitlines()[open_.where.line - 1]


def test_a_typing_error_and_another_word_are_found(tmp_path: Path) -> None:
    shutil.copy(HELIPAD / "words.txt", tmp_path)
    edited = copied(tmp_path, "events.yaml", "No enhanced ones.", "No enchanced ones. Fihgt on.")
    found = {f.check: f.message for f in settle(edited, inspect(edited, [edited]))}
    assert '"enchanced"' in found["forbidden-term"]
    assert '"Fihgt"' in found["unknown-word"]


def drawn_doors(tile: Card) -> set[tuple[float, float]]:
    """The middles of the doors in a tile's drawing, in mm from its top left corner."""
    text = (HELIPAD / f"art/tiles/{tile.id}.svg").read_text("utf-8")
    return {(float(x), float(y)) for x, y in DOOR.findall(text)}


def doors_on_the_map(tile: Card) -> set[tuple[float, float]]:
    """The same as the map has them."""
    board = next(board for board in kit().boards if board.id == "town")
    ground, at = board.ground, tile.values["at"]
    assert ground is not None
    assert isinstance(at, tuple)
    left, top = (3 * ground.side * int(str(step)) for step in at)
    doors = set()
    for (one, other), edge in ground.edges.items():
        if edge.kind == "door" and Cell(one.column // 3, one.row // 3) == at:
            (x, y), (x2, y2) = ground.centre(one), ground.centre(other)
            doors.add((round((x + x2) / 2 - left, 2), round((y + y2) / 2 - top, 2)))
    return doors


@pytest.mark.parametrize("tile", [pytest.param(card, id=card.id) for card in kit().deck("tiles").cards])
def test_the_doors_of_a_tile_are_drawn_where_the_map_has_them(tile: Card) -> None:
    assert drawn_doors(tile) == doors_on_the_map(tile)
    assert bool(drawn_doors(tile)) == (tile.values["kind"] == "building")


def test_the_kit_as_it_is_has_no_finding() -> None:
    found = check_kit(Project(ROOT), HELIPAD, Options()).findings
    assert [str(finding) for finding in found if finding.level.value != "information"] == []
