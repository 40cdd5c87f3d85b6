"""Waivers: findings that an author accepts with a reason, and the checks that keep waivers honest.

A waiver stands on the line itself (`# pnp: allow small-type - it is a barcode`) or in the kit's `rules.yaml`, where
`on` names a card, a deck, a file or a face. Faults of reading, of templates and of layout cannot be waived: the print
would not be what the files say, whatever the reason.
"""

from collections.abc import Iterable, Mapping, Sequence

from pnp.model.finding import Fault, Level
from pnp.model.guess import guess
from pnp.model.kit import Kit, Waiver
from pnp.rules.check import Check, Context, Noted, Said, check

# The checks whose findings are waived by what rules.yaml calls them, too.
_OF_THE_KIT = ("kit-rule", "worked-example")


def covers(waiver: Waiver, finding: Noted) -> bool:
    """Whether the waiver means the finding: by its line, or by a name of what it was found on; by all that is given."""
    if waiver.check != finding.check:
        return False
    if waiver.line and (waiver.file or waiver.where.file, waiver.line) not in {
        (place.file, place.line) for place in (finding.where, *finding.places)
    }:
        return False
    return not waiver.on or waiver.on in finding.names


def is_sound(waiver: Waiver, checks: Mapping[str, Check]) -> bool:
    """Whether the waiver may take effect: it gives a reason, and its check exists and can be waived."""
    return bool(waiver.reason.strip()) and waiver.check in checks and checks[waiver.check].waivable


def waive(findings: Sequence[Noted], kit: Kit, checks: Mapping[str, Check]) -> list[Noted]:
    """The findings that no sound waiver of the kit covers."""
    sound = [waiver for waiver in kit.waivers if is_sound(waiver, checks)]
    return [finding for finding in findings if not any(covers(waiver, finding) for waiver in sound)]


@check("bad-waiver", on=Waiver, waivable=False)
def bad_waiver(waiver: Waiver, context: Context) -> Iterable[Said]:
    """A waiver names a check that can be waived, and says why.

    Whoever reads it in a year has only the reason to go by, and a misspelled check would leave the author in the
    belief that something was accepted. Faults that make the print wrong can only be mended.

    Bad:
        waivers:
          - {check: smal-type, on: pharmacy-run, reason: it is a barcode}

    Good:
        waivers:
          - {check: small-type, on: pharmacy-run, reason: it is a barcode}
    """
    known = context.checks.get(waiver.check)
    if any(fault.check == "bad-waiver" and _is_at(fault, waiver) for fault in context.kit.faults):
        return  # the reader has said it
    if known is None:
        yield Said(waiver.where, f'there is no check "{waiver.check}"', guess_check(waiver.check, context.checks))
    elif not known.waivable:
        yield Said(
            waiver.where,
            f'"{waiver.check}" cannot be waived: what would be printed is not what the files say',
            "Mend what it reports, and take the waiver out.",
        )
    elif not waiver.reason.strip():
        yield Said(waiver.where, f'the waiver of "{waiver.check}" gives no reason', "Say why the finding is accepted.")


@check("needless-waiver", on=Waiver, level=Level.WARNING, waivable=False, waits=True)
def needless_waiver(waiver: Waiver, context: Context) -> Iterable[Said]:
    """A waiver is still needed.

    A waiver that covers nothing hides the next mistake of its kind: it was right once, or its name is misspelled.

    Bad:
        - id: pharmacy-run          # pnp: allow text-overflow - the text was shortened long ago

    Good:
        - id: pharmacy-run
    """
    if not is_sound(waiver, context.checks) or any(covers(waiver, finding) for finding in context.findings):
        return
    place = f' on "{waiver.on}"' if waiver.on else " on this line" if waiver.line else ""
    near = _near_name(waiver, context.kit) if waiver.on else ""
    yield Said(
        waiver.where,
        f'this waiver is not needed: "{waiver.check}" finds nothing{place}',
        f'Did you mean "{near}"?' if near else "Take the waiver out.",
    )


def _is_at(fault: Fault, waiver: Waiver) -> bool:
    return (fault.where.file, fault.where.line) == (waiver.where.file, waiver.where.line)


def guess_check(name: str, checks: Mapping[str, Check]) -> str:
    """What to do about a name that no check has: the nearest one there is, or where they are listed."""
    near = _near(name, list(checks))
    return f'Did you mean "{near}"?' if near else "`pnp explain` lists the checks there are."


def _near(name: str, known: Sequence[str]) -> str:
    return guess(name, sorted(set(known))) if name not in known else ""


def _near_name(waiver: Waiver, kit: Kit) -> str:
    """What the waiver's `on` was meant to be: a name, or for the kit's own rules also a rule's and a card's."""
    own = [name for names in (kit.rules, kit.examples) for name in (each.id for each in names)]
    own += [f"{example.id}/{result.name}" for example in kit.examples for result in example.results if result.name]
    names = _names_in(kit)
    if waiver.check not in _OF_THE_KIT:
        return _near(waiver.on, names)
    rule, slash, thing = waiver.on.partition("/")
    if slash and waiver.on not in own:
        parts = (rule if rule in own else _near(rule, own)), (thing if thing in names else _near(thing, names))
        if all(parts) and parts != (rule, thing):
            return "/".join(parts)
    return _near(waiver.on, [*own, *names])


def _names_in(kit: Kit) -> list[str]:
    """The names that a waiver's `on` can give, but for those of faces."""
    cards = [name for deck in kit.decks for card in deck.cards for name in (card.id, f"{deck.id}/{card.id}")]
    charts = [each.id for each in kit.boards]
    charts += [each.id for each in kit.tables] + [each.id for each in kit.tracks]
    spaces = [name for board in kit.boards for space in board.spaces for name in (space.id, f"{board.id}/{space.id}")]
    return [*(deck.id for deck in kit.decks), *cards, *charts, *spaces, *kit.files]
