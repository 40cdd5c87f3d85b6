"""YAML as it was written: scalars still text, each node with the line and column where it starts."""

from typing import NamedTuple, TypeAlias


class Scalar(NamedTuple):
    """One value as text. `style` is empty for plain text, else the quote, `|` or `>` that it was written with.

    `tail` is the comment that follows plain text on its line, with the blanks before it.
    """

    text: str
    line: int
    column: int
    style: str = ""
    tail: str = ""

    @property
    def empty(self) -> bool:
        """Whether nothing was written (or `~`, YAML's sign for nothing)."""
        return not self.style and self.text in ("", "~")


class Sequence(NamedTuple):
    """A list."""

    items: "tuple[Node, ...]"
    line: int
    column: int


class Mapping(NamedTuple):
    """Keys with values, each key once, in the order of the file; merged ones stand last."""

    entries: "dict[str, Entry]"
    line: int
    column: int


class Entry(NamedTuple):
    """A key with its place, and its value."""

    key: str
    line: int
    column: int
    value: "Node"


class Unread(NamedTuple):
    """A value that could not be read and was reported already."""

    line: int
    column: int


Node: TypeAlias = Scalar | Sequence | Mapping | Unread
