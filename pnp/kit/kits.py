"""kit.yaml and rules.yaml: what the game is called, how it is printed, and which findings are accepted."""

import re
from collections.abc import Container, Sequence
from typing import NamedTuple

from pnp.kit.fields import TYPES
from pnp.kit.marking import read_marks
from pnp.kit.parsing.tree import Entry, Mapping, Node, Scalar
from pnp.kit.parsing.tree import Sequence as Items
from pnp.kit.reader import Reader, as_items, as_mapping
from pnp.kit.report import Report
from pnp.kit.schema import CREDIT, JOB, KIT, RULEBOOK, RULES, WAIVER
from pnp.kit.wording import clip, near
from pnp.model.kit import Credit, Deck, Job, Rulebook, Value, Waiver
from pnp.model.place import Where
from pnp.model.printer import Margins


class Head(NamedTuple):
    """What kit.yaml says, but for the print jobs, which are read when the decks are known."""

    id: str
    title: str
    where: Where
    version: str = ""
    summary: str = ""
    licence: str = ""
    credits: tuple[Credit, ...] = ()
    jobs: Entry | None = None
    rulebooks: Entry | None = None
    themes: tuple[str, ...] = ()
    root: Mapping | None = None


def read_head(root: Mapping, report: Report, name: str) -> Head:
    """The head of a kit; `name` is its id if the file gives none."""
    reader = Reader(report, TYPES, "the kit")
    values = reader.group(KIT, root)
    name = str(values["kit"] or name)
    version, summary, licence = (str(values[key] or "") for key in ("version", "summary", "licence"))
    return Head(
        name,
        str(values["title"] or name),
        reader.places.get(("kit",), report.where(root)),
        version,
        summary,
        licence,
        _credits(root.entries.get("credits"), report),
        root.entries.get("print"),
        root.entries.get("rulebooks"),
        _themes(values["themes"], reader),
        root,
    )


def read_jobs(entry: Entry | None, report: Report, decks: Sequence[Deck], unsure: bool) -> tuple[Job, ...]:
    """The print jobs, and one more for each deck that none of them names.

    `unsure` is set where a file could not be read, so that a deck which is not there may be in it.
    """
    known = {deck.id for deck in decks}
    jobs: dict[str, Job] = {}
    items = as_items(entry.value, report, "`print`") if entry is not None else ()
    for number, item in enumerate(items, 1):
        mapping = as_mapping(item, report, f"print job {number}")
        if mapping is not item:
            continue
        job = _job(mapping, report, known, unsure)
        if job is None:
            continue
        # Some systems hold a and A for one file.
        same = next((each for each in jobs.values() if each.name.casefold() == job.name.casefold()), None)
        if same is not None:
            message = f'the name "{job.name}" stands twice: here and on line {same.where.line}'
            report.note("duplicate-id", job.place("name"), message, "Each print job gives a file: name them apart.")
            continue
        jobs[job.name] = job
    for deck in decks:
        if not any(deck.id in job.decks for job in jobs.values()):
            name = _free(deck.id, jobs.keys())
            jobs[name] = Job(name, (deck.id,), deck.where)
    return tuple(jobs.values())


def read_rulebooks(entry: Entry | None, report: Report, jobs: Sequence[Job]) -> tuple[Rulebook, ...]:
    """The rulebooks; one without a file, or called as a print job is, is noted and left out."""
    taken = {job.name: job.where for job in jobs}
    books = []
    items = as_items(entry.value, report, "`rulebooks`") if entry is not None else ()
    for number, item in enumerate(items, 1):
        mapping = as_mapping(item, report, f"rulebook {number}")
        if mapping is not item:
            continue
        book = _rulebook(mapping, report)
        if book is None:
            continue
        bound = f"{book.name}-booklet"
        if bound in taken:
            message = f'the booklet of "{book.name}" is called "{bound}", as what is on line {taken[bound].line}'
            report.note("duplicate-id", book.place("name"), message, "Each gives a file: name them apart.")
            continue
        if book.name in taken:
            message = f'the name "{book.name}" stands twice: here and on line {taken[book.name].line}'
            cure = "Each rulebook and print job gives a file: name them apart."
            report.note("duplicate-id", book.place("name"), message, cure)
            continue
        taken |= {book.name: book.where, bound: book.where}
        books.append(book)
    return tuple(books)


def read_waivers(root: Mapping, report: Report) -> tuple[Waiver, ...]:
    """The waivers of rules.yaml; one without check, thing or reason is noted and left out."""
    Reader(report, TYPES, "rules.yaml").group(RULES, root)
    entry = root.entries.get("waivers")
    waivers = []
    for number, item in enumerate(as_items(entry.value, report, "`waivers`") if entry else (), 1):
        mapping = as_mapping(item, report, f"waiver {number}")
        if mapping is not item:
            continue
        values = Reader(report, TYPES, f"waiver {number}").group(WAIVER, mapping)
        check, on, reason = (str(values[key] or "").strip() for key in ("check", "on", "reason"))
        lacking = next((key for key in ("check", "on", "reason") if not str(values[key] or "").strip()), "")
        if lacking:
            cure = "Write {check: text-overflow, on: pharmacy-run, reason: why it is fine}."
            report.note("bad-waiver", mapping, f"waiver {number} has no {lacking}", cure)
        else:
            waivers.append(Waiver(check, reason, report.where(mapping), on))
    return tuple(waivers)


def _themes(value: Value, reader: Reader) -> tuple[str, ...]:
    """The names, each once."""
    named = [str(theme) for theme in value] if isinstance(value, tuple) else []
    for theme in dict.fromkeys(named):
        if named.count(theme) > 1:
            where = reader.places["themes",]
            reader.report.note("duplicate-id", where, f'the theme "{theme}" is named twice', "Name each theme once.")
    return tuple(dict.fromkeys(named))


def _credits(entry: Entry | None, report: Report) -> tuple[Credit, ...]:
    people = []
    for number, item in enumerate(as_items(entry.value, report, "`credits`") if entry else (), 1):
        mapping = as_mapping(item, report, f"credit {number}")
        if mapping is item:
            values = Reader(report, TYPES, f"credit {number}").group(CREDIT, mapping)
            people.append(Credit(str(values["role"] or ""), str(values["name"] or "")))
    return tuple(people)


def _free(name: str, taken: Container[str]) -> str:
    free, number = name, 2
    while free in taken:
        free, number = f"{name}-{number}", number + 1
    return free


def _job(mapping: Mapping, report: Report, known: set[str], unsure: bool) -> Job | None:
    reader = Reader(report, TYPES, "the print job")
    values = reader.group(JOB, mapping)
    entry = mapping.entries.get("decks")
    if entry is None:
        report.note("missing-field", mapping, "the print job names no decks", "Add `decks: [name]`.")
        return None
    reader.places["decks",] = report.where(entry.value)
    decks = _decks(entry.value, report, known, unsure)
    if not decks:
        return None
    if values["name"] is None and ("name",) not in reader.places and len(decks) > 1:
        report.note("missing-field", mapping, "the print job has no name", "Add `name:`; the PDF is named by it.")
    marks, marking = read_marks(mapping.entries.get("marks"), report, reader.places)
    return Job(
        str(values["name"] or decks[0]),
        decks,
        report.where(mapping),
        str(values["stock"]),
        str(values["flip"]),
        marks,
        _length(values["gutter"]),
        _margin(values["margin"]),
        reader.places,
        marking=marking,
        cut_order=values["cut_order"] is True,
        skip=_numbers(values["skip"]),
        up=_up(values["up"]),
        layout=str(values["layout"]),
        fold=_length(values["fold"]),
        share=values["share"] is True,
        overlap=_length(values["overlap"]),
        optional=values["optional"] is True,
    )


_COLOUR = re.compile("#[0-9a-fA-F]{6}")


def _rulebook(mapping: Mapping, report: Report) -> Rulebook | None:
    reader = Reader(report, TYPES, "the rulebook")
    values = reader.group(RULEBOOK, mapping)
    if not values["file"]:
        return None
    accent = str(values["accent"])
    if not _COLOUR.fullmatch(accent):
        message = f'accent is "{clip(accent)}", which is no colour'
        report.note("bad-value", reader.places["accent",], message, 'Write six digits in quotes: "#a8161c".')
        accent = "#1a1a1a"
    fonts = values["fonts"] if isinstance(values["fonts"], dict) else {}
    columns, size = values["columns"], values["size"]
    return Rulebook(
        str(values["name"]),
        str(values["file"]),
        report.where(mapping),
        str(values["title"] or ""),
        columns if isinstance(columns, int) else 1,
        str(fonts.get("body") or "Source Serif 4"),
        str(fonts.get("heading") or "Barlow Condensed"),
        _length(size),
        accent,
        str(values["stock"]),
        reader.places,
        values["booklet"] is True,
        _length(values["thickness"]),
        _length(values["trim"]),
    )


def _length(value: Value) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _margin(value: Value) -> float | Margins:
    return Margins(*map(_length, value)) if isinstance(value, tuple) else _length(value)


def _numbers(value: Value) -> tuple[int, ...]:
    return tuple(each for each in value if isinstance(each, int)) if isinstance(value, tuple) else ()


def _up(value: Value) -> str | int:
    return value if isinstance(value, str | int) else ""


def _decks(node: Node, report: Report, known: set[str], unsure: bool) -> tuple[str, ...]:
    """The decks that a job names, a single one without a list too."""
    names: list[str] = []
    items = node.items if isinstance(node, Items) else (node,)
    if not items:
        report.note("missing-field", node, "the print job names no decks", "Write `decks: [events]`, or take it out.")
    for item in items:
        if not isinstance(item, Scalar) or item.empty:
            report.note("wrong-type", item, "`decks` should be a list of the ids of decks", "Write `decks: [events]`.")
        elif item.text in names:
            message = f'the deck "{item.text}" is named twice in one print job'
            report.note("bad-value", item, message, "Name it once; for more copies use the cards' `copies:`.")
        elif item.text in known:
            names.append(item.text)
        elif not unsure:
            report.note("unknown-deck", item, f'there is no deck "{clip(item.text)}"', near(item.text, sorted(known)))
    return tuple(names)
