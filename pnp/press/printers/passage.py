"""How a run goes through a printer: which pages in which order, and whose errors they undo."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.model.finding import Fault
from pnp.model.kit import Job
from pnp.model.printer import Margins, Printer
from pnp.model.sheet import Run, Sheet, Side
from pnp.model.units import show
from pnp.press.printers.aim import Aim, corners, overshoot, take_aim

# Less is not seen; and it is what sums of decimals miss by.
_SEEN = 0.05


class Passage(NamedTuple):
    """What is asked of the printing: a printer, by its profiles, one a paper; the order of pages; which sides.

    An empty order is as the printer wants it.
    """

    printers: tuple[Printer, ...] = ()
    order: str = ""
    sides: str = "both"

    def printer(self, paper: str) -> Printer | None:
        """The profile for this paper, if there is one."""
        return next((printer for printer in self.printers if printer.paper == paper), None)


def suit_job(job: Job, printer: Printer | None) -> Job:
    """The job as this printer prints it: with its margins and the edge that it turns paper over, where it has them."""
    if printer is None:
        return job
    return job._replace(flip=printer.flip or job.flip, margin=printer.margins or job.margin)


def send(run: Run, passage: Passage) -> Run:
    """The run on its way to the printer: its order and sides, what to do with the stack, and what misses the paper."""
    printer = passage.printer(run.paper)
    manual = printer is not None and printer.duplex == "manual"
    order = passage.order or ("manual" if manual else "interleaved")
    only = passage.sides if run.duplex and passage.sides != "both" else ""
    sent = run._replace(order=order if run.duplex else "interleaved", only=only, printer=printer)
    if passage.sides == "backs" and run.sheets and not run.duplex:
        nothing = f"{run.job.name} on {run.paper}: it is printed on one side, so there are no backs"
        return sent._replace(sheets=(), remarks=(nothing,))
    if printer is None:
        return sent._replace(remarks=(*run.remarks, *_explain(sent)))
    sent = sent._replace(sheets=tuple(_relabel(sheet, printer) for sheet in run.sheets))
    faults = tuple(_find_misses(sent, printer))
    return sent._replace(remarks=(*run.remarks, *_explain(sent)), faults=(*run.faults, *faults))


def _relabel(sheet: Sheet, printer: Printer) -> Sheet:
    """The sheet with the printer's name in its labels: on another it would not be in register."""
    back = None if sheet.back is None else _relabel_side(sheet.back, printer)
    return sheet._replace(front=_relabel_side(sheet.front, printer), back=back)


def _relabel_side(side: Side, printer: Printer) -> Side:
    notes = [
        note._replace(text=f"{note.text}  ·  for {printer.name}") if note.kind == "label" else note
        for note in side.notes
    ]
    return side._replace(notes=tuple(notes))


def sides(run: Run) -> Iterator[tuple[Sheet, Side]]:
    """The pages of the run in the order in which they are printed.

    In a run with backs each front has a page behind it, an empty one if need be, so that no front lands there.
    """
    fronts = [(sheet, sheet.front) for sheet in run.sheets]
    backs = [(sheet, sheet.back or Side(())) for sheet in run.sheets] if run.duplex else []
    if run.order == "manual" and run.printer is not None and run.printer.feed == "reversed":
        backs.reverse()
    if run.only:
        yield from backs if run.only == "backs" else fronts
    elif run.order == "interleaved" and backs:
        yield from (page for pages in zip(fronts, backs, strict=True) for page in pages)
    else:
        yield from (*fronts, *backs)


def page_numbers(run: Run) -> tuple[tuple[int | None, int | None], ...]:
    """For each sheet the page of its front and that of its back, from 1; None where a side is not printed."""
    numbers = {}
    for number, (sheet, side) in enumerate(sides(run), 1):
        numbers[id(sheet), side is sheet.front] = number
    return tuple((numbers.get((id(sheet), True)), numbers.get((id(sheet), False))) for sheet in run.sheets)


def _explain(run: Run) -> Iterator[str]:
    says = explain_stack(run)
    if says:
        yield f"{run.job.name} on {run.paper}: {says}"


def explain_stack(run: Run) -> str:
    """What a person has to do so that the backs come behind their fronts; nothing where the printer does it."""
    count = len(run.sheets)
    if not run.duplex or run.only or run.order == "interleaved":
        return ""
    fronts, backs = _pages(1, count), _pages(count + 1, 2 * count)
    edge = run.flip.replace("-", " ")
    first = "the last sheet" if run.printer is not None and run.printer.feed == "reversed" else "sheet 1"
    if run.order == "fronts-backs":
        return f"{fronts} are the fronts, {backs} the backs in the same order; paper turns over on its {edge}"
    if count == 1:
        return f"print {fronts}; turn the sheet over on its {edge}, put it back, and print {backs}"
    return (
        f"print {fronts}; turn the stack over on its {edge} as one, put it back so that {first} is fed "
        f"first, and print {backs}"
    )


def _pages(first: int, last: int) -> str:
    return f"page {first}" if first == last else f"pages {first} to {last}"


def _find_misses(run: Run, printer: Printer) -> Iterator[Fault]:
    """What comes to be drawn where the printer does not reach, so that it would be missing in print."""
    usual = printer.margins or run.job.margins
    pages = [(side is sheet.front, side, take_aim(printer, sheet, side)) for sheet, side in sides(run)]
    for name, front, margins in (("fronts", True, usual), ("backs", False, _behind(usual, run.flip))):
        here = [(side, aim) for is_front, side, aim in pages if is_front is front and not aim.nothing]
        trims = _worst(here, margins, marks=False)
        marks = _worst(here, margins, marks=True)
        told = f"{run.job.name} on {run.paper}: corrected for {printer.name}, "
        reach = f"beyond what it reaches (it leaves {_tell(margins)} mm)"
        if trims > _SEEN:
            much = show(round(trims, 2))
            yield Fault(
                "does-not-fit", run.job.where, f"{told}cards of the {name} lie {much} mm {reach}", _cure(printer)
            )
        elif marks > _SEEN:
            much = show(round(marks, 2))
            yield Fault(
                "mark-past-margin", run.job.where, f"{told}marks of the {name} lie {much} mm {reach}", _cure(printer)
            )


def _behind(margins: Margins, edge: str) -> Margins:
    """The same edges of the paper, seen from its back."""
    top, right, bottom, left = margins
    return Margins(top, left, bottom, right) if edge == "long-edge" else Margins(bottom, right, top, left)


def _worst(pages: Sequence[tuple[Side, Aim]], margins: Margins, *, marks: bool) -> float:
    much = 0.0
    for side, aim in pages:
        if marks:
            points = [end for mark in side.marks for end in (mark.line[:2], mark.line[2:])]
            points += [corner for outline in side.registration for corner in corners(outline.box)]
        else:
            points = [corner for slot in side.slots for corner in corners(slot.trim)]
        much = max(much, overshoot(points, aim, margins))
    return much


def _tell(margins: Margins) -> str:
    return show(margins[0]) if len(set(margins)) == 1 else " ".join(map(show, margins))


def _cure(printer: Printer) -> str:
    return (
        f"if it reaches farther, say so: `pnp calibrate --set {printer.name} --paper {printer.paper} --margins "
        "TOP RIGHT BOTTOM LEFT`; or give the job a larger margin"
    )
