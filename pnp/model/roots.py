"""The folders that a kit may draw from, in the order in which they are searched."""

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import pnp


class Root(NamedTuple):
    """A folder that files are taken from, and how it is written in messages (`content/zed-deck`)."""

    folder: Path
    shown: str


class Roots(NamedTuple):
    """A kit's own folder, then the project's `templates/`, then the package's."""

    folders: tuple[Root, ...]

    def find(self, name: str) -> Path | None:
        """The file called `name` (forward slashes) in the first folder that has it; None if none has.

        A name that leads outside its folder, by `..`, as an absolute path or through a symlink, is not found.
        """
        for root in self.folders:
            path = _inside(root.folder, name)
            if path is not None and _is_file(path):
                return path
        return None

    def shown(self, name: str) -> str:
        """How the file called `name` is written in messages: `templates/zed/event.svg.j2`."""
        for root in self.folders:
            path = _inside(root.folder, name)
            if path is not None and _is_file(path):
                return f"{root.shown}/{name}" if root.shown else name
        return name

    def names(self, folder: str, suffix: str) -> tuple[str, ...]:
        """Every file of `folder` in any root whose name ends in `suffix`, sorted, as names that `find` takes."""
        found: set[str] = set()
        for root in self.folders:
            base = _inside(root.folder, folder)
            if base is not None and base.is_dir():
                found.update(path.relative_to(base).as_posix() for path in base.rglob(f"*{suffix}") if path.is_file())
        return tuple(f"{folder}/{name}" for name in sorted(found))


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that is too long for any file
        return False


def _inside(folder: Path, name: str) -> Path | None:
    if not name or "\0" in name or name.startswith(("/", "\\")) or ":" in name.partition("/")[0]:
        return None
    base = _resolve(folder) if folder.is_absolute() else folder.resolve()
    try:
        path = (base / name).resolve()
    except OSError:
        return None
    return path if path.is_relative_to(base) else None


@lru_cache(maxsize=64)
def _resolve(folder: Path) -> Path:
    # Of the few roots of a kit it is asked for each file.
    return folder.resolve()


def package_templates() -> Path:
    """The templates, icons and fonts that come with pnp: inside the installed package, beside it in a checkout."""
    package = Path(pnp.__file__).parent
    inside = package / "templates"
    return inside if inside.is_dir() else package.parent / "templates"
