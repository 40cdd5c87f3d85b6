"""Documents from a text and a small kit in a folder of their own."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.faces.document.author import Author
from pnp.kit.project import Project
from pnp.kit.reading import read_kit
from pnp.model.document import Document

KIT = """\
kit: game
title: Game
version: "1"
rulebooks:
  - file: rules.md
"""
DECK = r"""deck: events
size: poker
front: event.svg.j2
fields:
  run: {type: integer, min: -1, max: 3}
  event: {type: text}
cards:
  - {id: mall, title: Mall, run: -1, copies: 2, event: "**Run 3** past {zombie}, # | ` _that_ \\*"}
  - {id: roof, title: "*<b>&Roof</b>* [x](y)", run: 2, event: "one\ntwo"}
"""

Write = Callable[..., Document]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes the rules into a kit and makes a document of them; further files by name (`__` for a dot)."""

    def make(text: str, **files: str) -> Document:
        folder = tmp_path / "content" / "game"
        folder.mkdir(parents=True, exist_ok=True)
        named = {name.replace("__", "."): content for name, content in files.items()}
        for name, content in {"kit.yaml": KIT, "events.yaml": DECK, "rules.md": text, **named}.items():
            (folder / name).write_text(content, "utf-8")
        project = Project(tmp_path)
        kit = read_kit(folder, project.shown(folder))
        return Author(kit, project.roots(folder)).write(kit.rulebooks[0])

    return make


def faults(document: Document) -> list[tuple[str, str]]:
    """Each fault as its place and its check."""
    return [(f"{fault.where}".removeprefix("content/game/"), fault.check) for fault in document.faults]
