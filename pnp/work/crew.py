"""The workers of one kit: what is to be done is handed out to them, and what they could not do is told."""

import time
from collections.abc import Callable, Iterable, Sequence, Set
from importlib import import_module
from operator import attrgetter
from typing import Any, TypeAlias

from pnp.faces.cairo.libcairo import load_cairo
from pnp.faces.studio import Studio
from pnp.model.document import Document
from pnp.model.face import Face, FaceKey
from pnp.model.finding import Finding, Level, PnpError
from pnp.model.kit import Kit, Rulebook
from pnp.model.roots import Roots
from pnp.rules.engine import inspect
from pnp.work.channel import await_any
from pnp.work.chunks import split
from pnp.work.limits import Limits, is_cramped, processors
from pnp.work.losses import Losses
from pnp.work.portions import portion, weigh
from pnp.work.queue import WORTH_SHARING, Begun, Entry, Queue
from pnp.work.worker import Done, Loss, Worker
from pnp.work.workplace import Batch, Chunk, IconsOf, Proof, Task, Text, Workplace

# A second worker has to begin from nothing; it pays where a chunk took longer than this and others wait (seconds).
WORTH_ANOTHER = 1.0
# A text takes about as long as so many faces that are only looked at.
_TEXT = 12
# What one worker may take.
LIMITS = Limits()
# So many workers may die before they begin.
_FALSE_STARTS = 3
_TICK = 0.1

# What is being done ("faces", "sheets"), how much of it is done, and how much there is.
Progress: TypeAlias = Callable[[str, int, int], None]


def quiet(_step: str, _done: int, _total: int) -> None:
    """Progress for nobody."""


class Crew:
    """Makes the faces and texts of a kit in processes of their own, two where they pay.

    Use it as a context; at its end they are ended. What they could not do within the limits is among the findings.
    `draw` says that there will be something to draw, `hands` how many processors there are to be had at the moment.
    """

    def __init__(self, kit: Kit, roots: Roots, *, draw: bool, hands: Callable[[], int] | None = None) -> None:
        self._kit, self._roots, self._draw, self._limits = kit, roots, draw, LIMITS
        self._hands = processors if hands is None else hands
        self._place = Workplace(kit, roots)
        self._losses = Losses(kit, roots, self._limits)
        self._workers: dict[Worker, set[str]] = {}  # each with the templates that it knows
        self._queues: list[Queue] = []
        self._texts: dict[str, Queue] = {}
        self._false_starts = 0

    def __enter__(self) -> "Crew":
        return self

    def __exit__(self, *_failure: object) -> None:
        for worker in self._workers:  # the system takes them apart side by side
            worker.kill()
        while self._workers:
            self._workers.popitem()[0].end()

    def studio(self, theme: str) -> Studio:
        """The studio for that look, in this process: it tells what pieces there are. Composing is for workers."""
        return self._place.studio(theme)

    def make_faces(self, theme: str, keys: Sequence[FaceKey], progress: Progress, *, draw: bool) -> list[Chunk]:
        """The faces, checked and, if asked, drawn: chunks in the order of the keys, without faces that were lost.

        There is a finding for each of those. What is drawn is the same whatever the number of workers.
        """
        return self.finish(self.begin(theme, [keys], progress, draw=draw), progress)[0]

    def begin(
        self, theme: str, jobs: Sequence[Sequence[FaceKey]], progress: Progress | None = None, *, draw: bool
    ) -> Queue:
        """Set the workers to the faces of several jobs, side by side; `finish` gives them.

        What is drawn together depends on nothing but the content; what is only looked at is parted as suits workers.
        """
        count, texts = sum(map(len, jobs)), _TEXT * len(self._texts)
        shared = texts > 0 if draw else count + texts >= WORTH_SHARING
        most = count // 2 if shared else count
        todo = [entry for job, keys in enumerate(jobs) for entry in self._part(theme, job, keys, most, draw=draw)]
        todo.sort(key=attrgetter("weight"), reverse=True)
        queue = self._open(Queue(todo, len(jobs), count, draw, shared))
        if progress is not None and count:
            progress("faces", 0, count)
        return queue

    def _part(self, theme: str, job: int, keys: Sequence[FaceKey], most: int, *, draw: bool) -> list[Entry]:
        """The faces of a job in batches; more than `most` that are only looked at are shared."""
        parts = split(keys, self._kit, self._roots)
        if draw:
            return [
                Entry((job, number), Batch(theme, part, draw), "", weigh(part, self._kit))
                for number, part in enumerate(parts)
            ]
        return [
            Entry((job, number), Batch(theme, each.keys, draw), each.template, each.weight)
            for number, each in enumerate(portion(parts, most, self._kit))
        ]

    def finish(self, queue: Queue, progress: Progress) -> list[list[Chunk]]:
        """What came of each of the jobs, as of `make_faces`."""
        while queue.open:
            self._go_on()
            progress("faces", max(1, min(queue.faces(), queue.count)), queue.count)
        self._queues.remove(queue)
        return [[queue.done[order] for order in sorted(queue.done) if order[0] == job] for job in range(queue.jobs)]

    def begin_texts(self, rulebooks: Sequence[Rulebook]) -> None:
        """Set a worker to the rulebooks; `write` gives them."""
        self._texts |= {rulebook.name: self._open(Queue([Entry((0,), Text(rulebook))])) for rulebook in rulebooks}

    def write(self, rulebook: Rulebook) -> tuple[Document | None, list[Finding]]:
        """The rulebook as a document; None, and a finding, if it was lost."""
        if rulebook.name not in self._texts:
            self.begin_texts([rulebook])
        result = self._fetch(self._texts.pop(rulebook.name))
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
        return self._fetch(self._open(Queue([Entry((0,), task)])))

    def _fetch(self, queue: Queue) -> Any:
        """What came of the only task of the queue."""
        while queue.open:
            self._go_on()
        self._queues.remove(queue)
        (result,) = queue.done.values()
        return result

    def _open(self, queue: Queue) -> Queue:
        """Have the queue done, a single task before all faces."""
        self._queues.insert(len(self._queues) if queue.count else 0, queue)
        self._hand_out()
        return queue

    def _go_on(self) -> None:
        self._hand_out()
        self._listen()

    def _hire(self) -> Worker:
        if self._draw:  # what all workers need is imported once, before they part
            load_cairo()
            import_module("pnp.faces.drawing")
        worker = Worker(self._place, self._limits)
        self._workers[worker] = set()
        return worker

    def _dismiss(self, worker: Worker, loss: Loss) -> None:
        """Forget a worker that is dead."""
        del self._workers[worker]
        self._false_starts += loss.step < 0
        if self._false_starts >= _FALSE_STARTS:
            how = loss.detail or f"too {loss.reason}"
            raise PnpError(
                f"the processes that draw end before they begin ({how})", "Make room in memory, and try again."
            )

    def _hand_out(self) -> None:
        """Give tasks to those who have none, and take on another worker if it pays."""
        busy = {worker for queue in self._queues for worker in queue.doing}
        for worker in [worker for worker in self._workers if worker not in busy]:
            self._give(worker)
        while any(queue.todo for queue in self._queues) and len(self._workers) < 2:
            if self._workers and not any(map(self._is_worth_another, self._queues)):
                return
            if not self._give(None):
                return

    def _is_worth_another(self, queue: Queue) -> bool:
        worth = queue.shared or queue.slowest > WORTH_ANOTHER
        return bool(queue.todo) and worth and self._hands() > 1

    def _give(self, worker: Worker | None) -> bool:
        """Give the worker, or a new one, a task, if there is one for it."""
        known = set() if worker is None else self._workers[worker]
        others = set().union(*(templates for other, templates in self._workers.items() if other is not worker))
        for queue in self._queues:
            entry = self._take(queue, known, others)
            if entry is not None:
                try:
                    worker = worker or self._hire()
                except OSError:
                    if not self._workers:
                        raise
                    queue.todo.insert(0, entry)  # there is no room for another, but one who will do it
                    return False
                self._workers[worker].add(entry.template)
                worker.ask(entry.task)
                queue.doing[worker] = Begun(entry, time.monotonic())
                return True
        return False

    def _take(self, queue: Queue, known: Set[str], others: Set[str]) -> Entry | None:
        """What the queue has for somebody, without faces that are not to be tried, of which that is said."""
        while (entry := queue.choose(known, others)) is not None:
            queue.todo.remove(entry)
            batch = entry.task
            if not isinstance(batch, Batch):
                return entry
            given_up = [key for key in batch.keys if self._losses.is_hopeless(key)]
            if not given_up:
                return entry
            queue.done[*entry.order, -2] = self._tell_of(map(self._losses.give_up, given_up))
            kept = tuple(key for key in batch.keys if key not in given_up)
            if kept:
                return entry._replace(task=batch._replace(keys=kept))
        return None

    def _tell_of(self, faces: Iterable[Face]) -> Chunk:
        """In place of faces that there are not, what is said of them."""
        return Chunk(findings=tuple(inspect(self._kit, faces)))

    def _listen(self) -> None:
        """Take what the workers have done; wait for it a little."""
        doing = [(queue, worker) for queue in self._queues for worker in queue.doing]
        await_any([worker.line for _, worker in doing], _TICK)
        for queue, worker in doing:
            answer = worker.hear(0)
            if answer is None:
                continue
            entry, since = queue.doing.pop(worker)
            if isinstance(answer, Done):
                queue.slowest = max(queue.slowest, time.monotonic() - since)
                queue.done[entry.order] = answer.result
                continue
            self._dismiss(worker, answer)
            if not isinstance(entry.task, Batch):
                queue.done[entry.order] = answer
            elif answer.reason == "big" and worker.tasks > 1:  # what it did before may have left too little
                queue.todo.insert(0, entry)
            else:
                self._mend(queue, entry, entry.task, answer)

    def _mend(self, queue: Queue, entry: Entry, batch: Batch, loss: Loss) -> None:
        """In place of a batch that was lost, what can still be done of it; and what is to be said of the rest."""
        keys, count = batch.keys, len(batch.keys)
        at = loss.step % count if count == 1 or 0 <= loss.step < 2 * count else -1
        told = Chunk()
        if at < 0:  # between two faces, or in the end: none of them is known to be it
            parts = [keys[: count // 2], keys[count // 2 :]]
        elif loss.reason == "big" and count > 1:  # perhaps it was all of them together
            parts = [keys[:at], keys[at : at + 1], keys[at + 1 :]]
        elif loss.reason == "big" and is_cramped(self._limits):  # the card is not to blame
            raise MemoryError
        else:
            told = self._tell_of([self._losses.mourn(keys[at], loss)])
            parts = [keys[:at] + keys[at + 1 :]]
        queue.done[*entry.order, -1] = told
        queue.todo[:0] = [
            Entry((*entry.order, number), batch._replace(keys=part), entry.template)
            for number, part in enumerate(parts)
            if part
        ]
