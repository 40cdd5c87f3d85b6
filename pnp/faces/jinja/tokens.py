"""The tokens of a template, found by one expression for all that stands in a tag.

Names, plain numbers, texts, signs and comments are read here. All else, and all that is wrong, is left to Jinja's own
lexer, which takes several times as long.
"""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from jinja2.lexer import Token, operators

_BEGIN = re.compile(r"\{([%{#])([-+]?)")
_RAW = re.compile(r"\{%[-+]?\s*raw")
_SPACE = re.compile(r"\s*")
_INDENT = re.compile(r"\s+")
_SIGNS = "|".join(re.escape(sign) for sign in sorted(operators, key=len, reverse=True))


def _piece(end: str) -> re.Pattern[str]:
    """A piece of a tag that ends so, after blanks."""
    return re.compile(
        rf"""\s*(?:(?P<name>[A-Za-z_][A-Za-z0-9_]*)(?!\w)|(?P<end>{end})|(?P<sign>{_SIGNS})"""
        r"""|(?P<float>(?<!\.)[0-9]+\.[0-9]+)(?![\w.])|(?P<integer>0|[1-9][0-9]*)(?![\w.])"""
        r"""|(?P<string>"[^"\\]*(?:\\.[^"\\]*)*"|'[^'\\]*(?:\\.[^'\\]*)*'))""",
        re.DOTALL,
    )


def _read_text(quoted: str) -> str:
    text = quoted[1:-1]
    return text.encode("ascii", "backslashreplace").decode("unicode-escape") if "\\" in text else text


# By the sign that a tag begins with: a piece of it, and what its begin and its end are called.
_TAGS = {
    "%": (_piece(r"\+%\}|-%\}\s*|%\}\n?"), "block_begin", "block_end"),
    "{": (_piece(r"-\}\}\s*|\}\}"), "variable_begin", "variable_end"),
}
_VALUES: dict[str, Callable[[str], Any]] = {"integer": int, "float": float, "string": _read_text}
_CLOSED_BY = {"(": ")", "[": "]", "{": "}"}
_BRACKETS = frozenset("()[]{}")
_make: Callable[[tuple[int, str, Any]], Token] = partial(tuple.__new__, Token)


class _OddError(ValueError):
    """It is for Jinja to read."""


def read_tokens(source: str) -> list[Token] | None:
    """The tokens of a template in the syntax of a sandbox; None if Jinja has to find them, or to say what is wrong."""
    if "\r" in source or _RAW.search(source):
        return None
    try:
        return _Reading(source).read()
    except (ValueError, Warning):
        return None


class _Reading:
    """The reading of one source; `line` is the line of the place `mark`, and ends at `end`."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._tokens: list[Token] = []
        self._line, self._mark, self._end = 1, 0, -1

    def read(self) -> list[Token]:
        """All tokens."""
        source, at = self._source, 0
        while found := _BEGIN.search(source, at):
            kind, sign = found.groups()
            self._add_data(at, found.start(), sign or kind)
            at = self._skip_comment(found.end()) if kind == "#" else self._read_tag(found, *_TAGS[kind])
        if at < len(source):
            self._tokens.append(_make((self._line_of(at), "data", source[at:])))
        return self._tokens

    def _line_of(self, at: int) -> int:
        """The line of a place, which is never before the last that was asked for."""
        if at > self._end:
            self._line += self._source.count("\n", self._mark, at)
            end = self._source.find("\n", at)
            self._mark, self._end = at, end if end >= 0 else len(self._source)
        return self._line

    def _add_data(self, start: int, end: int, sign: str) -> None:
        """What stands before a tag that begins with the sign: without blanks where that says so."""
        text = self._source[start:end]
        if sign == "-":
            text = text.rstrip()
        elif sign in "%#":  # alone on its line, but for what follows, it takes the blanks before it with it
            line = text.rfind("\n") + 1
            if (line or start == 0 or self._source[start - 1] == "\n") and _INDENT.fullmatch(text, line):
                text = text[:line]
        if text:
            self._tokens.append(_make((self._line_of(start), "data", text)))

    def _skip_comment(self, start: int) -> int:
        end = self._source.find("#}", start)
        if end < 0:
            raise _OddError
        sign = self._source[end - 1] if end > start else ""
        if sign == "-":
            return _SPACE.match(self._source, end + 2).end()  # type: ignore[union-attr]  # it matches nothing, too
        return end + (3 if sign != "+" and self._source.startswith("\n", end + 2) else 2)

    def _read_tag(self, begin: re.Match[str], piece: re.Pattern[str], begins: str, ends: str) -> int:
        """Add the tokens of a tag; where it ends."""
        source, add, look = self._source, self._tokens.append, piece.match
        add(_make((self._line_of(begin.start()), begins, begin[0])))
        at = begin.end()
        to_close: list[str] = []  # the innermost last
        while found := look(source, at):
            kind, at = found.lastgroup or "", found.end()
            word: Any = found[kind]
            start = at - len(word)
            line = self._line if start <= self._end else self._line_of(start)
            if kind == "name":
                pass
            elif kind == "sign":
                if word in _BRACKETS:
                    _balance(to_close, word)
                kind = operators[word]
            elif kind in _VALUES:
                word = _VALUES[kind](word)
            elif kind == "end":
                if not to_close:
                    add(_make((line, ends, word)))
                    return at
                if word != "}}" or to_close[-1] != "}":
                    raise _OddError
                to_close.pop()
                kind, word, at = "rbrace", "}", at - 1
            add(_make((line, kind, word)))
        raise _OddError


def _balance(to_close: list[str], sign: str) -> None:
    """Note which bracket is to be closed after this one."""
    if sign in _CLOSED_BY:
        to_close.append(_CLOSED_BY[sign])
    elif not to_close or to_close.pop() != sign:
        raise _OddError
