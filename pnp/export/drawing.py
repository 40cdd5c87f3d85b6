"""The paths of one sheet by layer, as every format of cut files has them. All lengths are mm, y downward."""

from collections.abc import Iterable
from dataclasses import dataclass

from pnp.model.outline import Outline
from pnp.model.sheet import Sheet

# The layers, in the order in which a cutter should take them: what is cut free first would move.
LAYERS = ("REGISTRATION", "FOLD", "SCORE", "CUT")


@dataclass(frozen=True, slots=True)
class Drawing:
    """What a cut file holds: the page, its paths by layer, and the name that sheet and file have in common."""

    width: float
    height: float
    layers: tuple[tuple[str, tuple[Outline, ...]], ...]
    template: str
    title: str


def draw_sheet(sheet: Sheet, title: str) -> Drawing:
    """The paths of the sheet's front, which lies upward in the cutter. Layers without paths are left out."""
    traces = sheet.front.traces
    paths: dict[str, tuple[Outline, ...]] = {
        layer: tuple(trace.outline for trace in traces if trace.kind == layer.lower()) for layer in LAYERS
    }
    paths["REGISTRATION"] = sheet.front.registration
    return Drawing(sheet.width, sheet.height, tuple(_filled(paths)), sheet.template, title)


def _filled(paths: dict[str, tuple[Outline, ...]]) -> Iterable[tuple[str, tuple[Outline, ...]]]:
    return ((layer, paths[layer]) for layer in LAYERS if paths[layer])
