"""Words and art of shaped pieces, judged by the outline along which they are cut."""

import math
import random
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from pnp.build import check_kit
from pnp.kit.project import Project
from pnp.model.face import Box
from pnp.model.outline import Outline, Vertex, circle, hexagon
from pnp.outcome import Options
from pnp.rules.topics.paints import distance_to
from pnp.rules.topics.rims import clearance

HEAD = 'kit: game\ntitle: Game\nversion: "1"\nassets: [{file: "*", by: Ann, licence: CC0}]\n'
FACE = """\
{% set b = deck.bleed %}{% set w = deck.width %}{% set h = deck.height %}
<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp" width="{{ w + 2 * b }}mm" height="{{ h + 2 * b }}mm" \
viewBox="{{ -b }} {{ -b }} {{ w + 2 * b }} {{ h + 2 * b }}">
GROUND
<pnp:text x="X" y="Y" width="9" height="5" align="center" font="Barlow Semi Condensed" size="9">{{ card.title }}\
</pnp:text>
</svg>
"""
WHOLE = '<rect x="{{ -b }}" y="{{ -b }}" width="{{ w + 2 * b }}" height="{{ h + 2 * b }}" fill="#e8c14a"/>'
Look = Callable[..., dict[str, str]]


@pytest.fixture
def look(tmp_path: Path) -> Look:
    def run(shape: str, x: float = 8, y: float = 12, ground: str = WHOLE) -> dict[str, str]:
        folder = tmp_path / "content" / "game"
        folder.mkdir(parents=True)
        deck = f"deck: tokens\nsize: 25 mm\nshape: {shape}\nbleed: 1.3 mm\nsafe: 1 mm\nfront: token.svg.j2\n"
        cards = "cards: [{id: a, title: Ann}]\n"
        (folder / "kit.yaml").write_text(HEAD, "utf-8")
        (folder / "tokens.yaml").write_text(deck + cards, "utf-8")
        face = FACE.replace("GROUND", ground).replace("X", str(x)).replace("Y", str(y))
        (folder / "token.svg.j2").write_text(face, "utf-8")
        findings = check_kit(Project(tmp_path), folder, Options()).findings
        return {finding.check: finding.message for finding in findings if finding.check != "wasted-slots"}

    return run


def test_words_in_the_middle_are_fine(look: Look) -> None:
    assert look("hex-pointy") == {}


def test_words_in_a_corner_that_is_cut_off_are_told(look: Look) -> None:
    found = look("hex-pointy", x=1, y=1.5)
    assert found.keys() == {"unsafe-text"}
    assert "beyond the outline and is cut off; 1 mm should stay free" in found["unsafe-text"]


def test_words_near_a_round_edge_are_told(look: Look) -> None:
    found = look("round", x=1, y=3.5)
    assert "from the outline; 1 mm should stay free" in found["unsafe-text"]


@pytest.mark.parametrize("shape", ["round", "hex-flat", "hex-pointy"])
def test_a_ground_that_ends_with_the_cut_is_told(look: Look, shape: str) -> None:
    across, down = "{{ w / 2 }}", "{{ h / 2 }}"
    grounds = {
        "round": f'<circle cx="{across}" cy="{down}" r="12.5" fill="#e8c14a"/>',
        "hex-flat": '<path d="M 0 12.5 L 7.217 0 H 21.651 L 28.868 12.5 L 21.651 25 H 7.217 Z" fill="#e8c14a"/>',
        "hex-pointy": '<path d="M 12.5 0 L 0 7.217 V 21.651 L 12.5 28.868 L 25 21.651 V 7.217 Z" fill="#e8c14a"/>',
    }
    found = look(shape, ground=grounds[shape])
    assert found["art-stops-at-trim"].startswith(
        "the art stops at the outline along which it is cut; draw on to 1.3 mm"
    )


def test_a_ring_well_inside_is_fine(look: Look) -> None:
    ring = '<circle cx="{{ w / 2 }}" cy="{{ h / 2 }}" r="10" fill="none" stroke="#202028" stroke-width="0.6"/>'
    assert look("round", ground=WHOLE + ring) == {}


def corners(box: Box) -> tuple[tuple[float, float], ...]:
    return (box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom)


@pytest.mark.parametrize("outline", [circle(Box(0, 0, 60, 60)), hexagon(Box(0, 0, 60, 69.28), flat=False)])
def test_the_nearest_place_of_an_area_is_found_wherever_it_lies(outline: Outline) -> None:
    dice = random.Random(7)
    rim = outline.points()
    for _ in range(60):
        middle, turn = dice.uniform(25, 35), dice.uniform(0, math.tau)
        across, down = dice.uniform(1, 12), dice.uniform(1, 12)
        ways = [(across, down), (-across, down), (-across, -down), (across, -down)]
        area = tuple(
            (middle + x * math.cos(turn) - y * math.sin(turn), 30 + x * math.sin(turn) + y * math.cos(turn))
            for x, y in ways
        )
        # The outlines bulge outward, so that a corner is nearest.
        gaps = [distance_to(*place, (*one, *other)) for place in area for one, other in pairwise((*rim, rim[0]))]
        assert clearance(outline, area) == pytest.approx(min(gaps))


def test_how_far_a_box_stays_within_an_outline() -> None:
    assert clearance(circle(Box(0, 0, 20, 20)), corners(Box(8, 8, 12, 12))) == pytest.approx(10 - 8**0.5, abs=0.02)
    hexa = hexagon(Box(0, 0, 20, 23.094), flat=False)
    assert clearance(hexa, corners(Box(3, 9, 17, 14))) == pytest.approx(3)
    assert clearance(hexa, corners(Box(0, 0, 4, 4))) < -4
    assert clearance(hexa, ((10, 2), (12, 4), (10, 6), (8, 4))) > 0.5, "a turned area is not the box around it"
    notch = Outline(tuple(Vertex(*point) for point in ((0, 0), (9, 0), (10, 9), (11, 0), (20, 0), (20, 20), (0, 20))))
    assert clearance(notch, corners(Box(4, 6, 16, 12))) < 0, "between its corners, too"
