"""What another process makes ahead is what this one would make, and whatever becomes of it, this one goes on."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.model.finding import PnpError
from pnp.work import ahead
from pnp.work.ahead import Ahead

from .conftest import is_gone

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="elsewhere nothing is made ahead")
HERE = os.getpid()
ONE, TWO, THREE = Path("one"), Path("two"), Path("three")


@pytest.fixture(autouse=True)
def two_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "processors", lambda: 2)


def say(folder: Path) -> tuple[str, int]:
    """The folder, and who tells of it."""
    return folder.name, os.getpid()


def only_here(failure: Callable[[], object]) -> Callable[[Path], tuple[str, int]]:
    """What tells of a folder in this process, and in any other does something else before."""

    def tell(folder: Path) -> tuple[str, int]:
        if os.getpid() != HERE:
            failure()
        return say(folder)

    return tell


def test_another_process_makes_it() -> None:
    with Ahead(say, [ONE, TWO]) as made:
        made.gather(10)
        assert [made.take(folder)[0] for folder in (TWO, ONE)] == ["two", "one"]
    with Ahead(say, [ONE]) as made:
        name, other = made.take(ONE)
        assert name == "one"
        assert other != HERE
        assert made.take(ONE) == ("one", HERE)  # a second time there is none
    assert is_gone(other)


def test_where_there_is_one_processor_all_is_made_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "processors", lambda: 1)
    with Ahead(say, [ONE]) as made:
        made.gather(1)
        assert made.take(ONE) == ("one", HERE)


def test_where_there_is_no_room_for_a_process_all_is_made_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> int:
        raise BlockingIOError(11, "no")

    monkeypatch.setattr(os, "fork", refuse)
    with Ahead(say, [ONE]) as made:
        assert made.take(ONE) == ("one", HERE)


def fail() -> None:
    raise PnpError("there is no kit", "Make one.")


def break_down() -> None:
    raise ZeroDivisionError


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fill() -> None:
    raise MemoryError


@pytest.mark.parametrize("failure", [fail, break_down, die, fill, lambda: os.read(99, 1)])
def test_whatever_goes_wrong_there_it_is_made_here(failure: Callable[[], object]) -> None:
    with Ahead(only_here(failure), [ONE, TWO]) as made:
        made.gather(10)
        assert made.take(ONE) == ("one", HERE)
        assert made.take(TWO) == ("two", HERE)


def test_what_goes_wrong_everywhere_is_told_here() -> None:
    def making(_folder: Path) -> None:
        fail()

    with Ahead(making, [ONE]) as made, pytest.raises(PnpError, match="there is no kit"):
        made.take(ONE)


def test_nobody_waits_for_what_takes_long() -> None:
    began = time.monotonic()
    with Ahead(only_here(lambda: time.sleep(60)), [ONE]) as made:
        made.gather(0.01)
        assert made.take(ONE) == ("one", HERE)
    assert time.monotonic() - began < 30


def test_nothing_more_is_begun_when_it_is_wanted() -> None:
    with Ahead(only_here(lambda: time.sleep(0.5)), [ONE, TWO, THREE]) as made:
        time.sleep(0.1)
        made.gather(10)
        assert made.take(ONE)[1] != HERE
        assert made.take(THREE) == ("three", HERE)


def test_its_process_ends_with_the_context() -> None:
    with Ahead(only_here(lambda: time.sleep(60)), [ONE]) as made:
        worker = made._worker
    assert worker is not None
    assert worker.is_over()
