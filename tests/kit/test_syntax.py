"""What is no YAML is said in words that a designer can act on, at the place of the mistake, with its cure."""

import pytest

from .conftest import Read, places

DECK = """\
deck: d
size: poker
front: f.svg.j2
fields:
  text: {type: text, required: false}
  run: {type: integer, min: -1, max: 3, also: ["*"], required: false}
  tags: {type: list, required: false}
cards:
- id: a
  title: A
"""

# What is written after the title (line 11 on), where it is found, and words of message and help.
CASES = {
    "lone star": ("  run: *\n", 11, 8, "starts with *", 'run: "*"'),
    "star": ("  text: *Draw* two\n", 11, 9, "starts with *", 'text: "*Draw* two"'),
    "unknown alias": ("  run: *two\n", 11, 8, "no line above", "in quotes"),
    "alias and text": ("  text: *Draw two\n", 11, 9, "starts with *", 'text: "*Draw two"'),
    "at sign": ("  text: @home\n", 11, 9, "starts with @", 'text: "@home"'),
    "backtick": ("  text: `x` y\n", 11, 9, "starts with `", 'text: "`x` y"'),
    "per cent": ("  text: %chance\n", 11, 9, "starts with %", 'text: "%chance"'),
    "ampersand": ("  text: & more\n", 11, 9, "starts with &", 'text: "& more"'),
    "tag": ("  text: !important rule\n", 11, 9, "starts with !", '"!important rule"'),
    "icon and text": ("  text: {heart} 2\n", 11, 9, "starts with {", 'text: "{heart} 2"'),
    "two braces": ("  text: {{ card.x }}\n", 11, 9, "starts with {", '"{{ card.x }}"'),
    "bracket and text": ("  text: [x] y\n", 11, 9, "starts with [", 'text: "[x] y"'),
    "bar and text": ("  text: |text\n", 11, 9, "starts with |", 'text: "|text"'),
    "greater and text": ("  text: > 3 cards\n", 11, 9, "starts with >", 'text: "> 3 cards"'),
    "question mark": ("  text: ? b\n", 11, 9, "starts with ?", 'text: "? b"'),
    "dash": ("  text: - x\n", 11, 9, "starts with -", 'text: "- x"'),
    "comma": ("  text: , b\n", 11, 9, "starts with ,", 'text: ", b"'),
    "quotes in quotes": ('  text: "Say "hi" now"\n', 11, 9, 'starts with "', "text: 'Say \"hi\" now'"),
    "apostrophe": ("  text: 'don't'\n", 11, 9, "starts with '", 'text: "don\'t"'),
    "colon": ("  text: Action: draw a card\n", 11, 15, "colon and a space", 'text: "Action: draw a card"'),
    "colon in item": ("  tags:\n  - x: y: z\n", 12, 9, "colon and a space", 'x: "y: z"'),
    "open quote": ('  text: "never closed\n  run: 1\n', 11, 9, "never closed", 'Close it with "'),
    "open quote, then a text in quotes": (
        '  text: "Draw\n  run: 1\n- id: b\n  title: B\n  text: "Move on."\n',
        11,
        9,
        "never closed",
        'Close it with "',
    ),
    "open bracket": ("  tags: [1, 2\n  run: 3\n", 11, 9, "not closed", "Close it with ]"),
    "no space": ("  run:1\n  text: 2\n", 11, 6, "no space after its colon", "run: 1"),
    "no colon": ("  foo\n  run: 2\n", 11, 3, "no colon", "key: value"),
    "indented further": ("  run: 1\n   text: 2\n", 12, 4, "indented further than line 11", "same column"),
    "indented less": ("- id: b\n  title: B\n text: x\n", 13, 2, "column", "Line the keys up"),
    "no dash": ("  tags:\n  - b\n  - c\n   d: 1\n", 13, 3, "no colon", "key: value"),
    "tab": ("\ttext: 1\n", 11, 1, "tab", "→text: 1"),
    "tab in text": ("  text: x\n\tmore\n", 12, 1, "tab", "spaces"),
    "escape": ('  text: "C:\\path"\n', 11, 12, "`\\p` is none", "two backslashes"),
    "anchor": ("  text: &ship.2 x\n", 11, 14, "letters, digits", "in quotes"),
    "comment in text": ("  text: Draw #3\n    and more\n  run: 1\n", 11, 14, "`#3` on line 11 is a comment", "quotes"),
    "second document": ("---\na: 1\n", 11, 1, "second document", "file of its own"),
    "after the end": ("...\nb: 2\n", 12, 1, "ended above", "Remove"),
    "empty key": ("  : x\n", 11, 3, "key is missing", "key: value"),
    "list as key": ("  ? [a]\n  : x\n", 11, 5, "key should be text", "key: value"),
}


@pytest.mark.parametrize("case", CASES)
def test_syntax_errors_have_place_and_cure(read: Read, parser: str, case: str) -> None:
    written, line, column, message, cure = CASES[case]
    kit = read(DECK + written)
    fault = next(fault for fault in kit.faults if fault.check == "yaml-syntax")
    if not (parser == "pure" and case == "escape"):  # PyYAML's own parser stops one sign later
        assert (fault.where.line, fault.where.column) == (line, column)
    assert message in fault.message
    assert cure in fault.help
    assert len([fault for fault in kit.faults if fault.check == "yaml-syntax"]) == 1


def test_text_without_its_quotes_is_read_as_if_it_had_them(read: Read, parser: str) -> None:
    kit = read(
        DECK + "  text: Action: draw\n  run: *\n- id: b\n  title: *B* {x}\n  run: 9\n- id: c\n  title: C\n  run:2\n"
    )
    assert places(kit) == [
        (11, 15, "yaml-syntax"),
        (12, 8, "yaml-syntax"),
        (14, 10, "yaml-syntax"),
        (15, 8, "out-of-range"),
        (18, 6, "yaml-syntax"),
    ]
    a, b, c = kit.decks[0].cards
    assert (a.values["text"], a.values["run"], b.title, c.values["run"]) == ("Action: draw", "*", "*B* {x}", 2)


def test_a_broken_deck_is_not_missed_by_the_print_jobs(read: Read) -> None:
    kit = read('deck: d\ntitle: "x\n', head="kit: game\ntitle: G\nprint:\n- {name: all, decks: [d]}\n")
    assert [fault.check for fault in kit.faults] == ["yaml-syntax"]
    assert kit.decks == ()


def test_percent_line_is_explained(read: Read) -> None:
    (fault,) = read("%chance\ndeck: d\n").faults
    assert (fault.where.line, fault.check) == (1, "yaml-syntax")


def test_tags_are_never_constructed(read: Read, parser: str) -> None:
    kit = read(DECK + "  text: !!python/object/apply:os.getcwd []\n  run: !!int 3\n")
    assert (11, 9, "yaml-syntax") in places(kit)
    assert kit.decks[0].cards[0].values["text"] == ""
    assert kit.decks[0].cards[0].values["run"] == 3
