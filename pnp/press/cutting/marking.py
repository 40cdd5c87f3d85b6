"""What a job says of its marks, made good where it cannot be, and what became of it on the sheets."""

import math
from collections.abc import Iterator, Sequence

from pnp.model.colours import GRAY, dip, luminance, read_hex
from pnp.model.finding import Fault
from pnp.model.kit import Job
from pnp.model.marking import CUT_CONTOUR, Marking
from pnp.model.place import Where
from pnp.model.sheet import Mark, Sheet
from pnp.model.units import show
from pnp.press.cutting.guides import count_unmarked
from pnp.press.cutting.marks import DASHES, ON_ART, STYLES

# A quarter of a point: what is thinner comes out of some printers broken.
THINNEST = 0.088
# Lines and large signs want this contrast with what is around them (WCAG 2.2, success criterion 1.4.11).
CONTRAST = 3.0


def settle_marking(job: Job, theme: str = "") -> tuple[Job, tuple[Fault, ...]]:
    """The job with the usual value in place of each of its marks' that cannot be, and a fault for each.

    In the theme `gray` marks are gray, too; a spot colour is for the knife, and stays.
    """
    usual = Marking()
    marking = job.marking
    faults = []
    for key, wrong, cure in _judge(marking):
        if wrong:
            message = f"job {job.name}: the marks' {key} {wrong}"
            faults.append(Fault("bad-layout", _place(job, key), message, cure))
            marking = marking._replace(**{key: getattr(usual, key)})
    if theme == GRAY:
        marking = marking._replace(colour=dip(marking.colour, GRAY))
    settled = job._replace(marking=marking)
    if job.cut_order and job.marks == "none":
        message = f"job {job.name}: numbers for the order of cuts stand at the marks, and it has none"
        faults.append(Fault("bad-layout", job.place("cut_order"), message, "take out `cut_order`, or give it marks"))
        settled = settled._replace(cut_order=False)
    return settled, tuple(faults)


def _place(job: Job, key: str) -> Where:
    return job.places.get(("marks", key), job.place("marks"))


def _judge(marking: Marking) -> Iterator[tuple[str, str, str]]:
    """For each key, what is wrong with it, if anything is, and the cure."""
    styles = (*STYLES, *ON_ART)
    yield "style", "" if marking.style in styles else f"is {marking.style!r}", f"give one of {', '.join(styles)}"
    for key in ("length", "offset"):
        yield key, _wrong_length(marking, key), "take it out, or write another style"
    thin = not math.isfinite(marking.weight) or marking.weight < THINNEST
    yield "weight", f"is {marking.weight:g} mm, too thin to print" if thin else "", "give 0.15 mm, at least 0.25 pt"
    spot = marking.colour == CUT_CONTOUR
    cure = "write `style: outlines`, or give black" if spot else "give black, or a darker colour"
    yield "colour", _wrong_colour(marking), cure
    for key in ("cut", "score", "fold"):
        line = getattr(marking, key)
        yield key, "" if line in DASHES else f"line is {line!r}", f"give one of {', '.join(DASHES)}"
    known = marking.cuts in ("", "outlines", "straight")
    yield "cuts", "" if known else f"are {marking.cuts!r}", "give outlines or straight"


def _wrong_length(marking: Marking, key: str) -> str:
    value = getattr(marking, key)
    if value is None:
        return ""
    if marking.style in ON_ART:
        return f"says nothing where they are {marking.style}"
    least = 0.0 if key == "offset" else 0.5
    return "" if math.isfinite(value) and value >= least else f"is {value:g} mm; it must be {show(least)} or more"


def _wrong_colour(marking: Marking) -> str:
    if marking.colour == CUT_CONTOUR:
        on_cuts = marking.style in ON_ART
        return "" if on_cuts else f"is {CUT_CONTOUR}, which a knife follows: it is for lines and outlines"
    contrast = 1.05 / (luminance(read_hex(marking.colour)) + 0.05)
    return "" if contrast >= CONTRAST else f"{marking.colour} is hard to see on white paper ({contrast:.1f}:1, not 3:1)"


def judge_marks(job: Job, sheets: Sequence[Sheet]) -> tuple[tuple[Fault, ...], tuple[str, ...]]:
    """The cuts that have no mark: a fault where the job says what its marks look like, else a remark.

    A remark, too, where marks are shorter than the job wants them.
    """
    worst, marks = _find_worst(job, sheets)
    remarks = []
    faults = []
    lacking, cuts = worst
    if lacking:
        message = f"{lacking} of the {cuts} cuts of a sheet have no mark, for want of room"
        cure = "write `style: lines`, or give a gutter of 2 mm or more, or a smaller margin"
        if any(len(path) > 1 and path[0] == "marks" for path in job.places):
            faults.append(Fault("bad-layout", job.place("marks"), f"job {job.name}: {message}", cure))
        else:
            remarks.append(f"{job.name}: {message}; {cure.replace('write `style: lines`', '`marks: {style: lines}`')}")
    lengths = [math.dist(mark.line[:2], mark.line[2:]) for mark in marks]
    asked = job.marking.length
    if asked is not None and job.marking.style in STYLES and job.marking.style != "dots" and lengths:
        short = min(lengths)
        if short < asked - 0.01:
            remarks.append(f"{job.name}: marks of {show(asked)} mm are asked for; where less is free, they are shorter")
    return tuple(faults), tuple(remarks)


def _find_worst(job: Job, sheets: Sequence[Sheet]) -> tuple[tuple[int, int], list[Mark]]:
    """The sheet with most cuts that have no mark, as their number and that of all cuts; and all different marks."""
    worst = (0, 0)
    seen: dict[tuple[object, ...], tuple[Mark, ...]] = {}
    for sheet in sheets:
        side = sheet.back if job.marks == "backs" and sheet.back is not None else sheet.front
        trims = tuple(slot.trim for slot in side.slots if slot.clip is None)
        if job.marks == "none" or not trims or (trims, side.marks) in seen:
            continue
        seen[trims, side.marks] = side.marks
        worst = max(worst, count_unmarked(trims, side.marks, job.marking))
    return worst, [mark for marks in seen.values() for mark in marks]
