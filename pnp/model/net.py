"""A net: the faces of a solid laid flat in one piece of paper, hinged on each other, with flaps for glue.

All lengths are mm from the net's top left corner, y downward; angles are degrees.
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.model.outline import Outline, Trace, Vertex

Point = tuple[float, float]
# Where a panel's own (0, 0) lies on the net, and how far it is turned there, clockwise.
Pose = tuple[float, float, float]


class Hinge(NamedTuple):
    """What a panel is folded on: the panel of this number, along the edge that begins at its corner of this number.

    `bend` is how far it is folded back, away from whoever sees the print; 0 leaves it flat.
    """

    parent: int
    edge: int
    bend: float


class Facet(NamedTuple):
    """A panel of a net: a face (`picture`, `plain`) or a flap (`tab`).

    `corners` go round it clockwise; those of a hinged panel begin with the two ends of the hinge. What is drawn upright
    in its own frame, `width` x `height` from (0, 0), comes to `pose`.
    """

    name: str
    use: str
    corners: tuple[Vertex, ...]
    pose: Pose
    width: float
    height: float
    hinge: Hinge | None = None

    @property
    def x(self) -> float:
        """Where its own left edge begins on the net."""
        return self.pose[0]

    @property
    def y(self) -> float:
        """Where its own upper edge begins on the net."""
        return self.pose[1]

    @property
    def angle(self) -> float:
        """How far it is turned on the net, clockwise."""
        return self.pose[2]

    @property
    def turned(self) -> bool:
        """Whether it stands on its head on the net."""
        return abs(self.angle % 360 - 180) < 1e-9

    @property
    def transform(self) -> str:
        """The `transform` of SVG that puts into the panel what is drawn upright from (0, 0)."""
        put = f"translate({self.x:.10g} {self.y:.10g})"
        return f"{put} rotate({self.angle:.10g})" if self.angle else put

    @property
    def points(self) -> str:
        """Its corners in its own frame, as a polygon of SVG takes them."""
        cos, sin = math.cos(math.radians(self.angle)), math.sin(math.radians(self.angle))
        flat = Outline(self.corners).points()
        own = [((x - self.x) * cos + (y - self.y) * sin, (y - self.y) * cos - (x - self.x) * sin) for x, y in flat]
        return " ".join(f"{round(x, 4) + 0.0:.10g},{round(y, 4) + 0.0:.10g}" for x, y in own)

    def moved(self, right: float, down: float) -> "Facet":
        """The same, so much farther right and down."""
        x, y, angle = self.pose
        corners = tuple(Vertex(each.x + right, each.y + down, each.bulge) for each in self.corners)
        return self._replace(corners=corners, pose=(x + right, y + down, angle))


class Nest(NamedTuple):
    """The deck whose pieces go over these, and how thick (mm) the stock of both is."""

    deck: str
    stock: float


class Load(NamedTuple):
    """What a tuck box is for: all cards of some decks, or so many `cards` of the size `card`. Lengths in mm.

    A card is as thick as its `stock`; `play` is what the room is larger than the cards each way, `wall` how thick the
    box itself is. `given` tells that the room was said, not computed.
    """

    decks: tuple[str, ...]
    cards: int
    card: Point
    stock: float
    play: float
    wall: float
    flap: float
    given: bool = False

    @property
    def space(self) -> tuple[float, float, float]:
        """What the cards take, one behind the other, standing on a short edge: across, deep and high."""
        return min(self.card), self.cards * self.stock, max(self.card)

    @property
    def room(self) -> tuple[float, float, float]:
        """What the box should have inside."""
        across, deep, high = self.space
        return across + self.play, deep + self.play, high + self.play


class Net(NamedTuple):
    """The panels, each after what it is hinged on; the first lies still.

    `kind` is `pyramid`, `box`, `die` or `tuck_box`. `size` is what the solid measures once it is folded: across, from
    front to back, and upward; of a pyramid the edge of the base twice, and the height. `slant` is how high a pyramid
    was said to be along its faces, 0 where nothing was said. Of a tuck box, `inside` is the room in it, and `load` what
    it is for. `steps` say how it is folded, in words.
    """

    kind: str
    facets: tuple[Facet, ...]
    size: tuple[float, float, float]
    sides: int = 4
    slant: float = 0.0
    nest: Nest | None = None
    inside: tuple[float, float, float] = (0.0, 0.0, 0.0)
    load: "Load | None" = None
    steps: tuple[str, ...] = ()

    @property
    def panels(self) -> tuple[Facet, ...]:
        """The panels, as those of a strip are called."""
        return self.facets

    @property
    def pictures(self) -> tuple[Facet, ...]:
        """The panels that show something."""
        return tuple(facet for facet in self.facets if facet.use == "picture")

    @property
    def extent(self) -> Point:
        """Width and height of the flat net."""
        box = self.outline.box
        return box.right - box.left, box.bottom - box.top

    @property
    def outline(self) -> Outline:
        """Where it is cut: around the first panel, and at each hinge around what hangs there."""
        hung = {(each.hinge.parent, each.hinge.edge): number for number, each in enumerate(self.facets) if each.hinge}
        return Outline(tuple(_walk(self.facets, hung, 0)))

    @property
    def traces(self) -> tuple[Trace, ...]:
        """The hinges, along which it is folded."""
        ends = [facet.corners[:2] for facet in self.facets if facet.hinge is not None]
        return tuple(
            Trace("fold", Outline((Vertex(one.x, one.y), Vertex(other.x, other.y)), closed=False))
            for one, other in ends
        )

    def mirrored(self, width: float) -> "Net":
        """The net seen from behind; it is `width` mm wide."""
        return self._replace(facets=tuple(_mirror(facet, width) for facet in self.facets))


def _walk(facets: Sequence[Facet], hung: dict[tuple[int, int], int], number: int) -> Iterator[Vertex]:
    """The corners around a panel and all that hangs on it; a hinged one from the second end of its hinge."""
    facet = facets[number]
    first = 1 if facet.hinge else 0
    for edge in range(first, len(facet.corners)):
        child = hung.get((number, edge))
        if child is None:
            yield facet.corners[edge]
        else:
            yield from _walk(facets, hung, child)


def _mirror(facet: Facet, width: float) -> Facet:
    """The panel seen from behind: its own frame has its left edge where its right one was."""
    x, y, angle = facet.pose
    turn = math.radians(angle)
    pose = width - x - facet.width * math.cos(turn), y + facet.width * math.sin(turn), -angle
    corners = Outline(facet.corners).mirrored(width).vertices
    return facet._replace(corners=corners, pose=pose)


def lay_flat(facets: Sequence[Facet]) -> tuple[Facet, ...]:
    """The panels moved so that the net's top left corner is at (0, 0)."""
    box = Net("", tuple(facets), (0.0, 0.0, 0.0)).outline.box
    return tuple(facet.moved(-box.left, -box.top) for facet in facets)
