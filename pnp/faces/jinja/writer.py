"""Templates written as Python: what templates do most is written as a call of one plain function."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.idtracking import VAR_LOAD_RESOLVE

# What the code of every template calls by a name of its own; all are attributes of the environment.
_COMMONS = ("add", "call", "modulo", "multiply", "part", "power", "printed")


class Writer(CodeGenerator):
    """Jinja's own, but for what is asked most; `asked` are the names that the template takes from its context."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.asked: set[str] = set()
        # How each kind of node is written: looked up once.
        self._ways: dict[type[nodes.Node], Callable[..., Any]] = {
            nodes.Add: partial(self._write_bounded, "add"),
            nodes.Mul: partial(self._write_bounded, "multiply"),
            nodes.Mod: partial(self._write_bounded, "modulo"),
            nodes.Pow: partial(self._write_bounded, "power"),
            nodes.Call: self._write_call,
            nodes.Getattr: self._write_part,
            nodes.Name: self._write_name,
        }
        # The Python names of what has a value, whatever was done before.
        self._set: frozenset[str] = frozenset()

    def visit(self, node: nodes.Node, *args: Any, **named: Any) -> Any:
        """Write the node."""
        kind = type(node)
        way = self._ways.get(kind)
        if way is None:
            way = self._ways[kind] = self.get_visitor(node) or self.generic_visit
        return way(node, *args, **named)

    def blockvisit(self, nodes: Iterable[nodes.Node], frame: Frame) -> None:
        """Write statements one after the other; what they set is not sure to be set after them."""
        before = self._set
        self._set |= {target for target, load in frame.symbols.loads.items() if self._is_global(load)}
        super().blockvisit(self._follow(nodes, frame), frame)
        self._set = before

    def _is_global(self, load: tuple[str, str | None]) -> bool:
        return load[0] == VAR_LOAD_RESOLVE and load[1] in self.environment.globals

    def _follow(self, statements: Iterable[nodes.Node], frame: Frame) -> Iterator[nodes.Node]:
        """The statements; after each that gives a value to one name, that is known."""
        for statement in statements:
            yield statement
            name = _names(statement)
            if name:
                self._set |= {frame.symbols.ref(name)}

    def macro_body(self, node: nodes.Macro | nodes.CallBlock, frame: Frame) -> tuple[Frame, MacroRef]:
        """A macro may be called when the loop that it is in is over."""
        before = self._set
        self._set = self._lasting()
        made = super().macro_body(node, frame)
        self._set = before
        return made

    def visit_For(self, node: nodes.For, frame: Frame) -> None:  # noqa: N802 - Jinja calls it so
        """A loop that can call itself can be called when the loop that it is in is over, too."""
        before = self._set
        if node.recursive:
            self._set = self._lasting()
        super().visit_For(node, frame)
        self._set = before

    def _lasting(self) -> frozenset[str]:
        """Of what is set, what stays so till the end: what the whole template has, and no loop."""
        return frozenset(name for name in self._set if name.startswith("l_0_"))

    def _write_name(self, node: nodes.Name, frame: Frame) -> None:
        """Without asking whether there is such a name, where it was given a value."""
        if node.ctx == "load" and frame.symbols.ref(node.name) in self._set:
            self.write(frame.symbols.ref(node.name))
        else:
            self.visit_Name(node, frame)

    def enter_frame(self, frame: Frame) -> None:
        """Note which names are taken from the context."""
        for action, name in frame.symbols.loads.values():
            if action == VAR_LOAD_RESOLVE and name not in self.environment.globals:
                self.asked.add(name)
        super().enter_frame(frame)

    def write_commons(self) -> None:
        """Also names for the functions that are called most."""
        self.writeline("; ".join(f"{name} = environment.{name}" for name in _COMMONS))
        super().write_commons()

    def _write_bounded(self, name: str, node: nodes.BinExpr, frame: Frame) -> None:
        self.write(f"{name}(")
        self.visit(node.left, frame)
        self.write(", ")
        self.visit(node.right, frame)
        self.write(")")

    def _write_part(self, node: nodes.Getattr, frame: Frame) -> None:
        """A shorter way to what is not private."""
        self.write("environment.getattr(" if node.attr.startswith("_") else "part(")
        self.visit(node.node, frame)
        self.write(f", {node.attr!r})")

    def _write_call(self, node: nodes.Call, frame: Frame) -> None:
        """What trees.bound put there is called as it stands."""
        if isinstance(node.node, nodes.EnvironmentAttribute):
            self.write(f"environment.{node.node.name}(")
            for arg in node.args:
                self.visit(arg, frame)
                self.write(", ")
        else:
            self.write("call(context, ")
            self.visit(node.node, frame)
            held = {"_loop_vars": frame.loop_frame, "_block_vars": frame.block_frame}
            self.signature(node, frame, {name: name for name, is_held in held.items() if is_held})
        self.write(")")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            return super()._output_child_pre(node, frame, finalize)
        return self.write("printed(")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            return super()._output_child_post(node, frame, finalize)
        return self.write(")")


def _names(statement: nodes.Node) -> str:
    """The one name to which a statement gives a value; empty if it does not."""
    if isinstance(statement, nodes.Import):
        return statement.target
    if isinstance(statement, nodes.Macro):
        return statement.name
    if isinstance(statement, nodes.Assign | nodes.AssignBlock) and isinstance(statement.target, nodes.Name):
        return statement.target.name
    return ""
