"""Where something stands in a file."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Where:
    """A place that an editor can jump to.

    `file` is written as it is printed: relative to the project with forward slashes
    (`content/zed-deck/events.yaml`). Lines and columns count from 1.
    """

    file: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"
