"""The project: the folder that holds `content/`, and where its kits and templates lie."""

from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from pnp.kit.wording import near
from pnp.model.finding import PnpError
from pnp.model.roots import Root, Roots, package_templates

CONTENT, TEMPLATES, KIT_FILE = "content", "templates", "kit.yaml"


class Project(NamedTuple):
    """A folder with games in `content/`, and perhaps its own `templates/`."""

    folder: Path

    def kits(self) -> tuple[Path, ...]:
        """The folders of `content/` that hold a kit.yaml, sorted by name."""
        content = self.folder / CONTENT
        return tuple(sorted(path for path in content.iterdir() if (path / KIT_FILE).is_file()))

    def kit_folder(self, name: str) -> Path:
        """The folder of the kit called `name`, or the one that `name` is the path of; PnpError if there is none."""
        wanted = normalize("NFC", name.rstrip("/\\"))
        kits = {normalize("NFC", path.name): path for path in self.kits()}
        if wanted in kits:
            return kits[wanted]
        path = Path(name)
        if path.name == KIT_FILE and path.is_file():
            return path.absolute().parent
        if (path / KIT_FILE).is_file():
            return path.absolute()
        if path.is_dir() and name not in ("", "."):
            raise PnpError(
                f"{name} is a folder, but holds no {KIT_FILE}", f"Make one that begins with `kit: {path.name}`."
            )
        cure = near(wanted, kits) if kits else f"No folder of {self.shown(self.folder / CONTENT)}/ holds a {KIT_FILE}."
        raise PnpError(f'there is no kit "{name}"', cure)

    def shown(self, path: Path) -> str:
        """The path as messages write it: relative to the project with forward slashes; absolute if outside."""
        whole = path.absolute()
        if whole.is_relative_to(self.folder):
            return whole.relative_to(self.folder).as_posix()
        folder, inner = self.folder.resolve(), path.resolve()
        return (inner.relative_to(folder) if inner.is_relative_to(folder) else whole).as_posix()

    def roots(self, kit_folder: Path) -> Roots:
        """Where a kit's templates, fonts and pictures are looked for: its folder, the project's, the package's."""
        own = self.folder / TEMPLATES
        shipped = package_templates()
        roots = [Root(kit_folder, self.shown(kit_folder)), Root(own, TEMPLATES)]
        if shipped.resolve() != own.resolve():
            roots.append(Root(shipped, f"pnp/{TEMPLATES}"))
        return Roots(tuple(root for root in roots if root.folder.is_dir()))


def find_project(start: Path, given: Path | None = None) -> Project:
    """The project in the folder `given`, else in the nearest one from `start` upward that holds `content/`.

    PnpError with a cure if there is none.
    """
    if given is not None:
        if not (given / CONTENT).is_dir():
            what = f"holds no folder {CONTENT}/" if given.is_dir() else "is no folder"
            raise PnpError(f"{given.as_posix()} {what}", f"Name the folder that holds {CONTENT}/ with the games in it.")
        return Project(given.resolve())
    here = start.resolve()
    for folder in (here, *here.parents):
        if (folder / CONTENT).is_dir():
            return Project(folder)
    raise PnpError(
        f"no project here: neither this folder nor one above it holds {CONTENT}/",
        f"Go to the folder that holds {CONTENT}/, or name it with --project.",
    )
