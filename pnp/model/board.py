"""A board: spaces, the links between them, and what its designer expects of both."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pnp.model.expectation import Amount
from pnp.model.ground import Ground
from pnp.model.place import Where

# The name that stands for all one-way links where something is to hold without them.
ONE_WAY = "one-way"


class Space(NamedTuple):
    """One space. `at` is the middle of its label in mm from the board's top left corner, `label` that label's size."""

    id: str
    name: str
    where: Where
    number: int | None = None
    kind: str = ""
    zone: str = ""
    at: tuple[float, float] | None = None
    label: tuple[float, float] | None = None
    tags: tuple[str, ...] = ()
    places: Mapping[tuple[str | int, ...], Where] = {}

    def place(self, *path: str | int) -> Where:
        """The place of the space's key, or of the space."""
        return self.places.get(path, self.where)


class Link(NamedTuple):
    """A way from one space to another and, unless it is one-way, back. `condition` names what it hangs on, if any."""

    start: str
    end: str
    where: Where
    one_way: bool = False
    condition: str = ""


class Connection(NamedTuple):
    """All spaces but the `exempt` can be reached without what the names stand for (`one-way`, a zone, a condition)."""

    without: tuple[str, ...]
    exempt: tuple[str, ...]
    where: Where


class Neighbours(NamedTuple):
    """How many other spaces each space that is called so is linked with."""

    of: str
    amount: Amount
    where: Where


class Separation(NamedTuple):
    """Without what `by` stands for, no way leads from `inside` to `outside` (none means: to any other space)."""

    by: str
    inside: tuple[str, ...]
    outside: tuple[str, ...]
    where: Where


class Distance(NamedTuple):
    """How many steps the shortest way from a space to another takes, for each of those that are called so."""

    start: str
    end: str
    amount: Amount
    where: Where


@dataclass(frozen=True, slots=True)
class Slots:
    """So many slots of a width (mm) lie along the edge of the board."""

    count: int
    width: float
    where: Where


class Straight(NamedTuple):
    """How many steps the longest straight run has; `fits` is a deck's field that reaches no farther (`items.range`)."""

    where: Where
    amount: Amount | None = None
    fits: str = ""


class Laying(NamedTuple):
    """The board is laid of the tiles of a deck, each `side` cells square.

    The tile's field `at` says where it lies (column and row of tiles, from 0), its field `exits` over which of its
    sides a way leads: N, E, S, W.
    """

    deck: str
    side: int
    at: str
    exits: str
    where: Where


class Board(NamedTuple):
    """A map of spaces and links. Lengths in mm; `size` is None where the file gives none.

    `ground` is what the map is drawn on, None where spaces are given by lists alone.

    A name in an expectation stands for the space of that id, or else for all spaces of that kind, zone or tag.
    """

    id: str
    title: str
    where: Where
    size: tuple[float, float] | None = None
    spaces: tuple[Space, ...] = ()
    links: tuple[Link, ...] = ()
    numbers: Amount | None = None
    connections: tuple[Connection, ...] = ()
    neighbours: tuple[Neighbours, ...] = ()
    separations: tuple[Separation, ...] = ()
    distances: tuple[Distance, ...] = ()
    slots: Slots | None = None
    straight: Straight | None = None
    places: Mapping[tuple[str | int, ...], Where] = {}
    ground: Ground | None = None
    laying: Laying | None = None

    def place(self, *path: str | int) -> Where:
        """The place of the board's key, or of the board."""
        return self.places.get(path, self.where)

    def named(self, name: str) -> tuple[Space, ...]:
        """The spaces that a name stands for: the one of that id, or else all of that kind, zone or tag."""
        own = tuple(space for space in self.spaces if space.id == name)
        return own or tuple(space for space in self.spaces if name in (space.kind, space.zone, *space.tags))
