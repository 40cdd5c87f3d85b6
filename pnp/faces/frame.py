"""How large a face's drawing is, and where the trim lies in it."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from pnp.faces.lengths import MM_PER_PIXEL, UNITS, read_box
from pnp.model.face import Box, Matrix
from pnp.model.kit import Deck
from pnp.model.units import show

NEAR = 0.01  # mm: what is nearer than this is the same size
LARGEST = 5000.0  # mm
_LENGTH = re.compile(r"\s*(\d+\.?\d*|\.\d+)\s*(mm|cm|in|pt|pc|px|)\s*")


class Frame(NamedTuple):
    """`scale` is mm a user unit, (`x`, `y`) the user coordinates of the drawing's corner, `bleed` in mm.

    `across` and `down` are the size in user units. `trouble` is (check, message, help), empty if all is well.
    """

    scale: float
    x: float
    y: float
    across: float
    down: float
    bleed: float
    trouble: tuple[str, str, str] | tuple[()]

    @property
    def matrix(self) -> Matrix:
        """From user units to mm from the trim's corner."""
        return (self.scale, 0.0, 0.0, self.scale, -self.x * self.scale - self.bleed, -self.y * self.scale - self.bleed)


def read_frame(attributes: Mapping[str, str], deck: Deck) -> Frame:
    """The frame that the root's width, height and viewBox give."""
    asked = f'width="{show(deck.width + 2 * deck.bleed)}mm" height="{show(deck.height + 2 * deck.bleed)}mm"'
    width, height = (_read_mm(attributes.get(side)) for side in ("width", "height"))
    if width is None or height is None:
        given = " ".join(f'{side}="{attributes[side]}"' for side in ("width", "height") if side in attributes)
        trouble = (
            "bad-svg",
            f"the root says {given or 'no width and height'}, expected its size in mm",
            f"write {asked}",
        )
        return Frame(1.0, 0.0, 0.0, deck.width, deck.height, 0.0, trouble)
    box = read_box(attributes.get("viewBox")) or Box(0.0, 0.0, width / MM_PER_PIXEL, height / MM_PER_PIXEL)
    across, down = box.right - box.left, box.bottom - box.top
    scale = width / across
    size = f"the drawing is {show(width)} x {show(height)} mm"
    if abs(down * scale - height) > NEAR:
        view = f"its viewBox is {show(across)} x {show(down)}"
        cure = "give both the same proportions"
        return Frame(scale, box.left, box.top, across, down, 0.0, ("bad-svg", f"{size}, but {view}", cure))
    for bleed in (deck.bleed, 0.0):
        if _near(width, deck.width + 2 * bleed) and _near(height, deck.height + 2 * bleed):
            return Frame(scale, box.left, box.top, across, down, bleed, ())
    trim = f"{show(deck.width)} x {show(deck.height)} mm"
    message = f"{size}, expected the trim, {trim}, or with {show(deck.bleed)} mm bleed on every side"
    return Frame(scale, box.left, box.top, across, down, 0.0, ("face-size", message, f"write {asked}"))


def _near(one: float, other: float) -> bool:
    return abs(one - other) <= NEAR


def _read_mm(text: str | None) -> float | None:
    match = _LENGTH.fullmatch(text or "")
    mm = None if match is None else float(match[1]) * UNITS[match[2]] * MM_PER_PIXEL
    return mm if mm is not None and 0 < mm <= LARGEST else None
