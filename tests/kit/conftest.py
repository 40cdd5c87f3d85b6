"""Kits on disk, in a few lines, and what was found wrong with them."""

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from pnp.kit.reading import read_kit
from pnp.model.kit import Kit

HEAD = "kit: game\ntitle: Game\n"

Read = Callable[..., Kit]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Writes files into a kit's folder and reads the kit; `deck` is the content of deck.yaml."""

    def write_and_read(deck: str | bytes | None = None, head: str = HEAD, **files: str | bytes) -> Kit:
        folder = tmp_path / "game"
        folder.mkdir(exist_ok=True)
        texts: dict[str, str | bytes] = {"kit": head, **files}
        if deck is not None:
            texts["deck"] = deck
        for name, text in texts.items():
            (folder / f"{name}.yaml").write_bytes(text.encode() if isinstance(text, str) else text)
        return read_kit(folder, "content/game")

    return write_and_read


@pytest.fixture(params=["libyaml", "pure"])
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both parsers: libyaml's, and PyYAML's own for machines without it."""
    if request.param == "pure":
        monkeypatch.delattr(yaml, "CSafeLoader")
    return str(request.param)


def places(kit: Kit) -> list[tuple[int, int, str]]:
    """Line, column and check of each fault, sorted."""
    return sorted((fault.where.line, fault.where.column, fault.check) for fault in kit.faults)
