"""Checks of boards: can every space be reached, and what happens when some of the ways are closed."""

from collections.abc import Iterable, Iterator

from pnp.model.board import ONE_WAY, Board, Connection
from pnp.model.finding import Level
from pnp.rules.check import Context, Said, check
from pnp.rules.topics.values import counted, is_whole, listed, on_line
from pnp.rules.topics.ways import (
    Ways,
    find_way,
    largest,
    lay_ways,
    names_of,
    part,
    reach,
    space_of,
    take_away,
    trace,
)


@check("cut-off-space", on=Board)
def cut_off_space(board: Board, context: Context) -> Iterable[Said]:
    """Every space of a board hangs together with the others.

    A space without a link, or a group of them that is linked within itself alone, is printed and never entered.

    Bad:
        spaces: [{id: lobby}, {id: hall}, {id: brig}]
        links: [{from: lobby, to: hall}]

    Good:
        spaces: [{id: lobby}, {id: hall}, {id: brig}]
        links: [{from: lobby, to: hall}, {from: hall, to: brig}]
    """
    if not is_whole(context, board.where.file):
        return
    parts = part(lay_ways(board, both=True))
    main = largest(parts)
    for each in parts:
        if each != main:
            yield Said(
                space_of(board, each[0]).where,
                f"{names_of(board, each)} cannot be reached from {names_of(board, main[:1])}: no link leads there",
                "Add a link, or take the space out.",
            )


@check("needs-one-way", on=Board)
def needs_one_way(board: Board, context: Context) -> Iterable[Said]:
    """Where a board expects it, every space can be reached without the one-way links.

    A hatch that opens from one side only is a short cut. A room that has no other door depends on it, and whoever is on
    the wrong side never comes in.

    Bad:
        links:
          - {from: lobby, to: hall}
          - {from: hall, to: brig, one_way: true}
        expects: {connected: {without: [one-way]}}

    Good:
        links:
          - {from: lobby, to: hall}
          - {from: hall, to: brig, one_way: true}
          - {from: lobby, to: brig}
        expects: {connected: {without: [one-way]}}
    """
    for connection in board.connections if is_whole(context, board.where.file) else ():
        if connection.without == (ONE_WAY,):
            yield from _lost(board, connection)


@check("needs-zone", on=Board)
def needs_zone(board: Board, context: Context) -> Iterable[Said]:
    """Where a board expects it, every space can be reached without a zone or a condition.

    Doors that are locked at first, a zone that is flooded, a field that is on every other turn: what can only be
    reached through them depends on luck, and perhaps the whole game does.

    Bad:
        links:
          - {from: lobby, to: hall}
          - {from: hall, to: lab, condition: locked}
        expects: {connected: {without: [locked]}}

    Good:
        links:
          - {from: lobby, to: hall}
          - {from: hall, to: lab, condition: locked}
          - {from: lobby, to: lab}
        expects: {connected: {without: [locked]}}
    """
    for connection in board.connections if is_whole(context, board.where.file) else ():
        if connection.without != (ONE_WAY,):
            yield from _lost(board, connection)


def _lost(board: Board, connection: Connection) -> Iterator[Said]:
    """The parts of the board that are cut off without something, at the first space of each."""
    taken = take_away(board, connection.without)
    exempt = {space.id for name in connection.exempt for space in board.named(name)}
    ways = lay_ways(board, taken)
    parts = part(ways)
    main = largest(parts)
    for each in parts:
        lost = tuple(space for space in each if space not in exempt)
        if each == main or not lost:
            continue
        here = space_of(board, lost[0]).where
        there = bool(find_way(ways, main[0], lost))
        cannot = "lies on no way back to" if there else "cannot be reached from"
        yield Said(
            here,
            f"{names_of(board, lost)} {cannot} {names_of(board, main[:1])} without {_tell(board, connection, each)}",
            f"Add another link, or name the space under `except` {on_line(connection.where, here)}.",
            places=(connection.where,),
        )


def _tell(board: Board, connection: Connection, spaces: Iterable[str]) -> str:
    """What was taken away, with the links among it that lead into or out of the spaces."""
    inside = set(spaces)
    crossing = [
        f"{space_of(board, link.start).name} {'to' if link.one_way else 'and'} {space_of(board, link.end).name} "
        f"(line {link.where.line})"
        for link in take_away(board, connection.without).links
        if (link.start in inside) != (link.end in inside)
    ]
    if connection.without == (ONE_WAY,):
        return f"the one-way link{'s' * (len(crossing) != 1)} {listed(crossing)}".rstrip()
    names = listed(f'"{name}"' for name in connection.without)
    return f"{names}, which closes the way between {listed(crossing)}" if crossing else names


@check("one-way-trap", on=Board, level=Level.WARNING)
def one_way_trap(board: Board, context: Context) -> Iterable[Said]:
    """Whoever enters a space by a one-way link finds a way out again.

    A pit that nobody leaves ends the game for a player who fell in. If that is meant, or the space is the finish, say
    so in a waiver.

    Bad:
        links:
          - {from: lobby, to: hall}
          - {from: hall, to: pit, one_way: true}

    Good:
        links:
          - {from: lobby, to: hall}
          - {from: hall, to: pit, one_way: true}
          - {from: pit, to: lobby, one_way: true}
    """
    if not is_whole(context, board.where.file):
        return
    ways = lay_ways(board)
    parts = part(ways)
    main = largest(parts)
    for each in (some for some in parts if some != main):
        inside = set(each)
        leaves = any(end not in inside for space in each for end in ways[space])
        entering = [link for link in board.links if link.end in inside and link.start not in inside]
        if entering and not leaves:
            yield Said(
                entering[0].where,
                f"no way leads out of {names_of(board, each)}: who enters from "
                f'"{space_of(board, entering[0].start).name}" stays there',
                "Add a link that leads out, or a waiver if nobody is to leave.",
                places=(space_of(board, each[0]).where,),
                names=tuple(name for space in each for name in (f"{board.id}/{space}", space)),
            )


@check("wrong-neighbours", on=Board)
def wrong_neighbours(board: Board, context: Context) -> Iterable[Said]:
    """A space is linked with as many others as its board expects.

    The rules say that the pod has four entries, or every room a door. One link that was forgotten on the map is an
    entry that no player finds.

    Bad:
        links: [{from: pod, to: hall}]
        expects: {neighbours: {pod: 2}}

    Good:
        links: [{from: pod, to: hall}, {from: pod, to: lobby}]
        expects: {neighbours: {pod: 2}}
    """
    ways = lay_ways(board, both=True)
    for expected in board.neighbours if is_whole(context, board.where.file) else ():
        for space in board.named(expected.of):
            others = [end for end in ways[space.id] if end != space.id]
            if not expected.amount.holds(len(others)):
                found = f"{counted(len(others), 'space')} ({names_of(board, others)})" if others else "no other space"
                yield Said(
                    space.where,
                    f'"{space.name}" is linked with {found}; {expected.amount} '
                    f"{'is' if expected.amount.most == 1 else 'are'} expected",
                    f"Correct the links, or what the board expects {on_line(expected.where, space.where)}.",
                )


@check("not-separated", on=Board)
def not_separated(board: Board, context: Context) -> Iterable[Said]:
    """What a zone or a condition keeps apart has no other way around it.

    A security field that can be walked around is no field. The way that was overlooked is shown. One-way links lead
    one way here, too: a cell that is left by its tunnel alone may have a door that leads in.

    Bad:
        links:
          - {from: hall, to: brig, condition: field}
          - {from: brig, to: tunnel}
          - {from: tunnel, to: hall}
        expects: {separated: {by: field, inside: [brig], outside: [hall]}}

    Good:
        links:
          - {from: hall, to: brig, condition: field}
          - {from: brig, to: tunnel}
        expects: {separated: {by: field, inside: [brig], outside: [hall]}}
    """
    for separation in board.separations if is_whole(context, board.where.file) else ():
        ways = lay_ways(board, take_away(board, (separation.by,)))
        inside = [space.id for name in separation.inside for space in board.named(name) if space.id in ways]
        others = [space.id for name in separation.outside for space in board.named(name)]
        outside = {each for each in (others if separation.outside else ways) if each not in inside}
        left = reach(ways, inside) & outside
        way = next((way for start in inside if (way := find_way(ways, start, outside))), ()) if left else ()
        if way:
            yield Said(
                separation.where,
                f'"{separation.by}" does not keep {names_of(board, way[:1])} from {names_of(board, way[-1:])}: '
                f"a way leads around it, {trace(board, way)}",
                "Take a link of that way out, or let it hang on the same condition.",
            )


@check("wrong-distance", on=Board)
def wrong_distance(board: Board, context: Context) -> Iterable[Said]:
    """The shortest way between two spaces takes as many steps as the board expects.

    How long a game lasts hangs on how far it is from the start to the goal. A link that was added in passing can halve
    it.

    Bad:
        links: [{from: town-square, to: helipad}]
        expects: {distances: {from: town-square, to: helipad, steps: [2, 4]}}

    Good:
        links: [{from: town-square, to: road}, {from: road, to: helipad}]
        expects: {distances: {from: town-square, to: helipad, steps: [2, 4]}}
    """
    ways: Ways = lay_ways(board)
    for distance in board.distances if is_whole(context, board.where.file) else ():
        for start in board.named(distance.start):
            for end in board.named(distance.end):
                way = find_way(ways, start.id, (end.id,))
                if start is end or (way and distance.amount.holds(len(way) - 1)):
                    continue
                steps = counted(len(way) - 1, "step") if way else "not to be reached"
                yield Said(
                    distance.where,
                    f'"{end.name}" is {steps} from "{start.name}"{f" ({trace(board, way)})" if way else ""}; '
                    f"{distance.amount} {'is' if distance.amount.most == 1 else 'are'} expected",
                    "Add or take out spaces or links on the way.",
                )
