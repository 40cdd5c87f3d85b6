"""What a template may compute: numbers as cards print them, a stable choice, and operations with a limit."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from markupsafe import Markup, escape

from pnp.model.guess import guess

# Far above what any card needs, far below what would fill a machine.
MOST_TEXT = 200_000
MOST_ITEMS = 10_000
MOST_BITS = 512
MOST_OUTPUT = 1_000_000
MOST_STEPS = 200_000
# Filters and methods that make a little text into a lot, or the same template into another picture each time.
REFUSED_FILTERS = (
    *("batch", "center", "filesizeformat", "format", "indent", "pprint", "random", "slice"),
    *("tojson", "urlencode", "urlize", "wordwrap", "xmlattr"),
)
REFUSED_METHODS = frozenset(
    (
        "center",
        "encode",
        "expandtabs",
        "format",
        "format_map",
        "join",
        "ljust",
        "replace",
        "rjust",
        "translate",
        "zfill",
    )
)
# What most values are: they are neither changed nor looked into.
_PLAIN = frozenset((bool, float, int, str, Markup, type(None)))
_ADDRESS = re.compile(r" at 0x[0-9A-Fa-f]+")
# What stands otherwise in XML; most words have none of them.
_SIGNS = re.compile("[&<>'\"]")


class TooMuchError(ValueError):
    """A template asked for more than a card can need."""


class Record:
    """Values that a template reads by name (`card.equipment.rules`); `_called` is what messages call it."""

    def __init__(self, called: str, values: Mapping[str, Any]) -> None:
        held = self.__dict__
        for name, value in values.items():
            held[name] = value if type(value) in _PLAIN else _frozen(f"{called}.{name}", value)
        self._called = called

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(name for name in self.__dict__ if not name.startswith("_"))

    def __str__(self) -> str:
        raise TooMuchError(f"{self._called} is a group of values ({', '.join(self._names)}): print one of them")


def _frozen(called: str, value: Any) -> Any:
    if isinstance(value, Mapping):
        return Record(called, value)
    if isinstance(value, (tuple, list)):
        return tuple(item if type(item) in _PLAIN else _frozen(called, item) for item in value)
    return value


def meant(thing: Any, name: Any, known: tuple[str, ...]) -> str:
    """A line of help for a name that a record does not have, or that is not among the names that are known."""
    names = thing._names if isinstance(thing, Record) else known
    what = "it has" if isinstance(thing, Record) else "templates know"
    return near(str(name), names) or (f"{what} {', '.join(sorted(names))}" if names else "")


def shown(value: Any) -> Any:
    """What a template prints of a value: nothing of None."""
    return "" if value is None else value


def printed(value: Any) -> str:
    """The same as it stands in XML."""
    kind = type(value)
    if kind is float or kind is int:
        return str(value)
    if kind is Markup:
        return value  # type: ignore[no-any-return]  # mypy does not follow `kind`
    if kind is str and not _SIGNS.search(value):
        return value  # type: ignore[no-any-return]
    return "" if value is None else escape(value if hasattr(value, "__html__") else text_of(value))


def text_of(value: Any) -> str:
    """A value as text; not what Python writes of things that are no values, which differs from run to run."""
    if isinstance(value, str):
        return value
    text = str(value)
    if _ADDRESS.search(text):
        raise ValueError(
            "it prints what is no value: call a function with ( ), join a list that a filter gives with |join"
        )
    return text


def near(name: str, names: Iterable[str]) -> str:
    """The name that was probably meant, as a question for a help line; empty if none is near."""
    close = guess(name, (other for other in names if other != name))
    return f"did you mean {close}?" if close else ""


def signed(value: Any) -> Any:
    """A number with its sign: +1, −1 (a real minus), 0. Anything else as it is."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return value
    return f"+{value}" if value > 0 else minus(value)


def minus(value: Any) -> Any:
    """A number with a real minus where it is negative: −1, 1. Anything else as it is."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return value
    return f"−{-value}" if value < 0 else str(abs(value))


def pick(seed: Any, n: int) -> int:
    """A whole number from 0 to n - 1 that depends on the seed's text alone, the same on every machine."""
    if not isinstance(n, int) or n < 1:
        raise ValueError(f"pick(seed, n) chooses among n things: n is {n!r}, expected 1 or more")
    return int.from_bytes(hashlib.sha256(text_of(seed).encode()).digest()[:8], "big") % n


def spread(*bounds: int) -> range:
    """`range`, of at most MOST_ITEMS numbers."""
    numbers = range(*bounds)
    if len(numbers) > MOST_ITEMS:
        raise TooMuchError(f"range of {len(numbers)} numbers: at most {MOST_ITEMS} are allowed")
    return numbers


def replace(text: Any, old: str, new: str, count: int = -1) -> Any:
    """`text` with `old` replaced by `new`, at most MOST_TEXT long."""
    source = text_of(text)
    found = source.count(old)
    _fits(len(source) + (min(found, count) if count >= 0 else found) * len(str(new)))
    return source.replace(old, new, count)


def join(items: Iterable[Any], with_text: Any = "", attribute: str = "") -> str:
    """The items as one text, at most MOST_TEXT long."""
    parts = [getattr(item, attribute) if attribute and not attribute.startswith("_") else item for item in items]
    _fits(sum(len(part) if isinstance(part, str) else 24 for part in parts) + len(str(with_text)) * len(parts))
    if any(hasattr(part, "__html__") for part in (with_text, *parts)):
        return escape(with_text).join(parts)
    return str(with_text).join(map(text_of, parts))


def add(left: Any, right: Any) -> Any:
    """`left + right`, refused where the result would be huge, as with the other operators."""
    if type(left) is not float and type(right) is not float:
        if isinstance(left, int) and isinstance(right, int):
            _fits_bits("+", left.bit_length() + right.bit_length())
        elif hasattr(left, "__len__") and hasattr(right, "__len__"):
            _fits(len(left) + len(right))
    return left + right


def multiply(left: Any, right: Any) -> Any:
    """`left * right`, bounded."""
    if type(left) is not float and type(right) is not float:
        if isinstance(left, int) and isinstance(right, int):
            _fits_bits("*", left.bit_length() + right.bit_length())
        else:
            text, times = (left, right) if hasattr(left, "__len__") else (right, left)
            if hasattr(text, "__len__") and isinstance(times, int):
                _fits(len(text) * times)
    return left * right


def modulo(left: Any, right: Any) -> Any:
    """`left % right`, bounded, and of numbers alone."""
    if isinstance(left, int) and isinstance(right, int):
        _fits_bits("%", left.bit_length() + right.bit_length())
    elif isinstance(left, str):
        raise TooMuchError("text % values is not allowed: join with ~")
    return left % right


def power(left: Any, right: Any) -> Any:
    """`left ** right`, bounded."""
    if isinstance(left, int) and isinstance(right, int):
        _fits_bits("**", left.bit_length() * max(1, right))
    return left**right


def _fits_bits(operator: str, bits: int) -> None:
    if bits > MOST_BITS:
        raise TooMuchError(f"{operator} makes a number of more than {MOST_BITS} bits")


def _fits(length: int) -> None:
    if length > MOST_TEXT:
        raise TooMuchError(f"a text or list of {length:,} is too long: at most {MOST_TEXT:,} are allowed")


def limit_output(parts: Iterable[str]) -> Iterator[str]:
    """The parts, of at most MOST_OUTPUT characters in all."""
    length = 0
    for part in parts:
        length += len(part)
        if length > MOST_OUTPUT:
            raise TooMuchError(f"the template gives more than {MOST_OUTPUT:,} characters")
        yield part
