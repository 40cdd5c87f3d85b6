"""A board's map and its legend become spaces, links and the ground that they lie on."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.kit.charts import CONDITION, GRID, LEGEND, PASSAGE
from pnp.kit.maps import Drawing, edge_of, read_map
from pnp.kit.parsing.tree import Entry
from pnp.kit.report import Report
from pnp.kit.rows import Read, knows, read_mapping, read_rows, walk_pairs
from pnp.kit.wording import clip, near
from pnp.model.board import Link, Space
from pnp.model.ground import Cell, Ground
from pnp.model.place import Where

_RANGE = re.compile(r"(\d{1,4})\s*-\s*(\d{1,4})")
_CELL = re.compile(r"([A-Z]{1,2})([1-9]\d{0,2})")
_SIGNS = {"open": ".", "door": "+", "wall": "|", "one-way": ">"}
# What a legend may say of a space.
_TELLING = ("name", "kind", "zone", "label", "tags")
# What the side of a cell is where the file does not say: an inch, for a stand-up's foot.
_SIDE = 25.4


class Charted(NamedTuple):
    """What a map says of a board: its ground, its spaces in the map's order, the links between them."""

    ground: Ground
    spaces: tuple[Space, ...]
    links: tuple[Link, ...]


class _Meaning(NamedTuple):
    """What a mark of the map stands for. `own` makes each of its cells a space; `solid` ones are none.

    What is `void` is solid, and no part of the board.
    """

    read: Read
    number: int | None
    own: bool
    solid: bool
    void: bool


def read_charted(entries: Mapping[str, Entry], report: Report) -> Charted | None:
    """What the keys `map`, `grid`, `legend`, `zones`, `tags`, `between` and `conditions` of a board say together."""
    grid = _read_grid(entries.get("grid"), report)
    shape = str(grid.values["cells"]) if grid else "square"
    drawing = read_map(entries["map"].value, report, staggered=shape != "square")
    if drawing is None or not drawing.rows or not drawing.columns:
        return None
    legend = _read_legend(entries.get("legend"), report)
    named = _name_cells(drawing, legend, report)
    side = grid.values["side"] if grid else None
    origin = grid.pair("origin") if grid else None
    ground = Ground(
        shape,
        side if isinstance(side, float) and side > 0 else _SIDE,
        origin or (0.0, 0.0),
        drawing.columns,
        drawing.rows,
        drawing.fills,
        named,
        frozenset(mark for mark, meaning in legend.items() if meaning.own),
        drawing.edges,
        drawing.places,
        {mark: meaning.read.text("kind") for mark, meaning in legend.items()},
        frozenset(mark for mark, meaning in legend.items() if meaning.void),
    )
    ground = _with_passages(ground, entries.get("between"), report)
    spaces = _make_spaces(ground, legend, report)
    spaces = _mark_spaces(ground, spaces, entries, report)
    links = _set_conditions(_make_links(ground, legend, report), spaces, entries.get("conditions"), report)
    return Charted(ground, spaces, links)


def _read_grid(entry: Entry | None, report: Report) -> Read | None:
    return read_mapping(entry.value, GRID, report, "`grid`") if entry else None


def _read_legend(entry: Entry | None, report: Report) -> dict[str, _Meaning]:
    """What each mark means; a mark of its own says more than a range that it lies in."""
    single: dict[str, _Meaning] = {}
    ranges: dict[str, _Meaning] = {}
    for key, each in walk_pairs(entry, report):
        read = read_mapping(each.value, LEGEND, report, f"the legend of `{clip(key)}`")
        if read is None:
            continue
        span = _RANGE.fullmatch(key)
        if span is None:
            single[key] = _meaning(read, None)
            continue
        for number in range(int(span[1]), min(int(span[2]), int(span[1]) + 1000) + 1):
            ranges[str(number).zfill(len(span[1]))] = _meaning(read, number)
    for mark, meaning in single.items():
        if mark in ranges:
            single[mark] = _joined(ranges[mark], meaning)
    return {**ranges, **single}


def _meaning(read: Read, number: int | None) -> _Meaning:
    own = read.whole("number")
    void = bool(read.truth("void"))
    solid = void or bool(read.truth("solid"))
    return _Meaning(read, number if own is None else own, bool(read.truth("each")), solid, void)


def _joined(wide: _Meaning, own: _Meaning) -> _Meaning:
    """The meaning of a range, with what one of its marks says for itself."""
    values = {key: own.read.values[key] if own.read.has(key) else wide.read.values[key] for key in own.read.values}
    read = own.read._replace(values=values, places={**wide.read.places, **own.read.places})
    return _Meaning(read, wide.number if own.number is None else own.number, own.own or wide.own, own.solid, own.void)


def _name_cells(drawing: Drawing, legend: Mapping[str, _Meaning], report: Report) -> dict[Cell, str]:
    """The space that each cell belongs to; a mark without a meaning is noted once, where it first stands."""
    named: dict[Cell, str] = {}
    unknown: set[str] = set()
    owners: dict[str, list[str]] = {}
    for cell, mark in drawing.fills.items():
        meaning = legend.get(mark)
        if meaning is None and mark and mark not in unknown:
            unknown.add(mark)
            message = f'the legend does not say what "{clip(mark)}" on {cell.name} is'
            report.note("unknown-reference", drawing.places[cell], message, near(mark, legend))
        if meaning is not None and not meaning.solid:
            named[cell] = _id(mark, meaning, cell)
            marks = owners.setdefault(named[cell], [mark])
            if mark not in marks:
                _compare(marks[0], mark, named[cell], legend, report)
                marks.append(mark)
    return named


def _compare(first: str, mark: str, name: str, legend: Mapping[str, _Meaning], report: Report) -> None:
    """Note that two marks are one space, unless the second says nothing new of it: that would be lost."""
    one, two = legend[first], legend[mark]
    told = [(read.number, *(read.read.values[key] for key in _TELLING)) for read in (one, two)]
    if one.own or two.own or any(b not in (None, "", (), a) for a, b in zip(*told, strict=True)):
        places = two.read.places
        where = places.get(("id",)) or places.get(("number",)) or two.read.where
        message = f'the marks "{clip(first)}" and "{clip(mark)}" of the map both stand for the space "{name}"'
        report.note("duplicate-id", where, message, "Give each an `id` or a `number` of its own.")


def _id(mark: str, meaning: _Meaning, cell: Cell) -> str:
    if meaning.own:
        return cell.name
    kind = meaning.read.text("kind")
    return meaning.read.text("id") or (f"{kind or 'space'}-{meaning.number}" if meaning.number is not None else mark)


def _with_passages(ground: Ground, entry: Entry | None, report: Report) -> Ground:
    """The ground, with what `between` says of pairs of cells."""
    edges = dict(ground.edges)
    for row in read_rows(entry, PASSAGE, report, "row of `between`"):
        names = row.names("cells")
        cells = [
            _find_cell(name, ground, row.places.get(("cells", at), row.where), report) for at, name in enumerate(names)
        ]
        if len(cells) != 2 or cells[0] is None or cells[1] is None:
            continue
        first, second = cells[0], cells[1]
        if second not in [ground.beside(first, direction) for direction in ground.directions]:
            message = f"{first.name} and {second.name} do not lie side by side"
            report.note("bad-map", row.places["cells",], message, "Name two cells that share a side.")
            continue
        sign = _SIGNS.get(row.text("is"), ".")
        edge = edge_of(sign, (first, second), row.where)
        edges[min(first, second), max(first, second)] = edge
    return ground._replace(edges=edges)


def _find_cell(name: str, ground: Ground, where: Where, report: Report, ids: Sequence[str] = ()) -> Cell | None:
    match = _CELL.fullmatch(name.upper())
    if match is not None:
        column = 0
        for letter in match[1]:
            column = column * 26 + ord(letter) - ord("A") + 1
        cell = Cell(column - 1, int(match[2]) - 1)
        if cell.column < ground.columns and cell.row < ground.rows:
            return cell
    last = Cell(ground.columns - 1, ground.rows - 1).name
    meant = [each for each in ids if each.rpartition("-")[2] == name.lstrip("0")]  # the sign 05 is room-5
    cure = f'Did you mean "{meant[0]}"?' if meant else f"It goes from A1 to {last}."
    report.note("unknown-reference", where, f'the map has no cell "{clip(name)}"', cure)
    return None


def _make_spaces(ground: Ground, legend: Mapping[str, _Meaning], report: Report) -> tuple[Space, ...]:
    """The spaces in the order in which the map shows them; the cells of each hang together."""
    cells: dict[str, list[Cell]] = {}
    for cell, name in ground.spaces.items():
        cells.setdefault(name, []).append(cell)
    spaces = []
    for name, own in cells.items():
        meaning = legend[ground.fills[own[0]]]
        apart = _find_apart(ground, own)
        if apart is not None:
            message = f"{name} is in pieces: {apart.name} does not hang together with {own[0].name}"
            report.note("bad-map", ground.places[apart], message, "Give one of the pieces another mark.")
        spaces.append(_make_space(ground, name, own, meaning))
    return tuple(spaces)


def _make_space(ground: Ground, name: str, cells: list[Cell], meaning: _Meaning) -> Space:
    middles = [ground.centre(cell) for cell in cells]
    at = sum(x for x, _ in middles) / len(cells), sum(y for _, y in middles) / len(cells)
    read, where = meaning.read, ground.places[cells[0]]
    shown = name if meaning.own else read.text("name") or _called(meaning) or name
    number = None if meaning.own else meaning.number
    return Space(
        name, shown, where, number, read.text("kind"), read.text("zone"), at, read.pair("label"), read.names("tags")
    )


def _called(meaning: _Meaning) -> str:
    """What players call a numbered space without a name: `Room 7`."""
    kind = meaning.read.text("kind")
    return f"{kind[:1].upper()}{kind[1:]} {meaning.number}" if kind and meaning.number is not None else ""


def _find_apart(ground: Ground, cells: list[Cell]) -> Cell | None:
    """The first cell that cannot be reached from the first one inside the space."""
    seen, queue = {cells[0]}, [cells[0]]
    while queue:
        here = queue.pop()
        for direction in ground.directions:
            there = ground.beside(here, direction)
            if there is not None and there not in seen and ground.spaces.get(there) == ground.spaces[here]:
                seen.add(there)
                queue.append(there)
    return next((cell for cell in cells if cell not in seen), None)


def _make_links(ground: Ground, legend: Mapping[str, _Meaning], report: Report) -> tuple[Link, ...]:
    """A link for each two spaces that an open edge or a door joins, once."""
    told = ("", *(mark for mark, meaning in legend.items() if meaning.solid))
    links: dict[tuple[str, str, bool], Link] = {}
    for cell, _, other in ground.sides():
        edge = ground.edge(cell, other)
        here, there = ground.spaces.get(cell), ground.spaces.get(other)
        solid = cell if here is None else other
        if edge.kind == "door" and (here is None or there is None) and edge.where and ground.fills.get(solid) in told:
            message = f"the door between {cell.name} and {other.name} leads nowhere: {solid.name} is no space"
            report.note("bad-map", edge.where, message, "Take the door away, or make that cell a space.")
        if edge.kind == "door" and here is not None and here == there and edge.where:
            message = f"the door between {cell.name} and {other.name} lies inside {here}"
            report.note("bad-map", edge.where, message, "Take it away, or move it to the edge of the room.")
        if edge.kind == "wall" or here is None or there is None or here == there:
            continue
        start, end = (there, here) if edge.into == cell else (here, there)
        one_way = edge.into is not None
        where = edge.where or ground.places[cell]
        links.setdefault((start, end, one_way), Link(start, end, where, one_way))
    return tuple(links.values())


def _mark_spaces(
    ground: Ground, spaces: tuple[Space, ...], entries: Mapping[str, Entry], report: Report
) -> tuple[Space, ...]:
    """The spaces, with the zones and tags that are given to cells."""
    zones = dict(_pick_cells(ground, entries.get("zones"), report))
    tags: dict[str, tuple[str, ...]] = {}
    for space, tag in _pick_cells(ground, entries.get("tags"), report):
        tags[space] = (*tags.get(space, ()), tag)
    return tuple(
        space._replace(zone=zones.get(space.id, space.zone), tags=(*space.tags, *tags.get(space.id, ())))
        for space in spaces
    )


def _pick_cells(ground: Ground, entry: Entry | None, report: Report) -> Iterator[tuple[str, str]]:
    """The spaces that are named, by a cell or by an id, each with the name that it is listed under."""
    known = list(dict.fromkeys(ground.spaces.values()))
    for name, each in walk_pairs(entry, report):
        row = read_mapping_of_names(each, report)
        for word, where in row:
            if word in known:
                yield word, name
                continue
            cell = _find_cell(word, ground, where, report, known)
            if cell is not None and cell in ground.spaces:
                yield ground.spaces[cell], name
            elif cell is not None:
                report.note("unknown-reference", where, f"{cell.name} is no space", "Name a cell that can be entered.")


def read_mapping_of_names(entry: Entry, report: Report) -> list[tuple[str, Where]]:
    """The names of a list, or the one that stands alone, each with its place."""
    items = getattr(entry.value, "items", None)
    nodes = items if isinstance(items, tuple) else (entry.value,)
    return [(node.text, report.where(node)) for node in nodes if hasattr(node, "text")]


def _set_conditions(
    links: tuple[Link, ...], spaces: Iterable[Space], entry: Entry | None, report: Report
) -> tuple[Link, ...]:
    """The links, each with the condition that it hangs on: the last that fits it."""
    names: dict[str, set[str]] = {}
    some = [(name, space.id) for space in spaces for name in (space.kind, space.zone, *space.tags) if name]
    for name, space_id in (*some, *((space.id, space.id) for space in spaces)):
        names.setdefault(name, set()).add(space_id)
    for row in read_rows(entry, CONDITION, report, "condition"):
        for key in ("into", "through"):
            if not row.has(key):
                continue
            message = "the board has no space, kind, zone or tag"
            if knows(row.text(key), names, row.places[key,], report, message):
                links = tuple(_conditioned(link, names[row.text(key)], key, row.text("condition")) for link in links)
    return links


def _conditioned(link: Link, named: set[str], key: str, condition: str) -> Link:
    fits = link.start in named or link.end in named
    if key == "into" and link.one_way:
        fits = link.end in named
    return link._replace(condition=condition) if fits else link
