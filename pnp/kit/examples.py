"""Worked examples and facts in rules.yaml: what a rulebook prints beside what the rules give."""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal, InvalidOperation
from keyword import iskeyword
from math import isfinite

from pnp.kit.formulas import literal
from pnp.kit.parsing.tree import Entry, Mapping, Node, Scalar, Unread
from pnp.kit.parsing.tree import Sequence as Items
from pnp.kit.printed import KEY
from pnp.kit.reader import as_mapping
from pnp.kit.report import Report
from pnp.kit.schema import EXAMPLE
from pnp.kit.statements import Statement, formula_of, is_new, walk_statements
from pnp.kit.wording import clip, near
from pnp.model.kit import Path
from pnp.model.place import Where
from pnp.model.rule import Example, Facts, Printed, Result

_NUMBER = re.compile(r"[-+\u2212]?(?:\d+\.?\d*|\.\d+)\s*%?")
_NAMED = "Write letters, digits and _, begin with a letter, and use no word of expressions such as `in`."
_NAME = re.compile(r"[^\W\d]\w*")


def read_examples(root: Mapping, report: Report) -> tuple[Example, ...]:
    """The worked examples that are whole."""
    examples: dict[str, Example] = {}
    for row in walk_statements(root, "examples", "example", EXAMPLE, report):
        if {"printed", "by_rule"} <= row.mapping.entries.keys() and row.text("id"):
            if not is_new(row.text("id"), examples, row.places, report):
                continue
            results = tuple(_results(row, report))
            if any(result.printed is not None for result in results):
                examples[row.text("id")] = _example(row, results, report)
    return tuple(examples.values())


def _example(row: Statement, results: tuple[Result, ...], report: Report) -> Example:
    given = row.mapping.entries.get("given")
    names = as_mapping(given.value, report, "`given`").entries if given is not None else {}
    known = {name: literal(entry.value) for name, entry in names.items() if _is_known(name, entry, report)}
    return Example(row.text("id"), report.where(row.mapping), known, results, row.text("says"), row.text("ref"))


def _results(row: Statement, report: Report) -> Iterator[Result]:
    """What is printed and worked out: one value, or several by their names."""
    printed, by_rule = row.mapping.entries["printed"].value, row.mapping.entries["by_rule"].value
    if isinstance(printed, Mapping) and isinstance(by_rule, Mapping):
        yield from _named(printed, by_rule, report)
    elif isinstance(printed, Mapping) or isinstance(by_rule, Mapping):
        cure = "Write printed: {chuckie: 9, mush: 7} and below by_rule: an expression for each of the names."
        report.note("wrong-type", by_rule, "`printed` and `by_rule` both have names, or neither has", cure)
    elif not isinstance(by_rule, Scalar):
        report.note("wrong-type", by_rule, "`by_rule` should be an expression", "Put it in quotes: '[1, 2]'.")
    else:
        rule = formula_of(row.mapping.entries["by_rule"], report)
        if rule is None and not by_rule.empty:
            report.note("missing-field", by_rule, "by_rule is empty", "Write an expression, or take the row out.")
        elif rule is not None:
            yield Result("", read_printed(printed), report.where(printed), rule)


def _named(printed: Mapping, by_rule: Mapping, report: Report) -> Iterator[Result]:
    """A result for each name, in the order in which they are worked out."""
    if not printed.entries:
        report.note("missing-field", printed, "the example prints nothing", "Write what the rulebook prints.")
    for name, entry in printed.entries.items():
        if read_printed(entry.value) is None and not isinstance(entry.value, Unread):
            message = f"what is printed for {clip(name)} is no value"
            report.note("wrong-type", entry, message, "Write a number, a text or a list.")
        if name not in by_rule.entries:
            cure = near(name, by_rule.entries)
            report.note("missing-field", entry, f'`by_rule` does not work out the "{clip(name)}" that is printed', cure)
    for name, entry in by_rule.entries.items():
        rule = formula_of(entry, report)
        if not _may_be_called(name):
            message = f'"{clip(name)}" is no name that an expression can use'
            report.note("bad-value", entry, message, _NAMED)
        elif rule is None:
            report.note("wrong-type", entry, f"{name} of `by_rule` should be an expression", "Write a + b.")
        elif name in printed.entries:
            node = printed.entries[name].value
            yield Result(name, read_printed(node), report.where(node), rule)
        else:
            yield Result(name, None, rule.where, rule)


def read_facts(root: Mapping, report: Report) -> Facts:
    """The facts; those of `as_printed` in place of the others if the print is checked."""
    entry = root.entries.get("facts")
    if entry is None:
        return Facts()
    entries = dict(as_mapping(entry.value, report, "`facts`").entries)
    printed = entries.pop(KEY, None)
    before = as_mapping(printed.value, report, f"`{KEY}`").entries if printed is not None else {}
    for name, each in before.items():
        if name not in entries:
            report.note("unknown-key", each, f'unknown key "{clip(name)}" in {KEY}', near(name, entries))
        elif report.as_printed:
            entries[name] = each
    known = {name: each for name, each in entries.items() if _is_known(name, each, report)}
    places = {path: where for name, each in known.items() for path, where in _places(each.value, (name,), report)}
    return Facts({name: literal(each.value) for name, each in known.items()}, places)


def _places(node: Node, path: Path, report: Report) -> Iterator[tuple[Path, Where]]:
    """Where a fact stands, and where the values in it do."""
    yield path, report.where(node)
    inner: Iterable[tuple[str | int, Node]] = ()
    if isinstance(node, Mapping):
        inner = ((key, entry.value) for key, entry in node.entries.items())
    elif isinstance(node, Items):
        inner = enumerate(node.items)
    for key, value in inner:
        yield from _places(value, (*path, key), report)


def _is_known(name: str, entry: Entry, report: Report) -> bool:
    """Whether expressions can use the name and its value; what they cannot is noted."""
    if not _may_be_called(name):
        message = f'"{clip(name)}" is no name that an expression can use'
        report.note("bad-value", entry, message, _NAMED)
        return False
    for node in _walk(entry.value):
        value = literal(node)
        if isinstance(value, float) and not isfinite(value):
            report.note("bad-value", node, f"{name} is not a finite number", "Write a number that can be counted to.")
            return False
    return True


def _may_be_called(name: str) -> bool:
    return bool(_NAME.fullmatch(name)) and not iskeyword(name)


def _walk(node: Node) -> Iterator[Scalar]:
    """The single values in a node."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Items):
        for item in node.items:
            yield from _walk(item)
    elif isinstance(node, Mapping):
        for entry in node.entries.values():
            yield from _walk(entry.value)


def read_printed(node: Node) -> Printed:
    """What is printed: numbers with the digits that were written, also as `67 %`."""
    if isinstance(node, Items):
        return tuple(read_printed(item) for item in node.items)
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
