"""The `shape` and the `folds` of a deck: what is read, and what is told of what cannot be."""

import math
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.model.crossings import find_crossing
from pnp.model.kit import Deck, Kit

from .conftest import Read

TALLER = 2 / math.sqrt(3)
TEXT = (Path(__file__).parents[2] / "content" / "README.md").read_text("utf-8")


def deck_of(read: Read, text: str) -> tuple[Deck, Kit]:
    kit = read(f"deck: tokens\nfront: f.svg.j2\n{text}\ncards: [{{id: a, title: A}}]\n")
    return kit.decks[0], kit


@pytest.mark.parametrize(
    ("size", "shape", "width", "height"),
    [
        ("25 mm", "rectangle", 25, 25),
        ("25 mm", "round", 25, 25),
        ("1 in", "round", 25.4, 25.4),
        ("25 x 25 mm", "round", 25, 25),
        ("19.05 mm", "hex-pointy", 19.05, 19.05 * TALLER),
        ("19.05 mm", "hex-flat", 19.05 * TALLER, 19.05),
        ("19.05 x 22 mm", "hex-pointy", 19.05, 19.05 * TALLER),
        ("22 x 19.05 mm", "hex-flat", 19.05 * TALLER, 19.05),
    ],
)
def test_a_size_goes_with_its_shape(read: Read, size: str, shape: str, width: float, height: float) -> None:
    deck, kit = deck_of(read, f"size: {size}\nshape: {shape}")
    assert kit.faults == ()
    assert (deck.width, deck.height) == pytest.approx((width, height))
    assert (deck.shape, deck.outline is None) == (shape, shape == "rectangle")
    assert deck.corner == (3.0 if shape == "rectangle" else 0.0)
    if deck.outline is not None:
        box = deck.outline.box
        assert (box.right, box.bottom) == pytest.approx((width, height), abs=0.001)


def test_corners_and_path_data_are_outlines(read: Read) -> None:
    deck, kit = deck_of(read, "size: 30 x 26 mm\nshape: [[0, 0], [15, 2.6 cm], [30, 0]]")
    assert kit.faults == ()
    assert deck.outline is not None
    assert [vertex[:2] for vertex in deck.outline.vertices] == [(0, 0), (30, 0), (15, 26)], "clockwise"
    deck, kit = deck_of(read, 'size: 30 mm\nshape: "M 0 15 A 15 15 0 0 1 30 15 C 30 30 0 30 0 15 Z"')
    assert kit.faults == ()
    assert deck.outline is not None
    top = [vertex for vertex in deck.outline.vertices if vertex.y < 15]
    assert len(top) > 20
    assert all(abs(math.dist(vertex[:2], (15, 15)) - 15) < 0.01 for vertex in top)


@pytest.mark.parametrize(
    ("given", "line", "check", "says"),
    [
        ("size: 25 mm\nshape: rond", 4, "unknown-choice", 'shape is "rond"'),
        ("size: 25 x 30 mm\nshape: round", 3, "bad-value", "size is 25 x 30 mm, but a round piece is as wide"),
        ("size: 19 x 25 mm\nshape: hex-pointy", 3, "bad-value", "19 mm across its flats is 19 x 21.939 mm"),
        ("size: 20 mm\nshape: [[0, 0], [20, 0]]", 4, "bad-value", "has 2 corners"),
        ("size: 20 mm\nshape: [[0, 0], [20, 0], [21, 20]]", 4, "bad-value", "reaches from 0, 0 to 21, 20 mm, but"),
        ("size: 20 mm\nshape: [[-1, 0], [20, 0], [20, 20]]", 4, "bad-value", "reaches from -1, 0 to 20, 20 mm, but"),
        ("size: 20 mm\nshape: [[0, 0], [20, 20], [20, 0], [0, 20]]", 4, "bad-value", "touches itself at 10, 10"),
        ("size: 20 mm\nshape: [[0, 0], [20, 0], [10, 0], [10, 9]]", 4, "bad-value", "touches itself at"),
        ("size: 20 mm\nshape: [[0, 0], [20, 0], [10]]", 4, "bad-value", "no two lengths"),
        ("size: 20 mm\nshape: [[0, 0], [20, .inf], [10, 5]]", 4, "bad-value", "no two lengths"),
        ("size: 20 mm\nshape: [[0, 0], [20, 1e400], [10, 5]]", 4, "bad-value", "no two lengths"),
        ('size: 20 mm\nshape: "M 0 0 H 20 V 20"', 4, "bad-value", "is open: it ends 28.284 mm from where it begins"),
        ('size: 20 mm\nshape: "M 0 0 H 9 V 9 Z M 10 10 H 20 V 20 Z"', 4, "bad-value", "has 2 outlines"),
        ('size: 20 mm\nshape: "M 0 0 K 9"', 4, "bad-value", 'cannot be read at "K"'),
        ('size: 20 mm\nshape: "M 0 0 L 1e999 5 L 5 9 Z"', 4, "bad-value", "is nowhere"),
        ("size: 20 mm\nshape: {round: true}", 4, "wrong-type", "shape is"),
        ("size: 20 mm\nshape: round\ncorner: 2 mm", 5, "bad-value", "the shape is round"),
    ],
)
def test_what_cannot_be_cut_is_told(read: Read, given: str, line: int, check: str, says: str) -> None:
    _, kit = deck_of(read, given)
    (fault,) = kit.faults
    assert (fault.check, fault.where.line) == (check, line)
    assert says in fault.message
    assert fault.help


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), min_size=3, max_size=7, unique=True))
def test_crossings_are_found_as_by_trying_every_pair(points: list[tuple[float, float]]) -> None:
    sides = [(point, points[(number + 1) % len(points)]) for number, point in enumerate(points)]
    meets = any(
        _meet(sides[one], sides[other], neighbours=(other - one) % len(sides) in (1, len(sides) - 1))
        for one in range(len(sides))
        for other in range(one)
    )
    assert (find_crossing(points) is not None) == meets


def _meet(one: tuple[tuple[float, float], ...], other: tuple[tuple[float, float], ...], *, neighbours: bool) -> bool:
    """By whole numbers: whether two sides have a point in common, but for the corner between neighbours."""

    def turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    def on(p: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> bool:
        inside = min(a[0], b[0]) <= p[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])
        return turn(a, b, p) == 0 and inside

    (a, b), (c, d) = one, other
    if neighbours:
        shared = ({a, b} & {c, d}).pop()
        far, beyond = next(p for p in (a, b) if p != shared), next(p for p in (c, d) if p != shared)
        return on(far, c, d) or on(beyond, a, b)
    crossing = turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0
    return crossing or on(a, c, d) or on(b, c, d) or on(c, a, b) or on(d, a, b)


STRIP = """\
size: 25.4 x 114.3 mm
bleed: 0
folds:
  panels:
    - {name: back-tab, length: 12.7 mm, use: tab, turned: true}
    - {name: back, length: 44.45 mm, turned: true}
    - {name: front, length: 44.45 mm, then: score}
    - {length: 0.5 in, use: tab}
  steps: [Fold it., Glue it.]
"""


def test_a_strip_has_its_panels(read: Read) -> None:
    deck, kit = deck_of(read, STRIP)
    assert kit.faults == ()
    assert deck.strip is not None
    assert deck.corner == 0
    names = ["back-tab", "back", "front", "panel-4"]
    assert [(panel.name, panel.y) for panel in deck.strip.panels] == list(
        zip(names, [0, 12.7, 57.15, 101.6], strict=True)
    )
    assert deck.strip.steps == ("Fold it.", "Glue it.")
    lines = [(trace.kind, *trace.outline.vertices[0][:2], trace.outline.vertices[1].x) for trace in deck.strip.traces]
    assert lines == [("fold", 0, 12.7, 25.4), ("fold", 0, pytest.approx(57.15), 25.4), ("score", 0, 101.6, 25.4)]
    assert deck.strip.panels[1].transform == "translate(25.4 57.15) rotate(180)"
    assert deck.strip.panels[2].transform == "translate(0 57.15)"


def test_panels_lie_beside_each_other_across(read: Read) -> None:
    panels = "[{name: a, length: 30 mm}, {name: b, length: 60 mm}]"
    deck, kit = deck_of(read, f"size: 90 x 20 mm\nfolds: {{direction: across, panels: {panels}}}")
    assert kit.faults == ()
    assert deck.strip is not None
    assert [(panel.x, panel.width, panel.height) for panel in deck.strip.panels] == [(0, 30, 20), (30, 60, 20)]
    behind = deck.of_side("back").strip
    assert behind is not None
    assert [panel.x for panel in behind.panels] == [60, 0]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("12.7 mm", "12 mm"), "the panels make 113.6 mm together, but the strip is 114.3 mm high"),
        (("length: 0.5 in, ", ""), "has no folds.panels item 4.length"),
        (("length: 0.5 in", "length: 0"), "is allowed"),
        (("use: tab, turned", "use: flap, turned"), "flap"),
    ],
)
def test_panels_that_cannot_be_are_told(read: Read, change: tuple[str, str], says: str) -> None:
    _, kit = deck_of(read, STRIP.replace(*change))
    assert [says in fault.message for fault in kit.faults] == [True], kit.faults


def test_a_strip_of_one_panel_is_none(read: Read) -> None:
    deck, kit = deck_of(read, "size: 20 x 40 mm\nfolds: {panels: [{length: 40 mm}]}")
    assert [fault.message for fault in kit.faults] == ["a strip that is folded has two panels or more"]
    assert deck.strip is None


def test_the_examples_of_the_reference_are_right(read: Read) -> None:
    for begin in ("deck: tokens\n", "deck: standups\n"):
        (text,) = [block for block in re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL) if block.startswith(begin)]
        kit = read(text + "cards: [{id: a, title: A}]\n")
        assert kit.faults == ()
        assert kit.decks[0].outline is not None or kit.decks[0].strip is not None
