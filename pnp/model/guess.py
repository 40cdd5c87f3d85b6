"""Which name was probably meant by one that there is not."""

from collections.abc import Iterable
from difflib import get_close_matches

# Of more names than this, only those that begin with the same letter are looked at for the one that was meant.
MANY = 500
_LONGEST = 100


def guess(name: str, names: Iterable[str], least: float = 0.6) -> str:
    """The name that is most like this one, if they have so much in common as `difflib` counts; empty if none is near.

    It is bounded: to look at every name of a large kit for every wrong one would take minutes.
    """
    likely = list(names)
    if len(likely) > MANY:
        likely = [other for other in likely if other[:1] == name[:1]][:MANY]
    return next(iter(get_close_matches(name[:_LONGEST], likely, 1, least)), "")
