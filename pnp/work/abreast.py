"""Kits side by side: each in a process of its own, as many at a time as there are processors."""

import errno
import os
import signal
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from pnp.model.finding import PnpError
from pnp.work.channel import Steps, await_any
from pnp.work.crew import Progress
from pnp.work.failure import FailedError
from pnp.work.limits import UNLIMITED, Limits, processors
from pnp.work.process import Here
from pnp.work.worker import Doing, Done, Loss, Said, Worker, attempt


class Brief(Protocol):
    """What is made of a folder, and can be told in less."""

    def brief(self) -> Any:
        """As much of it as another process wants to know."""


Result = TypeVar("Result", bound=Brief)
# How many processors there are to be had at the moment; None: all.
Hands: TypeAlias = Callable[[], int] | None
# What makes a result of a folder, tells its progress, and knows with how many hands.
Making: TypeAlias = Callable[[Path, Progress, Hands], Result]

# So many seconds a process may take to put things back when it is told to end.
PATIENCE = 20.0
_TICK = 0.1
# What the system says where there is not enough for all.
_WANTS = (errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE)
# What stops one kit and not the others.
_FAILURES = (PnpError, FailedError, OSError)


class StoppedError(BaseException):
    """SIGTERM arrived: unwinds like an interrupt, so that what is half done is put back."""


def do_abreast(
    doing: Making[Result],
    folders: Sequence[Path],
    follow: Callable[[str], Progress],
    prepare: Callable[[], None],
) -> list[Result]:
    """What `doing` gives for each of the folders, in their order; before they part, something is prepared for all.

    If one of them fails the others are done all the same; then it is raised. Progress is told as if they were done one
    after the other. Folders of one name are: what is made of them has the same place. Side by side, results are brief.
    """
    alone = len({folder.name.casefold() for folder in folders}) < max(2, len(folders))
    if alone or processors() < 2 or not hasattr(os, "fork"):
        return _sift([_try(doing, folder, follow(folder.name)) for folder in folders])
    prepare()
    with _Row(doing, folders, follow) as row:
        return _sift(row.work())


def _try(doing: Making[Result], folder: Path, progress: Progress) -> Result | Exception:
    try:
        return doing(folder, progress, None)
    except _FAILURES as failure:
        return failure


def _sift(results: Sequence[Result | Exception]) -> list[Result]:
    """The results; the first failure among them is raised."""
    good = []
    for result in results:
        if isinstance(result, Exception):
            raise result
        good.append(result)
    return good


class _Row(Generic[Result]):
    """Folders in work. As a context: at its end their processes are ended, and put back what is half done."""

    def __init__(self, doing: Making[Result], folders: Sequence[Path], follow: Callable[[str], Progress]) -> None:
        self._folders = folders
        self._hands = Steps()
        self._doing = lambda folder, tell, _all=None: doing(folder, tell, lambda: self._hands.now).brief()
        self._progress = [follow(folder.name) for folder in folders]
        self._waiting = deque(range(len(folders)))
        self._lonely: deque[int] = deque()
        self._alone = False
        self._at: dict[Worker, int] = {}
        self._results: dict[int, Result | Exception] = {}
        self._said: list[list[Said]] = [[] for _ in folders]

    def __enter__(self) -> "_Row[Result]":
        return self

    def __exit__(self, *_failure: object) -> None:
        for worker in self._at:
            worker.stop()
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and not all(worker.is_over() for worker in self._at):
            time.sleep(_TICK / 10)
        while self._at:
            self._at.popitem()[0].end()

    def work(self) -> list[Result | Exception]:
        """What comes of the folders, in their order."""
        while self._waiting or self._lonely or self._at:
            if not self._waiting and not self._at:
                self._waiting.append(self._lonely.popleft())
                self._alone = True
            while self._waiting and len(self._at) < processors() and self._begin(self._waiting[0]):
                self._waiting.popleft()
            self._hands.at(max(1, processors() // max(1, len(self._at))))
            await_any([worker.line for worker in self._at], _TICK)
            for worker, number in tuple(self._at.items()):
                self._hear(worker, number)
            self._tell()
        return [self._results[number] for number in range(len(self._folders))]

    def _begin(self, number: int) -> bool:
        """Begin with a folder; whether it is begun. Where no process is to be had it has to wait, or is done here."""
        try:
            worker = Worker(self._doing, UNLIMITED, _serve)
        except OSError:
            if self._at:
                return False
            self._note(number, _try(self._doing, self._folders[number], self._progress[number]))
            return True
        self._at[worker] = number
        worker.ask(self._folders[number])
        return True

    def _hear(self, worker: Worker, number: int) -> None:
        answer: Any
        try:
            answer = worker.hear(0)
            self._said[number] += worker.said
            worker.said.clear()
            if answer is None:
                return
        except _FAILURES as failure:
            answer = failure
        del self._at[worker]
        worker.end()
        self._note(number, answer.result if isinstance(answer, Done) else answer)

    def _note(self, number: int, result: Any) -> None:
        """Keep what came of the folder; or, if only the others left too little for it, do it again alone."""
        if _is_want(result) and not self._alone:
            self._lonely.append(number)
        else:
            self._results[number] = _describe(result, self._folders[number]) if isinstance(result, Loss) else result

    def _tell(self) -> None:
        """Tell of the first folder that is in work, and of those before it."""
        for number, said in enumerate(self._said):
            for words in said:
                self._progress[number](*words)
            said.clear()
            if number not in self._results:
                return


def _is_want(answer: object) -> bool:
    """Whether memory, processes or open files were wanting, of which others had a part."""
    if isinstance(answer, Loss):
        return answer.reason == "big" or answer.detail == "SIGKILL"
    return isinstance(answer, OSError) and answer.errno in _WANTS


def _describe(loss: Loss, folder: Path) -> Exception:
    if loss.reason == "big":
        return MemoryError()
    return PnpError(f"the process that was at {folder.name} ended, {loss.detail}", "Try it alone, with --debug.")


def _serve(here: Here, doing: Doing, _limits: Limits) -> None:
    """The life of a process: one folder, whose progress it tells."""
    signal.signal(signal.SIGTERM, _stop)

    def tell(*words: Any) -> None:
        here.line.send(Said(*words))

    with suppress(StoppedError):
        here.line.send(attempt(doing, here.line.recv(), tell))


def _stop(_number: int, _frame: FrameType | None) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # it comes twice where all of us are told: from outside, and by us
    raise StoppedError
