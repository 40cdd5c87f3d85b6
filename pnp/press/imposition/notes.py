"""Label, ruler and legend: what a sheet says about itself, in a margin that has room beyond bleed and marks.

All lengths are mm from the page's top left corner.
"""

from collections.abc import Sequence
from typing import NamedTuple

from pnp.model.face import Box
from pnp.model.sheet import Note
from pnp.model.units import MM_PER_POINT
from pnp.press.cutting.marks import DISTANCE, LENGTH, ROOM
from pnp.press.layout.arrangement import EXACT, Arrangement

# A line of 6 pt type, ascenders and descenders included; deeper strips carry larger type.
SHALLOWEST, DEEPEST = 2.6, 3.6
SMALLEST_TYPE = 6.0
# What a letter of the smallest type takes at most, on average over a label. (Notes are condensed if they need more.)
LETTER = 0.52 * SMALLEST_TYPE * MM_PER_POINT
RULER = 100.0
# How narrow a text may become, of its usual width.
NARROWEST = 0.8
# Room for "100 mm" beside the ruler, and between notes.
RULER_TEXT, SPACE = 11.0, 5.0
# Between marks and notes, at least and at best.
CLEAR_LEAST, CLEAR = 0.1, 0.8
# What a strip for notes takes at least, beside the bleed and what marks like to have.
NOTES = SHALLOWEST + CLEAR_LEAST


class Strips(NamedTuple):
    """Two opposite margins of a page: one for the label, one for ruler and legend, and what is left for marks.

    Where they lie `over_bleed`, notes have white below them.
    """

    label: Box
    tools: Box
    turn: int
    usable: Box
    over_bleed: bool = False

    @property
    def length(self) -> float:
        """How long the notes in a strip may be."""
        return max(self.label.right - self.label.left, self.label.bottom - self.label.top)


def find_strips(arrangement: Arrangement, bleed: float, *, marks: bool) -> Strips | None:
    """The margins above and below, else those left and right, turned; None where neither has room.

    `bleed` is the widest of the pieces, as far as the layout leaves it to them. Marks are left what they like to
    have, at least 2 mm.
    """
    edge, block = arrangement.page.printable, arrangement.block
    depth, clear = _depth(block.top - edge.top - bleed, marks=marks)
    if depth:
        left = _start(edge.left, edge.right, block.left)
        return Strips(
            Box(left, edge.top, edge.right, edge.top + depth),
            Box(left, edge.bottom - depth, edge.right, edge.bottom),
            0,
            Box(edge.left, edge.top + depth + clear, edge.right, edge.bottom - depth - clear),
        )
    depth, clear = _depth(block.left - edge.left - bleed, marks=marks)
    if depth:
        bottom = -_start(-edge.bottom, -edge.top, -block.bottom)
        return Strips(
            Box(edge.left, edge.top, edge.left + depth, bottom),
            Box(edge.right - depth, edge.top, edge.right, bottom),
            270,
            Box(edge.left + depth + clear, edge.top, edge.right - depth - clear, edge.bottom),
        )
    return None


def shorten(strips: Strips, marks: Sequence[Box]) -> Strips:
    """The strips as far as they keep clear of other marks in the corners of the page."""
    label, tools = (_between(box, marks, upright=strips.turn == 270) for box in (strips.label, strips.tools))
    return strips._replace(label=label, tools=tools)


def _between(box: Box, marks: Sequence[Box], *, upright: bool) -> Box:
    left, top, right, bottom = box
    for mark in marks:
        if mark.left < right and mark.right > left and mark.top < bottom and mark.bottom > top:
            if upright:
                first = (mark.top + mark.bottom) / 2 < (box.top + box.bottom) / 2
                top, bottom = (max(top, mark.bottom + CLEAR), bottom) if first else (top, min(bottom, mark.top - CLEAR))
            else:
                first = (mark.left + mark.right) / 2 < (box.left + box.right) / 2
                left, right = (max(left, mark.right + CLEAR), right) if first else (left, min(right, mark.left - CLEAR))
    return Box(left, top, right, bottom)


def _depth(rest: float, *, marks: bool) -> tuple[float, float]:
    """How deep a strip is where `rest` mm of printable paper are left outside the bleed, and how far it is from marks.

    Nothing where there is too little.
    """
    least = ROOM if marks else 0.0
    if rest < SHALLOWEST + CLEAR_LEAST + least - EXACT:
        return 0.0, 0.0
    liked = DISTANCE + LENGTH + CLEAR if marks else CLEAR
    depth = min(max(rest - liked, SHALLOWEST), DEEPEST)
    # Where all is tight, marks get more of what is left than the gap.
    return depth, min(max(0.4 * (rest - depth - least), CLEAR_LEAST), CLEAR)


def _start(first: float, last: float, block: float) -> float:
    """Where reading starts: near the first cut, clear of its mark, if all tools have room from there."""
    start = block + SPACE
    longest = RULER + RULER_TEXT + SPACE + len("cut on the marks of the back") * LETTER
    return start if last - start >= longest else first


def write_label(strips: Strips, parts: tuple[str, ...], names: str) -> Note:
    """The label: the names of game and components, shortened if need be, then the other parts."""
    rest = "  ·  ".join(parts)
    room = max(1, int(strips.length / LETTER) - len(rest) - 5)
    if len(names) > room:
        names = names[: room - 1].rstrip() + "…"
    text = f"{names}  ·  {rest}"
    if not strips.over_bleed:
        return Note("label", strips.label, strips.turn, text)
    end = min(strips.label.right, strips.label.left + len(text) * LETTER)
    return Note("label", strips.label._replace(right=end), strips.turn, text, white=True)


def place_tools(strips: Strips, legend: str) -> tuple[Note, ...]:
    """The ruler, if the strip is long enough for it, and the legend, if there is one and room beside the ruler."""
    notes: list[Note] = []
    at = 0.0
    if strips.length >= RULER + RULER_TEXT - EXACT:
        box = _part(strips, 0, RULER + RULER_TEXT)
        notes.append(Note("ruler", box, strips.turn, "100 mm", RULER, strips.over_bleed))
        at = RULER + RULER_TEXT + SPACE
    # A legend is narrowed where it has to be, as far as it can be read.
    wanted = len(legend) * LETTER
    width = min(wanted, strips.length - at)
    if legend and width >= NARROWEST * wanted - EXACT:
        notes.append(Note("legend", _part(strips, at, at + width), strips.turn, legend, white=strips.over_bleed))
    return tuple(notes)


def _part(strips: Strips, start: float, end: float) -> Box:
    """The part of the tools' strip between two distances in reading order."""
    left, top, right, bottom = strips.tools
    if strips.turn == 270:
        return Box(left, bottom - end, right, bottom - start)
    return Box(left + start, top, left + end, bottom)
