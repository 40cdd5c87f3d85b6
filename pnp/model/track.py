"""A track: a row of numbered spaces on which markers move, and where they start."""

from collections.abc import Mapping
from typing import NamedTuple

from pnp.model.place import Where


class Start(NamedTuple):
    """Who starts on which space."""

    name: str
    on: int
    where: Where


class Track(NamedTuple):
    """The numbers of the spaces in their order, the starts, and how many spaces there should be above the highest.

    `source` is a field that says where the cards of a deck start (`people.health`). `shared` says that several may
    start on one space. `places` says where a key or a space stands (`("spaces", 3)`).
    """

    id: str
    title: str
    where: Where
    spaces: tuple[int, ...] = ()
    starts: tuple[Start, ...] = ()
    head_room: int | None = None
    shared: bool = False
    source: str = ""
    places: Mapping[tuple[str | int, ...], Where] = {}

    def place(self, *path: str | int) -> Where:
        """The place of the value at `path`, or of the nearest thing around it that has one."""
        for end in range(len(path), 0, -1):
            if path[:end] in self.places:
                return self.places[path[:end]]
        return self.where
