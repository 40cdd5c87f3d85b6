"""What the guide says, in plain words, each from a fact of the sheets."""

import re
from collections.abc import Iterable, Iterator, Sequence

from pnp.model.document import Span, Words
from pnp.model.kit import Kit
from pnp.model.place import Where
from pnp.model.sheet import Run
from pnp.model.signature import Signature
from pnp.model.sizes import PAPERS
from pnp.model.units import show
from pnp.press.delivery.ticket import Bound, Printed
from pnp.press.layout.paper import paper_size
from pnp.press.printers.passage import explain_stack

NOWHERE = Where("")
# What people call papers; and those that stand for several.
_CALLED = {"letter": "US letter", "legal": "US legal", "a4": "A4", "a3": "A3"}
_EITHER = {"universal": "US letter or A4"}
_BOLD = re.compile(r"\*\*(.+?)\*\*")
# What begins a new line within a paragraph.
LINE_END = Span("\n", NOWHERE)
# Spaces at which no line ends: before a unit, within a size or a range, before the number of a part.
_BOUND = re.compile(r" (?=mm\b)|(?<=\d) (?=(?:x|to) \d)|(?:(?<=\d x)|(?<=\d to)) (?=\d)|\b(?:column|row|page) (?=\d)")
# So many letters without a place to break stand on one line.
_LONG = re.compile(r"([^\s-]{30})(?=[^\s-])")


def say(text: str, *values: str) -> Words:
    """The text with each `{}` filled; `**bold**` is bold. Values are taken as they are, whatever signs they have.

    A word in them that is very long is broken, for it has to fit into a column.
    """
    filled = iter(_LONG.sub(r"\1\n", value) for value in values)
    spans: list[Span] = []
    for number, part in enumerate(_BOLD.split(text)):
        for place, piece in enumerate(part.split("{}")):
            if place:
                spans.append(Span(next(filled), NOWHERE, bold=number % 2 == 1))
            if piece:
                spans.append(Span(piece, NOWHERE, bold=number % 2 == 1))
    return tuple(spans)


def bind(words: Words) -> Words:
    """The words with what belongs together on one line: `88.9 mm`, `column 2`."""
    return tuple(span._replace(text=_BOUND.sub(lambda found: f"{found[0][:-1]}\u00a0", span.text)) for span in words)


def count(number: int, thing: str) -> str:
    """`1 sheet`, `2 sheets`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def name_paper(paper: str) -> str:
    """The paper with its millimetres: `US letter (215.9 x 279.4 mm)`."""
    if paper in _EITHER:
        return _EITHER[paper]
    width, height = paper_size(paper)
    size = f"{show(width)} x {show(height)} mm"
    return f"{_CALLED.get(paper, paper)} ({size})" if paper in PAPERS else size


def edge(flip: str) -> str:
    """`long edge`."""
    return flip.replace("-", " ")


def tell_sides(each: Printed | Bound) -> Words:
    """On which sides a file is printed."""
    if isinstance(each, Bound):
        if each.booklet.signature is None:
            return say("one side")
        return say("both sides, flipped on the **short edge**")
    run = each.run
    if run.only:
        return say("the {} alone", run.only)
    if not run.duplex:
        return say("one side")
    if run.order == "interleaved":
        return say("both sides, flipped on the **{}**", edge(run.flip))
    return say("both sides, put back by hand: see below")


def sheets_of(each: Printed | Bound) -> int:
    """How many sheets of paper a file takes."""
    return each.booklet.sheets if isinstance(each, Bound) else len(each.run.sheets)


def stock_of(each: Printed | Bound) -> str:
    """What a file is printed on."""
    return each.booklet.document.rulebook.stock if isinstance(each, Bound) else each.run.job.stock


def tell_total(printed: Sequence[Printed | Bound]) -> Words:
    """All sheets by their stock, optional ones apart; a rulebook that can be had in two forms counts as its booklet."""
    folded = {_book(each) for each in printed if isinstance(each, Bound) and each.booklet.signature}
    loose = [each for each in printed if isinstance(each, Bound) and not each.booklet.signature]
    spared = [each for each in loose if _book(each) in folded]
    needed = _sum_up(each for each in printed if each not in spared and not is_optional(each))
    options = _sum_up(filter(is_optional, printed))
    says = "In all **{}**."
    if needed and options:
        says += " What is optional takes **{}** more."
    if spared:
        says += " Each rulebook is there twice: print the booklet, or the loose pages in its place."
    return say(says, *filter(None, (needed, options)))


def _sum_up(printed: Iterable[Printed | Bound]) -> str:
    """`3 sheets of card, 1 sheet of paper`."""
    sums: dict[str, int] = {}
    for each in printed:
        sums[stock_of(each)] = sums.get(stock_of(each), 0) + sheets_of(each)
    return ", ".join(f"{count(number, 'sheet')} of {stock}" for stock, number in sums.items())


def is_optional(each: Printed | Bound) -> bool:
    """Whether the game can be played without what the file prints."""
    return isinstance(each, Printed) and each.run.job.optional


def _book(bound: Bound) -> str:
    return bound.booklet.document.rulebook.name


def tell_before(paper: str, runs: Sequence[Run]) -> Iterator[Words]:
    """What to do before all is printed."""
    yield say("Load {} paper, or stock of that size.", name_paper(paper))
    yield say("Print at **100 %** (“actual size”). Switch “fit to page” and “shrink” off.")
    laid = [run for run in runs if run.sheets]
    ruled = [run for run in laid if any(note.kind == "ruler" for note in run.sheets[0].front.notes)]
    if ruled and len(ruled) == len(laid):
        yield say("Print one sheet first, and measure the ruler in its margin: it must be **100 mm** long.")
    elif ruled:
        says = "Print sheet 1 of **{}** first, and measure the ruler in its margin: it must be **100 mm** long."
        yield say(says, ruled[0].job.name)
    elif piece := next((piece for run in runs for sheet in run.sheets for piece in sheet.pieces), None):
        size = f"{show(piece.width)} x {show(piece.height)} mm"
        yield say("Print one sheet first, and measure a piece of {}: it must be **{}**.", piece.component, size)
    if backed := next((run.job.name for run in laid if run.duplex and not run.only), ""):
        says = "Hold a sheet of **{}** against the light: what is on its back must lie behind what is on its front."
        yield say(says, backed)
    printers = dict.fromkeys(run.printer.name for run in runs if run.printer is not None)
    for printer in printers:
        yield say("The sheets are corrected for the printer **{}**: on another they are off.", printer)


def tell_pages(run: Run) -> Iterator[Words]:
    """In which order the pages of a run come, and what is to be done with the stack."""
    if not run.duplex or run.only:
        return
    told = explain_stack(run)
    if told:
        yield say("**{}:** {}.", run.job.name, told)
    elif run.printer is None and len(run.sheets) == 1:
        says = "**{}:** the pages are front, then back. If your printer prints one side only: print page 1, turn the "
        says += "sheet over on its {}, put it back, and print page 2."
        yield say(says, run.job.name, edge(run.flip))
    elif run.printer is None:
        says = "**{}:** the pages are front, back, front, back. If your printer prints one side only: print the odd "
        says += "pages, turn the stack over on its {} as one, put it back so that sheet 1 is fed first, and print "
        says += "the even pages."
        yield say(says, run.job.name, edge(run.flip))


def tell_stacks(runs: Sequence[Run]) -> Iterator[Words]:
    """The same of all runs, those of which it is the same together: `cards, tokens: the pages are …`.

    A sheet alone is a stack of one, where others are turned over in the same way.
    """
    edges = {run.flip for run in runs if len(run.sheets) > 1 and _is_plain(run)}
    alike: dict[Words, list[Span]] = {}
    for run in runs:
        stack = run._replace(sheets=run.sheets * 2) if run.flip in edges and _is_plain(run) else run
        for words in tell_pages(stack):
            alike.setdefault(words[1:], []).append(words[0])
    for words, names in alike.items():
        yield names[0]._replace(text=", ".join(name.text for name in names)), *words


def _is_plain(run: Run) -> bool:
    """Whether backs follow their fronts, and nobody has measured how the printer takes its sheets."""
    return run.duplex and not run.only and run.printer is None and not explain_stack(run)


def name_range(numbers: Sequence[int]) -> str:
    """`3`, `3 and 4`, `3 to 6`: numbers that follow each other."""
    first, last = numbers[0], numbers[-1]
    between = " and " if last == first + 1 else " to "
    return str(first) if first == last else f"{first}{between}{last}"


def name_sheets(sheets: Sequence[int]) -> str:
    """`Sheet 3`, `Sheets 1 to 6 and 8`."""
    runs: list[list[int]] = []
    for sheet in sheets:
        if runs and sheet == runs[-1][-1] + 1:
            runs[-1].append(sheet)
        else:
            runs.append([sheet])
    parts = ", ".join(name_range(run) for run in runs)
    return f"Sheet{'s' if len(sheets) > 1 else ''} {parts}"


def tell_booklet(signature: Signature, pages: int) -> Iterator[Words]:
    """How a booklet is folded."""
    first = signature.folios[0].front
    yield say("**{}** with {}.", count(signature.sheets, "sheet"), count(pages, "page"))
    says = (
        "Print them on both sides, flipped on the **short edge**. If your printer prints one side only: print the odd "
    )
    says += "pages, turn the stack over on its short edge as one, put it back so that sheet 1 is fed first, and print "
    says += "the even pages."
    yield say(says)
    outside = _outside(half.page for half in first)
    if signature.sheets > 1:
        yield say("Lay them into one another in the order of printing. Outermost is the first: {}.", outside)
    else:
        yield say("Outside is the side with {}.", outside)
    yield say("Fold them on the dashed marks, and staple them from outside on the two marks of the fold.")
    if signature.folios[0].cut:
        says = "Cut along the marks at the outer edges: each sheet before you fold it, or all of them when stapled."
        yield say(says)
    elif signature.creep:
        yield say("Inner sheets stick out, by up to {} mm. Leave it so, or cut them flush.", show(signature.creep))


def _outside(pages: Iterable[int]) -> str:
    numbers = [str(page) for page in pages if page]
    return f"page {numbers[0]}" if len(numbers) == 1 else f"pages {' and '.join(numbers)}"


def tell_credits(kit: Kit) -> Iterator[Words]:
    """Who made the game, and how it may be used."""
    parts = [f"{credit.role}: {credit.name}" for credit in kit.credits]
    parts += [f"Licence: {kit.licence}"] if kit.licence else []
    version = f", version {kit.version}" if kit.version else ""
    if parts:
        yield say("**{}**{}. {}", kit.title or kit.id, version, "".join(f"{part}. " for part in parts).rstrip())
