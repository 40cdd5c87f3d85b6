"""What changed since an earlier print: old beside new, the words that differ marked; and what is to be discarded."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.model.face import Box, FaceKey
from pnp.model.kit import Kit
from pnp.model.sheet import Piece
from pnp.press.exhibits.changes import Changes, Discard, Old
from pnp.press.exhibits.page import (
    DARK,
    FAINT,
    MARGIN,
    QUIET,
    Exhibit,
    Head,
    Item,
    Patch,
    Picture,
    Row,
    Words,
    fill_pages,
    name_form,
    page_size,
)
from pnp.press.exhibits.plates import wrap
from pnp.press.exhibits.wording import Change, Word, find_changes

# Colours that all eyes tell apart (Okabe and Ito), with a word beside them.
_OLD, _NEW = "#d55e00", "#0072b2"
# The share of the page that a picture beside another is wide, and how high it is at most; in a row of many (mm).
_SHARE, _TALLEST, _MANY = 0.3, 84.0, (34.0, 50.0)
_GAP, _AIR = 5.0, 2.0
# Lines of words that changed, for each face.
_LINES = 16


class Side(NamedTuple):
    """A face as it was and as it is, of a piece of this size; None where there is none."""

    title: str
    was: FaceKey | None
    new: FaceKey | None
    piece: Piece

    @property
    def old(self) -> FaceKey | None:
        """What the face as it was is called among the drawings."""
        return None if self.was is None else self.was.in_ink("before")


class Scene(NamedTuple):
    """What a difference is made of: the words of all faces that are drawn, and what the earlier print is called."""

    kit: Kit
    since: str
    paper: str
    theme: str
    words: Mapping[FaceKey, Sequence[Word]]


def choose_sides(changes: Changes, before: Mapping[FaceKey, str], after: Mapping[FaceKey, str]) -> list[Side]:
    """The faces to be shown side by side: those whose digests differ, or of which one is not known.

    A back that all cards share is there once.
    """
    sides: dict[tuple[FaceKey | None, FaceKey | None], Side] = {}
    for old, piece in changes.changed:
        pairs = [("", old.front, piece.front), (" · back", old.back, piece.back)]
        for about, was, now in pairs:
            known = was is not None and now is not None and was in before and now in after
            same = before[was] == after[now] if known and was and now else was is now is None
            if not same:
                shared = now is not None and not now.card
                title = f"{piece.component}{about}" if shared else f"{piece.id}{about}"
                sides.setdefault((None if shared else was, now), Side(title, was, now, piece))
    return list(sides.values())


def lay_changes(scene: Scene, changes: Changes, sides: Sequence[Side]) -> Exhibit:
    """The list, then every face that changed beside its old state, then what is new and what is gone."""
    width, _ = page_size(scene.paper)
    rows = [*list_discards(changes, width), *(row for side in sides for row in _lay_side(scene, side))]
    rows += _lay_many("New", [(piece.id, piece.front, piece) for piece in changes.added], width)
    rows += _lay_many("More copies", [(piece.id, piece.front, piece) for piece in changes.more], width)
    gone = [
        (old.id, old.front.in_ink("before"), old)
        for old in changes.removed
        if old.front.in_ink("before") in scene.words
    ]
    rows += _lay_many("Gone", gone, width)
    return _exhibit(scene, f"what changed since {scene.since}", "changes", rows)


def lay_list(scene: Scene, changes: Changes) -> Exhibit:
    """The list of what to discard, as a page of its own."""
    what = f"what to take out of the print of {scene.since}"
    return _exhibit(scene, what, "discard", list_discards(changes, page_size(scene.paper)[0]))


def _exhibit(scene: Scene, what: str, form: str, rows: Sequence[Row]) -> Exhibit:
    width, height = page_size(scene.paper)
    kit = scene.kit
    version = f"version {kit.version}" if kit.version else ""
    line = " · ".join(part for part in (version, scene.theme, "not for printing at size") if part)
    head = Head(f"{kit.title}: {what}", line)
    pages = fill_pages(width, height, head, rows)
    return Exhibit(kit.id, head.title, name_form(kit, form), scene.paper, scene.theme, pages, scene.since)


def list_discards(changes: Changes, width: float) -> list[Row]:
    """What to take out of the earlier print, and how many pieces come in."""
    copies = sum(discard.copies for discard in changes.discarded)
    first = f"Take {_count(copies)} out of the earlier print, put {_count(len(changes.printed))} in."
    rows = [Row((Words(MARGIN, 5, 10, first, bold=True, room=width - 2 * MARGIN),), 9.0)]
    column = (width - 2 * MARGIN) / 2
    for number in range(0, len(changes.discarded), 2):
        pair = changes.discarded[number : number + 2]
        rows.append(
            Row(tuple(item for n, one in enumerate(pair) for item in _tick(one, MARGIN + n * column, column)), 5.4)
        )
    return [*rows, Row((), 4.0)]


def _tick(discard: Discard, left: float, column: float) -> Iterator[Item]:
    yield Patch(Box(left, 0.6, left + 3, 3.6), stroke=DARK)
    yield Words(left + 4.5, 3.3, 9, describe(discard), room=column - 7)


def describe(discard: Discard) -> str:
    """A line that says what to take out: `events/last-bus, 2 copies: replaced`."""
    copies = f", {discard.copies} copies" if discard.copies > 1 else ""
    return f"{discard.old.id}{copies}: {discard.why}"


def _count(pieces: int) -> str:
    return "1 piece" if pieces == 1 else f"{pieces or 'no'} pieces"


def _lay_side(scene: Scene, side: Side) -> Iterator[Row]:
    piece = side.piece
    across = page_size(scene.paper)[0] - 2 * MARGIN
    scale = min(1.0, _SHARE * across / piece.width, _TALLEST / piece.height)
    width, height = piece.width * scale, piece.height * scale
    old, new = (scene.words.get(key) if key else None for key in (side.old, side.new))
    gone, come = find_changes(old or (), new or ()) if old is not None and new is not None else ((), ())
    shown: list[Item] = [Words(MARGIN, 4, 10, side.title, bold=True)]
    columns = ((side.old, old, gone, "old", _OLD), (side.new, new, come, "new", _NEW))
    for number, (key, words, changes, name, colour) in enumerate(columns):
        left = MARGIN + number * (_SHARE * across + _GAP)
        shown.append(
            Words(
                left,
                8.5,
                8,
                name if key and words is not None else f"{name}: {_missing(key)}",
                colour=colour,
                bold=True,
            )
        )
        if key and words is not None:
            trim = Box(left, 10, left + width, 10 + height)
            shown += [Picture(key, trim, piece.corner, scale), *_mark(words, changes, trim, scale, colour)]
    left = MARGIN + 2 * (_SHARE * across + _GAP)
    room = MARGIN + across - left
    told = list(_tell(gone, come, left, room, known=old is not None and new is not None))
    # Words beside a flat picture may reach farther down than it does.
    lowest = max((words.y for words in told), default=0.0)
    yield Row((*shown, *told), max(10 + height, lowest + 1) + 6)


def _missing(key: FaceKey | None) -> str:
    return "there is none" if key is None else "no picture of it is at hand"


def _mark(words: Sequence[Word], changes: Sequence[Change], trim: Box, scale: float, colour: str) -> Iterator[Patch]:
    for change in changes:
        for word in words[change.start : change.end]:
            left, top, right, bottom = (edge * scale for edge in word.box)
            yield Patch(
                Box(trim.left + left - 0.4, trim.top + top - 0.4, trim.left + right + 0.4, trim.top + bottom + 0.4),
                stroke=colour,
            )


def _tell(gone: Sequence[Change], come: Sequence[Change], left: float, room: float, *, known: bool) -> Iterator[Words]:
    """The words that differ, in brackets among those around them."""
    lines: list[tuple[str, str]] = []
    for was, now in zip(gone, come, strict=True):
        lines += [("old: " + was.told, _OLD), ("new: " + now.told, _NEW)]
    if not lines and known:
        lines = [("No word differs: the drawing does.", QUIET)]
    y, left_over = 13.0, _LINES
    for text, colour in lines:
        for line in wrap(text, 8.5, room):
            if left_over == 0:
                yield Words(left, y, 8.5, "…", colour=QUIET)
                return
            yield Words(left, y, 8.5, line, colour=colour)
            y, left_over = y + 4.0, left_over - 1
        y += 1.0


def _lay_many(title: str, faces: Sequence[tuple[str, FaceKey, Piece | Old]], width: float) -> Iterator[Row]:
    """Faces in rows of several, each below its name; the title stands with the first of them."""
    across = int((width - 2 * MARGIN + _AIR) // (_MANY[0] + _AIR))
    for number in range(0, len(faces), across):
        top = 0.0 if number else 9.0
        items: list[Item] = [] if number else [Words(MARGIN, 6, 11, title, bold=True)]
        highest = 0.0
        for place, (name, key, piece) in enumerate(faces[number : number + across]):
            scale = min(1.0, _MANY[0] / piece.width, _MANY[1] / piece.height)
            left, height = MARGIN + place * (_MANY[0] + _AIR), piece.height * scale
            items.append(Words(left, top + 3, 7.5, name, colour=QUIET, room=_MANY[0]))
            trim = Box(left, top + 4.5, left + piece.width * scale, top + 4.5 + height)
            items.append(Picture(key, trim, 0.0, scale, FAINT))
            highest = max(highest, height)
        yield Row(tuple(items), top + 4.5 + highest + 5)
