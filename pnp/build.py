"""The whole pipeline on one screen.

A kit is read, its pieces get faces, faces are laid on sheets, sheets go to press; checks look at all four.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pnp.faces.studio import Studio
from pnp.kit.project import Project
from pnp.kit.reading import read_kit
from pnp.model.colours import GRAY
from pnp.model.document import Booklet
from pnp.model.face import FaceKey, Gallery, Pages
from pnp.model.finding import Finding, Level
from pnp.model.kit import Assets, Job, Kit
from pnp.model.roots import Roots
from pnp.model.sheet import Piece, Run
from pnp.press.cutting.cutter import fit_job, leave_to_hand
from pnp.press.imposition.imposition import impose
from pnp.press.printers.passage import Passage, send, suit_job
from pnp.rules.engine import inspect, settle
from pnp.rules.registry import CHECKS
from pnp.work.crew import Crew, Progress
from pnp.work.results import bind_pages, hang
from pnp.work.workplace import Chunk

if TYPE_CHECKING:
    from pnp.press.exhibits.page import Exhibit


class Options(NamedTuple):
    """What to print on (`letter`, `a4`), whether to build in spite of errors, stamped DRAFT, and the look.

    A kit that does not have the `theme` has its usual look. With `as_printed`, cards are checked as an earlier print
    has them. With `booklet`, every rulebook is made into one to fold and staple, too; with `proof`, the kit's colours
    are shown as all eyes see them. `passage` is how sheets go through the printer, `cutter` the machine that
    cuts them, if one does. `hands` tells how many processors there are to be had, where those are not all.
    """

    papers: tuple[str, ...] = ("letter",)
    draft: bool = False
    theme: str = ""
    as_printed: bool = False
    booklet: bool = False
    proof: bool = False
    passage: Passage = Passage()
    cutter: str = ""
    hands: Callable[[], int] | None = None

    def theme_of(self, kit: Kit) -> str:
        """The look of this kit: the theme if it has it, else the usual one, which is called nothing."""
        return self.theme if self.theme in kit.looks else ""


class Outcome(NamedTuple):
    """What came of a check or a build: the findings, the files written and removed, and the sheets that were laid.

    `lacks` is the theme that was asked for, if the kit does not have it. `news` is what an update tells. `kept` are
    files that hold what templates gave for faces that could not be read. `notes` are remarks that were made before.
    """

    kit: Kit
    findings: tuple[Finding, ...]
    runs: tuple[Run, ...] = ()
    files: tuple[Path, ...] = ()
    lacks: str = ""
    booklets: tuple[Booklet, ...] = ()
    removed: tuple[Path, ...] = ()
    news: tuple[str, ...] = ()
    kept: tuple[Path, ...] = ()
    notes: tuple[str, ...] = ()

    def brief(self) -> "Outcome":
        """What is told of it, without what was read and laid: little enough to be sent to another process."""
        kit = Kit(self.kit.id, self.kit.title, self.kit.where, levels=self.kit.levels)
        return self._replace(kit=kit, runs=(), booklets=(), lacks="", notes=self.remarks)

    @property
    def errors(self) -> int:
        """How many findings are errors."""
        return sum(finding.level is Level.ERROR for finding in self.findings)

    @property
    def warnings(self) -> int:
        """How many findings are warnings."""
        return sum(finding.level is Level.WARNING for finding in self.findings)

    @property
    def crashed(self) -> bool:
        """Whether a library crashed on a face, so that not all could be looked at."""
        return any(finding.check == "crashed" for finding in self.findings)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What there is to say about theme and sheets, each remark once."""
        look = (f"there is no theme {self.lacks} here, so it has its usual look",) if self.lacks else ()
        return tuple(dict.fromkeys((*self.notes, *look, *(remark for run in self.runs for remark in run.remarks))))


class Laid(NamedTuple):
    """A job, ready for the press: its faces (drawn, if asked) and its sheets, one run a paper.

    The rulebooks stand for one, too: then the faces are the icons in their text, and there are `booklets` for sheets.
    """

    pages: Pages
    runs: tuple[Run, ...]
    findings: tuple[Finding, ...]
    used: frozenset[str]
    booklets: tuple[Booklet, ...] = ()
    galleries: tuple[Gallery, ...] = ()
    exhibits: "tuple[Exhibit, ...]" = ()
    spoilt: tuple[tuple[FaceKey, str], ...] = ()


def quiet(_step: str, _done: int, _total: int) -> None:
    """Progress for nobody."""


def check_kit(project: Project, folder: Path, options: Options, progress: Progress = quiet) -> Outcome:
    """Everything but drawing and writing."""
    kit = read_kit(folder, project.shown(folder), as_printed=options.as_printed)
    roots = project.roots(folder)
    with Crew(kit, roots, draw=False, hands=options.hands) as crew:
        about_kit, laid = lay_kit(kit, roots, crew, options, progress, draw=False)
        return judge(kit, about_kit, laid, options, crew)


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


def lay_kit(
    kit: Kit, roots: Roots, crew: Crew, options: Options, progress: Progress, *, draw: bool
) -> tuple[list[Finding], list[Laid]]:
    """What the checks say of the kit itself, and all its jobs and rulebooks, laid and checked; drawn, if asked."""
    crew.begin_texts(kit.rulebooks)
    jobs = Jobs(kit, kit.jobs, crew, options, progress, draw=draw)
    about_kit = inspect(kit, [kit])  # while the workers are at texts and faces
    books = lay_rulebooks(kit, roots, crew, options, progress, draw=draw)
    return about_kit, [*jobs.lay(progress), *books]


class Jobs:
    """Jobs whose faces are being made: composed, checked and, if asked, drawn. Meanwhile their sheets are laid."""

    def __init__(
        self, kit: Kit, jobs: Sequence[Job], crew: Crew, options: Options, progress: Progress = quiet, *, draw: bool
    ) -> None:
        self._kit, self._jobs, self._crew = kit, jobs, crew
        theme, papers = options.theme_of(kit), options.papers
        pieces = [gather_pieces(kit, job, crew.studio(theme)) for job in jobs]
        self._queue = crew.begin(theme, [_sides_of(own) for own in pieces], progress, draw=draw)
        self._runs = [
            [lay_run(kit, job, own, paper, options) for paper in papers if own]
            for job, own in zip(jobs, pieces, strict=True)
        ]
        self._findings = [inspect(kit, runs) for runs in self._runs]

    def lay(self, progress: Progress) -> list[Laid]:
        """The jobs laid on sheets, and those checked."""
        made = self._crew.finish(self._queue, progress)
        return [
            lay_job(self._kit, job, runs, about, chunks)
            for job, runs, about, chunks in zip(self._jobs, self._runs, self._findings, made, strict=True)
        ]


def _sides_of(pieces: Sequence[Piece]) -> list[FaceKey]:
    """The faces of the pieces, each once."""
    return list(dict.fromkeys(key for piece in pieces for key in (piece.front, piece.back) if key is not None))


def lay_job(kit: Kit, job: Job, runs: Sequence[Run], about: Sequence[Finding], chunks: Sequence[Chunk]) -> Laid:
    """The job's runs, what was found about them, and its faces, which are made."""
    galleries = hang(job, chunks)
    findings = [*(finding for chunk in chunks for finding in chunk.findings), *about, *inspect(kit, galleries)]
    used = frozenset().union(*(chunk.used for chunk in chunks))
    spoilt = tuple(face for chunk in chunks for face in chunk.spoilt)
    return Laid(bind_pages(chunks), tuple(runs), tuple(findings), used, galleries=tuple(galleries), spoilt=spoilt)


def lay_run(kit: Kit, job: Job, pieces: Sequence[Piece], paper: str, options: Options) -> Run:
    """The pieces on sheets of this paper, on their way to the printer that was asked for."""
    suited, theme = suit_job(job, options.passage.printer(paper)), options.theme_of(kit)
    run = impose(kit, fit_job(suited, options.cutter), pieces, paper, theme)
    if options.cutter and run.faults and len(kit.jobs) > 1:
        # One job that no cutter takes, a board perhaps, does not keep the others from it.
        plain = impose(kit, suited, pieces, paper, theme)
        run = leave_to_hand(run, plain)
    return send(run, options.passage)


def lay_rulebooks(
    kit: Kit, roots: Roots, crew: Crew, options: Options, progress: Progress, *, draw: bool
) -> list[Laid]:
    """The kit's rulebooks written, checked, and laid out on each paper; drawn, if asked, with the icons in them."""
    if not kit.rulebooks:
        return []
    from pnp.press.rulebook.setting import set_rulebook

    written = [crew.write(rulebook) for rulebook in kit.rulebooks]
    documents = [document for document, _lost in written if document is not None]
    findings = [finding for _document, lost in written for finding in lost]
    booklets = []
    for number, document in enumerate(documents):
        progress("rulebooks", number, len(documents))
        theme = options.theme_of(kit)
        forms = (False, True) if options.booklet or document.rulebook.booklet else (False,)
        booklets += [
            set_rulebook(document, roots, paper, theme=theme, draw=draw, draft=options.draft, stitched=stitched)
            for paper in options.papers
            for stitched in forms
        ]
    icons, lost = crew.draw_icons(documents) if draw and documents else (Chunk(), [])
    used = frozenset(file for document in documents for file in document.files)
    findings += lost + inspect(kit, [*documents, *booklets])
    return [Laid(bind_pages([icons]), (), tuple(findings), used, tuple(booklets))]


def lay_proofs(kit: Kit, laid: Sequence[Laid], crew: Crew, options: Options) -> list[Laid]:
    """Some of the kit's faces as all eyes see them, on each paper; the gray look is the same to all."""
    from pnp.press.exhibits.proof import INKS, choose_faces, lay_proof

    theme = options.theme_of(kit)
    galleries = [gallery for job in laid for gallery in job.galleries]
    keys = choose_faces(galleries)
    if not keys or theme == GRAY:
        return []
    faces, lost = crew.prove(theme, keys, INKS)
    exhibits = tuple(lay_proof(kit, galleries, paper, theme) for paper in options.papers)
    return [Laid(bind_pages([faces]), (), tuple(lost), frozenset(), exhibits=exhibits)]


def gather_pieces(kit: Kit, job: Job, studio: Studio) -> list[Piece]:
    """Every piece of the job's decks, in the order in which they are printed."""
    return [piece for deck in job.decks for piece in studio.pieces(kit.deck(deck))]
