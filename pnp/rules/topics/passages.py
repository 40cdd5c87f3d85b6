"""The texts of a kit and of its rulebooks as a reader meets them, each with its place."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from pnp.model.document import Block, Chart, Document, Heading, Listing, Panel, Paragraph, Words, plain, texts_of
from pnp.model.kit import Card, Deck, Field, Kit, Path, Value
from pnp.model.place import Where
from pnp.rules.topics.same import Same

# What a mark of card text leaves: bold, italic, and a backslash before a sign.
_MARKS = re.compile(r"\\(.)|\*+(?=\S)|(?<=\S)\*+")
_ICON = re.compile(r"\{[\w.-]+\}")
_STRONG = re.compile(r"(?<!\*)\*{1,3}(?=\S)([^*\n]+?)(?<=\S)\*{1,3}(?!\*)|[“\"]([^”\"\n]+)[”\"]")

_SORTS: Mapping[type, str] = {Heading: "heading", Panel: "heading", Chart: "cell"}


class Passage(NamedTuple):
    """A text: its place, its words without marks (icons stay, `{heart}`), and what sort of text it is.

    `sort` is `title`, `text`, `cell`, `label`, `paragraph` or `heading`; `key` what its field is called and `path` its
    path in the card; `deck` and `card` say whose it is, `strong` are the parts set in bold, italics or quotes. `typed`
    is the text with its marks; in a rulebook, with those that mark nothing.
    """

    where: Where
    words: str
    sort: str
    deck: str = ""
    card: Card | None = None
    path: Path = ()
    strong: tuple[str, ...] = ()
    typed: str = ""

    @property
    def key(self) -> str:
        """What the text's field is called: `flavour`."""
        for step in reversed(self.path):
            if isinstance(step, str):
                return step
        return ""

    @property
    def owner(self) -> str:
        """The card, as messages name it."""
        return f"{self.deck}/{self.card.id}" if self.card else ""


def gather_passages(thing: Kit | Document) -> tuple[Passage, ...]:
    """Every text of the kit's cards (titles and all fields of the type text) or of the rulebook."""
    return _gather(Same(thing))


@lru_cache(maxsize=8)
def _gather(same: Same[Kit | Document]) -> tuple[Passage, ...]:
    if isinstance(same.thing, Document):
        return tuple(_of_blocks(same.thing.blocks, "paragraph"))
    return tuple([passage for deck in same.thing.decks for passage in passages_of(deck)])


def passages_of(deck: Deck) -> tuple[Passage, ...]:
    """Every text of the deck's cards."""
    return _of_deck(Same(deck))


@lru_cache(maxsize=64)
def _of_deck(same: Same[Deck]) -> tuple[Passage, ...]:
    deck = same.thing
    fields = [field for field in deck.fields if field.type in ("text", "group", "list")]
    passages: list[Passage] = []
    for card in deck.cards:
        title = card.title
        if title:
            passages.append(Passage(card.place("title"), unmark(title), "title", deck.id, card, ("title",), (), title))
        for field in fields:
            value = card.values.get(field.name)
            if value is not None:
                passages += _of_value(field, value, (field.name,), deck, card)
    return tuple(passages)


@lru_cache(maxsize=8192)
def folded(text: str) -> str:
    """The text without capitals, as patterns that ignore them take it, so that a look for a word can come first.

    What such a pattern finds is in it wherever the pattern's own words, folded likewise, are looked for.
    """
    # For them an i is one with a dot or without; a capital I with a dot folds into two signs.
    return text.casefold().replace("ı", "i").replace("\u0307", "")


@lru_cache(maxsize=8192)
def unmark(text: str) -> str:
    """The text without the marks for bold and italic; icons stay."""
    return _MARKS.sub(lambda mark: mark[1] or "", text) if "*" in text or "\\" in text else text


def without_icons(text: str) -> str:
    """The text with a blank for each icon."""
    return _ICON.sub(" ", text) if "{" in text else text


def _of_value(field: Field, value: Value, path: Path, deck: Deck, card: Card) -> Iterator[Passage]:
    if field.type == "text" and isinstance(value, str):
        if value.strip() and value not in field.also:
            yield Passage(card.place(*path), unmark(value), "text", deck.id, card, path, strong_parts(value), value)
    elif field.type == "group" and isinstance(value, Mapping):
        for inner in field.fields:
            yield from _of_value(inner, value.get(inner.name), (*path, inner.name), deck, card)
    elif field.type == "list" and isinstance(value, tuple):
        of = field.of or Field("", "text", field.where)
        for number, item in enumerate(value):
            yield from _of_value(of, item, (*path, number), deck, card)


@lru_cache(maxsize=8192)
def strong_parts(text: str) -> tuple[str, ...]:
    """What stands in bold, italics or quotes."""
    if "*" not in text and '"' not in text and "“" not in text:
        return ()
    return tuple((match[1] or match[2]).strip() for match in _STRONG.finditer(text))


def _of_blocks(blocks: Iterable[Block], sort: str) -> Iterator[Passage]:
    for block in blocks:
        kind = sort if isinstance(block, Paragraph) else _SORTS.get(type(block), "label")
        for words in texts_of(block):
            yield from _of_words(words, kind, block.where)
        if isinstance(block, Panel):
            yield from _of_blocks(block.blocks, sort)
        elif isinstance(block, Listing):
            for item in block.items:
                yield from _of_blocks(item, "label")


def _of_words(words: Words, sort: str, where: Where) -> Iterator[Passage]:
    text = plain(words)
    if not text.strip():
        return
    strong = tuple(span.text.strip() for span in words if (span.bold or span.italic) and span.text.strip())
    at = words[0].where if words and words[0].where.file else where
    yield Passage(at, text, sort, strong=(*strong, *strong_parts(text.replace("*", " "))), typed=text)
