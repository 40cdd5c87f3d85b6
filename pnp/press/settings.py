"""A job's own numbers, made good where they cannot be."""

import math
from dataclasses import replace

from pnp.model.finding import Fault
from pnp.model.kit import Job
from pnp.model.units import show

FLIPS = ("long-edge", "short-edge")
MARKS = ("fronts", "backs", "both", "none")


def settle_job(job: Job, page: tuple[float, float], paper: str) -> tuple[Job, tuple[Fault, ...]]:
    """The job with the usual value in place of each that cannot be, and a fault for each, at its place."""
    usual = Job(job.name, job.decks, job.where)
    faults = []
    for key, wrong, cure in (
        ("margin", _wrong_margin(job.margin, page, paper), "give what the printer leaves blank, 4.2 mm on most"),
        ("gutter", _wrong_gutter(job.gutter, page, paper), "give 0 for shared cuts, or twice the bleed"),
        ("flip", _wrong_word(job.flip, FLIPS), f"give {' or '.join(FLIPS)}"),
        ("marks", _wrong_word(job.marks, MARKS), f"give one of {', '.join(MARKS)}"),
    ):
        if wrong:
            faults.append(Fault("bad-layout", job.place(key), f"job {job.name}: the {key} {wrong}", cure))
            job = replace(job, **{key: getattr(usual, key)})
    return job, tuple(faults)


def _wrong_margin(margin: float, page: tuple[float, float], paper: str) -> str:
    if not math.isfinite(margin) or margin < 0:
        return f"is {margin:g} mm; it must be 0 or more"
    if 2 * margin >= min(page):
        return f"of {show(margin)} mm leaves nothing to print on of {paper}, which is {show(min(page))} mm wide"
    return ""


def _wrong_gutter(gutter: float, page: tuple[float, float], paper: str) -> str:
    if not math.isfinite(gutter) or gutter < 0:
        return f"is {gutter:g} mm; it must be 0 or more"
    if gutter >= max(page):
        return f"of {show(gutter)} mm is wider than {paper}, which is {show(max(page))} mm at its longest"
    return ""


def _wrong_word(word: str, words: tuple[str, ...]) -> str:
    return "" if word in words else f"is {word!r}; it must be one of {', '.join(words)}"
