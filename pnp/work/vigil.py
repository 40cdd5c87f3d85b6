"""Whether a process that should be at work waits for ever, as is seen from outside."""

import time
from contextlib import suppress

# Looking more often tells nothing new; where nobody looked for longer, no more than this is known (seconds).
_PAUSE, _KNOWN = 0.05, 0.2


class Vigil:
    """Looks at a process now and then, and counts for how long it has been found asleep at one step, in seconds.

    A process that others keep from the processor is not asleep, nor is one that is stopped or waits for the disk; and
    what nobody saw, as when all of us were stopped, does not count. So a busy machine makes nothing hopeless.
    Where the system does not tell who is asleep, whoever stays at a step for `unknown` seconds counts as such.
    """

    def __init__(self, asleep: float, unknown: float) -> None:
        self._asleep, self._unknown = asleep, unknown
        self.begin()

    def begin(self) -> None:
        """From now on it should be at work."""
        self._seen = time.monotonic()
        self._step, self._idle = -1, 0.0

    def is_due(self) -> bool:
        """Whether it is time to look again."""
        return time.monotonic() - self._seen >= _PAUSE

    def look(self, step: int, *, asleep: bool | None) -> bool:
        """Whether there is no hope, now that it is found at this step, `asleep` or not (None: nobody knows)."""
        now = time.monotonic()
        passed, self._seen = min(now - self._seen, _KNOWN), now
        if step != self._step or asleep is False:
            self._step, self._idle = step, 0.0
        else:
            self._idle += passed
        return self._idle > (self._unknown if asleep is None else self._asleep)


def is_asleep(number: int) -> bool | None:
    """Whether the process waits for something that is not the processor or the disk; None if the system tells not."""
    with suppress(OSError, IndexError), open(f"/proc/{number}/stat", "rb") as file:  # noqa: PTH123 - for one letter
        return file.read().rpartition(b")")[2].split()[0] == b"S"
    return None
