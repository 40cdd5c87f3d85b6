"""What only a process of its own can show."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent.parent
HEAVY = ("yaml", "jinja2", "cairosvg", "cairocffi", "reportlab", "pikepdf", "uharfbuzz", "PIL", "rich")


def run_python(
    *words: str, cwd: Path | None = None, out: int = subprocess.PIPE, **environment: str
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, *words],
        stdout=out,
        stderr=subprocess.PIPE,
        text=True,
        timeout=300,
        check=False,
        cwd=cwd,
        env={**os.environ, **environment},
    )


def test_help_imports_nothing_heavy() -> None:
    program = (
        "import sys; from pnp.cli.main import run; sys.argv = ['pnp', '--help']; code = run();"
        f"print(code, [name for name in {HEAVY} if name in sys.modules])"
    )
    assert run_python("-c", program).stdout.splitlines()[-1] == "0 []"


def write_kit(folder: Path) -> Path:
    """A kit of one card that draws on the fonts and icons that come with pnp."""
    kit = folder / "content" / "one"
    kit.mkdir(parents=True)
    (kit / "kit.yaml").write_text("kit: one\ntitle: One\n", "utf-8")
    (kit / "cards.yaml").write_text(
        "deck: cards\ntitle: Cards\nsize: poker\nfront: card.svg.j2\ncards:\n  - {id: ace, title: Ace}\n", "utf-8"
    )
    (kit / "card.svg.j2").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp" width="63.5mm" height="88.9mm"'
        ' viewBox="0 0 63.5 88.9"><pnp:text x="6" y="6" width="50" height="9" font="Bangers" size="12">'
        "{{ card.title }}</pnp:text>{{ icon('star', 20, 30, 20, '#112233') }}</svg>",
        "utf-8",
    )
    return kit


def test_nothing_of_the_current_folder_is_imported(tmp_path: Path) -> None:
    kit = write_kit(tmp_path)
    for name in (*HEAVY, "reportlab_settings", "click", "cffi", "signal", "io", "pathlib", "tempfile", "logging"):
        (kit / f"{name}.py").write_text("raise SystemExit(9)", "utf-8")
    for searched in ((), ("",), (str(kit),)):
        done = run_python("-m", "pnp", "build", cwd=kit, PYTHONPATH=os.pathsep.join((*searched, str(REPOSITORY))))
        assert done.returncode == 0
        assert "one: wrote output/one/one-cards-letter.pdf\n" in done.stdout


@pytest.mark.skipif(os.name != "posix", reason="pipes close differently elsewhere")
def test_a_closed_pipe_is_quiet(project: Path) -> None:
    for words in (["explain"], ["--help"], ["doctor"]):
        read, write = os.pipe()
        os.close(read)
        done = run_python("-m", "pnp", *words, out=write)
        os.close(write)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("words", [["explain"], ["--help"]])
def test_a_full_disk_under_the_report_is_told(words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = run_python("-m", "pnp", *words, out=full.fileno())
    assert done.returncode == 2
    assert done.stderr.startswith("pnp: No space left on device\n")
    assert "Exception" not in done.stderr


def test_a_terminal_of_few_letters_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / "Füchse—½" / "content").mkdir(parents=True)
    done = run_python("-m", "pnp", "doctor", "--project", str(tmp_path / "Füchse—½"), PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert "F\\xfcchse\\u2014\\xbd/output can be written" in done.stdout


def test_the_wheel_carries_everything(tmp_path: Path) -> None:
    from hatchling.builders.wheel import WheelBuilder

    (wheel,) = WheelBuilder(str(REPOSITORY)).build(directory=str(tmp_path), versions=["standard"])
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    ours = {path.relative_to(REPOSITORY).as_posix() for path in (REPOSITORY / "pnp").rglob("*.py")}
    drawn = (path.relative_to(REPOSITORY) for path in (REPOSITORY / "templates").rglob("*") if path.is_file())
    ours |= {f"pnp/{path.as_posix()}" for path in drawn}
    assert [name for name in sorted(ours) if not (tmp_path / "site" / name).is_file()] == []

    kit = write_kit(tmp_path / "elsewhere")
    done = run_python("-m", "pnp", "build", cwd=kit, PYTHONPATH=str(tmp_path / "site"))
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "0 errors, 0 warnings in 1 kit")
    assert (tmp_path / "elsewhere" / "output" / "one" / "one-cards-letter.pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize("closed", [(0,), (1,), (2,), (0, 1, 2)])
def test_a_stream_that_is_closed_keeps_nothing_from_being_built(tmp_path: Path, closed: tuple[int, ...]) -> None:
    write_kit(tmp_path)
    program = (
        "import os, subprocess, sys; [os.close(number) for number in map(int, sys.argv[2:])];"
        "os.execv(sys.executable, [sys.executable, '-m', 'pnp', 'build', '--project', sys.argv[1]])"
    )
    done = run_python("-c", program, str(tmp_path), *map(str, closed), PYTHONPATH=str(REPOSITORY))
    assert (done.returncode, (tmp_path / "output" / "one" / "one-cards-letter.pdf").read_bytes()[:5]) == (0, b"%PDF-")


def test_kits_of_one_name_and_jobs_of_like_names_keep_their_files_apart(tmp_path: Path) -> None:
    kit = write_kit(tmp_path)
    other = kit.with_name("two")
    shutil.copytree(kit, other)
    (kit / "more.yaml").write_text(
        (kit / "cards.yaml").read_text("utf-8").replace("deck: cards", "deck: more"), "utf-8"
    )
    head = "kit: one\ntitle: One\nprint:\n  - {name: café, decks: cards}\n  - {name: cafe, decks: more}\n"
    (kit / "kit.yaml").write_text(head, "utf-8")
    done = run_python("-m", "pnp", "build", "--project", str(tmp_path), PYTHONPATH=str(REPOSITORY))
    assert done.returncode == 0, done.stdout
    built = sorted(path.relative_to(tmp_path / "output").as_posix() for path in tmp_path.glob("output/*/*.pdf"))
    assert [name for name in built if "guide" not in name] == [
        "one/one-cafe-letter.pdf",
        "one/one-café-letter.pdf",
        "two/one-cards-letter.pdf",
    ]
    assert [name for name in built if "guide" in name] == ["one/one-guide-letter.pdf", "two/one-guide-letter.pdf"]
    (kit / "kit.yaml").write_text(head.replace("café", "Cafe"), "utf-8")
    done = run_python("-m", "pnp", "check", "--project", str(tmp_path), PYTHONPATH=str(REPOSITORY))
    assert (done.returncode, "kit.yaml:5:12: error: duplicate-id" in done.stdout) == (1, True)


def test_a_draft_leaves_out_what_does_not_fit_and_prints_the_rest(tmp_path: Path) -> None:
    kit = write_kit(tmp_path)
    wide = (
        (kit / "cards.yaml").read_text("utf-8").replace("deck: cards", "deck: wide").replace("poker", "1000 x 88.9 mm")
    )
    (kit / "wide.yaml").write_text(wide, "utf-8")
    done = run_python("-m", "pnp", "build", "--draft", "--project", str(tmp_path), PYTHONPATH=str(REPOSITORY))
    assert "does-not-fit" in done.stdout
    assert [path.name for path in tmp_path.glob("output/*/*.pdf")] == ["one-cards-letter-draft.pdf"]


SIGNALLED = """
import os, signal, sys, time
from pnp.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)
def send():
    os.kill(os.getpid(), signal.{signal})
    time.sleep(0.01)
class Sly:
    def __set_name__(self, _owner, _name):
        send()
class Lost:
    def __del__(self):
        send()
def invoke(_arguments):
    {do}
main.DEAF = 60
main.invoke = invoke
sys.exit(main.run())
"""


@pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
@pytest.mark.parametrize(("signal", "code"), [("SIGINT", 130), ("SIGTERM", 143)])
@pytest.mark.parametrize(
    "do",
    [
        "type('Victim', (), {'field': Sly()})",  # what is raised there is wrapped
        "main.DEAF = 0.3; Lost(); time.sleep(0.5); send(); time.sleep(9)",  # and there it is lost
        "\n    try: send()\n    finally: send(); print('put back')",
    ],
)
def test_a_signal_is_heard_wherever_it_comes_and_once(signal: str, code: int, do: str) -> None:
    done = run_python("-c", SIGNALLED.format(signal=signal, do=do))
    assert done.returncode == code
    assert done.stderr.strip().endswith(("pnp: interrupted", "pnp: terminated"))
    assert done.stdout == ("put back\n" if "put back" in do else "")
