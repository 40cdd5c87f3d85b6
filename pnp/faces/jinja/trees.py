"""A template as a tree, made ready to be written as Python: bounded, and quick to be asked for the names in it.

Jinja goes through a tree again and again while it writes it, most of the time for names alone. So each expression, and
each statement that others stand in, tells at once what in it matters to that.
"""

from collections.abc import Iterable, Iterator, Set
from functools import partial
from typing import Any, TypeAlias

from jinja2 import nodes

# What matters, in the order in which it stands there: names each once, by what is done with them.
Told: TypeAlias = dict[tuple[object, object], nodes.Node]

# What has neither nodes in it nor anything that matters.
_QUIET = frozenset((nodes.Const, nodes.EnvironmentAttribute, nodes.TemplateData))
# What Jinja looks for in an expression: names, and the filters and tests that have to be there.
_TOLD = frozenset((nodes.Filter, nodes.NSRef, nodes.Name, nodes.Test))
# Where there may be nodes in kinds of which there are many.
_PARTS: dict[type[nodes.Node], tuple[str, ...]] = {nodes.Getattr: ("node",), nodes.Name: (), nodes.NSRef: ()}
# Statements that it looks for.
_SOUGHT = (nodes.Block, nodes.Extends, nodes.FromImport, nodes.Import, nodes.Include)
_COUNTED = (nodes.CallBlock, nodes.For, nodes.Macro)
# Statements that tell what is in them, however deep.
_TELLING = (*_COUNTED, nodes.If)


def bound(node: nodes.Node) -> Told:
    """Change a tree, or a statement: the turns of every loop and macro in it are counted, and every `~` is bounded.

    What in it matters is given.
    """
    if isinstance(node, nodes.Output):
        told: Told = {}
        _change_parts(node, told)
        _tell(node, told)
        return told
    parts = _bound_parts(node)
    told = _join(parts.values())
    if isinstance(node, _TELLING):
        node.__dict__["iter_child_nodes"] = partial(_give, told, parts["body"])
    elif isinstance(node, nodes.Template):
        node.__dict__["find_all"] = partial(_find_all, told)
    elif isinstance(node, _SOUGHT):  # it tells itself what is in it
        told = {(type(node), id(node)): node}
    if isinstance(node, _COUNTED):
        step = nodes.Call(nodes.EnvironmentAttribute("count_step"), [], [], None, None)
        counting = nodes.ExprStmt(step, lineno=node.lineno)
        _tell(counting, {})
        node.body.insert(0, counting)
    return told


def show_parts(node: nodes.Node) -> None:
    """Let a macro, or a call of one, give its parts again where it told what is in them: it is about to be written."""
    node.__dict__.pop("iter_child_nodes", None)


def find_texts(node: nodes.Node, apart: Set[str]) -> Iterator[nodes.TemplateData]:
    """The texts that are put out in a tree, but for those in statements of these kinds."""
    for part in type(node).iter_child_nodes(node):  # what a node tells of itself is not all that is in it
        if isinstance(part, nodes.TemplateData):
            yield part
        elif isinstance(part, nodes.Stmt) and type(part).__name__ not in apart:
            yield from find_texts(part, apart)


def _bound_parts(node: nodes.Node) -> dict[str, Told]:
    """What each part of a statement tells, by its name; the parts are changed."""
    held = node.__dict__
    parts: dict[str, Told] = {}
    for field in node.fields:
        value = held.get(field)
        if isinstance(value, list):
            told = parts[field] = {}
            for at, item in enumerate(value):
                if isinstance(item, nodes.Node):
                    value[at] = _bound_part(item, told)
        elif isinstance(value, nodes.Node):
            parts[field] = {}
            held[field] = _bound_part(value, parts[field])
    return parts


def _join(parts: Iterable[Told]) -> Told:
    joined: Told = {}
    for told in parts:
        _add(told, joined)
    return joined


def _add(told: Told, others: Told) -> None:
    for key, node in told.items():
        others.setdefault(key, node)


def _bound_part(part: nodes.Node, told: Told) -> nodes.Node:
    """A part of a statement: another, or a whole expression; what matters in it is told, too."""
    if isinstance(part, nodes.Stmt):
        _add(bound(part), told)
        return part
    part = _bounded(part)
    inner: Told = {}
    if type(part) in _TOLD:
        told.setdefault(_key(part), part)
    _change_parts(part, inner)
    _add(inner, told)
    _tell(part, inner)
    return part


def _change_parts(node: nodes.Node, told: Told) -> None:
    """Bound each part of an expression; what matters in it is told."""
    held = node.__dict__
    for field in _PARTS.get(type(node), node.fields):
        value = held[field]
        if isinstance(value, list):
            for at, item in enumerate(value):
                if type(item) not in _QUIET:
                    value[at] = _bound_inner(item, told)
        elif isinstance(value, nodes.Node) and type(value) not in _QUIET:
            held[field] = _bound_inner(value, told)


def _bound_inner(part: nodes.Node, told: Told) -> nodes.Node:
    part = _bounded(part)
    if type(part) in _TOLD:
        key = _key(part)
        if key not in told:
            told[key] = part
            _tell(part, {})  # what is in it is told beside it
    _change_parts(part, told)
    return part


def _key(node: Any) -> tuple[object, object]:
    """What tells names, filters and tests apart; it matters whether a name is read or given a value."""
    return (node.ctx if type(node) is nodes.Name else type(node), node.name)


def _bounded(part: Any) -> nodes.Node:
    if type(part) is not nodes.Concat:
        return part  # type: ignore[no-any-return]
    return nodes.Call(nodes.EnvironmentAttribute("join_text"), part.nodes, [], None, None, lineno=part.lineno)


def _tell(node: nodes.Node, told: Told) -> None:
    """Let the node give these where it is asked for what is in it: Jinja does not allow kinds of nodes of one's own."""
    if told:
        node.__dict__["iter_child_nodes"] = told.values().__iter__
    else:
        node.__dict__["iter_child_nodes"] = node.__dict__["find_all"] = _find_nothing


def _find_nothing(*_kind: Any) -> tuple[()]:
    return ()


def _give(told: Told, body: Told, only: tuple[str, ...] = ()) -> Iterator[nodes.Node]:
    """What is told of a statement, or of its body alone."""
    return iter((body if only else told).values())


def _find_all(told: Told, kind: type[nodes.Node] | tuple[type[nodes.Node], ...]) -> Iterator[nodes.Node]:
    """Of what a template tells, all of that kind, and of what that in turn tells."""
    for node in told.values():
        if isinstance(node, kind):
            yield node
        yield from node.find_all(kind)
