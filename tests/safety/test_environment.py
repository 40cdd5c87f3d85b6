"""What the machine may do to a build (I128-I142): full disks, signals, two at once, little memory, no libcairo."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from .conftest import BARE, DECK, PATIENCE, Game, is_gone

CHILDREN = "/proc/{0}/task/{0}/children"
posix = pytest.mark.skipif(os.name != "posix", reason="signals, mounts and limits are those of POSIX")
with_children = pytest.mark.skipif(
    not Path(CHILDREN.format(os.getpid())).exists(), reason="nobody tells who has which children"
)

# The cards take a while, and there are so `many` that they take a minute: a signal meets the build at its work.
SLOW_FACES = """
import time
from pnp.faces.studio import Studio
compose = Studio.compose
def compose_slowly(self, key):
    time.sleep(0.2)
    return compose(self, key)
Studio.compose = compose_slowly
"""
# Files are renamed slowly, each renaming is told, and the second is not done before a file `go` is there.
SLOW_DELIVERY = """
import os, time
from pathlib import Path
replace, calls = Path.replace, []
def replace_slowly(self, target):
    calls.append(target)
    os.write(1, b"renaming\\n")
    time.sleep(0.3)
    for _ in range(6000 if len(calls) == 2 else 0):
        if os.path.exists("go"):
            break
        time.sleep(0.05)
    return replace(self, target)
Path.replace = replace_slowly
"""
# Whoever has to wait for another says so by a file `go`.
GO_WHEN_WAITING = """
import time
sleep = time.sleep
def sleep_and_tell(seconds):
    open("go", "w").close()
    sleep(seconds)
time.sleep = sleep_and_tell
"""
NO_CAIRO = """
import ctypes.util
import cffi
from pnp.faces.cairo import headers
def refuse(self, name, flags=0):
    raise OSError(f"cannot load library {name!r}")
class Without:
    dlopen = refuse
    def __getattr__(self, name):
        return getattr(self.ffi, name)
Without.ffi, headers.ffi = headers.ffi, Without()
cffi.FFI.dlopen = refuse
ctypes.util.find_library = lambda name: None
"""
LIMITED = """
import resource
resource.setrlimit(resource.RLIMIT_AS, ({0} << 20, {0} << 20))
"""


# A shell starts what runs in its background with SIGINT ignored, and so are then all its children.
HEAR_INTERRUPTS = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
"""


def start(game: Game, before: str, *words: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        game.command(*(words or ("build",)), before=HEAR_INTERRUPTS + before),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=game.folder,
        env=BARE,
        start_new_session=True,
    )


def changed(game: Game) -> None:
    game.write("cards.yaml", DECK + "  - {id: joker, title: Joker}\n")


def many(game: Game) -> None:
    game.write("cards.yaml", DECK + "".join(f"  - {{id: c{number}, title: C{number}}}\n" for number in range(300)))


def wait_for_second_renaming(build: "subprocess.Popen[bytes]") -> None:
    """One file is in its place then, and no other comes to its own."""
    assert build.stdout is not None
    assert [build.stdout.readline() for _ in range(2)] == [b"renaming\n"] * 2


def children(number: int) -> list[int]:
    path = Path(CHILDREN.format(number))
    return [int(child) for child in path.read_text("ascii").split()] if path.exists() else []


def wait_for_child(build: "subprocess.Popen[bytes]") -> int:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and build.poll() is None:
        found = children(build.pid)
        if found:
            return found[0]
        time.sleep(0.01)
    pytest.fail("no worker began")


def is_done(program: str, *words: str) -> bool:
    """Whether the system has the program, and it does what it is told."""
    found = shutil.which(program)
    return found is not None and subprocess.run([found, *words], capture_output=True, check=False).returncode == 0


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """A file system of 1 MB in the folder; without the right to mount one the test is skipped."""
    folder.mkdir(parents=True, exist_ok=True)
    if not is_done("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)):
        pytest.skip("no file system can be mounted here")
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def fill(path: Path) -> None:
    """Make a file of all the room that there is, however large its blocks are."""
    with path.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(4096))


@posix
@pytest.mark.skipif(sys.platform != "linux", reason="mounts a tmpfs")
def test_i128_a_full_disk_leaves_what_was_there(game: Game) -> None:
    with small_disk(game.folder / "output"):
        assert game.run("build").code == 0
        fill(game.folder / "output" / "filler")
        before = game.files()
        changed(game)
        said = game.run("build")
        assert said.code == 2
        assert "the disk is full" in said.err
        assert game.files() == before
        assert not list(game.out.glob(".pnp-*"))


@posix
def test_i128_a_disk_that_fills_up_while_writing_is_told(game: Game) -> None:
    """The same without a mount: the system refuses from the second file on."""
    assert game.run("build").code == 0
    before = game.files()
    changed(game)
    said = game.run(
        "build",
        before="""
import errno, os
calls, sync = [], os.fsync
def full(descriptor):
    calls.append(descriptor)
    if len(calls) > 1:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    return sync(descriptor)
os.fsync = full
""",
    )
    assert said.code == 2
    assert "the disk is full" in said.err
    assert game.files() == before


@posix
def test_i129_a_folder_that_may_not_be_written_is_named(game: Game) -> None:
    output = game.folder / "output"
    output.mkdir()
    output.chmod(0o555)
    frozen = False
    if os.access(output, os.W_OK):  # root may, but for a folder that cannot be changed at all
        frozen = is_done("chattr", "+i", str(output))
        if not frozen:
            pytest.skip("nothing is read-only for root here")
    try:
        said = game.run("build")
    finally:
        if frozen:
            subprocess.run(["chattr", "-i", str(output)], check=True)
        output.chmod(0o755)
    assert said.code == 2
    assert str(output) in said.err
    assert "help: " in said.err
    assert "Traceback" not in said.err


@pytest.mark.parametrize("place", ["the output is a file", "the file is a folder"])
def test_i130_something_else_in_the_place_is_told(game: Game, place: str) -> None:
    if place == "the output is a file":
        (game.folder / "output").write_text("mine", "utf-8")
    else:
        (game.out / "game-cards-letter.pdf").mkdir(parents=True)
    said = game.run("build")
    assert said.code == 2
    assert "a file stands where a folder has to be" in said.err or "a folder stands where the file" in said.err
    assert not list(game.folder.rglob(".pnp-*"))


@posix
def test_i130_a_link_in_the_place_is_replaced_and_what_it_led_to_is_kept(game: Game) -> None:
    precious = game.folder.parent / "precious.txt"
    precious.write_text("precious", "utf-8")
    game.out.mkdir(parents=True)
    (game.out / "game-cards-letter.pdf").symlink_to(precious)
    assert game.run("build").code == 0
    assert precious.read_text("utf-8") == "precious"
    assert not (game.out / "game-cards-letter.pdf").is_symlink()


@with_children
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_i132_a_signal_in_the_middle_of_the_faces_ends_all_of_it(game: Game, number: int, code: int) -> None:
    assert game.run("build").code == 0
    before = game.files()
    many(game)
    build = start(game, SLOW_FACES)
    worker = wait_for_child(build)
    if number == signal.SIGINT:
        os.killpg(build.pid, number)  # as a terminal does it
    else:
        build.send_signal(number)
    out, err = build.communicate(timeout=PATIENCE)
    assert build.returncode == code
    assert b"Traceback" not in out + err
    assert is_gone(worker)
    assert game.files() == before


@posix
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_i132_a_signal_in_the_middle_of_writing_leaves_what_was_there(game: Game, number: int, code: int) -> None:
    assert game.run("build").code == 0
    before = game.files()
    changed(game)
    build = start(game, SLOW_DELIVERY)
    wait_for_second_renaming(build)
    build.send_signal(number)
    _out, err = build.communicate(timeout=PATIENCE)
    assert build.returncode == code
    assert b"Traceback" not in err
    assert game.files() == before
    assert not list(game.out.glob(".pnp-*"))


@posix
def test_i133_a_kill_leaves_whole_files_and_the_next_build_sweeps(game: Game) -> None:
    assert game.run("build").code == 0
    before = game.files()
    changed(game)
    build = start(game, SLOW_DELIVERY)
    wait_for_second_renaming(build)
    build.kill()
    build.communicate(timeout=PATIENCE)
    pdf = (game.out / "game-cards-letter.pdf").read_bytes()
    assert pdf.startswith(b"%PDF-")
    assert pdf.rstrip().endswith(b"%%EOF")
    assert (game.out / "job.json").read_bytes() == before["job.json"]
    assert list(game.out.glob(".pnp-*"))
    assert game.run("build").code == 0
    assert sorted(game.files()) == ["game-cards-letter.pdf", "game-guide-letter.pdf", "job.json"]


@with_children
def test_i133_a_kill_in_the_middle_of_the_faces_ends_the_worker_too(game: Game) -> None:
    many(game)
    build = start(game, SLOW_FACES)
    worker = wait_for_child(build)
    build.kill()
    build.communicate(timeout=PATIENCE)
    assert is_gone(worker)


@posix
def test_i134_of_two_builds_at_once_the_second_waits(game: Game) -> None:
    first = start(game, SLOW_DELIVERY)
    wait_for_second_renaming(first)
    second = game.run("build", before=GO_WHEN_WAITING)
    first.communicate(timeout=PATIENCE)
    assert (first.returncode, second.code) == (0, 0)
    assert (game.folder / "go").exists()
    assert sorted(game.files()) == ["game-cards-letter.pdf", "game-guide-letter.pdf", "job.json"]


@posix
def test_i134_a_build_that_has_waited_long_enough_says_for_whom(game: Game) -> None:
    first = start(game, SLOW_DELIVERY)
    wait_for_second_renaming(first)
    second = game.run("build", before="import pnp.press.delivery.delivery as d\nd.deliver.__defaults__ = ((), 0.2)")
    first.kill()
    first.communicate(timeout=PATIENCE)
    assert second.code == 2
    assert f"another build, process {first.pid}, is writing to" in second.err


@posix
@pytest.mark.parametrize("command", ["check", "build", "list", "explain"])
def test_i136_a_reader_that_has_gone_is_no_failure(game: Game, command: str) -> None:
    read, write = os.pipe()
    os.close(read)
    said = game.run(command, stdout=write)
    os.close(write)
    assert said.code == 0
    assert "Error" not in said.err
    assert "Traceback" not in said.err


def test_i137_surroundings_change_no_byte(game: Game, tmp_path: Path) -> None:
    (tmp_path / ".reportlab_settings").write_text("pageCompression = 0\n", "utf-8")
    (tmp_path / ".reportlab_mods").write_text("raise SystemExit(9)\n", "utf-8")
    files: list[dict[str, bytes]] = []
    for environment in (
        {"TZ": "Pacific/Auckland", "HOME": "/", "PYTHONHASHSEED": "1", "LC_ALL": "C"},
        {"HOME": os.devnull, "RL_pageCompression": "0", "RL_defaultPageSize": "none"},
        {"TZ": "America/St_Johns", "HOME": str(tmp_path), "PYTHONHASHSEED": "2", "LC_ALL": "C.UTF-8", "LANG": "tr_TR"},
    ):
        cwd = game.folder if not files else tmp_path
        said = game.run("build", "--project", str(game.folder), environment=environment, cwd=cwd)
        assert said.code == 0
        files.append(game.files())
    assert files[0] == files[1] == files[2]


def test_a_home_that_is_no_folder_is_not_spoken_of(game: Game) -> None:
    said = game.run("build", "--cutter", "generic", environment={"HOME": os.devnull})
    assert said.code == 0
    assert said.err.splitlines() == ["game: drawing 4 faces", "game: printing 1 PDF"]


@pytest.mark.parametrize("epoch", ["abc", "0", "4102444800", "-1", ""])
def test_i138_neither_the_clock_nor_the_epoch_changes_a_byte(game: Game, epoch: str) -> None:
    assert game.run("build").code == 0
    before = game.files()
    clock = "import time\ntime.time = lambda: 4102444800.0\n"
    assert game.run("build", environment={"SOURCE_DATE_EPOCH": epoch}, before=clock).code == 0
    assert game.files() == before


@posix
@pytest.mark.parametrize("megabytes", [30, 40, 50, 60, 70, 80, 512])
@pytest.mark.parametrize("command", ["check", "build"])
def test_i140_too_little_memory_for_all_of_it_is_told(game: Game, megabytes: int, command: str) -> None:
    said = game.run(command, before=LIMITED.format(megabytes))
    assert said.code in ((0,) if megabytes == 512 else (0, 2))
    assert said.code == 0 or "pnp: the memory ran out" in said.err
    assert "too-big" not in said.out, "no card is to blame"


FULL = """
kept = []
try:
    while True:
        kept.append(bytearray(1 << 20))
except MemoryError:
    kept.clear()
"""
ODD = """
import pnp.cli.main
def fail(_arguments):
    raise RuntimeError("Failed to open: a font")
pnp.cli.main.invoke = fail
"""


@posix
@pytest.mark.parametrize(
    ("filled", "code", "words"), [(FULL, 2, "pnp: the memory ran out"), ("", 3, "a fault of pnp's own")]
)
def test_i140_whatever_fails_where_there_was_no_memory_is_told_as_that(
    game: Game, filled: str, code: int, words: str
) -> None:
    said = game.run("list", before=LIMITED.format(400) + filled + ODD)
    assert (said.code, said.out) == (code, "")
    assert words in said.err


def test_i142_without_libcairo_a_kit_can_be_checked(game: Game) -> None:
    said = game.run("check", before=NO_CAIRO)
    assert (said.code, said.out.splitlines()[-1][:9]) == (0, "0 errors,")


def test_i142_without_libcairo_a_build_says_what_to_do(game: Game) -> None:
    said = game.run("build", before=NO_CAIRO)
    assert said.code == 2
    assert said.err.endswith(
        "pnp: libcairo, which draws the faces, is not on this machine\n  help: `pnp doctor` says how to get it\n"
    )
    doctor = game.run("doctor", before=NO_CAIRO)
    assert doctor.code == 2
    assert "lacking libcairo" in doctor.out


@posix
def test_a_folder_that_is_gone_is_told(game: Game, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    before = f"import os\nos.rmdir({str(gone)!r})\n"
    said = game.run("build", cwd=gone, before=before)
    assert said.code == 2
    assert "pnp: the folder that you are in is not there any more\n  help: go to one that is" in said.err


@posix
@pytest.mark.parametrize("files", [5, 7])
def test_too_few_open_files_are_told(game: Game, files: int) -> None:
    before = f"import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, ({files}, {files}))\n"
    said = game.run("check", before=before)
    assert said.code in (0, 2)
    assert "Traceback" not in said.err
    assert said.code == 0 or "Too many open files" in said.err or "end before they begin" in said.err


@posix
def test_a_limit_on_the_size_of_files_leaves_what_was_there(game: Game) -> None:
    assert game.run("build").code == 0
    before = game.files()
    changed(game)
    said = game.run("build", before="import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000))\n")
    assert said.code == 2
    assert f"cannot write to {game.out}: File too large" in said.err
    assert game.files() == before


@posix
def test_nothing_of_the_kit_is_imported(game: Game) -> None:
    """Neither by pnp nor by its workers, forked or spawned."""
    names = ("reportlab_settings", "cairosvg", "pickle", "multiprocessing", "resource", "mmap", "PIL", "sitecustomize")
    for name in names:
        (game.kit / f"{name}.py").write_text("import os\nos._exit(9)\n", "utf-8")
    assert game.run("build", cwd=game.kit).code == 0
    said = game.run("check", cwd=game.kit, before="import sys; sys.path.remove('')\nimport os\ndel os.fork")
    assert (said.code, said.out.splitlines()[-1][:9]) == (0, "0 errors,")


@pytest.mark.parametrize("form", ["text", "concise", "github", "json"])
def test_hostile_text_harms_no_report(game: Game, form: str) -> None:
    evil = "\\e[2J::error::pwned\\u202Eevil\\n::set-output name=x::1##[command]rm"
    game.write("cards.yaml", f'{DECK}  - {{id: "{evil}", title: "{evil}"}}\n')
    said = game.run("check", "--format", form)
    assert said.code == 1
    assert "\x1b" not in said.out
    assert "\u202e" not in said.out
    lines = [line for line in said.out.splitlines() if line.lstrip().startswith("::")]
    assert all(line.startswith(("::error ", "::warning ", "::notice ")) for line in lines)
    assert form == "github" or lines == []
    if form == "json":
        assert json.loads(said.out)["errors"] >= 1
