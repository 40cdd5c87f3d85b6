"""Small hard files: each is read as a deck whose head is put behind it, so that the lines stay its own.

Those in `csv` are the table of such a deck.
"""

from pathlib import Path

import pytest
import yaml

from pnp.model.kit import Card, Kit
from pnp.rules.engine import inspect

from .conftest import Read

CORPUS = Path(__file__).parent / "corpus"
TAIL = b"""
deck: d
size: poker
front: f.svg.j2
fields:
  text: {type: text, required: false}
  lang: {type: text, required: false}
  cost: {type: number, required: false}
  frame: {type: text, required: false}
  suit: {type: text, required: false}
  gives: {type: list, of: {type: card, deck: tokens}, required: false}
  links: {type: list, of: card, required: false}
"""
TOKENS = b"deck: tokens\nsize: mini\nfront: f.svg.j2\ncards: [{id: coin, title: Coin}]\n"

# Line, column and check of all that is to be found (a title that is left out in the file is not counted).
FOUND: dict[str, list[tuple[int, int, str]]] = {
    "alias_bomb": [(5, 29, "yaml-limits")],
    "anchor_dot": [(2, 16, "yaml-syntax")],
    "bang_start": [(3, 11, "yaml-syntax")],
    "block_styles": [],
    "bom": [],
    "bool_words": [],
    "brace_start": [(3, 11, "yaml-syntax")],
    "brace_value": [(3, 11, "wrong-type")],
    "bracket_value": [(3, 12, "wrong-type")],
    "colon_in_text": [(3, 17, "yaml-syntax")],
    "control_chars": [(2, 19, "bad-value")],
    "cp1252_quotes": [(2, 22, "encoding")],
    "crlf": [],
    "dangling_ref": [(2, 27, "unknown-reference")],
    "dangling_ref.spaces": [(3, 28, "unknown-reference")],
    "deck_counts": [],
    "deep_nesting": [(1, 103, "yaml-limits")],
    "dup_ids": [(3, 10, "duplicate-id")],
    "dup_key_int_str": [(3, 3, "duplicate-key"), (1, 1, "unknown-key")],
    "dup_key_nested": [(5, 5, "duplicate-key")],
    "dup_key_top": [(3, 1, "duplicate-key")],
    "empty": [(1, 1, "empty-file")],
    "falsy_values": [(4, 19, "wrong-type")],
    "float_print": [],
    "hash_in_text": [(4, 11, "comment-cuts-text"), (6, 11, "comment-cuts-text")],
    "html_in_text": [],
    "id_leading_zero": [],
    "jinja_in_text": [],
    "latin1": [(2, 19, "encoding")],
    "merge_override": [(1, 1, "unknown-key")],
    "multi_doc": [(4, 1, "yaml-syntax")],
    "name_null": [(3, 13, "missing-field"), (4, 13, "missing-field"), (5, 5, "missing-field")],
    "name_numbers": [],
    "nel_ls_ps": [],
    "one_way_links": [],
    "only_comment": [(1, 1, "empty-file")],
    "percent_at_start": [(3, 11, "yaml-syntax"), (5, 11, "yaml-syntax")],
    "python_tag": [(2, 9, "yaml-syntax"), (2, 9, "wrong-type")],
    "qty_odd": [
        (3, 21, "out-of-range"),
        (5, 21, "wrong-type"),
        (7, 21, "wrong-type"),
        (9, 21, "wrong-type"),
        (10, 21, "out-of-range"),
    ],
    "star_start": [(3, 11, "yaml-syntax")],
    "surrogate_escape": [],
    "tab_after_colon": [],
    "tabs_indent": [(2, 1, "yaml-syntax")],
    "top_list": [(1, 1, "wrong-root")],
    "unknown_field": [(2, 13, "unknown-key")],
    "utf16le": [(1, 1, "encoding")],
}
ALONE = ("empty", "only_comment", "top_list", "utf16le", "multi_doc")


def read_case(read: Read, name: str) -> Kit:
    data = (CORPUS / f"{name}.yaml").read_bytes()
    return read(data if name in ALONE else data + TAIL, tokens=TOKENS)


@pytest.mark.parametrize("name", FOUND)
def test_corpus(read: Read, name: str) -> None:
    faults = [fault for fault in read_case(read, name).faults if name == "name_null" or "no title" not in fault.message]
    assert sorted((f.where.line, f.where.column, f.check) for f in faults) == sorted(FOUND[name])
    assert {fault.where.file for fault in faults} <= {"content/game/deck.yaml"}


def test_every_file_has_its_outcome() -> None:
    assert sorted(path.stem for path in CORPUS.glob("*.yaml")) == sorted(FOUND)
    assert sorted(path.stem for path in (CORPUS / "csv").iterdir()) == sorted(TABLES)


def cards(read: Read, name: str) -> tuple[Card, ...]:
    return read_case(read, name).decks[0].cards


def titles(read: Read, name: str) -> list[str]:
    return [card.title for card in cards(read, name)]


def texts(read: Read, name: str) -> list[object]:
    return [card.values["text"] for card in cards(read, name)]


def test_words_stay_words(read: Read) -> None:
    assert titles(read, "bool_words")[:5] == ["No", "Yes", "On", "Off", "y"]
    assert cards(read, "bool_words")[5].values["lang"] == "NO"
    assert titles(read, "name_null")[0] == "Null"


def test_numbers_stay_as_typed_where_text_is_asked_for(read: Read) -> None:
    assert titles(read, "name_numbers") == ["1984", "007", "08", "1e3", "1_000", "0x1F", ".5", "12.50"]
    assert [card.id for card in cards(read, "id_leading_zero")] == ["001", "010", "008", "1"]


def test_numbers_are_numbers_where_the_field_says_so(read: Read) -> None:
    assert [card.values["cost"] for card in cards(read, "falsy_values")] == [0, 0.0, None]
    assert [str(card.values["cost"]) for card in cards(read, "float_print")] == ["3.0", "0.1", "1e+20"]
    assert [card.copies for card in cards(read, "qty_odd")] == [0, 1, 2, 1, 3, 1, 1, 1, 1]


def test_merge_keys_follow_the_specification(read: Read) -> None:
    assert [(c.values["frame"], c.values["cost"]) for c in cards(read, "merge_override")] == [("red", 1), ("red", 2)]


def test_line_breaks(read: Read) -> None:
    assert texts(read, "block_styles") == ["Keep\nlines", "Fold lines\nNew paragraph", "no end newline"]
    assert texts(read, "crlf") == ["line one\nline two"]
    assert texts(read, "nel_ls_ps") == ["one\ntwo\nthree\nfour"]


def test_data_is_text_and_nothing_else(read: Read) -> None:
    assert texts(read, "jinja_in_text") == ["{{ 7*7 }} {% raw %}"]
    assert texts(read, "html_in_text") == ["Gain <b>2</b> & discard < 3"]
    assert texts(read, "surrogate_escape") == ["\U0001f600 smile"]
    assert texts(read, "control_chars") == ["bell tab\t nul esc"]
    assert titles(read, "bom") == ["Über"]


def test_the_first_of_two_keys_counts(read: Read) -> None:
    assert titles(read, "dup_key_nested") == ["First"]
    assert [card.id for card in cards(read, "dup_key_top")] == ["a"]


def test_the_message_names_both_lines(read: Read) -> None:
    (fault,) = [fault for fault in read_case(read, "dup_key_nested").faults if fault.check == "duplicate-key"]
    assert '"title"' in fault.message
    assert "line 3" in fault.message
    (fault,) = [fault for fault in read_case(read, "dup_ids").faults if fault.check == "duplicate-id"]
    assert '"guard"' in fault.message
    assert "line 2" in fault.message


def test_each_mistake_has_its_cure(read: Read) -> None:
    words = {
        "anchor_dot": "anchor",
        "colon_in_text": '"Action: draw a card"',
        "star_start": '"*Draw* two"',
        "brace_start": '"{gold} for each ally"',
        "brace_value": '"{gold}"',
        "bracket_value": '"[WIP]"',
        "bang_start": '"!important rule"',
        "hash_in_text": '"Draw card #2 and keep it"',
        "tabs_indent": "spaces",
        "unknown_field": 'Did you mean "title"?',
        "utf16le": "UTF-8",
        "latin1": "UTF-8",
        "cp1252_quotes": "UTF-8",
        "multi_doc": "`---`",
        "top_list": "deck:",
    }
    for name, cure in words.items():
        fault = next(fault for fault in read_case(read, name).faults if "no title" not in fault.message)
        assert cure in fault.message + fault.help, name


def test_what_follows_a_hash_is_a_comment_to_yaml_and_that_is_told(read: Read) -> None:
    assert texts(read, "hash_in_text") == ["ok", "Draw card", "Discard"]


def test_the_number_of_cards_is_held_against_the_count(read: Read) -> None:
    kit = read_case(read, "deck_counts")
    (finding,) = [finding for finding in inspect(kit, [kit]) if finding.check == "deck-size"]
    assert "promises 10 cards and has 9" in finding.message


# The places and checks of what is found in each table; titles that are not there are not counted.
TABLES: dict[str, list[str]] = {
    "blank_rows": [],
    "bom": [],
    "colon_name": [],
    "commas_in_semicolons": ["1:1 table-format"],
    "cp1252": ["2:3 encoding"],
    "cr_only": [],
    "dup_header": ["1:9 duplicate-key"],
    "float_ints": [],
    "formula": [],
    "header_space": ["1:2 table-format"],
    "last_cell_empty": [],
    "leading_zero": [],
    "nbsp_values": [],
    "qty": ["4:1 missing-field"],
    "quoted_newline": [],
    "quoted_quote": [],
    "ragged": ["2:1 bad-table", "3:11 bad-table"],
    "semicolon": ["1:1 table-format"],
    "tab_utf16": ["1:1 table-format", "1:1 table-format"],
}


def read_table(read: Read, tmp_path: Path, name: str, cost: str = "text") -> Kit:
    (tmp_path / "game").mkdir(exist_ok=True)
    (tmp_path / "game" / "cards.csv").write_bytes((CORPUS / "csv" / f"{name}.csv").read_bytes())
    tail = TAIL.replace(b"cost: {type: number", f"cost: {{type: {cost}".encode())
    return read(tail + b"  code: {type: text, required: false}\ncards: cards.csv\n", tokens=TOKENS)


@pytest.mark.parametrize("name", TABLES)
def test_corpus_of_tables(read: Read, tmp_path: Path, name: str) -> None:
    faults = [fault for fault in read_table(read, tmp_path, name).faults if "no column title" not in fault.message]
    assert [f"{fault.where} {fault.check}" for fault in faults] == [
        f"content/game/cards.csv:{found}" for found in TABLES[name]
    ]


# What is read of a table: the fields asked for, card after card.
READ: dict[str, tuple[tuple[str, ...], list[tuple[object, ...]]]] = {
    "blank_rows": (("id", "title"), [("a", "Alpha"), ("b", "Beta")]),
    "bom": (("id", "title"), [("a", "Alpha")]),
    "colon_name": (("title",), [("Strange Solution: Acid [4]",), ("1x Analytical: Between",)]),
    "commas_in_semicolons": (("title",), [("Card;5",), ("Card, 6",)]),
    "cp1252": (("id",), []),
    "cr_only": (("id", "title"), [("a", "Alpha"), ("b", "Beta")]),
    "dup_header": (("title",), [("One",)]),
    "float_ints": (("id", "cost"), [("a", "3.0"), ("b", "2")]),
    "formula": (("id", "text"), [("a", "=1+1"), ("b", "-2 gold"), ("c", "@home")]),
    "header_space": (("id", "title"), [("a", "Alpha")]),
    "last_cell_empty": (("title", "text"), [("Alpha", ""), ("Beta", "")]),
    "leading_zero": (("code",), [("007",), ("1E5",)]),
    "nbsp_values": (("id", "title"), [("a", "Alpha")]),
    "qty": (("title", "copies"), [("Guard", 3), ("Mage", 1), ("", 2), ("Rogue", 1)]),
    "quoted_newline": (("id", "text"), [("a", "first\nsecond"), ("b", "one")]),
    "quoted_quote": (("text",), [('say "hi" now',)]),
    "ragged": (("title", "text"), [("Alpha", ""), ("Beta", "ok")]),
    "semicolon": (("title", "text"), [("Alpha", "one, two")]),
    "tab_utf16": (("id", "title"), [("a", "Über")]),
}


@pytest.mark.parametrize("name", TABLES)
def test_what_is_read_of_the_corpus_of_tables(read: Read, tmp_path: Path, name: str) -> None:
    keys, rows = READ[name]
    seen = [
        tuple(card.values[key] if key in card.values else getattr(card, key) for key in keys)
        for card in read_table(read, tmp_path, name).decks[0].cards
    ]
    assert seen == rows


def test_whole_numbers_of_a_spreadsheet_are_whole(read: Read, tmp_path: Path) -> None:
    cards = read_table(read, tmp_path, "float_ints", "integer").decks[0].cards
    assert [(card.values["cost"], type(card.values["cost"])) for card in cards] == [(3, int), (2, int)]


def test_the_cards_of_each_suit_are_held_against_the_count(read: Read) -> None:
    data = (CORPUS / "deck_counts.yaml").read_bytes()
    kit = read(data + TAIL + b"expects: {count: {suit: {red: 5, blue: 5}}}\n", tokens=TOKENS)
    (message,) = [finding.message for finding in inspect(kit, [kit]) if finding.check == "wrong-count"]
    assert "blue" in message
    assert "4" in message
    assert "5" in message


def board_of(case: str, old: str = "", new: str = "", more: str = "") -> str:
    """The spaces and links of a case as a board of ours has them: links in a list of their own, each told once."""
    text = (CORPUS / f"{case}.yaml").read_text("utf-8").replace(old, new)
    rows = [(row["id"], row["links"]) for row in yaml.safe_load(text)["cards"]]
    pairs = {frozenset((space, end)): (space, end) for space, ends in reversed(rows) for end in ends}
    spaces = "".join(f"  - {{id: {space}}}\n" for space, _ in rows)
    links = "".join(f"  - {{from: {one}, to: {other}{more}}}\n" for one, other in pairs.values())
    return f"board: b\nspaces:\n{spaces}links:\n{links}"


def found_on(read: Read, board: str) -> list[tuple[str, str]]:
    kit = read(board=board)
    return [
        (finding.check, finding.message) for finding in inspect(kit, [kit]) if finding.where.file.endswith("board.yaml")
    ]


def test_a_space_that_does_not_exist_and_one_that_nothing_leads_to(read: Read) -> None:
    (unknown,) = found_on(read, board_of("dangling_ref.spaces"))
    assert unknown[0] == "unknown-reference"
    assert '"s9"' in unknown[1]
    # What is cut off is told when the links can be read.
    (lost,) = found_on(read, board_of("dangling_ref.spaces", ", s9"))
    assert lost[0] == "cut-off-space"
    assert "s3" in lost[1]


def test_a_link_without_a_way_back_is_told(read: Read) -> None:
    assert found_on(read, board_of("one_way_links")) == []  # a link is there and back, unless it says so
    (trap,) = found_on(read, board_of("one_way_links", more=", one_way: true"))
    assert trap[0] == "one-way-trap"
    assert "s2" in trap[1]
