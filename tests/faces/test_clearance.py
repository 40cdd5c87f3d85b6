"""What clears an element at a glance agrees with the complaints that are looked for."""

from pathlib import Path
from xml.parsers import expat

import pytest

from faces.conftest import REPOSITORY
from pnp.faces.svg.clearance import clears
from pnp.faces.svg.complaints import check_attributes, check_element, find_left_out
from pnp.faces.svg.elements import Element, read_elements
from pnp.faces.svg.texts import read_template

CORPUS = sorted((REPOSITORY / "tests/faces/corpus/svg").glob("*.svg"))
CLEAR = (
    '<rect x="1" y="-2.5" width="10%" height="3mm" fill="#aabbcc" stroke="none" rx="inherit"/>',
    '<path d="M0 0L1 1" style="fill:red;opacity:.5"/>',
    '<use href="#a"/>',
    '<g class="a" data-x="y"><foo:x/></g>',
    '<polygon points="0,0 1,1"/>',
    '<clipPath id="a"><g><rect/></g></clipPath>',
    '<pnp:text x="what you like"/>',
)
NOT_CLEAR = (
    '<rect width="-1"/>',
    '<rect onclick="x"/>',
    '<rect foo="x"/>',
    '<path style="fill:nope"/>',
    '<path style=":x"/>',
    '<path d="M0 0L1e7 1"/>',
    "<use/>",
    '<use href="a.svg#b"/>',
    "<polygon/>",
    '<pattern width="0"/>',
    "<rect><circle/></rect>",
    "<clipPath><g><text/></g></clipPath>",
    "<mask/>",
)


def say(element: Element) -> list[object]:
    """All that is said of one element, and not of those in it."""
    found = [*find_left_out(element.tag, element.attributes), *check_element(element)]
    return [*found, *check_attributes(element.tag, element.attributes, clips=True)]


@pytest.mark.parametrize("markup", CLEAR)
def test_what_is_clear_has_no_complaint(markup: str) -> None:
    (element,) = read_elements(markup)
    assert clears(element)
    assert not say(element)


@pytest.mark.parametrize("markup", NOT_CLEAR)
def test_what_has_a_complaint_is_not_clear(markup: str) -> None:
    (element,) = read_elements(markup)
    assert say(element)
    assert not clears(element)


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_no_drawing_is_cleared_that_has_a_complaint(path: Path) -> None:
    try:
        elements = read_elements(read_template(path, "").partition("<svg")[2].join(("<svg", "")))
    except (ValueError, expat.ExpatError):
        return  # no drawing
    for top in elements:
        for element in top.walk():
            assert not (clears(element) and say(element))
