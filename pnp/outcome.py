"""What a check or a build is asked for, and what came of it."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from pnp.model.document import Booklet
from pnp.model.finding import Finding, Level
from pnp.model.kit import Kit
from pnp.model.sheet import Run
from pnp.press.printers.passage import Passage


class Options(NamedTuple):
    """What to print on (`letter`, `a4`), whether to build in spite of errors, stamped DRAFT, and the look.

    A kit that does not have the `theme` has its usual look. With `as_printed`, cards are checked as an earlier print
    has them. With `booklet`, every rulebook is made into one to fold and staple, too; with `proof`, the kit's colours
    are shown as all eyes see them. `passage` is how sheets go through the printer, `cutter` the machine that
    cuts them, if one does. `hands` tells how many processors there are to be had, where those are not all.
    """

    papers: tuple[str, ...] = ("letter",)
    draft: bool = False
    theme: str = ""
    as_printed: bool = False
    booklet: bool = False
    proof: bool = False
    passage: Passage = Passage()
    cutter: str = ""
    hands: Callable[[], int] | None = None

    def theme_of(self, kit: Kit) -> str:
        """The look of this kit: the theme if it has it, else the usual one, which is called nothing."""
        return self.theme if self.theme in kit.looks else ""


class Outcome(NamedTuple):
    """What came of a check or a build: the findings, the files written and removed, and the sheets that were laid.

    `lacks` is the theme that was asked for, if the kit does not have it. `news` is what an update tells. `kept` are
    files that hold what templates gave for faces that could not be read. `notes` are remarks that were made before.
    """

    kit: Kit
    findings: tuple[Finding, ...]
    runs: tuple[Run, ...] = ()
    files: tuple[Path, ...] = ()
    lacks: str = ""
    booklets: tuple[Booklet, ...] = ()
    removed: tuple[Path, ...] = ()
    news: tuple[str, ...] = ()
    kept: tuple[Path, ...] = ()
    notes: tuple[str, ...] = ()

    def brief(self) -> "Outcome":
        """What is told of it, without what was read and laid: little enough to be sent to another process."""
        kit = Kit(self.kit.id, self.kit.title, self.kit.where, levels=self.kit.levels)
        return self._replace(kit=kit, runs=(), booklets=(), lacks="", notes=self.remarks)

    @property
    def errors(self) -> int:
        """How many findings are errors."""
        return sum(finding.level is Level.ERROR for finding in self.findings)

    @property
    def warnings(self) -> int:
        """How many findings are warnings."""
        return sum(finding.level is Level.WARNING for finding in self.findings)

    @property
    def crashed(self) -> bool:
        """Whether a library crashed on a face, so that not all could be looked at."""
        return any(finding.check == "crashed" for finding in self.findings)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What there is to say about theme and sheets, each remark once."""
        look = (f"there is no theme {self.lacks} here, so it has its usual look",) if self.lacks else ()
        return tuple(dict.fromkeys((*self.notes, *look, *(remark for run in self.runs for remark in run.remarks))))
