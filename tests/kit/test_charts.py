"""Boards, dice tables, tracks and expectations as they are read: what is wrong is told with its place, and left out."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.kit.boards import read_board
from pnp.kit.parsing.document import read_document
from pnp.kit.parsing.tree import Mapping
from pnp.kit.report import Report
from pnp.kit.tables import read_table
from pnp.kit.tracks import read_track
from pnp.model.board import Link
from pnp.model.expectation import Amount

from .conftest import Read, places

DECK = """deck: items
size: poker
front: f.svg.j2
fields:
  kind: {type: choice, options: [trap, tool]}
  weight: integer
  more: {type: group, fields: {luck: integer}}
  rules: text
cards:
  - {id: heart, title: Heart, kind: trap, weight: 1, more: {luck: 2}, rules: a}
"""

BOARD = """board: station
spaces:
  - {id: hall, kind: room}
  - {id: lab, zone: wet, tags: [goal], at: [1, 2.5]}
links:
  - {from: hall, to: lab}
"""


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("expects: {sum: {weigth: 4}}", (11, 17, "unknown-reference"), 'no field with numbers called "weigth"'),
        ("expects: {sum: {rules: 4}}", (11, 17, "unknown-reference"), 'no field with numbers called "rules"'),
        ("expects: {sum: {weight: many}}", (11, 25, "wrong-type"), "the sum of weight should be a number or two"),
        ("expects: {sum: {weight: [8, 4]}}", (11, 25, "wrong-type"), "the sum of weight should be a number or two"),
        ("expects: {sum: [weight]}", (11, 16, "wrong-type"), "`sum` should be keys with values"),
        ("expects: {smu: {weight: 4}}", (11, 11, "unknown-key"), 'unknown key "smu"'),
        ("expects: [sum]", (11, 10, "wrong-type"), "`expects` should be keys with values"),
        ("expects: {count: {kind: {trp: 1}}}", (11, 26, "unknown-reference"), 'kind is never "trp"'),
        ("expects: {means: {fields: [weight], within: 1}}", (11, 27, "out-of-range"), "fields has 1 item"),
        ("expects: {means: {fields: [weight, lck], within: 1}}", (11, 36, "unknown-reference"), '"lck"'),
        ("expects: {correlation: {fields: [weight, more.luck]}}", (11, 24, "missing-field"), "has no within"),
        ("expects: {capacity: {of: weight, into: people.strength}}", (11, 40, "unknown-reference"), '"people"'),
        ("expects: {capacity: {of: weight, into: items.wait}}", (11, 40, "unknown-reference"), '"wait"'),
        ("expects: {capacity: {of: weight, into: 5, cards: [hart]}}", (11, 51, "unknown-reference"), '"hart"'),
        ("expects: {supply: {hart: 5}}", (11, 20, "unknown-reference"), 'the deck has no card "hart"'),
        ("expects: {supply: {heart: {each: 3, times: pawns}}}", (11, 20, "unknown-reference"), 'the deck "pawns"'),
        ("expects: {supply: {heart: {each: 3, times: items/hat}}}", (11, 20, "unknown-reference"), 'no card "hat"'),
        ("better: {weight: hihg}", (11, 18, "unknown-choice"), "better is either high or low"),
        ("better: {kind: high}", (11, 16, "bad-value"), "kind has no numbers"),
        ("better: {wait: low}", (11, 10, "unknown-reference"), 'the deck has no field "wait"'),
    ],
)
def test_what_a_deck_cannot_expect(text: str, place: tuple[int, int, str], message: str, read: Read) -> None:
    kit = read(DECK + text + "\n")
    assert places(kit) == [place]
    assert message in kit.faults[0].message


def test_what_may_stand_in_a_file_that_cannot_be_read_is_not_missed(read: Read) -> None:
    expects = "expects: {capacity: {of: weight, into: people.strength}, supply: {heart: {each: 1, times: pawns}}}\n"
    assert len(read(DECK + expects).faults) == 2
    assert [fault.check for fault in read(DECK + expects, people=b"deck: \x81\xff").faults] == ["encoding"]
    table = DECK.split("cards:", maxsplit=1)[0] + "cards: items.csv\nexpects: {supply: {heart: 2}}\n"
    assert [fault.check for fault in read(table, people="").faults if fault.check != "empty-file"] == ["missing-file"]


def test_what_a_deck_expects(read: Read) -> None:
    kit = read(
        DECK + "expects: {sum: {more.luck: [1, 2.5]}, count: {kind: {trap: 1}}, copies: 1}\nbetter: {kind: same}\n"
    )
    assert kit.faults == ()
    (deck,) = kit.decks
    assert [(total.field, total.amount) for total in deck.expects.sums] == [("more.luck", Amount(1, 2.5))]
    assert [(tally.value, tally.amount, tally.where.line) for tally in deck.expects.counts] == [("trap", (1, 1), 11)]
    assert [(each.field, each.way) for each in deck.better] == [("kind", "same")]


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("  - {from: hall, to: leb}", (7, 22, "unknown-reference"), 'the board has no space "leb"'),
        ("  - {to: hall}", (7, 5, "missing-field"), "link 2 has no from"),
        ("expects: {neighbours: {rom: 2}}", (7, 24, "unknown-reference"), 'no space, kind, zone or tag "rom"'),
        ("expects: {connected: {without: [one-wey]}}", (7, 33, "unknown-reference"), '"one-wey"'),
        ("expects: {separated: {by: wat, inside: [lab]}}", (7, 27, "unknown-reference"), '"wat"'),
        ("expects: {distances: {from: hall, to: gaol, steps: 1}}", (7, 39, "unknown-reference"), '"gaol"'),
        ("expects: {distances: {from: hall, to: goal, steps: far}}", (7, 52, "wrong-type"), "steps should be a number"),
        ("expects: {slots: {count: 0, width: 3}}", (7, 26, "out-of-range"), "count is 0"),
        ("expects: {straight: {fits: items.range}}", (7, 28, "unknown-reference"), 'the deck "items"'),
        ("size: huge", (7, 7, "unknown-choice"), "no size"),
        ("label: [3]", (7, 8, "out-of-range"), "label has 1 item"),
    ],
)
def test_what_is_wrong_with_a_board(text: str, place: tuple[int, int, str], message: str, read: Read) -> None:
    kit = read(BOARD + text + "\n")
    assert places(kit) == [place]
    assert message in kit.faults[0].message
    assert len(kit.boards[0].links) == 1


def test_a_board(read: Read) -> None:
    (board,) = read(BOARD).boards
    hall, lab = board.spaces
    assert (hall.name, hall.at, lab.at, lab.tags) == ("hall", None, (1.0, 2.5), ("goal",))
    assert [(link.start, link.end, link.one_way) for link in board.links] == [("hall", "lab", False)]
    assert isinstance(board.links[0], Link)
    assert [[space.id for space in board.named(name)] for name in ("hall", "room", "wet", "goal", "none")] == [
        ["hall"],
        ["hall"],
        ["lab"],
        ["lab"],
        [],
    ]


def test_ids_of_boards_and_spaces_stand_once(read: Read) -> None:
    kit = read(
        BOARD.replace("id: lab", "id: hall").split("links")[0], other=BOARD, table="table: station\ndice: d6\nrows: []"
    )
    assert [(fault.check, fault.where.line) for fault in kit.faults] == [("duplicate-id", 4), ("duplicate-id", 1)]
    assert (len(kit.boards), len(kit.tables)) == (1, 1)


@pytest.mark.parametrize(
    ("spaces", "numbers"),
    [("0-3", (0, 1, 2, 3)), ("3 to 1", (3, 2, 1)), ("-1..1", (-1, 0, 1)), ("[4, 7]", (4, 7)), ("[]", ())],
)
def test_the_spaces_of_a_track(spaces: str, numbers: tuple[int, ...], read: Read) -> None:
    (track,) = read(f"track: health\nspaces: {spaces}\n").tracks
    assert track.spaces == numbers


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("spaces: many", (2, 9, "wrong-type")),
        ("spaces: [1, x]", (2, 13, "wrong-type")),
        ("spaces: 0-9\nstarts: [{name: Pete}]", (3, 10, "missing-field")),
        ("spaces: 0-9\nstarts: people.health", (3, 9, "unknown-reference")),
        ("spaces: 0-9\nhead_room: -1", (3, 12, "out-of-range")),
        ("spaces: 0-9\nheadroom: 1", (3, 1, "unknown-key")),
    ],
)
def test_what_is_wrong_with_a_track(text: str, place: tuple[int, int, str], read: Read) -> None:
    assert places(read(f"track: health\n{text}\n")) == [place]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("rows: [{on: 1}]", (1, 1, "missing-field")),
        ("dice: d6\nrows: [{effect: x}]", (3, 8, "missing-field")),
        ("dice: d6\nrows: [{on: 1, efect: x}]", (3, 16, "unknown-key")),
        ("dice: d6\nrows: [1-2]", (3, 8, "wrong-type")),
        ("dice: d6\nrows: [{on: 1}]\nmodifiers: [a]", (4, 13, "wrong-type")),
        ("dice: d6\nrows: [{on: 1}]\nclamp: yes", (4, 8, "old-boolean")),
    ],
)
def test_what_is_wrong_with_a_dice_table(text: str, place: tuple[int, int, str], read: Read) -> None:
    assert places(read(f"table: vending\n{text}\n")) == [place]


PIECES = (
    "board table track spaces links rows on id from to at label expects neighbours connected without separated by "
    "inside distances steps slots count width straight fits starts name head_room dice 2d6 1-3 [1,2] {} [] ~ -1 1e9 "
    "one_way true .inf {id:a} [{id:a},{id:b}] [{from:a,to:b}] [{on:1-2}]"
)


@pytest.mark.parametrize(
    ("text", "line", "kind"),
    [
        (BOARD.replace("board:", "bord:"), 5, "board"),
        ("tabel: vending\ndice: d6\nrows: []\n", 2, "table"),
        ("trak: health\nspaces: 0-9\nstarts: []\n", 3, "track"),
    ],
)
def test_a_file_that_forgets_what_it_is(text: str, line: int, kind: str, read: Read) -> None:
    kit = read(text)
    assert [(fault.check, fault.where.line) for fault in kit.faults] == [("missing-field", line)]
    assert f"`{kind}: name`" in kit.faults[0].help


WORDS = st.sampled_from(PIECES.split())


@settings(max_examples=50, deadline=None, derandomize=True)
@given(st.sampled_from(["board", "table", "track"]), st.lists(st.tuples(WORDS, WORDS, WORDS), max_size=6))
def test_nothing_that_is_written_raises(kind: str, lines: list[tuple[str, str, str]]) -> None:
    text = f"{kind}: x\n" + "".join(f"{key}: {{{inner}: {value}}}\n{value}: {inner}\n" for key, inner, value in lines)
    report = Report("x.yaml")
    root = read_document(text.replace(":a", ": a"), report).root
    if isinstance(root, Mapping):
        for read_one in (read_board, read_table, read_track):
            read_one(root, report, "x")
