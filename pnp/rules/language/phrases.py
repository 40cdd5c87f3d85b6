"""Functions of texts: whether they say something, and the numbers in what they say."""

import re
from collections.abc import Iterator
from functools import lru_cache

from pnp.rules.language.scope import Scope
from pnp.rules.language.stumble import StumbleError
from pnp.rules.language.values import Datum, text

# Words, numbers, icons and the signs between them; the marks of bold and italic are no part of a text.
_WORD = re.compile(r"\{[\w-]+\}|[-\u2212]?\d+|[^\W\d_]+(?:['\u2019][^\W\d_]+)*|[^\w\s*]")
# The word of a phrase that stands for any number.
ANY = "N"
_NUMBER = re.compile(r"[-\u2212]?\d{1,12}")
_LETTERS_A_STEP = 20


def lower(scope: Scope, value: Datum) -> str:
    """The text in small letters."""
    words = text(value)
    scope.budget.spend(len(words) // _LETTERS_A_STEP)
    return words.lower()


def upper(scope: Scope, value: Datum) -> str:
    """The text in capitals."""
    words = text(value)
    scope.budget.spend(len(words) // _LETTERS_A_STEP)
    return words.upper()


def says(scope: Scope, value: Datum, phrase: Datum) -> bool:
    """Whether the words occur one after the other, whatever their capitals and their bold."""
    return next(_found(scope, value, phrase), None) is not None


def figures(scope: Scope, value: Datum, phrase: Datum) -> tuple[int, ...]:
    """The numbers that stand where the phrase has an N, in order."""
    if ANY not in _WORD.findall(text(phrase)):
        raise StumbleError("the phrase has no N for the number", 'Write it as in "gain N {supplies}".')
    return tuple(number for numbers in _found(scope, value, phrase) for number in numbers)


def _found(scope: Scope, value: Datum, phrase: Datum) -> Iterator[tuple[int, ...]]:
    """The numbers of each place at which the phrase occurs."""
    wanted = [word if word == ANY else word.casefold() for word in _words(scope, phrase)]
    folded = text(value).casefold()
    if not all(word == ANY or word in folded for word in wanted):
        return
    words = [word.casefold() for word in _words(scope, value)]
    if not wanted:
        raise StumbleError("the phrase has no words")
    for start in range(len(words) - len(wanted) + 1):
        scope.budget.spend(1 + len(wanted) // 4)
        if wanted[0] not in (words[start], ANY):
            continue
        part = words[start : start + len(wanted)]
        if all(
            want == word or (want == ANY and _NUMBER.fullmatch(word)) for want, word in zip(wanted, part, strict=True)
        ):
            pairs = zip(wanted, part, strict=True)
            yield tuple(int(word.replace("\u2212", "-")) for want, word in pairs if want == ANY)


def _words(scope: Scope, value: Datum) -> tuple[str, ...]:
    written = text(value)
    scope.budget.spend(1 + len(written) // _LETTERS_A_STEP)
    return _split(written)


@lru_cache(maxsize=2048)
def _split(written: str) -> tuple[str, ...]:
    """The words of a text, which many rules may ask for."""
    return tuple(_WORD.findall(written))
