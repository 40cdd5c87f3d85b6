"""The gate before the drawing: what would not be drawn right is a problem, with its line and the cure.

The subset that passes is in pnp.faces.subset and, for designers, in templates/README.md.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pnp.faces import subset
from pnp.faces.colours import read_colour
from pnp.faces.elements import Element, read_elements, read_style
from pnp.faces.filters import near
from pnp.faces.paths import read_path
from pnp.faces.scan import MOST_DEPTH
from pnp.faces.slices import REFERENCE, Cut, Item
from pnp.faces.transforms import NUMBER, read_transform
from pnp.model.face import Slice

MOST_DRAWN = 20_000
LENGTH = re.compile(rf"\s*({NUMBER.pattern})\s*(px|pt|pc|mm|cm|in|em|ex|%)?\s*")
_PAINT_URL = re.compile(r"""url\(\s*["']?(#?)([^"')]*)["']?\s*\)\s*(.*)""")
_WORDS_FOR_PAINT = frozenset(("none", "currentColor", "inherit"))


class Problem(NamedTuple):
    """Something that is not drawn right: on which line of the SVG, in which element, and what to do about it."""

    line: int
    tag: str
    message: str
    help: str
    check: str = "unsupported-svg"


@dataclass(frozen=True, slots=True)
class Study:
    """What is known of a piece of markup: its elements, problems (lines count from 1 inside it) and image links."""

    elements: tuple[Element, ...]
    problems: tuple[Problem, ...]
    count: int
    references: tuple[str, ...]
    images: tuple[tuple[str, int], ...]
    texts: int


class CircleError(Exception):
    """A definition that needs itself."""


class Gate:
    """Examines cut SVGs; equal pieces are studied once."""

    def __init__(self) -> None:
        self._studies: dict[str, Study] = {}
        self._clean: dict[Slice, int] = {}

    def examine(self, cut: Cut) -> tuple[Problem, ...]:
        """All problems of the SVG but those of its size, its texts' fonts and its images' files, in their order."""
        found: dict[Problem, None] = dict.fromkeys(_examine_sheet(cut))
        for name, line in cut.twice:
            found[Problem(line, "", f"the id {name} is used twice, for different things", "give each its own id")] = (
                None
            )
        for definition in cut.definitions.values():
            study = self.study(definition.markup)
            if study.problems:
                found.update(dict.fromkeys(_shifted(study, definition.line)))
        drawn = len(cut.items)
        for item in cut.items:
            weight = self._clean.get(item.slice)
            if weight is None:
                problems, weight = self._examine_item(cut, item)
                found.update(dict.fromkeys(problems))
                if not problems and item.said is None:
                    self._clean[item.slice] = weight
            drawn += weight
        if drawn > MOST_DRAWN:
            message = f"its references draw {drawn:,} elements: at most {MOST_DRAWN:,} are allowed"
            found[Problem(cut.line, "use", message, "repeat less, or link a picture with <image>", "bad-svg")] = None
        return tuple(sorted(found, key=lambda problem: problem.line))

    def study(self, markup: str) -> Study:
        """What is known of the markup."""
        known = self._studies.get(markup)
        if known is None:
            known = self._studies[markup] = _study(read_elements(markup), markup)
        return known

    def _examine_item(self, cut: Cut, item: Item) -> tuple[list[Problem], int]:
        """The item's problems, and how many elements it draws."""
        found = [
            Problem(group.line, "g", message, cure)
            for group in item.groups
            for message, cure in _check_attributes("g", group.attributes)
        ]
        found += [
            Problem(item.line, item.tag, f"#{name} does not exist", "define it, or mend the name", "bad-svg")
            for name in item.lost
        ]
        if item.said is not None:
            return found, 1
        study = self.study(item.slice.markup)
        found += _shifted(study, item.line)
        weight = study.count
        for name in study.references:
            try:
                weight += self._cost(cut, name, ())
            except CircleError as circle:
                found.append(Problem(item.line, item.tag, f"{circle} needs itself", "break the circle", "bad-svg"))
        return found, weight

    def _cost(self, cut: Cut, name: str, around: tuple[str, ...]) -> int:
        """How many elements a reference to the id draws."""
        if name in around or len(around) > MOST_DEPTH:
            raise CircleError(f"#{name}")
        definition = cut.definitions.get(name)
        if definition is None:
            return 0
        if name not in cut.costs:
            study = self.study(definition.markup)
            inner = sum(self._cost(cut, other, (*around, name)) for other in study.references)
            cut.costs[name] = min(10**9, study.count + inner)
        return cut.costs[name]


def _shifted(study: Study, line: int) -> Iterator[Problem]:
    for problem in study.problems:
        yield problem._replace(line=problem.line + line - 1)


def _study(elements: tuple[Element, ...], markup: str) -> Study:
    everything = [element for top in elements for element in top.walk()]
    problems = tuple(
        Problem(element.line, element.tag, message, cure)
        for element in everything
        for message, cure in (*_check_element(element), *_check_attributes(element.tag, element.attributes))
    )
    images = tuple(
        (element.attributes.get("href", ""), element.line) for element in everything if element.tag == "image"
    )
    texts = sum(element.tag in ("text", "pnp:text") for element in everything)
    references = tuple(REFERENCE.findall(markup)) if "#" in markup else ()
    return Study(elements, problems, len(everything), references, images, texts)


def _examine_sheet(cut: Cut) -> Iterator[Problem]:
    for selector in cut.sheet.strange:
        message = f"<style> says {selector}, which is not understood"
        yield Problem(cut.line, "style", message, "select by an element's name, class or id alone, without @-rules")
    for rule in cut.sheet.rules:
        for name, value in rule.declarations:
            for message, cure in _check_attribute("style", name, value):
                yield Problem(cut.line, "style", message, cure)


def _check_element(element: Element) -> Iterator[tuple[str, str]]:
    tag = element.tag
    if tag in subset.ELEMENTS:
        href = element.attributes.get("href")
        if tag == "clipPath" and any(inner.tag in ("text", "pnp:text") for inner in element.walk()):
            yield "<clipPath> holds text, which does not clip", "turn the letters into a path"
        if href is None and tag in ("use", "image"):
            yield f"<{tag}> has no href", "say what it shall show"
        if href is not None and tag != "image" and not href.startswith("#"):
            yield (
                f"<{tag}> refers to {href[:60]}, outside the drawing",
                "include the file in the template and refer to #its-id",
            )
    elif tag.startswith("svg:"):
        yield f"<{tag}> has a prefix", 'make the SVG namespace the default: xmlns="http://www.w3.org/2000/svg"'
    elif tag.startswith("pnp:") or ":" not in tag:
        stem = "fe…" if re.match(r"fe[A-Z]", tag) else tag
        cure = subset.CURES["filter"] if stem == "fe…" else subset.CURES.get(tag) or near(tag, subset.ELEMENTS)
        yield f"<{tag}> is not drawn", cure or "the elements that are drawn: templates/README.md"


def _check_attributes(tag: str, attributes: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    if tag == "pnp:text" or (":" in tag and not tag.startswith("svg:")):
        return
    for name, value in attributes.items():
        if name == "style":
            for inner, setting in read_style(value):
                if not inner.startswith("-"):
                    yield from _check_attribute(tag, inner, setting)
        else:
            yield from _check_attribute(tag, name, value)


def _check_attribute(tag: str, name: str, value: str) -> Iterator[tuple[str, str]]:
    if name in subset.REFUSED:
        harmless, cure = subset.REFUSED[name]
        if value.strip() not in harmless:
            yield f'<{tag}> has {name}="{value[:60]}", which is not drawn', cure
    elif name in subset.ATTRIBUTES:
        yield from _check_value(tag, name, value)
    elif name.startswith("on"):
        yield f"<{tag}> has {name}", subset.CURES["script"]
    elif ":" not in name and not name.startswith(("data-", "aria-", "-")):
        yield f"<{tag}> has {name}, which is not an attribute that is drawn", near(name, sorted(subset.ATTRIBUTES))


def _check_value(tag: str, name: str, value: str) -> Iterator[tuple[str, str]]:
    what = f'<{tag}> has {name}="{value[:60]}"'
    if name in subset.COLOURS:
        yield from _check_paint(what, value)
    elif name in subset.SHARES:
        if NUMBER.fullmatch(value.strip()) is None or not 0 <= float(value) <= 1:
            yield f"{what}, expected a number from 0 to 1", "0 shows nothing, 1 hides what lies below"
    elif name in subset.LENGTHS:
        if LENGTH.fullmatch(value) is None and tag not in subset.TEXT_ELEMENTS and value not in ("inherit", "auto"):
            yield f"{what}, which is no length", "write a number, or one with px, pt, mm, cm, in, em or %"
    else:
        check = _CHECKS.get(name)
        if check is not None:
            yield from check(what, value)


def _check_paint(what: str, value: str) -> Iterator[tuple[str, str]]:
    text = value.strip()
    match = _PAINT_URL.match(text)
    if match is not None:
        if match[1] != "#":
            yield f"{what}, outside the drawing", "refer to #id of a gradient or pattern in the same drawing"
        text = match[3].strip() or "none"
    if text not in _WORDS_FOR_PAINT and read_colour(text) is None:
        yield (
            f"{what}, which is not drawn as that colour",
            "write #rrggbb, rgb(255, 0, 0) or a name; opacity goes into fill-opacity",
        )


def _check_transform(what: str, value: str) -> Iterator[tuple[str, str]]:
    try:
        read_transform(value)
    except ValueError as error:
        yield (
            f"{what}: {error} cannot be read",
            "translate(x y), scale(s), rotate(angle x y), skewX, skewY or matrix(a b c d e f)",
        )


def _check_origin(what: str, value: str) -> Iterator[tuple[str, str]]:
    if len(NUMBER.findall(value)) != 2 or NUMBER.sub("", value).strip(" ,"):
        yield (
            f"{what}, expected two numbers",
            "write rotate(angle x y), or the origin as x y in the units of the drawing",
        )


def _check_path(what: str, value: str) -> Iterator[tuple[str, str]]:
    try:
        read_path(value, 1e6)
    except ValueError as error:
        yield f"{what}: {error} cannot be read", "commands are MLHVCSQTAZ with their numbers"


def _check_points(what: str, value: str) -> Iterator[tuple[str, str]]:
    if len(NUMBER.findall(value)) % 2 or NUMBER.sub("", value).strip(" ,\t\r\n"):
        yield f"{what}, expected pairs of numbers", "write x,y x,y"


def _check_url(what: str, value: str) -> Iterator[tuple[str, str]]:
    match = _PAINT_URL.match(value.strip())
    if value.strip() not in ("none", "inherit") and (match is None or match[1] != "#"):
        yield f"{what}, expected url(#id)", "refer to the id of an element of the same drawing"


_CHECKS = {
    "transform": _check_transform,
    "gradientTransform": _check_transform,
    "patternTransform": _check_transform,
    "transform-origin": _check_origin,
    "d": _check_path,
    "points": _check_points,
    "clip-path": _check_url,
    "marker-start": _check_url,
    "marker-mid": _check_url,
    "marker-end": _check_url,
}
