"""Waivers leave out what they name, and are themselves looked at."""

import pytest

from pnp.model.face import Box, Face
from pnp.model.finding import Fault, Finding
from pnp.model.kit import Kit, Waiver
from pnp.model.place import Where
from pnp.rules.engine import inspect, settle

from .nouns import EVENTS, card, deck, face, kit, plain_kit, text, waiver

RULES = Where("content/game/rules.yaml", 2, 5)
OVER = text(over=4.2)


def check(*waivers: Waiver, faces: tuple[Face, ...] = (), faults: tuple[Fault, ...] = ()) -> list[Finding]:
    game = plain_kit(*waivers, faults=faults)
    return settle(game, inspect(game, [game, *faces]))


def ids(findings: list[Finding]) -> list[str]:
    return [finding.check for finding in findings]


@pytest.mark.parametrize(
    "on",
    [
        "",
        "mall",
        "events",
        "events/mall",
        "events/mall/front",
        "events.yaml",
        "content/game/events.yaml",
    ],
)
def test_a_waiver_names_what_it_means(on: str) -> None:
    assert check(waiver("text-overflow", on=on), faces=(face(texts=(OVER,)),)) == []


@pytest.mark.parametrize("on", ["roof", "events/roof", "mall/front", "vents.yaml", "events/back"])
def test_another_name_covers_nothing(on: str) -> None:
    found = check(waiver("text-overflow", on=on), faces=(face(texts=(OVER,)),))
    assert ids(found) == ["text-overflow", "needless-waiver"]


def test_a_waiver_covers_its_own_check_alone() -> None:
    found = check(waiver("small-type", on="mall"), faces=(face(texts=(OVER,)),))
    assert ids(found) == ["text-overflow", "needless-waiver"]


def test_a_comment_covers_its_line_alone() -> None:
    faces = (face(texts=(OVER, text(over=2.0, where=Where(EVENTS, 12, 5)))),)
    (left,) = check(waiver("text-overflow", line=11), faces=faces)
    assert left.where.line == 12
    assert len(check(waiver("text-overflow", line=10), faces=faces)) == 3


def test_a_comment_covers_what_its_line_leads_to_in_a_template() -> None:
    near = face(texts=(text(box=Box(1, 40, 50, 60)),))
    assert ids(check(faces=(near,))) == ["unsafe-text"]
    assert check(waiver("unsafe-text", line=11), faces=(near,)) == []


def test_of_one_cause_the_cards_that_are_not_waived_are_left() -> None:
    faces = tuple(face(texts=(text(box=Box(1, 40, 50, 60)),), card=card) for card in ("mall", "roof"))
    (left,) = check(waiver("unsafe-text", on="mall"), faces=faces)
    assert left.message.endswith("(on events/roof)")
    assert check(waiver("unsafe-text", on="plain.svg.j2"), faces=faces) == []


def test_the_line_of_a_recorded_fault_leads_to_its_card() -> None:
    cut = Fault("comment-cuts-text", Where(EVENTS, 21, 9), "cut")
    assert check(waiver("comment-cuts-text", on="roof"), faults=(cut,)) == []
    assert len(check(waiver("comment-cuts-text", on="mall"), faults=(cut,))) == 2


def test_a_reason_is_required() -> None:
    found = check(waiver("text-overflow", reason=" ", on="mall"), faces=(face(texts=(OVER,)),))
    assert ids(found) == ["text-overflow", "bad-waiver"]
    assert found[1].message == 'the waiver of "text-overflow" gives no reason'


def test_an_unknown_check_is_found_and_guessed() -> None:
    (finding,) = check(waiver("smal-type", on="mall"))
    assert (finding.check, finding.where) == ("bad-waiver", RULES)
    assert finding.message == 'there is no check "smal-type"'
    assert finding.help == 'Did you mean "small-type"?'
    assert "pnp explain" in check(waiver("qqq"))[0].help


def test_faults_cannot_be_waived() -> None:
    odd = Fault("wrong-type", Where(EVENTS, 11, 5), "odd")
    found = check(waiver("wrong-type", line=11), faults=(odd,))
    assert ids(found) == ["bad-waiver", "wrong-type"]
    assert found[0].message == '"wrong-type" cannot be waived: what would be printed is not what the files say'


def test_what_the_reader_said_of_a_waiver_is_not_said_again() -> None:
    told = Fault("bad-waiver", Where(RULES.file, RULES.line, 9), "no reason")
    assert [finding.message for finding in check(waiver("small-type", reason=""), faults=(told,))] == ["no reason"]


def test_a_needless_waiver_is_found() -> None:
    (finding,) = check(waiver("small-type", on="mall"))
    assert (finding.check, finding.where) == ("needless-waiver", RULES)
    assert finding.message == 'this waiver is not needed: "small-type" finds nothing on "mall"'
    assert finding.help == "Take the waiver out."
    assert check(waiver("small-type", line=11))[0].message.endswith('"small-type" finds nothing on this line')


def test_a_misspelled_name_is_guessed() -> None:
    (finding,) = check(waiver("small-type", on="mal"))
    assert finding.help == 'Did you mean "mall"?'


def test_a_name_that_is_right_is_not_guessed_at() -> None:
    game = kit(deck(card("mall", 10), card("mall-2", 20)), waivers=(waiver("small-type", on="mall"),))
    assert settle(game, [])[0].help == "Take the waiver out."


def test_a_waiver_is_not_called_needless_while_the_kit_cannot_be_drawn() -> None:
    odd = Fault("wrong-type", Where(EVENTS, 11, 5), "odd")
    assert ids(check(waiver("small-type", on="mall"), faults=(odd,))) == ["wrong-type"]


def test_two_waivers_of_one_finding_are_both_needed() -> None:
    twice = waiver("text-overflow", on="mall"), waiver("text-overflow", line=11)
    assert check(*twice, faces=(face(texts=(OVER,)),)) == []


def test_a_kit_without_waivers_is_left_alone() -> None:
    game: Kit = plain_kit()
    assert settle(game, []) == []
