"""Pieces that are larger than the paper, in parts that are cut out and glued together.

All lengths are mm, from the page's top left corner unless said otherwise.
"""

from collections.abc import Iterator, Sequence

from pnp.model.face import Box
from pnp.model.kit import Job
from pnp.model.marking import Pen
from pnp.model.outline import Outline, Vertex
from pnp.model.sheet import DieLine, Line, Mark, Note, Piece, Tile
from pnp.model.units import show
from pnp.press.cutting.guides import Guides
from pnp.press.cutting.marks import DASHES, DISTANCE, LENGTH, ROOM, SHORTEST
from pnp.press.imposition.notes import LETTER, SHALLOWEST, Strips
from pnp.press.layout.arrangement import EXACT, Arrangement, Page, Spot
from pnp.press.layout.tiling import Part, divide

# Where notes over the bleed begin and end, so that they keep clear of the marks of cuts and seams.
_CLEAR = 14.0
# What stands on a flap, and how far from its ends and its edge.
_TYPE, _FROM_END, _FROM_EDGE = 2.6, 8.0, 0.7
# The line along which the edge of the next part is laid, and the mark that goes on with it: nobody shall cut there.
_SEAM = Pen(0.15, "#000000", DASHES["dashed"])
_SEAM_MARK = Pen(0.15, "#000000", (0.7, 0.5))


def part_piece(job: Job, piece: Piece, pages: Sequence[Page]) -> tuple[tuple[Arrangement, Piece], ...]:
    """The parts of a piece, row by row, each with its place on a page of its own; none if it cannot be parted.

    The page lies as takes the fewest parts; the first of `pages`, where that makes no difference.
    """
    ways = [(page, *_divide(job, piece, page)) for page in pages]
    whole = [way for way in ways if way[1] and way[2]]
    if not whole:
        return ()
    page, across, down = min(whole, key=lambda way: len(way[1]) * len(way[2]))
    return tuple(
        _place(page, piece, across, down, row, column) for row in range(len(down)) for column in range(len(across))
    )


def _divide(job: Job, piece: Piece, page: Page) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """The columns and rows of a piece on such a page, where marks, label and legend have room around each part."""
    edge = page.printable
    beside, above = (ROOM, SHALLOWEST) if job.marks != "none" else (0.0, 0.0)
    width, height = edge.right - edge.left - 2 * beside, edge.bottom - edge.top - 2 * above
    return (
        divide(piece.width, width, job.overlap, piece.lines[0]),
        divide(piece.height, height, job.overlap, piece.lines[1]),
    )


def _place(
    page: Page, piece: Piece, across: Sequence[Part], down: Sequence[Part], row: int, column: int
) -> tuple[Arrangement, Piece]:
    """One part in the middle of what the printer reaches."""
    left, above, right, below = across[column].before, down[row].before, across[column].after, down[row].after
    width, height = across[column].length, down[row].length
    edge = page.printable
    x, y = (edge.left + edge.right - width) / 2, (edge.top + edge.bottom - height) / 2
    tile = Tile(
        *(row + 1, column + 1, len(down), len(across)),
        *(across[column].start - left, down[row].start - above),
        *(piece.width, piece.height),
        Box(left, above, right, below),
    )
    part = piece._replace(width=width, height=height, corner=0.0, back=None, tile=tile)
    return Arrangement(page, (Spot(Box(x, y, x + width, y + height)),)), part


def shift_of(piece: Piece) -> tuple[float, float]:
    """How far the middle of the whole face is from the middle of the part."""
    tile = piece.tile
    if tile is None:
        return 0.0, 0.0
    return tile.width / 2 - tile.left - piece.width / 2, tile.height / 2 - tile.top - piece.height / 2


def find_waste(arrangement: Arrangement) -> Strips | None:
    """Room for notes above and below a part that leaves no more: over its bleed, which is cut off."""
    edge, block = arrangement.page.printable, arrangement.block
    depth = SHALLOWEST
    if block.top - edge.top < depth - EXACT or block.right - block.left < 4 * _CLEAR:
        return None
    left, right = block.left + _CLEAR, block.right - _CLEAR
    label = Box(left, edge.top, right, edge.top + depth)
    return Strips(label, Box(left, edge.bottom - depth, right, edge.bottom), 0, edge, over_bleed=True)


def remark_on_parts(pieces: Sequence[Piece], paper: str, orientation: str) -> str:
    """How a piece is parted, in words. `pieces` are its parts."""
    first = pieces[0]
    tile = first.tile
    if tile is None:
        return ""
    flaps = [depth for piece in pieces if piece.tile for depth in piece.tile.flaps if depth]
    rows = f"{tile.rows} row" if tile.rows == 1 else f"{tile.rows} rows"
    return (
        f"{first.component} on {paper}, {orientation}: {show(tile.width)} x {show(tile.height)} mm in "
        f"{len(pieces)} parts, {rows} of {tile.columns}, glued on flaps of {show(max(flaps))} mm"
    )


def name_part(tile: Tile) -> str:
    """Which part it is, in words."""
    return f"row {tile.row}, column {tile.column} of {tile.rows} x {tile.columns}"


def add_seams(guides: Guides, tile: Tile, trim: Box, usable: Box) -> Guides:
    """The guides of a part, with what its flaps need: the lines for the edges of its neighbours, and what lies there.

    Beyond the part's ends each line goes on as a dashed mark, which meets the neighbour's mark for the cut along that
    edge.
    """
    marks: list[Mark] = []
    dies: list[DieLine] = []
    notes: list[Note] = []
    for line, flap, turn, over in _seams(tile, trim):
        dies.append(DieLine(Outline((Vertex(line.x1, line.y1), Vertex(line.x2, line.y2)), closed=False), _SEAM))
        marks += _ends(line, usable)
        text = f"glue: row {over[0]}, column {over[1]} comes over this"
        box = _write_on(flap, turn, len(text) * LETTER)
        if box is not None:
            notes.append(Note("number", box, turn, text))
    return guides._replace(
        marks=(*guides.marks, *marks),
        dies=(*guides.dies, *dies),
        numbers=(*guides.numbers, *notes),
    )


def _seams(tile: Tile, trim: Box) -> Iterator[tuple[Line, Box, int, tuple[int, int]]]:
    """For each flap the line of its seam, its own area, how words on it are turned, and the part that lies over it."""
    flaps = tile.flaps
    if flaps.left:
        x = trim.left + flaps.left
        yield Line(x, trim.top, x, trim.bottom), trim._replace(right=x), 270, (tile.row, tile.column - 1)
    if flaps.right:
        x = trim.right - flaps.right
        yield Line(x, trim.top, x, trim.bottom), trim._replace(left=x), 270, (tile.row, tile.column + 1)
    if flaps.top:
        y = trim.top + flaps.top
        yield Line(trim.left, y, trim.right, y), trim._replace(bottom=y), 0, (tile.row - 1, tile.column)
    if flaps.bottom:
        y = trim.bottom - flaps.bottom
        yield Line(trim.left, y, trim.right, y), trim._replace(top=y), 0, (tile.row + 1, tile.column)


def _ends(line: Line, usable: Box) -> Iterator[Mark]:
    """Marks that go on with a line beyond both its ends, as far as there is room for them."""
    x1, y1, x2, y2 = line
    upright = x1 == x2
    rooms = (y1 - usable.top, usable.bottom - y2) if upright else (x1 - usable.left, usable.right - x2)
    for sign, room in zip((-1, 1), rooms, strict=True):
        far = min(room, DISTANCE + LENGTH)
        if far < DISTANCE + SHORTEST:
            continue
        if upright:
            start = y1 if sign < 0 else y2
            yield Mark(Line(x1, start + sign * DISTANCE, x1, start + sign * far), True, _SEAM_MARK)
        else:
            start = x1 if sign < 0 else x2
            yield Mark(Line(start + sign * DISTANCE, y1, start + sign * far, y1), True, _SEAM_MARK)


def _write_on(flap: Box, turn: int, wide: float) -> Box | None:
    """Where words of such a width stand on a flap: in its middle, near one end; nowhere on one that is too small."""
    width, height = flap.right - flap.left, flap.bottom - flap.top
    depth, length = (width, height) if turn else (height, width)
    if depth < _TYPE + 2 * _FROM_EDGE or length < wide + 2 * _FROM_END:
        return None
    across = (flap.left + flap.right) / 2 if turn else (flap.top + flap.bottom) / 2
    low, high = across - _TYPE / 2, across + _TYPE / 2
    if turn:
        return Box(low, flap.bottom - _FROM_END - wide, high, flap.bottom - _FROM_END)
    return Box(flap.left + _FROM_END, low, flap.left + _FROM_END + wide, high)
