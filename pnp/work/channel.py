"""How a worker and its parent talk: whole objects through pipes, and the number of the step that is being done."""

import mmap
import os
import pickle
import select
import struct
from collections.abc import Sequence
from typing import Any, Protocol

_STEP = struct.Struct("q")
# Before each thing stands how many bytes it takes.
_LENGTH = struct.Struct("Q")
_TICK = 0.005


class Line(Protocol):
    """One end of what connects a worker and its parent."""

    def send(self, thing: Any, /) -> None:
        """Send a thing; OSError if nobody is there."""

    def poll(self, seconds: float, /) -> bool:
        """Whether there is something to receive, if only the end, within so many seconds."""

    def recv(self) -> Any:
        """Receive a thing; EOFError if nobody is there."""

    def close(self) -> None:
        """Let go."""


class Channel:
    """One end of two pipes, with the methods of `multiprocessing`'s connections, which cost a tenth of a check."""

    def __init__(self, incoming: int, outgoing: int) -> None:
        self.ends = incoming, outgoing
        self._in, self._out = os.fdopen(incoming, "rb", buffering=0), os.fdopen(outgoing, "wb")

    def send(self, thing: Any, /) -> None:
        """Send the thing; BrokenPipeError if the other end is gone."""
        data = pickle.dumps(thing, pickle.HIGHEST_PROTOCOL)
        self._out.write(_LENGTH.pack(len(data)))
        self._out.write(data)
        self._out.flush()

    def poll(self, seconds: float, /) -> bool:
        """Whether something (or the end) has come, or comes in so many seconds."""
        return _await([self.ends[0]], seconds)

    def recv(self) -> Any:
        """What the other end sent; EOFError if it is gone. Nothing of what comes next is read, so `poll` sees it."""
        (length,) = _LENGTH.unpack(self._read(_LENGTH.size))
        return pickle.loads(self._read(length))  # noqa: S301 - a process of ours wrote it

    def _read(self, length: int) -> bytearray:
        data = bytearray(length)
        view, filled = memoryview(data), 0
        while filled < length:
            more = self._in.readinto(view[filled:])
            if not more:  # it died, perhaps in the middle of a sentence
                raise EOFError
            filled += more
        return data

    def close(self) -> None:
        """Let go of both pipes."""
        for file in (self._in, self._out):
            try:
                file.close()
            except OSError:  # what was left to write has nobody to read it
                continue


def await_any(lines: Sequence[Line], seconds: float) -> None:
    """Come back when one of the lines has something to receive, or after so many seconds."""
    ends = [line.ends[0] for line in lines if isinstance(line, Channel)]
    if len(ends) == len(lines):
        _await(ends, seconds)
    else:  # others can only be asked one by one
        lines[0].poll(seconds if len(lines) == 1 else _TICK)


def _await(ends: Sequence[int], seconds: float) -> bool:
    """Whether one of the files has something to read in so many seconds; `select` fails where 1,024 are open."""
    poll = select.poll()
    for end in ends:
        poll.register(end, select.POLLIN)
    return bool(poll.poll(seconds * 1000))


class Steps:
    """A number in memory that a worker and its parent share: the step at hand, -1 between two tasks."""

    def __init__(self) -> None:
        self._shared = mmap.mmap(-1, _STEP.size)
        self.at(-1)

    def at(self, step: int) -> None:
        """Say which step is being done."""
        _STEP.pack_into(self._shared, 0, step)

    @property
    def now(self) -> int:
        """The step that is being done."""
        step: int = _STEP.unpack_from(self._shared)[0]
        return step
