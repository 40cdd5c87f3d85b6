"""Faces as pages of a PDF, or one as a PNG. The one module that knows cairosvg.

CairoSVG is slow, so it is not asked twice: a slice that several faces share is drawn once, into a recording that
cairo writes as one form of the PDF. Texts go straight to cairo.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from itertools import groupby
from math import ceil
from typing import Any
from xml.etree.ElementTree import Element

import cairocffi as cairo
import cairosvg.surface
from cairosvg.parser import Tree

from pnp.faces.art.album import Album
from pnp.faces.art.icons import SIZE, Icons
from pnp.faces.cairo.file import open_pdf
from pnp.faces.cairo.freetype import cast_face
from pnp.faces.cairo.glyphs import show_runs, stamp
from pnp.faces.cairo.sizes import page_size, resize
from pnp.faces.cairo.undrawn import Stumble, StumbleError, UndrawnError
from pnp.faces.svg.lengths import Viewport
from pnp.faces.svg.transforms import IDENTITY, scale_of
from pnp.faces.text.fonts import FontBook
from pnp.faces.text.layout import Laid, lay_out
from pnp.faces.text.svgstyle import INHERITED
from pnp.faces.text.svgtext import set_text
from pnp.faces.text.textboxes import read_text
from pnp.model.colours import INKS
from pnp.model.face import Face, Glyphs, Slice, Symbol, Words
from pnp.model.finding import PnpError
from pnp.model.roots import Roots
from pnp.model.units import POINTS_PER_INCH, POINTS_PER_MM

PIXELS_PER_INCH = 96  # CSS: what CairoSVG counts in
FIXED_DATE = "2000-01-01T00:00:00Z"
_ICON_HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    f'width="{SIZE:g}pt" height="{SIZE:g}pt" viewBox="0 0 {SIZE:g} {SIZE:g}">'
)
# What CairoSVG and cairo raise on values that make no sense.
_STUMBLES = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError, cairo.CairoError)


def draw_pages(faces: Sequence[Face], roots: Roots, begin: Callable[[int], None] = lambda _number: None) -> bytes:
    """A PDF of one page a face, each as large as the face's whole drawing. Equal faces give equal bytes.

    `begin` is told the number of each face, from 0, before it is drawn, and how many there are before all is written.
    UndrawnError, when all faces were tried, if some of them cannot be drawn.
    """
    sizes = [page_size(face) for face in faces]
    easel = Easel(roots, faces)
    odd: dict[bytes, bytes] = {}
    undrawn: list[Stumble] = []
    with open_pdf(sizes[0] if sizes else (1, 1)) as (paper, read), easel.handlers():
        surface = paper
        surface.set_metadata(cairo.PDF_METADATA_CREATE_DATE, FIXED_DATE)
        for number, (face, size, before) in enumerate(zip(faces, sizes, (*sizes[:1], *sizes), strict=False)):
            begin(number)
            if size != before:
                odd |= resize(surface, size)
            try:
                easel.draw(face, surface)
            except StumbleError as stumble:
                undrawn.append(Stumble(number, stumble.reason, stumble.markup))
                surface = cairo.PDFSurface(BytesIO(), *size)  # the other may be spoilt
            surface.show_page()
        if undrawn:
            raise UndrawnError(_describe(faces[undrawn[0].number]), tuple(undrawn))
        begin(len(faces))
        surface.finish()
        pdf: bytes = read()
    for box, exact in odd.items():
        pdf = pdf.replace(box, exact)
    return pdf


def draw_picture(face: Face, roots: Roots, dpi: float) -> bytes:
    """The face's whole drawing as a PNG on white, by the same way as in the PDF."""
    width, height = (side * dpi / POINTS_PER_INCH for side in page_size(face))
    surface = cairo.ImageSurface(cairo.FORMAT_RGB24, max(1, round(width)), max(1, round(height)))
    paper = cairo.Context(surface)
    paper.set_source_rgb(1, 1, 1)
    paper.paint()
    surface.set_device_scale(dpi / POINTS_PER_INCH, dpi / POINTS_PER_INCH)
    easel = Easel(roots, (face,), on_pixels=True)
    try:
        with easel.handlers():
            easel.draw(face, surface)
    except StumbleError as stumble:
        raise UndrawnError(_describe(face), (Stumble(0, stumble.reason, stumble.markup),)) from stumble
    out = BytesIO()
    surface.write_to_png(out)
    return out.getvalue()


def _describe(face: Face) -> str:
    return f"{face.template} cannot be drawn for {face.key.card or face.key.deck}"


class _Sheet(cairosvg.surface.Surface):  # type: ignore[misc]  # cairosvg ships no types
    """CairoSVG, drawing onto a surface that is there already."""

    def __init__(self, tree: Tree, target: Any) -> None:
        self._target = target
        super().__init__(tree, None, PIXELS_PER_INCH)

    def _create_surface(self, width: float, height: float) -> tuple[Any, float, float]:
        return self._target, width, height


def _sheet(run: Sequence[Any], target: Any) -> None:
    parts = [run[0].head, *dict.fromkeys(slice_.definitions for slice_ in run)]
    for slice_ in run:
        parts += (*slice_.groups, slice_.markup, "</g>" * len(slice_.groups))
    parts.append("</svg>")
    _Sheet(Tree(bytestring="".join(parts).encode()), target)


def _find_culprit(run: Sequence[Any]) -> str:
    """The markup that cannot be drawn alone, or else all of it, from its beginning on."""
    for slice_ in run:
        try:
            _sheet((slice_,), cairo.RecordingSurface(cairo.CONTENT_COLOR_ALPHA, None))
        except _STUMBLES:
            return str(slice_.markup)
    return str(run[0].markup)


class Easel:
    """Draws faces that belong together; what they share is drawn once."""

    def __init__(self, roots: Roots, faces: Sequence[Face], on_pixels: bool = False) -> None:
        self._roots = roots
        self._faces = len(faces)
        self._ink, self._in_inks = "", any(face.ink for face in faces)
        self._counts = Counter(item for face in faces for item in face.items if isinstance(item, Slice))
        self._recordings: dict[Any, Any] = {}
        self._book = FontBook(roots)
        self._icons = Icons(roots)
        self._album = Album(roots, on_pixels)
        self._fonts: dict[str, Any] = {}

    def draw(self, face: Face, surface: Any) -> None:
        """The face's items, in their order, onto the surface."""
        self._ink = face.ink
        context = cairo.Context(surface)
        scale = face.scale * POINTS_PER_MM
        context.scale(scale, scale)
        context.translate(-face.origin_x, -face.origin_y)
        size = page_size(face)
        for kind, group in groupby(face.items, self._kind):
            if kind == "words":
                for words in group:
                    self._show(context, words)
            elif kind == "once":
                self._fragment(tuple(group), surface)
            elif kind == "always":
                self._repeat(tuple(group), context, size)
            else:
                for slice_ in group:
                    self._repeat((slice_,), context, size)

    def _kind(self, item: Slice | Words) -> str:
        if isinstance(item, Words):
            return "words"
        count = self._counts[item]
        if count == 1:
            return "once"
        return "always" if count == self._faces else "often"

    def _fragment(self, run: Sequence[Any], target: Any) -> None:
        """Slices of one face that follow one another, as one document through CairoSVG."""
        try:
            _sheet(run, target)
        except _STUMBLES as error:
            # The gate stops all that is likely to do this; a place to look at is better than none.
            reason = f"{type(error).__name__} ({error})"
            raise StumbleError(reason, _find_culprit(run)) from error

    def _repeat(self, run: tuple[Any, ...], context: Any, size: tuple[float, float]) -> None:
        """The same, but drawn when it is met first and referred to ever after."""
        recording = self._recordings.get((run, size, self._ink))
        if recording is None:
            # cairo rounds a recording's extents: without room to spare the last part of a point would be cut off.
            extents = (-1, -1, ceil(size[0]) + 2, ceil(size[1]) + 2)
            recording = cairo.RecordingSurface(cairo.CONTENT_COLOR_ALPHA, extents)
            self._fragment(run, recording)
            self._recordings[run, size, self._ink] = recording
        stamp(context, recording)

    @contextmanager
    def handlers(self) -> Iterator[None]:
        """CairoSVG's ways with texts, images and colours, replaced by ours while this lasts."""
        tags, colour = cairosvg.surface.TAGS, cairosvg.surface.color
        before = dict(tags)
        tags.update({"{urn:pnp}text": self._draw_box, "text": self._draw_text, "tspan": _draw_nothing})
        tags["image"] = self._draw_image
        if self._in_inks:
            # Its own way of mapping colours forgets patterns.
            cairosvg.surface.color = lambda string, opacity=1: self._dip(colour(string, opacity))
        try:
            yield
        finally:
            cairosvg.surface.color = colour
            tags.clear()
            tags.update(before)

    def _dip(self, rgba: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        return (*INKS[self._ink](rgba[:3]), rgba[3]) if self._ink else rgba

    def _show(self, context: Any, words: Any) -> None:
        context.save()
        if words.matrix != IDENTITY:
            context.transform(cairo.Matrix(*words.matrix))
        self._show_runs(context, words.runs, words.symbols, 1.0)
        context.restore()

    def _show_runs(self, context: Any, runs: Sequence[Glyphs], symbols: Sequence[Symbol], opacity: float) -> None:
        show_runs(context, runs, opacity, self._font, self._ink)
        for symbol in symbols:
            self._show_symbol(context, symbol, opacity)

    def _font(self, name: str) -> Any:
        if name not in self._fonts:
            path = self._roots.find(name)
            if path is None:
                raise PnpError(f"the font {name} is gone", "do not move fonts while pnp runs")
            self._fonts[name] = cast_face(path.read_bytes()).face
        return self._fonts[name]

    def _show_symbol(self, context: Any, symbol: Symbol, opacity: float) -> None:
        key = (symbol.icon, symbol.fill, self._ink)
        recording = self._recordings.get(key)
        if recording is None:
            markup = self._icons.place(symbol.icon, 0, 0, SIZE, symbol.fill)
            recording = cairo.RecordingSurface(cairo.CONTENT_COLOR_ALPHA, (0, 0, SIZE, SIZE))
            self._fragment((Slice(_ICON_HEAD, "", (), markup),), recording)
            self._recordings[key] = recording
        context.save()
        context.translate(symbol.x, symbol.y)
        context.scale(symbol.size / SIZE, symbol.size / SIZE)
        context.set_source_surface(recording, 0, 0)
        context.paint_with_alpha(opacity)
        context.restore()

    def _draw_box(self, surface: Any, node: Any) -> None:
        point = 1 / scale_of(tuple(surface.context.get_matrix().as_tuple()))
        element = node.element.etree_element
        reading = read_text(element.attrib, element.text or "", point)
        if reading.box is not None:
            self._show_laid(surface, node, lay_out(reading.box, self._book), 1.0)

    def _draw_text(self, surface: Any, node: Any) -> None:
        element = node.element.etree_element
        tree = Element("text", {name: node[name] for name in ("x", "y", "dx", "dy", *INHERITED) if name in node})
        tree.text = element.text
        tree.extend(element)
        opacity = float(node.get("fill-opacity", 1)) * (1.0 if node.children else float(node.get("opacity", 1)))
        self._show_laid(surface, node, set_text(tree, {}, self._book), opacity)

    def _show_laid(self, surface: Any, node: Any, laid: Laid, opacity: float) -> None:
        if _is_shown(node):
            surface.context.save()
            self._show_runs(surface.context, laid.runs, laid.symbols, opacity)
            surface.context.restore()
        # Glyphs leave a current point behind, which CairoSVG would fill and stroke from.
        surface.context.new_path()

    def _draw_image(self, surface: Any, node: Any) -> None:
        surface.context.new_path()
        if _is_shown(node):
            viewport = Viewport(surface.context_width, surface.context_height, surface.font_size)
            self._album.paint(surface.context, node.get_href() or "", dict(node), viewport, self._ink)
        surface.context.new_path()


def _draw_nothing(surface: Any, _node: Any) -> None:
    """Spans are drawn with the text that they are part of."""
    surface.context.new_path()


def _is_shown(node: Any) -> bool:
    return bool(node.get("display") != "none" and node.get("visibility", "visible") == "visible")
