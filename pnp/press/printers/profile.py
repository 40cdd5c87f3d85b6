"""A printer's profile as JSON holds it: read with care, for people edit it too, and written."""

import difflib
from collections.abc import Mapping
from typing import Any, NamedTuple

from pnp.model.passages import DUPLEX, EDGES, FEEDS
from pnp.model.printer import Margins, Miss, Printer


class DamageError(Exception):
    """A value of a profile that cannot be; `message` says which, and what it must be."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Range(NamedTuple):
    """Which numbers can be, and what they count."""

    low: float
    high: float
    unit: str = ""

    def check(self, what: str, value: object) -> float:
        """The value, if it is a number in the range."""
        if isinstance(value, bool) or not isinstance(value, int | float) or not self.low <= value <= self.high:
            shown = f"{value:g}" if isinstance(value, float) else repr(value)[:40]
            raise DamageError(f"{what} is {shown}; it must be a number from {self.low:g} to {self.high:g}{self.unit}")
        return float(value)


# More than this no printer misses by; it is a slip of the pen.
RANGES = {
    "x": Range(-25, 25, " mm"),
    "y": Range(-25, 25, " mm"),
    "turn": Range(-5, 5, " degrees"),
    "scale_x": Range(0.9, 1.1),
    "scale_y": Range(0.9, 1.1),
}
MARGIN = Range(0, 50, " mm")

# The words that a profile may use, the usual one first.
WORDS = {
    "duplex": DUPLEX,
    "flip": ("", *EDGES),
    "feed": FEEDS,
}


def read_printer(name: str, paper: str, entry: object) -> Printer:
    """The profile that JSON holds; what is left out is as usual. DamageError where something cannot be."""
    values = _mapping("the profile", entry, ("front", "back", "margins", *WORDS))
    margins = values.get("margins")
    return Printer(
        name,
        paper,
        read_miss("front", values.get("front", {})),
        read_miss("back", values.get("back", {})),
        None if margins is None else read_margins(margins),
        **{key: _word(key, values[key], words) for key, words in WORDS.items() if key in values},
    )


def read_miss(side: str, entry: object) -> Miss:
    """How it misses on a side; DamageError where a number cannot be."""
    values = _mapping(side, entry, tuple(RANGES))
    return Miss(**{key: RANGES[key].check(f"{side}, {key}", value) for key, value in values.items()})


def check_miss(side: str, miss: Miss) -> None:
    """DamageError where a number of it cannot be."""
    read_miss(side, {key: getattr(miss, key) for key in RANGES})


def read_margins(entry: object) -> Margins:
    """Four margins by name, all of them there; DamageError where one cannot be."""
    values = _mapping("margins", entry, Margins._fields)
    missing = [key for key in Margins._fields if key not in values]
    if missing:
        raise DamageError(f"margins lack {' and '.join(missing)}")
    return Margins(*(MARGIN.check(f"margins, {key}", values[key]) for key in Margins._fields))


def check_printer(printer: Printer) -> None:
    """DamageError where a number of the profile cannot be."""
    read_printer(printer.name, printer.paper, describe_printer(printer))


def describe_printer(printer: Printer) -> dict[str, Any]:
    """The profile for JSON. Numbers are kept to a ten-thousandth of a mm or degree, scales to a millionth."""
    margins = None if printer.margins is None else printer.margins._asdict()
    sides = {"front": _describe_miss(printer.front), "back": _describe_miss(printer.back)}
    return {**sides, "margins": margins, **{key: getattr(printer, key) for key in WORDS}}


def _describe_miss(miss: Miss) -> dict[str, float]:
    return {key: round(getattr(miss, key), 6 if key.startswith("scale") else 4) + 0.0 for key in RANGES}


def _mapping(what: str, entry: object, keys: tuple[str, ...]) -> Mapping[str, Any]:
    if not isinstance(entry, dict):
        raise DamageError(f"{what} is {repr(entry)[:40]}; it must be {{{', '.join(keys)}}}")
    for key in entry:
        if key not in keys:
            near = difflib.get_close_matches(key, keys, 1)
            meant = f"did you mean {near[0]}?" if near else f"there are {', '.join(keys)}"
            raise DamageError(f'{what} has "{key[:40]}", which means nothing; {meant}')
    return entry


def _word(key: str, value: object, words: tuple[str, ...]) -> str:
    if value not in words:
        known = " or ".join(word or '""' for word in words)
        raise DamageError(f"{key} is {repr(value)[:40]}; it must be {known}")
    return str(value)
