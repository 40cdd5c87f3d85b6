"""`pnp build --cutter`: the cut files beside the PDFs, in the ticket, and gone when they are not asked for."""

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from .conftest import Say

CARD = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp"
  width="69.5mm" height="94.9mm" viewBox="-3 -3 69.5 94.9"><path d="M-3 -3h69.5v94.9h-69.5z" fill="#ddccbb"/>
<pnp:text x="6" y="6" width="50" height="9" font="Bangers" size="12">{{ card.title }}</pnp:text></svg>"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A kit of nine cards; the folder of its output."""
    folder = tmp_path / "content" / "game"
    folder.mkdir(parents=True)
    (folder / "kit.yaml").write_text("kit: game\ntitle: Game\n", "utf-8")
    cards = "deck: cards\nsize: poker\nbleed: 3\nfront: card.svg.j2\ncards:\n  - {id: ace, title: Ace, copies: 9}\n"
    (folder / "cards.yaml").write_text(cards, "utf-8")
    (folder / "card.svg.j2").write_text(CARD, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "output" / "game"


def ticket(folder: Path) -> list[dict[str, Any]]:
    files: list[dict[str, Any]] = json.loads((folder / "job.json").read_text("utf-8"))["files"]
    return files


def test_cut_files_stand_beside_the_pdfs_and_in_the_ticket(say: Say, game: Path) -> None:
    code, out, _ = say("build", "--cutter", "silhouette")
    assert code == 0
    names = [f"game-cards-letter-cut-{number}.{ending}" for number in (1, 2) for ending in ("svg", "dxf")]
    for name in names:
        assert f"game: wrote output/game/{name}\n" in out
    assert "warning" not in out.replace("0 warnings", "")
    assert "1.25 mm between pieces, as the templates of silhouette-card-maker have it" in out
    assert "registration marks for Silhouette Studio: length 7.2 mm, thickness 1 mm, inset 10 mm" in out
    listed = {file["path"]: file for file in ticket(game)}
    for name, sheets in zip(names, ([1], [1], [2], [2]), strict=True):
        file = listed[name]
        assert file["sha256"] == hashlib.sha256((game / name).read_bytes()).hexdigest()
        assert (file["cutter"], file["cuts"], file["run"], file["paper"]) == ("silhouette", sheets, "cards", "letter")
        with pypdfium2.PdfDocument(game / "game-cards-letter.pdf") as pdf:
            words = pdf[file["cuts"][0] - 1].get_textpage().get_text_bounded()
        assert f"template {file['template']}" in words
        assert file["template"].encode() in (game / name).read_bytes()


def test_a_build_without_takes_them_away_for_they_are_of_other_sheets(say: Say, game: Path) -> None:
    assert say("build", "--cutter", "generic").code == 0
    cuts = sorted(path.name for path in game.glob("*-cut-*"))
    assert cuts == ["game-cards-letter-cut-1.dxf", "game-cards-letter-cut-1.svg"]
    again = {name: (game / name).read_bytes() for name in cuts}
    assert say("build", "--cutter", "generic").code == 0
    assert {name: (game / name).read_bytes() for name in cuts} == again
    code, out, _ = say("build")
    assert code == 0
    assert out.count("game: removed output/game/game-cards-letter-cut-1.") == 2
    assert not any("cut" in file["path"] for file in ticket(game))
    assert not list(game.glob("*-cut-*"))


def test_without_ezdxf_the_cure_is_told(say: Say, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ezdxf", None)
    code, _, err = say("build", "--cutter", "generic")
    assert code == 2
    assert "cut files need ezdxf, which is not installed" in err
    assert "pip install 'pnp-kit[dxf]'" in err
    assert not game.exists()


def test_an_unknown_cutter_is_a_mistake_of_usage(say: Say, game: Path) -> None:
    code, _, err = say("build", "--cutter", "cameo")
    assert code == 2
    assert "'cameo' is not one of 'silhouette', 'silhouette-four', 'generic'" in err


def test_a_board_that_no_cutter_takes_is_cut_by_hand_and_the_cards_are_not(say: Say, game: Path) -> None:
    folder = game.parents[1] / "content" / "game"
    board = "deck: board\nsize: 600 x 500 mm\nbleed: 0\nsafe: 0\nfront: board.svg.j2\ncards: [{id: map, title: Map}]\n"
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="600mm" height="500mm" viewBox="0 0 600 500"></svg>'
    (folder / "board.yaml").write_text(board, "utf-8")
    (folder / "board.svg.j2").write_text(drawing, "utf-8")
    jobs = "print:\n  - {name: cards, decks: [cards]}\n  - {name: board, decks: [board], layout: tiles}\n"
    (folder / "kit.yaml").write_text(f"kit: game\ntitle: Game\n{jobs}", "utf-8")
    code, out, _ = say("build", "--cutter", "silhouette")
    assert code == 0
    assert "note: board: pieces lie on the marks for a silhouette cutter" in out
    assert "this job is printed without them, to be cut by hand" in out
    cut = [file["path"] for file in ticket(game) if file["path"].endswith(".svg")]
    assert cut == ["game-cards-letter-cut-1.svg", "game-cards-letter-cut-2.svg"]
