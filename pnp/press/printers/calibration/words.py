"""What the calibration sheet tells its reader, step by step, with the commands to type."""

from typing import NamedTuple

from pnp.model.printer import Printer
from pnp.press.printers.readings import TARGETS


class Step(NamedTuple):
    """One thing to do, and the lines to type for it. Without a number, it is said beside the steps."""

    number: str
    says: str
    types: tuple[str, ...] = ()


class Block(NamedTuple):
    """Steps one below the other: from the top left corner, so wide; mm from the middle of the page."""

    x: float
    y: float
    width: float
    steps: tuple[Step, ...]


class Subject(NamedTuple):
    """What is measured: the printer called `name` (empty: it has no name yet) on `paper`; as its profile says."""

    paper: str
    name: str = ""
    printer: Printer | None = None

    @property
    def called(self) -> str:
        """The name to type."""
        return self.name or "NAME"

    @property
    def corrected(self) -> bool:
        """Whether the sheet undoes errors that are known already."""
        return self.printer is not None and not (self.printer.front.nothing and self.printer.back.nothing)

    @property
    def edge(self) -> str:
        """The edge that the paper turns over."""
        return (self.printer.flip if self.printer else "") or "long-edge"

    @property
    def manual(self) -> bool:
        """Whether the paper is put back by hand."""
        return self.printer is not None and self.printer.duplex == "manual"

    def command(self, *words: str) -> str:
        """A command to type for this printer and paper."""
        paper = () if self.paper == "letter" else ("--paper", self.paper)
        return " ".join(("pnp", *words, *paper))


def headline(subject: Subject) -> str:
    """Which sheet it is, in a line."""
    printer = f"printer {subject.name}" if subject.name else "a printer without a profile"
    return f"{subject.paper}  ·  {printer}  ·  {'corrected' if subject.corrected else 'as it prints, not corrected'}"


def front_blocks(subject: Subject) -> tuple[Block, ...]:
    """The text of the front."""
    edge = subject.edge.replace("-", " ")
    full = '100 % ("actual size", never "fit")'
    if subject.manual:
        printing = f"Print page 1 at {full}. Turn the sheet over on its {edge}, put it back, and print page 2 on it."
    else:
        printing = (
            f"Print both pages at {full} on the two sides of one sheet, flipped on the {edge}. Use the paper that the "
            "cards will be printed on."
        )
    check = (
        "Lay a ruler along the square: each side is 100 mm. If one is off by more than 1 mm, the page was fitted: "
        "print it again at 100 %."
    )
    over = (
        "Turn the sheet over, like the page of a book, and go on with step 4."
        if edge == "long edge"
        else ("Turn the sheet over, like the page of a wall calendar, and go on with step 4.")
    )
    steps = (Step("1", printing), Step("2", check), Step("3", over))
    return Block(-75, -98, 150, steps), Block(35, 13, 38, _by_ruler(subject))


def _by_ruler(subject: Subject) -> tuple[Step, ...]:
    across, down = 2 * TARGETS[0], 2 * TARGETS[1]
    return (
        Step(
            "8",
            "Only if cards come out off the middle of the paper, or too long or short: measure here, in mm, from the "
            "middles of the corner crosses",
        ),
        Step("L", "to the left edge"),
        Step("R", "to the right edge"),
        Step("T", "to the top edge"),
        Step("B", "to the bottom edge"),
        Step("W", f"cross to cross, across ({across:g}\u00a0mm)"),
        Step("H", f"cross to cross, down ({down:g}\u00a0mm)"),
        Step(
            "",
            "Type them in this order, in one line. Backs move along with their fronts.",
            ("pnp calibrate", f"--set {subject.called}", "--edges L R T B", "--spans W H", *_paper(subject)),
        ),
    )


def _paper(subject: Subject) -> tuple[str, ...]:
    return () if subject.paper == "letter" else (f"--paper {subject.paper}",)


def back_blocks(subject: Subject) -> tuple[Block, ...]:
    """The text of the back."""
    upper = (
        Step(
            "4",
            "Hold the sheet against a window or a lamp, this side towards you. The lines of the front shine through "
            "and meet the lines of this side on three scales: LEFT, ACROSS and RIGHT. Through "
            "thick card, hold the lamp of a phone close behind it.",
        ),
        Step(
            "5",
            "On each scale, look for the pair of lines that make one straight line; on both sides of it the pairs "
            "drift apart. Read the number of that pair, with its sign. (In this picture: +0.3.)",
        ),
    )
    return Block(-72, -100, 144, upper), Block(-72, 16, 144, _to_type(subject))


def _to_type(subject: Subject) -> tuple[Step, ...]:
    afresh = "" if subject.corrected else "--afresh "
    name = "" if subject.name else " NAME is any name that you give to the printer."
    blanks = "--left _____ --across _____ --right _____"
    far = (
        "If the long lines in the middle of a scale are more than 2 mm apart, first measure how far this side's line "
        "lies to the right of the front's (x) and below it (y), in mm; to the left and above with a minus. Type them, "
        "for example 3 and −2, and print again."
    )
    return (
        Step(
            "6",
            f"Type the three numbers.{name}",
            (subject.command(f"calibrate --set {subject.called} {afresh}{blanks}"),),
        ),
        Step(
            "7",
            "Print this sheet once more, now corrected. All three scales should read 0. If one does not, type what "
            "that sheet reads: it is added to what is known.",
            (subject.command(f"calibrate --printer {subject.called}"),),
        ),
        Step(
            "",
            "Then build your games for this printer:",
            (subject.command(f"build --printer {subject.called}"),),
        ),
        Step("!", far, (subject.command(f"calibrate --set {subject.called} --side back --x 3 --y -2"),)),
    )
