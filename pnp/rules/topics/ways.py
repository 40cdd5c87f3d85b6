"""Ways over a board: which space leads where, what can be reached, and by how many steps."""

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Set
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from pnp.model.board import ONE_WAY, Board, Link, Space
from pnp.rules.topics.same import Same
from pnp.rules.topics.values import listed

Ways: TypeAlias = Mapping[str, tuple[str, ...]]


class Taken(NamedTuple):
    """What names take away from a board: spaces by their ids, and links."""

    spaces: frozenset[str]
    links: tuple[Link, ...]


NOTHING = Taken(frozenset(), ())


def take_away(board: Board, names: Iterable[str]) -> Taken:
    """What is gone without what the names stand for: one-way links, links of a condition, spaces and their links."""
    conditions = frozenset(names)
    spaces = frozenset([space.id for name in conditions for space in board.named(name)])
    one_way = ONE_WAY in conditions
    links = [
        link
        for link in board.links
        if link.start in spaces or link.end in spaces or link.condition in conditions or (one_way and link.one_way)
    ]
    return Taken(spaces, tuple(links))


def lay_ways(board: Board, taken: Taken = NOTHING, *, both: bool = False) -> Ways:
    """Where each space leads that is left; with `both`, one-way links lead back, too."""
    if not all(link.start in taken.spaces or link.end in taken.spaces for link in taken.links):
        return _lay(board, taken, both)
    whole = _lay_whole(Same(board), both)
    return _leave_out(whole, taken.spaces) if taken.spaces else whole


@lru_cache(maxsize=16)
def _lay_whole(same: Same[Board], both: bool) -> Ways:
    """The ways of a board that lacks nothing, for which many checks ask."""
    return _lay(same.thing, NOTHING, both)


def _lay(board: Board, taken: Taken, both: bool) -> Ways:
    ways: dict[str, list[str]] = {space.id: [] for space in board.spaces if space.id not in taken.spaces}
    gone = {id(link) for link in taken.links}
    for link in board.links:
        if id(link) not in gone:
            ways[link.start].append(link.end)
            if both or not link.one_way:
                ways[link.end].append(link.start)
    return {space: tuple(dict.fromkeys(ends)) for space, ends in ways.items()}


def _leave_out(ways: Ways, spaces: Set[str]) -> Ways:
    """The ways without those spaces; of the others, few led there."""
    return {
        start: ends if spaces.isdisjoint(ends) else tuple([end for end in ends if end not in spaces])
        for start, ends in ways.items()
        if start not in spaces
    }


def turn(ways: Ways) -> Ways:
    """The ways in the other direction."""
    turned: dict[str, list[str]] = {space: [] for space in ways}
    for start, ends in ways.items():
        for end in ends:
            turned[end].append(start)
    return {space: tuple(ends) for space, ends in turned.items()}


def find_way(ways: Ways, start: str, ends: Collection[str]) -> tuple[str, ...]:
    """The spaces of a shortest way to the nearest of the ends, the start first; none if there is no way."""
    before: dict[str, str] = {start: ""}
    queue = deque([start] if start in ways else [])
    while queue:
        here = queue.popleft()
        if here in ends:
            way = [here]
            while before[way[-1]]:
                way.append(before[way[-1]])
            return tuple(reversed(way))
        for there in ways[here]:
            if there not in before:
                before[there] = here
                queue.append(there)
    return ()


def reach(ways: Ways, starts: Iterable[str]) -> Set[str]:
    """The spaces that can be reached from one of the starts, themselves among them."""
    seen = set(starts)
    waiting = list(seen)
    while waiting:
        new = [there for there in ways[waiting.pop()] if there not in seen]
        seen.update(new)
        waiting += new
    return seen


def part(ways: Ways) -> list[tuple[str, ...]]:
    """The parts of a board within which every space can be reached from every other, in the board's order.

    S. R. Kosaraju's way: in the order in which a walk along the links leaves the spaces, last one first, each space
    takes to its part what reaches it and has none yet.
    """
    place = {space: number for number, space in enumerate(ways)}
    back, seen = turn(ways), set[str]()
    parts = []
    for start in reversed(_leave(ways)):
        if start not in seen:
            found, open_ = [start], [start]
            seen.add(start)
            while open_:
                new = [space for space in dict.fromkeys(back[open_.pop()]) if space not in seen]
                seen.update(new)
                found += new
                open_ += new
            parts.append(tuple(sorted(found, key=place.__getitem__)))
    return sorted(parts, key=lambda each: place[each[0]])


def _leave(ways: Ways) -> list[str]:
    """The spaces in the order in which a walk along the links, as deep as it goes, leaves them."""
    seen: set[str] = set()
    left: list[str] = []
    for start in ways:
        trail = [(start, iter(ways[start]))] if start not in seen else []
        seen.add(start)
        while trail:
            here, ends = trail[-1]
            there = next((end for end in ends if end not in seen), None)
            if there is None:
                left.append(here)
                trail.pop()
            else:
                seen.add(there)
                trail.append((there, iter(ways[there])))
    return left


def largest(parts: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """The part with the most spaces, of equal ones the first."""
    return max(parts, key=len, default=())


def names_of(board: Board, ids: Iterable[str], most: int = 6) -> str:
    """Spaces in a sentence: `"Hall", "Brig" and 4 more`."""
    names = {space.id: space.name for space in board.spaces}
    return listed((f'"{names[each]}"' for each in ids), most=most)


def trace(board: Board, way: Iterable[str]) -> str:
    """A way in a sentence: `Hall - Lobby - Brig`."""
    names = {space.id: space.name for space in board.spaces}
    spaces = [names[each] for each in way]
    return " - ".join(spaces if len(spaces) <= 8 else [*spaces[:4], "…", *spaces[-3:]])


def space_of(board: Board, id: str) -> Space:
    """The space of that id."""
    return _spaces(Same(board))[id]


@lru_cache(maxsize=16)
def _spaces(same: Same[Board]) -> Mapping[str, Space]:
    return {space.id: space for space in reversed(same.thing.spaces)}
