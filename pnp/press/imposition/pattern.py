"""What all sheets with such pieces have in common: where each lies and shows, and what there is for the knife.

All lengths are mm from the page's top left corner.
"""

from collections.abc import Sequence
from typing import NamedTuple

from pnp.model.face import Box
from pnp.model.kit import Job
from pnp.model.outline import Outline, Trace
from pnp.model.sheet import Note, Piece
from pnp.press.cutting.clearings import Plan
from pnp.press.cutting.cutter import name_template, register
from pnp.press.cutting.guides import Guides, draw_guides, guides_behind, without_print, write_legend
from pnp.press.cutting.rays import Field
from pnp.press.cutting.traces import Shape, mirror, place_outline, shape_of, trace_page
from pnp.press.imposition.clips import clip_pieces
from pnp.press.imposition.group import Group, find_turns
from pnp.press.imposition.notes import place_tools
from pnp.press.imposition.tiles import add_seams
from pnp.press.layout.arrangement import enclose, find_folds
from pnp.press.layout.duplex import Flip

# All that a piece's bleeds and guides depend on: its bleeds, its turn, its corners, its outline, the paths inside it.
Kind = tuple[float, float, int, float, Outline | None, tuple[Trace, ...]]


class Pattern(NamedTuple):
    """What all sheets of a group with such pieces have in common.

    Trims, bleeds and clips of the backs are those on the page that they lie on; `turns` and `flips` tell for each piece
    how it is turned, and how its back comes behind it.
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
    clips: tuple[Outline | None, ...] = ()
    back_clips: tuple[Outline | None, ...] = ()


class Layout(NamedTuple):
    """The pieces of a sheet in their places: what of them matters for bleeds and cuts, fronts first.

    `clips` and `areas` are what of each is seen; `back_clips` and `back_areas` are those of backs on the other side of
    the paper, as if they lay on this one. `free` is kept for the eye of a cutter.
    """

    shapes: tuple[Shape, ...]
    areas: tuple[Box, ...]
    clips: tuple[Outline | None, ...]
    back_areas: tuple[Box, ...]
    back_clips: tuple[Outline | None, ...]
    usable: Box
    free: tuple[Box, ...]

    def plan(self, job: Job) -> Plan:
        """What straight marks have to know: the trims of pieces that are cut straight; they keep out of the others."""
        straight = tuple(shape.trim for shape in self.shapes if shape.outline is None)
        shaped = tuple(shape.trim for shape in self.shapes if shape.outline is not None)
        return Plan(straight, _areas_to_clear(job, self.areas, self.back_areas), self.usable, (*self.free, *shaped))

    def field(self, job: Job) -> Field:
        """What marks of nested pieces have to know."""
        pieces = tuple(outline for shape in self.shapes if (outline := place_outline(shape)) is not None)
        clips = {"fronts": self.clips, "backs": self.back_clips}.get(job.marks, (*self.clips, *self.back_clips))
        return Field(pieces, tuple(clip for clip in clips if clip is not None), self.usable, self.free)


def kind_of(piece: Piece, turn: int) -> Kind:
    """What of a piece, turned so far in its place, makes its sheets differ from others."""
    back = piece.back_bleed if piece.back else 0.0
    return piece.bleed, back, turn, piece.corner, piece.outline, piece.traces


def draw_pattern(job: Job, group: Group, pieces: Sequence[Piece], flip: Flip, *, duplex: bool) -> Pattern:
    """What the sheet with these pieces has, which are the first of the group's kind; the paper is turned by `flip`."""
    spots = group.arrangement.spots[: len(pieces)]
    trims = tuple(spot.trim for spot in spots)
    flips = tuple(spot.fold or flip for spot in spots)
    behind = tuple(each.behind(trim) for each, trim in zip(flips, trims, strict=True))
    turns = find_turns(group, pieces)
    shapes = tuple(map(shape_of, pieces, trims, turns))
    eyes = register(group.arrangement, job.cutter)
    if group.folded:
        job = job._replace(marks="none" if job.marks == "none" else "both")  # there is one side
        shapes = (*shapes, *map(shape_of, pieces, behind, turns, flips))
    layout = _lay_out(group, pieces, shapes, tuple(outline.box for outline in eyes))
    traces = trace_page(shapes, find_folds(spots), job.marking.cuts)
    askew = layout.field(job) if group.arrangement.nested else None
    guides = draw_guides(layout.plan(job), traces, job, len(trims), askew)
    tile = pieces[0].tile
    if tile is not None:
        guides = add_seams(guides, tile, trims[0], layout.usable)
    seams = tile is not None and any(tile.flaps)
    tools, template = _tools(job, group, guides, duplex=duplex, seams=seams), _template(group, guides, eyes)
    many = len(trims)
    common = Pattern(
        turns, flips, trims, layout.areas[:many], guides, behind, (), Guides(), tools, template, layout.clips[:many]
    )
    if group.folded:
        return common._replace(
            guides=guides._replace(registration=eyes),
            back_bleeds=layout.areas[many:],
            back_clips=layout.clips[many:],
        )
    backward = guides_behind(flip, guides)
    shown = guides if job.marks in ("fronts", "both") else without_print(guides)
    return common._replace(
        guides=shown._replace(registration=eyes),
        back_bleeds=tuple(map(flip.behind, layout.back_areas)),
        back_guides=backward if job.marks in ("backs", "both") else without_print(backward),
        back_clips=tuple(None if clip is None else mirror(flip, clip) for clip in layout.back_clips),
    )


def _lay_out(group: Group, pieces: Sequence[Piece], shapes: tuple[Shape, ...], free: tuple[Box, ...]) -> Layout:
    """The pieces in their places, with backs that lie beside their fronts after these."""
    arrangement = group.arrangement
    trims, outlines = [shape.trim for shape in shapes], [place_outline(shape) for shape in shapes]
    fronts = tuple(piece.bleed for piece in pieces)
    backs = tuple(piece.back_bleed if piece.back else 0.0 for piece in pieces)
    bleeds = (*fronts, *backs) if group.folded else fronts
    areas, clips = arrangement.areas(trims, bleeds), clip_pieces(arrangement, outlines, bleeds)
    same = group.folded or backs == fronts
    return Layout(
        shapes,
        areas,
        clips,
        areas if same else arrangement.areas(trims, backs),
        clips if same else clip_pieces(arrangement, outlines, backs),
        group.strips.usable if group.strips else arrangement.page.printable,
        free,
    )


def _template(group: Group, guides: Guides, eyes: Sequence[Outline]) -> str:
    """The name of the sheet's paths, where they are for a cutter."""
    return name_template(group.arrangement.page, guides.traces.all, eyes) if eyes else ""


def _tools(job: Job, group: Group, guides: Guides, *, duplex: bool, seams: bool) -> tuple[Note, ...]:
    legend = write_legend(job, guides.traces, duplex=duplex, seams=seams)
    return place_tools(group.strips, legend) if group.strips else ()


def _areas_to_clear(job: Job, fronts: tuple[Box, ...], backs: tuple[Box, ...]) -> tuple[Box, ...]:
    """The bleeds that marks keep clear of: those of both sides, where marks on both lie behind each other."""
    if job.marks == "fronts":
        return fronts
    return backs if job.marks == "backs" else tuple(map(enclose, zip(fronts, backs, strict=True)))
