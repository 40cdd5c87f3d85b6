r"""The marks that card text may hold: `**bold**`, `*italic*`, `***both***`, `{icon}`, line breaks and escapes.

A sign that marks nothing is text: a lone `*`, one that is never closed, a brace around anything but a name.
`\*`, `\{`, `\}` and `\\` are always text.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

_TOKEN = re.compile(r"\\[*{}\\]|\*+|\{[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?\}|\n|[^\\*{\n]+|.")
_LINE_END = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_BLANKS = str.maketrans("\f\v", "  ")
_SIGNS = {1: ("*",), 2: ("**",), 3: ("**", "*")}


@dataclass(frozen=True, slots=True)
class Span:
    """Text of one style, or an inline icon (`icon` names it and `text` is empty)."""

    text: str
    bold: bool = False
    italic: bool = False
    icon: str = ""


@lru_cache(maxsize=1024)
def parse_markup(markup: str) -> tuple[tuple[Span, ...], ...]:
    """The lines that the author broke, each as its spans. White space around the whole and at line ends is dropped."""
    tokens = _TOKEN.findall(_clean(markup))
    marks = _match_stars(tokens) if "*" in markup else {}
    lines: list[list[Span]] = [[]]
    bold = italic = False
    for place, sign in enumerate(tokens):
        if place in marks:
            _append(lines[-1], sign[sum(map(len, marks[place])) :], bold, italic)
            bold ^= "**" in marks[place]
            italic ^= "*" in marks[place]
        elif sign == "\n":
            lines.append([])
        elif sign[0] == "{" and len(sign) > 1:
            lines[-1].append(Span("", bold, italic, sign[1:-1]))
        else:
            _append(lines[-1], sign[1:] if sign[0] == "\\" and len(sign) > 1 else sign, bold, italic)
    return tuple(tuple(line) for line in lines)


def read_plain(markup: str) -> str:
    """The words of the markup as a reader would type them; icons stay as they are written (`{heart}`)."""
    return "\n".join("".join(span.text or f"{{{span.icon}}}" for span in line) for line in parse_markup(markup))


def _clean(markup: str) -> str:
    if not markup.isascii() or not markup.isprintable():
        lines = _LINE_END.split(_SURROGATE.sub("\ufffd", markup).translate(_BLANKS))
        markup = "\n".join(line.strip(" \t") for line in lines)
    return markup.strip(" \t\n")


def _append(line: list[Span], text: str, bold: bool, italic: bool) -> None:
    if not text:
        return
    last = line[-1] if line else None
    if last is not None and not last.icon and (last.bold, last.italic) == (bold, italic):
        line[-1] = Span(last.text + text, bold, italic)
    else:
        line.append(Span(text, bold, italic))


def _match_stars(tokens: list[str]) -> dict[int, set[str]]:
    """Which runs of stars mark something, by their place: the signs `*` and `**` that they open or close."""
    marks: dict[int, set[str]] = {}
    opened: list[tuple[str, int]] = []
    for place, token in enumerate(tokens):
        if token[0] != "*" or len(token) not in _SIGNS:
            continue
        before = tokens[place - 1][-1:] if place else " "
        after = tokens[place + 1][:1] if place + 1 < len(tokens) else " "
        signs = _SIGNS[len(token)]
        if not before.isspace() and all(_is_open(sign, opened) for sign in signs):
            for sign in reversed(signs):
                start = _close(sign, opened)
                marks.setdefault(start, set()).add(sign)
                marks.setdefault(place, set()).add(sign)
        elif not after.isspace():
            opened += [(sign, place) for sign in signs]
    return marks


def _is_open(sign: str, opened: list[tuple[str, int]]) -> bool:
    return any(sign == other for other, _ in opened)


def _close(sign: str, opened: list[tuple[str, int]]) -> int:
    """Where the sign was opened last; what was opened within and never closed is forgotten, so it stays text."""
    index = max(n for n, (other, _) in enumerate(opened) if other == sign)
    start = opened[index][1]
    opened[index:] = [(other, place) for other, place in opened[index:] if place == start and other != sign]
    return start
