"""The theme gray, which every kit has."""

from pathlib import Path

from . import test_themes
from .conftest import Say
from .test_themes import ticket, words

games = test_themes.games


def channels(file: Path) -> int:
    """The largest distance between the colour channels of any pixel of the first page."""
    import pypdfium2

    with pypdfium2.PdfDocument(file) as document:
        found = document[0].render(scale=1).to_pil().convert("RGB").getcolors(1 << 24)
    return int(max(max(colour) - min(colour) for _, colour in found))


def test_every_kit_can_be_gray(say: Say, games: Path) -> None:
    """Also the draft's stamp; a theme of the kit that is called so comes first."""
    code, out, _ = say("build", "--theme", "gray", "--draft")
    assert code == 0
    assert "no theme" not in out
    assert say("build", "--theme", "gray").code == 0
    assert say("build").code == 0
    for kit in ("plain", "rich"):
        folder = games / "output" / kit
        assert channels(folder / f"{kit}-cards-letter.pdf") > 30
        for name in (f"{kit}-cards-letter-gray.pdf", f"{kit}-cards-letter-gray-draft.pdf"):
            assert channels(folder / name) == 0
            assert "Ace usual" in words(folder / name)
        assert [file["theme"] for file in ticket(folder)["files"] if file["run"] == "cards"] == [None, "gray"]
    assert "gray · letter" in words(games / "output" / "rich" / "rich-cards-letter-gray.pdf")
    settings = games / "content" / "rich" / "kit.yaml"
    settings.write_text(settings.read_text("utf-8").replace("[low-ink]", "[low-ink, gray]"), "utf-8")
    assert say("build", "rich", "--theme", "gray").code == 0
    own = games / "output" / "rich" / "rich-cards-letter-gray.pdf"
    assert channels(own) > 30
    assert "Ace gray" in words(own)


def test_a_gray_rulebook_has_a_gray_accent(say: Say, games: Path) -> None:
    kit = games / "content" / "rich" / "kit.yaml"
    kit.write_text(kit.read_text("utf-8") + 'rulebooks:\n  - {file: rules.md, accent: "#a8161c"}\n', "utf-8")
    (games / "content" / "rich" / "rules.md").write_text(
        "# Rules\n\n## Play\n\nOne card.\n\n> Mind the ace.\n", "utf-8"
    )
    for theme in ([], ["--theme", "gray"]):
        assert say("build", "rich", *theme).code == 0
    folder = games / "output" / "rich"
    assert channels(folder / "rich-rules-letter.pdf") > 100
    assert channels(folder / "rich-rules-letter-gray.pdf") == 0
    assert channels(folder / "rich-guide-letter-gray.pdf") == 0


def test_marks_in_a_colour_are_gray_too(say: Say, games: Path) -> None:
    kit = games / "content" / "rich" / "kit.yaml"
    marks = 'print: [{name: cards, decks: [cards], marks: {colour: "#c00000", weight: 1}}]\n'
    kit.write_text(kit.read_text("utf-8") + marks, "utf-8")
    for theme in ([], ["--theme", "gray"]):
        assert say("build", "rich", *theme).code == 0
    assert channels(games / "output" / "rich" / "rich-cards-letter.pdf") > 150
    assert channels(games / "output" / "rich" / "rich-cards-letter-gray.pdf") == 0
