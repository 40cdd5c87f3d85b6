"""Small hard files: each is read as a deck whose head is put behind it, so that the lines stay its own."""

from pathlib import Path

import pytest

from pnp.model.kit import Card, Kit

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
"""

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
    "surrogate_escape": [(2, 20, "yaml-syntax")],
    "tab_after_colon": [],
    "tabs_indent": [(2, 1, "yaml-syntax")],
    "top_list": [(1, 1, "wrong-root")],
    "unknown_field": [(2, 13, "unknown-key")],
    "utf16le": [(1, 1, "encoding")],
}
ALONE = ("empty", "only_comment", "top_list", "utf16le", "multi_doc")


def read_case(read: Read, name: str) -> Kit:
    data = (CORPUS / f"{name}.yaml").read_bytes()
    return read(data if name in ALONE else data + TAIL)


@pytest.mark.parametrize("name", FOUND)
def test_corpus(read: Read, name: str) -> None:
    faults = [fault for fault in read_case(read, name).faults if name == "name_null" or "no title" not in fault.message]
    assert sorted((f.where.line, f.where.column, f.check) for f in faults) == sorted(FOUND[name])
    assert {fault.where.file for fault in faults} <= {"content/game/deck.yaml"}


def test_every_file_has_its_outcome() -> None:
    assert sorted(path.stem for path in CORPUS.glob("*.yaml")) == sorted(FOUND)


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
    assert [card.values["cost"] for card in cards(read, "float_print")] == [3.0, 0.1, 1e20]
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
