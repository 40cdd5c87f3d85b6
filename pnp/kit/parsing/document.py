"""YAML text to a tree of nodes with their places: the one module that knows yaml."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from pnp.kit.parsing.composition import Composer, StopError
from pnp.kit.parsing.escapes import disguise
from pnp.kit.parsing.mishap import Trouble, explain
from pnp.kit.parsing.tree import Node
from pnp.kit.report import Report

_MOST_MENDED = 20


class Document(NamedTuple):
    """What a file says. `root` is None where it could not be read; `spans` are the scalars' stretches of `text`.

    `broken` is set where something in the file could not be read as YAML, `empty` where it says nothing.
    """

    text: str
    root: Node | None
    spans: tuple[tuple[int, int], ...] = ()
    broken: bool = False
    empty: bool = False


def read_document(text: str, report: Report) -> Document:
    """The text as a tree. Where text lacks its quotes, that is noted and it is read as if it had them."""
    import yaml

    report.lines = text.split("\n")
    text = disguise(text)
    broken = False
    for _ in range(_MOST_MENDED):
        composer = Composer(text, report)
        seen = len(report.faults)
        try:
            composer.compose(_events(text))
        except yaml.MarkedYAMLError as error:
            mishap = explain(_trouble(error, text.count("\n") + 1), text.split("\n"))
        except (yaml.YAMLError, ValueError, OverflowError):
            mishap = explain(Trouble("cannot be read"), text.split("\n"))
        except StopError:
            return Document(text, None, broken=True)
        else:
            return Document(text, composer.root, tuple(composer.spans), broken, empty=composer.empty)
        broken = True
        del report.faults[seen:]  # what was met before the mishap is met again
        report.note(mishap.check, mishap, mishap.message, mishap.help)
        if mishap.mended in (None, text.split("\n")[mishap.line - 1]):
            break
        text = _with_line(text, mishap.line, mishap.mended or "")
    return Document(text, None, broken=True)


def _events(text: str) -> Iterable[Any]:
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return iter(loader(text).get_event, None)


def _trouble(error: Any, last: int) -> Trouble:
    """The error with its places; some lie one line below the last."""
    mark = error.problem_mark or error.context_mark
    start = error.context_mark or mark
    if mark is None:
        return Trouble(str(error.problem), str(error.context or ""))
    return Trouble(
        str(error.problem),
        str(error.context or ""),
        min(mark.line + 1, last),
        mark.column + 1,
        min(start.line + 1, last),
        start.column + 1,
    )


def _with_line(text: str, line: int, new: str) -> str:
    lines = text.split("\n")
    lines[line - 1] = new
    return "\n".join(lines)
