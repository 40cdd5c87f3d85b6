"""The whole pipeline on one screen.

A kit is read, its pieces get faces, faces are laid on sheets, sheets go to press; checks look at all four.
"""

from collections.abc import Sequence
from pathlib import Path

from pnp.faces.studio import Studio
from pnp.jobs import Jobs, Laid, gather_pieces, lay_kit, lay_proofs, lay_rulebooks
from pnp.kit.printed import KEY as PRINTED
from pnp.kit.project import Project
from pnp.kit.reading import read_kit
from pnp.model.colours import GRAY
from pnp.model.finding import Finding
from pnp.model.kit import Assets, Kit
from pnp.outcome import Options, Outcome
from pnp.press.imposition.imposition import impose
from pnp.rules.engine import inspect, is_in_the_way, settle
from pnp.rules.registry import CHECKS
from pnp.work.crew import Crew, Progress, quiet


def check_kit(project: Project, folder: Path, options: Options, progress: Progress = quiet) -> Outcome:
    """Everything but drawing and writing."""
    return spare(look_at(project, folder, options, progress), project, folder, options)


def look_at(project: Project, folder: Path, options: Options, progress: Progress = quiet) -> Outcome:
    """What the checks find in the kit, as the game or its print stands."""
    kit = read_kit(folder, project.shown(folder), as_printed=options.as_printed)
    roots = project.roots(folder)
    with Crew(kit, roots, draw=False, hands=options.hands) as crew:
        about_kit, laid = lay_kit(kit, roots, crew, options, progress, draw=False)
        return judge(kit, about_kit, laid, options, crew)


def spare(outcome: Outcome, project: Project, folder: Path, options: Options) -> Outcome:
    """The outcome without what only seems to be needed by nothing: an earlier print needs it, or the corrected game."""
    waiting = any(CHECKS[finding.check].waits for finding in outcome.findings)
    if not waiting or not any(PRINTED in text for text in outcome.kit.texts.values()):
        return outcome
    other = look_at(project, folder, options._replace(as_printed=not options.as_printed)).findings
    if any(map(is_in_the_way, other)):
        return outcome
    kept = [each for each in outcome.findings if not CHECKS[each.check].waits or each in other]
    return outcome._replace(findings=tuple(kept))


def build_kit(project: Project, folder: Path, out: Path, options: Options, progress: Progress = quiet) -> Outcome:
    """Check the kit and write its PDFs and `job.json` into `out/<its folder>`; with errors, only drafts, beside them.

    The folder's name is unique where that of two kits might not be.
    """
    from pnp.export.cutfiles import write_cuts
    from pnp.press.assembly import print_run
    from pnp.press.delivery.delivery import deliver
    from pnp.press.delivery.spoilt import keep_spoilt
    from pnp.press.delivery.ticket import Bound, Printed, Shown, make_ticket
    from pnp.press.exhibits.plates import draw_exhibit
    from pnp.press.guide.setting import make_guides
    from pnp.press.rulebook.binding import bind

    kit = read_kit(folder, project.shown(folder))
    roots = project.roots(folder)
    with Crew(kit, roots, draw=True, hands=options.hands) as crew:
        about_kit, laid = lay_kit(kit, roots, crew, options, progress, draw=True)
        laid += lay_proofs(kit, laid, crew, options) if options.proof else ()
        outcome = judge(kit, about_kit, laid, options, crew)
    outcome = spare(outcome, project, folder, options)
    spoilt = keep_spoilt(out / "debug" / folder.name, [face for job in laid for face in job.spoilt])
    unproved = options.proof and options.theme_of(kit) == GRAY
    news = ("no proof of colours: the gray look is the same to all eyes",) if unproved else ()
    outcome = outcome._replace(kept=spoilt, news=news)
    if not (outcome.runs or outcome.booklets) or (outcome.errors and not options.draft):
        return outcome
    printed: list[Printed | Bound | Shown] = []
    for job in laid:
        for run in filter(lambda run: run.sheets, job.runs):
            progress("sheets", len(printed), len(outcome.runs))
            printed.append(Printed(run, print_run(run, job.pages, options.draft), job.pages.digests, options.draft))
    drawn = [job.pages for job in laid]
    printed += [Bound(each, bind(each, drawn), options.draft) for each in outcome.booklets]
    exhibits = [exhibit for job in laid for exhibit in job.exhibits]
    printed += [Shown(each, draw_exhibit(each, drawn, draft=options.draft), options.draft) for each in exhibits]
    cuts = [cut for run in outcome.runs if run.job.cutter for cut in write_cuts(run, draft=options.draft)]
    guides = [] if options.draft else make_guides(kit, printed, cuts)
    files = {each.name: each.data for each in (*printed, *cuts, *guides)}
    kept = [theme or None for theme in kit.looks if theme != options.theme_of(kit)]
    ticket = make_ticket(kit, [*printed, *cuts, *guides])
    spared = [run.job.name for run in outcome.runs if not run.sheets and options.passage.sides == "backs"]
    done = deliver(out / folder.name, files, ticket, kept, draft=options.draft, spared=spared)
    return outcome._replace(files=done.files, removed=done.removed)


def survey_kit(project: Project, folder: Path, papers: Sequence[str]) -> Outcome:
    """The kit, its sheets and its rulebooks without looking at the faces: what `pnp list` shows."""
    kit = read_kit(folder, project.shown(folder))
    roots = project.roots(folder)
    studio = Studio(kit, roots)
    pieces = {job.name: gather_pieces(kit, job, studio) for job in kit.jobs}
    runs = tuple(impose(kit, job, pieces[job.name], paper) for job in kit.jobs for paper in papers)
    with Crew(kit, roots, draw=False) as crew:
        laid = lay_rulebooks(kit, roots, crew, Options(tuple(papers)), quiet, draw=False)
    return Outcome(kit, (), runs, booklets=tuple(booklet for books in laid for booklet in books.booklets))


def judge(kit: Kit, about_kit: Sequence[Finding], laid: Sequence[Laid], options: Options, crew: Crew) -> Outcome:
    """All findings of all rooms, settled; `about_kit` are those of the kit itself.

    What seems to be needed by nothing may be needed by another theme.
    """
    theme = options.theme_of(kit)
    findings = conclude(kit, about_kit, laid)
    if kit.themes and any(CHECKS[finding.check].waits for finding in findings):
        others = [options._replace(theme=other) for other in ("", *kit.themes) if other != theme]
        rest = [job for other in others for job in Jobs(kit, kit.jobs, crew, other, draw=False).lay(quiet)]
        whole = conclude(kit, about_kit, [*laid, *rest])
        findings = [finding for finding in findings if not CHECKS[finding.check].waits or finding in whole]
    runs = tuple(run for job in laid for run in job.runs)
    booklets = tuple(booklet for job in laid for booklet in job.booklets)
    lacks = options.theme if options.theme != theme else ""
    return Outcome(kit, tuple(findings), runs, lacks=lacks, booklets=booklets)


def conclude(kit: Kit, about_kit: Sequence[Finding], laid: Sequence[Laid]) -> list[Finding]:
    """What the checks say of the kit and of its jobs, settled."""
    used = frozenset().union(*(job.used for job in laid))
    of_jobs = (finding for job in laid for finding in job.findings)
    return settle(kit, [*about_kit, *inspect(kit, [Assets(kit.files, used)]), *of_jobs])
