"""The job ticket: what was printed, and where on which page every piece lies."""

import hashlib
import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from pnp.model.document import Booklet
from pnp.model.face import FaceKey
from pnp.model.kit import Kit
from pnp.model.printer import Printer
from pnp.model.sheet import Piece, Run, Sheet, Slot, Tile
from pnp.model.signature import Folio
from pnp.press.cutting.traces import spell_shape
from pnp.press.exhibits.page import Exhibit
from pnp.press.printers.passage import page_numbers, sides
from pnp.press.printers.profile import describe_printer

Ticket: TypeAlias = "dict[str, Json]"
Json: TypeAlias = "str | int | float | list[Json] | dict[str, Json] | None"

_DRAFT = {False: "", True: "draft"}


class Printed(NamedTuple):
    """A run, the file that it became, the digest of each face that may be on it, and the pages behind the sheets."""

    run: Run
    data: bytes
    digests: Mapping[FaceKey, str]
    draft: bool = False
    since: str = ""
    listed: int = 0

    @property
    def name(self) -> str:
        """How the file is called: `zed-deck-cards-letter.pdf`, of an update `zed-deck-cards-letter-since-v1.2.pdf`."""
        return file_name(self.run, draft=self.draft, since=self.since)


class Bound(NamedTuple):
    """A booklet, and the file that it became."""

    booklet: Booklet
    data: bytes
    draft: bool = False

    @property
    def name(self) -> str:
        """How the file is called: `zed-deck-rules-letter.pdf`, folded `zed-deck-rules-booklet-letter.pdf`."""
        document, booklet = self.booklet.document, self.booklet
        form = "booklet" if booklet.signature else ""
        return _join(document.kit, document.rulebook.name, form, booklet.paper, booklet.theme, _DRAFT[self.draft])


class Shown(NamedTuple):
    """Pages that show faces and are not cut, and the file that they became."""

    exhibit: Exhibit
    data: bytes
    draft: bool = False

    @property
    def name(self) -> str:
        """How the file is called: `zed-deck-proof-letter.pdf`."""
        exhibit = self.exhibit
        since = _since(exhibit.since)
        return _join(exhibit.kit, exhibit.form, exhibit.paper, exhibit.theme, since, _DRAFT[self.draft])


class Leaflet(NamedTuple):
    """The print guide to the files of one paper, as they are corrected for a printer, with one side alone."""

    kit: str
    form: str
    paper: str
    theme: str
    printer: Printer | None
    only: str
    pages: int
    data: bytes

    @property
    def name(self) -> str:
        """How the file is called: `zed-deck-guide-letter.pdf`."""
        printer = "" if self.printer is None else self.printer.name
        return _join(self.kit, self.form, self.paper, self.theme, printer, self.only)


class Cut(NamedTuple):
    """A file for a cutter: the run whose sheets it cuts, how its name ends (`-cut-1.dxf`), and what it holds.

    `template` is the name that sheets and file have in common; the `sheets` of the run that it is for count from 1.
    """

    run: Run
    ending: str
    data: bytes
    template: str
    sheets: tuple[int, ...]
    draft: bool = False
    since: str = ""

    @property
    def name(self) -> str:
        """How the file is called: `zed-deck-cards-letter-cut-1.dxf`."""
        return file_name(self.run, draft=self.draft, since=self.since).removesuffix(".pdf") + self.ending


def file_name(run: Run, *, draft: bool = False, since: str = "") -> str:
    """`<kit>-<job>-<paper>[-<theme>][-<printer>][-<side>][-since-<name>][-draft].pdf`.

    Without what a file system could refuse.
    """
    printer = "" if run.printer is None else run.printer.name
    return _join(run.kit, run.job.name, run.paper, run.theme, printer, run.only, _since(since), _DRAFT[draft])


def _since(name: str) -> str:
    return f"since-{name}" if name else ""


def _join(*parts: str) -> str:
    return f"{'-'.join(part for part in map(plain, parts) if part)}.pdf"


def plain(text: str) -> str:
    """Letters and digits of any script as they are; everything else that a file system might mind becomes a dash."""
    letters = unicodedata.normalize("NFC", text)
    return re.sub(r"[^\w.]+", "-", letters).strip("-.")


def make_ticket(kit: Kit, printed: Sequence[Printed | Bound | Shown | Leaflet | Cut]) -> Ticket:
    """What `job.json` says of a kit's files.

    Positions are of the trim, in mm from the top left corner of the page as it lies when read; `turn` is in degrees
    clockwise; pages count from 1; a folded back is on its front's. A `digest` changes when either face does. A rulebook
    has no sheets but as a booklet: each names the pages of its two sides, from the left, and how far they are moved.

    Where a `printer` is named, the pages are drawn so that they land in those positions on it; the ticket says how it
    misses on each side, and a page that lies is drawn upright, its top to the right. A side that is not printed has no
    page.
    """
    return {
        "kit": kit.id,
        "title": kit.title,
        "version": kit.version,
        "files": [_describe(each) for each in printed],
    }


def _describe(printed: Printed | Bound | Shown | Leaflet | Cut) -> Ticket:
    if isinstance(printed, Cut):
        return _describe_cut(printed)
    if isinstance(printed, Leaflet):
        return _describe_leaflet(printed)
    if isinstance(printed, Shown):
        exhibit = printed.exhibit
        return _describe_loose(printed, exhibit.form, exhibit.paper, exhibit.theme, "paper", len(exhibit.pages))
    return _describe_booklet(printed) if isinstance(printed, Bound) else _describe_file(printed)


def _describe_leaflet(leaflet: Leaflet) -> Ticket:
    return {
        "path": leaflet.name,
        "sha256": hashlib.sha256(leaflet.data).hexdigest(),
        "run": leaflet.form,
        "guide": True,
        "paper": leaflet.paper,
        "theme": leaflet.theme or None,
        "stock": "paper",
        "printer": None if leaflet.printer is None else _describe_printer(leaflet.printer),
        "sides": 1,
        "only": leaflet.only or None,
        "flip": None,
        "pages": leaflet.pages,
        "sheets": [],
    }


def _describe_cut(cut: Cut) -> Ticket:
    run = cut.run
    return {
        "path": cut.name,
        "sha256": hashlib.sha256(cut.data).hexdigest(),
        "run": run.job.name,
        "paper": run.paper,
        "theme": run.theme or None,
        "printer": None if run.printer is None else _describe_printer(run.printer),
        "only": run.only or None,
        "cutter": run.job.cutter or None,
        "template": cut.template,
        "cuts": list(cut.sheets),
        "pages": 0,
        "sheets": [],
    }


def _describe_loose(file: Shown | Bound, run: str, paper: str, theme: str, stock: str, pages: int) -> Ticket:
    """A file of pages that are printed on one side each, without pieces."""
    return {
        "path": file.name,
        "sha256": hashlib.sha256(file.data).hexdigest(),
        "run": run,
        "paper": paper,
        "theme": theme or None,
        "stock": stock,
        "sides": 1,
        "flip": None,
        "pages": pages,
        "sheets": [],
    }


def _describe_file(printed: Printed) -> Ticket:
    run = printed.run
    both = run.duplex and not run.only
    return {
        "path": printed.name,
        "sha256": hashlib.sha256(printed.data).hexdigest(),
        "run": run.job.name,
        "paper": run.paper,
        "theme": run.theme or None,
        "stock": run.job.stock,
        "printer": None if run.printer is None else _describe_printer(run.printer),
        "sides": 2 if both else 1,
        "only": run.only or None,
        "order": run.order if both else None,
        "flip": run.flip if run.duplex else None,
        "pages": sum(1 for _ in sides(run)) + printed.listed,
        "sheets": [
            _describe_sheet(sheet, pages, printed.digests)
            for sheet, pages in zip(run.sheets, page_numbers(run), strict=True)
        ],
    }


def _describe_printer(printer: Printer) -> Ticket:
    profile = describe_printer(printer)
    return {"name": printer.name, "front": profile["front"], "back": profile["back"]}


def _describe_booklet(bound: Bound) -> Ticket:
    booklet = bound.booklet
    described = _describe_pages(bound)
    if booklet.signature is None:
        return described
    sheets: list[Json] = [
        _describe_folio(folio, 2 * number + 1) for number, folio in enumerate(booklet.signature.folios)
    ]
    return {**described, "sides": 2, "flip": "short-edge", "binding": "saddle-stitch", "sheets": sheets}


def _describe_folio(folio: Folio, page: int) -> Ticket:
    """A sheet of a booklet: the pages on its front and back, from the left, None for a blank."""
    front, back = ([half.page or None for half in side] for side in folio.sides)
    return {
        "front_page": page,
        "back_page": page + 1,
        "front": [*front],
        "back": [*back],
        "creep_mm": round(folio.creep, 4),
        "pieces": [],
    }


def _describe_pages(bound: Bound) -> Ticket:
    booklet, rulebook = bound.booklet, bound.booklet.document.rulebook
    return _describe_loose(bound, rulebook.name, booklet.paper, booklet.theme, rulebook.stock, booklet.pages)


def _describe_sheet(sheet: Sheet, pages: tuple[int | None, int | None], digests: Mapping[FaceKey, str]) -> Ticket:
    page, back_page = pages
    pieces: list[Json] = []
    # Where the sheet is folded, the back lies on the same page, after the fronts.
    for number, (piece, slot) in enumerate(zip(sheet.pieces, sheet.front.slots, strict=False)):
        behind = sheet.back_slot(number)
        back = None if behind is None else {"page": page if sheet.folded else back_page, **_place(behind)}
        place = _place(slot)
        pieces.append(
            {
                "id": piece.id,
                "component": piece.component,
                "copy": piece.copy,
                "digest": piece_digest(piece, digests),
                "x_mm": place["x_mm"],
                "y_mm": place["y_mm"],
                "width_mm": round(slot.width, 4),
                "height_mm": round(slot.height, 4),
                "turn": place["turn"],
                "back": back,
                **_describe_part(piece.tile),
            }
        )
    return {"front_page": page, "back_page": back_page, "pieces": pieces}


def _describe_part(tile: Tile | None) -> Ticket:
    """Which part of a piece it is that is larger than the paper, and how large that is."""
    if tile is None:
        return {}
    place, size = tile[:4], {"width_mm": round(tile.width, 4), "height_mm": round(tile.height, 4)}
    return {"part": {**dict(zip(("row", "column", "rows", "columns"), place, strict=True)), **size}}


def _place(slot: Slot) -> Ticket:
    return {"x_mm": round(slot.x, 4), "y_mm": round(slot.y, 4), "turn": slot.turn}


def piece_digest(piece: Piece, digests: Mapping[FaceKey, str]) -> str:
    """What a piece is known by: it changes when either of its faces does, or its shape. `digests` are of the faces."""
    told = "\n".join(digests.get(face, "") for face in (piece.front, piece.back) if face is not None)
    return hashlib.sha256(f"{told}{spell_shape(piece)}".encode()).hexdigest()
