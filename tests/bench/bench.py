"""Measures `pnp build` as a whole process: decks of 54 and 1,000 unique cards, cold and after one changed text.

    python tests/bench/bench.py [--runs N] [CARDS...]

Each figure is the least of N builds (3). The peak is that of the largest process.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from cards import change_text, make_cards, write_project


class Cost(NamedTuple):
    """What one build took: seconds, seconds, megabytes, kilobytes."""

    wall: float
    cpu: float
    peak: float
    size: float


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description="Measure whole builds of decks of unique cards.")
    parser.add_argument("cards", nargs="*", type=int, default=[54, 1000], help="how many cards (54 1000)")
    parser.add_argument("--runs", type=int, default=3, help="builds a figure, of which the least counts (3)")
    given = parser.parse_args()
    print(f"{'cards':>6}  {'build':<8} {'wall s':>7} {'CPU s':>7} {'peak MB':>8} {'PDF KB':>7}", flush=True)
    for number in given.cards:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            cards = make_cards(number)
            write_project(folder, cards)
            show(number, "cold", [build(folder, cold=True) for _ in range(given.runs)])
            write_project(folder, change_text(cards))
            show(number, "changed", [build(folder, cold=False) for _ in range(given.runs)])


def show(number: int, state: str, costs: list[Cost]) -> None:
    """One line of the table."""
    least = Cost(*map(min, zip(*costs, strict=True)))
    print(
        f"{number:>6,}  {state:<8} {least.wall:7.2f} {least.cpu:7.2f} {least.peak:8.0f} {least.size:7.0f}", flush=True
    )


def build(folder: Path, *, cold: bool) -> Cost:
    """The cost of one `pnp build` of the project; leaves with what pnp said if it fails."""
    if cold:
        shutil.rmtree(folder / "output", ignore_errors=True)
    command = [sys.executable, "-m", "pnp", "build", "--project", str(folder)]
    with tempfile.TemporaryFile("w+") as said:
        start = time.perf_counter()
        child = subprocess.Popen(command, stdout=said, stderr=subprocess.STDOUT)
        _, status, used = os.wait4(child.pid, 0)
        wall = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            said.seek(0)
            sys.exit(f"{said.read()}\nthe build failed: exit code {child.returncode}")
    size = sum(path.stat().st_size for path in (folder / "output").rglob("*.pdf"))
    a_megabyte = 1_000_000 if sys.platform == "darwin" else 1_000  # macOS counts the peak in bytes, Linux in KB
    return Cost(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / a_megabyte, size / 1_000)


if __name__ == "__main__":
    main()
