"""What the guide tells before the first sheet is printed."""

from pnp.model.sheet import Run
from pnp.press.guide.words import tell_before, tell_pages

from ..nouns import lay, make_pieces


def told(*runs: Run) -> str:
    return " ".join("".join(span.text for span in words) for words in tell_before("letter", runs))


def test_what_is_measured_first_is_on_the_sheet() -> None:
    ruled, full = lay(make_pieces(1)), lay(make_pieces(1, (205, 268)))
    kinds = [{note.kind for note in run.sheets[0].front.notes} for run in (ruled, full)]
    assert ["ruler" in each for each in kinds] == [True, False]
    assert "Print one sheet first, and measure the ruler in its margin" in told(ruled, ruled)
    assert "Print sheet 1 of cards first, and measure the ruler" in told(full, ruled)
    assert "measure a piece of deck: it must be 205 x 268 mm" in told(full)


def test_who_turns_the_stack_over_is_told_which_sheet_is_fed_first() -> None:
    (words,) = tell_pages(lay(make_pieces(10)))
    says = "".join(span.text for span in words)
    assert "turn the stack over on its long edge as one, put it back so that sheet 1 is fed first" in says
