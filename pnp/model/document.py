"""A rulebook as it was written: blocks of text, each with its place, so that checks can read it like a card.

Lengths are mm. What it looks like on paper is a `Booklet`.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeAlias

from pnp.model.face import FaceKey
from pnp.model.finding import Fault
from pnp.model.kit import Rulebook
from pnp.model.place import Where
from pnp.model.signature import Signature


class Span(NamedTuple):
    r"""Words of one style, a line break (`text` is "\n"), or an inline icon (`icon` names it and `text` is empty).

    `link` is `#anchor` of a section or figure, or an address. `where` is the place in the file, as far as it is known.
    """

    text: str
    where: Where
    bold: bool = False
    italic: bool = False
    icon: str = ""
    link: str = ""


Words: TypeAlias = tuple[Span, ...]


def plain(words: Words) -> str:
    """The words as a reader would say them; icons as they are written (`{heart}`)."""
    return "".join(f"{{{span.icon}}}" if span.icon else span.text for span in words)


class Heading(NamedTuple):
    """A section's head. `level` counts from 1; links name the `anchor`, which is the heading in small letters."""

    level: int
    words: Words
    anchor: str
    where: Where


class Paragraph(NamedTuple):
    """Running text."""

    words: Words
    where: Where


class Listing(NamedTuple):
    """A list, numbered from `start` or, where that is None, with bullets; each item is blocks of its own."""

    items: tuple[tuple["Block", ...], ...]
    start: int | None
    where: Where


class Chart(NamedTuple):
    """A table: a head, rows as wide as the head, and how each column is set: `left`, `center` or `right`."""

    head: tuple[Words, ...]
    rows: tuple[tuple[Words, ...], ...]
    aligns: tuple[str, ...]
    where: Where


class Panel(NamedTuple):
    """Text set apart in a box: a `note`, or a `reference`, which is as wide as the page and is kept whole.

    Its blocks stand in so many `columns`, on a page of their own if `page` is set.
    """

    kind: str
    title: Words
    blocks: tuple["Block", ...]
    where: Where
    page: bool = False
    columns: int = 1


class Callout(NamedTuple):
    """A letter that points at a place on a face, (x, y) from the trim's top left corner, and what it stands for."""

    letter: str
    x: float
    y: float
    words: Words
    where: Where


class Figure(NamedTuple):
    """A card's face, drawn `width` mm wide, with letters that point at its parts; `number` counts from 1.

    `trim` is the size of the face, `corner` the radius of its corners.
    """

    face: FaceKey
    trim: tuple[float, float]
    corner: float
    width: float
    turn: int
    callouts: tuple[Callout, ...]
    caption: Words
    anchor: str
    number: int
    where: Where


class Contents(NamedTuple):
    """Where the list of sections stands, down to headings of level `depth`."""

    depth: int
    where: Where


class PageBreak(NamedTuple):
    """What follows begins a new page; a `loose` one only where every page is a sheet of its own, not in a booklet."""

    where: Where
    loose: bool = False


Block: TypeAlias = Heading | Paragraph | Listing | Chart | Panel | Figure | Contents | PageBreak


class Typeface(NamedTuple):
    """The font files of a family, as names in the roots."""

    family: str
    regular: str
    bold: str
    italic: str
    both: str


class Document(NamedTuple):
    """A rulebook's text with the kit's values in it.

    `body` and `display` are the typefaces of text and headings, `symbols` the files that lend what those lack.
    `icons` are the icons that it shows, `files` the files that it used, as written in messages.
    """

    rulebook: Rulebook
    kit: str
    title: str
    version: str
    summary: str
    where: Where
    blocks: tuple[Block, ...]
    body: Typeface
    display: Typeface
    symbols: tuple[str, ...] = ()
    icons: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()
    files: tuple[str, ...] = ()

    def walk(self) -> Iterator[Block]:
        """Every block, those inside of others after them, in the order of reading."""
        return _walk(self.blocks)

    def texts(self) -> Iterator[Words]:
        """Every run of words: headings, paragraphs, cells, captions, legends."""
        for block in self.walk():
            yield from texts_of(block)

    def headings(self) -> tuple[Heading, ...]:
        """The headings in order."""
        return tuple(block for block in self.walk() if isinstance(block, Heading))

    def figures(self) -> tuple[Figure, ...]:
        """The figures in order."""
        return tuple(block for block in self.walk() if isinstance(block, Figure))


def texts_of(block: Block) -> tuple[Words, ...]:
    """The words that the block itself holds, without those of blocks inside it."""
    if isinstance(block, Heading | Paragraph):
        return (block.words,)
    if isinstance(block, Chart):
        return (*block.head, *(cell for row in block.rows for cell in row))
    if isinstance(block, Figure):
        return (block.caption, *(callout.words for callout in block.callouts))
    return (block.title,) if isinstance(block, Panel) else ()


def _walk(blocks: tuple[Block, ...]) -> Iterator[Block]:
    for block in blocks:
        yield block
        if isinstance(block, Panel):
            yield from _walk(block.blocks)
        elif isinstance(block, Listing):
            for item in block.items:
                yield from _walk(item)


class Booklet(NamedTuple):
    """A document laid out on paper, one PDF.

    `width` and `height` are those of a page in mm. `pages` is their number, `at` the page (from 1) of each anchor,
    `shown` the faces and icons that it shows, in the order of the empty forms which stand for them in `content`, the
    PDF (empty if it was not drawn). `signature` tells how the pages lie on the sheets of one that is to be folded and
    stapled; None where every page is a sheet of its own.
    """

    document: Document
    paper: str
    width: float
    height: float
    pages: int
    at: Mapping[str, int] = {}
    shown: tuple[FaceKey, ...] = ()
    content: bytes = b""
    theme: str = ""
    faults: tuple[Fault, ...] = ()
    signature: Signature | None = None

    @property
    def sheets(self) -> int:
        """How many sheets of paper it takes."""
        return self.pages if self.signature is None else self.signature.sheets
