"""The project is found from any folder, and its kits by name or by path."""

from pathlib import Path

import pytest

import pnp.kit.project as project_module
from pnp.kit.project import Project, find_project
from pnp.model.finding import PnpError
from pnp.model.roots import Root, Roots, package_templates


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    base = tmp_path / "Spiele für alle"
    for kit in ("zed-deck", "anna"):
        (base / "content" / kit).mkdir(parents=True)
        (base / "content" / kit / "kit.yaml").write_text(f"kit: {kit}\ntitle: X\n")
    (base / "content" / "drafts").mkdir()
    (base / "templates").mkdir()
    return base


def test_the_nearest_folder_upward_is_the_project(folder: Path) -> None:
    inner = folder / "content" / "zed-deck"
    assert find_project(inner, None) == find_project(folder, None) == Project(folder.resolve())
    assert find_project(Path("/"), folder) == Project(folder.resolve())


def test_no_project(nowhere: Path, folder: Path) -> None:
    with pytest.raises(PnpError, match="holds content/") as caught:
        find_project(nowhere, None)
    assert "--project" in caught.value.help
    with pytest.raises(PnpError, match="holds no folder content/"):
        find_project(folder, folder / "templates")
    with pytest.raises(PnpError, match="is no folder"):
        find_project(folder, folder / "nowhere")


def test_kits_are_the_folders_with_a_kit_file(folder: Path) -> None:
    assert [path.name for path in find_project(folder).kits()] == ["anna", "zed-deck"]


def test_a_kit_by_name_or_path(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = find_project(folder)
    kit = folder.resolve() / "content" / "zed-deck"
    monkeypatch.chdir(folder / "content")
    for name in ("zed-deck", "zed-deck/", str(kit), str(kit / "kit.yaml"), "./zed-deck"):
        assert project.kit_folder(name).resolve() == kit
    outside = folder / "elsewhere"
    outside.mkdir()
    (outside / "kit.yaml").write_text("kit: e\n")
    assert project.kit_folder("../elsewhere").resolve() == outside.resolve()


@pytest.mark.parametrize(
    ("name", "message", "help"),
    [
        ("zed-dek", 'there is no kit "zed-dek"', 'Did you mean "zed-deck"?'),
        ("xyz", 'there is no kit "xyz"', "There is: anna, zed-deck."),
        ("content/drafts", "holds no kit.yaml", "kit: drafts"),
    ],
)
def test_no_such_kit(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, message: str, help: str) -> None:
    monkeypatch.chdir(folder)
    with pytest.raises(PnpError) as caught:
        find_project(folder).kit_folder(name)
    assert message in caught.value.message
    assert help in caught.value.help


def test_paths_are_shown_from_the_project(folder: Path, tmp_path: Path) -> None:
    project = find_project(folder)
    assert project.shown(folder / "content" / "anna" / "kit.yaml") == "content/anna/kit.yaml"
    assert project.shown(tmp_path / "other") == (tmp_path / "other").as_posix()


def test_roots_stand_in_their_order(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = find_project(folder)
    kit = project.kit_folder("anna")
    roots = project.roots(kit)
    assert [root.shown for root in roots.folders] == ["content/anna", "templates", "pnp/templates"]
    (folder / "templates" / "a.j2").write_text("")
    assert roots.shown("a.j2") == "templates/a.j2"
    monkeypatch.setattr(project_module, "package_templates", lambda: folder / "templates")
    assert [root.shown for root in project.roots(kit).folders] == ["content/anna", "templates"]


def test_the_package_brings_its_templates() -> None:
    assert (package_templates() / "fonts").is_dir()


def test_roots_are_not_left(folder: Path, tmp_path: Path) -> None:
    inside, outside = folder / "templates", tmp_path / "outside"
    (inside / "art").mkdir()
    outside.mkdir()
    for path in (inside / "a.svg", inside / "art" / "b.svg", outside / "c.svg"):
        path.write_text("")
    (inside / "art" / "same.svg").symlink_to("../a.svg")
    (inside / "art" / "link.svg").symlink_to(outside / "c.svg")
    (inside / "art" / "loop.svg").symlink_to("loop.svg")
    (inside / "far").symlink_to(outside)
    roots = Roots((Root(inside, "templates"),))
    found = inside.resolve()
    assert roots.locate("art/b.svg") == (found / "art/b.svg", "templates/art/b.svg")
    assert roots.find("art/../a.svg") == roots.find("art/same.svg") == found / "a.svg"
    for name in (
        "art/link.svg",
        "far/c.svg",
        "../outside/c.svg",
        "art/loop.svg",
        "art/loop.svg/x",
        "art",
        "",
        "/a.svg",
    ):
        assert roots.locate(name) == (None, name)
