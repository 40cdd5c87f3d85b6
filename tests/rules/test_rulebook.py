"""A rulebook's numbers of cards, and its list of components, against the kit."""

import pytest

from pnp.model.document import Block, Chart, Document, Heading, Listing, Panel, Paragraph, Span, Typeface
from pnp.model.kit import Card, Deck, Field, Kit, Rulebook
from pnp.model.place import Where
from pnp.rules.check import Context
from pnp.rules.registry import CHECKS

RULES = "content/game/rules.md"
AT = Where("content/game/events.yaml")


def make_deck(id: str, title: str, size: int, zombies: int = 0) -> Deck:
    field = Field("zombies", "boolean", AT)
    cards = (Card("a", "A", size - zombies, AT, {"zombies": False}), Card("b", "B", zombies, AT, {"zombies": True}))
    return Deck(id, title, AT, 63.5, 88.9, "f.svg.j2", fields=(field,), cards=cards)


GAME = Kit("game", "Game", AT, decks=(make_deck("events", "Events", 54, 14), make_deck("reference", "Reference", 2)))


def words(text: str, line: int) -> tuple[Span, ...]:
    return (Span(text, Where(RULES, line)),)


def paragraph(text: str, line: int = 3) -> Paragraph:
    return Paragraph(words(text, line), Where(RULES, line))


def heading(text: str, line: int = 1) -> Heading:
    return Heading(1, words(text, line), text.lower(), Where(RULES, line))


def listing(*items: str, line: int = 3) -> Listing:
    return Listing(tuple((paragraph(item, line + at),) for at, item in enumerate(items)), None, Where(RULES, line))


def chart(head: tuple[str, ...], *rows: tuple[str, ...]) -> Chart:
    cells = tuple(tuple(words(cell, 5 + at) for cell in row) for at, row in enumerate(rows))
    return Chart(tuple(words(cell, 3) for cell in head), cells, ("left",) * len(head), Where(RULES, 3))


def look(id: str, *blocks: Block, kit: Kit = GAME) -> list[tuple[int, str]]:
    face = Typeface("", "", "", "", "")
    document = Document(Rulebook("rules", "rules.md", AT), "game", "Game", "", "", AT, blocks, face, face)
    return [(said.where.line, said.message) for said in CHECKS[id].function(document, Context(kit))]


@pytest.mark.parametrize(
    "text",
    [
        "Shuffle the 54 cards.",
        "All 54 events lie face down; deal 3 events each.",
        "Draw 10 cards, and keep 12 points.",
        "The 14 cards with a zombie, and the 40 cards without.",
        "There are 2 designs; the 56 cards fill 7 sheets.",
        "The 2 reference cards lie open.",
        "In 1954, events took a turn.",
        "Shuffle all fifty-four event cards, and draw ten of the fourteen cards with a zombie.",
        "Often cards are lost: attention, cards!",
    ],
)
def test_numbers_that_are_right_or_of_something_else(text: str) -> None:
    assert look("rulebook-number", paragraph(text)) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Shuffle the 52 cards.", '"the 52 cards", but "Events" has 54 and "Reference" has 2'),
        ("Shuffle all 52 event cards.", '"all 52 event cards", but the deck "Events" has 54'),
        ("Shuffle all Fifty-two event cards.", '"all Fifty-two event cards", but the deck "Events" has 54'),
        ("Deal the twelve cards.", '"the twelve cards", but "Events" has 54 and "Reference" has 2'),
        ("You hold 52 events.", '"52 events", but the deck "Events" has 54'),
        ("It comes with 3 reference cards.", '"comes with 3 reference cards", but the deck "Reference" has 2'),
    ],
)
def test_numbers_that_are_wrong(text: str, message: str) -> None:
    assert look("rulebook-number", paragraph(text)) == [(3, message)]


@pytest.mark.parametrize(("number", "deck"), [("52", "events"), ("12", "reference")])
def test_the_deck_that_is_meant_is_the_one_that_comes_nearest(number: str, deck: str) -> None:
    face = Typeface("", "", "", "", "")
    blocks = (paragraph(f"Shuffle the {number} cards."),)
    document = Document(Rulebook("rules", "rules.md", AT), "game", "Game", "", "", AT, blocks, face, face)
    (said,) = CHECKS["rulebook-number"].function(document, Context(GAME))
    assert f"{{{{ decks.{deck}.size }}}}" in said.help


@pytest.mark.parametrize(
    "block",
    [
        listing("54 event cards", "2 reference cards", "3 dice"),
        listing("54 × Events", "2x Reference"),
        listing("Events: 54", "Reference cards (2)"),
        listing("The deck (54)", "2 reference cards"),
        chart(("Part", "How many"), ("Cards of the deck", "54"), ("Reference cards", "2"), ("Dice", "3")),
        chart(("Qty", "Part"), ("54", "Event cards"), ("2", "Reference")),
        chart(("Part", "Colour"), ("Event cards", "red")),
        listing("Some cards", "A die"),
        paragraph("52 event cards and more."),
    ],
)
def test_lists_that_are_whole_or_no_lists(block: Block) -> None:
    assert look("component-list", heading("Components"), block) == []


@pytest.mark.parametrize(
    ("block", "line", "message"),
    [
        (listing("2 reference cards", "52 event cards"), 4, 'has 52 for "event cards"; the deck "Events" has 54'),
        (listing("2 reference cards", "52 cards"), 4, 'has 52 for "cards"; the deck "Events" has 54'),
        (listing("54 event cards", "3 dice"), 3, 'lacks the deck "Reference" of 2 cards'),
        (chart(("Part", "Number"), ("Events", "54"), ("Reference", "3")), 6, 'has 3 for "Reference"'),
    ],
)
def test_lists_that_are_wrong(block: Block, line: int, message: str) -> None:
    ((at, said),) = look("component-list", heading("What is in the box"), block)
    assert (at, message in said) == (line, True), said


@pytest.mark.parametrize(
    ("title", "items", "count"),
    [
        ("Contents", ("Setup: 2", "Tests: 3"), 0),
        ("What you need", ("2 pencils", "3 dice"), 0),
        ("Printing materials", ("7 sheets of paper",), 0),
        ("Contents", ("54 events", "2 pencils"), 1),
        ("What you need", ("54 cards",), 1),
        ("Contents of the box", ("2 pencils",), 2),
        ("Components", ("2 pencils",), 2),
    ],
)
def test_a_list_of_chapters_or_of_what_to_bring_is_no_list_of_components(
    title: str, items: tuple[str, ...], count: int
) -> None:
    assert len(look("component-list", heading(title), listing(*items))) == count


def test_a_list_ends_with_the_next_heading_and_may_stand_in_a_box() -> None:
    wrong = listing("52 event cards", "2 reference cards")
    assert look("component-list", heading("Components"), heading("Play", 2), wrong) == []
    box = Panel("note", words("Components", 2), (wrong,), Where(RULES, 2))
    assert len(look("component-list", heading("Play"), box)) == 1
    assert look("component-list", Panel("note", words("A hint", 2), (wrong,), Where(RULES, 2))) == []


def test_a_kit_without_decks_has_nothing_to_list() -> None:
    assert look("component-list", heading("Components"), listing("3 dice"), kit=Kit("game", "Game", AT)) == []
