"""The folders that a kit may draw from, in the order in which they are searched."""

import os
import stat
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import pnp
from pnp.model.files import follow


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
        return self.locate(name)[0]

    def shown(self, name: str) -> str:
        """How the file called `name` is written in messages: `templates/zed/event.svg.j2`."""
        return self.locate(name)[1]

    def locate(self, name: str) -> tuple[Path | None, str]:
        """What `find` and `shown` say of `name`."""
        find = _find_plain if _is_plain(name) else _find_odd
        for root in self.folders:
            path = find(root.folder, name)
            if path is not None:
                return path, f"{root.shown}/{name}" if root.shown else name
        return None, name

    def names(self, folder: str, *suffixes: str) -> tuple[str, ...]:
        """Every file of `folder` in any root whose name ends in one of the suffixes, sorted, as names for `find`."""
        found: set[str] = set()
        for root in self.folders:
            base = _inside(root.folder, folder)
            if base is not None:
                found.update(path[len(str(base)) + 1 :].replace(os.sep, "/") for path in _walk(base, suffixes))
        return tuple(f"{folder}/{name}" for name in sorted(found))


def _walk(base: Path, suffixes: tuple[str, ...]) -> Iterator[str]:
    """The files below the folder that end in one of the suffixes; none if it is no folder."""
    for folder, _folders, files in os.walk(base):
        for file in files:
            path = os.path.join(folder, file)  # noqa: PTH118 - a Path for each file takes three times as long
            if os.path.normcase(file).endswith(suffixes) and os.path.isfile(path):  # noqa: PTH113 - as above
                yield path


def _is_plain(name: str) -> bool:
    """Whether a name leads nowhere but down, part by part, as far as it can be seen from it."""
    if os.name != "posix" or "\0" in name or ":" in name or name.startswith("\\"):
        return False
    return not {"", ".", ".."}.intersection(name.split("/"))


def _find_plain(folder: Path, name: str) -> Path | None:
    """The file of a plain name inside the folder; None if there is none."""
    base = _base(folder)
    try:
        if not stat.S_ISREG(os.lstat(f"{base}/{name}").st_mode) or _has_link(f"{base}/", name):
            return _find_odd(folder, name)
    except OSError:
        return None
    return base / name


def _has_link(base: str, name: str) -> bool:
    """Whether a folder between the base and the file is a symlink."""
    ends = [at for at, letter in enumerate(name) if letter == "/"]
    return any(stat.S_ISLNK(os.lstat(base + name[:end]).st_mode) for end in ends)


def _find_odd(folder: Path, name: str) -> Path | None:
    """The file of any name inside the folder, wherever the name leads on the way."""
    path = _inside(folder, name)
    return path if path is not None and _is_file(path) else None


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that is too long for any file
        return False


def _inside(folder: Path, name: str) -> Path | None:
    if not name or "\0" in name or name.startswith(("/", "\\")) or ":" in name.partition("/")[0]:
        return None
    base = _base(folder)
    try:
        path = follow(base / name)
    except OSError:
        return None
    return path if path.is_relative_to(base) else None


def _base(folder: Path) -> Path:
    return _resolve(folder) if folder.is_absolute() else folder.resolve()


@lru_cache(maxsize=64)
def _resolve(folder: Path) -> Path:
    # Of the few roots of a kit it is asked for each file.
    return folder.resolve()


def package_templates() -> Path:
    """The templates, icons and fonts that come with pnp: inside the installed package, beside it in a checkout."""
    package = Path(pnp.__file__).parent
    inside = package / "templates"
    return inside if inside.is_dir() else package.parent / "templates"
