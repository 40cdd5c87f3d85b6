"""What the faces of one kit share: each template, font, icon and picture is read once, each slice measured once."""

import hashlib
import math

from markupsafe import Markup

from pnp.faces.art.icons import Icons
from pnp.faces.art.pictures import Picture, Pictures
from pnp.faces.filters import shown, text_of
from pnp.faces.frame import Frame, read_frame
from pnp.faces.lines import NONE
from pnp.faces.plaintexts import PlainTexts
from pnp.faces.sources import Source, Sources
from pnp.faces.svg.colours import read_colour
from pnp.faces.svg.elements import Element, read_style
from pnp.faces.svg.foreign import simplify
from pnp.faces.svg.gate import Gate
from pnp.faces.svg.geometry import Found, survey
from pnp.faces.svg.lengths import Viewport, read_length
from pnp.faces.svg.slices import Cut, Item, Slicer
from pnp.faces.svg.surroundings import INHERITED, Library, Surroundings
from pnp.faces.svg.transforms import multiply
from pnp.faces.templates import Templates
from pnp.faces.text.fitting import TextBox
from pnp.faces.text.fonts import FontBook
from pnp.faces.text.layout import lay_out
from pnp.faces.text.permits import find_refusal
from pnp.model.face import Slice
from pnp.model.finding import Fault
from pnp.model.kit import Deck
from pnp.model.place import Where
from pnp.model.roots import Roots
from pnp.model.units import MM_PER_POINT


def _is_number(value: float | str) -> bool:
    try:
        return math.isfinite(float(value))
    except ValueError:
        return False


class Workshop:
    """What the faces of a kit share: templates, fonts, icons, pictures, and all that was worked out once.

    `faults` and `icons_used` are of the face at hand.
    """

    def __init__(self, roots: Roots, theme: str = "") -> None:
        self.roots = roots
        self.book = FontBook(roots)
        self.plain = PlainTexts(self.book)
        self.icons = Icons(roots)
        self.pictures = Pictures(roots)
        self.slicer = Slicer()
        self.gate = Gate()
        self.templates = Templates(roots, self.place_icon, theme=theme, count_lines=self.count_lines)
        self.faults: list[Fault] = []
        self.icons_used: dict[str, None] = {}
        self.sources: Sources | None = None
        self.where = Where("")
        self._frames: dict[tuple[object, ...], Frame] = {}
        self._surveys: dict[tuple[Slice, Frame], tuple[Found, ...]] = {}
        self._around: dict[tuple[str, tuple[str, ...], Frame], Surroundings] = {}
        self._fonts: dict[str, tuple[str, str]] = {}
        self._shown: dict[str, str] = {}

    def begin(self, sources: Sources | None, where: Where) -> None:
        """Start a face: its card's values, and where else its words may come from."""
        self.faults, self.icons_used = [], {}
        self.sources, self.where = sources, where

    def prepare(self, svg: str, templates: tuple[str, ...]) -> str:
        """The SVG without what only drawing programs need, its pictures linked from the roots on; may be refused."""
        return self.pictures.root(simplify(svg), templates)

    def source(self, field: str, words: str) -> Source:
        """Where words come from."""
        if self.sources is None:
            return Source(self.where, "")
        found = self.sources.find(field) if field else None
        return found or self.sources.match(words)

    def place_icon(self, name: str, x: float, y: float, size: float, fill: str = "#000000") -> str:
        """`icon()` of the templates; an unknown icon is a fault and draws nothing."""
        if read_colour(str(fill)) is None:
            raise ValueError(f"icon: {fill} is no colour, expected #rrggbb or a name")
        for place in (x, y, size):
            if isinstance(place, bool) or not isinstance(place, int | float | str) or not _is_number(place):
                raise ValueError(f"icon: {place} is no number, expected icon(name, x, y, size)")
        if not self.use_icon(str(name), None):
            return ""
        return self.icons.place(str(name), float(x), float(y), float(size), str(fill))

    def count_lines(self, text: object, width: float, font: str, size: float) -> int:
        """`count_lines()` of the templates: how many lines a text takes, `width` mm wide, set in `size` points."""
        for length in (width, size):
            if isinstance(length, bool) or not isinstance(length, int | float) or not 0 < length < math.inf:
                raise ValueError(f"count_lines: {length} is no length, expected count_lines(text, width, font, size)")
        words = text.unescape() if isinstance(text, Markup) else text_of(shown(text))
        return lay_out(TextBox(words, 0.0, 0.0, width, None, str(font), (size * MM_PER_POINT,)), self.book).lines

    def use_icon(self, name: str, where: Where | None) -> bool:
        """Whether the icon exists; a fault if not, at the value that names it, or at the place, or in the template."""
        if self.icons.find(name) is not None:
            self.icons_used.setdefault(name)
            return True
        source = self.source("", name) if where is None else None
        at = where or (source.where if source is not None and source.field else self.templates.here()) or self.where
        fault = Fault("unknown-icon", at, self.icons.complain(name), self.icons.meant(name))
        if fault not in self.faults:
            self.faults.append(fault)
        return False

    def frame(self, cut: Cut, deck: Deck) -> Frame:
        """The frame of a drawing, which is mostly that of all others of its size."""
        key = (deck.width, deck.height, deck.bleed, *cut.attributes.items())
        if key not in self._frames:
            self._frames[key] = read_frame(cut.attributes, deck)
        return self._frames[key]

    def survey(self, cut: Cut, item: Item, frame: Frame) -> tuple[Found, ...]:
        """What a slice paints, and the texts in it."""
        key = (item.slice, frame)
        known = self._surveys.get(key)
        if known is None:
            library = Library(lambda name: self._element(cut, name), cut.sheet.rules, self._picture)
            elements = self.gate.study(item.slice.markup).elements
            known = self._surveys[key] = survey(elements, self._surroundings(cut, item, frame), library)
        return known

    def _surroundings(self, cut: Cut, item: Item, frame: Frame) -> Surroundings:
        """What the root and the groups around an item say, which is the same for most items of a deck."""
        key = (item.slice.head, item.slice.groups, frame)
        if key not in self._around:
            inherited: dict[str, str] = {}
            for attributes in (cut.attributes, *[group.attributes for group in item.groups]):
                styled = "style" in attributes
                own = {**attributes, **dict(read_style(attributes["style"]))} if styled else attributes
                inherited |= {name: value for name, value in own.items() if name in INHERITED}
            viewport = Viewport(frame.across, frame.down)
            if "font-size" in inherited:
                size = read_length(inherited["font-size"], viewport, default=viewport.font_size)
                viewport = viewport._replace(font_size=size)
            self._around[key] = Surroundings(multiply(frame.matrix, item.matrix), viewport, inherited)
        return self._around[key]

    def line_of(self, cut: Cut, item: Item, element: Element) -> int:
        """The line of the SVG that an element of a survey stands on: in the item, or in what it uses."""
        for line, markup in ((item.line, item.slice.markup), *((d.line, d.markup) for d in cut.definitions.values())):
            if any(each is element for top in self.gate.study(markup).elements for each in top.walk()):
                return line + element.line - 1
        return item.line

    def find_line(self, templates: tuple[str, ...], line: str) -> Where | None:
        """The one line of the templates that reads most like this one; None if none does, or more than one."""
        best, name, others = NONE, "", False
        for template in templates:
            found = self.templates.lines(template).find(line)
            if found.letters > best.letters:
                best, name, others = found, template, False
            elif found.letters and found.letters == best.letters:
                others = True
        return Where(self.templates.where(name), best.number) if best.number and not others else None

    def font_digest(self, file: str) -> str:
        """The sha256 of a font file of the roots."""
        return self._font(file)[0]

    def font_refusal(self, file: str) -> str:
        """Why a font file of the roots cannot become part of a PDF; empty if it can."""
        return self._font(file)[1]

    def _font(self, file: str) -> tuple[str, str]:
        if file not in self._fonts:
            path = self.roots.find(file)
            content = b"" if path is None else path.read_bytes()
            self._fonts[file] = hashlib.sha256(content).hexdigest(), find_refusal(content)
        return self._fonts[file]

    def shown(self, file: str) -> str:
        """How a file of the roots is written in messages."""
        if file not in self._shown:
            self._shown[file] = self.roots.shown(file)
        return self._shown[file]

    def shown_templates(self) -> tuple[str, ...]:
        """The templates that the face at hand used, as written in messages."""
        return tuple(sorted(self.templates.shown()))

    def _element(self, cut: Cut, name: str) -> Element | None:
        definition = cut.definitions.get(name)
        return None if definition is None else self.gate.study(definition.markup).elements[0]

    def _picture(self, link: str) -> tuple[float, float, bool] | None:
        picture = self.pictures.look(link)
        return (picture.width, picture.height, picture.opaque) if isinstance(picture, Picture) else None
