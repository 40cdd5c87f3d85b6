"""Glyphs in their places, kept small: shaped words are shared, and positions are worked out when they are asked for.

A card of 250 letters keeps some hundred references instead of 250 tuples.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, overload

from pnp.faces.text.shaping import Shaped
from pnp.model.face import Glyphs


class Row(NamedTuple):
    """Pieces that follow one another from (x, y), in user units; y is the baseline's."""

    x: float
    y: float
    pieces: tuple[Shaped, ...]


class PlacedGlyphs(Sequence[tuple[int, float, float]]):
    """The glyphs (index, x, y) of rows set at one size. Walk along them; an index costs a walk."""

    __slots__ = ("rows", "size")

    def __init__(self, size: float, rows: tuple[Row, ...]) -> None:
        self.size = size
        self.rows = rows

    def __len__(self) -> int:
        return sum([len(piece.glyphs) for row in self.rows for piece in row.pieces])

    def __iter__(self) -> Iterator[tuple[int, float, float]]:
        size = self.size
        for x, y, pieces in self.rows:
            pen = x
            for piece in pieces:
                yield from [(glyph, pen + right * size, y + down * size) for glyph, right, down in piece.glyphs]
                pen += piece.advance * size

    def flatten(self) -> list[float]:
        """The same as one list: index, x, y, index, and so on."""
        size = self.size
        numbers: list[float] = []
        for x, y, pieces in self.rows:
            pen = x
            for piece in pieces:
                for glyph, right, down in piece.glyphs:
                    numbers += (glyph, pen + right * size, y + down * size)
                pen += piece.advance * size
        return numbers

    @overload
    def __getitem__(self, index: int) -> tuple[int, float, float]: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[tuple[int, float, float], ...]: ...
    def __getitem__(self, index: int | slice) -> tuple[int, float, float] | tuple[tuple[int, float, float], ...]:
        return tuple(self)[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PlacedGlyphs) and (self.size, self.rows) == (other.size, other.rows)

    def __hash__(self) -> int:
        return hash((self.size, self.rows))


class RowClusters(Sequence[tuple[int, int]]):
    """The clusters (bytes, glyphs) of rows, one after another."""

    __slots__ = ("rows",)

    def __init__(self, rows: tuple[Row, ...]) -> None:
        self.rows = rows

    def __len__(self) -> int:
        return sum([len(piece.clusters) for row in self.rows for piece in row.pieces])

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter([cluster for row in self.rows for piece in row.pieces for cluster in piece.clusters])

    @overload
    def __getitem__(self, index: int) -> tuple[int, int]: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[tuple[int, int], ...]: ...
    def __getitem__(self, index: int | slice) -> tuple[int, int] | tuple[tuple[int, int], ...]:
        return tuple(self)[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RowClusters) and self.rows == other.rows

    def __hash__(self) -> int:
        return hash(self.rows)


def make_run(size: float, fill: str, rows: Sequence[Row]) -> Glyphs:
    """Rows of one font and one scale as a run. Backward pieces have been turned to face the reader."""
    first = rows[0].pieces[0]
    kept = tuple(rows)
    text = "".join([piece.text for row in kept for piece in row.pieces])
    return Glyphs(first.font, size * first.scale, fill, text, PlacedGlyphs(size, kept), RowClusters(kept))
