"""Templates written as Python: what templates do most is written as a call of one plain function."""

from collections.abc import Iterable, Iterator
from typing import Any

from jinja2 import nodes
from jinja2.compiler import Frame, MacroRef
from jinja2.idtracking import VAR_LOAD_RESOLVE
from jinja2.nodes import Filter, Test

from pnp.faces.jinja.sayings import Sayer
from pnp.faces.jinja.trees import show_parts

# What the code of every template calls by a name of its own; all are attributes of the environment.
_COMMONS = (
    *("add", "call", "concat", "count_step", "getitem", "join_text", "modulo", "multiply"),
    *("part", "power", "printed", "undefined"),
)


class Writer(Sayer):
    """Jinja's own, but for what is asked most; `asked` are the names that the template takes from its context."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.asked: set[str] = set()

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

    def enter_frame(self, frame: Frame) -> None:
        """Note which names are taken from the context."""
        for action, name in frame.symbols.loads.values():
            if action == VAR_LOAD_RESOLVE and name not in self.environment.globals:
                self.asked.add(name)
        super().enter_frame(frame)

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802
        """First names for what is called most."""
        self.writeline("; ".join(f"{name} = environment.{name}" for name in _COMMONS))
        self.writeline("from jinja2.runtime import Undefined as cond_expr_undefined")
        super().visit_Template(node, frame)

    def write_commons(self) -> None:
        """What differs from one drawing to the next. Python takes it for a generator even if it gives nothing."""
        self.writeline("resolve = context.resolve_or_missing")
        self.writeline("if 0: yield None")

    def pull_dependencies(self, nodes: Iterable[nodes.Node]) -> None:
        """Names for the filters and tests in these; where there is not one, Jinja has that told when it is called."""
        found = [each for node in nodes for each in node.find_all((Filter, Test))]
        filters = {each.name for each in found if isinstance(each, Filter)}
        tests = {each.name for each in found if isinstance(each, Test)}
        environment = self.environment
        if not (filters <= environment.filters.keys() and tests <= environment.tests.keys()):
            super().pull_dependencies(nodes)
            return
        for what, wanted, names in (("filters", filters, self.filters), ("tests", tests, self.tests)):
            for name in sorted(wanted):
                if name not in names:
                    names[name] = self.temporary_identifier()
                self.writeline(f"{names[name]} = environment.{what}[{name!r}]")

    def visit_Output(self, node: nodes.Output, frame: Frame) -> None:  # noqa: N802
        """Texts as they are, each together with those beside it, and values as they stand in XML."""
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super().visit_Output(node, frame)
            return
        if frame.require_output_check:
            if self.has_known_extends:
                return
            self.writeline("if parent_template is None:")
            self.indent()
        self._write_output(self._say_output(node, frame), frame)
        if frame.require_output_check:
            self.outdent()

    def _say_output(self, node: nodes.Output, frame: Frame) -> list[tuple[nodes.Expr | None, str]]:
        """What is put out, as Python, each value with its node."""
        said: list[tuple[nodes.Expr | None, str]] = []
        texts: list[str] = []
        for part in node.nodes:
            text = part.data if type(part) is nodes.TemplateData else self._text_of(part, frame)
            if text is not None:
                texts.append(text)
                continue
            if texts:
                said.append((None, repr("".join(texts))))
                texts = []
            said.append((part, f"printed({self._say(part, frame)})"))
        if texts:
            said.append((None, repr("".join(texts))))
        return said

    def _write_output(self, said: list[tuple[nodes.Expr | None, str]], frame: Frame) -> None:
        """Each value on a line of its own, so that it is known which of them failed."""
        if frame.buffer is None:
            for node, code in said:
                self.writeline(f"yield {code}", node)
            return
        begin, end = ("append(", ")") if len(said) == 1 else ("extend((", "))")
        self.writeline(f"{frame.buffer}.{begin}")
        self.indent()
        for node, code in said:
            self.writeline(f"{code},", node)
        self.outdent()
        self.writeline(end)

    def _text_of(self, node: nodes.Expr, frame: Frame) -> str | None:
        """What is always put out there; None if it is not always the same, as all with a name in it."""
        owner = node
        while type(owner) is nodes.Getattr:
            owner = owner.node
        if type(owner) in (nodes.Call, nodes.Name):
            return None
        try:
            return self._output_child_to_const(node, frame, self._make_finalize())
        except Exception:  # noqa: BLE001 - whatever it is, it comes again when it is drawn, and is told
            return None


def _names(statement: nodes.Node) -> str:
    """The one name to which a statement gives a value; empty if it does not."""
    if isinstance(statement, nodes.Import):
        return statement.target
    if isinstance(statement, nodes.Macro):
        return statement.name
    if isinstance(statement, nodes.Assign | nodes.AssignBlock) and isinstance(statement.target, nodes.Name):
        return statement.target.name
    return ""
