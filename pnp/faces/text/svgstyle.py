"""What an SVG `<text>` and its spans say, in the order of reading.

White space is as it is drawn, styles are worked out, positions and sizes are in user units.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from math import isfinite
from typing import NamedTuple
from xml.etree.ElementTree import Element

# Properties that a text hands down to its spans.
INHERITED = (
    "font-family",
    "font-size",
    "font-weight",
    "font-style",
    "letter-spacing",
    "fill",
    "text-anchor",
    "dominant-baseline",
)
_XML_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_STYLED = (*INHERITED, _XML_SPACE)

# User units of the face in one unit of the number, as CSS has it: an inch is 96.
_UNITS = {"": 1.0, "px": 1.0, "pt": 96 / 72, "pc": 16.0, "in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4, "q": 96 / 101.6}
_NUMBER = re.compile(r"\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(%|[a-z]*)", re.IGNORECASE)
_SPACES = re.compile(" +")
_SURROGATE = re.compile("[\ud800-\udfff]")
_BLANKS = str.maketrans("\t\n\r", "   ")
_SIZES = {"xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0, "x-large": 24.0}


class Style(NamedTuple):
    """What applies to some text, worked out: sizes and spacing in user units."""

    family: str = ""
    size: float = 16.0
    bold: bool = False
    italic: bool = False
    spacing: float = 0.0
    fill: str = "#000000"
    anchor: str = "start"
    baseline: str = "auto"
    preserve: bool = False


class Stretch(NamedTuple):
    """Text of one style; x and y where it starts a chunk, dx and dy how far it is moved."""

    text: str
    style: Style
    x: float | None
    y: float | None
    dx: float
    dy: float


def read_stretches(element: Element, inherited: Mapping[str, str]) -> list[Stretch]:
    """The text of the element and of all within it; `inherited` are the properties (as written) from around it."""
    stretches: list[Stretch] = []
    _walk(element, _read_style(inherited, Style()), stretches)
    return _collapse(stretches)


def _walk(element: Element, outer: Style, stretches: list[Stretch]) -> None:
    own: Mapping[str, str] = element.attrib
    if "style" in own:
        own = {**own, **_declarations(own["style"])}
    style = _read_style(own, outer)
    x, y = _position(own.get("x"), style), _position(own.get("y"), style)
    dx, dy = _position(own.get("dx"), style) or 0.0, _position(own.get("dy"), style) or 0.0
    stretches.append(Stretch(element.text or "", style, x, y, dx, dy))
    for child in element:
        if isinstance(child.tag, str) and child.tag.rpartition("}")[2] not in ("title", "desc"):
            _walk(child, style, stretches)
        stretches.append(Stretch(child.tail or "", style, None, None, 0.0, 0.0))


def _declarations(style: str) -> dict[str, str]:
    pairs = (declaration.partition(":") for declaration in style.split(";"))
    return {name.strip(): value.replace("!important", "").strip() for name, _, value in pairs if value.strip()}


def _read_style(given: Mapping[str, str], outer: Style) -> Style:
    own = tuple([(name, given[name]) for name in _STYLED if name in given])
    return _work_out(own, outer) if own else outer


@lru_cache(maxsize=1024)
def _work_out(given: tuple[tuple[str, str], ...], outer: Style) -> Style:
    own = {name: value.strip() for name, value in given if value.strip() not in ("", "inherit")}
    size = _size(own["font-size"], outer.size) if "font-size" in own else outer.size
    weight = own.get("font-weight")
    spacing = own.get("letter-spacing")
    return Style(
        family=own.get("font-family", outer.family),
        size=size,
        bold=outer.bold if weight is None else _is_bold(weight, outer.bold),
        italic=own["font-style"].startswith(("italic", "oblique")) if "font-style" in own else outer.italic,
        spacing=outer.spacing if spacing is None else _length(spacing, size) or 0.0,
        fill=own.get("fill", outer.fill),
        anchor=own.get("text-anchor", outer.anchor),
        baseline=own.get("dominant-baseline", outer.baseline),
        preserve=own.get(_XML_SPACE, "preserve" if outer.preserve else "default") == "preserve",
    )


def _is_bold(weight: str, outer: bool) -> bool:
    if weight == "lighter":
        return False
    if weight.isdecimal():
        return int(weight) >= 600
    return weight in ("bold", "bolder") or (outer and weight != "normal")


def _size(text: str, outer: float) -> float:
    named = _SIZES.get(text)
    size = named if named is not None else _length(text, outer)
    return size if size is not None and 0 <= size < 1e6 else outer


def _position(text: str | None, style: Style) -> float | None:
    return None if text is None else _length(text, style.size)


def _length(text: str, em: float) -> float | None:
    """The user units of the (first) length in the text; None if there is none. `%` is of the size."""
    match = _NUMBER.match(text)
    if match is None:
        return None
    number, unit = float(match[1]), match[2].lower()
    if not isfinite(number):
        return None
    if not unit:
        return number
    relative = {"em": em, "rem": 16.0, "ex": em / 2, "%": em / 100}
    scale = relative.get(unit, _UNITS.get(unit))
    return None if scale is None else number * scale


def _collapse(stretches: list[Stretch]) -> list[Stretch]:
    """The stretches with white space as it is drawn.

    Every kind is a space; but for `xml:space="preserve"` one at most, and none at the start or at the end.
    """
    kept: list[Stretch] = []
    spaced = True
    for stretch in stretches:
        text = stretch.text
        if not text.isascii() or not text.isprintable():
            text = _SURROGATE.sub("\ufffd", text).translate(_BLANKS)
        if not stretch.style.preserve:
            text = _SPACES.sub(" ", text) if "  " in text else text
            text = text.lstrip(" ") if spaced else text
        spaced = text.endswith(" ") if text else spaced
        kept.append(stretch if text == stretch.text else stretch._replace(text=text))
    for index in range(len(kept) - 1, -1, -1):
        if kept[index].style.preserve:
            break
        if kept[index].text.endswith(" "):
            kept[index] = kept[index]._replace(text=kept[index].text.rstrip(" "))
        if kept[index].text:
            break
    return kept
