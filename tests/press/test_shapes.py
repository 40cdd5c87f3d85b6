"""Shaped pieces read back from the finished PDF: hexagons that share edges, rounds, any outline, folded strips."""

import io
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pikepdf
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.model.face import Box
from pnp.model.marking import Marking
from pnp.model.outline import Outline, Vertex, circle, hexagon
from pnp.model.sheet import Piece, Run
from pnp.model.strip import Panel, Strip
from pnp.model.units import MM_PER_POINT
from pnp.press.assembly import print_run
from pnp.press.cutting.edges import share_edges
from pnp.press.delivery.ticket import piece_digest
from pnp.press.imposition.clips import clip_nested, grow
from pnp.press.imposition.imposition import impose
from pnp.press.layout.duplex import turn_over
from pnp.press.layout.grid import count_grid
from pnp.press.layout.honeycomb import lies_flat, place_honeycomb
from press.nouns import draw, lay, make_deck, make_job, make_kit, make_pieces
from press.paths import cut_paths

Point = tuple[float, float]
EXACT = 0.01
TALLER = 2 / math.sqrt(3)
SHIELD = Outline((Vertex(0, 0), Vertex(40, 0), Vertex(40, 20), Vertex(20, 46), Vertex(0, 20)))


def hex_size(across: float, *, flat: bool) -> tuple[float, float]:
    return (across * TALLER, across) if flat else (across, across * TALLER)


def hexes(count: int, across: float, *, flat: bool, **options: Any) -> list[Piece]:
    size = hex_size(across, flat=flat)
    return shaped(make_pieces(count, size, **options), hexagon(Box(0, 0, *size), flat=flat))


def shaped(pieces: Sequence[Piece], outline: Outline) -> list[Piece]:
    return [piece._replace(outline=outline, corner=0.0) for piece in pieces]


def shown(content: bytes) -> list[list[list[Point]]]:
    """For each page and each face on it, the points of the outline that it is seen through."""
    pages = []
    with pikepdf.open(io.BytesIO(content)) as pdf:
        for page in pdf.pages:
            height = float(page.mediabox[3])
            pages.append([_flip(path, height) for path in _windows(page)])
    return pages


def _windows(page: pikepdf.Page) -> Iterator[list[Point]]:
    """The last clipping path before each form."""
    path: list[Point] = []
    window: list[Point] = []
    for instruction in pikepdf.parse_content_stream(page):
        name = str(instruction.operator)
        if name in ("m", "l", "c"):
            x, y = list(map(float, instruction.operands))[-2:]
            path.append((x, y))
        elif name == "W":
            window = path
        elif name in ("n", "S", "f"):
            path = []
        elif name == "Do":
            yield window


def _flip(path: list[Point], height: float) -> list[Point]:
    points = [(x * MM_PER_POINT, (height - y) * MM_PER_POINT) for x, y in path]
    return points[:-1] if math.dist(points[0], points[-1]) < 1e-6 else points


def apart(one: Sequence[Point], other: Sequence[Point]) -> float:
    """How far two convex polygons are apart along the best of their sides' normals; below 0 if they overlap."""
    best = -math.inf
    for first, second in ((one, other), (other, one)):
        middle = sum(x for x, _ in first) / len(first), sum(y for _, y in first) / len(first)
        for (x1, y1), (x2, y2) in zip(first, [*first[1:], first[0]], strict=True):
            length = math.hypot(x2 - x1, y2 - y1)
            if length < 1e-9:
                continue
            right, down = (y2 - y1) / length, (x1 - x2) / length
            if (middle[0] - x1) * right + (middle[1] - y1) * down > 0:
                right, down = -right, -down
            best = max(best, min((x - x1) * right + (y - y1) * down for x, y in second))
    return best


def same(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether two polygons have the same corners, from wherever and whichever way round."""
    return len(one) == len(other) and all(min(math.dist(a, b) for b in other) < EXACT for a in one)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(
    st.floats(8, 90),
    st.booleans(),
    st.sampled_from([0.0, 0.0, 1.0, 3.175, 6.0]),
    st.sampled_from([(200, 270), (140, 90)]),
)
def test_a_honeycomb_fits_and_nothing_overlaps(across: float, flat: bool, gutter: float, page: Point) -> None:
    size = hex_size(across, flat=flat)
    edge = Box(5, 7, 5 + page[0], 7 + page[1])
    boxes = place_honeycomb(size, edge, gutter, flat=flat)
    assert all(box.left > 5 - 1e-6 and box.top > 7 - 1e-6 for box in boxes)
    assert all(box.right < edge.right + 1e-6 and box.bottom < edge.bottom + 1e-6 for box in boxes)
    corners = [[(x, y) for x, y, _ in hexagon(box, flat=flat).vertices] for box in boxes[:60]]
    for number, one in enumerate(corners):
        gaps = [apart(one, other) for other in corners[:number]]
        assert all(gap > gutter - 1e-6 for gap in gaps)
    columns, rows = count_grid(size, edge, gutter)
    if min(columns, rows) >= 6:
        assert len(boxes) >= columns * rows


def test_hexagons_take_more_places_than_their_boxes() -> None:
    for flat in (True, False):
        run = lay(hexes(162, 19.05, flat=flat, bleed=0.0, back="none"), marks="none")
        assert run.per_sheet == (("deck", 162),)
        roomy = lay(hexes(150, 19.05, flat=flat, bleed=0.0, back="none"), marks="none")
        assert roomy.per_sheet == (("deck", 150),)
        assert {note.kind for note in roomy.sheets[0].front.notes} == {"label", "ruler"}
        boxed = lay(make_pieces(5, hex_size(19.05, flat=flat), bleed=0.0, back="none"), marks="none")
        assert boxed.per_sheet == (("deck", 126),)


def test_where_one_lies_beside_the_other_hexagons_are_stacked() -> None:
    run = lay(hexes(3, 120, flat=False, bleed=0.0, back="none"), "148x430mm", marks="none")
    assert run.per_sheet == (("deck", 3),)


@pytest.mark.parametrize("flat", [True, False])
def test_rows_do_not_drift(flat: bool) -> None:
    """Of 60 rows each lies where a hexagon's geometry says, and neighbours end on the same line."""
    across = 6.0
    edge = Box(4.2, 4.2, 330, 333)
    boxes = place_honeycomb(hex_size(across, flat=flat), edge, 0.0, flat=flat)
    starts = sorted({round(box.left if flat else box.top, 6) for box in boxes})
    assert len(starts) > 60
    assert all(abs(at - starts[0] - number * across * math.sqrt(3) / 2) < EXACT for number, at in enumerate(starts))
    own = [hexagon(box, flat=flat) for box in boxes[:600]]
    clips = clip_nested(own, [3.0] * 600)
    inner = [clip for clip, one in zip(clips, own, strict=True) if same(_points(clip), _points(one))]
    assert len(inner) > 300
    edges = [pair for path in share_edges(own) for pair in pairwise(_points(path))]
    middles = sorted(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in edges)
    assert min(math.dist(one, other) for one, other in pairwise(middles)) > 1


def _points(outline: Outline) -> list[Point]:
    return [(x, y) for x, y, _ in outline.vertices]


@settings(max_examples=12, deadline=None, derandomize=True)
@given(
    st.integers(1, 70),
    st.booleans(),
    st.sampled_from([0.0, 0.0, 2.6]),
    st.sampled_from(["letter", "a4"]),
    st.sampled_from(["long-edge", "short-edge"]),
    st.sampled_from([0.0, 1.3, 3.175]),
)
def test_hexagons_are_seen_within_their_bleed_and_backs_lie_behind(
    count: int, flat: bool, gutter: float, paper: str, flip: str, bleed: float
) -> None:
    pieces = hexes(count, 25, flat=flat, bleed=bleed)
    run = lay(pieces, paper, gutter=gutter, flip=flip)
    pages = shown(print_run(run, draw(pieces), False))
    for number, sheet in enumerate(run.sheets):
        fronts, backs = pages[2 * number], pages[2 * number + 1]
        own = [_corners(slot.trim, flat=flat) for slot in sheet.front.slots]
        for at, clip in enumerate(fronts):
            reach = max(min(math.dist(point, each) for each in own[at]) for point in clip)
            assert reach <= bleed * TALLER * 1.5 + EXACT
            assert all(apart(clip, other) > gutter / 2 - EXACT for n, other in enumerate(own) if n != at)
            assert all(apart(clip, other) > -EXACT for other in fronts[:at])
        turned = turn_over(sheet.width, sheet.height, flip)
        behind = [[turned.behind(Box(x, y, x, y))[:2] for x, y in clip] for clip in fronts]
        assert all(same(clip, backs[at]) for at, clip in enumerate(behind))


def _corners(box: Box, *, flat: bool) -> list[Point]:
    return [(x, y) for x, y, _ in hexagon(box, flat=flat).vertices]


@pytest.mark.parametrize("flat", [True, False])
@pytest.mark.parametrize("sides", ["fronts", "backs", "both"])
def test_every_edge_is_printed_once_where_marks_are(flat: bool, sides: str) -> None:
    pieces = hexes(40, 19.05, flat=flat, bleed=1.3)
    run = lay(pieces, marks=sides, marking=Marking("outlines"))
    content = print_run(run, draw(pieces), False)
    sheet = run.sheets[0]
    edges = {_edge(one, two) for slot in sheet.front.slots for one, two in _sides(_corners(slot.trim, flat=flat))}
    for page, side in enumerate(("fronts", "backs")):
        printed = [sub for path in cut_paths(content, page) for sub in path.subpaths]
        found = [_edge(one, two) for path in printed for one, two in pairwise(path)]
        assert len(found) == (len(edges) if sides in (side, "both") else 0)
        if side == "fronts" and found:
            assert set(found) == edges
    for traces in (sheet.front.traces, sheet.back.traces if sheet.back else ()):
        assert sum(len(trace.outline.vertices) - 1 for trace in traces) == len(edges)


def _edge(one: Point, other: Point) -> tuple[Point, ...]:
    # Not at a half, where two that are equal but for rounding would be told apart.
    return tuple(sorted((round(x + 0.0013, 2), round(y + 0.0013, 2)) for x, y in (one, other)))


def _sides(corners: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    yield from zip(corners, [*corners[1:], corners[0]], strict=True)


@pytest.mark.parametrize("flat", [True, False])
@pytest.mark.parametrize(("count", "gutter"), [(25, 0.0), (40, 2.6)])
def test_ticks_go_on_along_edges_and_keep_off_all_pieces(flat: bool, count: int, gutter: float) -> None:
    pieces = hexes(count, 19.05, flat=flat, bleed=1.3)
    run = lay(pieces, gutter=gutter)
    side = run.sheets[0].front
    own = [_corners(slot.trim, flat=flat) for slot in side.slots]
    lines = [edge for corners in own for edge in _sides(corners)]
    assert len(side.marks) >= 20
    families = set()
    for mark in side.marks:
        x1, y1, x2, y2 = mark.line
        assert any(_off(edge, (x1, y1)) < EXACT and _off(edge, (x2, y2)) < EXACT for edge in lines)
        assert all(apart([(x1, y1), (x2, y2), (x1, y1)], corners) > 0.4 for corners in own)
        families.add(round(math.degrees(math.atan2(y2 - y1, x2 - x1))) % 180 % 179)
    assert families == ({0, 60, 120} if flat else {30, 90, 150})


def _off(edge: tuple[Point, Point], point: Point) -> float:
    """From the line through an edge to a point."""
    (x1, y1), (x2, y2) = edge
    return abs((x2 - x1) * (point[1] - y1) - (y2 - y1) * (point[0] - x1)) / math.dist(*edge)


def test_rounds_are_cut_out_as_circles() -> None:
    pieces = shaped(make_pieces(80, (25, 25), bleed=1.3), circle(Box(0, 0, 25, 25)))
    run = lay(pieces, gutter=1.0, margin=6.35)
    assert run.per_sheet == (("deck", 70),)
    content = print_run(run, draw(pieces), False)
    (path,) = [path for path in cut_paths(content, 0) if not path.filled]
    assert len(path.subpaths) == 70
    middles = [((s.x + s.width / 2), (s.y + s.height / 2)) for s in run.sheets[0].front.slots]
    for sub, middle in zip(path.subpaths, middles, strict=True):
        assert all(abs(math.dist(point, middle) - 12.5) < EXACT for point in sub)
    assert run.sheets[0].front.marks == ()
    for slot in run.sheets[0].front.slots:
        assert slot.clip is not None
        assert slot.clip.box.right - slot.clip.box.left == pytest.approx(26, abs=EXACT)


def test_any_outline_has_its_mirror_behind_it() -> None:
    lopsided = Outline((Vertex(0, 0), Vertex(40, 0), Vertex(30, 46), Vertex(0, 20)))
    pieces = shaped(make_pieces(3, (40, 46), bleed=2.0), lopsided)
    run = lay(pieces, gutter=5.0, marks="both")
    content = print_run(run, draw(pieces), False)
    front, back = ([sub for path in cut_paths(content, page) for sub in path.subpaths] for page in (0, 1))
    assert len(front) == 3
    for sub in front:
        behind = [(215.9 - x, y) for x, y in sub]
        assert any(same(behind[:4], other[:4]) for other in back)


POLYGONS = st.lists(st.floats(4, 20), min_size=4, max_size=9).map(
    lambda radii: Outline(
        tuple(
            Vertex(25 + r * math.cos(math.tau * n / len(radii)), 25 + r * math.sin(math.tau * n / len(radii)))
            for n, r in enumerate(radii)
        )
    )
)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(POLYGONS, st.floats(0.5, 6), st.lists(st.tuples(st.floats(-5, 55), st.floats(-5, 55)), min_size=12, max_size=12))
def test_a_grown_outline_holds_what_is_within_the_bleed(outline: Outline, by: float, points: list[Point]) -> None:
    rim = list(outline.points())
    grown = grow(outline, by).points(0.001)
    for point in points:
        far = min(_away(point, one, two) for one, two in _sides(rim))
        inside = _winding(rim, point) != 0
        if abs(far - by) > 0.01 and far > 0.01:
            assert (_winding(grown, point) != 0) == (inside or far < by)


def _away(point: Point, one: Point, two: Point) -> float:
    x, y = two[0] - one[0], two[1] - one[1]
    share = min(1.0, max(0.0, ((point[0] - one[0]) * x + (point[1] - one[1]) * y) / (x * x + y * y)))
    return math.dist(point, (one[0] + share * x, one[1] + share * y))


def _winding(path: Sequence[Point], point: Point) -> int:
    turns = 0
    for (x1, y1), (x2, y2) in _sides(path):
        beside = (x2 - x1) * (point[1] - y1) - (point[0] - x1) * (y2 - y1)
        if y1 <= point[1] < y2 and beside > 0:
            turns += 1
        elif y2 <= point[1] < y1 and beside < 0:
            turns -= 1
    return turns


def test_only_hexagons_with_equal_sides_share_edges() -> None:
    size = hex_size(25, flat=True)
    assert lies_flat(hexagon(Box(0, 0, *size), flat=True), size) is True
    assert lies_flat(hexagon(Box(0, 0, *size[::-1]), flat=False), size[::-1]) is False
    assert lies_flat(hexagon(Box(0, 0, 25, 25), flat=True), (25, 25)) is None
    assert lies_flat(circle(Box(0, 0, 25, 25)), (25, 25)) is None
    assert lies_flat(None, size) is None


@pytest.mark.parametrize(("up", "gutter", "most"), [("most", 0.0, 162), ("bleed", 2.6, 126), (100, None, 100)])
def test_how_many_hexagons_a_sheet_takes(up: str | int, gutter: float | None, most: int) -> None:
    run = lay(hexes(200, 19.05, flat=False, bleed=1.3), up=up)
    assert (run.per_sheet, run.faults) == ((("deck", most),), ())
    first, second = run.sheets[0].front.slots[:2]
    assert gutter is None or second.x - first.x == pytest.approx(19.05 + gutter)


def test_pieces_of_one_size_and_different_shapes_do_not_mix() -> None:
    round_ones = shaped(make_pieces(4, (25, 25), deck="rounds"), circle(Box(0, 0, 25, 25)))
    run = lay([*round_ones, *make_pieces(4, (25, 25), deck="squares")], gutter=1.0)
    assert [{piece.component for piece in sheet.pieces} for sheet in run.sheets] == [{"rounds"}, {"squares"}]


STANDUP = Strip(
    (
        Panel("back-tab", "tab", 0, 0, 25.4, 12.7, True),
        Panel("back", "picture", 0, 12.7, 25.4, 44.45, True),
        Panel("front", "picture", 0, 57.15, 25.4, 44.45),
        Panel("front-tab", "tab", 0, 101.6, 25.4, 12.7),
    )
)


def strips(count: int, **settings: Any) -> tuple[Run, bytes]:
    pieces = [
        piece._replace(traces=STANDUP.traces, corner=0.0)
        for piece in make_pieces(count, (25.4, 114.3), bleed=0.0, back="none")
    ]
    run = lay(pieces, marking=Marking("outlines", cut="dashed", fold="solid"), **settings)
    return run, print_run(run, draw(pieces), False)


@pytest.mark.parametrize("gutter", [0.0, 6.0])
def test_strips_fold_at_the_heights_that_they_say(gutter: float) -> None:
    run, content = strips(6, gutter=gutter)
    solid = [path for path in cut_paths(content) if not path.filled and not path.dash and path.colour != (1.0,)]
    lines = [sub for path in solid for sub in path.subpaths]
    assert len(lines) == 18
    for slot in run.sheets[0].front.slots:
        own = sorted(sub for sub in lines if abs(sub[0][0] - slot.x) < EXACT)
        heights = [sub[0][1] - slot.y for sub in sorted(own, key=lambda sub: sub[0][1])]
        assert heights == pytest.approx([12.7, 57.15, 101.6], abs=EXACT)
        assert all(abs(sub[1][0] - slot.x - 25.4) < EXACT and sub[0][1] == sub[1][1] for sub in own)
    dashed = [path for path in cut_paths(content) if path.dash]
    assert [path.dash for path in dashed] == [(2.0, 1.0)] * len(dashed)
    assert dashed


def test_a_sheet_of_strips_says_how_they_are_folded() -> None:
    deck = replace(make_deck(size=(25.4, 114.3)), title="Stand-ups", strip=STANDUP)
    pieces = [piece._replace(traces=STANDUP.traces) for piece in make_pieces(6, (25.4, 114.3), bleed=0, back="none")]
    marking = Marking("outlines", cut="dashed", fold="solid")
    run = impose(make_kit(deck), make_job(gutter=6.0, marking=marking), pieces, "letter")
    side = run.sheets[0].front
    (steps,) = [note for note in side.notes if note.kind == "steps"]
    assert steps.text.splitlines()[0] == "Stand-ups: score and fold on the solid lines; cut on the dashed lines."
    assert "3.  Bend the two tabs outward" in steps.text
    assert steps.box.top > max(slot.bleed.bottom for slot in side.slots) + 2
    legend = next(note for note in side.notes if note.kind == "legend")
    assert legend.text == "cut on the dashed outlines, fold on the solid lines"
    assert len({note.box.left for note in side.notes if note.kind in ("steps", "label", "ruler")}) == 1
    assert not any(_overlap(steps.box, note.box) for note in side.notes if note is not steps)
    with pypdfium2.PdfDocument(print_run(run, draw(pieces), False)) as pdf:
        words = pdf[0].get_textpage().get_text_range()
    assert " ".join(steps.text.split()) in " ".join(words.split())
    full = [*pieces, *pieces, *pieces]
    crowded = impose(make_kit(deck), make_job(marking=marking), full[:16], "letter").sheets[0].front
    assert not any(note.kind == "steps" for note in crowded.notes), "a full sheet has no room"
    own = replace(deck, strip=STANDUP._replace(steps=("Fold it over.", "Glue it.")))
    told = impose(make_kit(own), make_job(gutter=6.0, marking=marking), pieces, "a4").sheets[0].front.notes
    (note,) = [note for note in told if note.kind == "steps"]
    assert note.text.splitlines()[1:] == ["1.  Fold it over.", "2.  Glue it."]


def _overlap(one: Box, other: Box) -> bool:
    across = one.left < other.right and other.left < one.right
    return across and one.top < other.bottom and other.top < one.bottom


@pytest.mark.parametrize(
    ("flat", "width", "height"), [(True, 80.0, 77.942), (False, 95.263, 65.0)], ids=["hex_flat", "hex_pointy"]
)
def test_five_columns_and_four_rows_of_ten_millimetres_a_side(flat: bool, width: float, height: float) -> None:
    """The scenarios `hex_flat` and `hex_pointy` of the field, on paper that they fill."""
    pieces = hexes(20, 10 * math.sqrt(3), flat=flat, bleed=0.0, back="none")
    run = lay(pieces, f"{width + 0.01}x{height + 0.01}mm", margin=0.0, marks="none")
    assert (run.per_sheet, len(run.sheets)) == ((("deck", 20),), 1)
    (page,) = shown(print_run(run, draw(pieces), False))
    points = [point for path in page for point in path]
    assert max(x for x, _ in points) - min(x for x, _ in points) == pytest.approx(width, abs=EXACT)
    assert max(y for _, y in points) - min(y for _, y in points) == pytest.approx(height, abs=EXACT)


@pytest.mark.parametrize("shape", ["hex", "round", "shield"])
@pytest.mark.parametrize(
    "options",
    [{"layout": "gutterfold"}, {"cutter": "silhouette"}, {"cutter": "generic"}, {"share": True}, {"cut_order": True}],
    ids=str,
)
def test_shaped_pieces_in_other_layouts(shape: str, options: dict[str, Any]) -> None:
    """Whatever the layout, each is seen within its outline's bleed, and its outline is cut once."""
    outlines = {"hex": hexagon(Box(0, 0, *hex_size(25, flat=False)), flat=False), "round": circle(Box(0, 0, 25, 25))}
    outline = outlines.get(shape, SHIELD)
    size = outline.box.right, outline.box.bottom
    pieces = shaped(make_pieces(5, size, bleed=1.3), outline)
    run = lay([*pieces, *make_pieces(2, (40, 60), deck="cards")], gutter=3.0, **options)
    assert run.faults == ()
    content = print_run(run, draw([*pieces, *make_pieces(2, (40, 60), deck="cards")]), False)
    assert content
    side = run.sheets[0].front
    own = [slot for slot in side.slots if slot.clip is not None]
    assert len(own) >= 5
    for slot in own:
        assert slot.clip is not None
        assert slot.clip.box.left > slot.x - 1.3 * TALLER - EXACT
        assert slot.clip.box.bottom < slot.y + slot.height + 1.3 * TALLER + EXACT
    corners = {"hex": 6, "round": 2, "shield": 5}[shape]
    closed = [trace.outline for trace in side.traces if trace.outline.closed]
    assert sum(len(outline.vertices) == corners for outline in closed) == len(own)


def test_a_shaped_piece_is_not_parted() -> None:
    run = lay(shaped(make_pieces(1, (400, 400), back="none"), circle(Box(0, 0, 400, 400))), layout="tiles")
    (fault,) = run.faults
    assert fault.check == "does-not-fit"
    assert "parts" not in fault.help


def test_another_shape_is_another_piece() -> None:
    (plain,) = make_pieces(1, (25, 25))
    pieces = [
        plain,
        plain._replace(outline=circle(Box(0, 0, 25, 25))),
        plain._replace(traces=STANDUP.traces),
        plain._replace(outline=hexagon(Box(0, 0, 25, 25), flat=True)),
    ]
    assert len({piece_digest(piece, {plain.front: "art"}) for piece in pieces}) == 4
    assert piece_digest(plain, {}) == piece_digest(plain._replace(corner=0.0), {})
