"""Checks of tracks: their spaces follow on each other, and who starts on them has a place and room to move."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from pnp.model.finding import Level
from pnp.model.track import Start, Track
from pnp.rules.check import Context, Said, check
from pnp.rules.topics.values import counted, deck_of, is_whole, is_whole_deck, number_at, on_line, place_of

# A step that the spaces of a track have at least so often is meant.
MOST = 3


def _starts(track: Track, context: Context) -> tuple[Start, ...]:
    """Who starts where: as the track says, or as a field of a deck does; nobody while one of the two has faults."""
    if not is_whole(context, track.where.file):
        return ()
    name, _, field = track.source.partition(".")
    deck = deck_of(context.kit, name) if field else None
    if deck is None:
        return track.starts
    numbers = [(card, number_at(card, field)) for card in deck.cards if is_whole_deck(deck, context)]
    return tuple(
        Start(" ".join(card.title.split()) or card.id, int(number), place_of(card, field))
        for card, number in numbers
        if number is not None
    )


@check("track-gap", on=Track)
def track_gap(track: Track, context: Context) -> Iterable[Said]:
    """The spaces of a track are numbered one by one, or all the way by the same step.

    A marker that is moved by three goes three spaces. Where a number is missing or stands twice, it is right by the
    numbers or by the spaces, but not by both. A track of fives, 0, 5, 10, goes by the step that most of it has.

    Bad:
        track: health
        spaces: [0, 1, 2, 4]

    Good:
        track: health
        spaces: [0, 1, 2, 3, 4]
    """
    if not is_whole(context, track.where.file):
        return
    step = _step(track.spaces)
    seen: set[int] = set(track.spaces[:1])
    for at in range(1, len(track.spaces)):
        before, here = track.spaces[at - 1], track.spaces[at]
        if here != before + step:
            what = f"the space {here} stands twice" if here in seen else f"{before} is followed by {here}"
            wanted = before + step
            yield Said(
                track.place("spaces", at),
                f'{what} on the track "{track.title}"; {wanted} was expected',
                f"Number the spaces {'one by one' if abs(step) == 1 else f'by {abs(step)}'}, in their order.",
            )
        seen.add(here)


def _step(spaces: Sequence[int]) -> int:
    """By how much most spaces differ from the one before them; where that is no more than chance, 1 up or down."""
    steps = Counter(here - before for before, here in pairwise(spaces))
    step, often = steps.most_common(1)[0] if steps else (1, 0)
    if step and often >= MOST and 2 * often > steps.total():
        return step
    return 1 if not spaces or spaces[-1] >= spaces[0] else -1


@check("start-off-track", on=Track)
def start_off_track(track: Track, context: Context) -> Iterable[Said]:
    """Whoever starts on a track starts on one of its spaces.

    Otherwise the marker has no place before the first turn, and each table makes up another one.

    Bad:
        track: health
        spaces: 0-18
        starts: [{name: Pete, on: 20}]

    Good:
        track: health
        spaces: 0-18
        starts: [{name: Pete, on: 12}]
    """
    for start in _starts(track, context) if track.spaces else ():
        if start.on not in track.spaces:
            yield Said(
                start.where,
                f'"{start.name}" starts on {start.on}, but the track "{track.title}" goes from '
                f"{min(track.spaces)} to {max(track.spaces)}",
                "Correct the start, or lengthen the track.",
            )


@check("shared-start", on=Track)
def shared_start(track: Track, context: Context) -> Iterable[Said]:
    """No two start on the same space of a track, unless it says that they may.

    Where each space holds one marker, two of them cannot be set up. Where several may share, write `shared: true`.

    Bad:
        track: health
        spaces: 0-18
        starts: [{name: Pete, on: 12}, {name: Mush, on: 12}]

    Good:
        track: health
        spaces: 0-18
        starts: [{name: Pete, on: 12}, {name: Mush, on: 10}]
    """
    first: dict[int, Start] = {}
    for start in _starts(track, context) if not track.shared else ():
        other = first.setdefault(start.on, start)
        if other is not start:
            yield Said(
                start.where,
                f'"{other.name}" ({on_line(other.where, start.where)}) and "{start.name}" both start on {start.on} '
                f'of the track "{track.title}"',
                "Move one of them, or write `shared: true` if a space holds several.",
            )


@check("no-head-room", on=Track, level=Level.WARNING)
def no_head_room(track: Track, context: Context) -> Iterable[Said]:
    """A track goes on far enough above the highest start.

    What heals or scores in the first turn moves a marker up. If the track ends too soon, it is pushed off the board, or
    the gain is lost, and no rule says which.

    Bad:
        track: health
        spaces: 0-12
        starts: [{name: Pete, on: 12}]
        head_room: 6

    Good:
        track: health
        spaces: 0-18
        starts: [{name: Pete, on: 12}]
        head_room: 6
    """
    starts = _starts(track, context)
    if track.head_room is None or not starts or not track.spaces:
        return
    highest = max(starts, key=lambda start: start.on)
    room = max(track.spaces) - highest.on
    if 0 <= room < track.head_room:
        yield Said(
            track.place("head_room"),
            f'"{highest.name}" starts on {highest.on} and the track "{track.title}" ends at {max(track.spaces)}: '
            f"{counted(room, 'space')} of head-room, {track.head_room} expected",
            f"Lengthen the track to {highest.on + track.head_room}, or say in the rules what happens at its end.",
        )
