"""`pnp check`."""

import sys
from pathlib import Path

import click

from pnp.cli.main import CANNOT_RUN, FINDINGS, FINE
from pnp.cli.options import DEBUG, FORMAT, KITS, PAPER, PROJECT, THEME, choose_form
from pnp.cli.printing import emit, in_colour
from pnp.cli.progress import show_progress
from pnp.cli.reports import REPORTERS, Report


@click.command()
@KITS
@PAPER
@THEME
@click.option("--strict", is_flag=True, help="Let warnings fail too.")
@FORMAT
@PROJECT
@DEBUG
def check(
    *,
    kits: tuple[str, ...],
    papers: tuple[str, ...],
    theme: str,
    strict: bool,
    form: str | None,
    project: Path | None,
) -> int:
    """Find what is wrong with kits; write nothing.

    Ends with 0 if all is well, with 1 if there are errors (with --strict also if there are warnings).
    """
    from pnp.build import Options, check_kit
    from pnp.cli.selection import select_kits
    from pnp.kit.themes import require_theme

    selected = select_kits(project, kits)
    require_theme(selected.project, selected.folders, theme)
    options = Options(tuple(dict.fromkeys(papers)), theme=theme)
    with show_progress() as follow:
        outcomes = [check_kit(selected.project, folder, options, follow(folder.name)) for folder in selected.folders]
    findings = tuple(finding for outcome in outcomes for finding in outcome.findings)
    report = Report(selected.project.folder, len(outcomes), findings, colour=in_colour(sys.stdout))
    emit(REPORTERS[choose_form(form)](report))
    if any(outcome.crashed for outcome in outcomes):
        return CANNOT_RUN
    failing = sum(outcome.errors + (outcome.warnings if strict else 0) for outcome in outcomes)
    return FINDINGS if failing else FINE
