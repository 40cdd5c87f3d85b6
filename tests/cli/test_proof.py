"""`pnp build --proof`: a kit's faces and colours as all eyes see them."""

import json
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from pnp.model.colours import dip

from .conftest import Say

RED, GREEN = "#c02020", "#208040"
CARD = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp"
  width="63.5mm" height="88.9mm" viewBox="0 0 63.5 88.9">
<path d="M0 0h63.5v88.9h-63.5z" fill="#ffffff"/><path d="M0 0h63.5v30h-63.5z" fill="{{ card.colour }}"/>
<pnp:text x="6" y="40" width="50" height="9" font="Bangers" size="12">{{ card.title }}</pnp:text>
</svg>"""
BACK = CARD.replace("{{ card.colour }}", "#203080").replace("{{ card.title }}", "Behind")
CARDS = f"""deck: cards
size: poker
bleed: 0
front: card.svg.j2
back: back.svg.j2
fields: {{colour: text}}
cards:
  - {{id: ash, title: Ash, colour: "#b0b0b0"}}
  - {{id: oak, title: Oak, colour: "{RED}"}}
  - {{id: elm, title: Elm, colour: "{GREEN}"}}
  - {{id: fir, title: Fir, colour: "{GREEN}"}}
"""
# Of a letter page lying: the columns, and where the pictures begin (mm).
COLUMN, LEFT, TOP = (279.4 - 24) / 5, 12, 12 + 13 + 6
INKS = ("", "protan", "deutan", "tritan", "gray")


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "content" / "wood"
    folder.mkdir(parents=True)
    (folder / "kit.yaml").write_text("kit: wood\ntitle: Wood\n", "utf-8")
    (folder / "cards.yaml").write_text(CARDS, "utf-8")
    (folder / "card.svg.j2").write_text(CARD, "utf-8")
    (folder / "back.svg.j2").write_text(BACK, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ticket(game: Path) -> Any:
    return json.loads((game / "output" / "wood" / "job.json").read_text("utf-8"))


def colour_at(page: Any, x: float, y: float) -> str:
    """The colour of a page at a place in mm."""
    shown = page.render(scale=2).to_pil().convert("RGB")
    red, green, blue = shown.getpixel((round(x / 25.4 * 144), round(y / 25.4 * 144)))
    return f"#{red:02x}{green:02x}{blue:02x}"


def near(one: str, two: str) -> bool:
    return all(abs(int(one[at : at + 2], 16) - int(two[at : at + 2], 16)) <= 2 for at in (1, 3, 5))


def test_faces_stand_side_by_side_as_eyes_see_them(say: Say, game: Path) -> None:
    """The first front, the most colourful one, the back; drawn, and their words can be found in each column."""
    code, out, _ = say("build", "wood", "--proof")
    assert code == 0
    assert "wood: wrote output/wood/wood-proof-letter.pdf\n" in out
    (file,) = (each for each in ticket(game)["files"] if each["run"] == "proof")
    with pypdfium2.PdfDocument(game / "output" / "wood" / "wood-proof-letter.pdf") as document:
        assert (file["path"], file["pages"], file["sheets"]) == ("wood-proof-letter.pdf", len(document), [])
        texts = [page.get_textpage().get_text_bounded() for page in document]
        width, height = document[0].get_size()
        assert (width / 72 * 25.4, height / 72 * 25.4) == (pytest.approx(279.4), pytest.approx(215.9))
        assert [texts[0].count(word) for word in ("Ash", "Oak", "Elm", "Behind")] == [5, 5, 0, 0]
        assert texts[1].count("Behind") == 5
        scale = (COLUMN - 2) / 63.5
        second = TOP + 4.5 + 88.9 * scale + 4 + 4.5
        for number, ink in enumerate(INKS):
            left = LEFT + number * COLUMN
            seen = colour_at(document[0], left + 32 * scale, second + 15 * scale)
            assert near(seen, dip(RED, ink)), ink
            assert near(colour_at(document[0], left + 32 * scale, second + 60 * scale), "#ffffff")


def test_the_palette_tells_its_colours_and_how_near_they_are(say: Say, game: Path) -> None:
    assert say("build", "wood", "--proof", "--paper", "a4").code == 0
    with pypdfium2.PdfDocument(game / "output" / "wood" / "wood-proof-a4.pdf") as document:
        text = " ".join(document[len(document) - 1].get_textpage().get_text_bounded().split())
    for words in (f"{RED} · 1 face", f"{GREEN} · 2 faces", dip(RED, "deutan"), dip(GREEN, "tritan"), "page 3 of 3"):
        assert words in text
    assert f"{GREEN} and {RED}" in text or f"{RED} and {GREEN}" in text


def test_it_goes_with_the_next_build_that_is_not_asked_for_it(say: Say, game: Path) -> None:
    assert say("build", "wood", "--proof").code == 0
    first = (game / "output" / "wood" / "wood-proof-letter.pdf").read_bytes()
    assert say("build", "wood", "--proof").code == 0
    assert (game / "output" / "wood" / "wood-proof-letter.pdf").read_bytes() == first
    code, out, _ = say("build", "wood")
    assert code == 0
    assert "wood: removed output/wood/wood-proof-letter.pdf" in out
    assert "proof" not in [file["run"] for file in ticket(game)["files"]]


def test_a_job_of_that_name_keeps_its_file(say: Say, game: Path) -> None:
    kit = game / "content" / "wood" / "kit.yaml"
    kit.write_text(kit.read_text("utf-8") + "print: [{name: proof, decks: [cards]}]\n", "utf-8")
    assert say("build", "wood", "--proof").code == 0
    paths = [file["path"] for file in ticket(game)["files"]]
    assert [path for path in paths if "proof" in path] == ["wood-proof-letter.pdf", "wood-proof-2-letter.pdf"]


def test_the_gray_look_is_the_same_to_all(say: Say, game: Path) -> None:
    code, out, _ = say("build", "wood", "--proof", "--theme", "gray")
    assert code == 0
    assert "wood: no proof of colours: the gray look is the same to all eyes\n" in out
    assert "proof" not in [file["run"] for file in ticket(game)["files"]]


def test_a_draft_says_so(say: Say, game: Path) -> None:
    assert say("build", "wood", "--proof", "--draft").code == 0
    with pypdfium2.PdfDocument(game / "output" / "wood" / "wood-proof-letter-draft.pdf") as document:
        assert "DRAFT" in document[0].get_textpage().get_text_bounded().replace("\r\n", "")
