"""What the guide tells before the first sheet is printed, what is needed, and what is cut."""

from dataclasses import replace

import pytest

from pnp.model.face import Box
from pnp.model.outline import circle
from pnp.model.sheet import Run
from pnp.press.delivery.ticket import Printed
from pnp.press.guide.cutting import tell_cuts
from pnp.press.guide.schemes import Scheme, find_schemes
from pnp.press.guide.tools import tell_tools
from pnp.press.guide.words import bind, say, tell_before, tell_pages, tell_stacks

from ..nouns import lay, make_deck, make_kit, make_pieces


def told(*runs: Run) -> str:
    return " ".join("".join(span.text for span in words) for words in tell_before("letter", runs))


def test_what_is_measured_first_is_on_the_sheet() -> None:
    ruled, full = lay(make_pieces(1)), lay(make_pieces(1, (205, 268)))
    kinds = [{note.kind for note in run.sheets[0].front.notes} for run in (ruled, full)]
    assert ["ruler" in each for each in kinds] == [True, False]
    assert "Print one sheet first, and measure the ruler in its margin" in told(ruled, ruled)
    assert "Print sheet 1 of cards first, and measure the ruler" in told(full, ruled)
    assert "measure a piece of deck: it must be 205 x 268 mm" in told(full)


def test_what_is_held_against_the_light_has_a_back() -> None:
    blank, backed = lay(make_pieces(1, back="none")), lay(make_pieces(1))
    backed = backed._replace(job=backed.job._replace(name="tokens"))
    assert "Hold a sheet of tokens against the light" in told(blank, backed)
    assert "against the light" not in told(blank)


def test_who_turns_the_stack_over_is_told_which_sheet_is_fed_first() -> None:
    (words,) = tell_pages(lay(make_pieces(10)))
    says = "".join(span.text for span in words)
    assert "turn the stack over on its long edge as one, put it back so that sheet 1 is fed first" in says


def test_what_is_the_same_of_several_files_is_told_once() -> None:
    """One sheet is a stack of one where others are turned over; alone, it is told in fewer words."""
    cards, tokens, blank = lay(make_pieces(12)), lay(make_pieces(2)), lay(make_pieces(2, back="none"))
    tokens = tokens._replace(job=tokens.job._replace(name="tokens"))
    (words,) = tell_stacks((cards, tokens, blank))
    says = "".join(span.text for span in words)
    assert says.startswith("cards, tokens: the pages are front, back, front, back. If your printer")
    (words,) = tell_stacks((tokens, tokens))
    assert "".join(span.text for span in words).startswith("tokens, tokens: the pages are front, then back.")
    other = tokens._replace(flip="short-edge")
    assert len(list(tell_stacks((cards, other)))) == 2


def test_no_line_ends_between_a_number_and_its_unit() -> None:
    words = bind(say("Cut {} mm off, **{}**, columns 1 and 3 over column 2, 5 to 8.", "9.7", "50 x 66 mm"))
    says = "".join(span.text for span in words)
    assert says.replace("\u00a0", "_") == "Cut 9.7_mm off, 50_x_66_mm, columns 1 and 3 over column_2, 5_to_8."


@pytest.mark.parametrize(("count", "said"), [(9, "the pages are front, then back."), (10, "front, back, front, back")])
def test_one_sheet_has_two_pages_and_more_have_a_stack(count: int, said: str) -> None:
    run = lay(make_pieces(count))
    assert len(run.sheets) == (1 if count == 9 else 2)
    words = "".join(span.text for line in tell_pages(run) for span in line)
    assert said in words
    assert ("turn the stack over" in words) == (count > 9)


def test_a_piece_alone_without_marks_stays_on_its_sheet() -> None:
    (scheme,) = find_schemes(lay(make_pieces(1, (196, 260), back="none"), marks="none"))
    assert scheme.steps == ()
    assert told_cuts(scheme, marks="none") == "Nothing has to be cut."
    (scheme,) = find_schemes(lay(make_pieces(2, back="none"), marks="none"))
    assert scheme.steps
    assert told_cuts(scheme, marks="none").startswith("The sheets have no marks: measure")


def test_without_lines_pictures_are_cut_along_their_edges() -> None:
    (scheme,) = find_schemes(lay(make_pieces(2, back="none"), marks="none"))
    shaped = replace(scheme, steps=(), paths=(circle(Box(0, 0, 20, 20)),))
    assert told_cuts(shaped, marks="none") == "Cut along the edges of the pictures: the sheets have no lines."
    assert told_cuts(shaped) == "Cut along the outlines of the pieces, which are printed on the front."


def told_cuts(scheme: Scheme, **settings: str) -> str:
    run = lay(make_pieces(1, back="none"), **settings)
    return " ".join("".join(span.text for span in line) for line in tell_cuts(run, scheme))


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({}, "a knife, a ruler and something to cut on."),
        (
            {"layout": "gutterfold"},
            "a knife, a ruler and something to cut on; something blunt to score with; a glue stick",
        ),
        ({"cutter": "silhouette"}, "a cutting machine."),
    ],
)
def test_tools_are_those_that_the_sheets_ask_for(settings: dict[str, str], said: str) -> None:
    run = lay(make_pieces(4, (63.5, 88.9)), **settings)
    words = "".join(span.text for span in tell_tools((Printed(run, b"", {}),), make_kit(make_deck())))
    assert said in words
    assert "scissors" not in words


def test_no_tools_where_nothing_is_cut() -> None:
    run = lay(make_pieces(1, (196, 260), back="none"), marks="none")
    assert tell_tools((Printed(run, b"", {}),), make_kit(make_deck())) == ()
