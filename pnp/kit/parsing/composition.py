"""The tree of one YAML document, built from the parser's events as they come.

So depth, aliases, duplicate keys and tags are judged on the way, nothing is ever constructed from a tag,
and no text can exhaust the stack or the memory.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple
from unicodedata import normalize

from pnp.kit.parsing.escapes import reveal
from pnp.kit.parsing.tree import Entry, Mapping, Node, Scalar, Sequence, Unread
from pnp.kit.report import Report, Spot
from pnp.kit.wording import clip, quoted
from pnp.model.place import Where

DEEPEST = 100
MOST_FROM_ALIASES = 100_000
_CORE = "tag:yaml.org,2002:"


class StopError(Exception):
    """The rest of the file is not worth reading; the reason is noted."""


class _Frame:
    """A list or mapping that is still open; `items` of a mapping are keys and values in turn.

    `deeper` counts the values that lie in its items, `height` how deep they lie there.
    """

    __slots__ = ("anchor", "column", "deeper", "height", "items", "line")

    def __init__(self, line: int, column: int, anchor: str | None = None) -> None:
        self.line = line
        self.column = column
        self.anchor = anchor
        self.items: list[Node] = []
        self.deeper = 0
        self.height = 0


class _Anchored(NamedTuple):
    node: Node
    size: int
    height: int


class Composer:
    """Builds one document's tree from the parser's events, without recursion."""

    def __init__(self, text: str, report: Report) -> None:
        self.text = text
        self.report = report
        self.root: Node | None = None
        self.spans: list[tuple[int, int]] = []
        self.stack = [_Frame(1, 1)]
        self.anchors: dict[str, _Anchored] = {}
        self.from_aliases = 0
        self.comments = "#" in text and "pnp" in text
        # The lines, from 0, on which a comment may follow something.
        self.tails = {number for number, row in enumerate(text.split("\n")) if row.find("#") > 0}

    @property
    def empty(self) -> bool:
        """Whether the document says nothing at all."""
        return self.root is None or (isinstance(self.root, Scalar) and self.root.empty)

    def compose(self, events: Iterable[Any]) -> None:
        """Read all events; `root` holds the first document then. StopError if the rest is not worth reading."""
        act: dict[str, Callable[[Any], None]] = {
            "ScalarEvent": self._scalar,
            "MappingStartEvent": self._open,
            "SequenceStartEvent": self._open,
            "MappingEndEvent": self._close_mapping,
            "SequenceEndEvent": self._close_sequence,
            "AliasEvent": self._alias,
        }
        for event in events:
            kind = type(event).__name__
            deed = act.get(kind)
            if deed is not None:
                deed(event)
            elif kind == "DocumentStartEvent" and self.root is not None:
                self.report.note(
                    "yaml-syntax",
                    Where("", event.start_mark.line + 1, event.start_mark.column + 1),
                    "a second document starts here; a file holds one, so this part is not read",
                    "Remove the `---`, or move what follows into a file of its own.",
                )
                return
            elif kind == "DocumentEndEvent":
                self.root = self.stack[0].items[0]

    def _scalar(self, event: Any) -> None:
        start = event.start_mark
        style: str = event.style or ""
        text: str = event.value
        tail = ""
        if self.comments:
            from_header = self.text.find("\n", start.index) if style in ("|", ">") and style else start.index
            self.spans.append((from_header, event.end_mark.index))
        if not style and event.end_mark.line in self.tails:
            tail = _comment(self.text, event.end_mark.index)
        if not text.isascii():
            text = reveal(text, style)
        node: Node = Scalar(text, start.line + 1, start.column + 1, style, tail)
        if event.tag is not None:
            if not self._may_be_tagged(event):
                node = Unread(start.line + 1, start.column + 1)
            elif event.tag == f"{_CORE}str":
                node = Scalar(text, start.line + 1, start.column + 1, style or '"')
        self.stack[-1].items.append(node)
        if event.anchor is not None:
            self.anchors[event.anchor] = _Anchored(node, 1, 0)

    def _may_be_tagged(self, event: Any) -> bool:
        """Whether the tag is YAML's own; any other is noted, and nothing is made of it."""
        if event.tag.startswith(_CORE) and "/" not in event.tag:
            return True
        spot = Where("", event.start_mark.line + 1, event.start_mark.column + 1)
        rest = self.report.rest(spot)
        self.report.note(
            "yaml-syntax",
            spot,
            f"`{clip(rest)}` starts with !, which marks a YAML tag, and tags are not used here",
            f"If it is text, put it in quotes: {clip(quoted(rest), 80)}",
        )
        return False

    def _open(self, event: Any) -> None:
        start = event.start_mark
        if event.tag is not None:
            self._may_be_tagged(event)
        self.stack.append(_Frame(start.line + 1, start.column + 1, event.anchor))
        self._judge_depth(self.stack[-1], len(self.stack) - 1)

    def _judge_depth(self, spot: Spot, depth: int) -> None:
        if depth > DEEPEST:
            self.report.note(
                "yaml-limits",
                spot,
                f"lists and keys are nested more than {DEEPEST} deep",
                "Is a bracket too many? If it is text, put it in quotes.",
            )
            raise StopError

    def _close_sequence(self, _event: Any) -> None:
        frame = self.stack.pop()
        self._close(frame, Sequence(tuple(frame.items), frame.line, frame.column))

    def _close_mapping(self, _event: Any) -> None:
        frame = self.stack.pop()
        entries: dict[str, Entry] = {}
        merged: list[Entry] = []
        for key, value in zip(frame.items[::2], frame.items[1::2], strict=True):
            entry = self._entry(key, value)
            if entry is None:
                if self.report.rest(frame).startswith("{"):
                    self._close(frame, Unread(frame.line, frame.column))
                    return
            elif entry.key == "<<" and isinstance(key, Scalar) and not key.style:
                merged.append(entry)
            elif entries.setdefault(entry.key, entry) is not entry:
                self._duplicate(entry, entries[entry.key], "The first one counts; remove one of the two.")
        for extra in merged[1:]:
            self._duplicate(extra, merged[0], "Merge several with one list: `<<: [*one, *two]`.")
        for entry in merged[:1]:
            self._merge(entries, entry.value)
        self._close(frame, Mapping(entries, frame.line, frame.column))

    def _entry(self, key: Node, value: Node) -> Entry | None:
        if isinstance(key, Scalar) and (key.style or key.text not in ("", "~")):
            text = key.text if key.text.isascii() else normalize("NFC", key.text)
            return Entry(text, key.line, key.column, value)
        if isinstance(key, Scalar):
            self.report.note("yaml-syntax", key, "a key is missing before the colon", "Write `key: value`.")
        elif not isinstance(key, Unread):
            self._no_text(key)
        return None

    def _no_text(self, key: Sequence | Mapping) -> None:
        """A list or keys in a key's place: most often text that starts with {{."""
        before = key._replace(column=key.column - 1)
        outer = self.report.rest(before) if key.column > 1 else ""
        if outer.startswith("{"):
            cure = f"If it is text, put it in quotes: {clip(quoted(outer), 80)}"
            self.report.note("yaml-syntax", before, "the value starts with { and is no text to YAML", cure)
        else:
            self.report.note("yaml-syntax", key, "a key should be text, but is a list or keys", "Write `key: value`.")

    def _duplicate(self, second: Entry, first: Entry, help: str) -> None:
        self.report.note(
            "duplicate-key",
            second,
            f'the key "{clip(second.key)}" stands twice: here and on line {first.line}',
            help,
        )

    def _merge(self, entries: dict[str, Entry], value: Node) -> None:
        """Take over the keys that are not set, the first of several sources first, as the specification says."""
        for source in value.items if isinstance(value, Sequence) else (value,):
            if isinstance(source, Mapping):
                for key, entry in source.entries.items():
                    entries.setdefault(key, entry)
            elif not isinstance(source, Unread):
                self.report.note(
                    "wrong-type",
                    source,
                    "`<<` takes over the keys of another group, but this is none",
                    "Write `<<: *name`, where `&name` stands at a group of keys.",
                )

    def _close(self, frame: _Frame, node: Node) -> None:
        size = 1 + len(frame.items) + frame.deeper
        height = max(frame.height, 1) if frame.items else 0
        self._put(node, size, height)
        if frame.anchor is not None:
            self.anchors[frame.anchor] = _Anchored(node, size, height)

    def _put(self, node: Node, size: int = 1, height: int = 0) -> None:
        frame = self.stack[-1]
        frame.items.append(node)
        frame.deeper += size - 1
        frame.height = max(frame.height, height + 1)

    def _alias(self, event: Any) -> None:
        spot = Unread(event.start_mark.line + 1, event.start_mark.column + 1)
        name: str = event.anchor
        if any(frame.anchor == name for frame in self.stack):
            self.report.note(
                "yaml-limits", spot, f"`*{name}` stands inside the very value that `&{name}` names", "Remove the alias."
            )
            self._put(spot)
        elif name not in self.anchors:
            self.report.note(
                "yaml-syntax",
                spot,
                f"`*{name}` repeats the value marked `&{name}`, but no line above is marked so",
                f'If it is text, put it in quotes: "{clip(self.report.rest(spot))}"',
            )
            self._put(spot)
        else:
            self._repeat(self.anchors[name], spot)

    def _repeat(self, anchored: _Anchored, spot: Unread) -> None:
        self.from_aliases += anchored.size
        if self.from_aliases > MOST_FROM_ALIASES:
            self.report.note(
                "yaml-limits",
                spot,
                f"aliases (`*name`) expand to more than {MOST_FROM_ALIASES:,} values",
                "Write fewer aliases of aliases.",
            )
            raise StopError
        self._judge_depth(spot, len(self.stack) + anchored.height)
        node = anchored.node
        self._put(_moved(node, spot), anchored.size, anchored.height)


def _moved(node: Node, spot: Unread) -> Node:
    """The node at the place of the alias: what is said of it as a whole is said there."""
    return node._replace(line=spot.line, column=spot.column)


def _comment(text: str, start: int) -> str:
    """The comment that starts after blanks at `start`, with the blanks; empty if there is none."""
    if not text.startswith((" ", "\t"), start):
        return ""
    end = text.find("\n", start)
    rest = text[start:] if end < 0 else text[start:end]
    return rest.rstrip() if rest.lstrip(" \t").startswith("#") else ""
