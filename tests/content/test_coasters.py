"""Zombie Coasters: what its files promise, what the public text leaves open, coasters as their maps say."""

import re
import shutil
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from pnp.build import check_kit
from pnp.faces.studio import Studio
from pnp.kit.project import Project
from pnp.kit.reading import read_kit
from pnp.model.face import Face, FaceKey
from pnp.model.finding import Finding
from pnp.model.kit import Kit
from pnp.outcome import Options
from pnp.rules.engine import inspect, settle

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "content/zombie-coasters"
SLIME, INK, ACID, PAPER = "#57b23a", "#12160f", "#bee58c", "#fbf9f0"


@cache
def kit() -> Kit:
    return read_kit(FOLDER, "content/zombie-coasters")


def findings(folder: Path, *, as_printed: bool = False) -> list[Finding]:
    """What the rules find that need no drawing."""
    game = read_kit(folder, f"content/{folder.name}", as_printed=as_printed)
    return settle(game, inspect(game, [game]))


@cache
def face(card: str) -> Face:
    return Studio(kit(), Project(ROOT).roots(FOLDER)).compose(FaceKey("coasters", card, "front"))


def test_each_rule_of_the_list_is_proved_or_told() -> None:
    refs = {rule.ref for rule in kit().rules} | {example.ref for example in kit().examples}
    told = set(re.findall(r"\| (ZCO\d{3}) \|", (FOLDER / "README.md").read_text("utf-8")))
    wanted = {f"ZCO{number:03}" for number in range(1, 25)}
    assert wanted <= refs | told
    assert (refs | told) - wanted <= {""}


def test_the_public_text_leaves_open_what_is_told() -> None:
    found = findings(FOLDER, as_printed=True)
    told = {ref for each in found for ref in re.findall(r"ZCO\d{3}", each.message)}
    assert told == {"ZCO009", "ZCO010", "ZCO012", "ZCO020", "ZCO021", "ZCO022"}
    assert [each for each in findings(FOLDER) if re.search(r"ZCO\d{3}", each.message)] == []


def test_the_print_is_looked_at_whole() -> None:
    """The rulebook can be set with what the public text leaves open, and nothing else is told of."""
    found = check_kit(Project(ROOT), FOLDER, Options(as_printed=True)).findings
    assert {each.check for each in found} == {"kit-rule"}


@pytest.mark.parametrize(
    ("ref", "file"), [("ZCO012", "reference.yaml"), ("ZCO020", "rules.yaml"), ("ZCO021", "rules.yaml")]
)
def test_what_the_print_leaves_open_is_told_where_it_does(ref: str, file: str) -> None:
    told = [each.where for each in findings(FOLDER, as_printed=True) if ref in each.message]
    assert {where.file for where in told} == {f"content/zombie-coasters/{file}"}
    lines = (FOLDER / file).read_text("utf-8").splitlines()
    for where in told:
        assert where.line > next(number for number, line in enumerate(lines, 1) if "as_printed:" in line)
        assert re.search(r'""|"\?"', lines[where.line - 1])


EDITS = (
    ("coaster-1.yaml", "west: [A3]", "west: []", "no-laying-cuts-off"),
    ("coaster-1.yaml", "west: [A3]", "west: []", "exits-on-all-sides"),
    ("coaster-1.yaml", "west: [A3]", "west: [B3]", "exits-lead-over-the-rim"),
    ("coaster-2.yaml", "^^ -- vv", "-- -- vv", "exits-on-all-sides"),
    ("coaster-3.yaml", '"()": {kind: centre', '"()": {kind: space', "a-coaster-has-nine-spaces"),
    ("coaster-4.yaml", "..>..>..", "..>..+..", "first-game-is-the-coasters"),
    ("coaster-1.yaml", "east: [C1]", "east: [C2]", "first-game-has-the-exits"),
    ("first-game.yaml", "centrifuge: [A1,", "centrifuge: [", "first-game-names-the-coasters"),
    ("coaster-3.yaml", "north: [B1]", "north: [B1, A1]", "first-game-has-the-exits"),
    ("first-game.yaml", "..<VV>..|..<()<..", "..<VV>..<..<()<..", "first-game-has-the-exits"),
    ("coaster-2.yaml", "north: [B1]", "north: [B1, C1]", "name-stands-clear"),
    ("coasters.yaml", "name_on: {space: C1", "name_on: {space: C2", "name-stands-clear"),
    ("coasters.yaml", "name_on: {space: B3", "name_on: {space: B2", "name-stands-clear"),
    ("coasters.yaml", "size: 95.25 mm", "size: 96 mm", "coasters-have-the-size-of-their-maps"),
    ("coasters.yaml", "dot: south-east", "dot: south-west", "dots-meet"),
    ("coasters.yaml", "on: C3, picture: microscope", "on: C2, picture: microscope", "a-picture-in-each-space"),
    ("pieces.yaml", "slant: 1.82003", "slant: 1.75", "slants"),
    ("pieces.yaml", "copies: 5, colour: green", "copies: 3, colour: green", "large-zombies-suffice"),
    ("pyramids-small.yaml", "base: 0.5625 in", "base: 0.6 in", "nets-have-the-sizes"),
    ("pyramids-large.yaml", "height: 1.75 in", "height: 1.8 in", "nets-have-the-sizes"),
    ("cube.yaml", "die: 0.75 in", "die: 0.8 in", "cube-as-chits"),
    ("pyramids-small.yaml", "copies: 5", "copies: 4", "as-many-to-fold"),
    ("rules.yaml", "stock: 0.4", "stock: 1.4", "nesting"),
    ("rules.yaml", "room: 0.15", "room: 0.3", "a-large-one-stands-in-a-space"),
    ("rules.yaml", "most: 3}", "most: 4}", "players"),
    ("die.yaml", "opposite: swap", "opposite: dig", "opposite-faces"),
    ("die.yaml", "and all\n      pieces ride along", "and all\n      pieces fly off", "moves-tell-what-rides-along"),
    ("reference.yaml", "zombie: 3, player: 2, left: 0", "zombie: 3, player: 2, left: 1", "attacks-have-a-result"),
    ("reference.yaml", "shots: 3", "shots: 4", "shots-of-a-turn"),
    ("reference.yaml", "up to 4 spaces", "up to 5 spaces", "reference-has-the-numbers"),
    ("reference.yaml", "colour: green, on: C3", "colour: green, on: C2", "first-game-is-set-up"),
    ("reference.yaml", "colour: green, on: C2", "colour: green, on: D2", "first-game-is-set-up"),
    ("reference.yaml", "colour: yellow, on: E4", "colour: yellow, on: E5", "first-game-is-set-up"),
    ("rules.yaml", "zombie_area: coaster-1", "zombie_area: coaster-2", "first-game-is-set-up"),
    ("discs.yaml", "back: {word: QUIET, picture: quiet-4}", "back: {word: QUIET, picture: quiet-3}", "quiet-discs"),
    ("discs.yaml", "id: quiet-3", "id: loud", "quiet-discs"),
    ("bullets.yaml", "copies: 15", "copies: 14", "bullets"),
    ("pieces.yaml", "title: Medium zombie, copies: 5", "title: Medium zombie, copies: 6", "nothing-is-lost"),
    ("rules.yaml", "printed: 115", "printed: 125", "longest-game"),
    ("reference.yaml", "colour: red, on: F5", "colour: red, on: E5", "first-game-is-set-up"),
    ("reference.yaml", "colour: yellow, on: E4", "colour: yellow, on: B4", "first-game-is-set-up"),
    ("reference.yaml", "colour: green, on: C3", "colour: green, on: D3", "first-game-is-set-up"),
)


@pytest.mark.parametrize(("file", "old", "new", "rule"), EDITS)
def test_an_edit_that_breaks_a_rule_is_found(file: str, old: str, new: str, rule: str, tmp_path: Path) -> None:
    folder = tmp_path / "zombie-coasters"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("art"))
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")
    found = [each for each in findings(folder) if each.check in ("kit-rule", "worked-example", "broken-rule")]
    assert any(rule in each.message for each in found), found


@pytest.mark.parametrize("card", ["centrifuge", "cold-room", "eye-bank", "dynamo"])
def test_a_coaster_has_the_arrows_exits_and_bars_of_its_map(card: str) -> None:
    [own] = [each for each in kit().deck("coasters").cards if each.id == card]
    [board] = [each for each in kit().boards if each.id == own.values["board"]]
    drawn = Counter(
        (shape.fill, round(shape.stroke_width, 2)) for shape in face(card).shapes if shape.stroke == INK and shape.fill
    )
    assert drawn[SLIME, 0.75] == sum(1 if link.one_way else 2 for link in board.links)
    assert drawn[INK, 0.75] == sum(len(space.tags) for space in board.spaces)
    bars = [
        shape for shape in face(card).shapes if shape.fill == INK and not shape.stroke and _size(shape.outlines) == 25
    ]
    assert len(bars) == 12 - len(board.links)


@pytest.mark.parametrize("card", ["centrifuge", "cold-room", "eye-bank", "dynamo"])
def test_arrows_and_exits_stand_in_their_spaces_and_point_where_the_map_says(card: str) -> None:
    [own] = [each for each in kit().deck("coasters").cards if each.id == card]
    [board] = [each for each in kit().boards if each.id == own.values["board"]]
    cells = {space.id: (int(space.at[0] // 31.75), int(space.at[1] // 31.75)) for space in board.spaces if space.at}
    ways = [(link.start, link.end) for link in board.links]
    ways += [(link.end, link.start) for link in board.links if not link.one_way]
    arrows = {(cells[start], (cells[end][0] - cells[start][0], cells[end][1] - cells[start][1])) for start, end in ways}
    over = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
    exits = {(cells[space.id], over[side]) for space in board.spaces for side in space.tags}
    assert (_pointing(face(card), SLIME), _pointing(face(card), INK)) == (arrows, exits)


def _pointing(drawn: Face, fill: str) -> set[tuple[tuple[int, int], tuple[int, int]]]:
    """The spaces, column and row, in which arrows of this colour stand, and which way their tips lie."""
    found = set()
    for shape in drawn.shapes:
        if (shape.fill, shape.stroke, round(shape.stroke_width, 2)) == (fill, INK, 0.75):
            corners = set(shape.outlines[0])
            x, y = (sum(corner[axis] for corner in corners) / len(corners) for axis in (0, 1))
            (tip_x, tip_y), *_ = shape.outlines[0]  # where its path begins
            right, down = (round((tip - middle) / 6) for tip, middle in ((tip_x, x), (tip_y, y)))
            found.add(((int(x // 31.75), int(y // 31.75)), (right, down)))
    return found


@pytest.mark.parametrize("card", ["centrifuge", "cold-room", "eye-bank", "dynamo"])
def test_the_pale_edge_of_an_exit_keeps_off_the_cut(card: str) -> None:
    halos = [shape for shape in face(card).shapes if shape.stroke == PAPER and round(shape.stroke_width, 2) == 2.4]
    ends = [at for shape in halos for part in shape.outlines for point in part for at in point]
    assert min(ends) - 1.2 > 0.5
    assert max(ends) + 1.2 < 95.25 - 0.5


def _size(outlines: tuple[tuple[tuple[float, float], ...], ...]) -> int:
    """The longer side of what they take, in whole mm."""
    xs, ys = ([point[at] for part in outlines for point in part] for at in (0, 1))
    return int(max(max(xs) - min(xs), max(ys) - min(ys)))
