"""The calibration sheet as a PDF. Knows reportlab. Inside, x goes right and y down from the middle, in mm."""

import io
from collections.abc import Iterable
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

import pnp
from pnp.model.finding import PnpError
from pnp.model.sheet import Sheet, Side
from pnp.model.units import MM_PER_POINT, POINTS_PER_MM, show
from pnp.press.layout.paper import paper_size
from pnp.press.printers.aim import Aim, take_aim
from pnp.press.printers.calibration.figures import (
    Figure,
    Label,
    Ring,
    Stroke,
    back_figures,
    compass,
    example,
    front_figures,
)
from pnp.press.printers.calibration.words import Block, Step, Subject, back_blocks, front_blocks, headline

# What the sheet needs: its scales and targets, and what printers leave blank around them.
NEEDS = (208.0, 254.0)
_FONTS = (
    "barlow-semi-condensed/BarlowSemiCondensed_400Regular.ttf",
    "barlow-semi-condensed/BarlowSemiCondensed_700Bold.ttf",
)
# The size of its text, in points; in mm the distance of lines, more between steps and before what is to be typed.
_TEXT, _LEAD, _GAP, _EXTRA, _INDENT = 10.0, 4.5, 1.8, 0.4, 6.0
_DUPLEX = {"long-edge": "DuplexFlipLongEdge", "short-edge": "DuplexFlipShortEdge"}


def print_calibration(subject: Subject, fonts: Path) -> bytes:
    """The two pages, corrected where the subject has a printer; `fonts` is the folder of the fonts.

    PnpError where the paper is unknown or too small.
    """
    width, height = paper_size(subject.paper)
    if width < NEEDS[0] or height < NEEDS[1]:
        raise PnpError(
            f"the calibration sheet needs {show(NEEDS[0])} x {show(NEEDS[1])} mm, and {subject.paper} has "
            f"{show(width)} x {show(height)} mm",
            "measure the printer with a larger paper, and enter the numbers for this one with --set and --paper",
        )
    sheet = Sheet(width, height, (), Side(()), Side(()))
    content = io.BytesIO()
    canvas = Canvas(content, invariant=1, pageCompression=0, initialFontName=_font(fonts, bold=False))
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", "Simplex" if subject.manual else _DUPLEX[subject.edge])
    canvas.setTitle(f"Calibration sheet: {headline(subject)}")
    canvas.setProducer(f"pnp {pnp.__version__}")
    upright = subject.edge == "long-edge"
    pages = (
        ("front", sheet.front, [*front_figures(upright=upright)], front_blocks(subject)),
        ("back", sheet.back or Side(()), [*back_figures(), *example(), *compass()], back_blocks(subject)),
    )
    for name, side, figures, blocks in pages:
        canvas.setPageSize((width * POINTS_PER_MM, height * POINTS_PER_MM))
        canvas.saveState()
        if subject.printer is not None:
            _correct(canvas, take_aim(subject.printer, sheet, side), height)
        # From here on in mm from the middle, y upward.
        canvas.transform(POINTS_PER_MM, 0, 0, POINTS_PER_MM, width / 2 * POINTS_PER_MM, height / 2 * POINTS_PER_MM)
        title = Label(0, -117, f"Calibration sheet, {name}", 17, bold=True)
        _draw(canvas, [*figures, title, Label(0, -110.5, headline(subject), 10)], fonts)
        for block in blocks:
            _tell(canvas, block, fonts)
        canvas.restoreState()
        canvas.showPage()
    canvas.save()
    return content.getvalue()


def _correct(canvas: Canvas, aim: Aim, height: float) -> None:
    a, b, c, d, e, f = aim.matrix
    canvas.transform(a, -b, -c, d, (c * height + e) * POINTS_PER_MM, (aim.height - d * height - f) * POINTS_PER_MM)


def _draw(canvas: Canvas, figures: Iterable[Figure], fonts: Path) -> None:
    canvas.setFillGray(0)
    for figure in figures:
        if isinstance(figure, Stroke):
            canvas.setStrokeGray(figure.gray)
            canvas.setLineWidth(figure.width)
            canvas.line(figure.x1, -figure.y1, figure.x2, -figure.y2)
        elif isinstance(figure, Ring):
            canvas.setStrokeGray(0)
            canvas.setLineWidth(figure.width)
            canvas.circle(figure.x, -figure.y, figure.radius, stroke=1, fill=0)
        else:
            _write(canvas, figure, fonts)


def _write(canvas: Canvas, label: Label, fonts: Path) -> None:
    font, size = _font(fonts, bold=label.bold), label.size * MM_PER_POINT
    width = pdfmetrics.stringWidth(label.text, font, size)
    line = canvas.beginText(label.x - width * {"left": 0.0, "middle": 0.5, "right": 1.0}[label.align], -label.y)
    line.setFont(font, size)
    line.textOut(label.text)
    canvas.drawText(line)


def _tell(canvas: Canvas, block: Block, fonts: Path) -> None:
    """The steps one below the other."""
    y = block.y
    for step in block.steps:
        y = _tell_step(canvas, block, step, y, fonts)


def _tell_step(canvas: Canvas, block: Block, step: Step, y: float, fonts: Path) -> float:
    words = [Label(block.x, y + _LEAD, step.number, _TEXT + 1, bold=True, align="left")] if step.number else []
    left = block.x + _INDENT
    lines = [(text, False) for text in _wrap(step.says, block.width - _INDENT, fonts, bold=False)]
    for typed in step.types:
        lines += [(text, True) for text in _wrap(typed, block.width - _INDENT, fonts, bold=True)]
    for text, bold in lines:
        y += _LEAD + (_EXTRA if bold else 0)
        # A long name, which cannot be broken, is set smaller.
        width = pdfmetrics.stringWidth(text, _font(fonts, bold=bold), _TEXT) * MM_PER_POINT
        size = _TEXT * min(1.0, (block.width - _INDENT) / max(width, 1.0))
        words.append(Label(left, y, text, size, bold=bold, align="left"))
    _draw(canvas, words, fonts)
    return y + (_EXTRA if step.number.isalpha() else _GAP)


def _wrap(text: str, width: float, fonts: Path, *, bold: bool) -> list[str]:
    font, lines = _font(fonts, bold=bold), [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if pdfmetrics.stringWidth(longer, font, _TEXT) * MM_PER_POINT > width and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _font(fonts: Path, *, bold: bool) -> str:
    """The font, by the name under which reportlab then knows it."""
    name = str(fonts / _FONTS[bold])
    if name not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont(name, name))
    return name
