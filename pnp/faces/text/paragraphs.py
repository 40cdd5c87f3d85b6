"""What stands between two line breaks of the author, as a row of parts that a line may be broken between."""

from bisect import bisect_right
from dataclasses import dataclass, field, replace
from operator import sub
from typing import NamedTuple, TypeAlias

from pnp.faces.text.fonts import Font, FontBook
from pnp.faces.text.hyphenation import SOFT_HYPHEN
from pnp.faces.text.lettering import Part, shape_whole
from pnp.faces.text.shaping import Shaped, cut_clusters

EPSILON = 1e-7


class Icon(NamedTuple):
    """An inline icon: its box of ICON_SIZE begins `lead` em after its start and it takes `advance` em."""

    name: str
    lead: float
    advance: float
    level: int = 0


Unit: TypeAlias = Shaped | Icon


class Soft(NamedTuple):
    """A word that may be parted with a hyphen: the place of its unit in the part, its text, and where."""

    unit: int
    text: str
    font: Font
    points: tuple[int, ...]
    level: int


class Parting(NamedTuple):
    """A part in two, with the hyphen that ends the first."""

    head: tuple[Unit, ...]
    hyphen: Shaped
    tail: tuple[Unit, ...]
    soft: tuple[Soft, ...]


@dataclass(slots=True)
class Paragraph:
    """Lengths in em. A line may be broken before each item of `parts`.

    `starts` and `ends` say where each part would begin and end if the paragraph were one line; `gaps[i]` is what stands
    after part i (a space, kerning, or None). `soft` are the words of a part that may be parted. `bullet` is drawn
    before the first line, in the `indent` that all lines have. `base` is 1 where the paragraph runs from right to left;
    `mixed` says that some of it does. `even` is set where all of it is of one font and one size, without icons.
    """

    parts: list[tuple[Unit, ...]] = field(default_factory=list)
    gaps: list[Shaped | None] = field(default_factory=list)
    starts: list[float] = field(default_factory=list)
    ends: list[float] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    soft: dict[int, tuple[Soft, ...]] = field(default_factory=dict)
    bullet: tuple[Shaped, ...] = ()
    indent: float = 0.0
    base: int = 0
    mixed: bool = False
    even: bool = False
    _pen: float = 0.0

    @property
    def width(self) -> float:
        """The width of the whole as one line."""
        return self.indent + (self.ends[-1] if self.ends else 0.0)

    def find_widest(self, book: FontBook) -> float:
        """The width of the widest part, with all hyphens that may be set: no line can be narrower."""
        if not self.soft:
            return self.indent + max(map(sub, self.ends, self.starts), default=0)
        return self.indent + max([self.find_width(index, book) for index in range(len(self.parts))])

    def find_width(self, index: int, book: FontBook) -> float:
        """The least room that the part needs on any line."""
        width = self.ends[index] - self.starts[index]
        words = self.soft.get(index)
        if words is None:
            return width
        pieces = [unit.advance for unit in self.parts[index]]
        widest = run = 0.0
        for place, advance in enumerate(pieces):
            word = next((word for word in words if word.unit == place), None)
            if word is None:
                run += advance
                continue
            *heads, last = _fragments(word, book)
            for head in heads:
                widest = max(widest, run + head)
                run = 0.0
            run += last
        return min(width, max(widest, run))

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

    def add_after(self, gap: Shaped, units: tuple[Unit, ...], advance: float) -> None:
        """Put a space after the last part, and append a part."""
        start = self._pen + gap.advance
        self._pen = end = start + advance
        self.gaps[-1] = gap
        self.gaps.append(None)
        self.parts.append(units)
        self.starts.append(start)
        self.ends.append(end)

    def stick(self, units: tuple[Unit, ...], advance: float) -> None:
        """Append to the last part."""
        self.parts[-1] += units
        self._pen += advance
        self.ends[-1] = self._pen

    def soften(self, word: Soft) -> None:
        """Say that a word of the last part may be parted."""
        index = len(self.parts) - 1
        self.soft[index] = (*self.soft.get(index, ()), word)

    def leave(self, gap: Shaped | None) -> None:
        """Put a space or kerning after the last part."""
        if gap is not None:
            self.gaps[-1] = gap
            self._pen += gap.advance

    def part(self, index: int, room: float, book: FontBook) -> Parting | None:
        """The part in two so that the first with its hyphen takes at most `room` em; None if it cannot be."""
        units = self.parts[index]
        for number, word in reversed(list(enumerate(self.soft[index]))):
            least = sum(unit.advance for unit in units[: word.unit]) + _set_hyphen(word, book).advance
            place = bisect_right(
                word.points, room + EPSILON, key=lambda point: least + _set(word.text[:point], word, book).advance
            )
            if place == 0:
                continue
            point, *later = word.points[place - 1 :]
            head, tail = _set(word.text[:point], word, book), _set(word.text[point:], word, book)
            rest = Soft(0, tail.text, word.font, tuple(other - point for other in later), word.level)
            moved = len(tail.pieces) - 1 - word.unit
            others = tuple(other._replace(unit=other.unit + moved) for other in self.soft[index][number + 1 :])
            return Parting(
                (*units[: word.unit], *head.pieces),
                _set_hyphen(word, book),
                (*tail.pieces, *units[word.unit + 1 :]),
                (rest, *others) if later and len(tail.pieces) == 1 else others,
            )
        return None

    def split(self, index: int, parting: Parting) -> None:
        """Put the two in the place of the one."""
        head = sum(unit.advance for unit in parting.head)
        tail = sum(unit.advance for unit in parting.tail)
        start, end = self.starts[index], self.ends[index]
        shift = start + head + tail - end
        self.parts[index : index + 1] = [parting.head, parting.tail]
        self.gaps.insert(index, None)
        self.starts[index:] = [start, start + head, *(later + shift for later in self.starts[index + 1 :])]
        self.ends[index:] = [start + head, *(later + shift for later in self.ends[index:])]
        words = {place + (place > index): word for place, word in self.soft.items() if place != index}
        self.soft = words | ({index + 1: parting.soft} if parting.soft else {})

    def copy(self) -> "Paragraph":
        """Another of the same parts, to be split."""
        return replace(
            self,
            parts=list(self.parts),
            gaps=list(self.gaps),
            starts=list(self.starts),
            ends=list(self.ends),
            soft=dict(self.soft),
            even=False,
        )

    def loosen(self, limit: float, book: FontBook) -> "Paragraph":
        """The same with every part that needs more than `limit` em cut between its letters."""
        loose = Paragraph(
            missing=self.missing, bullet=self.bullet, indent=self.indent, base=self.base, mixed=self.mixed
        )
        for index, units in enumerate(self.parts):
            if self.find_width(index, book) <= limit - self.indent + EPSILON:
                loose.add(units, self.ends[index] - self.starts[index])
                if index in self.soft:
                    loose.soft[len(loose.parts) - 1] = self.soft[index]
            else:
                for unit in units:
                    for piece in [unit] if isinstance(unit, Icon) else cut_clusters(unit):
                        loose.add((piece,), piece.advance)
            loose.leave(self.gaps[index])
        return loose


def _set(text: str, word: Soft, book: FontBook) -> Part:
    part = shape_whole(text, word.font, book)
    if word.level == 0:
        return part
    return part._replace(pieces=tuple([piece._replace(level=word.level) for piece in part.pieces]))


def _set_hyphen(word: Soft, book: FontBook) -> Shaped:
    part = _set("\u2010" if word.font.covers("\u2010") else "-", word, book)
    piece = part.pieces[0]
    return piece._replace(text=SOFT_HYPHEN, clusters=((len(SOFT_HYPHEN.encode()), len(piece.glyphs)),))


def _fragments(word: Soft, book: FontBook) -> list[float]:
    """The widths of all that the word may be parted into, each but the last with its hyphen."""
    hyphen = _set_hyphen(word, book).advance
    ends = (*word.points, len(word.text))
    *heads, last = (
        _set(word.text[start:end], word, book).advance for start, end in zip((0, *word.points), ends, strict=True)
    )
    return [*(width + hyphen for width in heads), last]
