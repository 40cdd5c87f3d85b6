"""Scenarios of the corpus of sheets that are about the build as a whole, by their names, read back from its files."""

import json
import os
import random
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PIL import Image

from pnp.build import build_kit
from pnp.kit.project import Project
from pnp.outcome import Options, Outcome

from .conftest import BACK, DECK, FRONT, Game


def build(game: Game, *papers: str) -> Outcome:
    return build_kit(Project(game.folder), game.kit, game.folder / "output", Options(papers or ("letter",)))


def deck(game: Game, *copies: int) -> None:
    cards = "".join(f"  - {{id: {chr(97 + n)}, title: T, copies: {many}}}\n" for n, many in enumerate(copies))
    game.write("cards.yaml", DECK + cards)


def sheets(game: Game, paper: str = "letter") -> list[list[dict[str, Any]]]:
    files = json.loads((game.out / "job.json").read_text("utf-8"))["files"]
    return [sheet["pieces"] for file in files if file["paper"] == paper for sheet in file["sheets"]]


def pages(file: Path) -> list[tuple[float, float]]:
    with pypdfium2.PdfDocument(BytesIO(file.read_bytes())) as pdf:
        return [page.get_size() for page in pdf]


@pytest.mark.parametrize(
    ("scenario", "copies", "found"),
    [
        ("full_page_no_blank", (9,), ["aaaaaaaaa"]),
        ("full_pages_two", (18,), ["aaaaaaaaa", "aaaaaaaaa"]),
        ("one_over", (10,), ["aaaaaaaaa", "a"]),
        ("copies_cross_page", (12, 1), ["aaaaaaaaa", "aaab"]),
        ("duplex_single_back", (5,), ["aaaaa"]),
    ],
)
def test_pages_are_as_many_as_the_cards_need(
    scenario: str, copies: tuple[int, ...], found: list[str], game: Game
) -> None:
    deck(game, *copies)
    assert build(game).errors == 0
    laid = sheets(game)
    assert ["".join(piece["id"][-1] for piece in sheet) for sheet in laid] == found, scenario
    assert len(pages(game.out / "game-cards-letter.pdf")) == 2 * len(found)
    backs = [piece["back"] for sheet in laid for piece in sheet]
    assert len(backs) == sum(copies)
    for sheet in laid:
        for piece in sheet:
            across = 215.9 - piece["x_mm"] - piece["width_mm"]
            assert (piece["back"]["x_mm"], piece["back"]["y_mm"]) == pytest.approx((across, piece["y_mm"]), abs=0.01)


def test_page_size_exact(game: Game) -> None:
    build(game, "letter", "a4")
    for paper, size in (("letter", (612, 792)), ("a4", (595.2756, 841.8898))):
        assert all(page == pytest.approx(size, abs=0.01) for page in pages(game.out / f"game-cards-{paper}.pdf"))


def test_no_cards(game: Game) -> None:
    game.write("cards.yaml", DECK.replace("cards:\n", "cards: []\n"))
    assert [finding.check for finding in build(game).findings if finding.level.value == "error"] == ["empty-deck"]
    assert not game.out.exists()


def test_token_no_room(game: Game) -> None:
    shape = FRONT.replace("69.85mm", "256.35mm").replace("95.25mm", "256.35mm")
    game.write("cards.yaml", DECK.replace("poker", "250 x 250 mm") + "  - {id: a, title: A}\n")
    for name in ("front", "back"):
        game.write(f"{name}.svg.j2", shape.replace("-3.175 -3.175 69.85 95.25", "-3.175 -3.175 256.35 256.35"))
    assert "does-not-fit" in [finding.check for finding in build(game).findings]
    assert not game.out.exists()


def test_same_art_54(game: Game) -> None:
    out = BytesIO()
    noise = Image.frombytes("RGB", (830, 830), random.Random(1).randbytes(830 * 830 * 3))
    noise.save(out, "PNG", compress_level=1)
    assert len(out.getvalue()) > 2_000_000
    (game.kit / "art.png").write_bytes(out.getvalue())
    game.write(
        "front.svg.j2", FRONT.replace("</svg>", '<image href="art.png" x="9" y="20" width="45" height="45"/></svg>')
    )
    deck(game, *[3] * 18)
    build(game)
    assert len([piece for sheet in sheets(game) for piece in sheet]) == 54
    assert (game.out / "game-cards-letter.pdf").stat().st_size < 2_500_000


def test_cwd_independent_and_path_space_unicode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = []
    for name, cwd in (("my gäme (v2)", tmp_path), ("plain", Path("/"))):
        game = Game(tmp_path / name)
        (game.kit / "art").mkdir()
        Image.new("RGB", (300, 300)).save(game.kit / "art" / "coin.png")
        game.write("front.svg.j2", FRONT.replace("</svg>", '<image href="art/coin.png" width="9" height="9"/></svg>'))
        monkeypatch.chdir(cwd)
        assert build(game).errors == 0
        files.append(game.files())
    assert files[0] == files[1]
    assert str(tmp_path).encode() not in b"".join(files[0].values())


def test_repeat_build_and_windows_encoding(game: Game) -> None:
    game.write("cards.yaml", DECK + "  - {id: a, title: Größe}\n")
    files = []
    for environment in (
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONHASHSEED": "1", "SOURCE_DATE_EPOCH": "1"},
        {"LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "2"},
    ):
        assert game.run("build", environment=environment).code == 0
        files.append(game.files())
    assert files[0] == files[1]
    with pypdfium2.PdfDocument(BytesIO(files[0]["game-cards-letter.pdf"])) as pdf:
        assert "Größe" in pdf[0].get_textpage().get_text_range()


def test_rebuild_one_and_many_cards(game: Game) -> None:
    """One text of many cards changed: the same bytes as from nothing. (How long it takes is measured by the bench.)"""
    cards = "".join(f"  - {{id: card-{number}, title: Card {number}}}\n" for number in range(300))
    game.write("cards.yaml", DECK + cards)
    assert build(game).errors == 0
    before = game.files()
    game.write("cards.yaml", DECK + cards.replace("title: Card 7}", "title: Another}"))
    assert build(game).errors == 0
    again = game.files()
    for path in game.out.iterdir():
        path.unlink()
    assert build(game).errors == 0
    assert game.files() == again != before


def test_lower_upper_path(game: Game) -> None:
    (game.kit / "Art").mkdir()
    Image.new("RGB", (300, 300)).save(game.kit / "Art" / "Coin.png")
    game.write("front.svg.j2", FRONT.replace("</svg>", '<image href="art/coin.png" width="9" height="9"/></svg>'))
    (found,) = [finding for finding in build(game).findings if finding.check == "missing-file"]
    assert "there is no picture art/coin.png, but there is Art/Coin.png" in found.message


@pytest.mark.skipif(os.name != "posix", reason="a viewer's lock is that of Windows")
def test_locked_output(game: Game) -> None:
    """As near as POSIX comes to a viewer that holds the file: something in its place that cannot be replaced."""
    assert build(game).errors == 0
    before = {name: data for name, data in game.files().items() if name != "game-cards-letter.pdf"}
    (game.out / "game-cards-letter.pdf").unlink()
    (game.out / "game-cards-letter.pdf").mkdir()
    game.write("front.svg.j2", BACK)
    said = game.run("build")
    assert said.code == 2
    assert "a folder stands where the file has to be" in said.err
    assert game.files() == before
