"""Sheets as PDF pages, with an empty form in place of each face: the one module that knows reportlab.

Inside, x goes right and y up from the page's bottom left corner, in points, as in any PDF.
"""

import io
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import FILL_NON_ZERO, Canvas

from pnp.model.colours import GRAY, dip, read_hex
from pnp.model.face import Box, FaceKey
from pnp.model.sheet import Note, Run, Sheet, Side, Slot
from pnp.model.units import MM_PER_POINT, POINTS_PER_MM
from pnp.press.cutting.strokes import draw_dies, draw_marks, fill_outlines, trace
from pnp.press.imposition.notes import SMALLEST_TYPE
from pnp.press.printers.passage import sides

# Layers: what the pages' content calls each, and what a viewer does.
LAYERS = {"Art": "Art", "Cut": "Cut lines", "Notes": "Notes"}
# A placeholder for each place on a sheet, and the name under which a page's resources have it.
PLACEHOLDER = "slot%d"
RESOURCE = "/FormXob." + PLACEHOLDER

DUPLEX = {"long-edge": "DuplexFlipLongEdge", "short-edge": "DuplexFlipShortEdge"}

# The fonts of notes, the first that has a letter, and of the stamp.
_NOTES = (
    "barlow-semi-condensed/BarlowSemiCondensed_400Regular.ttf",
    "source-serif-4/SourceSerif4_400Regular.ttf",
    "noto-sans-symbols-2/NotoSansSymbols2_400Regular.ttf",
)
_STAMP = "barlow-semi-condensed/BarlowSemiCondensed_700Bold.ttf"
_STAMP_COLOUR = "#bf0d0d"
# Height of a line of the notes' font, ascenders and descenders included, and of its descenders, in sizes.
_LINE, _DESCENT = 1.2, 0.2
_LARGEST_TYPE = 8.0
# The ruler's lines, in mm: their width, and their height for every 10, 5 and 1 mm.
_RULE = 0.12
# White beside a number, and beside words on a flap.
_BESIDE = 0.5
_TICKS = ((10, 2.0), (5, 1.5), (1, 1.0))

# What turns a drawing by so many degrees clockwise, as the first four numbers of a matrix.
_TURNS = {0: (1, 0, 0, 1), 90: (0, -1, 1, 0), 180: (-1, 0, 0, -1), 270: (0, 1, -1, 0)}

# The size of each face's page, in points.
Sizes = Mapping[FaceKey, tuple[float, float]]


class Drawn(NamedTuple):
    """Pages to be put together: each distinct layout once, and each label.

    `layouts` says for each page of the run which page of `content` (from 0) lies below, `labels` which lies on top
    of it (None where there is no label).
    """

    content: bytes
    layouts: tuple[int, ...]
    labels: tuple[int | None, ...]


def draw_sheets(run: Run, sizes: Sizes, *, draft: bool, fonts: Path) -> Drawn:
    """The pages of the run without their faces. `fonts` is the folder of the fonts."""
    content = io.BytesIO()
    canvas = Canvas(content, invariant=1, pageCompression=0, initialFontName=_font(fonts, _NOTES[0]))
    canvas.setViewerPreference("PrintScaling", "None")
    # Where fronts and backs do not take turns, the printer must not print one page behind another.
    both = run.duplex and run.order == "interleaved" and not run.only
    canvas.setViewerPreference("Duplex", DUPLEX[run.flip] if both else "Simplex")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    for number in range(max(len(side.slots) for _, side in sides(run))):
        canvas.beginForm(PLACEHOLDER % number)
        canvas.endForm()
    numbers: dict[object, int] = {}
    layouts = []
    for sheet, side in sides(run):
        layout = _layout(sheet, side, sizes)
        if layout not in numbers:
            numbers[layout] = len(numbers)
            _draw_layout(canvas, sheet, side, sizes, fonts)
            if draft:
                _stamp(canvas, sheet, fonts, dip(_STAMP_COLOUR, GRAY if run.theme == GRAY else ""))
            canvas.showPage()
        layouts.append(numbers[layout])
    labels = _draw_labels(canvas, run, len(numbers), fonts)
    canvas.save()
    return Drawn(content.getvalue(), tuple(layouts), labels)


def _layout(sheet: Sheet, side: Side, sizes: Sizes) -> tuple[object, ...]:
    """All that the picture of a side depends on but its label and which faces it has."""
    slots = tuple(
        (slot.x, slot.y, slot.turn, slot.bleed, slot.clip, slot.shift, sizes.get(slot.face)) for slot in side.slots
    )
    tools = tuple(note for note in side.notes if note.kind != "label")
    return sheet.width, sheet.height, slots, side.marks, side.dies, side.registration, tools


def _draw_layout(canvas: Canvas, sheet: Sheet, side: Side, sizes: Sizes, fonts: Path) -> None:
    canvas.setPageSize((sheet.width * POINTS_PER_MM, sheet.height * POINTS_PER_MM))
    canvas.setTrimBox(_bounds((slot.trim for slot in side.slots), sheet.height))
    canvas.setBleedBox(_bounds((slot.bleed for slot in side.slots), sheet.height))
    if side.slots:
        with _layer(canvas, "Art"):
            for number, slot in enumerate(side.slots):
                if slot.face in sizes:
                    _place(canvas, slot, PLACEHOLDER % number, sizes[slot.face], sheet.height)
    if side.marks or side.dies or side.registration:
        with _layer(canvas, "Cut"):
            fill_outlines(canvas, side.registration, sheet.height)
            draw_marks(canvas, side.marks, sheet.height)
            draw_dies(canvas, side.dies, sheet.height)
    tools = [note for note in side.notes if note.kind != "label"]
    if tools:
        with _layer(canvas, "Notes"):
            for note in tools:
                _note(canvas, note, sheet.height, fonts)


def _draw_labels(canvas: Canvas, run: Run, first: int, fonts: Path) -> tuple[int | None, ...]:
    """A page for each label, from page `first`."""
    canvas.setTrimBox(None)
    canvas.setBleedBox(None)
    labels: list[int | None] = []
    for sheet, side in sides(run):
        notes = [note for note in side.notes if note.kind == "label"]
        labels.append(first if notes else None)
        if notes:
            canvas.setPageSize((sheet.width * POINTS_PER_MM, sheet.height * POINTS_PER_MM))
            with _layer(canvas, "Notes"):
                for note in notes:
                    _note(canvas, note, sheet.height, fonts)
            canvas.showPage()
            first += 1
    return tuple(labels)


@contextmanager
def _layer(canvas: Canvas, name: str) -> Iterator[None]:
    canvas.addLiteral(f"/OC /{name} BDC")
    canvas.saveState()
    yield
    canvas.restoreState()
    canvas.addLiteral("EMC")


def _bounds(boxes: Iterable[Box], page_height: float) -> tuple[float, float, float, float] | None:
    """The box around boxes, as a PDF wants it; None around nothing."""
    around = tuple(boxes)
    if not around:
        return None
    left, top = min(box.left for box in around), min(box.top for box in around)
    right, bottom = max(box.right for box in around), max(box.bottom for box in around)
    x, y, width, height = _rectangle(Box(left, top, right, bottom), page_height)
    return x, y, x + width, y + height


def _rectangle(box: Box, page_height: float) -> tuple[float, float, float, float]:
    x, y = box.left * POINTS_PER_MM, (page_height - box.bottom) * POINTS_PER_MM
    return x, y, (box.right - box.left) * POINTS_PER_MM, (box.bottom - box.top) * POINTS_PER_MM


def _place(canvas: Canvas, slot: Slot, name: str, size: tuple[float, float], page_height: float) -> None:
    """A face, the middle of its page on the middle of the trim, cut off where its bleed has to end."""
    a, b, c, d = _TURNS[slot.turn]
    middle_x = (slot.x + slot.width / 2 + slot.shift[0]) * POINTS_PER_MM
    middle_y = (page_height - slot.y - slot.height / 2 - slot.shift[1]) * POINTS_PER_MM
    canvas.saveState()
    path = canvas.beginPath()
    path.rect(*_rectangle(slot.bleed, page_height))
    canvas.clipPath(path, stroke=0, fill=0)
    if slot.clip is not None:
        path = canvas.beginPath()
        trace(path, slot.clip, page_height)
        canvas.clipPath(path, stroke=0, fill=0, fillMode=FILL_NON_ZERO)
    x, y = (a * size[0] + c * size[1]) / 2, (b * size[0] + d * size[1]) / 2
    canvas.transform(a, b, c, d, middle_x - x, middle_y - y)
    canvas.doForm(name)
    canvas.restoreState()


def _note(canvas: Canvas, note: Note, page_height: float, fonts: Path) -> None:
    """A note in its box, drawn in a frame of its own: from its lower left corner as it is read, in points."""
    x, y, width, height = _rectangle(note.box, page_height)
    corner = {0: (x, y), 90: (x, y + height), 270: (x + width, y)}[note.turn]
    length, depth = (width, height) if note.turn == 0 else (height, width)
    canvas.saveState()
    canvas.transform(*_TURNS[note.turn], *corner)
    lines = note.text.split("\n")
    leading = depth / len(lines)
    size = min(max(leading / _LINE, SMALLEST_TYPE), _LARGEST_TYPE if len(lines) == 1 else leading / _LINE)
    start = 0.0
    if note.kind == "number":
        start = max(0.0, (length - _measure(_spell(note.text, fonts), size)) / 2)
    if note.white or note.kind == "number":
        bare = max(0.0, start - _BESIDE * POINTS_PER_MM)
        canvas.setFillGray(1)
        canvas.rect(bare, 0, length - 2 * bare, depth, stroke=0, fill=1)
    if note.length:
        _ruler(canvas, note.length)
        start = (note.length + 1.2) * POINTS_PER_MM
    for number, text in enumerate(lines, 1):
        foot = depth - number * leading + (leading - _LINE * size) / 2 + _DESCENT * size
        _write(canvas, text, size, (start, foot), length - start, fonts)
    canvas.restoreState()


def _ruler(canvas: Canvas, length: float) -> None:
    """A line of exactly so many mm, with a tick at every one of them."""
    foot = 0.3
    rules = [(0.0, foot, length, foot)]
    for mm in range(round(length) + 1):
        height = next(height for step, height in _TICKS if mm % step == 0)
        rules.append((mm, foot, mm, foot + height))
    canvas.setLineWidth(_RULE * POINTS_PER_MM)
    canvas.setStrokeGray(0)
    canvas.lines([tuple(value * POINTS_PER_MM for value in rule) for rule in rules])


def _write(canvas: Canvas, text: str, size: float, at: tuple[float, float], room: float, fonts: Path) -> None:
    """One line of text, condensed if `room` asks for it."""
    runs = _spell(text, fonts)
    width = _measure(runs, size)
    line = canvas.beginText(*at)
    if width > room:
        line.setHorizScale(100 * room / width)
    for font, words in runs:
        line.setFont(font, size)
        line.textOut(words)
    canvas.setFillGray(0)
    canvas.drawText(line)


def _measure(runs: Sequence[tuple[str, str]], size: float) -> float:
    """How long a line is, in points."""
    return float(sum(pdfmetrics.stringWidth(words, font, size) for font, words in runs))


def _spell(text: str, fonts: Path) -> list[tuple[str, str]]:
    """The text in runs of one font each; a letter that no font has becomes a question mark."""
    first = _font(fonts, _NOTES[0])
    if all(_has(first, letter) for letter in dict.fromkeys(text)):
        return [(first, text)] if text else []
    letters = []
    for letter in text:
        having = (name for name in (first, *_others(fonts, letter, first)) if _has(name, letter))
        font = next(having, "")
        letters.append((font or first, letter if font else "?"))
    return [(font, "".join(letter for _, letter in run)) for font, run in groupby(letters, lambda one: one[0])]


def _others(fonts: Path, letter: str, first: str) -> Iterator[str]:
    if not _has(first, letter):
        yield from (_font(fonts, name) for name in _NOTES[1:] if (fonts / name).is_file())


def _has(font: str, letter: str) -> bool:
    return ord(letter) in pdfmetrics.getFont(font).face.charToGlyph


def _font(fonts: Path, name: str) -> str:
    """The font in this file, by the name under which reportlab then knows it."""
    known = str(fonts / name)
    if known not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont(known, known))
    return known


def _stamp(canvas: Canvas, sheet: Sheet, fonts: Path, colour: str) -> None:
    """DRAFT from corner to corner; cards stay legible below it."""
    font = _font(fonts, _STAMP)
    diagonal = math.hypot(sheet.width, sheet.height)
    size = 0.7 * diagonal / (pdfmetrics.stringWidth("DRAFT", font, 1) * MM_PER_POINT)
    canvas.saveState()
    canvas.translate(sheet.width * POINTS_PER_MM / 2, sheet.height * POINTS_PER_MM / 2)
    canvas.rotate(math.degrees(math.atan2(sheet.height, sheet.width)))
    canvas.setFillColorRGB(*read_hex(colour), alpha=0.4)
    canvas.setFont(font, size)
    canvas.drawCentredString(0, -0.35 * size, "DRAFT")
    canvas.restoreState()
