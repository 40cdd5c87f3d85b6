"""What an element finds around it: transforms, clips, what is handed down to it, and what it may refer to."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from pnp.faces.svg.clipping import Pane
from pnp.faces.svg.elements import Element, Rule
from pnp.faces.svg.lengths import Viewport
from pnp.model.face import Matrix

# So deep elements may stand in one another, or refer to one another.
MOST_DEPTH = 64
# What elements hand down to those within them, as far as it bears on shapes and texts.
INHERITED = frozenset(
    (
        *("fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "color", "visibility"),
        *("font-family", "font-size", "font-weight", "font-style", "letter-spacing", "text-anchor"),
        *("dominant-baseline", "xml:space"),
    )
)
# What makes the surroundings inside an element others than those around it.
CHANGING = INHERITED | {"transform", "clip-path", "opacity"}


class Surroundings(NamedTuple):
    """What an element finds around it. `matrix` leads to mm; `pane` is what the clip paths around leave, in mm."""

    matrix: Matrix
    viewport: Viewport
    inherited: Mapping[str, str]
    opacity: float = 1.0
    pane: Pane | None = None
    depth: int = 0


class Library(NamedTuple):
    """Where the walk looks things up: elements by id, style rules, and the size of a picture (and if it is opaque)."""

    find: Callable[[str], Element | None]
    rules: tuple[Rule, ...]
    picture: Callable[[str], tuple[float, float, bool] | None]
