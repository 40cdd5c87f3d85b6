"""What the checks of words find in a text, and what they leave alone."""

import unicodedata

import pytest

from pnp.model.board import Board, Space
from pnp.model.document import Booklet, Document, Heading, Paragraph, Span, Typeface
from pnp.model.finding import Fault
from pnp.model.kit import Card, Deck, Field, Kit, Rulebook, Value
from pnp.model.place import Where
from pnp.model.signature import Signature
from pnp.model.wording import Kind, Reading, Term, Wording
from pnp.rules.check import Check, Context, Said
from pnp.rules.engine import inspect, settle
from pnp.rules.registry import CHECKS
from pnp.rules.topics.spots import find_spot
from pnp.rules.topics.stars import odd_stars

from .nouns import EVENTS, waiver

TEXT = Where(EVENTS, 11, 12)
FIELDS = (
    Field("event", "text", TEXT),
    Field("flavour", "text", TEXT),
    Field("cost", "integer", TEXT),
    Field("equipment", "group", TEXT, fields=(Field("name", "text", TEXT), Field("rules", "text", TEXT))),
)


def make_card(id: str, title: str, line: int, **values: Value) -> Card:
    return Card(id, title, 1, Where(EVENTS, line, 5), values, {("event",): Where(EVENTS, line + 1, 12)})


def make_kit(*cards: Card, wording: Wording | None = None) -> Kit:
    deck = Deck("events", "Events", Where(EVENTS), 63.5, 88.9, "plain.svg.j2", fields=FIELDS, cards=cards)
    return Kit("game", "Game", Where("content/game/kit.yaml"), decks=(deck,), wording=wording or Wording())


def make_document(*blocks: Heading | Paragraph) -> Document:
    book, face = Rulebook("rules", "rules.md", TEXT), Typeface("", "", "", "", "")
    return Document(book, "game", "Game", "1", "", TEXT, blocks, face, face)


def paragraph(text: str, line: int = 3) -> Paragraph:
    where = Where("content/game/rules.md", line)
    return Paragraph((Span(text, where),), where)


def heading(text: str) -> Heading:
    where = Where("content/game/rules.md", 1)
    return Heading(1, (Span(text, where),), text.lower().replace(" ", "-"), where)


def look(id: str, thing: Kit | Document | Booklet, kit: Kit | None = None) -> list[Said]:
    check: Check = CHECKS[id]
    assert isinstance(thing, (check.on, *check.also))
    game = thing if isinstance(thing, Kit) else kit or make_kit()
    return list(check.function(thing, Context(game)))


def look_at(id: str, event: str, wording: Wording | None = None) -> list[Said]:
    axe = {"name": "Fire Axe", "rules": "Hit."}
    cards = (
        make_card("roof", "Night Watch", 20, event="Stay.", equipment=axe),
        make_card("mall", "Mall", 10, event=event),
        make_card("dragon", "Roter Drache", 30),
        make_card("guard", "Night Watchman", 40),
    )
    return look(id, make_kit(*cards, wording=wording))


FOUND = [
    ("doubled-word", "Take the the card."),
    ("doubled-word", "Take the **The** card."),
    ("doubled-word", "Lose it at\nat once."),
    ("doubled-word", "Lose it (the the axe)."),
    ("doubled-word", "Größe größe zählt."),
    ("unfinished-text", "Take a card and"),
    ("unfinished-text", "Take a card,"),
    ("unfinished-text", "It is dark. You cannot see what bites you"),
    ("unbalanced-marks", "Run (or hide."),
    ("unbalanced-marks", "Run) or hide."),
    ("unbalanced-marks", "Run [or hide)."),
    ("unbalanced-marks", "He says “run."),
    ("unbalanced-marks", 'He says "run.'),
    ("unbalanced-marks", "**Fox."),
    ("unbalanced-marks", "**Fox*"),
    ("unbalanced-marks", "Fox.** Run."),
    ("unbalanced-marks", "Take *one card."),
    ("unbalanced-marks", "***Fox** runs."),
    ("unbalanced-marks", "**Take *one** card."),
    ("doubled-word", "Take take a card."),
    ("doubled-word", "The The card."),
    ("doubled-word", "Take the the the card."),
    ("editors-note", "TODO: how many?"),
    ("editors-note", "Gain XXX supplies."),
    ("editors-note", "[check with Ann] Fall."),
    ("editors-note", "[todo]"),
    ("editors-note", "FİXME: how many?"),
    ("editors-note", "Lose ?? supplies."),
    ("editors-note", "Lose 3?? supplies."),
    ("editors-note", "Fall. [Note: too hard]"),
    ("editors-note", "Fall <<check with Ann>>."),
    ("unknown-name", "Discard the Fire Ax."),
    ("unknown-name", "Shuffle *Nigth Watch* in."),
    ("unknown-name", "Fire Axxe is needed."),
    ("broken-page-reference", "See page 6."),
    ("broken-page-reference", "(fig. 2)"),
    ("broken-page-reference", "See page 6 of the rules."),
    ("broken-page-reference", "See the figure 8."),
]

LEFT_ALONE = [
    ("doubled-word", "Good boy. Good boy."),
    ("doubled-word", "He had had enough, and said that that was that."),
    ("doubled-word", "Roll 6 6 times. Forks, forks."),
    ("doubled-word", "It's its own."),
    ("doubled-word", "Si vous vous déplacez, nous nous levons."),
    ("doubled-word", "Wenn sie sie spielt, zieht ihr ihr Blatt."),
    ("doubled-word", "Als je je kaart speelt."),
    ("doubled-word", "They sing in Walla Walla."),
    ("doubled-word", "Ding ding ding!"),
    ("doubled-word", "Bạn luôn luôn được rút thêm; hành vi vi phạm."),
    ("doubled-word", unicodedata.normalize("NFD", "lợi ích")),
    ("doubled-word", "काम में लगे रहो।"),
    ("unfinished-text", "NO BITING"),
    ("unfinished-text", "Plan A"),
    ("unfinished-text", "Wire it to AND"),
    ("unbalanced-marks", 'צה"ל'),
    ("editors-note", "[Art] and [check] are skills."),
    ("editors-note", "XXX"),
    ("unfinished-text", "Is it over?"),
    ("unfinished-text", "“You go ahead,” he said. “No.”"),
    ("unfinished-text", "Choose one:"),
    ("unfinished-text", "Wait …"),
    ("unbalanced-marks", "a) run, b) hide :)"),
    ("unbalanced-marks", "It is {heart} high (12{heart})."),
    ("unbalanced-marks", 'A 5" nail.'),
    ("unbalanced-marks", "„Lauf“, sagt er."),
    ("unbalanced-marks", "“‘Run,’ (he) said.”"),
    ("unbalanced-marks", "**Fox** and *hen*, ***both***, **one *in* two**, un**bold**ed."),
    ("unbalanced-marks", "Pay 3*, or 5*3, or 2 * 3.\n*Once a turn."),
    ("unbalanced-marks", "A \\*\\*star, f**k, ****."),
    ("editors-note", "What the!!?!!? Really??"),
    ("editors-note", "Me gusta todo."),
    ("editors-note", "He wrote [sic] it."),
    ("unknown-name", "Discard the Fire Axe and both Fire Axes."),
    ("unknown-name", "Take the Night Watchman to the Night Club."),
    ("unknown-name", "The Night Watch. Mall Night."),
    ("unknown-name", "**Take fire axes** with you."),
    ("unknown-name", "Pass the Night Watchmen."),
    ("unknown-name", "Triff den Roten Drachen und den Alten Men."),
    ("broken-page-reference", "The homepage 9."),
    ("broken-page-reference", "Tear out page 47 of the grimoire, and walk a figure 8."),
]


@pytest.mark.parametrize(("id", "text"), FOUND)
def test_it_is_found(id: str, text: str) -> None:
    (said,) = look_at(id, text)
    assert said.where == Where(EVENTS, 11, 12)


@pytest.mark.parametrize(("id", "text"), LEFT_ALONE)
def test_it_is_left_alone(id: str, text: str) -> None:
    assert look_at(id, text) == []


def test_where_sentences_end_in_a_stop_one_that_does_not_is_found() -> None:
    texts = ["Run away.", "Hide here.", "Do nothing.", "Stay with me"]
    cards = [make_card(f"c{number}", "Mall", 10 * number, event=text) for number, text in enumerate(texts)]
    (said,) = look("unfinished-text", make_kit(*cards))
    assert (said.where.line, said.message) == (31, 'the sentence at the end of the text has no stop: "Stay with me"')
    labels = [make_card(f"c{number}", "Mall", 10 * number, event=text.rstrip(".")) for number, text in enumerate(texts)]
    assert look("unfinished-text", make_kit(*labels)) == []


def test_where_sentences_end_in_a_stop_of_their_script_none_is_missed() -> None:
    texts = [
        "Draw 1 card here. 引く。",
        "「止まれ！」",
        "कार्ड लो।",
        "دستت را نشان بده؟",
        "Run now or hide. 山札から（1枚）",
    ]
    for number, text in enumerate(texts):
        assert look_at("unfinished-text", text) == [], number


def test_what_breaks_off_is_pointed_at_where_it_does() -> None:
    lines = [
        "  - id: mall",
        "    event: >-",
        "      Go in (or stay",
        "      out.",
        "      Take **a**",
        "      card and",
    ]
    card = Card(
        *("mall", "Mall", 1, Where(EVENTS, 1, 5)),
        {"event": "Go in (or stay out. Take **a** card and"},
        {("event",): Where(EVENTS, 2, 12)},
    )
    game = make_kit(card)._replace(texts={EVENTS: "\n".join(lines)})
    spots = [said.where for check in ("unfinished-text", "unbalanced-marks") for said in look(check, game)]
    assert spots == [Where(EVENTS, 5, 14), Where(EVENTS, 3, 13)]


def test_a_name_is_told_as_it_is_written_and_as_it_is_meant() -> None:
    (said,) = look_at("unknown-name", "Look at Fire Ax, or at *Fire Ax*.")
    assert (said.message, said.help) == ('nothing in this kit is called "Fire Ax"', 'Did you mean "Fire Axe"?')


def test_a_rulebooks_headings_are_names() -> None:
    said = look("unknown-name", make_document(heading("Zombies Everywhere"), paragraph("Play Zombies Everywere now.")))
    assert [each.help for each in said] == ['Did you mean "Zombies Everywhere"?']
    assert look("unknown-name", make_document(heading("Zombies Everywhere"), paragraph("Zombies Everywhere!"))) == []


def test_pages_are_those_of_the_rulebook() -> None:
    text = make_document(heading("Room Chart"), paragraph("See page 2, and figure 1."), paragraph("See page 9.", 5))
    booklet = Booklet(text, "letter", 215.9, 279.4, 2, {"room-chart": 2})
    game = make_kit(make_card("mall", "Mall", 10, event="See page 1 or 2, not page 3."))
    said = look("broken-page-reference", booklet, game)
    assert [each.message.split(":")[0] for each in said] == ["there is no figure 1", "there is no page 9"]
    folded = booklet._replace(pages=8, signature=Signature(279.4, 215.9, 139.7, ()))
    (_, page) = look("broken-page-reference", folded, game)
    assert page.message == 'there is no page 9: as a booklet, the rulebook "Game" has 8 pages and 0 figures'


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("The Room Chart is on page 1.", 1),
        ("Use the Room Chart (page 1).", 1),
        ("Use the Room Chart on page 2.", 0),
        ("Use the chart on page 1.", 0),
        ("The Room Chart helps. Fighting is on page 1.", 0),
        ("Lay it out (see the photo).", 1),
        ("As shown in the drawing, go left.", 1),
        ("It is a picture of a room.", 0),
    ],
)
def test_a_section_is_on_the_page_that_is_given_for_it(text: str, count: int) -> None:
    booklet = Booklet(make_document(heading("Room Chart"), paragraph(text)), "letter", 1, 1, 2, {"room-chart": 2})
    assert len(look("broken-page-reference", booklet)) == count


GLOSSARY = Wording(glossary=(Term("damage", ("harm", "hit points"), Where("kit.yaml", 4), ("flavour",)),))


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Take 1 Harm.", 1),
        ("Lose 3 hİt points.", 1),
        ("Lose 2 hit  points.", 1),
        ("You are harmless.", 0),
        ("Take 1 damage.", 0),
    ],
)
def test_a_word_that_the_glossary_does_not_want(text: str, count: int) -> None:
    assert len(look_at("forbidden-term", text, GLOSSARY)) == count


def test_titles_and_fields_that_are_skipped_may_have_it() -> None:
    card = make_card("mall", "No Harm Done", 10, event="Discard No Harm Done.", flavour="All harm.")
    assert look("forbidden-term", make_kit(card, wording=GLOSSARY)) == []
    (said,) = look("forbidden-term", make_document(paragraph("It does harm.")), make_kit(wording=GLOSSARY))
    assert said.help == 'Write "damage"; the glossary says so on line 4 of kit.yaml.'


ROOMS = Wording(kinds=(Kind("room", "events", "number", TEXT),))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Go to room 1.", ""),
        ("Go to room 2 Mall.", ""),
        ("Go to room 2, the Mall.", ""),
        ("Go to Room 2 (Mall), or wait.", ""),
        ("Take 3 to room 1 Night Watch.", ""),
        ("Go to room 1 Mall.", "room 1 is Night Watch, not Mall"),
        ("Go to the Mall (room 1).", "room 1 is Night Watch, not Mall"),
        ("Go to room 12.", "there is no room 12"),
        ("Go to room 12 (Mall).", "there is no room 12"),
    ],
)
def test_a_number_and_the_name_beside_it(text: str, message: str) -> None:
    said = look_at("number-against-name", text, ROOMS)
    assert [each.message for each in said] == ([message] if message else [])


def test_the_spaces_of_a_board_have_numbers_and_names() -> None:
    spaces = Space("a", "Kitchen", TEXT, 11), Space("b", "Pantry", TEXT, 12), Space("c", "Hall", TEXT)
    game = make_kit(make_card("mall", "Mall", 10, event="Room 12 Kitchen. Take the Kitchn Key."))
    wording = Wording(kinds=(Kind("room", "station", "number", TEXT),))
    game = game._replace(boards=(Board("station", "Station", TEXT, spaces=spaces),), wording=wording)
    assert [each.message for each in look("number-against-name", game)] == ["room 12 is Pantry, not Kitchen"]
    rules = make_document(paragraph("Rooms: room 11 is the Kitchen, room 13 is none."))
    assert [each.message for each in look("number-against-name", rules, game)] == ["there is no room 13"]


def read_cost(event: str, cost: int, phrase: str = "pay N {supplies}") -> list[Said]:
    wording = Wording(readings=(Reading("events", ("cost",), phrase, TEXT),))
    return look(
        "number-against-field", make_kit(make_card("mall", "Mall", 10, event=event, cost=cost), wording=wording)
    )


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("Pay **2**{supplies} now.", "pay N {supplies}"),
        ("You may pay 2 {supplies}.", "pay N{supplies}"),
        ("Pay two supplies.", "pay N supplies"),
        ("It costs 2.", "costs N"),
        ("Pay 2 gold.", "Pay N Gold"),
        ("Pay\n2 {supplies}.", "pay N {supplies}"),
    ],
)
def test_a_phrase_that_tells_a_field(text: str, phrase: str) -> None:
    assert read_cost(text, 2, phrase) == []
    assert len(read_cost(text, 3, phrase)) == 1


def test_of_several_numbers_one_has_to_be_the_fields() -> None:
    assert read_cost("Pay 1{supplies}, or pay 2{supplies}.", 2) == []
    assert read_cost("Lose 4{supplies}.", 2) == []
    (said,) = read_cost("Pay 1{supplies}, or pay 3{supplies}.", 2)
    assert said.message == 'the text says "Pay 1{supplies}", and cost is 2'


@pytest.mark.parametrize(
    ("text", "words"),
    [("Lose one suply.", ["suply"]), ("LOSE {heart} one’s “supply”.", []), ("Mall's night axe.", []), ("A 3 x 4.", [])],
)
def test_words_that_are_not_in_the_list(text: str, words: list[str]) -> None:
    said = look_at("unknown-word", text, Wording(words=frozenset(("lose", "one", "supply", "stay", "hit"))))
    assert [each.message for each in said] == [f'"{word}" is not in the list of words' for word in words]


def test_names_that_stand_in_a_file_with_a_fault_are_right() -> None:
    wording = Wording(words=frozenset(("the", "is", "dark")))
    game = make_kit(make_card("mall", "Mall", 10, event="The Brig is dark"), wording=wording)
    map_file = "content/game/station.yaml"
    lost = Fault("bad-map", Where(map_file, 4), "row 3 of the map stands where row 2 should")
    game = game._replace(texts={map_file: "BR: {name: The Brig}"}, faults=(lost,))
    assert look("unknown-word", game) == []
    assert len(look("unknown-word", game._replace(faults=()))) == 1


def test_without_a_list_no_word_is_wrong() -> None:
    assert look_at("unknown-word", "Lsoe") == []


def test_a_waiver_on_the_card_covers_what_its_texts_say() -> None:
    game = make_kit(make_card("mall", "Mall", 10, event="Take the the card."))
    assert [each.check for each in settle(game, inspect(game, [game]))].count("doubled-word") == 1
    for on in ("mall", "events/mall", "events"):
        waived = Kit(game.id, game.title, game.where, decks=game.decks, waivers=(waiver("doubled-word", on=on),))
        assert [each.check for each in settle(waived, inspect(waived, [waived]))].count("doubled-word") == 0


WRITTEN = """deck: events
cards:
  - id: mall
    event: >-   # none of these: suply
      The shutters are half down,
      and one suply lies there. Take
      Take the the axe.

      TODO
    flavour: |
        Lose harm
    run: 2
    equipment: {name: suply}
"""


@pytest.mark.parametrize(
    ("line", "words", "found"),
    [
        (4, "suply", (6, 15)),
        (4, "the the", (7, 12)),
        (4, "Take Take", (6, 33)),
        (4, "one **suply** lies", (6, 11)),
        (4, "there. Lose", (4, 12)),
        (4, "Take", (6, 33)),
        (4, "TODO", (9, 7)),
        (4, "harm", (4, 12)),
        (10, "harm", (11, 14)),
        (10, "run", (10, 14)),
        (4, "TOD", (4, 12)),
        (13, "suply", (13, 23)),
    ],
)
def test_a_word_is_pointed_at_on_its_own_line(line: int, words: str, found: tuple[int, int]) -> None:
    kit = make_kit()._replace(texts={EVENTS: WRITTEN})
    where = Where(EVENTS, line, {4: 12, 10: 14, 13: 23}[line])
    assert find_spot(kit, where, words) == Where(EVENTS, *found)
    assert find_spot(make_kit(), where, words) == where


def test_a_word_of_a_rulebook_is_pointed_at_within_its_paragraph() -> None:
    text = "# Moving\n\nGo one step, or\ntwo stpes if you run.\n\nNo stpes in the dark.\n"
    kit = make_kit()._replace(texts={"rules.md": text})
    assert find_spot(kit, Where("rules.md", 3, 1), "stpes") == Where("rules.md", 4, 5)
    assert find_spot(kit, Where("rules.md", 6, 4), "stpes") == Where("rules.md", 6, 4)
    assert find_spot(kit, Where("rules.md", 3, 1), "dark") == Where("rules.md", 3, 1), "it is in another paragraph"


def test_a_word_in_a_folded_text_is_waived_where_the_text_begins() -> None:
    card = Card("mall", "Mall", 1, Where(EVENTS, 3, 5), {"event": "one suply"}, {("event",): Where(EVENTS, 4, 12)})
    kit = make_kit(card, wording=Wording(words=frozenset(("one",))))._replace(texts={EVENTS: WRITTEN})
    (finding,) = settle(kit, inspect(kit, [kit]))
    assert (finding.check, finding.where) == ("unknown-word", Where(EVENTS, 6, 15))
    waived = kit._replace(waivers=(waiver("unknown-word", line=4),))
    assert settle(waived, inspect(waived, [waived])) == []


@pytest.mark.parametrize("text", ["**a *b c***", "***a **b***", "**{x}***Word a(**b", "—*Word ^^**{x}***Word a(**__"])
def test_stars_that_close_more_than_is_open_are_no_trouble(text: str) -> None:
    assert odd_stars(text) in ("", "*", "**", "***")
