"""What is known of a piece of markup by itself: its elements, what is wrong with them, and what they refer to."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pnp.faces.svg import subset
from pnp.faces.svg.clearance import clears, clears_attributes
from pnp.faces.svg.complaints import check_attributes, check_element, find_left_out
from pnp.faces.svg.elements import Element, read_elements, read_style
from pnp.faces.svg.namespaces import SVG
from pnp.faces.svg.references import find_references

LEFT_OUT = "undrawn-svg"
KNOWN_PREFIXES = ("xml", "xmlns", "xlink", "pnp")
# They fit into every drawing; `xlink:href` is read as `href`.
KNOWN_NAMES = frozenset(("pnp:text", "xml:space"))


class Problem(NamedTuple):
    """Something that is not drawn right: on which line of the SVG, in which element, and what to do about it."""

    line: int
    tag: str
    message: str
    help: str
    check: str = "unsupported-svg"


class Study(NamedTuple):
    """What is known of a piece of markup: its elements, problems and image links (lines count from 1 inside it).

    `weight` is how many elements it has. `references` are ids with what refers to them: an attribute, or the element
    whose `href` it is. `prefixes` are those of namespaces that it does not declare itself; `foreign` says that it has
    other names than fit into every drawing.
    """

    elements: tuple[Element, ...]
    problems: tuple[Problem, ...]
    weight: int
    references: tuple[tuple[str, str], ...]
    images: tuple[tuple[str, int], ...]
    prefixes: tuple[str, ...]
    foreign: bool


def study_markup(markup: str) -> Study:
    """What is known of well-formed markup; expat.ExpatError for any other."""
    elements = read_elements(markup)
    everything = [inner for element in elements for inner in element.walk()]
    clear = all(map(clears, everything))
    strange = tuple(_find_strange(everything)) if ":" in markup or "xmlns" in markup else ()
    refers = "#" in markup and ("href" in markup or "url(" in markup or "&" in markup)
    return Study(
        elements=elements,
        problems=() if clear else tuple(problem for element in elements for problem in _check_all(element, False)),
        weight=len(everything),
        references=tuple(_references(everything)) if refers else (),
        images=tuple([(one.attributes.get("href", ""), one.line) for one in everything if one.tag == "image"]),
        prefixes=_find_prefixes(strange),
        foreign=bool(strange),
    )


def _find_strange(elements: list[Element]) -> Iterator[str]:
    """The names that do not fit into every drawing."""
    for tag, attributes, *_ in elements:
        if ":" in tag and tag not in KNOWN_NAMES:
            yield tag
        for name, value in attributes.items():
            if ":" in name:
                if name not in KNOWN_NAMES:
                    yield name
            elif name == "xmlns" and value != SVG:  # said of an icon, it says no more than the root does
                yield name


def _find_prefixes(names: tuple[str, ...]) -> tuple[str, ...]:
    """The prefixes that the names have and that are neither declared among them nor known."""
    declared = {name[6:] for name in names if name.startswith("xmlns:")}
    prefixes = dict.fromkeys([name.partition(":")[0] for name in names if ":" in name])
    return tuple([prefix for prefix in prefixes if prefix not in declared and prefix not in KNOWN_PREFIXES])


def _references(elements: list[Element]) -> Iterator[tuple[str, str]]:
    for tag, attributes, *_ in elements:
        if attributes.get("href", "").startswith("#"):
            yield attributes["href"][1:], tag
        style = attributes.get("style", "")
        for name, value in (*attributes.items(), *read_style(style)) if style else attributes.items():
            if "url(" in value and name != "style":
                yield from ((found, name) for found in find_references(value))


def _check_all(element: Element, clips: bool) -> Iterator[Problem]:
    """The problems in the element; `clips` inside a `<clipPath>`."""
    for message, cure in find_left_out(element.tag, element.attributes):
        yield Problem(element.line, element.tag, message, cure, LEFT_OUT)
    refused = list(check_element(element))
    # What stands in an element that is not drawn needs no second complaint.
    if not refused and element.tag not in subset.LEFT_OUT:
        clips = clips or element.tag == "clipPath"
        refused = list(check_attributes(element.tag, element.attributes, clips))
        for child in element.children:
            yield from _check_all(child, clips)
    for message, cure in refused:
        yield Problem(element.line, element.tag, message, cure)


def check_own(tag: str, attributes: Mapping[str, str], line: int) -> Iterator[Problem]:
    """What is wrong with the attributes alone."""
    if clears_attributes(tag, attributes):
        return
    for message, cure in find_left_out(tag, attributes):
        yield Problem(line, tag, message, cure, LEFT_OUT)
    for message, cure in check_attributes(tag, attributes, clips=False):
        yield Problem(line, tag, message, cure)
