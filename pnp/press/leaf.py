"""One leaf of paper after the other: fronts, what lies behind them, marks and notes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pnp.model.face import Box, FaceKey
from pnp.model.kit import Job, Kit
from pnp.model.sheet import Mark, Note, Piece, Sheet, Side, Slot
from pnp.press.duplex import Flip, turn_over
from pnp.press.grid import Grid
from pnp.press.marks import cut_marks
from pnp.press.notes import Strips, place_tools, write_label


@dataclass(frozen=True, slots=True)
class Group:
    """The pieces of one size, in order, the places that a page has for them, and the margins for notes."""

    grid: Grid
    pieces: tuple[Piece, ...]
    strips: Strips | None

    @property
    def portions(self) -> tuple[tuple[Piece, ...], ...]:
        """The pieces of each sheet."""
        step = self.grid.per_sheet
        return tuple(self.pieces[at : at + step] for at in range(0, len(self.pieces), step))


@dataclass(frozen=True, slots=True)
class Pattern:
    """What all sheets with so many pieces of such bleeds have in common, on the front and behind it."""

    trims: tuple[Box, ...]
    bleeds: tuple[Box, ...]
    marks: tuple[Mark, ...]
    back_trims: tuple[Box, ...]
    back_bleeds: tuple[Box, ...]
    back_marks: tuple[Mark, ...]
    turn: int
    tools: tuple[Note, ...]


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
        any(piece.back is not None for group in groups for piece in group.pieces),
    )
    sheets: list[Sheet] = []
    for group in groups:
        patterns: dict[tuple[float, ...], Pattern] = {}
        for portion in group.portions:
            bleeds = tuple(max(0.0, piece.bleed) for piece in portion)
            if bleeds not in patterns:
                patterns[bleeds] = _draw_pattern(job, group, bleeds, duplex=imprint.duplex)
            sheets.append(_lay_sheet(group, portion, patterns[bleeds], imprint, len(sheets) + 1))
    return tuple(sheets)


def _draw_pattern(job: Job, group: Group, bleeds: tuple[float, ...], *, duplex: bool) -> Pattern:
    grid = group.grid
    flip = turn_over(grid.page_width, grid.page_height, job.flip)
    trims, areas = grid.trims(len(bleeds)), grid.bleeds(bleeds)
    marks = cut_marks(trims, areas, group.strips.usable if group.strips else grid.printable)
    return Pattern(
        trims,
        areas,
        marks if job.marks in ("fronts", "both") else (),
        tuple(flip.behind(trim) for trim in trims),
        tuple(flip.behind(area) for area in areas),
        _marks_behind(flip, marks) if job.marks in ("backs", "both") else (),
        flip.turn,
        place_tools(group.strips, _legend(job, duplex=duplex)) if group.strips else (),
    )


def _marks_behind(flip: Flip, marks: Sequence[Mark]) -> tuple[Mark, ...]:
    return tuple(Mark(flip.behind_line(mark.line), mark.halo) for mark in marks)


def _legend(job: Job, *, duplex: bool) -> str:
    if job.marks == "none" or (job.marks == "backs" and not duplex):
        return ""
    return "cut on the marks of the back" if job.marks == "backs" else "cut on the marks"


def _lay_sheet(group: Group, pieces: tuple[Piece, ...], pattern: Pattern, imprint: Imprint, number: int) -> Sheet:
    fronts = tuple(
        _slot(piece.front, trim, bleed, 0)
        for piece, trim, bleed in zip(pieces, pattern.trims, pattern.bleeds, strict=True)
    )
    front = Side(fronts, pattern.marks, (*_label(group, pieces, imprint, number, "front"), *pattern.tools))
    width, height = group.grid.page_width, group.grid.page_height
    if not imprint.duplex:
        return Sheet(width, height, pieces, front, back_of=(None,) * len(pieces))
    backs: list[Slot] = []
    back_of: list[int | None] = []
    for piece, trim, bleed in zip(pieces, pattern.back_trims, pattern.back_bleeds, strict=True):
        back_of.append(None if piece.back is None else len(backs))
        if piece.back is not None:
            backs.append(_slot(piece.back, trim, bleed, pattern.turn))
    back = Side(tuple(backs), pattern.back_marks, _label(group, pieces, imprint, number, "back"))
    return Sheet(width, height, pieces, front, back, tuple(back_of))


def _slot(face: FaceKey, trim: Box, bleed: Box, turn: int) -> Slot:
    return Slot(face, trim.left, trim.top, trim.right - trim.left, trim.bottom - trim.top, turn, bleed)


def _label(group: Group, pieces: Sequence[Piece], imprint: Imprint, number: int, side: str) -> tuple[Note, ...]:
    if group.strips is None:
        return ()
    components = dict.fromkeys(piece.component for piece in pieces)
    names = ", ".join(imprint.names.get(name, name) for name in components)
    parts = (f"sheet {number} of {imprint.sheets}", side, *imprint.last)
    return (write_label(group.strips, parts, f"{imprint.title}  ·  {names}"),)
