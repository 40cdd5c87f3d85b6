"""Zed Deck: the facts that its cards must keep, and how their faces come out."""

import io
import re
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest
from PIL import Image, ImageChops

from pnp.faces.drawing import draw_picture
from pnp.faces.studio import Studio
from pnp.model.face import Face, FaceKey, Text, Words
from pnp.model.kit import Card, Value

from .zed import cards, deck, equipment, kit, roots


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
    other = kit()._replace(decks=(replace(deck(), cards=(card,)),))
    return Studio(other, roots()).compose(FaceKey("events", card.id, "front"))


def changed(card: str, **values: Value) -> Card:
    [found] = [found for found in cards() if found.id == card]
    return found._replace(values={**found.values, **values})


def said(face: Face, field: str) -> Text:
    [found] = [found for found in face.texts if found.field == field]
    return found


IDS = [card.id for card in cards()]


def test_kit_reads_without_a_fault() -> None:
    assert kit().faults == ()
    assert {credit.name for credit in kit().credits} == {"Chris Fee, 2011", "the pnp project"}


def test_deck_is_printed_by_itself_and_cut_as_poker_cards() -> None:
    assert (deck().width, deck().height) == (63.5, 88.9)
    assert [job.name for job in kit().jobs if "events" in job.decks] == ["cards"]
    assert [job.decks for job in kit().jobs if job.name == "cards"] == [("events",)]


def test_pictures_tell_the_cards_apart() -> None:
    assert len({card.values["pictogram"] for card in cards()}) == 54
    assert max(Counter(equipment(card)["icon"] for card in cards()).values()) == 1
    friezes = Counter(card.values["frieze"] for card in cards())
    assert friezes["street"] >= 4
    assert friezes["horde"] >= 4


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
    picture = Image.open(io.BytesIO(draw_picture(back(), roots(), 72))).convert("L")
    turned = picture.transpose(Image.Transpose.ROTATE_180)
    apart = ImageChops.difference(picture, turned).histogram()
    assert sum(apart[64:]) <= picture.width * picture.height * 0.002


def test_all_cards_have_the_same_back() -> None:
    pieces = studio().pieces(deck())
    assert len(pieces) == 54
    assert {piece.back for piece in pieces} == {FaceKey("events", "", "back")}
