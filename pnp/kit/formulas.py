"""Expressions and literal values in YAML."""

from pnp.kit.parsing import scalars
from pnp.kit.parsing.tree import Mapping, Node, Scalar, Sequence
from pnp.kit.report import Report
from pnp.model.rule import Formula, Literal


def read_formula(node: Scalar, report: Report) -> Formula:
    """The scalar as a formula."""
    text = node.text.rstrip("\n") if node.style in ("|", ">") and node.style else node.text
    return Formula(text, report.where(node), node.style, report.lines)


def literal(node: Node) -> Literal:
    """What a node says by itself, as YAML 1.2 has it: numbers, texts, true or false, lists, groups."""
    if isinstance(node, Scalar):
        return scalars.core_value(node)
    if isinstance(node, Sequence):
        return tuple(literal(item) for item in node.items)
    if isinstance(node, Mapping):
        return {key: literal(entry.value) for key, entry in node.entries.items()}
    return None
