"""A font file read and measured, or the reason why it cannot be."""

import re
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

import uharfbuzz as hb

from pnp.model.files import LARGEST_FONT, read_file

ACCEPTED = (".otf", ".ttf")
# Files that people have and that are not read, by how they end.
REFUSED = (".dfont", ".eot", ".otc", ".pfa", ".pfb", ".ttc", ".woff", ".woff2")

_REGULAR, _BOLD = 400, 700
_STYLE = re.compile(r"_(\d{3})[A-Za-z]*?(_Italic)?$")
_AXES = re.compile(r"\[[^\]]*\]")
_OUTLINES = frozenset(("glyf", "CFF ", "CFF2"))
_TALL, _DEEP = "bdfhklTQ08", "gjpqyQ,;()"
_MAGIC = {
    b"wOF2": "WOFF2",
    b"wOFF": "WOFF",
    b"ttcf": "a collection of fonts",
    b"%!PS": "Type 1",
    b"\x80\x01": "Type 1",
}


class Measures(NamedTuple):
    """What a font says about its letters, in em, and the HarfBuzz font that shapes with it."""

    shaper: Any
    upem: int
    ascender: float
    descender: float
    cap_height: float
    x_height: float
    rise: float
    depth: float


def read_measures(path: Path) -> Measures | None:
    """The measures of the font in the file; None if no text can be set with it, as `name_kind` says."""
    try:
        content = read_file(path, LARGEST_FONT)
        if _by_magic(content):
            return None
        face = hb.Face(hb.Blob(content))
        shaper = hb.Font(face)
        usable = face.glyph_count and _OUTLINES.intersection(face.table_tags) and len(face.unicodes)
    except (OSError, hb.HarfBuzzError, ValueError, MemoryError):
        return None
    return _measure(hb, shaper, face.upem) if usable else None


def name_kind(path: Path) -> str:
    """What is wrong with a file that cannot be used, as the end of a sentence: `is WOFF2`."""
    try:
        if path.stat().st_size > LARGEST_FONT:
            return f"has more than {LARGEST_FONT // 1_000_000} MB, which is no usable font"
        with path.open("rb") as file:
            kind = _by_magic(file.read(4))
    except OSError:
        return "cannot be opened"
    return f"is {kind}" if kind else "is no usable font"


def read_style(file: str) -> tuple[int, bool]:
    """Weight and slant as the file's name has them."""
    stem = PurePosixPath(file).stem
    match = _STYLE.search(stem)
    if match:
        return int(match[1]), match[2] is not None
    return (_BOLD if "bold" in stem.lower() else _REGULAR), "italic" in stem.lower()


def read_slug(file: str) -> str:
    """The family that the file belongs to: its folder, or its own name where it lies beside the families."""
    parts = PurePosixPath(file).parts
    return parts[1] if len(parts) > 2 else slugify(_AXES.sub("", PurePosixPath(file).stem).partition("_")[0])


def slugify(family: str) -> str:
    """The folder of a family: `Source Serif 4` lives in `source-serif-4`."""
    return re.sub(r"[^a-z0-9]+", "-", family.lower()).strip("-")


def title(slug: str) -> str:
    """The family's name as people write it."""
    return " ".join(word[:1].upper() + word[1:] for word in slug.split("-"))


def name_font(file: str, weight: int, italic: bool) -> str:
    """How messages call the font in the file: `Barlow Condensed Bold`."""
    parts = PurePosixPath(file).parts
    if len(parts) < 3:
        return PurePosixPath(file).stem
    bold = " Bold" if weight > 550 else ""
    return title(parts[1]) + bold + (" Italic" if italic else "")


def _by_magic(content: bytes) -> str:
    return next((kind for magic, kind in _MAGIC.items() if content.startswith(magic)), "")


def _measure(hb: Any, shaper: Any, upem: int) -> Measures:
    extents = shaper.get_font_extents("ltr")
    tags = hb.OTMetricsTag.CAP_HEIGHT, hb.OTMetricsTag.X_HEIGHT
    cap, x = (shaper.get_metric_position_with_fallback(tag) / upem for tag in tags)
    ascender, descender = extents.ascender / upem, -extents.descender / upem
    tops, bottoms = _ink(shaper, _TALL, upem), _ink(shaper, _DEEP, upem)
    rise = min(max((top for top, _ in tops), default=ascender), ascender)
    depth = min(max((-bottom for _, bottom in bottoms), default=descender), descender)
    return Measures(shaper, upem, ascender, descender, cap, x, rise, depth)


def _ink(shaper: Any, characters: str, upem: int) -> list[tuple[float, float]]:
    """Top and bottom of the ink of those characters that the font has."""
    found = []
    for character in characters:
        glyph = shaper.get_nominal_glyph(ord(character))
        extents = shaper.get_glyph_extents(glyph) if glyph else None
        if extents is not None:
            found.append((extents.y_bearing / upem, (extents.y_bearing + extents.height) / upem))
    return found
