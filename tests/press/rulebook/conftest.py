"""Rulebooks of a small game, built as `pnp build` does, and read back."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from pnp.build import build_kit, check_kit
from pnp.kit.project import Project
from pnp.outcome import Options, Outcome

KIT = """\
kit: game
title: The Game
version: "1.2"
summary: One sentence about it.
rulebooks:
  - {name: rules, file: rules.md, columns: %s, accent: "#a8161c"}
"""
DECK = """\
deck: events
size: poker
front: event.svg.j2
fields: {event: text}
cards:
"""
FACE = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp" width="69.85mm" height="95.25mm"
  viewBox="-3.175 -3.175 69.85 95.25">
<rect x="-3.175" y="-3.175" width="69.85" height="95.25" fill="#ffffff"/>
<rect x="3" y="3" width="6" height="6" fill="#ff0000"/>
<pnp:text x="5" y="40" width="50" height="12" font="Barlow Condensed" size="12">FACE OF {{ card.title }}</pnp:text>
</svg>
"""


@dataclass(frozen=True)
class Book:
    """A PDF, read."""

    data: bytes

    @cached_property
    def pdf(self) -> Any:
        return pypdfium2.PdfDocument(self.data)

    @cached_property
    def pages(self) -> list[str]:
        """The text of each page, its lines joined by blanks."""
        return [" ".join(page.get_textpage().get_text_range().split()) for page in self.pdf]

    def ink(self, page: int, scale: float = 1.0) -> Any:
        """The page (from 1) as a picture."""
        return self.pdf[page - 1].render(scale=scale).to_pil().convert("RGB")

    def outline(self) -> list[tuple[int, str, int]]:
        """(level, title, page from 1) of each entry."""
        found = []
        for entry in self.pdf.get_toc():
            target = entry.get_dest()
            found.append((entry.level, entry.get_title(), target.get_index() + 1))
        return found


@dataclass(frozen=True)
class Press:
    """Builds one game in its folder."""

    folder: Path

    def check(self, rules: str, columns: int = 1, cards: int = 3) -> Outcome:
        self._write(rules, columns, cards)
        return check_kit(Project(self.folder), self.folder / "content" / "game", Options())

    def build(
        self, rules: str, columns: int = 1, paper: str = "letter", *, cards: int = 3, draft: bool = False
    ) -> Book:
        self._write(rules, columns, cards)
        out = self.folder / "out"
        outcome = build_kit(Project(self.folder), self.folder / "content" / "game", out, Options((paper,), draft))
        assert draft or outcome.errors == outcome.warnings == 0
        return Book((out / "game" / f"game-rules-{paper}{'-draft' if draft else ''}.pdf").read_bytes())

    def stitch(self, rules: str, columns: int = 1) -> bytes:
        """The booklet on letter."""
        self._write(rules, columns, 40)
        options = Options(booklet=True)
        outcome = build_kit(Project(self.folder), self.folder / "content" / "game", self.folder / "out", options)
        assert outcome.errors == outcome.warnings == 0
        return (self.folder / "out" / "game" / "game-rules-booklet-letter.pdf").read_bytes()

    def sides(self) -> list[list[int | None]]:
        """The pages on each side of the sheets of the booklet, as the ticket tells them."""
        ticket = json.loads((self.folder / "out" / "game" / "job.json").read_text("utf-8"))
        (file,) = [file for file in ticket["files"] if file.get("binding")]
        return [pages for sheet in file["sheets"] for pages in (sheet["front"], sheet["back"])]

    def _write(self, rules: str, columns: int, cards: int) -> None:
        folder = self.folder / "content" / "game"
        folder.mkdir(parents=True, exist_ok=True)
        rows = "".join(f"  - {{id: c{n}, title: Card {n}, event: The event of card {n}.}}\n" for n in range(cards))
        files = {"kit.yaml": KIT % columns, "events.yaml": DECK + rows, "event.svg.j2": FACE, "rules.md": rules}
        for name, content in files.items():
            (folder / name).write_text(content, "utf-8")


@pytest.fixture
def press(tmp_path: Path) -> Press:
    return Press(tmp_path)


@pytest.fixture
def pdf() -> Callable[[Book], Any]:
    """Opens the file's objects."""

    def read(book: Book) -> Any:
        import io

        return pikepdf.open(io.BytesIO(book.data))

    return read


# A rulebook with everything, several pages long.
WHOLE = """\
::: contents

# Set-up

Take all {{ decks.events.size }} cards and {heart}. Then read [Play](#play), [the rest](#the-end) and [](#parts).

{% for n in range(9) %}
Paragraph {{ n }} tells of something that takes several lines, so that a page is filled before the reader has learnt all
that there is to learn about it, and the next one has to begin. It goes on for a while, and then it ends.

{% endfor %}
## Small things

1. One.
2. Two.

> A note.

# Play

::: figure deck=events card=c1 width=50 id=parts
The parts.

- A (6, 6) **Red.** A square.
- B (20, 45) A name.
:::

{% for n in range(12) %}
### Detail {{ n }}

Detail {{ n }} is short.

{% endfor %}
# The end

| Card | Event |
|------|-------|
{% for card in decks.events.cards -%}
| {{ card.title }} | {{ card.event }} |
{% endfor %}

::: reference columns=2 page=yes Quick reference
**Turn**

- Draw.

**End**

- Stop: see [Set-up](#set-up).
:::
"""
