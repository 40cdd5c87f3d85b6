"""Comments that accept a finding: `# pnp: allow CHECK - reason`, on the line itself or on the one above it."""

import re
from bisect import bisect_right

from pnp.kit.parsing.document import Document
from pnp.kit.report import Report
from pnp.kit.wording import clip
from pnp.model.kit import Waiver
from pnp.model.place import Where

# A # at the start of a line or after a blank. It stands first, or the search would take its time.
_MARKED = re.compile(r"#(?<![^ \t\n]#)[ \t]*pnp[ \t]*:[ \t]*(.*?)[ \t]*$", re.MULTILINE)
_ALLOW = re.compile(r"allow[ \t]+([a-z][a-z0-9-]*)[ \t]*(?:(?:[ \t]-+|[–—:])[ \t]*(.*))?")


def read_comments(document: Document, report: Report) -> tuple[Waiver, ...]:
    """The waivers that stand in comments of the file; what looks like one but is none is noted."""
    if "pnp" not in document.text:
        return ()
    waivers = []
    starts = [start for start, _ in document.spans]
    for match in _MARKED.finditer(document.text):
        if not _is_comment(document, starts, match.start()):
            continue
        where = _where(document.text, match.start(), report.file)
        allow = _ALLOW.fullmatch(match[1])
        if allow is None or not allow[2]:
            _refuse(report, where, match[1], allow)
            continue
        waivers.append(Waiver(allow[1], allow[2], where, file=report.file, line=_covered(document.text, where)))
    return tuple(waivers)


def _refuse(report: Report, where: Where, said: str, allow: re.Match[str] | None) -> None:
    if allow is None:
        message = f"`pnp: {clip(said)}` is no instruction that pnp knows"
    else:
        message = f"the comment accepts {allow[1]}, but gives no reason"
    report.note("bad-waiver", where, message, "Write `# pnp: allow CHECK - why it is fine here`.")


def _is_comment(document: Document, starts: list[int], at: int) -> bool:
    """Whether the # at `at` begins a comment: not inside a value, and not inside another comment."""
    if _inside(document, starts, at):
        return False
    line_start = document.text.rfind("\n", 0, at) + 1
    earlier = re.finditer(r"(?:^|(?<=[ \t]))#", document.text[line_start:at])
    return all(_inside(document, starts, line_start + match.start()) for match in earlier)


def _inside(document: Document, starts: list[int], at: int) -> bool:
    index = bisect_right(starts, at) - 1
    return index >= 0 and at < document.spans[index][1]


def _where(text: str, at: int, file: str) -> Where:
    return Where(file, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))


def _covered(text: str, where: Where) -> int:
    """The line that the comment speaks of: its own, or if it stands alone, the next one that says something."""
    lines = text.split("\n")
    if lines[where.line - 1][: where.column - 1].strip():
        return where.line
    for number in range(where.line, len(lines)):
        if lines[number].strip() and not lines[number].lstrip().startswith("#"):
            return number + 1
    return where.line
