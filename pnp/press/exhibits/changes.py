"""What has to be printed and what discarded, so that an earlier print becomes the present kit."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from pnp.model.face import FaceKey
from pnp.model.sheet import Piece

# What makes a physical piece the same: what is on it, and how large it is (mm, to a hundredth).
Self: TypeAlias = tuple[str, float, float]


class Old(NamedTuple):
    """One piece of an earlier print: its id, deck and faces as they were called then, its digest and its size in mm."""

    id: str
    component: str
    digest: str
    width: float
    height: float
    front: FaceKey
    back: FaceKey | None


class Discard(NamedTuple):
    """So many copies of a piece that are to be taken out, and why: `replaced`, `removed` or `fewer copies`."""

    old: Old
    copies: int
    why: str


class Changes(NamedTuple):
    """Pieces to print, each copy one; copies to discard; and of what changed, the old piece beside the new one.

    `added` and `removed` are pieces without a counterpart, `more` those of which there are further copies, each once.
    """

    printed: tuple[Piece, ...]
    discarded: tuple[Discard, ...]
    changed: tuple[tuple[Old, Piece], ...]
    added: tuple[Piece, ...]
    more: tuple[Piece, ...]
    removed: tuple[Old, ...]

    @property
    def nothing(self) -> bool:
        """Whether the earlier print is the present kit."""
        return not self.printed and not self.discarded


def describe_discard(discard: Discard) -> dict[str, str | int]:
    """What the ticket of an update says of pieces that are to be taken out."""
    return {"id": discard.old.id, "component": discard.old.component, "copies": discard.copies, "why": discard.why}


def identify(digest: str, width: float, height: float) -> Self:
    """What a piece is the same by."""
    return digest, round(width, 2), round(height, 2)


def compare(before: Sequence[Old], after: Sequence[tuple[Piece, str]]) -> Changes:
    """What leads from the earlier pieces to the present ones, which come with their digests.

    A piece that is on hand is not printed, whatever it is called and whichever deck it was in. Of a design that has
    more copies now only the further ones are printed.
    """
    on_hand = Counter(identify(old.digest, old.width, old.height) for old in before)
    printed = []
    for piece, digest in after:
        key = identify(digest, piece.width, piece.height)
        if on_hand[key]:
            on_hand[key] -= 1
        else:
            printed.append(piece)
    surplus = list(_find_surplus(before, on_hand))
    gone, come = {old.id: old for old in reversed(surplus)}, {piece.id: piece for piece in reversed(printed)}
    ids = {piece.id for piece, _ in after}
    earlier = {old.id for old in before}
    return Changes(
        tuple(printed),
        tuple(_count(surplus, come, ids)),
        tuple((gone[name], come[name]) for name in dict.fromkeys(piece.id for piece in printed) if name in gone),
        tuple(come[name] for name in dict.fromkeys(piece.id for piece in printed) if name not in earlier),
        tuple(come[name] for name in dict.fromkeys(piece.id for piece in printed) if name in earlier - gone.keys()),
        tuple(gone[name] for name in dict.fromkeys(old.id for old in surplus) if name not in ids),
    )


def _find_surplus(before: Sequence[Old], left: Counter[Self]) -> Iterator[Old]:
    """The earlier pieces of which `left` counts the copies that nothing needs."""
    left = Counter(left)
    for old in before:
        key = identify(old.digest, old.width, old.height)
        if left[key]:
            left[key] -= 1
            yield old


def _count(surplus: Sequence[Old], come: dict[str, Piece], ids: set[str]) -> Iterator[Discard]:
    for old, copies in Counter(surplus).items():
        kept = "replaced" if old.id in come else "fewer copies"
        yield Discard(old, copies, kept if old.id in ids else "removed")
