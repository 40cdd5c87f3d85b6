"""What a parser complains about, in words that a designer can act on.

The parser tells where it stopped, which is often not where the mistake is: the lines around tell the rest.
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from pnp.kit.wording import clip, quoted


class Trouble(NamedTuple):
    """The parser's own words, where it stopped, and where the thing that it was reading began (all from 1)."""

    problem: str
    context: str = ""
    line: int = 1
    column: int = 1
    from_line: int = 1
    from_column: int = 1


class Mishap(NamedTuple):
    """One syntax error. `mended` is the line as it was probably meant, None where that cannot be guessed."""

    line: int
    column: int
    message: str
    help: str
    mended: str | None = None
    check: str = "yaml-syntax"


# `key: value` or `- value`, with a comment that plainly is one left out.
_LINE = r"""(?x)
    (?P<head>\s*(?:-\ +)*(?:[^\s\[{"'#-][^:]*|"[^"]*"|'[^']*'):\s+|\s*(?:-\ +)+)
    (?P<value>\S.*?)(?P<comment>\s\s+\#\s.*|\s+\#\s*pnp:.*)?\s*
"""
_SPECIAL = "*&!@`%{[\"'|>,]}#?-:"


def explain(trouble: Trouble, lines: Sequence[str]) -> Mishap:
    """The trouble in plain words, with its cure and, if the value only lacks quotes, the mended line."""
    said = f"{trouble.context}: {trouble.problem}"
    for pattern, tell in _TELLERS:
        if re.search(pattern, said):
            return tell(trouble, lines)
    return _anything(trouble, lines)


def _at(lines: Sequence[str], line: int) -> str:
    return lines[line - 1] if 0 < line <= len(lines) else ""


def _value(lines: Sequence[str], line: int) -> re.Match[str] | None:
    return re.fullmatch(_LINE, _at(lines, line))


def _mended(match: re.Match[str]) -> str:
    value = match["value"]
    if len(value) > 2 and value[0] == value[-1] and value[0] in "\"'":
        value = value[1:-1]
    return f"{match['head']}{quoted(value)}{match['comment'] or ''}"


def _quote(match: re.Match[str], line: int, message: str, column: int = 0) -> Mishap:
    """A value that needs quotes: the cure shows it with them."""
    fixed = _mended(match)
    start = column or match.start("value") + 1
    return Mishap(line, start, message, f"Put the text in quotes: {clip(fixed.strip(), 100)}", fixed)


def _start(trouble: Trouble, lines: Sequence[str]) -> Mishap | None:
    """The value on the line starts with a character that means something to YAML."""
    match = _value(lines, trouble.line)
    if match is None or match["value"][0] not in _SPECIAL:
        return None
    sign = match["value"][0]
    return _quote(match, trouble.line, f"the value starts with {sign}, which means something else to YAML")


def _anything(trouble: Trouble, lines: Sequence[str]) -> Mishap:
    return _start(trouble, lines) or Mishap(
        trouble.line,
        trouble.column,
        f"this is no YAML: {trouble.problem}",
        "If the value is text, put it in quotes; else compare the line with the ones above.",
    )


def _stray(trouble: Trouble, lines: Sequence[str]) -> Mishap:
    line = _at(lines, trouble.line)
    if "\t" in line[: len(line) - len(line.lstrip())] or line[trouble.column - 1 : trouble.column] == "\t":
        column = line.index("\t") + 1
        shown = line.rstrip().replace("\t", "→")
        return Mishap(
            trouble.line,
            column,
            "a tab is used for indentation; YAML takes spaces only",
            f"Replace each tab (shown as →) by spaces: {clip(shown)}",
        )
    return _anything(trouble, lines)


def _unclosed_quote(trouble: Trouble, lines: Sequence[str]) -> Mishap:
    line = trouble.from_line
    quote = _at(lines, line)[trouble.from_column - 1 : trouble.from_column] or "quote"
    return Mishap(line, trouble.from_column, f"the {quote} that opens here is never closed", f"Close it with {quote}.")


def _escape(trouble: Trouble, lines: Sequence[str]) -> Mishap:
    line = _at(lines, trouble.line)
    start = line.rfind("\\", 0, trouble.column)
    column = start + 1 if start >= 0 else trouble.column
    rest = line[column - 1 :]
    coded = re.match(r"\\[uUx][0-9A-Fa-f]*", rest)
    if coded is not None:
        message = f"`{coded[0]}` names no character"
        return Mishap(trouble.line, column, message, "Write the character itself: YAML files are UTF-8.")
    message = f"in double quotes a backslash starts an escape, and `{rest[:2]}` is none"
    return Mishap(trouble.line, column, message, "Write two backslashes, or use single quotes around the text.")


def _second_colon(trouble: Trouble, lines: Sequence[str]) -> Mishap:
    line = _at(lines, trouble.line)
    match = re.match(r"\s*(?:- +)*[^\s\[{\"'#:-][^:]*:\s+", line)
    if match is not None and match.end() < trouble.column:
        whole = re.fullmatch(_LINE, line)
        message = "the text holds a colon and a space, which YAML takes for another key"
        if whole is not None:
            return _quote(whole, trouble.line, message, trouble.column)
        return Mishap(trouble.line, trouble.column, message, "Put the text in quotes.")
    return _no_key(lines, trouble.line - 1) or Mishap(
        trouble.line,
        len(line) - len(line.lstrip()) + 1,
        f"the line is indented further than line {trouble.line - 1}, which has its value already",
        f"Let it start in the same column as the key on line {trouble.line - 1}.",
    )


def _no_key(lines: Sequence[str], line: int) -> Mishap | None:
    """A line that should be `key: value`, but has no colon, or no space after it."""
    text = _at(lines, line)
    start = len(text) - len(text.lstrip()) + 1
    glued = re.fullmatch(r"\s*(?:- +)?([\w-]+):(\S.*)", text)
    if glued is not None:
        message = f"`{clip(text.strip())}` has no space after its colon, so it is no key"
        after = glued.start(2)
        mended = f"{text[:after]} {text[after:]}"
        return Mishap(line, after, message, f"Write {glued[1]}: {clip(glued[2])}", mended)
    if not text.strip() or ":" in text:
        return None
    message = f"`{clip(text.strip())}` stands where a key is expected, but has no colon"
    cure = "Write `key: value`; indent the line further if it continues the text above it."
    return Mishap(line, start, message, cure)


def _lost_colon(trouble: Trouble, lines: Sequence[str]) -> Mishap:
    return _no_key(lines, trouble.from_line) or _anything(trouble, lines)


def _open_quote(below: int, quote: str, lines: Sequence[str]) -> Mishap | None:
    """The nearest value above the line that opens with the quote and has no other."""
    for line in range(below - 1, 0, -1):
        match = _value(lines, line)
        if match is not None and quote in match["value"]:
            if match["value"][0] != quote or match["value"].count(quote) > 1:
                return None
            column = match.start("value") + 1
            return _unclosed_quote(Trouble("", from_line=line, from_column=column), lines)
    return None


def _out_of_line(trouble: Trouble, lines: Sequence[str]) -> Mishap:
    line = _at(lines, trouble.line)
    match = _value(lines, trouble.line)
    if match is not None and match.start("value") + 1 < trouble.column:
        value = match["value"]
        if re.fullmatch(r"\"[^\"\\]*\"|'[^']*'", value):  # sound by itself: a quote above took up all between
            opened = _open_quote(trouble.line, value[0], lines)
            if opened is not None:
                return opened
        if value[0] in _SPECIAL:
            what = f"the value starts with {value[0]} and goes on after its end, so it is no text to YAML"
            return _quote(match, trouble.line, what)
    if line.lstrip().startswith(":"):
        return Mishap(trouble.line, trouble.column, "a key is missing before the colon", "Write `key: value`.")
    above = trouble.line - 1
    cut = re.search(r"\s(#.*)", _at(lines, above))
    if cut is not None and ": " not in line:
        message = f"the text goes on here, but `{clip(cut[1])}` on line {above} is a comment and ended it"
        return Mishap(above, cut.start(1) + 1, message, "Put the whole text in quotes.")
    return Mishap(
        trouble.line,
        len(line) - len(line.lstrip()) + 1,
        f"the line does not stand in the column of what it belongs to (that begins on line {trouble.from_line}, "
        f"column {trouble.from_column})",
        "Line the keys up under each other; put text that starts with a sign in quotes.",
    )


def _mixed(trouble: Trouble, _lines: Sequence[str]) -> Mishap:
    message = f"a list starts on line {trouble.from_line}, but this line has no `-`"
    return Mishap(trouble.line, trouble.column, message, "Start it with `- `, or indent it less to end the list.")


def _unclosed_bracket(trouble: Trouble, lines: Sequence[str]) -> Mishap:
    opened = _at(lines, trouble.from_line)[trouble.from_column - 1 : trouble.from_column]
    closing = "]" if opened == "[" else "}"
    match = _value(lines, trouble.from_line)
    cure = f"Close it with {closing} and part its values by commas."
    inner = _bare_value(trouble, lines)
    if inner is not None:
        kind = "list" if inner[3] == "[" else "group of keys"
        message = f"the value of {inner[1]} has a {inner[3]} in it: within {opened} {closing} that is a {kind} to YAML"
        return Mishap(trouble.line, inner.start(2) + 1, message, f"Put the value in quotes: {inner[1]}: '...'.")
    if _at(lines, trouble.from_line).lstrip().startswith("- {"):
        cure += " A value with commas, brackets or quotes in it needs quotes around it."
    elif match is not None and match["value"][0] in "{[":
        cure += f" If it is text, put it in quotes: {clip(_mended(match).strip(), 80)}"
    return Mishap(
        trouble.from_line,
        trouble.from_column,
        f"the {opened or 'bracket'} that opens here is not closed properly (seen on line {trouble.line})",
        cure,
    )


def _bare_value(trouble: Trouble, lines: Sequence[str]) -> re.Match[str] | None:
    """The key and the value without quotes that a bracket stands in the midst of, where the trouble is."""
    if trouble.line != trouble.from_line:
        return None
    written = _at(lines, trouble.line)[: trouble.column]
    return re.search(r"([\w-]+):\s+([^\s\"'\[\]{},][^,\[\]{}]*([\[\]{]).*)$", written)


def _anchor(trouble: Trouble, lines: Sequence[str]) -> Mishap:
    line = _at(lines, trouble.line)
    name = re.match(r"&([\w-]+)", line[trouble.from_column - 1 :])
    if name is None:
        return _anything(trouble, lines)
    stray = line[trouble.column - 1 : trouble.column]
    return Mishap(
        trouble.line,
        trouble.column,
        f"the name of an anchor (`&{name[1]}`) takes letters, digits, - and _, but not `{stray}`",
        "Name it otherwise; if it is text, put it in quotes.",
    )


def _list_in_line(trouble: Trouble, lines: Sequence[str]) -> Mishap:
    mishap = _start(trouble, lines)
    if mishap is None:
        return _anything(trouble, lines)
    cure = f"{mishap.help} If it is a list, start it on the next line."
    return mishap._replace(help=cure)


def _document(trouble: Trouble, _lines: Sequence[str]) -> Mishap:
    message = "the document ended above, so this is not read"
    return Mishap(trouble.line, trouble.column, message, "Remove the line `...` or `---`.")


def _percent(trouble: Trouble, lines: Sequence[str]) -> Mishap:
    line = trouble.from_line if _at(lines, trouble.from_line).startswith("%") else 1
    message = "a line that starts with % is an instruction to YAML, and this one is unknown"
    return Mishap(line, 1, message, "Remove the line, or put the text in quotes.")


def _depth(trouble: Trouble, _lines: Sequence[str]) -> Mishap:
    message = "lists and keys are nested too deep"
    cure = "Is a bracket too many? If it is text, put it in quotes."
    return Mishap(trouble.line, trouble.column, message, cure, check="yaml-limits")


# What the parser says (libyaml's words or PyYAML's own), first match first.
_TELLERS: tuple[tuple[str, Callable[[Trouble, Sequence[str]], Mishap]], ...] = (
    (r"nesting depth", _depth),
    (r"tab character|cannot start any token", _stray),
    (r"quoted scalar: found unexpected", _unclosed_quote),
    (r"escape (character|code|sequence)|escape", _escape),
    (r"mapping values are not allowed", _second_colon),
    (r"could not find expected ':'", _lost_colon),
    (r"flow (sequence|mapping): .*expected ','", _unclosed_bracket),
    (r"'-' indicator|block (collection|sequence): expected <block end>", _mixed),
    (r"expected key|expected <block end>", _out_of_line),
    (r"anchor: .*alphabetic", _anchor),
    (r"sequence entries are not allowed", _list_in_line),
    (r"directive|incompatible YAML document", _percent),
    (r"expected '?<document start>", _document),
)
