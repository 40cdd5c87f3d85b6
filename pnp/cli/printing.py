"""Putting text on stdout and stderr: whole, quiet about closed pipes, and harmless to a terminal or a CI log."""

import os
import sys
from typing import TextIO


def plain(text: str) -> str:
    r"""`text` on one line, without what a terminal or a CI log would obey.

    Whatever does not print (control characters, line ends, characters that turn the direction of text) becomes an
    escape as Python writes it (`\x1b`). GitHub's runner reads `::` at the start of a line and `##[` anywhere as a
    command, so both get a backslash.
    """
    shown = text if text.isprintable() else "".join(map(_show, text))
    shown = shown.replace("##[", "##\\[")
    return shown.replace("::", "\\::", 1) if shown.lstrip().startswith("::") else shown


def _show(letter: str) -> str:
    return letter if letter.isprintable() else repr(letter)[1:-1]


def emit(text: str) -> None:
    """Write the lines to stdout. A reader that has gone (`pnp check | head`) is no failure."""
    _write(sys.stdout, text)


def mention(text: str) -> None:
    """Write the lines to stderr."""
    _write(sys.stderr, text)


def _write(stream: TextIO, text: str) -> None:
    from click import echo

    try:
        echo(text, file=stream)
    except OSError as failure:
        hush(stream)  # or Python fails once more at its end, with an exit code of its own
        if not isinstance(failure, BrokenPipeError):
            raise


def hush(stream: TextIO) -> None:
    """Let everything that is still written to the stream vanish, also what Python flushes at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def on_terminal(stream: TextIO) -> bool:
    """Whether a person watches the stream on a terminal that can move its cursor."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def in_colour(stream: TextIO) -> bool:
    """Whether to write in colour: on a terminal, unless NO_COLOR is set to anything."""
    return on_terminal(stream) and not os.environ.get("NO_COLOR")


def count(number: int, noun: str) -> str:
    """`1 sheet`, `2 sheets`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
