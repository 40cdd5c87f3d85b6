"""Arguments and options that commands share."""

import os
from pathlib import Path

import click

from pnp.cli.reports import REPORTERS
from pnp.model.sizes import PAPERS

KITS = click.argument("kits", nargs=-1, metavar="[KIT]...")

PROJECT = click.option(
    "--project",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The project's folder.  [default: the nearest one upward that holds content/]",
)


def name_papers(_context: click.Context, _option: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """The papers as they are called, each once; PnpError where there is no such paper."""
    from pnp.press.layout.paper import name_paper

    return tuple(dict.fromkeys(map(name_paper, given)))


PAPER = click.option(
    "--paper",
    "papers",
    multiple=True,
    default=("letter",),
    show_default="letter",
    metavar="PAPER",
    callback=name_papers,
    help=f"What to print on: {', '.join(PAPERS)}, or a size such as 148x210mm; give it again for a second paper.",
)

THEME = click.option(
    "--theme",
    default="",
    metavar="NAME",
    help="Another look: gray, or such as low-ink where a kit has it.  [default: the usual one]",
)

FORMAT = click.option(
    "--format",
    "form",
    type=click.Choice(tuple(REPORTERS)),
    help="How findings are written.  [default: text; github in GitHub Actions]",
)

# Read from sys.argv by the way in, so that it works also where the command line itself cannot be read.
DEBUG = click.option("--debug", is_flag=True, expose_value=False, help="Show the traceback of a failure.")


def choose_form(given: str | None) -> str:
    """The format that was asked for, else the one that suits the place where we run."""
    return given or ("github" if os.environ.get("GITHUB_ACTIONS") == "true" else "text")
