"""Which names and which fields an expression asks for."""

import ast


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


def free_names(node: ast.AST) -> frozenset[str]:
    """The names that the node takes from around it, but for those of functions."""
    if isinstance(node, ast.Name):
        return frozenset({node.id})
    if isinstance(node, ast.Call):
        return frozenset().union(*map(free_names, node.args))
    if not isinstance(node, ast.ListComp | ast.GeneratorExp):
        return frozenset().union(*map(free_names, ast.iter_child_nodes(node)))
    free: frozenset[str] = frozenset()
    bound: set[str] = set()
    for loop in node.generators:
        free |= free_names(loop.iter) - bound
        bound |= {part.id for part in ast.walk(loop.target) if isinstance(part, ast.Name)}
        free = free.union(*(free_names(test) - bound for test in loop.ifs))
    return free | (free_names(node.elt) - bound)
