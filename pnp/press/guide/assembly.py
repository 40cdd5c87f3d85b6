"""How a piece that is larger than the paper is put together: its parts on the whole, and what is glued over what.

Lengths are mm on the whole piece, from its top left corner; what is drawn on is points, as in the other drawings.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from pnp.model.document import Words
from pnp.model.kit import Kit
from pnp.model.sheet import Run, Tile
from pnp.model.units import POINTS_PER_MM
from pnp.press.guide.cutting import tell_cuts
from pnp.press.guide.diagrams import DASH, write
from pnp.press.guide.schemes import Scheme
from pnp.press.guide.words import name_sheets, say
from pnp.press.layout.tiling import Part
from pnp.press.rulebook.lines import Pen
from pnp.press.rulebook.style import INK, QUIET, WHITE, Style

if TYPE_CHECKING:
    from pnp.press.rulebook.canvas import Ink

# The longer side of the whole as it is drawn.
_LONGEST = 88.0 * POINTS_PER_MM
_FLAP = "#b8b4ab"
_SHEET = Style(8.0, 9.5, bold=True)
_PLACE = Style(7.0, 8.5, colour=QUIET)


class Whole(NamedTuple):
    """A piece in parts: the schemes of its parts, row by row; with copies, each part lies on several sheets."""

    component: str
    parts: tuple[Scheme, ...]

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Which part each is."""
        return tuple(scheme.tile for scheme in self.parts if scheme.tile is not None)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the whole."""
        return self.tiles[0].width, self.tiles[0].height

    @property
    def sheets(self) -> tuple[int, ...]:
        """All sheets that its parts lie on, by their numbers."""
        return tuple(sorted(number for scheme in self.parts for number in scheme.sheets))

    @property
    def columns(self) -> tuple[Part, ...]:
        """Its columns from seam to seam, and the flaps that they have."""
        return tuple(
            Part(tile.left + tile.flaps.left, tile.left + width - tile.flaps.right, tile.flaps.left, tile.flaps.right)
            for tile, (width, _) in zip(self.tiles, self._sizes, strict=True)
            if tile.row == 1
        )

    @property
    def rows(self) -> tuple[Part, ...]:
        """Its rows, in the same way."""
        return tuple(
            Part(tile.top + tile.flaps.top, tile.top + height - tile.flaps.bottom, tile.flaps.top, tile.flaps.bottom)
            for tile, (_, height) in zip(self.tiles, self._sizes, strict=True)
            if tile.column == 1
        )

    @property
    def _sizes(self) -> tuple[tuple[float, float], ...]:
        """Width and height of each part, flaps included."""
        return tuple((scheme.sheet.pieces[0].width, scheme.sheet.pieces[0].height) for scheme in self.parts)


def gather(schemes: Sequence[Scheme]) -> Iterator[Scheme | Whole]:
    """The layouts of a run in their order, with those of one piece's parts as one."""

    def piece(scheme: Scheme) -> tuple[str, float, float] | None:
        tile = scheme.tile
        return None if tile is None else (scheme.counts[0][0], tile.width, tile.height)

    for key, group in groupby(schemes, piece):
        if key is None:
            yield from group
        else:
            yield Whole(key[0], tuple(group))


def tell_assembly(run: Run, whole: Whole, kit: Kit) -> Iterator[Words]:
    """How the parts of a piece are cut out and glued, in steps."""
    tile = whole.tiles[0]
    title = next((deck.title for deck in kit.decks if deck.id == whole.component and deck.title), whole.component)
    many = len(whole.parts)
    copies = len(whole.parts[0].sheets)
    pieces = f"{copies} × {title}, each" if copies > 1 else title
    rows = f"{tile.rows} rows of {tile.columns}" if tile.rows > 1 else "one row"
    says = "**{}:** {} in {} parts, {}. Gray in the picture are flaps: they lie below the part that they reach into, "
    says += "whose edge comes on the dashed line."
    yield say(says, name_sheets(whole.sheets), pieces, str(many), rows)
    if run.job.cut_order or run.job.cutter or run.job.marks == "none":
        yield from tell_cuts(run, whole.parts[0])
    else:
        yield say("Cut each part out at the marks, flaps and all. The dashed line along a flap is **not** cut.")
    if tile.columns > 1:
        start = "Lay" if tile.rows == 1 else "In each row, lay"
        yield say("{} {}: edges on the dashed lines. Glue.", start, _tell_joints(whole.columns, "column"))
    if tile.rows > 1:
        start = "Then lay" if tile.columns > 1 else "Lay"
        yield say("{} {}, and glue in the same way.", start, _tell_joints(whole.rows, "row"))
    yield say("Let it dry below something flat and heavy.")


def _tell_joints(parts: Sequence[Part], thing: str) -> str:
    """`columns 1 and 3 over the flaps of column 2`."""
    joints = []
    for number, part in enumerate(parts, 1):
        over = [str(other) for other, flap in ((number - 1, part.before), (number + 1, part.after)) if flap]
        if over:
            several = "s" if len(over) > 1 else ""
            joints.append(f"{thing}{several} {' and '.join(over)} over the flap{several} of {thing} {number}")
    return "; ".join(joints)


class Plan(NamedTuple):
    """The whole piece, small: its parts with their sheets, the seams, and the flaps that lie below."""

    whole: Whole
    pen: Pen

    @property
    def _scale(self) -> float:
        return _LONGEST / max(self.whole.size)

    @property
    def width(self) -> float:
        """How wide it is."""
        return self.whole.size[0] * self._scale

    @property
    def height(self) -> float:
        """How high it is."""
        return self.whole.size[1] * self._scale

    def draw(self, ink: "Ink", x: float, y: float) -> None:
        """Draw it with its top left corner at (x, y) of the page."""
        scale = self._scale
        ink.box((x, y, self.width, self.height), WHITE)
        self._draw_flaps(ink, x, y)
        ink.box((x, y, self.width, self.height), "", stroke=INK)
        for scheme, tile in zip(self.whole.parts, self.whole.tiles, strict=True):
            across, down = self.whole.columns[tile.column - 1], self.whole.rows[tile.row - 1]
            left, top = x + across.start * scale, y + down.start * scale
            wide, high = (across.end - across.start) * scale, (down.end - down.start) * scale
            write(ink, self.pen, name_sheets(scheme.sheets), left + wide / 2, top + high / 2 - 5, _SHEET)
            place = f"row {tile.row}, column {tile.column}"
            write(ink, self.pen, place, left + wide / 2, top + high / 2 + 5, _PLACE)

    def _draw_flaps(self, ink: "Ink", x: float, y: float) -> None:
        """A band for each flap, its own edge solid; dashed, as on the sheets, the seam on which the next part ends."""
        scale, width, height = self._scale, self.width, self.height
        for part in self.whole.columns:
            for seam, edge in ((part.start, part.start - part.before), (part.end, part.end + part.after)):
                if seam != edge:
                    ink.box((x + min(seam, edge) * scale, y, abs(seam - edge) * scale, height), _FLAP)
                    ink.rule(x + edge * scale, y, x + edge * scale, y + height, 0.4, QUIET)
                    ink.rule(x + seam * scale, y, x + seam * scale, y + height, 0.7, INK, DASH)
        for part in self.whole.rows:
            for seam, edge in ((part.start, part.start - part.before), (part.end, part.end + part.after)):
                if seam != edge:
                    ink.box((x, y + min(seam, edge) * scale, width, abs(seam - edge) * scale), _FLAP)
                    ink.rule(x, y + edge * scale, x + width, y + edge * scale, 0.4, QUIET)
                    ink.rule(x, y + seam * scale, x + width, y + seam * scale, 0.7, INK, DASH)
