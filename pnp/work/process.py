"""How a worker's process is started and ended: forked where the system can do that, else spawned."""

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple, Protocol

from pnp.work.channel import Channel, Line, Steps
from pnp.work.limits import HELD, Limits, confine
from pnp.work.vigil import is_asleep

# The exit code of a worker that could not even say that it has no memory left.
NO_MEMORY = 71
# So many files that were opened after a worker's own are closed in it.
_MOST_FILES = 4096


class Here(Protocol):
    """A worker's process as the worker sees it: a line to the parent, and a way to say how far it is."""

    @property
    def line(self) -> Line:
        """The line to the parent."""

    def tell(self, step: int) -> None:
        """Say which step is being done; EOFError or OSError if the parent is gone."""


class Process(Protocol):
    """A worker's process as the parent sees it."""

    line: Line

    @property
    def step(self) -> int:
        """The step that it is at; -1 between two tasks."""

    def stop(self) -> None:
        """Tell it to end."""

    def is_over(self) -> bool:
        """Whether it has ended."""

    def is_asleep(self) -> bool | None:
        """Whether it waits for something; None where the system does not tell."""

    def kill(self) -> None:
        """End it at once."""

    def wait(self) -> int:
        """Its exit code once it has ended, or minus the signal that it died of."""


Serving = Callable[[Here, Any, Limits], None]


def start(serve: Serving, doing: Any, limits: Limits) -> Process:
    """A process that runs `serve(here, doing, limits)`, confined. Without fork, `doing` has to be picklable."""
    return Forked(serve, doing, limits) if hasattr(os, "fork") else Spawned(serve, doing, limits)


class Forked:
    """A copy of this process: it costs some milliseconds, and knows all that is known here."""

    def __init__(self, serve: Serving, doing: Any, limits: Limits) -> None:
        self._steps = Steps()
        self._code: int | None = None
        (below, down), (up, above) = os.pipe(), os.pipe()
        parent = os.getpid()
        # A signal that comes while the copy still has this process's handlers is for this process alone.
        held = signal.pthread_sigmask(signal.SIG_BLOCK, HELD)
        try:
            self._pid = os.fork()
            if self._pid == 0:
                _live(serve, doing, limits, _Copy(Channel(below, above), self._steps, parent))
        except OSError as error:
            os.close(up)
            os.close(down)
            raise OSError(error.errno, "the system gives no more processes (see `ulimit -u`)") from error
        finally:
            os.close(below)
            os.close(above)
            signal.pthread_sigmask(signal.SIG_SETMASK, held)
        self.line: Line = Channel(up, down)

    @property
    def step(self) -> int:
        """The step that it is at; -1 between two tasks."""
        return self._steps.now

    def stop(self) -> None:
        """Tell it to end."""
        self._send(signal.SIGTERM)

    def is_over(self) -> bool:
        """Whether it has ended."""
        self._bury(os.WNOHANG)
        return self._code is not None

    def is_asleep(self) -> bool | None:
        """Whether it waits for something; None where the system does not tell."""
        return is_asleep(self._pid)

    def kill(self) -> None:
        """End it at once."""
        self._send(9)

    def _send(self, number: int) -> None:
        if self._code is None:
            with suppress(ProcessLookupError):
                os.kill(self._pid, number)

    def wait(self) -> int:
        """Its exit code once it has ended, or minus the signal that it died of."""
        self._bury(0)
        return self._code or 0

    def _bury(self, how: int) -> None:
        """Note how it ended, if it has."""
        if self._code is not None:
            return
        try:
            ended, status = os.waitpid(self._pid, how)
        except ChildProcessError:  # the system has, where nobody wants to know (SIGCHLD ignored)
            ended, status = self._pid, 0
        if ended:
            self._code = os.waitstatus_to_exitcode(status)


class _Copy(NamedTuple):
    """A forked worker, seen from inside."""

    line: Channel
    steps: Steps
    parent: int

    def tell(self, step: int) -> None:
        self.steps.at(step)
        if os.getppid() != self.parent:
            raise EOFError


def _live(serve: Serving, doing: Any, limits: Limits, here: _Copy) -> None:
    """What the copy does: serve, and never come back into what the parent was doing."""
    code = 1
    try:
        _leave_alone(here.line.ends)
        confine(limits)
        serve(here, doing, limits)
    except (EOFError, OSError):
        code = 0  # the parent is gone
    except MemoryError:
        code = NO_MEMORY
    finally:
        os._exit(code)


def _leave_alone(ends: tuple[int, int]) -> None:
    """Close what belongs to the parent: its other workers must see it end, and what it prints is its own."""
    low, high = sorted(ends)
    os.closerange(3, low)
    os.closerange(low + 1, high)
    os.closerange(high + 1, high + _MOST_FILES)
    nowhere = os.open(os.devnull, os.O_RDWR)  # there is room for it now, if there was none before
    for standard in (0, 1, 2):
        os.dup2(nowhere, standard)
    os.close(nowhere)


class _Step(NamedTuple):
    """Said on the line of a spawned worker, which shares no memory."""

    number: int


class Spawned:
    """A new Python, for systems that cannot fork: it takes half a second, and is sent all that it has to know."""

    def __init__(self, serve: Serving, doing: Any, limits: Limits) -> None:
        from multiprocessing import get_context

        context = get_context("spawn")
        ours, theirs = context.Pipe()
        # Or Python would import what lies in the folder that we were started in.
        kept = os.environ.get("PYTHONSAFEPATH")
        os.environ["PYTHONSAFEPATH"] = "1"
        self._process = context.Process(target=_live_apart, args=(theirs, serve, doing, limits), daemon=True)
        try:
            self._process.start()
        finally:
            if kept is None:
                del os.environ["PYTHONSAFEPATH"]
            else:
                os.environ["PYTHONSAFEPATH"] = kept
        theirs.close()
        self._line = _Listening(ours)
        self.line: Line = self._line

    @property
    def step(self) -> int:
        """The step that it is at; -1 between two tasks."""
        return self._line.step

    def stop(self) -> None:
        """Tell it to end."""
        self._process.terminate()

    def is_over(self) -> bool:
        """Whether it has ended."""
        return not self._process.is_alive()

    def is_asleep(self) -> bool | None:
        """Whether it waits for something; None where the system does not tell."""
        return is_asleep(self._process.pid or 0)

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()

    def wait(self) -> int:
        """Its exit code once it has ended, or minus the signal that it died of."""
        self._process.join()
        return self._process.exitcode or 0


class _Listening:
    """The parent's end of a spawned worker's line: steps are noted, the rest is kept for who asks for it."""

    def __init__(self, line: Any) -> None:
        self._line = line
        self._heard: list[Any] = []
        self.step = -1

    def send(self, thing: Any, /) -> None:
        self.step = -1
        self._line.send(thing)

    def poll(self, seconds: float, /) -> bool:
        try:
            while not self._heard and self._line.poll(seconds):
                thing = self._line.recv()
                if isinstance(thing, _Step):
                    self.step = thing.number
                    return False
                self._heard.append(thing)
        except (EOFError, OSError):
            return True  # `recv` tells
        return bool(self._heard)

    def recv(self) -> Any:
        return self._heard.pop() if self._heard else self._line.recv()

    def close(self) -> None:
        self._line.close()


class _Apart(NamedTuple):
    """A spawned worker, seen from inside."""

    line: Any

    def tell(self, step: int) -> None:
        self.line.send(_Step(step))


def _live_apart(line: Any, serve: Serving, doing: Any, limits: Limits) -> None:
    confine(limits)
    with suppress(EOFError, OSError):
        serve(_Apart(line), doing, limits)
