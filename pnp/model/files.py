"""Files of a kit, read as far as they are of a bearable size: what is too large is told, not read."""

import errno
import os
import stat
from pathlib import Path

# The largest file of each kind that is read, in bytes: far above what a game needs, far below what fills a machine.
LARGEST_TEXT = 8_000_000
LARGEST_FONT = 60_000_000
LARGEST_PICTURE = 200_000_000


class BulkyError(ValueError):
    """A file that is too large to be read; the message is the end of a sentence: `has 4,295 MB: ...`."""


def follow(path: Path) -> Path:
    """Where the path leads once all links are followed, whether something is there or not.

    OSError where links lead in a circle, whichever Python runs: resolve() raises RuntimeError up to 3.12, and nothing
    from 3.13 on.
    """
    end = Path(os.path.realpath(path))
    try:
        end.stat()
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise
    return end


def read_file(path: Path, most: int) -> bytes:
    """The bytes of the file; BulkyError if they are more than `most`, OSError if it cannot be read.

    A pipe or a device, which could be waited for or read for ever, cannot.
    """
    there = path.stat()
    if not (stat.S_ISREG(there.st_mode) or stat.S_ISDIR(there.st_mode)):
        raise OSError(errno.EINVAL, "It is a device or a pipe, not a file", str(path))
    size = there.st_size
    if size > most:
        raise BulkyError(f"has {size / 1e6:,.0f} MB: at most {most // 1_000_000} MB are read")
    return path.read_bytes()
