"""Files that are no files, or far too large: each is told by its name, none is waited for or read into memory."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from pnp.build import check_kit
from pnp.kit.project import Project
from pnp.outcome import Options

from .conftest import DECK, FRONT, KIT, Game

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pipes and sparse files are those of POSIX")

LARGE = 1 << 32


class Odd(NamedTuple):
    """A file of the kit, the text that makes use of it (of which file), and what is said of one that is too large."""

    file: str
    user: str
    text: str
    said: str


def front(more: str) -> str:
    return FRONT.replace("</svg>", f"{more}</svg>")


BOX = '<pnp:text x="6" y="30" width="40" font="Own" size="9">a</pnp:text>'
FILES = (
    Odd("more.yaml", "", "", "yaml-limits: the file has"),
    Odd("rules.yaml", "", "", "yaml-limits: the file has"),
    Odd("list.csv", "cards.yaml", DECK.replace("cards:\n", "cards: list.csv\n"), "yaml-limits: the file has"),
    Odd("list.xlsx", "cards.yaml", DECK.replace("cards:\n", "cards: list.xlsx\n"), "yaml-limits: the file has"),
    Odd("words.txt", "kit.yaml", f"{KIT}words: words.txt\n", "yaml-limits: the file has"),
    Odd("rules.md", "kit.yaml", f"{KIT}rulebooks: [{{file: rules.md}}]\n", "yaml-limits: the text has 4,295 MB"),
    Odd(
        "part.j2", "front.svg.j2", front("{% include 'part.j2' %}"), "template-error: content/game/part.j2 has 4,295 MB"
    ),
    Odd("art.png", "front.svg.j2", front('<image href="art.png" width="9" height="9"/>'), "bad-image: "),
    Odd("icons/own.svg", "front.svg.j2", front("{{ icon('own', 1, 2, 3) }}"), "unknown-icon: the icon own is broken"),
    Odd("fonts/own/Own_400Regular.ttf", "front.svg.j2", front(BOX), "missing-font: there is no font Own"),
)


def lay_out(game: Game, odd: Odd) -> Path:
    if odd.user:
        game.write(odd.user, odd.text)
    path = game.kit / odd.file
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def said(game: Game) -> list[str]:
    outcome = check_kit(Project(game.folder), game.kit, Options())
    return [f"{finding.check}: {finding.message}" for finding in outcome.findings]


@pytest.mark.parametrize("odd", FILES, ids=[odd.file for odd in FILES])
def test_a_file_of_four_gigabytes_is_not_read(game: Game, odd: Odd) -> None:
    lay_out(game, odd).touch()
    os.truncate(game.kit / odd.file, LARGE)
    (found,) = said(game)
    assert found.startswith(odd.said)
    assert "MB" in found


@pytest.mark.parametrize(
    "make", [os.mkfifo, os.mkdir, lambda path: path.symlink_to("nowhere")], ids=["pipe", "folder", "link"]
)
@pytest.mark.parametrize("odd", FILES, ids=[odd.file for odd in FILES])
def test_what_is_no_file_is_told(game: Game, odd: Odd, make: Callable[[Path], None]) -> None:
    make(lay_out(game, odd))
    (found,) = said(game)
    assert found.startswith(("missing-", "unknown-icon: there is no icon own"))
    assert odd.file.rpartition("/")[2].partition("_")[0].partition(".")[0].lower() in found.lower()


def test_a_baseline_that_is_a_pipe_is_not_waited_for(game: Game) -> None:
    os.mkfifo(game.folder / "known.json")
    said = game.run("check", "--baseline", "known.json")
    assert said.code == 2
    assert said.err.endswith(
        "pnp: known.json is no file\n  help: Name the file that `pnp check --write-baseline` wrote.\n"
    )
