"""What becomes of pieces on paper."""

import pytest

from pnp.model.face import Box, FaceKey
from pnp.model.kit import Assets, Job, Kit, Path
from pnp.model.place import Where
from pnp.model.sheet import Line, Mark, Note, Piece, Run, Sheet, Side, Slot
from pnp.model.wording import Provenance
from pnp.rules.engine import inspect, settle

from .nouns import EVENTS, deck, kit

KIT = "content/game/kit.yaml"
LEGEND = Note("legend", Box(10, 1, 90, 3), 0, "cut on the marks")
MARK = Mark(Line(10, 5, 10, 8))


def piece(back: bool = False, bleed: float = 3.0, component: str = "events") -> Piece:
    key = FaceKey("events", "mall", "front")
    behind = FaceKey("events", "", "back") if back else None
    return Piece("events/mall", component, 1, 60.0, 90.0, 3.0, bleed, key, behind, Where(EVENTS, 10, 5))


def slot(x: float, y: float, room: float = 3.0) -> Slot:
    box = Box(x - room, y - room, x + 60 + room, y + 90 + room)
    return Slot(FaceKey("events", "mall", "front"), x, y, 60.0, 90.0, 0, box)


def sheet(*places: tuple[float, float], each: Piece | None = None, room: float = 3.0, notes: bool = True) -> Sheet:
    pieces = (each or piece(),) * len(places)
    front = Side(tuple(slot(x, y, room) for x, y in places), (MARK,), (LEGEND,) if notes else ())
    return Sheet(215.9, 279.4, pieces, front, back_of=(None,) * len(places))


def run(*sheets: Sheet, takes: int = 4) -> Run:
    places: dict[Path, Where] = {("decks",): Where(KIT, 6, 12), ("margin",): Where(KIT, 7, 13)}
    job = Job("cards", ("events",), Where(KIT, 5, 5), places=places)
    return Run(job, "game", "Game", "1", "letter", "long-edge", sheets, (("events", takes),))


def said(one: Run) -> list[tuple[str, int, str]]:
    game = kit(deck())
    return [(each.check, each.where.line, each.message) for each in settle(game, inspect(game, [one]))]


FULL = ((20.0, 20.0), (80.0, 20.0), (20.0, 110.0), (80.0, 110.0))


def test_a_sound_run_says_nothing() -> None:
    assert said(run(sheet(*FULL), sheet(*FULL))) == []


@pytest.mark.parametrize(
    ("x", "y", "gap"), [(2.0, 20.0, "2"), (20.0, 2.5, "2.5"), (153.9, 20.0, "2"), (20, 189.4, "0")]
)
def test_near_the_edge_of_the_paper(x: float, y: float, gap: str) -> None:
    ((check, line, message),) = said(run(sheet((x, y))))
    assert (check, line) == ("near-paper-edge", 7)
    assert message.startswith(f"pieces lie {gap} mm from the edge of the paper (letter)")
    assert said(run(sheet((3.0, 20.0)))) == []


def test_bleed_that_has_no_room() -> None:
    ((check, _line, message),) = said(run(sheet(*FULL, room=0.4)))
    assert check == "scant-bleed"
    assert "room for 0.4 mm of the bleed of 3 mm" in message
    assert said(run(sheet(*FULL, room=1.0))) == []
    assert said(run(sheet(*FULL, room=0.0, each=piece(bleed=0.0)))) == []


def test_backs_that_some_lack() -> None:
    both = sheet(*FULL[:1], each=piece(back=True))._replace(back=Side((slot(20, 20),)), back_of=(0,))
    alone = sheet(*FULL[:2], each=piece(component="tokens"))._replace(back=Side(()))
    game = kit(deck())
    found = settle(game, inspect(game, [run(both, alone)._replace(per_sheet=(("events", 1), ("tokens", 2)))]))
    assert [(each.check, each.where.line) for each in found] == [("missing-backs", 6)]
    assert '"tokens" has no back: 2 pieces stay blank' in found[0].message
    assert said(run(sheet(*FULL[:1]), takes=1)) == []


def test_marks_without_a_legend() -> None:
    ((check, line, message),) = said(run(sheet(*FULL, notes=False)))
    assert (check, line) == ("unexplained-lines", 5)
    assert message.startswith("no sheet of the job")
    ((_check, _line, message),) = said(run(sheet(*FULL), sheet(*FULL, notes=False)))
    assert message.startswith('1 of 2 sheets of the job "cards" do not say what')
    bare = sheet(*FULL, notes=False)._replace(front=Side(tuple(slot(x, y) for x, y in FULL)))
    assert said(run(bare)) == []


def test_places_that_stay_empty() -> None:
    ((check, line, message),) = said(run(sheet(*FULL), sheet(*FULL[:3])))
    assert (check, line) == ("wasted-slots", 5)
    assert message == (
        "1 of the 4 places of the last sheet of cards stays empty (letter): 1 more card fits on the same paper"
    )
    assert said(run(sheet(*FULL[:3]))) == [], "a single sheet is as it is"


@pytest.mark.parametrize(
    ("pattern", "file", "count"),
    [
        ("art/*.png", "art/zombie.png", 0),
        ("*", "art/zombie.png", 0),
        ("art/*.jpg", "art/zombie.png", 1),
        ("zombie.png", "art/zombie.png", 1),
        ("nothing", "fonts/gelasio/Gelasio.ttf", 1),
        ("nothing", "face.svg.j2", 0),
        ("nothing", "events.csv", 0),
    ],
)
def test_a_file_needs_a_maker(pattern: str, file: str, count: int) -> None:
    rows = (Provenance(pattern, "Ann Ample", "CC0", Where(KIT, 9)),)
    game = Kit("game", "Game", Where(KIT), provenance=rows)
    used = frozenset((f"content/game/{file}", "templates/fonts/barlow/Barlow.ttf"))
    found = settle(game, inspect(game, [Assets((file,), used)]))
    assert [each.check for each in found].count("uncredited-file") == count
