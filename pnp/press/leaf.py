"""One leaf of paper after the other: fronts, what lies behind them, marks and notes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pnp.model.face import Box, FaceKey
from pnp.model.kit import Job, Kit
from pnp.model.outline import Outline, Trace
from pnp.model.sheet import Note, Piece, Sheet, Side, Slot
from pnp.press.arrangement import Arrangement, Spot, enclose, find_folds
from pnp.press.clearings import Plan
from pnp.press.cutter import name_template, register
from pnp.press.duplex import Flip, turn_over
from pnp.press.guides import Guides, draw_guides, guides_behind, without_print, write_legend
from pnp.press.notes import Strips, find_strips, place_tools, shorten, write_label
from pnp.press.tiles import add_seams, find_waste, name_part, shift_of
from pnp.press.traces import shape_of, trace_page

# All that a piece's bleeds and guides depend on: its bleeds, its turn, its corners, its outline, the paths inside it.
Kind = tuple[float, float, int, float, Outline | None, tuple[Trace, ...]]


@dataclass(frozen=True, slots=True)
class Group:
    """Pieces in the order in which they fill the sheets of an arrangement, and the margins for notes.

    `free` places of every sheet are left out of the arrangement for the cutter's marks.
    """

    arrangement: Arrangement
    pieces: tuple[Piece, ...]
    strips: Strips | None
    free: int = 0

    @property
    def portions(self) -> tuple[tuple[Piece, ...], ...]:
        """The pieces of each sheet."""
        step = self.arrangement.per_sheet
        return tuple(self.pieces[at : at + step] for at in range(0, len(self.pieces), step))

    @property
    def folded(self) -> bool:
        """Whether backs lie beside their fronts, behind a fold."""
        return self.arrangement.folded


def gather(job: Job, arrangement: Arrangement, pieces: tuple[Piece, ...], free: int = 0) -> Group:
    """The pieces for an arrangement that has places, with what margins it leaves for notes."""
    bleed = arrangement.reach(max(max(piece.bleed, piece.back_bleed) for piece in pieces))
    strips = find_strips(arrangement, bleed, marks=job.marks != "none")
    if strips is None and pieces[0].tile is not None:
        strips = find_waste(arrangement)
    marks = [outline.box for outline in register(arrangement, job.cutter)]
    return Group(arrangement, pieces, shorten(strips, marks) if strips else None, free)


@dataclass(frozen=True, slots=True)
class Pattern:
    """What all sheets of a group with such pieces have in common.

    Trims and bleeds of the backs are those on the page that they lie on; `turns` and `flips` tell for each piece how it
    is turned, and how its back comes behind it.
    """

    turns: tuple[int, ...]
    flips: tuple[Flip, ...]
    trims: tuple[Box, ...]
    bleeds: tuple[Box, ...]
    guides: Guides
    back_trims: tuple[Box, ...]
    back_bleeds: tuple[Box, ...]
    back_guides: Guides
    tools: tuple[Note, ...]
    template: str = ""


@dataclass(frozen=True, slots=True)
class Imprint:
    """What the labels of a run have in common: the game, what its decks are called, and the words at the end."""

    title: str
    names: Mapping[str, str]
    last: tuple[str, ...]
    sheets: int
    duplex: bool


def lay_sheets(kit: Kit, job: Job, groups: Sequence[Group], paper: str, theme: str) -> tuple[Sheet, ...]:
    """Every sheet of the run, in order. `job` must have values that can be."""
    version = (f"version {kit.version}",) if kit.version else ()
    imprint = Imprint(
        kit.title or kit.id,
        {deck.id: deck.title or deck.id for deck in kit.decks},
        (*version, *((theme,) if theme else ()), paper, "print at 100 %"),
        sum(len(group.portions) for group in groups),
        any(piece.back is not None for group in groups if not group.folded for piece in group.pieces),
    )
    sheets: list[Sheet] = []
    for group in groups:
        page = group.arrangement.page
        flip = turn_over(page.width, page.height, job.flip)
        patterns: dict[tuple[Kind, ...], Pattern] = {}
        for portion in group.portions:
            kinds = tuple(map(_kind, portion, _turns(group, portion)))
            if kinds not in patterns:
                patterns[kinds] = _draw_pattern(job, group, portion, flip, duplex=imprint.duplex)
            sheets.append(_lay_sheet(group, portion, patterns[kinds], imprint, len(sheets) + 1))
    return tuple(sheets)


def _kind(piece: Piece, turn: int) -> Kind:
    back = piece.back_bleed if piece.back else 0.0
    return piece.bleed, back, turn, piece.corner, piece.outline, piece.traces


def _draw_pattern(job: Job, group: Group, pieces: Sequence[Piece], flip: Flip, *, duplex: bool) -> Pattern:
    arrangement = group.arrangement
    spots = arrangement.spots[: len(pieces)]
    trims = tuple(spot.trim for spot in spots)
    flips = tuple(spot.fold or flip for spot in spots)
    behind = tuple(each.behind(trim) for each, trim in zip(flips, trims, strict=True))
    fronts = tuple(piece.bleed for piece in pieces)
    backs = tuple(piece.back_bleed if piece.back else 0.0 for piece in pieces)
    usable = group.strips.usable if group.strips else arrangement.page.printable
    turns = _turns(group, pieces)
    shapes = tuple(map(shape_of, pieces, trims, turns))
    eyes = register(arrangement, job.cutter)
    free = tuple(outline.box for outline in eyes)
    if group.folded:
        job = replace(job, marks="none" if job.marks == "none" else "both")  # there is one side
        both = (*trims, *behind)
        areas = arrangement.areas(both, (*fronts, *backs))
        traces = trace_page(
            (*shapes, *map(shape_of, pieces, behind, turns, flips)), find_folds(spots), job.marking.cuts
        )
        guides = draw_guides(Plan(both, areas, usable, free), traces, job, len(trims))
        own, their = areas[: len(trims)], areas[len(trims) :]
        tools = _tools(job, group, guides, duplex=duplex)
        template = _template(group, guides, eyes)
        guides = replace(guides, registration=eyes)
        return Pattern(turns, flips, trims, own, guides, behind, their, Guides(), tools, template)
    areas = arrangement.areas(trims, fronts)
    back_areas = areas if backs == fronts else arrangement.areas(trims, backs)
    traces = trace_page(shapes, (), job.marking.cuts)
    guides = draw_guides(Plan(trims, _areas_to_clear(job, areas, back_areas), usable, free), traces, job)
    if pieces[0].tile is not None:
        guides = add_seams(guides, pieces[0].tile, trims[0], usable)
    backward = guides_behind(flip, guides)
    return Pattern(
        turns,
        flips,
        trims,
        areas,
        replace(guides if job.marks in ("fronts", "both") else without_print(guides), registration=eyes),
        behind,
        tuple(map(flip.behind, back_areas)),
        backward if job.marks in ("backs", "both") else without_print(backward),
        _tools(job, group, guides, duplex=duplex),
        _template(group, guides, eyes),
    )


def _template(group: Group, guides: Guides, eyes: Sequence[Outline]) -> str:
    """The name of the sheet's paths, where they are for a cutter."""
    return name_template(group.arrangement.page, guides.traces.all, eyes) if eyes else ""


def _tools(job: Job, group: Group, guides: Guides, *, duplex: bool) -> tuple[Note, ...]:
    return place_tools(group.strips, write_legend(job, guides.traces, duplex=duplex)) if group.strips else ()


def _areas_to_clear(job: Job, fronts: tuple[Box, ...], backs: tuple[Box, ...]) -> tuple[Box, ...]:
    """The bleeds that marks keep clear of: those of both sides, where marks on both lie behind each other."""
    if job.marks == "fronts":
        return fronts
    return backs if job.marks == "backs" else tuple(map(enclose, zip(fronts, backs, strict=True)))


def _lay_sheet(group: Group, pieces: tuple[Piece, ...], pattern: Pattern, imprint: Imprint, number: int) -> Sheet:
    faces, shifts = (piece.front for piece in pieces), map(shift_of, pieces)
    fronts = tuple(map(_slot, faces, pattern.trims, pattern.bleeds, pattern.turns, shifts))
    backs, back_of = _lay_backs(pieces, pattern)
    page = group.arrangement.page
    if group.folded:
        notes = (*_label(group, pieces, imprint, number, "fronts and backs", pattern.template), *pattern.tools)
        side = _side((*fronts, *backs), pattern.guides, notes)
        beyond = tuple(None if behind is None else len(fronts) + behind for behind in back_of)
        return Sheet(page.width, page.height, pieces, side, back_of=beyond, template=pattern.template)
    notes = (*_label(group, pieces, imprint, number, "front", pattern.template), *pattern.tools)
    front = _side(fronts, pattern.guides, notes)
    if not imprint.duplex:
        return Sheet(page.width, page.height, pieces, front, back_of=back_of, template=pattern.template)
    back = _side(backs, pattern.back_guides, _label(group, pieces, imprint, number, "back"))
    return Sheet(page.width, page.height, pieces, front, back, back_of, pattern.template)


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
            backs.append(_slot(piece.back, pattern.back_trims[number], pattern.back_bleeds[number], turn))
    return tuple(backs), tuple(back_of)


def _turns(group: Group, pieces: Sequence[Piece]) -> tuple[int, ...]:
    """How each piece is turned in its spot: a quarter more where it lies across."""
    return tuple(
        spot.turn if _fits(piece, spot) else spot.turn + 90
        for piece, spot in zip(pieces, group.arrangement.spots, strict=False)
    )


def _fits(piece: Piece, spot: Spot) -> bool:
    """Whether the piece lies in the spot as the spot is turned; equal to a thousandth of a millimetre."""
    width, height = spot.trim.right - spot.trim.left, spot.trim.bottom - spot.trim.top
    across, down = (width, height) if spot.turn % 180 == 0 else (height, width)
    return abs(piece.width - across) < 0.002 and abs(piece.height - down) < 0.002


def _slot(face: FaceKey, trim: Box, bleed: Box, turn: int, shift: tuple[float, float] = (0.0, 0.0)) -> Slot:
    sides = trim.right - trim.left, trim.bottom - trim.top
    return Slot(face, trim.left, trim.top, *sides, turn, bleed, shift=shift)


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
