r"""The marks that card text may hold.

`**bold**`, `*italic*`, `***both***`, `^^small capitals^^`, `{icon}`, line breaks, `- ` or `• ` for a bullet at a line's
start, and escapes. A sign that marks nothing is text: a lone `*`, one between digits, one that is never closed, a
brace around anything but a name. `\*`, `\{`, `\}`, `\^` and `\\` are always text, and so is `\-` at a line's start.
"""

import re
from functools import lru_cache
from typing import NamedTuple

BULLET = "•"

_TOKEN = re.compile(
    r"^[-•] +(?=\S)|^\\[-•](?= )|\\[*{}\\^]|\*+|\^+"
    r"|\{(?=[^{}]*[A-Za-z])[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?\}|\n|[^\\*{\n^]+|.",
    re.MULTILINE,
)
# Text in which nothing is a mark and no line ends.
_PLAIN = re.compile(r"(?![-•] )[^\\*{^\n]+")
_LINE_END = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_BLANKS = str.maketrans("\f\v", "  ")
_SIGNS = {"*": ("*",), "**": ("**",), "***": ("**", "*"), "^^": ("^^",)}


class Span(NamedTuple):
    """Text of one style, or an inline icon (`icon` names it and `text` is empty).

    `small` is in small capitals. `bullet` is the sign at the start of a list's item, with its space.
    """

    text: str
    bold: bool = False
    italic: bool = False
    icon: str = ""
    small: bool = False
    bullet: bool = False


@lru_cache(maxsize=1024)
def parse_markup(markup: str) -> tuple[tuple[Span, ...], ...]:
    """The lines that the author broke, each as its spans. White space around the whole and at line ends is dropped."""
    markup = _clean(markup)
    if _PLAIN.fullmatch(markup):
        return ((Span(markup),),)
    tokens = _TOKEN.findall(markup)
    marks = _match_signs(tokens) if "*" in markup or "^" in markup else {}
    lines: list[list[Span]] = [[]]
    style = Span("")
    for place, sign in enumerate(tokens):
        signs = marks.get(place)
        if signs is not None:
            _append(lines[-1], sign[sum(map(len, signs)) :], style)
            style = _turn(style, signs)
        elif sign == "\n":
            lines.append([])
        elif sign[0] == "{" and len(sign) > 1:
            lines[-1].append(style._replace(icon=sign[1:-1]))
        elif _is_bullet(sign) and (place == 0 or tokens[place - 1] == "\n"):
            lines[-1].append(Span(f"{BULLET} ", bullet=True))
        else:
            _append(lines[-1], sign[1:] if sign[0] == "\\" and len(sign) > 1 else sign, style)
    return tuple(tuple(line) for line in lines)


def read_plain(markup: str) -> str:
    """The words of the markup as a reader would type them; icons stay as they are written (`{heart}`)."""
    return "\n".join(["".join([span.text or f"{{{span.icon}}}" for span in line]) for line in parse_markup(markup)])


def _clean(markup: str) -> str:
    if not markup.isascii() or not markup.isprintable():
        lines = _LINE_END.split(_SURROGATE.sub("\ufffd", markup).translate(_BLANKS))
        markup = "\n".join(line.strip(" \t") for line in lines)
    return markup.strip(" \t\n")


def _is_bullet(token: str) -> bool:
    return token[0] in "-•" and token[1:2] == " " and not token.strip("-• ")


def _turn(style: Span, signs: set[str]) -> Span:
    return Span("", style.bold ^ ("**" in signs), style.italic ^ ("*" in signs), "", style.small ^ ("^^" in signs))


def _append(line: list[Span], text: str, style: Span) -> None:
    if not text:
        return
    last = line[-1] if line else style
    if last.text and last[1:] == style[1:]:
        line[-1] = Span(last.text + text, *style[1:])
    else:
        line.append(Span(text, *style[1:]))


def _match_signs(tokens: list[str]) -> dict[int, set[str]]:
    """Which runs of stars or carets mark something, by their place: the signs that they open or close."""
    marks: dict[int, set[str]] = {}
    opened: list[tuple[str, int]] = []
    for place, run in enumerate(tokens):
        signs = _SIGNS.get(run)
        if signs is None:
            continue
        before = tokens[place - 1][-1:] if place else " "
        after = tokens[place + 1][:1] if place + 1 < len(tokens) else " "
        if run == "*" and before.isdigit() and after.isdigit():
            continue  # 5*3 is a product
        if not before.isspace() and {sign for sign, _ in opened}.issuperset(signs):
            # What was opened last is closed first: *a **b*** is as right as **a *b***.
            ordered = signs if len(signs) == 1 else sorted(signs, key=lambda sign: _last(sign, opened), reverse=True)
            for sign in ordered:
                start = _close(sign, opened)
                marks.setdefault(start, set()).add(sign)
                marks.setdefault(place, set()).add(sign)
        elif not after.isspace():
            opened += [(sign, place) for sign in signs]
    return marks


def _last(sign: str, opened: list[tuple[str, int]]) -> int:
    """The place in the list at which the sign was opened last."""
    return max([number for number, (other, _) in enumerate(opened) if other == sign])


def _close(sign: str, opened: list[tuple[str, int]]) -> int:
    """Where the sign was opened last; what was opened within and never closed is forgotten, so it stays text."""
    index = _last(sign, opened)
    start = opened[index][1]
    opened[index:] = [(other, place) for other, place in opened[index:] if place == start and other != sign]
    return start
