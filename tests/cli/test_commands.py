import json
import os
import signal
from pathlib import Path

import pytest
from press.nouns import lay, make_pieces

from pnp import __version__
from pnp.model.document import Booklet, Document, Typeface
from pnp.model.finding import Fault, Level, LevelChange, PnpError
from pnp.model.kit import Card, Deck, Job, Rulebook
from pnp.model.place import Where
from pnp.model.sheet import Run, Sheet, Side
from pnp.outcome import Options
from pnp.press.rulebook.folding import fold_pages

from .conftest import Outcome, Pipeline, Say, finding, kit

HERE = Where("content/zed/events.yaml")


def test_help_names_every_command(say: Say) -> None:
    code, out, err = say("--help")
    assert (code, err) == (0, "")
    assert [line.split()[0] for line in out.partition("Commands:\n")[2].splitlines()] == [
        "build", "check", "explain", "list", "odds", "calibrate", "doctor",
    ]  # fmt: skip
    assert say("--version").out == f"pnp, version {__version__}\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chekc"], "No such command 'chekc'; did you mean 'check'?"),
        (["qqq"], "No such command 'qqq'; there are build, check, explain, list, odds, calibrate, doctor."),
        (["build", "--papr", "a4"], "--paper"),
        (["build", "--paper", "a5"], "there is no paper called 'a5'"),
        (["check", "--format", "xml"], "'xml' is not one of 'text', 'concise', 'github', 'json', 'sarif', 'junit'"),
        (["check", "zedd"], "zed"),
        (["check", "--project", "nowhere"], "nowhere"),
    ],
)
def test_what_there_is_not_is_named_with_what_there_is(
    words: list[str], said: str, say: Say, project: Path, pipeline: Pipeline
) -> None:
    code, out, err = say(*words)
    assert (code, out) == (2, "")
    assert said in err
    assert "Traceback" not in err


def test_outside_a_project_it_cannot_run(
    say: Say, pipeline: Pipeline, nowhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(nowhere)
    code, out, err = say("check")
    assert (code, out) == (2, "")
    assert "content" in err
    (nowhere / "content").mkdir()
    assert say("check").code == 2


def test_check_of_sound_kits(say: Say, project: Path, pipeline: Pipeline) -> None:
    assert say("check") == (0, "0 errors, 0 warnings in 2 kits\n", "helipad: drawing 9 faces\nzed: drawing 9 faces\n")
    assert pipeline.asked == [("helipad", Options()), ("zed", Options())]


def test_check_of_some_kits_by_name_or_path_once_each(say: Say, project: Path, pipeline: Pipeline) -> None:
    assert say("check", "zed", "content/zed", "--paper", "a4", "--paper", "letter", "--paper", "a4").code == 0
    assert pipeline.asked == [("zed", Options(("a4", "letter")))]


def test_a_path_leads_to_its_own_project(
    say: Say,
    project: Path,
    pipeline: Pipeline,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert say("check", str(project / "content" / "zed")).code == 0
    assert say("check", "--project", str(project), "helipad").code == 0
    assert [name for name, _ in pipeline.asked] == ["zed", "helipad"]


@pytest.mark.parametrize(
    ("level", "strict", "code"),
    [
        (Level.ERROR, False, 1),
        (Level.WARNING, False, 0),
        (Level.WARNING, True, 1),
        (Level.INFORMATION, True, 0),
    ],
)
def test_what_fails_a_check(level: Level, strict: bool, code: int, say: Say, project: Path, pipeline: Pipeline) -> None:
    pipeline.answer = lambda folder: Outcome(kit(folder.name), (finding(level=level),))
    assert say("check", "zed", *["--strict"] * strict).code == code


def test_the_format_is_chosen_or_suits_the_place(
    say: Say, project: Path, pipeline: Pipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipeline.answer = lambda folder: Outcome(kit(folder.name), (finding(),))
    assert say("check", "zed").out.startswith("content/zed/events.yaml:3:9: error: ")
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert say("check", "zed").out.startswith("::error file=content/zed/events.yaml,line=3,")
    assert say("check", "zed", "--format", "concise").out.startswith("content/zed/events.yaml:3:9: error: ")
    assert json.loads(say("check", "zed", "--format", "json").out)["errors"] == 1


def test_build_says_what_it_wrote(say: Say, project: Path, pipeline: Pipeline) -> None:
    written = (project / "output" / "zed" / "zed-cards-letter.pdf", project / "output" / "zed" / "job.json")
    pipeline.answer = lambda _: Outcome(kit("zed"), (), ("9 a sheet",), written)
    assert say("build", "zed") == (
        0,
        "zed: note: 9 a sheet\n"
        "zed: wrote output/zed/zed-cards-letter.pdf\n"
        "zed: wrote output/zed/job.json\n"
        "0 errors, 0 warnings in 1 kit\n",
        "",
    )
    assert pipeline.asked == [("zed", project / "output", Options())]
    said = json.loads(say("build", "zed", "--format", "json").out)
    assert said["files"] == ["output/zed/zed-cards-letter.pdf", "output/zed/job.json"]


def test_build_of_a_kit_with_errors(say: Say, project: Path, pipeline: Pipeline) -> None:
    pipeline.answer = lambda folder: Outcome(kit(folder.name), (finding(),) if folder.name == "zed" else ())
    code, out, _ = say("build", "--format", "concise")
    assert code == 1
    assert out == (
        "content/zed/events.yaml:3:9: error: text-overflow: it is so\n"
        "helipad: nothing to print\n"
        "zed: not written: 1 error (--draft builds it all the same)\n"
        "1 error, 0 warnings in 2 kits\n"
    )


def test_a_draft_is_built_in_spite_of_errors(say: Say, project: Path, pipeline: Pipeline, tmp_path: Path) -> None:
    pipeline.answer = lambda folder: Outcome(kit(folder.name), (finding(),), (), (tmp_path / "a.pdf",))
    assert say("build", "zed", "--draft", "--out", "elsewhere").code == 0
    assert pipeline.asked == [("zed", Path("elsewhere"), Options(draft=True))]


def test_booklets_are_asked_for(say: Say, project: Path, pipeline: Pipeline) -> None:
    assert say("build", "zed", "--booklet").code == 0
    assert pipeline.asked == [("zed", project / "output", Options(booklet=True))]


def test_list_tells_of_a_piece_in_parts_as_one(say: Say, project: Path, pipeline: Pipeline) -> None:
    run = lay(make_pieces(1, (300, 400), back="none"), layout="tiles")
    pipeline.answer = lambda _: Outcome(kit("zed", jobs=(run.job,)), runs=(run,))
    told = say("list", "zed").out
    assert "letter: deck in 4 parts (2 rows of 2), 4 sheets, one side\n" in told


def test_list_tells_components_and_sheets(say: Say, project: Path, pipeline: Pipeline) -> None:
    cards = (Card("a", "A", 1, HERE), Card("b", "B", 9, HERE))
    deck = Deck("events", "Events", HERE, 63.5, 88.9, "f", size_name="poker", cards=cards)
    tokens = Deck("tokens", "Tokens", HERE, 20, 20, "f", cards=cards[:1])
    job = Job("cards", ("events", "tokens", "gone"), HERE)
    sheets = (Sheet(215.9, 279.4, (), Side(()), Side(())),) * 2
    game = kit("zed", version="2", decks=(deck, tokens), jobs=(job,), faults=(Fault("bad-value", HERE, "no"),))
    fits = (("events", 9), ("tokens", 80))
    runs = (
        Run(job, "zed", "Zed", "2", "letter", "long-edge", sheets, fits),
        Run(job, "zed", "Zed", "2", "a4", "short-edge", (Sheet(210, 297, (), Side(())),), fits[:1]),
    )
    pipeline.answer = lambda _: Outcome(game, runs=runs)
    assert say("list", "zed") == (
        0,
        "zed: Zed (version 2)\n"
        "  cards: card stock\n"
        "    events: 10 cards, 2 designs, 63.5 x 88.9 mm (poker)\n"
        "    tokens: 1 card, 20 x 20 mm\n"
        "    letter: 9 events a sheet, 80 tokens a sheet, 2 sheets, both sides, flip on the long edge\n"
        "    a4: 9 a sheet, 1 sheet, one side\n"
        "  1 problem met on reading; `pnp check zed` shows what is wrong\n",
        "",
    )
    assert pipeline.asked == [("zed", ("letter", "a4"))]


def test_list_names_the_icons_that_a_kit_may_use(say: Say, project: Path, pipeline: Pipeline) -> None:
    icons = project / "content" / "zed" / "icons"
    icons.mkdir()
    (icons / "fox-of-zed.svg").write_text("<svg/>", "utf-8")
    code, out, _ = say("list", "zed", "--icons")
    assert code == 0
    assert {"fox-of-zed", "heart", "horde"} <= set(out.splitlines())
    assert out.splitlines() == sorted(out.splitlines())
    assert "fox-of-zed" not in say("list", "helipad", "--icons").out


def test_list_tells_rulebooks_and_levels(say: Say, project: Path, pipeline: Pipeline) -> None:
    rules = Rulebook("rules", "rules.md", HERE, columns=2, stock="thin paper")
    scenario = Rulebook("scenario", "scenario.md", HERE, size=9)
    levels = (
        LevelChange("small-type", Level.INFORMATION, HERE),
        LevelChange("missing-file", Level.WARNING, HERE),
    )
    face = Typeface("f", "f", "f", "f", "f")
    written = [Document(book, "zed", "Zed", "", "", HERE, (), face, face) for book in (rules, scenario)]
    booklets = (
        Booklet(written[0], "letter", 215.9, 279.4, 5),
        Booklet(written[1], "letter", 215.9, 279.4, 1),
        Booklet(written[0], "a4", 210, 297, 6),
        Booklet(written[0], "a4", 148.5, 210, 10, signature=fold_pages(range(1, 13), (297, 210), 0.1, 0)),
    )
    pipeline.answer = lambda _: Outcome(kit("zed", rulebooks=(rules, scenario), levels=levels), booklets=booklets)
    assert say("list", "zed").out == (
        "zed: Zed\n"
        "  rules: thin paper\n"
        "    rules.md: 2 columns, 10.5 pt\n"
        "    letter: 5 pages\n"
        "    a4: 6 pages\n"
        "    a4: 10 pages as a booklet, 3 sheets, both sides, flip on the short edge\n"
        "  scenario: paper\n"
        "    scenario.md: 1 column, 9 pt\n"
        "    letter: 1 page\n"
        "  small-type is information here, else warning\n"
    )


def test_check_and_build_tell_the_levels_of_a_kit(say: Say, project: Path, pipeline: Pipeline) -> None:
    levels = (LevelChange("small-type", Level.ERROR, HERE),)
    pipeline.answer = lambda folder: Outcome(kit(folder.name, levels=levels))
    line = "zed: small-type is error here, else warning\n"
    assert say("check", "zed").out == line + "0 errors, 0 warnings in 1 kit\n"
    assert line in say("build", "zed").out


def test_errors_that_hold_others_back_say_so(say: Say, project: Path, pipeline: Pipeline) -> None:
    line = "zed: not all rules and references were looked at because of the errors above; mend them and check again\n"
    pipeline.answer = lambda folder: Outcome(kit(folder.name), (finding(check="missing-field"),))
    for command in ("check", "build"):
        assert line in say(command, "zed").out
    for other in (finding(), finding(check="comment-cuts-text", level=Level.WARNING)):
        pipeline.answer = lambda folder, other=other: Outcome(kit(folder.name), (other,))  # type: ignore[misc]  # bound now
        assert line not in say("check", "zed").out


def test_strict_and_kits_reach_the_test_report(say: Say, project: Path, pipeline: Pipeline) -> None:
    pipeline.answer = lambda folder: Outcome(kit(folder.name), (finding(level=Level.WARNING),))
    for words, failures in ((["check", "zed"], 0), (["check", "zed", "--strict"], 1), (["build", "zed"], 0)):
        assert say(*words, "--format", "junit").out.count("<failure") == failures
    pipeline.answer = lambda folder: Outcome(kit(folder.name))
    for command in ("check", "build"):
        out = say(command, "--format", "junit").out
        assert [name in out for name in ('testsuite name="helipad"', 'testsuite name="zed"')] == [True, True]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "small-type",
            "A warning: it fails the check with --strict. A kit can give it another level in its rules.yaml:"
            " `levels: {small-type: error}`. It can be waived, with a reason: `# pnp: allow small-type - reason`"
            " on the line, or in rules.yaml.",
        ),
        (
            "deck-size",
            "An error: it fails the check and stops the build. A kit can give it another level in its rules.yaml:"
            " `levels: {deck-size: warning}`. It can be waived, with a reason: `# pnp: allow deck-size - reason`"
            " on the line, or in rules.yaml.",
        ),
        (
            "missing-file",
            "An error: it fails the check and stops the build. No kit can change that. It cannot be waived.",
        ),
        (
            "outdated-baseline",
            "For information: it never fails. A kit can give it another level in its rules.yaml:"
            " `levels: {outdated-baseline: error}`. It cannot be waived.",
        ),
    ],
)
def test_explain_tells_what_a_check_weighs_and_whether_it_can_be_waived(name: str, said: str, say: Say) -> None:
    assert " ".join(say("explain", name).out.split()).endswith(said)


def test_explain(say: Say) -> None:
    from pnp.rules.registry import CHECKS

    listed = say("explain").out
    assert [line.split()[0] for line in listed.partition("\n\n")[0].splitlines()] == sorted(CHECKS)
    for name, check in CHECKS.items():
        assert check.story.fact in listed
        code, out, _ = say("explain", name)
        assert code == 0
        assert out.startswith(f"{name} ({check.level})\n\n")
        for part in (check.story.fact, check.story.why, check.story.bad, check.story.good):
            assert "".join(part.split()) in "".join(out.split())
    assert say("explain", "dek-size") == (
        2,
        "",
        "pnp: there is no check called dek-size\n  help: Did you mean deck-size?\n",
    )
    assert say("explain", "qqq").err.endswith("help: `pnp explain` lists them all.\n")
    both = [say("explain", name).out.rstrip("\n") for name in ("deck-size", "small-type")]
    assert say("explain", "deck-size", "small-type", "deck-size").out == "\n\n\n".join(both) + "\n"


def test_doctor_finds_everything_here(say: Say, project: Path) -> None:
    code, out, err = say("doctor")
    assert (code, err) == (0, "")
    words = [line.split(":")[0].split() for line in out.splitlines()[:-1]]
    assert {status for status, *_ in words} == {"ok"}
    found = [" ".join(name) for _, *name in words]
    assert [name for name in ("Python", "libcairo", "FreeType", "fonts", "icons", "output") if name not in found] == []
    assert out.endswith("all is well\n")


def test_doctor_says_how_to_mend_what_lacks(say: Say, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import cairocffi

    def refuse() -> str:
        raise OSError("no library called 'cairo-2' was found")

    monkeypatch.setattr(cairocffi, "cairo_version_string", refuse)
    (project / "output").write_text("a file where a folder should be", "utf-8")
    code, out, _ = say("doctor")
    assert code == 2
    assert "lacking libcairo: not found\n        help: Debian, Ubuntu: sudo apt install libcairo2;" in out
    assert f"lacking output: {project / 'output'}: Not a directory\n        help: " in out
    assert out.endswith("2 things to mend\n")


@pytest.mark.parametrize(
    ("failure", "code", "said"),
    [
        (PnpError("no\x1b[2J kit", "name one"), 2, "pnp: no\\x1b[2J kit\n  help: name one\n"),
        (
            OSError(28, "No space left on device", "output/a.pdf"),
            2,
            "pnp: output/a.pdf: No space left on device\n  help: ",
        ),
        (PermissionError(13, "Permission denied", "output"), 2, "pnp: output: Permission denied\n  help: "),
        (OSError("no library called 'cairo-2' was found"), 2, "pnp: libcairo, which draws the faces, is not on"),
        (BrokenPipeError(32, "Broken pipe"), 2, "pnp: Broken pipe\n"),  # not of our own output: a worker has gone
        (MemoryError(), 2, "pnp: the memory ran out\n"),
        (SystemError("error return without exception set"), 2, "pnp: the memory ran out\n"),
        (KeyError("x"), 3, "pnp: a fault of pnp's own, not of your kit: KeyError: 'x' ("),
        (RecursionError("too deep"), 3, "pnp: a fault of pnp's own"),
        (KeyboardInterrupt(), 130, "\npnp: interrupted\n"),
    ],
)
def test_every_failure_has_its_exit_code_and_no_traceback(
    failure: BaseException, code: int, said: str, say: Say, project: Path, pipeline: Pipeline
) -> None:
    def fail(_folder: Path) -> Outcome:
        raise failure

    pipeline.answer = fail
    transcript = say("build", "zed")
    assert (transcript.code, transcript.out) == (code, "")
    assert transcript.err.startswith(said)
    assert "Traceback" not in transcript.err
    debugged = say("build", "zed", "--debug")
    assert debugged.code == code
    assert "Traceback" in debugged.err


def test_a_fault_of_ours_names_its_place_and_asks_for_a_report(
    say: Say, project: Path, pipeline: Pipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pnp.cli.check.REPORTERS", {})
    _, _, err = say("check")
    assert "KeyError: 'text' (pnp/cli/check.py:" in err
    assert "help: please report it" in err


def test_sigterm_unwinds(say: Say, project: Path, pipeline: Pipeline) -> None:
    cleaned = []

    def work(_folder: Path) -> Outcome:
        try:
            os.kill(os.getpid(), signal.SIGTERM)
            for _ in range(1_000_000):
                pass
        finally:
            cleaned.append(True)
        raise AssertionError("not stopped")

    pipeline.answer = work
    assert say("build", "zed") == (143, "", "pnp: terminated\n")
    assert cleaned == [True]
