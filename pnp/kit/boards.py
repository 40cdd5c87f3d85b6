"""A board's file: spaces, links, and what is expected of them."""

from collections.abc import Iterable, Sequence
from collections.abc import Mapping as Table

from pnp.kit.charts import BOARD, BOARD_EXPECTS, CONNECTED, DISTANCE, LINK, SEPARATED, SLOTS, SPACE, STRAIGHT, TILES
from pnp.kit.legends import read_charted
from pnp.kit.parsing.tree import Entry, Mapping
from pnp.kit.report import Report
from pnp.kit.rows import Read, knows, read_amount, read_mapping, read_rows, walk_pairs
from pnp.model.board import (
    ONE_WAY,
    Board,
    Connection,
    Distance,
    Laying,
    Link,
    Neighbours,
    Separation,
    Slots,
    Space,
    Straight,
)
from pnp.model.expectation import Amount
from pnp.model.ground import Ground
from pnp.model.place import Where


def read_board(root: Mapping, report: Report, stem: str) -> Board:
    """The board that a file tells of; `stem` is its id if the file gives none."""
    read = read_mapping(root, BOARD, report, "the board")
    if read is None:
        return Board(stem, stem, report.where(root))
    charted = read_charted(read.entries, report) if "map" in read.entries else None
    if "map" in read.entries and charted is None:  # what names its spaces may be right
        return Board(read.text("board") or stem, stem, report.where(root))
    if "map" not in read.entries and "spaces" not in read.entries:
        report.note("missing-field", root, "the board has neither map nor spaces", "Add `map: |` or `spaces:`.")
    spaces = _spaces(read, charted.spaces if charted else (), report)
    links = (*(charted.links if charted else ()), *_links(read.entries.get("links"), spaces, report))
    expects = read.entries.get("expects")
    wanted = read_mapping(expects.value, BOARD_EXPECTS, report, "`expects`") if expects else None
    hopes = _Hopes(wanted.entries if wanted else {}, spaces, links, report)
    name = read.text("board") or stem
    size = read.values["size"]
    return Board(
        name,
        read.text("title") or name,
        read.places.get(("board",), read.where),
        _sides(size) if isinstance(size, tuple) else charted.ground.reach if charted else None,
        spaces,
        links,
        hopes.amount("numbers"),
        hopes.connections(),
        hopes.neighbours(),
        hopes.separations(),
        hopes.distances(),
        hopes.slots(),
        hopes.straight(),
        {**read.places, **hopes.places},
        charted.ground if charted else None,
        hopes.laying(charted.ground if charted else None),
    )


def _sides(size: Sequence[object]) -> tuple[float, float] | None:
    sides = [float(side) for side in size if isinstance(side, int | float)]
    return (sides[0], sides[1]) if len(sides) == 2 else None


def _spaces(read: Read, charted: Iterable[Space], report: Report) -> tuple[Space, ...]:
    """The spaces of the map and those that are listed, each id once."""
    label = read.pair("label")
    spaces = {space.id: space if space.label else space._replace(label=label) for space in charted}
    for row in read_rows(read.entries.get("spaces"), SPACE, report, "space"):
        name = row.text("id")
        if not name:
            continue
        space = Space(
            name,
            row.text("name") or name,
            row.where,
            row.whole("number"),
            row.text("kind"),
            row.text("zone"),
            row.pair("at"),
            row.pair("label") or label,
            row.names("tags"),
            row.places,
        )
        if name in spaces:
            message = f'the id "{name}" stands twice: here and on line {spaces[name].place("id").line}'
            report.note("duplicate-id", space.place("id"), message, "Give each space an id of its own.")
        spaces.setdefault(name, space)
    return tuple(spaces.values())


def _links(entry: Entry | None, spaces: Iterable[Space], report: Report) -> tuple[Link, ...]:
    """The links between spaces that there are."""
    ids = [space.id for space in spaces]
    links = []
    for row in read_rows(entry, LINK, report, "link"):
        ends = [row.text(key) for key in ("from", "to") if row.has(key)]
        known = [
            knows(end, ids, row.places[key,], report, "the board has no space")
            for key, end in zip(("from", "to"), ends, strict=False)
            if (key,) in row.places
        ]
        if len(ends) == 2 and all(known):
            links.append(Link(ends[0], ends[1], row.where, bool(row.truth("one_way")), row.text("condition")))
    return tuple(links)


class _Hopes:
    """Reads what is expected of a board; a name that stands for nothing on it is noted."""

    def __init__(
        self, entries: Table[str, Entry], spaces: Sequence[Space], links: Sequence[Link], report: Report
    ) -> None:
        self.entries = entries
        self.report = report
        # Of many names a message lists some: first those that stand for several spaces.
        self.names = [name for space in spaces for name in (space.kind, space.zone, *space.tags) if name]
        self.names += [space.id for space in spaces]
        self.conditions = [link.condition for link in links if link.condition]
        self.places: dict[tuple[str | int, ...], Where] = {
            (key,): report.where(entry.value) for key, entry in self.entries.items()
        }

    def amount(self, key: str) -> Amount | None:
        entry = self.entries.get(key)
        return read_amount(entry.value, self.report, key) if entry else None

    def connections(self) -> tuple[Connection, ...]:
        found = []
        for row in read_rows(self.entries.get("connected"), CONNECTED, self.report, "`connected`"):
            without = self._known(row, "without", (ONE_WAY, *self.conditions))
            if without:
                found.append(Connection(without, self._known(row, "except"), row.where))
        return tuple(found)

    def neighbours(self) -> tuple[Neighbours, ...]:
        found = []
        for name, entry in walk_pairs(self.entries.get("neighbours"), self.report):
            where = self.report.where(entry)
            amount = read_amount(entry.value, self.report, f"the number of neighbours of {name}")
            if knows(name, self.names, where, self.report, "the board has no space, kind, zone or tag") and amount:
                found.append(Neighbours(name, amount, where))
        return tuple(found)

    def separations(self) -> tuple[Separation, ...]:
        found = []
        for row in read_rows(self.entries.get("separated"), SEPARATED, self.report, "`separated`"):
            inside, outside = self._known(row, "inside"), self._known(row, "outside")
            if (
                row.has("by")
                and self._is_known(row.text("by"), row.places["by",], (ONE_WAY, *self.conditions))
                and inside
            ):
                found.append(Separation(row.text("by"), inside, outside, row.where))
        return tuple(found)

    def distances(self) -> tuple[Distance, ...]:
        found = []
        for row in read_rows(self.entries.get("distances"), DISTANCE, self.report, "distance"):
            steps = row.entries.get("steps")
            amount = read_amount(steps.value, self.report, "steps") if steps else None
            ends = [row.text(key) for key in ("from", "to") if row.has(key)]
            known = [self._is_known(row.text(key), row.places[key,]) for key in ("from", "to") if row.has(key)]
            if amount and len(ends) == 2 and all(known):
                found.append(Distance(ends[0], ends[1], amount, row.where))
        return tuple(found)

    def slots(self) -> Slots | None:
        entry = self.entries.get("slots")
        row = read_mapping(entry.value, SLOTS, self.report, "`slots`") if entry else None
        if row is None:
            return None
        count, width = row.whole("count"), row.values["width"]
        return Slots(count, width, row.where) if count and isinstance(width, float) else None

    def straight(self) -> Straight | None:
        entry = self.entries.get("straight")
        row = read_mapping(entry.value, STRAIGHT, self.report, "`straight`") if entry else None
        if row is None:
            return None
        steps = row.entries.get("steps")
        amount = read_amount(steps.value, self.report, "steps") if steps else None
        return Straight(row.places.get(("steps",), row.places.get(("fits",), row.where)), amount, row.text("fits"))

    def laying(self, ground: Ground | None) -> Laying | None:
        entry = self.entries.get("tiles")
        row = read_mapping(entry.value, TILES, self.report, "`tiles`") if entry else None
        side = row.whole("side") if row else None
        if row is None or side is None or not row.has("deck"):
            return None
        if ground is None or ground.shape != "square" or ground.columns % side or ground.rows % side:
            cells = f"{ground.columns} x {ground.rows} cells" if ground else "no map"
            message = f"the board has {cells}, which no tiles of {side} x {side} square cells make"
            self.report.note("bad-value", row.entries["side"].value, message, "Correct `side`, or the map.")
            return None
        return Laying(row.text("deck"), side, row.text("at"), row.text("exits"), row.where)

    def _known(self, row: Read, key: str, more: Iterable[str] = ()) -> tuple[str, ...]:
        """The names of a list that stand for something; `more` may stand there too."""
        names = row.names(key)
        where = [row.places.get((key, number), row.where) for number in range(len(names))]
        return tuple(name for name, place in zip(names, where, strict=True) if self._is_known(name, place, more))

    def _is_known(self, name: str, where: Where, more: Iterable[str] = ()) -> bool:
        kinds = "space, kind, zone, tag or condition" if more else "space, kind, zone or tag"
        return knows(name, (*more, *self.names), where, self.report, f"the board has no {kinds}")
