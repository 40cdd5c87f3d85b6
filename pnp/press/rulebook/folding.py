"""Which page of a booklet lies where on which sheet. Lengths are mm."""

from collections.abc import Sequence

from pnp.model.signature import Folio, Half, Signature

# A sheet that is folded once has so many pages.
PAGES = 4


def order_pages(pages: int, *, cover: bool) -> tuple[int, ...]:
    """The numbers of the pages (from 1) in the order of reading, with 0 for each blank that makes them whole sheets.

    The last page becomes the back cover if it is made for it (`cover`), and the blanks stand before it; else they come
    last, for a text that runs on is not to be torn. A page alone is the front cover.
    """
    blanks = (0,) * (-pages % PAGES)
    numbers = tuple(range(1, pages + 1))
    return (*numbers[:-1], *blanks, *numbers[-1:]) if cover and pages > 1 else (*numbers, *blanks)


def fold_pages(order: Sequence[int], sheet: tuple[float, float], thickness: float, trim: float) -> Signature:
    """The pages on sheets of this width and height, two on each side.

    Each sheet lies in the fold of the one around it, and so sticks out `thickness` farther than that: sheet n (the
    outermost is 0) by n * thickness. Its pages are moved by so much towards the fold, so that once all is cut flush,
    `trim` inside the edge of the outermost, every page has the same margin outside. Per sheet, with the fold at
    width / 2 and pages of width / 2 - trim: the left edge of a right page is fold - creep, that of a left page is
    fold - page + creep.
    """
    width, height = sheet
    fold, page = width / 2, width / 2 - trim
    last = len(order) - 1
    folios = []
    for number in range(len(order) // PAGES):
        creep = number * thickness
        left, right = fold - page + creep, fold - creep
        first = 2 * number
        front = Half(order[last - first], left), Half(order[first], right)
        back = Half(order[first + 1], left), Half(order[last - first - 1], right)
        folios.append(Folio(front, back, creep, trim + creep if trim else 0.0))
    return Signature(width, height, page, tuple(folios))
