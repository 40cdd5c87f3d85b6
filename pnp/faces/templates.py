"""Jinja templates to SVG.

Templates are content: they run in a sandbox, with bounded work, and whatever goes wrong in them is a fault
with the template's place.
"""

import inspect
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any, NamedTuple

from jinja2 import meta
from jinja2.exceptions import TemplateError, TemplateNotFound, TemplateSyntaxError
from markupsafe import Markup

from pnp.faces import filters
from pnp.faces.jinja.sandbox import Sandbox, Source, UnknownNameError
from pnp.faces.lines import NONE, Lines
from pnp.faces.slips import explain
from pnp.faces.svg.texts import UnreadableError, list_templates, read_template
from pnp.model.finding import Fault
from pnp.model.guess import guess
from pnp.model.place import Where
from pnp.model.roots import Roots

# What an expression in a template can raise; anything else is a fault of ours.
WRONG = (
    *(TemplateError, ArithmeticError, AttributeError, LookupError),
    *(MemoryError, RecursionError, TypeError, ValueError),
)


def _stem(name: str) -> str:
    return name.rpartition("/")[2].partition(".")[0]


class Rendered(NamedTuple):
    """The SVG that a template gave (None if it failed), what was wrong, and the templates that took part."""

    svg: str | None
    faults: tuple[Fault, ...]
    names: tuple[str, ...]


class Templates:
    """The templates of a kit. `icon` is called by templates as `icon(name, x, y, size, fill)` and gives markup.

    So is `count_lines`, where there is one, as `count_lines(text, width, font, size)`. `theme` is known to every
    template, also to those that are imported.
    """

    def __init__(
        self,
        roots: Roots,
        icon: Callable[..., str],
        sandbox: type[Sandbox] = Sandbox,
        theme: str = "",
        count_lines: Callable[..., int] | None = None,
    ) -> None:
        self._roots = roots
        self._sandbox = sandbox(self.read)
        self._sandbox.globals["icon"] = lambda *args, **named: Markup(icon(*args, **named))  # noqa: S704 - our own markup
        self._sandbox.globals["theme"] = theme
        if count_lines is not None:
            self._sandbox.globals["count_lines"] = count_lines
        self._sources: dict[str, Source | None] = {}
        self._lines: dict[str, Lines] = {}

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
            other = todo.pop()
            try:
                source = self.read(other)
                if source is None:
                    continue
                if word in source.text and word in self._sandbox.asked(other):
                    return True
                referenced = list(meta.find_referenced_templates(self._sandbox.tree(other)))
            except (TemplateError, ValueError):
                return True
            if None in referenced:
                return True
            fresh = [each for each in referenced if each is not None and each not in seen]
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
        """The place in the templates `names` that most probably wrote a line of SVG: the line most like it."""
        found = [(self.lines(name).nearest(line_of_svg, tag), name) for name in names]
        best, name = max(found, key=lambda each: (each[0].letters, each[0].number > 0), default=(NONE, names[0]))
        return Where(self.where(name), best.number) if best.number else Where(self.where(names[0]))

    def lines(self, name: str) -> Lines:
        """The lines of the template."""
        if name not in self._lines:
            source = self.read(name)
            self._lines[name] = Lines(source.text if source else "")
        return self._lines[name]

    def shown(self) -> tuple[str, ...]:
        """The templates that the last rendering used, as written in messages."""
        return tuple(self.where(name) for name in self._sandbox.used)

    def read(self, name: str) -> Source | None:
        """The template as it is written, read once; None if there is none, UnreadableError if it is no text."""
        if name not in self._sources:
            path, shown = self._roots.locate(name)
            self._sources[name] = None if path is None else Source(read_template(path, shown), shown)
        return self._sources[name]

    def where(self, name: str) -> str:
        """How the template is written in messages."""
        source = self._sources.get(name)
        return self._roots.shown(name) if source is None else source.shown

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
        near = guess(wanted, (other for other in list_templates(self._roots) if other != wanted))
        alike = near and guess(_stem(wanted), [_stem(near)])  # a folder and an ending make no two names alike
        cure = (
            f"did you mean {near}?"
            if alike
            else "templates are looked for in the kit, in templates/ and in the package"
        )
        if wanted == name:
            return Fault("missing-template", Where(name), f"there is no template {wanted}", cure)
        where = self._line(error.__traceback__) or Where(self.where(name))
        return Fault("missing-template", where, f"there is no template {wanted} ({about})", cure)

    def _line(self, trace: TracebackType | None) -> Where | None:
        found = None
        shown = {self.where(name) for name in self._sandbox.used}
        while trace is not None:
            if trace.tb_frame.f_code.co_filename in shown:
                found = Where(trace.tb_frame.f_code.co_filename, line_of(trace))
            trace = trace.tb_next
        return found


def line_of(trace: TracebackType) -> int:
    """The line of its code that a traceback is at.

    Python puts in instructions of its own that have none, and a step may be late at one of them: the line before then.
    """
    code = trace.tb_frame.f_code
    before = [line for start, _end, line in code.co_lines() if line is not None and start <= trace.tb_lasti]
    return trace.tb_lineno or (before or [code.co_firstlineno])[-1]
