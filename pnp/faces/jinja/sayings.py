"""Expressions of templates as Python: what templates say most is written as a call of one plain function."""

from collections.abc import Callable
from functools import partial
from io import StringIO
from keyword import iskeyword
from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame, operators
from jinja2.idtracking import VAR_LOAD_PARAMETER
from jinja2.utils import _PassArg

# What the function behind a filter or test is given first, if it asks for it.
_GIVEN = {
    _PassArg.context: "context, ",
    _PassArg.eval_context: "context.eval_ctx, ",
    _PassArg.environment: "environment, ",
    None: "",
}


class Sayer(CodeGenerator):
    """Jinja's own, but each expression is made as one text, without a step for each of its parts."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        # The Python names of what has a value, whatever was done before.
        self._set: frozenset[str] = frozenset()
        # How each kind of node is written, and how those that cards are full of are said: looked up once.
        self._ways: dict[type[nodes.Node], Callable[..., Any]] = {}
        self._says: dict[type[nodes.Node], Callable[[Any, Frame], str]] = {
            nodes.Add: partial(self._say_counted, "add", "+"),
            nodes.Mul: partial(self._say_counted, "multiply", "*"),
            nodes.Mod: partial(self._say_bounded, "modulo"),
            nodes.Pow: partial(self._say_bounded, "power"),
            nodes.Sub: partial(self._say_joined, "-"),
            nodes.Div: partial(self._say_joined, "/"),
            nodes.FloorDiv: partial(self._say_joined, "//"),
            nodes.And: partial(self._say_joined, "and"),
            nodes.Or: partial(self._say_joined, "or"),
            nodes.Neg: partial(self._say_signed, "-"),
            nodes.Pos: partial(self._say_signed, "+"),
            nodes.Not: partial(self._say_signed, "not "),
            nodes.Call: self._say_call,
            nodes.Compare: self._say_compared,
            nodes.CondExpr: self._say_choice,
            nodes.Const: self._say_value,
            nodes.Dict: self._say_pairs,
            nodes.Filter: self._say_filtered,
            nodes.Getattr: self._say_part,
            nodes.Getitem: self._say_item,
            nodes.List: self._say_items,
            nodes.Name: self._say_name,
            nodes.Test: self._say_tested,
        }

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

    def _say_value(self, node: nodes.Const, _frame: Frame) -> str:
        return repr(node.value)

    def _say_counted(self, name: str, sign: str, node: nodes.BinExpr, frame: Frame) -> str:
        """What makes a number with a point of one that is written down cannot be too long."""
        if any(type(side) is nodes.Const and type(side.value) is float for side in (node.left, node.right)):
            return self._say_joined(sign, node, frame)
        return self._say_bounded(name, node, frame)

    def _say_bounded(self, name: str, node: nodes.BinExpr, frame: Frame) -> str:
        return f"{name}({self._say(node.left, frame)}, {self._say(node.right, frame)})"

    def _say_joined(self, sign: str, node: nodes.BinExpr, frame: Frame) -> str:
        return f"({self._say(node.left, frame)} {sign} {self._say(node.right, frame)})"

    def _say_signed(self, sign: str, node: nodes.UnaryExpr, frame: Frame) -> str:
        return f"({sign}{self._say(node.node, frame)})"

    def _say_compared(self, node: nodes.Compare, frame: Frame) -> str:
        others = [f" {operators[other.op]} {self._say(other.expr, frame)}" for other in node.ops]
        return f"({self._say(node.expr, frame)}{''.join(others)})"

    def _say_choice(self, node: nodes.CondExpr, frame: Frame) -> str:
        """A filter that there is not matters only where it is called."""
        if node.expr2 is None:
            return self._catch(self.visit_CondExpr, node, frame)
        soft = frame if frame.soft_frame else frame.soft()
        chosen = self._say(node.expr1, soft)
        return f"({chosen} if {self._say(node.test, soft)} else {self._say(node.expr2, soft)})"

    def _say_items(self, node: nodes.List, frame: Frame) -> str:
        return f"[{', '.join([self._say(item, frame) for item in node.items])}]"

    def _say_pairs(self, node: nodes.Dict, frame: Frame) -> str:
        pairs = [f"{self._say(pair.key, frame)}: {self._say(pair.value, frame)}" for pair in node.items]
        return f"{{{', '.join(pairs)}}}"

    def _say_item(self, node: nodes.Getitem, frame: Frame) -> str:
        if type(node.arg) is nodes.Slice:
            return self._catch(self.visit_Getitem, node, frame)
        return f"getitem({self._say(node.node, frame)}, {self._say(node.arg, frame)})"

    def _say_part(self, node: nodes.Getattr, frame: Frame) -> str:
        """A shorter way to what is not private."""
        way = "environment.getattr" if node.attr.startswith("_") else "part"
        return f"{way}({self._say(node.node, frame)}, {node.attr!r})"

    def _say_filtered(self, node: nodes.Filter, frame: Frame) -> str:
        if node.node is None:  # all that stands in a {% filter %}
            return self._catch(self.visit_Filter, node, frame)
        return self._say_passed(self.filters, self.environment.filters, node, frame)

    def _say_tested(self, node: nodes.Test, frame: Frame) -> str:
        return self._say_passed(self.tests, self.environment.tests, node, frame)

    def _say_passed(
        self, names: dict[str, str], known: dict[str, Any], node: nodes.Filter | nodes.Test, frame: Frame
    ) -> str:
        """A value given to a filter or test; that there is none is told at once, but not where it may not be asked."""
        function: Any = known.get(node.name)
        if function is None and not frame.soft_frame:
            self.fail(f"No {type(node).__name__.lower()} named {node.name!r}.", node.lineno)
        given = _GIVEN[_PassArg.from_obj(function)]
        assert node.node is not None
        value = self._say(node.node, frame)
        return f"{names[node.name]}({given}{value}{self._say_arguments(node, frame)})"

    def _say_call(self, node: nodes.Call, frame: Frame) -> str:
        """What trees.bound put there is called as it stands."""
        if isinstance(node.node, nodes.EnvironmentAttribute):
            return f"{node.node.name}({', '.join([self._say(arg, frame) for arg in node.args])})"
        held: list[str] = []
        if node.kwargs or node.dyn_kwargs is not None:  # nothing that templates call asks for these, but none is hidden
            held += ["_loop_vars"] * frame.loop_frame + ["_block_vars"] * frame.block_frame
        owner = self._say(node.node, frame)
        return f"call(context, {owner}{self._say_arguments(node, frame, *held)})"

    def _say_arguments(self, node: nodes.Call | nodes.Filter | nodes.Test, frame: Frame, *held: str) -> str:
        """What is given to a function after its first argument, and what Jinja holds beside it."""
        odd = any(iskeyword(str(named.key)) for named in node.kwargs)
        if odd or node.dyn_args is not None or node.dyn_kwargs is not None:
            return self._catch(self.signature, node, frame, {name: name for name in held})
        given = [self._say(arg, frame) for arg in node.args]
        given += [f"{named.key}={self._say(named.value, frame)}" for named in node.kwargs]
        given += [f"{name}={name}" for name in held]
        return "".join([f", {each}" for each in given])
