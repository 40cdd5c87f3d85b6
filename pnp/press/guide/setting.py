"""The print guide of one paper: its pages composed and drawn, on the engine of the rulebooks."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pnp.model.colours import GRAY
from pnp.model.document import Booklet, Chart, Document, Heading, Listing, Paragraph, Typeface, Words
from pnp.model.kit import Kit, Rulebook
from pnp.model.roots import Root, Roots, package_templates
from pnp.model.sheet import Run
from pnp.model.sizes import PAPERS
from pnp.press.delivery.ticket import Bound, Cut, Leaflet, Printed, Shown
from pnp.press.exhibits.page import name_form
from pnp.press.guide.assembly import Plan, Whole, gather, tell_assembly
from pnp.press.guide.cutting import Told, merge_alike, tell_scheme
from pnp.press.guide.diagrams import Cutting, Drawing, Figure, Folding
from pnp.press.guide.schemes import Scheme, find_schemes
from pnp.press.guide.tools import tell_tools
from pnp.press.guide.words import (
    NOWHERE,
    bind,
    is_optional,
    say,
    sheets_of,
    stock_of,
    tell_before,
    tell_booklet,
    tell_credits,
    tell_sides,
    tell_stacks,
    tell_total,
)
from pnp.press.layout.paper import paper_size
from pnp.press.rulebook.binding import fill_forms
from pnp.press.rulebook.blocks import Block, Text
from pnp.press.rulebook.canvas import Ink
from pnp.press.rulebook.composition import Composition, Frame, Zone
from pnp.press.rulebook.fonts import Fonts
from pnp.press.rulebook.furniture import set_title
from pnp.press.rulebook.lines import Pen
from pnp.press.rulebook.pages import Pages
from pnp.press.rulebook.plates import Plates
from pnp.press.rulebook.style import Format, full_page, make_look
from pnp.press.rulebook.tables import hang_under

_FOLDER = "fonts/barlow-semi-condensed/BarlowSemiCondensed_"
_REGULAR, _BOLD = f"{_FOLDER}400Regular.ttf", f"{_FOLDER}700Bold.ttf"
# Two files are enough, and what a title may need besides.
_BODY = Typeface("Barlow Semi Condensed", _REGULAR, _BOLD, _REGULAR, _BOLD)
_DISPLAY = Typeface("Barlow Semi Condensed", _BOLD, _BOLD, _BOLD, _BOLD)
_SYMBOLS = (
    "fonts/source-serif-4/SourceSerif4_400Regular.ttf",
    "fonts/noto-sans-symbols-2/NotoSansSymbols2_400Regular.ttf",
)
# Of its type, in points, and of title and headings, of what they are in a rulebook.
_SIZE, _SCALE = 9.5, 0.72
# On narrower paper (in mm) the guide has no room: it is set for letter and A4, then.
_NARROWEST = 180.0


def make_guides(kit: Kit, printed: Sequence[Printed | Bound | Shown], cuts: Sequence[Cut] = ()) -> list[Leaflet]:
    """A guide for each paper, to those of the files that are cut, folded or read; `cuts` are files for a machine."""
    files = [each for each in printed if not isinstance(each, Shown)]
    document = _document(kit)
    fonts = Fonts(document, Roots((Root(package_templates(), "templates"),)), missing="?")
    return [
        _make_guide(kit, [each for each in files if _of(each).paper == paper], cuts, document, fonts)
        for paper in dict.fromkeys(_of(each).paper for each in files)
    ]


def _make_guide(
    kit: Kit, files: Sequence[Printed | Bound], cuts: Sequence[Cut], document: Document, fonts: Fonts
) -> Leaflet:
    paper, theme = _of(files[0]).paper, _of(files[0]).theme
    size = paper_size(paper)
    page = full_page(*(size if size[0] >= _NARROWEST else PAPERS["universal"]))._replace(scale=_SCALE)
    document = document._replace(summary=_summary(files))
    pages, content = _Guide(kit, document, page, fonts, cuts).set(files, paper)
    run = next((each.run for each in files if isinstance(each, Printed)), None)
    form = name_form(kit, "guide")
    return Leaflet(kit.id, form, paper, theme, run.printer if run else None, run.only if run else "", pages, content)


def _of(each: Printed | Bound) -> Run | Booklet:
    return each.booklet if isinstance(each, Bound) else each.run


def _document(kit: Kit) -> Document:
    rulebook = Rulebook("guide", "", NOWHERE, size=_SIZE, accent="#1a1814")
    title = kit.title or kit.id
    return Document(rulebook, kit.id, title, kit.version, "", NOWHERE, (), _BODY, _DISPLAY, _SYMBOLS)


def _summary(files: Sequence[Printed | Bound]) -> str:
    """What it is about: folding, too, where something is folded."""
    folded = any(
        each.booklet.signature is not None
        if isinstance(each, Bound)
        else any(scheme.folds or scheme.sheet.folded for scheme in find_schemes(each.run))
        for each in files
    )
    return "How to print it, cut it and fold it." if folded else "How to print it and cut it."


class _Guide:
    """The work on one guide."""

    def __init__(self, kit: Kit, document: Document, page: Format, fonts: Fonts, cuts: Sequence[Cut]) -> None:
        self._kit, self._document, self._page, self._fonts, self._cuts = kit, document, page, fonts, cuts
        self._look = make_look(document.rulebook, page.scale)
        self._pen = Pen(fonts, {})
        self._frame = Frame(page.across, page.across, 1, page.gutter, page.down)
        self._composition = Composition(document, self._look, self._pen, self._frame)
        self._turned: set[tuple[bool, str]] = set()

    def set(self, files: Sequence[Printed | Bound], paper: str) -> tuple[int, bytes]:
        """How many pages it has, and the PDF."""
        title = set_title(self._document, self._page, self._look, self._pen, outlined=True)
        pages = Pages(self._frame, title.room)
        pages.add([Zone(1, tuple(self._blocks(files, paper)))])
        plates = Plates(self._document, pages.pages, title, self._fonts, self._look, (), "", False)
        ink = Ink(self._page.width, self._page.height, self._fonts.body[False, False])
        ink.tone = GRAY if _of(files[0]).theme == GRAY else ""
        for number, section in enumerate(plates.sections, 1):
            plates.draw(ink, number, section, recto=True)
            ink.end_page()
        plates.enter(ink)
        version = f", version {self._kit.version}" if self._kit.version else ""
        named = f"{self._document.title}: print guide ({paper}{version})"
        return len(pages.pages), fill_forms(ink.finish(), (), (), named)

    def _blocks(self, files: Sequence[Printed | Bound], paper: str) -> Iterator[Block]:
        runs = [each.run for each in files if isinstance(each, Printed)]
        head = tuple(self._head("Print"))
        yield from head
        yield from hang_under(head, tuple(self._table(files)))
        yield from self._say(tell_total(files))
        if tools := tell_tools(files, self._kit):
            yield from self._say(tools)
        yield from self._list((*tell_before(paper, runs), *tell_stacks(runs)))
        work = [block for each in files for block in self._work(each)]
        makers = [block for words in tell_credits(self._kit) for block in self._say(words)]
        # Who made the game never stands on a page of its own.
        yield from work[:-1]
        yield from (_keep(block) if makers else block for block in work[-1:])
        yield from makers

    def _work(self, each: Printed | Bound) -> Iterator[Block]:
        yield from self._cut(each) if isinstance(each, Printed) else self._fold(each)

    def _table(self, files: Sequence[Printed | Bound]) -> Iterator[Block]:
        head = tuple(say(word) for word in ("File", "On", "Sheets", "How"))
        rows = tuple(
            (
                *(say("{}", each.name), say("{}", stock_of(each)), say("{}", str(sheets_of(each)))),
                (*tell_sides(each), *say("; optional")) if is_optional(each) else tell_sides(each),
            )
            for each in files
        )
        chart = Chart(head, rows, ("left", "left", "right", "left"), NOWHERE)
        yield from self._composition.compose(chart, self._frame.width)

    def _cut(self, printed: Printed) -> Iterator[Block]:
        run = printed.run
        yield from self._head(f"Cut: {run.job.name.replace('-', ' ')}")
        layouts = tuple(gather(find_schemes(run)))
        for each in layouts:
            if isinstance(each, Whole):
                yield self._beside(Plan(each, self._pen), *tell_assembly(run, each, self._kit))
        for told in merge_alike(self._tell(run, each) for each in layouts if isinstance(each, Scheme)):
            yield from self._show(run, told)

    def _tell(self, run: Run, scheme: Scheme) -> Told:
        files = [cut.name for cut in self._cuts if cut.run is run and set(scheme.sheets) & set(cut.sheets)]
        return tell_scheme(run, scheme, self._kit, files)

    def _show(self, run: Run, told: Told) -> Iterator[Block]:
        """The layout with what is done; no picture where nothing is. How a sheet is turned is shown once."""
        if told.scheme.untouched:
            for words in (told.sheets, *told.steps):
                yield from self._say(words)
            return
        drawing = Cutting(told.scheme, run.job.marking, run.flip if run.duplex and not run.only else "", self._pen)
        turn = drawing.upright, drawing.flip
        yield self._beside(drawing._replace(flip="") if turn in self._turned else drawing, told.sheets, *told.steps)
        self._turned.add(turn)

    def _fold(self, bound: Bound) -> Iterator[Block]:
        signature = bound.booklet.signature
        if signature is not None and signature.folios:
            yield from self._head(f"Fold: {bound.booklet.document.rulebook.name}, the booklet")
            yield self._beside(Folding(signature, self._pen), *tell_booklet(signature, bound.booklet.pages))

    def _beside(self, figure: Figure, first: Words, *steps: Words) -> Block:
        """The first text as a paragraph, the others as steps, at the right of the figure; one alone has no number."""
        start = figure.width + self._page.gutter
        width = self._frame.width - start
        paragraphs = [Paragraph(bind(words), NOWHERE) for words in (first, *steps)]
        alone = paragraphs[: 2 if len(steps) == 1 else 1]
        blocks = [block for each in alone for block in self._composition.compose(each, width)]
        if len(steps) > 1:
            items = tuple((each,) for each in paragraphs[1:])
            blocks += self._composition.compose(Listing(items, 1, NOWHERE), width)
        return Drawing(figure, tuple(blocks), start, 0.9 * self._look.body.leading)

    def _head(self, text: str) -> Iterator[Block]:
        anchor = f"s-{text}"
        yield from self._composition.compose(Heading(1, say("{}", text), anchor, NOWHERE), self._frame.width)

    def _say(self, words: Words) -> Iterator[Block]:
        yield from self._composition.compose(Paragraph(bind(words), NOWHERE), self._frame.width)

    def _list(self, steps: Sequence[Words]) -> Iterator[Block]:
        items = tuple((Paragraph(bind(words), NOWHERE),) for words in steps)
        yield from self._composition.compose(Listing(items, 1, NOWHERE), self._frame.width)


def _keep(block: Block) -> Block:
    """The block on one page with what follows."""
    if isinstance(block, Text):
        return block._replace(keep=True)
    return replace(block, keep=True) if isinstance(block, Drawing) else block
