"""The `folds` of a deck: how its pieces, strips of paper, are divided into panels."""

from collections.abc import Iterator, Mapping

from pnp.kit.reader import Reader
from pnp.model.kit import Value
from pnp.model.strip import Panel, Strip
from pnp.model.units import show

# mm: so much may be lost where panels are given in rounded inches.
NEAR = 0.005


def read_strip(folds: Value, size: tuple[float, float], reader: Reader) -> Strip | None:
    """The strip that the values of `folds` tell of; None, with what is wrong noted, if it is none."""
    if not isinstance(folds, Mapping):
        return None
    across = folds.get("direction") == "across"
    listed = folds.get("panels")
    rows = [row for row in listed if isinstance(row, Mapping)] if isinstance(listed, tuple) else []
    lengths = [_length(row) for row in rows]
    if len(rows) < 2 or not all(lengths):
        if len(rows) < 2 and ("folds", "panels") in reader.places:
            message = "a strip that is folded has two panels or more"
            reader.report.note("bad-value", reader.places["folds", "panels"], message, "List them in order.")
        return None
    whole = size[0] if across else size[1]
    if abs(sum(lengths) - whole) > NEAR:
        side = "wide" if across else "high"
        message = f"the panels make {show(sum(lengths))} mm together, but the strip is {show(whole)} mm {side}"
        place = reader.places["folds", "panels"]
        reader.report.note("bad-value", place, message, "Change a panel's `length`, or the deck's `size`.")
        return None
    steps = folds.get("steps")
    words = tuple(str(step) for step in steps if str(step).strip()) if isinstance(steps, tuple) else ()
    return Strip(tuple(_panels(rows, lengths, size, across=across)), across, words)


def _length(row: Mapping[str, Value]) -> float:
    length = row.get("length")
    return float(length) if isinstance(length, int | float) else 0.0


def _panels(
    rows: list[Mapping[str, Value]], lengths: list[float], size: tuple[float, float], *, across: bool
) -> Iterator[Panel]:
    for number, (row, length) in enumerate(zip(rows, lengths, strict=True)):
        start = round(sum(lengths[:number]), 9)  # decimals add up to decimals
        x, y = (start, 0.0) if across else (0.0, start)
        width, height = (length, size[1]) if across else (size[0], length)
        name, use, then = (str(row[key] or "") for key in ("name", "use", "then"))
        yield Panel(name or f"panel-{number + 1}", use, x, y, width, height, row.get("turned") is True, then)
