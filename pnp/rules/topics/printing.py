"""Checks of runs: what becomes of the pieces on real paper, in a real printer, under a real knife."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from pnp.model.finding import Level
from pnp.model.passages import SILHOUETTES
from pnp.model.sheet import Piece, Run, Sheet
from pnp.model.units import show
from pnp.rules.check import Context, Said, check

# What most printers leave blank at least along the edges of the paper, in mm.
BLANK = 3.0
# Less bleed than this, in mm, does not make up for a cut that is off.
BLEED = 1.0
SLACK = 0.01


@check("missing-backs", on=Run, level=Level.WARNING)
def missing_backs(run: Run, _context: Context) -> Iterable[Said]:
    """In a job that is printed on both sides, every piece has a back.

    Pieces with a blank back lie on the same stock beside printed ones, and are known by it; their sheets go through
    the printer twice for nothing.

    Bad:
        print:
          - {name: all, decks: [events, tokens]}        # tokens have no `back`

    Good:
        print:
          - {name: events, decks: [events]}
          - {name: tokens, decks: [tokens]}
    """
    if not run.duplex:
        return
    blank: dict[str, int] = {}
    for sheet in run.sheets:
        for piece in sheet.pieces:
            if piece.back is None:
                blank[piece.component] = blank.get(piece.component, 0) + 1
    for name, count in blank.items():
        pieces = "1 piece stays" if count == 1 else f"{count} pieces stay"
        yield Said(
            run.job.place("decks"),
            f'the job "{run.job.name}" is printed on both sides, but "{name}" has no back: {pieces} blank behind',
            f"Give {name} a `back:`, or print it in a job of its own, on one side.",
        )


@check("near-paper-edge", on=Run, level=Level.WARNING)
def near_paper_edge(run: Run, _context: Context) -> Iterable[Said]:
    """No piece lies where a printer cannot print.

    Most printers leave 3 to 5 mm blank along each edge of the paper. What lies there comes out white, and so do its
    letters. If yours prints to the edge, accept it with a waiver on the job.

    Bad:
        print:
          - {name: tiles, decks: [tiles], margin: 1 mm}       # squares of 70 mm, three abreast

    Good:
        print:
          - {name: tiles, decks: [tiles], margin: 4.2 mm}
    """
    nearest = min((_edge(sheet) for sheet in run.sheets if sheet.pieces), default=BLANK)
    if nearest < BLANK - SLACK:
        yield Said(
            run.job.place("margin"),
            f"pieces lie {show(round(max(nearest, 0), 2))} mm from the edge of the paper ({run.paper}), "
            f"where most printers leave {show(BLANK)} to 5 mm blank",
            "Give the job a margin of 4.2 mm, or larger paper.",
        )


def _edge(sheet: Sheet) -> float:
    """How near a trim comes to the edge of the paper."""
    trims = [slot.trim for slot in sheet.front.slots]
    return min(min(trim.left, trim.top, sheet.width - trim.right, sheet.height - trim.bottom) for trim in trims)


@check("narrow-gutter", on=Run, level=Level.WARNING)
def narrow_gutter(run: Run, context: Context) -> Iterable[Said]:
    """A gutter has room for the bleed of the pieces on both its sides.

    Where it is narrower than both together, each bleed ends in its middle, so that no piece lies under another's art:
    a cut that is off by more shows the neighbour. Without a gutter neighbours share their cut, which is no mistake.

    Bad:
        print:
          - {name: cards, decks: [events], gutter: 2 mm}        # the cards have 3.175 mm of bleed

    Good:
        print:
          - {name: cards, decks: [events], gutter: 6.35 mm}
    """
    gutter = run.job.gutter
    widest = {deck.id: deck.bleed for deck in context.kit.decks if deck.id in run.job.decks}
    deck = max(widest, key=lambda name: widest[name], default="")
    # The gutter of a cutter's templates is not the author's, and a machine that sees marks is not off by a bleed.
    if run.sheets and deck and not run.job.cutter and 0 < gutter < 2 * widest[deck] - SLACK:
        yield Said(
            run.job.place("gutter"),
            f"the gutter of {show(gutter)} mm has room for {show(gutter / 2)} mm of bleed on each side, "
            f'and "{deck}" has {show(widest[deck])} mm: it ends in the middle',
            f"Write `gutter: {show(2 * widest[deck])} mm`, `gutter: 0` to share the cuts, or less bleed in the deck.",
        )


@check("scant-bleed", on=Run, level=Level.INFORMATION)
def scant_bleed(run: Run, context: Context) -> Iterable[Said]:
    """On the outer edges of a sheet, a millimetre of bleed or more fits on the paper.

    Bleed stops where the printer stops. Where next to none is left, a cut that is half a millimetre off shows a white
    line on the outer pieces of every sheet.

    Bad:
        size: 68 x 90 mm        # three rows fill the page to the margin

    Good:
        size: 63.5 x 88.9 mm
    """
    told: dict[str, None] = {}
    for sheet in () if run.job.cutter in SILHOUETTES else run.sheets:
        for piece, left, sides in _scant(sheet):
            if piece.component in told:
                continue
            told[piece.component] = None
            places = [deck.place("size") for deck in context.kit.decks if deck.id == piece.front.deck]
            yield Said(
                places[0] if places else run.job.where,
                f"{sides}, the paper ({run.paper}) has room for {show(round(left, 2))} mm of the bleed of "
                f'{show(piece.bleed)} mm of "{piece.component}"',
                "Make the pieces smaller, lay fewer a sheet (`up: bleed` in the job), give the job a smaller margin, "
                "or print on larger paper.",
            )


def _scant(sheet: Sheet) -> Iterator[tuple[Piece, float, str]]:
    """The pieces whose bleed is cut to less than BLEED at the sheet's outer edges, what is left, and where."""
    trims = [slot.trim for slot in sheet.front.slots]
    left, top = min(trim.left for trim in trims), min(trim.top for trim in trims)
    right, bottom = max(trim.right for trim in trims), max(trim.bottom for trim in trims)
    for piece, slot, trim in zip(sheet.pieces, sheet.front.slots, trims, strict=False):  # backs may follow the fronts
        if piece.bleed < BLEED:
            continue
        bleed = slot.bleed
        upright = [trim.top - bleed.top] if trim.top < top + SLACK else []
        upright += [bleed.bottom - trim.bottom] if trim.bottom > bottom - SLACK else []
        across = [trim.left - bleed.left] if trim.left < left + SLACK else []
        across += [bleed.right - trim.right] if trim.right > right - SLACK else []
        for rooms, sides in ((upright, "above and below"), (across, "left and right")):
            if rooms and min(rooms) < BLEED - SLACK:
                yield piece, max(min(rooms), 0.0), sides


@check("unexplained-lines", on=Run, level=Level.INFORMATION)
def unexplained_lines(run: Run, _context: Context) -> Iterable[Said]:
    """A sheet says what its lines are for: where to cut, where to fold.

    Whoever cuts the sheet has not read the kit. The legend is left out where no margin has room for it.

    Bad:
        size: 67 x 88 mm        # nine fill the page: marks, but no room for words

    Good:
        size: 63.5 x 88.9 mm
    """
    bare = [number for number, sheet in enumerate(run.sheets, 1) if _has_lines(sheet) and not _has_legend(sheet)]
    if bare and not run.faults:
        every = len(bare) == len(run.sheets)
        which, says = ("no sheet", "says") if every else (f"{len(bare)} of {len(run.sheets)} sheets", "do not say")
        yield Said(
            run.job.where,
            f'{which} of the job "{run.job.name}" {says} what the marks are for: no margin has room ({run.paper})',
            "Tell in the rules that the marks are where to cut, or print on larger paper.",
        )


def _has_lines(sheet: Sheet) -> bool:
    return bool(sheet.front.marks or (sheet.back and sheet.back.marks))


def _has_legend(sheet: Sheet) -> bool:
    notes = (*sheet.front.notes, *(sheet.back.notes if sheet.back else ()))
    return any(note.kind in ("legend", "steps") for note in notes)


@check("wasted-slots", on=Run, level=Level.INFORMATION)
def wasted_slots(run: Run, _context: Context) -> Iterable[Said]:
    """The last sheet of a job is full.

    Card stock is dear. Where places stay empty, some more cards, or spare ones to write on, cost nothing. A job of a
    single sheet is left alone, and so are sheets that several sizes share.

    Bad:
        count: 50           # nine a sheet: five sheets, and five cards on the sixth

    Good:
        count: 54
    """
    if run.job.share:
        return
    takes = dict(run.per_sheet)
    for _size, group in groupby(run.sheets, lambda sheet: (sheet.pieces[0].width, sheet.pieces[0].height)):
        sheets = list(group)
        places = takes.get(sheets[-1].pieces[0].component, 0)
        empty = places - len(sheets[-1].pieces)
        if len(sheets) > 1 and empty > 0:
            stay, more = ("stays", "1 more card fits") if empty == 1 else ("stay", f"{empty} more cards fit")
            yield Said(
                run.job.where,
                f"{empty} of the {places} places of the last sheet of {run.job.name} {stay} empty ({run.paper}): "
                f"{more} on the same paper",
                "Add cards or spare copies, or take out as many as fill the last sheet.",
            )
