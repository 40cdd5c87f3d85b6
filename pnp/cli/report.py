"""What a command found, for the formats to write."""

import os
from dataclasses import dataclass, field
from pathlib import Path

from pnp.cli.printing import count, plain
from pnp.model.finding import Finding, Level


@dataclass(frozen=True, slots=True)
class Report:
    """Findings in the order in which they are written, and what else there is to say about the kits.

    `folder` is the project's, which the files of the findings are relative to; `lines` says what was built, a line
    each; `files` are the files that were written, as shown; `names` are the ids of the kits that were looked at;
    `strict` says that warnings fail, too.
    """

    folder: Path
    kits: int
    findings: tuple[Finding, ...]
    lines: tuple[str, ...] = ()
    files: tuple[str, ...] | None = None
    colour: bool = field(default=False, kw_only=True)
    names: tuple[str, ...] = field(default=(), kw_only=True)
    strict: bool = field(default=False, kw_only=True)

    def number(self, level: Level) -> int:
        """How many findings are of the level."""
        return sum(finding.level is level for finding in self.findings)

    @property
    def totals(self) -> str:
        """`1 error, 2 warnings in 1 kit`."""
        parts = [count(self.number(Level.ERROR), "error"), count(self.number(Level.WARNING), "warning")]
        if told := self.number(Level.INFORMATION):
            parts.append(f"{told:,} for information")
        return f"{', '.join(parts)} in {count(self.kits, 'kit')}"

    def from_checkout(self, file: str) -> str:
        """The file as GitHub looks for it: from the checkout's top, where the project may be a folder deeper down."""
        top, folder = os.environ.get("GITHUB_WORKSPACE"), self.folder.resolve()
        if not top or file.startswith("/") or not folder.is_relative_to(Path(top).resolve()):
            return file
        deeper = folder.relative_to(Path(top).resolve()).as_posix()
        return file if deeper == "." else f"{deeper}/{file}"

    def close(self, written: list[str]) -> str:
        """The lines that were written, what was built, and the totals."""
        return "\n".join([*written, *(plain(line) for line in self.lines), self.totals])


def write_line(finding: Finding) -> str:
    """A finding on one line: `content/zed/events.yaml:3:9: error: text-overflow: ...`."""
    return f"{plain(str(finding.where))}: {finding.level.value}: {plain(finding.check)}: {plain(finding.message)}"
