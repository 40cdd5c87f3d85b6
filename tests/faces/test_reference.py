"""The reference for those who write templates says what the code does."""

import re

import pytest

from faces.conftest import REPOSITORY, Bench
from pnp.faces.svg import subset
from pnp.faces.text import textboxes

REFERENCE = (REPOSITORY / "templates/README.md").read_text("utf-8")
DRAWN = REFERENCE.partition("Elements: ")[2].partition(". ")[0]
REFUSED = REFERENCE.partition("| not drawn | instead |")[2].partition("\n\n")[0]
LEFT_OUT = REFERENCE.partition("| left out | instead |")[2].partition("\n\n")[0]


def test_it_lists_every_element_that_is_drawn() -> None:
    assert set(re.findall(r"`([\w:]+)`", DRAWN)) == set(subset.ELEMENTS)


@pytest.mark.parametrize("name", sorted(subset.REFUSED))
def test_it_has_a_cure_for_every_attribute_that_is_not(name: str) -> None:
    if name not in ("clip", "direction", "dominant-baseline", "requiredExtensions"):
        assert name in (LEFT_OUT if subset.is_left_out(name) else REFUSED)


def test_it_lists_every_element_and_rule_that_is_left_out() -> None:
    listed = set(re.findall(r"`([@\w-]+)`", LEFT_OUT.replace("`animate`", " ".join(f"`{n}`" for n in ANIMATIONS))))
    assert listed >= subset.LEFT_OUT | set(subset.LEFT_OUT_AT)


ANIMATIONS = ("animate", "animateMotion", "animateTransform")


def test_it_lists_every_attribute_of_a_text_box() -> None:
    table = REFERENCE.partition("## Text in a box")[2].partition("Inside:")[0]
    assert set(re.findall(r"`([a-z-]+)(?:=|`)", table)) >= set(textboxes.ATTRIBUTES) - {"id"}


def test_its_example_is_drawn(bench: Bench) -> None:
    example = REFERENCE.partition("```xml\n")[2].partition("```")[0]
    face = bench.face(example, whole=True, colour="#2a6f97", title="Pharmacy Run")
    assert face.faults == ()
    assert (face.bleed, face.texts[0].field, len(face.shapes)) == (3.175, "title", 2)


def test_macros_know_icons_and_what_is_given_to_them(bench: Bench) -> None:
    bench.write(
        "templates/parts.j2", "{% macro sign(x) %}{{ icon('heart', x, 1, 5) }}<!-- {{ card.title }} -->{% endmacro %}"
    )
    face = bench.face('{% import "parts.j2" as parts with context %}{{ parts.sign(3) }}', title="x")
    assert face.faults == ()
    assert len(face.shapes) == 1
    assert face.files == ("templates/card.svg.j2", "templates/icons/heart.svg", "templates/parts.j2")
