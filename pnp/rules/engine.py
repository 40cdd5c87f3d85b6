"""Runs the checks and settles what they found. It knows types, findings, levels and waivers; it knows no game.

`inspect` hands each thing to the checks of its type and gives all that they say; `settle` then says each cause once,
leaves out what is waived, gives the rest the levels that the kit wants, and puts it in order.
"""

import re
from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate
from typing import TypeAlias

from pnp.model.board import Board
from pnp.model.document import Booklet, Document
from pnp.model.face import Face, Gallery
from pnp.model.finding import Fault, Finding, Level, LevelChange, as_sentence
from pnp.model.kit import Assets, Card, Deck, Job, Kit, Waiver
from pnp.model.place import Where
from pnp.model.rule import Verdict
from pnp.model.sheet import Run
from pnp.model.table import Table
from pnp.model.track import Track
from pnp.rules.check import Check, Context, Noted, Said
from pnp.rules.levels import change_levels
from pnp.rules.registry import CHECKS
from pnp.rules.topics.same import Same
from pnp.rules.waivers import waive

# How a message about a template names the face that it was met on: `... (card roof)`, `... (the back of events)`.
ON_A_FACE = re.compile(r" \([^()]*(?:card|the back of) [^\s()]+\)$")

# The line of the SVG that such a message names: the same line of a template is another one on another card.
_OF_SVG = re.compile(r"\bline \d+\b")

Thing: TypeAlias = (
    Kit | Deck | Board | Table | Track | Job | Card | Face | Gallery | Run | Assets | Document | Booklet | Verdict
)


def inspect(kit: Kit, things: Iterable[Thing]) -> list[Finding]:
    """What the checks say of the things, and the faults that were recorded on them.

    A Kit stands for itself, its decks, their cards, its boards, tables, tracks and jobs; Faces, Runs and Assets come
    as they are handed in. The findings are raw: `settle` them, all of a kit together.
    """
    decks = {deck.id: deck for deck in kit.decks}
    found: list[Finding] = []
    for thing in things:
        for each, deck in _walk(thing, decks):
            found += _look_at(each, Context(kit, deck, (), CHECKS))
    return found


def settle(kit: Kit, findings: Iterable[Finding]) -> list[Finding]:
    """The findings of a kit as they are reported: waived ones left out, each cause once, in the order of the files.

    Adds what there is to say of the waivers and levels themselves. What follows from something that is not there (an
    unused file, a needless waiver) is left out while the kit has faults that kept it from being read or drawn whole.
    """
    raw = [finding if isinstance(finding, Noted) else _noted(finding) for finding in findings]
    for waiver in kit.waivers:
        raw += _look_at(waiver, Context(kit, None, tuple(raw), CHECKS))
    for change in kit.levels:
        raw += _look_at(change, Context(kit, None, (), CHECKS))
    kept = [finding for finding in waive(raw, kit, CHECKS) if not _follows(finding, kit)]
    if any(is_in_the_way(finding) for finding in kept):
        kept = [finding for finding in kept if not _waits(finding)]
    return sorted(_say_once(change_levels(kept, kit, CHECKS), kit), key=_order)


def _walk(thing: Thing, decks: Mapping[str, Deck]) -> Iterator[tuple[Thing, Deck | None]]:
    """The thing and, if it is a kit or a deck, what it holds, each with the deck that it belongs to."""
    if isinstance(thing, Kit):
        yield thing, None
        for deck in thing.decks:
            yield from _walk(deck, decks)
        others: tuple[Thing, ...] = (*thing.boards, *thing.tables, *thing.tracks, *thing.jobs, *_try(thing))
        yield from ((other, None) for other in others)
    elif isinstance(thing, Deck):
        yield thing, thing
        for card in thing.cards:
            yield card, thing
    elif isinstance(thing, Face | Gallery):
        yield thing, decks.get(thing.key.deck if isinstance(thing, Face) else thing.deck)
    else:
        yield thing, None


def _try(kit: Kit) -> tuple[Verdict, ...]:
    """The verdicts on the kit's own rules, whose language is imported only where there are some: workers need none."""
    if not (kit.rules or kit.examples or kit.odds):
        return ()
    from pnp.rules.trial import try_rules

    return try_rules(kit)


def _look_at(thing: Thing | Waiver | LevelChange, context: Context) -> list[Noted]:
    """What the checks of the thing's type say of it."""
    names = _names(thing, context.deck)
    found = [_report(fault, context.kit, names) for fault in _faults(thing)]
    for check in _CHECKS_OF.get(type(thing), ()):
        found += [_note(check, said, context.kit, names) for said in check.function(thing, context)]
    return found


def _faults(thing: Thing | Waiver | LevelChange) -> tuple[Fault, ...]:
    return thing.faults if isinstance(thing, Kit | Face | Run | Document | Booklet) else ()


def _report(fault: Fault, kit: Kit, names: tuple[str, ...]) -> Noted:
    """A fault as a finding of the check that is called like it; one that has no check is an error all the same."""
    level = CHECKS[fault.check].level if fault.check in CHECKS else Level.ERROR
    names = (*names, *_names_at(fault.where, kit), *_file_names(fault.where.file))
    cause = _OF_SVG.sub("", ON_A_FACE.sub("", fault.message)) if ON_A_FACE.search(fault.message) else ""
    cure = as_sentence(fault.help)
    return Noted(fault.where, fault.check, level, fault.message, cure, kit.id, names=names, cause=cause)


def _note(check: Check, said: Said, kit: Kit, names: tuple[str, ...]) -> Noted:
    names = (*said.names, *names, *_names_at(said.where, kit), *_file_names(said.where.file))
    finding = Noted(said.where, check.id, said.level or check.level, said.message, said.help, kit.id)
    return replace(finding, names=names, places=said.places, cause=said.cause, weight=said.weight)


def _noted(finding: Finding) -> Noted:
    where = finding.where
    return Noted(where, finding.check, finding.level, finding.message, finding.help, finding.kit)


def _names(thing: Thing | Waiver | LevelChange, deck: Deck | None) -> tuple[str, ...]:
    """What a waiver may call the thing, the plainest name first."""
    if isinstance(thing, Face):
        deck_id, card, side = thing.key
        return (
            (f"{deck_id}/{card}", card, f"{deck_id}/{card}/{side}", deck_id) if card else (f"{deck_id}/{side}", deck_id)
        )
    if isinstance(thing, Card):
        return (f"{deck.id}/{thing.id}", thing.id, deck.id) if deck else (thing.id,)
    if isinstance(thing, Gallery):
        return (thing.deck,)
    if isinstance(thing, Run | Job):
        job = thing.job if isinstance(thing, Run) else thing
        return job.name, *job.decks
    if isinstance(thing, Document | Booklet):
        return _book_names(thing if isinstance(thing, Document) else thing.document)
    return (thing.id,) if isinstance(thing, Kit | Deck | Board | Table | Track) else ()


def _book_names(document: Document) -> tuple[str, ...]:
    return document.rulebook.name, document.rulebook.file


def _names_at(where: Where, kit: Kit) -> tuple[str, ...]:
    """The names of the card and the deck that the place lies in (they begin last before it), or of space and board."""
    names: tuple[str, ...] = ()
    for deck in kit.decks:
        if deck.where.file == where.file:
            names = (deck.id,)
            lines, ids = _in_order(Same(deck))
            last = bisect(lines, where.line)
            if last:
                names = (f"{deck.id}/{ids[last - 1]}", ids[last - 1], deck.id)
    for board in (board for board in kit.boards if board.where.file == where.file):
        at = (space for space in board.spaces if where == space.where or where in space.places.values())
        names = next(((f"{board.id}/{space.id}", space.id, board.id) for space in at), (board.id,))
    return names


@lru_cache(maxsize=16)
def _in_order(same: Same[Deck]) -> tuple[list[int], list[str]]:
    """The lines on which the deck's cards begin, in order, and the card that began last, by its id."""
    cards = sorted(same.thing.cards, key=lambda card: card.where.line)
    lasting: Iterable[Card] = accumulate(cards, _later)
    return [card.where.line for card in cards], [card.id for card in lasting]


def _later(one: Card, two: Card) -> Card:
    return two if two.where > one.where else one


def _file_names(file: str) -> tuple[str, ...]:
    """A file as messages write it and by each shorter path that ends in its name: `art/old.png`, `old.png`."""
    parts = file.split("/")
    return tuple("/".join(parts[start:]) for start in range(len(parts)))


def is_in_the_way(finding: Finding) -> bool:
    """Whether the finding is a fault for which the kit could not be read or drawn whole."""
    check = CHECKS.get(finding.check)
    return finding.level is Level.ERROR and (check is None or check.recorded)


def _follows(finding: Noted, kit: Kit) -> bool:
    """Whether a rulebook stumbles where the kit's files could not all be read: it may want what is missing."""
    return (
        finding.check == "template-error"
        and any(fault.check in CHECKS and CHECKS[fault.check].level is Level.ERROR for fault in kit.faults)
        and any(finding.where.file.endswith(f"/{book.file}") for book in kit.rulebooks)
    )


def _waits(finding: Noted) -> bool:
    return finding.check in CHECKS and CHECKS[finding.check].waits


def _say_once(findings: Sequence[Noted], kit: Kit) -> Iterator[Finding]:
    """One finding for each cause: the heaviest, which names what else it was seen on."""
    alike: dict[tuple[Where, str, str], list[Noted]] = {}
    for finding in findings:
        key = (finding.where, finding.check, f"cause {finding.cause}" if finding.cause else finding.message)
        alike.setdefault(key, []).append(finding)
    for group in alike.values():
        first = max(group, key=lambda finding: finding.weight)
        message = _name_faces(first, group) if first.cause else first.message
        thing = "" if first.cause else next(iter((*_names_at(first.where, kit), *first.names)), "")
        yield Finding(first.where, first.check, first.level, message, first.help, first.kit, thing)


def _name_faces(first: Noted, group: Sequence[Noted]) -> str:
    """The message and the faces that show the cause: `... (on events/pharmacy-run and 53 more)`."""
    others = {finding.names[:1] for finding in group} - {first.names[:1]}
    more = f" and {len(others)} more" if others else ""
    if ON_A_FACE.search(first.message):
        return f"{first.message[:-1]}{more})"
    return f"{first.message} (on {first.names[0]}{more})"


def _order(finding: Finding) -> tuple[str, str, int, int, str, str]:
    where = finding.where
    return where.file, where.sheet, where.line, where.column, finding.check, finding.message


def _by_type(checks: Iterable[Check]) -> dict[type, tuple[Check, ...]]:
    """The checks that have something to say themselves, by the type that they look at."""
    table: dict[type, tuple[Check, ...]] = {}
    for check in checks:
        if not check.recorded:
            for kind in (check.on, *check.also):
                table[kind] = (*table.get(kind, ()), check)
    return table


_CHECKS_OF = _by_type(CHECKS.values())
