"""Several kits are done side by side, each in a process of its own, and nobody sees that but by the clock."""

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import NamedTuple

import pytest

from pnp.work import abreast
from pnp.work.crew import Progress, quiet

from .conftest import PATIENCE, Game, is_gone
from .test_environment import SLOW_DELIVERY, SLOW_FACES, changed, children, many, start, with_children


class Hands(NamedTuple):
    """A result: how many hands there were in the end."""

    number: int

    def brief(self) -> "Hands":
        return self


def wait(folder: Path, _progress: Progress, hands: abreast.Hands) -> Hands:
    """Till the folder after this one is begun; the third, till all the others are done."""
    if hands is None:
        return Hands(0)
    folder.touch()
    least, until = (2 if folder.name == "3" else 1), time.monotonic() + PATIENCE
    following = folder if folder.name == "3" else folder.with_name(str(int(folder.name) + 1))
    while time.monotonic() < until and not (following.exists() and hands() >= least):
        time.sleep(0.01)
    return Hands(hands())


pytestmark = pytest.mark.skipif(os.name != "posix", reason="elsewhere kits are done one after the other")

TWO = "import pnp.work.abreast as a, pnp.work.crew as c\na.processors = c.processors = lambda: {0}\n"
IN_ITS_OWN = """
import os, signal
import pnp.build as b
main, read = os.getpid(), b.read_kit
def stumble(folder, *words, **more):
    if folder.name == "game" and os.getpid() != main:
        {0}
    return read(folder, *words, **more)
b.read_kit = stumble
"""


@pytest.fixture
def games(game: Game) -> Game:
    """Three kits: `game`, and two like it."""
    for name in ("bridge", "whist"):
        other = game.kit.with_name(name)
        shutil.copytree(game.kit, other)
        head = f"kit: {name}\ntitle: {name.title()}\nrulebooks:\n  - {{name: rules, file: rules.md}}\n"
        (other / "kit.yaml").write_text(head, "utf-8")
        (other / "rules.md").write_text("# Rules\n\nPlay.\n", "utf-8")
    return game


def built(games: Game) -> dict[str, bytes]:
    folder = games.folder / "output"
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix in (".pdf", ".json")
    }


def leftovers(games: Game) -> list[Path]:
    return list((games.folder / "output").rglob(".pnp-*"))


def test_what_is_said_and_written_is_the_same_whatever_the_number_of_processors(games: Game) -> None:
    games.write("../whist/front.svg.j2", "<svg")
    saids, files = [], []
    for number in (1, 2, 4):
        saids.append((games.run("check", before=TWO.format(number)), games.run("build", before=TWO.format(number))))
        files.append(built(games))
        shutil.rmtree(games.folder / "output")
    assert saids[0] == saids[1] == saids[2]
    assert files[0] == files[1] == files[2]
    assert {name.partition("/")[0] for name in files[0]} == {"bridge", "game"}
    check, _build = saids[0]
    assert check.err.splitlines() == [
        "bridge: drawing 4 faces",
        "bridge: setting 1 rulebook",
        "game: drawing 4 faces",
        "whist: drawing 4 faces",
        "whist: setting 1 rulebook",
    ]


def test_a_kit_that_cannot_be_written_keeps_no_other_from_it(games: Game) -> None:
    games.out.parent.mkdir()
    games.out.write_text("mine", "utf-8")
    for number in (1, 2):
        said = games.run("build", before=TWO.format(number))
        assert (said.code, "a file stands where a folder has to be" in said.err) == (2, True)
        assert {name.partition("/")[0] for name in built(games)} == {"bridge", "whist"}


@pytest.mark.parametrize(
    ("stumble", "code", "words"),
    [
        ("os.kill(os.getpid(), signal.SIGSEGV)", 2, "pnp: the process that was at game ended, SIGSEGV\n"),
        ("raise MemoryError", 2, "pnp: the memory ran out\n"),
        ("{}[1]", 3, "pnp: a fault of pnp's own, not of your kit: KeyError: 1 ("),
    ],
)
def test_a_process_that_ends_is_told_and_the_others_are_done(games: Game, stumble: str, code: int, words: str) -> None:
    said = games.run("build", before=TWO.format(2) + IN_ITS_OWN.format(stumble))
    assert (said.code, words in said.err) == (code, True), said.err
    assert {name.partition("/")[0] for name in built(games)} == {"bridge", "whist"}
    assert "Traceback" not in said.err


NO_FORKS = """
import os
main, fork, tried = os.getpid(), os.fork, 0
def refuse():
    global tried
    tried += 1
    if {0}:
        raise BlockingIOError(11, "Resource temporarily unavailable")
    return fork()
os.fork = refuse
"""


@pytest.mark.parametrize(
    "refused",
    [
        "tried == 1",  # the first kit
        "os.getpid() == main and tried == 2",
        "os.getpid() == main and tried < 3",  # the first kit, and its worker where it is done
        "tried == 2",  # the second kit, and the worker of the first
    ],
)
def test_kits_wait_for_each_other_where_there_are_too_few_processes(games: Game, refused: str) -> None:
    usual = games.run("build", before=TWO.format(2))
    files = built(games)
    shutil.rmtree(games.folder / "output")
    said = games.run("build", before=TWO.format(2) + NO_FORKS.format(refused))
    assert (said.code, said.out) == (0, usual.out), said.err
    assert built(games) == files


@pytest.mark.parametrize("stumble", ["raise MemoryError", "os.kill(os.getpid(), signal.SIGKILL)"])
def test_a_kit_that_found_too_little_beside_others_is_done_again_alone(games: Game, stumble: str) -> None:
    once = f"if not os.path.exists('once'):\n            open('once', 'w').close()\n            {stumble}"
    said = games.run("build", before=TWO.format(2) + IN_ITS_OWN.format(once))
    assert said.code == 0, said.err
    assert {name.partition("/")[0] for name in built(games)} == {"bridge", "game", "whist"}


def descendants(number: int) -> list[int]:
    own = children(number)
    return [*own, *(each for child in own for each in descendants(child))]


def wait_for_workers(build: "subprocess.Popen[bytes]") -> list[int]:
    """All processes, as soon as two kits have workers."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and build.poll() is None:
        found = descendants(build.pid)
        if len(found) >= 4:
            return found
        time.sleep(0.01)
    pytest.fail("no worker began")


@with_children
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_a_signal_in_the_middle_of_the_faces_ends_all_of_it(games: Game, number: int) -> None:
    many(games)
    for name in ("bridge", "whist"):
        shutil.copy(games.kit / "cards.yaml", games.kit.with_name(name))
    build = start(games, TWO.format(2) + SLOW_FACES)
    found = wait_for_workers(build)
    if number == signal.SIGINT:
        os.killpg(build.pid, number)
    else:
        build.send_signal(number)
    out, err = build.communicate(timeout=PATIENCE)
    assert build.returncode == {signal.SIGTERM: 143, signal.SIGINT: 130, signal.SIGKILL: -9}[signal.Signals(number)]
    assert b"Traceback" not in out + err
    assert all(is_gone(each) for each in found)
    assert not (games.folder / "output").exists()


def start_writing(games: Game) -> tuple[dict[str, bytes], "subprocess.Popen[bytes]"]:
    """What was built before, and a build of changed kits, of two of which one file is in its place."""
    assert games.run("build").code == 0
    before = built(games)
    changed(games)
    for name in ("bridge", "whist"):
        shutil.copy(games.kit / "cards.yaml", games.kit.with_name(name))
    build = start(games, TWO.format(2) + SLOW_DELIVERY)
    until = time.monotonic() + PATIENCE
    while len({name.partition("/")[0] for name, data in built(games).items() if data != before.get(name)}) < 2:
        assert time.monotonic() < until
        time.sleep(0.01)
    return before, build


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_signal_in_the_middle_of_writing_leaves_what_was_there(games: Game, number: int, code: int) -> None:
    before, build = start_writing(games)
    build.send_signal(number)
    _out, err = build.communicate(timeout=PATIENCE)
    assert (build.returncode, b"Traceback" in err) == (code, False)
    assert leftovers(games) == []
    assert built(games) == before


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_signals_that_come_twice_to_all_leave_what_was_there(games: Game, number: int, code: int) -> None:
    before, build = start_writing(games)
    for _ in range(6):
        os.killpg(build.pid, number)
        time.sleep(0.1)
    _out, err = build.communicate(timeout=PATIENCE)
    assert (build.returncode, b"Traceback" in err) == (code, False)
    assert leftovers(games) == []
    assert built(games) == before


def test_kits_of_folders_of_one_name_are_done_in_their_order(games: Game) -> None:
    other = games.folder / "elsewhere" / "game"
    shutil.copytree(games.kit, other)
    (other / "cards.yaml").write_text(
        (games.kit / "cards.yaml").read_text("utf-8").replace("id: ace", "id: one"), "utf-8"
    )
    said = games.run("build", "game", f"{other}", before=TWO.format(2))
    assert said.code == 0
    assert "cards/one" in (games.out / "job.json").read_text("utf-8")


def test_the_last_folder_has_all_hands(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(abreast, "processors", lambda: 2)
    folders = [tmp_path / name for name in "123"]
    made = abreast.do_abreast(wait, folders, lambda _name: quiet, lambda: None)
    assert [each.number for each in made] == [1, 1, 2]
    assert abreast.do_abreast(wait, folders[:1], lambda _name: quiet, lambda: None) == [Hands(0)]
