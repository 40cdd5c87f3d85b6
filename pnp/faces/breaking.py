"""Paragraphs as rows of parts that a line may be broken between, and where to break them for a width."""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from pnp.faces.fonts import Font, FontBook
from pnp.faces.markup import Span
from pnp.faces.shaping import Shaped, join, shape_word, shatter

# An icon is a little smaller than the type, with air on both sides, and a thin space between it and its figure.
ICON_SIZE = 0.96
_ICON_AIR = 0.03
_THIN_SPACE = 0.1

_ICON = "{}"

_WORDS = re.compile(r"[ \t]+|[^ \t]+")
_EPSILON = 1e-7


class Icon(NamedTuple):
    """An inline icon: its box of ICON_SIZE begins `lead` em after its start and it takes `advance` em."""

    name: str
    lead: float
    advance: float


Unit: TypeAlias = Shaped | Icon


@dataclass(slots=True)
class Paragraph:
    """What stands between two line breaks of the author. Lengths in em.

    A line may be broken before each item of `parts`. `starts` and `ends` say where each part would begin and end if
    the paragraph were one line; `gaps[i]` is what stands after part i (a space, kerning, or None).
    """

    parts: list[tuple[Unit, ...]] = field(default_factory=list)
    gaps: list[Shaped | None] = field(default_factory=list)
    starts: list[float] = field(default_factory=list)
    ends: list[float] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    _pen: float = 0.0

    @property
    def width(self) -> float:
        """The width of the whole as one line."""
        return self.ends[-1] if self.ends else 0.0

    @property
    def widest(self) -> float:
        """The width of the widest part: no line can be narrower."""
        return max((end - start for start, end in zip(self.starts, self.ends, strict=True)), default=0.0)

    @property
    def ink(self) -> float:
        """The width of all parts without what stands between them: no way to break it needs less."""
        return sum(self.ends) - sum(self.starts)

    def add(self, units: tuple[Unit, ...], advance: float) -> None:
        """Append a part that a line may be broken before."""
        self.parts.append(units)
        self.starts.append(self._pen)
        self._pen += advance
        self.ends.append(self._pen)
        self.gaps.append(None)

    def stick(self, units: tuple[Unit, ...], advance: float) -> None:
        """Append to the last part."""
        self.parts[-1] += units
        self._pen += advance
        self.ends[-1] = self._pen

    def leave(self, gap: Shaped | None) -> None:
        """Put a space or kerning after the last part."""
        if gap is not None:
            self.gaps[-1] = gap
            self._pen += gap.advance


Fonts: TypeAlias = Mapping[tuple[bool, bool], Font]


def compose(lines: Sequence[Sequence[Span]], fonts: Fonts, book: FontBook) -> list[Paragraph]:
    """Each line of spans as a paragraph, in the fonts of their styles (bold, italic)."""
    paragraphs = []
    for number, spans in enumerate(lines):
        writer = _Writer(book)
        for span in spans:
            font = fonts[span.bold, span.italic]
            if span.icon:
                writer.add_icon(span.icon, font)
            else:
                writer.add_text(span.text, font)
        writer.finish(fonts[False, False] if number + 1 < len(lines) else None)
        paragraphs.append(writer.paragraph)
    return paragraphs


def break_lines(paragraph: Paragraph, limit: float) -> list[tuple[int, int]]:
    """The lines as ranges of parts, each as full as `limit` em allow; a part that is wider has a line to itself."""
    starts, ends, count = paragraph.starts, paragraph.ends, len(paragraph.starts)
    lines = []
    first = 0
    while first < count:
        after = max(bisect_right(ends, starts[first] + limit + _EPSILON, first), first + 1)
        lines.append((first, after))
        first = after
    return lines or [(0, 0)]


def loosen(paragraph: Paragraph, limit: float, book: FontBook) -> Paragraph:
    """The paragraph with every part that is wider than `limit` em cut between its letters."""
    loose = Paragraph(missing=paragraph.missing)
    for index, units in enumerate(paragraph.parts):
        if paragraph.ends[index] - paragraph.starts[index] <= limit + _EPSILON:
            loose.add(units, paragraph.ends[index] - paragraph.starts[index])
        else:
            for unit in units:
                _add_letters(loose, unit, book)
        loose.leave(paragraph.gaps[index])
    return loose


def _add_letters(loose: Paragraph, unit: Unit, book: FontBook) -> None:
    if isinstance(unit, Icon):
        loose.add((unit,), unit.advance)
        return
    for part in shatter(unit, book):
        loose.add(part.pieces, part.advance)
        loose.leave(part.kern)


class _Writer:
    """Puts words, spaces and icons after one another."""

    def __init__(self, book: FontBook) -> None:
        self.paragraph = Paragraph()
        self._book = book
        self._space: Font | None = None  # the font of a space that was met and not yet set
        self._last = ""  # the character before, or an icon's brace
        self._font: Font | None = None  # its font

    def add_text(self, text: str, font: Font) -> None:
        paragraph = self.paragraph
        for word in _WORDS.findall(text):
            if word[0] in " \t":
                self._space = self._space or font
                continue
            glued = self._glued()
            self._set_space(word[0], font)
            for part in shape_word(word, font, self._book):
                if glued:
                    paragraph.stick(part.pieces, part.advance)
                    glued = False
                else:
                    paragraph.add(part.pieces, part.advance)
                paragraph.leave(part.kern)
                if part.missing:
                    paragraph.missing += part.missing
            self._last, self._font = word[-1], font

    def add_icon(self, name: str, font: Font) -> None:
        paragraph = self.paragraph
        figure, space = self._last.isdigit(), self._space
        lead = _ICON_AIR + (_THIN_SPACE if figure and space is None else 0.0)
        icon = Icon(name, lead, lead + ICON_SIZE + _ICON_AIR)
        if figure and space is not None:
            gap = join(space, "", " ", "")
            paragraph.stick((gap, icon), gap.advance + icon.advance)
            self._space = None
        elif self._glued() and self._last != _ICON:
            paragraph.stick((icon,), icon.advance)
        else:
            self._set_space("", font)
            paragraph.add((icon,), icon.advance)
        self._last, self._font = _ICON, font

    def finish(self, font: Font | None) -> None:
        """Close the paragraph; with a font, on a space, so that a search does not run two lines together."""
        if font is not None and self.paragraph.parts:
            self.paragraph.leave(join(font, "", " ", ""))

    def _glued(self) -> bool:
        return self._space is None and bool(self.paragraph.parts)

    def _set_space(self, following: str, font: Font) -> None:
        space = self._space
        self._space = None
        if space is None or not self.paragraph.parts:
            return
        before = self._last if self._font is space and self._last != _ICON else ""
        self.paragraph.leave(join(space, before, " ", following if font is space else ""))
