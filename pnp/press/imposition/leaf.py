"""One leaf of paper after the other: fronts, what lies behind them, marks and notes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.model.face import Box, FaceKey
from pnp.model.kit import Job, Kit
from pnp.model.net import Net
from pnp.model.outline import Outline
from pnp.model.sheet import Note, Piece, Sheet, Side, Slot
from pnp.model.strip import Strip
from pnp.press.cutting.guides import Guides
from pnp.press.cutting.steps import explain_lines, find_room, line_up, tell_steps, write_steps
from pnp.press.imposition.group import Group, find_turns
from pnp.press.imposition.notes import SPACE, write_label
from pnp.press.imposition.pattern import Kind, Pattern, draw_pattern, kind_of
from pnp.press.imposition.tiles import name_part, shift_of
from pnp.press.layout.duplex import turn_over


class Imprint(NamedTuple):
    """What the sheets of a run have in common for what is written on them: the game, and what its decks are called.

    `last` are the words at the end of a label, `strips` the decks that are folded.
    """

    title: str
    names: Mapping[str, str]
    last: tuple[str, ...]
    sheets: int
    duplex: bool
    strips: Mapping[str, Strip | Net]
    job: Job


def lay_sheets(kit: Kit, job: Job, groups: Sequence[Group], paper: str, theme: str) -> tuple[Sheet, ...]:
    """Every sheet of the run, in order. `job` must have values that can be."""
    version = (f"version {kit.version}",) if kit.version else ()
    imprint = Imprint(
        kit.title or kit.id,
        {deck.id: deck.title or deck.id for deck in kit.decks},
        (*version, *((theme,) if theme else ()), paper, "print at 100 %"),
        sum(len(group.portions) for group in groups),
        any(piece.back is not None for group in groups if not group.folded for piece in group.pieces),
        {deck.id: deck.folded for deck in kit.decks if deck.folded is not None},
        job,
    )
    sheets: list[Sheet] = []
    for group in groups:
        page = group.arrangement.page
        flip = turn_over(page.width, page.height, job.flip)
        patterns: dict[tuple[Kind, ...], Pattern] = {}
        for portion in group.portions:
            kinds = tuple(map(kind_of, portion, find_turns(group, portion)))
            if kinds not in patterns:
                patterns[kinds] = draw_pattern(job, group, portion, flip, duplex=imprint.duplex)
            sheets.append(_lay_sheet(group, portion, patterns[kinds], imprint, len(sheets) + 1))
    return tuple(sheets)


def _lay_sheet(group: Group, pieces: tuple[Piece, ...], pattern: Pattern, imprint: Imprint, number: int) -> Sheet:
    faces, shifts = (piece.front for piece in pieces), map(shift_of, pieces)
    fronts = tuple(map(_slot, faces, pattern.trims, pattern.bleeds, pattern.turns, pattern.clips, shifts))
    backs, back_of = _lay_backs(pieces, pattern)
    page = group.arrangement.page
    if group.folded:
        notes = (*_label(group, pieces, imprint, number, "fronts and backs", pattern.template), *pattern.tools)
        side = _side((*fronts, *backs), pattern.guides, notes)
        beyond = tuple(None if behind is None else len(fronts) + behind for behind in back_of)
        return Sheet(page.width, page.height, pieces, side, back_of=beyond, template=pattern.template)
    notes = (*_label(group, pieces, imprint, number, "front", pattern.template), *pattern.tools)
    notes = (*notes, *_steps(group, pieces, pattern, imprint))
    front = _side(fronts, pattern.guides, notes)
    if not imprint.duplex:
        return Sheet(page.width, page.height, pieces, front, back_of=back_of, template=pattern.template)
    back = _side(backs, pattern.back_guides, _label(group, pieces, imprint, number, "back"))
    return Sheet(page.width, page.height, pieces, front, back, back_of, pattern.template)


def _steps(group: Group, pieces: Sequence[Piece], pattern: Pattern, imprint: Imprint) -> Iterator[Note]:
    """How strips and nets are folded, one below the other, where the sheet has room for it; what is alike once."""
    usable = group.strips.usable if group.strips else group.arrangement.page.printable
    room = find_room(pattern.bleeds, pattern.guides.marks, usable)
    if group.strips and not group.strips.turn:
        room = line_up(room, group.strips.label.left)
    marking = imprint.job.marking
    ways: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for name in dict.fromkeys(piece.component for piece in pieces):
        if name in imprint.strips:
            folded = imprint.strips[name]
            way = explain_lines(folded, marking), tell_steps(folded, marking)
            ways.setdefault(way, []).append(imprint.names[name])
    for (lines, steps), names in ways.items():
        note = write_steps(f"{', '.join(names)}: {lines}", steps, room)
        if note is not None:
            room = room._replace(top=note.box.bottom + SPACE)
            yield note


def _side(slots: tuple[Slot, ...], guides: Guides, notes: tuple[Note, ...]) -> Side:
    paths = guides.traces.all
    return Side(slots, guides.marks, (*notes, *guides.numbers), paths, guides.dies, guides.registration)


def _lay_backs(pieces: Sequence[Piece], pattern: Pattern) -> tuple[tuple[Slot, ...], tuple[int | None, ...]]:
    """The places of the backs, and for each piece the number of its back among them."""
    backs: list[Slot] = []
    back_of: list[int | None] = []
    for number, piece in enumerate(pieces):
        back_of.append(None if piece.back is None else len(backs))
        if piece.back is not None:
            turn = (pattern.flips[number].turn_behind(pattern.turns[number]) + piece.back_turn) % 360
            trim, bleed = pattern.back_trims[number], pattern.back_bleeds[number]
            backs.append(_slot(piece.back, trim, bleed, turn, pattern.back_clips[number]))
    return tuple(backs), tuple(back_of)


def _slot(
    face: FaceKey, trim: Box, bleed: Box, turn: int, clip: Outline | None, shift: tuple[float, float] = (0.0, 0.0)
) -> Slot:
    sides = trim.right - trim.left, trim.bottom - trim.top
    return Slot(face, trim.left, trim.top, *sides, turn, bleed, clip, shift)


def _label(
    group: Group, pieces: Sequence[Piece], imprint: Imprint, number: int, side: str, template: str = ""
) -> tuple[Note, ...]:
    if group.strips is None:
        return ()
    components = dict.fromkeys(piece.component for piece in pieces)
    names = ", ".join(imprint.names.get(name, name) for name in components)
    named = [f"template {template}"] if template else []
    named += [name_part(piece.tile) for piece in pieces if piece.tile is not None]
    parts = (f"sheet {number} of {imprint.sheets}", side, *named, *imprint.last)
    return (write_label(group.strips, parts, f"{imprint.title}  ·  {names}"),)
