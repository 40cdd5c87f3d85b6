"""The marks of a print job: a word or a group."""

import pytest

from pnp.model.kit import Job
from pnp.model.marking import Marking

from .conftest import Read

DECK = "deck: items\nsize: poker\nfront: f.svg.j2\ncards: [{id: a, title: A}]\n"


def job_of(read: Read, marks: str) -> tuple[Job, list[tuple[str, int, int, str]]]:
    kit = read(items=DECK, head=f"kit: game\ntitle: Game\nprint:\n  - decks: [items]\n    marks: {marks}\n")
    (job,) = kit.jobs
    faults = [(fault.check, fault.where.line, fault.where.column, fault.message) for fault in kit.faults]
    return job, faults


@pytest.mark.parametrize("word", ["both", "fronts", "backs", "none"])
def test_a_word_says_which_sides(read: Read, word: str) -> None:
    job, faults = job_of(read, word)
    assert (job.marks, job.marking, faults) == (word, Marking(), [])
    assert (job.place("marks").line, job.place("marks").column) == (5, 12)


def test_a_group_says_how_they_look(read: Read) -> None:
    job, faults = job_of(
        read,
        "{style: corners, sides: backs, length: 5 mm, offset: 1 mm, weight: 0.5 pt, colour: '#C00000', "
        "cuts: straight, lines: {cut: dashed, fold: solid}}",
    )
    assert faults == []
    assert job.marks == "backs"
    weight = 0.5 * 25.4 / 72
    assert job.marking == Marking("corners", 5, 1, weight, "#c00000", "dashed", "dotted", "solid", "straight")
    assert job.place("marks", "length").column > job.place("marks").column


def test_the_style_none_is_the_word_none(read: Read) -> None:
    job, faults = job_of(read, "{style: none}")
    assert (job.marks, faults) == ("none", [])


def test_the_spot_colour_is_spelt_as_cutters_know_it(read: Read) -> None:
    assert job_of(read, "{style: outlines, colour: cutcontour}")[0].marking.colour == "CutContour"


@pytest.mark.parametrize(
    ("marks", "check", "words"),
    [
        ("some", "unknown-choice", 'marks is "some"'),
        ("lines", "unknown-choice", 'marks is "lines", which is a style and no side'),
        ("[both]", "wrong-type", "marks should be one of both, fronts, backs or none"),
        ("{style: ticks, weight: 0.1 pt}", "out-of-range", "at least 0.088 mm"),
        ("{style: tics}", "unknown-choice", '"tics"'),
        ("{colour: red}", "bad-value", 'the colour of the marks is "red"'),
        ("{lenght: 3}", "unknown-key", 'unknown key "lenght" in marks'),
        ("{lines: {cut: wavy}}", "unknown-choice", '"wavy"'),
        ("{length: -3 mm}", "wrong-type", "-3 mm"),
    ],
)
def test_what_is_wrong_is_told_at_its_place(read: Read, marks: str, check: str, words: str) -> None:
    job, faults = job_of(read, marks)
    ((found, line, _, message),) = faults
    assert (found, line) == (check, 5)
    assert words in message
    assert job.marking == Marking() or job.marking.style == "ticks"


def test_places_to_leave_free_are_numbers(read: Read) -> None:
    kit = read(items=DECK, head="kit: game\ntitle: Game\nprint: [{decks: items, skip: [2, 7]}]\n")
    assert (kit.jobs[0].skip, kit.faults) == ((2, 7), ())


def test_numbers_of_cuts_are_asked_for(read: Read) -> None:
    head = "kit: game\ntitle: Game\nprint: [{decks: items, cut_order: true}]\n"
    kit = read(items=DECK, head=head)
    assert (kit.jobs[0].cut_order, kit.faults) == (True, ())
