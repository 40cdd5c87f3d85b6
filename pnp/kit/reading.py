"""A kit's folder to a Kit: every file in turn, then what only the whole can tell."""

import os
from collections.abc import Callable
from collections.abc import Sequence as Names
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias, TypeVar

from pnp.kit.boards import read_board
from pnp.kit.decks import read_deck
from pnp.kit.declared import Declared, read_declared
from pnp.kit.expectations import find_unknown
from pnp.kit.kits import Head, read_head, read_jobs, read_rulebooks, read_waivers
from pnp.kit.levels import read_levels
from pnp.kit.nets import fit_boxes
from pnp.kit.parsing.comments import read_comments
from pnp.kit.parsing.document import Document, read_document
from pnp.kit.parsing.source import read_source
from pnp.kit.parsing.tree import Mapping, Scalar, Sequence
from pnp.kit.reader import Reference
from pnp.kit.report import Report
from pnp.kit.shelf import Shelf
from pnp.kit.tables import read_table
from pnp.kit.tracks import read_track
from pnp.kit.vocabulary import Nouns, read_provenance, read_wording
from pnp.kit.wording import near
from pnp.model.board import Board
from pnp.model.files import LARGEST_TEXT, read_file
from pnp.model.finding import Fault, LevelChange, PnpError
from pnp.model.kit import Deck, Kit, Rulebook, Waiver
from pnp.model.place import Where
from pnp.model.table import Table
from pnp.model.track import Track

Chart: TypeAlias = Board | Table | Track
_Kind = TypeVar("_Kind", Board, Table, Track)

KIT_FILE, RULES_FILE = "kit.yaml", "rules.yaml"
_SUFFIXES = (".yaml", ".yml")
_OF_A_DECK = ("deck", "cards", "fields", "front", "size")
_CHARTS: dict[str, Callable[[Mapping, Report, str], Chart]] = {
    "board": read_board,
    "table": read_table,
    "track": read_track,
}
_OF_A_CHART = {"links": "board", "dice": "table", "head_room": "track", "starts": "track", "spaces": "board"}
_LITTER = frozenset({"Thumbs.db", "desktop.ini"})


class _Reading:
    """What has been read of one kit so far."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.references: list[Reference] = []
        self.waivers: list[Waiver] = []
        self.levels: tuple[LevelChange, ...] = ()
        self.declared = Declared()
        self.decks: dict[str, Deck] = {}
        self.charts: dict[tuple[str, str], Chart] = {}
        self.unsure = False
        self.texts: dict[str, str] = {}

    def root(self, name: str, report: Report) -> Mapping | None:
        """The top keys of a file; None, with the reason noted, if it cannot be read or has none."""
        path = self.shelf.folder / name
        if not self.shelf.holds(path):
            self.shelf.refuse(report)
            self.unsure = True
            return None
        text = read_source(path, report)
        self.texts[report.file] = text or ""
        document = Document("", None, broken=True) if text is None else read_document(text, report)
        self.unsure |= document.root is None and document.broken
        self.waivers += read_comments(document, report)
        if document.empty:
            report.note("empty-file", Where(report.file), "the file is empty", _EMPTY.get(name, _EMPTY[""]))
        elif isinstance(document.root, Scalar | Sequence):
            message = "the file should consist of keys with values, but is a list or text"
            report.note("wrong-root", document.root, message, _EMPTY.get(name, _EMPTY[""]))
        return document.root if isinstance(document.root, Mapping) else None

    def parts(self, names: Names[str]) -> None:
        """Read the files of those names, rules.yaml last."""
        for name in names:
            if name != RULES_FILE:
                self.part(name)
        if RULES_FILE in names:
            report = self.shelf.report(RULES_FILE)
            root = self.root(RULES_FILE, report)
            if root is not None:
                self.waivers += read_waivers(root, report)
                self.levels = read_levels(root, report)
                self.declared = read_declared(root, report)

    def part(self, name: str) -> None:
        """Read the file of a deck, a board, a dice table or a track, if it is one."""
        report = self.shelf.report(name)
        root = self.root(name, report)
        keys = root.entries if root is not None else {}
        kind = next((kind for kind in _CHARTS if kind in keys), "")
        hint = next((hint for hint in _OF_A_CHART if hint in keys), "")
        if root is not None and kind and "deck" not in keys:
            chart = _CHARTS[kind](root, report, name.rpartition(".")[0])
            if isinstance(chart, Board) and "map" in keys and chart.ground is None:
                self.unsure = True  # of a map that cannot be read nothing is known, and nothing more is said
            else:
                self.chart(kind, chart, report)
        elif hint and not {"deck", "cards", "front"} & keys.keys():
            message = f"this file has {hint}, but does not say what it is"
            cure = f"Begin the file with `{_OF_A_CHART[hint]}: name`, or take it out of the kit's folder."
            report.note("missing-field", keys[hint], message, cure)
        else:
            self.deck(name, root, report)

    def chart(self, kind: str, chart: Chart, report: Report) -> None:
        """Keep a board, dice table or track, if it is the first of its id."""
        if (kind, chart.id) in self.charts:
            first = self.charts[kind, chart.id].where
            message = f'the {kind} "{chart.id}" is in {first.file} too'
            report.note("duplicate-id", chart.where, message, f"Give each {kind} an id of its own.")
        self.charts.setdefault((kind, chart.id), chart)

    def all(self, kind: type[_Kind]) -> tuple[_Kind, ...]:
        """The boards, dice tables or tracks that were read."""
        return tuple(chart for chart in self.charts.values() if isinstance(chart, kind))

    def deck(self, name: str, root: Mapping | None, report: Report) -> None:
        """Read the deck of a file, if it holds one."""
        keys = [key for key in _OF_A_DECK if root is not None and key in root.entries]
        if root is None or not keys:
            return
        if keys == ["cards"]:  # another program's file perhaps; its cards would fill pages with faults
            cure = "Begin the file with `deck: name`, `size: poker` and `front:`, or take it out of the kit's folder."
            report.note(
                "missing-field", root.entries["cards"], "this file has cards, but does not say of which deck", cure
            )
            return
        deck = read_deck(root, report, name.rpartition(".")[0], self.references, self.shelf)
        if deck.id in self.decks:
            first = self.decks[deck.id].where
            message = f'the deck "{deck.id}" is in {first.file} too'
            report.note("duplicate-id", deck.where, message, "Give each deck an id of its own.")
            return
        self.decks[deck.id] = deck

    def head(self) -> tuple[Head, Report]:
        """What kit.yaml says."""
        report = self.shelf.report(KIT_FILE)
        root = self.root(KIT_FILE, report)
        name = self.shelf.folder.resolve().name
        return (Head(name, name, Where(report.file)) if root is None else read_head(root, report, name)), report


_EMPTY = {
    KIT_FILE: "Begin with `kit: name-of-the-game` and `title: Name of the Game`.",
    RULES_FILE: "Begin with `waivers:`, or delete the file.",
    "": "Begin with `deck: name`, `size: poker`, `front:` and `cards:`, or delete the file.",
}


def read_kit(folder: Path, shown: str, *, as_printed: bool = False) -> Kit:
    """The kit in `folder`, written `shown` in messages, with all faults of its content.

    With `as_printed`, what a card notes as its earlier print stands in place of what was corrected.

    Bad content never raises; PnpError where there is no kit.yaml or a file cannot be opened.
    """
    _require_kit(folder, shown)
    files = _files(folder)
    shelf = Shelf(folder, shown, files, as_printed=as_printed)
    _note_odd_entries(folder, shelf)
    reading = _Reading(shelf)
    head, report = reading.head()
    parts = [name for name in files if "/" not in name and name.endswith(_SUFFIXES) and name != KIT_FILE]
    reading.parts(parts)
    decks, misfits = fit_boxes(tuple(reading.decks.values()), unsure=reading.unsure)
    jobs = read_jobs(head.jobs, report, decks, reading.unsure)
    rulebooks = read_rulebooks(head.rulebooks, report, jobs)
    top, nouns = head.root or Mapping({}, 1, 1), Nouns(decks, reading.all(Board), reading.unsure)
    wording, provenance = read_wording(top, report, shelf, nouns), read_provenance(top, report)
    faults = [fault for part in shelf.reports for fault in part.faults]
    faults += (*misfits, *_unknown(reading))
    if not (reading.unsure or shelf.lost):  # else what is named may be in a file that could not be read
        faults += find_unknown(reading.decks, reading.all(Board), reading.all(Track))
    return Kit(
        head.id,
        head.title,
        head.where,
        head.version,
        head.summary,
        head.licence,
        head.credits,
        decks,
        jobs,
        tuple(reading.waivers),
        tuple(dict.fromkeys(faults)),
        files,
        (KIT_FILE, *parts, *shelf.read),
        rulebooks,
        head.themes,
        reading.levels,
        boards=reading.all(Board),
        tables=reading.all(Table),
        tracks=reading.all(Track),
        wording=wording,
        provenance=provenance,
        rules=reading.declared.rules,
        examples=reading.declared.examples,
        odds=reading.declared.odds,
        facts=reading.declared.facts,
        texts={**reading.texts, **_manuscripts(rulebooks, shelf)},
    )


def read_themes(folder: Path, shown: str) -> tuple[str, ...]:
    """The themes that the kit in `folder` names, without a look at its cards; PnpError if there is no kit.yaml."""
    _require_kit(folder, shown)
    return _Reading(Shelf(folder, shown)).head()[0].themes


def _require_kit(folder: Path, shown: str) -> None:
    if not (folder / KIT_FILE).is_file():
        raise PnpError(f"{shown or folder.name} has no {KIT_FILE}", f"Make one that begins with `kit: {folder.name}`.")


def _manuscripts(rulebooks: Names[Rulebook], shelf: Shelf) -> dict[str, str]:
    """The rulebooks as they are written, by their names in messages; what cannot be read is told where it is set."""
    found = {}
    for book in rulebooks:
        path = shelf.folder / book.file
        with suppress(OSError, ValueError):
            if shelf.holds(path) and path.is_file():  # what is too large is told where it is set
                found[f"{shelf.shown}/{book.file}" if shelf.shown else book.file] = read_file(
                    path, LARGEST_TEXT
                ).decode("utf-8")
    return found


def _note_odd_entries(folder: Path, shelf: Shelf) -> None:
    """Tell of what is called like a file of the kit and is none: its cards would be missing without a word."""
    for path in sorted(folder.iterdir()):
        name = path.name
        if name.endswith(_SUFFIXES) and not name.startswith(".") and not path.is_file():
            link = path.is_symlink() and not path.exists()
            what = "a link that leads nowhere" if link else "a folder" if path.is_dir() else "a pipe or a device"
            report = shelf.report(name)
            report.note(
                "missing-file", Where(report.file), f"{name} is {what}, so nothing of it is read", "Take it away."
            )


def _files(folder: Path) -> tuple[str, ...]:
    """Every file of the folder but for what editors and systems leave behind, sorted."""
    found = []
    for place, inner, names in os.walk(folder):
        inner[:] = [name for name in inner if not name.startswith(".")]
        here = Path(place)
        shown = "".join(f"{part}/" for part in here.relative_to(folder).parts)
        for name in names:
            litter = name.startswith(".") or name in _LITTER or name.endswith("~")
            if not litter and (here / name).is_file():
                found.append(f"{shown}{name}")
    return tuple(sorted(found))


def _unknown(reading: _Reading) -> list[Fault]:
    """Values that name a card which is not there."""
    ids = {deck.id: {card.id for card in deck.cards} for deck in reading.decks.values()}
    faults = []
    for deck, card, label, where in reading.references:
        if deck not in ids:
            if not reading.unsure:
                message = f'{label} names a card of "{deck}", but there is no such deck'
                faults.append(Fault("unknown-deck", where, message, near(deck, ids)))
        elif card not in ids[deck] and deck not in reading.shelf.lost:
            message = f'{label} is "{card}", but {deck} has no such card'
            faults.append(Fault("unknown-reference", where, message, near(card, sorted(ids[deck]))))
    return faults
