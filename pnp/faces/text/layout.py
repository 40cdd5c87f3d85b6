"""Text set in lines, at the first size that fits, with what the checks want to know about it.

All lengths are user units of the face unless said otherwise, y downward.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import inf
from typing import NamedTuple

from pnp.faces.text.breaking import REGULAR, Composer, Fonts
from pnp.faces.text.fitting import TextBox, find_first_baseline, fit
from pnp.faces.text.fonts import Font, FontBook
from pnp.faces.text.markup import Span, parse_markup, read_plain
from pnp.faces.text.placing import Setter
from pnp.model.face import Box, Glyphs, Symbol


class Laid(NamedTuple):
    """Text that was laid out.

    `over` is how far it stands out of its box, downward or sideways, whichever is more; also for a word that had to
    be cut between its letters, by how much it is too wide. `missing` are the characters that no font has, each once.
    `area` is what the lines take, by the ink of the font's letters. `words` is the plain text, `icons` the names that
    it uses, each once. `font` is the name of the text's own font, empty if its family does not exist (a stand-in is
    drawn then). `absent` are families that do not exist, with the reason where their files cannot be used; `inexact`
    fonts that stand in for a style that their family lacks, as `Bangers for bold`. `cut` is how many characters an
    ellipsis stands for.
    """

    runs: tuple[Glyphs, ...]
    symbols: tuple[Symbol, ...]
    size: float
    lines: int
    over: float
    missing: tuple[str, ...]
    area: Box
    words: str
    icons: tuple[str, ...]
    font: str
    absent: tuple[str, ...] = ()
    inexact: tuple[str, ...] = ()
    cut: int = 0


@lru_cache(maxsize=1024)
def lay_out(box: TextBox, book: FontBook) -> Laid:
    """The box's markup in lines, its glyphs and icons in place.

    The first size is taken at which no word is wider than the box, no line stands below it, and there are not more
    lines than allowed. If none is, the last is; then an ellipsis cuts the text if it may, or words that are too wide
    are cut between their letters, and `over` says by how much the text stands out.
    """
    lines = _read_lines(box)
    fonts, absent, inexact = _choose_fonts(box, lines, book)
    sizes = [size for size in box.sizes if 0 < size < inf]
    if fonts is None or not sizes or not any(lines):
        return _lay_nothing(box, fonts, absent)
    own = fonts[REGULAR]
    paragraphs = Composer(fonts, book, box.language, box.hyphenate).compose(lines)
    setting = fit(box, sizes, paragraphs, own, book)
    setter = Setter(box, setting.size, own)
    setter.set_rows(setting.rows, find_first_baseline(box, setting, own))
    return Laid(
        runs=setter.runs(),
        symbols=tuple(setter.symbols),
        size=setting.size,
        lines=len(setting.rows),
        over=setting.over,
        missing=tuple(dict.fromkeys([character for paragraph in paragraphs for character in paragraph.missing])),
        area=setter.area(),
        words=read_plain(box.markup),
        icons=tuple(dict.fromkeys([span.icon for line in lines for span in line if span.icon])),
        font="" if absent else own.name,
        absent=absent,
        inexact=inexact,
        cut=setting.cut,
    )


def _read_lines(box: TextBox) -> Sequence[Sequence[Span]]:
    lines: Sequence[Sequence[Span]] = parse_markup(box.markup)
    if box.upper:
        lines = [[span._replace(text=_raise(span.text, box.language)) for span in line] for line in lines]
    if box.lines == 1 and (len(lines) > 1 or any(span.bullet for span in lines[0])):
        space = Span(" ")
        spans = [span for line in lines if line for span in (*line, space)][:-1]
        lines = [[span._replace(bullet=False) for span in spans]]
    return lines


def _raise(text: str, language: str) -> str:
    if language.lower().partition("-")[0] in ("tr", "az"):
        text = text.replace("i", "İ")
    return text.upper()


def _choose_fonts(
    box: TextBox, lines: Sequence[Sequence[Span]], book: FontBook
) -> tuple[Fonts | None, tuple[str, ...], tuple[str, ...]]:
    """The fonts of the styles in use, by (bold, italic, small); families that are absent; fonts not exact."""
    fonts: dict[tuple[bool, bool, bool], Font] = {}
    absent: dict[str, None] = {}
    inexact: dict[str, None] = {}
    styles = dict.fromkeys([REGULAR, *[(span.bold, span.italic, span.small) for line in lines for span in line]])
    for bold, italic, small in styles:
        font = book.find(box.family, bold or box.bold, italic or box.italic)
        if font is None:
            reason = book.explain(box.family)
            absent[f"{box.family}: {reason}" if reason else box.family] = None
            font = book.stand_in
        elif not font.exact:
            inexact[f"{font.name} for {name_style(bold or box.bold, italic or box.italic)}"] = None
        if font is None:
            return None, tuple(absent), ()
        fonts[bold, italic, small] = book.give_voice(font, box.language, small)
    return fonts, tuple(absent), tuple(inexact)


def name_style(bold: bool, italic: bool) -> str:
    """A style in words: `bold italic`."""
    return " ".join(word for word, asked in (("bold", bold), ("italic", italic)) if asked) or "regular"


def _lay_nothing(box: TextBox, fonts: Fonts | None, absent: tuple[str, ...]) -> Laid:
    name = "" if fonts is None or absent else fonts[REGULAR].name
    size = box.sizes[0] if box.sizes else 0.0
    area = Box(box.x, box.y, box.x, box.y)
    return Laid((), (), size, 0, 0.0, (), area, read_plain(box.markup), (), name, absent)
