"""Checks of what texts send their readers to: pages, figures, the list of contents."""

import re
from collections.abc import Iterable, Iterator, Mapping

from pnp.model.document import Booklet, Contents, Document, plain
from pnp.model.finding import Level
from pnp.model.kit import Kit
from pnp.rules.check import Context, Said, check
from pnp.rules.topics.passages import Passage, folded, gather_passages
from pnp.rules.topics.spots import find_spot

# Page 47 of the grimoire is none of the rulebook's, and a figure 8 is no figure in it.
_PAGES = re.compile(
    r"\b(?:pages?|pp?\.)\s+(\d{1,4})\b(?!\s+of\s+(?:an?|the|this|my|your|his|her|their)\s+(?!rule|book|manual|guide))",
    re.IGNORECASE,
)
_FIGURES = re.compile(r"(?<!\ba\s)\b(?:figures?|fig\.)\s+(\d{1,3})\b", re.IGNORECASE)
# Between the name of a section and the page that is given for it.
_NAMED_BEFORE = re.compile(r"[\s\"”’*,]*(?:(?:is|are|stands?|starts?|begins?)\s+)?[\s(]*(?:(?:see|on|at)\s+)?$")
_SHOWN = r"(?:photo|picture|figure|diagram|illustration|drawing)s?"
_SEE = re.compile(
    rf"\b(?:see|as in|shown in)\s+(?:the\s+)?(?:\w+\s+)?{_SHOWN}\b"
    rf"|\b(?:map|plan|{_SHOWN})(?:\s+(?:set-?up|layout))?\s+(?:below|above|overleaf)\b",
    re.IGNORECASE,
)
# Shorter headings are words like any other.
SHORT = 3


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
            yield from _lost(thing, thing, 0, 0, "this kit prints no rulebook")
        return
    pages, figures = thing.pages, len(thing.document.figures())
    form = "as a booklet, the rulebook" if thing.signature else "the rulebook"
    called = f'{form} "{thing.document.title}" has {pages} {"page" if pages == 1 else "pages"}'
    called += f" and {figures} {'figure' if figures == 1 else 'figures'}"
    sections = _sections(thing)
    for text in (thing.document, context.kit) if len(context.kit.rulebooks) == 1 else (thing.document,):
        yield from _lost(text, context.kit, pages, figures, called)
        yield from _misplaced(text, context.kit, sections)
    if not figures:
        yield from _unseen(thing.document, context.kit)


@check("empty-contents", on=Document, level=Level.WARNING)
def empty_contents(document: Document, _context: Context) -> Iterable[Said]:
    """A list of contents lists something.

    A reader who looks for a rule there finds a blank. `::: contents` lists the headings down to its level, so either
    these have none, or what looks like headings is bold text.

    Bad:
        ::: contents

        **Moving**

    Good:
        ::: contents

        # Moving
    """
    levels = [heading.level for heading in document.headings()]
    for block in document.walk():
        if isinstance(block, Contents) and not any(level <= block.depth for level in levels):
            lower = f" so high ({'#' * block.depth} or above)" if levels else ""
            yield Said(
                block.where,
                f'the list of contents of "{document.title}" is empty: the rulebook has no heading{lower}',
                "Begin each section with a heading, `# Moving`, or take the list out.",
            )


def _sections(booklet: Booklet) -> Mapping[str, int]:
    """The pages of the sections, by their headings; of two that are called alike, neither."""
    found: dict[str, list[int]] = {}
    for heading in booklet.document.headings():
        if heading.anchor in booklet.at:
            found.setdefault(" ".join(plain(heading.words).split()), []).append(booklet.at[heading.anchor])
    return {name: pages[0] for name, pages in found.items() if len(pages) == 1 and len(name) > SHORT}


def _misplaced(thing: Kit | Document, kit: Kit, sections: Mapping[str, int]) -> Iterator[Said]:
    """`the Room Chart on page 6`, where the section Room Chart is on page 5."""
    for passage in gather_passages(thing):
        for match in _PAGES.finditer(passage.words) if _is_telling(passage) else ():
            before = passage.words[: match.start()]
            name = _NAMED_BEFORE.sub("", before)
            for section, page in sections.items():
                if name != before and name.endswith(section) and page != int(match[1]):
                    message = f'"{section}" is on page {page}, not on page {match[1]}'
                    yield _say(passage, match[0], kit, message, "In a rulebook, write a link: [Trading](#trading).")


def _unseen(document: Document, kit: Kit) -> Iterator[Said]:
    for passage in gather_passages(document):
        match = _SEE.search(passage.words)
        if match:
            message = f'"{match[0]}", but the rulebook "{document.title}" has no figure'
            yield _say(passage, match[0], kit, message, "Add it with `::: figure`, or say in words what it shows.")


def _lost(thing: Kit | Document, kit: Kit, pages: int, figures: int, called: str) -> Iterator[Said]:
    for passage in gather_passages(thing):
        if not _is_telling(passage):
            continue
        for pattern, most, word in ((_PAGES, pages, "page"), (_FIGURES, figures, "figure")):
            for match in pattern.finditer(passage.words):
                if not 1 <= int(match[1]) <= most:
                    yield _say(
                        passage,
                        match[0],
                        kit,
                        f"there is no {word} {match[1]}: {called}",
                        "In a rulebook, write a link: [Trading](#trading). On a card, name the section.",
                    )


def _is_telling(passage: Passage) -> bool:
    """Whether the text may name a page or a figure: most have no such word, and need no closer look."""
    low = folded(passage.words)
    return "page" in low or "p." in low or "fig" in low


def _say(passage: Passage, words: str, kit: Kit, message: str, cure: str) -> Said:
    """What there is to say of some words of a text, at these words."""
    return Said(find_spot(kit, passage.where, words), message, cure, places=(passage.where,))
