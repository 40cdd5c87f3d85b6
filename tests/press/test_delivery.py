"""Output is replaced as a whole or not at all."""

import errno
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest

from pnp.model.finding import PnpError
from pnp.press import lock
from pnp.press.delivery import delivery
from pnp.press.delivery.delivery import deliver
from pnp.press.delivery.ticket import Ticket
from pnp.press.lock import locked


def ticket_for(*names: str) -> Ticket:
    return {"kit": "game", "files": [{"path": name} for name in names]}


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """An output folder with two files, and one that is not ours."""
    folder = tmp_path / "out" / "game"
    deliver(folder, {"a.pdf": b"old a", "b.pdf": b"old b"}, ticket_for("a.pdf", "b.pdf"))
    (folder / "mine.txt").write_bytes(b"mine")
    return folder


def test_files_and_ticket_are_written(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "game"
    written = deliver(folder, {"a.pdf": b"a", "b.pdf": b"b"}, ticket_for("a.pdf", "b.pdf"))
    assert written.files == (folder / "a.pdf", folder / "b.pdf")
    assert sorted(contents(folder)) == ["a.pdf", "b.pdf", "job.json"]
    assert json.loads((folder / "job.json").read_text("utf-8")) == ticket_for("a.pdf", "b.pdf")
    if os.name == "posix":
        mask = os.umask(0)
        os.umask(mask)
        assert (folder / "a.pdf").stat().st_mode & 0o777 == 0o666 & ~mask


def link(path: Path, precious: Path) -> None:
    path.symlink_to(precious)


def second_name(path: Path, precious: Path) -> None:
    path.hardlink_to(precious)


@pytest.mark.skipif(os.name != "posix", reason="links as POSIX has them")
@pytest.mark.parametrize("make", [link, second_name])
def test_a_link_in_the_place_of_the_lock_is_not_written_on(out: Path, make: Callable[[Path, Path], None]) -> None:
    precious = out.parent / "precious.txt"
    precious.write_bytes(b"precious")
    make(out / lock.NAME, precious)
    deliver(out, {"a.pdf": b"new a"}, ticket_for("a.pdf"))
    assert precious.read_bytes() == b"precious"
    assert sorted(contents(out)) == ["a.pdf", "job.json", "mine.txt"]


@pytest.mark.skipif(os.name != "posix", reason="pipes and sparse files")
@pytest.mark.parametrize("odd", ["pipe", "large", "deep"])
def test_a_ticket_that_cannot_be_one_is_not_waited_for(out: Path, odd: str) -> None:
    ticket = out / "job.json"
    ticket.unlink()
    if odd == "pipe":
        os.mkfifo(ticket)
    elif odd == "large":
        ticket.touch()
        os.truncate(ticket, 1 << 32)
    else:
        ticket.write_text("[" * 100_000, "ascii")
    deliver(out, {"a.pdf": b"new a"}, ticket_for("a.pdf"))
    assert json.loads(ticket.read_text("utf-8")) == ticket_for("a.pdf")
    assert (out / "b.pdf").read_bytes() == b"old b"


@pytest.mark.skipif(os.name != "posix", reason="a pipe")
def test_a_pipe_in_the_place_of_the_lock_is_taken_away(out: Path) -> None:
    os.mkfifo(out / lock.NAME)
    deliver(out, {"a.pdf": b"new a"}, ticket_for("a.pdf"))
    assert (out / "a.pdf").read_bytes() == b"new a"


def test_only_files_that_the_old_ticket_named_are_removed(out: Path) -> None:
    deliver(out, {"a.pdf": b"new a", "c.pdf": b"new c"}, ticket_for("a.pdf", "c.pdf"))
    found = contents(out)
    assert sorted(found) == ["a.pdf", "c.pdf", "job.json", "mine.txt"]
    assert (found["a.pdf"], found["c.pdf"]) == (b"new a", b"new c")


@pytest.mark.parametrize(
    "ticket",
    ["{", "[]", '{"files": 3}', '{"files": [{"path": "../precious.txt"}, {"path": 7}, {"path": "."}]}', "\xff"],
)
def test_a_strange_old_ticket_removes_nothing(out: Path, ticket: str) -> None:
    precious = out.parent / "precious.txt"
    precious.write_bytes(b"precious")
    (out / "job.json").write_bytes(ticket.encode("latin-1"))
    deliver(out, {"a.pdf": b"new a"}, ticket_for("a.pdf"))
    assert precious.read_bytes() == b"precious"
    assert sorted(contents(out)) == ["a.pdf", "b.pdf", "job.json", "mine.txt"]


def failing(error: int, after: int, function: Any) -> Any:
    """The function, but that it fails at its call number `after`."""
    calls = iter(range(after + 1000))

    def fail(*arguments: Any, **settings: Any) -> Any:
        if next(calls) == after:
            raise OSError(error, os.strerror(error))
        return function(*arguments, **settings)

    return fail


def no_links(*_: object) -> NoReturn:
    raise OSError(errno.EPERM, "no second names here")


@pytest.mark.parametrize("after", [0, 1, 2])
@pytest.mark.parametrize(
    ("name", "error", "words"),
    [("os.fsync", errno.ENOSPC, "the disk is full"), ("pathlib.Path.replace", errno.EACCES, "no permission")],
)
@pytest.mark.parametrize("links", [True, False])
def test_a_failure_leaves_what_was_there(
    out: Path, monkeypatch: pytest.MonkeyPatch, name: str, error: int, words: str, after: int, links: bool
) -> None:
    before = contents(out)
    original = {"os.fsync": os.fsync, "pathlib.Path.replace": Path.replace}[name]
    if not links:
        monkeypatch.setattr(os, "link", no_links)
    monkeypatch.setattr(name, failing(error, after, original))
    with pytest.raises(PnpError, match=words) as caught:
        deliver(out, {"a.pdf": b"new a", "new.pdf": b"new"}, ticket_for("a.pdf", "new.pdf"))
    assert str(out) in caught.value.message
    assert caught.value.help
    assert contents(out) == before


def test_where_nothing_can_be_renamed_nothing_is_lost(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = contents(out)
    monkeypatch.setattr(os, "replace", no_links)
    monkeypatch.setattr(Path, "replace", no_links)
    with pytest.raises(PnpError, match="no permission"):
        deliver(out, {"a.pdf": b"new a"}, ticket_for("a.pdf"))
    assert contents(out) == before


def test_an_interrupt_leaves_what_was_there(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = contents(out)

    def interrupt(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(delivery, "_sync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        deliver(out, {"a.pdf": b"new a", "new.pdf": b"new"}, ticket_for("a.pdf"))
    assert contents(out) == before


def test_a_folder_in_place_of_the_file_is_told_and_nothing_is_lost(out: Path) -> None:
    (out / "z.pdf").mkdir()
    with pytest.raises(PnpError, match="a folder stands where the file has to be"):
        deliver(out, {"a.pdf": b"new a", "z.pdf": b"z"}, ticket_for("a.pdf", "z.pdf"))
    assert (out / "a.pdf").read_bytes() == b"old a"
    assert not list(out.glob(".pnp-*"))


@pytest.mark.parametrize("below", [".", "game"])
def test_a_file_in_place_of_the_folder_is_told(tmp_path: Path, below: str) -> None:
    (tmp_path / "out").write_bytes(b"a file")
    with pytest.raises(PnpError, match="a file stands where a folder has to be"):
        deliver(tmp_path / "out" / below, {"a.pdf": b"a"}, ticket_for("a.pdf"))
    assert (tmp_path / "out").read_bytes() == b"a file"


def test_a_read_only_place_is_told(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "open", failing(errno.EROFS, 0, os.open))
    with pytest.raises(PnpError, match="it is read-only"):
        deliver(out, {"a.pdf": b"a"}, ticket_for("a.pdf"))


def test_leftovers_of_dead_processes_are_swept(out: Path) -> None:
    for name in (".pnp-4711-a.pdf.tmp", f".pnp-{os.getpid()}-a.pdf.tmp", ".pnp-4711-a.pdf.old", ".pnp-lock"):
        (out / name).write_bytes(b"4711")
    deliver(out, {"a.pdf": b"new a"}, ticket_for("a.pdf"))
    assert sorted(contents(out)) == ["a.pdf", "job.json", "mine.txt"]


DELIVER = """
import os, sys, time
from pathlib import Path
from pnp.press import lock
from pnp.press.delivery import delivery
folder, letter, halt = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
replace, calls = Path.replace, []
def slow(self, target):
    calls.append(target)
    print("renaming", flush=True)
    time.sleep(600 if len(calls) == halt else 0.03)
    return replace(self, target)
Path.replace = slow
files = {f"{n}.pdf": letter.encode() * 100_000 for n in range(3)}
delivery.deliver(folder, files, {"files": [{"path": name} for name in files], "by": letter})
"""


def start(folder: Path, letter: str, halt: int = 0) -> subprocess.Popen[str]:
    """A build that halts when it comes to the renaming of that number."""
    command = [sys.executable, "-c", DELIVER, str(folder), letter, str(halt)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is a thing of POSIX")
def test_a_killed_build_leaves_whole_files_and_no_lock(tmp_path: Path) -> None:
    with start(tmp_path, "a") as first:
        first.communicate()
    with start(tmp_path, "b", halt=2) as second:
        assert second.stdout is not None
        for _ in range(2):
            second.stdout.readline()
        second.send_signal(signal.SIGKILL)
    assert [(tmp_path / f"{number}.pdf").read_bytes() for number in range(3)] == [
        letter * 100_000 for letter in (b"b", b"a", b"a")
    ]
    assert json.loads((tmp_path / "job.json").read_text("utf-8"))["by"] == "a"
    assert list(tmp_path.glob(".pnp-*"))
    deliver(tmp_path, {"0.pdf": b"c"}, ticket_for("0.pdf"), patience=0)
    assert sorted(contents(tmp_path)) == ["0.pdf", "job.json"]


def test_two_builds_at_once_do_not_mix(tmp_path: Path) -> None:
    builds = [start(tmp_path, letter) for letter in "xyz"]
    for build in builds:
        build.communicate()
        assert build.returncode == 0
    by = json.loads((tmp_path / "job.json").read_text("utf-8"))["by"]
    assert {content for name, content in contents(tmp_path).items() if name != "job.json"} == {by.encode() * 100_000}
    assert len(contents(tmp_path)) == 4


def test_a_second_build_waits_or_names_the_first(tmp_path: Path) -> None:
    entered, leave = threading.Event(), threading.Event()

    def hold() -> None:
        with locked(tmp_path, 0):
            entered.set()
            leave.wait(300)

    first = threading.Thread(target=hold)
    first.start()
    assert entered.wait(300)
    with pytest.raises(PnpError, match=f"another build, process {os.getpid()}, is writing to"):
        deliver(tmp_path, {"a.pdf": b"a"}, ticket_for("a.pdf"), patience=0.1)
    threading.Timer(0.1, leave.set).start()
    began = time.monotonic()
    deliver(tmp_path, {"a.pdf": b"a"}, ticket_for("a.pdf"), patience=200)
    assert time.monotonic() - began < 100, "it waits no longer than it has to"
    first.join()
    assert sorted(contents(tmp_path)) == ["a.pdf", "job.json"]


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a file that is open cannot be taken away")
def test_a_lock_that_was_taken_away_meanwhile_is_no_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    take, calls = lock._take, []

    def late(descriptor: int) -> bool:
        calls.append(descriptor)
        if len(calls) == 1:  # the build before ends just now
            (tmp_path / lock.NAME).unlink()
        return take(descriptor)

    monkeypatch.setattr(lock, "_take", late)
    with locked(tmp_path, 1):
        assert (tmp_path / lock.NAME).read_text("ascii") == str(os.getpid())
    assert len(calls) == 2
    assert contents(tmp_path) == {}


def guided(printer: str | None, *jobs: str) -> dict[str, Any]:
    """A ticket of jobs and of a rulebook, which no printer is corrected for, and the guide to them."""
    names: list[dict[str, Any]] = [{"run": job, "path": f"{job}-{printer}.pdf", "printer": printer} for job in jobs]
    names.append({"run": "rules", "path": "rules.pdf", "printer": None})
    names.append({"run": "guide", "path": f"guide-{printer}.pdf", "printer": printer, "guide": True})
    named = {None: None, printer: {"name": printer}}
    return {"files": [{**name, "paper": "letter", "printer": named[name["printer"]]} for name in names]}


def hand_over(folder: Path, printer: str | None, *jobs: str) -> list[str]:
    """Deliver that; the names of the files that then are there."""
    ticket = guided(printer, *jobs)
    deliver(folder, {file["path"]: b"x" for file in ticket["files"]}, ticket, [None])
    return sorted(name for name in contents(folder) if name.endswith(".pdf"))


def test_a_guide_stays_as_long_as_all_that_it_tells_of(tmp_path: Path) -> None:
    plain = ["cards-None.pdf", "guide-None.pdf"]
    office = ["cards-office.pdf", "guide-office.pdf"]
    assert hand_over(tmp_path, None, "cards", "tokens") == [*plain, "rules.pdf", "tokens-None.pdf"]
    # The rulebook is made anew for the other printer, and is still what the first guide says.
    assert hand_over(tmp_path, "office", "cards", "tokens") == sorted(
        (*plain, *office, "rules.pdf", "tokens-None.pdf", "tokens-office.pdf")
    )
    # Without the tokens, the guide to them is wrong.
    assert hand_over(tmp_path, None, "cards") == sorted((*plain, "cards-office.pdf", "rules.pdf"))
