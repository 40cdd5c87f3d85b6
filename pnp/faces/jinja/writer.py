"""Templates written as Python: what templates do most is written as a call of one plain function."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from io import StringIO
from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.idtracking import VAR_LOAD_PARAMETER, VAR_LOAD_RESOLVE

from pnp.faces.jinja.trees import show_parts

# What the code of every template calls by a name of its own; all are attributes of the environment.
_COMMONS = ("add", "call", "modulo", "multiply", "part", "power", "printed")


class Writer(CodeGenerator):
    """Jinja's own, but for what is asked most; `asked` are the names that the template takes from its context."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.asked: set[str] = set()
        # How each kind of node is written, and how those that cards are full of are said: looked up once.
        self._ways: dict[type[nodes.Node], Callable[..., Any]] = {}
        self._says: dict[type[nodes.Node], Callable[[Any, Frame], str]] = {
            nodes.Add: partial(self._say_bounded, "add"),
            nodes.Mul: partial(self._say_bounded, "multiply"),
            nodes.Mod: partial(self._say_bounded, "modulo"),
            nodes.Pow: partial(self._say_bounded, "power"),
            nodes.Sub: partial(self._say_joined, "-"),
            nodes.Div: partial(self._say_joined, "/"),
            nodes.Call: self._say_call,
            nodes.Const: self._say_value,
            nodes.Getattr: self._say_part,
            nodes.Name: self._say_name,
        }
        # The Python names of what has a value, whatever was done before.
        self._set: frozenset[str] = frozenset()

    def visit(self, node: nodes.Node, *args: Any, **named: Any) -> Any:
        """Write the node."""
        kind = type(node)
        say = self._says.get(kind)
        if say is not None:
            self.write(say(node, *args))
            return None
        way = self._ways.get(kind)
        if way is None:
            way = self._ways[kind] = self.get_visitor(node) or self.generic_visit
        return way(node, *args, **named)

    def _say(self, node: nodes.Node, frame: Frame) -> str:
        """An expression as Python, to be put into another."""
        say = self._says.get(type(node))
        if say is not None:
            return say(node, frame)
        return self._catch(self.visit, node, frame)

    def _catch(self, write: Callable[..., None], *args: Any) -> str:
        """What that writes."""
        stream, lines = self.stream, self._new_lines
        said = self.stream = StringIO()
        self._new_lines = 0
        write(*args)
        self.stream, self._new_lines = stream, lines
        return said.getvalue()

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
        show_parts(node)
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

    def _say_name(self, node: nodes.Name, frame: Frame) -> str:
        """Without asking whether there is such a name, where it was given a value."""
        name = frame.symbols.ref(node.name)
        if node.ctx != "load":
            self.visit_Name(node, frame)
            return ""
        load = frame.symbols.find_load(name)
        given = load is not None and load[0] == VAR_LOAD_PARAMETER and not self.parameter_is_undeclared(name)
        return (
            name if given or name in self._set else f"(undefined(name={node.name!r}) if {name} is missing else {name})"
        )

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

    def _say_value(self, node: nodes.Const, _frame: Frame) -> str:
        return repr(node.value)

    def _say_bounded(self, name: str, node: nodes.BinExpr, frame: Frame) -> str:
        return f"{name}({self._say(node.left, frame)}, {self._say(node.right, frame)})"

    def _say_joined(self, sign: str, node: nodes.BinExpr, frame: Frame) -> str:
        return f"({self._say(node.left, frame)} {sign} {self._say(node.right, frame)})"

    def _say_part(self, node: nodes.Getattr, frame: Frame) -> str:
        """A shorter way to what is not private."""
        way = "environment.getattr" if node.attr.startswith("_") else "part"
        return f"{way}({self._say(node.node, frame)}, {node.attr!r})"

    def _say_call(self, node: nodes.Call, frame: Frame) -> str:
        """What trees.bound put there is called as it stands."""
        if isinstance(node.node, nodes.EnvironmentAttribute):
            return f"environment.{node.node.name}({', '.join([self._say(arg, frame) for arg in node.args])})"
        held = [
            name for name, is_held in (("_loop_vars", frame.loop_frame), ("_block_vars", frame.block_frame)) if is_held
        ]
        owner = self._say(node.node, frame)
        if node.kwargs or node.dyn_args is not None or node.dyn_kwargs is not None:
            return f"call(context, {owner}{self._catch(self.signature, node, frame, {name: name for name in held})})"
        parts = ["context", owner, *[self._say(arg, frame) for arg in node.args], *[f"{name}={name}" for name in held]]
        return f"call({', '.join(parts)})"

    def _output_child_to_const(self, node: nodes.Expr, frame: Frame, finalize: Any) -> str:
        """Text as it is; what has a name in it is never the same."""
        if type(node) is nodes.TemplateData and frame.eval_ctx.autoescape and not frame.eval_ctx.volatile:
            return node.data
        owner = node
        while type(owner) is nodes.Getattr:
            owner = owner.node
        if type(owner) in (nodes.Call, nodes.Name):
            raise nodes.Impossible
        return super()._output_child_to_const(node, frame, finalize)

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
