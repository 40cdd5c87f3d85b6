"""Words for the levels that a kit gives to checks, and for what is held back."""

from collections.abc import Iterable, Iterator

from pnp.model.finding import Finding, Level
from pnp.model.kit import Kit
from pnp.rules.levels import changed_levels
from pnp.rules.registry import CHECKS


def tell_levels(kit: Kit) -> Iterator[str]:
    """A line for each level that the kit gives: `zed: small-type is information here, else a warning`."""
    for name, level in changed_levels(kit, CHECKS).items():
        yield f"{kit.id}: {name} is {level.value} here, else {CHECKS[name].level.value}"


def tell_held_back(kit: Kit, findings: Iterable[Finding]) -> Iterator[str]:
    """A line if errors keep the kit from being read or drawn whole, so that what follows from the whole is not told."""
    if any(each.level is Level.ERROR and each.check in CHECKS and CHECKS[each.check].recorded for each in findings):
        yield (
            f"{kit.id}: not all rules and references were looked at because of the errors above; "
            "mend them and check again"
        )
