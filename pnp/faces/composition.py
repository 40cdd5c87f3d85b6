"""One face put together from its SVG: items in drawing order, and the facts that the checks want."""

import hashlib
import math
from collections.abc import Iterator, Mapping
from functools import cached_property

from pnp.faces.art.links import read_name
from pnp.faces.art.pictures import Picture
from pnp.faces.sources import Source
from pnp.faces.svg.colours import read_colour
from pnp.faces.svg.foreign import strip
from pnp.faces.svg.gate import Verdict
from pnp.faces.svg.geometry import PicturePlace, TextPlace
from pnp.faces.svg.namespaces import SVG
from pnp.faces.svg.outlines import place_area
from pnp.faces.svg.sight import excerpt, find_covered, measure_cut
from pnp.faces.svg.slices import Item
from pnp.faces.svg.studies import LEFT_OUT, Problem
from pnp.faces.svg.transforms import multiply, read_transform, scale_of
from pnp.faces.templates import Rendered
from pnp.faces.text.layout import Laid, lay_out
from pnp.faces.text.textboxes import read_text
from pnp.faces.typecase import judge_fonts
from pnp.faces.workshop import Workshop
from pnp.model.face import Art, Face, FaceKey, Matrix, Shape, Slice, Text, Words
from pnp.model.finding import Fault
from pnp.model.kit import Deck
from pnp.model.place import Where
from pnp.model.units import MM_PER_POINT

SMALLEST, LARGEST = 0.1, 1000  # points


class Composition:
    """The work on one face."""

    def __init__(self, shop: Workshop, svg: str, rendered: Rendered, deck: Deck, about: str) -> None:
        """`svg` is what was made of the rendered one; RefusedError or expat.ExpatError if it cannot be cut."""
        self._shop, self._svg, self._rendered, self._deck, self._about = shop, svg, rendered, deck, about
        cut = self._cut = shop.slicer.cut(svg)
        self._frame = shop.frame(cut, deck)
        self._matrix = self._frame.matrix
        self._faults: list[Fault] = []
        self._texts: list[Text] = []
        self._lines: list[int] = []
        self._shapes: list[Shape] = []
        self._art: list[Art] = []
        self._links: dict[str, Picture] = {}
        self._fonts: dict[str, None] = {}

    @cached_property
    def _written(self) -> list[str]:
        """The lines of the SVG, as XML counts them."""
        svg = self._svg
        return (svg.replace("\r\n", "\n").replace("\r", "\n") if "\r" in svg else svg).split("\n")

    def face(self, key: FaceKey, where: Where, template: str) -> Face:
        """The face, with everything recorded."""
        verdict = self._examine()
        broken = self._judge_root()
        for problem in verdict.problems:
            self._report(problem)
        items = () if broken else tuple(self._items(verdict.unsafe))
        for place in find_covered(self._texts, self._shapes):
            text, line = self._texts[place], self._lines[place]
            self._report_hidden(
                text.words, line, "is covered by what is painted after it", "Draw it later.", text.field
            )
        frame, deck = self._frame, self._deck
        return Face(
            *(key, where, template, deck.width, deck.height, frame.bleed, deck.safe, frame.scale, frame.x, frame.y),
            items=items,
            texts=tuple(self._texts),
            shapes=tuple(self._shapes),
            art=tuple(dict.fromkeys(self._art)),
            faults=tuple(dict.fromkeys((*self._faults, *self._shop.faults))),
            files=self._files(),
            digest=self._digest(),
        )

    def _examine(self) -> Verdict:
        """The gate's verdict; what it only warns of is taken out of the drawing."""
        verdict = self._shop.gate.examine(self._cut)
        left_out = [problem for problem in verdict.problems if problem.check == LEFT_OUT]
        if not left_out:
            return verdict
        self._cut = self._shop.slicer.cut(strip(self._svg))
        verdict = self._shop.gate.examine(self._cut)
        problems = sorted((*left_out, *verdict.problems), key=lambda problem: problem.line)
        return Verdict(tuple(problems), verdict.unsafe)

    def _judge_root(self) -> bool:
        """Report what is wrong with the root; whether nothing can be drawn for it."""
        cut = self._cut
        space = cut.attributes.get("xmlns", SVG)
        prefix = cut.attributes.get("xmlns:pnp", "urn:pnp")
        if cut.root != "svg" or space != SVG:
            message, cure = f"the root is <{cut.root}> without SVG's namespace", f'the root is <svg xmlns="{SVG}" …>'
            self._report(Problem(cut.line, cut.root, message, cure, "bad-svg"))
        elif prefix != "urn:pnp":
            message = f"the prefix pnp stands for {prefix}"
            self._report(Problem(cut.line, "svg", message, 'write xmlns:pnp="urn:pnp"', "bad-svg"))
        elif self._frame.trouble:
            check, message, cure = self._frame.trouble
            self._report(Problem(cut.line, "svg", message, cure, check))
        return bool(self._faults) and self._faults[-1].check == "bad-svg"

    def _report(self, problem: Problem, where: Where | None = None) -> None:
        at = where or self._find_line(problem.line, problem.tag)
        message = f"{problem.message} (line {problem.line} of the SVG of {self._about})"
        self._faults.append(Fault(problem.check, at, message, problem.help))

    def _find_line(self, number: int, tag: str) -> Where:
        """The place in the templates that gave this line of the SVG."""
        lines = (self._rendered.svg or "").splitlines()
        line = lines[number - 1] if 0 < number <= len(lines) else ""
        return self._shop.templates.find_line(self._rendered.names, line, tag)

    def _items(self, unsafe: frozenset[int]) -> Iterator[Slice | Words]:
        head = self._frame.complete(self._cut.head)
        for number, found in enumerate(self._cut.items):
            if number in unsafe:
                continue
            if found.said is not None:
                attributes, words = found.said
                matrix = multiply(self._matrix, found.matrix)
                laid = self._set_box(attributes, words, matrix, found.line)
                if laid is not None:
                    yield self._words(multiply(self._frame.stretch, found.matrix), laid)
                continue
            item = found._replace(slice=Slice(head, *found.slice[1:])) if self._frame.size else found
            if item.tag == "text":
                yield from self._plain_text(item)
            elif self._record(item):
                yield item.slice

    def _plain_text(self, item: Item) -> Iterator[Words | Slice]:
        """A `<text>`: straight to cairo if nothing but its place and colour matters, else through CairoSVG."""
        for found in self._shop.survey(self._cut, item, self._frame):
            if isinstance(found, TextPlace):
                laid = self._set_plain(found, item.line)
                if laid is None:
                    continue
                if found.attributes.keys() & _NOT_DIRECT:
                    yield item.slice
                elif scale_of(found.matrix) and found.inherited.get("visibility", "visible") == "visible":
                    own = read_transform(
                        found.attributes.get("transform", ""), found.attributes.get("transform-origin", "")
                    )
                    matrix = multiply(self._frame.stretch, item.matrix)
                    yield self._words(multiply(matrix, own), laid)

    def _words(self, matrix: Matrix, laid: Laid) -> Words:
        known = [symbol for symbol in laid.symbols if self._shop.icons.find(symbol.icon) is not None]
        return Words(matrix, laid.runs, tuple(known))

    def _record(self, item: Item) -> bool:
        """Note what a slice paints; whether it can be drawn."""
        before = len(self._faults)
        for link, line in self._shop.gate.study(item.slice.markup).images:
            self._link(link, item.line + line - 1)
        if "<image" in item.slice.definitions:
            for definition in self._cut.definitions.values():
                for link, line in self._shop.gate.study(definition.markup).images:
                    self._link(link, definition.line + line - 1)
        for found in self._shop.survey(self._cut, item, self._frame):
            if isinstance(found, Shape):
                self._shapes.append(found)
            elif isinstance(found, PicturePlace):
                self._hang(found, self._shop.line_of(self._cut, item, found.element))
            else:
                self._set_inside(found, self._shop.line_of(self._cut, item, found.element))
        return len(self._faults) == before or all(fault.check != "unsupported-svg" for fault in self._faults[before:])

    def _set_inside(self, found: TextPlace, line: int) -> None:
        """Note a text inside a slice, as far as what is around it shows it."""
        before = len(self._texts)
        if found.element.tag == "text":
            self._set_plain(found, line)
        else:
            self._set_box(found.attributes, found.element.text, found.matrix, line)
        for text in self._texts[before:]:
            if found.opacity == 0:
                cure = "Raise it, or take the text out."
                self._report_hidden(text.words, line, "has an opacity of 0", cure, text.field)
            cut = 0.0 if found.window is None else measure_cut(text, found.window)
            if math.isinf(cut):
                why = "stands wholly outside of its clip"
                self._report_hidden(text.words, line, why, "Move it into it.", text.field)
            elif cut > text.over:
                self._texts[-1] = text._replace(over=round(cut, 6))

    def _report_hidden(self, words: str, line: int, why: str, cure: str, field: str = "") -> None:
        if words.strip():
            called = f'of "{field}"' if field else f'"{excerpt(words)}"'
            message = f"the text {called} is not seen: it {why}"
            self._report(Problem(line, "pnp:text", message, cure, "hidden-text"))

    def _hang(self, found: PicturePlace, line: int) -> None:
        """Note how finely a picture will be printed."""
        picture = self._links.get(found.link)
        if picture is not None:
            where = self._place_link(found.link) or self._find_line(line, "image")
            self._art.append(Art(where, picture.shown, found.dpi))

    def _link(self, link: str, line: int) -> None:
        picture = self._shop.pictures.look(link)
        if isinstance(picture, Picture):
            self._links[link] = picture
        for trouble in picture.odd if isinstance(picture, Picture) else (picture,):
            problem = Problem(line, "image", trouble.message, trouble.help, trouble.check)
            self._report(problem, self._place_link(link))

    def _place_link(self, link: str) -> Where | None:
        """The card's value that names the picture; None if none does."""
        source = self._shop.source("", read_name(link))
        return source.where if source.field else None

    def _set_box(self, attributes: Mapping[str, str], markup: str, matrix: Matrix, line: int) -> Laid | None:
        unit = scale_of(matrix)
        if unit == 0:
            cure = "Scale by more than 0, or take the text out."
            self._report_hidden(markup, line, "is scaled to nothing", cure, attributes.get("field", ""))
            return None
        reading = read_text(attributes, markup, MM_PER_POINT / unit)
        for message, cure in reading.wrong:
            self._report(Problem(line, "pnp:text", message, cure))
        field = attributes.get("field", "")
        sources = self._shop.sources
        known = sources.find(field) if field and sources is not None else None
        if field and sources is not None and known is None:
            cure = f"it has {', '.join(sources.names())}"
            self._report(
                Problem(
                    line, "pnp:text", f'<pnp:text> has field="{field}", which the card has not', cure, "template-error"
                )
            )
        if reading.box is None or self._is_off(reading.box.sizes[0] * unit, "pnp:text", line):
            return None
        laid = lay_out(reading.box, self._shop.book)
        source = known or self._shop.source("", laid.words)
        self._note(laid, source, matrix, reading.box.sizes[0] * unit / MM_PER_POINT, reading.box.fill, line)
        for name in laid.icons:
            self._shop.use_icon(name, source.where)
        self._check_fonts(laid, "pnp:text", line)
        return laid

    def _is_off(self, size: float, tag: str, line: int) -> bool:
        """Report type (of `size` mm) that FreeType would not draw."""
        points = size / MM_PER_POINT
        off = not SMALLEST <= points <= LARGEST
        if off:
            message = f"<{tag}> is {points:,.4g} points large"
            self._report(Problem(line, tag, message, f"sizes from {SMALLEST} to {LARGEST} are drawn"))
        return off

    def _set_plain(self, found: TextPlace, line: int) -> Laid | None:
        laid, colour, size, largest, stroked = self._shop.plain.set(found, self._cut.sheet.rules)
        if laid.runs and self._is_off(largest, "text", line):
            return None
        if laid.words.strip():
            self._note(laid, self._shop.source("", laid.words), found.matrix, size, colour, line)
        self._check_fonts(laid, "text", line)
        if stroked:
            self._report(
                Problem(line, "text", "<text> has a stroke, which is not drawn", "turn the letters into a path")
            )
        return laid

    def _note(self, laid: Laid, source: Source, matrix: Matrix, asked: float, fill: str, line: int) -> None:
        unit = scale_of(matrix)
        box, askew = place_area(matrix, laid.area)
        found = read_colour(fill)
        self._lines.append(line)
        self._texts.append(
            Text(
                *(source.where, source.field, laid.words, laid.font),
                size=round(laid.size * unit / MM_PER_POINT, 6),
                asked=round(asked, 6),
                lines=laid.lines,
                over=round(laid.over * unit, 6),
                box=box,
                fill="#000000" if found is None else found[0],
                missing=laid.missing,
                above=len(self._shapes),
                cut=laid.cut,
                corners=askew,
                at=self._shop.find_line(self._rendered.names, "".join(self._written[line - 1 : line])),
            )
        )
        for run in laid.runs:
            self._fonts.setdefault(run.font)

    def _check_fonts(self, laid: Laid, tag: str, line: int) -> None:
        for message, cure in judge_fonts(laid, tag, self._shop):
            self._report(Problem(line, tag, message, cure, "missing-font"))

    def _files(self) -> tuple[str, ...]:
        shop = self._shop
        icons = (icon.shown for name in shop.icons_used if (icon := shop.icons.find(name)) is not None)
        pictures = (picture.shown for picture in self._links.values() if not picture.shown.startswith("a data"))
        fonts = (shop.shown(file) for file in self._fonts)
        return tuple(sorted({*shop.shown_templates(), *icons, *pictures, *fonts}))

    def _digest(self) -> str:
        """Of the SVG and of every file that it draws; where they lie plays no part."""
        parts = [hashlib.sha256((self._rendered.svg or "").encode("utf-8", "surrogatepass")).hexdigest()]
        parts += sorted({picture.digest for picture in self._links.values()})
        parts += sorted({self._shop.font_digest(file) for file in self._fonts})
        drawn = (self._shop.icons.find(name) for name in sorted(self._shop.icons_used))
        parts += [icon.markup for icon in drawn if icon is not None]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()


# What a text has to go through CairoSVG for.
_NOT_DIRECT = frozenset(("opacity", "clip-path"))
