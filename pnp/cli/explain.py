"""`pnp explain`."""

import difflib
import textwrap

import click

from pnp.cli.options import DEBUG
from pnp.cli.printing import emit
from pnp.model.finding import PnpError

WIDTH = 96


@click.command()
@click.argument("check", required=False, metavar="[CHECK]")
@DEBUG
def explain(check: str | None) -> None:
    """Say what a check is for, with a bad and a good example; without CHECK list them all."""
    emit(_explain_one(check) if check else _list_all())


def _list_all() -> str:
    from pnp.rules.registry import CHECKS

    width = max(map(len, CHECKS), default=0)
    lines = [f"{name:{width}}  {each.level.value:11}  {each.story.fact}" for name, each in sorted(CHECKS.items())]
    return "\n".join([*lines, "", "`pnp explain CHECK` says why, and shows a bad and a good example."])


def _explain_one(id: str) -> str:
    from pnp.rules.registry import CHECKS

    if id not in CHECKS:
        near = difflib.get_close_matches(id, CHECKS, 1)
        raise PnpError(
            f"there is no check called {id}",
            f"did you mean {near[0]}?" if near else "`pnp explain` lists them all",
        )
    story, level = CHECKS[id].story, CHECKS[id].level.value
    parts = [f"{id} ({level})", _wrap(story.fact), *(_wrap(part) for part in story.why.split("\n\n"))]
    parts += [f"{name}:\n{textwrap.indent(text, '    ')}" for name, text in _examples(story.bad, story.good)]
    return "\n\n".join(part for part in parts if part)


def _examples(bad: str, good: str) -> tuple[tuple[str, str], ...]:
    return tuple((name, text) for name, text in (("Bad", bad), ("Good", good)) if text)


def _wrap(text: str) -> str:
    return textwrap.fill(text, WIDTH, break_on_hyphens=False)
