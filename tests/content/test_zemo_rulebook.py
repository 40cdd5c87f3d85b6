"""Space Station Zemo: its rulebook and charts say what the kit says, and decide what the earlier print leaves open."""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from pnp.faces.document.author import Author
from pnp.faces.studio import Studio
from pnp.jobs import Jobs
from pnp.kit.project import Project
from pnp.kit.reading import read_kit
from pnp.model.document import Document, plain
from pnp.model.face import Face, FaceKey
from pnp.model.kit import Kit
from pnp.model.roots import Roots
from pnp.outcome import Options
from pnp.press.rulebook.setting import set_rulebook
from pnp.work.crew import Crew, quiet

ROOT = Path(__file__).parents[2]
ZEMO = ROOT / "content/space-station-zemo"
PAPERS = ("letter", "a4")

# What the earlier print leaves open, or says in two ways, and the words that decide it.
DECIDED = {
    "the weapon counts in a Fight": "add their combat and the weapon",
    "who is out": "Someone who is growing back in the Bio-Vat is not out",
    "when one is regrown": "When you first Heal, turn your health token to its back",
    "when the Bio-Vat closes": "As soon as every character in the game is regrown, it closes",
    "full damage": "it loses your whole total, dice, combat and weapon",
    "a tie in a Fight": "A tie: nobody loses anything, and the Fight is over",
    "a tie of shots": "A tie does nothing",
    "what the dead leave": "All your other items stay where you were, face down; from a hallway, they go to",
    "Pete's two actions": "Pete takes two, one straight after the other, the same one twice if he likes",
    "the order of a beginning": "In this order: Life support is off",
    "Reactor and Zoo before the action": "In the Reactor Room: lose 1 health. In the Zemo Zoo: roll on its table",
    "who is safe from the Airlock": "Safe are those in the Bio-Vat, in the Escape Pod and in the Brig",
    "two ways as short": "at each step you take the first of left, up, down, right that is one of them",
    "zones and suction": "polyps explode, but the zones do nothing",
    "no action": "Take one action, or none",
    "who begins": "Play begins with the highest health",
    "several losses at once": "Where several lose at once, the highest goes first",
    "shots and rooms": "you may shoot out by any of its doors, straight on, and be shot at through any of them",
    "recoil in a room": "Out of a room, too, only a door in that line lets you",
    "a teleport and the roll": "say so before your movement roll, and make none",
    "staying": "to stay, you need no roll",
    "who chews first": "After the roll each may chew one Gumball, the attacker first",
    "Technoplants": "wherever they come from, and must",
    "a wet floor": "the zones do nothing; nor does a Freshly Mopped Floor",
    "who looks into the Bin": "you look through it, alone; for a random card you shuffle it",
    "the marker of life support": "that of life support in Command Control, NORMAL up",
    "the packs at the start": "one pack token shows PACK 1 and the other AWAY",
    "the switch": "what was closed is open, or what was open is closed",
    "36 at the start": "A double six is 36, a room that was never built: roll both again",
    "36 on a teleport": "roll 36 again",
    "beyond a table": "A roll changed beyond the end of a table counts as that end",
    "below 0": "Every loss ends there at the latest",
    "healing and taken spaces": "If that space is taken, you stop at the nearest empty one below it",
    "coffee at the end": "as far as the 30 at the end of the track; if that is taken, you stop below",
    "an empty Bin": "From an empty Bin you take nothing",
    "a win with an empty Bin": "a win with an empty Bin keeps your card, no more",
    "the reset": "takes an action there, but no roll, and makes gravity and life support normal",
    "rats in two packs": "They have one token on the Health Track, one hand, one roll and one action",
    "Floyd's numbers": "Floyd always is one of the three, from the start on",
    "polyps": "walk into a space with a polyp, and you lose 1D6 health; the polyp is gone",
    "recoil": "You are thrown whether you hit or not, and when you shoot back, too",
    "the tunnel is taken": "if it is taken, on the nearest empty one",
    "no room for dropped items": "The Airlock, the Bio-Vat, the Escape Pod and the Brig never count as that room",
    "who chooses between rooms": "it goes to the nearest room; if several are as near, you choose",
    "ways that nobody is dragged": "but not through the Escape Pod, the Bio-Vat and the Brig",
    "which pack is dragged first": "The Airlock drags both, the one that you name first",
    "Magnet Boots in the Airlock": "and whoever has Magnet Boots, even in the Airlock",
    "which pack answers": "only the pack that was attacked may answer",
    "where the Rats' items lie": "their items lie where the pack was that was hit",
    "when packs join": "They may join at any time in their movement, when both are in one space",
    "attacks through the Brig's door": "this way only, and nobody fights or shoots through it",
    "attacks into the pod": "From a hallway into a room and back is fine, also for the Escape Pod",
    "recoil into closed rooms": "the Escape Pod, the Bio-Vat and the Brig are as good as walls",
    "recoil over polyps and zones": "Polyps on the way explode, the zones do nothing",
    "ammunition in the Armory": "Ammunition is not a weapon",
    "a Trap that stays": "a Grumpy Cactus costs 2 health each time",
    "a Trap that takes you away": "If a Trap takes you away, the Pick is over",
    "the Punch-O-Gram": "is like any other: the target may fight back",
    "how the Bin lies": "The Bin lies face down",
    "how many Gumballs": "you have at most as many as your mat has places",
    "doors between rooms": "from a hallway or from room to room",
    "the Zoo's hug": "you lose your action (Pete both), and the whole next turn",
}
# The worked examples as the rules have them, and what the earlier print makes of them.
WORKED = ("He may go 0 to 7 spaces", "room 12", "3 + 2 + 2 = 7", "It loses 2 and is down to 4", "which makes 9")
ALSO = ("Chuckie loses 5.", "They lose 2, from 9 to 7", "and loses 5. And Pete flies 9 spaces straight back")
WRONG = ("down to 2", "which makes 7", "loses 3")


@cache
def kit() -> Kit:
    return read_kit(ZEMO, "content/space-station-zemo")


@cache
def roots() -> Roots:
    return Project(ROOT).roots(ZEMO)


@cache
def document() -> Document:
    (rulebook,) = kit().rulebooks
    return Author(kit(), roots()).write(rulebook)


@cache
def said() -> str:
    return re.sub(r"\s+", " ", " ".join(plain(words) for words in document().texts()))


def chart(kit: Kit, deck: str, card: str) -> Face:
    return Studio(kit, roots()).compose(FaceKey(deck, card, "front"))


def shown(face: Face) -> list[str]:
    return [re.sub(r"\s+", " ", text.words) for text in face.texts]


@pytest.mark.parametrize("paper", PAPERS)
def test_the_rulebook_is_sound_and_short(paper: str) -> None:
    booklet = set_rulebook(document(), roots(), paper, draw=True)
    assert (document().faults, booklet.faults) == ((), ())
    assert booklet.pages <= 10


@pytest.mark.parametrize("question", DECIDED)
def test_each_gap_is_decided_in_plain_words(question: str) -> None:
    assert DECIDED[question] in said()


def test_examples_are_worked_out_by_the_rules() -> None:
    for words in (*WORKED, *ALSO):
        assert words in said(), words
    for words in WRONG:
        assert words not in said(), words


def test_examples_follow_the_cards() -> None:
    deck = kit().deck("items")
    cards = tuple(
        card._replace(values={**card.values, "bonus": 3}) if card.id == "lite-saber" else card for card in deck.cards
    )
    changed = kit()._replace(decks=tuple(replace(deck, cards=cards) if each is deck else each for each in kit().decks))
    (rulebook,) = changed.rulebooks
    words = " ".join(plain(words) for words in Author(changed, roots()).write(rulebook).texts())
    assert "3 + 2 + 3 = 8. It loses 1 and is down to 5" in words
    assert "which makes 10" in words


def test_rooms_and_their_tables_are_in_the_rulebook_and_on_the_chart() -> None:
    on_chart = shown(chart(kit(), "charts", "locations"))
    for table in kit().tables:
        if table.id in ("start-rooms", "teleport"):
            continue
        for row in table.rows:
            assert row.effect in on_chart, row.effect
            assert table.id == "code-room" or row.effect in said(), row.effect
    (board,) = kit().boards
    named = [space for space in board.spaces if "named" in space.tags]
    assert len(named) == 11
    for space in named:
        assert f"{space.number} {space.name} (" in said()
        assert space.name.upper() in on_chart
        assert str(space.number) in on_chart


def test_the_chart_follows_its_table() -> None:
    tables = tuple(
        table._replace(rows=tuple(row._replace(effect="A brass band.") for row in table.rows))
        if table.id == "zoo"
        else table
        for table in kit().tables
    )
    words = shown(chart(kit()._replace(tables=tables), "charts", "locations"))
    assert words.count("A brass band.") == 6


@pytest.mark.parametrize(
    ("deck", "card"), [("charts", "locations"), ("charts", "turn"), ("recycling-bin", "recycling-bin")]
)
def test_charts_can_be_read_at_arms_length_and_all_words_have_room(deck: str, card: str) -> None:
    face = chart(kit(), deck, card)
    assert face.faults == ()
    assert all((text.over, text.missing) == (0, ()) for text in face.texts)
    assert min(text.size for text in face.texts) >= 10


def test_charts_are_three_sheets_of_either_paper_without_marks() -> None:
    (job,) = (job for job in kit().jobs if job.name == "charts")
    assert job.stock == "paper"
    with Crew(kit(), roots(), draw=False) as crew:
        (laid,) = Jobs(kit(), [job], crew, Options(PAPERS), draw=False).lay(quiet)
    assert laid.findings == ()
    assert [len(run.sheets) for run in laid.runs] == [3, 3]


def test_board_chart_and_rulebook_have_the_zoos_hug_and_regrowth_in_the_same_words() -> None:
    decks = {deck.id: deck for deck in kit().decks}
    assert {"charts", "station-board", "items"} <= set(decks)
    board = " ".join(shown(chart(kit(), "station-board", "station")))
    locations = " ".join(shown(chart(kit(), "charts", "locations")))
    turn = " ".join(shown(chart(kit(), "charts", "turn")))
    assert "lose action and next turn" in board
    assert "lose your action and the next turn" in locations
    assert "lose your action and the next turn" in said()
    assert "the first time, turn your token to regrown" in locations.replace("*", "")
    assert "When you first Heal there, turn your token to regrown" in turn.replace("*", "")
    assert "On arrival" not in said()
