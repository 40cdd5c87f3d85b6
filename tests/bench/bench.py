"""Measures `pnp` as a whole process: decks and all the games, built and checked, and the help, all from cold.

    python tests/bench/bench.py [--runs N]

Each figure is the least of N runs (3); CPU seconds are those of all processes, the peak is that of the largest. Beside
the figures stand the bars: CPU seconds, megabytes and kilobytes that they should not exceed on an ordinary server; for
the rules and the games, seconds by the clock on two processors.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from cards import change_text, make_cards, write_project, write_rich_project, write_ruled_project

GAMES = ["--project", str(Path(__file__).parent.parent.parent)]


class Cost(NamedTuple):
    """What one run took: seconds, seconds, megabytes, kilobytes."""

    wall: float
    cpu: float
    peak: float
    size: float


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description="Measure pnp as a whole process.")
    parser.add_argument("--runs", type=int, default=3, help="runs a figure, of which the least counts (3)")
    runs: int = parser.parse_args().runs
    print(f"{'':<32} {'wall s':>7} {'CPU s':>7} {'peak MB':>8} {'PDF KB':>7}   bar", flush=True)
    with tempfile.TemporaryDirectory() as name:
        bench = Bench(Path(name), runs)
        bench.measure("pnp --help", ["--help"], None, "0.15 s")
        bench.measure("build 54 cards", ["build"], lambda folder: write_project(folder, make_cards(54)), BARS[54])
        bench.measure("check 54 cards", ["check"], lambda folder: write_project(folder, make_cards(54)), "0.6 s")
        cards = make_cards(1000)
        bench.measure("build 1,000 cards", ["build"], lambda folder: write_project(folder, cards), BARS[1000])
        changed = change_text(cards)
        bench.measure("  after one changed text", ["build"], lambda folder: write_project(folder, changed), BARS[1000])
        bench.measure("build 500 cards, rich faces", ["build"], lambda folder: write_rich_project(folder, 500), "3 s")
        bench.measure(
            "check 1,000 cards, 60 rules", ["check"], lambda folder: write_ruled_project(folder, cards, 60), "2 s"
        )
        bench.measure("check all games", ["check", "--strict", *GAMES], None, "1.5 s")
        bench.measure("build all games", ["build", "--out", f"{name}/games", *GAMES], None, "10 s")


BARS = {54: "0.7 s, 100 MB, 200 KB", 1000: "1.5 s, 150 MB, 1,200 KB"}


class Bench:
    """A folder to measure in. What Python compiles is kept there, as it is beside an installed pnp."""

    def __init__(self, folder: Path, runs: int) -> None:
        self._folder, self._runs = folder, runs
        self._environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
        self._environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def measure(self, what: str, words: list[str], write: Callable[[Path], None] | None, bar: str) -> None:
        """One line of the table; the first run, which compiles, does not count."""
        project = self._folder / "project"
        shutil.rmtree(project, ignore_errors=True)
        if write is not None:
            write(project)
            words = [*words, "--project", str(project)]
        costs = [self._run(words, project) for _ in range(self._runs + 1)][1:]
        least = Cost(*map(min, zip(*costs, strict=True)))
        size = f"{least.size:7.0f}" if least.size else f"{'-':>7}"
        print(f"{what:<32} {least.wall:7.2f} {least.cpu:7.2f} {least.peak:8.0f} {size}   {bar}", flush=True)

    def _run(self, words: list[str], project: Path) -> Cost:
        """The cost of one command; leaves with what pnp said if it fails."""
        shutil.rmtree(project / "output", ignore_errors=True)
        with tempfile.TemporaryFile("w+") as said:
            start = time.perf_counter()
            child = subprocess.Popen(
                [sys.executable, "-m", "pnp", *words], stdout=said, stderr=subprocess.STDOUT, env=self._environment
            )
            _, status, used = os.wait4(child.pid, 0)
            wall = time.perf_counter() - start
            child.returncode = os.waitstatus_to_exitcode(status)
            if child.returncode:
                said.seek(0)
                sys.exit(f"{said.read()}\npnp {' '.join(words)} failed: exit code {child.returncode}")
        size = sum(path.stat().st_size for path in project.glob("output/*/*.pdf"))
        a_megabyte = 1_000_000 if sys.platform == "darwin" else 1_000  # macOS counts the peak in bytes, Linux in KB
        return Cost(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / a_megabyte, size / 1_000)


if __name__ == "__main__":
    main()
