"""Values are held against their fields: a bad one is told of at its place and the card stays usable."""

import pytest

from pnp.model.kit import Card, Field, Kit

from .conftest import Read, places

DECK = """\
deck: d
size: poker
front: f.svg.j2
fields:
  run: {type: integer, min: -1, max: 3, also: ["*"], default: 0}
  weight: {type: number, min: 0.5, default: 1}
  word: {type: text, max: 5, required: false}
  kind: {type: choice, options: [NO, off, 1], required: false}
  flag: {type: boolean, default: false}
  sign: {type: icon, required: false}
  art: {type: image, required: false}
  tags: {type: list, of: {type: choice, options: [a, b]}, max: 3, required: false}
  gear:
    type: group
    required: false
    fields: {name: text, mod: {type: integer, also: ["*"]}, note: {type: text, default: none}}
  pal: {type: card, required: false}
cards:
- id: a
  title: A
"""
LINE = DECK.count("\n") + 1


HALF = {"name": "Axe", "mod": None, "note": "none"}  # a group whose `mod` is missing


def card(kit: Kit) -> Card:
    return kit.decks[0].cards[0]


# What is written, the field, its value.
GOOD = {
    "run: 3": 3, "run: -1": -1, "run: +1": 1, "run: 0x2": 2, "run: 0o3": 3, "run: 2.0": 2, 'run: "2"': 2,
    'run: "*"': "*", "run:": 0, "run: ~": 0, "run: null": 0,
    "weight: 2": 2, "weight: .5": 0.5, "weight: 1e3": 1000.0, "weight: 1.10": 1.1,
    "word: NO": "NO", "word: 010": "010", "word: 2:45": "2:45", "word: 1.10": "1.10", "word: 1e3": "1e3",
    "word: null": "null", "word: true": "true", "word: ~": "", 'word: "~"': "~", "word: 0x1F": "0x1F",
    "word: 'it''s'": "it's", "word: a#b": "a#b", "word: 𝔸é": "𝔸é",
    "kind: NO": "NO", "kind: off": "off", "kind: 1": "1", "kind:": None,
    "flag: true": True, "flag: TRUE": True, "flag: false": False,
    "sign: heart": "heart", "art: art\\coin.png": "art/coin.png",
    "tags: [a, b]": ("a", "b"), "tags: []": (), "tags: [a]": ("a",),
    "gear: {name: Axe, mod: 1}": {"name": "Axe", "mod": 1, "note": "none"},
    'gear: {name: Axe, mod: "*", note: x}': {"name": "Axe", "mod": "*", "note": "x"},
    "gear:": None, "pal: a": "a",
}  # fmt: skip


@pytest.mark.parametrize("written", GOOD)
def test_good_values(read: Read, written: str) -> None:
    kit = read(DECK + f"  {written}\n")
    value = card(kit).values[written.partition(":")[0]]
    assert kit.faults == ()
    assert value == GOOD[written]
    assert type(value) is type(GOOD[written])


# What is written: column, check, words of the message, words of the help, the value that goes on.
BAD: dict[str, tuple[int, str, str, str, object]] = {
    "run: 4": (8, "out-of-range", "run is 4, at most 3", "from -1 to 3", 0),
    "run: -2": (8, "out-of-range", "at least -1", "from -1 to 3", 0),
    "run: 010": (8, "bad-value", "starts with a zero", "Write 10, or 0o10", 0),
    "run: 1.5": (8, "wrong-type", "whole number", "Round", 0),
    "run: two": (8, "wrong-type", 'the text "two"', '"*"', 0),
    "run: 1_000": (8, "wrong-type", "whole number", "Write 1000.", 0),
    "run: 1e3": (8, "wrong-type", "is 1e3", "Write 1000.", 0),
    "run: −1": (8, "wrong-type", "whole number", "Write -1.", 0),
    "run: true": (8, "wrong-type", "true or false", "whole number", 0),
    "run: [1]": (8, "wrong-type", "a list", "whole number", 0),
    "run: .inf": (8, "bad-value", "not a finite number", "digits", 0),
    "run: " + "1" * 5000: (8, "out-of-range", "5000 digits", "text", 0),
    "weight: .nan": (11, "bad-value", "not a finite number", "digits", 1),
    "weight: 1e999": (11, "bad-value", "not a finite number", "digits", 1),
    "weight: 1,5": (11, "wrong-type", "a number", "Write 1.5.", 1),
    "weight: 0.25": (11, "out-of-range", "at least 0.5", "of at least 0.5", 1),
    "weight: " + "9" * 5000: (11, "out-of-range", "5000 digits", "text", 1),
    "word: toolong": (9, "out-of-range", "has 7 characters, at most 5", "limit", "toolong"),
    "word: {gold}": (9, "wrong-type", "`{gold}`", '"{gold}"', ""),
    "word: [WIP]": (9, "wrong-type", "a list", '"[WIP]"', ""),
    'word: "a\\x07b"': (9, "bad-value", "U+0007", "Delete", "ab"),
    "kind: No": (9, "unknown-choice", '"No"', 'Did you mean "NO"?', None),
    "flag: perhaps": (9, "wrong-type", 'the text "perhaps"', "true or false", False),
    'flag: "yes"': (9, "wrong-type", 'the text "yes"', "true or false", False),
    "flag: Yes": (9, "old-boolean", "flag is Yes, a word in YAML 1.2; it is taken for true", "Write true.", True),
    "flag: 1": (9, "wrong-type", "is 1", "true or false", False),
    'flag: "true"': (9, "wrong-type", 'the text "true"', "true or false", False),
    "sign: {heart}": (9, "wrong-type", "`{heart}`", "name alone: heart", None),
    'sign: ""': (9, "bad-value", "empty name", "name of an icon", None),
    "tags: a": (9, "wrong-type", "a list", "[a]", ()),
    "tags: [a, c]": (13, "unknown-choice", "tags item 2", "There is: a, b", ("a",)),
    "tags: [a, b, a, b]": (9, "out-of-range", "4 items, at most 3", "limit", ("a", "b", "a", "b")),
    "gear: Axe": (9, "wrong-type", 'the text "Axe"', "name, mod, note", None),
    "gear: {name: Axe}": (9, "missing-field", "no gear.mod", "`mod:`", HALF),
    "gear: {name: Axe, mod: }": (21, "missing-field", "gear.mod is empty", "Write a", HALF),
    "pal: b": (8, "unknown-reference", 'pal is "b"', 'Did you mean "b2"?', "b"),
}  # fmt: skip


@pytest.mark.parametrize("written", BAD, ids=lambda text: text[:30])
def test_bad_values(read: Read, written: str) -> None:
    column, check, message, cure, value = BAD[written]
    kit = read(DECK + f"  {written}\n- id: b2\n  title: B\n")
    (fault,) = kit.faults
    assert (fault.where.line, fault.where.column, fault.check) == (LINE, column, check)
    assert message in fault.message
    assert cure in fault.help
    assert card(kit).values[written.partition(":")[0]] == value


@pytest.mark.parametrize(
    ("row", "cure"),
    [
        ("{id: b, title: [B, C], run: 1}", 'Put it in quotes: "[B, C]"'),
        ("{id: b, title: B, word: {a: b}, run: 1}", 'Put it in quotes: "{a: b}"'),
        ("{id: b, title: B, tags: a, run: 1}", "Write a list: [a]"),
        ("{id: b, title: B, tags: a}  # c", "Write a list: [a]"),
    ],
)
def test_a_cure_takes_in_nothing_that_stands_behind_the_value(read: Read, row: str, cure: str) -> None:
    (fault,) = read(f"{DECK}- {row}\n").faults
    assert fault.help == cure


def test_every_mistake_shows_in_one_run(read: Read) -> None:
    kit = read(DECK + "  run: 9\n  wrod: x\n- title: B\n- id: c\n  run: 9\n- tale\n- id: a\n  title: D\n  flag: 2\n")
    assert places(kit) == [
        (LINE, 8, "out-of-range"),
        (LINE + 1, 3, "unknown-key"),
        (LINE + 2, 3, "missing-field"),
        (LINE + 3, 3, "missing-field"),
        (LINE + 4, 8, "out-of-range"),
        (LINE + 5, 3, "wrong-type"),
        (LINE + 6, 7, "duplicate-id"),
        (LINE + 8, 9, "wrong-type"),
    ]
    assert [card.id for card in kit.decks[0].cards] == ["a", "card-2", "c", "a-2"]


def test_a_missing_field_names_the_card(read: Read) -> None:
    kit = read("deck: d\nsize: poker\nfront: f\nfields:\n  run: integer\ncards:\n- id: pharmacy\n  title: P\n")
    (fault,) = kit.faults
    assert (fault.where.line, fault.where.column, fault.check) == (7, 3, "missing-field")
    assert 'card "pharmacy" has no run' in fault.message


def test_a_misspelt_key_is_guessed(read: Read) -> None:
    kit = read("deck: d\nsize: poker\nfront: f\ncards:\n- id: a\n  titel: P\n")
    (unknown,) = [fault for fault in kit.faults if fault.check == "unknown-key"]
    assert (unknown.where.line, unknown.where.column) == (6, 3)
    assert 'Did you mean "title"?' in unknown.help
    assert "`fields:`" in unknown.help


def test_an_unknown_key_in_a_group(read: Read) -> None:
    kit = read(DECK + "  gear: {name: Axe, mod: 1, nam: x}\n")
    assert places(kit) == [(LINE, 29, "unknown-key")]
    assert (kit.faults[0].message, kit.faults[0].help[:20]) == ('unknown key "nam" in gear', 'Did you mean "name"?')


def test_ids_are_normalised(read: Read) -> None:
    kit = read(
        DECK + "- id: cafe\u0301\n  title: C\n- id: caf\u00e9\n  title: D\n- id: x\n  title: X\n  pal: cafe\u0301\n"
    )
    assert [fault.check for fault in kit.faults] == ["duplicate-id"]
    assert kit.decks[0].cards[1].id == "caf\u00e9"


@pytest.mark.parametrize("written", ["A B", "a/b", "../x", "-x", "x.", "{x}", '""', "con:"])
def test_ids_of_decks_that_no_file_can_bear(read: Read, written: str) -> None:
    kit = read(f'deck: "{written.strip(chr(34))}"\nsize: poker\nfront: f\ncards: [{{id: a, title: A}}]\n')
    assert [fault.check for fault in kit.faults] == ["bad-value"]
    assert kit.decks[0].id


@pytest.mark.parametrize("written", ["A B", "a/b", "../x", "-x", "x.", "{x}", "con:", "CON", "é", "x" * 300])
def test_ids_of_cards_keep_their_text(read: Read, written: str) -> None:
    kit = read(f'deck: d\nsize: poker\nfront: f\ncards:\n- id: "{written}"\n  title: A\n')
    assert (kit.faults, kit.decks[0].cards[0].id) == ((), written)


@pytest.mark.parametrize("written", ["", " ", " a", "a ", "a\\nb", "a\\u200Bb", "a\\u202Eb", "a\\u00A0b"])
def test_ids_of_cards_that_cannot_be_told_apart(read: Read, written: str) -> None:
    kit = read(f'deck: d\nsize: poker\nfront: f\ncards:\n- id: "{written}"\n  title: A\n')
    assert [fault.check for fault in kit.faults] == ["bad-value"]
    assert kit.decks[0].cards[0].id


# Where a value stands, in lines below the first card's title, and its column.
WHERE: dict[tuple[str | int, ...], tuple[int, int]] = {
    ("id",): (-2, 7),
    ("tags", 1): (0, 13),
    ("gear", "mod"): (3, 10),
    ("word",): (4, 9),
    ("gear", "note"): (2, 5),
    ("run",): (-2, 3),
}


def test_places_of_values(read: Read) -> None:
    kit = read(DECK + "  tags: [a, b]\n  gear:\n    name: Axe\n    mod: 1\n  word: |\n    hi\n")
    found = [card(kit).place(*path) for path in WHERE]
    assert [(where.line - LINE, where.column) for where in found] == list(WHERE.values())


def test_columns_are_counted_in_characters(read: Read) -> None:
    kit = read('deck: d\r\nsize: poker\r\nfront: f\r\ncards:\r\n- {title: "🎲é\u2028", id: a, x: 1}\r\n'.encode())
    assert places(kit) == [(5, 25, "unknown-key")]


def test_aliases_stand_where_they_are_written(read: Read) -> None:
    kit = read(
        "deck: d\nsize: poker\nfront: f\nfields: {n: integer}\ncards:\n- {id: a, title: &t T, n: 1}\n"
        "- {id: b, title: B, n: *t}\n"
    )
    assert places(kit) == [(7, 24, "wrong-type")]


def test_a_merged_mistake_is_told_once(read: Read) -> None:
    kit = read(
        "deck: d\nsize: poker\nfront: f\nshared:\n  base: &base {n: 7, x: 1}\nfields: {n: {type: integer, max: 3}}\n"
        "cards:\n"
        "- {<<: *base, id: a, title: A}\n- {<<: *base, id: b, title: B}\n- {<<: [{n: 2}, *base], id: c, title: C}\n"
    )
    assert places(kit) == [(5, 19, "out-of-range"), (5, 22, "unknown-key")]
    assert kit.decks[0].cards[2].values["n"] == 2


def test_a_group_that_has_to_be_there_keeps_its_shape(read: Read) -> None:
    fields = "fields: {gear: {type: group, fields: {name: text, tags: {type: list}, n: integer}}}\n"
    kit = read(f"deck: d\nsize: poker\nfront: f\n{fields}cards:\n- {{id: a, title: A, gear: Axe}}\n")
    assert [fault.check for fault in kit.faults] == ["wrong-type"]
    assert card(kit).values["gear"] == {"name": "", "tags": (), "n": None}


# A declaration: line 5, column, check, words of the message.
SPECS = {
    "a: {type: intger}": (13, "unknown-choice", '"intger"'),
    "a: {type: integer, options: [x]}": (22, "bad-value", "`options` does not go with type integer"),
    "a: {type: choice}": (7, "missing-field", "needs `options`"),
    "a: {type: group}": (7, "missing-field", "needs `fields`"),
    "a: {type: integer, min: 3, max: 1}": (22, "bad-value", "`min` 3 is more than `max` 1"),
    "a: {min: 3}": (6, "missing-field", "has no type"),
    "a: {type: integer, defualt: 3}": (22, "unknown-key", '"defualt"'),
    "a: {type: integer, default: x}": (31, "wrong-type", "whole number"),
    "a: {type: list, of: {type: txet}}": (30, "unknown-choice", '"txet"'),
    "a: [text]": (6, "wrong-type", "keys with values"),
    "id: text": (3, "bad-value", "without its being declared"),
    "a-b: {type: text, required: false}": (3, "bad-value", '"a-b"'),
    "_a: {type: text, required: false}": (3, "bad-value", '"_a"'),
    "a: {type: card, deck: nope, default: x}": (40, "unknown-deck", '"nope"'),
}


@pytest.mark.parametrize("written", SPECS)
def test_declarations_are_judged(read: Read, written: str) -> None:
    column, check, message = SPECS[written]
    kit = read(
        f"deck: d\nsize: poker\nfront: f\nfields:\n  {written}\ncards:\n- {{id: x, title: X, {written[0]}: 1}}\n"
    )
    fault = kit.faults[0]
    assert (fault.where.line, fault.check) == (5, check)
    assert fault.where.column == column
    assert message in fault.message


def test_limits_at_odds_are_one_fault_and_no_value_pays_for_them(read: Read) -> None:
    fields = "fields: {a: {type: integer, min: 3, max: 1}, b: {type: text, min: 9, max: 2}}\n"
    kit = read(f"deck: d\nsize: poker\nfront: f\n{fields}cards:\n- {{id: x, title: X, a: 2, b: word}}\n")
    assert [fault.check for fault in kit.faults] == ["bad-value", "bad-value"]
    assert dict(kit.decks[0].cards[0].values) == {"a": 2, "b": "word"}


def test_declarations_in_full(read: Read) -> None:
    fields = kit_fields(read)
    assert [(f.name, f.type, f.required, f.default, f.min, f.max, f.also) for f in fields[:3]] == [
        ("run", "integer", False, 0, -1, 3, ("*",)),
        ("weight", "number", False, 1, 0.5, None, ()),
        ("word", "text", False, None, None, 5, ()),
    ]
    assert fields[3].options == ("NO", "off", "1")
    assert [inner.name for inner in fields[8].fields] == ["name", "mod", "note"]
    assert fields[7].of is not None
    assert fields[7].of.options == ("a", "b")
    assert (fields[9].deck, fields[9].where.line) == ("d", 17)


def kit_fields(read: Read) -> tuple[Field, ...]:
    return read(DECK).decks[0].fields


def test_every_card_has_an_id_of_its_own(read: Read) -> None:
    ids = ["id: x", "id: x", "id: x", "id: x-2", "copies: 1", "id: card-5", "id: ' '", "id: a-b", "id: x-3"]
    kit = read("deck: d\nsize: poker\nfront: f\ncards:\n" + "".join(f"- {{{text}, title: T}}\n" for text in ids))
    assert places(kit) == [
        (6, 8, "duplicate-id"),
        (7, 8, "duplicate-id"),
        (9, 3, "missing-field"),
        (11, 8, "bad-value"),
    ]
    assert [card.id for card in kit.decks[0].cards] == [
        "x", "x-4", "x-5", "x-2", "card-5-2", "card-5", "card-7", "a-b", "x-3",
    ]  # fmt: skip


def test_a_merged_id_is_told_at_the_card(read: Read) -> None:
    kit = read("deck: d\nsize: poker\nfront: f\nshared: &s {id: a, title: A}\ncards:\n- {<<: *s}\n- {<<: *s}\n")
    assert places(kit) == [(7, 3, "duplicate-id")]
    assert "line 6" in kit.faults[0].message
