"""What a long command shows of its progress, on stderr: a bar on a terminal, plain lines elsewhere."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING

from pnp.cli.printing import count, mention, on_terminal, plain

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress

# Told a step ("faces"), how much of it is done and how much there is.
Progress = Callable[[str, int, int], None]

# A bar is not worth showing for work that is done sooner than this, nor drawing more often (seconds).
PATIENCE, TICK = 0.4, 0.1


@contextmanager
def show_progress() -> Iterator[Callable[[str], Progress]]:
    """Gives, for the name of a kit, the function that its work reports to."""
    if not on_terminal(sys.stderr):
        yield lambda kit: partial(_say_step, kit)
        return
    with ExitStack() as stack:
        bar = Bar(stack)
        yield lambda kit: partial(bar.move, kit)


# What a step does, and to what.
_STEPS = {"faces": ("drawing", "face"), "sheets": ("printing", "PDF"), "rulebooks": ("setting", "rulebook")}


def _say_step(kit: str, step: str, done: int, total: int) -> None:
    if done == 0:
        doing, noun = _STEPS.get(step, ("doing", step))
        mention(plain(f"{kit}: {doing} {count(total, noun)}"))


class Bar:
    """A bar on the terminal that appears when the work takes long, and is gone when it is done.

    It is drawn from the work's own calls: no thread of its own stands in the way of worker processes.
    """

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._due = time.monotonic() + PATIENCE
        self._rich: RichProgress | None = None

    def move(self, kit: str, step: str, done: int, total: int) -> None:
        """Show that `done` of `total` are done, if it is time to draw again."""
        now = time.monotonic()
        if now < self._due:
            return
        self._due = now + TICK
        if self._rich is None:
            self._rich = self._stack.enter_context(_make_bar())
            self._rich.add_task("")
        self._rich.update(self._rich.task_ids[0], description=plain(f"{kit}: {step}"), completed=done, total=total)
        self._rich.refresh()


def _make_bar() -> "RichProgress":
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    words = TextColumn("{task.description}", markup=False)
    return Progress(
        words, BarColumn(), MofNCompleteColumn(), console=Console(stderr=True), auto_refresh=False, transient=True
    )
