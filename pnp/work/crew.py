"""The workers of one kit: what is to be done is handed out to them, and what they could not do is told."""

import os
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, NamedTuple, TypeAlias

from pnp.faces.cairo.libcairo import load_cairo
from pnp.faces.studio import Studio
from pnp.model.document import Document
from pnp.model.face import FaceKey
from pnp.model.finding import Finding, Level, PnpError
from pnp.model.kit import Kit, Rulebook
from pnp.model.roots import Roots
from pnp.rules.engine import inspect
from pnp.work.chunks import split
from pnp.work.limits import Limits, is_cramped
from pnp.work.losses import Losses
from pnp.work.worker import Done, Loss, Worker
from pnp.work.workplace import Batch, Chunk, IconsOf, Proof, Task, Text, Workplace

# A second worker has to begin from nothing; it pays where a chunk took longer than this and others wait (seconds).
WORTH_ANOTHER = 1.0
# So many faces that are only looked at are shared by two workers from the beginning, in so many parts.
WORTH_SHARING, SHARES = 24, 4
# What one worker may take.
LIMITS = Limits()
# So many workers may die before they begin.
_FALSE_STARTS = 3
_TICK = 0.1

# What is being done ("faces", "sheets"), how much of it is done, and how much there is.
Progress: TypeAlias = Callable[[str, int, int], None]
# The place of a part in the whole: a batch that was lost is done again in parts.
Order: TypeAlias = tuple[int, ...]


class _Doing(NamedTuple):
    """What a worker is at, and since when."""

    order: Order
    batch: Batch
    since: float


@dataclass(slots=True)
class Queue:
    """Batches to do, those that are being done, and what came of the others; `slowest` in seconds.

    They are of so many jobs, and of `count` faces, to `draw` or to look at. The first number of an order is that of its
    job. `shared` says that another worker pays whatever is the slowest.
    """

    todo: deque[tuple[Order, Batch]]
    jobs: int
    count: int
    draw: bool
    doing: dict[Worker, _Doing] = field(default_factory=dict)
    done: dict[Order, Chunk] = field(default_factory=dict)
    slowest: float = 0.0
    shared: bool = False

    def faces(self) -> int:
        """How many faces are done, those in work counted by their steps."""
        steps = sum(max(worker.step, 0) for worker in self.doing)
        return sum(len(chunk.keys) for chunk in self.done.values()) + steps // (2 if self.draw else 1)


class Crew:
    """Makes the faces and texts of a kit in processes of their own, two where they pay.

    Use it as a context; at its end they are ended. What they could not do within the limits is among the findings.
    `draw` says that there will be something to draw.
    """

    def __init__(self, kit: Kit, roots: Roots, *, draw: bool) -> None:
        self._kit, self._roots, self._draw, self._limits = kit, roots, draw, LIMITS
        self._place = Workplace(kit, roots)
        self._losses = Losses(kit, roots, self._limits)
        self._workers: list[Worker] = []
        self._false_starts = 0

    def __enter__(self) -> "Crew":
        return self

    def __exit__(self, *_failure: object) -> None:
        while self._workers:
            self._workers.pop().end()

    def studio(self, theme: str) -> Studio:
        """The studio for that look, in this process: it tells what pieces there are. Composing is for workers."""
        return self._place.studio(theme)

    def make_faces(self, theme: str, keys: Sequence[FaceKey], progress: Progress, *, draw: bool) -> list[Chunk]:
        """The faces, checked and, if asked, drawn: chunks in the order of the keys, without faces that were lost.

        There is a finding for each of those. What is drawn is the same whatever the number of workers.
        """
        return self.finish(self.begin(theme, [keys], draw=draw), progress)[0]

    def begin(self, theme: str, jobs: Sequence[Sequence[FaceKey]], *, draw: bool) -> Queue:
        """Set the workers to the faces of several jobs, side by side; `finish` them before there is more to do."""
        count = sum(map(len, jobs))
        shared = not draw and count >= WORTH_SHARING and processors() > 1
        todo: deque[tuple[Order, Batch]] = deque()
        for job, keys in enumerate(jobs):
            parts = split(keys, self._kit, self._roots)
            if shared and 2 * len(keys) > count:  # the others would be done long before it
                parts = [share for part in parts for share in _share(part)]
            todo += [((job, number), Batch(theme, part, draw)) for number, part in enumerate(parts)]
        queue = Queue(todo, len(jobs), count, draw, shared=shared)
        self._hand_out(queue)
        return queue

    def finish(self, queue: Queue, progress: Progress) -> list[list[Chunk]]:
        """What came of each of the jobs, as of `make_faces`."""
        if queue.count:
            progress("faces", 0, queue.count)
        while queue.todo or queue.doing:
            self._hand_out(queue)
            self._listen(queue)
            progress("faces", max(1, min(queue.faces(), queue.count)), queue.count)
        return [[queue.done[order] for order in sorted(queue.done) if order[0] == job] for job in range(queue.jobs)]

    def write(self, rulebook: Rulebook) -> tuple[Document | None, list[Finding]]:
        """The rulebook as a document; None, and a finding, if it was lost."""
        result = self._do(Text(rulebook))
        if isinstance(result, Loss):
            return None, self._tell(result, f"the text {rulebook.file}", rulebook)
        return result, []

    def prove(self, theme: str, keys: Sequence[FaceKey], inks: Sequence[str]) -> tuple[Chunk, list[Finding]]:
        """The faces drawn in each of the inks; nothing, and a finding, if they were lost."""
        result = self._do(Proof(theme, tuple(keys), tuple(inks)))
        if isinstance(result, Loss):
            fault = self._losses.fault(result, "the proof of colours", result.where or self._kit.where)
            return Chunk(), [Finding(fault.where, fault.check, Level.ERROR, fault.message, fault.help, self._kit.id)]
        return result, []

    def draw_icons(self, documents: Sequence[Document]) -> tuple[Chunk, list[Finding]]:
        """The icons in the documents, drawn; nothing, and a finding, if they were lost."""
        result = self._do(IconsOf(tuple(documents)))
        if isinstance(result, Loss):
            return Chunk(), self._tell(result, "an icon", documents[0].rulebook)
        return result, []

    def _tell(self, loss: Loss, what: str, rulebook: Rulebook) -> list[Finding]:
        fault = self._losses.fault(loss, what, loss.where or rulebook.place("file"))
        return [Finding(fault.where, fault.check, Level.ERROR, fault.message, fault.help, self._kit.id)]

    def _do(self, task: Task) -> Any:
        """The result of one task, or a Loss."""
        worker = self._workers[0] if self._workers else self._hire()
        worker.ask(task)
        while (answer := worker.hear(_TICK)) is None:
            continue
        if isinstance(answer, Done):
            return answer.result
        self._dismiss(worker, answer)
        return answer

    def _hire(self) -> Worker:
        if self._draw:  # what all workers need is imported once, before they part
            load_cairo()
            import_module("pnp.faces.drawing")
        self._workers.append(Worker(self._place, self._limits))
        return self._workers[-1]

    def _dismiss(self, worker: Worker, loss: Loss) -> None:
        """Forget a worker that is dead."""
        self._workers.remove(worker)
        self._false_starts += loss.step < 0
        if self._false_starts >= _FALSE_STARTS:
            how = loss.detail or f"too {loss.reason}"
            raise PnpError(
                f"the processes that draw end before they begin ({how})", "Make room in memory, and try again."
            )

    def _hand_out(self, queue: Queue) -> None:
        """Give tasks to those who have none, and take on another worker if it pays."""
        while queue.todo:
            idle = next((worker for worker in self._workers if worker not in queue.doing), None)
            if idle is None:
                worth = queue.shared or (queue.slowest > WORTH_ANOTHER and processors() > 1)
                if self._workers and not (len(self._workers) == 1 and worth):
                    return
                idle = self._hire()
            order, batch = queue.todo.popleft()
            idle.ask(batch)
            queue.doing[idle] = _Doing(order, batch, time.monotonic())

    def _listen(self, queue: Queue) -> None:
        """Take what the workers have done; wait for it a little."""
        patience = _TICK if len(queue.doing) == 1 else _TICK / 20
        for worker, (order, batch, since) in tuple(queue.doing.items()):
            answer = worker.hear(patience)
            if answer is not None:
                del queue.doing[worker]
            if isinstance(answer, Done):
                queue.slowest = max(queue.slowest, time.monotonic() - since)
                queue.done[order] = answer.result
            elif isinstance(answer, Loss):
                self._dismiss(worker, answer)
                if answer.reason == "big" and worker.tasks > 1:  # what it did before may have left too little
                    queue.todo.appendleft((order, batch))
                else:
                    self._mend(queue, order, batch, answer)

    def _mend(self, queue: Queue, order: Order, batch: Batch, loss: Loss) -> None:
        """In place of a batch that was lost, what can still be done of it; and what is to be said of the rest."""
        keys, count = batch.keys, len(batch.keys)
        at = loss.step % count if count == 1 or 0 <= loss.step < 2 * count else -1
        told = []
        if at < 0:  # between two faces, or in the end: none of them is known to be it
            parts = [keys[: count // 2], keys[count // 2 :]]
        elif loss.reason == "big" and count > 1:  # perhaps it was all of them together
            parts = [keys[:at], keys[at : at + 1], keys[at + 1 :]]
        elif loss.reason == "big" and is_cramped(self._limits):  # the card is not to blame
            raise MemoryError
        else:
            told.append(self._losses.mourn(keys[at], loss))
            parts = [keys[:at] + keys[at + 1 :]]
        told += [self._losses.give_up(key) for part in parts for key in part if self._losses.is_hopeless(key)]
        kept = [tuple(key for key in part if not self._losses.is_hopeless(key)) for part in parts]
        queue.done[*order, -1] = Chunk(findings=tuple(inspect(self._kit, told)))
        rest = [((*order, number), batch._replace(keys=part)) for number, part in enumerate(kept) if part]
        queue.todo.extendleft(reversed(rest))


def _share(keys: Sequence[FaceKey]) -> list[tuple[FaceKey, ...]]:
    """The keys in SHARES parts, in their order."""
    size = -(-len(keys) // SHARES)
    return [tuple(keys[start : start + size]) for start in range(0, len(keys), size)]


def processors() -> int:
    """How many processors we may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
