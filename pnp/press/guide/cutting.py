"""What the guide says of each layout: how its sheets are cut, by hand or right through, and how they are folded."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from pnp.model.document import Words
from pnp.model.kit import Kit
from pnp.model.marking import Marking
from pnp.model.passages import SILHOUETTES
from pnp.model.sheet import Run, Slot
from pnp.model.units import show
from pnp.press.cutting.cuts import SAME, Step
from pnp.press.cutting.cutter import tell_marks
from pnp.press.cutting.marks import ON_ART
from pnp.press.cutting.steps import explain_lines, tell_steps
from pnp.press.guide.schemes import Scheme
from pnp.press.guide.words import LINE_END, name_range, name_sheets, say


class Told(NamedTuple):
    """A layout, what lies on its sheets, and what is done with them."""

    scheme: Scheme
    sheets: Words
    steps: tuple[Words, ...]


def merge_alike(told: Iterable[Told]) -> list[Told]:
    """Layouts one after the other that look alike and are cut alike as one, a line for the sheets of each."""
    merged: list[Told] = []
    for each in told:
        last = merged[-1] if merged else None
        if last is not None and (last.scheme.look, last.steps) == (each.scheme.look, each.steps):
            merged[-1] = last._replace(sheets=(*last.sheets, LINE_END, *each.sheets))
        else:
            merged.append(each)
    return merged


def tell_scheme(run: Run, scheme: Scheme, kit: Kit, files: Sequence[str]) -> Told:
    """What lies on the sheets of one layout, and how they are cut and folded; `files` have the paths for a machine."""
    titles = {deck.id: deck.title or deck.id for deck in kit.decks}
    pieces = ", ".join(f"{number} × {titles.get(name, name)}" for name, number in scheme.counts)
    each = ", each" if len(scheme.sheets) > 1 else ""
    sheets = say("**{}:** {}", f"{name_sheets(scheme.sheets)}{each}", pieces)
    return Told(scheme, sheets, tuple(_tell_work(run, scheme, kit, files)))


def _tell_work(run: Run, scheme: Scheme, kit: Kit, files: Sequence[str]) -> Iterator[Words]:
    """How the sheets of one layout are cut and folded, step by step."""
    titles = {deck.id: deck.title or deck.id for deck in kit.decks}
    here = {name for name, _ in scheme.counts}
    strips = [(deck.id, deck.folded) for deck in kit.decks if deck.folded is not None and deck.id in here]
    if scheme.sheet.folded:
        yield from _tell_fold(len(scheme.folds), run.job.marking)
    if run.job.cutter:
        yield say("A cutting machine cuts them. The paths are in {}.", " and ".join(files))
        if run.job.cutter in SILHOUETTES:
            marks = tell_marks(scheme.sheet.front.registration)
            yield say("It finds the sheet by the black marks in its corners ({}): let it look for them.", marks)
    elif not strips:
        yield from tell_cuts(run, scheme)
    ways: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for name, strip in strips:
        way = explain_lines(strip, run.job.marking), tell_steps(strip, run.job.marking)
        ways.setdefault(way, []).append(titles[name])
    own = {strip.steps for _, strip in strips}
    for (lines, steps), names in ways.items():
        # A deck's own steps need not say which lines are which; ours begin with that.
        first, *further = (lines, *steps) if steps in own else steps
        yield say("**{}:** {}", ", ".join(names), first)
        yield from (say("{}", step) for step in further)
    if scheme.scores and not strips:
        yield say("Score the {} lines before the pieces come free.", run.job.marking.score)
    corners = sorted({piece.corner for piece in scheme.sheet.pieces if piece.outline is None and piece.corner > 0})
    if corners and not run.job.cutter:
        radii = " or ".join(map(show, corners))
        yield say("Round the corners by {} mm, if you like.", radii)


def _tell_fold(folds: int, marking: Marking) -> Iterator[Words]:
    """How paper that has backs beside their fronts is folded."""
    if folds > 1:
        yield say("Cut the rows apart, each with a {} line in its middle.", marking.fold)
    if folds:
        says = "Score the {} line, fold along it with the print outside, glue, and press it flat."
        yield say(says, marking.fold)


def tell_cuts(run: Run, scheme: Scheme) -> Iterator[Words]:
    """Which lines of a sheet are cut, and in which order."""
    bare = run.job.marks == "none"
    if bare and scheme.paths and not scheme.steps:
        yield say("Cut along the edges of the pictures: the sheets have no lines.")
    elif bare:
        says = "The sheets have no marks: measure, or cut along the edges of the pictures."
        yield say(says if scheme.steps else "Nothing has to be cut.")
    if scheme.steps:
        # Styles that lie on the cuts are called by their names.
        called = run.job.marking.style if run.job.marking.style in ON_ART else "marks"
        side = "back" if scheme.back else "front"
        where = "" if bare else f" on the {called} of the **{side}**"
        if run.job.cut_order:
            yield say(f"Cut{where} in the order of the numbers: {{}}.", _tell_steps(scheme.steps))
        else:
            yield _tell_knife(scheme.steps, where)
        yield from _tell_sizes(scheme)
        yield from _tell_stop(scheme)
    if scheme.paths and not (bare and not scheme.steps):
        side = "back" if scheme.back else "front"
        where = "" if bare else f", which are printed on the **{side}**"
        yield say(f"Cut along the outlines of the pieces{where}.")
    if any(not path.closed for path in scheme.paths):
        yield say("Pieces share edges: cut row from row first, then piece from piece.")


def _tell_knife(steps: Sequence[Step], where: str) -> Words:
    """The inner cuts, then the outer edges, and that the margins are not cut."""
    inner = [step.number for step in steps if not step.outer]
    outer = [step.number for step in steps if step.outer]
    says = f"With knife and ruler, cut{where}, **but do not cut into the margins**: they hold the marks. "
    if inner:
        says += "First {}, inside the block of pieces; last {}, its outer edges."
        return say(says, name_range(inner), name_range(outer))
    return say(says + "Cut {}, from corner to corner.", name_range(outer))


def _find_straight(scheme: Scheme) -> list[Slot]:
    """The places of what is cut straight."""
    pieces = zip(scheme.sheet.pieces, scheme.side.slots, strict=False)
    return [slot for piece, slot in pieces if piece.outline is None]


def _tell_sizes(scheme: Scheme) -> Iterator[Words]:
    """What is measured in the end: `Finished size: each 63.5 x 88.9 mm`."""
    sizes = dict.fromkeys((min(size), max(size)) for size in _find_sizes(_find_straight(scheme)))
    if sizes:
        names = " or ".join(f"{show(short)} x {show(long)} mm" for short, long in sizes)
        each = "each " if len(scheme.sheet.pieces) > 1 else ""
        yield say("Finished size: {}**{}**.", each, names)


def _find_sizes(slots: Sequence[Slot]) -> list[tuple[float, float]]:
    """Width and height as they lie, each once."""
    return list(dict.fromkeys((round(slot.width, 3), round(slot.height, 3)) for slot in slots))


def _tell_stop(scheme: Scheme) -> Iterator[Words]:
    """For a tool that cuts right through: the first direction takes the marks of the second, which goes by a stop."""
    slots = _find_straight(scheme)
    sizes = _find_sizes(slots)
    upright = scheme.steps[0].cut.upright
    spans = sorted({_span(slot, upright) for slot in slots})
    gaps = {round(after[0] - before[1], 3) for before, after in pairwise(spans)}
    if len(sizes) != 1 or len(slots) < len(scheme.sheet.pieces) or len(gaps) > 1 or min(gaps, default=0) < -SAME:
        return
    first, second, edge = ("upright", "level", "top") if upright else ("level", "upright", "left")
    across, along = sizes[0] if upright else sizes[0][::-1]
    says = "A trimmer or guillotine cuts right through the margins: make all {} cuts at their marks, pieces {} mm "
    says += "wide. The marks of the {} cuts are gone then: cut {} mm off the {} of each strip, and set the stop to "
    says += "**{} mm**"
    gap = max(gaps, default=0.0)
    says += f"; between two pieces {show(gap)} mm are waste." if gap > SAME else "."
    yield say(says, first, show(across), second, show(spans[0][0]), edge, show(along))


def _span(slot: Slot, upright: bool) -> tuple[float, float]:
    """From where to where a place lies along the strips that upright (or level) cuts leave."""
    start, length = (slot.y, slot.height) if upright else (slot.x, slot.width)
    return round(start, 3), round(start + length, 3)


def _tell_steps(steps: Sequence[Step]) -> str:
    """`1 to 4, turn the sheet by a quarter, 5 to 8`."""
    parts = []
    for through, kind in groupby(steps, lambda step: step.through):
        strokes: list[list[Step]] = []
        for step in kind:
            if not strokes or (through and step.turn):
                strokes.append([])
            strokes[-1].append(step)
        names = [name_range([step.number for step in stroke]) for stroke in strokes]
        if through:
            parts.append("; turn the sheet by a quarter; ".join(names))
        else:
            parts.append(f"with a knife {', '.join(names)}, which end inside the sheet")
    return "; ".join(parts)
