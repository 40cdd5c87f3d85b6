"""What goes wrong while a template runs, in words: Python's own are for those who write Python."""

import re

from pnp.faces.filters import TooMuchError

_GIVEN = "A value that is not given, or could not be read, is nothing: test it first, {% if card.cost is not none %}."
_KINDS = {
    "NoneType": "nothing",
    "int": "a number",
    "float": "a number",
    "bool": "true or false",
    "str": "a text",
    "Markup": "a text",
    "tuple": "a list",
    "list": "a list",
    "range": "a list",
    "dict": "a group of values",
    "Record": "a group of values",
}
_JOIN = "Join words with ~, as in {{ card.cost ~ ' gold' }}."
# What Python says of types that do not go together, and how it is told: {0}, {1}... are its groups, types in words.
_SAYINGS: tuple[tuple[str, str], ...] = (
    (
        r"unsupported operand type\(s\) for (\S+?)=?(?: or \S+)?: '(\w+)' and '(\w+)'",
        "{0} does not go with {1} and {2}",
    ),
    (r"can(?:not)?(?: only)? concatenate (\w+) \(not \"(\w+)\"\)", "+ does not go with {0} and {1}"),
    (r"'(\S+)' not supported between instances of '(\w+)' and '(\w+)'", "{1} and {2} cannot be compared by {0}"),
    (r"bad operand type for (?:unary (\S+)|abs\(\)): '(\w+)'", "{1} has no sign"),
    (r"'(\w+)' object is not iterable", "{0} is no list that could be gone through"),
    (r"argument of type '(\w+)' is not (?:iterable|a container)", "{0} holds nothing that could be looked for"),
    (r"'(\w+)' object is not callable", "{0} is nothing that can be called: take the brackets away"),
    (r"'(\w+)' object is not subscriptable", "{0} holds nothing that could be taken out of it"),
    (r"object of type '(\w+)' has no len\(\)", "{0} has no length"),
    (r"type (\w+) doesn't define __round__", "{0} cannot be rounded"),
    (r"'(\w+)' object cannot be interpreted as an integer", "{0} stands where a whole number has to be"),
    (
        r"(\w+)\(\) (?:missing|takes|got) .*argument",
        "{0}() is given too few values, too many, or one that it does not know",
    ),
)


# Errors that need no other words than these; where there are none, their own are told.
_PLAIN: tuple[tuple[type[Exception], str, str], ...] = (
    (RecursionError, "the template includes or calls itself without an end", "Break the circle."),
    (TooMuchError, "", "Make the template do less."),
    (ZeroDivisionError, "it divides by zero", "Test the number first: {% if n %}…{% endif %}."),
    (MemoryError, "it takes more memory than there is", "Make the template do less."),
)


def kind_of(value: object) -> str:
    """What the value is, in words: `a number`."""
    name = type(value).__name__
    return _KINDS.get(name, f"a value of type {name}")


def explain(error: Exception) -> tuple[str, str]:
    """What went wrong, and the cure if there is one to tell."""
    for kind, words, cure in _PLAIN:
        if isinstance(error, kind):
            return words or str(error), cure
    words = " ".join(str(error).split())
    if isinstance(error, TypeError):
        return _explain_type(words)
    return (words if isinstance(error, ValueError) else f"{type(error).__name__}: {words}"), ""


def _explain_type(said: str) -> tuple[str, str]:
    """What a TypeError says, without the names of Python's types."""
    cure = _GIVEN if "NoneType" in said else ""
    for pattern, words in _SAYINGS:
        if match := re.search(pattern, said):
            told = words.format(*(_KINDS.get(each or "", each) for each in match.groups())).removeprefix("do_")
            return told, cure or (_JOIN if told.startswith("+ ") else "")
    return f"this cannot be worked out: {said}", cure
