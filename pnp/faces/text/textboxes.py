"""The attributes of `<pnp:text>` as a text box."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from pnp.faces.filters import near
from pnp.faces.svg.colours import read_colour
from pnp.faces.text.fitting import TextBox
from pnp.faces.text.hyphenation import knows

STEP = 0.25  # points from one size to the next smaller when a text shrinks
MOST_SIZES = 400
ATTRIBUTES = (
    *("x", "y", "width", "height", "field", "font", "weight", "style", "size", "min-size", "leading"),
    *("align", "valign", "lines", "fill", "case", "id"),
    *("fit", "hyphenate", "lang"),
)
WORDS = {
    "weight": ("normal", "bold"),
    "style": ("normal", "italic"),
    "align": ("left", "center", "right", "justify"),
    "valign": ("top", "middle", "bottom"),
    "case": ("normal", "upper"),
    "fit": ("shrink", "fixed", "ellipsis"),
    "hyphenate": ("no", "yes"),
}
DEFAULT_LEADING = 1.2
# What the numbers may be, and how that is said.
RANGES = {
    "width": (0.001, 1e6, "more than 0"),
    "height": (0.0, 1e6, "0 or more"),
    "leading": (0.8, 3.0, "a number from 0.8 to 3"),
    "lines": (0, 1e6, "0 or more"),
}
DEFAULT_LANGUAGE = "en"
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*")
_NUMBER = re.compile(r"-?(\d+\.?\d*|\.\d+)")


class Wrong(NamedTuple):
    """An attribute that cannot be used as it is."""

    message: str
    help: str


class Reading(NamedTuple):
    """The box (None if nothing can be set), and what is wrong."""

    box: TextBox | None
    wrong: tuple[Wrong, ...]


def read_text(attributes: Mapping[str, str], markup: str, point: float) -> Reading:
    """The text box of a `<pnp:text>`. `point` is one printed point in user units. Wrong values get their default."""
    box, wrong = reading = _read_box(tuple(attributes), tuple(attributes.values()), point)
    return reading if box is None else Reading(TextBox(markup, *box[1:]), wrong)


@lru_cache(maxsize=1024)
def _read_box(names: tuple[str, ...], values: tuple[str, ...], point: float) -> Reading:
    """The reading of the attributes, the same on every card but for the words."""
    attributes = dict(zip(names, values, strict=True))
    wrong = list(_check_words(attributes))
    numbers = _Numbers(attributes, wrong)
    sizes = _read_size(attributes, wrong)
    x, y, width = numbers.read("x", 0), numbers.read("y", 0), numbers.read("width", None)
    family = attributes.get("font", "")
    if not family:
        wrong.append(
            Wrong("<pnp:text> names no font", 'write font="Barlow Semi Condensed", or another family of fonts/')
        )
    fill = attributes.get("fill", "#000000")
    if read_colour(fill) is None:
        wrong.append(Wrong(f'<pnp:text> has fill="{fill}", which is no colour', "write #rrggbb or a name"))
        fill = "#000000"
    language, hyphenate = _read_language(attributes, wrong)
    lines = numbers.read("lines", 0)
    if x is None or y is None or width is None or not sizes or not family:
        return Reading(None, tuple(wrong))
    box = TextBox(
        markup="",
        x=x,
        y=y,
        width=width,
        height=numbers.read("height", None, optional=True),
        family=family,
        sizes=tuple(size * point for size in sizes),
        bold=attributes.get("weight") == "bold",
        italic=attributes.get("style") == "italic",
        leading=numbers.read("leading", DEFAULT_LEADING) or DEFAULT_LEADING,
        align=_word(attributes, "align"),
        valign=_word(attributes, "valign"),
        lines=int(lines) if lines else None,
        fill=fill,
        upper=attributes.get("case") == "upper",
        language=language,
        hyphenate=hyphenate,
        ellipsis=attributes.get("fit") == "ellipsis",
    )
    return Reading(box, tuple(wrong))


def _check_words(attributes: Mapping[str, str]) -> Iterator[Wrong]:
    for name in attributes:
        if name not in ATTRIBUTES and ":" not in name and not name.startswith("data-"):
            yield Wrong(f"<pnp:text> has {name}, which it does not know", near(name, ATTRIBUTES))
    for name, words in WORDS.items():
        given = attributes.get(name)
        if given is not None and given not in words:
            yield Wrong(f'<pnp:text> has {name}="{given}", expected {" or ".join(words)}', near(given, words))


def _read_size(attributes: Mapping[str, str], wrong: list[Wrong]) -> tuple[float, ...]:
    """The sizes in points to be tried; none if they cannot be read."""
    size, least = attributes.get("size", ""), attributes.get("min-size", "")
    sizes = _read_sizes(size, least)
    if not sizes:
        given = f'size="{size}"' + (f' min-size="{least}"' if least else "")
        wrong.append(
            Wrong(f"<pnp:text> has {given}, expected points", 'write size="10.5 9.6 8.8", or size and min-size')
        )
    elif least and float(least) > max(sizes):
        wrong.append(Wrong(f'<pnp:text> has min-size="{least}", more than its size, {size}', "swap them"))
    return sizes[:1] if attributes.get("fit") == "fixed" else sizes


def _read_language(attributes: Mapping[str, str], wrong: list[Wrong]) -> tuple[str, bool]:
    """The language (empty if none is given) and whether words may be parted."""
    language = attributes.get("lang", "")
    if language and _LANGUAGE.fullmatch(language) is None:
        wrong.append(Wrong(f'<pnp:text> has lang="{language}", which is no language', 'write lang="de", or "en-GB"'))
        language = ""
    hyphenate = attributes.get("hyphenate") == "yes"
    if hyphenate and not knows(language or DEFAULT_LANGUAGE):
        message = f'<pnp:text> has lang="{language}" and hyphenate="yes", but there are no rules for that language'
        wrong.append(Wrong(message, "leave out hyphenate, or write soft hyphens into the words"))
        hyphenate = False
    return language, hyphenate


class _Numbers:
    def __init__(self, attributes: Mapping[str, str], wrong: list[Wrong]) -> None:
        self._attributes, self._wrong = attributes, wrong

    def read(self, name: str, default: float | None, optional: bool = False) -> float | None:
        text = self._attributes.get(name)
        if text is None:
            if default is None and not optional:
                self._wrong.append(Wrong(f"<pnp:text> has no {name}", "say it in the units of the drawing"))
            return default
        if _NUMBER.fullmatch(text.strip()) is None:
            self._wrong.append(Wrong(f'<pnp:text> has {name}="{text}", expected a number', "leave out the unit"))
            return default
        least, most, expected = RANGES.get(name, (-1e6, 1e6, "a number up to 1,000,000"))
        if not least <= float(text) <= most:
            self._wrong.append(
                Wrong(f'<pnp:text> has {name}="{text}", expected {expected}', "write a number in that range")
            )
            return default
        return float(text)


def _word(attributes: Mapping[str, str], name: str) -> str:
    word = attributes.get(name, "")
    return word if word in WORDS[name] else WORDS[name][0]


@lru_cache(maxsize=256)
def _read_sizes(text: str, least: str) -> tuple[float, ...]:
    """The sizes in points to be tried, in their order; none if they cannot be read."""
    words = text.replace(",", " ").split()
    if not words or any(_NUMBER.fullmatch(word) is None or float(word) <= 0 for word in [*words, *least.split()]):
        return ()
    sizes = [float(word) for word in words]
    if least:
        size = sizes[-1]
        while size - STEP > float(least) and len(sizes) < MOST_SIZES:
            size -= STEP
            sizes.append(size)
        if float(least) < sizes[-1]:
            sizes.append(float(least))
    return tuple(sizes)
