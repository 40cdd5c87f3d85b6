"""The paths of a finished PDF's cut layer, with their arcs: what is printed for the knife.

All lengths are mm from the page's top left corner.
"""

import io
from dataclasses import dataclass, field
from typing import Any

import pikepdf

from pnp.model.units import MM_PER_POINT

Point = tuple[float, float]


@dataclass
class Path:
    """Subpaths as points (of each curve many); filled or stroked, with what."""

    subpaths: list[list[Point]]
    filled: bool
    colour: tuple[object, ...]
    width: float
    dash: tuple[float, ...]


@dataclass
class Reader:
    """A page's operators, one after the other. Nothing in the cut layer is moved or turned."""

    height: float
    layer: str = ""
    subpaths: list[list[Point]] = field(default_factory=list)
    colours: dict[str, tuple[object, ...]] = field(default_factory=dict)
    width: float = 1.0
    dash: tuple[float, ...] = ()
    found: list[Path] = field(default_factory=list)

    def take(self, name: str, operands: list[Any]) -> None:
        if name in ("m", "l", "c"):
            self._draw(name, [float(each) for each in operands])
        elif name == "h":
            self.subpaths[-1].append(self.subpaths[-1][0])
        elif name in ("S", "f", "f*", "n"):
            self._paint(name)
        elif name in ("BDC", "EMC"):
            self.layer = str(operands[1]) if name == "BDC" else ""
        elif name == "w":
            self.width = float(operands[0]) * MM_PER_POINT
        elif name == "d":
            self.dash = tuple(round(float(each) * MM_PER_POINT, 3) for each in operands[0])
        elif name.lower() in ("g", "rg", "cs", "scn"):
            self._colour(name, tuple(str(each) if isinstance(each, pikepdf.Name) else float(each) for each in operands))

    def _colour(self, name: str, told: tuple[object, ...]) -> None:
        kind = "stroke" if name.isupper() else "fill"
        self.colours[kind] = (*self.colours[kind][:1], *told) if name.lower() == "scn" else told

    def _draw(self, name: str, numbers: list[float]) -> None:
        points = [
            (x * MM_PER_POINT, (self.height - y) * MM_PER_POINT)
            for x, y in zip(numbers[::2], numbers[1::2], strict=True)
        ]
        if name == "m":
            self.subpaths.append(points)
        elif name == "l":
            self.subpaths[-1] += points
        else:
            start, (one, two, end) = self.subpaths[-1][-1], points
            self.subpaths[-1] += [_on_curve(start, one, two, end, part / 40) for part in range(1, 41)]

    def _paint(self, name: str) -> None:
        if self.layer == "/Cut" and name != "n":
            filled = name != "S"
            colour = self.colours.get("fill" if filled else "stroke", ())
            self.found.append(Path(self.subpaths, filled, colour, self.width, self.dash))
        self.subpaths = []


def _on_curve(start: Point, one: Point, two: Point, end: Point, at: float) -> Point:
    """The point of a Bézier curve."""
    shares = (1 - at) ** 3, 3 * at * (1 - at) ** 2, 3 * at**2 * (1 - at), at**3
    x, y = (
        sum(share * point[axis] for share, point in zip(shares, (start, one, two, end), strict=True)) for axis in (0, 1)
    )
    return x, y


def cut_paths(content: bytes, number: int = 0) -> list[Path]:
    """The paths of a page's cut layer."""
    with pikepdf.open(io.BytesIO(content)) as pdf:
        page = pdf.pages[number]
        reader = Reader(float(page.mediabox[3]))
        for instruction in pikepdf.parse_content_stream(page):
            assert isinstance(instruction, pikepdf.ContentStreamInstruction)
            reader.take(str(instruction.operator), list(instruction.operands))
        return reader.found
