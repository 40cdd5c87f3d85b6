"""Linked pictures on a cairo context: each decoded once, and let go of where memory has no room for all."""

from collections.abc import Mapping
from typing import Any

import cairocffi as cairo

from pnp.faces.art.images import decode
from pnp.faces.art.pictures import Picture, Pictures
from pnp.faces.svg.lengths import Viewport, area_of, fit
from pnp.model.face import Box
from pnp.model.roots import Roots

KEPT = 30_000_000  # pixels of pictures that are kept unpacked, four bytes each
_FILTERS = {"optimizeSpeed": cairo.FILTER_FAST, "pixelated": cairo.FILTER_NEAREST, "crisp-edges": cairo.FILTER_NEAREST}


class Album:
    """The pictures of the roots. `on_pixels` says that they are painted onto pixels, not into a PDF."""

    def __init__(self, roots: Roots, on_pixels: bool) -> None:
        self._pictures = Pictures(roots)
        self._on_pixels = on_pixels
        self._images: dict[tuple[str, str], Any] = {}

    def paint(self, context: Any, link: str, node: Mapping[str, str], viewport: Viewport, ink: str) -> None:
        """Paint what the `<image>` with these attributes links to, in an ink; nothing if it cannot be read."""
        picture = self._pictures.look(link)
        if not isinstance(picture, Picture):
            return
        across, down = picture.width, picture.height
        area = area_of({"width": str(across), "height": str(down), **node}, viewport)
        matrix = fit(area, Box(0, 0, across, down), node.get("preserveAspectRatio", ""))
        context.save()
        context.rectangle(area.left, area.top, area.right - area.left, area.bottom - area.top)
        context.clip()
        context.transform(cairo.Matrix(*matrix))
        pattern = cairo.SurfacePattern(self._image(link, picture, ink))
        pattern.set_filter(_FILTERS.get(node.get("image-rendering", ""), cairo.FILTER_GOOD))
        context.rectangle(0, 0, across, down)
        context.clip()
        if self._on_pixels:
            # Else a picture that is enlarged fades out along its edges, as it does in no PDF.
            pattern.set_extend(cairo.EXTEND_PAD)
        context.set_source(pattern)
        context.paint_with_alpha(float(node.get("opacity", 1)))
        context.restore()

    def _image(self, link: str, picture: Picture, ink: str) -> Any:
        if (link, ink) not in self._images:
            self._make_room(picture)
            self._images[link, ink] = decode(picture, ink)
        return self._images[link, ink]

    def _make_room(self, picture: Picture) -> None:
        """Let go of pictures, the oldest first, until another one fits. cairo knows them again if they come back."""
        pixels = picture.width * picture.height
        while self._images and pixels + sum(one.get_width() * one.get_height() for one in self._images.values()) > KEPT:
            del self._images[next(iter(self._images))]
