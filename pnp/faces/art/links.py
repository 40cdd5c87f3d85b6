"""Links of pictures as names of files in the roots: beside the drawing or from a root on, spelled as they are."""

import errno
import os
import posixpath
import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote, unquote_to_bytes

from pnp.model.files import follow
from pnp.model.roots import Roots

_IMAGE = re.compile(r"""<image\b[^>]*?\bhref\s*=\s*("[^"]*"|'[^']*')""")
# What stands for a character in a link; & comes last, or it would make another.
_STANDS_FOR = {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'", "&#34;": '"', "&#39;": "'", "&amp;": "&"}


class Links:
    """Where links lead. Each folder is listed once."""

    def __init__(self, roots: Roots) -> None:
        self._roots = roots
        self._listed: dict[Path, tuple[frozenset[str], dict[str, str]]] = {}
        self._beside: dict[tuple[str, tuple[str, ...]], str] = {}

    def root(self, svg: str, templates: Sequence[str]) -> str:
        """The SVG with every picture that lies beside one of the templates linked by its name from the root on."""
        folders = tuple(dict.fromkeys(folder for name in templates if (folder := posixpath.dirname(name))))
        if not folders or "<image" not in svg:
            return svg

        def replace(match: re.Match[str]) -> str:
            link = _plain(match[1][1:-1])
            if is_remote(link):
                return match[0]
            beside = self._find_beside(read_name(link), folders)
            return match[0] if not beside else f'{match[0][: -len(match[1])]}"{quote(beside)}"'

        return _IMAGE.sub(replace, svg)

    def spell(self, name: str) -> str:
        """The file's name as it is really written, capitals and all; empty if no root has such a file."""
        parts = posixpath.normpath(name).split("/")
        for root in self._roots.folders:
            folder, found = root.folder, []
            for part in parts:
                exact, alike = self._list(folder)
                real = part if part in exact else alike.get(_fold(part))
                if real is None:
                    break
                found.append(real)
                folder /= real
            if len(found) == len(parts) and folder.is_file():
                return "/".join(found)
        return ""

    def leads_outside(self, name: str) -> bool:
        """Whether the name climbs out of the roots, by itself or through a symlink."""
        if posixpath.isabs(name) or "\\" in name or posixpath.normpath(name).startswith(".."):
            return True
        return any(os.path.lexists(root.folder / name) for root in self._roots.folders) and not self.find_odd(name)

    def find_odd(self, name: str) -> str:
        """What stands in the place of the file that the name means, inside the roots: `a folder`; empty if nothing."""
        for root in self._roots.folders:
            try:
                path = follow(root.folder / name)
                odd = path.is_relative_to(root.folder.resolve()) and path.exists() and not path.is_file()
            except ValueError:  # a name that no file can have
                continue
            except OSError as error:  # so is one that is too long
                if error.errno == errno.ELOOP:
                    return "a link that leads in a circle"
                continue
            if odd:
                return "a folder" if path.is_dir() else "a pipe or a device"
        return ""

    def _find_beside(self, name: str, folders: tuple[str, ...]) -> str:
        if (name, folders) not in self._beside:
            names = (posixpath.normpath(posixpath.join(folder, name)) for folder in folders)
            inside = [candidate for candidate in names if not candidate.startswith(("..", "/"))]
            # A name that climbs can only be meant from the drawing's own folder, whether there is such a file or not.
            meant = inside[0] if inside and name.startswith("..") else ""
            self._beside[name, folders] = next((candidate for candidate in inside if self.spell(candidate)), meant)
        return self._beside[name, folders]

    def _list(self, folder: Path) -> tuple[frozenset[str], dict[str, str]]:
        """The names in the folder, and again by what is left of them without capitals."""
        if folder not in self._listed:
            try:
                names = sorted(path.name for path in folder.iterdir())
            except OSError:
                names = []
            self._listed[folder] = frozenset(names), {_fold(name): name for name in names}
        return self._listed[folder]


def is_remote(link: str) -> bool:
    """Whether the link is no name of a file: `data:`, `http:`, `//host`, `#id`."""
    return ":" in link.split("/", maxsplit=1)[0] or link.startswith(("//", "#"))


def read_name(link: str) -> str:
    """The name of the file that the link means: `art/two%20%C3%BC.png` is `art/two ü.png`."""
    return unquote_to_bytes(link.strip()).decode("utf-8", "replace")


def _plain(link: str) -> str:
    for written, character in _STANDS_FOR.items():
        link = link.replace(written, character)
    return link


def _fold(name: str) -> str:
    # What file systems that know no capitals hold for one name; some of them take ü apart.
    return unicodedata.normalize("NFC", name).casefold()
