"""The list of sections with their pages."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from pnp.model.document import Span, Words
from pnp.press.rulebook.blocks import Block, Mark
from pnp.press.rulebook.lines import Line, Pen, break_lines
from pnp.press.rulebook.style import QUIET, Look, Style

if TYPE_CHECKING:
    from pnp.press.rulebook.canvas import Ink


class Entry(NamedTuple):
    """A section and its page (0 while it is not known)."""

    level: int
    words: Words
    anchor: str
    page: int


class Row(NamedTuple):
    """An entry: its words, a dotted line, its page at the right end."""

    lines: tuple[Line, ...]
    page: Line
    style: Style
    indent: float
    width: float
    keep: bool = False

    @property
    def before(self) -> float:
        """The space above."""
        return self.style.before

    @property
    def after(self) -> float:
        """The space below."""
        return self.style.after

    @property
    def height(self) -> float:
        """How high it is."""
        return len(self.lines) * self.style.leading

    def split(self, _room: float) -> tuple[Block, Block] | None:
        """Never."""
        return None

    def draw(self, ink: "Ink", x: float, y: float) -> None:
        """Draw it with its top left corner at (x, y) of the page."""
        style = self.style
        baseline = y + (style.leading - style.size) / 2 + 0.8 * style.size
        for line in self.lines:
            ink.line(line, x + self.indent, baseline, style)
            baseline += style.leading
        baseline -= style.leading
        start = x + self.indent + self.lines[-1].width + 0.5 * style.size
        end = x + self.width - self.page.width
        ink.dots(start, end - 0.5 * style.size, baseline - 0.08 * style.size, QUIET)
        ink.line(self.page, end, baseline, style)

    def marks(self) -> Iterator[Mark]:
        """The places in it that links lead to."""
        return iter(())


def set_entries(entries: Iterable[Entry], width: float, look: Look, pen: Pen) -> Iterator[Block]:
    """A row an entry; sections in bold, their parts indented."""
    bare = Pen(pen.fonts, {})
    for entry in entries:
        top = entry.level == 1
        space = 0.3 * look.body.leading if top else 0.0
        style = look.body._replace(bold=top, before=space, after=0.0)
        indent = (entry.level - 1) * 1.5 * style.size
        words = tuple(span._replace(link=f"#{entry.anchor}", text=span.text.replace("\n", " ")) for span in entry.words)
        page = (Span(str(entry.page or ""), words[0].where, link=f"#{entry.anchor}"),) if words else ()
        lines = break_lines(bare.set(words, style), width - indent - 3 * style.size)
        number = break_lines(bare.set(page, style), 1e9)
        yield Row(lines or (Line((), 0.0),), number[0] if number else Line((), 0.0), style, indent, width)
