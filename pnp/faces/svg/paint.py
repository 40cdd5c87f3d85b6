"""What shapes are painted with, and how much of what lies below it hides."""

from collections.abc import Mapping
from typing import TypeAlias

from pnp.faces.svg.colours import read_colour
from pnp.faces.svg.elements import Element, style
from pnp.faces.svg.lengths import read_length
from pnp.faces.svg.surroundings import MOST_DEPTH, Library, Surroundings
from pnp.faces.svg.transforms import NUMBER

# What a shape is painted with: fill, stroke, stroke width (mm), and if it is opaque.
Ink: TypeAlias = tuple[str, str, float, bool]
# A paint that paints nothing, and how much it hides.
_NONE = "", 0.0


def find_ink(inner: Surroundings, size: float, library: Library, *, can_fill: bool) -> Ink | None:
    """What a shape inside is painted with, where a user unit is `size` mm; None if with nothing."""
    inherited = inner.inherited
    fill, fill_share, stroke, stroke_share, width = "", 0.0, "", 0.0, 0.0
    if can_fill:
        fill, fill_share = _paint(inherited.get("fill", "#000000"), inherited, library)
        fill_share *= (share(inherited["fill-opacity"]) if "fill-opacity" in inherited else 1.0) * inner.opacity
    if "stroke" in inherited:
        stroke, stroke_share = _paint(inherited["stroke"], inherited, library)
        stroke_share *= (share(inherited["stroke-opacity"]) if "stroke-opacity" in inherited else 1.0) * inner.opacity
        width = read_length(inherited.get("stroke-width", "1"), inner.viewport) * size if stroke else 0.0
    if fill_share == 0:
        fill = ""
    if not width or stroke_share == 0:
        stroke, width = "", 0.0
    if not fill and not stroke:
        return None
    return fill, stroke, width, (fill_share if fill else stroke_share) > 0.999


def share(text: str | None) -> float:
    """An opacity, from 0 to 1; 1 where it is not given or is none."""
    match = None if text is None else NUMBER.fullmatch(text.strip())
    return 1.0 if match is None else min(1.0, max(0.0, float(match[0])))


def _paint(text: str, inherited: Mapping[str, str], library: Library) -> tuple[str, float]:
    """`#rrggbb`, `#pattern` or nothing, and how much of what lies below it hides."""
    found = _NONE if text == "none" else read_colour(text)
    if found is not None:
        return found  # as most are
    word = text.strip()
    if word == "currentColor":
        word = inherited.get("color", "#000000")
    if word.startswith("url("):
        target = library.find(word.partition("#")[2].partition(")")[0].strip("\"' "))
        return ("#pattern", _opacity_of(target, library)) if target is not None else _NONE
    return read_colour(word) or _NONE


def _opacity_of(target: Element, library: Library, depth: int = 0) -> float:
    if target.tag == "pattern" or depth > MOST_DEPTH:
        return 0.5  # something of what lies below may show between
    stops = [style(stop, library.rules) for stop in target.children if stop.tag == "stop"]
    if not stops and target.attributes.get("href", "").startswith("#"):
        linked = library.find(target.attributes["href"][1:])
        return 0.0 if linked is None else _opacity_of(linked, library, depth + 1)
    shares = [share(stop.get("stop-opacity")) for stop in stops]
    # A gradient that fades away is seen, though something shines through it.
    return 1.0 if shares and min(shares) == 1 else 0.5 if any(shares) else 0.0
