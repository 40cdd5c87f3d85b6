"""How long something may take: the processor's time, and more of it where the processor is slow."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time

# What `_walk` takes of an ordinary server (seconds).
_ORDINARY = 0.02


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Fails if what is done in it takes more than so many seconds of an ordinary server's processor.

    Elsewhere it may take as many times longer as a piece of work that is known takes there, which is measured only
    where it matters: a machine that is busy or old makes nothing wrong, and what grows too fast fails on any.
    """
    began = process_time()
    yield
    taken = process_time() - began
    assert taken < seconds or taken < seconds * slowness(), f"it took {taken:.2f} s"


def slowness() -> float:
    """How many times slower than an ordinary server we are, at the worst of some trials; never less than 1."""
    return max(1.0, *(_walk() / _ORDINARY for _ in range(9)))


def _walk() -> float:
    """Seconds for a piece of work of the kind that the tests measure."""
    began = process_time()
    found: dict[str, list[int]] = {}
    for number in range(200_000):
        found.setdefault(str(number % 997), []).append(number)
    sorted(found, key=lambda name: (len(found[name]), name))
    return process_time() - began
