"""Checks of boards as they are drawn and numbered: numbers, links, slots, labels, straight lines."""

from collections.abc import Iterable, Iterator
from math import cos, hypot, radians

from pnp.model.board import Board, Link, Space
from pnp.model.expectation import Amount
from pnp.model.finding import Level
from pnp.model.units import show
from pnp.rules.check import Context, Said, check
from pnp.rules.topics.values import (
    called,
    counted,
    deck_of,
    is_whole,
    is_whole_deck,
    listed,
    number_at,
    on_line,
    place_of,
)
from pnp.rules.topics.ways import lay_ways, names_of, space_of

# A run is straight while no step turns farther from the first than this.
_STRAIGHT = cos(radians(10))
_TOUCH = 0.01


@check("number-gap", on=Board)
def number_gap(board: Board, context: Context) -> Iterable[Said]:
    """The numbers of a board's spaces go from the first to the last without a gap.

    A die, a card or the rules send players to a number. If the board lacks it, they search for a while, and then the
    rules.

    Bad:
        spaces: [{id: hall, number: 1}, {id: lab, number: 3}]

    Good:
        spaces: [{id: hall, number: 1}, {id: lab, number: 2}]
    """
    numbered = sorted((space.number, at) for at, space in enumerate(board.spaces) if space.number is not None)
    if not is_whole(context, board.where.file) or not (numbered or board.numbers):
        return
    wanted = board.numbers or Amount(numbered[0][0], numbered[-1][0])
    free, where = int(wanted.least), board.place("numbers")
    missing: list[str] = []
    for number, at in numbered:
        space = board.spaces[at]
        if not wanted.holds(number):
            message = f'the number of "{space.name}" is {number}; the board "{board.title}" goes from {wanted}'
            yield Said(space.place("number"), message, "Correct the number, or what the board expects.")
            continue
        if number > free:
            where = where if missing else space.place("number")
            missing.append(_run(free, number - 1))
        free = max(free, number + 1)
    if free <= wanted.most:
        missing.append(_run(free, int(wanted.most)))
    if missing:
        message = f'the board "{board.title}" goes from {wanted}, but no space is numbered {listed(missing, "or")}'
        yield Said(where, message, "Give the spaces numbers without a gap.")


def _run(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"


@check("doubled-number", on=Board)
def doubled_number(board: Board, _context: Context) -> Iterable[Said]:
    """No two spaces of a board have the same number.

    A player whom a card sends to seven would have to choose, and would choose the better one.

    Bad:
        spaces: [{id: hall, number: 7}, {id: lab, number: 7}]

    Good:
        spaces: [{id: hall, number: 7}, {id: lab, number: 8}]
    """
    first: dict[int, Space] = {}
    for space in board.spaces:
        other = first.setdefault(space.number, space) if space.number is not None else space
        if other is not space:
            here = space.place("number")
            yield Said(
                here,
                f'"{other.name}" ({on_line(other.place("number"), here)}) and "{space.name}" both have the number '
                f"{space.number}",
                "Give each space a number of its own.",
            )


@check("uneven-links", on=Board, level=Level.WARNING)
def uneven_links(board: Board, _context: Context) -> Iterable[Said]:
    """Two spaces are linked once, and the same way from both sides.

    A link leads there and back. One that is written again from the other side, as a one-way link perhaps, leaves it
    open which of the two is meant. Links of different conditions stand side by side.

    Bad:
        links:
          - {from: hall, to: lab}
          - {from: lab, to: hall, one_way: true}

    Good:
        links:
          - {from: hall, to: lab}
    """
    first: dict[tuple[str, str, str], Link] = {}
    for link in board.links:
        low, high = sorted((link.start, link.end))
        other = first.setdefault((low, high, link.condition), link)
        start, end = (space_of(board, each).name for each in (link.start, link.end))
        if low == high:
            yield Said(link.where, f'the link leads from "{start}" to itself', "Write the other space, or take it out.")
        elif other is not link:
            yield Said(
                link.where,
                f'"{start}" and "{end}" are linked {on_line(other.where, link.where)} and again here'
                f"{_how(other, link)}",
                "Keep one of the two links; without `one_way` it leads there and back.",
            )


def _how(other: Link, link: Link) -> str:
    if other.one_way and link.one_way:
        return "" if other.start == link.start else ", one-way in each direction"
    if other.one_way or link.one_way:
        return f", one-way {'here' if link.one_way else 'there'} and both ways {'there' if link.one_way else 'here'}"
    return ""


@check("too-few-slots", on=Board)
def too_few_slots(board: Board, context: Context) -> Iterable[Said]:
    """As many slots fit along the edge of a board as it expects.

    Cards that lie around the board need their width along it. On each side only whole ones fit, so a board of the
    right length around may still be too small.

    Bad:
        size: 20 x 15 in
        expects: {slots: {count: 32, width: 2.5 in}}      # 28 fit

    Good:
        size: 30 x 15 in
        expects: {slots: {count: 32, width: 2.5 in}}
    """
    if board.slots is None or not is_whole(context, board.where.file):
        return
    slots = board.slots
    if board.size is None:
        yield Said(
            slots.where, f'the board "{board.title}" has no size, so its slots cannot be counted', "Add `size:`."
        )
        return
    fit = 2 * sum(int(side / slots.width + 1e-6) for side in board.size)
    if fit < slots.count:
        sides = " x ".join(show(side) for side in board.size)
        yield Said(
            slots.where,
            f'{counted(fit, "slot")} of {show(slots.width)} mm fit around the board "{board.title}" ({sides} mm); '
            f"{slots.count} are expected",
            "Make the board larger or the slots narrower.",
        )


@check("label-overlap", on=Board, level=Level.WARNING)
def label_overlap(board: Board, _context: Context) -> Iterable[Said]:
    """The labels of a board's spaces do not lie on each other.

    Two names on top of each other cannot be read. (From `at`, the middle of a label, and `label`, its size.)

    Bad:
        label: [24, 6]
        spaces: [{id: hall, at: [50, 50]}, {id: lab, at: [60, 52]}]

    Good:
        label: [24, 6]
        spaces: [{id: hall, at: [50, 50]}, {id: lab, at: [80, 50]}]
    """
    boxes = sorted((*_box(space), at) for at, space in enumerate(board.spaces) if space.at and space.label)
    open_: list[tuple[float, float, float, float, int]] = []
    for box in boxes:
        open_ = [other for other in open_ if other[2] > box[0] + _TOUCH]
        for other in open_:
            wide = min(box[2], other[2]) - box[0]
            high = min(box[3], other[3]) - max(box[1], other[1])
            if high > _TOUCH:
                first, second = (board.spaces[at] for at in sorted((box[4], other[4])))
                here = second.place("at")
                yield Said(
                    here,
                    f'the labels of "{first.name}" ({on_line(first.place("at"), here)}) and "{second.name}" overlap '
                    f"by {show(wide)} x {show(high)} mm",
                    "Move one of them, or make the labels smaller.",
                )
                break
        open_.append(box)


def _box(space: Space) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the space's label."""
    (x, y), (width, height) = space.at or (0.0, 0.0), space.label or (0.0, 0.0)
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


@check("label-off-board", on=Board)
def label_off_board(board: Board, _context: Context) -> Iterable[Said]:
    """The labels of a board's spaces lie on the board.

    What stands beyond the edge is cut off, and the space is left with half a name or none.

    Bad:
        size: 300 x 200 mm
        label: [24, 6]
        spaces: [{id: hall, at: [295, 50]}]

    Good:
        size: 300 x 200 mm
        label: [24, 6]
        spaces: [{id: hall, at: [280, 50]}]
    """
    for space in board.spaces:
        if board.size and space.at:
            left, top, right, bottom = _box(space)
            over = max(-left, -top, right - board.size[0], bottom - board.size[1])
            if over > _TOUCH:
                what = "label" if space.label else "place"
                yield Said(
                    space.place("at"),
                    f'the {what} of "{space.name}" stands {show(over)} mm over the edge of the board "{board.title}"',
                    "Move it inward, or correct the board's size.",
                )


@check("straight-run", on=Board)
def straight_run(board: Board, context: Context) -> Iterable[Said]:
    """The longest straight run of a board is as long as expected, and no card reaches farther.

    Who shoots along a corridor shoots as far as it is straight. A range beyond that is a number without a meaning. (On
    a map a run goes from cell to cell, doors and rooms included; without one it is a row of links by `at` that turns
    less than 10 degrees.)

    Bad:
        expects: {straight: {fits: items.range}}      # the longest run has 4 steps
        # in items.yaml
        - {id: rifle, title: Rifle, range: 8}

    Good:
        expects: {straight: {fits: items.range}}
        # in items.yaml
        - {id: rifle, title: Rifle, range: 4}
    """
    if board.straight is None or not is_whole(context, board.where.file):
        return
    run = longest_run(board)
    steps = max(len(run) - 1, 0)
    ends = f", from {names_of(board, run[:1])} to {names_of(board, run[-1:])}" if run else ""
    amount = board.straight.amount
    if amount and not amount.holds(steps):
        yield Said(
            board.straight.where,
            f'the longest straight run of the board "{board.title}" has {counted(steps, "step")}{ends}; '
            f"{amount} {'is' if amount.most == 1 else 'are'} expected",
            "Move spaces or links, or correct what is expected.",
        )
    yield from _reaching(board, steps, ends, context)


def _reaching(board: Board, steps: int, ends: str, context: Context) -> Iterator[Said]:
    """The cards that reach farther than the longest straight run."""
    name, _, field = board.straight.fits.partition(".") if board.straight else ("", "", "")
    deck = deck_of(context.kit, name)
    for card in deck.cards if deck and is_whole_deck(deck, context) else ():
        far = number_at(card, field)
        if far is not None and far > steps:
            yield Said(
                place_of(card, field),
                f"{field} of {called(card)} is {far:g}, and the longest straight run of the board "
                f'"{board.title}" has {counted(steps, "step")}{ends}',
                f"Write {steps} at most.",
            )


def longest_run(board: Board) -> tuple[str, ...]:
    """The spaces of the longest straight run of links; none where no two are linked.

    On a map it is the longest line of sight over the cells, else what goes straight from label to label.
    """
    if board.ground is not None:
        return max(board.ground.lines(), key=len, default=())
    at = {space.id: space.at for space in board.spaces if space.at is not None}
    ways = {start: [end for end in ends if end in at] for start, ends in lay_ways(board).items() if start in at}
    best: tuple[str, ...] = ()
    for start, ends in ways.items():
        for end in ends:
            step = _direction(at[start], at[end])
            run = [start, end]
            while step:
                turns = [(_along(step, _direction(at[run[-1]], at[each])), each) for each in ways[run[-1]]]
                ahead = max(turns, default=(0.0, ""))
                if ahead[0] < _STRAIGHT:
                    break
                run.append(ahead[1])
            if step and len(run) > len(best):
                best = tuple(run)
    return best


def _direction(start: tuple[float, float], end: tuple[float, float]) -> tuple[float, float] | None:
    """One mm from start towards end; None if they are one place."""
    x, y = end[0] - start[0], end[1] - start[1]
    far = hypot(x, y)
    return (x / far, y / far) if far > _TOUCH else None


def _along(one: tuple[float, float], other: tuple[float, float] | None) -> float:
    """The cosine of the angle between two directions."""
    return one[0] * other[0] + one[1] * other[1] if other else -1.0
