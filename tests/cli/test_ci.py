"""What CI takes from here: the hook of pre-commit, the action of GitHub, and the examples that show them."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

REPOSITORY = Path(__file__).parents[2]
ACTION: Any = yaml.safe_load((REPOSITORY / "action.yml").read_text("utf-8"))
STEPS: dict[str, Any] = {step.get("name", step.get("uses")): step for step in ACTION["runs"]["steps"]}
((_, SECTION),) = [
    text.split("\n", 1)
    for text in (REPOSITORY / "content" / "README.md").read_text("utf-8").split("\n## ")
    if text.startswith("Checking in CI\n")
]
EXAMPLES: list[Any] = [yaml.safe_load(text) for text in re.findall(r"```yaml\n(.*?)```", SECTION, re.DOTALL)]


def test_the_hook_runs_as_it_is_written(tmp_path: Path) -> None:
    (hook,) = yaml.safe_load((REPOSITORY / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert (hook["id"], hook["language"], hook["pass_filenames"]) == ("pnp-check", "python", False)
    watched = re.compile(hook["files"])
    files = ("content/zed/events.yaml", "templates/card.svg.j2", "games/content/a/art/b.png")
    assert [file for file in files if not watched.search(file)] == []
    assert not watched.search("pnp/mycontent/a.py")
    program, *words = hook["entry"].split()
    assert program == "pnp"
    (tmp_path / "content" / "zed").mkdir(parents=True)
    deck = "deck: d\nsize: poker\nfront: f.svg.j2\ncards: [{id: a, title: A}]\n"
    (tmp_path / "content" / "zed" / "d.yaml").write_text(deck, "utf-8")
    (tmp_path / "content" / "zed" / "kit.yaml").write_text("kit: zed\ntitle: Zed\n", "utf-8")
    here = {**os.environ, "PYTHONPATH": str(REPOSITORY), "GITHUB_ACTIONS": ""}
    command = [sys.executable, "-m", program, *words]
    done = subprocess.run(command, cwd=tmp_path, env=here, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "error: missing-template: " in done.stdout


def test_the_action_is_whole() -> None:
    assert {"name", "description", "inputs", "runs"} <= ACTION.keys()
    assert ACTION["runs"]["using"] == "composite"
    for step in ACTION["runs"]["steps"]:
        assert ("run" in step) != ("uses" in step)
        assert ("shell" in step) == ("run" in step), "a step of a composite action names its shell"
    for given in ACTION["inputs"].values():
        assert given["description"].endswith(".")
        assert isinstance(given["default"], str), "inputs are text"


def test_inputs_reach_scripts_through_the_environment_alone() -> None:
    """An expression in a script would run what an input says."""
    assert [name for name, step in STEPS.items() if "${{" in step.get("run", "")] == []
    text = (REPOSITORY / "action.yml").read_text("utf-8")
    assert set(re.findall(r"inputs\.([\w-]+)", text)) == ACTION["inputs"].keys()


def test_the_action_trusts_the_makers_that_the_project_trusts() -> None:
    makers = {step["uses"].split("/")[0] for step in STEPS.values() if "uses" in step}
    assert makers == {"actions", "github"}


def run_step(name: str, folder: Path, **inputs: str) -> tuple[int, list[str]]:
    """Run a step of the action with a `pnp` that only says how it was called; its exit code and those words."""
    program = folder / "pnp" / "bin" / "pnp"
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text(
        '#!/bin/sh\nprintf "%s\\n" "$@" > "$(dirname "$0")/words"; echo "{}"; exit "${CODE:-0}"\n', "utf-8"
    )
    program.chmod(0o755)
    environment = {
        variable: value.replace("${{ inputs.", "").replace(" }}", "") for variable, value in STEPS[name]["env"].items()
    }
    given = {key: inputs.get(key, each["default"]) for key, each in ACTION["inputs"].items()}
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", STEPS[name]["run"]],
        env={
            **{variable: given[key] for variable, key in environment.items()},
            "PATH": os.environ["PATH"],
            "RUNNER_TEMP": str(folder),
            "GITHUB_OUTPUT": str(folder / "output"),
            "CODE": inputs.get("code", "0"),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, (program.parent / "words").read_text("utf-8").splitlines()


def test_the_action_checks(tmp_path: Path) -> None:
    code, words = run_step("Check", tmp_path)
    assert code == 0
    assert words == ["check", "--format", "github", "--project", ".", "--paper", "letter", "--strict", "--"]
    code, words = run_step(
        "Check", tmp_path, code="1", kits="zed $(touch x) --help", strict="false", paper="letter a4",
        project="my games", baseline="known.json",
    )  # fmt: skip
    assert code == 1
    assert words == [
        "check", "--format", "github", "--project", "my games", "--paper", "letter", "--paper", "a4",
        "--baseline", "my games/known.json", "--", "zed", "$(touch", "x)", "--help",
    ]  # fmt: skip
    assert not (tmp_path / "output").exists()


@pytest.mark.parametrize("code", ["0", "1"])
def test_the_action_sends_findings_to_code_scanning_though_they_fail(code: str, tmp_path: Path) -> None:
    returned, words = run_step("Check", tmp_path, code=code, sarif="true")
    assert (str(returned), words[:3]) == (code, ["check", "--format", "sarif"])
    assert (tmp_path / "output").read_text("utf-8") == f"sarif={tmp_path}/pnp.sarif\n"
    assert (tmp_path / "pnp.sarif").read_text("utf-8") == "{}\n"
    condition = STEPS["Send the findings to code scanning"]["if"]
    assert "!cancelled()" in condition
    assert "steps.check.outputs.sarif" in condition


def test_the_action_builds(tmp_path: Path) -> None:
    _, words = run_step("Build", tmp_path, kits="zed")
    assert words == [
        "build", "--format", "github", "--project", ".", "--out", f"{tmp_path}/pnp-sheets", "--paper", "letter",
        "--", "zed",
    ]  # fmt: skip
    assert STEPS["Upload the PDFs"]["with"]["path"] == "${{ runner.temp }}/pnp-sheets"


def test_the_words_of_the_action_are_words_of_the_command(project: Path, say: Any, tmp_path: Path) -> None:
    for name in ("Check", "Build"):
        _, words = run_step(name, tmp_path, kits="zedd", paper="letter a4", baseline="known.json")
        code, _, err = say(*words)
        assert code == 2
        assert "zedd" in err, "all words before it were understood"


def test_the_examples_of_the_reference_fit() -> None:
    workflow, code_scanning, hooks = EXAMPLES
    for example in (workflow, code_scanning):
        (job,) = example["jobs"].values()
        (step,) = [step for step in job["steps"] if "pnp" in step["uses"]]
        assert set(step.get("with", {})) <= ACTION["inputs"].keys()
    assert code_scanning["permissions"]["security-events"] == "write"
    assert hooks["repos"][0]["hooks"] == [{"id": "pnp-check"}]
