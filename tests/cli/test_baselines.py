"""`pnp check --baseline`: an old project begins with what it has, and sees what is new."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from pnp.model.finding import Finding, Level, LevelChange
from pnp.model.place import Where

from .conftest import Outcome, Pipeline, Say, finding, kit

OLD = replace(finding("4 mm over"), thing="events/mall")
NEW = replace(finding("9 mm over"), thing="events/roof")


def answer(pipeline: Pipeline, *findings: Finding, **more: tuple[LevelChange, ...]) -> None:
    pipeline.answer = lambda folder: Outcome(kit(folder.name, **more), tuple(findings) if folder.name == "zed" else ())


def test_known_findings_are_set_aside(say: Say, project: Path, pipeline: Pipeline) -> None:
    answer(pipeline, OLD)
    assert say("check").code == 1
    written = say("check", "--write-baseline", "known.json")
    assert (written.code, written.out) == (
        0,
        "wrote known.json\nknown.json sets 1 finding aside\n0 errors, 0 warnings in 2 kits\n",
    )
    assert sorted(path.name for path in project.iterdir()) == ["content", "known.json"]
    assert say("check", "--baseline", "known.json", "--strict").code == 0
    answer(pipeline, OLD, NEW)
    code, out, _ = say("check", "--baseline", "known.json", "--format", "concise")
    assert code == 1
    assert out == (
        "content/zed/events.yaml:3:9: error: text-overflow: 9 mm over\n"
        "known.json sets 1 finding aside\n"
        "1 error, 0 warnings in 2 kits\n"
    )


def test_what_is_mended_is_told_until_it_is_written_anew(say: Say, project: Path, pipeline: Pipeline) -> None:
    answer(pipeline, OLD, NEW)
    assert say("check", "--write-baseline", "known.json").code == 0
    answer(pipeline, NEW)
    code, out, _ = say("check", "--baseline", "known.json", "--strict")
    assert code == 0
    assert out.startswith(
        'known.json:4:1: information: outdated-baseline: "text-overflow" is not found any more in '
        'content/zed/events.yaml on "events/mall": 4 mm over\n     4 | '
    )
    assert out.endswith("known.json sets 1 finding aside\n0 errors, 0 warnings, 1 for information in 2 kits\n")
    assert say("check", "--write-baseline", "known.json").out.startswith("wrote known.json\n")
    assert say("check", "--baseline", "known.json").out == (
        "known.json sets 1 finding aside\n0 errors, 0 warnings in 2 kits\n"
    )


def test_a_kit_can_make_the_baseline_shrink(say: Say, project: Path, pipeline: Pipeline) -> None:
    answer(pipeline, OLD)
    assert say("check", "--write-baseline", "known.json").code == 0
    change = LevelChange("outdated-baseline", Level.ERROR, Where("content/zed/rules.yaml", 2, 3))
    answer(pipeline, levels=(change,))
    code, out, _ = say("check", "zed", "--baseline", "known.json")
    assert code == 1
    assert "known.json:4:1: error: outdated-baseline: " in out
    assert "zed: outdated-baseline is error here, else information\n" in out


def test_of_other_kits_the_baseline_keeps_what_it_knows(say: Say, project: Path, pipeline: Pipeline) -> None:
    answer(pipeline, OLD)
    assert say("check", "--write-baseline", "known.json").code == 0
    before = (project / "known.json").read_text("utf-8")
    assert say("check", "helipad", "--write-baseline", "known.json").code == 0
    assert (project / "known.json").read_text("utf-8") == before
    (project / "content" / "zed" / "events.yaml").unlink()
    assert say("check", "helipad", "--write-baseline", "known.json").code == 0
    assert json.loads((project / "known.json").read_text("utf-8"))["findings"] == []


def test_a_file_that_is_no_baseline_is_left_alone(say: Say, project: Path, pipeline: Pipeline) -> None:
    answer(pipeline, OLD)
    mine = project / "content" / "zed" / "kit.yaml"
    before = mine.read_bytes()
    for option in ("--baseline", "--write-baseline"):
        code, out, err = say("check", option, "content/zed/kit.yaml")
        assert (code, out) == (2, "")
        assert "pnp: content/zed/kit.yaml is no baseline: " in err
        assert mine.read_bytes() == before


def test_a_baseline_that_is_not_there_is_no_empty_one(say: Say, project: Path, pipeline: Pipeline) -> None:
    code, out, err = say("check", "--baseline", "known.json")
    assert (code, out) == (2, "")
    assert "known.json: No such file or directory" in err
    code, _, err = say("check", "--baseline", "a", "--write-baseline", "b")
    assert code == 2
    assert "give one of the two" in err


@pytest.mark.skipif(os.name != "posix", reason="elsewhere not everybody may make links")
@pytest.mark.parametrize("option", ["--baseline", "--write-baseline"])
def test_a_link_that_leads_in_a_circle_is_no_baseline(option: str, say: Say, project: Path, pipeline: Pipeline) -> None:
    answer(pipeline, OLD)
    (project / "loop.json").symlink_to("loop.json")
    code, out, err = say("check", option, "loop.json")
    assert (code, out) == (2, "")
    assert "loop.json: Too many levels of symbolic links" in err
    assert (project / "loop.json").is_symlink()


@pytest.mark.parametrize("option", ["--baseline", "--write-baseline"])
def test_a_crash_is_told_whatever_is_known(option: str, say: Say, project: Path, pipeline: Pipeline) -> None:
    crash = finding("it crashed", check="crashed")
    (project / "known.json").write_text('{"findings": []}', "utf-8")
    pipeline.answer = lambda folder: Outcome(kit(folder.name), (crash,), crashed=True)
    code, out, _ = say("check", "zed", option, "known.json")
    assert code == 2
    assert "crashed: it crashed" in out
