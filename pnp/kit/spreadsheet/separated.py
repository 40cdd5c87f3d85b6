"""CSV text to a table: our own reading of it, for the place of every cell and a word for every slip.

Cells are parted by commas, semicolons or tabs, whichever parts the first line into most; a cell in straight quotes
may hold separators, line ends and quotes written twice. Blanks at either end of a cell do not count.
"""

import re
from collections.abc import Iterator, Sequence

from pnp.kit.parsing.source import decode, tidy, wide_encoding
from pnp.kit.parsing.tree import Scalar
from pnp.kit.report import Report
from pnp.kit.spreadsheet.table import Cell, Row, Table, make_cell, make_table
from pnp.kit.wording import clip
from pnp.model.place import Where

SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}
_UTF8 = "Save it as UTF-8: spreadsheets offer “CSV UTF-8”, or ask for the character set when they save."
_TOLD = re.compile(r"sep=([^\w\s\"]|\t)(?:\n|\Z)", re.IGNORECASE)
_MOST_SLIPS = 20


def read_separated(data: bytes, report: Report) -> Table | None:
    """The table of a CSV file; None, with the reason noted, where it cannot be read at all."""
    text = _decode(data, report)
    if text is None:
        return None
    told = _TOLD.match(text)
    cutter = _Cutter(text, told[1] if told else _separator(text, report), report)
    if told:
        cutter.at, cutter.line = told.end(), 2
    rows = [row for row in cutter.rows() if not row.blank]
    if not rows:
        report.note("empty-file", Where(report.file), "the file is empty", "Begin with a line of headings: id,title")
        return None
    heads = [head for head in rows[0].cells if isinstance(head, Scalar)]
    _note_blanks(heads, text, report)
    return make_table(report, heads, rows[1:])


def _note_blanks(heads: Sequence[Scalar], text: str, report: Report) -> None:
    """Tell of the first heading that blanks stand before or behind."""
    lines = text.split("\n")
    for head in heads:
        line = lines[head.line - 1] if head.line <= len(lines) else ""
        start, end = head.column - 1, head.column - 1 + len(head.text)
        if (
            head.text
            and line[start:end] == head.text
            and (_is_blank(line[start - 1 : start]) or _is_blank(line[end : end + 1]))
        ):
            message = f"blanks around the heading {clip(head.text)} are no part of it"
            report.note("table-format", head, message, "If the cards are right, so is that.")
            return


def _is_blank(sign: str) -> bool:
    return bool(sign) and sign != "\t" and sign.isspace()


def _decode(data: bytes, report: Report) -> str | None:
    """The text, UTF-16 too, as spreadsheets write it under “Unicode text”."""
    if wide_encoding(data) != "UTF-16":
        return decode(data, report, _UTF8)
    codec = "utf-16"
    if not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        codec = "utf-16-le" if data[1:400:2].count(0) > data[:400:2].count(0) else "utf-16-be"
    try:
        text = data.decode(codec)
    except UnicodeDecodeError as error:
        message = f"the file is UTF-16, but its bytes at offset {error.start} are no character"
        report.note("encoding", Where(report.file), message, _UTF8)
        return None
    message = "the file is UTF-16, and was read as such"
    report.note("table-format", Where(report.file), message, "Save it as “CSV UTF-8” to be rid of this note.")
    return tidy(text, report)


def _separator(text: str, report: Report) -> str:
    """The separator that parts the first line that says something into most cells; told of if it is no comma."""
    line = next((line for line in text.split("\n") if line.strip(" \t,;")), "")
    outside = re.sub(r'"[^"]*"', "", line)
    best = max(SEPARATORS, key=outside.count)
    usual = "\t" if report.file.endswith(".tsv") else ","
    if outside.count(best) and best != usual:
        cure = "If the cards are right, so is that."
        if best == ";":
            cure += " A first line `sep=;` says it for good."
        report.note("table-format", Where(report.file), f"the cells are parted by {SEPARATORS[best]}", cure)
    return best


class _Cutter:
    """Cuts a text into rows of cells. `at` is how far it has come, `line` which line that is on."""

    def __init__(self, text: str, separator: str, report: Report) -> None:
        self.text = text
        self.separator = separator
        self.report = report
        self.at = 0
        self.line = 1
        self.slips = 0
        blank = " *" if separator == "\t" else r"[ \t]*"
        self.quoted = re.compile(rf'{blank}"(?P<text>(?:[^"]|"")*+)(?P<close>"?){blank}')
        self.plain = re.compile(rf"[^{re.escape(separator)}\n]*")

    def rows(self) -> Iterator[Row]:
        """Row after row; one may go over several lines."""
        number = 0
        while self.at < len(self.text) and self.slips < _MOST_SLIPS:
            number += 1
            end = self.text.find("\n", self.at)
            end = len(self.text) if end < 0 else end
            slips = self.slips
            cells = self._with_quotes() if '"' in self.text[self.at : end] else self._plain(end)
            yield Row(number, cells, self.slips > slips)

    def _plain(self, end: int) -> list[Cell]:
        """A row without a quote: what stands between separators."""
        cells: list[Cell] = []
        column = 1
        for raw in self.text[self.at : end].split(self.separator):
            cells.append(_trimmed(raw, self.line, column))
            column += len(raw) + 1
        self.at = end + 1
        self.line += 1
        return cells

    def _with_quotes(self) -> list[Cell]:
        cells: list[Cell] = []
        start = self.at  # of the line
        while True:
            match = self.quoted.match(self.text, self.at)
            if match is None or not self._holds(match, match.start("text") - start):
                match = self.plain.match(self.text, self.at)
                raw = match[0] if match else ""
                cells.append(_trimmed(raw, self.line, self.at - start + 1))
                self.at += len(raw)
            else:
                inner = match["text"]
                cells.append(make_cell(inner.replace('""', '"').strip(), self.line, match.start("text") - start))
                self.at = match.end()
                if "\n" in inner:
                    self.line += inner.count("\n")
                    start = match.start("text") + inner.rindex("\n") + 1
            self.at += 1
            if self.text[self.at - 1 : self.at] != self.separator:
                self.line += 1
                return cells

    def _holds(self, match: re.Match[str], column: int) -> bool:
        """Whether the quotes hold the whole cell; if not, that is noted at the opening one."""
        after = self.text[match.end() : match.end() + 80].partition("\n")[0]
        if match["close"] and (not after or after.startswith(self.separator)):
            return True
        self.slips += 1
        message = "the quote that opens here is never closed"
        cure = 'Close it at the end of the cell; write a quote inside a quoted cell twice: "say ""hi"" now".'
        if match["close"] and "\n" not in match["text"]:
            message = f"the quote that opens here is closed before its cell ends: `{clip(after)}` comes after it"
            cure = 'Write a quote inside a quoted cell twice: "say ""hi"" now".'
        self.report.note("bad-table", Where("", self.line, column), message, cure)
        return False


def _trimmed(raw: str, line: int, column: int) -> Scalar:
    text = raw.strip()
    if raw[:1] != text[:1]:
        column += len(raw) - len(raw.lstrip())
    return make_cell(text, line, column)
