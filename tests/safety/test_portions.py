"""What is only looked at is parted by template, and whoever has compiled one goes on with it."""

import os

import pytest

from pnp.kit.project import Project
from pnp.kit.reading import read_kit
from pnp.model.face import FaceKey
from pnp.model.kit import Card, Deck, Kit
from pnp.model.place import Where
from pnp.work import crew
from pnp.work.limits import Limits
from pnp.work.portions import portion
from pnp.work.queue import Entry, Queue
from pnp.work.worker import Doing, Worker
from pnp.work.workplace import Batch

from .conftest import DECK, FRONT, Game

AT = Where("deck.yaml")


def deck(id: str, count: int, template: str, side: float = 60) -> Deck:
    cards = tuple(Card(str(number), "", 1, AT, {}) for number in range(count))
    return Deck(id, id, AT, side, side, template, cards=cards)


def keys(*decks: Deck) -> list[FaceKey]:
    return [FaceKey(deck.id, card.id, "front") for deck in decks for card in deck.cards]


def test_faces_of_one_template_are_together_and_many_are_shared() -> None:
    one, two, three = deck("one", 3, "a"), deck("two", 2, "a"), deck("three", 9, "b")
    kit = Kit("game", "Game", AT, decks=(one, two, three))
    portions = portion([keys(one, two, three)], 7, kit)
    assert [(each.template, len(each.keys)) for each in portions] == [("a", 5), ("b", 3), ("b", 3), ("b", 3)]
    assert [key for each in portions for key in each.keys] == keys(one, two, three)


def test_a_large_face_weighs_more_than_small_ones() -> None:
    board, tokens = deck("board", 1, "a", 560), deck("tokens", 20, "b", 20)
    kit = Kit("game", "Game", AT, decks=(board, tokens))
    large, small = portion([keys(board, tokens)], 99, kit)
    assert large.weight > small.weight > 20


def line_up(*templates: str, faces: int = 5) -> Queue:
    batch = Batch("", tuple(FaceKey("deck", str(number), "front") for number in range(faces)), False)
    return Queue([Entry((0, number), batch, template) for number, template in enumerate(templates)])


@pytest.mark.parametrize(
    ("templates", "known", "others", "faces", "chosen"),
    [
        ("ab", "", "", 5, 0),  # the first
        ("ab", "b", "", 5, 1),  # what is known
        ("ab", "", "a", 5, 1),  # what nobody knows
        ("aa", "", "a", 5, None),  # too little to compile it again
        ("aa", "", "a", 12, 0),  # much
        ("", "", "", 5, None),
    ],
)
def test_a_template_is_compiled_twice_only_where_that_pays(
    templates: str, known: str, others: str, faces: int, chosen: int | None
) -> None:
    entry = line_up(*templates, faces=faces).choose(set(known), set(others))
    assert (None if entry is None else entry.order[1]) == chosen


@pytest.mark.skipif(os.name != "posix", reason="what is forked knows the patches of a test")
def test_a_rulebook_is_written_beside_the_faces(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    game.write("cards.yaml", DECK + "".join(f"  - {{id: c{number}, title: T{number}}}\n" for number in range(9)))
    game.write("more.yaml", DECK.replace("cards\n", "more\n").replace("front.svg", "more.svg") + "  - {id: x}\n")
    game.write("more.svg.j2", FRONT)
    game.write("kit.yaml", "kit: game\ntitle: Game\nrulebooks:\n  - {name: rules, file: rules.md}\n")
    game.write("rules.md", "# Rules\n\nPlay.\n")
    monkeypatch.setattr(crew, "processors", lambda: 2)
    hired: list[Worker] = []

    class Counted(Worker):
        def __init__(self, doing: Doing, limits: Limits) -> None:
            super().__init__(doing, limits)
            hired.append(self)

    monkeypatch.setattr(crew, "Worker", Counted)
    kit, roots = read_kit(game.kit, "game"), Project(game.folder).roots(game.kit)
    faces = [FaceKey(deck.id, card.id, "front") for deck in kit.decks for card in deck.cards] * 2
    with crew.Crew(kit, roots, draw=False) as one:
        one.begin_texts(kit.rulebooks)
        queue = one.begin("", [faces], draw=False)
        assert [each.tasks for each in hired] == [1, 1]
        document, lost = one.write(kit.rulebooks[0])
        (made,) = one.finish(queue, crew.quiet)
    assert (document is not None, lost) == (True, [])
    assert [key for chunk in made for key in chunk.keys] == faces
