"""What rules.yaml declares of the game itself: rules that must hold, worked examples, odds. Kept as written."""

import re
from collections.abc import Mapping as Table
from typing import NamedTuple

from pnp.kit.examples import read_examples, read_facts
from pnp.kit.formulas import literal
from pnp.kit.parsing.tree import Entry, Mapping, Node, Scalar
from pnp.kit.reader import describe
from pnp.kit.report import Report
from pnp.kit.schema import FORMS, ODDS, RULE
from pnp.kit.statements import formula_of, is_new, note_blank, walk_statements
from pnp.kit.wording import clip, listed, near
from pnp.model.finding import Level
from pnp.model.kit import Path, Value
from pnp.model.place import Where
from pnp.model.rule import Example, Facts, Form, Literal, Odds, Rule

_SPAN = re.compile(r"\s*([-+]?\d{1,6})\s*\.\.\s*([-+]?\d{1,6})\s*")
_LONGEST_SPAN = 1000


class Declared(NamedTuple):
    """What a kit declares of itself."""

    rules: tuple[Rule, ...] = ()
    examples: tuple[Example, ...] = ()
    odds: tuple[Odds, ...] = ()
    facts: Facts = Facts()


def read_declared(root: Mapping, report: Report) -> Declared:
    """All that rules.yaml declares of the game."""
    return Declared(
        read_rules(root, report), read_examples(root, report), read_odds(root, report), read_facts(root, report)
    )


def read_rules(root: Mapping, report: Report) -> tuple[Rule, ...]:
    """The rules; one that says nothing to hold, or two things, is noted and left out."""
    rules: dict[str, Rule] = {}
    for values, mapping, places in walk_statements(root, "rules", "rule", RULE, report):
        rule = _rule(values, mapping, places, report)
        if rule is not None and is_new(rule.id, rules, places, report):
            rules[rule.id] = rule
    return tuple(rules.values())


def read_odds(root: Mapping, report: Report) -> tuple[Odds, ...]:
    """The odds that are asked for."""
    asked = []
    for values, mapping, places in walk_statements(root, "odds", "row of odds", ODDS, report):
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


def _rule(values: Table[str, Value], mapping: Mapping, places: Table[Path, Where], report: Report) -> Rule | None:
    entries = mapping.entries
    forms = [name for name in FORMS if name in entries]
    holds = [*(["expect"] if "expect" in entries else []), *forms]
    blank = list(note_blank(entries, ("says", "for", "if", "expect"), report))
    if not values["id"] or (len(holds) == 1 and not values["says"]) or {"says", "expect"} & {*blank}:
        return None
    if len(holds) != 1:
        message = f"the rule has {listed(holds)}, but one thing at a time" if holds else "the rule expects nothing"
        cure = "Make a rule of each." if holds else f"Add `expect:` or one of {listed(FORMS, 'or')}."
        report.note("missing-field" if not holds else "bad-value", mapping, message, cure)
        return None
    if forms and not _may_be_a_form(values, entries, forms[0], report):
        return None
    form = _form(forms[0], entries[forms[0]], report) if forms else None
    expect = formula_of(entries.get("expect"), report)
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
        formula_of(entries.get("for"), report),
        formula_of(entries.get("if"), report),
        expect,
        formula_of(entries.get("message"), report),
        form,
    )


def _may_be_a_form(values: Table[str, Value], entries: dict[str, Entry], form: str, report: Report) -> bool:
    """Whether the keys beside the form go with it."""
    spaces = "the spaces of a board"
    about = spaces if form in ("reachable", "separates") else f"the cards of a deck or {spaces}"
    if "for" in entries:
        cure = f"`{form}` looks at {about}: write `on:` with its id in place of `for:`."
        report.note("bad-value", entries["for"], f"`for` does not go with `{form}`", cure)
        return False
    if not values["on"]:
        report.note("missing-field", entries[form], f"`{form}` is about {about}", "Add `on:` with its id.")
        return False
    return True


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
    if key in ("field", "key", "deck", "board") and isinstance(node, Scalar):
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
        message = f"{key} should be whole numbers, but is {describe(node, report)}"
        report.note("wrong-type", node, message, f"Write {key}: [1, 2, 3] or {key}: 1..3.")
        return None
    return found
