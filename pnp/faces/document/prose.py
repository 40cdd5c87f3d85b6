"""A manuscript to blocks: headings, paragraphs, lists, tables, notes and figures, each with its place."""

import re
from collections.abc import Callable, Iterator, Mapping
from urllib.parse import unquote

from pnp.faces.document.manuscript import BOLD, BREAK, ITALIC
from pnp.faces.document.markdown import Node, parse_markdown
from pnp.model.document import Block, Chart, Contents, Heading, Listing, PageBreak, Panel, Paragraph, Span, Words, plain
from pnp.model.place import Where

# How a fault is recorded: check, the line, the word on it that it is about, message, help.
Note = Callable[[str, Where, str, str, str], None]
# What makes a figure of a `::: figure`: its options, its text and its place; None if it cannot be drawn.
MakeFigure = Callable[[str, tuple[Block, ...], Where], Block | None]

_MARKS = BOLD + ITALIC + BREAK
_PIECE = re.compile(
    rf"[{_MARKS}]|\{{(?=[^{{}}]*[A-Za-z])[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?\}}|[^{_MARKS}{{]+|\{{"
)
# Signs that only say where a line might break.
_UNSEEN = re.compile("[\u00ad\u200b\u200c\u200d\u2060\ufeff]")
_SIGNS = {"--": "–", "---": "—", "...": "…"}
_DASHES = re.compile(r"(?<!-)---?(?!-)|(?<!\.)\.\.\.(?!\.)")
_BLANKS = re.compile("[ \t]+")
_ALIGN = re.compile("text-align:(left|center|right)")
_UNSUPPORTED = {
    "fence": ("a block of code", "Write it as text: a rulebook has no type for programs."),
    "code_inline": ("`code`", "Write **bold** or *italic*; a rulebook has no type for programs."),
    "image": ("a picture", "Show a card by `::: figure deck=… card=…`."),
    "too_deep": ("text in so many lists and notes", "Nest fewer of them: nine lists, or nineteen notes, is the most."),
    "title": ("a link's title in quotes", "Write it as text behind the link."),
}
# What a block's options may be.
_COLUMNS = {"1": 1, "2": 2, "3": 3}
_PAGE = {"yes": True, "true": True, "no": False, "false": False}
_DEPTH = {"": 2, "1": 1, "2": 2, "3": 3}
_LOWEST = 3  # level of a heading
_STRAY = re.compile(r"\s*(:::\S*)")


class Prose:
    """Makes blocks of one manuscript. `lines` are the places of its lines."""

    def __init__(self, lines: tuple[Where, ...], note: Note, make_figure: MakeFigure) -> None:
        self._lines = lines
        self._note = note
        self._make_figure = make_figure
        self._anchors: dict[str, int] = {}
        self._makers: Mapping[str, Callable[[Node], Block | None]] = {
            "heading": self._heading,
            "paragraph": self._paragraph,
            "bullet_list": self._listing,
            "ordered_list": self._listing,
            "table": self._chart,
            "blockquote": self._quote,
            "container": self._container,
            "hr": lambda _node: None,
        }

    def read(self, text: str) -> tuple[Block, ...]:
        """The blocks of the text."""
        return self._blocks(parse_markdown(text))

    def _blocks(self, nodes: list[Node]) -> tuple[Block, ...]:
        made = (self._block(node) for node in nodes)
        return tuple(block for block in made if block is not None)

    def _block(self, node: Node) -> Block | None:
        if node.type in self._makers:
            return self._makers[node.type](node)
        self._refuse(node.type, self._where(node))
        return None

    def _refuse(self, kind: str, where: Where) -> None:
        what, cure = _UNSUPPORTED.get(kind, (kind, ""))
        self._note("unsupported-markdown", where, "", f"{what} is not printed in a rulebook", cure)

    def _reject(self, where: Where, word: str, message: str, cure: str) -> None:
        self._note("unsupported-markdown", where, word, message, cure)

    def _where(self, node: Node) -> Where:
        line = node.map[0] if node.map else 0
        return self._lines[min(line, len(self._lines) - 1)]

    def _heading(self, node: Node) -> Block:
        words = self._inline(node)
        if node.markup.startswith("#" * (_LOWEST + 1)):
            cure = "Write `###`, or a paragraph in **bold**."
            self._reject(self._where(node), node.markup, "a rulebook has headings of three levels, `#` to `###`", cure)
        anchor = slug(plain(words))
        count = self._anchors[anchor] = self._anchors.get(anchor, 0) + 1
        return Heading(int(node.tag[1:]), words, anchor if count == 1 else f"{anchor}-{count}", self._where(node))

    def _paragraph(self, node: Node) -> Block | None:
        words = self._inline(node)
        return Paragraph(words, self._where(node)) if words else None

    def _listing(self, node: Node) -> Block:
        start = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
        items = tuple(self._blocks(item.children) for item in node.children)
        return Listing(tuple(item for item in items if item), start, self._where(node))

    def _chart(self, node: Node) -> Block:
        head, *bodies = node.children
        cells = head.children[0].children
        for row in (row for body in bodies for row in body.children):
            if count := row.meta.get("cells"):
                message = f"this row has {count} cells, but the head of its table has {len(cells)}"
                cure = "Give the table a column more; a stroke inside a cell is written `\\|`."
                self._reject(self._where(row), "", message, cure)
        rows = tuple(tuple(self._inline(cell) for cell in row.children) for body in bodies for row in body.children)
        found = (_ALIGN.search(str(cell.attrs.get("style", ""))) for cell in cells)
        aligns = tuple(match[1] if match else "left" for match in found)
        return Chart(tuple(self._inline(cell) for cell in cells), rows, aligns, self._where(node))

    def _quote(self, node: Node) -> Block:
        return Panel("note", (), self._blocks(node.children), self._where(node))

    def _container(self, node: Node) -> Block | None:
        name, where = node.info, self._where(node)
        options = str(node.meta["options"])
        if not node.meta["closed"]:
            self._reject(where, ":::", f"`::: {name}` is never closed", "End it by a line `:::`.")
        if name == "page":
            if options not in ("", "loose"):
                message = "`::: page` stands alone on its line, or with `loose`"
                self._reject(where, options, message, f"Take out {options}.")
            return PageBreak(where, options == "loose")
        if name == "contents":
            if options not in _DEPTH:
                message = f'`::: contents` lists headings of 1, 2 or 3 levels, not "{options}"'
                self._reject(where, options, message, "Write `::: contents 2`.")
            return Contents(_DEPTH.get(options, 2), where)
        if name == "figure":
            return self._make_figure(options, self._blocks(node.children), where)
        if name in ("note", "reference"):
            return self._panel(name, options, node, where)
        known = "note, reference, figure, contents and page"
        self._reject(where, name, f"there is no block `::: {name}`", f"There are {known}.")
        return Panel("note", (), self._blocks(node.children), where)

    def _panel(self, kind: str, options: str, node: Node, where: Where) -> Block:
        words, pairs = read_options(options)
        for key in pairs:
            if key not in ("columns", "page"):
                self._note("unknown-key", where, key, f"`::: {kind}` takes no {key}", "It takes columns and page.")
        columns, page = pairs.get("columns", "1"), pairs.get("page", "no")
        if columns not in _COLUMNS:
            message = f'`::: {kind}` has 1, 2 or 3 columns, not "{columns}"'
            self._reject(where, f"columns={columns}", message, "Write columns=2.")
        if page not in _PAGE:
            self._reject(where, f"page={page}", f'page is yes or no, not "{page}"', "Write page=yes.")
        title = (Span(words, where, bold=True),) if words else ()
        blocks = self._blocks(node.children)
        return Panel(kind, title, blocks, where, _PAGE.get(page, False), _COLUMNS.get(columns, 1))

    def _inline(self, node: Node) -> Words:
        """The words of a block, with equal neighbours joined."""
        inline = next((child for child in node.children if child.type == "inline"), None)
        if inline is None:
            return ()
        first = inline.map[0] if inline.map else 0
        for line, row in enumerate(inline.content.split("\n"), first):
            if stray := _STRAY.match(row):
                message = f"`{stray[1]}` neither begins nor ends a block"
                cure = "Take it out, or begin a block above it by `::: note`."
                self._reject(self._lines[min(line, len(self._lines) - 1)], ":::", message, cure)
        words: list[Span] = []
        for span in _Inline(self._lines[first:] or self._lines[-1:], self._refuse).read(inline):
            last = words[-1] if words else None
            if last and not (span.icon or last.icon) and span._replace(text="") == last._replace(text=""):
                words[-1] = last._replace(text=last.text + span.text)
            elif span.text or span.icon:
                words.append(span)
        return tuple(words)


class _Inline:
    """Turns the inside of a paragraph into spans. A value's own marks go on until they are met again."""

    def __init__(self, lines: tuple[Where, ...], refuse: Callable[[str, Where], None]) -> None:
        self._lines = lines
        self._refuse = refuse
        self._line = 0
        self._bold = self._italic = False

    def read(self, inline: Node) -> Iterator[Span]:
        return self._walk(inline.children, Span("", self._where))

    @property
    def _where(self) -> Where:
        return self._lines[min(self._line, len(self._lines) - 1)]

    def _walk(self, nodes: list[Node], style: Span) -> Iterator[Span]:
        for node in nodes:
            if node.type == "text":
                yield from self._text(node.content, style)
            elif node.type == "text_special":
                yield self._span(node.content, style)
            elif node.type in ("softbreak", "hardbreak"):
                self._line += 1
                yield self._span(" " if node.type == "softbreak" else "\n", style)
            elif node.type in ("strong", "em", "link"):
                if node.attrs.get("title"):
                    self._refuse("title", self._where)
                inner = self._walk(node.children, _styled(node, style))
                yield from inner if node.children else self._empty(node, style)
            else:
                self._refuse(node.type, self._where)
                yield self._span(node.content or plain(tuple(self._walk(node.children, style))), style)

    def _empty(self, node: Node, style: Span) -> Iterator[Span]:
        """A link without words: what it leads to will give them."""
        if node.type == "link":
            yield _styled(node, style)._replace(text="\0", where=self._where)

    def _text(self, text: str, style: Span) -> Iterator[Span]:
        for piece in _PIECE.findall(_BLANKS.sub(" ", _UNSEEN.sub("", text))):
            if piece == BOLD:
                self._bold = not self._bold
            elif piece == ITALIC:
                self._italic = not self._italic
            elif piece == BREAK:
                yield self._span("\n", style)
            elif piece[0] == "{" and len(piece) > 1:
                yield self._span("", style)._replace(icon=piece[1:-1])
            else:
                yield self._span(_DASHES.sub(lambda match: _SIGNS[match[0]], piece), style)

    def _span(self, text: str, style: Span) -> Span:
        bold, italic = style.bold or self._bold, style.italic or self._italic
        return Span(text, self._where, bold, italic, style.icon, style.link)


def _styled(node: Node, style: Span) -> Span:
    if node.type == "link":
        return style._replace(link=unquote(str(node.attrs.get("href", ""))))
    return style._replace(bold=True) if node.type == "strong" else style._replace(italic=True)


_OPTION = re.compile(r"(?<!\S)([a-z]+)=(\"[^\"]*\"|\S+)")


def read_options(text: str) -> tuple[str, dict[str, str]]:
    """The words of a block's first line, and its options `key=value`."""
    pairs = {key: value.strip('"') for key, value in _OPTION.findall(text)}
    return " ".join(_OPTION.sub("", text).split()), pairs


def slug(text: str) -> str:
    """The anchor of a heading: `Set-up and play!` is `set-up-and-play`."""
    kept = re.sub(r"[^\w\s-]", "", text.lower())
    return re.sub(r"[\s_]+", "-", kept.strip())


def strip_words(words: Words, length: int) -> Words:
    """The words without their first `length` characters, and without the blanks that follow."""
    rest = list(words)
    while rest and length >= len(rest[0].text) and not rest[0].icon:
        length -= len(rest.pop(0).text)
    if rest and not rest[0].icon:
        rest[0] = rest[0]._replace(text=rest[0].text[length:].lstrip())
    return tuple(span for span in rest if span.text or span.icon)
