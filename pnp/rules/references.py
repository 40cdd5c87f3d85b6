"""The check of pages and figures that texts send their readers to."""

import re
from collections.abc import Iterable, Iterator

from pnp.model.document import Booklet, Document
from pnp.model.finding import Level
from pnp.model.kit import Kit
from pnp.rules.check import Context, Said, check
from pnp.rules.passages import gather_passages

_PAGES = re.compile(r"\b(?:pages?|pp?\.)\s+(\d{1,4})\b", re.IGNORECASE)
_FIGURES = re.compile(r"\b(?:figures?|fig\.)\s+(\d{1,3})\b", re.IGNORECASE)


@check("broken-page-reference", on=Booklet, level=Level.WARNING, also=(Kit,))
def broken_page_reference(thing: Booklet | Kit, context: Context) -> Iterable[Said]:
    """A page or a figure that a text sends its reader to exists.

    Pages move with every edit, so a typed number is soon wrong. In a rulebook, a link writes the right one by itself.

    Bad:
        Trading is explained on page 60.        # the booklet has 8 pages

    Good:
        Trading is explained in [Trading](#trading).
    """
    if isinstance(thing, Kit):
        if not thing.rulebooks:
            yield from _lost(thing, 0, 0, "this kit prints no rulebook")
        return
    pages, figures = thing.pages, len(thing.document.figures())
    called = f'the rulebook "{thing.document.title}" has {pages} {"page" if pages == 1 else "pages"}'
    called += f" and {figures} {'figure' if figures == 1 else 'figures'}"
    yield from _lost(thing.document, pages, figures, called)
    if len(context.kit.rulebooks) == 1:
        yield from _lost(context.kit, pages, figures, called)


def _lost(thing: Kit | Document, pages: int, figures: int, called: str) -> Iterator[Said]:
    for passage in gather_passages(thing):
        for pattern, most, word in ((_PAGES, pages, "page"), (_FIGURES, figures, "figure")):
            for match in pattern.finditer(passage.words):
                if not 1 <= int(match[1]) <= most:
                    yield Said(
                        passage.where,
                        f"there is no {word} {match[1]}: {called}",
                        "In a rulebook, write a link: [Trading](#trading). On a card, name the section.",
                    )
