"""Comments: those that accept a finding, and those that cut text off by mistake."""

import pytest

from .conftest import Read, places

DECK = """\
deck: d
size: poker               # 63.5 x 88.9 mm
front: f.svg.j2
fields: {text: {type: text, required: false}, n: {type: integer, default: 0}, tags: {type: list, required: false}}
cards:
- id: a
  title: A
"""

# What is written from line 8 on: the comment's place, the check, the reason, the line that it covers.
ALLOWED = {
    "  text: Hi  # pnp: allow small-type - a joke\n": (8, 13, "small-type", "a joke", 8),
    "  text: Hi # pnp: allow small-type - a joke\n": (8, 12, "small-type", "a joke", 8),
    "  text: |  # pnp: allow text-overflow – meant so\n    long\n": (8, 12, "text-overflow", "meant so", 8),
    "  text: 'Hi' #pnp:allow small-type -- x\n": (8, 14, "small-type", "x", 8),
    "  # pnp: allow text-overflow - below\n\n  # more\n  text: Hi\n": (8, 3, "text-overflow", "below", 11),
    "  text: |\n    Hi\n  # pnp: allow a-check: yes\n  n: 1\n": (10, 3, "a-check", "yes", 11),
    "  tags: [a, 'b # c', d]  # pnp: allow a-check - 2 - 1\n": (8, 26, "a-check", "2 - 1", 8),
}


@pytest.mark.parametrize("written", ALLOWED)
def test_a_comment_accepts_a_finding_on_its_line(read: Read, parser: str, written: str) -> None:
    kit = read(DECK + written)
    (waiver,) = kit.waivers
    where = waiver.where
    assert kit.faults == ()
    assert (where.line, where.column, waiver.check, waiver.reason, waiver.line) == ALLOWED[written]
    assert waiver.file == where.file == "content/game/deck.yaml"


@pytest.mark.parametrize(
    "written",
    [
        "  text: |\n    Hi\n    # pnp: allow small-type - no\n",
        "  text: >-\n    Hi\n\n    # pnp: allow small-type - no\n",
        '  text: "Hi # pnp: allow small-type - no"\n',
        "  text: 'Hi\n    # pnp: allow small-type - no'\n",
        "  text: Hi  # as in # pnp: allow small-type - no\n",
        "  text: Hi#pnp: allow small-type - no\n",
    ],
)
def test_what_stands_in_text_or_in_a_comment_accepts_nothing(read: Read, parser: str, written: str) -> None:
    assert read(DECK + written).waivers == ()


@pytest.mark.parametrize(
    ("comment", "words"),
    [
        ("pnp: allow small-type", "gives no reason"),
        ("pnp: allow small-type - ", "gives no reason"),
        ("pnp: alow small-type - x", "no instruction"),
        ("pnp: allow a, b - x", "no instruction"),
        ("pnp:", "no instruction"),
    ],
)
def test_a_comment_without_reason_is_told(read: Read, comment: str, words: str) -> None:
    kit = read(DECK + f"  text: Hi  # {comment}\n")
    assert places(kit) == [(8, 13, "bad-waiver")]
    assert words in kit.faults[0].message
    assert "# pnp: allow CHECK - " in kit.faults[0].help
    assert kit.waivers == ()


CUT = {
    "  text: Draw #3 cards\n": "#3 cards",
    "  text: Discard # then draw\n": "# then draw",
    "  text: Draw  #3 cards\n": "#3 cards",
    "  text: two\n    lines #3\n": "#3",
}


@pytest.mark.parametrize("written", CUT)
def test_a_comment_that_cuts_text(read: Read, parser: str, written: str) -> None:
    kit = read(DECK + written)
    assert places(kit) == [(8, 9, "comment-cuts-text")]
    assert f"`{CUT[written]}`" in kit.faults[0].message
    assert "quotes" in kit.faults[0].help


@pytest.mark.parametrize(
    "written",
    [
        "  text: Draw  # as always\n",
        '  text: "Draw #3 cards"\n',
        "  text: 'Draw' # then\n",
        "  text: Draw#3\n",
        "  n: 3 #3\n",
        "  text: | # kept\n    Draw #3\n",
        "  # Draw #3\n",
    ],
)
def test_comments_that_cut_nothing(read: Read, parser: str, written: str) -> None:
    assert read(DECK + written).faults == ()


def test_tabs_part_a_comment_too(read: Read) -> None:
    assert read(DECK + "  text: Draw\t\t# as always\n").faults == ()


def test_titles_and_lists_are_text_too(read: Read) -> None:
    kit = read(DECK + "  tags:\n  - a #1\n- id: b\n  title: Room #9\n", head="kit: game\ntitle: Game #1\n")
    assert [fault.check for fault in kit.faults] == ["comment-cuts-text"] * 3
