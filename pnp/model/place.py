"""Where something stands in a file."""

from typing import NamedTuple


class Where(NamedTuple):
    """A place that an editor can jump to.

    `file` is written as it is printed: relative to the project with forward slashes
    (`content/zed-deck/events.yaml`). Lines and columns count from 1. In a workbook, which has no lines of text,
    they are a cell's row and column, and `sheet` is the sheet that it stands on: `cards.xlsx!items!D14`.
    """

    file: str
    line: int = 1
    column: int = 1
    sheet: str = ""

    def __str__(self) -> str:
        return f"{self.file}!{self.sheet}!{self.cell}" if self.sheet else f"{self.file}:{self.line}:{self.column}"

    @property
    def cell(self) -> str:
        """Row and column as a spreadsheet writes them: `D14`."""
        letters, left = "", self.column
        while left > 0:
            left, letter = divmod(left - 1, 26)
            letters = chr(ord("A") + letter) + letters
        return f"{letters}{self.line}"
