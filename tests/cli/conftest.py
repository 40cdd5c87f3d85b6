import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from pnp.cli.main import run
from pnp.model.finding import Finding, Level
from pnp.model.kit import Kit
from pnp.model.place import Where
from pnp.outcome import Options


class Transcript(NamedTuple):
    code: int
    out: str
    err: str


Say = Callable[..., Transcript]


@pytest.fixture
def say(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Say:
    """Runs a command line in this process, on no terminal."""
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def speak(*words: str) -> Transcript:
        monkeypatch.setattr(sys, "argv", ["pnp", *words])
        monkeypatch.setattr(sys, "path", list(sys.path))
        code = run()
        for number, handler in handlers.items():
            signal.signal(number, handler)
        return Transcript(code, *capsys.readouterr())

    return speak


@dataclass
class Outcome:
    """Stands in for the pipeline's answer."""

    kit: Kit
    findings: tuple[Finding, ...] = ()
    remarks: tuple[str, ...] = ()
    files: tuple[Path, ...] = ()
    runs: tuple[Any, ...] = ()
    crashed: bool = False
    booklets: tuple[Any, ...] = ()
    removed: tuple[Path, ...] = ()
    news: tuple[str, ...] = ()
    kept: tuple[Path, ...] = ()

    @property
    def errors(self) -> int:
        return sum(each.level is Level.ERROR for each in self.findings)

    @property
    def warnings(self) -> int:
        return sum(each.level is Level.WARNING for each in self.findings)


@dataclass
class Pipeline:
    """What the stub of the pipeline answers for each kit, and how it was asked."""

    answer: Callable[[Path], Outcome]
    asked: list[tuple[Any, ...]] = field(default_factory=list)


@pytest.fixture
def pipeline(monkeypatch: pytest.MonkeyPatch) -> Pipeline:
    stub = Pipeline(lambda folder: Outcome(kit(folder.name)))

    def check_kit(project: Any, folder: Path, options: Options, progress: Any) -> Outcome:
        stub.asked.append((folder.name, options))
        progress("faces", 0, 9)
        return stub.answer(folder)

    def build_kit(project: Any, folder: Path, out: Path, options: Options, progress: Any) -> Outcome:
        stub.asked.append((folder.name, out, options))
        return stub.answer(folder)

    def survey_kit(project: Any, folder: Path, papers: tuple[str, ...]) -> Outcome:
        stub.asked.append((folder.name, papers))
        return stub.answer(folder)

    module: Any = ModuleType("pnp.build")
    module.check_kit, module.build_kit, module.survey_kit = check_kit, build_kit, survey_kit
    monkeypatch.setitem(sys.modules, "pnp.build", module)
    monkeypatch.setattr("pnp.work.abreast.processors", lambda: 1)  # kits in other processes could note nothing here
    return stub


def kit(name: str, **more: Any) -> Kit:
    return Kit(name, name.title(), Where(f"content/{name}/kit.yaml"), **more)


def finding(message: str = "it is so", *, level: Level = Level.ERROR, file: str = "", **more: Any) -> Finding:
    where = Where(file or "content/zed/events.yaml", more.pop("line", 3), more.pop("column", 9))
    return Finding(where, more.pop("check", "text-overflow"), level, message, more.pop("help", ""), "zed")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two kits, and one of them has a file to quote; we stand in it."""
    for name in ("helipad", "zed"):
        (tmp_path / "content" / name).mkdir(parents=True)
        (tmp_path / "content" / name / "kit.yaml").write_text(f"kit: {name}\n", "utf-8")
    (tmp_path / "content" / "zed" / "events.yaml").write_text("deck: events\ncards:\n  - id: pharmacy-run\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path
