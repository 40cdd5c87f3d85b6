"""The check of spelling against a kit's own list of words."""

import re
from collections.abc import Iterable, Iterator, Set
from difflib import get_close_matches
from functools import lru_cache

from pnp.model.document import Document
from pnp.model.finding import Level
from pnp.model.kit import Kit
from pnp.rules.check import Context, Said, check
from pnp.rules.topics.names import NAMING
from pnp.rules.topics.passages import gather_passages, without_icons
from pnp.rules.topics.same import Same
from pnp.rules.topics.spots import find_spot

# For so many words something near is looked up: more are another language, or a list that has only begun.
GUESSED = 40

# The faults for which a file is not read, or not with all its names.
_UNREADABLE = ("yaml-syntax", "yaml-limits", "encoding", "wrong-root", "outside-kit", "bad-map", "bad-table")

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


@check("unknown-word", on=Kit, level=Level.WARNING, also=(Document,))
def unknown_word(thing: Kit | Document, context: Context) -> Iterable[Said]:
    """A word is spelt as in the kit's list of words.

    A misspelt word is the first thing that a buyer sees. `words: words.txt` in kit.yaml names the list, a word a line;
    without it nothing is checked. Names of cards, terms of the glossary and words in capitals are right by themselves.

    Bad:
        event: Lose one suply.

    Good:
        event: Lose one supply.
    """
    listed = context.kit.wording.words
    if listed is None:
        return
    right = _right_words(Same(context.kit))
    meant: dict[str, str] = {}
    fine: dict[str, bool] = {}
    for passage in gather_passages(thing):
        if passage.sort == "title" or passage.key in NAMING:
            continue
        for word in dict.fromkeys(_words(passage.words)):
            if word not in fine:
                fine[word] = _is_right(word, right)
            if fine[word]:
                continue
            if word not in meant and len(meant) < GUESSED:
                meant[word] = _near(word, right)
            cure = f'Did you mean "{meant[word]}"? ' if meant.get(word) else ""
            yield Said(
                find_spot(context.kit, passage.where, word),
                f'"{word}" is not in the list of words',
                f"{cure}If it is right, add it to {context.kit.wording.words_file}.",
                places=(passage.where,),
            )


@lru_cache(maxsize=4)
def _right_words(same: Same[Kit]) -> Set[str]:
    """All words that are right in the kit."""
    kit = same.thing
    return (kit.wording.words or frozenset()).union(_own_words(kit), _lost_words(kit))


def _own_words(kit: Kit) -> Iterator[str]:
    """The words of the kit's names and of its glossary."""
    names = [term.term for term in kit.wording.glossary]
    names += [each.words for each in gather_passages(kit) if each.sort == "title" or each.key in NAMING]
    names += [space.name for board in kit.boards for space in board.spaces]
    names += [kit.title, *(deck.title for deck in kit.decks), *(credit.name for credit in kit.credits)]
    for name in names:
        for word in _words(name):
            yield word.casefold().replace("’", "'")


def _lost_words(kit: Kit) -> Iterator[str]:
    """The words of names that could not be read: a card's without a title are those of its id.

    Of a file that could not be read at all, every word may be one; and what the glossary has another word for, it says.
    """
    lost = {fault.where.file for fault in kit.faults if fault.check in _UNREADABLE}
    texts = [kit.texts[file] for file in sorted(lost & kit.texts.keys())]
    texts += [card.id for deck in kit.decks for card in deck.cards if not card.title]
    texts += [word for row in kit.wording.glossary for word in row.unwanted]
    return (word.casefold().replace("’", "'") for text in texts for word in _words(text))


def _words(text: str) -> list[str]:
    words: list[str] = _WORD.findall(without_icons(text))
    return words


def _is_right(word: str, right: Set[str]) -> bool:
    """Whether the list has the word, as it is or without the ending of a possessive."""
    folded = word.casefold().replace("’", "'")
    if folded in right or (word.isupper() and len(word) > 1) or len(word) == 1:
        return True
    return folded.removesuffix("'s") in right or folded.removesuffix("'") in right


def _near(word: str, right: Set[str]) -> str:
    folded = word.casefold()
    near = sorted(other for other in right if other[:1] == folded[:1] and abs(len(other) - len(folded)) < 3)
    found = get_close_matches(folded, near, 1, 0.7) or get_close_matches(folded, sorted(right)[:5000], 1, 0.75)
    return found[0] if found else ""
