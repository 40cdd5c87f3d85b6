"""Templates as files of text: those that there are, packed or in whatever encoding drawing programs give them."""

import codecs
import re
import zlib
from pathlib import Path

from pnp.model.files import LARGEST_TEXT, BulkyError, read_file
from pnp.model.place import Where
from pnp.model.roots import Roots

MOST_BYTES = LARGEST_TEXT
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_DECLARED = re.compile(rb"""\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([A-Za-z][\w.:-]*)["']""")


class UnreadableError(ValueError):
    """A file that is no text; `where` is the place of the first byte that is none."""

    def __init__(self, message: str, where: Where, help: str) -> None:
        super().__init__(message)
        self.where, self.help = where, help


def read_template(path: Path, shown: str) -> str:
    """The text of the file, as `read_text`; UnreadableError also for one that is too large."""
    try:
        content = read_file(path, MOST_BYTES)
    except BulkyError as error:
        raise UnreadableError(f"{shown} {error}", Where(shown), "Is this the right file?") from error
    return read_text(content, shown)


def list_templates(roots: Roots) -> list[str]:
    """The names of all templates and drawings, root by root, sorted in each."""
    names: list[str] = []
    for root in roots.folders:
        found = (path for suffix in ("*.j2", "*.svg", "*.svgz") for path in root.folder.rglob(suffix))
        names += sorted(path.relative_to(root.folder).as_posix() for path in found if path.is_file())
    return names


def read_text(content: bytes, shown: str) -> str:
    """The text of a file called `shown` in messages, each line end a single one; UnreadableError if it is none.

    It is UTF-8 unless it begins with the mark of UTF-16 or, as XML may, declares another encoding. A packed file
    (`.svgz`) is unpacked.
    """
    if content.startswith(b"\x1f\x8b"):
        content = _unpack(content, shown)
    mark, name = next(((mark, name) for mark, name in _MARKS if content.startswith(mark)), (b"", ""))
    if not mark:
        declared = _DECLARED.match(content)
        name = "utf-8" if declared is None else declared[1].decode()
    try:
        text = content.removeprefix(mark if name == "utf-8" else b"").decode(name)
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        byte = f"the byte 0x{content[error.start]:02x} in line {line}, column {column}"
        raise UnreadableError(
            f"{shown} is not {name.upper()}: {byte} is no part of it", Where(shown, line, column), "Save it as UTF-8."
        ) from error
    except (LookupError, ValueError) as error:
        message = f"{shown} declares the encoding {name}, which is not known"
        raise UnreadableError(message, Where(shown), "Save it as UTF-8.") from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _unpack(content: bytes, shown: str) -> bytes:
    unpacker = zlib.decompressobj(wbits=31)
    try:
        plain = unpacker.decompress(content, MOST_BYTES)
    except zlib.error as error:
        message = f"{shown} is packed and cannot be unpacked"
        raise UnreadableError(message, Where(shown), "Save it again, as plain SVG.") from error
    if unpacker.unconsumed_tail or not unpacker.eof:
        message = f"{shown} is cut off, or holds more than {MOST_BYTES // 1_000_000} MB"
        raise UnreadableError(message, Where(shown), "Save it again, as plain SVG.")
    return plain
