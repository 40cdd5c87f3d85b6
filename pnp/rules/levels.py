"""Levels: how much a kit lets the findings of a check weigh, and the check that keeps it honest.

A kit says `levels: {small-type: information}` in its `rules.yaml`. What keeps a kit from being printed as its files
say stays an error: without it the print would be wrong, whatever it is called.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from pnp.model.finding import Level, LevelChange
from pnp.model.kit import Kit
from pnp.rules.check import Check, Context, Noted, Said, check
from pnp.rules.waivers import guess_check


def is_fixed(check: Check) -> bool:
    """Whether findings of the check are errors, whatever a kit says."""
    return check.level is Level.ERROR and not check.waivable


def changed_levels(kit: Kit, checks: Mapping[str, Check]) -> dict[str, Level]:
    """The levels that take effect in the kit, by check, in the order in which the kit gives them."""
    return {
        change.check: change.level
        for change in kit.levels
        if change.check in checks and (change.level is Level.ERROR or not is_fixed(checks[change.check]))
    }


def change_levels(findings: Sequence[Noted], kit: Kit, checks: Mapping[str, Check]) -> list[Noted]:
    """The findings with the levels that the kit gives them."""
    levels = changed_levels(kit, checks)
    return [replace(finding, level=levels.get(finding.check, finding.level)) for finding in findings]


@check("bad-level", on=LevelChange, waivable=False)
def bad_level(change: LevelChange, context: Context) -> Iterable[Said]:
    """A kit gives levels to checks that there are, and leaves errors of reading as they are.

    A misspelled check would leave the author in the belief that something weighs less, or more. And a kit that cannot
    be read or drawn whole is not printed as its files say: called a warning, that would only be found on paper.

    Bad:
        levels:
          smal-type: information
          missing-file: warning

    Good:
        levels:
          small-type: information
    """
    known = context.checks.get(change.check)
    if known is None:
        yield Said(change.where, f'there is no check "{change.check}"', guess_check(change.check, context.checks))
    elif is_fixed(known) and change.level is not Level.ERROR:
        yield Said(
            change.where,
            f'"{change.check}" stays an error: what would be printed is not what the files say',
            "Mend what it reports, and take the line out.",
        )
