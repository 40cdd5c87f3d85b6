"""What a check is: an id, the type that it looks at, a function, and the documentation in its docstring."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from pnp.model.finding import Finding, Level
from pnp.model.kit import Deck, Kit
from pnp.model.place import Where

Thing = TypeVar("Thing")


class Said(NamedTuple):
    """What a check has to say of one thing; the engine adds the check's id and level.

    `cause` names what lies behind it where many things can show the same (a template that sets its text too small):
    of all that is said with one cause at one place, the heaviest by `weight` is kept and names what it was seen on.
    `places` are further places at which a comment may waive it, `names` further names by which a waiver may mean it.
    `level` is given where it is not the check's own.
    """

    where: Where
    message: str
    help: str = ""
    cause: str = ""
    weight: float = 0.0
    places: tuple[Where, ...] = ()
    level: Level | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Noted(Finding):
    """A finding before it is settled: with the names and places by which a waiver may mean it.

    `names` are those of the thing that was looked at, the plainest first.
    """

    names: tuple[str, ...] = ()
    places: tuple[Where, ...] = ()
    cause: str = ""
    weight: float = 0.0


class Story(NamedTuple):
    """A check's documentation: the rule as a fact about good content, why it matters at the table, two examples."""

    fact: str
    why: str
    bad: str
    good: str


class Check(NamedTuple):
    """A rule of good content.

    `docstring` tells its `story`. `function` takes a thing of the type `on` and a Context and gives what there is to
    say. A check that is `recorded` says nothing itself: other rooms come upon such a fault while they work, and the
    engine reports it. A check that is not `waivable` tells of something that `pnp` could not do as it was asked, which
    no reason makes right. One that `waits` follows from what is not there (a file that nothing uses), so it is told
    only of a kit that could be read and drawn without a fault. It may look at things of the types `also`, too.
    """

    id: str
    on: type
    level: Level
    function: "Callable[[Any, Context], Iterable[Said]]"
    docstring: str
    recorded: bool = False
    waivable: bool = True
    waits: bool = False
    also: tuple[type, ...] = ()

    @property
    def story(self) -> Story:
        """Its documentation, which is asked for seldom and so read late."""
        return parse_story(self.docstring)


class Context(NamedTuple):
    """What stands around the thing that a check looks at; `findings` and `checks` are filled in for waivers alone."""

    kit: Kit
    deck: Deck | None = None
    findings: tuple[Noted, ...] = ()
    checks: Mapping[str, Check] = {}


def check(
    id: str,
    *,
    on: type[Thing],
    level: Level = Level.ERROR,
    waivable: bool = True,
    waits: bool = False,
    also: tuple[type, ...] = (),
) -> Callable[[Callable[[Thing, Context], Iterable[Said]]], Check]:
    """Make a check of a generator that is handed things of the type `on` and yields what there is to say.

    One that looks at things of the types `also` takes those, too.
    """

    def make(function: Callable[[Thing, Context], Iterable[Said]]) -> Check:
        docstring = function.__doc__ or ""
        return Check(id, on, level, function, docstring, waivable=waivable, waits=waits, also=also)

    return make


def recorded(
    id: str, *, on: type, level: Level = Level.ERROR, waivable: bool = False
) -> Callable[[Callable[[], None]], Check]:
    """Make the check of a fault that other rooms record on things of the type `on`; the function is its docstring."""

    def make(function: Callable[[], None]) -> Check:
        docstring = function.__doc__ or ""
        return Check(id, on, level, _say_nothing, docstring, recorded=True, waivable=waivable)

    return make


def parse_story(docstring: str) -> Story:
    """The parts of a docstring: first line, reason, the blocks under `Bad:` and `Good:`; empty where absent."""
    import textwrap
    from inspect import cleandoc

    fact, _, rest = cleandoc(docstring).partition("\n\n")
    parts: dict[str, list[str]] = {"Why:": [], "Bad:": [], "Good:": []}
    part = "Why:"
    for line in rest.splitlines():
        if line in parts:
            part = line
        else:
            parts[part].append(line)
    why, bad, good = (textwrap.dedent("\n".join(lines)).strip() for lines in parts.values())
    paragraphs = (" ".join(paragraph.split()) for paragraph in why.split("\n\n"))
    return Story(" ".join(fact.split()), "\n\n".join(paragraphs), bad, good)


def _say_nothing(_thing: object, _context: Context) -> Iterable[Said]:
    return ()
