import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

REPOSITORY = Path(__file__).parent.parent.parent
# Where Python and cairo are found, on machines that need to be told.
_LIBRARIES = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH", "SYSTEMROOT")
# What a run is told of its surroundings; PATH is for nobody.
BARE = {
    "PATH": os.defpath,
    "PYTHONPATH": str(REPOSITORY),
    **{name: os.environ[name] for name in _LIBRARIES if name in os.environ},
}
# What hangs is ended after so many seconds; a busy machine may need many for a build.
PATIENCE = 300

HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp" width="69.85mm" height="95.25mm"'
    ' viewBox="-3.175 -3.175 69.85 95.25"><rect x="-3.175" y="-3.175" width="69.85" height="95.25" fill="#ccd"/>'
)
FRONT = (
    HEAD + '<pnp:text x="6" y="6" width="51.5" height="8" font="Barlow Semi Condensed" size="10">{{ card.title }}'
    "</pnp:text></svg>"
)
BACK = HEAD + '<circle cx="31.75" cy="44.45" r="20" fill="#235"/></svg>'
KIT = "kit: game\ntitle: Game\nversion: '1'\n"
DECK = "deck: cards\ntitle: Cards\nsize: poker\nfront: front.svg.j2\nback: back.svg.j2\ncards:\n"
CARDS = "  - {id: ace, title: Ace}\n  - {id: king, title: King}\n  - {id: queen, title: Queen}\n"


class Said(NamedTuple):
    """What a command ended with and printed."""

    code: int
    out: str
    err: str


class Game:
    """A project with one kit on disk, and pnp run on it as a process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.kit = folder / "content" / "game"
        self.out = folder / "output" / "game"
        self.kit.mkdir(parents=True)
        self.write("kit.yaml", KIT)
        self.write("cards.yaml", DECK + CARDS)
        self.write("front.svg.j2", FRONT)
        self.write("back.svg.j2", BACK)

    def write(self, name: str, text: str) -> None:
        path = self.kit / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def run(self, *words: str, before: str = "", environment: Mapping[str, str] | None = None, **more: Any) -> Said:
        """`pnp` with these words; `before` is Python that runs first."""
        done = subprocess.run(
            self.command(*words, before=before),
            stdout=more.pop("stdout", subprocess.PIPE),
            stderr=subprocess.PIPE,
            timeout=PATIENCE,
            check=False,
            cwd=more.pop("cwd", self.folder),
            env={**BARE, **(environment or {})},
            **more,
        )
        return Said(done.returncode, (done.stdout or b"").decode(), done.stderr.decode())

    def command(self, *words: str, before: str = "") -> list[str]:
        if not before:
            return [sys.executable, "-m", "pnp", *words]
        program = f"import sys\nsys.argv[0] = 'pnp'\n{before}\nfrom pnp.cli.main import run\nsys.exit(run())"
        return [sys.executable, "-c", program, *words]

    def files(self) -> dict[str, bytes]:
        """What lies in the output folder."""
        return {path.name: path.read_bytes() for path in sorted(self.out.iterdir()) if path.is_file()}


MakeGame = Callable[[Path], Game]


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return Game(tmp_path / "project")


def is_gone(number: int) -> bool:
    """Whether the process ends by itself before long (a zombie counts: who should bury it is not ours to say)."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            state = Path(f"/proc/{number}/stat").read_text("ascii").rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return True
        if state in "ZX":
            return True
        time.sleep(0.02)
    return False
