"""`pnp build`."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.cli.main import CANNOT_RUN, FINDINGS, FINE
from pnp.cli.options import DEBUG, FORMAT, KITS, PAPER, PROJECT, THEME, choose_form
from pnp.cli.printing import count, emit, in_colour
from pnp.cli.progress import show_progress
from pnp.cli.reports import REPORTERS, Report
from pnp.model.passages import CUTTERS, ORDERS, SIDES

if TYPE_CHECKING:
    from pnp.kit.project import Project
    from pnp.outcome import Options, Outcome
    from pnp.work.abreast import Hands
    from pnp.work.crew import Progress


@click.command()
@KITS
@PAPER
@THEME
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Where to write; each kit gets a folder there.  [default: output/ in the project]",
)
@click.option(
    "--draft",
    is_flag=True,
    help="Build in spite of errors: DRAFT on every sheet, and -draft in the names. Ends with 0.",
)
@click.option(
    "--since",
    metavar="WHAT",
    help="Print only what is new or changed since a tag, a commit or a job.json, list what to discard, and show old "
    "beside new.",
)
@click.option(
    "--proof",
    is_flag=True,
    help="Show faces and colours as eyes see them that lack a kind of cones, and in gray: one more PDF.",
)
@click.option(
    "--booklet",
    is_flag=True,
    help="Make every rulebook into a booklet to fold and staple, too: two pages on each side of a sheet.",
)
@click.option(
    "--printer",
    metavar="NAME",
    help="Correct every sheet for this printer, as `pnp calibrate` measured it; -NAME in the names of the files.",
)
@click.option(
    "--order",
    type=click.Choice(ORDERS),
    help="Fronts and backs in turn; all fronts, then all backs; or the same for a stack that you put back by hand.  "
    "[default: as the printer's profile says, else interleaved]",
)
@click.option(
    "--sides",
    type=click.Choice(SIDES),
    default="both",
    help="Print fronts or backs alone; -fronts or -backs in the names of the files.",
)
@click.option(
    "--cutter",
    type=click.Choice(CUTTERS),
    help="Write the paths of every sheet for a cutter, too, as SVG and DXF. silhouette: gaps and registration marks of "
    "silhouette-card-maker's templates, silhouette-four: for machines that want four; generic: four squares in the "
    "corners.",
)
@FORMAT
@PROJECT
@DEBUG
def build(
    *,
    kits: tuple[str, ...],
    papers: tuple[str, ...],
    theme: str,
    out: Path | None,
    draft: bool,
    since: str | None,
    proof: bool,
    booklet: bool,
    printer: str | None,
    order: str | None,
    sides: str,
    cutter: str | None,
    form: str | None,
    project: Path | None,
) -> int:
    """Check kits and write their PDFs.

    A kit with errors is not written, and what was built of it before stays as it is. Ends with 1 if there is one.
    A build replaces the files of its own papers, theme, printer and sides; those of others stay.
    """
    from pnp.build import build_kit
    from pnp.cli.loading import load_for_build
    from pnp.cli.printers import choose_passage
    from pnp.cli.selection import select_kits
    from pnp.export.cutfiles import require_dxf
    from pnp.kit.themes import require_theme
    from pnp.outcome import Options
    from pnp.work.abreast import do_abreast

    selected = select_kits(project, kits)
    require_theme(selected.project, selected.folders, theme)
    if cutter:
        require_dxf()
    chosen = tuple(dict.fromkeys(papers))
    passage = choose_passage(printer, chosen, order, sides)
    options = Options(chosen, draft, theme, booklet=booklet, proof=proof, passage=passage, cutter=cutter or "")
    target = selected.project.folder / "output" if out is None else out
    build_or_update = build_kit if since is None else _choose_update(since, options)

    def make(folder: Path, progress: "Progress", hands: "Hands") -> "Outcome":
        return build_or_update(selected.project, folder, target, options._replace(hands=hands), progress)

    with show_progress() as follow:
        outcomes = do_abreast(make, selected.folders, follow, load_for_build)
    report = Report(
        selected.project.folder,
        len(outcomes),
        tuple(finding for outcome in outcomes for finding in outcome.findings),
        tuple(line for outcome in outcomes for line in _tell(outcome, selected.project)),
        tuple(selected.project.shown(file) for outcome in outcomes for file in outcome.files),
        colour=in_colour(sys.stdout),
        names=tuple(outcome.kit.id for outcome in outcomes),
    )
    emit(REPORTERS[choose_form(form)](report))
    if any(outcome.crashed for outcome in outcomes):
        return CANNOT_RUN
    return FINDINGS if any(outcome.errors and not draft for outcome in outcomes) else FINE


def _choose_update(since: str, options: "Options") -> Callable[..., "Outcome"]:
    """What makes an update of an earlier print in place of whole files."""
    from pnp.since import update_kit

    if options.proof or options.booklet:
        also = "--proof" if options.proof else "--booklet"
        raise click.UsageError(f"--since prints cards alone: {also} belongs to a whole build.")

    def make(project: "Project", folder: Path, out: Path, options: "Options", progress: "Progress") -> "Outcome":
        return update_kit(project, folder, out, options, since, progress)

    return make


def _tell(outcome: "Outcome", project: "Project") -> Iterator[str]:
    """What was written of a kit, and what the press says of its sheets."""
    from pnp.cli.levels import tell_held_back, tell_levels

    kit = outcome.kit.id
    yield from tell_levels(outcome.kit)
    yield from tell_held_back(outcome.kit, outcome.findings)
    yield from (f"{kit}: note: {remark}" for remark in outcome.remarks)
    yield from (f"{kit}: {line}" for line in outcome.news)
    yield from (f"{kit}: wrote {project.shown(file)}" for file in outcome.files)
    yield from (
        f"{kit}: removed {project.shown(file)}: the kit has no such job or theme, or it was not asked for again"
        for file in outcome.removed
    )
    yield from (f"{kit}: kept {project.shown(file)}, which is no SVG, to be looked at" for file in outcome.kept)
    if not outcome.files and outcome.errors:
        yield f"{kit}: not written: {count(outcome.errors, 'error')} (--draft builds it all the same)"
    elif not outcome.files and not outcome.news:
        yield f"{kit}: nothing to print"
