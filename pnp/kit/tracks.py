"""A track's file."""

import re

from pnp.kit.charts import START, TRACK
from pnp.kit.parsing.scalars import whole
from pnp.kit.parsing.tree import Entry, Mapping, Scalar, Sequence, Unread
from pnp.kit.reader import describe
from pnp.kit.report import Report
from pnp.kit.rows import read_mapping, read_rows
from pnp.model.kit import Path
from pnp.model.place import Where
from pnp.model.track import Start, Track

_RANGE = re.compile(r"\s*(-?\d{1,4})\s*(?:-|–|\.\.|to)\s*(-?\d{1,4})\s*")
_CURE = "Write `spaces: 0-18`, or each number in a list: [0, 1, 2, 3]."


def read_track(root: Mapping, report: Report, stem: str) -> Track:
    """The track that a file tells of; `stem` is its id if the file gives none."""
    read = read_mapping(root, TRACK, report, "the track")
    if read is None:
        return Track(stem, stem, report.where(root))
    places = dict(read.places)
    entry = read.entries.get("starts")
    source = entry.value.text if entry and isinstance(entry.value, Scalar) else ""
    starts = [] if source else read_rows(entry, START, report, "start")
    if entry:
        places["starts",] = report.where(entry.value)
    name = read.text("track") or stem
    return Track(
        name,
        read.text("title") or name,
        read.places.get(("track",), read.where),
        _spaces(read.entries.get("spaces"), report, places),
        tuple(
            Start(row.text("name"), on, row.places["on",])
            for row in starts
            if (on := row.whole("on")) is not None and ("on",) in row.places
        ),
        read.whole("head_room"),
        bool(read.truth("shared")),
        source,
        places,
    )


def _spaces(entry: Entry | None, report: Report, places: dict[Path, Where]) -> tuple[int, ...]:
    """The numbers of a range or of a list, and the place of each."""
    if entry is None or isinstance(entry.value, Unread):
        return ()
    node = entry.value
    places["spaces",] = report.where(node)
    if isinstance(node, Scalar) and (match := _RANGE.fullmatch(node.text)):
        first, last = int(match[1]), int(match[2])
        return tuple(range(first, last + 1) if first <= last else range(first, last - 1, -1))
    numbers: list[int] = []
    for item in node.items if isinstance(node, Sequence) else (node,):
        amount = whole(item.text).value if isinstance(item, Scalar) and isinstance(node, Sequence) else None
        if isinstance(amount, int):
            places["spaces", len(numbers)] = report.where(item)
            numbers.append(amount)
        elif not (isinstance(item, Scalar) and item.empty):
            message = f"the spaces should be whole numbers, but here is {describe(item, report)}"
            report.note("wrong-type", item, message, _CURE)
    return tuple(numbers)
