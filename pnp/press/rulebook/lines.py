"""Words to lines: set in their fonts, broken at spaces, never inside a word."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
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
        size, spell = style.size, self.fonts.spell
        styles = self.fonts.display if style.display else self.fonts.body
        pieces: list[tuple[Piece, Where]] = []
        for said, where, bold, italic, icon, link in _refer(words, self.pages):
            if icon:
                pieces.append((Piece("", "", ICON * size, icon, link), where))
                continue
            font = styles[style.bold or bold, style.italic != italic]
            for token in _TOKEN.findall(said):
                pieces += [(_piece(text, name, size, link), where) for name, text in spell(token, font)]
        return tuple(_gather(pieces, _AIR * size))


@lru_cache(maxsize=20_000)
def _piece(text: str, font: str, size: float, link: str) -> Piece:
    return Piece(text, font, set_text(text, font).width * size, "", link)


def _refer(words: Words, pages: Mapping[str, int]) -> Iterable[Span]:
    """The words with "(page 3)" after each that leads to a section; ", page 3" inside brackets."""
    return _with_pages(words, pages) if any(span.link for span in words) else words


def _with_pages(words: Words, pages: Mapping[str, int]) -> Iterator[Span]:
    depth = 0
    for number, span in enumerate(words):
        yield span
        depth += span.text.count("(") - span.text.count(")")
        following = words[number + 1].link if number + 1 < len(words) else ""
        anchor = span.link.removeprefix("#")
        if span.link.startswith("#") and following != span.link and anchor in pages:
            page = f"page\u00a0{pages[anchor]}"
            yield span._replace(text=f", {page}" if depth > 0 else f" ({page})", icon="", bold=False, italic=False)


def _gather(pieces: Iterable[tuple[Piece, Where]], air: float) -> list[Word]:
    """Pieces without a space between them make a word; `air` stands between letters and icons."""
    words: list[Word] = []
    held: list[Piece] = []
    place = Where("")
    for piece, where in pieces:
        text, _, width, icon, _ = piece
        if not icon and not text.strip(" \n"):
            ends = "\n" in text
            space = 0.0 if ends else width
            if held or not words or words[-1].ends:
                words.append(_word(held, place, space, ends))
                held = []
            else:
                words[-1] = words[-1]._replace(space=space, ends=ends)
            continue
        if not held:
            place = where
        elif bool(held[-1].icon) != bool(icon) and (icon or text[0].isalnum()):
            held[-1] = held[-1]._replace(width=held[-1].width + air)
        held.append(piece)
        if len(text) > 2 and text[-1] in _BREAKS:
            words.append(_word(held, place))
            held = []
    return [*words, _word(held, place)] if held else words


def _word(pieces: Sequence[Piece], where: Where, space: float = 0.0, ends: bool = False) -> Word:
    return Word(tuple(pieces), sum([piece.width for piece in pieces]), space, ends, where)


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
