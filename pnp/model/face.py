"""One side of a piece: what to draw, in slices, and what it recorded about itself for the checks.

All lengths are mm from the top left corner of the trim, y downward, unless said otherwise.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, TypeAlias

from pnp.model.finding import Fault
from pnp.model.place import Where

Matrix: TypeAlias = tuple[float, float, float, float, float, float]
Polygon: TypeAlias = tuple[tuple[float, float], ...]


class Box(NamedTuple):
    """A rectangle: left, top, right, bottom."""

    left: float
    top: float
    right: float
    bottom: float


class Slice(NamedTuple):
    """A piece of SVG that is drawn as one. Equal slices give equal pictures, so they are drawn once.

    `head` is the root's start tag, `definitions` the styles and definitions that the markup refers to,
    `groups` the start tags of the groups that are open around it, `markup` the rest.
    """

    head: str
    definitions: str
    groups: tuple[str, ...]
    markup: str


class Glyphs(NamedTuple):
    """Shaped text of one font, ready for cairo: `glyphs` are (index, x, y) in user units of the face.

    `clusters` are (bytes of UTF-8, glyphs) pairs in the order of the text; `backward` is set for
    right-to-left runs, whose clusters run against their glyphs. `font` names a file, `size` is in user units.
    """

    font: str
    size: float
    fill: str
    text: str
    glyphs: Sequence[tuple[int, float, float]]
    clusters: Sequence[tuple[int, int]]
    backward: bool = False


class Symbol(NamedTuple):
    """An icon inside text: the square of `size` user units whose top left corner is (x, y)."""

    icon: str
    x: float
    y: float
    size: float
    fill: str


class Words(NamedTuple):
    """Text that was laid out: drawn straight to cairo, under the transform of the groups around it."""

    matrix: Matrix
    runs: tuple[Glyphs, ...]
    symbols: tuple[Symbol, ...]


class Text(NamedTuple):
    """What a face recorded about one text.

    `where` is the place of the value that the text came from; `size` and `asked` are points as printed;
    `over` is how many mm the text stands out of its box (0 if it fits); `box` is the area that its lines take.
    `missing` are the characters that no font could draw. `above` is how many of the face's shapes were painted
    before it, None if that is not known. `at` is the line of the template that its element stands on, if one line
    alone reads like that. `cut` is how many characters were left out at the end, where the template asks for an
    ellipsis in their place. `corners` are those of the area where the text is turned askew, from its own top left one
    round; the box is then the one around them.
    """

    where: Where
    field: str
    words: str
    font: str
    size: float
    asked: float
    lines: int
    over: float
    box: Box
    fill: str = "#000000"
    missing: tuple[str, ...] = ()
    above: int | None = None
    at: Where | None = None
    cut: int = 0
    corners: tuple[tuple[float, float], ...] = ()

    @property
    def around(self) -> tuple[tuple[float, float], ...]:
        """The corners of the area that its lines take."""
        left, top, right, bottom = self.box
        return self.corners or ((left, top), (right, top), (right, bottom), (left, bottom))


class Painted(NamedTuple):
    """The outline of something painted, flattened to polygons, in the order of painting.

    `fill` and `stroke` are `#rrggbb` or empty where nothing is painted (`#pattern` for gradients and
    patterns, `#image` for pictures); `stroke_width` in mm; `opaque` where nothing shines through.
    `drawn` are the outlines in the units that `matrix` takes to mm; without one, in mm.
    """

    drawn: tuple[Polygon, ...]
    box: Box
    fill: str = ""
    stroke: str = ""
    stroke_width: float = 0.0
    opaque: bool = True
    matrix: Matrix | None = None


class Shape(Painted):
    """Something painted, with its outlines in mm."""

    @cached_property
    def outlines(self) -> tuple[Polygon, ...]:
        """Placed when they are first asked for: of most shapes the box is enough."""
        return self.drawn if self.matrix is None else place_outlines(self.matrix, self.drawn)

    def __repr__(self) -> str:
        """What it is, however its outlines are kept."""
        paint = f"fill={self.fill!r}, stroke={self.stroke!r}, stroke_width={self.stroke_width!r}"
        return f"Shape(outlines={self.outlines!r}, box={self.box!r}, {paint}, opaque={self.opaque!r})"


def place_outlines(matrix: Matrix, outlines: Iterable[Polygon]) -> tuple[Polygon, ...]:
    """The outlines under the matrix."""
    a, b, c, d, e, f = matrix
    if not b and not c and e and f:
        # The same numbers, as nothing but the sign of 0 can depend on what is left out.
        return tuple([tuple([(a * x + e, d * y + f) for x, y in points]) for points in outlines])
    return tuple([tuple([(a * x + c * y + e, b * x + d * y + f) for x, y in points]) for points in outlines])


class Art(NamedTuple):
    """A picture on a face: where its name stands, its file as messages write it, and its dots per inch as printed."""

    where: Where
    file: str
    dpi: float


class FaceKey(NamedTuple):
    """Which face: of which deck, of which card (empty for a back that all cards share), `front` or `back`."""

    deck: str
    card: str
    side: str

    def in_ink(self, ink: str) -> "FaceKey":
        """What the face in that ink is called, where it lies beside others."""
        return self._replace(side=f"{self.side} {ink}") if ink else self


class Face(NamedTuple):
    """One side of a piece, composed and measured but not yet drawn.

    `width` and `height` are the trim's, `bleed` how far the drawing reaches beyond it on each side.
    `scale` is mm a user unit and (`origin_x`, `origin_y`) the user coordinates of the drawing's top left corner
    (of the bleed, not of the trim). `items` stand in drawing order. `digest` is the sha256 of the finished SVG
    and of every file that it draws. `files` are the files that it used, as printed in messages. `ink` is what all
    its colours are drawn in (`gray`), empty for their own; what it recorded has the colours as they are drawn.
    `spoilt` is what its template gave, where that could not even be read as an SVG.
    """

    key: FaceKey
    where: Where
    template: str
    width: float
    height: float
    bleed: float
    safe: float
    scale: float
    origin_x: float
    origin_y: float
    items: tuple[Slice | Words, ...]
    texts: tuple[Text, ...] = ()
    shapes: tuple[Shape, ...] = ()
    faults: tuple[Fault, ...] = ()
    files: tuple[str, ...] = ()
    digest: str = ""
    art: tuple[Art, ...] = ()
    ink: str = ""
    spoilt: str = ""


class Look(NamedTuple):
    """A face beside others: `digest` is its own, `plain` that of all that it shows but the colours.

    `signs` are sums of each thing that it shows, but its colour, and where; `hues` the colours of those that are large,
    by the sign.
    """

    key: FaceKey
    digest: str
    plain: str
    signs: tuple[int, ...] = ()
    hues: tuple[tuple[int, str], ...] = ()


class Gallery(NamedTuple):
    """The looks of a deck's faces, in the order in which they are printed."""

    deck: str
    looks: tuple[Look, ...]


class Pages(NamedTuple):
    """Faces as drawn: PDF files of one page a face, in deck order, and where each face is found.

    A page is as large as the whole drawing; the trim lies in its middle. `at` gives the file and the page, from 0.
    """

    files: tuple[bytes, ...]
    at: Mapping[FaceKey, tuple[int, int]]
    digests: Mapping[FaceKey, str]
