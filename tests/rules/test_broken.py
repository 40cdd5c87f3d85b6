"""A good kit, in which nothing is found, is broken one line at a time: the right check finds it, on that line."""

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from pnp.build import check_kit
from pnp.kit.project import Project
from pnp.model.finding import Finding
from pnp.outcome import Options

GOOD = Path(__file__).parent / "good"


class Break(NamedTuple):
    """What is done to a file of the good kit, and a part of the line at which the check then finds it."""

    check: str
    file: str
    old: str
    new: str
    at: str
    found_in: str = ""


BREAKS = (
    Break("doubled-word", "events.yaml", "Take 1 damage", "Take take 1 damage", "event: Take"),
    Break("doubled-word", "rules.md", "what you do", "what you you do", "Shuffle"),
    Break("unfinished-text", "events.yaml", "Night Watch.\n", "Night Watch and the\n", "event: Take"),
    Break("unfinished-text", "rules.md", "says what you do.", "says what you do", "Shuffle"),
    Break("unbalanced-marks", "events.yaml", "(or do not)", "(or do not", "flavour: Mind"),
    Break("unbalanced-marks", "rules.md", "what you do.", "what you do.)", "Shuffle"),
    Break("editors-note", "events.yaml", "pay 2{heart}", "pay 2{heart} [note: much]", "event: Take"),
    Break("editors-note", "rules.md", "what you do.", "what you do. TODO", "Shuffle"),
    Break("broken-page-reference", "events.yaml", "See page 1", "See page 6", "event: Go"),
    Break("broken-page-reference", "rules.md", "what you do.", "what you do (page 9).", "Shuffle"),
    Break("broken-page-reference", "rules.md", "what you do.", "what you see: figure 1.", "Shuffle"),
    Break("broken-page-reference", "rules.md", "what you do.", "what you do: see In the box on page 2.", "Shuffle"),
    Break("broken-page-reference", "rules.md", "what you do.", "what you do (see the photo).", "Shuffle"),
    Break("forbidden-term", "events.yaml", "1 damage", "1 harm", "event: Take"),
    Break("forbidden-term", "rules.md", "what you do.", "what harm you do.", "Shuffle"),
    Break("unknown-name", "events.yaml", "the Night Watch.", "the Nigth Watch.", "event: Take"),
    Break("unknown-name", "rules.md", "Each card says", "Each Shoping Mall says", "Shuffle"),
    Break("number-against-name", "events.yaml", "room 2 (the", "room 1 (the", "event: Go"),
    Break("number-against-name", "events.yaml", "room 2 (the Pantry)", "room 3", "event: Go"),
    Break("number-against-name", "rules.md", "what you do.", "what you do in room 1 Pantry.", "Shuffle"),
    Break("number-against-field", "events.yaml", "cost: 2", "cost: 3", "event: Take"),
    Break("unknown-word", "events.yaml", "and run", "and rnu", "event: Take"),
    Break("unknown-word", "rules.md", "Each card", "Each crad", "Shuffle"),
    Break("rulebook-number", "rules.md", "all 18 event", "all 17 event", "Shuffle"),
    Break("rulebook-number", "events.yaml", "copies: 9", "copies: 18", "Shuffle", "rules.md"),
    Break("component-list", "rules.md", "- {{ decks.events.size }} event", "- 17 event", "17 event"),
    Break("component-list", "rules.md", "- 1 mark\n", "", "event cards"),
    Break(
        "low-contrast",
        "event.svg.j2",
        'size="10">{{ card.t',
        'fill="#999" size="10">{{ card.t',
        "card.title",
    ),
    Break("low-contrast", "event.svg.j2", '"#e8e4d8"', '"#404040"', "card.title"),
    Break("colour-alone", "rooms.yaml", "word: B", "word: A", "id: pantry"),
    Break(
        "marked-backs",
        "back.svg.j2",
        'fill="#e8e4d8"',
        'fill="{{ "#e8e4d8" if card.cost else "#ffffff" }}"',
        "back:",
        "events.yaml",
    ),
    Break("missing-backs", "kit.yaml", "[rooms]", "[rooms, events]", "decks: [rooms"),
    Break("near-paper-edge", "kit.yaml", "4 mm", "1 mm", "name: marks"),
    Break("scant-bleed", "kit.yaml", "4.2 mm", "6 mm", "size: poker", "rooms.yaml"),
    Break("unexplained-lines", "marks.yaml", "size: 30 x 30 mm", "size: 67 x 88 mm", "name: marks", "kit.yaml"),
    Break("wasted-slots", "events.yaml", "copies: 9", "copies: 10", "name: cards", "kit.yaml"),
    Break("uncredited-file", "kit.yaml", "art/*", "pictures/*", "", "art/zombie.png"),
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "content" / "game"
    shutil.copytree(GOOD, folder)
    (tmp_path / "templates").mkdir()
    return tmp_path


def check(project: Path) -> tuple[Finding, ...]:
    return check_kit(Project(project), project / "content" / "game", Options()).findings


def test_the_good_kit_is_good(project: Path) -> None:
    assert [f"{finding.where} {finding.check} {finding.message}" for finding in check(project)] == []


@pytest.mark.parametrize("each", BREAKS, ids=lambda each: f"{each.check} in {each.file}: {each.new.strip()[:40]}")
def test_what_is_broken_is_found_on_its_line(each: Break, project: Path) -> None:
    folder = project / "content" / "game"
    path, file = folder / each.file, folder / (each.found_in or each.file)
    good = path.read_text("utf-8")
    assert each.old in good
    path.write_text(good.replace(each.old, each.new, 1), "utf-8")
    if each.check == "unexplained-lines":  # its template has to have the size of its pieces
        face = folder / "mark.svg.j2"
        face.write_text(
            face.read_text("utf-8").replace("30mm", "67mm", 1).replace("30mm", "88mm").replace("0 0 30 30", "0 0 67 88")
        )
    found = [finding for finding in check(project) if finding.check == each.check]
    assert found, "it is found"
    lines = file.read_text("utf-8").splitlines() if file.suffix != ".png" else [""]
    assert {finding.where.file for finding in found} == {file.relative_to(project).as_posix()}
    assert any(each.at in lines[finding.where.line - 1] for finding in found), "on the line that was broken"
