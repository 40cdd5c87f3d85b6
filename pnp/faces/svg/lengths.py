"""Lengths of SVG in user units, and how a viewport maps what it holds."""

import math
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from pnp.faces.svg.transforms import NUMBER
from pnp.model.face import Box, Matrix

# An inch is 96 user units where nothing else says how large one is (CSS 2.1, section 4.3.2).
UNITS = {"": 1.0, "px": 1.0, "pt": 96 / 72, "pc": 16.0, "in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4}
MM_PER_PIXEL = 25.4 / 96
_LENGTH = re.compile(rf"\s*({NUMBER.pattern})\s*(px|pt|pc|mm|cm|in|em|ex|%)?\s*")


class Viewport(NamedTuple):
    """What percentages and `em` refer to, in user units."""

    width: float
    height: float
    font_size: float = 16.0


def read_length(text: str | None, viewport: Viewport, axis: str = "", default: float = 0.0) -> float:
    """A length in user units; `axis` is `x`, `y` or empty (both) for percentages; the default if it is none."""
    written = _split(text) if text else None
    if written is None:
        return default
    number, unit = written
    if unit == "%":
        both = math.hypot(viewport.width, viewport.height) / math.sqrt(2)
        return number / 100 * {"x": viewport.width, "y": viewport.height}.get(axis, both)
    if unit:
        return number * viewport.font_size / (1 if unit == "em" else 2)
    return number


@lru_cache(maxsize=8192)
def _split(text: str) -> tuple[float, str] | None:
    """The number and, where it depends on what is around, its unit (`%`, `em`, `ex`); None if it is no length."""
    match = _LENGTH.fullmatch(text)
    if match is None:
        return None
    number, unit = float(match[1]), match[2] or ""
    return (number, unit) if unit in ("%", "em", "ex") else (number * UNITS[unit], "")


@lru_cache(maxsize=1024)
def read_box(text: str | None) -> Box | None:
    """A `viewBox` as left, top, right, bottom; None if it is none or has no area."""
    numbers = [float(number) for number in NUMBER.findall(text or "")]
    strange = NUMBER.sub("", text or "").strip(" ,\t\r\n")
    if strange or len(numbers) != 4 or numbers[2] <= 0 or numbers[3] <= 0:
        return None
    x, y, width, height = numbers
    return Box(x, y, x + width, y + height)


def fit(area: Box, content: Box, aspect: str = "") -> Matrix:
    """How `content` is laid into `area` by `preserveAspectRatio`; SVG 1.1, section 7.8."""
    words = (aspect or "xMidYMid").split()
    across = (area.right - area.left) / (content.right - content.left)
    down = (area.bottom - area.top) / (content.bottom - content.top)
    if words[0] == "none":
        return (across, 0.0, 0.0, down, area.left - content.left * across, area.top - content.top * down)
    scale = max(across, down) if words[-1] == "slice" else min(across, down)
    share_x, share_y = (_SHARES.get(part, 0.5) for part in (words[0][1:4], words[0][5:8]))
    x = area.left + ((area.right - area.left) - (content.right - content.left) * scale) * share_x
    y = area.top + ((area.bottom - area.top) - (content.bottom - content.top) * scale) * share_y
    return (scale, 0.0, 0.0, scale, x - content.left * scale, y - content.top * scale)


_SHARES = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}


def area_of(attributes: Mapping[str, str], viewport: Viewport, side: str = "100%") -> Box:
    """The box that x, y, width and height give; `side` is the length of a side that is not given."""
    x, y = read_length(attributes.get("x"), viewport, "x"), read_length(attributes.get("y"), viewport, "y")
    width = read_length(attributes.get("width", side), viewport, "x")
    height = read_length(attributes.get("height", side), viewport, "y")
    return Box(x, y, x + width, y + height)
