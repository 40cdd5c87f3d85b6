"""`pnp build --since`: a print brought up to date, from git and from a job ticket."""

import ctypes
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from pnp.kit.history import find_commit, open_past
from pnp.kit.project import Project
from pnp.model.finding import PnpError

from .conftest import Say

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="there is no git")

CARD = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp"
  width="69.5mm" height="94.9mm" viewBox="-3 -3 69.5 94.9">
<path d="M-3 -3h69.5v94.9h-69.5z" fill="#f0e8d8"/>
<pnp:text x="6" y="20" width="50" height="30" font="Barlow Semi Condensed" size="12">
{{- card.title }}: {{ card.text -}}
</pnp:text>
</svg>"""
BACK = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp"
  width="69.5mm" height="94.9mm" viewBox="-3 -3 69.5 94.9">
<path d="M-3 -3h69.5v94.9h-69.5z" fill="#203020"/><path d="M20 20h20v40z" fill="#c0d0c0"/>
</svg>"""
HEAD = """deck: cards
size: poker
bleed: 3
front: card.svg.j2
back: back.svg.j2
fields: {text: text}
cards:
"""
FIRST = {
    "oak": ("Take one acorn and wait.", 1),
    "elm": ("Lose a leaf.", 2),
    "fir": ("Draw a cone.", 1),
    "ash": ("Nothing grows.", 1),
}
SECOND = {
    "oak": ("Take two acorns and wait.", 1),  # another text
    "elm": ("Lose a leaf.", 3),  # a copy more
    "ash": ("Nothing grows.", 1),
    "yew": ("Mind the berries.", 1),  # new; the fir is gone
}

Cards = dict[str, tuple[str, int]]


def git(folder: Path, *words: str) -> str:
    settings = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false")
    done = subprocess.run(["git", *settings, *words], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def write(game: Path, cards: Cards) -> None:
    rows = (
        f'  - {{id: {name}, title: {name.title()}, text: "{text}", copies: {copies}}}\n'
        for name, (text, copies) in cards.items()
    )
    (game / "content" / "wood" / "cards.yaml").write_text(HEAD + "".join(rows), "utf-8")


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project in git: the first cards are tagged v1, the second lie in the working tree."""
    folder = tmp_path / "game"
    (folder / "content" / "wood").mkdir(parents=True)
    (folder / "templates").mkdir()
    (folder / "content" / "wood" / "kit.yaml").write_text("kit: wood\ntitle: Wood\nversion: 1.0\n", "utf-8")
    (folder / "templates" / "card.svg.j2").write_text(CARD, "utf-8")
    (folder / "templates" / "back.svg.j2").write_text(BACK, "utf-8")
    write(folder, FIRST)
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "first")
    git(folder, "tag", "v1")
    write(folder, SECOND)
    monkeypatch.chdir(folder)
    return folder


def output(game: Path) -> Path:
    return game / "output" / "wood"


def names(game: Path) -> list[str]:
    return sorted(path.name for path in output(game).iterdir())


def ticket(game: Path, name: str) -> Any:
    return json.loads((output(game) / name).read_text("utf-8"))


def pieces(described: Any) -> list[tuple[str, int]]:
    return [
        (piece["id"], piece["copy"])
        for file in described["files"]
        for sheet in file["sheets"]
        for piece in sheet["pieces"]
    ]


def texts(file: Path) -> list[str]:
    with pypdfium2.PdfDocument(file) as document:
        return [" ".join(page.get_textpage().get_text_bounded().split()) for page in document]


EXPECTED = [("cards/oak", 1), ("cards/elm", 3), ("cards/yew", 1)]
DISCARD = [("cards/oak", 1, "replaced"), ("cards/fir", 1, "removed")]


@pytest.mark.parametrize("ref", ["v1", "HEAD~0", "commit"])
def test_an_update_since_a_tag_or_commit(say: Say, game: Path, ref: str) -> None:
    """New and changed pieces, and the copy that is more, on one sheet; and what goes."""
    name = git(game, "rev-parse", "--short=9", "HEAD") if ref == "commit" else ref
    code, out, _ = say("build", "--since", name)
    assert code == 0
    called = name.replace("~", "-")
    pack, changes = f"wood-cards-letter-since-{called}.pdf", f"wood-changes-letter-since-{called}.pdf"
    assert names(game) == sorted([f"job-since-{called}.json", pack, changes])
    described = ticket(game, f"job-since-{called}.json")
    assert sorted(pieces(described)) == sorted(EXPECTED)
    assert len(described["files"][0]["sheets"]) == 1
    assert [(one["id"], one["copies"], one["why"]) for one in described["discard"]] == DISCARD
    assert f"wood: since {name}: 3 to print, 2 to discard\n" in out
    assert "wood: discard cards/oak: replaced\nwood: discard cards/fir: removed\n" in out
    pages = texts(output(game) / pack)
    assert f"version 1.0, update since {name} · letter" in pages[0]
    assert len(pages) == described["files"][0]["pages"] == 3
    assert [word in pages[0] for word in ("two acorns", "Lose a leaf", "berries", "Draw a cone", "Nothing grows")] == [
        True,
        True,
        True,
        False,
        False,
    ]
    assert "Take 2 pieces out of the earlier print, put 3 pieces in. cards/oak: replaced cards/fir: removed" in pages[2]


def marked(file: Path, colour: tuple[int, int, int]) -> list[str]:
    """The words in the boxes that have an outline of this colour, on the first page of the changes."""
    from pypdfium2 import raw

    found = []
    with pypdfium2.PdfDocument(file) as document:
        page = document[0]
        text = page.get_textpage()
        for item in page.get_objects(filter=(raw.FPDF_PAGEOBJ_PATH,)):
            channels = [ctypes.c_uint() for _ in range(4)]
            raw.FPDFPageObj_GetStrokeColor(item, *channels)
            left, bottom, right, top = item.get_bounds()
            if tuple(channel.value for channel in channels[:3]) == colour and right - left < 100:
                found.append(text.get_text_bounded(left, bottom, right, top).strip())
    return found


OLD, NEW = (0xD5, 0x5E, 0x00), (0x00, 0x72, 0xB2)


def test_words_that_changed_are_marked_on_old_and_new(say: Say, game: Path) -> None:
    assert say("build", "--since", "v1").code == 0
    file = output(game) / "wood-changes-letter-since-v1.pdf"
    assert marked(file, OLD) == ["one", "acorn"]
    assert marked(file, NEW) == ["two", "acorns"]
    text = " ".join(texts(file))
    assert "Wood: what changed since v1" in text
    assert "old: Oak: Take [one acorn] and wait." in text
    assert "new: Oak: Take [two acorns] and wait." in text
    # The back is the same, so it is not shown; the fir is, for the last time, and the yew for the first.
    assert "back" not in text
    assert "Draw a cone." in text
    assert "Mind the berries." in text
    assert "Nothing grows." not in text


def test_an_update_since_a_ticket(say: Say, game: Path) -> None:
    """The same pieces as from git; and of the whole build's files nothing is touched."""
    write(game, FIRST)
    assert say("build").code == 0
    before = {path.name: path.read_bytes() for path in output(game).iterdir()}
    write(game, SECOND)
    code, out, _ = say("build", "--since", "output/wood/job.json")
    assert code == 0
    assert "wood: since 1.0: 3 to print, 2 to discard\n" in out
    assert {name: (output(game) / name).read_bytes() for name in before} == before
    described = ticket(game, "job-since-1.0.json")
    assert sorted(pieces(described)) == sorted(EXPECTED)
    assert [(one["id"], one["copies"], one["why"]) for one in described["discard"]] == DISCARD
    file = output(game) / "wood-changes-letter-since-1.0.pdf"
    assert marked(file, OLD) == ["one", "acorn"]
    assert marked(file, NEW) == ["two", "acorns"]
    # Of the old sheets nothing comes along but the faces that are shown.
    assert [word in " ".join(texts(file)) for word in ("back", "Nothing grows.", "Draw a cone.")] == [
        False,
        False,
        True,
    ]


def test_old_pictures_come_from_the_pdf_that_the_ticket_tells_of_alone(say: Say, game: Path) -> None:
    write(game, FIRST)
    assert say("build").code == 0
    pdf = output(game) / "wood-cards-letter.pdf"
    pdf.write_bytes(pdf.read_bytes() + b"\n")
    write(game, SECOND)
    assert say("build", "--since", "output/wood/job.json").code == 0
    text = " ".join(texts(output(game) / "wood-changes-letter-since-1.0.pdf"))
    assert "old: no picture of it is at hand" in text
    assert "Take two acorns" in text
    assert "Take one acorn" not in text


def test_nothing_changed(say: Say, game: Path) -> None:
    write(game, FIRST)
    code, out, _ = say("build", "--since", "v1")
    assert (code, "wood: nothing changed since v1\n" in out, (game / "output").exists()) == (0, True, False)
    assert "nothing to print" not in out


def test_fewer_copies_are_discarded_and_another_name_is_no_change(say: Say, game: Path) -> None:
    """The template does not show the id, so that the elm is on hand, whatever it is called."""
    renamed = {**FIRST, "elm": ("Lose a leaf.", 1)}
    write(game, renamed)
    deck = game / "content" / "wood" / "cards.yaml"
    deck.write_text(deck.read_text("utf-8").replace("id: ash", "id: rowan"), "utf-8")
    code, out, _ = say("build", "--since", "v1")
    assert code == 0
    assert "wood: since v1: 0 to print, 1 to discard\nwood: discard cards/elm: fewer copies\n" in out
    assert names(game) == ["job-since-v1.json", "wood-changes-letter-since-v1.pdf"]


def test_a_kit_that_the_commit_does_not_have_is_all_new(say: Say, game: Path) -> None:
    (game / "content" / "wood").rename(game / "content" / "forest")
    kit = game / "content" / "forest" / "kit.yaml"
    kit.write_text("kit: forest\ntitle: Forest\n", "utf-8")
    code, out, _ = say("build", "forest", "--since", "v1")
    assert code == 0
    assert "forest: content/forest is not in v1, so all its pieces are new\n" in out
    assert "forest: since v1: 6 to print, 0 to discard\n" in out


def test_a_new_template_changes_all_and_that_is_told(say: Say, game: Path) -> None:
    write(game, FIRST)
    template = game / "templates" / "card.svg.j2"
    template.write_text(CARD.replace("#f0e8d8", "#e0e8d8"), "utf-8")
    code, out, _ = say("build", "--since", "v1")
    assert code == 0
    assert "wood: every piece differs, though no word does" in out
    assert "wood: since v1: 5 to print, 5 to discard\n" in out
    assert "cards/elm, 2 copies: replaced" in out


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("-v1", "no such option"),
        ("--since=--upload-pack=touch /tmp/x", "is no name of a tag or commit"),
        ("v9", "there is no tag or commit v9 here"),
        ("v1:content", "is no name of a tag or commit"),
        ("v1 v2", "is no name of a tag or commit"),
        ("", "is no name of a tag or commit"),
        ("a" * 300, "is no name of a tag or commit"),
        ("lost.json", "lost.json cannot be read"),
        ("content/wood/kit.json", "is no job ticket of pnp"),
    ],
)
def test_what_is_no_print_is_said(say: Say, game: Path, what: str, said: str) -> None:
    (game / "content" / "wood" / "kit.json").write_text("[1, 2]", "utf-8")
    words = [what] if what.startswith("--") else ["--since", what]
    code, _, err = say("build", *words)
    assert code == 2
    if said != "no such option":
        assert said in err
        assert "help: " in err
    assert not (game / "output").exists()


def test_no_repository_and_no_git(say: Say, game: Path, nowhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.rmtree(game / ".git")
    code, _, err = say("build", "--since", "v1")
    assert (code, "lies in no git repository" in err) == (2, True)
    monkeypatch.setenv("PATH", str(game))
    code, _, err = say("build", "--since", "v1")
    assert (code, "git is not installed" in err) == (2, True)


def test_another_kits_ticket_is_not_taken(say: Say, game: Path) -> None:
    assert say("build").code == 0
    other = ticket(game, "job.json") | {"kit": "heath"}
    (game / "heath.json").write_text(json.dumps(other), "utf-8")
    code, _, err = say("build", "--since", "heath.json")
    assert (code, "heath.json tells of the kit heath, not of wood" in err) == (2, True)
    code, _, err = say("build", "--since", "output/wood/job.json", "--theme", "gray")
    assert (code, "tells of no cards in the theme gray" in err) == (2, True)


def test_a_repository_runs_nothing_and_its_links_are_not_followed(game: Path, tmp_path: Path) -> None:
    """Hooks, monitors, filters, pagers and transports that its configuration names are never called."""
    trap = tmp_path / "sprung"
    script = tmp_path / "trap.sh"
    script.write_text(f"#!/bin/sh\ntouch {trap}\n", "utf-8")
    script.chmod(0o755)
    secret = tmp_path / "secret.txt"
    secret.write_text("secret", "utf-8")
    (game / "content" / "wood" / "link.txt").symlink_to(secret)
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n"
    (game / "content" / "wood" / "art.png").write_text(pointer, "utf-8")
    (game / "content" / "wood" / ".gitattributes").write_text("* filter=trap diff=trap\n", "utf-8")
    git(game, "add", "-A")
    git(game, "commit", "-qm", "hostile")
    for key in ("core.fsmonitor", "core.pager", "filter.trap.smudge", "diff.trap.textconv", "core.sshCommand"):
        git(game, "config", key, str(script))
    git(game, "config", "core.hooksPath", str(tmp_path))
    git(game, "config", "remote.origin.url", f"ext::{script}")
    git(game, "config", "remote.origin.promisor", "true")
    git(game, "config", "extensions.partialClone", "origin")
    (tmp_path / "post-checkout").symlink_to(script)
    project = Project(game)
    with open_past(project, game / "content" / "wood", "HEAD") as past:
        assert past.folder is not None
        assert sorted(path.name for path in past.folder.iterdir()) == [".gitattributes", "cards.yaml", "kit.yaml"]
        assert past.left_out == 2
        assert (past.project.folder / "templates" / "card.svg.j2").read_text("utf-8") == CARD
    assert not past.project.folder.exists()
    with pytest.raises(PnpError):
        find_commit(game / "content" / "wood", "0" * 40)
    assert not trap.exists()


def test_the_environment_does_not_lead_git_elsewhere(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    head = git(game, "rev-parse", "HEAD")
    monkeypatch.setenv("GIT_DIR", "/nonexistent")
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "core.worktree")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", "/nonexistent")
    assert find_commit(game / "content" / "wood", "v1") == head


def test_what_belongs_to_a_whole_build_is_refused(say: Say, game: Path) -> None:
    for word in ("--proof", "--booklet"):
        code, _, err = say("build", "--since", "v1", word)
        assert (code, f"{word} belongs to a whole build" in err) == (2, True)


def test_a_kit_with_errors_is_not_updated(say: Say, game: Path) -> None:
    deck = game / "content" / "wood" / "cards.yaml"
    deck.write_text(deck.read_text("utf-8") + "count: 99\n", "utf-8")
    code, out, _ = say("build", "--since", "v1")
    assert (code, (game / "output").exists()) == (1, False)
    assert "wood: not written: 1 error" in out
    assert say("build", "--since", "v1", "--draft").code == 0
    assert names(game)[0] == "job-since-v1-draft.json"
