"""As many places as arithmetic gives, in the middle of the page."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.model.finding import PnpError
from pnp.model.printer import Margins
from pnp.model.sizes import CARD_SIZES, PAPERS
from pnp.press.layout.arrangement import Arrangement, Page
from pnp.press.layout.layouts import arrange
from pnp.press.layout.paper import lay_pages, paper_size
from press.nouns import make_job


def pages(paper: tuple[float, float], margin: float) -> tuple[Page, Page]:
    return lay_pages(paper, Margins(margin, margin, margin, margin))


def choose_grid(size: tuple[float, float], pages: Sequence[Page], gutter: float) -> Arrangement:
    return arrange(make_job(gutter=gutter), size, 0.0, pages).arrangement


def grid_of(arrangement: Arrangement) -> tuple[int, int]:
    """Columns and rows."""
    lefts, tops = ({round(spot.trim[side], 6) for spot in arrangement.spots} for side in (0, 1))
    return len(lefts), len(tops)


POKER, LETTER, A4 = CARD_SIZES["poker"], PAPERS["letter"], PAPERS["a4"]


@pytest.mark.parametrize(
    ("size", "paper", "margin", "gutter", "places", "orientation", "corner"),
    [
        (POKER, LETTER, 4.2, 0, (3, 3), "portrait", (12.7, 6.35)),
        (POKER, LETTER, 6.35, 0, (3, 3), "portrait", (12.7, 6.35)),
        (POKER, LETTER, 10, 0, (4, 2), "landscape", (12.7, 19.05)),
        (POKER, LETTER, 4.2, 3, (4, 2), "landscape", (8.2, 17.55)),
        (POKER, LETTER, 4.2, 6.35, (3, 2), "portrait", (6.35, 47.625)),
        (POKER, A4, 4.2, 0, (3, 3), "portrait", (9.75, 15.15)),
        (POKER, A4, 4.2, 6.35, (4, 2), "landscape", (11.975, 12.925)),
        ((63, 88), A4, 5, 0, (3, 3), "portrait", (10.5, 16.5)),
        ((44.45, 63.5), LETTER, 4.2, 0, (6, 3), "landscape", (6.35, 12.7)),
        ((25, 25), LETTER, 6.35, 1, (7, 10), "portrait", (17.45, 10.2)),
        ((207.5, 271), LETTER, 4.2, 0, (1, 1), "portrait", (4.2, 4.2)),
        ((207.51, 271), LETTER, 4.2, 0, (0, 0), "portrait", (0, 0)),
    ],
)
def test_places_are_counted_by_arithmetic(
    size: tuple[float, float],
    paper: tuple[float, float],
    margin: float,
    gutter: float,
    places: tuple[int, int],
    orientation: str,
    corner: tuple[float, float],
) -> None:
    grid = choose_grid(size, pages(paper, margin), gutter)
    assert (*grid_of(grid), grid.page.orientation) == (*places, orientation)
    assert grid.per_sheet == places[0] * places[1]
    if grid.per_sheet:
        assert grid.block[:2] == pytest.approx(corner, abs=1e-9)


def test_a_tie_is_printed_upright() -> None:
    assert choose_grid((70, 70), pages(LETTER, 4.2), 0).page.orientation == "portrait"


@settings(max_examples=50, deadline=None, derandomize=True)
@given(
    st.floats(12, 250),
    st.floats(12, 250),
    st.floats(0, 12),
    st.floats(0, 8),
    st.sampled_from(["letter", "a4", "148x210mm", "11 x 17in"]),
)
def test_places_fit_and_one_more_would_not(
    width: float, height: float, margin: float, gutter: float, paper: str
) -> None:
    both = pages(paper_size(paper), margin)
    grid = choose_grid((width, height), both, gutter)
    assert grid.per_sheet == max(choose_grid((width, height), [page], gutter).per_sheet for page in both)
    columns, rows = grid_of(grid)
    block, edge = grid.block, grid.page.printable
    if grid.per_sheet:
        assert block.left >= edge.left - 1e-5
        assert block.top >= edge.top - 1e-5
        assert block.right <= edge.right + 1e-5
        assert block.bottom <= edge.bottom + 1e-5
        assert (columns + 1) * width + columns * gutter > edge.right - edge.left
        assert (rows + 1) * height + rows * gutter > edge.bottom - edge.top
    else:
        assert width > edge.right - edge.left or height > edge.bottom - edge.top
    for (first, *_), (second, *_) in zip(grid.spots, grid.spots[1:], strict=False):
        assert second.left >= first.right + gutter - 1e-9 or second.top >= first.bottom + gutter - 1e-9


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("letter", (215.9, 279.4)),
        ("A4", (210.0, 297.0)),
        ("148x210mm", (148.0, 210.0)),
        ("297 × 210", (210.0, 297.0)),
        ("8.5x14in", (215.9, 355.6)),
    ],
)
def test_paper_by_name_or_size(name: str, size: tuple[float, float]) -> None:
    assert paper_size(name) == pytest.approx(size)


@pytest.mark.parametrize("name", ["leter", "0x10", "quarto", "-5x10", "1x2x3", ""])
def test_unknown_paper_names_those_that_there_are(name: str) -> None:
    with pytest.raises(PnpError) as caught:
        paper_size(name)
    assert "letter, a4, legal, tabloid, a3 or universal" in caught.value.help
    assert ("did you mean letter?" in caught.value.help) == (name == "leter")
