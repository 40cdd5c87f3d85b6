"""The file that cairo writes pages into."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import cairocffi as cairo

# Where Linux shows the open files of a process under names.
_OPEN = Path("/proc/self/fd")


@contextmanager
def open_pdf(size: tuple[float, float]) -> Iterator[tuple[Any, Callable[[], bytes]]]:
    """A surface that becomes a PDF, with its first page's size in points, and what reads that once it is finished.

    cairo writes a page in some hundred bits. Where the system has files in memory, it is left alone with one of them;
    elsewhere each bit comes through Python, which takes a tenth of the time to draw.
    """
    if not hasattr(os, "memfd_create") or not _OPEN.is_dir():
        out = BytesIO()
        yield cairo.PDFSurface(out, *size), out.getvalue
        return
    with os.fdopen(os.memfd_create("faces"), "rb") as file:
        yield cairo.PDFSurface(str(_OPEN / str(file.fileno())), *size), file.read
