"""Tasks that are waited for together: those to do, those that are being done, and what came of the others."""

from collections.abc import Set
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from pnp.work.worker import Worker
from pnp.work.workplace import Batch, Chunk, Task

# So many faces are worth another worker, though a template that somebody has compiled is compiled once more.
WORTH_SHARING = 24

# What is left to others ranks so.
_LEFT = 3

# The place of a part in the whole: a batch that was lost is done again in parts.
Order: TypeAlias = tuple[int, ...]


class Entry(NamedTuple):
    """A task, its place in the whole, the template that whoever does it had better know, and about how long it takes.

    The last two are told where they matter.
    """

    order: Order
    task: Task
    template: str = ""
    weight: float = 0.0


class Begun(NamedTuple):
    """What a worker is at, and since when."""

    entry: Entry
    since: float


@dataclass(slots=True, eq=False)
class Queue:
    """Entries to do, those that are being done, and what came of the others; `slowest` in seconds.

    They are of so many jobs, and of `count` faces, to `draw` or to look at. The first number of an order is that of its
    job. `shared` says that another worker pays whatever is the slowest.
    """

    todo: list[Entry]
    jobs: int = 1
    count: int = 0
    draw: bool = False
    shared: bool = False
    doing: dict[Worker, Begun] = field(default_factory=dict)
    done: dict[Order, Any] = field(default_factory=dict)
    slowest: float = 0.0

    @property
    def open(self) -> bool:
        """Whether there is something that is not done."""
        return bool(self.todo or self.doing)

    def faces(self) -> int:
        """How many faces are done, those in work counted by their steps."""
        steps = sum(max(worker.step, 0) for worker in self.doing)
        return sum(len(chunk.keys) for chunk in self.chunks()) + steps // (2 if self.draw else 1)

    def chunks(self) -> list[Chunk]:
        """What is done of the faces."""
        return [chunk for chunk in self.done.values() if isinstance(chunk, Chunk)]

    def choose(self, known: Set[str], others: Set[str]) -> Entry | None:
        """What somebody does next who knows some templates, where others know theirs; None: leave the rest to them."""
        ranks = [self._rank(entry.template, known, others) for entry in self.todo]
        best = min(ranks, default=None)
        return None if best is None or best == _LEFT else self.todo[ranks.index(best)]

    def _rank(self, template: str, known: Set[str], others: Set[str]) -> int:
        if not template or template in known:
            return 0
        if template not in others:
            return 1
        faces = sum(len(task.keys) for _, task, of, _ in self.todo if of == template and isinstance(task, Batch))
        return 2 if faces >= WORTH_SHARING else _LEFT
