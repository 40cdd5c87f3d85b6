"""A job's own numbers, made good where they cannot be."""

import math
from collections.abc import Iterator

from pnp.model.finding import Fault
from pnp.model.kit import Job
from pnp.model.units import show

FLIPS = ("long-edge", "short-edge")
MARKS = ("fronts", "backs", "both", "none")
LAYOUTS = ("grid", "gutterfold", "tiles")
# How far a back may lie from its front, in mm: less cannot be folded, more would not be one piece of paper.
NEAREST, FARTHEST = 2.0, 100.0
# How far a part of a large piece goes on below the next, in mm: less cannot be glued.
SHALLOWEST, DEEPEST = 3.0, 50.0


def settle_job(job: Job, page: tuple[float, float], paper: str) -> tuple[Job, tuple[Fault, ...]]:
    """The job with the usual value in place of each that cannot be, and a fault for each, at its place."""
    usual = Job(job.name, job.decks, job.where)
    faults = []
    for key, wrong, cure in _judge(job, page, paper):
        if wrong:
            faults.append(Fault("bad-layout", job.place(key), f"job {job.name}: the {key} {wrong}", cure))
            job = job._replace(**{key: getattr(usual, key)})
    return job, tuple(faults)


def _judge(job: Job, page: tuple[float, float], paper: str) -> Iterator[tuple[str, str, str]]:
    """For each key, what is wrong with it, if anything is, and the cure."""
    yield "margin", _wrong_margin(job, page, paper), "give what the printer leaves blank, 4.2 mm on most"
    yield "gutter", _wrong_gutter(job.gutter, page, paper), "give 0 for shared cuts, or twice the bleed"
    yield "flip", _wrong_word(job.flip, FLIPS), f"give {' or '.join(FLIPS)}"
    yield "marks", _wrong_word(job.marks, MARKS), f"give one of {', '.join(MARKS)}"
    yield "layout", _wrong_word(job.layout, LAYOUTS), f"give one of {', '.join(LAYOUTS)}"
    yield "up", _wrong_up(job.up), "give most, bleed or how many a sheet takes"
    yield from _judge_lengths(job)
    shared = job.share and job.layout == "gutterfold"
    yield "share", "cannot be had with `layout: gutterfold`" if shared else "", "take out one of the two"


def _judge_lengths(job: Job) -> Iterator[tuple[str, str, str]]:
    """The same for the lengths that one layout alone has."""
    fold, overlap = _wrong_length(job.fold, NEAREST, FARTHEST), _wrong_length(job.overlap, SHALLOWEST, DEEPEST)
    yield "fold", fold, "give 10 mm, or more for a thick core"
    yield "overlap", overlap, "give 6 mm, or more for stiff board"
    for key, wrong, layout in (("fold", fold, "gutterfold"), ("overlap", overlap, "tiles")):
        if (key,) in job.places and not wrong and job.layout != layout:
            yield key, f"says nothing without `layout: {layout}`", "take it out, or write that layout"


def _wrong_margin(job: Job, page: tuple[float, float], paper: str) -> str:
    margins = job.margins
    for margin in margins:
        if not math.isfinite(margin) or margin < 0:
            return f"is {margin:g} mm; it must be 0 or more"
    across, down = margins.left + margins.right, margins.top + margins.bottom
    for both, side, called in ((across, page[0], "wide"), (down, page[1], "high")):
        if both >= side:
            each = f"of {show(margins.top)} mm" if len(set(margins)) == 1 else f"of {show(both)} mm in all"
            return f"{each} leaves nothing to print on of {paper}, which is {show(side)} mm {called}"
    return ""


def _wrong_gutter(gutter: float, page: tuple[float, float], paper: str) -> str:
    if not math.isfinite(gutter) or gutter < 0:
        return f"is {gutter:g} mm; it must be 0 or more"
    if gutter >= max(page):
        return f"of {show(gutter)} mm is wider than {paper}, which is {show(max(page))} mm at its longest"
    return ""


def _wrong_length(length: float, least: float, most: float) -> str:
    if not least <= length <= most:
        return f"is {length:g} mm; it must be {show(least)} to {show(most)}"
    return ""


def _wrong_up(up: str | int) -> str:
    if isinstance(up, int):
        return "" if up > 0 else f"is {up}; it must be 1 or more"
    return "" if up in ("", "most", "bleed") else f"is {up!r}; it must be most, bleed or a number"


def _wrong_word(word: str, words: tuple[str, ...]) -> str:
    return "" if word in words else f"is {word!r}; it must be one of {', '.join(words)}"
