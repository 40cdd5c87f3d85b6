"""Every check finds what its fixture says, on that line, and nothing else: too few and too many both fail."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.build import check_kit
from pnp.kit.project import Project
from pnp.model.finding import Finding
from pnp.model.printer import Miss, Printer
from pnp.outcome import Options
from pnp.press.printers.passage import Passage
from pnp.rules.baseline import read_baseline, set_aside
from pnp.rules.registry import CHECKS

from .conftest import Example, example_names, hard_times, make_example

# The fixtures that are about a printer that misses.
OPTIONS = {"mark-past-margin": Options(passage=Passage((Printer("office", "letter", front=Miss(x=3)),)))}


def look_at(example: Example, name: str) -> tuple[Finding, ...]:
    """What is found in the example, but for what its own baseline sets aside."""
    path = example.folder / "baseline.json"
    baseline = read_baseline(path.read_text("utf-8"), "content/game/baseline.json") if path.exists() else ()
    path.unlink(missing_ok=True)
    with hard_times(name):
        findings = check_kit(Project(example.project), example.folder, OPTIONS.get(name, Options())).findings
    return tuple(set_aside(findings, baseline, ["game"]))


def find(name: str, project: Path) -> tuple[Finding, ...]:
    return look_at(make_example(name, project), name)


@pytest.mark.parametrize("name", example_names())
def test_a_fixture_gives_what_its_lines_say(name: str, tmp_path: Path) -> None:
    example = make_example(name, tmp_path)
    findings = look_at(example, name)
    found = {(finding.where.file, finding.where.line, finding.check) for finding in findings}
    assert sorted(found - example.expected) == [], "found, but no line says so"
    assert sorted(example.expected - found) == [], "a line says so, but it was not found"
    assert len(findings) == len(found), "one finding a cause"


@pytest.mark.parametrize("name", example_names())
def test_a_fixture_is_about_the_check_that_it_is_called_by(name: str, tmp_path: Path) -> None:
    assert {check for _file, _line, check in make_example(name, tmp_path).expected} == {name}


def test_every_check_has_a_fixture() -> None:
    assert example_names() == sorted(CHECKS)


def test_the_messages_are_as_they_were_last_read(tmp_path: Path, golden: Callable[[str, str], None]) -> None:
    """`tests/golden/messages.txt` holds every message; a change of it is read like prose."""
    parts = []
    for name in example_names():
        lines = [f"== {name} =="]
        for finding in find(name, tmp_path / name):
            lines.append(f"{finding.where}: {finding.level.value}: {finding.check}: {finding.message}")
            lines += [f"  help: {line}" for line in finding.help.splitlines()]
        parts.append("\n".join(lines))
    golden("messages.txt", "\n\n".join(parts) + "\n")
