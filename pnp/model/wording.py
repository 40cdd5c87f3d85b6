"""What a kit says about its own words: which it uses, which it does not, and what numbers in texts stand for."""

from typing import NamedTuple

from pnp.model.place import Where


class Term(NamedTuple):
    """A word of the game's language, and those that are not to be used in its place (`unwanted`).

    Fields called as one of `skip` (flavour) may use them.
    """

    term: str
    unwanted: tuple[str, ...]
    where: Where
    skip: tuple[str, ...] = ()


class Kind(NamedTuple):
    """Things that texts call by number and by name: `room 12 Kitchen`.

    They are the cards of the deck `of`, or the spaces of the board `of`; a card's number is its value `number`, or,
    if that is what the key is called, its place in the deck.
    """

    word: str
    of: str
    number: str
    where: Where


class Reading(NamedTuple):
    """What a text says about a field of its card: where it says `phrase`, the N in there is the field's value.

    `deck` and `path` name the field.
    """

    deck: str
    path: tuple[str, ...]
    phrase: str
    where: Where


class Wording(NamedTuple):
    """All that a kit says about its words.

    `words` are those that are spelt right, None where it has no such list; `words_file` is the list's name in messages.
    """

    glossary: tuple[Term, ...] = ()
    kinds: tuple[Kind, ...] = ()
    readings: tuple[Reading, ...] = ()
    words: frozenset[str] | None = None
    words_file: str = ""


class Provenance(NamedTuple):
    """Who made some files of a kit, and on what terms they may be used. `files` is a pattern, `art/*.png`."""

    files: str
    by: str
    licence: str
    where: Where
