"""The faults that were met in one file, and the places that they stand at."""

from collections.abc import Sequence
from typing import Protocol

from pnp.model.finding import Fault
from pnp.model.place import Where


class Spot(Protocol):
    """Anything with a line and a column, both from 1."""

    @property
    def line(self) -> int:
        """The line, from 1."""

    @property
    def column(self) -> int:
        """The column, from 1."""


class Report:
    """Collects the faults of one file. `lines` are the file's, to quote from; `sheet` is that of a workbook.

    With `as_printed` the file is read as an earlier print says, where it tells.
    """

    __slots__ = ("as_printed", "faults", "file", "lines", "sheet")

    def __init__(self, file: str, lines: Sequence[str] = (), sheet: str = "", *, as_printed: bool = False) -> None:
        self.as_printed = as_printed
        self.file = file
        self.lines = lines
        self.sheet = sheet
        self.faults: list[Fault] = []

    def where(self, spot: Spot) -> Where:
        """The place of a node, an entry or a place in this file."""
        return Where(self.file, spot.line, spot.column, self.sheet)

    def note(self, check: str, spot: Spot, message: str, help: str = "") -> None:
        """Record a fault at `spot`."""
        self.faults.append(Fault(check, self.where(spot), message, help))

    def rest(self, spot: Spot) -> str:
        """What stands in the file from `spot` to the end of its line."""
        if not 0 < spot.line <= len(self.lines):
            return ""
        return self.lines[spot.line - 1][spot.column - 1 :].rstrip()
