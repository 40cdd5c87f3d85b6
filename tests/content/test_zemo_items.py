"""The items of Space Station Zemo: what their cards say and show follows from their fields."""

import io
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from pnp.faces.drawing import draw_picture
from pnp.faces.studio import Studio
from pnp.kit.project import Project
from pnp.kit.reading import read_kit
from pnp.model.face import Face, FaceKey, Text
from pnp.model.kit import Card, Kit, Value
from pnp.model.roots import Roots
from pnp.press.imposition.imposition import impose

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "content/space-station-zemo"
CAPTIONS = {"weight": "WEIGHT", "damage": "DAMAGE", "combined": "DAMAGE", "range": "RANGE", "bonus": "COMBAT"}


@cache
def kit() -> Kit:
    """The items alone: what the other pieces are like has tests of its own."""
    whole = read_kit(FOLDER, "content/space-station-zemo")
    return whole._replace(decks=(whole.deck("items"),))


@cache
def roots() -> Roots:
    return Project(ROOT).roots(FOLDER)


def cards() -> tuple[Card, ...]:
    return kit().deck("items").cards


@cache
def front(card: str) -> Face:
    return Studio(kit(), roots()).compose(FaceKey("items", card, "front"))


def front_of(name: str, **values: Value) -> Face:
    """The front of a card that says something else."""
    deck = kit().deck("items")
    others = tuple(card._replace(values={**card.values, **values}) if card.id == name else card for card in cards())
    other = kit()._replace(decks=(replace(deck, cards=others),))
    return Studio(other, roots()).compose(FaceKey("items", name, "front"))


def said(face: Face, field: str) -> Text:
    [found] = [found for found in face.texts if found.field == field]
    return found


def bare(face: Face) -> str:
    return said(face, "rules").words.replace("*", "")


def picture(face: Face) -> Image.Image:
    return Image.open(io.BytesIO(draw_picture(face, roots(), 60))).convert("L")


IDS = [card.id for card in cards()]


@pytest.mark.parametrize("name", IDS)
def test_texts_fit_in_the_type_of_the_style(name: str) -> None:
    face = front(name)
    assert face.faults == ()
    assert [found.words for found in face.texts if found.over or found.missing] == []
    assert (said(face, "rules").size, said(face, "joke").size) == (9.5, 8.4)
    assert said(face, "rules").box.bottom <= said(face, "joke").box.top + 0.01


@pytest.mark.parametrize("card", cards(), ids=IDS)
def test_each_figure_stands_over_its_caption(card: Card) -> None:
    texts = {found.words: found for found in front(card.id).texts}
    for field, caption in CAPTIONS.items():
        value = card.values[field]
        if value in (None, "") or (field == "weight" and card.values["kind"] == "trap"):
            continue
        shown = texts[f"+{value}" if field == "bonus" else str(value)]
        assert shown.box.bottom < texts[caption].box.top
        assert abs(shown.box.left + shown.box.right - texts[caption].box.left - texts[caption].box.right) < 1
    assert ("WEIGHT" in texts) == (card.values["kind"] != "trap")


def test_sentences_are_made_of_the_fields() -> None:
    assert "Shoot straight, 2 to 8 spaces away." in bare(front("machete-launcher"))
    assert "3 to 5 spaces" in bare(front_of("machete-launcher", range=5, min_range=3))
    assert "add +2 to every combat roll" in bare(front("lite-saber"))
    assert "add +4 to every combat roll" in bare(front_of("lite-saber", bonus=4))
    assert "fire a Plutonium Rod that you hold: 3D6 damage" in bare(front("slingshot"))
    assert "does 3D6 damage in place of 1D6" in bare(front("plutonium-rod"))
    assert "leaves the game" in bare(front("wanted-poster"))
    assert "leaves the game" not in bare(front_of("wanted-poster", leaves=False))


def test_no_two_pictures_are_alike() -> None:
    window = (int(4 * 60 / 25.4), int(19 * 60 / 25.4), int(66 * 60 / 25.4), int(44 * 60 / 25.4))
    shown = [picture(front(name)).crop(window) for name in IDS]
    for at, one in enumerate(shown):
        for other in shown[at + 1 :]:
            apart = ImageChops.difference(one, other).histogram()
            assert sum(apart[64:]) > 0.05 * one.width * one.height


def test_back_is_its_own_half_turn() -> None:
    back = picture(Studio(kit(), roots()).compose(FaceKey("items", "", "back")))
    apart = ImageChops.difference(back, back.transpose(Image.Transpose.ROTATE_180)).histogram()
    assert sum(apart[64:]) <= back.width * back.height * 0.002


def test_deck_is_four_sheets_with_marks_behind_them() -> None:
    [job] = [job for job in kit().jobs if "items" in job.decks]
    run = impose(kit(), job, Studio(kit(), roots()).pieces(kit().deck("items")), "letter")
    assert [len(sheet.front.slots) for sheet in run.sheets] == [9, 9, 9, 9]
    assert not any(sheet.front.marks for sheet in run.sheets)
    assert all(sheet.back is not None and sheet.back.marks for sheet in run.sheets)
