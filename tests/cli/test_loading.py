"""What all kits import is imported before they part into processes of their own."""

import os
from importlib.util import find_spec
from pathlib import Path

import pytest

from pnp.cli import loading

from .test_process import REPOSITORY, run_python

# Notes what is imported after the loading, in this process and in its workers.
PROGRAM = """
import sys
from pathlib import Path
from pnp.build import build_kit, check_kit
from pnp.outcome import Options
from pnp.cli import loading
from pnp.kit.project import Project
command, folder, log = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
getattr(loading, f"load_for_{command}")()
class Spy:
    def find_spec(self, name, path=None, target=None):
        with log.open("a") as late:
            print(name, file=late)
log.touch()
sys.meta_path.insert(0, Spy())
project, options = Project(folder), Options()
kit = project.kit_folder("zed-deck")
check_kit(project, kit, options) if command == "check" else build_kit(project, kit, log.parent, options)
"""


@pytest.mark.skipif(os.name != "posix", reason="elsewhere not all that is named is there")
def test_all_that_is_to_be_loaded_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    named: list[str] = []
    monkeypatch.setattr(loading, "import_module", named.append)
    loading.load_for_check()
    loading.load_for_build()
    assert named
    assert [name for name in named if find_spec(name) is None] == []


@pytest.mark.skipif(os.name != "posix", reason="elsewhere workers begin from nothing")
@pytest.mark.parametrize("command", ["check", "build"])
def test_nothing_of_pnp_is_left_to_be_imported(command: str, tmp_path: Path) -> None:
    log = tmp_path / "late.txt"
    done = run_python("-c", PROGRAM, command, str(REPOSITORY), str(log))
    assert (done.returncode, done.stderr) == (0, "")
    assert [name for name in log.read_text("utf-8").split() if name.startswith("pnp")] == []
