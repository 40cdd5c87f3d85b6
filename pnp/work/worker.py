"""A process that does tasks in steps, within limits. Whatever becomes of it, the one who asked goes on."""

import signal
from collections.abc import Callable
from typing import Any, NamedTuple

from pnp.model.finding import PnpError
from pnp.model.place import Where
from pnp.work.channel import Line
from pnp.work.failure import FailedError
from pnp.work.limits import GRACE, Limits, OvertimeError, allow, was_full
from pnp.work.process import NO_MEMORY, Here, Serving, start
from pnp.work.vigil import Vigil

# What a worker does: given a task and a function that it tells the number of each step, it gives the result.
Doing = Callable[[Any, Callable[..., None]], Any]


class Loss(NamedTuple):
    """A task that was not done: at which step (-1: before the first), and why: `slow`, `big` or `crash`.

    `detail` says how it crashed; `where` is the place in the content that was slow, if that is known.
    """

    step: int
    reason: str
    detail: str = ""
    where: Where | None = None


class Done(NamedTuple):
    """A result."""

    result: Any


class Said(NamedTuple):
    """What a process tells of its progress: the step, how much of it is done, and how much there is."""

    step: str
    done: int
    total: int


class _Failed(NamedTuple):
    """What a FailedError is made of."""

    kind: str
    message: str
    frames: tuple[tuple[str, int], ...]
    report: str


class _Refused(NamedTuple):
    """What a PnpError is made of."""

    message: str
    help: str


class Worker:
    """One process that is asked for one thing at a time."""

    def __init__(self, doing: Doing, limits: Limits, serve: Serving | None = None) -> None:
        self._process = start(serve or _serve, doing, limits)
        self._vigil = Vigil(limits.seconds, limits.seconds + GRACE)
        self.tasks = 0
        self.said: list[Said] = []

    def ask(self, task: Any) -> None:
        """Give it a task; `tasks` counts them."""
        self.tasks += 1
        self._vigil.begin()
        try:
            self._process.line.send(task)
        except OSError:  # it is dead, which is heard when it is listened to
            return

    @property
    def line(self) -> Line:
        """Where its answers come."""
        return self._process.line

    @property
    def step(self) -> int:
        """The step that it is at, -1 if it has not begun."""
        return self._process.step

    def hear(self, seconds: float) -> Done | Loss | None:
        """What came of the task; None if there is nothing yet after so many seconds. After a Loss the worker is dead.

        What is said of progress is put into `said`. A FailedError, PnpError or OSError that stopped it is raised here.
        """
        try:
            answer = self._process.line.recv() if self._process.line.poll(seconds) else None
        except (EOFError, OSError):
            return self._examine()
        if isinstance(answer, Said):
            self.said.append(answer)
            return None
        if answer is not None:
            return self._judge(answer)
        if self._vigil.is_due() and self._vigil.look(self.step, asleep=self._process.is_asleep()):
            return self._give_up()
        return None

    def _give_up(self) -> Loss | None:
        """End it; but not if it answers after all: then it waits for nobody but us."""
        if self._process.line.poll(0):
            return None
        step = self.step
        self.end()
        return Loss(step, "slow")

    def stop(self) -> None:
        """Tell it to end by itself."""
        self._process.stop()

    def is_over(self) -> bool:
        """Whether it has ended."""
        return self._process.is_over()

    def kill(self) -> None:
        """End the process at once, and do not wait for it."""
        self._process.kill()

    def end(self) -> int:
        """End the process, whatever it does; its exit code, or minus the signal that it died of."""
        self._process.kill()
        code = self._process.wait()
        self._process.line.close()
        return code

    def _judge(self, answer: object) -> Done | Loss:
        if isinstance(answer, _Refused):
            raise PnpError(*answer)
        if isinstance(answer, _Failed):
            raise FailedError(*answer)
        if isinstance(answer, OSError):
            raise answer
        assert isinstance(answer, Done | Loss)
        if isinstance(answer, Loss):
            self.end()
        return answer

    def _examine(self) -> Loss:
        """Why the process died."""
        step, code = self.step, self._process.wait()
        self._process.line.close()
        if code == NO_MEMORY:
            return Loss(step, "big")
        if code < 0 and _name(-code) == "SIGPROF":
            return Loss(step, "slow")
        return Loss(step, "crash", _name(-code) if code < 0 else f"exit code {code}")


def _name(number: int) -> str:
    """The name of the signal, or its number: those for real time have none."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _serve(here: Here, doing: Doing, limits: Limits) -> None:
    """A worker's life: tasks come and answers go, until the parent is gone."""
    at = -1

    def tell(step: int) -> None:
        nonlocal at
        at = step
        allow(limits.seconds)
        here.tell(step)

    while True:
        task = here.line.recv()
        allow(limits.seconds)
        answer = attempt(doing, task, tell)
        here.line.send(answer._replace(step=at) if isinstance(answer, Loss) else answer)
        here.tell(-1)


def attempt(doing: Doing, task: Any, tell: Callable[..., None]) -> object:
    """The result of the task, or why there is none."""
    try:
        result = doing(task, tell)
        allow(0)
        return Done(result)
    except OvertimeError as late:
        return Loss(-1, "slow", where=late.where)
    except EOFError:
        raise
    except Exception as failure:  # noqa: BLE001 - the parent reports it like one of its own
        # Where the memory was full, anything may fail, in any way.
        if isinstance(failure, MemoryError) or (not isinstance(failure, PnpError | OSError) and was_full()):
            allow(0)
            return Loss(-1, "big")
        return _wrap(failure)


def _wrap(failure: Exception) -> object:
    """The failure as it is sent to the parent."""
    if isinstance(failure, OSError):
        return failure
    if isinstance(failure, PnpError):
        return _Refused(failure.message, failure.help)
    if isinstance(failure, FailedError):
        return _Failed(failure.kind, str(failure), failure.frames, failure.report)
    import traceback

    frames = tuple((frame.filename, frame.lineno or 0) for frame in traceback.extract_tb(failure.__traceback__))
    report = "".join(traceback.format_exception(failure)).rstrip()
    return _Failed(type(failure).__name__, str(failure), frames, report)
