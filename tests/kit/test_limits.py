"""What is too large, too deep or no UTF-8 is refused with a place, not with a traceback or a full memory."""

from itertools import pairwise
from pathlib import Path

import pytest
from timing import within

from pnp.kit.parsing import source
from pnp.kit.reading import read_kit
from pnp.kit.report import Report
from pnp.kit.spreadsheet.separated import read_separated

from .conftest import Read, places

DECK = "deck: d\nsize: poker\nfront: f\ncards:\n- id: a\n  title: A\n"


def test_deep_lists_stop_in_time(read: Read, parser: str) -> None:
    for nested in ("[" * 100_000, "- " * 20_000 + "x", "{a: " * 5_000):
        (fault,) = read(DECK + "fields:\n  " + nested).faults
        assert (fault.check, fault.where.line) == ("yaml-limits", 8)
        assert "nested" in fault.message


def test_aliases_cannot_deepen_beyond_the_limit(read: Read) -> None:
    lines = ["shared:", "- &a0 " + "[" * 60 + "]" * 60, "- &a1 " + "[" * 60 + "*a0" + "]" * 60]
    kit = read("\n".join(lines) + "\n" + DECK)
    assert places(kit) == [(3, 67, "yaml-limits")]


def test_alias_bomb_is_refused(read: Read) -> None:
    bomb = "shared:\n- &a [x,x,x,x,x,x,x,x,x]\n"
    bomb += "".join(f"- &{new} [{','.join([f'*{old}'] * 9)}]\n" for old, new in pairwise("abcdefgh"))
    (fault,) = read(bomb + DECK).faults
    assert (fault.check, fault.where.line) == ("yaml-limits", 7)
    assert "100,000" in fault.message


def test_many_honest_aliases_are_fine(read: Read) -> None:
    cards = "".join(f"- {{<<: *base, id: c{n}, title: C}}\n" for n in range(2000))
    kit = read(
        "deck: d\nsize: poker\nfront: f\nfields: {a: integer, b: text}\nshared: &base {a: 1, b: x}\ncards:\n" + cards
    )
    assert kit.faults == ()
    assert len(kit.decks[0].cards) == 2000


def test_recursive_alias(read: Read, parser: str) -> None:
    kit = read("shared: &a\n- *a\n" + DECK)
    assert places(kit) == [(2, 3, "yaml-limits")]
    assert [card.id for card in kit.decks[0].cards] == ["a"]


def test_a_file_of_more_than_ten_megabytes_is_not_read(read: Read) -> None:
    (fault,) = read(DECK + "#" * source.LARGEST).faults
    assert (fault.check, fault.where.line) == ("yaml-limits", 1)
    assert "10 MB" in fault.message


# Bytes, place, words.
ENCODINGS = {
    "utf-16": (DECK.encode("utf-16"), 1, 1, "UTF-16"),
    "utf-16 without a mark": (DECK.encode("utf-16-le"), 1, 1, "UTF-16"),
    "utf-32": (DECK.encode("utf-32"), 1, 1, "UTF-32"),
    "latin-1": ("deck: d\ntitle: Café\n".encode("latin-1"), 2, 11, "0xE9 at offset 18"),
    "cut off": ("deck: d\r\ntitle: 🎲".encode()[:-1], 2, 8, "0xF0 at offset 16"),
}


@pytest.mark.parametrize("name", ENCODINGS)
def test_only_utf8_is_read(read: Read, name: str) -> None:
    data, line, column, words = ENCODINGS[name]
    (fault,) = read(data).faults
    assert (fault.check, fault.where.line, fault.where.column) == ("encoding", line, column)
    assert words in fault.message
    assert "UTF-8" in fault.help


def test_control_characters_are_told_and_the_rest_is_read(read: Read, parser: str) -> None:
    kit = read("deck: d\nsize: poker\nfront: f\ncards:\n- id: a\n  title: A\x00B\x07\n  copies: x\n")
    assert places(kit) == [(6, 11, "encoding"), (6, 13, "encoding"), (7, 11, "wrong-type")]
    assert "U+0000" in kit.faults[0].message
    assert kit.decks[0].cards[0].title == "A B"


def test_a_flood_of_control_characters_is_told_in_short(read: Read) -> None:
    kit = read(DECK + "# " + "\x01" * 500 + "\n")
    assert len(kit.faults) == 10
    assert "490 more" in kit.faults[-1].message


def test_a_byte_order_mark_moves_no_column(read: Read) -> None:
    assert places(read(b"\xef\xbb\xbf" + b"x: 1\n" + DECK.encode())) == [(1, 1, "unknown-key")]


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "\n\n", "---\n", "~\n"])
def test_empty_files(read: Read, text: str) -> None:
    kit = read(text, head=text, rules=text)
    assert [(f.where.file, f.check) for f in kit.faults] == [
        ("content/game/kit.yaml", "empty-file"),
        ("content/game/deck.yaml", "empty-file"),
        ("content/game/rules.yaml", "empty-file"),
    ]
    assert kit.id == "game"


@pytest.mark.parametrize("text", ["- a\n", "just text\n", "3\n", "[]\n"])
def test_wrong_roots(read: Read, text: str) -> None:
    kit = read(text, head=text)
    assert [(f.where.file, f.check) for f in kit.faults] == [
        ("content/game/kit.yaml", "wrong-root"),
        ("content/game/deck.yaml", "wrong-root"),
    ]


def test_a_text_that_no_card_can_hold_is_refused(read: Read) -> None:
    kit = read(f"deck: d\nsize: poker\nfront: f\ncards:\n- id: a\n  title: {'x ' * 40_000}y\n")
    (fault,) = kit.faults
    assert (fault.check, fault.where.line, fault.where.column) == ("yaml-limits", 6, 10)
    assert fault.message == "title has 80,001 characters, at most 50,000 are read"
    assert len(kit.decks[0].cards[0].title) == 50_000


def test_many_cards_of_one_id_are_told_apart_quickly(read: Read) -> None:
    with within(5):
        kit = read("deck: d\nsize: poker\nfront: f\ncards:\n" + "- {id: a, title: A}\n" * 4000)
    assert len({card.id for card in kit.decks[0].cards}) == 4000
    assert len(kit.faults) == 3999


def test_a_table_of_too_many_columns_is_no_table(tmp_path: Path) -> None:
    report = Report("cards.csv")
    heads = ",".join(f"h{number}" for number in range(50_000))
    with within(2.5):
        table = read_separated(f"id,title,{heads}\na,A\n".encode(), report)
    assert table is not None
    assert (len(table.heads), [fault.check for fault in report.faults]) == (1000, ["bad-table", "bad-table"])
    assert report.faults[0].message == "the table has 50,002 columns, at most 1,000 are read"
    (tmp_path / "game").mkdir()
    (tmp_path / "game/kit.yaml").write_text("kit: game\ntitle: Game\n", "utf-8")
    (tmp_path / "game/deck.yaml").write_text("deck: d\nsize: poker\nfront: f\ncards: cards.csv\n", "utf-8")
    (tmp_path / "game/cards.csv").write_text(f"id,title,{heads}\na,A{',' * 50_000}\n", "utf-8")
    with within(2.5):
        faults = read_kit(tmp_path / "game", "content/game").faults
    assert max(len(fault.help) for fault in faults) < 500
