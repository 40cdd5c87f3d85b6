"""The line of a file that a finding is about, with a caret under the place."""

import unicodedata
from pathlib import Path

from pnp.cli.printing import plain
from pnp.model.place import Where

# Larger files are refused on reading, so none of their lines is worth a search (bytes).
LARGEST = 10_000_000
# Letters of a long line that are shown around the place.
BEFORE, AFTER = 60, 50


def read_lines(path: Path) -> tuple[str, ...]:
    """The lines of a text file, as editors count them; none if it cannot be read as text."""
    try:
        if not path.is_file() or path.stat().st_size > LARGEST:
            return ()
        data = path.read_bytes()
    except OSError:
        return ()
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    if data.startswith(b"PK\x03\x04") or (b"\0" in data and not wide):  # a workbook or a picture, which has no lines
        return ()
    text = data.decode("utf-16" if wide else "utf-8-sig", errors="replace")
    return tuple(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))


def draw_excerpt(lines: tuple[str, ...], where: Where) -> tuple[str, ...]:
    """The source line with its number, and a line with the caret; nothing if the file has no such line or it is blank.

    A long line is cut around the place. The caret stands under the place also after wide or escaped letters.
    """
    if not 1 <= where.line <= len(lines) or not lines[where.line - 1].strip():
        return ()
    line = lines[where.line - 1].rstrip()
    column = min(max(where.column - 1, 0), len(line))
    start = max(0, column - BEFORE)
    end = min(len(line), column + AFTER)
    before, after = plain_part(line[start:column]), plain_part(line[column:end])
    before = "…" + before if start else before
    after = after + "…" if end < len(line) else after
    number = f"{where.line:>6} | "
    return (number + before + after, " " * 6 + " | " + " " * columns(before) + "^")


def plain_part(text: str) -> str:
    """`text` with tabs as four spaces and nothing that a terminal would obey."""
    return plain(text.replace("\t", "    "))


def columns(text: str) -> int:
    """How many columns of a terminal the text takes: two for wide letters, none for accents that stand on others."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )
