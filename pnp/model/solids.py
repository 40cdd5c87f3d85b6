"""The nets of pyramids and boxes, from what they measure once they are folded. All lengths are mm."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from pnp.model.net import Facet, Hinge, Net, Point, Pose, lay_flat
from pnp.model.outline import QUARTER, Vertex

# How far a wall of a box is bent.
SQUARE = 90.0
# A fan that leaves less than this has no room for its glue flap.
_ROOM = 8.0


class Measures(NamedTuple):
    """A pyramid on a regular base: its `edge` from foot to apex, the `slant` of its faces, and their angle at the apex.

    `fan` is the angle of all faces side by side; angles are degrees.
    """

    edge: float
    slant: float
    apex: float
    fan: float


def measure(sides: int, base: float, height: float) -> Measures:
    """What the faces of a pyramid measure that stands so high on a base of so many sides of this length.

    The base has the inradius r = b / (2 tan(180°/n)) and the circumradius R = b / (2 sin(180°/n)), so by Pythagoras the
    slant is √(h² + r²) and the edge √(h² + R²); half a face is a right triangle with b/2 beside half its angle at the
    apex: 2 asin(b / 2e). (https://en.wikipedia.org/wiki/Pyramid_(geometry), right regular pyramids.)
    """
    inner, outer = base / (2 * math.tan(math.pi / sides)), base / (2 * math.sin(math.pi / sides))
    edge = math.hypot(height, outer)
    apex = 2 * math.degrees(math.asin(base / (2 * edge)))
    return Measures(edge, math.hypot(height, inner), apex, sides * apex)


def stand_of(sides: int, base: float, slant: float) -> float:
    """How high a pyramid stands whose faces are so long from foot to apex; 0 if they do not reach the middle."""
    inner = base / (2 * math.tan(math.pi / sides))
    return math.sqrt(slant * slant - inner * inner) if slant > inner else 0.0


def fits_flat(sides: int, base: float, height: float) -> bool:
    """Whether the fan of the faces leaves room for the glue flap."""
    return measure(sides, base, height).fan <= 360.0 - _ROOM


def unfold_pyramid(sides: int, base: float, height: float, flap: float, *, floor: bool) -> Net:
    """A fan of the faces about the apex, its middle pointing down, with a glue flap on the last edge.

    The `floor` hangs on the face in the middle, with a flap for each other face. Faces are bent by the angle between
    them: their normals lean upward by r / s, and are 360°/n apart seen from above.
    """
    whole = measure(sides, base, height)
    rise, level = math.sqrt(1 - (height / whole.slant) ** 2), height / whole.slant
    bend = math.degrees(math.acos(level * level * math.cos(math.tau / sides) + rise * rise))
    rays = [_ray(whole.edge, number * whole.apex - whole.fan / 2) for number in range(sides + 1)]
    facets = []
    for number, (left, right) in enumerate(pairwise(rays)):
        angle = whole.fan / 2 - (number + 0.5) * whole.apex
        turn = math.radians(angle)
        pose = -base / 2 * math.cos(turn), -base / 2 * math.sin(turn), angle
        hinge = Hinge(number - 1, 1, bend) if number else None
        corners = (left, Vertex(0.0, 0.0), right)
        facets.append(Facet(f"face-{number + 1}", "picture", corners, pose, base, whole.slant, hinge))
    seam = min(flap, 0.3 * whole.edge * math.tan(math.radians(0.7 * whole.apex)), 0.2 * whole.edge)
    facets.append(_tab("glue", facets, sides - 1, 1, seam, bend, (0.3, 0.14)))
    if floor:
        facets += _lay_floor(facets, sides, base, flap, math.degrees(math.acos(-rise)))
    return Net("pyramid", lay_flat(facets), (base, base, height), sides)


def unfold_box(width: float, depth: float, height: float, flap: float, kind: str = "box") -> Net:
    """A cross: a row of four walls, the top above the front and the bottom below it, with seven glue flaps."""
    size = width, depth, height
    flap = min(flap, min(size) / 2)
    facets = _lay_walls(width, depth, height, (Vertex(0.0, 0.0), Vertex(width, 0.0)))
    facets.append(_hang("top", facets, 0, 0, depth, (0.0, -depth, 0.0)))
    facets.append(_hang("bottom", facets, 0, 2, depth, (0.0, height, 0.0)))
    top, bottom = len(facets) - 2, len(facets) - 1
    facets.append(_tab("glue", facets, 3, 2, flap))
    for place, name in ((top, "top"), (bottom, "bottom")):
        facets += [_tab(f"{name}-glue-{edge}", facets, place, edge, flap) for edge in (1, 2, 3)]
    return Net(kind, lay_flat(facets), size)


def unfold_tuck_box(inside: tuple[float, float, float], stock: float, flap: float) -> Net:
    """A box that opens above and below: lid and bottom hang on the back and are tucked in behind the front.

    `inside` is the room in it; walls are so much larger as their `stock` is thick, for each is folded about the middle
    of it. The front has a notch for the thumb.
    """
    width, depth, height = (length + stock for length in inside)
    notch = min(9.0, width / 6)
    upper = (
        *(Vertex(0.0, 0.0), Vertex(width / 2 - notch, 0.0, -1.0)),
        *(Vertex(width / 2 + notch, 0.0), Vertex(width, 0.0)),
    )
    facets = _lay_walls(width, depth, height, upper)
    facets.append(_tab("glue", facets, 1, 2, max(flap, min(12.0, 0.8 * depth)), inset=(0.08, 0.08)))
    far = width + depth
    lid, bottom = len(facets), len(facets) + 1
    facets.append(_hang("lid", facets, 3, 1, depth, (far + width, 0.0, 180.0)))
    facets.append(_hang("bottom", facets, 3, 3, depth, (far + width, height + depth, 180.0)))
    tongue = max(8.0, min(16.0, 0.8 * depth))
    facets += [_tongue(name, facets, place, tongue) for name, place in (("tongue", lid), ("bottom-tongue", bottom))]
    dust = min(0.42 * width, max(10.0, depth))
    for place, name in ((1, "left"), (2, "right")):
        upper_edge, lower_edge = (3, 1) if place == 1 else (1, 3)
        for edge, end in ((upper_edge, "upper"), (lower_edge, "lower")):
            facets.append(_tab(f"{name}-{end}-flap", facets, place, edge, dust, inset=(0.12, 0.12)))
    return Net("tuck_box", lay_flat(facets), (width, depth, height), inside=inside)


def _ray(edge: float, angle: float) -> Vertex:
    """The foot of an edge that leaves the apex so many degrees to the right of straight down."""
    turn = math.radians(angle)
    return Vertex(edge * math.sin(turn), edge * math.cos(turn))


def _ends(facets: Sequence[Facet], parent: int, edge: int) -> tuple[Vertex, Vertex]:
    """Where an edge of a panel begins and ends, going round clockwise."""
    corners = facets[parent].corners
    return _plain(corners[edge]), _plain(corners[(edge + 1) % len(corners)])


def _plain(corner: Vertex) -> Vertex:
    return Vertex(corner.x, corner.y)


def _lay_walls(width: float, depth: float, height: float, upper: tuple[Vertex, ...]) -> list[Facet]:
    """Front, left, right and back in a row, side by side; `upper` is the upper edge of the front."""
    corners = (*upper, Vertex(width, height), Vertex(0.0, height))
    front = Facet("front", "picture", corners, (0.0, 0.0, 0.0), width, height)
    facets = [front]
    last = len(corners) - 1
    facets.append(_hang("left", facets, 0, last, depth, (-depth, 0.0, 0.0)))
    facets.append(_hang("right", facets, 0, len(upper) - 1, depth, (width, 0.0, 0.0)))
    facets.append(_hang("back", facets, 2, 2, width, (width + depth, 0.0, 0.0)))
    return facets


def _hang(name: str, facets: Sequence[Facet], parent: int, edge: int, depth: float, pose: Pose) -> Facet:
    """A rectangle on an edge of a panel, so deep; `pose` says how it is drawn."""
    start, end = _ends(facets, parent, edge)
    length = math.dist(start[:2], end[:2])
    out = (end.y - start.y) / length * depth, (start.x - end.x) / length * depth
    corners = end, start, Vertex(start.x + out[0], start.y + out[1]), Vertex(end.x + out[0], end.y + out[1])
    across, down = [corner.x for corner in corners], [corner.y for corner in corners]
    size = max(across) - min(across), max(down) - min(down)
    return Facet(name, "picture", corners, pose, *size, Hinge(parent, edge, SQUARE))


def _tab(
    name: str,
    facets: Sequence[Facet],
    parent: int,
    edge: int,
    depth: float,
    bend: float = SQUARE,
    inset: tuple[float, float] = (0.0, 0.0),
) -> Facet:
    """A flap on an edge, its own lower edge; narrower outside by these shares of its length, else by its depth."""
    start, end = _ends(facets, parent, edge)
    length = math.dist(start[:2], end[:2])
    along = (end.x - start.x) / length, (end.y - start.y) / length
    near, far = (max(share * length, 0.0) or min(depth, length / 3) for share in inset)
    outer = Vertex(*_beside(start, along, near, depth)), Vertex(*_beside(start, along, length - far, depth))
    pose = (*_beside(start, along, 0.0, depth), math.degrees(math.atan2(along[1], along[0])))
    return Facet(name, "tab", (end, start, *outer), pose, length, depth, Hinge(parent, edge, bend))


def _beside(start: Vertex, along: Point, far: float, out: float) -> Point:
    """A point so far along a line, and so far to the left of it."""
    return start.x + far * along[0] + out * along[1], start.y + far * along[1] - out * along[0]


def _tongue(name: str, facets: Sequence[Facet], parent: int, depth: float) -> Facet:
    """The flap of a lid that is tucked in: on the edge across from the lid's hinge, with round corners."""
    start, end = _ends(facets, parent, 2)
    length = math.dist(start[:2], end[:2])
    along = (end.x - start.x) / length, (end.y - start.y) / length
    slack, corner = min(1.0, length / 10), min(6.0, depth / 2, length / 4)

    def at(far: float, out: float, bulge: float = 0.0) -> Vertex:
        return Vertex(*_beside(start, along, far, out), bulge)

    outer = (
        *(at(slack, depth - corner, QUARTER), at(slack + corner, depth)),
        *(at(length - slack - corner, depth, QUARTER), at(length - slack, depth - corner)),
    )
    pose = (*_beside(start, along, 0.0, depth), math.degrees(math.atan2(along[1], along[0])))
    return Facet(name, "tab", (end, start, *outer), pose, length, depth, Hinge(parent, 2, SQUARE))


def _lay_floor(facets: Sequence[Facet], sides: int, base: float, flap: float, bend: float) -> list[Facet]:
    """The base of a pyramid below the face in the middle, and a flap on each of its free edges."""
    parent = sides // 2
    right, left = _ends(facets, parent, 2)
    corners = [left, right]
    direction = math.atan2(right.y - left.y, right.x - left.x)
    for number in range(1, sides - 1):
        turn = direction + number * math.tau / sides
        corners.append(Vertex(corners[-1].x + base * math.cos(turn), corners[-1].y + base * math.sin(turn)))
    cos, sin = math.cos(direction), math.sin(direction)
    own = [((x - left.x) * cos + (y - left.y) * sin, (y - left.y) * cos - (x - left.x) * sin) for x, y, _ in corners]
    low, wide, high = min(x for x, _ in own), max(x for x, _ in own), max(y for _, y in own)
    pose = left.x + low * cos, left.y + low * sin, math.degrees(direction)
    floor = Facet("floor", "picture", tuple(corners), pose, wide - low, high, Hinge(parent, 2, bend))
    grown = [*facets, floor]
    flap, place = min(flap, base / 4), len(facets)
    return [floor, *(_tab(f"floor-glue-{edge}", grown, place, edge, flap, bend) for edge in range(1, sides))]
