"""Elements that there is nothing to say about, as most are: this is seen before any complaint is looked for."""

from collections.abc import Mapping
from functools import lru_cache

from pnp.faces.svg import subset
from pnp.faces.svg.complaints import CHECKED, HOLLOW, NO_TEXT, check_attribute
from pnp.faces.svg.elements import Element, read_style
from pnp.faces.svg.scan import TEXTS

_REFERRING = frozenset(("use", "image"))


def clears(element: Element) -> bool:
    """Whether all is surely right with the element but what stands in it. Where it is not, complaints may be found."""
    tag, attributes, children = element[:3]
    href = attributes.get("href")
    if tag != "image" and href is not None and not href.startswith("#"):
        return False
    if href is None and tag in _REFERRING:
        return False
    if children and (tag in HOLLOW or (tag in NO_TEXT and any(inner.tag in TEXTS for inner in element.walk()))):
        return False
    return clears_attributes(tag, attributes)


def clears_attributes(tag: str, attributes: Mapping[str, str]) -> bool:
    """Whether the attributes of an element that is drawn are surely all right."""
    if tag == "pnp:text":
        return True
    names = _find_checked(tag, tuple(attributes))
    if names is None:
        return False
    for name in names:
        if check_attribute(tag, name, attributes[name]):
            return False
    style = attributes.get("style")
    return not style or all(
        _is_known(name) and not check_attribute(tag, name, value) for name, value in read_style(style)
    )


@lru_cache(maxsize=2048)
def _find_checked(tag: str, names: tuple[str, ...]) -> tuple[str, ...] | None:
    """Those of the attributes whose values have to be looked at; None where more has to be."""
    if tag not in subset.ELEMENTS or not all(_is_known(name) for name in names):
        return None
    if any(needed not in names or value for needed, value, _ in subset.NEEDED.get(tag, ())):
        return None
    return tuple(name for name in names if name in CHECKED)


def _is_known(name: str) -> bool:
    """Whether an attribute is drawn, or ignored without a word."""
    if subset.is_left_out(name) or name == "clip-rule":
        return False
    return name in subset.ATTRIBUTES or name in CHECKED or ":" in name or name.startswith(("data-", "aria-"))
