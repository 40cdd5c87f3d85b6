"""How strips and nets are folded, in words, and where these stand on a sheet. All lengths are mm."""

from collections.abc import Sequence

from pnp.model.face import Box
from pnp.model.marking import Marking
from pnp.model.net import Net
from pnp.model.sheet import Mark, Note
from pnp.model.strip import Strip
from pnp.model.units import MM_PER_POINT
from pnp.press.cutting.marks import ON_ART
from pnp.press.layout.arrangement import enclose

# Type of 9 points, its lines, and what a letter takes on average; lines longer than the longest are hard to follow.
_SIZE = 9.0
_LEADING = 1.2 * _SIZE * MM_PER_POINT
_LETTER = 0.46 * _SIZE * MM_PER_POINT
_LONGEST, _SHORTEST = 150.0, 50.0
# Between the words and what is cut, and the edge of what is printed.
_CLEAR, _EDGE = 4.0, 1.0

_FIRST = "Score the {fold} lines along a ruler, then cut along the {cut} outline."
_NETS = {
    "pyramid": (
        "Fold every {fold} line away from you and close the fan.",
        "Glue the flap behind the wall at the other end of the fan; hold the foot square on the table until it sets. "
        "It has no floor.",
    ),
    "floored": (
        "Fold every {fold} line away from you.",
        "Glue the flap behind the wall at the other end of the fan; when it holds, fold the floor up and glue its "
        "flaps inside.",
    ),
    "box": (
        "Fold every {fold} line away from you.",
        "Glue the four walls into a ring, then the bottom, then the top, with the flaps inside.",
    ),
    "die": (
        "Fold every {fold} line away from you, as square as you can.",
        "Glue the flap at the end of the row of four behind the other end of the row; then close the two faces beside "
        "it, with their flaps inside.",
    ),
    "tuck_box": (
        "Fold every {fold} line away from you, and glue the long flap at the left behind the back.",
        "Below, fold in the two small flaps, then the bottom; tuck it in, or glue it. Close the lid in the same way.",
    ),
}


def explain_lines(folded: Strip | Net, marking: Marking) -> str:
    """What the lines on a strip or net mean, to be read after its name and a colon; outlines of nets are printed."""
    lined = marking.style in ON_ART or isinstance(folded, Net)
    cut = f"cut on the {marking.cut} lines" if lined else "cut at the marks"
    return f"score and fold on the {marking.fold} lines; {cut}."


def tell_steps(strip: Strip | Net, marking: Marking) -> tuple[str, ...]:
    """How the strip or net becomes a piece, step by step: as its deck says, else as its panels ask for it."""
    if strip.steps:
        return strip.steps
    if isinstance(strip, Net):
        return tuple(step.format(fold=marking.fold, cut=marking.cut) for step in (_FIRST, *_NETS[_solid(strip)]))
    where = f"on the {marking.cut} lines" if marking.style in ON_ART else "at the marks"
    steps = [f"Score the {marking.fold} lines along a ruler, then cut the strip out {where}."]
    tabs = sum(panel.use == "tab" for panel in strip.panels)
    if len(strip.pictures) == 2:
        steps.append("Fold the two pictures back to back and glue them. Let them dry flat, under a weight.")
    else:
        steps.append(f"Fold it on the {marking.fold} lines, with the print outside.")
    if tabs == 2:
        steps.append("Bend the two tabs outward, one to each side: the piece stands on them like a T on its head.")
    elif tabs:
        steps.append("Bend the tab and glue it." if tabs == 1 else "Bend the tabs and glue them.")
    return tuple(steps)


def _solid(net: Net) -> str:
    """Which of the ways to fold is this net's."""
    floored = net.kind == "pyramid" and any(facet.name == "floor" for facet in net.facets)
    return "floored" if floored else net.kind


def write_steps(head: str, steps: Sequence[str], room: Box) -> Note | None:
    """The lines' meaning and the steps as a block of text in the upper left corner of a room; None if it is too small.

    The text of the note has a line for each of its own.
    """
    import textwrap  # few sheets have steps

    width = min(room.right - room.left, _LONGEST)
    if width < _SHORTEST:
        return None
    wide = int(width / _LETTER)
    told = textwrap.wrap(head, wide)
    for number, step in enumerate(steps, 1):
        told += textwrap.wrap(f"{number}.  {step}", wide, subsequent_indent="     ")
    height = len(told) * _LEADING
    if height > room.bottom - room.top:
        return None
    return Note("steps", Box(room.left, room.top, room.left + width, room.top + height), 0, "\n".join(told))


def line_up(room: Box, left: float) -> Box:
    """The room from `left` on, where the sheet's other notes begin, if the widest text still has space in it."""
    return room._replace(left=left) if room.left < left <= room.right - _LONGEST else room


def find_room(taken: Sequence[Box], marks: Sequence[Mark], usable: Box) -> Box:
    """The largest area of the usable paper below, above or beside all that lies there."""
    ends = [Box(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)) for x1, y1, x2, y2 in (mark.line for mark in marks)]
    block = enclose([*taken, *ends])
    left, right = max(usable.left + _EDGE, enclose(taken).left), usable.right - _EDGE
    top, bottom = usable.top + _EDGE, usable.bottom - _EDGE
    rooms = (
        Box(left, block.bottom + _CLEAR, right, bottom),
        Box(left, top, right, block.top - _CLEAR),
        Box(block.right + _CLEAR, top, right, bottom),
        Box(usable.left + _EDGE, top, block.left - _CLEAR, bottom),
    )
    return max(rooms, key=lambda room: max(0.0, room.right - room.left) * max(0.0, room.bottom - room.top))
