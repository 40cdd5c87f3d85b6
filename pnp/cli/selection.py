"""Which project and which of its kits a command is about."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from pnp.kit.project import Project, find_project
from pnp.model.finding import PnpError


class Selection(NamedTuple):
    """A project, and the folders of the kits that were asked for, each once."""

    project: Project
    folders: tuple[Path, ...]


def select_kits(given: Path | None, names: Sequence[str]) -> Selection:
    """The kits that `names` mean, all if there are none; PnpError where there is no such project or kit.

    Without a given project it is looked for upward from where we are, or from the first kit that is given as a path.
    """
    paths = [Path(name) for name in names if os.sep in name and Path(name).is_dir()]
    project = find_project(paths[0].resolve() if paths else Path.cwd(), given)
    folders = tuple(project.kit_folder(name) for name in names) or project.kits()
    if not folders:
        raise PnpError(
            f"there is no kit in {project.folder / 'content'}",
            "a kit is a folder under content/ that holds a kit.yaml",
        )
    return Selection(project, tuple(dict.fromkeys(folders)))
