"""What is wrong, where, and what to do about it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from pnp.model.place import Where


class Level(StrEnum):
    """How much a finding weighs: errors stop a build, warnings fail `--strict`, information never fails."""

    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"


class Fault(NamedTuple):
    """Something wrong that a room came upon while it worked; the check of the same name reports it.

    Rooms go on after a fault with what they could read, so that one run shows all mistakes.
    `message` says what is and what was expected, `help` how to mend it.
    """

    check: str
    where: Where
    message: str
    help: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a check has to say about the content.

    `thing` names what it was found on (`events/pharmacy-run`), so that the finding is known again when lines move;
    empty where many things show it.
    """

    where: Where
    check: str
    level: Level
    message: str
    help: str = ""
    kit: str = ""
    thing: str = ""


class LevelChange(NamedTuple):
    """The level that a kit gives to the findings of a check, and where it says so."""

    check: str
    level: Level
    where: Where


class PnpError(Exception):
    """`pnp` cannot run at all (usage, a missing file, a full disk): exit code 2, no traceback."""

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.help = help


def as_sentence(help: str) -> str:
    """A line of help with a capital and a full stop; what begins or ends in code or a name is left as it is."""
    first, blank, rest = help.partition(" ")
    if blank and first.isalpha() and first.islower():
        first = first[0].upper() + first[1:]
    stop = "." if help[-1:].isalnum() or help.endswith((")", "`")) else ""
    return f"{first}{blank}{rest}{stop}"
