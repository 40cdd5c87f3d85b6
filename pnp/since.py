"""An update of an earlier print: only what is new or changed, what is to be discarded, and old beside new.

The kit as it was comes from git, by a tag or commit, or from the job ticket of an earlier build.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from pnp.build import judge
from pnp.export.cutfiles import write_cuts
from pnp.jobs import gather_pieces, lay_kit, lay_run
from pnp.kit.history import open_past
from pnp.kit.project import Project
from pnp.kit.reading import read_kit
from pnp.model.face import FaceKey, Pages
from pnp.model.kit import Job, Kit
from pnp.model.sheet import Piece, Run
from pnp.outcome import Options, Outcome
from pnp.press.assembly import print_run
from pnp.press.delivery.delivery import deliver
from pnp.press.delivery.ticket import Cut, Printed, Shown, make_ticket, piece_digest
from pnp.press.exhibits.changes import Changes, Old, compare, describe_discard
from pnp.press.exhibits.crops import append_pages, crop_faces
from pnp.press.exhibits.difference import Scene, Side, choose_sides, describe, lay_changes, lay_list
from pnp.press.exhibits.earlier import read_ticket
from pnp.press.exhibits.page import Exhibit
from pnp.press.exhibits.plates import draw_exhibit
from pnp.press.exhibits.wording import Word, look_same, read_words
from pnp.work.crew import Crew, Progress, quiet
from pnp.work.results import bind_pages

_NOTHING = Pages((), {}, {})


class Before(NamedTuple):
    """An earlier print: what it is called, its pieces, its faces' digests as far as they are known, and a way to draw.

    `draw` gives the faces, called `key.in_ink("before")`, as far as they still are there.
    """

    name: str
    pieces: tuple[Old, ...]
    digests: Mapping[FaceKey, str]
    draw: Callable[[Sequence[FaceKey]], Pages]
    notes: tuple[str, ...] = ()


class Present(NamedTuple):
    """The kit as it is: its pieces, job by job, and the digests of their faces."""

    kit: Kit
    pieces: tuple[tuple[Job, tuple[Piece, ...]], ...]
    digests: Mapping[FaceKey, str]
    options: Options

    @property
    def theme(self) -> str:
        """The look that is printed."""
        return self.options.theme_of(self.kit)

    def compare(self, before: Before) -> Changes:
        """What leads from the earlier print to the kit."""
        pieces = [piece for _, own in self.pieces for piece in own]
        return compare(before.pieces, [(piece, piece_digest(piece, self.digests)) for piece in pieces])


class Update(NamedTuple):
    """What is written: sheets, the faces old and new, pages of changes, lists of what to discard; and what is told."""

    runs: tuple[Run, ...]
    drawn: tuple[Pages, ...]
    exhibits: tuple[Exhibit, ...]
    lists: tuple[Exhibit, ...]
    notes: tuple[str, ...]


def update_kit(
    project: Project, folder: Path, out: Path, options: Options, since: str, progress: Progress = quiet
) -> Outcome:
    """Check the kit and write what brings an earlier print up to it: sheets of new and changed pieces, and the changes.

    `since` is a tag, a commit, or the path of a job.json. The files of whole builds and their ticket stay as they are.
    PnpError if there is no such print.
    """
    kit, roots = read_kit(folder, project.shown(folder)), project.roots(folder)
    with (
        Crew(kit, roots, draw=True, hands=options.hands) as crew,
        _open_before(project, folder, kit, options, since) as before,
    ):
        about_kit, laid = lay_kit(kit, roots, crew, options, progress, draw=False)
        outcome = judge(kit, about_kit, laid, options, crew)._replace(runs=(), booklets=())
        if outcome.errors and not options.draft:
            return outcome
        digests = {key: digest for job in laid for key, digest in job.pages.digests.items()}
        studio = crew.studio(options.theme_of(kit))
        pieces = tuple((job, tuple(gather_pieces(kit, job, studio))) for job in kit.jobs)
        present = Present(kit, pieces, digests, options)
        changes = present.compare(before)
        if changes.nothing:
            return outcome._replace(news=(*before.notes, f"nothing changed since {before.name}"))
        update = _lay_update(present, crew, before, changes, progress)
    return _write(present, out / folder.name, outcome, before, changes, update)


@contextmanager
def _open_before(project: Project, folder: Path, kit: Kit, options: Options, since: str) -> Iterator[Before]:
    """The earlier print, while its files are at hand."""
    if since.lower().endswith(".json"):
        earlier = read_ticket(Path(since), kit.id, options.theme_of(kit))
        yield Before(earlier.name, earlier.pieces, {}, lambda keys: crop_faces(earlier, keys))
        return
    with open_past(project, folder, since) as past:
        if past.folder is None:
            note = f"{project.shown(folder)} is not in {since}, so all its pieces are new"
            yield Before(since, (), {}, lambda _keys: _NOTHING, (note,))
            return
        old = read_kit(past.folder, past.project.shown(past.folder))
        with Crew(old, past.project.roots(past.folder), draw=True, hands=options.hands) as crew:
            notes = (f"{past.left_out} links or large files of {since} could not be read",) if past.left_out else ()
            yield _look_back(old, crew, since, options.theme_of(old), notes)


def _look_back(old: Kit, crew: Crew, since: str, theme: str, notes: tuple[str, ...]) -> Before:
    """The kit as it was, its faces composed."""
    studio = crew.studio(theme)
    pieces = [piece for job in old.jobs for piece in gather_pieces(old, job, studio)]
    keys = list(dict.fromkeys(key for piece in pieces for key in (piece.front, piece.back) if key is not None))
    digests = bind_pages(crew.make_faces(theme, keys, quiet, draw=False)).digests

    def draw(wanted: Sequence[FaceKey]) -> Pages:
        pages = bind_pages(crew.make_faces(theme, wanted, quiet, draw=True)) if wanted else _NOTHING
        return pages._replace(at={key.in_ink("before"): place for key, place in pages.at.items()})

    known = tuple(
        Old(
            piece.id,
            piece.component,
            piece_digest(piece, digests),
            piece.width,
            piece.height,
            piece.front,
            piece.back,
        )
        for piece in pieces
    )
    return Before(since, known, digests, draw, notes)


def _lay_update(present: Present, crew: Crew, before: Before, changes: Changes, progress: Progress) -> Update:
    """The new and changed pieces on sheets, and what changed on pages beside them."""
    keys = dict.fromkeys(key for piece in changes.printed for key in (piece.front, piece.back) if key is not None)
    new = bind_pages(crew.make_faces(present.theme, list(keys), progress, draw=True))
    sides = choose_sides(changes, before.digests, present.digests)
    wanted = [*(side.was for side in sides if side.was is not None), *(old.front for old in changes.removed)]
    drawn = (new, before.draw(list(dict.fromkeys(wanted))))
    words = read_words(drawn, _measure(before, changes))
    if not before.digests:  # then words and pictures tell which of the sides is the same
        sides = [side for side in sides if not _is_same(side, drawn, words)]
    scenes = [Scene(present.kit, before.name, paper, present.theme, words) for paper in present.options.papers]
    return Update(
        tuple(_lay_runs(present, changes, before.name)),
        drawn,
        tuple(lay_changes(scene, changes, sides) for scene in scenes),
        tuple(lay_list(scene, changes) for scene in scenes) if changes.discarded else (),
        tuple(_find_reasons(before, changes, sides, words)),
    )


def _is_same(side: Side, drawn: tuple[Pages, ...], words: Mapping[FaceKey, Sequence[Word]]) -> bool:
    """Whether one of the sides of a changed piece did not change, as far as the PDFs tell."""
    if side.old is None or side.new is None:
        return False
    old, new = ([word.text for word in words.get(key, ())] for key in (side.old, side.new))
    return old == new and look_same(drawn, side.old, side.new, (side.piece.width, side.piece.height))


def _measure(before: Before, changes: Changes) -> dict[FaceKey, tuple[float, float]]:
    """The trim of each face that may be shown, in mm."""
    sizes: dict[FaceKey, tuple[float, float]] = {}
    for piece in changes.printed:
        sizes |= {key: (piece.width, piece.height) for key in (piece.front, piece.back) if key is not None}
    for old in before.pieces:
        faces = (key.in_ink("before") for key in (old.front, old.back) if key is not None)
        sizes |= dict.fromkeys(faces, (old.width, old.height))
    return sizes


def _find_reasons(
    before: Before, changes: Changes, sides: Sequence[Side], words: Mapping[FaceKey, Sequence[Word]]
) -> Iterator[str]:
    """Where every piece differs and no word does, it is not the game that changed."""
    pairs = [(words.get(side.old), words.get(side.new)) for side in sides if side.old and side.new]
    spoken = [
        (tuple(word.text for word in old), tuple(word.text for word in new))
        for old, new in pairs
        if old is not None and new is not None
    ]
    every = len(changes.changed) == len({old.id for old in before.pieces}) > 1
    if every and not changes.added and all(old == new for old, new in spoken):
        yield (
            "every piece differs, though no word does: a template, a picture, a font, or pnp itself draws otherwise "
            "than then; where that does not matter, the earlier print is still good"
        )


def _lay_runs(present: Present, changes: Changes, since: str) -> Iterator[Run]:
    """The pieces to print on the fewest sheets of each job, on each paper; their labels say what they are."""
    printed = set(map(id, changes.printed))
    kit = present.kit
    labelled = kit._replace(version=f"{kit.version}, update since {since}") if kit.version else kit
    for job, pieces in present.pieces:
        wanted = [piece for piece in pieces if id(piece) in printed]
        for paper in present.options.papers if wanted else ():
            yield lay_run(labelled, job, wanted, paper, present.options)


def _write(
    present: Present, folder: Path, outcome: Outcome, before: Before, changes: Changes, update: Update
) -> Outcome:
    """The update's files and its own ticket, beside those of whole builds."""
    draft, since, kit = present.options.draft, before.name, present.kit
    made: list[Printed | Shown | Cut] = [*_print(present, update, since)]
    made += [Shown(each, draw_exhibit(each, update.drawn, draft=draft), draft) for each in update.exhibits]
    cut = (run for run in update.runs if run.job.cutter)
    made += [each._replace(since=since) for run in cut for each in write_cuts(run, draft=draft)]
    ticket = make_ticket(kit, made)
    ticket |= {"since": since, "discard": [{**describe_discard(discard)} for discard in changes.discarded]}
    kept = [theme or None for theme in kit.looks if theme != present.theme]
    done = deliver(folder, {each.name: each.data for each in made}, ticket, kept, draft=draft, since=since)
    news = (*before.notes, *update.notes, *_tell(before, changes))
    return outcome._replace(runs=update.runs, files=done.files, removed=done.removed, news=news)


def _print(present: Present, update: Update, since: str) -> Iterator[Printed]:
    """The sheets; behind the first on each paper, what to take out of the earlier print."""
    draft = present.options.draft
    lists = {each.paper: each for each in update.lists}
    for run in filter(lambda run: run.sheets, update.runs):
        data, listed = print_run(run, update.drawn[0], draft), None
        # Where fronts and backs are printed apart, a page more would get into the wrong stack.
        if run.order == "interleaved" and not run.only:
            listed = lists.pop(run.paper, None)
        if listed is not None:
            data = append_pages(data, draw_exhibit(listed, update.drawn, draft=draft))
        yield Printed(run, data, present.digests, draft, since, len(listed.pages) if listed else 0)


def _tell(before: Before, changes: Changes) -> Iterator[str]:
    copies = sum(discard.copies for discard in changes.discarded)
    yield f"since {before.name}: {len(changes.printed)} to print, {copies} to discard"
    yield from (f"discard {describe(discard)}" for discard in changes.discarded)
