"""How a worker and its parent talk: whole objects through pipes, and the number of the step that is being done."""

import mmap
import os
import pickle
import select
import struct
from typing import Any, Protocol

_STEP = struct.Struct("q")


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
        self._in, self._out = os.fdopen(incoming, "rb"), os.fdopen(outgoing, "wb")

    def send(self, thing: Any, /) -> None:
        """Send the thing; BrokenPipeError if the other end is gone."""
        pickle.dump(thing, self._out, pickle.HIGHEST_PROTOCOL)
        self._out.flush()

    def poll(self, seconds: float, /) -> bool:
        """Whether something (or the end) has come, or comes in so many seconds."""
        return bool(select.select([self.ends[0]], [], [], seconds)[0])

    def recv(self) -> Any:
        """What the other end sent; EOFError if it is gone."""
        try:
            return pickle.load(self._in)  # noqa: S301 - a process of ours wrote it
        except pickle.UnpicklingError as error:  # it died in the middle of a sentence
            raise EOFError from error

    def close(self) -> None:
        """Let go of both pipes."""
        for file in (self._in, self._out):
            try:
                file.close()
            except OSError:  # what was left to write has nobody to read it
                continue


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
