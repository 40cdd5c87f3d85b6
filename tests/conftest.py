"""What holds for all tests: nothing is left to chance, and neither a clock nor who runs them where decides."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "pnp", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("pnp")

# What says how pnp, or what it is made of, is to speak; a test that is about one of them sets it.
SAYINGS = (
    "GITHUB_ACTIONS",
    "GITHUB_WORKSPACE",
    "NO_COLOR",
    "FORCE_COLOR",
    "COLUMNS",
    "LINES",
    "PYTHONDEVMODE",
    "PYTHONIOENCODING",
    "PYTHONWARNINGS",
)


@pytest.fixture(scope="session", autouse=True)
def _surroundings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """In no CI, in no hook of git, and without the settings of who runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        for name in os.environ:
            if name in SAYINGS or name.startswith("GIT_"):
                patch.delenv(name)
        patch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("settings")))
        yield


@pytest.fixture
def nowhere(tmp_path: Path) -> Path:
    """A folder that lies in no project and no repository; where temporary files all do, the test is skipped."""
    for folder in tmp_path.resolve().parents:
        if (folder / "content").is_dir() or (folder / ".git").exists():
            pytest.skip("temporary files lie in a project here")
    return tmp_path
