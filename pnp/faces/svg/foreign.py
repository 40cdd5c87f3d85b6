"""What drawing programs write and cards can do without, resolved or taken out before a drawing is cut.

Lines stay where they are: what is taken out leaves its line ends behind.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, TypeAlias
from xml.parsers import expat

from pnp.faces.svg import subset
from pnp.faces.svg.elements import read_style
from pnp.faces.svg.scan import TAG, RefusedError

MOST_TEXT = 2_000_000  # characters, with entities put in
CONDITIONS = ("requiredExtensions", "requiredFeatures", "systemLanguage")
_BUILT_IN = ("amp", "lt", "gt", "quot", "apos")
_ENTITY = re.compile(r"&([A-Za-z_][\w.-]*);")


def simplify(svg: str) -> str:
    """The SVG without entities of its own and without `<switch>`.

    A `<switch>` becomes a group of its first child that asks for nothing: paper knows no language and no program.
    RefusedError for entities that lie outside the file or that grow.
    """
    # Nothing but what comes before the root can declare anything.
    if not svg.lstrip().startswith("<svg") and "<!DOCTYPE" in svg:
        svg = _put_in_entities(svg)
    if "<switch" in svg:
        svg = _edit(svg, _choose)
    return svg


def strip(svg: str) -> str:
    """The SVG without the elements and attributes that are left out with a warning (pnp.faces.svg.subset.LEFT_OUT)."""
    return _edit(svg, _leave_out)


def _put_in_entities(svg: str) -> str:
    parser = expat.ParserCreate("utf-8")
    found: dict[str, str] = {}
    ends: list[int] = []
    content = svg.encode("utf-8", "surrogatepass")

    def declare(name: str, parameter: int, value: str | None, _base: object, *_outside: object) -> None:
        line = parser.CurrentLineNumber
        if value is None or parameter:
            raise RefusedError(f"the entity {name} lies outside the file", line, "Save it as plain SVG.")
        if "&" in value or "<" in value:
            raise RefusedError(f"the entity {name} holds markup or other entities", line, "Save it as plain SVG.")
        found.setdefault(name, value)

    def end() -> None:
        ends.append(content.find(b">", parser.CurrentByteIndex) + 1)

    parser.EntityDeclHandler = declare
    parser.EndDoctypeDeclHandler = end
    try:
        parser.Parse(content, True)
    except expat.ExpatError:
        if not ends:  # the cut says what is wrong with it
            return svg
    finally:
        parser.EntityDeclHandler = parser.EndDoctypeDeclHandler = None
    if not ends or not found:
        return svg
    start = content.find(b"<!DOCTYPE")
    head = content[:start] + b"\n" * content[start : ends[0]].count(b"\n")
    return head.decode("utf-8", "surrogatepass") + _expand(content[ends[0] :].decode("utf-8", "surrogatepass"), found)


def _expand(body: str, entities: Mapping[str, str]) -> str:
    uses = [name for name in _ENTITY.findall(body) if name in entities]
    if len(body) + sum(len(entities[name]) for name in uses) > MOST_TEXT:
        raise RefusedError("its entities make it too big", 1, "Save it as plain SVG.")
    quoted = {name: value.replace('"', "&quot;").replace("'", "&apos;") for name, value in entities.items()}
    return _ENTITY.sub(
        lambda match: match[0] if match[1] in _BUILT_IN else quoted.get(match[1], match[0]).replace("\n", " "), body
    )


class _Change(NamedTuple):
    """Bytes from `start` to `end` that `text` takes the place of."""

    start: int
    end: int
    text: str = ""


# Says what becomes of an element from its tag, its attributes, and what was said to the children of the one around it:
# `keep`, `drop`, `style`, `switch` or new markup for the start tag; and what its own children are told.
_Editor: TypeAlias = Callable[[str, Mapping[str, str], object], tuple[str, object]]


def _choose(tag: str, attributes: Mapping[str, str], around: object) -> tuple[str, object]:
    """In a `<switch>`, whose children are told what was chosen before them."""
    if isinstance(around, list):
        asks = tag == "foreignObject" or any(name in attributes for name in CONDITIONS)
        if asks or around:
            return "drop", None
        around.append(tag)
    return ("switch", []) if tag == "switch" else ("keep", None)


def _leave_out(tag: str, attributes: Mapping[str, str], _around: object) -> tuple[str, object]:
    if tag in subset.LEFT_OUT:
        return "drop", None
    kept = dict(_keep(attributes))
    if len(kept) == len(attributes) and kept.get("style") == attributes.get("style"):
        return ("style" if tag == "style" else "keep"), None
    return f"<{tag}{''.join(f' {name}={_quote(value)}' for name, value in kept.items())}", None


def _keep(attributes: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for name, value in attributes.items():
        if name == "style":
            yield (
                name,
                ";".join(f"{inner}:{text}" for inner, text in read_style(value) if not subset.is_left_out(inner)),
            )
        elif not subset.is_left_out(name):
            yield name, value


def _quote(value: str) -> str:
    escaped = value.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    return f'"{escaped}"'


def _edit(svg: str, editor: _Editor) -> str:
    content = svg.encode("utf-8", "surrogatepass")
    edit = _Edit(content, editor)
    try:
        edit.run()
    except expat.ExpatError:
        return svg  # the cut says what is wrong with it
    parts, at = [], 0
    for change in edit.changes:
        lines = content.count(b"\n", change.start, change.end) - change.text.count("\n")
        parts += [content[at : change.start], change.text.encode(), b"\n" * lines]
        at = change.end
    return b"".join((*parts, content[at:])).decode("utf-8", "surrogatepass")


class _Edit:
    """One pass over the markup that gathers the changes an editor asks for."""

    def __init__(self, content: bytes, editor: _Editor) -> None:
        self.content, self.editor = content, editor
        self.changes: list[_Change] = []
        self._told: list[object] = [None]
        self._open: list[tuple[str, int, int]] = []
        self._dropped = 0
        self._parser = expat.ParserCreate("utf-8")

    def run(self) -> None:
        """Make the pass; expat.ExpatError if the SVG is not well-formed."""
        parser = self._parser
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        try:
            parser.Parse(self.content, True)
        finally:
            parser.StartElementHandler = parser.EndElementHandler = None

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        at = self._parser.CurrentByteIndex
        if self._dropped:
            self._dropped += 1
            return
        verdict, told = self.editor(tag, attributes, self._told[-1])
        self._told.append(told)
        self._open.append((verdict, at, len(self.changes)))
        if verdict == "drop":
            self._dropped = 1
        elif verdict == "switch":
            self.changes.append(_Change(at, at + len("<switch"), "<g"))
        elif verdict.startswith("<"):
            close = self._tag_end(at) - 1
            self.changes.append(_Change(at, close - (self.content[close - 1 : close] == b"/"), verdict))

    def _end(self, _tag: str) -> None:
        at = self._parser.CurrentByteIndex
        if self._dropped > 1:
            self._dropped -= 1
            return
        verdict, start, before = self._open.pop()
        told = self._told.pop()
        self._dropped = 0
        if verdict in ("keep", "") or verdict.startswith("<"):
            return
        inside = self._tag_end(start)
        empty = self.content[inside - 2 : inside] == b"/>"
        end = inside if empty else self.content.index(b">", at) + 1
        if verdict == "drop":
            self.changes.append(_Change(start, end))
        elif verdict == "style" and not empty:
            text = self.content[inside:at].decode("utf-8", "surrogatepass")
            self.changes.append(_Change(inside, at, subset.LEFT_OUT_RULE.sub("", text)))
        elif verdict == "switch" and not told:
            del self.changes[before:]  # nothing in it can be chosen: the gate says so
        elif verdict == "switch" and not empty:
            self.changes.append(_Change(at, end, "</g>"))

    def _tag_end(self, at: int) -> int:
        """Where the start tag that begins there ends."""
        match = TAG.match(self.content, at)
        return len(self.content) if match is None else match.end()
