"""The sandbox that templates run in: bounded work, no way out, and each template read once."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from io import StringIO
from types import FunctionType
from typing import Any, NamedTuple

from jinja2 import BaseLoader, StrictUndefined, Template, nodes
from jinja2.environment import TemplateModule
from jinja2.exceptions import TemplateNotFound, TemplateSyntaxError, UndefinedError
from jinja2.lexer import TokenStream
from jinja2.runtime import LoopContext, Macro, markup_join
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace, missing
from markupsafe import Markup

from pnp.faces import filters
from pnp.faces.filters import Record, TooMuchError
from pnp.faces.jinja.parsing import Parser, Stream
from pnp.faces.jinja.tokens import read_tokens
from pnp.faces.jinja.trees import bound
from pnp.faces.jinja.writer import Writer
from pnp.faces.slips import kind_of

# What is joined as it is.
_PLAIN = frozenset((float, int, str))
# Whose values may all be asked for, but for those of a private name; first the one that takes long to say what it is.
_OPEN = (Namespace, Record, TemplateModule, LoopContext)
# A text that is markup, all of it: without a look at whether it was already.
_mark: Callable[[str], Markup] = partial(str.__new__, Markup)


class UnknownNameError(UndefinedError):
    """A name that nothing has."""

    def __init__(self, message: str, help: str) -> None:
        super().__init__(message)
        self.help = help


CONTEXT = (
    *("card", "deck", "kit", "side", "theme", "icon", "count_lines", "pick", "range"),
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


class Source(NamedTuple):
    """The text of a template, and how the template is written in messages."""

    text: str
    shown: str


class _Script(NamedTuple):
    """A template as Python, the names that it takes from its context, and its lines by those of the Python."""

    code: str
    asked: frozenset[str]
    lines: dict[int, int]


class Sandbox(ImmutableSandboxedEnvironment):
    """Jinja without a way out: bounded operators, counted turns of loops, and a list of the templates used.

    `read` gives the source of a template by its name, None if there is none; each is read, parsed and written as Python
    once.
    """

    code_generator_class = Writer
    show, printed = staticmethod(filters.shown), staticmethod(filters.printed)
    add, multiply = staticmethod(filters.add), staticmethod(filters.multiply)
    modulo, power = staticmethod(filters.modulo), staticmethod(filters.power)
    intercepted_binops = frozenset(("*", "**", "+", "%"))

    def __init__(self, read: Callable[[str], Source | None]) -> None:
        super().__init__(
            loader=BaseLoader(),
            undefined=Unknown,
            autoescape=True,
            auto_reload=False,
            cache_size=0,
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
        self.filters.update(string=filters.text_of)
        self.globals.update(range=filters.spread, pick=filters.pick)
        self.steps = 0
        self.used: dict[str, None] = {}
        self._read = read
        self._trees: dict[str, nodes.Template] = {}
        self._scripts: dict[str, _Script] = {}
        self._templates: dict[str, Template] = {}

    def count_step(self) -> None:
        """Charge one turn of a loop or one call of a macro."""
        self.steps += 1
        if self.steps > filters.MOST_STEPS:
            raise TooMuchError(f"the template's loops take more than {filters.MOST_STEPS:,} turns")

    def join_text(self, *parts: Any) -> str:
        """`~`, bounded."""
        if _PLAIN.issuperset(map(type, parts)):
            joined = "".join(map(str, parts))
        else:
            joined = markup_join(_joinable(part) for part in parts)
        if len(joined) > filters.MOST_TEXT:
            raise TooMuchError(f"~ makes a text of more than {filters.MOST_TEXT:,} characters")
        return joined

    def part(self, obj: Any, attribute: str) -> Any:
        """`getattr` for names that are not private, short for what templates ask most."""
        if isinstance(obj, _OPEN):
            try:
                return getattr(obj, attribute)
            except AttributeError:
                pass  # Jinja tells
        return self.getattr(obj, attribute)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Also refuses methods that make huge texts."""
        refused = isinstance(obj, str) and attr in filters.REFUSED_METHODS
        return not refused and super().is_safe_attribute(obj, attr, value)

    def call(self, context: Any, obj: Any, /, *args: Any, **named: Any) -> Any:
        """Jinja's way, but short for macros and for plain functions, which nothing forbids: most calls are of these."""
        kind = type(obj)
        if kind is Macro or (kind is FunctionType and not obj.__dict__):
            if named:
                named.pop("_loop_vars", None)
                named.pop("_block_vars", None)
            if kind is FunctionType:
                return obj(*args, **named)
            odd = named or obj.caller or obj.catch_kwargs or obj.catch_varargs
            if odd or len(args) != obj._argument_count:
                return obj(context.eval_ctx, *args, **named)
            text = obj._func(*args)
            return _mark(text) if context.eval_ctx.autoescape else text
        return super().call(context, obj, *args, **named)

    def call_binop(self, _context: Any, operator: str, left: Any, right: Any) -> Any:
        """The intercepted operators, bounded."""
        bounded = {"+": self.add, "*": self.multiply, "%": self.modulo, "**": self.power}
        return bounded[operator](left, right)

    def wrap_str_format(self, value: Any) -> None:
        """No `format`: `is_safe_attribute` refuses it."""

    def tree(self, name: str) -> nodes.Template:
        """The template as a tree; TemplateNotFound, TemplateSyntaxError, or what cannot be read as text."""
        if name not in self._trees:
            source = self._source(name)
            self._trees[name] = self._parse(source.text, name, source.shown)
        return self._trees[name]

    def _source(self, name: str) -> Source:
        source = self._read(name)
        if source is None:
            raise TemplateNotFound(name)
        return source

    def asked(self, name: str) -> frozenset[str]:
        """The names that the template takes from its context; errors as of `tree`, or for what cannot be compiled."""
        return self._write(name).asked

    def _write(self, name: str) -> _Script:
        if name not in self._scripts:
            code = StringIO()
            writer = Writer(self, name, self._source(name).shown, code, False, self.optimized)
            writer.visit(self.tree(name))
            lines = {row: line for line, row in writer.debug_info}
            self._scripts[name] = _Script(code.getvalue(), frozenset(writer.asked), lines)
        return self._scripts[name]

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        if not any(sign in source for sign in ("{{", "{%", "{#", "\r")):
            text = source if self.keep_trailing_newline else source.removesuffix("\n")
            data = nodes.TemplateData(text, lineno=1)
            body: list[nodes.Node] = [nodes.Output([data], lineno=1)] if text else []
        else:
            body = Parser(self, source, name, filename).subparse()
        tree = nodes.Template(body, lineno=1, environment=self)
        bound(tree)
        return tree

    def _tokenize(
        self, source: str, name: str | None, filename: str | None = None, state: str | None = None
    ) -> TokenStream:
        plain = source if self.keep_trailing_newline else source.removesuffix("\n")
        tokens = None if state else read_tokens(plain)
        if tokens is None:
            return super()._tokenize(source, name, filename, state)
        return Stream(tokens, name, filename)

    def _load_template(self, name: str, globals: Any) -> Template:
        self.used.setdefault(name)
        if name not in self._templates:
            self._templates[name] = self._make_template(name, self.make_globals(globals))
        return self._templates[name]

    def _make_template(self, name: str, known: Any) -> Template:
        text = _plain_text(self.tree(name))
        shown = self._source(name).shown
        if text is not None:
            about: dict[str, Any] = {
                "name": name,
                "__file__": shown,
                "blocks": {},
                "root": _give(text),
                "debug_info": "",
            }
            return self.template_class.from_module_dict(self, about, known)
        script = self._write(name)
        try:
            code = self._compile(script.code, shown)
        except SyntaxError as error:  # Python has limits of its own
            line = max((line for row, line in script.lines.items() if row <= (error.lineno or 0)), default=1)
            raise TemplateSyntaxError(_explain(error), line, name, shown) from None
        del self._trees[name], self._scripts[name]
        return self.template_class.from_code(self, code, known)


def _joinable(part: Any) -> Any:
    """What `~` joins, with a way of its own to be written as it is; nothing of None."""
    if part is None:
        return ""
    return part if hasattr(part, "__html__") else filters.text_of(part)


def _explain(error: SyntaxError) -> str:
    """Why Python does not take what Jinja does."""
    twice = re.match(r"duplicate argument 'l_\d+_(\w+)'", error.msg)
    if twice:
        return f"a macro has the argument {twice[1]} twice"
    what = "too many loops stand" if "nested blocks" in error.msg else "an expression has too many parts"
    return f"{what} in one another"


def _plain_text(tree: nodes.Template) -> str | None:
    """What a template gives that is text and nothing else; None if it is more."""
    if not tree.body:
        return ""
    parts = tree.body[0].nodes if len(tree.body) == 1 and isinstance(tree.body[0], nodes.Output) else []
    return parts[0].data if len(parts) == 1 and isinstance(parts[0], nodes.TemplateData) else None


def _give(text: str) -> Callable[..., Iterator[str]]:
    """What draws a template that is that text."""

    def root(_context: Any) -> Iterator[str]:
        if text:
            yield text

    return root
