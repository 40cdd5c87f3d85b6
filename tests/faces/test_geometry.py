"""The recorded outlines, held against the arithmetic of circles, turns and boxes. All in mm from the trim's corner."""

import math

import pytest

from faces.conftest import Bench
from pnp.model.face import Box, Shape


def shapes(bench: Bench, body: str) -> tuple[Shape, ...]:
    face = bench.face(body)
    assert face.faults == ()
    return face.shapes


def area(shape: Shape) -> float:
    return sum(
        abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(o, (*o[1:], o[0]), strict=True))) / 2
        for o in shape.outlines
    )


@pytest.mark.parametrize(
    ("body", "box"),
    [
        ('<rect x="-3.175" y="-3.175" width="69.85" height="95.25"/>', (-3.175, -3.175, 66.675, 92.075)),
        ('<rect x="1" y="2" width="100%" height="10%"/>', (1, 2, 70.85, 11.525)),
        ('<rect x="1mm" width="10" height="1"/>', (3.7795, 0, 13.7795, 1)),
        ('<circle cx="10" cy="20" r="5"/>', (5, 15, 15, 25)),
        ('<ellipse cx="10" cy="20" rx="5" ry="2"/>', (5, 18, 15, 22)),
        ('<circle cx="10" cy="20" r="5" stroke="#000" stroke-width="2"/>', (4, 14, 16, 26)),
        ('<line x1="1" y1="2" x2="5" y2="9" stroke="#000" stroke-width=".5"/>', (0.75, 1.75, 5.25, 9.25)),
        ('<polyline points="1,2 3,4 5,1"/>', (1, 1, 5, 4)),
        ('<polygon points="1 2 3 4 5 1"/>', (1, 1, 5, 4)),
        ('<path d="M1 2h4v3H1z"/>', (1, 2, 5, 5)),
        ('<path d="m1 2 4 0 0 3-4 0zm10 10 1 0 0 1z"/>', (1, 2, 12, 13)),
        ('<path d="M0 0C0 10 10 10 10 0"/>', (0, 0, 10, 7.5)),
        ('<path d="M0 0c0 10 10 10 10 0s10-10 10 0"/>', (0, -7.5, 20, 7.5)),
        ('<path d="M0 0Q5 10 10 0T20 0"/>', (0, -5, 20, 5)),
        ('<path d="M0 0A5 5 0 0 0 10 0"/>', (0, 0, 10, 5)),
        ('<path d="M0 0a5 5 0 0110 0"/>', (0, -5, 10, 0)),
        ('<path d="M5 0a5 5 0 1 0 5 5"/>', (0, 0, 10, 10)),
        ('<path d="M0 0A1 1 0 0 1 10 0"/>', (0, -5, 10, 0)),
        ('<g transform="translate(10 20) scale(2)"><rect width="3" height="4"/></g>', (10, 20, 16, 28)),
        ('<rect width="3" height="4" transform="rotate(90 10 10)"/>', (16, 0, 20, 3)),
        ('<rect width="4" height="2" transform="matrix(0 1 -1 0 5 6)"/>', (3, 6, 5, 10)),
        (
            '<rect width="2" height="2" transform="rotate(45)" transform-origin="1 1"/>',
            (-0.4142, -0.4142, 2.4142, 2.4142),
        ),
        ('<defs><rect id="r" width="3" height="4"/></defs><use href="#r" x="5" y="6"/>', (5, 6, 8, 10)),
        (
            '<symbol id="s" viewBox="0 0 10 10"><rect width="10" height="10"/></symbol>'
            '<use href="#s" x="5" y="5" width="20" height="20"/>',
            (5, 5, 25, 25),
        ),
        (
            '<svg x="10" y="10" width="40" height="20" viewBox="0 0 10 10"><rect width="10" height="10"/></svg>',
            (20, 10, 40, 30),
        ),
        ('<svg x="10" y="10" width="10" height="10"><rect width="40" height="40"/></svg>', (10, 10, 20, 20)),
        (
            '<clipPath id="c"><path d="M0 0V10H10V0z"/></clipPath><rect width="30" height="5" clip-path="url(#c)"/>',
            (0, 0, 10, 5),
        ),
        (
            '<clipPath id="c"><path d="M0 0H10V10H0z"/></clipPath><rect width="30" height="5" clip-path="url(#c)"/>',
            (0, 0, 10, 5),
        ),
        (
            '<clipPath id="c"><circle cx="5" cy="5" r="5"/></clipPath>'
            '<g clip-path="url(#c)"><rect width="30" height="30"/></g>',
            (0, 0, 10, 10),
        ),
    ],
)
def test_boxes(bench: Bench, body: str, box: tuple[float, ...]) -> None:
    (shape,) = shapes(bench, body)
    assert shape.box == pytest.approx(box, abs=0.05)


def test_a_hollow_clip_inside_a_round_one_reaches_no_farther_than_the_round_one(bench: Bench) -> None:
    body = (
        '<clipPath id="round"><circle r="8"/></clipPath>'
        '<clipPath id="hollow"><path d="M-9-9H9V9H5V0H-9Z"/></clipPath>'
        '<g clip-path="url(#round)"><rect x="-9" y="-9" width="18" height="18" clip-path="url(#hollow)"/></g>'
    )
    (shape,) = shapes(bench, body)
    assert max(math.hypot(x, y) for outline in shape.outlines for x, y in outline) <= 8.01


def test_areas_stay_within_the_tolerance(bench: Bench) -> None:
    body = '<circle r="20"/><rect width="20" height="10" rx="5"/><g transform="scale(.01)"><circle r="2000"/></g>'
    circle, pill, scaled = shapes(bench, body)
    assert area(circle) == pytest.approx(math.pi * 400, rel=0.005)
    assert area(pill) == pytest.approx(100 + math.pi * 25, rel=0.01)
    assert area(scaled) == pytest.approx(area(circle), rel=0.001)


@pytest.mark.parametrize(
    ("body", "paint"),
    [
        ('<rect width="1" height="1"/>', ("#000000", "", 0, True)),
        ('<g fill="red"><rect width="1" height="1"/></g>', ("#ff0000", "", 0, True)),
        ('<g fill="red"><rect width="1" height="1" fill="inherit"/></g>', ("#ff0000", "", 0, True)),
        ('<g color="red"><rect width="1" height="1" fill="currentColor"/></g>', ("#ff0000", "", 0, True)),
        ('<rect width="1" height="1" fill="none" stroke="#0f0"/>', ("", "#00ff00", 1, True)),
        (
            '<g transform="scale(2)"><rect width="1" height="1" fill="none" stroke="#0f0"/></g>',
            ("", "#00ff00", 2, True),
        ),
        ('<rect width="1" height="1" opacity=".5"/>', ("#000000", "", 0, False)),
        ('<g opacity=".5"><rect width="1" height="1"/></g>', ("#000000", "", 0, False)),
        ('<rect width="1" height="1" fill-opacity=".5"/>', ("#000000", "", 0, False)),
        ('<rect width="1" height="1" style="fill:blue"/>', ("#0000ff", "", 0, True)),
        (
            '<style>.a{fill:red}rect{fill:green}#b{fill:blue}</style><rect class="a" width="1" height="1"/>',
            ("#ff0000", "", 0, True),
        ),
        (
            '<style>rect{fill:green}#b{fill:blue}</style><rect id="b" width="1" height="1" fill="red"/>',
            ("#0000ff", "", 0, True),
        ),
        (
            '<linearGradient id="g"><stop stop-color="#fff"/></linearGradient>'
            '<rect width="1" height="1" fill="url(#g)"/>',
            ("#pattern", "", 0, True),
        ),
        (
            '<linearGradient id="g"><stop stop-opacity="0"/><stop offset="1"/></linearGradient>'
            '<rect width="1" height="1" fill="url(#g)"/>',
            ("#pattern", "", 0, False),
        ),
    ],
)
def test_paints(bench: Bench, body: str, paint: tuple[object, ...]) -> None:
    (shape,) = shapes(bench, body)
    assert (shape.fill, shape.stroke, shape.stroke_width, shape.opaque) == paint


@pytest.mark.parametrize(
    "body",
    [
        '<rect width="0" height="5"/>',
        '<rect width="5" height="5" fill="none"/>',
        '<rect width="5" height="5" display="none"/>',
        '<rect width="5" height="5" visibility="hidden"/>',
        '<g transform="scale(0)"><rect width="5" height="5"/></g>',
        '<defs><rect width="5" height="5"/></defs>',
        '<clipPath id="c"><rect width="1" height="1"/></clipPath><circle cx="5" r="3" clip-path="url(#c)"/>',
        '<rect width="5" height="5" fill-opacity="0"/>',
    ],
)
def test_what_is_not_seen_is_not_recorded(bench: Bench, body: str) -> None:
    assert shapes(bench, body) == ()


def test_shapes_stand_in_the_order_of_painting(bench: Bench) -> None:
    body = '<rect width="1" height="1" fill="red"/><g opacity=".9"><circle r="1" fill="lime"/></g><circle r="2"/>'
    assert [shape.fill for shape in shapes(bench, body)] == ["#ff0000", "#00ff00", "#000000"]


def test_the_corner_of_the_trim_is_the_origin_whatever_the_view_box(bench: Bench) -> None:
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="69.85mm" height="95.25mm" viewBox="0 0 698.5 952.5">'
    face = bench.face(f'{head}<rect x="31.75" y="31.75" width="100" height="50"/></svg>', whole=True)
    assert face.shapes[0].box == pytest.approx(Box(0, 0, 10, 5))
    assert face.scale == pytest.approx(0.1)
    assert face.bleed == 3.175


def test_outlines_are_placed_once_and_told_in_mm_however_they_are_kept(bench: Bench) -> None:
    body = "".join(f'<path d="M0 0H4V2Z" transform="{turn}"/>' for turn in ("scale(2)", "rotate(9)"))
    upright, turned = shapes(bench, body)
    assert upright.drawn[0] == ((0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 0.0))
    assert [x for outline in upright.outlines for x, _ in outline] == pytest.approx([0, 8, 8, 0])
    assert upright.outlines is upright.outlines
    assert turned.drawn is turned.outlines
    assert repr(upright) == repr(Shape(upright.outlines, *upright[1:-1]))
