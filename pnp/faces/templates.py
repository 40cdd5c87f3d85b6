"""Jinja templates to SVG. The one module that knows jinja2.

Templates are content: they run in a sandbox, with bounded work, and whatever goes wrong in them is a fault
with the template's place.
"""

import inspect
from collections.abc import Callable, Mapping
from types import MethodType, TracebackType
from typing import Any, NamedTuple

from jinja2 import FunctionLoader, StrictUndefined, Template, meta, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import TemplateModule
from jinja2.exceptions import TemplateError, TemplateNotFound, TemplateSyntaxError, UndefinedError
from jinja2.runtime import Macro, markup_join
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing
from markupsafe import Markup

from pnp.faces import filters
from pnp.faces.filters import Record, TooMuchError
from pnp.faces.slips import explain, kind_of
from pnp.faces.svg.texts import UnreadableError, list_templates, read_template
from pnp.model.finding import Fault
from pnp.model.place import Where
from pnp.model.roots import Roots

# What an expression in a template can raise; anything else is a fault of ours.
WRONG = (
    *(TemplateError, ArithmeticError, AttributeError, LookupError),
    *(MemoryError, RecursionError, TypeError, ValueError),
)


class Rendered(NamedTuple):
    """The SVG that a template gave (None if it failed), what was wrong, and the templates that took part."""

    svg: str | None
    faults: tuple[Fault, ...]
    names: tuple[str, ...]


class UnknownNameError(UndefinedError):
    """A name that nothing has."""

    def __init__(self, message: str, help: str) -> None:
        super().__init__(message)
        self.help = help


CONTEXT = (
    *("card", "deck", "kit", "side", "theme", "icon", "pick", "range"),
    *("boards", "tables", "tracks", "decks"),
)


class Unknown(StrictUndefined):
    """An undefined name that says of what it is no part, and what may have been meant."""

    __slots__ = ()

    def __init__(self, hint: str | None = None, obj: Any = missing, name: str | None = None, exc: Any = None) -> None:
        # Jinja calls what it is given with the message alone, so that a function does as well as a class.
        known = CONTEXT if obj is missing and name not in (None, "loop") else ()
        fail: Any = exc or (lambda message: UnknownNameError(message, filters.meant(obj, name, known)))
        super().__init__(hint, obj, name, fail)

    @property
    def _undefined_message(self) -> str:
        name, thing = self._undefined_name, self._undefined_obj
        if self._undefined_hint:
            return self._undefined_hint
        if thing is missing and name == "loop":
            return "loop is known within {% for %} alone"
        if thing is missing:
            return f"{name} is not a name that templates know"
        called = thing._called if isinstance(thing, Record) else kind_of(thing)
        return f"{called} has no {name}"


class Writer(CodeGenerator):
    """Has one function called for each value that is printed, where Jinja calls two."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            return super()._output_child_pre(node, frame, finalize)
        return self.write("environment.printed(")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            return super()._output_child_post(node, frame, finalize)
        return self.write(")")


class Sandbox(ImmutableSandboxedEnvironment):
    """Jinja without a way out: bounded operators, counted turns of loops, and a list of the templates used."""

    code_generator_class = Writer
    show, printed = staticmethod(filters.shown), staticmethod(filters.printed)
    intercepted_binops = frozenset(("*", "**", "+", "%"))

    def __init__(self, load: Callable[[str], tuple[str, str, Callable[[], bool]] | None]) -> None:
        super().__init__(
            loader=FunctionLoader(load),
            undefined=Unknown,
            autoescape=True,
            auto_reload=False,
            cache_size=-1,
            optimized=False,  # it takes longer to look for what can be worked out beforehand than to work it out
            trim_blocks=True,
            lstrip_blocks=True,
            finalize=self.show,
        )
        for name in ("lipsum", "cycler", "joiner"):
            del self.globals[name]
        for name in filters.REFUSED_FILTERS:
            del self.filters[name]
        self.filters.update(signed=filters.signed, minus=filters.minus, replace=filters.replace, join=filters.join)
        self.globals.update(range=filters.spread, pick=filters.pick)
        self.steps = 0
        self.used: dict[str, None] = {}

    def count_step(self) -> str:
        """Charge one turn of a loop or one call of a macro."""
        self.steps += 1
        if self.steps > filters.MOST_STEPS:
            raise TooMuchError(f"the template's loops take more than {filters.MOST_STEPS:,} turns")
        return ""

    def join_text(self, *parts: Any) -> str:
        """`~`, bounded."""
        joined = markup_join("" if part is None else part for part in parts)
        if len(joined) > filters.MOST_TEXT:
            raise TooMuchError(f"~ makes a text of more than {filters.MOST_TEXT:,} characters")
        return joined

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Jinja's way, but short for what templates ask most."""
        if type(obj) in (Record, TemplateModule) and not attribute.startswith("_"):
            try:
                return getattr(obj, attribute)
            except AttributeError:
                pass  # Jinja tells
        return super().getattr(obj, attribute)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Also refuses methods that make huge texts."""
        refused = isinstance(obj, str) and attr in filters.REFUSED_METHODS
        return not refused and super().is_safe_attribute(obj, attr, value)

    def call(self, context: Any, obj: Any, /, *args: Any, **named: Any) -> Any:
        """Jinja's way, but short for macros and for what `_guard` put there, which most calls are, and safe."""
        if type(obj) is MethodType and obj.__self__ is self:
            return obj(*args)
        if type(obj) is Macro:
            given = {name: value for name, value in named.items() if name not in ("_loop_vars", "_block_vars")}
            return obj(context.eval_ctx, *args, **given)
        return super().call(context, obj, *args, **named)

    def call_binop(self, _context: Any, operator: str, left: Any, right: Any) -> Any:
        """The intercepted operators, bounded."""
        return filters.combine(operator, self.binop_table[operator], left, right)

    def wrap_str_format(self, value: Any) -> None:
        """No `format`: `is_safe_attribute` refuses it."""

    def _load_template(self, name: str, globals: Any) -> Template:
        self.used.setdefault(name)
        return super()._load_template(name, globals)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        _guard(tree)
        return tree


def _guard(node: nodes.Node) -> None:
    """Count the turns of every loop and macro within the node, and bound every `~`."""
    for field, value in node.iter_fields():
        for item in value if isinstance(value, list) else (value,):
            if isinstance(item, nodes.Node):
                _guard(item)
        if isinstance(value, list):
            setattr(node, field, [_bounded(item) for item in value])
        elif isinstance(value, nodes.Concat):
            setattr(node, field, _bounded(value))
    if isinstance(node, nodes.For | nodes.Macro | nodes.CallBlock):
        step = nodes.Call(nodes.EnvironmentAttribute("count_step"), [], [], None, None)
        node.body.insert(0, nodes.ExprStmt(step).set_lineno(node.lineno))


def _bounded(value: Any) -> Any:
    if not isinstance(value, nodes.Concat):
        return value
    call = nodes.Call(nodes.EnvironmentAttribute("join_text"), value.nodes, [], None, None)
    return call.set_lineno(value.lineno)


class Templates:
    """The templates of a kit. `icon` is called by templates as `icon(name, x, y, size, fill)` and gives markup.

    `theme` is known to every template, also to those that are imported.
    """

    def __init__(
        self, roots: Roots, icon: Callable[..., str], sandbox: type[Sandbox] = Sandbox, theme: str = ""
    ) -> None:
        self._roots = roots
        self._sandbox = sandbox(self._load)
        self._sandbox.globals["icon"] = lambda *args, **named: Markup(icon(*args, **named))  # noqa: S704 - our own markup
        self._sandbox.globals["theme"] = theme
        self._shown: dict[str, str] = {}

    def render(self, name: str, context: Mapping[str, Any], about: str) -> Rendered:
        """The SVG of template `name`; `about` names the card in messages. Never raises on a bad template."""
        sandbox = self._sandbox
        sandbox.steps = 0
        sandbox.used.clear()
        try:
            svg = "".join(filters.limit_output(sandbox.get_template(name).generate(**context)))
        except WRONG as error:
            return Rendered(None, (self._fault(error, name, about),), tuple(sandbox.used))
        return Rendered(svg, (), tuple(sandbox.used))

    def mentions(self, name: str, word: str) -> bool:
        """Whether the template, or any that it includes, extends or imports, uses the variable `word`.

        A template that cannot be read, or that chooses others while it runs, is taken to.
        """
        todo, seen = [name], {name}
        while todo:
            try:
                source = self._load(todo.pop())
                text = "" if source is None else source[0]
                tree = self._sandbox.parse(text)
                if word in text and word in meta.find_undeclared_variables(tree):
                    return True
                referenced = list(meta.find_referenced_templates(tree))
            except (TemplateError, ValueError):
                return True
            if None in referenced:
                return True
            fresh = [other for other in referenced if other is not None and other not in seen]
            seen.update(fresh)
            todo += fresh
        return False

    def here(self) -> Where | None:
        """The line of the template that is running, if one is."""
        frame = inspect.currentframe()
        while frame is not None:
            template = frame.f_globals.get("__jinja_template__")
            if template is not None:
                return Where(self.where(template.name), template.get_corresponding_lineno(frame.f_lineno))
            frame = frame.f_back
        return None

    def find_line(self, names: tuple[str, ...], line_of_svg: str, tag: str) -> Where:
        """The place in the templates `names` that most probably wrote a line of SVG: an equal line, or its tag."""
        wanted = line_of_svg.strip()
        first = None
        for name in names:
            source = self._load(name)
            for number, line in enumerate((source[0] if source else "").splitlines(), 1):
                if line.strip() == wanted:
                    return Where(self.where(name), number)
                if first is None and tag and f"<{tag}" in line:
                    first = Where(self.where(name), number)
        return first or Where(self.where(names[0]))

    def shown(self) -> tuple[str, ...]:
        """The templates that the last rendering used, as written in messages."""
        return tuple(self.where(name) for name in self._sandbox.used)

    def _load(self, name: str) -> tuple[str, str, Callable[[], bool]] | None:
        path = self._roots.find(name)
        if path is None:
            return None
        return read_template(path, self.where(name)), self.where(name), lambda: True

    def where(self, name: str) -> str:
        """How the template is written in messages."""
        if name not in self._shown:
            self._shown[name] = self._roots.shown(name)
        return self._shown[name]

    def _fault(self, error: Exception, name: str, about: str) -> Fault:
        if isinstance(error, TemplateNotFound):
            return self._missing(error, name, about)
        if isinstance(error, TemplateSyntaxError):
            where = Where(self.where(error.name or name), error.lineno)
            return Fault("template-error", where, f"{error.message}", "templates are Jinja: see templates/README.md")
        if isinstance(error, UnreadableError):
            return Fault("template-error", error.where, f"{error} ({about})", error.help)
        where = self._line(error.__traceback__) or Where(self.where(name))
        if isinstance(error, TemplateError):
            message, cure = str(error.message), error.help if isinstance(error, UnknownNameError) else ""
        else:
            message, cure = explain(error)
        return Fault("template-error", where, f"{message} ({about})", cure)

    def _missing(self, error: TemplateNotFound, name: str, about: str) -> Fault:
        wanted = str(error.name or "")
        near = filters.near(wanted, list_templates(self._roots))
        cure = near or "templates are looked for in the kit, in templates/ and in the package"
        if wanted == name:
            return Fault("missing-template", Where(name), f"there is no template {wanted}", cure)
        where = self._line(error.__traceback__) or Where(self.where(name))
        return Fault("missing-template", where, f"there is no template {wanted} ({about})", cure)

    def _line(self, trace: TracebackType | None) -> Where | None:
        found = None
        shown = {self.where(name) for name in self._sandbox.used}
        while trace is not None:
            if trace.tb_frame.f_code.co_filename in shown:
                found = Where(trace.tb_frame.f_code.co_filename, trace.tb_lineno)
            trace = trace.tb_next
        return found
