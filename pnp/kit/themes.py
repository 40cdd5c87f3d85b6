"""Themes: the looks that the templates of a kit know besides the usual one."""

from collections.abc import Sequence
from pathlib import Path

from pnp.kit.project import Project
from pnp.kit.reading import read_themes
from pnp.kit.wording import listed, near
from pnp.model.colours import GRAY
from pnp.model.finding import PnpError


def require_theme(project: Project, folders: Sequence[Path], theme: str) -> None:
    """PnpError, naming the themes that there are, if none of the kits in `folders` names `theme`.

    The usual look, which is called nothing, and the gray one are there always.
    """
    if theme in ("", GRAY):
        return
    known = {folder.name: read_themes(folder, project.shown(folder)) for folder in folders}
    themes = tuple(dict.fromkeys(each for names in known.values() for each in names))
    if theme in themes:
        return
    kits = listed([*known][:20], "or")
    cure = near(theme, (*themes, GRAY)) if themes else "A kit names those that its templates know: `themes: [low-ink]`."
    raise PnpError(f'there is no theme "{theme}" in {kits}', cure)
