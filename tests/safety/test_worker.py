"""A worker does its tasks within limits, and whoever asked goes on whatever becomes of it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pnp.model.finding import PnpError
from pnp.work import process
from pnp.work.failure import FailedError
from pnp.work.limits import Limits
from pnp.work.worker import Done, Loss, Worker

from .conftest import is_gone

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and memory limits are those of POSIX")

SHORT = Limits(seconds=0.4, megabytes=200)
REPOSITORY = Path(__file__).parent.parent.parent


def do(task: Any, tell: Callable[[int], None]) -> Any:
    """What the workers of these tests do: by name, at step 3."""
    tell(3)
    return DOINGS[task]()


def sleep_through_everything() -> None:
    while True:
        try:
            while True:
                pass
        except BaseException:  # noqa: BLE001 - like a library that does not listen
            continue


def raise_(failure: BaseException) -> None:
    raise failure


def kill_with(number: int) -> None:
    os.kill(os.getpid(), number)
    time.sleep(5)


DOINGS: dict[str, Callable[[], Any]] = {
    "fine": lambda: "x" * 3_000_000,
    "wait": lambda: time.sleep(30),
    "loop": lambda: any(None for _ in iter(int, 1)),
    "deaf": sleep_through_everything,
    "grow": lambda: bytearray(1 << 31),
    "abort": os.abort,
    "segv": lambda: kill_with(signal.SIGSEGV),
    "kill": lambda: kill_with(signal.SIGKILL),
    "leave": lambda: os._exit(5),
    "print": lambda: (os.write(1, b"noise"), os.write(2, b"noise")) and "quiet",
    "ours": lambda: dict[str, int]()["x"],
    "theirs": lambda: raise_(PnpError("no", "do this")),
    "system": lambda: Path("/nonexistent/file").read_bytes(),
}


@contextmanager
def worker(limits: Limits = SHORT) -> Iterator[Worker]:
    one = Worker(do, limits)
    try:
        yield one
    finally:
        one.end()


def hear(one: Worker, task: str) -> Done | Loss:
    one.ask(task)
    while (answer := one.hear(0.05)) is None:
        continue
    return answer


def test_a_result_comes_back_whole_and_the_worker_does_more() -> None:
    with worker() as one:
        for _ in range(3):
            assert hear(one, "fine") == Done("x" * 3_000_000)


@pytest.mark.parametrize(
    ("task", "reason", "detail"),
    [
        ("wait", "slow", ""),
        ("loop", "slow", ""),
        ("grow", "big", ""),
        ("abort", "crash", "SIGABRT"),
        ("segv", "crash", "SIGSEGV"),
        ("kill", "crash", "SIGKILL"),
        ("leave", "crash", "exit code 5"),
    ],
)
def test_a_loss_is_told_with_its_step_and_its_reason(task: str, reason: str, detail: str) -> None:
    with worker() as one:
        began = time.monotonic()
        assert hear(one, task) == Loss(3, reason, detail)
        assert time.monotonic() - began < 3


def test_what_does_not_listen_is_ended_by_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.work.limits.GRACE", 0.2)
    with worker() as one:
        assert hear(one, "deaf") == Loss(3, "slow")


def test_what_does_not_listen_and_does_nothing_is_ended_by_the_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.work.worker.GRACE", 0.2)
    monkeypatch.setattr("pnp.work.worker.allow", lambda _seconds: None)
    with worker() as one:
        assert hear(one, "wait") == Loss(3, "slow")


def test_a_fault_of_ours_comes_back_with_its_traceback() -> None:
    with worker() as one, pytest.raises(FailedError, match="'x'") as caught:
        hear(one, "ours")
    assert caught.value.kind == "KeyError"
    assert "test_worker.py" in caught.value.report
    assert any(file.endswith("test_worker.py") for file, _line in caught.value.frames)


def test_what_cannot_be_run_comes_back_as_it_is() -> None:
    with worker() as one:
        with pytest.raises(PnpError, match="no") as refused:
            hear(one, "theirs")
        with pytest.raises(FileNotFoundError) as missing:
            hear(one, "system")
    assert refused.value.help == "do this"
    assert missing.value.filename == "/nonexistent/file"


def test_what_a_library_prints_is_not_printed(capfd: pytest.CaptureFixture[str]) -> None:
    with worker() as one:
        assert hear(one, "print") == Done("quiet")
    assert capfd.readouterr() == ("", "")


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="nobody tells which files are open")
def test_a_worker_knows_nothing_of_the_files_of_its_parent(tmp_path: Path) -> None:
    with (tmp_path / "lock").open("w") as held, worker() as one:
        fine = hear(one, "fine")
        links = [path.readlink() for path in Path(f"/proc/{pid(one)}/fd").iterdir()]
        assert isinstance(fine, Done)
        assert tmp_path / "lock" not in links
        assert not held.closed


def pid(one: Worker) -> int:
    forked = one._process
    assert isinstance(forked, process.Forked)
    return forked._pid


ORPHAN = """
import os, sys, time
sys.path.insert(0, {repository!r})
from pnp.work.limits import Limits
from pnp.work.worker import Worker
def do(task, tell):
    for step in range(10_000):
        tell(step)
        time.sleep(0.01)
one = Worker(do, Limits())
one.ask(1)
print(one._process._pid, flush=True)
time.sleep(30)
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_worker_ends_with_its_parent(number: int) -> None:
    program = ORPHAN.format(repository=str(REPOSITORY))
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        orphan = int(parent.stdout.readline())
        parent.send_signal(number)
    assert is_gone(orphan)


@pytest.mark.parametrize(("task", "reason"), [("fine", ""), ("wait", "slow"), ("abort", "crash")])
def test_where_nothing_can_be_forked_a_worker_is_spawned(
    task: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "fork")
    with worker() as one:
        assert isinstance(one._process, process.Spawned)
        answer = hear(one, task)
    if reason:
        assert isinstance(answer, Loss)
        assert (answer.step, answer.reason) == (3, reason)
    else:
        assert answer == Done("x" * 3_000_000)
