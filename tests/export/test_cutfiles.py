"""Cut files against the finished PDF: the same paths, in millimetres, within a hundredth of one."""

import io
import math
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import ezdxf
import pypdfium2
import pytest
from ezdxf.document import Drawing as Document
from hypothesis import given, settings
from hypothesis import strategies as st
from press.nouns import draw, make_deck, make_job, make_kit, make_pieces
from press.paths import cut_paths
from press.reading import read

from pnp.export.cutfiles import write_cuts
from pnp.export.drawing import Drawing, part_arcs
from pnp.export.dxf import write_dxf
from pnp.export.svg import path_data, write_svg
from pnp.model.face import Box
from pnp.model.marking import Marking
from pnp.model.outline import Outline, Trace, Vertex, circle, hexagon, rectangle
from pnp.model.sheet import Piece, Run
from pnp.press.assembly import print_run
from pnp.press.cutting.cutter import fit_job
from pnp.press.imposition.imposition import impose

EXACT = 0.01  # mm
Point = tuple[float, float]


def lay(pieces: list[Piece], cutter: str, paper: str = "letter", **options: Any) -> Run:
    kit = make_kit(make_deck("deck", (pieces[0].width, pieces[0].height)))
    return impose(kit, fit_job(make_job(**options), cutter), pieces, paper)


def svg_paths(data: bytes) -> dict[str, list[list[Point]]]:
    """Points along each path, by layer: every corner, and many on every arc."""
    root = ElementTree.fromstring(data)
    space = "{http://www.w3.org/2000/svg}"
    unit = float(root.attrib["width"].removesuffix("mm")) / float(root.attrib["viewBox"].split()[2])
    assert root.attrib["width"].endswith("mm")
    assert unit == pytest.approx(1)
    return {
        str(group.get("id")): [list(_walk(str(path.get("d")))) for path in group.findall(f"{space}path")]
        for group in root.findall(f"{space}g")
    }


def _walk(data: str) -> Iterator[Point]:
    """The points of a path of M, L, A and Z."""
    first = at = (0.0, 0.0)
    for command, text in re.findall(r"([MLAZ])([^MLAZ]*)", data):
        numbers = [float(each) for each in text.split()]
        if command == "Z":
            yield first
            continue
        to = (numbers[-2], numbers[-1])
        if command == "A":
            radius, _, _, large, sweep, _, _ = numbers
            half = math.asin(min(1.0, math.dist(at, to) / (2 * radius)))
            angle = 2 * (math.pi - half if large else half)
            # With the sweep flag an arc turns clockwise as seen.
            yield from arc(at, to, angle if sweep else -angle)
        first, at = (to if command == "M" else first), to
        yield at


def arc(start: Point, end: Point, angle: float) -> Iterator[Point]:
    """Points on the arc that turns by so much, clockwise as seen, y downward."""
    chord = math.dist(start, end)
    radius = chord / 2 / math.sin(abs(angle) / 2)
    away = radius * math.cos(angle / 2) * (1 if angle > 0 else -1)
    across, down = (end[0] - start[0]) / chord, (end[1] - start[1]) / chord
    x, y = (start[0] + end[0]) / 2 - down * away, (start[1] + end[1]) / 2 + across * away
    first = math.atan2(start[1] - y, start[0] - x)
    # So many that straight lines between them are 0.004 mm off.
    parts = math.ceil(abs(angle) / (2 * math.acos(1 - 0.004 / radius)))
    for part in range(1, parts):
        yield x + radius * math.cos(first + angle * part / parts), y + radius * math.sin(first + angle * part / parts)


def dxf_paths(data: bytes, height: float) -> dict[str, list[list[Point]]]:
    """The same of a DXF, y turned downward again."""
    found: dict[str, list[list[Point]]] = {}
    for line in read_document(data).modelspace().query("LWPOLYLINE"):
        vertices = [(x, height - y, bulge) for x, y, bulge in line.get_points("xyb")]  # type: ignore[attr-defined]
        if line.closed:  # type: ignore[attr-defined]
            vertices.append((vertices[0][0], vertices[0][1], 0.0))
        points: list[Point] = []
        for (x1, y1, bulge), (x2, y2, _) in pairwise(vertices):
            points.append((x1, y1))
            if bulge:
                # A bulge is the tangent of a quarter of the angle, positive against the clock.
                points += arc((x1, y1), (x2, y2), -4 * math.atan(bulge))
        points.append(vertices[-1][:2])
        found.setdefault(line.dxf.layer, []).append(points)
    return found


def read_document(data: bytes) -> Document:
    return ezdxf.filemanagement.read(io.StringIO(data.decode("cp1252")))


def same(one: list[Point], other: list[Point]) -> bool:
    """Whether every point of one path lies on the other, both ways."""
    boxes = [[f(point[axis] for point in path) for f in (min, max) for axis in (0, 1)] for path in (one, other)]
    return all(abs(a - b) < EXACT for a, b in zip(*boxes, strict=True)) and all(
        min(distance(point, start, end) for start, end in pairwise(there)) < EXACT
        for path, there in ((one, other), (other, one))
        for point in path
    )


def distance(point: Point, start: Point, end: Point) -> float:
    """From a point to a straight line between two others."""
    x, y = end[0] - start[0], end[1] - start[1]
    long = x * x + y * y
    at = ((point[0] - start[0]) * x + (point[1] - start[1]) * y) / long if long else 0.0
    at = min(1.0, max(0.0, at))
    return math.dist(point, (start[0] + at * x, start[1] + at * y))


def files_of(run: Run) -> dict[str, bytes]:
    return {cut.name: cut.data for cut in write_cuts(run)}


SHAPES = {
    "card": None,
    "round": circle(Box(0, 0, 60, 80)),
    "hex": hexagon(Box(0, 0, 60, 80), flat=True),
    "heart": Outline((Vertex(30, 70), Vertex(5, 30, 1.2), Vertex(30, 25, 1.2), Vertex(55, 30))),
}


@pytest.mark.parametrize(
    ("shape", "paper"), [("card", "letter"), ("card", "a4"), ("round", "letter"), ("hex", "a4"), ("heart", "letter")]
)
@pytest.mark.parametrize(("cutter", "gutter"), [("silhouette", 0.0), ("generic", 0.0), ("generic", 6.35)])
def test_files_and_print_are_equal(cutter: str, gutter: float, paper: str, shape: str) -> None:
    fold = Trace("fold", Outline((Vertex(0, 40), Vertex(60, 40)), closed=False))
    slit = Trace("score", Outline((Vertex(20, 10), Vertex(40, 10, -0.5), Vertex(40, 20)), closed=False))
    pieces = [piece._replace(outline=SHAPES[shape], traces=(fold, slit)) for piece in make_pieces(2, (60, 80))]
    run = lay(pieces, cutter, paper, gutter=gutter, marking=Marking("outlines"))
    printing = run._replace(sheets=tuple(run.sheets))
    if cutter == "silhouette":  # it prints no lines, so that its eye sees none: here they are wanted
        job = fit_job(make_job(marking=Marking("outlines")), cutter)._replace(marks="both")
        printing = impose(make_kit(make_deck("deck", (60, 80))), job, pieces, paper)
    content = print_run(printing, draw(pieces), False)
    lines = [path for path in cut_paths(content) if not path.filled and path.colour != (1.0,)]  # but for their ground
    printed = [sub for path in lines for sub in path.subpaths]
    marks = [sub for path in cut_paths(content) if path.filled for sub in path.subpaths]
    sheet = run.sheets[0]
    svg, dxf = (files_of(run)[f"game-cards-{paper}-cut-1.{ending}"] for ending in ("svg", "dxf"))
    for paths in (svg_paths(svg), dxf_paths(dxf, sheet.height)):
        assert set(paths) == {"REGISTRATION", "FOLD", "SCORE", "CUT"}
        written = [path for layer in ("FOLD", "SCORE", "CUT") for path in paths[layer]]
        assert len(written) == len(printed)
        assert all(any(same(path, other) for other in printed) for path in written)
        assert len(paths["REGISTRATION"]) == len(marks) == {"silhouette": 3, "generic": 4}[cutter]
        assert all(any(same(path, other) for other in marks) for path in paths["REGISTRATION"])
    check_against_faces(content, svg_paths(svg)["CUT"], shape)


def check_against_faces(content: bytes, cuts: list[list[Point]], shape: str) -> None:
    """The trims of the faces as they are placed in the PDF are the boxes of the cuts, whatever the sheet says."""
    placed = read_placed(content)
    around = Box(*(f(p[n] for path in cuts for p in path) for f, n in ((min, 0), (min, 1), (max, 0), (max, 1))))
    trims = [Box(b.left + 3.175, b.top + 3.175, b.right - 3.175, b.bottom - 3.175) for b in placed]
    whole = Box(*(f(t[n] for t in trims) for f, n in ((min, 0), (min, 1), (max, 2), (max, 3))))
    if shape in ("card", "hex"):
        assert all(abs(a - b) < EXACT for a, b in zip(around, whole, strict=True))


def read_placed(content: bytes) -> list[Box]:
    try:
        return [placed.box for placed in read(content)[0].placed]
    except ValueError:  # its reader knows straight lines alone; the faces are read by their forms
        with pypdfium2.PdfDocument(content) as pdf:
            page = pdf[0]
            height = page.get_height()
            found = []
            for item in page.get_objects(max_depth=1):
                if item.type == 5:
                    left, bottom, right, top = (value * 25.4 / 72 for value in item.get_bounds())
                    found.append(Box(left, height * 25.4 / 72 - top, right, height * 25.4 / 72 - bottom))
            return found


@pytest.mark.parametrize("flat", [True, False])
def test_edges_that_hexagons_share_are_cut_once(flat: bool) -> None:
    size = (25 * 2 / math.sqrt(3), 25.0) if flat else (25.0, 25 * 2 / math.sqrt(3))
    shape = hexagon(Box(0, 0, *size), flat=flat)
    pieces = [piece._replace(outline=shape, corner=0.0) for piece in make_pieces(30, size, bleed=1.3)]
    run = lay(pieces, "generic")
    (sheet,) = run.sheets
    corners = [[(v.x + s.x, v.y + s.y) for v in shape.vertices] for s in sheet.front.slots]
    edges = [pair for path in corners for pair in pairwise([*path, path[0]])]
    middles = {(round((a[0] + b[0]) / 2 + 0.0013, 2), round((a[1] + b[1]) / 2 + 0.0013, 2)) for a, b in edges}
    assert len(middles) < 0.8 * len(edges)
    content = print_run(run, draw(pieces), False)
    printed = [sub for path in cut_paths(content) if path.dash == () and not path.filled for sub in path.subpaths]
    files = files_of(run)
    svg, dxf = (files[f"game-cards-letter-cut-1.{ending}"] for ending in ("svg", "dxf"))
    for cuts in (svg_paths(svg)["CUT"], dxf_paths(dxf, sheet.height)["CUT"]):
        found = [pair for path in cuts for pair in pairwise(path)]
        length = sum(math.dist(*pair) for pair in found)
        assert length == pytest.approx(len(middles) * 25 / math.sqrt(3), abs=0.1)
        assert all(any(same(path, other) for other in printed) for path in cuts)


def test_shared_cuts_are_cut_once() -> None:
    run = lay(make_pieces(9), "generic")
    cuts = svg_paths(files_of(run)["game-cards-letter-cut-1.svg"])["CUT"]
    assert len(cuts) == 8
    assert sum(math.dist(path[0], path[-1]) for path in cuts) == pytest.approx(4 * 3 * 88.9 + 4 * 3 * 63.5)


def test_outlines_or_straight_cuts_are_the_jobs_wish() -> None:
    straight = lay(make_pieces(4), "generic", gutter=6.35, marking=Marking(cuts="straight"))
    outlines = lay(make_pieces(4), "generic", marking=Marking(cuts="outlines"))
    assert {len(path) for path in svg_paths(files_of(straight)["game-cards-letter-cut-1.svg"])["CUT"]} == {2}
    cards = svg_paths(files_of(outlines)["game-cards-letter-cut-1.svg"])["CUT"]
    assert all(path[0] == path[-1] for path in cards)
    assert len(cards) == 4


def test_each_kind_of_sheet_has_its_files_and_says_so_in_print() -> None:
    pieces = make_pieces(20)
    run = lay(pieces, "silhouette")
    assert [len(sheet.pieces) for sheet in run.sheets] == [8, 8, 4]
    cuts = write_cuts(run)
    assert [cut.name for cut in cuts] == [f"game-cards-letter-cut-{n}.{end}" for n in (1, 2) for end in ("svg", "dxf")]
    assert [cut.sheets for cut in cuts] == [(1, 2), (1, 2), (3,), (3,)]
    with pypdfium2.PdfDocument(print_run(run, draw(pieces), False)) as pdf:
        words = [pdf[page].get_textpage().get_text_bounded() for page in range(6)]
    for number, cut in ((0, cuts[0]), (2, cuts[0]), (4, cuts[2])):
        assert re.fullmatch("[0-9a-f]{8}", cut.template)
        assert f"template {cut.template}" in words[number]
        assert f"template {cut.template}".encode() in cut.data
    assert cuts[0].template != cuts[2].template
    assert all("template" not in words[back] for back in (1, 3, 5))


def test_equal_sheets_give_equal_bytes() -> None:
    one, other = (files_of(lay(make_pieces(5), "silhouette")) for _ in range(2))
    assert one == other
    assert not any(re.search(rb"20[2-9]\d-\d\d-\d\d", data.replace(b"2000-01-01", b"")) for data in one.values())


def test_a_dxf_is_in_millimetres_upward_on_layers() -> None:
    run = lay(make_pieces(1), "silhouette")
    document = read_document(files_of(run)["game-cards-letter-cut-1.dxf"])
    assert document.header["$INSUNITS"] == 4
    assert {layer.dxf.name for layer in document.layers} >= {"CUT", "SCORE", "FOLD", "REGISTRATION"}
    assert document.audit().errors == []
    square = next(line for line in document.modelspace().query('LWPOLYLINE[layer=="REGISTRATION"]'))
    ys = [y for _, y in square.get_points("xy")]  # type: ignore[attr-defined]
    # 9.5 mm below the upper edge of a lying letter page is 206.4 mm above its lower one.
    assert (min(ys), max(ys)) == pytest.approx((200.4, 206.4))


def test_arcs_bow_to_the_side_that_they_should() -> None:
    bow = Outline((Vertex(10, 10, 1.0), Vertex(20, 10)), closed=False)
    assert path_data(part_arcs(bow)) == "M 10 10 A 5 5 0 0 1 15 5 A 5 5 0 0 1 20 10"
    drawing = Drawing(100, 100, (("CUT", (part_arcs(bow),)),), "t", "t")
    (points,) = svg_paths(write_svg(drawing))["CUT"]
    # Clockwise as seen, from left to right: over the top.
    assert min(math.dist(point, (15, 5)) for point in points) < 1e-6
    (there,) = dxf_paths(write_dxf(drawing), 100)["CUT"]
    assert min(math.dist(point, (15, 5)) for point in there) < 1e-6
    assert min(y for _, y in bow.points()) == pytest.approx(5, abs=0.02)


# Facts: the lengths that silhouette-card-maker's layouts.json gives for its default layouts, with columns and rows on
# the page as it lies.
PUBLISHED = [
    ("letter", (63.5, 88.9), 4, 2, 7.2),
    ("letter", (63.0, 88.0), 4, 2, 8.04),
    ("letter", (57.15, 88.9), 4, 2, 12.28),
    ("letter", (44.45, 88.9), 5, 2, 14.82),
    ("letter", (44.45, 63.5), 5, 3, 14.82),
    ("letter", (59.0, 86.0), 4, 2, 10.08),
    ("letter", (88.9, 50.8), 2, 5, 7.2),
    ("letter", (85.725, 53.975), 2, 4, 18.54),
    ("letter", (41.0, 63.0), 4, 4, 12.78),
    ("letter", (54.0, 80.0), 3, 3, 14.39),
    ("letter", (31.75, 44.45), 7, 4, 13.46),
    ("letter", (88.0, 126.0), 2, 2, 8.04),
    ("letter", (85.0, 55.0), 3, 3, 12.87),
    ("letter", (69.85, 120.65), 2, 2, 20.0),  # 26.16 there, and 20 at most when it is drawn
    ("a4", (63.5, 88.9), 4, 2, 8.38),
    ("a4", (63.0, 88.0), 4, 2, 9.4),
    ("a4", (59.0, 86.0), 3, 3, 6.94),
    ("a4", (44.45, 63.5), 4, 4, 8.38),
    ("a4", (31.75, 44.45), 5, 6, 11.77),
    ("a4", (88.9, 50.8), 2, 5, 7.7),
    ("a4", (85.725, 53.975), 2, 5, 7.37),
    ("a4", (88.0, 126.0), 2, 2, 10.58),
    ("a4", (41.0, 63.0), 4, 4, 9.91),
    ("a4", (54.0, 80.0), 5, 2, 13.12),
    ("a4", (85.0, 55.0), 3, 3, 9.91),
]


@pytest.mark.parametrize(("paper", "size", "columns", "rows", "length"), PUBLISHED)
def test_silhouette_layouts_are_those_that_are_published(
    paper: str, size: Point, columns: int, rows: int, length: float
) -> None:
    run = lay(make_pieces(columns * rows, size), "silhouette", paper)
    (sheet,) = run.sheets
    assert len({round(slot.x, 3) for slot in sheet.front.slots}) == columns
    assert len({round(slot.y, 3) for slot in sheet.front.slots}) == rows
    xs = sorted({round(slot.x, 3) for slot in sheet.front.slots})
    assert all(b - a == pytest.approx(size[0] + 1.25, abs=0.002) for a, b in pairwise(xs))
    block = Box(xs[0], 0, xs[-1] + size[0], 0)
    assert block.left == pytest.approx(sheet.width - block.right, abs=0.002)
    square, right, left = (outline.box for outline in sheet.front.registration)
    assert square == pytest.approx((9.5, 9.5, 15.5, 15.5))
    reach = sheet.width - 10 - right.left
    assert reach == pytest.approx(length, abs=1e-6)
    assert right == pytest.approx((sheet.width - 10 - reach, 9.5, sheet.width - 9.5, 10 + reach))
    assert left == pytest.approx((9.5, sheet.height - 10 - reach, 10 + reach, sheet.height - 9.5))
    assert sheet.back is None or sheet.back.registration == ()


def test_machines_that_want_four_marks_get_four() -> None:
    (sheet,) = lay(make_pieces(8), "silhouette-four").sheets
    boxes = [outline.box for outline in sheet.front.registration]
    reach = 10 + 7.2
    assert len(boxes) == 4
    for (x, y), box in zip(((0, 0), (1, 0), (0, 1), (1, 1)), boxes, strict=True):
        left, top = (sheet.width - reach if x else 9.5), (sheet.height - reach if y else 9.5)
        assert box == pytest.approx((left, top, left + reach - 9.5, top + reach - 9.5))
    assert [slot.trim for slot in sheet.front.slots] == [
        slot.trim for slot in lay(make_pieces(8), "silhouette").sheets[0].front.slots
    ]


@settings(max_examples=40, deadline=None, derandomize=True)
@given(
    st.tuples(st.floats(18, 120), st.floats(18, 120)),
    st.integers(1, 30),
    st.sampled_from(["silhouette", "silhouette-four", "generic"]),
    st.sampled_from([0.0, 3.0, 6.35]),
    st.floats(0, 4),
    st.sampled_from(["letter", "a4"]),
    st.sampled_from(["grid", "gutterfold"]),
)
def test_neither_piece_nor_bleed_nor_mark_comes_near_the_eyes_marks(
    size: Point, count: int, cutter: str, gutter: float, bleed: float, paper: str, layout: str
) -> None:
    run = lay(make_pieces(count, size, bleed=bleed), cutter, paper, gutter=gutter, layout=layout)
    for sheet in run.sheets:
        free = [outline.box for outline in sheet.front.registration]
        assert free
        kept = [slot.bleed for slot in sheet.front.slots] + [note.box for note in sheet.front.notes]
        for mark in sheet.front.marks:
            x1, y1, x2, y2 = mark.line
            kept.append(Box(min(x1, x2) - 0.07, min(y1, y2) - 0.07, max(x1, x2) + 0.07, max(y1, y2) + 0.07))
        for box in kept:
            assert not any(
                box.left < mark.right and box.right > mark.left and box.top < mark.bottom and box.bottom > mark.top
                for mark in free
            )


def test_places_near_marks_stay_free_and_that_is_told() -> None:
    """Pieces so large that the grid fills the page to its corners."""
    run = lay(make_pieces(9, (68, 90)), "generic")
    assert dict(run.per_sheet) == {"deck": 5}
    assert any("4 places near the registration marks left free on every sheet" in text for text in run.remarks)
    whole = lay(make_pieces(9), "generic")
    assert dict(whole.per_sheet) == {"deck": 9}
    assert not any("left free" in text for text in whole.remarks)


def test_a_job_names_places_to_leave_free() -> None:
    """As one does where a machine takes the edge of a card for its mark: there the last one but three."""
    whole, less = (lay(make_pieces(8), "silhouette", skip=skip).sheets for skip in ((), (5,)))
    fifth = whole[0].front.slots[4]
    assert [(slot.x, slot.y) for slot in less[0].front.slots] == [
        (slot.x, slot.y) for slot in whole[0].front.slots if slot != fifth
    ]
    assert [len(sheet.pieces) for sheet in less] == [7, 1]
    assert any("left free, as the job wants it: 5" in text for text in lay(make_pieces(1), "", skip=(5,)).remarks)
    (fault,) = lay(make_pieces(1), "", skip=(12,)).faults
    assert fault.message == "job cards: deck on letter: there is no place 12 on a sheet of 9"
    (fault,) = lay(make_pieces(1), "", skip=tuple(range(1, 10))).faults
    assert fault.message == "job cards: deck on letter: no place of a sheet would be left"


def test_a_piece_that_no_place_is_left_for_is_told() -> None:
    run = lay(make_pieces(1, (205, 268)), "silhouette")
    assert run.sheets == ()
    (fault,) = run.faults
    assert fault.message == "job cards: deck on letter: no place keeps clear of the marks for a silhouette cutter"


def test_marks_that_the_printer_leaves_blank_are_told() -> None:
    (fault,) = lay(make_pieces(1), "silhouette", margin=12.0).faults
    assert fault.message == (
        "job cards: the registration marks stand 9.5 mm from the edges of the paper, and a margin of 12 mm stays blank"
    )
    assert lay(make_pieces(1), "silhouette", margin=9.5).faults == ()


def test_parts_of_a_large_piece_that_cover_the_marks_are_told() -> None:
    board = make_pieces(1, (400, 520), back="none")
    (fault,) = lay(board, "silhouette", layout="tiles").faults
    assert fault.message.startswith("job cards: pieces lie on the marks for a silhouette cutter, on ")
    assert lay(make_pieces(1, (300, 400), back="none"), "silhouette", layout="tiles").faults == ()


def test_a_rectangle_keeps_its_corners_in_every_format() -> None:
    drawing = Drawing(50, 50, (("CUT", (rectangle(Box(5, 5, 45, 35), 4),)),), "t", "t")
    (svg,), (dxf,) = svg_paths(write_svg(drawing))["CUT"], dxf_paths(write_dxf(drawing), 50)["CUT"]
    assert same(svg, dxf)
    inset = 4 * (1 - math.sqrt(0.5))
    corner = (5 + inset, 5 + inset)
    assert min(distance(corner, start, end) for start, end in pairwise(svg)) < 0.005
