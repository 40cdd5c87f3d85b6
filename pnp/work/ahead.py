"""What another process makes while this one still imports what it needs for the rest."""

import math
import os
import pickle
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Generic, TypeVar

from pnp.model.finding import PnpError
from pnp.work.channel import Steps
from pnp.work.failure import FailedError
from pnp.work.limits import Limits, processors
from pnp.work.worker import Done, Worker

Thing = TypeVar("Thing")

# So long others wait for what is being made when they are ready, and who has nothing else to do (seconds).
PATIENCE, LONG = 0.1, 600.0


class Ahead(Generic[Thing]):
    """What is made of folders, one after the other, by another process, as far as it comes with it.

    What is not made by then, or cannot be made, is made when it is taken, so nobody sees this but by the clock. As a
    context: at its end the other process is ended.
    """

    def __init__(self, making: Callable[[Path], Thing], folders: Sequence[Path]) -> None:
        self._making, self._folders = making, folders
        self._worker: Worker | None = None
        self._made: dict[Path, bytes] | None = None
        self._wanted = Steps()  # not -1: those who wait want what there is

    def __enter__(self) -> "Ahead[Thing]":
        if processors() > 1 and hasattr(os, "fork"):
            with suppress(OSError):
                self._worker = Worker(self._make, Limits(LONG, math.inf))
                self._worker.ask(self._folders)
        return self

    def __exit__(self, *_failure: object) -> None:
        if self._worker is not None:
            self._worker.end()

    def gather(self, seconds: float) -> None:
        """Take over what is made; for what is being made, wait so many seconds."""
        if self._made is None:
            self._made = {}
            if self._worker is not None:
                self._wanted.at(0)
                with suppress(FailedError, OSError, PnpError):  # it comes again when the folder is taken, and is told
                    answer = self._worker.hear(seconds)
                    self._made = answer.result if isinstance(answer, Done) else {}
                self._worker.kill()

    def take(self, folder: Path) -> Thing:
        """What is made of the folder."""
        self.gather(LONG)
        made = (self._made or {}).pop(folder, None)
        thing: Any = self._making(folder) if made is None else pickle.loads(made)  # noqa: S301 - our own
        return thing  # type: ignore[no-any-return]

    def _make(self, folders: Sequence[Path], _tell: Callable[..., None]) -> dict[Path, bytes]:
        """What the other process does."""
        made: dict[Path, bytes] = {}
        for folder in folders:
            if not made or self._wanted.now < 0:
                made[folder] = pickle.dumps(self._making(folder), pickle.HIGHEST_PROTOCOL)
        return made
