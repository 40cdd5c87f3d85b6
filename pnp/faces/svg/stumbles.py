"""What passes the subset but cannot be drawn as it is combined: markers on what has no direction or no width."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from pnp.faces.svg.elements import Element, Rule, style
from pnp.faces.svg.transforms import NUMBER
from pnp.model.paths import read_commands

_MARKERS = ("marker", "marker-start", "marker-mid", "marker-end")
_POINTED = ("path", "polyline", "polygon")


class Stumble(NamedTuple):
    """A line of the markup, the element, what is wrong with it, and the cure."""

    line: int
    tag: str
    message: str
    help: str


def find_stumbles(
    elements: Iterable[Element], around: Iterable[Mapping[str, str]], rules: tuple[Rule, ...]
) -> Iterator[Stumble]:
    """The stumbles in the elements; `around` are the attributes of the groups around them, outermost first."""
    handed: dict[str, str] = {}
    for attributes in around:
        handed.update(_handed(Element("g", attributes, (), 0), rules))
    for element in elements:
        yield from _walk(element, handed, rules)


def _walk(element: Element, handed: Mapping[str, str], rules: tuple[Rule, ...]) -> Iterator[Stumble]:
    own = {**handed, **_handed(element, rules)}
    if any(own.get(name, "none") != "none" for name in _MARKERS):
        if element.tag in _POINTED and not _has_length(element):
            cure = "Give it a second point, or draw the arrow head as a shape."
            yield Stumble(element.line, element.tag, f"<{element.tag}> has a marker and a single point", cure)
        elif element.tag in (*_POINTED, "line") and _is_nothing(own.get("stroke-width", "1")):
            cure = "Give it a stroke-width, or take the marker away."
            yield Stumble(element.line, element.tag, f"<{element.tag}> has a marker and stroke-width 0", cure)
    for child in element.children:
        yield from _walk(child, own, rules)


def _handed(element: Element, rules: tuple[Rule, ...]) -> dict[str, str]:
    return {name: value for name, value in style(element, rules).items() if name in (*_MARKERS, "stroke-width")}


def _has_length(element: Element) -> bool:
    if element.tag != "path":
        return len(NUMBER.findall(element.attributes.get("points", ""))) > 2
    try:
        commands = read_commands(element.attributes.get("d", ""))
    except ValueError:
        return True  # the subset says what is wrong with it
    return any(command not in "MmZz" for command, _ in commands)


def _is_nothing(width: str) -> bool:
    match = NUMBER.match(width.strip())
    return match is not None and abs(float(match[0])) < 1e-6
