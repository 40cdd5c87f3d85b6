"""How a kit is printed: the keys of jobs and decks that lay out sheets."""

import pytest

from pnp.model.printer import Margins

from .conftest import Read, places

HEAD = "kit: game\ntitle: Game\nprint:\n  - {name: cards, decks: [deck], %s}\n"
DECK = "deck: deck\nsize: poker\nfront: f.svg.j2\nback: b.svg.j2\n%scards: [{id: a, title: A}]\n"


def test_a_job_says_how_many_a_sheet_takes(read: Read) -> None:
    for text, up in (("up: most", "most"), ("up: bleed", "bleed"), ("up: 8", 8), ("stock: card", "")):
        kit = read(DECK % "", head=HEAD % text)
        assert kit.faults == ()
        assert kit.jobs[0].up == up


def test_a_job_has_a_layout_a_fold_and_shares(read: Read) -> None:
    usual = read(DECK % "", head=HEAD % "stock: card").jobs[0]
    assert (usual.layout, usual.fold, usual.share) == ("grid", 10.0, False)
    job = read(DECK % "", head=HEAD % "layout: gutterfold, fold: 0.5 in, share: true").jobs[0]
    assert (job.layout, round(job.fold, 6), job.share) == ("gutterfold", 12.7, True)


def test_a_job_may_be_optional(read: Read) -> None:
    assert read(DECK % "", head=HEAD % "stock: card").jobs[0].optional is False
    kit = read(DECK % "", head=HEAD % "optional: true")
    assert (kit.faults, kit.jobs[0].optional) == ((), True)


def test_a_margin_is_one_length_or_one_for_each_edge(read: Read) -> None:
    assert read(DECK % "", head=HEAD % "margin: 5 mm").jobs[0].margins == Margins(5, 5, 5, 5)
    kit = read(DECK % "", head=HEAD % "margin: {left: 10, right: 2 cm}")
    assert kit.faults == ()
    assert kit.jobs[0].margins == Margins(top=4.2, right=20, bottom=4.2, left=10)


WRONG = [
    ("up: 0", [(4, 38, "out-of-range")]),
    ("up: all", [(4, 38, "wrong-type")]),
    ("up: 2.5", [(4, 38, "wrong-type")]),
    ("layout: fold", [(4, 42, "unknown-choice")]),
    ("fold: -3", [(4, 40, "wrong-type")]),
    ("fold: .nan", [(4, 40, "bad-value")]),
    ("share: maybe", [(4, 41, "wrong-type")]),
    ("margin: wide", [(4, 42, "wrong-type")]),
    ("margin: {left: 10, rigth: 20}", [(4, 53, "unknown-key")]),
    ("margin: {left: .inf}", [(4, 49, "bad-value")]),
]


@pytest.mark.parametrize(("text", "expected"), WRONG)
def test_what_a_job_cannot_say_is_told_at_its_value(
    read: Read, text: str, expected: list[tuple[int, int, str]]
) -> None:
    kit = read(DECK % "", head=HEAD % text)
    assert places(kit) == expected
    assert all(fault.help for fault in kit.faults)
    assert (kit.jobs[0].layout, kit.jobs[0].fold, kit.jobs[0].up) == ("grid", 10.0, "")


def test_backs_have_a_bleed_and_a_turn_of_their_own(read: Read) -> None:
    (usual,) = read(DECK % "").decks
    assert (usual.of_side("front"), usual.back_turn) == (usual, 0)
    assert usual.of_side("back").bleed == usual.bleed == 3.175
    (deck,) = read(DECK % "bleed: 2\nback_bleed: 5 mm\nback_turn: 90\n").decks
    assert (deck.of_side("front").width, deck.of_side("front").bleed) == (63.5, 2)
    back = deck.of_side("back")
    assert (back.width, back.height, back.bleed) == (88.9, 63.5, 5)
    (upside_down,) = read(DECK % "back_turn: 180\n").decks
    assert upside_down.of_side("back").width == 63.5


def test_turns_are_quarters(read: Read) -> None:
    kit = read(DECK % "back_turn: 45\nback_bleed: -1\n")
    assert places(kit) == [(5, 12, "unknown-choice"), (6, 13, "wrong-type")]
    assert (kit.decks[0].back_turn, kit.decks[0].back_bleed) == (0, None)
