"""How the parts of a rulebook look: sizes, spaces and colours, all derived from its size of type and its accent."""

from typing import NamedTuple

from pnp.model.kit import Rulebook
from pnp.model.units import POINTS_PER_MM

INK = "#1a1814"
QUIET = "#5b564e"
WHITE = "#ffffff"

# The widest line of one column, in sizes of its type: longer ones lose the reader. Narrower than the second of two
# columns, the words tear.
MEASURE, NARROWEST = 39.0, 19.0


class Format(NamedTuple):
    """A page and its margins, in points.

    `inner` is the margin at the fold, `outer` that at the other side; on loose pages they are equal. `gutter` is the
    space between columns. `top` and `out` tell where the ground of the title begins, and how far it reaches beyond
    the text. `scale` is how large titles and headings are, of what they are on a full page.
    """

    width: float
    height: float
    inner: float
    outer: float
    head: float
    foot: float
    gutter: float
    top: float
    out: float
    scale: float

    @property
    def across(self) -> float:
        """How wide the text is."""
        return self.width - self.inner - self.outer

    @property
    def down(self) -> float:
        """How high the text is."""
        return self.height - self.head - self.foot

    def left(self, *, recto: bool) -> float:
        """Where the text begins: a recto has the fold at its left."""
        return self.inner if recto else self.outer


def full_page(width: float, height: float) -> Format:
    """A loose page of this size in mm."""
    mm = POINTS_PER_MM
    return Format(width * mm, height * mm, 20 * mm, 20 * mm, 23 * mm, 21 * mm, 8 * mm, 12 * mm, 8 * mm, 1.0)


def half_page(width: float, height: float) -> Format:
    """A page of a booklet of this size in mm: narrower margins, smaller headings, the same type."""
    mm = POINTS_PER_MM
    return Format(width * mm, height * mm, 14 * mm, 12 * mm, 17 * mm, 16 * mm, 6 * mm, 9 * mm, 5 * mm, 0.8)


class Style(NamedTuple):
    """How a text is set. `before` and `after` are spaces, of which the larger counts between two texts.

    `keep` holds it together with what follows. `shift` moves its lines down from where lines usually stand.
    """

    size: float
    leading: float
    before: float = 0.0
    after: float = 0.0
    display: bool = False
    bold: bool = False
    italic: bool = False
    colour: str = INK
    keep: bool = False


class Look(NamedTuple):
    """The styles of a rulebook."""

    accent: str
    tint: str
    body: Style
    item: Style
    small: Style
    cell: Style
    head: Style
    caption: Style
    quiet: Style
    headings: tuple[Style, ...]
    label: Style


def make_look(rulebook: Rulebook, scale: float = 1.0) -> Look:
    """The look of a rulebook of that size of type and accent, its larger headings and their spaces so much smaller."""
    size = rulebook.size
    lead = round(size * 1.42, 2)
    body = Style(size, lead, 0.5 * lead, 0.5 * lead)
    small = Style(0.9 * size, round(0.9 * lead * 0.97, 2), 0.25 * lead, 0.25 * lead)
    headings = (
        Style(2.0 * size * scale, 2.2 * size * scale, 2.4 * lead * scale, 0.75 * lead * scale, display=True, keep=True),
        Style(
            1.38 * size * max(scale, 0.9),
            1.6 * size * max(scale, 0.9),
            1.45 * lead * scale,
            0.4 * lead,
            display=True,
            colour=rulebook.accent,
            keep=True,
        ),
        Style(size, lead, 1.0 * lead, 0.2 * lead, bold=True, keep=True),
    )
    return Look(
        rulebook.accent,
        mix(rulebook.accent, 0.07),
        body,
        body._replace(before=0.28 * lead, after=0.28 * lead),
        small,
        small._replace(before=0.2 * lead, after=0.2 * lead),
        small._replace(bold=True, before=0.2 * lead, after=0.2 * lead),
        small._replace(italic=True, colour=QUIET),
        small._replace(size=8.0, leading=10.0, colour=QUIET),
        headings,
        Style(1.12 * size, 1.35 * size, 0, 0.35 * lead, display=True, colour=rulebook.accent, keep=True),
    )


def mix(colour: str, share: float) -> str:
    """So much of the colour on white."""
    channels = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(255 - (255 - channel) * share):02x}" for channel in channels)
