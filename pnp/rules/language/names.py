"""Which names and which fields an expression asks for."""

import ast
from collections.abc import Collection

from pnp.rules.language.parsing import parts_of


def fields_of(tree: ast.expr, name: str) -> tuple[tuple[str, ...], ...]:
    """The fields of the thing called `name` that the expression asks for, each once: `("equipment", "run")`."""
    found: dict[tuple[str, ...], None] = {}
    inner: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and id(node) not in inner:
            path, root = [node.attr], node.value
            while isinstance(root, ast.Attribute):
                inner.add(id(root))
                path.append(root.attr)
                root = root.value
            if isinstance(root, ast.Name) and root.id == name:
                found[tuple(reversed(path))] = None
    return tuple(found)


def calls(tree: ast.expr, functions: Collection[str]) -> bool:
    """Whether the expression calls one of these functions."""
    return any(isinstance(node, ast.Name) and node.id in functions for node in ast.walk(tree))


def takes_only(node: ast.AST, names: Collection[str]) -> bool:
    """Whether the node takes from around it no names but these and those of functions."""
    if isinstance(node, ast.Name):
        return node.id in names
    if isinstance(node, ast.Call):
        return all(takes_only(each, names) for each in node.args)
    if not isinstance(node, ast.ListComp | ast.GeneratorExp):
        return all(takes_only(each, names) for each in parts_of(node))
    known = set(names)
    for loop in node.generators:
        if not takes_only(loop.iter, known):
            return False
        known |= {part.id for part in ast.walk(loop.target) if isinstance(part, ast.Name)}
        if not all(takes_only(test, known) for test in loop.ifs):
            return False
    return takes_only(node.elt, known)
