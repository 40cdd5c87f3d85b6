"""Where a user's printers are kept, and which of them a build is for."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from pnp.press.printers.passage import Passage


def profiles_file() -> Path:
    """The user's file of printers: in XDG_CONFIG_HOME if that is set, else where the system keeps settings."""
    from pnp.press.printers.profiles import NAME

    home = os.environ.get("XDG_CONFIG_HOME", "")
    folder = Path(home) / "pnp" if Path(home).is_absolute() else Path(click.get_app_dir("pnp"))
    return folder / NAME


def choose_passage(printer: str | None, papers: Sequence[str], order: str | None, sides: str) -> "Passage":
    """How sheets are to go through the printer; PnpError where it was not measured with one of the papers."""
    from pnp.press.printers.passage import Passage
    from pnp.press.printers.profiles import open_profiles, require_printers

    printers = () if printer is None else require_printers(open_profiles(profiles_file()), printer, papers)
    return Passage(printers, order or "", sides)
