"""The kit's folder, from which its files are taken: nothing outside it is ever opened."""

from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from pnp.kit.report import Report, Spot
from pnp.kit.wording import clip, near
from pnp.model.files import follow
from pnp.model.place import Where

_CURE = "Copy the file into the kit's folder and name it from there: cards.csv, data/cards.csv."


@dataclass(slots=True)
class Shelf:
    """The files of one kit's folder, written `shown` in messages.

    `reports` are those of all files that were opened, `read` their names, and `lost` the decks whose cards could not
    be read. With `as_printed` cards say what an earlier print says, where they tell.
    """

    folder: Path
    shown: str
    files: tuple[str, ...] = ()
    reports: list[Report] = field(default_factory=list)
    read: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    as_printed: bool = False

    def report(self, name: str) -> Report:
        """A new report for the kit's file of that name."""
        self.reports.append(Report(f"{self.shown}/{name}" if self.shown else name, as_printed=self.as_printed))
        return self.reports[-1]

    def holds(self, path: Path) -> bool:
        """Whether the file lies in the folder, also when every symlink is followed."""
        if path.parent == self.folder and path.name != ".." and not path.is_symlink():
            return True
        try:
            return follow(path).is_relative_to(self.folder.resolve())
        except OSError:  # a symlink that leads to itself
            return False

    def find(self, name: str, report: Report, spot: Spot) -> Path | None:
        """The file that is called `name` from the folder on; None, with the reason noted at `spot`."""
        if "\0" in name or name.startswith(("/", "~")) or ":" in name:
            message = f'"{clip(name)}" names a place on this machine; a kit reads files of its own folder only'
            report.note("outside-kit", spot, message, _CURE)
            return None
        path = self.folder / name
        if not self.holds(path):
            how = "leads out of the kit's folder" if ".." in name.split("/") else "is a link to another folder"
            report.note("outside-kit", spot, f'"{clip(name)}" {how}, and only files inside it are read', _CURE)
            return None
        if not path.is_file():
            message = f'there is no file "{clip(name)}" in the kit\'s folder'
            kind = PurePosixPath(name).suffix
            report.note("missing-file", spot, message, near(name, [file for file in self.files if file.endswith(kind)]))
            return None
        return path

    def refuse(self, report: Report) -> None:
        """Note that a file of the kit is a link that leads out of it."""
        message = "this is a link to a file outside the kit's folder, and only files inside it are read"
        report.note("outside-kit", Where(""), message, "Put a copy of the file in its place.")
