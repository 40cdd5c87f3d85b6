"""The project's own fonts, read once for all tests of the text engine."""

from pathlib import Path

import pytest

from pnp.faces.text.fonts import FontBook
from pnp.model.roots import Root, Roots

REPOSITORY = Path(__file__).parents[3]


@pytest.fixture(scope="session")
def roots() -> Roots:
    return Roots((Root(REPOSITORY / "templates", "templates"),))


@pytest.fixture(scope="session")
def world() -> FontBook:
    """With the fonts of other scripts, as a kit would bring them along."""
    return FontBook(Roots((Root(REPOSITORY / "tests", "tests"), Root(REPOSITORY / "templates", "templates"))))


@pytest.fixture(scope="session")
def book(roots: Roots) -> FontBook:
    return FontBook(roots)
