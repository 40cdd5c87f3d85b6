"""Sheets and files of another theme beside those of the usual look."""

import json
from pathlib import Path
from typing import Any

import pytest

from pnp.press.delivery.delivery import deliver
from pnp.press.delivery.ticket import Printed, Ticket, make_ticket
from pnp.press.imposition.imposition import impose
from press.nouns import make_deck, make_job, make_kit, make_pieces


def ticket_for(**themes: str | None) -> Ticket:
    return {"kit": "game", "files": [{"path": f"{name}.pdf", "theme": theme} for name, theme in themes.items()]}


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def listed(folder: Path) -> list[str]:
    ticket: Any = json.loads((folder / "job.json").read_text("utf-8"))
    return [file["path"] for file in ticket["files"]]


def test_labels_and_file_names_say_the_theme() -> None:
    kit = make_kit(make_deck())
    usual, low = (impose(kit, make_job(), make_pieces(1), "letter", theme) for theme in ("", "low-ink"))
    assert low._replace(theme="", sheets=()) == usual._replace(sheets=())
    labels = [run.sheets[0].front.notes[0].text for run in (usual, low)]
    assert labels[0].endswith("front  ·  version 1.2  ·  letter  ·  print at 100 %")
    assert labels[1].endswith("front  ·  version 1.2  ·  low-ink  ·  letter  ·  print at 100 %")
    printed = [Printed(run, b"", {}) for run in (usual, low)]
    assert [each.name for each in printed] == ["game-cards-letter.pdf", "game-cards-letter-low-ink.pdf"]
    files: Any = make_ticket(kit, printed)["files"]
    assert [file["theme"] for file in files] == [None, "low-ink"]


def test_files_of_a_theme_that_is_kept_stay(tmp_path: Path) -> None:
    deliver(tmp_path, {"a.pdf": b"a", "old.pdf": b"o"}, ticket_for(a=None, old=None), ["low-ink"])
    deliver(tmp_path, {"b.pdf": b"b"}, ticket_for(b="low-ink"), [None])
    assert names(tmp_path) == ["a.pdf", "b.pdf", "job.json", "old.pdf"]
    assert listed(tmp_path) == ["a.pdf", "old.pdf", "b.pdf"]
    deliver(tmp_path, {"a.pdf": b"new"}, ticket_for(a=None), ["low-ink"])
    assert names(tmp_path) == ["a.pdf", "b.pdf", "job.json"]
    assert listed(tmp_path) == ["a.pdf", "b.pdf"]
    assert ((tmp_path / "a.pdf").read_bytes(), (tmp_path / "b.pdf").read_bytes()) == (b"new", b"b")


def test_a_file_that_is_not_there_any_more_leaves_the_ticket(tmp_path: Path) -> None:
    deliver(tmp_path, {"a.pdf": b"a"}, ticket_for(a="low-ink"))
    (tmp_path / "a.pdf").unlink()
    deliver(tmp_path, {"b.pdf": b"b"}, ticket_for(b=None), ["low-ink"])
    assert listed(tmp_path) == ["b.pdf"]


@pytest.mark.parametrize("theme", ["gold", ["low-ink"], 3])
def test_themes_that_are_not_kept_go(tmp_path: Path, theme: Any) -> None:
    deliver(tmp_path, {"a.pdf": b"a"}, {"files": [{"path": "a.pdf", "theme": theme}]})
    deliver(tmp_path, {"b.pdf": b"b"}, ticket_for(b=None), ["low-ink"])
    assert (names(tmp_path), listed(tmp_path)) == (["b.pdf", "job.json"], ["b.pdf"])


def test_a_file_outside_is_never_taken_over(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    (tmp_path / "precious.pdf").write_bytes(b"precious")
    strange = {"files": [{"path": path, "theme": "low-ink"} for path in ("../precious.pdf", "\0", "x" * 999, 7, "")]}
    (folder / "job.json").write_text(json.dumps(strange), "utf-8")
    deliver(folder, {"b.pdf": b"b"}, ticket_for(b=None), ["low-ink"])
    assert (names(folder), listed(folder)) == (["b.pdf", "job.json"], ["b.pdf"])
    assert (tmp_path / "precious.pdf").read_bytes() == b"precious"
