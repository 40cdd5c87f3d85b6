"""Words to lines: set in their fonts, broken at spaces, never inside a word."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.model.document import Span, Words
from pnp.model.place import Where
from pnp.press.rulebook.fonts import Fonts, set_text
from pnp.press.rulebook.style import Style

# An icon in a line, in sizes of the type: its square, and how far that reaches below the baseline.
ICON, ICON_DEPTH = 0.98, 0.13
# A last line below this share of the width looks lost; then the others may be narrower by these shares.
_RUNT = 0.14
_NARROWER = (0.97, 0.94, 0.91, 0.88, 0.85, 0.82)
# The space between an icon and a letter beside it.
_AIR = 0.13
# Words, the spaces at which lines may break, and breaks that the author made. A word may also break after a hyphen,
# and between the parts of an address.
_BREAKS = ("-", "–", "—", "/")
_TOKEN = re.compile(r"\n| +|[^ \n]+?(?:(?<=\w\w[-–])(?=\w)|(?<=\w—)(?=\w)|(?<=[^\W\d]{2}/)(?=\w)|(?=[ \n])|$)")


class Piece(NamedTuple):
    """Letters of one font, or an icon, and how wide it is; `link` is where it leads."""

    text: str
    font: str
    width: float
    icon: str = ""
    link: str = ""


class Word(NamedTuple):
    """Pieces that stay together; `space` is what follows on the same line, `ends` that the line ends here."""

    pieces: tuple[Piece, ...]
    width: float
    space: float
    ends: bool
    where: Where


class Line(NamedTuple):
    """Pieces with the distances of their left edges from the line's start."""

    pieces: tuple[tuple[float, Piece], ...]
    width: float


class Pen(NamedTuple):
    """What words are set with: fonts, and the pages that links lead to."""

    fonts: Fonts
    pages: Mapping[str, int]

    def set(self, words: Words, style: Style) -> tuple[Word, ...]:
        """The words in the style's font and size, with the page after each link to a section."""
        return tuple(_gather(self._pieces(words, style), _AIR * style.size))

    def _pieces(self, words: Words, style: Style) -> Iterator[tuple[Piece, Where]]:
        for span in _refer(words, self.pages):
            if span.icon:
                yield Piece("", "", ICON * style.size, span.icon, span.link), span.where
                continue
            styles = self.fonts.display if style.display else self.fonts.body
            font = styles[style.bold or span.bold, style.italic != span.italic]
            for token in _TOKEN.findall(span.text):
                for name, text in self.fonts.spell(token, font):
                    yield Piece(text, name, set_text(text, name).width * style.size, "", span.link), span.where


def _refer(words: Words, pages: Mapping[str, int]) -> Iterator[Span]:
    """The words with "(page 3)" after each that leads to a section; ", page 3" inside brackets."""
    depth = 0
    for number, span in enumerate(words):
        yield span
        depth += span.text.count("(") - span.text.count(")")
        following = words[number + 1].link if number + 1 < len(words) else ""
        anchor = span.link.removeprefix("#")
        if span.link.startswith("#") and following != span.link and anchor in pages:
            page = f"page\u00a0{pages[anchor]}"
            yield span._replace(text=f", {page}" if depth > 0 else f" ({page})", icon="", bold=False, italic=False)


def _gather(pieces: Iterator[tuple[Piece, Where]], air: float) -> list[Word]:
    """Pieces without a space between them make a word; `air` stands between letters and icons."""
    words: list[Word] = []
    held: list[Piece] = []
    place = Where("")
    for piece, where in pieces:
        if not piece.icon and not piece.text.strip(" \n"):
            if held or not words or words[-1].ends:
                words.append(_word(held, place))
                held = []
            ends = "\n" in piece.text
            words[-1] = words[-1]._replace(space=0.0 if ends else piece.width, ends=ends)
            continue
        place = place if held else where
        if held and bool(held[-1].icon) != bool(piece.icon) and (piece.icon or piece.text[0].isalnum()):
            held[-1] = held[-1]._replace(width=held[-1].width + air)
        held.append(piece)
        if piece.text[-1:] in _BREAKS and len(piece.text) > 2:
            words.append(_word(held, place))
            held = []
    return [*words, _word(held, place)] if held else words


def _word(pieces: Sequence[Piece], where: Where) -> Word:
    return Word(tuple(pieces), sum(piece.width for piece in pieces), 0.0, False, where)


def set_lines(words: Sequence[Word], width: float) -> tuple[Line, ...]:
    """The words in as few lines as they need; where the last would be very short, the others are a little shorter."""
    lines = break_lines(words, width)
    if len(lines) > 1 and lines[-1].width < _RUNT * width:
        for share in _NARROWER:
            closer = break_lines(words, share * width)
            if len(closer) == len(lines) and closer[-1].width >= _RUNT * width:
                return closer
    return lines


def break_lines(words: Sequence[Word], width: float) -> tuple[Line, ...]:
    """The words in lines of at most that width; a word that is wider has a line of its own."""
    lines: list[Line] = []
    row: list[Word] = []
    used = 0.0
    for word in words:
        if row and used + word.width > width + 0.01:
            lines.append(_line(row))
            row, used = [], 0.0
        row.append(word)
        used += word.width + word.space
        if word.ends:
            lines.append(_line(row))
            row, used = [], 0.0
    if row:
        lines.append(_line(row))
    return tuple(lines)


def _line(row: Sequence[Word]) -> Line:
    x, placed, end = 0.0, [], 0.0
    for word in row:
        for piece in word.pieces:
            placed.append((x, piece))
            x += piece.width
        end = x
        x += word.space
    return Line(tuple(placed), end)


def longest(words: Sequence[Word]) -> Word | None:
    """The widest word; None of no words."""
    return max(words, key=lambda word: word.width, default=None)


def full_width(words: Sequence[Word]) -> float:
    """How wide the words are on one line each that the author broke."""
    return max((line.width for line in break_lines(words, 1e9)), default=0.0)
