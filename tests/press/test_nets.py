"""Nets read back from the finished PDF and folded in space: edges meet, sizes are those said, faces stand upright."""

import math
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.build import check_kit
from pnp.faces.studio import Studio
from pnp.kit.project import Project
from pnp.kit.reading import read_kit
from pnp.model.folding import clearance, fold, height_of, measure_gap
from pnp.model.kit import Kit
from pnp.model.marking import Marking
from pnp.model.net import Load, Net
from pnp.model.roots import Root, Roots
from pnp.model.solids import measure, stand_of, unfold_box, unfold_pyramid, unfold_tuck_box
from pnp.outcome import Options
from pnp.press.assembly import print_run
from pnp.press.imposition.imposition import impose
from press.folding import Flat, Point, fold_flat, read_flats, rectangle_of, worst_gap
from press.nouns import draw, lay, make_deck, make_job, make_kit, make_pieces

TOLERANCE = 0.01
LENGTHS = st.floats(8, 60)


def print_net(net: Net) -> Flat:
    """The net on a sheet of its own, printed and read back."""
    (piece,) = make_pieces(1, net.extent, back="none", bleed=1.0)
    pieces = [piece._replace(outline=net.outline, traces=net.traces, corner=0.0)]
    (flat,) = read_flats(print_run(lay(pieces, "tabloid", margin=4.2), draw(pieces), draft=False))
    return flat


def box_of(flat: Flat) -> tuple[list[list[tuple[float, float, float]]], list[float]]:
    """The faces of a box folded by right angles about its widest, and how far it reaches in x, y and z."""
    corners = [rectangle_of(panel) for panel in flat.panels]
    root = next(number for number, each in enumerate(corners) if each)
    moves = fold_flat(flat, root, lambda _parent, _child: 90.0)
    faces = [[move(point) for point in each] for move, each in zip(moves, corners, strict=True) if each]
    points = [point for face in faces for point in face]
    return faces, [max(p[axis] for p in points) - min(p[axis] for p in points) for axis in range(3)]


@settings(max_examples=12, deadline=None, derandomize=True)
@given(st.integers(3, 8), st.floats(8, 28), st.floats(12, 60))
def test_a_printed_pyramid_closes_and_is_as_high_as_it_says(sides: int, base: float, height: float) -> None:
    flat = print_net(unfold_pyramid(sides, base, height, 6.0, floor=False))
    walls = [number for number, panel in enumerate(flat.panels) if len(panel) == 3]
    assert len(walls) == sides
    # The angle between walls, by spherical trigonometry: at the apex meet edges that are so far apart.
    edge = math.hypot(height, base / (2 * math.sin(math.pi / sides)))
    rise = math.acos(height / edge)
    apart = 2 * math.asin(math.sin(rise) * math.sin(math.pi / sides))
    lean = math.asin(min(1.0, math.cos(math.pi / sides) / math.cos(apart / 2)))
    moves = fold_flat(flat, walls[0], lambda _parent, _child: 180 - math.degrees(2 * lean))
    faces = [[moves[number](point) for point in flat.panels[number]] for number in walls]
    assert worst_gap(faces, open_edges=sides) < TOLERANCE
    apex, feet = _parts(faces)
    middle = [sum(foot[axis] for foot in feet) / len(feet) for axis in range(3)]
    assert math.dist(apex, middle) == pytest.approx(height, abs=TOLERANCE)
    assert max(abs(math.dist(apex, foot) - edge) for foot in feet) < TOLERANCE
    square = [sum((apex[i] - middle[i]) * (foot[i] - middle[i]) for i in range(3)) for foot in feet]
    assert max(map(abs, square)) < TOLERANCE * 100, "the apex stands above the middle of the base"


def _parts(
    faces: list[list[tuple[float, float, float]]],
) -> tuple[tuple[float, float, float], list[tuple[float, float, float]]]:
    """The corner that all faces share, and the others."""
    apex = next(
        corner for corner in faces[0] if all(min(math.dist(corner, each) for each in face) < 0.02 for face in faces)
    )
    return apex, [corner for face in faces for corner in face if math.dist(corner, apex) > 0.02]


@settings(max_examples=6, deadline=None, derandomize=True)
@given(LENGTHS, LENGTHS, LENGTHS)
def test_a_printed_box_closes_to_its_size(width: float, depth: float, height: float) -> None:
    faces, size = box_of(print_net(unfold_box(width, depth, height, 5.0)))
    assert len(faces) == 6
    assert worst_gap(faces) < TOLERANCE
    assert sorted(size) == pytest.approx(sorted((width, depth, height)), abs=TOLERANCE)


@settings(max_examples=6, deadline=None, derandomize=True)
@given(st.floats(30, 80), st.floats(5, 35), st.floats(40, 125))
def test_a_printed_tuck_box_closes_around_its_cards(across: float, deep: float, high: float) -> None:
    load = Load(("events",), 1, (across, high), deep, 1.0, 0.3, 6.0)
    faces, size = box_of(print_net(unfold_tuck_box(load.room, load.wall, load.flap)))
    assert len(faces) == 6, "flaps and tongues are narrower at their ends than faces are"
    assert worst_gap(faces) < TOLERANCE
    inner = sorted(length - load.wall for length in size)
    assert all(room >= need + 0.9 for room, need in zip(inner, sorted((across, deep, high)), strict=True))


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.integers(3, 12), st.floats(5, 60), st.floats(5, 120), st.booleans())
def test_pyramids_fold_by_the_model_as_well(sides: int, base: float, height: float, floor: bool) -> None:
    net = unfold_pyramid(sides, base, height, 6.0, floor=floor)
    assert measure_gap(net) < 1e-6
    assert height_of(net) == pytest.approx(height, abs=1e-6)
    assert stand_of(sides, base, measure(sides, base, height).slant) == pytest.approx(height, abs=1e-6)
    walls = [up for facet, up in zip(net.facets, fold(net).upward, strict=True) if facet.name.startswith("face-")]
    axis = [sum(up[i] for up in walls) for i in range(3)]
    length = math.hypot(*axis)
    lean = height / measure(sides, base, height).slant
    for up in walls:  # each leans inward alike, its head toward the apex
        assert sum(a * b for a, b in zip(up, axis, strict=True)) / length == pytest.approx(lean, abs=1e-6)


def test_the_table_of_the_game_is_what_nets_measure() -> None:
    table = {
        (1, 1.75): (46.23, 47.94, 30.72),
        (25 / 32, 1.375): (36.31, 37.64, 30.57),
        (9 / 16, 1): (26.39, 27.34, 30.3),
    }
    nets = []
    for (base, height), told in table.items():
        found = measure(4, base * 25.4, height * 25.4)
        assert (found.slant, found.edge, found.apex) == pytest.approx(told, abs=0.006)
        nets.append(unfold_pyramid(4, base * 25.4, height * 25.4, 6.0, floor=False))
    assert clearance(nets[1], nets[0]) == pytest.approx(2.62, abs=0.005)
    assert clearance(nets[2], nets[1]) == pytest.approx(2.60, abs=0.005)


@pytest.mark.parametrize("net", [unfold_box(20, 12, 30, 5), unfold_tuck_box((64, 18, 90), 0.3, 6)], ids=["box", "tuck"])
def test_what_is_drawn_upright_in_a_face_stands_upright_when_it_is_folded(net: Net) -> None:
    upward = dict(zip((facet.name for facet in net.facets), fold(net).upward, strict=True))
    for wall in ("front", "left", "right", "back"):
        assert upward[wall] == pytest.approx((0, -1, 0), abs=1e-9)
    lid = "lid" if "lid" in upward else "top"
    assert upward[lid] == pytest.approx((0, 0, 1), abs=1e-9), "its head is at the back for whoever sees the front"


KIT = 'kit: game\ntitle: Game\nversion: "1"\nassets: [{file: "*", by: Ann, licence: CC0}]\n'
FACE = """\
{% set b = deck.bleed %}
<svg xmlns="http://www.w3.org/2000/svg" width="{{ deck.width + 2 * b }}mm" height="{{ deck.height + 2 * b }}mm" \
viewBox="{{ -b }} {{ -b }} {{ deck.width + 2 * b }} {{ deck.height + 2 * b }}">
<rect x="{{ -b }}" y="{{ -b }}" width="{{ deck.width + 2 * b }}" height="{{ deck.height + 2 * b }}" fill="#ffffee"/>
{% for panel in deck.panels if panel.use == "picture" %}
<g transform="{{ panel.transform }}">\
<polygon points="{{ panel.points }}" fill="#20{{ 10 + loop.index }}40"/>\
<circle cx="{{ panel.width / 2 }}" cy="2" r=".5" fill="#ff00{{ 10 + loop.index }}"/></g>
{% endfor %}
</svg>
"""


def read(folder: Path, **decks: str) -> Kit:
    game = folder / "content" / "game"
    game.mkdir(parents=True)
    (game / "kit.yaml").write_text(KIT, "utf-8")
    (game / "net.svg.j2").write_text(FACE, "utf-8")
    for name, text in decks.items():
        card = "cards: [{id: a, title: Ann, copies: 54}]\n"
        (game / f"{name}.yaml").write_text(f"deck: {name}\n{text}\nfront: net.svg.j2\n{card}", "utf-8")
    return read_kit(game, "content/game")


def test_templates_find_the_faces_where_they_are_folded_up(tmp_path: Path) -> None:
    kit = read(tmp_path, box="net: {tuck_box: {holds: [events]}}", events="size: poker")
    deck = kit.deck("box")
    assert deck.net is not None
    studio = Studio(kit, Roots((Root(tmp_path / "content" / "game", "content/game"),)))
    face = studio.compose(studio.pieces(deck)[0].front)
    assert face.faults == ()
    dots = {shape.fill: shape.box for shape in face.shapes if shape.fill.startswith("#ff00")}
    grounds = {shape.fill: shape for shape in face.shapes if shape.fill.startswith("#20")}
    facets = deck.net.facets
    folds = [
        (each.hinge.parent, number, (_at(each.corners[0]), _at(each.corners[1])))
        for number, each in enumerate(facets)
        if each.hinge
    ]
    flat = Flat([[_at(corner) for corner in each.corners] for each in facets], folds)
    moves = fold_flat(flat, 0, lambda _parent, _child: 90.0)
    pictures = [number for number, facet in enumerate(deck.net.facets) if facet.use == "picture"]
    for order, number in enumerate(pictures, 1):
        facet = deck.net.facets[number]
        dot = dots[f"#ff00{10 + order}"]
        place = moves[number](((dot.left + dot.right) / 2, (dot.top + dot.bottom) / 2))
        points = [moves[number](point) for point in flat.panels[number]]
        axis, way = (1, min) if facet.name not in ("lid", "bottom") else (2, max if facet.name == "lid" else min)
        assert place[axis] == pytest.approx(way(p[axis] for p in points) + (2 if way is min else -2), abs=0.01)
        ground = grounds[f"#20{10 + order}40"].box
        across, down = [x for x, _ in flat.panels[number]], [y for _, y in flat.panels[number]]
        assert ground == pytest.approx((min(across), min(down), max(across), max(down)), abs=0.01)


def _at(corner: tuple[float, float, float]) -> Point:
    return corner[0], corner[1]


def test_a_tuck_box_is_as_deep_as_its_deck(tmp_path: Path) -> None:
    kit = read(tmp_path, box="net: {tuck_box: {holds: [events], stock: 0.3 mm, play: 2 mm}}", events="size: poker")
    deck = kit.deck("box")
    assert deck.net is not None
    assert deck.net.inside == pytest.approx((65.5, 54 * 0.3 + 2, 90.9))
    assert (deck.width, deck.height) == pytest.approx(deck.net.extent)
    assert deck.outline == deck.net.outline


@pytest.mark.parametrize("style", ["ticks", "outlines"])
def test_a_sheet_says_how_its_nets_are_cut_and_folded(style: str) -> None:
    net = unfold_tuck_box((64, 18, 90), 0.3, 6)
    (piece,) = make_pieces(1, net.extent, back="none", bleed=1.0)
    kit = make_kit(replace(make_deck(size=net.extent), title="Box", net=net))
    pieces = [piece._replace(outline=net.outline, traces=net.traces, corner=0.0)]
    (sheet,) = impose(kit, make_job(marking=Marking(style=style)), pieces, "letter").sheets
    (note,) = [note for note in sheet.front.notes if note.kind == "steps"]
    head, *steps = note.text.split("\n")
    assert head == "Box: score and fold on the dashed lines; cut on the solid lines."
    assert [step[:3] for step in steps if step[0].isdigit()] == ["1. ", "2. ", "3. "]


WRONG = {
    "net: {die: 16 mm, box: [20 mm, 20 mm, 20 mm]}": "the net is both `box` and `die`",
    "net: {flap: 5 mm}": "the net is nothing to fold",
    "net: {box: [20 mm, 20 mm]}": "a box has three measures, not 2",
    "net: {pyramid: {base: 20 mm}}": "the pyramid has no height",
    "net: {pyramid: {base: 20 mm, slant: 9 mm}}": "faces 9 mm long do not reach the middle of a base of 20 mm",
    "net: {pyramid: {base: 90 mm, height: 4 mm}}": "is so flat that its flap has no room",
    "net: {tuck_box: {stock: 0.3 mm}}": "the tuck box does not say what it is for",
    "net: {tuck_box: {holds: [evens]}}": 'there is no deck "evens"',
    "net: {tuck_box: {holds: [box]}}": "the box would have to hold itself",
    "net: {die: 16 mm, nests: {in: box, stock: 0.3 mm}}": "pyramids nest, and this is none",
    "net: {die: 16 mm}\nshape: round": "the net says how its pieces are cut and folded, and so does `shape`",
    "net: {die: 16 mm}\nsize: poker": "size is 63.5 x 88.9 mm, but the net is",
    "net: {die: sixteen}": "die should be a length",
    "net: 16 mm": "net should be keys with values",
    "title: Box": "the deck has no size",
}


@pytest.mark.parametrize("text", WRONG, ids=range(len(WRONG)))
def test_what_cannot_be_folded_is_told(text: str, tmp_path: Path) -> None:
    kit = read(tmp_path, box=text)
    assert WRONG[text] in " / ".join(fault.message for fault in kit.faults)
    assert [fault.where.file for fault in kit.faults] == ["content/game/box.yaml"] * len(kit.faults)
    check_kit(Project(tmp_path), tmp_path / "content" / "game", Options())
