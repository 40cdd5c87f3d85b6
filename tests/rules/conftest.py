"""Fixtures of content: small kits in tests/checks whose bad lines say what is to be found in them."""

import contextlib
import os
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from memory import confine_wholly

from pnp.faces.studio import Studio
from pnp.model.face import Face, FaceKey
from pnp.work import crew
from pnp.work.limits import Limits, confine

CHECKS = Path(__file__).parent.parent / "checks"
COMMON = CHECKS / "common"
GOLDEN = Path(__file__).parent.parent / "golden"

# `# finds: unknown-key` at the end of a line; in a template `{# finds: small-type #}`.
FINDS = re.compile(r"\s*(?:\{# |# )finds: ([a-z-]+(?:, [a-z-]+)*)(?: #\})?(?=\s*$)|\{# finds: ([a-z-]+) #\}")

# A file, a line and the id of a check.
Expected = tuple[str, int, str]


@dataclass(frozen=True, slots=True)
class Example:
    """A kit on disk, in a project of its own, and what is to be found in it."""

    project: Path
    folder: Path
    expected: frozenset[Expected]


def pytest_addoption(parser: pytest.Parser) -> None:
    with contextlib.suppress(ValueError):  # another room's tests may have added it
        parser.addoption("--update", action="store_true", help="write the golden files anew (the run ends red)")


def example_names() -> list[str]:
    """The fixtures there are, each called as the check that it is about."""
    return sorted(path.stem for path in CHECKS.iterdir() if path != COMMON)


def make_example(name: str, project: Path) -> Example:
    """Lay out the fixture as the kit `game` of a project, without the comments that tell what is found."""
    folder = project / "content" / "game"
    shutil.copytree(CHECKS / name, folder) if (CHECKS / name).is_dir() else folder.mkdir(parents=True)
    if not (folder / "kit.yaml").exists():
        shutil.copy(COMMON / "kit.yaml", folder)
    if (CHECKS / f"{name}.yaml").exists():
        shutil.copy(CHECKS / f"{name}.yaml", folder)
    (project / "templates").mkdir()
    for template in sorted(COMMON.glob("*.j2")):
        shutil.copy(template, project / "templates")
    expected: set[Expected] = set()
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".yaml", ".j2", ".txt"):
            expected |= take_out(path, path.relative_to(project).as_posix())
    return Example(project, folder, frozenset(expected))


@contextlib.contextmanager
def hard_times(name: str) -> Iterator[None]:
    """For the fixtures that are about it: little time, little memory, a library that crashes on one card."""
    compose = Studio.compose

    def compose_or_crash(studio: Studio, key: FaceKey) -> Face:
        if key.card == "crash":
            os.abort()
        return compose(studio, key)

    little = {"too-slow": Limits(seconds=0.7), "too-big": Limits(megabytes=50)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(crew, "LIMITS", little.get(name, crew.LIMITS))
        patch.setattr("pnp.work.process.confine", confine_wholly if name == "too-big" else confine)
        if name == "crashed":
            patch.setattr(Studio, "compose", compose_or_crash)
        yield


def take_out(path: Path, shown: str) -> set[Expected]:
    """What the comments of the file tell; the file is written without them. Bytes that are no text are left."""
    if path.name == "finds.txt":
        lines = [line.replace(":", " ").split() for line in path.read_text("utf-8").splitlines()]
        path.unlink()
        return {(f"content/game/{file}", int(line), check) for file, line, check in lines}
    try:
        lines_of_text = path.read_text("utf-8").split("\n")
    except UnicodeDecodeError:
        return set()
    found = {
        (shown, number, check)
        for number, line in enumerate(lines_of_text, 1)
        for match in FINDS.finditer(line)
        for check in (match[1] or match[2]).split(", ")
    }
    path.write_text("\n".join(FINDS.sub("", line) for line in lines_of_text), "utf-8")
    return found


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with tests/golden/NAME; with `--update` write it there and end red, for a person to look at it."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update", default=False):
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, "utf-8")
            pytest.fail(f"tests/golden/{name} was written: read it like prose, then run without --update")
        assert path.exists(), f"tests/golden/{name} is missing: run with --update"
        assert text.splitlines() == path.read_text("utf-8").splitlines()

    return compare
