"""`pnp check`."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from pnp.cli.main import CANNOT_RUN, FINDINGS, FINE
from pnp.cli.options import DEBUG, FORMAT, KITS, PAPER, PROJECT, THEME, choose_form
from pnp.cli.printing import emit, in_colour
from pnp.cli.progress import show_progress
from pnp.cli.reports import REPORTERS, Report
from pnp.model.finding import Level

if TYPE_CHECKING:
    from pnp.outcome import Outcome
    from pnp.work.abreast import Hands
    from pnp.work.crew import Progress

FILE = click.Path(path_type=Path, dir_okay=False)


class Asked(TypedDict):
    """What may be asked of a check besides its kits."""

    papers: tuple[str, ...]
    theme: str
    baseline: Path | None
    write_baseline: Path | None
    as_printed: bool


@click.command()
@KITS
@PAPER
@THEME
@click.option("--strict", is_flag=True, help="Let warnings fail too.")
@FORMAT
@click.option("--as-printed", is_flag=True, help="Take each `as_printed` value in place of the corrected one.")
@click.option("--baseline", type=FILE, metavar="FILE", help="Set the findings aside that FILE knows.")
@click.option("--write-baseline", type=FILE, metavar="FILE", help="Write what is found into FILE, and set it aside.")
@PROJECT
@DEBUG
def check(
    *,
    kits: tuple[str, ...],
    strict: bool,
    form: str | None,
    project: Path | None,
    **asked: Unpack[Asked],
) -> int:
    """Find what is wrong with kits; write nothing but a baseline, if asked.

    Ends with 0 if all is well, with 1 if there are errors (with --strict also if there are warnings).
    """
    from pnp.build import check_kit
    from pnp.cli.levels import tell_held_back, tell_levels
    from pnp.cli.loading import load_for_check
    from pnp.cli.selection import select_kits
    from pnp.kit.themes import require_theme
    from pnp.outcome import Options
    from pnp.work.abreast import do_abreast

    if asked["baseline"] and asked["write_baseline"]:
        raise click.UsageError("--baseline reads a file and --write-baseline writes one; give one of the two.")
    selected = select_kits(project, kits)
    require_theme(selected.project, selected.folders, asked["theme"])
    options = Options(tuple(dict.fromkeys(asked["papers"])), theme=asked["theme"], as_printed=asked["as_printed"])

    def make(folder: Path, progress: "Progress", hands: "Hands") -> "Outcome":
        return check_kit(selected.project, folder, options._replace(hands=hands), progress)

    with show_progress() as follow:
        outcomes = do_abreast(make, selected.folders, follow, load_for_check)
    findings = [finding for outcome in outcomes for finding in outcome.findings]
    kits_read = tuple(outcome.kit for outcome in outcomes)
    lines = [line for kit in kits_read for line in tell_levels(kit)]
    lines += [line for outcome in outcomes for line in tell_held_back(outcome.kit, outcome.findings)]
    if path := asked["baseline"] or asked["write_baseline"]:
        from pnp.cli.baselines import apply_baseline

        write = path is asked["write_baseline"]
        findings, said = apply_baseline(path, findings, kits_read, selected.project, write=write)
        lines += said
    report = Report(
        selected.project.folder,
        len(outcomes),
        tuple(findings),
        tuple(lines),
        colour=in_colour(sys.stdout),
        names=tuple(kit.id for kit in kits_read),
        strict=strict,
    )
    emit(REPORTERS[choose_form(form)](report))
    if any(outcome.crashed for outcome in outcomes):
        return CANNOT_RUN
    failing = report.number(Level.ERROR) + (report.number(Level.WARNING) if strict else 0)
    return FINDINGS if failing else FINE
