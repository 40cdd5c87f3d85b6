"""What kit.yaml says about words and about files of others."""

from pathlib import Path

import pytest

from pnp.kit.wording import near
from pnp.model.kit import Kit
from pnp.model.place import Where
from pnp.model.wording import Kind, Provenance, Reading, Term, Wording

from .conftest import HEAD, Read

DECK = """\
deck: events
size: poker
front: f.svg.j2
fields:
  run: integer
  equipment: {type: group, required: false, fields: {cost: integer}}
cards:
  - {id: mall, title: Mall, run: 2}
"""
KIT = "content/game/kit.yaml"


def faults(kit: Kit) -> list[tuple[str, int, str]]:
    return [(fault.check, fault.where.line, fault.message) for fault in kit.faults]


def test_all_of_it_is_read(read: Read, tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "words.txt").write_text("Lose one  # or two\n\n# none\nthe card’s", "utf-8")
    head = (
        "glossary:\n  - {term: damage, not: [harm, hit points], skip: [flavour]}\n"
        "names:\n  - {word: card, of: events}\n  - {word: run, of: events, number: run}\n"
        'reads:\n  - {field: events.equipment.cost, as: "pay N {supplies}"}\n'
        "words: words.txt\n"
        "assets:\n  - {file: art/*, by: Ann Ample, licence: CC0}\n"
    )
    kit = read(DECK, HEAD + head)
    assert kit.faults == ()
    assert kit.wording == Wording(
        (Term("damage", ("harm", "hit points"), Where(KIT, 4, 5), ("flavour",)),),
        (Kind("card", "events", "number", Where(KIT, 6, 5)), Kind("run", "events", "run", Where(KIT, 7, 5))),
        (Reading("events", ("equipment", "cost"), "pay N {supplies}", Where(KIT, 9, 5)),),
        frozenset(("lose", "one", "the", "card's")),
        "content/game/words.txt",
    )
    assert kit.provenance == (Provenance("art/*", "Ann Ample", "CC0", Where(KIT, 12, 5)),)
    assert "words.txt" in kit.read


def test_a_kit_that_says_nothing_of_words(read: Read) -> None:
    kit = read(DECK)
    assert (kit.wording, kit.provenance) == (Wording(), ())


def test_a_board_has_names(read: Read) -> None:
    board = "board: station\nspaces:\n  - {id: a, name: Kitchen, number: 1}\n"
    kit = read(DECK, HEAD + "names:\n  - {word: room, of: station}\n", station=board)
    assert kit.faults == ()
    assert [kind.of for kind in kit.wording.kinds] == ["station"]


@pytest.mark.parametrize(
    ("row", "check", "message"),
    [
        ("glossary: [{term: damage}]", "missing-field", "row 1 of glossary has no not"),
        ("glossary: [harm]", "wrong-type", 'row 1 of glossary should be keys with values, but is the text "harm"'),
        ("glossary: harm", "wrong-type", '`glossary` should be a list, but is the text "harm"'),
        ("names: [{word: room, of: evnts}]", "unknown-deck", 'there is no deck or board "evnts" in which each room is'),
        ("names: [{word: room, of: events, number: rum}]", "unknown-reference", 'events has no field "rum" that holds'),
        ("reads: [{field: evnts.run, as: run N}]", "unknown-deck", '"evnts.run" names no deck and field'),
        ("reads: [{field: events.rum, as: run N}]", "unknown-reference", 'events has no field "rum"'),
        ("reads: [{field: events.equipment.cots, as: N}]", "unknown-reference", 'events has no field "equipment.cots"'),
        ("reads: [{field: events, as: run N}]", "unknown-reference", 'events has no field ""'),
        ("reads: [{field: events.run, as: run fast}]", "bad-value", '"run fast" has no N for the number'),
        ("words: wrods.txt", "missing-file", 'there is no file "wrods.txt"'),
        ("words: ../words.txt", "outside-kit", '"../words.txt" leads out of the kit'),
        ("assets: [{file: a.png, by: Ann}]", "missing-field", "row 1 of assets has no licence"),
        ("assets: [{file: a.png, by: Ann, license: CC0}]", "unknown-key", 'unknown key "license"'),
    ],
)
def test_what_cannot_be(read: Read, row: str, check: str, message: str) -> None:
    kit = read(DECK, HEAD + row + "\n")
    found = [text for name, line, text in faults(kit) if name == check and line == 3]
    assert found, faults(kit)
    assert message in found[0]
    assert kit.wording == Wording()
    assert kit.provenance == ()


def test_a_deck_that_could_not_be_read_may_have_it(read: Read) -> None:
    kit = read(
        DECK, HEAD + "reads: [{field: items.cost, as: N}]\nnames: [{word: x, of: items}]\n", items="deck: [items\n"
    )
    assert "unknown-deck" not in {check for check, _line, _message in faults(kit)}


def test_of_many_names_those_that_begin_alike_are_meant() -> None:
    names = [f"field_{number}" for number in range(501)]
    assert near("Lokout", [*names, "lookout"]) == 'Did you mean "lookout"?'
    assert near("ookout", [*names, "lookout"]).startswith("There is: field_0, ")
