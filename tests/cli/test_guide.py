"""The game that content/README.md shows builds as it stands there."""

import re
from pathlib import Path

import pytest

from .conftest import Say

REPOSITORY = Path(__file__).parents[2]
FILES = re.compile(r"^```\w+\n((?:# |\{#- )(content/my-game/\S+).*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_game_in_four_files_builds(say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    guide = (REPOSITORY / "content" / "README.md").read_text("utf-8")
    section = guide.partition("## A game in four files\n")[2].partition("\n## ")[0]
    found = [(match[2], match[1]) for match in FILES.finditer(section)]
    assert [name.rpartition("/")[2] for name, _ in found] == ["kit.yaml", "events.yaml", "event.svg.j2", "back.svg.j2"]
    (tmp_path / "content" / "my-game").mkdir(parents=True)
    for name, text in found:
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    assert say("check", "--strict").out == "0 errors, 0 warnings in 1 kit\n"
    assert "wrote output/my-game/my-game-events-letter.pdf\n" in say("build", "my-game").out


def test_an_icon_is_guessed_only_by_a_near_name(tmp_path: Path) -> None:
    from pnp.faces.art.icons import Icons
    from pnp.kit.project import Project

    icons = Icons(Project(tmp_path).roots(tmp_path / "content" / "my-game"))
    assert icons.meant("hart") == "did you mean heart?"
    assert icons.meant("sword").startswith("`pnp list --icons` names those there are")
