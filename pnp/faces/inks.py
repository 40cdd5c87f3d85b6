"""Faces in an ink: all colours as grays, or as eyes see them that lack a kind of cones. They stay drawings and text."""

import hashlib

from pnp.model.colours import dip
from pnp.model.face import Face, Shape


class Inkwell:
    """One of `pnp.model.colours.INKS`. What faces share stays shared."""

    def __init__(self, ink: str) -> None:
        self._ink = ink
        self._shapes: dict[int, tuple[Shape, Shape]] = {}

    def dip(self, face: Face) -> Face:
        """The face in this ink: its drawing will be, and what it recorded is. Its digest is another."""
        ink = self._ink
        return face._replace(
            ink=ink,
            texts=tuple(text._replace(fill=dip(text.fill, ink)) for text in face.texts),
            shapes=tuple(map(self._dip, face.shapes)),
            digest=hashlib.sha256(f"{ink}\n{face.digest}".encode()).hexdigest(),
        )

    def _dip(self, shape: Shape) -> Shape:
        """The shape; the same one again if it is the same object, which is kept, so that no other takes its place."""
        known = self._shapes.get(id(shape))
        if known is None:
            dipped = shape._replace(fill=dip(shape.fill, self._ink), stroke=dip(shape.stroke, self._ink))
            known = self._shapes[id(shape)] = shape, dipped
        return known[1]
