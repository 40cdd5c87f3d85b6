"""Checks of what texts say, whatever the game: whole sentences, no notes to oneself, one word for one thing."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from pnp.model.document import Document
from pnp.model.finding import Level
from pnp.model.kit import Kit
from pnp.rules.check import Context, Said, check
from pnp.rules.topics.names import card_titles
from pnp.rules.topics.passages import Passage, folded, gather_passages
from pnp.rules.topics.spots import find_spot

# Words that are said twice on purpose: in English, and as its grammar has it in other languages ("vous vous levez",
# "wenn sie sie hat", "als je je kaart", "se se mover", "tek tek", "piano piano").
TWICE = frozenset(
    (
        *("had", "that", "her", "ha", "ho", "bye", "no", "knock", "so", "very", "more", "on", "again", "round"),
        *("tick", "tock", "tut", "tsk", "chop", "blah", "hear", "there", "now", "well", "hey", "yes"),
        *("vous", "nous", "sie", "ihr", "je", "ze", "se", "tek", "bir", "yavaş", "piano", "poco", "да", "чуть", "לאט"),
    )
)
# Letters of Vietnamese alone, which parts all syllables and says many twice: "luôn luôn", "hành vi vi phạm".
SYLLABLES = re.compile("[ơưƠƯ\u1ea0-\u1ef9]")
# What no sentence ends with, and no title either.
HANGING = frozenset(
    (
        *("and", "or", "but", "the", "a", "an", "of", "your", "my", "his", "her", "its", "our", "their"),
        *("if", "when", "because"),
    )
)
HANGING_TITLE = frozenset(("and", "or", "the", "a", "an", "of"))
# What a sentence ends with.
STOPS = (
    *(".", "!", "?", "…", ":", ")", "”", "’", '"', "'", "»", "“", "]"),
    *("。", "！", "？", "」", "』", "）", "؟", "۔", "।", "։", "።"),
)
# So many texts of a field show whether it is written in sentences, and so large a share of them has to end in a stop.
ENOUGH, MOST = 4, 0.75

_DOUBLED = re.compile(r"(?<![\w'’-])([^\W\d_]++)(\s++\1(?![\w'’-]))+", re.IGNORECASE)
_WORD = re.compile(r"[\w'’-]+")
_SENTENCES = re.compile(r"[^\W\d_]{3,}[.!?]\s+\S")
_NOTES = re.compile(
    r"\b(?:TODO|FIXME|TBD|TBC|XXX+|WIP)\b|(?<![^\W\d]|[!?])\?\?+(?!\w)"
    r"|\[(?:(?:note|check|ed|editor|art)\b(?!\])|todo\b|tbd\b)[^\]]*\]|<<.*?>>",
    re.IGNORECASE,
)
_TENS = re.compile(r"X+")
_SPELT = re.compile(r"todo|fixme|tbd|tbc|xxx|wip")
# One of these is in every text that has a note: they are quicker to look for.
_TELLING = ("todo", "fixme", "tb", "xxx", "wip", "??", "[", "<<")


@check("doubled-word", on=Kit, level=Level.WARNING, also=(Document,))
def doubled_word(thing: Kit | Document, context: Context) -> Iterable[Said]:
    """No word stands twice in a row by mistake.

    The eye skips a doubled word at a line's end when it proofreads, and finds it on the printed card.

    Bad:
        event: Take the the top card.

    Good:
        event: Take the top card.
    """
    for passage in gather_passages(thing):
        for match in _DOUBLED.finditer(passage.words) if _may_double(passage.words) else ():
            if not _is_meant(match, passage.words):
                yield Said(
                    find_spot(context.kit, passage.where, match[0]),
                    f'"{" ".join(match[0].split())}" says a word twice',
                    "Take one out; if it is meant, a comma between the two says so.",
                    places=(passage.where,),
                )


def _is_meant(match: re.Match[str], words: str) -> bool:
    """Whether words stand there more than once on purpose, or are but the ends of words with accents of their own."""
    one, *others = match[0].split()
    if one.casefold() in TWICE:
        return True
    if one.casefold() not in HANGING and (len(others) > 1 or (one.istitle() and others[0].istitle())):
        return True  # row row row; a name: Walla Walla
    around = words[max(match.start() - 1, 0) : match.start()] + words[match.end() : match.end() + 1]
    return any(unicodedata.combining(sign) or unicodedata.category(sign) == "Mc" for sign in around)


def _may_double(words: str) -> bool:
    """Whether a closer look may find a word twice in a row; of all but plain letters, it may."""
    if not words.isascii():
        return SYLLABLES.search(words) is None
    before = " "
    for word in words.lower().split():
        # Before the first of the two there may be a bracket, and after the second one.
        if word.startswith(before) or (not before.isalpha() and before[-1].isalpha()):
            return True
        before = word
    return False


@check("unfinished-text", on=Kit, level=Level.WARNING, also=(Document,))
def unfinished_text(thing: Kit | Document, context: Context) -> Iterable[Said]:
    """A text ends where its sentence ends.

    A rule that breaks off is argued over at the table. A field whose texts mostly end in a stop is taken to be written
    in sentences; so is a text that holds more than one.

    Bad:
        event: The shutters are half down. Lose 1 supply and

    Good:
        event: The shutters are half down. Lose 1 supply and 1 heart.
    """
    passages = gather_passages(thing)
    prose = _prose(passages)
    for passage in passages:
        words = passage.words.rstrip()
        message = "" if words.endswith(STOPS) else _breaks_off(passage, words)
        cure = "Finish the sentence."
        if not message and not words.endswith(STOPS) and _is_prose(passage, prose):
            message, cure = f'the sentence at the end of the text has no stop: "{_tail(words)}"', "End it."
        if message:
            spot = find_spot(context.kit, passage.where, " ".join(words.split()[-3:]))
            yield Said(spot, message, cure, places=(passage.where,))


def _breaks_off(passage: Passage, words: str) -> str:
    """What there is to say of a text that ends in the middle of a sentence."""
    last = _last_word(words)
    hanging = last.casefold() in (HANGING_TITLE if passage.sort in ("title", "heading") else HANGING)
    if last.isupper() and not words.isupper():
        hanging = False  # Plan A, and the gate called AND
    if passage.sort != "cell" and hanging and " " in words:
        return f'the text breaks off: it ends in "{last}"'
    if passage.sort != "cell" and words.endswith((",", ";", " -", " –", "—")):
        return f'the text breaks off: it ends in "{words[-1]}"'
    return ""


def _prose(passages: Iterable[Passage]) -> frozenset[tuple[str, ...]]:
    """The fields whose texts are sentences, by deck and path."""
    ends: dict[tuple[str, ...], Counter[bool]] = {}
    for passage in passages:
        if passage.sort == "text":
            ends.setdefault(_field(passage), Counter())[passage.words.rstrip().endswith(STOPS)] += 1
    return frozenset(
        field
        for field, count in ends.items()
        if count.total() >= ENOUGH and count[True] >= MOST * count.total() and count[False] <= max(count[True] / 3, 1)
    )


def _field(passage: Passage) -> tuple[str, ...]:
    return passage.deck, *(step for step in passage.path if isinstance(step, str))


def _is_prose(passage: Passage, prose: frozenset[tuple[str, ...]]) -> bool:
    several = passage.words.count(" ") >= 6 and _SENTENCES.search(passage.words) is not None
    if passage.sort not in ("text", "paragraph"):
        return False
    return several or (passage.sort == "text" and _field(passage) in prose and " " in passage.words.strip())


def _last_word(words: str) -> str:
    found = _WORD.findall(words[-40:])
    return found[-1] if found and words.endswith(found[-1]) else ""


def _tail(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= 32 else f"…{line[-30:]}"


@check("editors-note", on=Kit, level=Level.WARNING, also=(Document,))
def editors_note(thing: Kit | Document, context: Context) -> Iterable[Said]:
    """No note to oneself is printed.

    TODO, TBD, ??, [note: …] and <<…>> are meant for whoever writes the card, not for whoever draws it.

    Bad:
        event: Lose ?? supplies. [note: too hard?]

    Good:
        event: Lose 2 supplies.         # too hard?
    """
    for passage in gather_passages(thing):
        low = folded(passage.words)
        for match in _NOTES.finditer(passage.words) if any(sign in low for sign in _TELLING) else ():
            if _SPELT.match(match[0].lower()) and not match[0].isupper():
                continue  # a word, as in Spanish
            if passage.card and _TENS.fullmatch(passage.words):
                continue  # a stand-in or a Roman thirty, which is another check's
            note = match[0] if len(match[0]) <= 32 else f"{match[0][:30]}…"
            yield Said(
                find_spot(context.kit, passage.where, match[0]),
                f'"{note}" is a note to oneself, and would be printed',
                "Settle it, or put it behind a # where nothing prints it.",
                places=(passage.where,),
            )
            break


@check("forbidden-term", on=Kit, level=Level.WARNING, also=(Document,))
def forbidden_term(thing: Kit | Document, context: Context) -> Iterable[Said]:
    """One thing is called by one word, the one that the glossary gives.

    Players take two words for two things, and look for the rule that tells them apart.

    Bad:
        glossary: [{term: damage, not: [harm, wounds]}]     # in kit.yaml
        event: Take 1 harm.

    Good:
        glossary: [{term: damage, not: [harm, wounds]}]
        event: Take 1 damage.
    """
    glossary = [(word, term) for term in context.kit.wording.glossary for word in _first_words(term.unwanted)]
    titles = card_titles(context.kit) if glossary else ()
    for passage in gather_passages(thing) if glossary else ():
        if passage.sort == "title":
            continue
        low = folded(passage.words)
        for term in dict.fromkeys([term for word, term in glossary if word in low]):
            if passage.key in term.skip:
                continue
            match = _any_of(term.unwanted).search(passage.words)
            if match and not any(match[0] in title and title in passage.words for title in titles):
                where = f"line {term.where.line} of {term.where.file}"
                yield Said(
                    find_spot(context.kit, passage.where, match[0]),
                    f'"{match[0]}" is called "{term.term}" in this game',
                    f'Write "{term.term}"; the glossary says so on {where}.',
                    places=(passage.where,),
                )


def _first_words(terms: Iterable[str]) -> tuple[str, ...]:
    """What each of them begins with: one of these is in every text that has one of the terms."""
    return tuple((folded(term).split() or [""])[0] for term in terms if term)


@lru_cache(maxsize=1024)
def _any_of(words: tuple[str, ...]) -> re.Pattern[str]:
    longest = sorted(filter(None, words), key=len, reverse=True)
    each = (r"\s+".join(re.escape(part) for part in word.split()) for word in longest)
    return re.compile(rf"(?<!\w)(?:{'|'.join(each)})(?!\w)", re.IGNORECASE)
