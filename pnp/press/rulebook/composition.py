"""A document to blocks, in zones: parts of the text that run in columns, and parts as wide as the page."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from pnp.model import document as text
from pnp.model.document import Document, Span, Words, plain, texts_of
from pnp.model.finding import Fault
from pnp.model.units import MM_PER_POINT, show
from pnp.press.rulebook.blocks import Block, Mark, Text, measure
from pnp.press.rulebook.contents import Entry, set_entries
from pnp.press.rulebook.figures import MARGIN, Picture, face_size, place_letters
from pnp.press.rulebook.lines import Line, Pen, break_lines, longest, set_lines
from pnp.press.rulebook.panels import Box, spread
from pnp.press.rulebook.style import Look, Style
from pnp.press.rulebook.tables import hang_under, set_table

# The narrowest legend that stands beside its picture, and the narrowest column of a box, in sizes of type.
_LEGEND, _NARROWEST = 17.0, 12.0
# The most lines of a paragraph that stands with the table or figure after it.
_SHORT = 3
# A table that is lower than this share of the page is never parted.
_WHOLE = 0.3
_BULLETS = ("•", "–", "·")


class Zone(NamedTuple):
    """Blocks in so many columns; `page` begins a new page with them. One that `floats` may come a page later."""

    columns: int
    blocks: tuple[Block, ...]
    page: bool = False
    floats: bool = False


class Frame(NamedTuple):
    """What a page has room for: the width of its text, of one of its columns, and its height.

    `bound` says that it is a page of a booklet.
    """

    width: float
    column: float
    columns: int
    gutter: float
    height: float
    bound: bool = False


class Composition:
    """The work on one document with the pages that its links lead to. `faults` are met on the way."""

    def __init__(self, document: Document, look: Look, pen: Pen, frame: Frame) -> None:
        self._document, self._look, self._pen, self._frame = document, look, pen, frame
        self.faults: list[Fault] = []
        # What was made of a block, by its identity; the block is kept with it, so that no other comes to have that.
        self._kept: dict[tuple[int, float, bool], tuple[text.Block, Sequence[Block], Sequence[Fault]]] = {}

    def again(self, pages: Mapping[str, int]) -> "Composition":
        """The same work with other pages. What does not name them is not done again."""
        other = Composition(self._document, self._look, Pen(self._pen.fonts, pages), self._frame)
        other._kept = self._kept
        return other

    def zones(self) -> list[Zone]:
        """The document in zones."""
        zones: list[Zone] = []
        flow: list[Block] = []
        page = False
        for block in self._document.blocks:
            if isinstance(block, text.PageBreak):
                if block.loose and self._frame.bound:
                    continue
                self._close(zones, flow, page)
                flow, page = [], True
            elif self._is_wide(block):
                _introduce(flow, block)
                kept = [self._spread(each) for each in _pop_kept(flow)]
                if flow:
                    self._close(zones, flow, page)
                    page = False
                alone = isinstance(block, text.Panel) and block.page
                floats = isinstance(block, text.Figure) and not (kept or page)
                made = tuple(self.compose(block, self._frame.width))
                zones.append(Zone(1, (*kept, *made), page or alone, floats))
                flow, page = [], alone
            else:
                _introduce(flow, block)
                flow += hang_under(flow, self.compose(block, self._frame.column))
        self._close(zones, flow, page)
        return zones

    def _spread(self, block: Block) -> Block:
        """A heading of a section across the page, as what it stands above."""
        return block._replace(width=self._frame.width) if isinstance(block, Text) and block.rule else block

    def _close(self, zones: list[Zone], flow: list[Block], page: bool) -> None:
        if flow:
            zones.append(Zone(self._frame.columns, tuple(flow), page))

    def _is_wide(self, block: text.Block) -> bool:
        """Whether it stands across the page: a reference, or a figure with more than a column has room for."""
        if isinstance(block, text.Panel):
            return block.kind == "reference"
        if self._frame.columns == 1 or not isinstance(block, text.Figure):
            return isinstance(block, text.Figure)
        needed = face_size(block)[0] + 2 * MARGIN
        return needed > self._frame.column or (len(block.callouts) > 6 and any(each.words for each in block.callouts))

    def compose(self, block: text.Block, width: float, small: bool = False) -> Sequence[Block]:
        """The block as one or several of that width, `small` as in a box."""
        key = (id(block), width, small)
        if key in self._kept:
            _, made, faults = self._kept[key]
            self.faults += faults
            return made
        before = len(self.faults)
        made = tuple(self._compose(block, width, small))
        if not _names_pages(block):
            self._kept[key] = block, made, self.faults[before:]
        return made

    def _compose(self, block: text.Block, width: float, small: bool) -> Iterator[Block]:
        if isinstance(block, text.Heading):
            yield self._heading(block, self._wide(width) if block.level == 1 else width)
        elif isinstance(block, text.Paragraph):
            style = self._look.small if small else self._look.body
            yield self._text(block.words, style, width)._replace(keep=_leads(block.words))
        elif isinstance(block, text.Listing):
            yield from self._listing(block, width, 0, small)
        elif isinstance(block, text.Chart):
            table, faults = set_table(block, width, self._wide(width), self._look, self._pen)
            self.faults += faults
            yield table._replace(whole=_WHOLE * self._frame.height)
        elif isinstance(block, text.Panel):
            yield self._panel(block, width)
        elif isinstance(block, text.Figure):
            yield self._figure(block, self._wide(width))
        elif isinstance(block, text.Contents):
            yield from set_entries(self._entries(block), width, self._look, self._pen)

    def _wide(self, width: float) -> float:
        """What a block that is better wide may take: in a page of one column that is narrower than it, all of it."""
        return self._frame.width if self._frame.columns == 1 and width == self._frame.column else width

    def _text(self, words: Words, style: Style, width: float, indent: float = 0.0) -> Text:
        placed = self._pen.set(words, style)
        word = longest(placed)
        if word is not None and word.width > width - indent + 0.01:
            said = "".join(piece.text or f"{{{piece.icon}}}" for piece in word.pieces)
            over = show(round((word.width - width + indent) * MM_PER_POINT, 1))
            message = f'the word "{said[:40]}" is {over} mm wider than its column'
            self.faults.append(Fault("text-overflow", word.where, message, "Put a blank or a hyphen into it."))
        return Text(set_lines(placed, width - indent), style, width, indent)

    def _heading(self, block: text.Heading, width: float) -> Block:
        style = self._look.headings[min(block.level, len(self._look.headings)) - 1]
        mark = Mark(block.anchor, 0.0, plain(block.words), block.level - 1)
        rule = self._look.accent if block.level == 1 else ""
        return self._text(block.words, style, width)._replace(mark=mark, rule=rule, keep=True)

    def _listing(self, block: text.Listing, width: float, depth: int, small: bool) -> Iterator[Block]:
        style = self._look.small if small else self._look.item
        hang = 1.75 * style.size if block.start is not None else 1.25 * style.size
        indent = depth * 1.4 * style.size + hang
        before = style._replace(bold=block.start is not None)
        for number, item in enumerate(block.items):
            sign = _BULLETS[min(depth, 2)] if block.start is None else f"{block.start + number}."
            bullet = self._sign(sign, before, item[0])
            for place, inner in enumerate(item):
                if isinstance(inner, text.Listing):
                    yield from self._listing(inner, width, depth + 1, small)
                elif isinstance(inner, text.Paragraph):
                    made = self._text(inner.words, style, width, indent)
                    # The first two items stand together, and so do the last two.
                    beside = number in (0, len(block.items) - 2) and len(block.items) > 1
                    keep = beside or place + 1 < len(item) or _leads(inner.words)
                    yield made._replace(bullet=None if place else bullet, hang=hang, keep=keep)
                else:
                    yield from self.compose(inner, width, small)

    def _sign(self, sign: str, style: Style, item: text.Block) -> Line:
        words = (Span(sign, item.where),)
        return break_lines(self._pen.set(words, style), 1e9)[0]

    def _panel(self, block: text.Panel, width: float) -> Block:
        look = self._look
        reference = block.kind == "reference"
        pad = (1.3 if reference else 1.0) * look.small.size
        gutter = 1.6 * look.small.size
        inner = width - 2 * pad
        count = block.columns
        while count > 1 and inner < _NARROWEST * look.small.size * count:
            count -= 1
        across = (inner - gutter * (count - 1)) / count
        title = None
        if block.title:
            style = look.headings[1] if reference else look.label
            title = self._text(block.title, style, inner)
        blocks = [made for each in block.blocks for made in self.compose(each, across, small=True)]
        return Box(
            title,
            spread(blocks, count),
            width,
            across,
            gutter,
            pad,
            0.85 * look.body.leading,
            0.9 * self._frame.height,
            look.tint,
            look.accent,
            reference,
            block.where,
        )

    def _figure(self, figure: text.Figure, width: float) -> Block:
        look = self._look
        margin = MARGIN if figure.callouts else 0.0
        figure = figure._replace(width=self._fitting(figure, width - 2 * margin))
        face_width, face_height = face_size(figure)
        beside = width - face_width - 2 * margin - look.small.size * 1.5
        has_legend = any(callout.words for callout in figure.callouts)
        is_beside = has_legend and beside >= _LEGEND * look.small.size
        left = margin if is_beside or not figure.callouts else (width - face_width) / 2
        legend_width = beside if is_beside else width
        legend = tuple(self._legend(figure, legend_width)) if has_legend else ()
        legend_x = width - beside if is_beside else 0.0
        legend_y = 0.0 if is_beside else face_height + 0.8 * look.small.leading
        box = Picture(figure, (), look.head, left, legend, legend_x, legend_y, None, 0.0, 0.0, look.body.leading)
        legend_end = legend_y + measure(legend)
        bottom = max(face_height, legend_end) if legend else face_height
        caption = self._caption(figure, width)
        style = look.head._replace(size=9.0, leading=11.0)
        words = [(Span(callout.letter, callout.where),) for callout in figure.callouts]
        lines = [break_lines(self._pen.set(each, style), 1e9)[0] for each in words]
        caption_y = bottom + 0.6 * look.small.leading
        return replace(
            box,
            letters=place_letters(figure, lines, left),
            style=style,
            caption=caption,
            caption_y=caption_y,
            height=caption_y + caption.height,
        )

    def _fitting(self, figure: text.Figure, width: float) -> float:
        """How wide, in mm, it can be at most: as it was asked for, if there is room."""
        tallest = 0.8 * self._frame.height * figure.trim[0] / figure.trim[1]
        return min(figure.width, width * MM_PER_POINT, tallest * MM_PER_POINT)

    def _legend(self, figure: text.Figure, width: float) -> Iterator[Block]:
        style = self._look.small._replace(before=0.18 * self._look.small.leading, after=0.18 * self._look.small.leading)
        for callout in figure.callouts:
            if callout.words:
                hang = 1.6 * style.size
                letter = (Span(callout.letter, callout.where),)
                bullet = break_lines(self._pen.set(letter, style._replace(bold=True)), 1e9)[0]
                yield self._text(callout.words, style, width, hang)._replace(bullet=bullet, hang=hang)

    def _caption(self, figure: text.Figure, width: float) -> Text:
        number = Span(f"Figure {figure.number}.", figure.where, bold=True)
        gap = Span(" ", figure.where)
        words = (number, gap, *figure.caption) if figure.caption else (number,)
        return self._text(words, self._look.caption, width)

    def _entries(self, block: text.Contents) -> Iterator[Entry]:
        for heading in self._document.headings():
            if heading.level <= block.depth:
                yield Entry(heading.level, heading.words, heading.anchor, self._pen.pages.get(heading.anchor, 0))


def _introduce(flow: list[Block], block: text.Block) -> None:
    """A short paragraph before a table stands with it, and one below a section's heading with its text."""
    last = flow[-1] if flow else None
    if not isinstance(last, Text) or len(last.lines) > _SHORT:
        return
    above = flow[-2] if len(flow) > 1 else None
    opens = isinstance(above, Text) and above.rule and isinstance(block, text.Paragraph | text.Listing)
    if isinstance(block, text.Chart) or opens:
        flow[-1] = last._replace(keep=True)


def _names_pages(block: text.Block) -> bool:
    """Whether it, or something in it, names the pages that links lead to."""
    if isinstance(block, text.Contents) or any(span.link[:1] == "#" for words in texts_of(block) for span in words):
        return True
    if isinstance(block, text.Panel):
        return any(map(_names_pages, block.blocks))
    return isinstance(block, text.Listing) and any(_names_pages(each) for item in block.items for each in item)


def _leads(words: Words) -> bool:
    """Whether a paragraph leads to what follows: it ends in a colon, or is all bold, as a small heading is."""
    return plain(words).rstrip().endswith(":") or all(span.bold for span in words)


def _pop_kept(flow: list[Block]) -> list[Block]:
    """Take from the end of the flow what has to stand with the block that follows."""
    kept: list[Block] = []
    while flow and flow[-1].keep:
        kept.insert(0, flow.pop())
    return kept
