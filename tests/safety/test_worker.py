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
from pnp.work import process, vigil
from pnp.work.failure import FailedError
from pnp.work.limits import Limits
from pnp.work.worker import Done, Loss, Worker

from .conftest import is_gone

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and memory limits are those of POSIX")

SHORT = Limits(seconds=0.4, megabytes=200)
REPOSITORY = Path(__file__).parent.parent.parent
MISSING = Path(__file__).with_name("there is no such file")


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


def work(seconds: float) -> str:
    """So many seconds of work, whatever the clock says."""
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
    return "done"


def halt(then: Callable[[], object]) -> object:
    os.kill(os.getpid(), signal.SIGSTOP)
    return then()


def fill_up(failure: Exception) -> None:
    """Take all memory that there is, give it back, and fail as libraries do that found none.

    However much that is: a process has what its parent had freed besides what it may take.
    """
    held: list[bytearray] = []
    size = 64 << 20
    while size >= 1 << 20:
        try:
            held.append(bytearray(size))
        except MemoryError:
            size //= 2
    held.clear()
    raise failure


DOINGS: dict[str, Callable[[], Any]] = {
    "work": lambda: work(0.2),
    "rest": lambda: time.sleep(0.1),
    "halt, work": lambda: halt(lambda: work(0.2)),
    "halt, rest": lambda: halt(lambda: time.sleep(0.1)),
    "unnamed": lambda: kill_with(40),
    "fine": lambda: "x" * 3_000_000,
    "wait": lambda: time.sleep(30),
    "loop": lambda: any(None for _ in iter(int, 1)),
    "deaf": sleep_through_everything,
    "grow": lambda: bytearray(1 << 31),
    "fill": lambda: fill_up(RuntimeError("Failed to open: a font")),
    "fill, theirs": lambda: fill_up(PnpError("no", "do this")),
    "abort": os.abort,
    "segv": lambda: kill_with(signal.SIGSEGV),
    "kill": lambda: kill_with(signal.SIGKILL),
    "leave": lambda: os._exit(5),
    "print": lambda: (os.write(1, b"noise"), os.write(2, b"noise")) and "quiet",
    "ours": lambda: dict[str, int]()["x"],
    "theirs": lambda: raise_(PnpError("no", "do this")),
    "system": MISSING.read_bytes,
}


@contextmanager
def worker(limits: Limits = SHORT) -> Iterator[Worker]:
    one = Worker(do, limits)
    try:
        yield one
    finally:
        one.end()


@contextmanager
def soon() -> Iterator[None]:
    """Fails if a worker that ends in it has worked for 3 seconds, or waited nearly as long as it wanted to."""
    began, worked = time.monotonic(), work_of_the_dead()
    yield
    assert work_of_the_dead() - worked < 3
    assert time.monotonic() - began < 25


def work_of_the_dead() -> float:
    """Seconds that all children that have ended had the processor: on a busy machine that is not what a clock says."""
    import resource

    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


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
        ("fill", "big", ""),
        ("abort", "crash", "SIGABRT"),
        ("segv", "crash", "SIGSEGV"),
        ("kill", "crash", "SIGKILL"),
        ("leave", "crash", "exit code 5"),
        ("unnamed", "crash", "signal 40"),
    ],
)
def test_a_loss_is_told_with_its_step_and_its_reason(task: str, reason: str, detail: str) -> None:
    with worker() as one, soon():
        assert hear(one, task) == Loss(3, reason, detail)


def test_what_does_not_listen_is_ended_by_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.work.limits.GRACE", 0.2)
    with worker() as one:
        assert hear(one, "deaf") == Loss(3, "slow")


def test_what_does_not_listen_and_does_nothing_is_ended_by_the_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.work.worker.GRACE", 0.2)
    monkeypatch.setattr("pnp.work.worker.allow", lambda _seconds: None)
    with worker() as one:
        assert hear(one, "wait") == Loss(3, "slow")


def test_what_does_nothing_before_its_first_step_is_ended_too() -> None:
    for doing in (lambda _task, _tell: time.sleep(30), lambda _task, _tell: work(30)):
        one = Worker(doing, SHORT)
        with soon():
            assert hear(one, "") == Loss(-1, "slow")


@pytest.mark.parametrize("task", ["work", "rest"])
def test_a_worker_that_is_kept_from_its_work_is_not_slow(task: str) -> None:
    with worker() as one:
        one.ask(f"halt, {task}")
        assert os.WIFSTOPPED(os.waitpid(pid(one), os.WUNTRACED)[1])
        until = time.monotonic() + 1
        while time.monotonic() < until:
            assert one.hear(0.05) is None
        os.kill(pid(one), signal.SIGCONT)
        while (answer := one.hear(0.05)) is None:
            continue
        assert isinstance(answer, Done)


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="nobody can be put on one processor")
def test_a_busy_machine_makes_nobody_slow() -> None:
    mine = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(mine)})
    loop = [sys.executable, "-c", "while True: pass"]
    others = [subprocess.Popen(loop) for _ in range(8)]
    try:
        with worker() as one:
            assert hear(one, "work") == Done("done")
    finally:
        os.sched_setaffinity(0, mine)
        for other in others:
            other.kill()
            other.wait()


def test_a_parent_that_looked_away_takes_nobody_for_slow() -> None:
    with worker() as one:
        one.ask("rest")
        time.sleep(1)
        while (answer := one.hear(0)) is None:
            continue
        assert answer == Done(None)


def test_only_who_is_seen_asleep_at_one_step_is_hopeless(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    for asleep, most in ((True, 10), (None, 13), (False, 999)):
        watch = vigil.Vigil(10, 13)
        looks = 0
        while not watch.look(-1, asleep=asleep) and looks < 9990:
            now += 0.1
            looks += 1
        assert looks == pytest.approx(most * 10, abs=2)
    watch = vigil.Vigil(10, 13)
    for step in range(50):  # as if all had been stopped for minutes, or went on slowly
        now += 100
        assert not watch.look(step // 10, asleep=True)


def test_nobody_knows_whether_a_stranger_sleeps() -> None:
    assert vigil.is_asleep(1 << 30) is None


def test_a_worker_is_of_use_where_the_end_of_children_is_ignored() -> None:
    kept = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        one = Worker(do, SHORT)
        assert hear(one, "rest") == Done(None)
        assert one.end() == 0
        other = Worker(do, SHORT)
        assert hear(other, "leave") == Loss(3, "crash", "exit code 0")
        assert other.is_over()
    finally:
        signal.signal(signal.SIGCHLD, kept)


def test_what_cannot_be_forked_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> int:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(os, "fork", refuse)
    held = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    low = os.dup(0)
    os.close(low)
    with pytest.raises(BlockingIOError, match="no more processes"):
        Worker(do, SHORT)
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == held
    assert os.dup(0) == low
    os.close(low)


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
        with pytest.raises(PnpError, match="no"):
            hear(one, "fill, theirs")
        with pytest.raises(FileNotFoundError) as missing:
            hear(one, "system")
    assert refused.value.help == "do this"
    assert missing.value.filename == str(MISSING)


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


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="nobody tells which files are open")
def test_files_of_high_numbers_are_in_nobodys_way() -> None:
    import resource

    kept = resource.getrlimit(resource.RLIMIT_NOFILE)
    if kept[1] < 6000:
        pytest.skip("so many files may not be open here")
    resource.setrlimit(resource.RLIMIT_NOFILE, (6000, kept[1]))
    files = [os.open(os.devnull, os.O_RDONLY) for _ in range(5000)]
    try:
        with worker() as one, worker() as other:
            assert hear(one, "rest") == hear(other, "rest") == Done(None)
            # Its own ends of two pipes, and nothing of the first.
            assert len(list(Path(f"/proc/{pid(other)}/fd").iterdir())) == 5
    finally:
        for file in files:
            os.close(file)
        resource.setrlimit(resource.RLIMIT_NOFILE, kept)


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
