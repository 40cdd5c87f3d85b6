"""SVG markup as a tree of elements that know their lines, and the styles that apply to them."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple
from xml.etree import ElementTree
from xml.parsers import expat

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
# These are for style sheets and `font`, which few drawings have: compiled where they are met.
_RULE = r"([^{}]*)\{([^{}]*)\}"
_FONT = (
    r"(?i)((?:(?:normal|italic|oblique|bold|bolder|lighter|[1-9]00)\s+)*)"
    r"((?:\d+\.?\d*|\.\d+)(?:px|pt|pc|mm|cm|in|em|ex|%)?)(?:\s*/\s*[\w.%]+)?\s+(\S.*)"
)
_AT_RULE = r"@(?:[^{};]*;|font-face\s*\{[^}]*\})"
_SELECTOR = r"([\w-]+|\*)?((?:[.#][\w-]+)*)"


class Element(NamedTuple):
    """An element as written: `line` counts from 1 inside its markup, `xlink:href` is read as `href`."""

    tag: str
    attributes: Mapping[str, str]
    children: tuple["Element", ...]
    line: int
    text: str = ""
    tail: str = ""

    def walk(self) -> Iterator["Element"]:
        """The element and all within it, in the order of the markup."""
        todo = [self]
        while todo:
            element = todo.pop()
            yield element
            todo += element.children[::-1]


class Rule(NamedTuple):
    """One selector of a style sheet and what it sets."""

    tag: str
    classes: frozenset[str]
    id: str
    declarations: tuple[tuple[str, str], ...]

    @property
    def weight(self) -> tuple[int, int, int]:
        """The specificity of CSS: ids, then classes, then names."""
        return (bool(self.id), len(self.classes), self.tag not in ("", "*"))


class Sheet(NamedTuple):
    """A style sheet: its rules, the selectors and at-rules that are not understood, and the text of the rules alone."""

    rules: tuple[Rule, ...]
    strange: tuple[str, ...]
    text: str = ""


@lru_cache(maxsize=1024)
def read_elements(markup: str) -> tuple[Element, ...]:
    """The elements of a well-formed run of markup; expat.ExpatError if it is not.

    Remembered: the cut of a face asks for them, and soon after the gate.
    """
    parser = expat.ParserCreate("utf-8")
    # Elements that are still open, each a list of the fields of Element.
    stack: list[list[Any]] = [["", {}, [], 0, "", ""]]
    children, text, tail = 2, 4, 5  # in the list
    long = "\n" in markup  # where all stands on one line, nobody has to be asked on which
    make = tuple.__new__  # as Element._make, without its steps in Python

    def start(tag: str, attributes: dict[str, str]) -> None:
        if "xlink:href" in attributes:
            attributes.setdefault("href", attributes.pop("xlink:href"))
        stack.append([tag, attributes, [], parser.CurrentLineNumber if long else 1, "", ""])

    def end(_tag: str) -> None:
        closed = stack.pop()
        closed[children] = tuple([make(Element, child) for child in closed[children]])
        stack[-1][children].append(closed)

    def say(words: str) -> None:
        around = stack[-1]
        if around[children]:
            around[children][-1][tail] += words
        else:
            around[text] += words

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = say
    try:
        parser.Parse(f"<m>{markup}</m>".encode(), True)
    finally:
        # A parser and its handlers hold each other: let go of them now.
        parser.StartElementHandler = parser.EndElementHandler = parser.CharacterDataHandler = None
    found: tuple[Element, ...] = stack[0][children][0][children]
    return found


def read_style(text: str) -> tuple[tuple[str, str], ...]:
    """The declarations of a `style` attribute or of a rule's body, `!important` ones last."""
    if not text:
        return ()
    plain: list[tuple[str, str]] = []
    important: list[tuple[str, str]] = []
    for part in _COMMENT.sub("", text).split(";"):
        name, colon, value = part.partition(":")
        if colon:
            word = value.strip()
            stripped = re.sub(r"\s*!\s*important$", "", word)
            declared = [(name.strip().lower(), stripped)]
            if declared[0][0] == "font":
                declared = list(_split_font(stripped)) or declared
            (plain if stripped == word else important).extend(declared)
    return (*plain, *important)


def _split_font(value: str) -> Iterator[tuple[str, str]]:
    """What `font: italic bold 6px/1.2 "Family"` sets; nothing for what says more than style, weight, size, family."""
    match = re.fullmatch(_FONT, value.strip())
    if match is None:
        return
    words = match[1].lower().split()
    slanted = [word for word in words if word in ("italic", "oblique")]
    heavy = [word for word in words if word not in ("italic", "oblique", "normal")]
    if len(slanted) < 2 and len(heavy) < 2:
        yield "font-style", (slanted or ["normal"])[0]
        yield "font-weight", (heavy or ["normal"])[0]
        yield "font-size", match[2]
        yield "font-family", match[3]


def read_sheet(text: str) -> Sheet:
    """The rules of a style sheet, lightest first, as far as they select by name, class and id alone."""
    text = _COMMENT.sub("", text)
    rules: list[Rule] = []
    kept: list[str] = []
    strange = re.findall(r"@[\w-]+", text)
    text = re.sub(_AT_RULE, "", text)
    for heads, body in re.findall(_RULE, text):
        declarations = read_style(body)
        for head in map(str.strip, heads.split(",")):
            match = re.fullmatch(_SELECTOR, head)
            if match is None or not head:
                strange.append(head or "a rule without a selector")
                continue
            marks = re.findall(r"([.#])([\w-]+)", match[2])
            classes = frozenset(name for mark, name in marks if mark == ".")
            rules.append(Rule(match[1] or "", classes, next((n for m, n in marks if m == "#"), ""), declarations))
            kept.append(f"{head}{{{body}}}")
    rest = re.sub(_RULE, "", text).strip()
    if rest and not strange:
        strange.append(rest[:40])
    return Sheet(tuple(sorted(rules, key=lambda rule: rule.weight)), tuple(strange), "".join(kept))


def style(element: Element, rules: tuple[Rule, ...]) -> Mapping[str, str]:
    """The element's attributes with what the rules and its own `style` set in their place."""
    own = element.attributes.get("style")
    if own is None and not rules:
        return element.attributes
    merged = dict(element.attributes)
    classes = set(element.attributes.get("class", "").split())
    for rule in rules:
        if rule.id and rule.id != element.attributes.get("id"):
            continue
        if rule.tag in ("", "*", element.tag) and rule.classes <= classes:
            merged.update(rule.declarations)
    merged.update(read_style(own or ""))
    return merged


def to_tree(element: Element, rules: tuple[Rule, ...]) -> ElementTree.Element:
    """The element and all within it as a tree of the standard library, with styles applied."""
    attributes = {_SPACE.get(name, name): value for name, value in style(element, rules).items() if name != "style"}
    tree = ElementTree.Element(element.tag, attributes)
    tree.text, tree.tail = element.text, element.tail
    tree.extend(to_tree(child, rules) for child in element.children)
    return tree


_SPACE = {"xml:space": "{http://www.w3.org/XML/1998/namespace}space"}
