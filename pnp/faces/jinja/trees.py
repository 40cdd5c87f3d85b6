"""A template as a tree, made ready to be written as Python: bounded, and quick to be asked for the names in it.

Jinja goes through a tree again and again while it writes it, most of the time for names alone. So each expression
tells at once what in it matters to that.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from jinja2 import nodes

# What in an expression matters, each once: by the kind of the node and its name.
Told: TypeAlias = dict[tuple[type[nodes.Node], str], nodes.Node]

# What has no nodes in it.
_LEAVES = frozenset((nodes.Const, nodes.EnvironmentAttribute, nodes.NSRef, nodes.Name, nodes.TemplateData))
# What Jinja looks for in an expression: names, and the filters and tests that have to be there.
_TOLD = frozenset((nodes.Filter, nodes.NSRef, nodes.Name, nodes.Test))
_COUNTED = (nodes.CallBlock, nodes.For, nodes.Macro)


def bound(node: nodes.Node) -> None:
    """Change a tree, or a statement: the turns of every loop and macro in it are counted, and every `~` is bounded."""
    if isinstance(node, nodes.Output):
        told: Told = {}
        node.nodes = [_bound_inner(part, told) for part in node.nodes]
        _tell(node, told)
        return
    _change_parts(node, _bound_part)
    if isinstance(node, _COUNTED):
        step = nodes.Call(nodes.EnvironmentAttribute("count_step"), [], [], None, None)
        counting = nodes.ExprStmt(step, lineno=node.lineno)
        _tell(counting, {})
        node.body.insert(0, counting)


def _bound_part(part: nodes.Node) -> nodes.Node:
    """A part of a statement: another, or a whole expression."""
    if isinstance(part, nodes.Stmt):
        bound(part)
        return part
    part = _bounded(part)
    told: Told = {}
    if type(part) not in _LEAVES:
        _change_parts(part, _bound_inner, told)
    _tell(part, told)
    return part


def _change_parts(node: nodes.Node, change: Callable[..., Any], *known: Told) -> None:
    """Put in place of each part of a node what is made of it, and of what is known."""
    held = node.__dict__
    for field in node.fields:
        value = held.get(field)
        if isinstance(value, list):
            for at, item in enumerate(value):
                if isinstance(item, nodes.Node):
                    value[at] = change(item, *known)
        elif isinstance(value, nodes.Node):
            held[field] = change(value, *known)


def _bound_inner(part: Any, told: Told) -> Any:
    part = _bounded(part)
    kind = type(part)
    if kind in _TOLD:
        told.setdefault((kind, part.name), part)
        _tell(part, {})  # what is in it is told beside it
    if kind not in _LEAVES:
        _change_parts(part, _bound_inner, told)
    return part


def _bounded(part: Any) -> nodes.Node:
    if type(part) is not nodes.Concat:
        return part  # type: ignore[no-any-return]
    return nodes.Call(nodes.EnvironmentAttribute("join_text"), part.nodes, [], None, None, lineno=part.lineno)


def _tell(node: nodes.Node, told: Told) -> None:
    """Let the node give these where it is asked for what is in it: Jinja does not allow kinds of nodes of one's own."""
    held = node.__dict__
    held["iter_child_nodes"] = told.values().__iter__
    if not told:
        held["find_all"] = _find_nothing


def _find_nothing(_kind: Any) -> tuple[()]:
    return ()
