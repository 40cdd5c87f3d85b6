"""Printers' profiles: kept whole, read with care."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from pnp.model.finding import PnpError
from pnp.model.printer import Margins, Miss, Printer
from pnp.press.printers.profiles import forget_printer, keep_printer, open_profiles, require_printers

OFFICE = Printer(
    "office",
    "letter",
    Miss(1.5, -0.8, 0.3, 1.0, 0.998),
    Miss(-1.0),
    Margins(4, 5, 12.7, 5),
    duplex="manual",
    flip="short-edge",
    feed="reversed",
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "settings" / "pnp" / "printers.json"


def test_what_is_kept_is_read_again(file: Path) -> None:
    assert open_profiles(file).printer("office", "letter") is None
    keep_printer(file, OFFICE)
    keep_printer(file, Printer("office", "a4"))
    keep_printer(file, Printer("Büro", "a4"))
    profiles = open_profiles(file)
    assert profiles.printer("office", "letter") == OFFICE
    assert profiles.printer("office", "a4") == Printer("office", "a4")
    assert list(profiles.entries) == ["Büro", "office"]
    assert require_printers(profiles, "office", ["a4", "letter"]) == (Printer("office", "a4"), OFFICE)
    # Nothing lies about that is not the file.
    assert [path.name for path in file.parent.iterdir()] == ["printers.json"]


def test_order_and_number_of_entries_make_no_difference(file: Path) -> None:
    keep_printer(file, OFFICE)
    keep_printer(file, Printer("home", "a4"))
    first = file.read_bytes()
    file.unlink()
    keep_printer(file, Printer("home", "a4", Miss(9)))
    keep_printer(file, OFFICE)
    keep_printer(file, Printer("home", "a4"))
    assert file.read_bytes() == first


def test_what_is_left_out_is_as_usual(file: Path) -> None:
    file.parent.mkdir(parents=True)
    file.write_text('{"printers": {"office": {"letter": {"back": {"x": 1}}}}}', "utf-8")
    assert open_profiles(file).printer("office", "letter") == Printer("office", "letter", back=Miss(x=1))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "line 1, column 1: Expecting value"),
        (b'{"printers": {', "line 1, column 15"),
        (b"\xff\xfe{}", "it is no text in UTF-8"),
        (b"[" * 200_000, "its brackets lie too deep"),
        (b"[]", "it must be"),
        (b'{"printers": []}', "it must be"),
        (b'{"printers": {}, "printer": 1}', '"printer" too'),
        (b'{"printers": {"a": 1}}', 'printer "a" must be'),
        (b'{"printers": {"a": {}, "a": {}}}', '"a" stands twice'),
        (b'{"printers": {"a": {"letter": {"front": {"x": NaN}}}}}', "NaN is no number"),
        (b" " * 1_000_001, "too large"),
    ],
)
def test_a_file_that_holds_no_printers_is_told(file: Path, content: bytes, says: str) -> None:
    file.parent.mkdir(parents=True)
    file.write_bytes(content)
    with pytest.raises(PnpError) as failure:
        open_profiles(file)
    assert str(file) in failure.value.message
    assert says in failure.value.message
    assert "pnp calibrate --set" in failure.value.help


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        (1, "the profile is 1; it must be {front, back, margins, duplex, flip, feed}"),
        ({"fornt": {}}, 'the profile has "fornt", which means nothing; did you mean front?'),
        ({"front": []}, "front is []; it must be {x, y, turn, scale_x, scale_y}"),
        ({"back": {"z": 1}}, 'back has "z", which means nothing; there are x, y, turn, scale_x, scale_y'),
        ({"front": {"x": "1"}}, "front, x is '1'; it must be a number from -25 to 25 mm"),
        ({"front": {"x": True}}, "front, x is True; it must be a number from -25 to 25 mm"),
        ({"front": {"x": 25.1}}, "front, x is 25.1; it must be a number from -25 to 25 mm"),
        ({"back": {"y": -26}}, "back, y is -26; it must be a number from -25 to 25 mm"),
        ({"back": {"turn": 5.5}}, "back, turn is 5.5; it must be a number from -5 to 5 degrees"),
        ({"back": {"scale_x": 0.89}}, "back, scale_x is 0.89; it must be a number from 0.9 to 1.1"),
        ({"back": {"scale_y": 99.8}}, "back, scale_y is 99.8; it must be a number from 0.9 to 1.1"),
        ({"back": {"x": 1e999}}, "Infinity is no number"),
        ({"margins": 4}, "margins is 4; it must be {top, right, bottom, left}"),
        ({"margins": {"top": 1, "left": 2}}, "margins lack right and bottom"),
        ({"margins": dict.fromkeys(Margins._fields, 51)}, "margins, top is 51; it must be a number from 0 to 50 mm"),
        ({"duplex": "auto"}, "duplex is 'auto'; it must be automatic or manual"),
        ({"flip": ["long-edge"]}, "flip is ['long-edge']; it must be \"\" or long-edge or short-edge"),
        ({"feed": None}, "feed is None; it must be same or reversed"),
    ],
)
def test_damage_is_told_and_spoils_no_other_profile(file: Path, entry: Any, says: str) -> None:
    file.parent.mkdir(parents=True)
    good = {"front": {"x": 1}}
    file.write_text(json.dumps({"printers": {"home": {"letter": entry, "a4": good}}}), "utf-8")
    with pytest.raises(PnpError) as failure:
        open_profiles(file).printer("home", "letter")
    assert says in failure.value.message
    if "Infinity" in says:
        return
    assert failure.value.message.startswith(f"{file}: printer home with letter: ")
    assert "pnp calibrate --forget home --paper letter" in failure.value.help
    assert open_profiles(file).printer("home", "a4") == Printer("home", "a4", Miss(x=1))
    assert forget_printer(file, "home", "letter") == ("letter",)
    assert open_profiles(file).papers("home") == ("a4",)


def test_what_is_no_file_is_not_waited_for(file: Path) -> None:
    file.parent.mkdir(parents=True)
    os.mkfifo(file)
    with pytest.raises(PnpError, match="a device or a pipe, not a file"):
        open_profiles(file)


def test_a_printer_that_is_not_there_is_told_with_those_that_are(file: Path) -> None:
    with pytest.raises(PnpError) as failure:
        require_printers(open_profiles(file), "office", ["letter"])
    assert failure.value.help.startswith("measure it first: `pnp calibrate`")
    keep_printer(file, OFFICE)
    keep_printer(file, Printer("home", "a4"))
    with pytest.raises(PnpError) as failure:
        require_printers(open_profiles(file), "ofice", ["letter"])
    assert failure.value.message == f'there is no printer "ofice" in {file}'
    assert failure.value.help == "did you mean office? known: home, office"
    with pytest.raises(PnpError, match="printer office was measured with letter, not with a4"):
        require_printers(open_profiles(file), "office", ["letter", "a4"])


def test_a_printer_without_papers_is_told(file: Path) -> None:
    file.parent.mkdir(parents=True)
    file.write_text('{"printers": {"office": {}}}', "utf-8")
    with pytest.raises(PnpError, match="office was measured with no paper, not with letter"):
        require_printers(open_profiles(file), "office", ["letter"])


def test_printers_are_forgotten(file: Path) -> None:
    keep_printer(file, OFFICE)
    keep_printer(file, Printer("office", "a4"))
    assert forget_printer(file, "office", "a4") == ("a4",)
    assert forget_printer(file, "office") == ("letter",)
    assert json.loads(file.read_text("utf-8")) == {"printers": {}}
    with pytest.raises(PnpError, match='no printer "office"'):
        forget_printer(file, "office")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_folder_that_cannot_be_written_is_told(file: Path) -> None:
    file.parent.mkdir(parents=True)
    file.parent.chmod(0o500)
    with pytest.raises(PnpError, match="cannot write"):
        keep_printer(file, OFFICE)
    file.parent.chmod(0o700)


def test_a_file_where_the_folder_should_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "pnp").write_bytes(b"")
    with pytest.raises(PnpError, match="cannot"):
        keep_printer(tmp_path / "pnp" / "printers.json", OFFICE)
    with pytest.raises(PnpError, match="cannot read"):
        open_profiles(tmp_path)


def test_a_write_that_fails_leaves_what_was_there(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_printer(file, OFFICE)
    before = file.read_bytes()

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(PnpError, match="No space left on device"):
        keep_printer(file, Printer("home", "a4"))
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == ["printers.json"]
