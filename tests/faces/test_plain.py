"""Plain drawings are drawn without CairoSVG's detours, and come out as CairoSVG would draw them, byte for byte."""

from collections.abc import Callable
from typing import Any

import pytest

import pnp.faces.drawing
from faces.conftest import Bench
from faces.test_drawing import FONT, FULL, faces
from pnp.faces.cairo.values import OddError
from pnp.faces.drawing import draw_pages

PLAIN = [
    '<rect x="3" y="4" width="20" height="9" rx="2" fill="#06c" stroke="red" stroke-width=".5"/>',
    '<circle cx="9" cy="9" r="4" fill="none" stroke="rgb(1,2,3)" stroke-dasharray="1 2" stroke-dashoffset="1"/>',
    '<ellipse cx="9" cy="9" rx="4" ry="7" fill="rgba(9,9,9,.5)"/><ellipse rx="0" ry="7"/><rect width="0" height="3"/>',
    '<line x1="1" y1="2" x2="30" y2="40" stroke="#000" stroke-linecap="round"/>',
    '<polygon points="1,2 30,40 5,60" fill-rule="evenodd" stroke-linejoin="bevel" stroke="navy"/>',
    '<polyline points="1 2 30 40 5 60" fill="none" stroke="#abc" stroke-miterlimit="9"/>',
    '<path d="M1 2L9 9 20 9h3v4H2V1l5 5z m3 3 9 9C1 2 3 4 5 6c1 2 3 4 5 6Q1 2 30 4q5 5 9 1zM40 40zz" stroke="red"/>',
    '<path d="M10 10a5 6 30 0 1 9 9A3 3 0 1 0 40 40s3 4 5 6S9 9 1 1t4 4T9 3" fill="none" stroke="#000"/>',
    '<g transform="translate(9,9) rotate(30 2 2) scale(2)" opacity=".5"><rect width="9" height="9"/><rect x="3"/></g>',
    '<g fill="currentColor" color="teal"><rect width="9" height="9" opacity=".3"/><circle r="4"/></g>',
    '<svg x="9" y="9" width="20" height="28" viewBox="0 0 5 7" preserveAspectRatio="xMinYMax"><circle r="3"/></svg>',
    '<svg x="9" y="9" width="20" height="9" viewBox="0 0 5 7" overflow="visible"><rect width="9" height="9"/></svg>',
    '<defs><g id="a"><rect width="5" height="5"/></g></defs><use href="#a" x="9" y="3" fill="red"/><use href="#a"/>',
    '<defs><clipPath id="c"><circle cx="9" cy="9" r="8"/><rect x="20" width="9" height="9"/></clipPath></defs>'
    '<g clip-path="url(#c)"><rect width="40" height="12"/><rect y="9" width="9" height="9" clip-path="url(#c)"/></g>',
    f'<g opacity=".9"><pnp:text x="5" y="5" width="50" {FONT} size="10">Words</pnp:text><rect width="3"/></g>',
    '<g opacity=".9"><text x="5" y="9" font-family="Barlow Semi Condensed" font-size="5">A <tspan fill="red">b</tspan>'
    "</text></g>",
]
ODD = [
    '<linearGradient id="g"><stop stop-color="red"/></linearGradient><rect width="9" height="9" fill="url(#g)"/>',
    '<rect width="50%" height="9"/>',
    '<rect width="9" height="9" visibility="hidden"/>',
    '<symbol id="s" viewBox="0 0 9 9"><circle r="5"/></symbol><use href="#s" width="9" height="9"/>',
    '<defs><path id="p" d="M0 0h5v5z"/><clipPath id="c"><use href="#p" x="3"/></clipPath></defs>'
    '<g clip-path="url(#c)"><rect width="9" height="9"/><rect width="9" height="2" clip-path="url(#c)"/></g>',
]


def refuse(*_: Any) -> None:
    raise OddError


@pytest.fixture
def sheets(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What is left to CairoSVG."""
    left: list[Any] = []
    sheet: Callable[..., None] = pnp.faces.drawing._sheet

    def note(run: Any, target: Any) -> None:
        left.append(run)
        sheet(run, target)

    monkeypatch.setattr(pnp.faces.drawing, "_sheet", note)
    return left


@pytest.mark.parametrize("body", [*PLAIN, *ODD, "".join(PLAIN), "".join(ODD[:1] + PLAIN)])
@pytest.mark.parametrize("copies", [1, 2])
def test_the_bytes_are_those_of_cairosvg(
    bench: Bench, body: str, copies: int, sheets: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = faces(bench, FULL + body, {f"c{n}": {} for n in range(copies)})
    ours = draw_pages(made, bench.roots)
    assert bool(sheets) == any(odd in body for odd in ODD)
    monkeypatch.setattr(pnp.faces.drawing, "read_calls", refuse)
    assert draw_pages(made, bench.roots) == ours
    assert sheets
