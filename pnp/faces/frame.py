"""How large a face's drawing is, and where the trim lies in it."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from pnp.faces.svg.lengths import MM_PER_PIXEL, UNITS, fit, read_box
from pnp.faces.svg.transforms import IDENTITY, multiply
from pnp.model.face import Box, Matrix
from pnp.model.kit import Deck
from pnp.model.units import show

NEAR = 0.01  # mm: what is nearer than this is the same size
LARGEST = 5000.0  # mm
_LENGTH = re.compile(r"\s*(\d+\.?\d*|\.\d+)(?:[eE]\+?(\d+))?\s*(mm|cm|in|pt|pc|px|)\s*")
_SIDES = re.compile(r"""\s(?:width|height)\s*=\s*(?:"[^"]*"|'[^']*')""")


class Frame(NamedTuple):
    """`scale` is mm a user unit, (`x`, `y`) the user coordinates of the drawing's corner, `bleed` in mm.

    `across` and `down` are the size in user units. `trouble` is (check, message, help), empty if all is well.
    `stretch` comes before all that where a drawing is stretched out of its proportions. `size` is the width and height
    of a drawing that does not say them itself.
    """

    scale: float
    x: float
    y: float
    across: float
    down: float
    bleed: float
    trouble: tuple[str, str, str] | tuple[()] = ()
    stretch: Matrix = IDENTITY
    size: tuple[float, float] | tuple[()] = ()

    @property
    def matrix(self) -> Matrix:
        """From user units to mm from the trim's corner."""
        base = (self.scale, 0.0, 0.0, self.scale, -self.x * self.scale - self.bleed, -self.y * self.scale - self.bleed)
        return multiply(base, self.stretch)

    def complete(self, head: str) -> str:
        """The root's start tag, with the size that it does not give itself."""
        if not self.size:
            return head
        sides = "".join(f' {side}="{mm:g}mm"' for side, mm in zip(("width", "height"), self.size, strict=True))
        return f"<svg{sides}{_SIDES.sub('', head[4:])}"


def read_frame(attributes: Mapping[str, str], deck: Deck) -> Frame:
    """The frame that the root's width, height and viewBox give.

    A drawing that gives only a viewBox is as large as its card.
    """
    box = read_box(attributes.get("viewBox"))
    given = {side: attributes.get(side, "100%").strip() for side in ("width", "height")}
    if box is not None and all(text in ("100%", "auto") for text in given.values()):
        return _fill(box, attributes.get("preserveAspectRatio", ""), deck)
    width, height = (_read_mm(text) for text in given.values())
    trouble = _judge_size(attributes, width, height, deck)
    if trouble or width is None or height is None:
        return Frame(1.0, 0.0, 0.0, deck.width, deck.height, 0.0, trouble)
    size = f"the drawing is {show(width)} x {show(height)} mm"
    bleed = next((b for b in (deck.bleed, 0.0) if _near(width, deck.width + 2 * b, height, deck.height + 2 * b)), None)
    box = box or Box(0.0, 0.0, width / MM_PER_PIXEL, height / MM_PER_PIXEL)
    across, down = box.right - box.left, box.bottom - box.top
    aspect = attributes.get("preserveAspectRatio", "")
    if abs(down * width / across - height) > NEAR and not aspect:
        view = f"its viewBox is {show(across)} x {show(down)}"
        cure = "give both the same proportions"
        return Frame(width / across, box.left, box.top, across, down, 0.0, ("bad-svg", f"{size}, but {view}", cure))
    frame = _fit(box, width, height, aspect, bleed or 0.0)
    if bleed is not None:
        return frame
    trim = f"{show(deck.width)} x {show(deck.height)} mm"
    message = f"{size}, expected the trim, {trim}, or with {show(deck.bleed)} mm bleed on every side"
    return frame._replace(trouble=("face-size", message, f"write {_asked(deck)}"))


def _fill(box: Box, aspect: str, deck: Deck) -> Frame:
    """The frame of a drawing without a size: the card with its bleed if it has those proportions, else the card."""
    across, down = box.right - box.left, box.bottom - box.top
    for bleed in (deck.bleed, 0.0):
        width, height = deck.width + 2 * bleed, deck.height + 2 * bleed
        if abs(down * width / across - height) <= NEAR or bleed == 0:
            break
    return _fit(box, width, height, aspect, bleed)._replace(size=(width, height))


def _fit(box: Box, width: float, height: float, aspect: str, bleed: float) -> Frame:
    """The frame of `width` x `height` mm that shows the viewBox by its `preserveAspectRatio`."""
    a, _, _, d, e, f = fit(Box(0.0, 0.0, width, height), box, aspect)
    if abs(a - d) > 1e-9 * a and aspect.startswith("none"):
        across, down = box.right - box.left, box.bottom - box.top
        return Frame(1.0, 0.0, 0.0, across, down, bleed, stretch=(a, 0.0, 0.0, d, e, f))
    scale = width / (box.right - box.left)
    if abs(scale * (box.bottom - box.top) - height) <= NEAR:
        return Frame(scale, box.left, box.top, box.right - box.left, box.bottom - box.top, bleed)
    return Frame(a, -e / a, -f / d, width / a, height / d, bleed)


def _judge_size(
    attributes: Mapping[str, str], width: float | None, height: float | None, deck: Deck
) -> tuple[str, str, str] | tuple[()]:
    """What is wrong with the root's size."""
    given = " ".join(f'{side}="{attributes[side]}"' for side in ("width", "height") if side in attributes)
    cure = f"write {_asked(deck)}"
    if width is None or height is None:
        return ("bad-svg", f"the root says {given or 'no width and height'}, expected its size in mm", cure)
    if not width or not height:
        return ("bad-svg", f"the drawing has no size: the root says {given}", cure)
    if max(width, height) > LARGEST:
        return ("bad-svg", f"the drawing is larger than 5 m: the root says {given}", cure)
    return ()


def _asked(deck: Deck) -> str:
    return f'width="{show(deck.width + 2 * deck.bleed)}mm" height="{show(deck.height + 2 * deck.bleed)}mm"'


def _near(width: float, its_width: float, height: float, its_height: float) -> bool:
    return abs(width - its_width) <= NEAR and abs(height - its_height) <= NEAR


def _read_mm(text: str) -> float | None:
    match = _LENGTH.fullmatch(text)
    if match is None:
        return None
    power = min(int(match[2] or 0), 99)
    return float(match[1]) * 10.0**power * UNITS[match[3]] * MM_PER_PIXEL
