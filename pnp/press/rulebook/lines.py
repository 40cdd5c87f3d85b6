"""Words to lines: set in their fonts, broken at spaces, never inside a word."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
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
# A word may also break after a hyphen, and between the parts of an address.
_BREAKS = ("-", "–", "—", "/")
# A word, or a part of one that may break, and what follows: spaces at which a line may break, or a break that the
# author made. Most words have no such sign in them, and are read faster.
_TOKEN = re.compile(
    r"(?!\Z)([^ \n–—/-]++(?![^ \n])"
    r"|[^ \n]+?(?:(?<=\w\w[-–])(?=\w)|(?<=\w—)(?=\w)|(?<=[^\W\d]{2}/)(?=\w)|(?=[ \n])|$))?( +|\n)?"
)


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
        size = style.size
        styles = self.fonts.display if style.display else self.fonts.body
        row = _Row(_AIR * size)
        for said, where, bold, italic, icon, link in _refer(words, self.pages):
            if icon:
                row.add(Piece("", "", ICON * size, icon, link), where)
                continue
            tokens = _tokens(self.fonts, styles[style.bold or bold, style.italic != italic], size, link)
            for letters, blank in _TOKEN.findall(said):
                row.follow(tokens[letters], tokens[blank], where)
        return row.end()


class _Tokens(dict[str, tuple[Piece, ...]]):
    """The pieces of letters and blanks in one font and size, with one link; they are set when they are first met."""

    def __init__(self, fonts: Fonts, font: str, size: float, link: str) -> None:
        super().__init__()
        self._fonts, self._font, self._size, self._link = fonts, font, size, link

    def __missing__(self, token: str) -> tuple[Piece, ...]:
        size, link, runs = self._size, self._link, self._fonts.spell(token, self._font)
        pieces = self[token] = tuple(
            [Piece(text, font, set_text(text, font).width * size, "", link) for font, text in runs]
        )
        return pieces


@lru_cache(maxsize=1024)
def _tokens(fonts: Fonts, font: str, size: float, link: str) -> _Tokens:
    return _Tokens(fonts, font, size, link)


def _is_blank(text: str) -> bool:
    return not text.strip(" \n")


def _may_break(text: str) -> bool:
    return len(text) > 2 and text[-1] in _BREAKS


class _Row:
    """Pieces on their way to words: those without a space between them make one; `air` is between letters and icons."""

    __slots__ = ("_air", "_held", "_place", "_words")

    def __init__(self, air: float) -> None:
        self._air, self._place = air, Where("")
        self._words: list[Word] = []
        self._held: list[Piece] = []

    def follow(self, letters: tuple[Piece, ...], blanks: tuple[Piece, ...], where: Where) -> None:
        """What follows: letters and the blanks after them; mostly that is a word."""
        if not self._held and len(letters) == len(blanks) == 1:
            text, _, width, _, _ = blanks[0]
            if text == " " or _is_blank(text):
                ends = "\n" in text
                self._words.append(Word(letters, letters[0].width, 0.0 if ends else width, ends, where))
                return
        for piece in (*letters, *blanks):
            self.add(piece, where)

    def add(self, piece: Piece, where: Where) -> None:
        """What follows, letters, an icon or blanks."""
        text, _, width, icon, _ = piece
        if not icon and _is_blank(text):
            self._part("\n" in text, width)
            return
        held = self._held
        if icon and not held and self._take_figure():
            pass  # a number and its icon stay on one line, as far apart as words are
        elif not held:
            self._place = where
        elif bool(held[-1].icon) != bool(icon) and (icon or text[0].isalnum()):
            held[-1] = held[-1]._replace(width=held[-1].width + self._air)
        self._held.append(piece)
        if _may_break(text):
            self._close()

    def _take_figure(self) -> bool:
        """Take the last word back, with the space after it, if it is a number; whether it is."""
        if not self._words or self._words[-1].ends or not self._words[-1].pieces[-1].text.isdigit():
            return False
        *before, figure = self._words[-1].pieces
        if before or not self._words[-1].space:
            return False
        word = self._words.pop()
        self._held, self._place = [figure._replace(width=figure.width + word.space)], word.where
        return True

    def _part(self, ends: bool, width: float) -> None:
        """A space after a word, or the end of its line."""
        space = 0.0 if ends else width
        if self._held or not self._words or self._words[-1].ends:
            self._close(space, ends)
        else:
            self._words[-1] = self._words[-1]._replace(space=space, ends=ends)

    def _close(self, space: float = 0.0, ends: bool = False) -> None:
        width = sum([piece.width for piece in self._held])
        self._words.append(Word(tuple(self._held), width, space, ends, self._place))
        self._held = []

    def end(self) -> tuple[Word, ...]:
        """All words, now that the last is at its end."""
        if self._held:
            self._close()
        return tuple(self._words)


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
    return max(words, key=attrgetter("width"), default=None)


def full_width(words: Sequence[Word]) -> float:
    """How wide the words are on one line each that the author broke."""
    return max((line.width for line in break_lines(words, 1e9)), default=0.0)
