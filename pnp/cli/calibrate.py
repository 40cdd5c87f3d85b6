"""`pnp calibrate`."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

from pnp.cli.options import DEBUG
from pnp.cli.printers import profiles_file
from pnp.cli.printing import emit, plain
from pnp.cli.profiles import Given, describe, enter_numbers
from pnp.model.finding import PnpError
from pnp.model.passages import DUPLEX, EDGES, FEEDS


def grouped(*options: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The options of a group, in order."""

    def decorate(function: Any) -> Any:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


def number(name: str, help: str) -> Callable[[Any], Any]:
    """An option that is a number."""
    return click.option(name, type=float, metavar="NUMBER", help=help)


def name_one(_context: click.Context, _option: click.Parameter, given: str | None) -> str | None:
    """The paper as it is called; PnpError where there is no such paper."""
    from pnp.press.layout.paper import name_paper

    return None if given is None else name_paper(given)


READINGS = grouped(
    number("--left", "What the scale LEFT reads, in mm."),
    number("--across", "What the scale ACROSS reads."),
    number("--right", "What the scale RIGHT reads."),
    click.option(
        "--edges", type=float, nargs=4, metavar="L R T B", help="From the front's crosses to the edges, in mm."
    ),
    click.option("--spans", type=float, nargs=2, metavar="W H", help="From cross to cross on the front, in mm."),
)
ERRORS = grouped(
    number("--x", "How far the print lies too far right, in mm, seen on the side that it is on."),
    number("--y", "How far it lies too far down, in mm."),
    number("--turn", "How far it is turned clockwise, in degrees."),
    number("--scale-x", "How long it comes out across, where 1 is right."),
    number("--scale-y", "How long it comes out down."),
    click.option("--side", type=click.Choice(("front", "back", "both")), default="both", help="Which side does so."),
)
HABITS = grouped(
    click.option("--margins", type=float, nargs=4, metavar="T R B L", help="What stays blank at each edge, in mm."),
    click.option("--duplex", type=click.Choice(DUPLEX), help="Whether it turns the paper over, or you do."),
    click.option("--flip", type=click.Choice(EDGES), help="The edge that the paper turns over."),
    click.option(
        "--feed", type=click.Choice(FEEDS), help="Of a stack put back: is the first sheet first, or the last?"
    ),
)


@click.command()
@click.option("--printer", metavar="NAME", help="Print the sheet as this printer's profile corrects it.")
@click.option("--set", "enter", metavar="NAME", help="Enter what you measured; it is added to what is there.")
@click.option("--list", "show_all", is_flag=True, help="Show all profiles.")
@click.option("--show", metavar="NAME", help="Show a printer's profiles.")
@click.option("--forget", metavar="NAME", help="Drop a printer's profiles, or the one for --paper.")
@click.option(
    "--paper",
    metavar="PAPER",
    callback=name_one,
    help="The paper that it is about.  [default: letter]",
)
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="DIR", help="Where to print to.  [default: output/calibration/]"
)
@READINGS
@ERRORS
@click.option("--afresh", is_flag=True, help="Drop the errors entered before: the sheet was printed without them.")
@HABITS
@DEBUG
def calibrate(
    *,
    printer: str | None,
    enter: str | None,
    show_all: bool,
    show: str | None,
    forget: str | None,
    paper: str | None,
    out: Path | None,
    **given: Any,
) -> None:
    """Measure a printer, so that backs lie behind their fronts.

    Prints a sheet of two sides with scales that are read against the light; it says what to read and what to type.
    What is entered is how the printer misses: where its lines come out, not how to correct them. It is kept for you,
    a profile for each printer and paper; `pnp build --printer NAME` corrects for it.
    """
    asked = [
        name
        for name, value in (("--set", enter), ("--list", show_all), ("--show", show), ("--forget", forget))
        if value
    ]
    if len(asked) > 1 or (asked and printer):
        raise click.UsageError(f"{' and '.join([*asked, *(['--printer'] if printer else [])])} cannot go together.")
    numbers = Given(**given)
    if not enter and numbers.anything:
        raise click.UsageError(
            f"{numbers.first} is entered for a printer: `pnp calibrate --set NAME {numbers.first} ...`."
        )
    if enter:
        emit("\n".join(map(plain, enter_numbers(profiles_file(), enter, paper or "letter", numbers))))
    elif show_all or show:
        emit("\n".join(map(plain, _show(show, paper))))
    elif forget:
        emit("\n".join(map(plain, _forget(forget, paper or ""))))
    else:
        emit("\n".join(map(plain, _print_sheet(printer or "", paper or "letter", out))))


def _show(name: str | None, paper: str | None) -> Iterator[str]:
    from pnp.press.printers.profiles import open_profiles, require_printers

    profiles = open_profiles(profiles_file())
    if name is not None:
        require_printers(profiles, name, [paper] if paper else [])
    names = list(profiles.entries) if name is None else [name]
    if not names:
        yield f"no printer yet in {profiles.file}; `pnp calibrate` prints the sheet to measure one"
    for each in names:
        for kind in [paper] if paper else profiles.papers(each):
            try:
                printer = profiles.printer(each, kind)
            except PnpError as damage:
                if name is not None:
                    raise
                yield f"{damage.message}; {damage.help}"
                continue
            if printer is not None:
                yield from describe(printer)


def _forget(name: str, paper: str) -> Iterator[str]:
    from pnp.press.printers.profiles import forget_printer

    file = profiles_file()
    yield from (f"forgot printer {name} with {each}" for each in forget_printer(file, name, paper))


def _print_sheet(name: str, paper: str, out: Path | None) -> Iterator[str]:
    from pnp.cli.profiles import check_name
    from pnp.kit.project import find_project
    from pnp.press.assembly import own_fonts
    from pnp.press.printers.calibration.drawing import print_calibration
    from pnp.press.printers.calibration.words import Subject
    from pnp.press.printers.profiles import open_profiles, put

    if name:
        check_name(name)
    profiles = open_profiles(profiles_file())
    printer = profiles.printer(name, paper) if name else None
    if out is None:
        try:
            folder = find_project(Path.cwd()).folder
        except PnpError:
            folder = Path.cwd()
        out = folder / "output" / "calibration"
    subject = Subject(paper, name, printer)
    file = out / f"calibration-{'-'.join(part for part in (name, paper) if part)}.pdf"
    put(file, print_calibration(subject, own_fonts()))
    yield f"wrote {file}"
    if name and printer is None:
        known = ", ".join(profiles.entries) or "none"
        yield f"note: printer {name} has no profile with {paper} yet, so nothing is corrected; known printers: {known}"
    yield "print it at 100 % on both sides; it says what to read, and what to type"
