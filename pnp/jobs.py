"""The jobs and rulebooks of a kit, laid on sheets: what workers make of them, and what the checks say of that."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from pnp.faces.studio import Studio
from pnp.model.colours import GRAY
from pnp.model.document import Booklet
from pnp.model.face import FaceKey, Gallery, Pages
from pnp.model.finding import Finding
from pnp.model.kit import Job, Kit, Rulebook
from pnp.model.roots import Roots
from pnp.model.sheet import Piece, Run
from pnp.outcome import Options
from pnp.press.cutting.cutter import fit_job, leave_to_hand
from pnp.press.imposition.imposition import impose
from pnp.press.printers.passage import send, suit_job
from pnp.rules.engine import inspect
from pnp.work.crew import Crew, Progress, quiet
from pnp.work.results import bind_pages, hang
from pnp.work.workplace import Chunk

if TYPE_CHECKING:
    from pnp.press.exhibits.page import Exhibit


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


def lay_kit(
    kit: Kit, roots: Roots, crew: Crew, options: Options, progress: Progress, *, draw: bool
) -> tuple[list[Finding], list[Laid]]:
    """What the checks say of the kit itself, and all its jobs and rulebooks, laid and checked; drawn, if asked."""
    jobs = Jobs(kit, kit.jobs, crew, options, progress, kit.rulebooks, draw=draw)
    about_kit = inspect(kit, [kit])  # while the workers are at texts and faces
    books = lay_rulebooks(kit, roots, crew, options, progress, draw=draw)
    return about_kit, [*jobs.lay(progress), *books]


class Jobs:
    """Jobs whose faces are being made: composed, checked and, if asked, drawn. Meanwhile their sheets are laid.

    The texts are begun with them; `crew` writes them.
    """

    def __init__(
        self,
        kit: Kit,
        jobs: Sequence[Job],
        crew: Crew,
        options: Options,
        progress: Progress = quiet,
        texts: Sequence[Rulebook] = (),
        *,
        draw: bool,
    ) -> None:
        self._kit, self._jobs, self._crew = kit, jobs, crew
        theme, papers = options.theme_of(kit), options.papers
        pieces = [gather_pieces(kit, job, crew.studio(theme)) for job in jobs]
        crew.begin_texts(texts)  # not before: workers that begin now have read what was read for the pieces
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
