"""What rules.yaml declares of the game itself: rules that must hold, worked examples, odds. Kept as written."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from pnp.kit.fields import TYPES
from pnp.kit.formulas import literal, read_formula
from pnp.kit.parsing.tree import Entry, Mapping, Node, Scalar
from pnp.kit.parsing.tree import Sequence as Items
from pnp.kit.reader import Reader, as_items, as_mapping
from pnp.kit.report import Report
from pnp.kit.schema import EXAMPLE, FORMS, ODDS, RULE
from pnp.kit.wording import clip, listed, near
from pnp.model.finding import Level
from pnp.model.kit import Field, Value
from pnp.model.place import Where
from pnp.model.rule import Example, Form, Formula, Literal, Odds, Printed, Rule

_SPAN = re.compile(r"\s*([-+]?\d{1,6})\s*\.\.\s*([-+]?\d{1,6})\s*")
_LONGEST_SPAN = 1000
_NUMBER = re.compile(r"[-+\u2212]?(?:\d+\.?\d*|\.\d+)\s*%?")


class Declared(NamedTuple):
    """What a kit declares of itself."""

    rules: tuple[Rule, ...] = ()
    examples: tuple[Example, ...] = ()
    odds: tuple[Odds, ...] = ()


def read_declared(root: Mapping, report: Report) -> Declared:
    """All that rules.yaml declares of the game."""
    return Declared(read_rules(root, report), read_examples(root, report), read_odds(root, report))


def read_rules(root: Mapping, report: Report) -> tuple[Rule, ...]:
    """The rules; one that says nothing to hold, or two things, is noted and left out."""
    rules: dict[str, Rule] = {}
    for values, mapping, places in _rows(root, "rules", "rule", RULE, report):
        rule = _rule(values, mapping, places, report)
        if rule is not None and _is_new(rule.id, rules, places, report):
            rules[rule.id] = rule
    return tuple(rules.values())


def read_examples(root: Mapping, report: Report) -> tuple[Example, ...]:
    """The worked examples that are whole."""
    examples: dict[str, Example] = {}
    for values, mapping, places in _rows(root, "examples", "example", EXAMPLE, report):
        by_rule, printed = _formula("by_rule", mapping, report), mapping.entries.get("printed")
        if by_rule is None or printed is None or not values["id"]:
            continue
        if not _is_new(str(values["id"]), examples, places, report):
            continue
        given = mapping.entries.get("given")
        names = as_mapping(given.value, report, "`given`") if given is not None else None
        examples[str(values["id"])] = Example(
            str(values["id"]),
            report.where(mapping),
            {name: literal(entry.value) for name, entry in names.entries.items()} if names else {},
            _printed(printed.value),
            report.where(printed.value),
            by_rule,
            str(values["says"] or ""),
        )
    return tuple(examples.values())


def read_odds(root: Mapping, report: Report) -> tuple[Odds, ...]:
    """The odds that are asked for."""
    asked = []
    for values, mapping, places in _rows(root, "odds", "row of odds", ODDS, report):
        deck, field, dice = (str(values[key] or "") for key in ("deck", "field", "dice"))
        if bool(dice) == bool(deck) or (deck and not field):
            cure = "Write {deck: events, field: run} or {dice: 2d6}."
            report.note("missing-field", mapping, "odds are either of a deck's field or of dice", cure)
            continue
        numbers = {key: _numbers(mapping.entries.get(key), key, report) for key in _DEFAULTS}
        known = {key: found if found is not None else _DEFAULTS[key] for key, found in numbers.items()}
        if min(known["draws"], default=1) < 1 or max(known["draws"], default=1) > 20:
            place = mapping.entries["draws"].value
            report.note("out-of-range", place, "draws are from 1 to 20 cards", "Write draws: [1, 2, 3].")
            continue
        where = report.where(mapping)
        named = {str(path[0]): place for path, place in places.items()}
        asked.append(Odds(where, named, deck, field, dice, known["draws"], known["difficulties"], known["modifiers"]))
    return tuple(asked)


_DEFAULTS: dict[str, tuple[int, ...]] = {"draws": (1, 2, 3), "difficulties": (), "modifiers": (0,)}
_Places = dict[tuple[str | int, ...], Where]
_Row = tuple[dict[str, Value], Mapping, _Places]


def _rows(root: Mapping, key: str, what: str, fields: Sequence[Field], report: Report) -> Iterator[_Row]:
    """The rows of a list: their values, as far as a reader knows them, their nodes and the places of their values."""
    entry = root.entries.get(key)
    for number, item in enumerate(as_items(entry.value, report, f"`{key}`") if entry else (), 1):
        mapping = as_mapping(item, report, f"{what} {number}")
        if mapping is item:
            named = mapping.entries.get("id")
            called = f' "{clip(named.value.text)}"' if named and isinstance(named.value, Scalar) else f" {number}"
            reader = Reader(report, TYPES, f"{what}{called}")
            yield reader.group(fields, mapping), mapping, reader.places


def _is_new(id: str, known: "dict[str, Rule] | dict[str, Example]", places: _Places, report: Report) -> bool:
    if id not in known:
        return True
    message = f'the id "{id}" stands twice: here and on line {known[id].where.line}'
    report.note("duplicate-id", places["id",], message, "Give each an id of its own; waivers go by it.")
    return False


def _rule(values: dict[str, Value], mapping: Mapping, places: _Places, report: Report) -> Rule | None:
    entries = mapping.entries
    forms = [name for name in FORMS if name in entries]
    holds = [*(["expect"] if "expect" in entries else []), *forms]
    if not values["id"] or (len(holds) == 1 and not values["says"]):
        return None
    if len(holds) != 1:
        message = f"the rule has {listed(holds)}, but one thing at a time" if holds else "the rule expects nothing"
        cure = "Make a rule of each." if holds else f"Add `expect:` or one of {listed(FORMS, 'or')}."
        report.note("missing-field" if not holds else "bad-value", mapping, message, cure)
        return None
    if forms and not _may_be_a_form(values, entries, forms[0], report):
        return None
    form = _form(forms[0], entries[forms[0]], report) if forms else None
    expect = _formula("expect", mapping, report)
    if form is None and expect is None:
        return None
    return Rule(
        str(values["id"]),
        str(values["says"]),
        report.where(mapping),
        str(values["ref"] or ""),
        Level(str(values["level"])) if values["level"] else None,
        str(values["on"] or ""),
        places.get(("on",)),
        _formula("for", mapping, report),
        _formula("if", mapping, report),
        expect,
        _formula("message", mapping, report),
        form,
    )


def _may_be_a_form(values: dict[str, Value], entries: dict[str, Entry], form: str, report: Report) -> bool:
    """Whether the keys beside the form go with it."""
    about = "the spaces of a board" if form in ("reachable", "separates") else "the cards of a deck"
    if "for" in entries:
        cure = f"`{form}` looks at {about}: write `on:` with its id in place of `for:`."
        report.note("bad-value", entries["for"], f"`for` does not go with `{form}`", cure)
        return False
    if not values["on"]:
        report.note("missing-field", entries[form], f"`{form}` is about {about}", "Add `on:` with its id.")
        return False
    return True


def _formula(key: str, mapping: Mapping, report: Report) -> Formula | None:
    entry = mapping.entries.get(key)
    if entry is None or not isinstance(entry.value, Scalar) or not entry.value.text.strip():
        return None
    return read_formula(entry.value, report)


def _form(name: str, entry: Entry, report: Report) -> Form | None:
    """The form with its keys; None, with the reason noted, if a key is strange or missing."""
    keys, needed, bare = FORMS[name]
    node = entry.value
    where = report.where(node)
    if not isinstance(node, Mapping):
        if not bare:
            message = f"`{name}` should be keys with values"
            report.note("wrong-type", node, message, f"Write {name}: {{{', '.join(f'{key}: ...' for key in keys)}}}.")
            return None
        return Form(name, where, {bare: _listed(bare, node)}, {bare: where})
    for key, each in node.entries.items():
        if key not in keys:
            report.note("unknown-key", each, f'unknown key "{clip(key)}" in {name}', near(key, keys))
            return None
    for key in needed:
        if key not in node.entries:
            report.note("missing-field", node, f"`{name}` has no {key}", f"Add `{key}:`.")
            return None
    if not node.entries:
        report.note("missing-field", node, f"`{name}` has no limits", f"Add {listed(keys, 'or')}.")
        return None
    values = {key: _listed(key, each.value) for key, each in node.entries.items()}
    return Form(name, where, values, {key: report.where(each.value) for key, each in node.entries.items()})


def _listed(key: str, node: Node) -> Literal:
    """The value of a form's key; spans such as -1..3 become lists, and a single field a list of one."""
    if key == "fields":
        value = literal(node)
        return value if isinstance(value, tuple) else (value,)
    if key in ("field", "key", "deck") and isinstance(node, Scalar):
        return node.text
    if key == "values" and isinstance(node, Scalar) and (span := _span(node.text)) is not None:
        return span
    return literal(node)


def _span(text: str) -> tuple[int, ...] | None:
    match = _SPAN.fullmatch(text)
    if match is None:
        return None
    low, high = int(match[1]), int(match[2])
    return tuple(range(low, high + 1)) if low <= high < low + _LONGEST_SPAN else None


def _numbers(entry: Entry | None, key: str, report: Report) -> tuple[int, ...] | None:
    """Whole numbers: a list, one alone, or a span such as 1..6; None where there are none."""
    if entry is None:
        return None
    node = entry.value
    if isinstance(node, Scalar) and (span := _span(node.text)) is not None:
        return span
    value = literal(node)
    items = value if isinstance(value, tuple) else (value,)
    found = tuple(dict.fromkeys(item for item in items if isinstance(item, int) and not isinstance(item, bool)))
    if len(found) != len(items) or not found or any(abs(item) > 1_000_000 for item in found):
        message = f"{key} should be whole numbers, but is {clip(report.rest(node)) or 'something else'}"
        report.note("wrong-type", node, message, f"Write {key}: [1, 2, 3] or {key}: 1..3.")
        return None
    return found


def _printed(node: Node) -> Printed:
    """What is printed: numbers with the digits that were written, also as `67 %`."""
    if isinstance(node, Items):
        return tuple(_printed(item) for item in node.items)
    if not isinstance(node, Scalar):
        return None
    value = literal(node)
    if isinstance(value, bool) or value is None:
        return value
    text = node.text.strip().replace("\u2212", "-")
    if _NUMBER.fullmatch(text):
        try:
            number = Decimal(text.rstrip("% "))
        except InvalidOperation:
            return node.text
        return number.scaleb(-2) if text.endswith("%") else number
    return node.text
