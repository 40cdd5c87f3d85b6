"""Shaped text and recordings straight to cairo: real, kerned text that can be searched, drawings that are shared."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain
from struct import pack
from typing import Any

import cairocffi as cairo

from pnp.faces.svg.colours import read_colour
from pnp.faces.text.runs import PlacedGlyphs
from pnp.model.colours import INKS, read_hex
from pnp.model.face import Glyphs

# cairocffi asks for the status after each call; cairo keeps the first that is wrong. Its own way with glyphs copies
# each of them twice, and cffi looks at each of them: here they are packed together.
_LIBRARY = cairo.cairo
_SHOW = _LIBRARY.cairo_show_text_glyphs
_NEW, _VIEW = cairo.ffi.new, cairo.ffi.from_buffer
_GLYPHS = cairo.ffi.typeof("cairo_glyph_t[]")
# A cairo_glyph_t: its index and its place.
_GLYPH = "Ldd"
_CLUSTERS = cairo.ffi.typeof("cairo_text_cluster_t[]")


def stamp(context: Any, recording: Any) -> None:
    """Paint the recording of a whole page, whatever transform there is."""
    pointer = context._pointer
    _LIBRARY.cairo_save(pointer)
    _LIBRARY.cairo_identity_matrix(pointer)
    _LIBRARY.cairo_set_source_surface(pointer, recording._pointer, 0, 0)
    _LIBRARY.cairo_paint(pointer)
    _LIBRARY.cairo_restore(pointer)
    context._check_status()


def show_runs(context: Any, runs: Sequence[Glyphs], opacity: float, font: Callable[[str], Any], ink: str = "") -> None:
    """Show the runs in the context, in an ink if there is one; `font` gives the cairo font face of a font's name."""
    last = None
    fill = ""
    pointer = context._pointer
    for run in runs:
        if run.fill != fill:
            fill = run.fill
            red, green, blue, alpha = _channels(fill, ink)
            context.set_source_rgba(red, green, blue, alpha * opacity)
        if (run.font, run.size) != last:
            last = run.font, run.size
            context.set_font_face(font(run.font))
            context.set_font_size(run.size)
        text = run.text.encode()
        clusters = list(iter(run.clusters))
        numbers = run.glyphs.flatten() if isinstance(run.glyphs, PlacedGlyphs) else [*chain.from_iterable(run.glyphs)]
        count = len(numbers) // 3
        glyphs = _VIEW(_GLYPHS, pack(_GLYPH * count, *numbers))
        _SHOW(
            *(pointer, text, len(text), glyphs, count),
            *(_NEW(_CLUSTERS, clusters), len(clusters), int(run.backward)),
        )
    context._check_status()


@lru_cache(maxsize=1024)
def _channels(fill: str, ink: str) -> tuple[float, float, float, float]:
    colour, alpha = read_colour(fill) or ("#000000", 1.0)
    shares = read_hex(colour)
    return (*(INKS[ink](shares) if ink else shares), alpha)
