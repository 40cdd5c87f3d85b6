"""The plain `<text>`s of a kit, each set once: many stand on several faces."""

from typing import NamedTuple

from pnp.faces.svg.elements import Rule, to_tree
from pnp.faces.svg.geometry import TextPlace
from pnp.faces.svg.sight import text_colour
from pnp.faces.svg.transforms import scale_of
from pnp.faces.text.fonts import FontBook
from pnp.faces.text.layout import Laid
from pnp.faces.text.svgtext import set_text
from pnp.model.units import MM_PER_POINT

_XML_SPACE = "{http://www.w3.org/XML/1998/namespace}space"


class PlainText(NamedTuple):
    """A text as it was set, with its colour; `size` is the smallest of its type in points, `largest` in mm."""

    laid: Laid
    colour: str
    size: float
    largest: float
    stroked: bool


class PlainTexts:
    """Sets the plain texts that the surveys of a kit find."""

    def __init__(self, book: FontBook) -> None:
        self._book = book
        # With the place itself, so that no other comes to have its number.
        self._set: dict[int, tuple[TextPlace, PlainText]] = {}

    def set(self, found: TextPlace, rules: tuple[Rule, ...]) -> PlainText:
        """The text there; `rules` are those of the drawing that it was found in."""
        known = self._set.get(id(found))
        if known is None:
            known = self._set[id(found)] = found, _set(found, rules, self._book)
        return known[1]


def _set(found: TextPlace, rules: tuple[Rule, ...], book: FontBook) -> PlainText:
    inherited = dict(found.inherited)
    colour = text_colour(found)
    element = to_tree(found.element, rules)
    inherited["fill"] = colour
    if "fill" in element.attrib:
        element.set("fill", colour)
    if "xml:space" in inherited:
        inherited[_XML_SPACE] = inherited.pop("xml:space")
    laid = set_text(element, inherited, book)
    scale = scale_of(found.matrix)
    largest = max([run.size for run in laid.runs], default=0.0) * scale
    stroked = inherited.get("stroke", "none") != "none"
    return PlainText(laid, colour, laid.size * scale / MM_PER_POINT, largest, stroked)
