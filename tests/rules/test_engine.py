"""The engine hands things to checks, reports what was recorded, and says each cause once, in order."""

import random

import pytest

from pnp.model.face import Face
from pnp.model.finding import Fault, Finding, Level, as_sentence
from pnp.model.kit import Assets, Card, Deck, Job, Kit
from pnp.model.place import Where
from pnp.model.sheet import Run
from pnp.rules import engine
from pnp.rules.check import Check, Context, Said
from pnp.rules.engine import inspect, settle

from .nouns import EVENTS, TEMPLATE, card, deck, face, kit, plain_kit, rect, text

ODD = Fault("wrong-type", Where(EVENTS, 12, 10), "`run` is a text", "write a number")


def ids(findings: list[Finding]) -> list[str]:
    return [finding.check for finding in findings]


def check(game: Kit, *things: Kit | Assets) -> list[Finding]:
    return settle(game, inspect(game, things))


def test_a_kit_is_looked_at_with_its_decks() -> None:
    game = kit(deck(card("mall", 10), count=2), deck(id="empty"))
    assert ids(check(game, game)) == ["deck-size", "empty-deck"]


def test_each_thing_is_handed_to_the_checks_of_its_type(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, str]] = []

    def look(thing: object, context: Context) -> list[Said]:
        seen.append((type(thing).__name__, context.deck.id if context.deck else ""))
        return []

    types: tuple[type, ...] = (Kit, Deck, Card, Job, Face, Run, Assets)
    table = {each: (Check("see", each, Level.ERROR, look, ""),) for each in types}
    monkeypatch.setattr(engine, "_CHECKS_OF", table)
    job = Job("cards", ("events",), Where(EVENTS))
    game = kit(deck(card("mall", 10)))._replace(jobs=(job,))
    run = Run(job, "game", "Game", "1", "letter", "long-edge", ())
    inspect(game, [game, face(), run, Assets((), frozenset())])
    assert seen == [
        ("Kit", ""),
        ("Deck", "events"),
        ("Card", "events"),
        ("Job", ""),
        ("Face", "events"),
        ("Run", ""),
        ("Assets", ""),
    ]


def test_a_fault_is_reported_by_the_check_of_its_name() -> None:
    game = plain_kit(faults=(ODD, Fault("comment-cuts-text", Where(EVENTS, 13), "cut")))
    first, second = check(game, game)
    assert first == Finding(
        ODD.where, "wrong-type", Level.ERROR, "`run` is a text", "Write a number.", "game", "events/mall"
    )
    assert second.level is Level.WARNING


def test_faults_of_faces_and_runs_are_reported() -> None:
    game = plain_kit()
    wide = Fault("does-not-fit", Where(EVENTS), "too wide")
    run = Run(Job("cards", ("events",), Where(EVENTS)), "game", "Game", "1", "letter", "long-edge", (), faults=(wide,))
    lost = face(faults=(Fault("unknown-icon", Where(TEMPLATE, 3), "there is no icon `haert`"),))
    assert ids(settle(game, inspect(game, [run, lost]))) == ["does-not-fit", "unknown-icon"]


def test_a_fault_without_a_check_is_not_lost() -> None:
    game = plain_kit(faults=(Fault("brand-new", Where(EVENTS), "odd"),))
    (finding,) = check(game, game)
    assert (finding.check, finding.level) == ("brand-new", Level.ERROR)


def test_the_same_finding_is_said_once() -> None:
    game = plain_kit()
    lost = Fault("unknown-icon", Where(TEMPLATE, 3), "there is no icon `haert`")
    faces = [face(faults=(lost,)), face(faults=(lost,), card="roof")]
    assert len(settle(game, inspect(game, faces) + inspect(game, faces))) == 1


def test_a_fault_of_a_template_is_said_once_whichever_card_it_was_met_on() -> None:
    game = plain_kit()
    faces = [
        face(faults=(Fault("bad-svg", Where(TEMPLATE, 3), f"not closed ({about})"),), card=card)
        for card, about in (
            ("mall", "line 4 of card mall"),
            ("roof", "line 5 of card roof"),
            ("", "the back of events"),
        )
    ]
    (finding,) = settle(game, inspect(game, faces))
    assert finding.message == "not closed (line 4 of card mall and 2 more)"
    (finding,) = settle(game, inspect(game, faces[:1]))
    assert finding.message == "not closed (line 4 of card mall)"


def test_one_mistake_on_two_cards_is_two_findings() -> None:
    game = plain_kit(faults=(ODD, Fault("wrong-type", Where(EVENTS, 22, 10), ODD.message, ODD.help)))
    assert len(check(game, game)) == 2


def test_findings_stand_in_the_order_of_the_files() -> None:
    places = [Where("a.yaml", 9, 1), Where("a.yaml", 10, 1), Where("a.yaml", 10, 2), Where("b.yaml", 1, 1)]
    faults = [Fault(name, where, "odd") for where in places for name in ("bad-value", "wrong-type")]
    shuffled = random.Random(4).sample(faults, len(faults))
    game = plain_kit(faults=tuple(shuffled))
    assert [(finding.where, finding.check) for finding in check(game, game)] == [
        (fault.where, fault.check) for fault in faults
    ]


def test_findings_are_plain_when_settled() -> None:
    game = plain_kit(faults=(ODD,))
    assert {type(finding) for finding in check(game, game)} == {Finding}
    assert settle(game, [Finding(ODD.where, "wrong-type", Level.ERROR, "odd")])[0].message == "odd"


def test_the_count_of_a_deck() -> None:
    short = kit(deck(card("mall", 10, 2), card("roof", 20), count=4))
    (finding,) = check(short, short)
    assert finding.where == Where(EVENTS, 3, 8)
    assert finding.message == 'the deck "events" promises 4 cards and has 3: 1 card too few'
    long = kit(deck(card("mall", 10, 4), count=2))
    assert check(long, long)[0].message.endswith("has 4: 2 cards too many")
    right = kit(deck(card("mall", 10, 4), count=4), deck(card("mall", 10)))
    assert check(right, right) == []


def test_the_count_waits_until_the_deck_is_read() -> None:
    def short(*faults: Fault) -> Kit:
        return kit(deck(card("mall", 10), count=4), deck(id="none"), faults=faults)

    assert ids(check(short(ODD), short(ODD))) == ["wrong-type"]
    elsewhere = short(Fault("wrong-type", Where("content/game/kit.yaml"), "odd"))
    assert ids(check(elsewhere, elsewhere)) == ["deck-size", "empty-deck", "wrong-type"]
    warned = short(Fault("comment-cuts-text", Where(EVENTS, 30), "cut"))
    assert ids(check(warned, warned)) == ["deck-size", "empty-deck", "comment-cuts-text"]


def test_a_deck_without_cards_is_empty_and_not_short_as_well() -> None:
    game = kit(deck(count=4))
    assert ids(check(game, game)) == ["empty-deck"]


def test_a_deck_of_no_copies_is_empty() -> None:
    game = kit(deck(card("mall", 10, 0)))
    (finding,) = check(game, game)
    assert (finding.check, finding.message) == ("empty-deck", 'the deck "events" has no card to print')
    assert "copies" in finding.help


def test_files_that_nothing_uses() -> None:
    game = Kit("game", "Game", Where("content/game/kit.yaml"), read=("kit.yaml", "events.yaml"))
    files = [
        "kit.yaml",
        "events.yaml",
        "art/zombie.png",
        "art/zombie-old.png",
        "README.md",
        "LICENSE-icons.txt",
        ".notes",
        ".git/config",
        "art/README",
        "fonts/gelasio/OFL.txt",
        "CREDITS.md",
        "art/license-plate.png",
        "notes.txt",
        "content/game/map.png",
        "templates/plain.svg.j2",
    ]
    used = frozenset(("content/game/art/zombie.png", "templates/plain.svg.j2"))
    found = [each for each in check(game, Assets(tuple(files), used)) if each.check == "unused-file"]
    assert [str(finding.where) for finding in found] == [
        "content/game/art/license-plate.png:1:1",
        "content/game/art/zombie-old.png:1:1",
        "content/game/map.png:1:1",
        "content/game/notes.txt:1:1",
        "content/game/templates/plain.svg.j2:1:1",
    ]
    assert found[1].help.endswith('"zombie.png", which is used, has a name much like it.')
    assert found[3].help == "Use it, or take it out of the kit's folder."


def test_one_line_of_a_template_is_one_cause_whatever_line_of_the_svg_it_gives() -> None:
    faults = [
        Fault("bad-svg", Where(TEMPLATE, 9), f'not well-formed: line {line}: near "<g>" (card {card})')
        for line, card in ((46, "mall"), (50, "roof"))
    ]
    game = plain_kit()
    faces = [face(faults=(fault,), card=card) for fault, card in zip(faults, ("mall", "roof"), strict=True)]
    (finding,) = settle(game, inspect(game, faces))
    assert finding.message == 'not well-formed: line 46: near "<g>" (card mall and 1 more)'


def test_the_template_of_a_deck_without_cards_is_used() -> None:
    files = ("plain.svg.j2", "old.svg.j2")
    found = [each for each in check(kit(deck()), Assets(files, frozenset())) if each.check == "unused-file"]
    assert [each.where.file for each in found] == ["content/game/old.svg.j2"]


def test_what_follows_from_a_fault_is_not_said() -> None:
    game = plain_kit(faults=(ODD,))
    spare = Assets(("spare.png",), frozenset())
    assert ids(check(game, game, spare)) == ["wrong-type"]
    fine = plain_kit()
    assert ids(check(fine, fine, spare)) == ["unused-file"]


def test_a_judgement_is_not_in_the_way_of_what_waits() -> None:
    game = plain_kit()
    found = inspect(game, [face(texts=(text(over=3.0),)), Assets(("spare.png",), frozenset())])
    assert ids(settle(game, found)) == ["text-overflow", "unused-file"]


def test_of_like_findings_the_first_in_the_deck_names_the_cause() -> None:
    game = plain_kit()
    faces = [face(rect(0, 20, 40, 40), texts=(text(size=4.0, asked=4.0),), card=name) for name in ("mall", "roof", "")]
    found = inspect(game, faces)
    assert [finding.message.partition(" (")[2] for finding in settle(game, found)] == ["on events/mall and 2 more)"] * 2


@pytest.mark.parametrize(
    ("help", "sentence"),
    [
        ("give 0 for shared cuts, or twice the bleed", "Give 0 for shared cuts, or twice the bleed."),
        ("did you mean title?", "Did you mean title?"),
        ("fonts/ holds Bangers", "fonts/ holds Bangers."),
        ('write width="63.5mm"', 'Write width="63.5mm"'),
        ("card.svg.j2", "card.svg.j2."),
        ("Mend it.", "Mend it."),
        ("", ""),
    ],
)
def test_helps_are_sentences(help: str, sentence: str) -> None:
    assert as_sentence(help) == sentence
