"""`pnp doctor`."""

import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from pnp import __version__
from pnp.cli.main import CANNOT_RUN, FINE
from pnp.cli.options import DEBUG, PROJECT
from pnp.cli.printing import count, emit, plain
from pnp.model.finding import PnpError

if TYPE_CHECKING:
    from pnp.kit.project import Project

OLDEST_PYTHON = (3, 11)

# What is imported at run time, by the names of the distributions.
LIBRARIES = (
    "cairocffi", "cairosvg", "click", "jinja2", "pikepdf", "pillow", "pyyaml", "reportlab", "rich", "uharfbuzz",
)  # fmt: skip

GET_CAIRO = (
    "Debian, Ubuntu: sudo apt install libcairo2; Fedora: sudo dnf install cairo; macOS: brew install cairo; "
    "Windows: install the GTK runtime, which brings it"
)


class Sign(NamedTuple):
    """One thing that was looked at: its name, what was found, and the cure, which is empty if all is well."""

    name: str
    found: str
    cure: str = ""


@click.command()
@PROJECT
@DEBUG
def doctor(project: Path | None) -> int:
    """Say what this machine lacks for building, and how to get it."""
    from pnp.kit.project import Project, find_project

    lacking: list[Sign] = []
    try:
        home, here = find_project(Path.cwd(), project), True
    except PnpError:
        if project is not None:
            raise
        home, here = Project(Path.cwd()), False
    for examine in EXAMINATIONS:
        for sign in examine(home):
            emit("\n".join(_describe(sign)))
            lacking += [sign] if sign.cure else []
    if not here:
        emit("        no project here: no folder upward holds content/")
    emit(f"{count(len(lacking), 'thing')} to mend" if lacking else "all is well")
    return CANNOT_RUN if lacking else FINE


def _describe(sign: Sign) -> Iterator[str]:
    yield f"{'lacking' if sign.cure else 'ok':7} {plain(sign.name)}: {plain(sign.found)}"
    if sign.cure:
        yield f"        help: {plain(sign.cure)}"


def examine_python(_project: "Project") -> Iterator[Sign]:
    """Which pnp, and which Python runs it."""
    yield Sign("pnp", __version__)
    version = ".".join(map(str, sys.version_info[:3]))
    wanted = ".".join(map(str, OLDEST_PYTHON))
    yield Sign("Python", version, "" if sys.version_info >= OLDEST_PYTHON else f"pnp needs Python {wanted} or newer")


def examine_libraries(_project: "Project") -> Iterator[Sign]:
    """The Python libraries, by what is installed."""
    from importlib import metadata

    for name in LIBRARIES:
        try:
            yield Sign(name, metadata.version(name))
        except metadata.PackageNotFoundError:
            yield Sign(name, "not installed", "install pnp again: pip install pnp-kit, or `make build` in a checkout")


def examine_drawing(_project: "Project") -> Iterator[Sign]:
    """The two system libraries that draw the faces."""
    try:
        import cairocffi

        yield Sign("libcairo", cairocffi.cairo_version_string())
        from pnp.faces.cairo.freetype import Foundry

        Foundry()
        yield Sign("FreeType", "found")
    except ImportError as failure:
        yield Sign("drawing", f"cannot be loaded: {failure}", "install pnp again")
    except OSError:  # what cairocffi raises where no libcairo can be loaded
        yield Sign("libcairo", "not found", GET_CAIRO)
    except PnpError as failure:
        yield Sign("FreeType", failure.message, f"it comes with libcairo. {GET_CAIRO}")


def examine_templates(project: "Project") -> Iterator[Sign]:
    """The templates, icons and fonts that kits may use here."""
    roots = project.roots(project.folder / "templates")
    for name, folder, suffixes in (
        ("fonts", "fonts", (".ttf", ".otf")),
        ("icons", "icons", (".svg",)),
        ("templates", ".", (".svg.j2",)),
    ):
        number = len(roots.names(folder, *suffixes))
        yield Sign(name, f"{number:,}", "" if number else "the package is not whole: install pnp again")


def examine_output(project: "Project") -> Iterator[Sign]:
    """Whether the folder that builds go to can be written."""
    folder = project.folder / "output"
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    try:
        with tempfile.TemporaryFile(dir=folder):
            yield Sign("output", f"{project.folder / 'output'} can be written")
    except OSError as failure:
        reason = failure.strerror or str(failure)
        yield Sign("output", f"{folder}: {reason}", "make the folder writable, or build with --out DIR")


EXAMINATIONS: tuple[Callable[["Project"], Iterator[Sign]], ...] = (
    examine_python,
    examine_libraries,
    examine_drawing,
    examine_templates,
    examine_output,
)
