"""The author: a rulebook's file in, a document out, and the icons that it shows as faces."""

import os
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from pnp.faces.art.icons import Icons
from pnp.faces.document.figures import Figures
from pnp.faces.document.manuscript import Manuscript, find_word, write_manuscript
from pnp.faces.document.prose import Prose
from pnp.faces.filters import near
from pnp.faces.text.fonts import Font, FontBook
from pnp.model.document import (
    Block,
    Chart,
    Document,
    Figure,
    Heading,
    Listing,
    Panel,
    Paragraph,
    Span,
    Typeface,
    Words,
    plain,
    texts_of,
)
from pnp.model.face import Face, FaceKey, Slice
from pnp.model.files import BulkyError, read_file
from pnp.model.finding import Fault
from pnp.model.kit import Kit, Rulebook
from pnp.model.place import Where
from pnp.model.roots import Roots

# The largest file that is read as a text, in bytes.
MOST_BYTES = 1_000_000
# What a link to somewhere else begins with.
_ADDRESSES = ("https://", "http://", "mailto:")
ICON = 10.0  # mm, as it is drawn; the page scales it


class Author:
    """Writes the documents of one kit."""

    def __init__(self, kit: Kit, roots: Roots) -> None:
        self._kit = kit
        self._roots = roots
        self._book = FontBook(roots)
        self._icons = Icons(roots)
        self._faults: list[Fault] = []

    def write(self, rulebook: Rulebook) -> Document:
        """The rulebook as a document. Whatever is wrong is among its faults."""
        self._faults = []
        manuscript = self._read(rulebook)
        self._faults += manuscript.faults
        prose = Prose(manuscript.lines or (Where(rulebook.file),), self._note, Figures(self._kit, self._note).make)
        blocks = prose.read(manuscript.text)
        body, display = self._typeface(rulebook, "body"), self._typeface(rulebook, "heading")
        document = Document(
            rulebook,
            self._kit.id,
            rulebook.title or self._kit.title,
            self._kit.version,
            self._kit.summary,
            rulebook.where,
            blocks,
            body,
            display,
            tuple(font.file for font in self._book.fallbacks),
        )
        document = self._resolve(document)
        icons = self._gather_icons(document)
        self._check_glyphs(document)
        self._check_styles(document)
        fonts = dict.fromkeys((body.regular, body.bold, body.italic, body.both, display.regular))
        shown = (icon.shown for name in icons if (icon := self._icons.find(name)) is not None)
        files = sorted({*manuscript.files, *shown, *(self._roots.shown(font) for font in fonts if font)})
        return document._replace(icons=icons, faults=tuple(dict.fromkeys(self._faults)), files=tuple(files))

    def draw_icons(self, documents: Iterable[Document], fill: str = "#000000") -> tuple[Face, ...]:
        """The documents' icons as faces of ICON mm, with keys `("", name, "icon")`."""
        names = dict.fromkeys(name for document in documents for name in document.icons)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{ICON:g}mm" height="{ICON:g}mm" '
            f'viewBox="0 0 {ICON:g} {ICON:g}">'
        )
        return tuple(
            Face(
                *(icon_key(name), self._kit.where, "", ICON, ICON, 0.0, 0.0, 1.0, 0.0, 0.0),
                items=(Slice(head, "", (), self._icons.place(name, 0, 0, ICON, fill)),),
            )
            for name in names
        )

    def _note(self, check: str, where: Where, word: str, message: str, help: str) -> None:
        at = self._column(where, word)
        self._faults.append(Fault(check, at, message, help))

    def _column(self, where: Where, word: str) -> Where:
        for root in self._roots.folders:
            prefix = f"{root.shown}/" if root.shown else ""
            if word and where.file.startswith(prefix):
                return find_word(self._roots, where.file.removeprefix(prefix), where, word)
        return where

    def _read(self, rulebook: Rulebook) -> Manuscript:
        path = self._roots.find(rulebook.file)
        nothing = Manuscript("", ())
        if path is None:
            texts = [file for file in self._kit.files if file.endswith((".md", ".txt"))]
            cure = near(rulebook.file, texts) or f"put {rulebook.file} into the kit's folder."
            message = f"there is no file {rulebook.file}"
            if any(os.path.lexists(root.folder / rulebook.file) for root in self._roots.folders):
                message = f"{rulebook.file} is outside the kit, or no file, so it is not read"
            self._faults.append(Fault("missing-file", rulebook.place("file"), message, cure[:1].upper() + cure[1:]))
            return nothing
        where = Where(self._roots.shown(rulebook.file))
        try:
            content = read_file(path, MOST_BYTES)
        except BulkyError as error:
            self._faults.append(Fault("yaml-limits", where, f"the text {error}", "Is this the right file?"))
            return nothing
        try:
            content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
            message = f"the file is not UTF-8: {error.reason} at byte {error.start}"
            self._faults.append(Fault("encoding", Where(where.file, line), message, "Save it as UTF-8."))
            return nothing
        manuscript = write_manuscript(self._roots, self._kit, rulebook.file)
        if not manuscript.faults and not manuscript.text.strip():
            self._faults.append(Fault("empty-file", where, "the file is empty", "Write the rules, in Markdown."))
        return manuscript

    def _typeface(self, rulebook: Rulebook, role: str) -> Typeface:
        family = rulebook.body if role == "body" else rulebook.heading
        styles = ((False, False), (True, False), (False, True), (True, True))
        fonts = [self._book.find(family, bold, italic) for bold, italic in styles]
        if fonts[0] is None:
            cure = near(family, self._book.families()) or f"fonts/ holds {', '.join(self._book.families())}."
            where = rulebook.place("fonts", role)
            self._faults.append(Fault("missing-font", where, f"there is no font {family}", cure[:1].upper() + cure[1:]))
            stand_in = self._book.find("Source Serif 4") or self._book.stand_in
            fonts = [stand_in] * 4
        for font in dict.fromkeys(font.path for font in fonts if font is not None):
            if font.read_bytes().startswith(b"OTTO"):
                message = f"{font.name} has PostScript outlines, and rulebooks are set in TrueType fonts"
                cure = "Choose another family, or convert the file to TrueType."
                self._faults.append(Fault("missing-font", rulebook.place("fonts", role), message, cure))
        files = [font.file if font is not None else "" for font in fonts]
        if role == "heading":
            files[0] = files[1]
        return Typeface(family, *files)

    def _resolve(self, document: Document) -> Document:
        """The document with the words of links that have none, and faults for those that lead nowhere."""
        targets: dict[str, Words] = {heading.anchor: heading.words for heading in document.headings()}
        for figure in document.figures():
            if figure.anchor in targets:
                message = f'"#{figure.anchor}" is the name of a section or of another figure, too'
                self._note("duplicate-id", figure.where, f"id={figure.anchor}", message, "Give the figure another id.")
            targets[figure.anchor] = (Span(f"Figure {figure.number}", figure.where),)
        return document._replace(blocks=tuple(self._mend(block, targets) for block in document.blocks))

    def _mend(self, block: Block, targets: Mapping[str, Words]) -> Block:
        def mend(words: Words) -> Words:
            followed = (new for span in words for new in self._follow(span, targets))
            return tuple(new for link, run in groupby(followed, lambda span: span.link) for new in _address(link, run))

        if isinstance(block, Heading | Paragraph):
            return block._replace(words=mend(block.words))
        if isinstance(block, Listing):
            return block._replace(items=tuple(tuple(self._mend(one, targets) for one in item) for item in block.items))
        if isinstance(block, Chart):
            rows = tuple(tuple(mend(cell) for cell in row) for row in block.rows)
            return block._replace(head=tuple(mend(cell) for cell in block.head), rows=rows)
        if isinstance(block, Panel):
            return block._replace(blocks=tuple(self._mend(one, targets) for one in block.blocks))
        if isinstance(block, Figure):
            callouts = tuple(callout._replace(words=mend(callout.words)) for callout in block.callouts)
            return block._replace(caption=mend(block.caption), callouts=callouts)
        return block

    def _follow(self, span: Span, targets: Mapping[str, Words]) -> Iterator[Span]:
        anchor = span.link.removeprefix("#")
        if span.link and not span.link.startswith(_ADDRESSES) and f"#{anchor}" != span.link:
            message = f'the link "{span.link}" leads out of the rulebook, to nothing that can be printed'
            cure = _as_anchor(near(anchor, targets)) or "Write #section, or an address that begins with https://."
            self._note("unknown-reference", span.where, span.link, message, cure)
            yield span._replace(text=span.text.replace("\0", span.link), link="")
        elif span.link.startswith("#") and anchor not in targets:
            cure = _as_anchor(near(anchor, targets))
            cure = cure or "A section's name is its heading in small letters, with hyphens for blanks."
            message = f'no section or figure is called "#{anchor}"'
            self._note("unknown-reference", span.where, f"#{anchor}", message, cure)
            yield span._replace(text=span.text.replace("\0", f"#{anchor}"), link="")
        elif span.text == "\0":
            words = targets.get(anchor, (span._replace(text=span.link),))
            yield from (word._replace(link=span.link, where=span.where) for word in words)
        else:
            yield span

    def _gather_icons(self, document: Document) -> tuple[str, ...]:
        found: dict[str, None] = {}
        for words in document.texts():
            for span in words:
                if span.icon and self._icons.find(span.icon) is None:
                    cure = self._icons.meant(span.icon)
                    message = f"there is no icon {span.icon}"
                    self._note("unknown-icon", span.where, f"{{{span.icon}}}", message, cure[:1].upper() + cure[1:])
                elif span.icon:
                    found.setdefault(span.icon)
        return tuple(found)

    def _check_glyphs(self, document: Document) -> None:
        """A fault for each character that no font has, and for each style that the body's family lacks."""
        body, display = document.body, document.display
        styles = {
            (False, False): body.regular,
            (True, False): body.bold,
            (False, True): body.italic,
            (True, True): body.both,
        }
        checked: dict[str, set[str]] = {}
        for block in document.walk():
            for words in texts_of(block):
                for span in words:
                    heading = isinstance(block, Heading)
                    file = display.regular if heading else styles[span.bold, span.italic]
                    fresh = set(span.text) - checked.setdefault(file, set(" \n\u00a0"))
                    checked[file] |= fresh
                    for character in sorted(fresh):
                        self._check_glyph(character, file, span)

    def _check_styles(self, document: Document) -> None:
        """A fault for each style of text that the body's family lacks."""
        family = document.body.family
        for bold, italic, name in ((True, False, "bold"), (False, True, "italic")):
            font = self._book.find(family, bold, italic)
            span = next(
                (one for words in document.texts() for one in words if (one.bold, one.italic) == (bold, italic)), None
            )
            if span is not None and font is not None and not font.exact:
                message = f"there is no {name} style of {family}, in which the rules have text"
                cure = "Choose a family for `body` that has it, or add the font file to fonts/."
                self._faults.append(Fault("missing-font", document.rulebook.place("fonts", "body"), message, cure))

    def _check_glyph(self, character: str, file: str, span: Span) -> None:
        font = self._book.load(file) if file else None
        fonts: list[Font] = [*([font] if font else []), *self._book.fallbacks]
        if not any(each.covers(character) for each in fonts):
            shown = f'"{character}" ' if character.isprintable() else ""
            message = f"no font can draw {shown}(U+{ord(character):04X})"
            self._note("missing-glyph", span.where, character, message, "Write it otherwise or as an icon.")


def _as_anchor(guess: str) -> str:
    return guess.replace("did you mean ", "Did you mean #")


def _address(link: str, run: Iterable[Span]) -> Iterator[Span]:
    """The words of a link, and behind them the address, unless they show it: paper cannot be clicked."""
    words = tuple(run)
    yield from words
    address = link.removeprefix("mailto:").replace(" ", "%20")
    shown = address.removeprefix("https://").removeprefix("http://").rstrip("/")
    if link.startswith(_ADDRESSES) and shown not in plain(words):
        yield words[-1]._replace(text=f" ({address})", icon="", bold=False, italic=False)


def icon_key(name: str) -> FaceKey:
    """The key of an icon as a face."""
    return FaceKey("", name, "icon")
