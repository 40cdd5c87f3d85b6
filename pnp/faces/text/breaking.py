"""The lines of the author as paragraphs, and where to break them for a width."""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from pnp.faces.text.bidi import find_base, find_levels, has_backward, is_backward
from pnp.faces.text.fonts import Font, FontBook
from pnp.faces.text.hyphenation import SOFT_HYPHEN, find_points
from pnp.faces.text.lettering import Part, is_own, join, shape_pieces, shape_word
from pnp.faces.text.markup import BULLET, Span
from pnp.faces.text.paragraphs import EPSILON, Icon, Paragraph, Soft, Unit
from pnp.faces.text.shaping import Shaped

# An icon is a little smaller than the type, with air on both sides, and a thin space between it and its figure.
ICON_SIZE = 0.96
_ICON_AIR = 0.03
_THIN_SPACE = 0.1

_LONGEST = 250  # letters of a word that is parted with hyphens: the longest that a language has ever had is 195
_ICON = "{}"
_OBJECT = "\ufffc"  # what an icon is to the bidirectional algorithm

_WORDS = re.compile(r"([ \t]*)([^ \t]*)")  # a word with the blanks before it; what is left at the end is blank

Fonts: TypeAlias = Mapping[tuple[bool, bool, bool], Font]
REGULAR = (False, False, False)


class Row(NamedTuple):
    """A line of a paragraph: the parts from `begin` up to `after`, and a hyphen or an ellipsis behind them."""

    paragraph: Paragraph
    begin: int
    after: int
    tail: Shaped | None = None

    @property
    def width(self) -> float:
        """The width of what is seen, in em, without the indent."""
        if self.begin == self.after:
            return 0.0
        width = self.paragraph.ends[self.after - 1] - self.paragraph.starts[self.begin]
        return width if self.tail is None else width + self.tail.advance

    @property
    def units(self) -> list[Unit]:
        """All that stands on the line, in the order of reading, with the space that it ends on."""
        paragraph = self.paragraph
        units: list[Unit] = []
        for part, gap in zip(
            paragraph.parts[self.begin : self.after], paragraph.gaps[self.begin : self.after], strict=True
        ):
            units += part
            if gap is not None:
                units.append(gap)
        if self.tail is not None:
            if paragraph.gaps[self.after - 1] is not None:
                del units[-1]
            units.append(self.tail)
        return units

    @property
    def is_full(self) -> bool:
        """Whether the paragraph goes on below."""
        hyphen = self.tail is None or self.tail.text == SOFT_HYPHEN
        return hyphen and self.after < len(self.paragraph.parts)

    @property
    def space(self) -> float:
        """The width of the space that the line ends on."""
        gap = None if self.tail is not None or self.begin == self.after else self.paragraph.gaps[self.after - 1]
        return 0.0 if gap is None else gap.advance


class Composer(NamedTuple):
    """Makes paragraphs in the fonts of their styles (bold, italic, small); hyphenates if it may."""

    fonts: Fonts
    book: FontBook
    language: str = ""
    hyphenate: bool = False

    def compose(self, lines: Sequence[Sequence[Span]]) -> list[Paragraph]:
        """Each line of spans as a paragraph."""
        regular = self.fonts[REGULAR]
        paragraphs = []
        for number, line in enumerate(lines):
            writer = _Writer(self)
            hangs = bool(line) and line[0].bullet
            spans = line[1:] if hangs else line
            text = "".join([_OBJECT if span.icon else span.text for span in spans])
            if is_backward(self.language) or has_backward(text):
                self._write_mixed(writer, spans, text)
            else:
                for span in spans:
                    self._write(writer, span, span.text, 0)
            writer.finish(regular if number + 1 < len(lines) else None)
            if hangs:
                self._hang_bullet(writer.paragraph)
            paragraphs.append(writer.paragraph)
        return paragraphs

    def _write(self, writer: "_Writer", span: Span, text: str, level: int) -> None:
        font = self.fonts[span.bold, span.italic, span.small]
        if span.icon:
            writer.add_icon(span.icon, font, level)
        else:
            writer.add_text(text, font, level)

    def _write_mixed(self, writer: "_Writer", spans: Sequence[Span], text: str) -> None:
        paragraph = writer.paragraph
        paragraph.mixed = True
        paragraph.base = 1 if is_backward(self.language) else find_base(text)
        levels = find_levels(text, paragraph.base)
        at = 0
        for span in spans:
            end = at + (1 if span.icon else len(span.text))
            while at < end:
                until = at + 1
                while until < end and levels[until] == levels[at]:
                    until += 1
                self._write(writer, span, text[at:until], levels[at])
                at = until

    def _hang_bullet(self, paragraph: Paragraph) -> None:
        font = self.fonts[REGULAR]
        level = paragraph.base
        pieces = (*shape_pieces(font, BULLET, self.book), join(font, "", " ", ""))
        paragraph.bullet = _raise(pieces, level)
        paragraph.indent = sum(piece.advance for piece in pieces)
        paragraph.missing += [character for piece in pieces for character in piece.missing]


def break_lines(paragraph: Paragraph, limit: float, book: FontBook) -> list[Row]:
    """The lines, each as full as `limit` em allow; a part that is wider has a line to itself."""
    limit -= paragraph.indent
    if paragraph.soft:
        return _break_soft(paragraph.copy(), limit, book)
    starts, ends, count = paragraph.starts, paragraph.ends, len(paragraph.starts)
    lines = []
    first = 0
    while first < count:
        after = bisect_right(ends, starts[first] + limit + EPSILON, first)
        if after == first:
            after += 1
        lines.append(Row(paragraph, first, after))
        first = after
    return lines or [Row(paragraph, 0, 0)]


def _break_soft(paragraph: Paragraph, limit: float, book: FontBook) -> list[Row]:
    lines = []
    first = 0
    while first < len(paragraph.parts):
        start = paragraph.starts[first]
        after = bisect_right(paragraph.ends, start + limit + EPSILON, first)
        hyphen = None
        if after in paragraph.soft:
            parting = paragraph.part(after, limit - (paragraph.starts[after] - start), book)
            if parting is not None:
                paragraph.split(after, parting)
                after, hyphen = after + 1, parting.hyphen
        after = max(after, first + 1)
        lines.append(Row(paragraph, first, after, hyphen))
        first = after
    return lines or [Row(paragraph, 0, 0)]


class _Writer:
    """Puts words, spaces and icons after one another."""

    def __init__(self, composer: Composer) -> None:
        self.paragraph = Paragraph(even=True)
        self._book = composer.book
        self._language = (composer.language or "en") if composer.hyphenate else ""
        self._space: tuple[Font, int] | None = None  # the font and level of a space that was met and not yet set
        self._last = ""  # the character before, or an icon's brace
        self._font: Font | None = None  # its font

    def add_text(self, text: str, font: Font, level: int) -> None:
        paragraph, known, joins = self.paragraph, font.words, font.joins
        if self._font is not None and self._font is not font:
            paragraph.even = False
        plain = not (level or self._language or paragraph.mixed)
        last = self._find_last(font)
        for blank, word in _WORDS.findall(text):
            parts = (known.get(word) or shape_word(word, font, self._book)) if plain and word else ()
            if blank and last and len(parts) == 1 and parts[0].is_plain:
                gap = joins.get((last, " ", word[0])) or join(font, last, " ", word[0])
                paragraph.add_after(gap, parts[0].pieces, parts[0].advance)
                last = self._last = word[-1]
                continue
            if blank and self._space is None:
                self._space = font, level
            if word:
                self._add_word(word, font, level)
            last = self._find_last(font)

    def _find_last(self, font: Font) -> str:
        """The character before, if it ends a word of the font."""
        return self._last if self._font is font and self._space is None and self._last != _ICON else ""

    def _add_word(self, word: str, font: Font, level: int) -> None:
        paragraph = self.paragraph
        parts = shape_word(word, font, self._book, level % 2 == 1)
        if not parts:
            return  # a soft hyphen alone
        if self._space is not None:
            self._set_space(word[0], font)
            self._add(parts, font, level)
        elif paragraph.parts:
            paragraph.stick(_raise(parts[0].pieces, level), parts[0].advance)
            self._end_part(parts[0], font, level)
            self._add(parts[1:], font, level)
        else:
            self._add(parts, font, level)
        self._last, self._font = word[-1], font

    def _add(self, parts: Sequence[Part], font: Font, level: int) -> None:
        for part in parts:
            self.paragraph.add(_raise(part.pieces, level) if level else part.pieces, part.advance)
            if not part.is_plain or self._language:
                self._end_part(part, font, level)

    def _end_part(self, part: Part, font: Font, level: int) -> None:
        points = part.points or (find_points(part.text, self._language) if self._language else ())
        # A word that runs from right to left, or that is lent in pieces, is kept whole.
        if points and level % 2 == 0 and len(part.pieces) == 1 and len(part.text) <= _LONGEST:
            unit = len(self.paragraph.parts[-1]) - 1
            self.paragraph.soften(Soft(unit, part.text, font, points, level))
        self.paragraph.leave(part.kern)
        self.paragraph.missing += part.missing
        if not is_own(part.pieces, font):
            self.paragraph.even = False

    def add_icon(self, name: str, font: Font, level: int) -> None:
        paragraph = self.paragraph
        figure, space = self._last.isdigit(), self._space
        lead = _ICON_AIR + (_THIN_SPACE if figure and space is None else 0.0)
        icon = Icon(name, lead, lead + ICON_SIZE + _ICON_AIR, level)
        if figure and space is not None:
            gap = _make_space(*space)
            paragraph.stick((gap, icon), gap.advance + icon.advance)
            self._space = None
        elif self._glued() and self._last != _ICON:
            paragraph.stick((icon,), icon.advance)
        else:
            self._set_space("", font)
            paragraph.add((icon,), icon.advance)
        self._last, self._font = _ICON, font
        paragraph.even = False

    def finish(self, font: Font | None) -> None:
        """Close the paragraph; with a font, on a space, so that a search does not run two lines together."""
        if font is not None and self.paragraph.parts:
            self.paragraph.leave(_make_space(font, self.paragraph.base))
            self.paragraph.even = self.paragraph.even and self._font is font

    def _glued(self) -> bool:
        return self._space is None and bool(self.paragraph.parts)

    def _set_space(self, following: str, font: Font) -> None:
        space, self._space = self._space, None
        if space is None or not self.paragraph.parts:
            return
        own, level = space
        if self.paragraph.mixed:
            self.paragraph.leave(_make_space(own, level))
        else:
            before = self._last if self._font is own and self._last != _ICON else ""
            self.paragraph.leave(join(own, before, " ", following if font is own else ""))


def _make_space(font: Font, level: int) -> Shaped:
    space = join(font, "", " ", "")
    return space._replace(level=level) if level else space


def _raise(pieces: tuple[Shaped, ...], level: int) -> tuple[Shaped, ...]:
    return pieces if level == 0 else tuple([piece._replace(level=level) for piece in pieces])
