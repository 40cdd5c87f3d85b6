"""What has to lie ready before the sheets are cut, folded and glued, told by the sheets themselves."""

from collections.abc import Sequence

from pnp.model.document import Words
from pnp.model.kit import Kit
from pnp.model.sheet import Run
from pnp.press.cutting.steps import tell_steps
from pnp.press.delivery.ticket import Bound, Printed
from pnp.press.guide.schemes import Scheme, find_schemes
from pnp.press.guide.words import say


def tell_tools(printed: Sequence[Printed | Bound], kit: Kit) -> Words:
    """`Have ready: a knife, a ruler; a glue stick.` What some sheet asks for; nothing where none asks for anything."""
    pairs = [(each.run, scheme) for each in printed if isinstance(each, Printed) for scheme in find_schemes(each.run)]
    by_hand = [scheme for run, scheme in pairs if not run.job.cutter]
    straight = any(scheme.steps for scheme in by_hand)
    needs = (
        ("a knife, a ruler and something to cut on", straight),
        ("scissors", any(scheme.paths for scheme in by_hand)),
        ("a cutting machine", len(by_hand) < len(pairs)),
        ("something blunt to score with", any(scheme.scores or scheme.folds for _, scheme in pairs)),
        ("a glue stick", any(_is_glued(run, scheme, kit) for run, scheme in pairs)),
        ("a long stapler", any(isinstance(each, Bound) and each.booklet.signature is not None for each in printed)),
    )
    tools = [tool for tool, needed in needs if needed]
    return say("For what follows, have ready: {}.", "; ".join(tools)) if tools else ()


def _is_glued(run: Run, scheme: Scheme, kit: Kit) -> bool:
    """Whether something is glued: the parts of a piece, a front and its back, or what a strip or net says of itself."""
    if (scheme.tile is not None and any(scheme.tile.flaps)) or scheme.sheet.folded:
        return True
    here = {name for name, _ in scheme.counts}
    strips = [deck.folded for deck in kit.decks if deck.folded is not None and deck.id in here]
    return any("glue" in step.lower() for strip in strips for step in tell_steps(strip, run.job.marking))
