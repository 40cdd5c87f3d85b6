"""The fonts that a kit may use: found by family and style in its roots, read once, measured by HarfBuzz.

No font of the system is ever used, so a text looks the same on every machine.
"""

from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from pnp.faces.text.fontfiles import (
    ACCEPTED,
    REFUSED,
    name_font,
    name_kind,
    read_measures,
    read_slug,
    read_style,
    slugify,
    title,
)
from pnp.model.roots import Roots

FALLBACK_FAMILIES = ("Noto Sans Symbols 2",)
LANGUAGE = "en"

_REGULAR, _BOLD = 400, 700
_BLOCK = 128  # characters: how scripts lie in Unicode


@dataclass(frozen=True, slots=True)
class Font:
    """A usable font file as it answers to a family and a style. Lengths in em, upward from the baseline.

    `file` is its name in the roots (`fonts/bangers/Bangers_400Regular.ttf`), `name` how messages call it (`Bangers`),
    `exact` whether it has the style that was asked for. `descender` is how far the font reaches below the baseline
    (positive); `rise` and `depth` are what the ink of its letters takes of that, above and below.
    `shaper` is the HarfBuzz font. `language` is that of the text that it sets, `small` whether it sets small capitals,
    `feigned` whether it must make those from its capitals. `words`, `joins`, `kerns` and `widths` are where
    pnp.faces.text.lettering remembers what it shaped.
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
    language: str = LANGUAGE
    small: bool = False
    feigned: bool = False
    words: dict[str, Any] = field(repr=False, compare=False, default_factory=dict)
    joins: dict[tuple[str, str, str], Any] = field(repr=False, compare=False, default_factory=dict)
    kerns: dict[tuple[str, str], float] = field(repr=False, compare=False, default_factory=dict)
    widths: dict[str, float] = field(repr=False, compare=False, default_factory=dict)

    def covers(self, character: str) -> bool:
        """Whether the font has a glyph of its own for the character."""
        return bool(self.shaper.get_nominal_glyph(ord(character)))


class FontBook:
    """Every font of the roots. Files are listed and read when they are first asked for, each once."""

    def __init__(self, roots: Roots) -> None:
        self.roots = roots
        self._read: dict[str, Font | None] = {}
        self._found: dict[tuple[str, bool, bool], Font | None] = {}
        self._voices: dict[tuple[str, bool, str, bool], Font] = {}
        self._lenders: dict[tuple[int, bool, bool], tuple[Font, ...]] = {}

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

    def give_voice(self, font: Font, language: str, small: bool) -> Font:
        """The font as it sets text of that language, and in small capitals if asked."""
        language = language or LANGUAGE
        if (font.language, font.small) == (language, small):
            return font
        key = (font.file, font.exact, language, small)
        if key not in self._voices:
            feigned = small and not _has_small_capitals(font)
            self._voices[key] = replace(
                font, language=language, small=small, feigned=feigned, words={}, joins={}, kerns={}, widths={}
            )
        return self._voices[key]

    def families(self) -> tuple[str, ...]:
        """The names of all families, sorted."""
        return tuple(title(slug) for slug in self._files_by_slug)

    def explain(self, *families: str) -> str:
        """Why the first of the families whose files are there cannot be used; empty if none has files."""
        for family in families:
            slug = slugify(family)
            files = [family] if self.roots.find(family) else list(self._files_by_slug.get(slug, ()))
            refused = self.roots.names("fonts", *REFUSED)
            for file in (*files, *(file for file in refused if read_slug(file) == slug)):
                path = self.roots.find(file)
                if path is not None:
                    shown = self.roots.shown(file)
                    return f"{shown} {name_kind(path)}, expected a TrueType or OpenType file (.ttf, .otf)"
        return ""

    @cached_property
    def fallbacks(self) -> tuple[Font, ...]:
        """The fonts that lend a sign where the text's own font has none, in the order of asking."""
        fonts = (self.find(family) for family in FALLBACK_FAMILIES)
        return tuple(font for font in fonts if font is not None)

    def lenders(self, character: str, bold: bool, italic: bool) -> tuple[Font, ...]:
        """The fonts that may lend a letter of a script that the text's own font does not have.

        Those of the kit come before those of the project; among them the one that has most of the script comes first.
        """
        block = ord(character) // _BLOCK
        key = (block, bold, italic)
        if key not in self._lenders:
            script = [chr(code) for code in range(block * _BLOCK, (block + 1) * _BLOCK)]
            ranked = []
            for slug, files in self._files_by_slug.items():
                font = self.find(slug, bold, italic)
                count = 0 if font is None else sum(map(font.covers, script))
                if font is not None and count:
                    ranked.append((self._rank(files), -count, slug, font))
            self._lenders[key] = tuple(font for _, _, _, font in sorted(ranked, key=lambda entry: entry[:3]))
        return self._lenders[key]

    @cached_property
    def stand_in(self) -> Font | None:
        """What draws text whose family does not exist, so that it can be seen; None where the roots hold no font."""
        regular = (self.find(family) for family in (*self.families(), *FALLBACK_FAMILIES))
        return next((font for font in regular if font is not None), None)

    @cached_property
    def _files_by_slug(self) -> dict[str, list[str]]:
        slugs: dict[str, list[str]] = {}
        for file in self.roots.names("fonts", *ACCEPTED):
            slugs.setdefault(read_slug(file), []).append(file)
        return slugs

    def _rank(self, files: list[str]) -> int:
        """The first root that has one of the files."""
        paths = [path for file in files if (path := self.roots.find(file)) is not None]
        folders = [root.folder.resolve() for root in self.roots.folders]
        return min((n for n, folder in enumerate(folders) for path in paths if path.is_relative_to(folder)), default=0)

    def _search(self, family: str, bold: bool, italic: bool) -> Font | None:
        if family.lower().endswith(ACCEPTED):
            files = [family] if self.roots.find(family) else []
        else:
            files = self._files_by_slug.get(slugify(family), [])
        weight = _BOLD if bold else _REGULAR

        def distance(file: str) -> tuple[bool, int, str]:
            its_weight, its_italic = read_style(file)
            return its_italic != italic, abs(its_weight - weight), file

        for file in sorted(files, key=distance):
            font = self.load(file)
            if font is not None:
                exact = font.italic == italic and (font.weight > 550) == bold
                return font if exact else replace(font, exact=False)
        return None


def _has_small_capitals(font: Font) -> bool:
    from pnp.faces.text.shaping import shape

    drawn = (shape(replace(font, small=small), "an").glyphs for small in (False, True))
    plain, small = ([glyph for glyph, _, _ in row] for row in drawn)
    return plain != small


def _read_font(file: str, path: Path) -> Font | None:
    measures = read_measures(path)
    if measures is None:
        return None
    weight, italic = read_style(file)
    return Font(
        file=file,
        path=path,
        name=name_font(file, weight, italic),
        weight=weight,
        italic=italic,
        exact=True,
        **measures._asdict(),
    )
