"""Words for the levels that a kit gives to checks."""

from collections.abc import Iterator

from pnp.model.kit import Kit
from pnp.rules.levels import changed_levels
from pnp.rules.registry import CHECKS


def tell_levels(kit: Kit) -> Iterator[str]:
    """A line for each level that the kit gives: `zed: small-type is information here, else a warning`."""
    for name, level in changed_levels(kit, CHECKS).items():
        yield f"{kit.id}: {name} is {level.value} here, else {CHECKS[name].level.value}"
