"""`pnp calibrate` and `pnp build --printer`, from what is typed to what is kept and printed."""

import json
from pathlib import Path
from typing import Any

import pytest

from .conftest import Pipeline, Say

CARD = """<svg xmlns="http://www.w3.org/2000/svg" width="63.5mm" height="88.9mm" viewBox="0 0 63.5 88.9">
<path d="M9 9h9v9z"/></svg>"""


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    return tmp_path / "settings" / "pnp" / "printers.json"


@pytest.fixture
def game(project: Path) -> Path:
    """A game that prints on both sides of two sheets."""
    folder = project / "content" / "zed"
    (folder / "events.yaml").unlink()
    cards = "".join(f"  - {{id: card-{number}, title: Card}}\n" for number in range(10))
    (folder / "cards.yaml").write_text(
        f"deck: cards\nsize: poker\nfront: card.svg.j2\nback: card.svg.j2\ncards:\n{cards}", "utf-8"
    )
    (folder / "kit.yaml").write_text("kit: zed\ntitle: Zed\n", "utf-8")
    (folder / "card.svg.j2").write_text(CARD, "utf-8")
    return project


def kept(settings: Path, paper: str = "letter") -> Any:
    return json.loads(settings.read_text("utf-8"))["printers"]["office"][paper]


def files(project: Path) -> dict[str, Any]:
    """What the ticket says of the files with cards."""
    ticket = json.loads((project / "output" / "zed" / "job.json").read_text("utf-8"))
    return {file["path"]: file for file in ticket["files"] if file["run"] == "cards"}


def numbers(file: Any) -> list[tuple[int, int]]:
    return [(sheet["front_page"], sheet["back_page"]) for sheet in file["sheets"]]


def test_errors_are_entered_and_told_in_words(say: Say, settings: Path) -> None:
    told = say("calibrate", "--set", "office", "--x", "1.5", "--y", "-0.8", "--turn", "0.3", "--scale-y", "0.998")
    assert told.code == 0
    miss = "1.5 mm too far right, 0.8 mm too far up, turned 0.3 degrees clockwise, 0.2 % too short down"
    assert told.out.splitlines() == [
        f"entered; kept in {settings}",
        "office with letter: how it misses, seen on each side",
        f"  front: {miss}",
        f"  back: {miss}",
        "  both sides: it turns the paper over on its long edge",
        "`pnp calibrate --printer office` prints the sheet corrected, to prove it",
    ]
    assert kept(settings)["front"] == {"x": 1.5, "y": -0.8, "turn": 0.3, "scale_x": 1.0, "scale_y": 0.998}


def test_what_is_entered_again_is_added_unless_afresh(say: Say, settings: Path) -> None:
    say("calibrate", "--set", "office", "--x", "1.5", "--side", "back")
    told = say("calibrate", "--set", "office", "--x", "-0.25", "--side", "back")
    assert told.out.startswith("entered, added to what was there")
    assert (kept(settings)["back"]["x"], kept(settings)["front"]["x"]) == (1.25, 0)
    told = say("calibrate", "--set", "office", "--afresh", "--left", "0.4", "--across", "0.2", "--right", "0.4")
    assert told.out.startswith("entered; ")
    assert kept(settings)["back"] == {"x": 0.2, "y": 0.4, "turn": 0, "scale_x": 1, "scale_y": 1}


def test_readings_of_ruler_and_scales(say: Say, settings: Path) -> None:
    scales = ("--left", "-0.4", "--across", "0", "--right", "0.4")
    ruler = ("--edges", "28.5", "27.5", "27", "28", "--spans", "160.16", "223.552")
    assert say("calibrate", "--set", "office", *scales, *ruler).code == 0
    front, back = kept(settings)["front"], kept(settings)["back"]
    assert front == {"x": 0.5, "y": -0.5, "turn": 0, "scale_x": 1.001, "scale_y": 0.998}
    # What was read on a sheet of letter holds for paper that is too small for one.
    assert say("calibrate", "--set", "small", *scales, *ruler, "--paper", "148x210mm").code == 0
    # A fall of 0.8 mm over 180 mm; and the back moves along with its front.
    assert (back["turn"], back["x"]) == pytest.approx((0.2546, -0.5), abs=1e-3)


def test_habits_are_kept_and_shown(say: Say, settings: Path) -> None:
    margins = ("--margins", "3", "4", "12.7", "4")
    told = say("calibrate", "--set", "office", *margins, "--duplex", "manual", "--paper", "a4").out.splitlines()
    assert "  margins: top 3, right 4, bottom 12.7, left 4 mm" in told
    stack = "of a stack put back, the first sheet is fed first"
    assert f"  both sides: you turn the paper over on its long edge; {stack}" in told
    say("calibrate", "--set", "office", "--feed", "reversed", "--paper", "a4", "--x", "1", "--side", "back")
    # The other edge turns a back upside down, and what was measured on it.
    say("calibrate", "--set", "office", "--flip", "short-edge", "--paper", "a4")
    assert (kept(settings, "a4")["feed"], kept(settings, "a4")["back"]["x"]) == ("reversed", -1)
    assert "the last sheet is fed first" in say("calibrate", "--show", "office").out
    assert say("calibrate", "--list").out.startswith("office with a4: how it misses")


def test_printers_are_forgotten(say: Say, settings: Path) -> None:
    assert "no printer yet" in say("calibrate", "--list").out
    say("calibrate", "--set", "office", "--x", "1")
    say("calibrate", "--set", "office", "--x", "1", "--paper", "a4")
    assert say("calibrate", "--forget", "office", "--paper", "a4").out == "forgot printer office with a4\n"
    assert say("calibrate", "--forget", "offise").err.splitlines() == [
        f'pnp: there is no printer "offise" in {settings}',
        "  help: did you mean office? known: office",
    ]
    assert say("calibrate", "--forget", "office").out == "forgot printer office with letter\n"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--set", "office", "--x", "26"], "x is 26; it must be a number from -25 to 25 mm"),
        (["--set", "office", "--turn", "nan"], "turn is nan; it must be a number from -5 to 5 degrees"),
        (["--set", "office", "--scale-x", "100"], "scale_x is 100; it must be a number from 0.9 to 1.1"),
        (["--set", "office", "--margins", "1", "2", "3", "60"], "left is 60; it must be a number from 0 to 50 mm"),
        (["--set", "office", "--scale-x", "0"], "scale_x is 0; it must be a number from 0.9 to 1.1"),
        (["--set", "office", "--left", "0.1"], "the three scales go together"),
        (["--set", "office", "--left", "9", "--across", "0", "--right", "0"], "--left is 9; it must be"),
        (["--set", "office", "--spans", "16", "22"], "scale_x is 0.1; it must be a number from 0.9 to 1.1"),
        (
            ["--set", "office", "--edges", "1.1", "1.1", "1.1", "1.1"],
            "1.1 and 1.1 mm to the edges and 160 mm between the crosses are 162.2 mm across, but letter has 215.9 mm",
        ),
        (["--set", "office", "--edges", "28", "28", "-28", "28"], "are 224 mm down, but letter has 279.4 mm"),
        (["--set", "a/b", "--x", "1"], 'a printer cannot be called "a/b"'),
        (["--set", "office", "--x", "wide"], "'wide' is not a valid float"),
        (["--set", "office", "--list"], "--set and --list cannot go together"),
        (["--printer", "office", "--show", "office"], "--show and --printer cannot go together"),
        (["--x", "1"], "--x is entered for a printer: `pnp calibrate --set NAME --x ...`"),
        (["--turn", "0"], "--turn is entered for a printer: `pnp calibrate --set NAME --turn ...`"),
        (["--show", "office"], 'there is no printer "office"'),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_kept(say: Say, settings: Path, words: list[str], says: str) -> None:
    told = say("calibrate", *words)
    assert told.code == 2
    assert says in told.err
    assert not settings.exists()


def test_scales_that_all_read_0_are_entered_too(say: Say, settings: Path) -> None:
    """As they do on the sheet that proves a profile."""
    say("calibrate", "--set", "office", "--x", "1.5")
    told = say("calibrate", "--set", "office", "--left", "0", "--across", "0", "--right", "0")
    assert told.code == 0, told.err
    assert "front: 1.5 mm too far right" in told.out
    assert kept(settings)["back"]["x"] == 1.5


def test_a_sum_out_of_range_is_refused(say: Say, settings: Path) -> None:
    say("calibrate", "--set", "office", "--x", "20")
    told = say("calibrate", "--set", "office", "--x", "20")
    assert told.code == 2
    assert "front, x is 40; it must be a number from -25 to 25 mm (added to what was entered before" in told.err
    assert kept(settings)["front"]["x"] == 20


def test_sheets_are_printed_plain_and_corrected(say: Say, tmp_path: Path, project: Path) -> None:
    told = say("calibrate")
    assert told.out.splitlines()[0] == f"wrote {project / 'output' / 'calibration' / 'calibration-letter.pdf'}"
    say("calibrate", "--set", "office", "--x", "1", "--paper", "a4")
    told = say("calibrate", "--printer", "office", "--paper", "a4", "--out", str(tmp_path / "here"))
    assert (tmp_path / "here" / "calibration-office-a4.pdf").is_file()
    assert "note" not in told.out
    assert "printer office has no profile with letter yet" in say("calibrate", "--printer", "office").out


def test_a_damaged_file_is_told_with_its_place(say: Say, settings: Path, project: Path) -> None:
    settings.parent.mkdir(parents=True)
    settings.write_text('{"printers": {,}}', "utf-8")
    for words in (["calibrate", "--list"], ["calibrate", "--set", "a", "--x", "1"], ["build", "--printer", "a"]):
        told = say(*words)
        assert told.code == 2
        assert f"{settings} cannot be read: line 1, column 15" in told.err
    settings.write_text('{"printers": {"a": {"letter": {"feed": 1}, "a4": {}}}}', "utf-8")
    shown = say("calibrate", "--list")
    assert (shown.code, "feed is 1" in shown.out, "a with a4" in shown.out) == (0, True, True)


def test_a_build_for_a_printer(say: Say, game: Path) -> None:
    say("calibrate", "--set", "office", "--margins", "3", "3", "3", "3", "--y", "0.5")
    assert say("build", "zed").code == 0
    told = say("build", "zed", "--printer", "office")
    assert told.code == 0
    assert "zed: wrote output/zed/zed-cards-letter-office.pdf" in told.out
    # The files for no printer in particular stay, and so does what the ticket says of them.
    assert [(name, file["printer"] and file["printer"]["name"]) for name, file in files(game).items()] == [
        ("zed-cards-letter.pdf", None),
        ("zed-cards-letter-office.pdf", "office"),
    ]
    assert (game / "output" / "zed" / "zed-cards-letter.pdf").is_file()
    assert "there is no printer" in say("build", "zed", "--printer", "ofice").err
    told = say("build", "zed", "--printer", "office", "--paper", "letter", "--paper", "a4")
    assert (told.code, "printer office was measured with letter, not with a4" in told.err) == (2, True)


def test_orders_and_sides(say: Say, game: Path) -> None:
    told = say("build", "zed", "--order", "manual")
    assert "zed: note: cards on letter: print pages 1 to 2; turn the stack over on its long edge as one" in told.out
    assert numbers(files(game)["zed-cards-letter.pdf"]) == [(1, 3), (2, 4)]
    say("calibrate", "--set", "inkjet", "--duplex", "manual", "--feed", "reversed")
    say("build", "zed", "--printer", "inkjet")
    assert numbers(files(game)["zed-cards-letter-inkjet.pdf"]) == [(1, 4), (2, 3)]
    assert "wrote output/zed/zed-cards-letter-backs.pdf" in say("build", "zed", "--sides", "backs").out
    assert len(files(game)) == 3


def test_the_passage_is_handed_on(say: Say, project: Path, pipeline: Pipeline) -> None:
    assert say("build", "zed", "--order", "fronts-backs", "--sides", "fronts").code == 0
    passage = pipeline.asked[0][2].passage
    assert (passage.order, passage.sides, passage.printers) == ("fronts-backs", "fronts", ())
    assert "'sideways' is not one of" in say("build", "--order", "sideways").err


def test_backs_alone_leave_the_files_of_jobs_without_backs(say: Say, game: Path) -> None:
    tokens = "deck: tokens\nsize: poker\nfront: card.svg.j2\ncards:\n  - {id: one, title: One}\n"
    (game / "content" / "zed" / "tokens.yaml").write_text(tokens, "utf-8")
    jobs = "print: [{name: cards, decks: [cards]}, {name: tokens, decks: [tokens]}]\n"
    (game / "content" / "zed" / "kit.yaml").write_text(f"kit: zed\ntitle: Zed\n{jobs}", "utf-8")
    say("build", "zed")
    told = say("build", "zed", "--sides", "backs")
    assert "tokens on letter: it is printed on one side, so there are no backs" in told.out
    assert "removed" not in told.out
    assert (game / "output" / "zed" / "zed-tokens-letter.pdf").is_file()
    ticket = json.loads((game / "output" / "zed" / "job.json").read_text("utf-8"))
    assert "zed-tokens-letter.pdf" in [file["path"] for file in ticket["files"]]


def test_settings_are_looked_for_where_the_system_keeps_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from pnp.cli.printers import profiles_file

    assert profiles_file() == tmp_path / "settings" / "pnp" / "printers.json"
    monkeypatch.setenv("XDG_CONFIG_HOME", "not/from/the/root")
    monkeypatch.setattr("click.get_app_dir", lambda name: str(tmp_path / "home" / name))
    assert profiles_file() == tmp_path / "home" / "pnp" / "printers.json"
