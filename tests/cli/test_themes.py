"""Themes from the command line to the PDF."""

import json
from pathlib import Path
from typing import Any

import pytest

from pnp.outcome import Options

from .conftest import Pipeline, Say

CARD = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp"
  width="69.5mm" height="94.9mm" viewBox="-3 -3 69.5 94.9">
{%- import "parts.j2" as parts -%}
<path d="M-3 -3h69.5v94.9h-69.5z" fill="{{ parts.ground }}"/>
{%- if theme == "low-ink" %}<image href="plain.png" x="10" y="40" width="9" height="9"/>
{%- else %}<image href="rich.png" x="10" y="40" width="9" height="9"/>{% endif -%}
<pnp:text x="6" y="6" width="50" height="9" font="Bangers" size="12">{{ card.title }} {{ theme or "usual" }}</pnp:text>
</svg>"""
PARTS = '{%- set ground = "#ffffff" if theme == "low-ink" else "#ddccbb" -%}'


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two kits with a card each; `rich` knows the theme low-ink and has a picture for each look."""
    from PIL import Image

    for name, themes in (("plain", ""), ("rich", "themes: [low-ink]\n")):
        folder = tmp_path / "content" / name
        folder.mkdir(parents=True)
        credit = "assets: [{file: '*.png', by: Ann Ample, licence: CC0}]\n"
        (folder / "kit.yaml").write_text(f"kit: {name}\ntitle: {name.title()}\n{credit}{themes}", "utf-8")
        cards = "deck: cards\nsize: poker\nbleed: 3\nfront: card.svg.j2\ncards:\n  - {id: ace, title: Ace}\n"
        (folder / "cards.yaml").write_text(cards, "utf-8")
        (folder / "card.svg.j2").write_text(CARD, "utf-8")
        (folder / "parts.j2").write_text(PARTS, "utf-8")
        Image.new("RGB", (120, 120), "#804020").save(folder / "rich.png")
        if themes:
            Image.new("RGB", (120, 120), "#dddddd").save(folder / "plain.png")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ticket(folder: Path) -> Any:
    return json.loads((folder / "job.json").read_text("utf-8"))


def words(file: Path) -> str:
    import pypdfium2

    with pypdfium2.PdfDocument(file) as document:
        return " ".join(str(document[0].get_textpage().get_text_range()).split())


def test_the_theme_is_handed_on(say: Say, project: Path, pipeline: Pipeline) -> None:
    (project / "content" / "zed" / "kit.yaml").write_text("kit: zed\ntitle: Zed\nthemes: [low-ink]\n", "utf-8")
    assert say("check", "--theme", "low-ink").code == 0
    assert say("build", "zed", "--theme", "low-ink").code == 0
    options = Options(theme="low-ink")
    assert pipeline.asked == [("helipad", options), ("zed", options), ("zed", project / "output", options)]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["build", "--theme", "lowink"],
            'there is no theme "lowink" in plain or rich\n  help: Did you mean "low-ink"?',
        ),
        (["check", "--theme", "gold"], 'there is no theme "gold" in plain or rich\n  help: There is: low-ink, gray.'),
        (["build", "plain", "--theme", "low-ink"], 'there is no theme "low-ink" in plain\n  help: A kit names those'),
    ],
)
def test_a_theme_that_no_kit_knows_is_told_with_those_there_are(
    words: list[str], said: str, say: Say, games: Path
) -> None:
    code, out, err = say(*words)
    assert (code, out) == (2, "")
    assert said in err
    assert not (games / "output").exists()


def test_both_looks_lie_side_by_side(say: Say, games: Path) -> None:
    """Whichever is built last, both PDFs are there, and the ticket is the same."""
    folder = games / "output" / "rich"
    assert say("build", "rich").code == 0
    code, out, _ = say("build", "rich", "--theme", "low-ink")
    assert code == 0
    assert "rich: wrote output/rich/rich-cards-letter-low-ink.pdf\n" in out
    names = ["rich-cards-letter.pdf", "rich-cards-letter-low-ink.pdf"]
    guides = ["rich-guide-letter.pdf", "rich-guide-letter-low-ink.pdf"]
    assert sorted(path.name for path in folder.iterdir()) == sorted((*names, *guides, "job.json"))
    found = ticket(folder)
    assert [(file["path"], file["theme"]) for file in found["files"]] == [
        (names[0], None),
        (guides[0], None),
        (names[1], "low-ink"),
        (guides[1], "low-ink"),
    ]
    digests = [file["sheets"][0]["pieces"][0]["digest"] for file in found["files"] if file["sheets"]]
    assert digests[0] != digests[1]
    assert say("build", "rich").code == 0
    assert ticket(folder) == found
    usual, low = (words(folder / name) for name in names)
    assert "Ace usual" in usual
    assert "low-ink" not in usual
    assert "Ace low-ink" in low
    assert "low-ink · letter · print at 100 %" in low


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_build_leaves_the_files_of_other_papers_and_themes(say: Say, games: Path) -> None:
    folder = games / "output" / "rich"
    for words in (["--paper", "letter", "--paper", "a4"], ["--theme", "low-ink"], []):
        code, out, _ = say("build", "rich", *words)
        assert (code, "removed" in out) == (0, False)
    ends = ("a4", "letter"), ("letter-low-ink",)
    expected = [f"rich-{run}-{end}.pdf" for each in ends for run in ("cards", "guide") for end in each]
    assert names_in(folder) == ["job.json", *sorted(expected)]
    assert [file["path"] for file in ticket(folder)["files"]] == expected


def test_files_go_with_their_theme_or_job_alone_and_that_is_said(say: Say, games: Path) -> None:
    folder = games / "output" / "rich"
    kit = games / "content" / "rich" / "kit.yaml"
    head = kit.read_text("utf-8")
    assert say("build", "rich", "--paper", "a4", "--theme", "low-ink").code == 0
    assert say("build", "rich", "--paper", "a4").code == 0
    kit.write_text(head.replace("themes: [low-ink]\n", ""), "utf-8")
    (games / "content" / "rich" / "plain.png").unlink()
    gone = (
        "rich: removed output/rich/rich-cards-a4-low-ink.pdf: "
        "the kit has no such job or theme, or it was not asked for again\n"
    )
    assert gone in say("build", "rich").out
    guides = ["rich-guide-a4.pdf", "rich-guide-letter.pdf"]
    assert names_in(folder) == ["job.json", "rich-cards-a4.pdf", "rich-cards-letter.pdf", *guides]
    kit.write_text(kit.read_text("utf-8") + "print: [{name: all, decks: [cards]}]\n", "utf-8")
    # The guide to the sheets on A4 goes with them.
    assert say("build", "rich").out.count("rich: removed ") == 3
    assert names_in(folder) == ["job.json", "rich-all-letter.pdf", "rich-guide-letter.pdf"]


def test_a_draft_stands_beside_the_good_files(say: Say, games: Path) -> None:
    folder = games / "output" / "rich"
    assert say("build", "rich").code == 0
    good = {path.name: path.read_bytes() for path in folder.iterdir()}
    deck = games / "content" / "rich" / "cards.yaml"
    deck.write_text(deck.read_text("utf-8") + "count: 7\n", "utf-8")
    code, out, _ = say("build", "rich", "--draft")
    assert code == 0
    assert "error: deck-size" in out
    assert "rich: wrote output/rich/rich-cards-letter-draft.pdf\n" in out
    assert names_in(folder) == sorted((*good, "job-draft.json", "rich-cards-letter-draft.pdf"))
    assert {name: (folder / name).read_bytes() for name in good} == good
    assert "DRAFT" in words(folder / "rich-cards-letter-draft.pdf")
    drafts = json.loads((folder / "job-draft.json").read_text("utf-8"))["files"]
    assert [file["path"] for file in drafts] == ["rich-cards-letter-draft.pdf"]


def test_a_kit_without_the_theme_has_its_usual_look_and_says_so(say: Say, games: Path) -> None:
    code, out, _ = say("build", "--theme", "low-ink")
    assert code == 0
    assert "plain: note: there is no theme low-ink here, so it has its usual look\n" in out
    assert "rich: there is no theme" not in out
    assert "Ace usual" in words(games / "output" / "plain" / "plain-cards-letter.pdf")
    assert ticket(games / "output" / "plain")["files"][0]["theme"] is None


def test_what_another_theme_needs_is_not_unused(say: Say, games: Path) -> None:
    for theme in ([], ["--theme", "low-ink"]):
        assert say("check", "rich", "--strict", *theme).out == "0 errors, 0 warnings in 1 kit\n"
    (games / "content" / "rich" / "old.png").write_bytes(b"")
    for theme in ([], ["--theme", "low-ink"]):
        code, out, _ = say("check", "rich", "--strict", *theme, "--format", "concise")
        assert code == 1
        assert [line.split(":")[0] for line in out.splitlines()[:-1]] == ["content/rich/old.png"]


def test_a_reason_that_another_theme_needs_is_not_needless(say: Say, games: Path) -> None:
    folder = games / "content" / "rich"
    (folder / "card.svg.j2").write_text(CARD.replace('size="12"', 'size="{{ 5 if theme else 12 }}"'), "utf-8")
    waiver = "waivers:\n  - {check: small-type, on: ace, reason: it is a caption}\n"
    assert say("check", "rich", "--strict", "--theme", "low-ink").code == 1
    (folder / "rules.yaml").write_text(waiver, "utf-8")
    assert say("check", "rich", "--strict").code == 0
    assert say("check", "rich", "--strict", "--theme", "low-ink").code == 0
    (folder / "rules.yaml").write_text(waiver.replace("small-type", "unsafe-text"), "utf-8")
    assert say("check", "rich", "--strict").code == 1
