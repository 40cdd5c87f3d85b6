"""A file's bytes as text: UTF-8 alone, of a bearable size, without control characters."""

import re
from pathlib import Path

from pnp.kit.report import Report
from pnp.model.finding import PnpError
from pnp.model.place import Where

LARGEST = 10_000_000
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff]")
_WIDE = (
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
_CURE = "Save the file as UTF-8 (in most editors under “Save as”, “Encoding”)."
_SHOWN = 10


def read_source(path: Path, report: Report) -> str | None:
    """The text of the file, its lines ended by newlines alone; None where it cannot be read as text.

    Control characters become blanks, so that every other place in the file keeps its column.
    PnpError if the file cannot be opened.
    """
    data = read_bytes(path, report)
    return None if data is None else decode(data, report)


def read_bytes(path: Path, report: Report) -> bytes | None:
    """The bytes of the file; None, with the reason noted, if they are too many. PnpError if it cannot be opened."""
    try:
        size = path.stat().st_size
        data = path.read_bytes() if size <= LARGEST else b""
    except OSError as error:
        raise PnpError(f"{report.file} cannot be read: {error.strerror}", "Check the file's permissions.") from None
    if size > LARGEST:
        report.note(
            "yaml-limits",
            Where(report.file),
            f"the file has {size / 1e6:.1f} MB, at most {LARGEST // 1_000_000} MB are read",
            "Split it into several decks.",
        )
        return None
    return data


def decode(data: bytes, report: Report, cure: str = _CURE) -> str | None:
    """The bytes as text, with the faults of their encoding noted; None where they are no UTF-8."""
    name = wide_encoding(data)
    if name:
        report.note("encoding", Where(report.file), f"the file is {name}, not UTF-8 (seen at byte 0)", cure)
        return None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
        line = before.count("\n") + 1
        column = len(before) - (before.rfind("\n") + 1) + 1
        report.note(
            "encoding",
            Where(report.file, line, column),
            f"the file is not UTF-8: byte 0x{data[error.start]:02X} at offset {error.start} begins no character",
            cure,
        )
        return None
    return tidy(text, report)


def tidy(text: str, report: Report) -> str:
    """The text with its lines ended by newlines alone, and with control characters, each noted, as blanks."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return _blank_controls(text, report)


def wide_encoding(data: bytes) -> str:
    """The name of an encoding with two or four bytes a character, by its mark or by its many zeros."""
    for mark, name in _WIDE:
        if data.startswith(mark):
            return name
    head = data[:400]
    return "UTF-16" if len(head) > 3 and head.count(0) > len(head) // 3 else ""


def _blank_controls(text: str, report: Report) -> str:
    if CONTROL.search(text) is None:
        return text
    found = list(CONTROL.finditer(text))
    for number, match in enumerate(found[:_SHOWN], 1):
        line = text.count("\n", 0, match.start()) + 1
        column = match.start() - (text.rfind("\n", 0, match.start()) + 1) + 1
        left = len(found) - _SHOWN if number == _SHOWN else 0
        more = f" (and {left} more in this file)" if left > 0 else ""
        report.note(
            "encoding",
            Where(report.file, line, column),
            f"a control character, U+{ord(match[0]):04X}, that nobody can see or print{more}",
            "Delete it; it often comes along with text that was pasted.",
        )
    return CONTROL.sub(" ", text)
