"""`as_printed:` of a card, a space, a row: what an earlier print says where it was corrected since."""

from collections.abc import Sequence

from pnp.kit.parsing.tree import Entry, Mapping
from pnp.kit.reader import as_mapping
from pnp.kit.report import Report
from pnp.kit.wording import clip, near
from pnp.model.kit import Field

KEY = "as_printed"


def take_printed(card: Mapping, fields: Sequence[Field], report: Report, *, as_printed: bool) -> Mapping:
    """The card, space or row without its `as_printed:`; with the values that stand there in place of its own, if asked.

    Keys that the card cannot have are noted in any case; the values are looked at only if they are asked for.
    """
    entry = card.entries.get(KEY)
    if entry is None:
        return card
    own = Mapping({key: each for key, each in card.entries.items() if key != KEY}, card.line, card.column)
    known = [field for field in fields if field.name not in (KEY, "id")]
    printed = _known(as_mapping(entry.value, report, f"`{KEY}`"), known, report)
    return _overlaid(own, printed) if as_printed else own


def _known(printed: Mapping, fields: Sequence[Field], report: Report) -> Mapping:
    """The printed values that a card can have; those of groups key by key."""
    named = {field.name: field for field in fields}
    kept: dict[str, Entry] = {}
    for key, entry in printed.entries.items():
        if key not in named:
            report.note("unknown-key", entry, f'unknown key "{clip(key)}" in {KEY}', near(key, named))
        elif named[key].type == "group" and isinstance(entry.value, Mapping):
            kept[key] = entry._replace(value=_known(entry.value, named[key].fields, report))
        else:
            kept[key] = entry
    return Mapping(kept, printed.line, printed.column)


def _overlaid(own: Mapping, printed: Mapping) -> Mapping:
    """The card's values with the printed ones in their place, and at theirs."""
    entries = dict(own.entries)
    for key, entry in printed.entries.items():
        before = entries.get(key)
        if before is not None and isinstance(before.value, Mapping) and isinstance(entry.value, Mapping):
            entry = entry._replace(value=_overlaid(before.value, entry.value))  # noqa: PLW2901  # the same, completed
        entries[key] = entry
    return Mapping(entries, own.line, own.column)
