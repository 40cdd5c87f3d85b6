"""One rule of a kit, tried alone."""

from pnp.model.kit import Kit
from pnp.rules.trial import try_rules


def trial(kit: Kit, rule: str) -> list[str]:
    """What the rule finds in the kit, by its messages."""
    alone = kit._replace(rules=tuple(each for each in kit.rules if each.id == rule), examples=(), odds=())
    assert alone.rules, rule
    return [breach.message for verdict in try_rules(alone) for breach in verdict.breaches]
