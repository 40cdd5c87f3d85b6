"""One build at a time in a folder."""

import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pnp.model.finding import PnpError

NAME = ".pnp-lock"
_PAUSE = 0.05
# Windows locks bytes of a file against reading too; this one lies behind all that is written.
_FAR = 1 << 20


@contextmanager
def locked(folder: Path, patience: float) -> Iterator[None]:
    """The folder to oneself. A lock dies with its process.

    PnpError naming the process that has it, where it does not end in `patience` seconds.
    """
    path = folder / NAME
    until = time.monotonic() + patience
    while (lock := _try_lock(path)) is None:
        if time.monotonic() >= until:
            holder = _holder(path)
            raise PnpError(
                f"another build, process {holder or 'unknown'}, is writing to {folder}",
                "wait until it has ended, then build again",
            )
        time.sleep(_PAUSE)
    try:
        os.truncate(lock, 0)
        os.write(lock, str(os.getpid()).encode())
        yield
    finally:
        # Taken away while it is still held: whoever waits for this file sees that it is gone and makes a new one.
        with suppress(OSError):
            path.unlink()
        os.close(lock)


def _try_lock(path: Path) -> int | None:
    """The lock file, open and ours; None while another has it."""
    _clear(path)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
    with suppress(OSError):
        if _take(descriptor) and os.path.samestat(os.fstat(descriptor), path.stat()):
            return descriptor
    os.close(descriptor)
    return None


def _clear(path: Path) -> None:
    """Take away a link or a pipe that stands in the place of the lock: what it leads to is not to be written on."""
    with suppress(FileNotFoundError):
        there = path.lstat()
        if not stat.S_ISDIR(there.st_mode) and (not stat.S_ISREG(there.st_mode) or there.st_nlink > 1):
            path.unlink()


if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> bool:
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        os.lseek(descriptor, 0, os.SEEK_SET)
        return True

else:
    import errno
    import fcntl

    # File systems that cannot lock; there, the last build to rename its files wins, each file whole.
    _NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP)

    def _take(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            return error.errno in _NO_LOCKS
        return True


def _holder(path: Path) -> str:
    try:
        return path.read_text("ascii", "ignore").strip()
    except OSError:
        return ""
