"""A rulebook's text with the kit's values in it: Jinja to Markdown, each line with the line that it was written on.

What a value holds is text: its Markdown signs are escaped, and the marks of card text (`**bold**`, `{icon}`) go on
as what they are. The signs that carry this through Jinja and Markdown are noncharacters, which no text may hold.
"""

import re
from typing import Any, NamedTuple

from markupsafe import Markup

from pnp.faces import filters
from pnp.faces.charts import about_charts
from pnp.faces.filters import Record, near
from pnp.faces.jinja.sandbox import Sandbox
from pnp.faces.jinja.trees import find_texts
from pnp.faces.templates import Rendered, Templates
from pnp.faces.text.markup import parse_markup
from pnp.model.files import LARGEST_TEXT, BulkyError, read_file
from pnp.model.finding import Fault
from pnp.model.kit import Card, Deck, Field, Kit
from pnp.model.place import Where
from pnp.model.roots import Roots

# Around the line and the file that the following text was written on and in.
LINE_START, LINE_END = "\ufdd0", "\ufdd1"
# What a value turns on or off, and a line break in it.
BOLD, ITALIC, BREAK = "\ufdd2", "\ufdd3", "\ufdd4"
_OWN = re.compile("[\ufdd0-\ufdef]")
_LINE = re.compile(f"{LINE_START}(\\d+);([^{LINE_END}]*){LINE_END}")
_SIGN = re.compile(r"([!-/:-@\[-`{-~])")

# Parts of a template whose text is taken up by something else, which marks would disturb.
_APART = frozenset(("Macro", "CallBlock", "AssignBlock", "FilterBlock"))

CONTEXT = ("kit", "decks", "boards", "tables", "tracks", "facts", "pick", "range")
_UNKNOWN = " is not a name that templates know"


class Manuscript(NamedTuple):
    """Markdown, and for each of its lines the place at which it was written."""

    text: str
    lines: tuple[Where, ...]
    faults: tuple[Fault, ...] = ()
    files: tuple[str, ...] = ()


class _Desk(Sandbox):
    """The sandbox of card templates, for Markdown."""

    def __init__(self, load: Any) -> None:
        super().__init__(load)
        # A part that is included ends its last paragraph.
        self.keep_trailing_newline = True

    @staticmethod
    def show(value: Any) -> Any:
        """A value as Markdown that shows it; what is Markdown already (a macro's text, `| safe`) stays."""
        if value is None:
            return ""
        if isinstance(value, str) and not isinstance(value, Markup):
            return Markup(escape_marks(value))  # noqa: S704 - it is Markdown now, in which nothing of it is a sign
        return value

    @staticmethod
    def printed(value: Any) -> str:
        """The same as it stands in the template's result."""
        return filters.printed(_Desk.show(value))

    def _parse(self, source: str, name: str | None, filename: str | None) -> Any:
        tree = super()._parse(source, name, filename)
        for text in find_texts(tree, _APART):
            rows = enumerate(text.data.split("\n"), text.lineno)
            text.data = "\n".join(f"{LINE_START}{number};{name or ''}{LINE_END}{row}" for number, row in rows)
        return tree


def escape_marks(value: str) -> str:
    """A value of a card as Markdown: its own marks keep their meaning, every other sign is text.

    A blank at either end stays one, `{{ ", " if more }}`; more would mean something in Markdown.
    """
    if value.isalnum():
        return value
    before, after = (" " if value[:1] == " " else ""), (" " if value[-1:] == " " and value.strip() else "")
    rows = []
    for line in parse_markup(_OWN.sub("", value)):
        parts = []
        for span in line:
            text = f"{{{span.icon}}}" if span.icon else _SIGN.sub(r"\\\1", span.text)
            bold, italic = BOLD if span.bold else "", ITALIC if span.italic else ""
            parts.append(f"{bold}{italic}{text}{italic}{bold}")
        rows.append("".join(parts))
    return f"{before}{BREAK.join(rows)}{after}"


def write_manuscript(roots: Roots, kit: Kit, file: str) -> Manuscript:
    """The text of `file` with the kit's values. Whatever is wrong is among the faults, and the text is empty then."""
    templates = Templates(roots, _no_icon, _Desk)
    shown = roots.shown(file)
    rendered = templates.render(file, _context(kit), shown)
    files = templates.shown()
    if rendered.svg is None:
        return Manuscript("", (), _place_faults(rendered, roots, file), files)
    text, lines = _take_marks(rendered.svg, roots, file)
    return Manuscript(text, lines, (), files)


def _no_icon(*_args: Any, **_named: Any) -> str:
    raise ValueError("icon() draws on cards; in a rulebook write the name in braces, {heart}")


def _take_marks(text: str, roots: Roots, file: str) -> tuple[str, tuple[Where, ...]]:
    """The text without the marks of lines, and for each of its lines the place of the first word on it."""
    shown: dict[str, str] = {}
    last = Where(roots.shown(file))
    rows, lines = [], []
    for row in text.replace("\r\n", "\n").split("\n"):
        first = None
        before, *marked = _LINE.split(row)
        words = [before, *marked[2::3]]
        for number, name, following in zip(marked[::3], marked[1::3], marked[2::3], strict=True):
            if name not in shown:
                shown[name] = roots.shown(name)
            last = Where(shown[name], int(number))
            first = last if first is None and following.strip() else first
        lines.append(first or last)
        rows.append("".join(words))
    return "\n".join(rows), tuple(lines)


def _place_faults(rendered: Rendered, roots: Roots, file: str) -> tuple[Fault, ...]:
    """The faults with a column, where their word stands on the line, and with the names that rulebooks know."""
    faults = []
    for fault in rendered.faults:
        where, message, cure = fault.where, fault.message.removesuffix(f" ({roots.shown(file)})"), fault.help
        word = re.match(r"\S+?(?= is not a name)|.* has no (\S+)$", message)
        name = "" if word is None else word[1] or word[0]
        if message.endswith(_UNKNOWN):
            message = f"{name} is not a name that rulebooks know"
            cure = near(name, CONTEXT) or "they know kit, decks, tables: see content/README.md"
        faults.append(Fault(fault.check, find_word(roots, file, where, name), message, cure))
    return tuple(faults)


def find_word(roots: Roots, file: str, where: Where, word: str) -> Where:
    """The place with the column at which the word stands on its line; column 1 if it does not."""
    path = roots.find(file)
    if path is None or not word or where.file != roots.shown(file):
        return where
    try:
        rows = read_file(path, LARGEST_TEXT).decode("utf-8", "replace").splitlines()
    except (BulkyError, OSError):
        return where
    row = rows[where.line - 1] if 0 < where.line <= len(rows) else ""
    return Where(where.file, where.line, max(0, row.find(word)) + 1)


def _context(kit: Kit) -> dict[str, Any]:
    """What a rulebook knows of the kit: boards, tables and tracks as templates do, and more of each deck."""
    return {
        **about_charts(kit, lambda card, number: Record("card", _about_card(card, number))),
        "kit": _about_kit(kit),
        "decks": Record("decks", {deck.id: about_deck(deck) for deck in kit.decks}),
        "facts": Record("facts", kit.facts.values),
    }


def _about_card(card: Card, number: int) -> dict[str, Any]:
    return {**card.values, "id": card.id, "title": card.title, "copies": card.copies, "number": number}


def _about_kit(kit: Kit) -> Record:
    people = tuple({"role": credit.role, "name": credit.name} for credit in kit.credits)
    values = {name: getattr(kit, name) for name in ("id", "title", "version", "summary", "licence")}
    return Record("kit", {**values, "credits": people})


def about_deck(deck: Deck) -> Record:
    """A deck as rulebooks read it: its own keys, `cards` with all their values, and what its `fields` may be."""
    names = ("id", "title", "width", "height", "bleed", "safe", "corner", "size")
    values: dict[str, Any] = {name: getattr(deck, name) for name in names}
    values["cards"] = tuple(_about_card(card, number) for number, card in enumerate(deck.cards, 1))
    values["fields"] = {field.name: _about_field(field) for field in deck.fields}
    return Record(f"deck {deck.id}", values)


def _about_field(field: Field) -> dict[str, Any]:
    inner = {"fields": {each.name: _about_field(each) for each in field.fields}} if field.fields else {}
    least, most = (
        int(limit) if limit is not None and limit == limit // 1 else limit for limit in (field.min, field.max)
    )
    return {"type": field.type, "min": least, "max": most, "options": field.options, **inner}
