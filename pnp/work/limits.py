"""What a worker may take for one step, and how it is held to that: by itself, and by the system."""

import gc
import math
import os
import signal
import sys
from contextlib import suppress
from types import FrameType
from typing import NamedTuple

from pnp.model.place import Where

# The system stops a step that does not even listen to the alarm so many seconds after it (of work, not of waiting).
GRACE = 3.0
# The signals that are held back until a new worker has its own ways with them.
HELD = (signal.SIGINT, signal.SIGTERM)
# Collecting garbage costs more than what a worker leaves lying about.
_SELDOM = (500_000, 20, 100)
_MEGABYTE = 1 << 20


class Limits(NamedTuple):
    """Seconds that a step may work or wait, and the memory that all may take beyond that of an idle worker."""

    seconds: float = 10.0
    megabytes: float = 1024


# Libraries ask for so much at once where there is no more: a font or a picture, read whole.
_NEARLY = 8 * _MEGABYTE
UNLIMITED = Limits(math.inf, math.inf)


class OvertimeError(BaseException):
    """A step lasts too long. It goes through whatever handles mistakes of content, as an interrupt does.

    `where` is the place in the content that it was at, if somebody on its way knows that.
    """

    where: Where | None = None


def confine(limits: Limits) -> None:
    """Hold this process to the memory that it may take, where the system can; leave no dump of it after a crash."""
    gc.freeze()
    gc.set_threshold(*_SELDOM)
    if sys.platform == "win32":
        return
    import resource

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal tells all; it is for the parent to end this
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGVTALRM, _cry)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, HELD)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    taken = _mapped()
    if taken and limits.megabytes < math.inf:
        given, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = taken + int(limits.megabytes * _MEGABYTE)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (most if given < 0 else min(most, given), hard))


def is_cramped(limits: Limits) -> bool:
    """Whether this process itself may not take as much memory as its workers should have."""
    if sys.platform == "win32":
        return False
    import resource

    given = resource.getrlimit(resource.RLIMIT_AS)[0]
    return 0 <= given < _mapped() + limits.megabytes * _MEGABYTE


def was_full() -> bool:
    """Whether this process has at some time taken nearly all the memory that it may."""
    if sys.platform == "win32":
        return False
    import resource

    given = resource.getrlimit(resource.RLIMIT_AS)[0]
    try:
        with open("/proc/self/status", "rb") as file:  # noqa: PTH123 - as below
            (peak,) = (int(line.split()[1]) << 10 for line in file if line.startswith(b"VmPeak:"))
    except (OSError, ValueError):
        return False
    return 0 <= given < peak + _NEARLY


def allow(seconds: float) -> None:
    """Give what comes now so many seconds of work; 0 takes the clocks away.

    They do not count while others have the processor, or while this process is stopped: that is no fault of the work.
    Whether it waits for ever is seen from outside.
    """
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
        signal.setitimer(signal.ITIMER_PROF, seconds and seconds + GRACE)


def _mapped() -> int:
    """The addresses that this process has taken, in bytes; 0 where the system does not tell."""
    import resource

    try:
        with open("/proc/self/statm", "rb") as file:  # noqa: PTH123 - pathlib is not needed for one number
            return int(file.read().split()[0]) * resource.getpagesize()
    except (OSError, ValueError):
        return 0


def _cry(_number: int, _frame: FrameType | None) -> None:
    raise OvertimeError


def processors() -> int:
    """How many processors we may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
