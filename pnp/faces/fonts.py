"""The fonts that a kit may use: found by family and style in its roots, read once, measured by HarfBuzz.

No font of the system is ever used, so a text looks the same on every machine.
"""

import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any

from pnp.model.roots import Roots

FALLBACK_FAMILIES = ("Noto Sans Symbols 2",)

_SUFFIXES = (".otf", ".ttf")
_STYLE = re.compile(r"_(\d{3})[A-Za-z]*?(_Italic)?$")
_REGULAR, _BOLD = 400, 700
_OUTLINES = frozenset(("glyf", "CFF ", "CFF2"))
_TALL, _DEEP = "bdfhklTQ08", "gjpqyQ,;()"


@dataclass(frozen=True, slots=True)
class Font:
    """A usable font file as it answers to a family and a style. Lengths in em, upward from the baseline.

    `file` is its name in the roots (`fonts/bangers/Bangers_400Regular.ttf`), `name` how messages call it (`Bangers`),
    `exact` whether it has the style that was asked for. `descender` is how far the font reaches below the baseline
    (positive); `rise` and `depth` are what the ink of its letters takes of that, above and below.
    `shaper` is the HarfBuzz font. `words` and `joins` are where pnp.faces.shaping remembers what it shaped.
    """

    file: str
    path: Path
    name: str
    weight: int
    italic: bool
    exact: bool
    upem: int
    ascender: float
    descender: float
    cap_height: float
    x_height: float
    rise: float
    depth: float
    shaper: Any = field(repr=False, compare=False)
    words: dict[str, Any] = field(repr=False, compare=False, default_factory=dict)
    joins: dict[tuple[str, str, str], Any] = field(repr=False, compare=False, default_factory=dict)

    def covers(self, character: str) -> bool:
        """Whether the font has a glyph of its own for the character."""
        return bool(self.shaper.get_nominal_glyph(ord(character)))


class FontBook:
    """Every font of the roots. Files are listed and read when they are first asked for, each once."""

    def __init__(self, roots: Roots) -> None:
        self.roots = roots
        self._read: dict[str, Font | None] = {}
        self._found: dict[tuple[str, bool, bool], Font | None] = {}

    def find(self, family: str, bold: bool = False, italic: bool = False) -> Font | None:
        """The font of the family in that style, or in the nearest that there is (`exact` is then False).

        `family` is a name (`Barlow Condensed`, which lives in `fonts/barlow-condensed/`) or a font file of the roots
        (`fonts/My.ttf`). Files that are no usable font are passed over; None if nothing usable is left.
        """
        key = (family, bold, italic)
        if key not in self._found:
            self._found[key] = self._search(family, bold, italic)
        return self._found[key]

    def load(self, file: str) -> Font | None:
        """The font in that file of the roots; None if there is no such file or it is no usable font."""
        if file not in self._read:
            path = self.roots.find(file)
            self._read[file] = None if path is None else _read_font(file, path)
        return self._read[file]

    def families(self) -> tuple[str, ...]:
        """The names of all families, sorted."""
        return tuple(_title(slug) for slug in self._files_by_slug)

    def unusable(self) -> tuple[str, ...]:
        """Files that were asked for and are no usable font, as written in messages, sorted."""
        return tuple(sorted(self.roots.shown(file) for file, font in self._read.items() if font is None))

    @cached_property
    def fallbacks(self) -> tuple[Font, ...]:
        """The fonts that lend a glyph where the text's own font has none, in the order of asking."""
        fonts = (self.find(family) for family in FALLBACK_FAMILIES)
        return tuple(font for font in fonts if font is not None)

    @cached_property
    def stand_in(self) -> Font | None:
        """What draws text whose family does not exist, so that it can be seen; None where the roots hold no font."""
        regular = (self.find(family) for family in (*self.families(), *FALLBACK_FAMILIES))
        return next((font for font in regular if font is not None), None)

    @cached_property
    def _files_by_slug(self) -> dict[str, list[str]]:
        slugs: dict[str, list[str]] = {}
        for file in sorted(name for suffix in _SUFFIXES for name in self.roots.names("fonts", suffix)):
            parts = PurePosixPath(file).parts
            slug = parts[1] if len(parts) > 2 else slugify(PurePosixPath(file).stem.partition("_")[0])
            slugs.setdefault(slug, []).append(file)
        return slugs

    def _search(self, family: str, bold: bool, italic: bool) -> Font | None:
        if family.lower().endswith(_SUFFIXES):
            files = [family] if self.roots.find(family) else []
        else:
            files = self._files_by_slug.get(slugify(family), [])
        weight = _BOLD if bold else _REGULAR

        def distance(file: str) -> tuple[bool, int, str]:
            its_weight, its_italic = _style(file)
            return its_italic != italic, abs(its_weight - weight), file

        for file in sorted(files, key=distance):
            font = self.load(file)
            if font is not None:
                exact = font.italic == italic and (font.weight > 550) == bold
                return font if exact else replace(font, exact=False)
        return None


def slugify(family: str) -> str:
    """The folder of a family: `Source Serif 4` lives in `source-serif-4`."""
    return re.sub(r"[^a-z0-9]+", "-", family.lower()).strip("-")


def _title(slug: str) -> str:
    return " ".join(word[:1].upper() + word[1:] for word in slug.split("-"))


def _style(file: str) -> tuple[int, bool]:
    stem = PurePosixPath(file).stem
    match = _STYLE.search(stem)
    if match:
        return int(match[1]), match[2] is not None
    return (_BOLD if "bold" in stem.lower() else _REGULAR), "italic" in stem.lower()


def _name(file: str, weight: int, italic: bool) -> str:
    parts = PurePosixPath(file).parts
    if len(parts) < 3:
        return PurePosixPath(file).stem
    bold = " Bold" if weight > 550 else ""
    return _title(parts[1]) + bold + (" Italic" if italic else "")


def _read_font(file: str, path: Path) -> Font | None:
    """The font in the file; None if HarfBuzz finds no characters or no outlines in it (no font, cut short, WOFF2)."""
    import uharfbuzz as hb

    try:
        face = hb.Face(hb.Blob(path.read_bytes()))
        shaper = hb.Font(face)
        usable = face.glyph_count and _OUTLINES.intersection(face.table_tags) and len(face.unicodes)
    except (OSError, hb.HarfBuzzError, ValueError, MemoryError):
        return None
    if not usable:
        return None
    upem = face.upem
    extents = shaper.get_font_extents("ltr")
    cap, x = (shaper.get_metric_position_with_fallback(tag) / upem for tag in _heights(hb))
    ascender, descender = extents.ascender / upem, -extents.descender / upem
    tops, bottoms = _ink(shaper, _TALL, upem), _ink(shaper, _DEEP, upem)
    weight, italic = _style(file)
    return Font(
        file=file,
        path=path,
        name=_name(file, weight, italic),
        weight=weight,
        italic=italic,
        exact=True,
        upem=upem,
        ascender=ascender,
        descender=descender,
        cap_height=cap,
        x_height=x,
        rise=min(max((top for top, _ in tops), default=ascender), ascender),
        depth=min(max((-bottom for _, bottom in bottoms), default=descender), descender),
        shaper=shaper,
    )


def _heights(hb: Any) -> tuple[Any, Any]:
    return hb.OTMetricsTag.CAP_HEIGHT, hb.OTMetricsTag.X_HEIGHT


def _ink(shaper: Any, characters: str, upem: int) -> list[tuple[float, float]]:
    """Top and bottom of the ink of those characters that the font has."""
    found = []
    for character in characters:
        glyph = shaper.get_nominal_glyph(ord(character))
        extents = shaper.get_glyph_extents(glyph) if glyph else None
        if extents is not None:
            found.append((extents.y_bearing / upem, (extents.y_bearing + extents.height) / upem))
    return found
