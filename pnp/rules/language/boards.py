"""Boards, dice tables and tracks as expressions see them, and the functions that look into them."""

from collections.abc import Mapping
from functools import lru_cache

from pnp.model.board import ONE_WAY, Board, Space
from pnp.model.table import Results, Table, parse_results
from pnp.model.track import Track
from pnp.rules.language.scope import Scope
from pnp.rules.language.stumble import StumbleError
from pnp.rules.language.values import Datum, Thing, clip, items, kind_of, meant, text
from pnp.rules.topics.same import Same
from pnp.rules.topics.tiles import count_layings, find_loose
from pnp.rules.topics.ways import Ways, lay_ways, take_away, turn

# So many tiles can be laid in 116,736 ways; one more, in 7,741,440.
_MOST_TILES = 4


def see_board(board: Board) -> Thing:
    """A board as a thing, whose items are its spaces."""
    spaces: tuple[Datum, ...] = tuple(see_space(space, board) for space in board.spaces)
    links: tuple[Datum, ...] = tuple(
        Thing(
            f"the link from {link.start} to {link.end}",
            {"start": link.start, "end": link.end, "one_way": link.one_way, "condition": link.condition},
            spot=link.where,
        )
        for link in board.links
    )
    fields: dict[str, Datum] = {
        "id": board.id,
        "title": board.title,
        "size": len(spaces),
        "width": board.size[0] if board.size else None,
        "height": board.size[1] if board.size else None,
        "spaces": spaces,
        "links": links,
    }
    return Thing(f'the board "{board.id}"', fields, spaces, board=board)


def see_space(space: Space, board: Board) -> Thing:
    """A space as a thing."""
    fields: dict[str, Datum] = {
        "id": space.id,
        "name": space.name,
        "number": space.number,
        "kind": space.kind,
        "zone": space.zone,
        "tags": space.tags,
        "at": space.at,
        "board": board.id,
    }
    return Thing(f"a space of {board.id}", fields, space=space, board=board)


def see_table(table: Table) -> Thing:
    """A dice table as a thing, whose items are its rows."""
    rows: tuple[Datum, ...] = tuple(
        Thing(f'the row {row.on} of "{table.id}"', {"on": row.on, "effect": row.effect}, spot=row.where)
        for row in table.rows
    )
    fields: dict[str, Datum] = {
        "id": table.id,
        "title": table.title,
        "dice": table.dice,
        "modifiers": table.modifiers,
        "clamp": table.clamp,
        "rows": rows,
    }
    return Thing(f'the table "{table.id}"', fields, rows, table=table, spot=table.where, places=table.places)


def see_track(track: Track) -> Thing:
    """A track as a thing, whose items are the numbers of its spaces. Its starts are those that its file names."""
    starts: tuple[Datum, ...] = tuple(
        Thing(f'the start of "{start.name}"', {"name": start.name, "on": start.on}, spot=start.where)
        for start in track.starts
    )
    fields: dict[str, Datum] = {
        "id": track.id,
        "title": track.title,
        "spaces": track.spaces,
        "starts": starts,
        "head_room": track.head_room,
        "shared": track.shared,
    }
    return Thing(f'the track "{track.id}"', fields, track.spaces, spot=track.where, places=track.places)


def board(scope: Scope, id: Datum) -> Thing:
    """The board of that name."""
    if isinstance(id, Thing) and id.board is not None and id.space is None:
        return id
    return part_of(scope, "boards", "board", text(id))


def table(scope: Scope, id: Datum) -> Thing:
    """The dice table of that name."""
    return part_of(scope, "tables", "table", text(id))


def track(scope: Scope, id: Datum) -> Thing:
    """The track of that name."""
    return part_of(scope, "tracks", "track", text(id))


def space(scope: Scope, of: Datum, id: Datum) -> Thing:
    """One space of a board."""
    found = _board_of(scope, of)
    known = _spaces_of(scope, found)[_space(found, id)]
    assert isinstance(known, Thing)
    return known


def neighbours(scope: Scope, of: Datum, start: Datum, without: Datum = ()) -> tuple[Datum, ...]:
    """The spaces to which a single step leads from a space."""
    found, ways = _laid(scope, of, without)
    known = _spaces_of(scope, found)
    return tuple(known[there] for there in ways.get(_space(found, start), ()))


def row(scope: Scope, of: Datum, result: Datum) -> Thing | None:
    """The row of a table for a result; beyond its ends, with `clamp`, the row of the nearest. Nothing if none is."""
    within = of if isinstance(of, Thing) and of.table else table(scope, of)
    if within.table is None or not isinstance(result, int) or isinstance(result, bool):
        raise StumbleError(f"a result is a whole number, but this is {kind_of(result)}")
    rows = _parse(Same(within.table))
    ends = [end for parts in rows for part in parts for end in part]
    scope.budget.spend(2 * len(rows) + len(ends))
    if within.table.clamp and ends:
        result = min(max(result, min(ends)), max(ends))
    for each, parts in zip(items(within), rows, strict=True):
        if isinstance(each, Thing) and any(part.least <= result <= part.most for part in parts):
            return each
    return None


@lru_cache(maxsize=64)
def _parse(same: Same[Table]) -> tuple[tuple[Results, ...], ...]:
    """The results of each row; none of one that cannot be read."""
    return tuple(parse_results(row.on) or () for row in same.thing.rows)


def part_of(scope: Scope, key: str, kind: str, id: str) -> Thing:
    """What the kit calls so; a StumbleError with what it has."""
    index = scope.memo.get(key)
    if not isinstance(index, Thing):
        listed = items(scope.kit.fields.get(key) if scope.kit else ())
        known: dict[str, Datum] = {str(each.fields["id"]): each for each in reversed(listed) if isinstance(each, Thing)}
        scope.budget.spend(len(known))
        index = Thing(key, known)
        scope.memo[key] = index
    found = index.fields.get(id)
    if isinstance(found, Thing):
        return found
    raise StumbleError(f'there is no {kind} "{clip(id)}"', meant(id, list(index.fields)[::-1]))


def steps(scope: Scope, of: Datum, start: Datum, end: Datum, without: Datum = ()) -> int | None:
    """How many steps the shortest way takes; nothing if there is none."""
    found, ways = _laid(scope, of, without)
    begin, goal = _space(found, start), _space(found, end)
    scope.budget.spend(len(found.spaces) + len(found.links))
    return _steps_to(Same(ways), goal).get(begin)


def reached(scope: Scope, of: Datum, start: Datum, without: Datum = ()) -> tuple[str, ...]:
    """The ids of the spaces that can be reached from a space, itself among them."""
    found, ways = _laid(scope, of, without)
    begin = _space(found, start)
    scope.budget.spend(len(found.spaces) + len(found.links))
    seen = {begin: None} if begin in ways else {}
    waiting = list(seen)
    while waiting:
        for there in ways[waiting.pop()]:
            if there not in seen:
                seen[there] = None
                waiting.append(there)
    return tuple(space.id for space in found.spaces if space.id in seen)


def loose(scope: Scope, tiles: Datum) -> str:
    """What is cut off when boards are laid side by side as square tiles, in any order, shape and turns; else empty."""
    boards = [_board_of(scope, each) for each in items(tiles)]
    if not 0 < len(boards) <= _MOST_TILES:
        raise StumbleError(f"there should be 1 to {_MOST_TILES} tiles, but there are {len(boards)}")
    scope.budget.spend(count_layings(len(boards)) + sum(len(each.spaces) + len(each.links) for each in boards))
    return find_loose(boards)


def _board_of(scope: Scope, of: Datum) -> Board:
    found = board(scope, of).board
    if found is None:
        raise StumbleError("there is no such board")
    return found


def _spaces_of(scope: Scope, found: Board) -> Mapping[str, Datum]:
    """The spaces of a board as things, by their ids; sorted once for all rules that ask."""
    key = "spaces", found.id
    index = scope.memo.get(key)
    if not isinstance(index, Thing):
        spaces = (each for each in items(board(scope, found.id)) if isinstance(each, Thing))
        index = Thing("spaces", {str(each.fields["id"]): each for each in spaces})
        scope.budget.spend(len(found.spaces))
        scope.memo[key] = index
    scope.budget.spend(1)
    return index.fields


def _laid(scope: Scope, of: Datum, without: Datum) -> "tuple[Board, Ways]":
    """The board and its ways, without what the names stand for. A rule pays for them once, and keeps them."""
    found = _board_of(scope, of)
    names = tuple(text(name) for name in ((without,) if isinstance(without, str) else items(without)))
    scope.budget.spend(1 + len(names))
    key = found.id, names
    if key not in scope.ways:
        if names:
            scope.budget.spend(len(found.spaces) + len(found.links))
        scope.ways[key] = _ways(Same(found), names)
    for name in names:
        if name not in names_on(found):
            _require_known(scope, found, name)
    return found, scope.ways[key]


def _require_known(scope: Scope, board: Board, name: str) -> None:
    """See that a name stands for something on a board of the kit: rules may go through several."""
    listed = items(scope.kit.fields.get("boards")) if scope.kit else ()
    boards = [each.board for each in listed if isinstance(each, Thing) and each.board]
    if not any(name in names_on(each) for each in boards):
        doubt(scope, board, name)


def doubt(scope: Scope, board: Board, name: str) -> None:
    """A StumbleError for a name that takes nothing away; in a scope that is not strict, it is but remembered."""
    scope.doubtful = True
    if scope.strict:
        message = f'nothing on the board "{board.id}" is called "{clip(name)}"'
        raise StumbleError(message, meant(name, list(names_on(board))))


def names_on(board: Board) -> Mapping[str, None]:
    """The names of what can be taken away from a board: spaces, kinds, zones, tags, conditions, one-way links."""
    return _names(Same(board))


@lru_cache(maxsize=16)
def _names(same: Same[Board]) -> Mapping[str, None]:
    conditions = (link.condition for link in same.thing.links if link.condition)
    return dict.fromkeys((*names_of_spaces(same.thing), *conditions, ONE_WAY))


def names_of_spaces(board: Board) -> tuple[str, ...]:
    """The names that stand for spaces of a board: their ids, kinds, zones and tags."""
    names = (name for space in board.spaces for name in (space.kind, space.zone, *space.tags) if name)
    return (*(space.id for space in board.spaces), *names)


@lru_cache(maxsize=1024)
def _steps_to(same: Same[Ways], goal: str) -> Mapping[str, int]:
    """How many steps it is at least from each space that leads there: rules ask for few goals, from many spaces."""
    back = turn(same.thing)
    steps = {goal: 0} if goal in back else {}
    waiting = list(steps)
    for here in waiting:
        for there in back[here]:
            if there not in steps:
                steps[there] = steps[here] + 1
                waiting.append(there)
    return steps


@lru_cache(maxsize=64)
def _ways(same: Same[Board], without: tuple[str, ...]) -> Ways:
    return lay_ways(same.thing, take_away(same.thing, without))


def _space(found: Board, called: Datum) -> str:
    """The id of a space that is given by its id or as a thing."""
    if isinstance(called, Thing) and called.space and called.board is found:
        return called.space.id
    name = called.space.id if isinstance(called, Thing) and called.space else text(called)
    if name not in _ways(Same(found), ()):
        known = [space.id for space in found.spaces]
        raise StumbleError(f'the board "{found.id}" has no space "{clip(name)}"', meant(name, known))
    return name
