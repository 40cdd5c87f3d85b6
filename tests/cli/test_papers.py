"""Papers by name and size on the command line, and a whole build of what layouts make of a deck."""

import json
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from .conftest import Pipeline, Say

SVG = """<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">
<rect width="{width}" height="{height}" fill="{fill}"/></svg>
"""


@pytest.mark.parametrize(
    ("given", "called"),
    [
        (["A4"], ("a4",)),
        (["legal", "tabloid", "a3", "universal"], ("legal", "tabloid", "a3", "universal")),
        (["210 x 148 mm", "148x210mm", "14.8 × 21cm"], ("148x210mm",)),
        (["8.5x14in"], ("215.9x355.6mm",)),
    ],
)
def test_papers_are_called_by_name_or_size(
    say: Say, project: Path, pipeline: Pipeline, given: list[str], called: tuple[str, ...]
) -> None:
    for command in ("build", "check", "list"):
        pipeline.asked.clear()
        assert say(command, "zed", *(word for paper in given for word in ("--paper", paper))).code == 0
        asked = pipeline.asked[0][-1]
        assert (asked if command == "list" else asked.papers) == called


@pytest.mark.parametrize(
    ("paper", "said", "cure"),
    [
        ("leter", "there is no paper called 'leter'", "did you mean letter?"),
        ("quarto", "there is no paper called 'quarto'", "or a size such as 148x210mm"),
        ("5x5mm", "paper of 5 x 5 mm cannot be", "its sides are 20 to 5080 mm"),
        ("9000x9000", "paper of 9000 x 9000 mm cannot be", "its sides are 20 to 5080 mm"),
        ("nanxnan", "there is no paper called 'nanxnan'", "give letter"),
        ("", "there is no paper called ''", "give letter"),
    ],
)
def test_an_unknown_paper_ends_with_2_and_a_cure(say: Say, project: Path, paper: str, said: str, cure: str) -> None:
    for command in ("build", "check", "list"):
        answer = say(command, "zed", "--paper", paper)
        assert answer.code == 2
        assert said in answer.err
        assert cure in answer.err


@pytest.fixture
def across(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A deck whose fronts are drawn lying and whose backs are drawn upright, with a wider bleed."""
    folder = tmp_path / "content" / "across"
    folder.mkdir(parents=True)
    (folder / "front.svg").write_text(SVG.format(width=94.9, height=69.5, fill="#336699"))
    (folder / "back.svg").write_text(SVG.format(width=73.5, height=98.9, fill="#993333"))
    (folder / "kit.yaml").write_text(
        "kit: across\ntitle: Across\nprint:\n"
        "  - {name: two, decks: [deck], gutter: 10}\n"
        "  - {name: folded, decks: [deck], layout: gutterfold, gutter: 10}\n"
    )
    (folder / "deck.yaml").write_text(
        "deck: deck\nsize: 88.9 x 63.5 mm\nbleed: 3\nback_bleed: 5\nback_turn: 90\n"
        "front: front.svg\nback: back.svg\ncards: [{id: a, title: A, copies: 4}]\n"
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path / "output" / "across"


def test_lying_fronts_and_upright_backs_become_cards(say: Say, across: Path) -> None:
    answer = say("build", "across", "--format", "concise")
    assert answer.code == 0, answer.out
    ticket: Any = json.loads((across / "job.json").read_text("utf-8"))
    two, folded = (next(file for file in ticket["files"] if file["run"] == run) for run in ("two", "folded"))
    (sheet,) = two["sheets"]
    for piece in sheet["pieces"]:
        back = piece["back"]
        assert (piece["width_mm"], piece["height_mm"], piece["turn"]) == (88.9, 63.5, 0)
        assert (back["page"], back["y_mm"], back["turn"]) == (2, piece["y_mm"], 90)
        assert back["x_mm"] == pytest.approx(215.9 - piece["x_mm"] - 88.9, abs=1e-3)
    assert (folded["sides"], folded["flip"]) == (1, None)
    assert all(piece["back"]["page"] == sheet["front_page"] for sheet in folded["sheets"] for piece in sheet["pieces"])
    with pikepdf.open(across / "across-two-letter.pdf") as pdf:
        # The bleed box of the backs is around 5 mm of bleed, that of the fronts around 3 mm.
        front, back = ([float(edge) / 72 * 25.4 for edge in page.BleedBox] for page in pdf.pages)
        trim = [float(edge) / 72 * 25.4 for edge in pdf.pages[0].TrimBox]
    assert [a - b for a, b in zip(trim[:2], front[:2], strict=True)] == pytest.approx([3, 3], abs=0.01)
    assert trim[1] - back[1] == pytest.approx(5, abs=0.01)


def test_a_back_that_is_drawn_for_the_other_size_is_told(say: Say, across: Path) -> None:
    deck = across.parents[1] / "content" / "across" / "deck.yaml"
    deck.write_text(deck.read_text().replace("back_turn: 90\n", ""))
    answer = say("build", "across", "--format", "concise")
    assert answer.code == 1
    assert "face-size" in answer.out
    assert "expected the trim, 88.9 x 63.5 mm, or with 5 mm bleed on every side" in answer.out
