"""The group of commands; each is imported when it is asked for."""

import difflib
from importlib import import_module
from types import MappingProxyType

import click

from pnp import __version__
from pnp.cli.options import DEBUG

# Where each command stands: the module, and the command in it.
COMMANDS = MappingProxyType(
    {
        "build": ("pnp.cli.build", "build"),
        "check": ("pnp.cli.check", "check"),
        "explain": ("pnp.cli.explain", "explain"),
        "list": ("pnp.cli.list", "list_kits"),
        "odds": ("pnp.cli.odds", "odds"),
        "calibrate": ("pnp.cli.calibrate", "calibrate"),
        "doctor": ("pnp.cli.doctor", "doctor"),
    }
)


class Commands(click.Group):
    """A group that imports a command when it is asked for, and names near ones when there is no such command."""

    def list_commands(self, _context: click.Context) -> list[str]:
        """Every command, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, _context: click.Context, name: str) -> click.Command | None:
        """The command called `name`; None if there is none."""
        if name not in COMMANDS:
            return None
        module, attribute = COMMANDS[name]
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def resolve_command(
        self, context: click.Context, words: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first word names; a usage error with what there is if it names none."""
        name = words[0]
        if name not in COMMANDS and not name.startswith("-"):
            near = difflib.get_close_matches(name, COMMANDS, 1)
            cure = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(COMMANDS)}."
            raise click.UsageError(f"No such command {name!r}; {cure}", context)
        return super().resolve_command(context, words)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="pnp")
@DEBUG
def pnp() -> None:
    """Turn a folder of YAML into a printable tabletop game, and prove that it is consistent.

    KIT is the name of a folder under content/ or a path to one; without a KIT every kit is meant.
    """
