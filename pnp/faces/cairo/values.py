"""What the attributes of plain elements say, read by CairoSVG's own ways, each value once."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from pnp.faces.cairo.calls import Call, Notes
from pnp.faces.cairo.paths import read_path

Rgba: TypeAlias = tuple[float, float, float, float]

_DASHES = re.compile(r" *(?:none|\d*\.?\d+)(?:[ ,]+\d*\.?\d+)* *")


class OddError(ValueError):
    """Something that is not plain."""


class Node(dict[str, Any]):
    """An element's attributes as CairoSVG hands them around."""

    tag = ""
    image_width = image_height = 0.0
    vertices: Any = ()
    children: Any = ()
    element: Any = None


class Surface:
    """What CairoSVG's functions ask of a surface. A share of a viewport or of a font's size is not to be had here."""

    dpi = 96

    def __init__(self, context: Any) -> None:
        self.context = context


class Ways(NamedTuple):
    """CairoSVG's ways: with a length, a colour, a transform, the size and the box of a viewport; with the shapes.

    `alone` are the attributes that are not handed down; `dip` gives colours in an ink, if there is one; `texts` draw
    an element of that tag, when its turn comes.
    """

    size: Callable[..., float]
    colour: Callable[..., Rgba]
    transform: Callable[..., None]
    node_format: Callable[..., tuple[float, float, tuple[float, ...] | None]]
    preserve_ratio: Callable[..., tuple[float, float, float, float]]
    shapes: Mapping[str, Callable[..., None]]
    alone: frozenset[str]
    texts: Mapping[str, Callable[[Any, Node], None]]
    dip: Callable[[Rgba], Rgba] | None = None


@lru_cache(maxsize=4096)
def read_size(way: Callable[..., float], value: str | None) -> float:
    """A length, in the units of its drawing."""
    return way(Surface(None), value)


@lru_cache(maxsize=1024)
def read_colour(way: Callable[..., Rgba], value: str | None, share: float) -> Rgba:
    """A plain colour of which so much is seen."""
    if value and "url(" in value:
        raise OddError
    return way(value and value.strip(), share)


@lru_cache(maxsize=256)
def read_dashes(way: Callable[..., float], value: str) -> tuple[float, ...]:
    """The lengths of dashes and gaps."""
    if not _DASHES.fullmatch(value):
        raise OddError
    return tuple(read_size(way, length) for length in value.replace(",", " ").split())


class _Caught:
    """Stands in for a context: keeps the matrix that it is to be transformed by."""

    matrix: Any = None

    def transform(self, matrix: Any) -> None:
        self.matrix = matrix


@lru_cache(maxsize=2048)
def read_transform(way: Callable[..., None], value: str) -> Any:
    """The matrix of a transform that can be undone."""
    caught = _Caught()
    way(Surface(caught), value)
    if caught.matrix is None:
        raise OddError
    return caught.matrix


@lru_cache(maxsize=2048)
def read_outline(way: Callable[..., None], value: str) -> tuple[Call, ...]:
    """The calls that make a path which does not go on from where another has got to."""
    calls = read_path(value)
    if calls is None:
        if not value.lstrip().startswith("M"):
            raise OddError
        notes = Notes()
        way(Surface(notes), Node(d=value))
        calls = notes.calls
    return tuple(calls)
