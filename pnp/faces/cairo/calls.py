"""Calls to cairo that are noted first and made later, all at once."""

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import cairocffi as cairo

# A function of libcairo, and what it is given after the context.
Call: TypeAlias = tuple[Callable[..., Any], tuple[Any, ...]]

_LIBRARY = cairo.cairo
_NEW = cairo.ffi.new


class Notes:
    """Stands in for a context of cairocffi: what it is told is noted in `calls`, by the same names."""

    def __init__(self) -> None:
        self.calls: list[Call] = []

    def __getattr__(self, name: str) -> Callable[..., None]:
        function = getattr(_LIBRARY, f"cairo_{name}")

        def note(*values: Any) -> None:
            self.calls.append((function, values))

        setattr(self, name, note)
        return note

    def begin(self) -> list[Call]:
        """An empty list for the calls that follow."""
        self.calls = []
        return self.calls

    def has_current_point(self) -> bool:
        """Whether a path has begun: CairoSVG moves to where an element stands before it draws it."""
        return True

    def get_current_point(self) -> tuple[float, float]:
        """Not known before the calls are made: only for those who do not use it."""
        return 0.0, 0.0

    def translate_to_current_point(self) -> None:
        """Note that the origin is to be moved to where the path is then."""
        self.calls.append((_translate, ()))

    def transform(self, matrix: Any) -> None:
        """Note that a matrix of cairocffi is to be applied."""
        self.calls.append((_LIBRARY.cairo_transform, (matrix._pointer,)))


def make(calls: Iterable[Call], context: Any) -> None:
    """Make the calls; what the first that failed says is raised at the end, cairo does nothing after it."""
    pointer = context._pointer
    for function, values in calls:
        function(pointer, *values)
    context._check_status()


def _translate(pointer: Any) -> None:
    x, y = _NEW("double *"), _NEW("double *")
    _LIBRARY.cairo_get_current_point(pointer, x, y)
    _LIBRARY.cairo_translate(pointer, x[0], y[0])
