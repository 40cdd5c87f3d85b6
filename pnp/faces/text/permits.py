"""Why a font file cannot become part of a PDF: it is damaged, or its maker does not let it."""

RESTRICTED, NO_SUBSETS, BITMAPS_ONLY = 0x0002, 0x0100, 0x0200
_USAGE = 0x000F
_MAGIC = 0x5F0F3CF5
_UPEM = range(16, 16385)


def find_refusal(font: bytes) -> str:
    """What a font file says of itself that keeps it out of a PDF; empty if nothing does.

    Its directory, and of its tables `head` (magic number, units per em), `hhea` (how many widths there are) and OS/2
    (`fsType`): OpenType 1.9.
    """
    tables = dict(_read_tables(font))
    head, rights = tables.get(b"head", b""), tables.get(b"OS/2", b"")
    broken = _number(head, 12, 4) != _MAGIC or _number(head, 18, 2) not in _UPEM
    widths = 4 * _number(tables.get(b"hhea", b""), 34, 2)
    if broken or widths > len(tables.get(b"hmtx", b"")) or any(len(data) == 0 for data in tables.values()):
        return "is damaged"
    bits = _number(rights, 8, 2)
    if bits & _USAGE == RESTRICTED:
        return "says that it may not be embedded"
    if bits & NO_SUBSETS:
        return "says that it may be embedded as a whole alone"
    return "says that it may be embedded as bitmaps alone" if bits & BITMAPS_ONLY else ""


def _read_tables(font: bytes) -> list[tuple[bytes, bytes]]:
    entries = (font[12 + 16 * number : 28 + 16 * number] for number in range(_number(font, 4, 2)))
    return [(entry[:4], _part(font, _number(entry, 8, 4), _number(entry, 12, 4))) for entry in entries]


def _part(font: bytes, at: int, length: int) -> bytes:
    """A table; empty if it reaches beyond the file."""
    return font[at : at + length] if at + length <= len(font) else b""


def _number(data: bytes, at: int, length: int) -> int:
    return int.from_bytes(data[at : at + length], "big")
