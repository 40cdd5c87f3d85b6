"""Finished PDFs of random decks, read back by arithmetic: every trim, every back and every fold where it belongs."""

import math
from collections import Counter
from itertools import combinations
from typing import Any, NamedTuple

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from pnp.model.face import Box, FaceKey
from pnp.model.printer import Margins
from pnp.model.sheet import Piece, Run
from pnp.press.assembly import print_run
from press.nouns import colours, draw, lay, make_pieces
from press.reading import Placed, ReadPage, read

EXACT = 0.01  # mm
MARGIN = 4.2
PAPERS = {"letter": (215.9, 279.4), "a4": (210.0, 297.0)}
SIZES = st.one_of(
    st.sampled_from([(63.5, 88.9), (88.9, 63.5), (63.0, 88.0), (44.45, 63.5), (25.0, 25.0), (57.15, 88.9)]),
    st.tuples(st.integers(150, 900), st.integers(150, 900)).map(lambda size: (size[0] / 10, size[1] / 10)),
)


class Deal(NamedTuple):
    pieces: list[Piece]
    paper: str
    settings: dict[str, Any]


@st.composite
def deals(choose: st.DrawFn) -> Deal:
    """One to three decks, 1 to 120 pieces in all, and how to print them."""
    pieces: list[Piece] = []
    for number in range(choose(st.integers(1, 3))):
        bleed = choose(st.sampled_from([0.0, 1.0, 1.5, 3.0, 3.175]))
        designs = make_pieces(
            choose(st.integers(1, 10)),
            choose(SIZES),
            deck=f"deck{number}",
            bleed=bleed,
            back=choose(st.sampled_from(["each", "each", "shared", "none"])),
            back_bleed=bleed + choose(st.sampled_from([0.0, 0.0, 1.5])),
            back_turn=choose(st.sampled_from([0, 0, 90, 180, 270])),
        )
        for copy in range(choose(st.integers(1, 4))):
            pieces += [piece._replace(copy=copy + 1) for piece in designs]
    how = choose(st.sampled_from(["grid", "grid", "fold", "share", "bleed", "count"]))
    chosen: dict[str, Any] = {"flip": choose(st.sampled_from(["long-edge", "short-edge"]))}
    if how in ("bleed", "count"):
        chosen["up"] = "bleed" if how == "bleed" else choose(st.integers(1, 9))
    else:
        chosen["gutter"] = choose(st.sampled_from([0.0, 0.0, 0.5, 2.0, 3.0, 6.0]))
    if how == "fold":
        chosen |= {"layout": "gutterfold", "fold": choose(st.sampled_from([2.0, 6.35, 10.0, 17.5]))}
    if how == "share":
        chosen["share"] = True
    if choose(st.integers(0, 3)) == 0:
        chosen["margin"] = Margins(5, 12, 9, 6)
    return Deal(pieces[:120], choose(st.sampled_from(["letter", "a4"])), chosen)


class Seen(NamedTuple):
    """A face on a page, and its trim there, from the middle of what was drawn."""

    key: FaceKey
    trim: Box
    placed: Placed


def find_trims(page: ReadPage, pieces: list[Piece]) -> list[Seen]:
    names = {colour: key for key, colour in colours(pieces).items()}
    owners = {key: piece for piece in pieces for key in (piece.front, piece.back) if key is not None}
    seen = []
    for placed in page.placed:
        key = names[placed.colour]
        piece = owners[key]
        bleed = piece.bleed if key.side == "front" else piece.back_bleed
        across = (placed.turn + (piece.back_turn if key.side == "back" else 0)) % 180 != 0
        width, height = (piece.height, piece.width) if across else (piece.width, piece.height)
        left, top, right, bottom = placed.box
        assert abs(right - left - width - 2 * bleed) < EXACT, "nothing is scaled"
        assert abs(bottom - top - height - 2 * bleed) < EXACT
        x, y = (left + right - width) / 2, (top + bottom - height) / 2
        seen.append(Seen(key, Box(x, y, x + width, y + height), placed))
    return seen


def within(inner: Box, outer: Box) -> bool:
    starts = all(a > b - EXACT for a, b in zip(inner[:2], outer[:2], strict=True))
    return starts and all(a < b + EXACT for a, b in zip(inner[2:], outer[2:], strict=True))


def overlap(one: Box, other: Box) -> float:
    """How deep one box lies in another; below 0 how far they are apart."""
    across = min(one.right, other.right) - max(one.left, other.left)
    down = min(one.bottom, other.bottom) - max(one.top, other.top)
    return min(across, down)


def gap(one: Box, other: Box) -> float | None:
    """How far two boxes are apart that face each other."""
    across = max(one.left, other.left) - min(one.right, other.right)
    down = max(one.top, other.top) - min(one.bottom, other.bottom)
    if (across < -EXACT) == (down < -EXACT):
        return None
    return max(across, down)


def printable(deal: Deal, page: ReadPage) -> Box:
    """What the printer reaches of a front: a lying page has the wider of two margins at each edge."""
    top, right, bottom, left = deal.settings.get("margin", (MARGIN,) * 4)
    if page.width > page.height:
        top = bottom = max(left, right)
        left = right = max(deal.settings.get("margin", (MARGIN,) * 4)[::2])
    return Box(left, top, page.width - right, page.height - bottom)


def check_page(page: ReadPage, seen: list[Seen], run: Run, edge: Box) -> None:
    """Trims and bleed within the margin, bleed within the drawing and on no other piece, marks on none, all apart."""
    for one in seen:
        assert within(one.trim, edge)
        assert within(one.placed.clip, edge)
        assert within(one.placed.clip, one.placed.box)
        assert within(one.trim, one.placed.clip)
        for other in seen:
            if other is not one:
                assert overlap(one.placed.clip, other.trim) < EXACT
    gutter = min(run.job.gutter, run.job.fold) if run.job.layout == "gutterfold" else run.job.gutter
    for one, other in combinations(seen, 2):
        apart = gap(one.trim, other.trim)
        assert apart is None or apart > gutter - EXACT
        assert overlap(one.trim, other.trim) < EXACT
    for stroke in page.marks:
        x, y = (stroke.line.x1 + stroke.line.x2) / 2, (stroke.line.y1 + stroke.line.y2) / 2
        assert not any(overlap(Box(x, y, x, y), one.trim) > EXACT for one in seen)


def mirror(box: Box, axis: float, *, upright: bool) -> Box:
    left, top, right, bottom = box
    if upright:
        return Box(2 * axis - right, top, 2 * axis - left, bottom)
    return Box(left, 2 * axis - bottom, right, 2 * axis - top)


def check_behind(front: Seen, backs: list[Seen], back: FaceKey, turn: int, axis: float, *, upright: bool) -> None:
    """The back lies in the mirror of its front, and reads as its front does once the piece is turned over."""
    place = mirror(front.trim, axis, upright=upright)
    found = [each for each in backs if max(abs(a - b) for a, b in zip(each.trim, place, strict=True)) < EXACT]
    assert [each.key for each in found] == [back]
    # Up, as the front has it, seen from behind: left and right change places, or up and down.
    up = math.radians(front.placed.turn)
    x, y = math.sin(up), -math.cos(up)
    x, y = (-x, y) if upright else (x, -y)
    assert found[0].placed.turn == round(math.degrees(math.atan2(x, -y)) + turn) % 360


def fold_of(front: Seen, page: ReadPage) -> tuple[float, bool]:
    """The dashed line beside a front: to its right, or below it."""
    middle = (front.trim.left + front.trim.right) / 2, (front.trim.top + front.trim.bottom) / 2
    found = []
    for stroke in page.dashed:
        x1, y1, x2, y2 = stroke.line
        upright = abs(x1 - x2) < EXACT
        away = x1 - front.trim.right if upright else y1 - front.trim.bottom
        along = middle[1] if upright else middle[0]
        ends = sorted((y1, y2) if upright else (x1, x2))
        if away > 0 and ends[0] - EXACT < along < ends[1] + EXACT:
            found.append((away, x1 if upright else y1, upright))
    away, axis, upright = min(found)
    return axis, upright


def check_run(deal: Deal, run: Run, pages: list[ReadPage]) -> None:
    behind = {piece.front: piece for piece in deal.pieces}
    fronts: Counter[FaceKey] = Counter()
    step = 2 if run.duplex else 1
    assert len(pages) == step * len(run.sheets)
    for number in range(0, len(pages), step):
        page = pages[number]
        seen = find_trims(page, deal.pieces)
        backs = find_trims(pages[number + 1], deal.pieces) if run.duplex else seen
        reach = printable(deal, page)
        check_page(page, seen, run, reach)
        if run.duplex:
            level = (deal.settings["flip"] == "long-edge") == (page.height < page.width)
            middle = page.height / 2 if level else page.width / 2
            check_page(pages[number + 1], backs, run, mirror(reach, middle, upright=not level))
        here = [each for each in seen if each.key.side == "front"]
        fronts.update(each.key for each in here)
        for front in here:
            piece = behind[front.key]
            if deal.settings.get("up") == "bleed":
                assert within(front.placed.box, front.placed.clip), "the whole bleed is there"
            if piece.back is None:
                continue
            if deal.settings.get("layout") == "gutterfold":
                axis, upright = fold_of(front, page)
                edge = front.trim.right if upright else front.trim.bottom
                assert abs(axis - edge - deal.settings["fold"] / 2) < EXACT
            else:
                upright = (deal.settings["flip"] == "long-edge") == (page.height >= page.width)
                axis = (page.width if upright else page.height) / 2
            check_behind(front, backs, piece.back, piece.back_turn, axis, upright=upright)
        with_back = [each for each in here if behind[each.key].back is not None]
        assert len([each for each in backs if each.key.side == "back"]) == len(with_back)
    assert fronts == Counter(piece.front for piece in deal.pieces)


def most(size: tuple[float, float], paper: str, gutter: float) -> int:
    """How many a sheet takes, by arithmetic of our own."""
    short, long = PAPERS[paper]
    counts = []
    for page in ((short, long), (long, short)):
        columns, rows = (
            int((side - 2 * MARGIN + gutter + 1e-6) // (part + gutter)) for side, part in zip(page, size, strict=True)
        )
        counts.append(columns * rows)
    return max(counts)


@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(deals())
def test_every_page_of_any_deck_lines_up(deal: Deal) -> None:
    run = lay(deal.pieces, deal.paper, **deal.settings)
    assume(not run.faults)
    check_run(deal, run, read(print_run(run, draw(deal.pieces), False)))
    if deal.settings.keys() == {"flip", "gutter"}:
        sizes = Counter((min(p.width, p.height), max(p.width, p.height)) for p in deal.pieces)
        first = {(min(p.width, p.height), max(p.width, p.height)): (p.width, p.height) for p in reversed(deal.pieces)}
        gutter = deal.settings["gutter"]
        sheets = [math.ceil(many / most(first[size], deal.paper, gutter)) for size, many in sizes.items()]
        assert len(run.sheets) == sum(sheets)
