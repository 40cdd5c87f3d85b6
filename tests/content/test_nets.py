"""Pyramids, die and boxes of the games, read back from their sheets and folded in space."""

import math
from collections import Counter
from functools import cache

import pytest
from faces.conftest import REPOSITORY
from press.folding import Flat, Space, fold_flat, read_flats, rectangle_of, worst_gap
from press.nouns import draw

from pnp.faces.studio import Studio
from pnp.kit.project import Project
from pnp.kit.reading import read_kit
from pnp.model.face import FaceKey
from pnp.model.kit import Kit
from pnp.model.sheet import Run
from pnp.press.assembly import print_run
from pnp.press.imposition.imposition import impose

INCH = 25.4
# The pyramids: base and height, in inches.
SIZES = {"large": (1, 1.75), "medium": (25 / 32, 1.375), "small": (9 / 16, 1)}
TOLERANCE = 0.01


@cache
def kit(name: str) -> Kit:
    return read_kit(REPOSITORY / "content" / name, f"content/{name}")


def studio(name: str) -> Studio:
    return Studio(kit(name), Project(REPOSITORY).roots(REPOSITORY / "content" / name))


@cache
def printed(name: str, job: str, paper: str) -> tuple[Run, list[Flat]]:
    """The sheets of a job, and all nets on them."""
    (found,) = (each for each in kit(name).jobs if each.name == job)
    pieces = [piece for deck in found.decks for piece in studio(name).pieces(kit(name).deck(deck))]
    run = impose(kit(name), found, pieces, paper)
    content = print_run(run, draw(pieces), draft=False)
    return run, [flat for page in range(len(run.sheets)) for flat in read_flats(content, page)]


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_24_pyramids_and_the_die_lie_on_two_sheets(paper: str) -> None:
    run, flats = printed("zombie-coasters", "pyramids", paper)
    assert len(run.sheets) == 2
    assert len(flats) == 25
    printed_cards = Counter(piece.id for sheet in run.sheets for piece in sheet.pieces)
    for size in SIZES:
        colours = {
            colour: printed_cards[f"pyramids-{size}/{size}-{colour}"] for colour in ("green", "blue", "yellow", "red")
        }
        assert colours == {"green": 5, "blue": 1, "yellow": 1, "red": 1}


@pytest.mark.parametrize("size", SIZES)
def test_printed_pyramids_stand_as_high_as_the_table_says(size: str) -> None:
    base, height = (length * INCH for length in SIZES[size])
    slant = math.hypot(height, base / 2)
    # Outward normals of walls that meet lean upward by (b / 2) / s, a quarter turn apart.
    bend = math.degrees(math.acos((base / 2 / slant) ** 2))
    found = 0
    for flat in printed("zombie-coasters", "pyramids", "letter")[1]:
        walls = [number for number, panel in enumerate(flat.panels) if len(panel) == 3]
        if not walls or abs(_shortest(flat.panels[walls[0]]) - base) > TOLERANCE:
            continue
        found += 1
        moves = fold_flat(flat, walls[0], lambda _parent, _child: bend)
        faces = [[moves[number](point) for point in flat.panels[number]] for number in walls]
        assert worst_gap(faces, open_edges=4) < TOLERANCE
        assert _stand(faces) == pytest.approx(height, abs=TOLERANCE)
    assert found == 8


def _shortest(panel: list[tuple[float, float]]) -> float:
    return min(math.dist(one, other) for one, other in zip(panel, (*panel[1:], panel[0]), strict=True))


def _stand(faces: list[list[Space]]) -> float:
    """How high the corner that all faces share is above the middle of the others."""
    (apex,) = [c for c in faces[0] if all(min(math.dist(c, each) for each in face) < TOLERANCE for face in faces)]
    feet = [corner for face in faces for corner in face if math.dist(corner, apex) > 1]
    middle = [sum(foot[axis] for foot in feet) / len(feet) for axis in range(3)]
    return math.dist(apex, middle)


def _solid(flat: Flat) -> tuple[int, float, list[float]]:
    """How many faces a box has, how well they meet, and its size."""
    corners = [rectangle_of(panel) for panel in flat.panels]
    root = next(number for number, each in enumerate(corners) if each)
    moves = fold_flat(flat, root, lambda _parent, _child: 90.0)
    faces = [[move(point) for point in each] for move, each in zip(moves, corners, strict=True) if each]
    points = [point for face in faces for point in face]
    reach = sorted(max(p[axis] for p in points) - min(p[axis] for p in points) for axis in range(3))
    return len(faces), worst_gap(faces), reach


def test_the_die_is_a_cube_of_three_quarters_of_an_inch() -> None:
    flats = printed("zombie-coasters", "pyramids", "letter")[1]
    (die,) = [flat for flat in flats if any(rectangle_of(panel) for panel in flat.panels)]
    faces, gap, size = _solid(die)
    assert (faces, gap < TOLERANCE) == (6, True)
    assert size == pytest.approx([19.05] * 3, abs=TOLERANCE)


def test_opposite_faces_of_the_die_are_those_that_the_rules_name() -> None:
    face = studio("zombie-coasters").compose(FaceKey("cube", "cube", "front"))
    middles = {text.words: ((text.box.left + text.box.right) / 2, text.box.top) for text in face.texts}
    row = sorted(("AIM", "TIP", "SWAP", "DIG"), key=lambda name: middles[name][0])
    assert row == ["AIM", "TIP", "SWAP", "DIG"], "the first and the third of a row come to lie opposite, and so on"
    assert middles["HOP"][0] == pytest.approx(middles["WILD"][0], abs=1) == pytest.approx(middles["TIP"][0], abs=1)
    opposite = {card.id: card.values["opposite"] for card in kit("zombie-coasters").deck("die").cards}
    assert (opposite["aim"], opposite["tip"], opposite["hop"]) == ("swap", "dig", "wild")


@pytest.mark.parametrize("paper", ["letter", "a4"])
@pytest.mark.parametrize(
    ("name", "decks", "stock"),
    [("zed-deck", ("events", "trackers", "reference"), 0.32), ("space-station-zemo", ("items",), 0.35)],
)
def test_a_tuck_box_closes_around_its_deck(name: str, decks: tuple[str, ...], stock: float, paper: str) -> None:
    run, (flat,) = printed(name, "box", paper)
    assert len(run.sheets) == 1
    faces, gap, size = _solid(flat)
    assert (faces, gap < TOLERANCE) == (6, True)
    cards = sum(kit(name).deck(deck).size for deck in decks)
    wall = 0.3
    assert size == pytest.approx(sorted((63.5 + 1 + wall, cards * stock + 1 + wall, 88.9 + 1 + wall)), abs=TOLERANCE)
