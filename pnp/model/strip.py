"""A strip of paper that is folded into a piece: its panels one after the other, and the lines between them."""

from itertools import pairwise
from typing import NamedTuple

from pnp.model.outline import Outline, Trace, Vertex


class Panel(NamedTuple):
    """A part of a strip, in mm from the strip's top left corner.

    `use` is `picture`, `tab` (bent away, or glued) or `plain`. What is `turned` stands on its head on the strip and
    upright when it is folded. `then` is what parts it from the next panel: `fold`, `score` or `cut`.
    """

    name: str
    use: str
    x: float
    y: float
    width: float
    height: float
    turned: bool = False
    then: str = "fold"

    @property
    def angle(self) -> float:
        """How far it is turned on the strip, in degrees."""
        return 180.0 if self.turned else 0.0

    @property
    def points(self) -> str:
        """Its corners in its own frame, as a polygon of SVG takes them."""
        width, height = f"{self.width:.10g}", f"{self.height:.10g}"
        return f"0,0 {width},0 {width},{height} 0,{height}"

    @property
    def transform(self) -> str:
        """The `transform` of SVG that puts into the panel what is drawn upright from (0, 0)."""
        if self.turned:
            return f"translate({self.x + self.width:.10g} {self.y + self.height:.10g}) rotate(180)"
        return f"translate({self.x:.10g} {self.y:.10g})"


class Strip(NamedTuple):
    """The panels from the top down, or, with `across`, from left to right; `steps` say how it is folded, in words."""

    panels: tuple[Panel, ...]
    across: bool = False
    steps: tuple[str, ...] = ()

    @property
    def traces(self) -> tuple[Trace, ...]:
        """The lines between the panels, from edge to edge of the strip."""
        return tuple(Trace(panel.then, self._start(after)) for panel, after in pairwise(self.panels))

    def _start(self, panel: Panel) -> Outline:
        """The edge of a panel that is met first."""
        x, y = panel.x, panel.y
        end = Vertex(x, y + panel.height) if self.across else Vertex(x + panel.width, y)
        return Outline((Vertex(x, y), end), closed=False)

    @property
    def pictures(self) -> tuple[Panel, ...]:
        """The panels that show something."""
        return tuple(panel for panel in self.panels if panel.use == "picture")

    def mirrored(self, width: float) -> "Strip":
        """The strip seen from behind; it is `width` mm wide."""
        panels = tuple(panel._replace(x=width - panel.x - panel.width) for panel in self.panels)
        return self._replace(panels=panels)
