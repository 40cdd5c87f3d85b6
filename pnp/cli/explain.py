"""`pnp explain`."""

import difflib
import textwrap
from typing import TYPE_CHECKING

import click

from pnp.cli.options import DEBUG
from pnp.cli.printing import emit
from pnp.model.finding import Level, PnpError

if TYPE_CHECKING:
    from pnp.rules.check import Check

WIDTH = 96


@click.command()
@click.argument("checks", nargs=-1, metavar="[CHECK]...")
@DEBUG
def explain(checks: tuple[str, ...]) -> None:
    """Say what checks are for, with a bad and a good example, what they weigh and whether they can be waived.

    Without CHECK list them all.
    """
    emit("\n\n\n".join(_explain_one(check) for check in dict.fromkeys(checks)) if checks else _list_all())


def _list_all() -> str:
    from pnp.rules.registry import CHECKS

    width = max(map(len, CHECKS), default=0)
    lines = [f"{name:{width}}  {each.level.value:11}  {each.story.fact}" for name, each in sorted(CHECKS.items())]
    return "\n".join([*lines, "", "`pnp explain CHECK` says why, and shows a bad and a good example."])


def _explain_one(id: str) -> str:
    from pnp.rules.levels import is_fixed
    from pnp.rules.registry import CHECKS

    if id not in CHECKS:
        near = difflib.get_close_matches(id, CHECKS, 1)
        raise PnpError(
            f"there is no check called {id}",
            f"Did you mean {near[0]}?" if near else "`pnp explain` lists them all.",
        )
    check = CHECKS[id]
    story = check.story
    parts = [f"{id} ({check.level.value})", _wrap(story.fact), *(_wrap(part) for part in story.why.split("\n\n"))]
    parts += [f"{name}:\n{textwrap.indent(text, '    ')}" for name, text in _examples(story.bad, story.good)]
    parts += [_wrap(_tell_level(check, fixed=is_fixed(check))), _wrap(_tell_waiver(check))]
    return "\n\n".join(part for part in parts if part)


def _tell_level(check: "Check", *, fixed: bool) -> str:
    """What the findings weigh, and whether a kit can change it."""
    what = {
        Level.ERROR: "An error: it fails the check and stops the build.",
        Level.WARNING: "A warning: it fails the check with --strict.",
        Level.INFORMATION: "For information: it never fails.",
    }[check.level]
    if fixed:
        return f"{what} No kit can change that."
    other = Level.WARNING if check.level is Level.ERROR else Level.ERROR
    return f"{what} A kit can give it another level in its rules.yaml: `levels: {{{check.id}: {other.value}}}`."


def _tell_waiver(check: "Check") -> str:
    """How the finding is accepted, or that it is not."""
    if not check.waivable:
        return "It cannot be waived."
    return f"It can be waived, with a reason: `# pnp: allow {check.id} - reason` on the line, or in rules.yaml."


def _examples(bad: str, good: str) -> tuple[tuple[str, str], ...]:
    return tuple((name, text) for name, text in (("Bad", bad), ("Good", good)) if text)


def _wrap(text: str) -> str:
    return textwrap.fill(text, WIDTH, break_on_hyphens=False)
