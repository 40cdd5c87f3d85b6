"""Imports what all kits need, once, before they part into processes of their own."""

from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

# Libraries, too, are imported where they are used, which is late.
_CHECK = (
    "yaml",
    "uharfbuzz",
    "markdown_it",
    "resource",
    "pnp.rules.trial",
    "pnp.faces.board.drawing",
    "pnp.faces.document.author",
    "pnp.press.rulebook.setting",
)
_BUILD = (
    *_CHECK,
    "pnp.faces.drawing",
    "pnp.press.assembly",
    "pnp.press.delivery.delivery",
    "pnp.press.delivery.spoilt",
    "pnp.press.exhibits.plates",
    "pnp.press.guide.setting",
    "pnp.press.rulebook.binding",
    "pnp.press.rulebook.canvas",
    "pnp.export.cutfiles",
)


def load_for_check() -> None:
    """What every check imports in the end."""
    _load(_CHECK)


def load_for_build() -> None:
    """What every build imports in the end."""
    from pnp.faces.cairo.libcairo import load_cairo

    with suppress(OSError):  # told when something is drawn
        load_cairo()
    _load(_BUILD)


def _load(modules: Sequence[str]) -> None:
    for module in modules:
        with suppress(OSError, ImportError):
            import_module(module)
