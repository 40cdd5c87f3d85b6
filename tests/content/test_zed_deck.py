"""Zed Deck: the facts that its cards must keep, and how their faces come out."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from statistics import correlation, mean

import pytest

from pnp.faces.studio import Studio
from pnp.kit.project import Project
from pnp.kit.reading import read_kit
from pnp.model.face import Face, FaceKey, Text, Words
from pnp.model.kit import Card, Deck, Kit, Value
from pnp.model.roots import Roots

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "content/zed-deck"
TESTS_FOR = re.compile(r"\*\*(Run|Fight)\*\* tests?\b")
# The flavour is read out and forgotten: no word of the rules may stand in it.
RULES_WORDS = re.compile(r"\b(draw|lose|gain|test|heal|discard|damage|supplies|equipment)\b", re.IGNORECASE)


@cache
def kit() -> Kit:
    return read_kit(FOLDER, "content/zed-deck")


@cache
def roots() -> Roots:
    return Project(ROOT).roots(FOLDER)


@cache
def studio() -> Studio:
    return Studio(kit(), roots())


@cache
def front(card: str) -> Face:
    return studio().compose(FaceKey("events", card, "front"))


@cache
def back() -> Face:
    return studio().compose(FaceKey("events", "", "back"))


def front_of(card: Card) -> Face:
    """The face that a card which is not in the deck would have."""
    other = replace(kit(), decks=(replace(deck(), cards=(card,)),))
    return Studio(other, roots()).compose(FaceKey("events", card.id, "front"))


def changed(card: str, **values: Value) -> Card:
    [found] = [found for found in cards() if found.id == card]
    return replace(found, values={**found.values, **values})


def deck() -> Deck:
    return kit().deck("events")


def cards() -> tuple[Card, ...]:
    return deck().cards


def group(value: Value) -> Mapping[str, Value]:
    assert isinstance(value, Mapping)
    return value


def text(value: Value) -> str:
    assert isinstance(value, str)
    return value


def number(value: Value) -> int:
    assert isinstance(value, int)
    return value


def difficulties(card: Card) -> dict[str, int]:
    """What the card's test asks for, by kind; empty without a test."""
    test = card.values["test"]
    if test is None:
        return {}
    return {kind: number(asked) for kind in ("run", "fight") if (asked := group(test)[kind]) is not None}


def equipment(card: Card) -> Mapping[str, Value]:
    return group(card.values["equipment"])


def words(card: Card) -> list[str]:
    texts = (card.values["event"], card.values["flavour"], equipment(card)["rules"])
    return re.findall(r"[a-z0-9']+", " ".join(map(text, texts)).lower())


def said(face: Face, field: str) -> Text:
    [found] = [found for found in face.texts if found.field == field]
    return found


CARDS = [pytest.param(card, id=card.id) for card in cards()]
IDS = [card.id for card in cards()]


def test_kit_reads_without_a_fault() -> None:
    assert kit().faults == ()
    assert {credit.name for credit in kit().credits} == {"Chris Fee, 2011", "the pnp project"}


def test_deck_is_one_full_sheet_of_nine() -> None:
    assert deck().size == deck().count == len(cards()) == 9
    assert (deck().width, deck().height) == (63.5, 88.9)
    assert [job.decks for job in kit().jobs] == [("events",)]


@pytest.mark.parametrize("card", CARDS)
def test_values_are_those_of_the_rules(card: Card) -> None:
    assert -1 <= number(card.values["run"]) <= 3
    assert -1 <= number(card.values["fight"]) <= 3
    assert all(difficulty >= 1 for difficulty in difficulties(card).values())


@pytest.mark.parametrize("card", CARDS)
def test_asterisk_stands_where_the_rules_speak_of_that_test(card: Card) -> None:
    thing = equipment(card)
    spoken_of = {kind.lower() for kind in TESTS_FOR.findall(text(thing["rules"]))}
    assert spoken_of == {kind for kind in ("run", "fight") if thing[kind] == "*"}


@pytest.mark.parametrize("card", CARDS)
def test_what_happens_at_once_gives_no_modifier(card: Card) -> None:
    thing = equipment(card)
    assert ("**At once:**" in text(thing["rules"])) == thing["immediate"]
    if thing["immediate"]:
        assert (thing["run"], thing["fight"]) == (0, 0)


@pytest.mark.parametrize("card", CARDS)
def test_cost_is_what_the_rules_say(card: Card) -> None:
    paid = re.findall(r"pay \*\*(\d)\*\*\{supplies\}", text(equipment(card)["rules"]))
    assert (int(paid[0]) if paid else 0) == equipment(card)["cost"]


@pytest.mark.parametrize("card", CARDS)
def test_flavour_has_no_word_of_the_rules(card: Card) -> None:
    assert RULES_WORDS.findall(text(card.values["flavour"])) == []


def test_every_kind_of_test_is_there() -> None:
    kinds = Counter(tuple(difficulties(card)) for card in cards())
    assert kinds == {("run",): 2, ("fight",): 1 + 1, ("run", "fight"): 2, (): 3}


def test_values_are_spread_as_a_whole_deck_would_be() -> None:
    runs = [number(card.values["run"]) for card in cards()]
    fights = [number(card.values["fight"]) for card in cards()]
    for column in (runs, fights):
        assert 1.2 <= mean(column) <= 1.5
        assert set(column) == {-1, 0, 1, 2, 3}
    assert abs(mean(runs) - mean(fights)) <= 0.3
    assert abs(correlation(runs, fights)) <= 0.3
    assert Fraction(1, 5) <= Fraction(sum(map(int.__eq__, runs, fights)), 9) <= Fraction(3, 10)


def test_tests_are_as_hard_as_a_fair_deck_has_them() -> None:
    hardest = [max(difficulties(card).values()) for card in cards() if difficulties(card)]
    assert 2.4 <= mean(hardest) <= 2.8


def test_harder_tests_pay_more() -> None:
    pay: dict[int, set[int]] = {}
    for card in cards():
        if difficulties(card):
            supplies = number(group(card.values["test"])["supplies"])
            pay.setdefault(max(difficulties(card).values()), set()).add(supplies)
    assert pay == {2: {1}, 3: {2}, 4: {3}}


def test_a_third_of_the_cards_bears_the_zombie() -> None:
    assert sum(card.values["zombies"] is True for card in cards()) == 3


def test_no_two_cards_share_eight_words_in_a_row() -> None:
    seen: dict[tuple[str, ...], str] = {}
    for card in cards():
        said = words(card)
        for start in range(len(said) - 7):
            assert seen.setdefault(tuple(said[start : start + 8]), card.id) == card.id


def test_titles_and_equipment_are_all_different() -> None:
    assert len({card.title for card in cards()}) == 9
    assert len({equipment(card)["name"] for card in cards()}) == 9


@pytest.mark.parametrize("name", [*IDS, ""])
def test_faces_have_no_fault_and_their_texts_fit(name: str) -> None:
    face = front(name) if name else back()
    assert face.faults == ()
    assert face.texts
    for found in face.texts:
        assert (found.over, found.missing) == (0, ()), found.words


@pytest.mark.parametrize("name", IDS)
def test_type_is_no_smaller_than_the_style_allows(name: str) -> None:
    face = front(name)
    title = said(face, "title")
    assert 10.5 <= title.size <= 13.5 if title.lines == 1 else (title.lines == 2 and 8 <= title.size <= 9.75)
    assert said(face, "equipment.name").size >= 8.5
    assert said(face, "flavour").lines <= 2
    for found in face.texts:
        assert found.size >= (6.5 if re.fullmatch(r"Z\d\d", found.words) else 8), found.words


@pytest.mark.parametrize("name", IDS)
def test_each_half_keeps_its_texts(name: str) -> None:
    for found in front(name).texts:
        if re.fullmatch(r"Z\d\d", found.words):
            assert 54.6 < found.box.top < found.box.bottom < 58.1  # in the tape
        elif found.field.startswith("equipment."):
            assert 58.1 < found.box.top < found.box.bottom < 85.9
        else:
            assert 3 < found.box.top < found.box.bottom < 53
        assert 3 < found.box.left < found.box.right < 60.5


def test_numbers_are_printed_as_the_style_has_them() -> None:
    printed = {name: {found.field: found.words for found in front(name).texts} for name in IDS}
    assert printed["church-bell"]["run"] == "−1"
    assert printed["church-bell"]["test.run"] == "3+"
    assert printed["church-bell"]["test.supplies"] == "+2"
    assert printed["rooftop-shortcut"]["equipment.run"] == "−1"
    assert printed["rooftop-shortcut"]["equipment.fight"] == "+2"
    assert printed["camp-stove"]["equipment.fight"] == "0"
    assert "equipment.run" not in printed["camp-stove"]  # a drawn asterisk


def test_medal_shortens_the_title() -> None:
    assert said(front("last-bus"), "title").lines == 2
    for card in cards():
        assert said(front(card.id), "title").box.right <= (50.4 if card.values["zombies"] else 59.7) + 0.01
    assert said(front_of(changed("last-bus", zombies=False)), "title").lines == 1


def test_cards_with_one_seed_share_their_drawing() -> None:
    markups = [{item.markup for item in front(name).items if not isinstance(item, Words)} for name in IDS]
    everything = set().union(*markups)
    assert len(everything) < sum(map(len, markups)) / 2


def test_frieze_is_never_bought_with_small_type() -> None:
    long = "Three lines in the small type of a long event, which is what a row of silhouettes is never worth to us."
    assert said(front_of(changed("self-storage", frieze="none", event=long)), "event").over == 0
    assert said(front_of(changed("self-storage", frieze="horde", event=long)), "event").over > 0
    assert said(front_of(changed("camp-stove", frieze="street")), "event").size == 10.5


def test_test_without_supplies_shows_no_prize() -> None:
    face = front_of(changed("last-bus", test={"run": 3, "fight": None, "supplies": 0}))
    assert face.faults == ()
    assert {found.field for found in face.texts}.isdisjoint({"test.supplies"})
    assert said(face, "test.run").words == "3+"


def test_text_that_is_too_long_is_said_to_be() -> None:
    face = front_of(changed("stray-dog", frieze="none", event="All the dogs of the town came running. " * 8))
    assert said(face, "event").over > 0


def test_back_is_its_own_half_turn() -> None:
    import io

    from PIL import Image, ImageChops

    from pnp.faces.drawing import draw_picture

    picture = Image.open(io.BytesIO(draw_picture(back(), roots(), 72))).convert("L")
    turned = picture.transpose(Image.Transpose.ROTATE_180)
    apart = ImageChops.difference(picture, turned).histogram()
    assert sum(apart[64:]) <= picture.width * picture.height * 0.002


def test_all_cards_have_the_same_back() -> None:
    pieces = studio().pieces(deck())
    assert len(pieces) == 9
    assert {piece.back for piece in pieces} == {FaceKey("events", "", "back")}
