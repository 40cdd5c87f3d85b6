"""Entering what was measured of a printer, and showing it in words."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path

from pnp.model.finding import PnpError
from pnp.model.passages import EDGES
from pnp.model.printer import Margins, Miss, Printer
from pnp.model.units import show

# By how much the paper may differ from its name, in mm: universal is printed on paper that is so much higher.
_ROUGH = 20.0
_WAYS = ("across", "down")
_NAME = re.compile(r"\w(?:[\w.-]{0,38}\w)?")


@dataclass(frozen=True, slots=True)
class Given:
    """What was given on the command line to be entered; None where nothing was."""

    left: float | None
    across: float | None
    right: float | None
    edges: tuple[float, float, float, float] | None
    spans: tuple[float, float] | None
    x: float | None
    y: float | None
    turn: float | None
    scale_x: float | None
    scale_y: float | None
    side: str
    afresh: bool
    margins: tuple[float, float, float, float] | None
    duplex: str | None
    flip: str | None
    feed: str | None

    @property
    def first(self) -> str:
        """The first option that was given; nothing if there is none."""
        for field in fields(self):
            value = getattr(self, field.name)
            # A reading of 0 equals False, and is one all the same.
            if field.name != "side" and value is not None and value is not False:
                return "--" + field.name.replace("_", "-")
        return ""

    @property
    def anything(self) -> bool:
        """Whether there is anything to enter."""
        return bool(self.first)

    @property
    def miss(self) -> Miss:
        """The errors that were given as such."""
        names = ("x", "y", "turn", "scale_x", "scale_y")
        return Miss(**{name: value for name in names if (value := getattr(self, name)) is not None})


def check_name(name: str) -> None:
    """PnpError if a printer cannot be called so, for files are called by it."""
    if not _NAME.fullmatch(name):
        raise PnpError(
            f'a printer cannot be called "{name}"',
            "give up to 40 letters, digits, - and _; it becomes part of file names",
        )


def enter_numbers(file: Path, name: str, paper: str, given: Given) -> Iterator[str]:
    """Put what was given into the printer's profile, and say what it then holds; PnpError where it cannot be."""
    from pnp.press.printers.profile import DamageError, check_printer
    from pnp.press.printers.profiles import keep_printer, open_profiles

    check_name(name)
    old = open_profiles(file).printer(name, paper)
    if not given.anything and old is not None:
        raise PnpError(f"nothing was given to enter for printer {name}", f"see `pnp calibrate --show {name}`")
    printer = old or Printer(name, paper)
    if given.afresh:
        printer = printer._replace(front=Miss(), back=Miss())
    added = old is not None and not given.afresh and not (old.front.nothing and old.back.nothing)
    try:
        printer = _with_errors(_with_habits(printer, given), given)
        check_printer(printer)
    except DamageError as damage:
        before = f" (added to what was entered before: see `pnp calibrate --show {name}`)" if added else ""
        raise PnpError(
            f"printer {name} with {paper}: {damage.message}{before}",
            "read the sheet again; --afresh drops what was entered before",
        ) from damage
    keep_printer(file, printer)
    stored = open_profiles(file).printer(name, paper)
    yield f"entered{', added to what was there' if added else ''}; kept in {file}"
    yield from describe(stored or printer)
    yield f"`pnp calibrate --printer {name}{_paper(paper)}` prints the sheet corrected, to prove it"


def _paper(paper: str) -> str:
    return "" if paper == "letter" else f" --paper {paper}"


def _with_habits(printer: Printer, given: Given) -> Printer:
    """The printer with what was said of its ways. A sheet is for the long edge unless it is told otherwise."""
    from pnp.press.printers.readings import upside_down

    margins = printer.margins if given.margins is None else Margins(*given.margins)
    before = printer.flip or EDGES[0]
    flip = given.flip or before
    back = printer.back if flip == before else upside_down(printer.back)
    duplex, feed = given.duplex or printer.duplex, given.feed or printer.feed
    return printer._replace(margins=margins, back=back, duplex=duplex, flip=flip, feed=feed)


def _with_errors(printer: Printer, given: Given) -> Printer:
    """The printer with what was read and what was said outright."""
    from pnp.press.printers.profile import check_miss
    from pnp.press.printers.readings import Edges, Spans, Verniers, add, enter, miss_of_back, miss_of_front

    readings = given.left, given.across, given.right
    back = Miss()
    if any(reading is not None for reading in readings):
        left, across, right = readings
        if left is None or across is None or right is None:
            raise PnpError("the three scales go together", "give --left, --across and --right; 0 where nothing is off")
        for what, reading in (("--left", left), ("--across", across), ("--right", right)):
            _check_reading(what, reading, 3)
        back = miss_of_back(Verniers(left, across, right))
    _check_ruler(printer.paper, given)
    edges = Edges(*given.edges) if given.edges else None
    front = miss_of_front(edges, Spans(*given.spans) if given.spans else None)
    miss = given.miss
    for side, each in (("back", back), ("front", front), ("what was given", miss)):
        check_miss(side, each)
    printer = enter(printer, back, front)
    if given.side in ("front", "both"):
        printer = printer._replace(front=add(printer.front, miss))
    if given.side in ("back", "both"):
        printer = printer._replace(back=add(printer.back, miss))
    return printer


def _check_ruler(paper: str, given: Given) -> None:
    """PnpError where what a ruler showed does not go round the paper: other marks, inches, another order."""
    from pnp.press.layout.paper import paper_size
    from pnp.press.printers.calibration.drawing import NEEDS
    from pnp.press.printers.readings import TARGETS

    for reading in (*(given.edges or ()), *(given.spans or ())):
        _check_reading("a distance", reading, 1000)
    page = paper_size(paper)
    if given.edges is None or any(side < least for side, least in zip(page, NEEDS, strict=True)):
        # Numbers for smaller paper come from a sheet on larger paper.
        return
    spans = given.spans or tuple(2 * target for target in TARGETS)
    for edges, span, size, way in zip((given.edges[:2], given.edges[2:]), spans, page, _WAYS, strict=True):
        whole = sum(edges) + span
        if abs(whole - size) > _ROUGH:
            told = f"{show(edges[0])} and {show(edges[1])} mm to the edges and {show(span)} mm between the crosses"
            raise PnpError(
                f"{told} are {show(whole)} mm {way}, but {paper} has {show(size)} mm",
                "measure from the crosses to the edges of the paper, in mm: left, right, top, bottom",
            )


def _check_reading(what: str, reading: float, most: float) -> None:
    from pnp.press.printers.profile import Range

    Range(-most, most, " mm").check(what, reading)


def describe(printer: Printer) -> Iterator[str]:
    """The profile in words: how the printer misses."""
    yield f"{printer.name} with {printer.paper}: how it misses, seen on each side"
    yield f"  front: {_tell(printer.front)}"
    yield f"  back: {_tell(printer.back)}"
    if printer.margins is not None:
        names = zip(("top", "right", "bottom", "left"), printer.margins, strict=True)
        yield f"  margins: {', '.join(f'{name} {show(margin)}' for name, margin in names)} mm"
    manual = printer.duplex == "manual"
    turns = "you turn the paper over" if manual else "it turns the paper over"
    edge = f" on its {printer.flip.replace('-', ' ')}" if printer.flip else ", on the edge that a game asks for"
    first = "last" if printer.feed == "reversed" else "first"
    yield f"  both sides: {turns}{edge}" + (f"; of a stack put back, the {first} sheet is fed first" if manual else "")


def _tell(miss: Miss) -> str:
    """`1.5 mm too far right, 0.8 mm too far up, turned 0.3 degrees clockwise, 0.2 % too short down the page`."""
    says = []
    for value, plus, minus in ((miss.x, "right", "left"), (miss.y, "down", "up")):
        if abs(value) >= 0.0005:
            says.append(f"{show(abs(value))} mm too far {plus if value > 0 else minus}")
    if abs(miss.turn) >= 0.0005:
        says.append(f"turned {show(abs(miss.turn))} degrees {'clockwise' if miss.turn > 0 else 'anticlockwise'}")
    for value, where in ((miss.scale_x, "across"), (miss.scale_y, "down")):
        if abs(value - 1) >= 0.000005:
            says.append(f"{show(abs(value - 1) * 100)} % too {'long' if value > 1 else 'short'} {where}")
    return ", ".join(says) or "not at all"
